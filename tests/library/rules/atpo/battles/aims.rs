//! What those who fly a strike or strafe aim at, and who of them has no part in the battle.

use serde_json::Value;

use super::{battle, given, has_note};

/// Ships in port of a base with a port, and two bombers of another.
fn in_port(phase: &str, first: &str, second: &str) -> String {
    format!(
        "date: 1943-06\nphase: {phase}\ncontrol: JP E4229\ncontrol: US E4428\n\
         at E4229: chit:large-airbase\nat E4229 docked: jp-ca-chokai, jp-dd-1\n\
         at E4428: chit:large-airbase, us-b-22 strike target=\"{first}\", us-b-38 strike target=\"{second}\"\n"
    )
}

fn count(battle: &liege::rules::play::battle::Battle, key: &str) -> usize {
    battle.inputs.get(key).and_then(Value::as_array).map_or(0, Vec::len)
}

#[test]
fn port_means_the_ships_in_port_in_both_phases() {
    for phase in ["NA.2", "OA.1"] {
        let strike = battle(&in_port(phase, "E4229 port", "E4229 port"));
        assert_eq!((count(&strike, "ships"), count(&strike, "strike")), (2, 2), "{phase} {:?}", strike.notes);
        assert!(strike.refused.is_none() && !strike.inputs.contains_key("target"), "{phase}");
        assert!(strike.inputs.contains_key("port"));
    }
}

#[test]
fn a_bomber_joins_no_other_target_than_its_own() {
    let both = given(&in_port("OA.1", "E4229 port", "E4229 airbase")).battles();
    let [port, base] = &both[..] else { panic!("{both:?}") };
    assert_eq!((count(port, "ships"), count(port, "strike")), (2, 1), "{:?}", port.notes);
    assert!(has_note(port, "bombs the airbase in a separate strike"), "{:?}", port.notes);
    // The other is declared, too, and comes after it.
    assert_eq!((port.id.as_str(), base.id.as_str()), ("strike-E4229", "strike-E4229-2"));
    assert_eq!(
        (count(base, "ships"), count(base, "strike"), &base.refused),
        (0, 1, &None),
        "{:?}",
        base.notes
    );
    assert_eq!(base.inputs["target"], serde_json::json!(["airbase"]));
    assert!(!port.is_same(base), "who flies one flies not the other");
    let astray = battle(&in_port("OA.1", "E4229 airbase", "E4229 radar"));
    assert_eq!((count(&astray, "ships"), count(&astray, "strike")), (0, 1), "{:?}", astray.notes);
    assert!(has_note(&astray, "finds no radar in E4229"), "{:?}", astray.notes);
    let minor = battle(&in_port("OA.1", "E4229 airbase", "E4229 minor-port"));
    assert_eq!(count(&minor, "strike") + usize::from(has_note(&minor, "finds no minor-port")), 2);
}

#[test]
fn strafing_is_of_one_phase_and_has_escorts_and_fighters_that_meet_interceptors() {
    let text = "date: 1943-06\nphase: OA.1\ncontrol: JP E4229\ncontrol: US E4428\n\
        at E4229: chit:large-airbase, jp-b-4-ku, jp-f-tainan\n\
        at E4428: chit:large-airbase, us-fb-mag12 strafe target=E4229, us-fb-475 intercept target=E4229\n";
    let refused = battle(text).refused.unwrap();
    assert!(refused.rule == "4.9" && refused.reason.contains("Naval and Air Phase"), "{}", refused.reason);
    let strafes = battle(&text.replace("OA.1", "NA.2"));
    assert_eq!((count(&strafes, "attack"), count(&strafes, "counter")), (1, 1), "{:?}", strafes.notes);
    let escorted = text.replace("OA.1", "NA.2").replace("intercept", "escort");
    assert_eq!(count(&battle(&escorted), "escorts"), 1);
    // However its name is written, a base is strafed once, by all together.
    let both =
        text.replace("OA.1", "NA.2").replace("intercept target=E4229", "strafe target=\"E4229 airbase\"");
    assert_eq!(count(&battle(&both), "attack"), 2);
}
