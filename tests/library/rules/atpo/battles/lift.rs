//! Ships that carry, and aircraft over submarines: what the save tells, and what is written into it.

use serde_json::{Map, Value};

use super::changes::lines;
use super::{battle, fight, game, given, has_note};
use liege::rules::play::battle::Battle;

/// Ships in Port Moresby with marines and supply aboard, which are to go to Guadalcanal.
const OUT: &str = "phase: NA.1
at E4632 docked: us-stp-1 transport target=E4525, us-dd-2 transport target=E4525
at E4632 aboard us-stp-1: us-marine-rgt-1, chit:us-sea-supply";

fn ids(battles: &[Battle]) -> Vec<&str> {
    battles.iter().map(|battle| battle.id.as_str()).collect()
}

fn said(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_force_carries_what_is_aboard_into_a_port_of_its_side() {
    let given = given(OUT);
    let battle = given.battles().remove(0);
    assert_eq!((battle.id.as_str(), battle.procedure, battle.declared), ("lift-E4525", "ATPO-LIFT", true));
    let told = |key: &str| battle.inputs.get(key).map(ToString::to_string).unwrap_or_default();
    assert_eq!([told("from"), told("to"), told("debark")], ["\"port\"", "\"port\"", ""]);
    assert!(has_note(&battle, "debark=") && has_note(&battle, "gap G05") && has_note(&battle, "moved=yes"));
    let report = fight(&battle, &[], "", "");
    assert_eq!(report.result, "2 of 2 transport points");
    let edits = lines(&given.changes(&battle, &report.deeds));
    assert_eq!(edits[..4], ["4.1 to E4525", "4.2 to E4525", "5.1 to E4525", "5.2 to E4525"]);
    assert!(edits.contains(&"4.1 Mission 1".to_owned()), "{edits:?}");
    assert!(!edits.iter().any(|edit| edit.contains("Berth") || edit.contains("Ride")), "{edits:?}");
}

#[test]
fn ships_leave_port_for_a_coast_and_enter_one_from_the_sea() {
    let edits = |text: &str| {
        let given = given(text);
        let battle = given.battles().remove(0);
        lines(&given.changes(&battle, &fight(&battle, &[], "", "").deeds))
    };
    let coast = edits(&OUT.replace("E4525", "E4526"));
    assert!(coast.contains(&"4.1 Berth 1".to_owned()), "{coast:?}");
    let port = edits(&OUT.replace("E4632 docked", "E4632"));
    assert!(port.contains(&"4.1 Berth 2".to_owned()), "{port:?}");
}

#[test]
fn a_force_whose_cargo_finds_no_room_is_refused() {
    let text = OUT.replace("us-marine-rgt-1", "us-marine-rgt-1, us-inf-32");
    let report = fight(&battle(&text), &[], "", "");
    assert_eq!(report.refused[0].rule, "3.13");
    let empty = battle("phase: NA.1\nat E4632 docked: us-stp-1 transport target=E4525");
    assert!(empty.refused.unwrap().reason.contains("nothing is aboard"));
}

#[test]
fn an_assault_from_afar_needs_twice_the_room() {
    let far = battle(&format!("control: JP E4525\n{}", OUT.replace("chit:us-sea-supply", "us-marine-rgt-2")));
    assert_eq!(far.inputs["mission"], "amphibious");
    assert!(far.inputs["hexes"].as_u64().unwrap() > 4, "{:?}", far.inputs);
    assert_eq!(fight(&far, &[], "", "").refused[0].rule, "3.13");
    let near = game().lay(&far, &said(r#"{"hexes": 4}"#)).unwrap();
    assert_eq!(fight(&near, &[], "", "").result, "2 of 2 transport points");
}

#[test]
fn an_air_unit_debarks_only_where_a_base_has_room_for_it() {
    let edits = |based: &str| {
        let text = format!(
            "phase: MV.1\ncontrol: JP E4229\nat E4229: chit:small-airbase{based}\nat E4229 docked: jp-stp-1\n\
            at E4229 aboard jp-stp-1: jp-f-tainan"
        );
        let given = given(&text);
        let battle = given.possible_battles().into_iter().find(|battle| battle.id == "lift-E4229").unwrap();
        let report = fight(&battle, &[], "", "");
        given.changes(&battle, &report.deeds).into_iter().map(|edit| edit.words).collect::<Vec<String>>()
    };
    let has = |edits: &[String], part: &str| edits.iter().any(|edit| edit.contains(part));
    let alone = edits("");
    assert!(has(&alone, "is based there"), "{alone:?}");
    let full = edits(", jp-f-6-ku, jp-f-3-ku, jp-f-24, jp-f-11, jp-b-4-ku");
    assert!(has(&full, "finds no room at a base in E4229 and stays aboard"), "{full:?}");
    assert!(!has(&full, "is based there") && !has(&full, "goes to"), "{full:?}");
}

#[test]
fn evacuated_units_are_lost_where_the_way_is_too_long() {
    let text = "phase: NA.1\nat E4526: us-stp-1 transport target=E4525\n\
        at E4526 aboard us-stp-1: us-marine-rgt-1";
    let given = given(text);
    let battle = given.battles().remove(0);
    assert!(has_note(&battle, "from=coast") && !battle.inputs.contains_key("from"));
    let edits = |distance: u32| {
        let laid =
            game().lay(&battle, &said(&format!(r#"{{"from": "coast", "distance": {distance}}}"#))).unwrap();
        let report = fight(&laid, &[], "", "");
        (report.result.clone(), lines(&given.changes(&laid, &report.deeds)))
    };
    let (result, saved) = edits(8);
    assert_eq!(result, "2 of 2 transport points; saved");
    assert!(
        saved.contains(&"5.1 to E4525".to_owned()) && saved.contains(&"4.1 Berth 2".to_owned()),
        "{saved:?}"
    );
    let (result, lost) = edits(9);
    assert_eq!(result, "2 of 2 transport points; eliminated");
    assert!(lost.contains(&"5.1 to US Force Pool".to_owned()), "{lost:?}");
    assert!(!lost.contains(&"5.1 to E4525".to_owned()), "{lost:?}");
}

#[test]
fn cargo_debarks_in_its_step_and_is_offered_then() {
    let text = "at E4525 docked: us-stp-1\nat E4525 aboard us-stp-1: us-marine-rgt-1, chit:us-sea-supply";
    let lifts = |phase: &str| -> Vec<String> {
        let possible = given(&format!("phase: {phase}\n{text}")).possible_battles().into_iter();
        possible.filter(|battle| battle.procedure == "ATPO-LIFT").map(|battle| battle.id).collect()
    };
    assert_eq!((lifts("MV.1"), lifts("NA.3"), lifts("EN.1")), (one(), one(), one()));
    assert!(lifts("NA.1").is_empty() && lifts("OS.2").is_empty());
    let landing = given(&format!("phase: MV.1\n{text}"));
    let battle = landing.battle("lift-E4525").unwrap();
    let report = fight(&battle, &[], "", "");
    assert_eq!(report.result, "2 of 2 transport points; 1 of 2 aboard debark");
    assert_eq!(lines(&landing.changes(&battle, &report.deeds)), ["5.1 Ride 1"]);
    let supply = given(&format!("phase: NA.3\n{text}"));
    let battle = supply.battle("lift-E4525").unwrap();
    let report = fight(&battle, &[], "", "");
    assert_eq!(lines(&supply.changes(&battle, &report.deeds)), ["5.2 Ride 1"]);
    let still = given(&format!("phase: MV.1\n{}", &OUT["phase: NA.1\n".len()..])).battles();
    assert!(still[0].refused.as_ref().unwrap().reason.contains("cannot move"), "{:?}", still[0].refused);
}

fn one() -> Vec<String> {
    vec!["lift-E4525".to_owned()]
}

#[test]
fn others_react_to_ships_that_carry() {
    let text = format!("{OUT}\nat E4632: jp-ca-chokai intercept target=E4632");
    let battles = given(&text.replace("E4632 docked", "E4632")).battles();
    assert!(ids(&battles).contains(&"lift-E4525"), "{:?}", ids(&battles));
    let met = battles.iter().find(|battle| battle.procedure == "ATPO-ENCOUNTER").unwrap();
    assert_eq!(met.inputs["kind"], "reactive");
}

/// A Japanese submarine with US bombers over it.
const OVER: &str = "date: 1943-02\nphase: NA.2\nat E4525: jp-ss-1\nat E4525 aloft: us-b-3";

#[test]
fn a_submarine_that_aircraft_find_is_located_and_they_are_committed() {
    let over = given(OVER);
    let battles = over.possible_battles();
    let battle = battles.iter().find(|battle| battle.procedure == "ATPO-R22").unwrap();
    assert_eq!(battle.id, "asw-E4525");
    let report = fight(battle, &[6], "", "");
    assert_eq!(report.result, "located", "{:?}", battle.inputs);
    assert_eq!(lines(&over.changes(battle, &report.deeds)), ["4.1 Contact 2", "5.1 Status 4"]);
    for idle in ["jp-ss-1 located\nat E4525 aloft: us-b-3", "jp-ss-1\nat E4525 aloft: us-b-3 committed"] {
        let text = OVER.replace("jp-ss-1\nat E4525 aloft: us-b-3", idle);
        assert!(!ids(&given(&text).possible_battles()).contains(&"asw-E4525"), "{idle}");
    }
    let marked = given(&OVER.replace("us-b-3", "us-b-3 asw-sweep")).battles();
    assert_eq!((ids(&marked), &marked[0].refused), (vec!["asw-E4525"], &None), "aloft over its target");
    let later = given(&OVER.replace("NA.2", "MV.1")).possible_battles();
    assert!(!ids(&later).contains(&"asw-E4525"));
}

#[test]
fn a_located_submarine_attacks_nothing_by_the_house_rule() {
    let boat = battle("at E4525: jp-ss-1 located submarine-attack\nat E4525: us-ca-quincy");
    assert!(boat.refused.unwrap().reason.contains("asw_house"));
    let search = battle("at E4526: jp-ss-1 located intercept target=E4525\nat E4525: us-ca-quincy");
    assert!(search.refused.unwrap().reason.contains("asw_house"));
    let free = battle("at E4526: jp-ss-1 intercept target=E4525\nat E4525: us-ca-quincy located");
    assert_eq!((free.refused.is_none(), &free.inputs["located"]), (true, &true.into()));
}

#[test]
fn a_task_force_carries_in_its_tray_and_what_debarks_leaves_it() {
    let text = "phase: EN.1\nat E4525: us-tf-2 transport\ntray us-tf-2: us-stp-1, us-dd-2\n\
        tray us-tf-2 aboard us-stp-1: us-marine-rgt-1";
    let given = given(text);
    let battle = given.battles().remove(0);
    let report = fight(&battle, &[], "", "");
    assert_eq!(report.result, "1 of 2 transport points; 1 of 1 aboard debark");
    let edits = lines(&given.changes(&battle, &report.deeds));
    assert_eq!(
        edits,
        ["4.1 Berth 2", "5.1 Berth 2", "5.2 Berth 2", "6.1 Ride 1", "6.1 to E4525", "4.1 Mission 1"]
    );
}

#[test]
fn a_landing_tells_what_comes_before_it_and_what_it_costs() {
    let text = "date: 1942-08\ncontrol: JP E4525\nat E4525: chit:coastal-fort\nat E4525: us-stp-1\n\
        at E4525 aboard us-stp-1: us-marine-1 attack E4525\nat E4526 docked: jp-ca-chokai";
    let landing = given(text).battle("land-E4525").unwrap();
    for words in [
        "coast-E4525",
        "could react: 1 ship in E4526",
        "3.8.3.3",
        "neither on Standby",
        "one Naval Offensive",
    ] {
        assert!(has_note(&landing, words), "{words}: {:?}", landing.notes);
    }
    let fort = "at W3021: jp-stp-1 standby\nat W3021 aboard jp-stp-1: jp-snlf-kure-3 attack W3021\nat W3021: us-inf-24";
    let landing = given(fort).battle("land-W3021").unwrap();
    assert!(
        has_note(&landing, "battery-W3021") && !has_note(&landing, "neither on Standby"),
        "{:?}",
        landing.notes
    );
}

#[test]
fn warships_put_nobody_ashore_but_snlf() {
    let pair = |unit: &str| {
        let text = format!(
            "control: JP E4525\nat E4525: us-cl-1, us-dd-2\nat E4525 aboard us-dd-2: {unit} attack E4525"
        );
        given(&text).battle("land-E4525").unwrap().refused
    };
    assert_eq!(pair("us-marine-1").unwrap().rule, "3.13.3");
    let snlf = "control: US E4525\nat E4525: jp-cl-nagara, jp-dd-5\n\
        at E4525 aboard jp-dd-5: jp-snlf-kure-3 attack E4525";
    assert!(given(snlf).battle("land-E4525").unwrap().refused.is_none());
}

#[test]
fn the_supply_that_lands_with_an_assault_is_what_the_ships_have_aboard() {
    let edits = |aboard: &str| {
        let text = format!(
            "control: JP W3825\nat W3825: us-stp-1, us-bb-washington standby\n\
            at W3825 aboard us-stp-1: us-marine-1 attack W3825{aboard}"
        );
        let given = given(&text);
        let battle = given.battle("land-W3825").unwrap();
        let report = fight(&battle, &[6], "advance", "");
        lines(&given.changes(&battle, &report.deeds))
    };
    let own = edits(", chit:us-sea-supply");
    assert!(
        own.contains(&"5.2 Ride 1".to_owned())
            && !own.iter().any(|edit| edit.contains(" on W3825") && edit.contains("supply")),
        "{own:?}"
    );
    assert!(edits("").contains(&"us-sea-supply on W3825".to_owned()), "{:?}", edits(""));
}
