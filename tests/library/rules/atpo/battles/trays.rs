//! Task forces in trays behind a battle: they leave port whole, parts of them go by themselves, their chits show what holds,
//! and nobody stays docked where no port is any more.

use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{Ending, Resolution};

use super::changes::{lines, outcome};
use super::{fight_with, given};

const POLICY: &str = "use,aggressive,weakest,fight,day,halt";

/// The edits of the first of many fights of the first battle of a position in which something happens.
fn edits_when(text: &str, happens: impl Fn(&Resolution) -> bool) -> Vec<String> {
    let given = given(text);
    let battle: Battle = given.battles().remove(0);
    assert_eq!(battle.refused, None);
    let fight = |seed| fight_with(&battle, &mut Seeded::new(seed), POLICY, POLICY);
    let over = (1..3000).map(fight).find(|report| report.status == Ending::Done && happens(report));
    let over = over.unwrap_or_else(|| panic!("{:?} {}", battle.id, fight(1).result));
    lines(&given.changes(&battle, &over.deeds))
}

fn has(edits: &[String], edit: &str) -> bool {
    edits.iter().any(|line| line == edit)
}

/// A force in the tray of a chit in Rabaul that looks for two cruisers beside it.
fn rabaul(chit: &str, first: &str, second: &str) -> String {
    format!(
        "control: JP E4229\nat E4229 docked: jp-tf-1 {chit}\ntray jp-tf-1 docked: jp-bb-yamato {first}, jp-bb-musashi {second}\n\
         tray jp-tf-1 aboard jp-bb-musashi: jp-fp-1\nat E4230: us-ca-astoria, us-ca-quincy"
    )
}

const SEARCH: &str = "intercept target=E4230";

fn found(report: &Resolution) -> bool {
    report.result.starts_with("found")
}

#[test]
fn a_task_force_that_leaves_port_takes_the_mark_in_port_off_its_ships_too() {
    let edits = edits_when(&rabaul(SEARCH, "", ""), found);
    for edit in ["4.1 to E4230", "4.1 Berth 1", "5.1 Berth 1", "5.2 Berth 1"] {
        assert!(has(&edits, edit), "{edit}: {edits:?}");
    }
    assert!(!has(&edits, "5.1 to E4230") && !has(&edits, "6.1 to E4230"), "they lie in the tray: {edits:?}");
}

#[test]
fn ships_that_look_by_their_own_marks_leave_the_tray_of_those_that_stay() {
    let edits = edits_when(&rabaul("", "", SEARCH), found);
    for edit in ["5.2 to E4230", "6.1 to E4230", "5.2 Berth 1"] {
        assert!(has(&edits, edit), "{edit}: {edits:?}");
    }
    let stays = ["4.1 to E4230", "4.1 Berth 1", "5.1 Berth 1", "5.1 to E4230"];
    assert!(!stays.iter().any(|edit| has(&edits, edit)), "{edits:?}");
}

#[test]
fn whom_a_task_force_may_not_take_along_stays_in_port_outside_of_its_tray() {
    let edits = edits_when(&rabaul(SEARCH, "", "active"), found);
    for edit in ["4.1 to E4230", "4.1 Berth 1", "5.1 Berth 1", "5.2 to E4229", "6.1 to E4229", "5.2 Berth 2"]
    {
        assert!(has(&edits, edit), "{edit}: {edits:?}");
    }
    assert!(!has(&edits, "5.2 Berth 1"), "{edits:?}");
}

#[test]
fn a_chit_on_standby_turns_with_its_ships_and_lends_the_rest_their_own_marks() {
    let all = edits_when(&rabaul(&format!("standby {SEARCH}"), "", ""), found);
    assert!(has(&all, "4.1 Status 3") && has(&all, "5.1 Status 3"), "{all:?}");
    let part = edits_when(&rabaul("standby", "", SEARCH), found);
    assert!(has(&part, "5.2 Status 3") && !has(&part, "4.1 Status 3"), "{part:?}");
    let stays = edits_when(&rabaul(&format!("standby {SEARCH}"), "", "sail"), found);
    assert!(has(&stays, "4.1 Status 3") && has(&stays, "5.2 Status 2"), "{stays:?}");
}

#[test]
fn ships_that_put_to_sea_in_the_hex_of_their_port_are_not_in_port_any_more() {
    let text =
        "control: JP E4229\nat E4229 docked: jp-bb-yamato intercept\nat E4229: us-ca-astoria, us-ca-quincy";
    assert!(has(&edits_when(text, found), "4.1 Berth 1"));
}

#[test]
fn the_chits_of_searchers_who_are_all_sunk_go_wherever_they_lay() {
    let text = "at E4526: jp-tf-1 intercept target=E4525\ntray jp-tf-1: jp-dd\nat E4526: jp-dd-1\n\
        at E4525: us-bb-washington, us-bb-south-dakota, us-ca-astoria";
    let sunk = |report: &Resolution| {
        report.deeds.iter().any(|deed| deed.piece() == Some("4.1") && deed.act.word() == "eliminate")
    };
    let edits = edits_when(text, sunk);
    assert!(has(&edits, "3.1 to Chits Pool"), "another destroyer in the hex is none of it: {edits:?}");
    assert!(has(&edits, "3.1 Mission 1"), "in the pool it bears nothing: {edits:?}");
}

#[test]
fn an_evasion_chit_sails_with_the_ships_under_it() {
    let text = "date: 1943-06\ncontrol: US E4230\nat E4230: us-bb-washington intercept target=E4229, us-dd intercept target=E4229\n\
        at E4230: chit:evasion\nat E4229: jp-ca-kako";
    let edits = edits_when(text, found);
    assert!(has(&edits, "5.1 to E4229"), "{edits:?}");
}

#[test]
fn ships_in_a_port_that_guns_destroy_are_at_sea_in_its_hex() {
    let text = "date: 1943-06\nphase: OS.2\ncontrol: JP E3419\nat E3419: us-bb-iowa active bombardment target=\"E3419 port\", \
        us-bb-new-jersey active bombardment target=\"E3419 port\"\n\
        at E3419 docked: jp-ca-haguro, jp-tf-1\ntray jp-tf-1: jp-ca-kako\nat E3419: jp-ca-aoba";
    let edits = edits_when(text, |report| report.result.contains("destroyed"));
    for edit in ["6.1 Berth 1", "6.2 Berth 1", "7.1 Berth 1"] {
        assert!(has(&edits, edit), "{edit}: {edits:?}");
    }
    assert!(!edits.iter().any(|edit| edit.starts_with("8.1")), "who is at sea stays so: {edits:?}");
}

#[test]
fn ships_in_a_port_that_falls_are_at_sea_in_its_hex() {
    let text = "control: JP W3121\nat W3021: ph-inf-1 reduced\nat W3021 docked: us-ca-houston, us-tf-1\ntray us-tf-1: us-dd\n\
        at W3121: jp-inf-16 standby attack W3021, jp-inf-48 standby attack W3021, jp-armor-1 standby attack W3021";
    let (report, changes) = outcome(text, &[6], "advance,weakest", "stand");
    let edits = lines(&changes);
    assert!(has(&edits, "jp-control on W3021"), "{}: {edits:?}", report.result);
    for edit in ["5.1 Berth 1", "5.2 Berth 1", "6.1 Berth 1"] {
        assert!(has(&edits, edit), "{edit}: {edits:?}");
    }
}

#[test]
fn an_admiral_beside_the_tray_of_his_only_ship_is_aboard_it() {
    let text = "date: 1942-02\nat W4223: us-adm-spruance\nat W4223: us-tf-3\ntray us-tf-3: us-ca-houston\n\
        at W4223: jp-bb-kongo engage, jp-bb-hiei engage, jp-ca-atago engage";
    let battle = given(text).battles().remove(0);
    let houston = &battle.forces.0.iter().find(|force| force.key == "defence").unwrap().units[0];
    assert_eq!(houston.told.get("admiral-name"), Some(&"Raymond Spruance".into()));
    // Nobody survives a ship that is sunk with no other beside her: six less four is no more than two (3.12.2).
    let fight = |seed| fight_with(&battle, &mut Seeded::new(seed), POLICY, POLICY);
    let sunk = (1..3000).map(fight).find(|report| report.result.contains("1 sunk")).unwrap();
    let words = given(text).changes(&battle, &sunk.deeds).into_iter().map(|edit| edit.words);
    let words: Vec<String> = words.collect();
    assert!(words.iter().any(|edit| edit.starts_with("Raymond Spruance is eliminated")), "{words:?}");
    // With a ship on the map he is with that one.
    let both = format!("{text}\nat W4223: us-ca-quincy");
    let battle = given(&both).battles().remove(0);
    let defence = battle.forces.0.iter().find(|force| force.key == "defence").unwrap();
    assert!(
        defence
            .units
            .iter()
            .filter(|ship| ship.told.contains_key("admiral"))
            .all(|ship| ship.name == "Quincy")
    );
}
