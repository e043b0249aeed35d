//! Ground support by the mission of aircraft: it counts in battles on land and in landings, and is over behind them.

use liege::rules::procedure::Ending;

use super::changes::lines;
use super::{battle, fight, given, has_note, strings};

/// An attack over a border, with a bomber behind it.
const FRONT: &str = "date: 1942-02\nphase: OL.1\ncontrol: JP W4418\ncontrol: CN W4318\n\
    at W4318: cn-inf-10\n\
    at W4418: jp-armor-1 standby attack W4318\n\
    at W4418: chit:small-airbase, jp-b-4-ku ground-support target=W4318\n";

#[test]
fn aircraft_with_the_mission_ground_support_count_in_the_battle_of_their_target() {
    let text = FRONT;
    let helped = battle(text);
    assert_eq!(strings(&helped, "attack-air").len(), 1, "{:?}", helped.inputs.get("attack-air"));
    assert!(strings(&helped, "attack-air")[0].starts_with("B "));
    assert!(has_note(&helped, "flies ground support from W4418, 1 hex"), "{:?}", helped.notes);
    // Elsewhere they help nobody here.
    let other = battle(&text.replace("ground-support target=W4318", "ground-support target=W4317"));
    assert!(!other.inputs.contains_key("attack-air"));
    // Aloft over the hex it counts once, mark or not.
    let own = ", jp-b-4-ku ground-support target=W4318";
    for aloft in ["jp-b-4-ku", "jp-b-4-ku ground-support target=W4318"] {
        let text = format!("{}at W4318 aloft: {aloft}\n", text.replace(own, ""));
        assert_eq!(strings(&battle(&text), "attack-air"), strings(&helped, "attack-air"));
    }
}

/// The same with a fighter of the defender in range.
fn met() -> String {
    format!("{FRONT}at W4317: chit:small-airbase, cn-f-avg\n")
}

#[test]
fn enemy_fighters_in_range_meet_ground_support_in_the_battle() {
    let met = met();
    let battle = battle(&met);
    assert_eq!(battle.inputs["air-combat"], true);
    for key in ["attack-air", "interceptors"] {
        assert!(battle.inputs[key][0].is_object(), "{key}: {:?}", battle.inputs);
    }
    assert!(has_note(&battle, "as they are left"), "{:?}", battle.notes);
    let given = given(&met);
    let edits = |attacker: &str, defender: &str, faces: &[u8]| {
        let report = fight(&battle, faces, attacker, defender);
        (report.status, lines(&given.changes(&battle, &report.deeds)))
    };
    // Nobody answers: the first question is the defender's.
    let open = fight(&battle, &[], "hold", "stand").open.unwrap();
    assert_eq!((open.by.word(), open.label), ("defender", "intercept"));
    // It stays on the ground: the bomber alone is Committed.
    let (status, quiet) = edits("stay,hold", "stay,stand", &[4]);
    assert_eq!(status, Ending::Done);
    let own: Vec<&String> = quiet.iter().filter(|edit| edit.starts_with("8.2")).collect();
    assert_eq!(own, ["8.2 Status 4", "8.2 Mission 1", "8.2 Target"], "{quiet:?}");
    assert!(!quiet.iter().any(|edit| edit.starts_with("9.2")), "{quiet:?}");
    // It flies: an unmodified 1 costs the bomber a step.
    let (status, fought) = edits("stay,strongest,hold", "fly,strongest,stay,stand", &[1, 4]);
    assert_eq!(status, Ending::Done);
    assert!(fought.contains(&"8.2 Face 2".to_owned()), "{fought:?}");
    for committed in ["8.2 Status 4", "9.2 Status 4"] {
        assert_eq!(fought.iter().filter(|edit| *edit == committed).count(), 1, "{fought:?}");
    }
    // What was fought by hand takes the meeting away.
    let by_hand = |said: serde_json::Value| super::game().lay(&battle, said.as_object().unwrap()).unwrap();
    let left = by_hand(serde_json::json!({ "attack-air": "none" }));
    assert!(["air-combat", "interceptors"].iter().all(|key| !left.inputs.contains_key(*key)), "{left:?}");
    assert_eq!(fight(&left, &[4], "hold", "stand").status, Ending::Done);
    let no = by_hand(serde_json::json!({ "air-combat": false }));
    let report = fight(&no, &[4], "hold", "stand");
    assert!(report.lines.iter().any(|line| line.label == "attack: ground support"), "{:?}", report.lines);
    // Values about the units on the ground bring nothing of it back.
    let oos = by_hand(serde_json::json!({ "attack-air": "B 2", "attack-supply": "out" }));
    assert_eq!(oos.inputs["attack-air"], "B 2");
    assert!(!oos.inputs.contains_key("interceptors"));
}

#[test]
fn fighters_that_intercept_meet_the_ground_support_of_the_defender() {
    let text = "date: 1942-02\nphase: OL.1\ncontrol: JP W4418\ncontrol: CN W4318\n\
        at W4318: cn-inf-10\n\
        at W4418: jp-armor-1 standby attack W4318\n\
        at W4418: chit:small-airbase, jp-f-tainan intercept target=W4318\n\
        at W4317: chit:small-airbase, cn-f-avg ground-support target=W4318\n";
    let met = battle(text);
    assert!(!met.inputs.contains_key("attack-air"), "{:?}", met.inputs);
    for key in ["defence-air", "counter"] {
        assert!(met.inputs[key][0].is_object(), "{key}: {:?} {:?}", met.inputs, met.notes);
    }
    let open = fight(&met, &[], "hold", "stand").open.unwrap();
    assert_eq!((open.by.word(), open.label), ("attacker", "counter-intercept"));
    // Without the mark nobody meets it, and a note says who could.
    let free = battle(&text.replace("jp-f-tainan intercept target=W4318", "jp-f-tainan"));
    assert_eq!(strings(&free, "defence-air").len(), 1, "{:?}", free.inputs);
    assert!(has_note(&free, "could counter-intercept"), "{:?}", free.notes);
}

#[test]
fn elite_pilots_add_to_the_strength_of_ground_support() {
    let strength = |text: &str| -> i32 {
        strings(&battle(text), "attack-air")[0]
            .split(' ')
            .nth(1)
            .and_then(|number| number.parse().ok())
            .unwrap()
    };
    let elite = format!("{}, chit:elite\n", FRONT.trim_end());
    assert_eq!(strength(&elite), strength(FRONT) + 1);
}

#[test]
fn who_cannot_fly_there_is_left_out_with_the_reason() {
    let text = FRONT.replace("jp-b-4-ku", "jp-b-4-ku previously-committed");
    let quiet = battle(&text);
    assert!(!quiet.inputs.contains_key("attack-air"));
    assert!(has_note(&quiet, "left out") && has_note(&quiet, "Previously Committed"), "{:?}", quiet.notes);
}

#[test]
fn aircraft_that_helped_are_committed_and_their_mission_is_over() {
    let text = FRONT;
    let given = given(text);
    let battle = given.battles().remove(0);
    let report = fight(&battle, &[4], "hold", "stand");
    let edits = lines(&given.changes(&battle, &report.deeds));
    let own: Vec<&String> = edits.iter().filter(|edit| edit.starts_with("8.2")).collect();
    assert_eq!(own, ["8.2 Status 4", "8.2 Mission 1", "8.2 Target"], "{edits:?}");
}

#[test]
fn carriers_support_a_landing_and_strikes_at_its_ships_come_first() {
    let text = "date: 1942-08\nphase: OL.1\ncontrol: JP E4525\n\
        at E4525: jp-inf-2\n\
        at E4525: us-stp-1 standby\n\
        at E4525 aboard us-stp-1: us-marine-rgt-1 attack E4525\n\
        at E4526: us-cv-enterprise\n\
        at E4526 aboard us-cv-enterprise: us-n-enterprise ground-support target=E4525\n\
        control: JP E4229\nat E4229: chit:large-airbase, jp-b-4-ku strike target=E4525\n";
    let given = given(text);
    let landing = given.battles().into_iter().find(|battle| battle.id == "land-E4525").unwrap();
    assert_eq!(landing.inputs["amphibious"], true);
    assert!(strings(&landing, "attack-air")[0].starts_with("N "), "{:?}", landing.inputs);
    assert!(has_note(&landing, "flies ground support from Enterprise"));
    assert!(has_note(&landing, "strike-E4525"), "{:?}", landing.notes);
}
