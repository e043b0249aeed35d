//! Illegal positions that are easily passed over: pieces marked as carried, places without hexes, states told by a Layer.

use liege::diagnostic::Severity;
use liege::model::position::Piece;
use liege::rules::position::situation::{Clock, Situation};

use super::rules::seen;
use super::{check, check_text, ids, of_pieces};

/// Pieces that each lie alone: counter, place, level of the Layer Ride.
fn apart(pieces: &[(&str, &str, i32)]) -> Situation {
    let seen: Vec<Piece> = pieces
        .iter()
        .enumerate()
        .map(|(number, (entry, at, ride))| {
            let id = number.to_string();
            let layers = [("Ride", *ride), ("Beach", 1)];
            let layers = if entry.contains("-dd") { [("Ride", 1), ("Berth", 2)] } else { layers };
            seen(&id, entry, at, (&id, 0), &layers)
        })
        .collect();
    of_pieces(seen, Clock::default())
}

const ABOARD: i32 = 2;
const ALOFT: i32 = 3;

#[test]
fn a_unit_that_nothing_carries_is_told_and_counts_where_it_lies() {
    let four = ["jp-inf-2", "jp-inf-3", "jp-inf-4", "jp-inf-5"];
    for ride in [ABOARD, ALOFT] {
        let mut stack: Vec<(&str, &str, i32)> = four.iter().map(|id| (*id, "W5021", 1)).collect();
        stack.push(("jp-inf-6", "W5021", ride));
        let cases = [
            ("ATPO-S12", vec![("jp-inf-2", "W3031", ride)]),
            ("ATPO-S12", vec![("jp-hq-17", "W3031", ride)]),
            ("ATPO-S12", vec![("jp-inf-2", "South Pacific", ride)]),
            ("ATPO-S01", stack),
            ("ATPO-S06", vec![("jp-hq-17", "W5021", 1), ("jp-hq-25", "W5021", ride)]),
            ("ATPO-S09", vec![("jp-inf-2", "W5021", ride), ("us-inf-6", "W5021", 1)]),
            ("ATPO-S10", vec![("cn-partisan", "W4013", ride), ("cn-inf-5", "W4013", 1)]),
            ("ATPO-P06", vec![("jp-inf-2", "W3021", ride), ("us-dd-1", "W3021", 1)]),
        ];
        for (id, pieces) in cases {
            let situation = apart(&pieces);
            assert_eq!(situation.untold.len(), 1, "{id}");
            assert!(situation.untold[0].reason.contains("counts where it is"), "{id}");
            assert_eq!(ids(&check(situation)), [id], "{pieces:?}");
        }
    }
}

#[test]
fn a_supply_chit_that_nothing_carries_lies_ashore() {
    let situation = apart(&[("jp-sea-supply", "E2501", ABOARD)]);
    assert!(!situation.pieces[0].has("aboard") && situation.pieces[0].has("adrift"));
    assert_eq!(situation.untold.len(), 1);
}

#[test]
fn only_a_carrier_of_its_own_party_carries_a_unit() {
    let enemy = vec![
        seen("1", "us-stp-1", "W3031", ("a", 0), &[("Ride", 1), ("Berth", 1)]),
        seen("2", "jp-inf-2", "W3031", ("a", 1), &[("Ride", ABOARD)]),
    ];
    let situation = of_pieces(enemy, Clock::default());
    assert_eq!(ids(&check(situation)), ["ATPO-S12"]);
}

#[test]
fn a_carrier_in_another_stack_of_the_hex_leaves_it_open() {
    let situation = apart(&[("jp-stp-1", "W3031", 1), ("jp-inf-2", "W3031", ABOARD)]);
    assert!(situation.untold.is_empty());
    assert!(check(situation).findings.is_empty());
    let group = check(apart(&[("jp-cv-kaga", "W3031", 1), ("jp-n-kaga", "W3031", ABOARD)]));
    assert_eq!(ids(&group), ["ATPO-A01"]);
    assert_eq!(group.findings[0].severity, Severity::Suspicious);
}

#[test]
fn an_aircraft_that_nothing_carries_has_no_base_at_sea() {
    for place in ["W3031", "East Pacific"] {
        let checked = check(apart(&[("jp-n-kaga", place, ABOARD)]));
        assert_eq!(ids(&checked), ["ATPO-A01"], "{place}");
        assert_eq!(checked.findings[0].severity, Severity::Illegal, "{place}");
    }
}

#[test]
fn areas_of_the_sea_without_hexes_are_sea() {
    for area in ["South Pacific", "Bering Sea", "Indian Ocean (West)", "Gulf of Panama"] {
        let illegal = |piece: &str| {
            let checked = check_text(&format!("in \"{area}\": {piece}"));
            assert!(checked.findings.iter().all(|finding| finding.severity == Severity::Illegal), "{piece}");
            checked.findings.iter().map(|finding| finding.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(illegal("jp-inf-2"), ["ATPO-S12"], "{area}");
        assert_eq!(illegal("us-hq-alaska"), ["ATPO-S12"], "{area}");
        assert_eq!(illegal("us-f-211"), ["ATPO-A01"], "{area}");
        assert_eq!(illegal("us-fp-pby"), ["ATPO-P07"], "{area}");
        assert_eq!(illegal("us-atp-1"), ["ATPO-A06"], "{area}");
        let carried = format!("in \"{area}\": us-stp-1\nin \"{area}\" aboard us-stp-1: us-inf-6");
        assert_eq!(ids(&check_text(&carried)), [""; 0], "{area}");
    }
    assert_eq!(ids(&check_text("in \"India Box\": uk-inf-2, us-f-211")), [""; 0]);
}

#[test]
fn one_hex_holds_one_burma_railway_destroyed_or_not() {
    let two = |one: &str| ids(&check_text(&format!("at W2609: chit:burma-railway, {one}"))).join(" ");
    assert_eq!(two("chit:burma-railway"), "ATPO-F15");
    assert_eq!(two("chit:burma-railway destroyed"), "ATPO-F15");
    assert_eq!(ids(&check_text("at W2609: chit:burma-railway\nat W2709: chit:burma-railway")), [""; 0]);
}

#[test]
fn a_dirt_strip_destroyed_by_its_own_layer_would_be_gone() {
    assert_eq!(ids(&check_text("at W4217: chit:dirt-airstrip destroyed")), ["ATPO-M18"]);
    assert_eq!(ids(&check_text("at W4217: chit:dirt-airstrip, chit:destroyed")), ["ATPO-M18"]);
    assert_eq!(ids(&check_text("at W4217: chit:dirt-airstrip")), [""; 0]);
}

#[test]
fn the_india_box_is_one_hex() {
    let of = |text: &str| ids(&check_text(&format!("in \"India Box\": {text}"))).join(" ");
    assert_eq!(of("uk-inf-2, jp-inf-2"), "ATPO-S09");
    assert_eq!(of("uk-inf-2\nin \"India Box\" pinned: jp-inf-2"), "");
    assert_eq!(of("uk-inf-2, in-partisan"), "ATPO-S10");
    assert_eq!(of("jp-hq-17, in-partisan"), "ATPO-S11");
    assert_eq!(of("jp-inf-2\nin \"India Box\" docked: uk-dd-1"), "ATPO-P06");
    assert_eq!(ids(&check_text("in \"Panama\": us-inf-6, jp-inf-2")), ["ATPO-S09", "ATPO-Z06"]);
}

#[test]
fn only_an_undamaged_named_carrier_ferries_one_depleted_fighter() {
    let aboard = |carrier: &str, cargo: &str| {
        let id = carrier.split(' ').next().unwrap();
        ids(&check_text(&format!("at W3031: {carrier}\nat W3031 aboard {id}: {cargo}"))).join(" ")
    };
    assert_eq!(aboard("us-cv-hornet", "us-f-211 reduced"), "");
    assert_eq!(aboard("us-cv-hornet reduced", "us-f-211 reduced"), "ATPO-A13", "damaged");
    assert_eq!(aboard("us-cve-1", "us-f-211 reduced"), "ATPO-A13", "escort carriers are no named ships");
    assert_eq!(aboard("jp-cvl-zuiho", "jp-b-2-ku reduced"), "", "a fighter-bomber");
    assert_eq!(aboard("jp-cve-1", "jp-b-2-ku reduced"), "ATPO-A13");
    assert_eq!(aboard("us-cv-hornet", "us-b-28 reduced"), "ATPO-A09", "a bomber");
    assert_eq!(aboard("us-cv-hornet", "us-f-18"), "ATPO-A09", "full strength");
    assert_eq!(aboard("us-cv-hornet", "us-fp-pby"), "ATPO-A09", "a floatplane");
    assert_eq!(aboard("us-cv-hornet", "us-f-211 reduced, us-f-18 reduced"), "ATPO-A13", "two of them");
}

#[test]
fn the_kaiten_arrives_in_the_arrival_step_of_the_summer_of_1944() {
    let early = |date: &str, phase: &str| {
        let text = format!("date: {date}\nphase: {phase}\nat W3031: jp-kaiten");
        ids(&check_text(&text)).contains(&"ATPO-F19")
    };
    assert!(early("1944-06", "EN.5") && early("1944-07", "SE.1") && early("1944-07", "SE.4"));
    assert!(!early("1944-07", "SE.5") && !early("1944-07", "NA.1") && !early("1944-07", "SE"));
}

#[test]
fn a_phase_whose_step_is_unknown_is_looked_at_where_each_of_its_steps_is() {
    let beside = "at W5021: jp-hq-kwantung used\nat W5022: jp-hq-china";
    assert_eq!(ids(&check_text(&format!("phase: OL\n{beside}"))), ["ATPO-S07"]);
    let ashore = "at E4229: jp-adm-yamamoto";
    assert_eq!(ids(&check_text(&format!("phase: NA\n{ashore}"))), ["ATPO-N08"]);
    assert_eq!(ids(&check_text(&format!("phase: OA\n{ashore}"))), [""; 0], "its step may be another");
}

#[test]
fn what_hides_in_a_corner_of_the_rules_is_found() {
    let cases = [
        ("ATPO-A01", "date: 1945-02\nat W5021: jp-kamikaze"),
        ("ATPO-A01", "date: 1945-02\nat W5021: jp-ohka"),
        ("ATPO-X09", "date: 1944-08\nat W4431: chit:firebombed\nat W3722: jp-f-68"),
        ("ATPO-X09", "date: 1944-08\nat W4431: chit:firebombed\nat W4725: jp-f-68"),
        ("ATPO-C09", "phase: NA.2\nat W4533: jp-atp-1\nat W4533 aboard jp-atp-1: jp-cav-1"),
        ("ATPO-M22", "phase: OS.2\nat E4625: us-ca-portland, 2 x chit:evasion"),
        ("ATPO-M22", "phase: OS.2\nat W4329: us-ca-portland, chit:evasion"),
        ("ATPO-P05", "phase: EN.5\nat W4221: cn-partisan\nat W4221 docked: jp-dd-2"),
        ("ATPO-P06", "in \"India Box\": jp-inf-2\nin \"India Box\": uk-dd-1"),
        ("ATPO-S09", "at W5021: jp-hq-17\nat W5021: us-inf-6"),
        ("ATPO-S09", "at W5021: jp-gen-yamashita\nat W5021: us-inf-6"),
        ("ATPO-S10", "at W5109: cn-partisan, cn-hq-5"),
    ];
    for (id, text) in cases {
        assert_eq!(ids(&check_text(text)), [id], "{text}: {:?}", check_text(text).findings);
    }
}

#[test]
fn two_forces_in_a_hex_may_evade_both() {
    let two = "phase: OS.2\nat E4625: us-ca-portland, chit:evasion\nat E4625: us-dd-1, chit:evasion";
    assert_eq!(ids(&check_text(two)), [""; 0]);
}

#[test]
fn lend_lease_to_china_goes_over_land_to_a_city_that_the_chinese_hold() {
    let sent = "date: 1942-07\nphase: SE.3\nin \"US EP\": chit:us-lend-cn number=10";
    assert_eq!(ids(&check_text(sent)), [""; 0]);
    for barred in ["in \"India Box\": jp-inf-2", "in \"India Box\": jp-hq-17"] {
        assert_eq!(ids(&check_text(&format!("{sent}\n{barred}"))), ["ATPO-X28"], "{barred}");
    }
    let entries = ["W3301", "W3400", "W3401", "W3502", "W3601", "W3602", "W3703", "W3803", "W3903", "W4003"];
    let held: Vec<String> = entries.iter().map(|hex| format!("at {hex}: jp-inf-2")).collect();
    assert!(ids(&check_text(&format!("{sent}\n{}", held.join("\n")))).contains(&"ATPO-X28"));
}

#[test]
fn a_season_of_the_extended_campaign_that_may_have_had_a_month_before_is_not_checked() {
    let checked = check_text("date: 1939-08\nphase: NA.1\nat W5021: jp-hq-kwantung");
    assert!(
        checked.not_checked.iter().any(|entry| entry.id == "ATPO-M30" && entry.reason.contains("--previous"))
    );
    let later = check_text("date: 1942-08\nphase: NA.1\nat W5021: jp-hq-kwantung");
    assert!(later.not_checked.iter().all(|entry| entry.id != "ATPO-M30"), "the campaign is over");
}

#[test]
fn cavalry_holds_no_hex_of_the_soviet_border() {
    let line = "date: 1941-12\nat W5719: jp-inf-1\nat W5720: jp-inf-7\nat W5821: jp-inf-2\nat W5922: jp-inf-8\n\
                at W5824: jp-inf-14\nat W5725: jp-inf-16\nat W5427: jp-inf-11\nat W5616: jp-inf-12, jp-inf-19\n\
                at W5626: ";
    assert_eq!(ids(&check_text(&format!("{line}jp-inf-4"))), [""; 0]);
    let checked = check_text(&format!("{line}jp-cav-4"));
    assert_eq!(ids(&checked), ["ATPO-X10"]);
    let message = &checked.findings[0].message;
    assert!(
        message.contains("7 hexes of the border with the USSR, and 2 units in Mongolia count, too"),
        "{message}"
    );
}
