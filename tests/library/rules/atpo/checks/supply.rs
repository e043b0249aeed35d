//! Supply beyond the plain line: chits and sources that serve only so many units, home cities that are cut off, the
//! Burma Railway, chits that are not landed.

use std::collections::BTreeMap;
use std::sync::Arc;

use liege::diagnostic::{Finding, Severity};
use liege::rules::atpo::facts;
use liege::rules::atpo::supply::Supplied;
use liege::rules::atpo::view::View;
use liege::rules::game::facts::DerivedValue;
use liege::rules::position::places::Hex;
use liege::rules::position::situation::PlaceId;

use super::{check_text, direct, pack};

fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

fn view(text: &str) -> View {
    View::new(
        Arc::new(direct(&pack(), "test", &format!("game: atpo\ndate: 1942-08\n{text}"))),
        BTreeMap::new(),
    )
}

/// Whether the first unit at a hex is in supply.
fn supplied(text: &str, at: &str) -> Supplied {
    let view = view(text);
    let unit = view.in_hex(hex(at)).next().unwrap();
    view.supply().of_unit(unit)
}

/// What one check finds.
fn found(id: &str, text: &str) -> Vec<Finding> {
    let checked = check_text(&format!("phase: EN.5\n{text}"));
    checked.findings.into_iter().filter(|finding| finding.id == id).collect()
}

fn facts_at(text: &str, at: &str) -> Vec<DerivedValue> {
    facts::of(&view(text), Some(&PlaceId::Hex(hex(at))))
}

/// An enclave in India that the rules know no line to.
const ENCLAVE: &str = "control: JP W3502 W3601 W3602\n";

#[test]
fn a_sea_supply_chit_serves_four_units_and_an_air_supply_chit_one() {
    let units = |chits: &str, more: &str| {
        format!(
            "{ENCLAVE}at W3502: jp-inf-2, jp-inf-3{chits}\nat W3601: jp-inf-4, jp-inf-5\nat W3602: jp-art-1{more}"
        )
    };
    let short = |chits: &str, more: &str| found("ATPO-L02", &units(chits, more));
    let one = short(", chit:jp-sea-supply", "");
    assert_eq!(one.len(), 1, "{one:#?}");
    assert_eq!(one[0].severity, Severity::Suspicious);
    assert_eq!(one[0].pieces.len(), 5);
    assert!(
        one[0].message.contains("5 units have only the supply chits in W3502, which serve 4"),
        "{}",
        one[0].message
    );
    assert!(one[0].help.as_ref().unwrap().contains("mark 1 of them"));
    assert!(short(", chit:jp-sea-supply, chit:air-supply", "").is_empty(), "four and one");
    assert!(short(", 2 x chit:jp-sea-supply", "").is_empty());
    assert!(short(", chit:jp-sea-supply", " out-of-supply").is_empty(), "one of them is marked");
    assert!(short(", chit:jp-sea-supply", " active").is_empty(), "one of them landed this month");
}

#[test]
fn who_goes_without_where_chits_do_not_suffice_is_the_players_business() {
    let marked = |units: &str| {
        let text = format!("{ENCLAVE}at W3502: chit:air-supply, {units}");
        (found("ATPO-M17", &text).len(), found("ATPO-L02", &text).len())
    };
    assert_eq!(marked("jp-inf-2 out-of-supply, jp-inf-3"), (0, 0));
    assert_eq!(marked("jp-inf-2, jp-inf-3 out-of-supply"), (0, 0));
    assert_eq!(marked("jp-inf-2 out-of-supply"), (1, 0), "the chit is there for it");
}

#[test]
fn chits_of_several_hexes_are_shared_as_well_as_can_be() {
    let text = |west: &str| {
        format!(
            "{ENCLAVE}at W3502: jp-inf-2, jp-inf-3, jp-inf-4{west}\nat W3601: jp-inf-5, jp-inf-6, chit:air-supply"
        )
    };
    assert!(found("ATPO-L02", &text(", chit:jp-sea-supply")).is_empty());
    let short = found("ATPO-L02", &text(", chit:air-supply"));
    assert_eq!(short.len(), 1, "{short:#?}");
    assert!(short[0].message.contains("5 units have only"), "{}", short[0].message);
    assert!(
        short[0].message.contains("in W3502 and the supply chits in W3601, which serve 2"),
        "{}",
        short[0].message
    );
    assert!(short[0].help.as_ref().unwrap().contains("mark 3 of them"));
}

#[test]
fn who_has_a_line_to_a_source_takes_from_no_chit() {
    let five = "jp-inf-2, jp-inf-3, jp-inf-4, jp-art-1, jp-b-2-ku";
    assert!(found("ATPO-L02", &format!("at W5022: {five}, chit:jp-sea-supply")).is_empty());
}

#[test]
fn the_india_box_serves_two_us_units_and_any_number_of_british_ones() {
    let at_india = |units: &str| found("ATPO-L12", &format!("at W3502: {units}"));
    assert!(at_india("us-inf-6, us-inf-7").is_empty());
    assert!(at_india("uk-inf-2, uk-inf-18, uk-inf-36, uk-inf-70").is_empty());
    let three = at_india("us-inf-6, us-inf-7, us-inf-24, uk-inf-2");
    assert_eq!(three.len(), 1, "{three:#?}");
    assert_eq!((three[0].severity, three[0].pieces.len()), (Severity::Suspicious, 3));
    assert!(
        three[0].message.contains("3 units have only the India Box, which serves 2"),
        "{}",
        three[0].message
    );
    assert!(at_india("us-inf-6, us-inf-7, us-inf-24, chit:air-supply").is_empty(), "a chit feeds the third");
    assert!(at_india("us-inf-6, us-inf-7, us-inf-24 out-of-supply").is_empty());
}

#[test]
fn facts_tell_how_many_units_live_on_the_chits_of_a_hex() {
    let text = format!(
        "{ENCLAVE}at W3502: jp-inf-2, jp-inf-3, chit:jp-sea-supply\nat W3601: jp-inf-4, jp-inf-5\nat W3602: jp-art-1"
    );
    let facts = facts_at(&text, "W3502");
    let value = |key: &str| facts.iter().find(|fact| fact.key == key).map(DerivedValue::value);
    assert_eq!(value("supply-stores").as_deref(), Some("5 of 4"));
    assert_eq!(value("supply-missing").as_deref(), Some("1"));
    assert_eq!(value("supply").as_deref(), Some("in supply only from the supply chits in W3502"));
    let enough = facts_at(&text.replace(", jp-inf-5", ""), "W3502");
    assert!(enough.iter().any(|fact| fact.key == "supply-stores" && fact.value() == "4 of 4"));
    assert!(!enough.iter().any(|fact| fact.key == "supply-missing"));
}

#[test]
fn a_chit_that_is_still_aboard_feeds_nobody_ashore() {
    let ashore = format!("{ENCLAVE}at W3601: jp-inf-2\nat W3502: jp-inf-3, jp-atp-1, chit:air-supply");
    assert_eq!(supplied(&ashore, "W3601"), Supplied::Yes);
    let aboard = format!(
        "{ENCLAVE}at W3601: jp-inf-2\nat W3502: jp-inf-3, jp-atp-1\nat W3502 aboard jp-atp-1: chit:air-supply"
    );
    assert_eq!(supplied(&aboard, "W3601"), Supplied::FromDoubtfulSource);
    let told = found("ATPO-L01", &aboard);
    assert!(told[0].message.contains("its chits are still aboard"), "{told:#?}");
}

#[test]
fn a_hex_that_enemy_troops_have_entered_is_theirs_whatever_their_zone() {
    // In mountains no zone reaches the hexes of the ring, so that the troops alone close it (11.2).
    let ringed = format!("at W3711: cn-inf-5\nat W3910: jp-art-1\n{}", ring("W3711", &[]));
    let view = view(&ringed);
    let around = pack().map.grid.neighbours(hex("W3711"));
    assert!(around.iter().any(|at| !view.zoc().reaches(liege::rules::atpo::view::Alliance::Axis, *at)));
    let garrison = view.in_hex(hex("W3711")).next().unwrap();
    assert_eq!(view.supply().path_of(garrison), None);
}

/// Japanese infantry on all hexes around one, but for those named.
fn ring(around: &str, except: &[&str]) -> String {
    let hexes = pack().map.grid.neighbours(hex(around)).into_iter().zip(2..);
    let hexes = hexes.filter(|(at, _)| !except.contains(&at.to_string().as_str()));
    hexes.map(|(at, number)| format!("at {at}: jp-inf-{number}\n")).collect()
}

#[test]
fn a_home_city_that_is_cut_off_serves_only_while_chits_lie_there() {
    let open = "at W3711: cn-inf-5";
    assert_eq!(supplied(open, "W3711"), Supplied::Yes);
    assert!(!facts_at(open, "W3711").iter().any(|fact| fact.key == "cut-off"));
    let cut_off = format!("{open}\n{}", ring("W3711", &[]));
    assert_eq!(supplied(&cut_off, "W3711"), Supplied::FromDoubtfulSource);
    assert!(facts_at(&cut_off, "W3711").iter().any(|fact| fact.key == "cut-off"));
    let told = found("ATPO-L01", &cut_off);
    let is_of_it = |finding: &&Finding| finding.place.as_ref().is_some_and(|place| place.location == "W3711");
    let city = told.iter().find(is_of_it).unwrap();
    assert!(city.message.contains("is cut off"), "{city:#?}");
    let stored = format!("at W3711: cn-inf-5, chit:sea-supply\n{}", ring("W3711", &[]));
    assert_eq!(supplied(&stored, "W3711"), Supplied::Yes);
    let gap = format!("{open}\n{}", ring("W3711", &["W3712"]));
    assert_eq!(
        supplied(&gap, "W3711"),
        Supplied::Yes,
        "a friendly unit holds the zone open: the line leaves"
    );
}

#[test]
fn a_chit_never_leaves_units_short_whose_source_is_only_perhaps_cut_off() {
    let units = "at W3711: cn-inf-5, cn-inf-10, cn-inf-18, cn-inf-59, cn-inf-76";
    for chit in ["", ", chit:sea-supply"] {
        let text = format!("{units}{chit}\n{}", ring("W3711", &[]));
        let findings = check_text(&format!("phase: EN.5\n{text}")).findings;
        let there = |finding: &&Finding| finding.place.as_ref().is_some_and(|at| at.location == "W3711");
        let ids: Vec<&str> = findings.iter().filter(there).map(|finding| finding.id.as_str()).collect();
        for id in ["ATPO-L02", "ATPO-L11", "ATPO-L13", "ATPO-L14", "ATPO-L15"] {
            assert!(!ids.contains(&id), "{chit}: {findings:#?}");
        }
    }
}

#[test]
fn a_working_port_and_a_permanent_fortress_are_never_cut_off() {
    let port = |more: &str| {
        let ring = ring("W3820", &[]);
        let lands = |line: &&str| {
            let at: Hex = line[3..8].parse().unwrap();
            pack().map.hex(at).is_some_and(|facts| *facts.kind != *"sea")
        };
        let ring: Vec<&str> = ring.lines().filter(lands).collect();
        format!("control: CN W3820\nat W3820: cn-inf-5{more}\n{}", ring.join("\n"))
    };
    assert_eq!(supplied(&port(""), "W3820"), Supplied::Yes);
    assert_eq!(supplied(&port(", chit:destroyed"), "W3820"), Supplied::FromDoubtfulSource);
}

#[test]
fn whoever_stands_in_a_source_of_his_draws_from_it_in_an_enemy_zone_too() {
    // An air unit inhibits no zone (13.4.3).
    let sapporo = "at W5133: jp-b-2-ku\nat W5132: us-inf-6\ncontrol: US W5132";
    assert_eq!(supplied(sapporo, "W5133"), Supplied::Yes);
}

#[test]
fn a_burma_railway_opens_the_jungle_that_it_runs_through() {
    let with = |chit: &str| supplied(&format!("at W3205: uk-inf-2\nat W3306: {chit}"), "W3205");
    assert_eq!(with("uk-cdo-chindits"), Supplied::Perhaps, "jungle closes the line");
    assert_eq!(with("chit:burma-railway"), Supplied::Yes);
    assert_eq!(with("chit:burma-railway destroyed"), Supplied::Perhaps);
    assert_eq!(with("chit:burma-railway building"), Supplied::Perhaps);
}

#[test]
fn a_burma_railway_that_is_joined_to_no_other_opens_its_jungle_too() {
    let with = |chit: &str| {
        let text = format!(
            "control: JP W1816, W1917, W1918\nat W1816: chit:jp-sea-supply\nat W1917: jp-inf-6{chit}\n\
             at W1918: jp-inf-5"
        );
        supplied(&text, "W1918")
    };
    assert_ne!(with(""), Supplied::Yes, "jungle closes the line");
    assert_eq!(with(", chit:burma-railway"), Supplied::Yes);
    assert_ne!(with(", chit:burma-railway destroyed"), Supplied::Yes);
}
