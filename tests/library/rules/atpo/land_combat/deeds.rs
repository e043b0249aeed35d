//! What a procedure does comes typed out of it, and its report's JSON is written from that.

use liege::rules::atpo::terms::{ACTIVE, FORCE_POOL, OUT_OF_THE_GAME, PINNED};
use liege::rules::play::deeds::{Act, Deed, Whom};
use liege::rules::play::dice::Die;
use liege::rules::play::procedure::Resolution;
use liege::rules::position::situation::PlaceId;
use serde_json::json;

use super::{ATTACKER, DEFENDER, decided, run_with};

/// The deeds of a unit.
fn acts<'a>(report: &'a Resolution, unit: &str) -> Vec<&'a Act> {
    let own = |deed: &&Deed| matches!(&deed.whom, Whom::Unit { name, .. } if name == unit);
    report.deeds.iter().filter(own).map(|deed| &deed.act).collect()
}

#[test]
fn a_line_bears_die_and_face_of_its_roll_whatever_it_is_called() {
    let words = ["attack=a:4/2, b:4/2, Goldie:1/1 paratroop drop", "defence=c:9/2, d:9/2", "terrain=clear"];
    let report = decided(&words, &[6, 2], "weakest,hold", "stand,weakest");
    let rolls: Vec<(&str, Die, u8)> = report
        .lines
        .iter()
        .filter_map(|line| line.roll.as_ref().map(|roll| (line.label.as_str(), roll.die, roll.face)))
        .collect();
    assert_eq!(rolls, [("drop of Goldie: die", Die::D6, 6), ("die", Die::D6, 2)]);
    assert_eq!(report.faces, [6, 2]);
    let dead = report.lines.iter().find(|line| line.label == "Goldie").unwrap();
    assert_eq!((dead.value.as_str(), &dead.roll), ("eliminated", &None));
    let steps = report.json["steps"].as_array().unwrap();
    let told: Vec<_> = steps.iter().filter_map(|step| step.get("roll")).collect();
    assert_eq!(told, [&json!({"die": 6, "face": 6}), &json!({"die": 6, "face": 2})]);
}

#[test]
fn losses_retreats_and_advances_are_deeds_with_their_places() {
    let words = ["attack=a:4/2", "defence=c:4/2", "hex=w4533", "retreat=w4432:1 closer"];
    let report = decided(&words, &[4], "weakest,advance", "retreat,together");
    let hex = |name: &str| Some(PlaceId::Hex(name.parse().unwrap()));
    assert_eq!(acts(&report, "c"), [&Act::Retreat(hex("W4432"))]);
    assert_eq!(acts(&report, "a"), [&Act::Advance(hex("W4533"))]);
    assert_eq!(report.json["changes"], json!(report.deeds));
    let retreat = json!({"subject": "c", "change": "retreat", "to": "W4432", "rule": "11.6.7"});
    assert!(report.json["changes"].as_array().unwrap().contains(&retreat), "{:#}", report.json["changes"]);
}

#[test]
fn a_landing_and_a_beach_are_told_apart_by_the_deed_not_by_its_words() {
    let words = ["amphibious=yes", "attack=a:8/2 marine", "hex=E2720", "installations=airfield,supply"];
    let landed = decided(&[&words[..], &["defence=none"]].concat(), &[6], "stay", "stand");
    assert_eq!(acts(&landed, "a"), [&Act::Land(ACTIVE)]);
    let things: Vec<&Act> =
        landed.deeds.iter().filter(|deed| deed.piece().is_none()).map(|deed| &deed.act).collect();
    for act in [Act::Capture(ATTACKER), Act::Destroy(FORCE_POOL), Act::Place(DEFENDER)] {
        assert!(things.contains(&&act), "{act:?} {things:?}");
    }
    let failed = decided(&[&words[..], &["defence=c:9/2"]].concat(), &[5], "stay,weakest", "stand");
    assert_eq!(acts(&failed, "a"), [&Act::LoseStep, &Act::Pin(PINNED), &Act::Mark(ACTIVE)]);
    let words = |report: &Resolution, to: &str| report.json["changes"].to_string().contains(to);
    assert!(words(&landed, "Active") && words(&failed, "Pinned on the Beach"));
}

#[test]
fn a_general_goes_to_the_pool_that_his_roll_tells() {
    let general = |face: u8| run_with("R41", &["general=X"], &[face], &[], &mut Default::default()).unwrap();
    assert_eq!(general(6).deeds[0].act, Act::Eliminate(Some(FORCE_POOL)));
    assert_eq!(general(1).deeds[0].act, Act::Eliminate(Some(OUT_OF_THE_GAME)));
    assert_eq!(general(1).json["changes"][0]["to"], "out of the game");
}
