//! Landings of a position: the room of the ships for troops loaded for combat, and what evading does to them.

use super::changes::lines;
use super::{battle, fight, game, given, has_note};

/// A landing on Wake from one sea transport with two points.
const WAKE: &str = "at E2720: jp-snlf-kure-3, us-dd-2 active, us-stp-1 standby\n\
    at E2720 aboard us-stp-1: us-marine-1 attack E2720, us-marine-2 attack E2720";

/// What is refused of a battle, with its rule.
fn refused(text: &str) -> Option<(String, String)> {
    battle(text).refused.map(|refusal| (refusal.rule.to_string(), refusal.reason))
}

#[test]
fn who_lands_needs_a_transport_point_each_and_marines_from_afar_two() {
    let near = battle(WAKE);
    assert_eq!(near.refused, None);
    assert!(has_note(&near, "at most 4 hexes away; from farther they need 4 transport points"), "{near:?}");
    let one = WAKE.replace(", us-marine-2 attack E2720", "");
    assert!(!has_note(&battle(&one), "from farther"), "two points land one marine from anywhere");
    let weak = refused(&WAKE.replace("us-stp-1 standby", "us-stp-1 standby reduced"));
    let (rule, reason) = weak.unwrap();
    assert_eq!(rule, "3.14.3");
    assert!(
        reason.contains("2 units loaded for combat need 2 transport points") && reason.contains("have 1")
    );
}

#[test]
fn japanese_snlf_land_from_light_cruisers_and_destroyers_beside_the_transports() {
    let text = "at E2720: us-marine-1, jp-cl-tenryu, jp-dd-5, jp-stp-1 reduced\n\
        at E2720 aboard jp-stp-1: jp-inf-2 attack E2720, jp-snlf-kure-3 attack E2720";
    assert_eq!(refused(text), None);
    let (rule, _) = refused(&text.replace("jp-cl-tenryu, ", "")).unwrap();
    assert_eq!(rule, "3.14.3");
    let far = battle(text);
    assert!(!has_note(&far, "from farther"), "SNLF and others need no more from afar");
}

/// Before Wake in the Offensive Phase: Chokai on Standby near the ships that are to land.
const MET: &str = "phase: OS.2\ncontrol: JP E2720\nat E2720: us-dd-2 standby, us-stp-1 standby\n\
    at E2720 aboard us-stp-1: us-marine-1 attack E2720\nat E2720: jp-ca-chokai standby intercept target=E2720";

#[test]
fn ships_that_are_activated_to_land_are_met_without_a_die_and_escape_by_a_chit_alone() {
    let given = given(MET);
    let met = given.battles().into_iter().find(|battle| battle.procedure == "ATPO-ENCOUNTER").unwrap();
    assert_eq!((&met.inputs["automatic"], &met.inputs["amphibious"]), (&"landing".into(), &true.into()));
    assert!(has_note(&met, "reacting ships meet it without a die"));
    let mined = MET.replace("jp-ca-chokai standby", "chit:jp-coastal-fort, jp-ca-chokai standby");
    let mined = super::given(&mined).battles();
    let met_there = mined.iter().find(|battle| battle.procedure == "ATPO-ENCOUNTER").unwrap();
    assert_eq!(met_there.inputs.get("coastal-fort"), None, "they entered the hex before");
    assert!(mined.iter().any(|battle| battle.procedure == "ATPO-FORT-MINES"), "it is a battle of its own");
    let laid = game().lay(&met, &serde_json::from_str(r#"{"evasion-chits": 1}"#).unwrap()).unwrap();
    let report = fight(&laid, &[], "keep", "evasion-chit");
    assert_eq!(report.result, "found, evades");
    let edits = lines(&given.changes(&laid, &report.deeds));
    for edit in ["5.1 Contact 3", "5.2 Contact 3", "6.1 Attack 1"] {
        assert!(edits.contains(&edit.to_owned()), "{edit}: {edits:?}");
    }
}

#[test]
fn who_evades_where_he_is_to_land_does_not_land_this_month() {
    // Before the Offensive Phase a die finds them, and speed saves them.
    let text =
        MET.replace("OS.2", "NA.2").replace("us-stp-1", "us-dd-3").replace("jp-ca-chokai", "jp-bb-fuso");
    let given = given(&text);
    let met = given.battles().into_iter().find(|battle| battle.procedure == "ATPO-ENCOUNTER").unwrap();
    assert_eq!((met.inputs.get("automatic"), &met.inputs["amphibious"]), (None, &true.into()));
    let report = fight(&met, &[6], "keep", "day,evade");
    assert_eq!(report.result, "found, evades");
    let edits = lines(&given.changes(&met, &report.deeds));
    assert!(
        edits.contains(&"5.2 Contact 3".to_owned()) && edits.contains(&"6.1 Attack 1".to_owned()),
        "{edits:?}"
    );
    let (rule, reason) = refused(&WAKE.replace("us-stp-1 standby", "us-stp-1 standby no-landing")).unwrap();
    assert_eq!(rule, "3.8.4.1");
    assert!(reason.contains("cannot land this month"));
}

#[test]
fn who_lands_no_more_counts_as_located() {
    let text = "at E4526: us-ca-quincy intercept target=E4525\nat E4525: jp-dd-5 no-landing";
    assert_eq!(battle(text).inputs["located"], true);
}
