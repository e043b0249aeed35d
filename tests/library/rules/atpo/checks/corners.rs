//! What the rules allow in a corner, or leave open, is not called illegal.

use liege::diagnostic::Severity;
use liege::rules::check::Filter;
use liege::rules::check::case::Case;

use super::{check_text, direct, game, nothing, pack, surely, suspicious, told, told_to};

/// The ids and severities that a text has after an earlier one, both with their head left out.
fn told_after(before: &str, now: &str) -> Vec<(String, Severity)> {
    let read = |text: &str| direct(&pack(), "test", &format!("game: atpo\n{text}"));
    let case = Case { before: Some(read(before).into()), ..Case::position(read(now)) };
    let checked = game().open(&case).check(&Filter::default());
    checked.findings.iter().map(|finding| (finding.id.clone(), finding.severity)).collect()
}

#[test]
fn a_ship_goes_home_in_the_last_month_of_a_season_and_is_out_of_supply_afterwards() {
    let at_sea = |phase: &str, states: &str| {
        told(&format!(
            "date: 1942-06\nphase: {phase}\nat E2103: jp-dd-2 {states}\nat E2103: jp-dd-2 {states}"
        ))
    };
    assert_eq!(at_sea("EN.1", "standby"), nothing(), "it may still sail home");
    assert_eq!(at_sea("EN.1", ""), nothing());
    for phase in ["EN.2", "EN.3", "EN.4", "EN.5"] {
        for states in ["", "standby"] {
            let told = at_sea(phase, states);
            assert!(told.contains(&("ATPO-L07".into(), Severity::Illegal)), "{phase} {states}: {told:?}");
        }
        assert!(at_sea(phase, "out-of-supply").iter().all(|(id, _)| id != "ATPO-L07"), "{phase}");
    }
    let raider = "date: 1942-06\nphase: EN.4\nin \"South Pacific\": jp-ca-chokai active";
    assert_eq!(told(raider), suspicious("ATPO-L07"), "raiders need no fuel");
    assert_eq!(told("date: 1942-07\nphase: EN.4\nat E2103: jp-dd-2"), nothing(), "a month within a season");
}

#[test]
fn two_units_in_one_hex_of_mongolia_are_two_of_the_garrison() {
    let eight = "at W5719: jp-inf-1\nat W5720: jp-inf-7\nat W5821: jp-inf-2\nat W5922: jp-inf-8\n\
                 at W5824: jp-inf-14\nat W5725: jp-inf-16\nat W5626: jp-inf-4\nat W5427: jp-inf-11";
    let with = |rest: &str| check_text(&format!("date: 1938-08\n{eight}\n{rest}"));
    assert_eq!(with("at W5616: jp-inf-12, jp-inf-19").findings, []);
    let short = with("at W5616: jp-inf-12");
    assert_eq!(short.findings.len(), 1);
    let message = &short.findings[0].message;
    assert!(
        message.contains("W5227") && message.contains("W5327") && !message.contains("W5719"),
        "{message}"
    );
}

#[test]
fn aircraft_fly_from_a_battleship_that_is_half_a_carrier() {
    let ise = |group: &str| {
        told(&format!("date: 1944-08\nat W3031: jp-bbcv-ise\nat W3031 aboard jp-bbcv-ise: {group}"))
    };
    assert_eq!(ise("jp-n-ryujo reduced"), nothing());
    assert_eq!(ise("jp-fp-toko"), suspicious("ATPO-P07"));
    assert_eq!(ise("jp-b-12"), surely("ATPO-A09"));
}

#[test]
fn what_arrives_free_may_wait_for_its_month_or_be_an_arrival() {
    let waiting =
        |place: &str, unit: &str| told(&format!("date: 1941-10\nphase: SE.6\nin \"{place}\": {unit}"));
    assert_eq!(waiting("Dec", "uk-bb-prince-of-wales"), nothing(), "our schedule brings it then");
    assert_eq!(waiting("Nov", "uk-bb-prince-of-wales"), suspicious("ATPO-F04"), "that of the game may");
    assert_eq!(waiting("Arrivals", "uk-bb-prince-of-wales"), nothing());
    assert_eq!(waiting("US EP", "us-ca-portland"), surely("ATPO-F04"), "no box in which anything waits");
}

#[test]
fn ships_of_a_lost_port_go_home() {
    let docked = "date: 1942-08\nphase: MV.1\nat W3021 docked: us-dd-1";
    let home = "at E2501 docked: us-dd-1";
    let taken = format!("date: 1942-08\nphase: EN.1\ncontrol: JP W3021\nat W3021: jp-inf-2\n{home}");
    assert_eq!(told_after(docked, &taken), nothing());
    let wrecked = format!("date: 1942-08\nphase: EN.1\nat W3021: chit:destroyed\n{home}");
    assert_eq!(told_after(docked, &wrecked), nothing());
    let kept = format!("date: 1942-08\nphase: EN.1\n{home}");
    let british =
        told_after("date: 1942-08\nphase: MV.1\nat W2112 docked: uk-dd-1", &kept.replace("us-", "uk-"));
    assert_eq!(british, surely("ATPO-N01"));
    let boat = "date: 1942-08\nphase: EN.1\nat E2501 docked: jp-ss-1";
    let out = "date: 1942-08\nphase: EN.1\nat E3628 docked: jp-ss-1";
    assert_eq!(told_after(boat, out), suspicious("ATPO-N01"), "it may have slipped into Pearl Harbor");
}

#[test]
fn a_hex_without_units_changes_hands_when_the_offensive_in_which_its_assault_failed_ends() {
    for hex in ["E4229", "E4527"] {
        for phase in ["OL.4", "OL.5", "OL.6"] {
            let told = told(&format!("phase: {phase}\ncontrol: JP {hex}\nat {hex}: us-marine-1"));
            assert!(!told.is_empty(), "{hex} in {phase}");
            assert!(told.iter().all(|(_, severity)| *severity == Severity::Suspicious), "{hex}: {told:?}");
        }
        let over = told(&format!("phase: EN.5\ncontrol: JP {hex}\nat {hex}: us-marine-1"));
        assert!(over.contains(&("ATPO-Z01".into(), Severity::Illegal)), "{hex}: {over:?}");
    }
}

#[test]
fn nothing_marks_a_unit_behind_a_front_before_the_supply_step() {
    let cut_off = "control: JP W5021\nat W5021: us-inf-6";
    for phase in ["OL.3", "MV.2", "EN.1"] {
        assert_eq!(told(&format!("phase: {phase}\n{cut_off}")), suspicious("ATPO-Z01"), "{phase}");
    }
    let told = told(&format!("phase: EN.4\n{cut_off}"));
    assert!(told.contains(&("ATPO-Z01".into(), Severity::Illegal)), "{told:?}");
}

#[test]
fn a_landing_is_still_to_be_fought_in_the_combat_step() {
    let shore = "at E2720: us-marine-rgt-1\nat E2720: jp-snlf-kure-3";
    assert_eq!(told(&format!("phase: OL.4\n{shore}")), suspicious("ATPO-S09"));
    assert_eq!(told(&format!("phase: OL.6\n{shore}")), surely("ATPO-S09"));
    assert_eq!(told("phase: OL.4\nat W5021: us-inf-6\nat W5021: jp-inf-2"), surely("ATPO-S09"), "inland");
    let fort = "at E3628: us-marine-1, chit:jp-coastal-fort";
    assert_eq!(told(&format!("phase: OL.4\n{fort}")), suspicious("ATPO-Z07"));
    assert_eq!(told(&format!("phase: OL.6\n{fort}")), surely("ATPO-Z07"));
}

#[test]
fn a_count_of_ours_and_a_stand_in_make_a_second_counter_suspicious() {
    let twice = |what: &str, pool: &str| {
        let text = format!("game: atpo\ndate: 1942-08\nat W4533: {what}\nin \"{pool}\": {what}");
        let checked = game().open(&Case::position(direct(&pack(), "test", &text))).check(&Filter::default());
        let of_twice = |finding: &&liege::diagnostic::Finding| finding.id == "ATPO-F01";
        checked.findings.iter().filter(of_twice).map(|finding| finding.severity).collect::<Vec<_>>()
    };
    assert_eq!(twice("11 x jp-stp-1", "Japan Force Pool"), [Severity::Suspicious]);
    assert_eq!(twice("jp-inf-2", "Japan Force Pool"), [Severity::Suspicious]);
    assert_eq!(twice("jp-cv-akagi", "Japan Force Pool"), [Severity::Illegal]);
    assert_eq!(twice("jp-adm-yamamoto", "Japan Force Pool"), [Severity::Illegal]);
}

#[test]
fn an_atrocity_doubles_the_partisans_of_its_nation() {
    let partisans = |count: usize, chit: &str| {
        let hexes = ["W4013", "W4016", "W4213", "W4216", "W4413", "W4415", "W4511", "W4614", "W3813"];
        let all: Vec<String> = hexes[..count].iter().map(|hex| format!("at {hex}: cn-partisan")).collect();
        told(&format!("{}\n{chit}", all.join("\n")))
    };
    assert_eq!(partisans(5, ""), surely("ATPO-F22"));
    assert_eq!(partisans(5, "at W4221: chit:atrocity"), suspicious("ATPO-F22"));
    assert_eq!(partisans(5, "at W3021: chit:atrocity"), surely("ATPO-F22"), "in the Philippines");
    assert_eq!(partisans(9, "at W4221: chit:atrocity"), surely("ATPO-F22"));
}

#[test]
fn what_a_save_cannot_show_is_suspicious() {
    let wars = |chits: &str| told(&format!("in \"At War\": {chits}"));
    assert_eq!(wars("chit:uk-control"), suspicious("ATPO-X11"));
    assert_eq!(wars("chit:uk-control, chit:us-control"), surely("ATPO-X11"));
    assert_eq!(told("control: FR W3412"), suspicious("ATPO-X12"), "it may have been retaken");
    let repair = "date: 1942-07\nphase: SE.6\nin \"Winter\": us-cv-hornet reduced";
    assert_eq!(told(repair), suspicious("ATPO-F14"), "it may be under repair");
}

#[test]
fn nothing_is_said_of_what_is_legal_and_out_of_sight() {
    let magic = "date: 1942-05\nphase: EN.5\nin \"Spring\": 3 x chit:magic\nin \"Winter\": chit:magic";
    assert_eq!(told(magic), suspicious("ATPO-M24"));
    let magic = &format!("{magic}\nin \"Eliminated\": us-b25");
    assert_eq!(told(magic), nothing(), "the Shock of War brings two");
    let burnt = "date: 1944-08\nphase: EN.5\nat W4533: jp-f-68\nat W4431: chit:firebombed\nin \"Autumn\": 2 x chit:magic";
    assert_eq!(told(burnt), nothing());
    assert_eq!(told("phase: OS.2\nat W4533: jp-adm-yamamoto"), nothing(), "at home in port");
    assert_eq!(told("phase: OS.2\nat E4229: jp-adm-yamamoto"), suspicious("ATPO-N08"));
    assert!(!told_to("allies", "at W4431: chit:firebombed").contains(&"ATPO-X09".to_owned()));
    let burnt = "date: 1944-08\nphase: OA.2\nat W4431: chit:firebombed\nat W4533: jp-f-68 reduced";
    assert_eq!(told(burnt), suspicious("ATPO-X09"), "a fighter at full strength");
    let inside = |states: &str| {
        told(&format!("date: 1942-08\nphase: OS.2\nat W3021: jp-inf-2\nat W3021 docked: us-dd-1{states}"))
    };
    assert_eq!(
        (inside(""), inside(" standby"), inside(" active")),
        (surely("ATPO-P06"), suspicious("ATPO-P06"), suspicious("ATPO-P06")),
        "it may have entered"
    );
    let enters = "date: 1942-08\nphase: NA.1\nat W3021: jp-inf-2\nat W3021 docked: us-dd-1";
    assert_eq!(told(enters), nothing(), "it may have entered in this very step");
}
