//! Several who react to one move: what the first leaves to the others, mines that are passed once, and who may be where.

use liege::rules::game::Questions;
use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::Ending;
use serde_json::{Value, json};

use super::changes::lines;
use super::{fight_with, given, has_note};

/// Two who react to one force that sails.
const BOTH: &str = "date: 1942-08\nat E4525: us-ca-quincy sail, us-dd-2 sail\n\
    at E4526: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525\n\
    at E4425: jp-ss-1 intercept target=E4525";

fn called(given: &dyn Questions, id: &str) -> Battle {
    given.battle(id).unwrap_or_else(|| panic!("{id} in {:?}", given.battles()))
}

fn told<'a>(battle: &'a Battle, key: &str) -> &'a Value {
    battle.inputs.get(key).unwrap_or(&Value::Null)
}

/// What a battle does to the pieces, fought with the first seed whose result begins like this.
fn after(text: &str, id: &str, result: &str) -> Vec<String> {
    let given = given(text);
    let battle = called(given.as_ref(), id);
    let overs =
        (1..200).map(|seed| fight_with(&battle, &mut Seeded::new(seed), "balanced", "day,fight,balanced"));
    let over = overs.into_iter().find(|over| over.status == Ending::Done && over.result.starts_with(result));
    let over = over.unwrap_or_else(|| panic!("{id} never comes to {result}"));
    lines(&given.changes(&battle, &over.deeds))
}

fn has(edits: &[String], line: &str) -> bool {
    edits.iter().any(|edit| edit == line)
}

#[test]
fn a_move_lasts_until_all_have_reacted() {
    let missed = after(BOTH, "intercept-E4525", "not found");
    assert!(!has(&missed, "3.1 Mission 1") && has(&missed, "4.1 Mission 1"), "{missed:?}");
    // Found or not, the other one may still react.
    let found = after(BOTH, "intercept-E4525-2", "found");
    assert!(!has(&found, "3.1 Mission 1") && has(&found, "5.1 Mission 1"), "{found:?}");
    let last = BOTH.replace("jp-ss-1 intercept target=E4525", "jp-ss-1");
    assert!(has(&after(&last, "intercept-E4525", "not found"), "3.1 Mission 1"));
    // Who may not search keeps nobody on his way.
    let idle = BOTH.replace("jp-ss-1 intercept", "jp-ss-1 active intercept");
    assert!(has(&after(&idle, "intercept-E4525", "not found"), "3.1 Mission 1"));
    // The chit of a task force keeps its mark as a ship does.
    let tray =
        BOTH.replace("us-ca-quincy sail, us-dd-2 sail", "us-tf-1 sail\ntray us-tf-1: us-ca-quincy, us-dd-2");
    assert!(!has(&after(&tray, "intercept-E4525", "not found"), "3.1 Mission 1"));
}

#[test]
fn who_was_met_does_what_else_he_came_for() {
    let guns = "phase: OS.2\ncontrol: US E4525\nat E4525: chit:small-airbase\n\
        at E4525: jp-bb-kongo active bombardment target=\"E4525 airbase\"\n\
        at E4526: us-bb-washington standby intercept target=E4525";
    let missed = after(guns, "intercept-E4525", "not found");
    assert!(!has(&missed, "6.1 Mission 1") && has(&missed, "7.1 Mission 1"), "{missed:?}");
    let port = "control: UK W2112\nat W2112: jp-ca-haguro enter-port\n\
        at W2113: uk-bb-warspite intercept target=W2112";
    assert!(!has(&after(port, "intercept-W2112", "not found"), "4.1 Mission 1"));
    // Two who engage each other fight once.
    let each = "at E4525: us-ca-quincy engage\nat E4525: jp-ca-chokai engage";
    let fought = after(each, "sea-E4525", "");
    assert!(has(&fought, "3.1 Mission 1") && has(&fought, "4.1 Mission 1"), "{fought:?}");
    // Whom nobody found engages still.
    let missed = "at E4525: us-ca-quincy engage\nat E4525: jp-ca-chokai\n\
        at E4526: jp-ca-kako intercept target=E4525";
    assert!(!has(&after(missed, "intercept-E4525", "not found"), "3.1 Mission 1"));
}

#[test]
fn mines_are_passed_once_whoever_reacts_behind_them() {
    let fort = "date: 1942-08\ncontrol: JP E4525\nat E4525: chit:jp-coastal-fort\n";
    let text = BOTH.replace("date: 1942-08\n", fort);
    let first = called(given(&text).as_ref(), "intercept-E4525");
    assert_eq!(told(&first, "coastal-fort"), &json!(true));
    // The sea mines alone may come first, too.
    for id in ["intercept-E4525", "coast-E4525"] {
        let edits = after(&text, id, "no");
        let note = edits.iter().find(|line| line.starts_with("5.1 ")).unwrap();
        assert!(note.ends_with("E4525 past mines"), "{edits:?}");
    }
    let behind = given(&text.replace(" sail", " sail target=\"E4525 past mines\""));
    assert!(behind.battle("coast-E4525").is_none());
    let second = called(behind.as_ref(), "intercept-E4525");
    assert_eq!((told(&second, "kind"), told(&second, "coastal-fort")), (&json!("reactive"), &Value::Null));
    // What is said of another place says nothing of this one.
    let elsewhere = given(&text.replace(" sail", " sail target=\"E4525 past mines of E4229\""));
    assert_eq!(told(&called(elsewhere.as_ref(), "intercept-E4525"), "coastal-fort"), &json!(true));
    // On the way to another place the mines are named.
    let through = text.replace(" sail", " sail target=E4526");
    let edits = after(&through, "intercept-E4525", "not found");
    assert!(edits.iter().any(|line| line.ends_with("E4526 past mines of E4525")), "{edits:?}");
    let cargo = "date: 1942-08\ncontrol: JP E4525\nat E4525: chit:jp-coastal-fort\n\
        at E4525: us-stp-1 transport\nat E4525 aboard us-stp-1: us-marine-1";
    let edits = after(cargo, "coast-E4525", "no hit");
    assert!(edits.iter().any(|line| line.ends_with("E4525 past mines")), "{edits:?}");
}

const PORT: &str = "control: UK W2112\nat W2112: jp-bb-kongo enter-port, jp-ca-chokai enter-port\n\
    at W2112 docked: uk-bb-warspite intercept, uk-ss-1 intercept";

#[test]
fn two_who_are_docked_meet_who_enters_their_port_and_its_mines_attack_once() {
    let met = [
        ("intercept-W2112", "found: attacker 1 sunk; defender 1"),
        ("intercept-W2112-2", "found"),
        ("mines-W2112", ""),
    ];
    for (id, result) in met {
        let edits = after(PORT, id, result);
        assert!(edits.iter().any(|line| line.ends_with("W2112 past mines")), "{id}: {edits:?}");
    }
    let behind = given(&PORT.replace("enter-port", "enter-port target=\"W2112 past mines\""));
    assert!(behind.battle("mines-W2112").is_none());
    let second = called(behind.as_ref(), "intercept-W2112");
    assert_eq!((told(&second, "automatic"), told(&second, "into-port")), (&json!("docked"), &json!(false)));
    assert!(has_note(&second, "has entered the port"), "{:?}", second.notes);
    let over = fight_with(&second, &mut Seeded::new(1), "balanced", "balanced");
    assert!(over.result.starts_with("found"), "{}", over.result);
    assert!(!over.lines.iter().any(|line| line.label.starts_with("mines")), "{:?}", over.lines);
    let last = PORT.replace("uk-ss-1 intercept", "uk-ss-1");
    let edits = after(&last, "intercept-W2112", "found: attacker 1 sunk; defender 1");
    assert!(
        !edits.iter().any(|line| line.ends_with("past mines")) && has(&edits, "4.2 Mission 1"),
        "{edits:?}"
    );
}

#[test]
fn who_comes_from_elsewhere_into_a_port_is_met_there_and_is_there_afterwards() {
    let text = PORT.replace(
        "at W2112: jp-bb-kongo enter-port, jp-ca-chokai enter-port",
        "at W2113: jp-bb-kongo enter-port target=W2112, jp-ca-chokai enter-port target=W2112",
    );
    let given = given(&text);
    let search = called(given.as_ref(), "intercept-W2112");
    assert_eq!((told(&search, "automatic"), told(&search, "into-port")), (&json!("docked"), &json!(true)));
    let edits = after(&text, "intercept-W2112", "found: attacker 1 sunk; defender 1");
    assert!(has(&edits, "4.1 to W2112") || has(&edits, "4.2 to W2112"), "{edits:?}");
    assert!(!edits.iter().any(|line| line.starts_with("5.") && line.contains("to W2112")), "{edits:?}");
    let alone = text.lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(has(&after(&alone, "mines-W2112", ""), "4.2 to W2112"));
    // Nobody has to be marked for it to be offered.
    let idle = super::given(&text.replace(" intercept", "")).possible_battles();
    assert!(idle.iter().any(|battle| told(battle, "automatic") == "docked"), "{idle:?}");
}

#[test]
fn a_submarine_goes_into_no_hex_with_other_ships_of_its_side() {
    let refused = |text: &str, id: &str| {
        let battle = called(given(text).as_ref(), id);
        battle.refused.map(|refusal| (refusal.rule.to_string(), refusal.reason))
    };
    let rule = |text: &str, id: &str| refused(text, id).map(|(rule, _)| rule).unwrap_or_default();
    let two = "date: 1944-08\nat E4525: us-ca-quincy, us-dd-2\nat E4526: jp-ss-1 intercept target=E4525\n\
        at E4425: jp-ss-3 intercept target=E4525";
    assert_eq!(refused(two, "intercept-E4525"), None);
    let first = two.replace("at E4526: jp-ss-1 intercept target=E4525", "at E4525: jp-ss-1");
    assert_eq!(rule(&first, "intercept-E4525"), "3.16.2");
    // Neither do ships come to a submarine.
    let ships = first.replace("jp-ss-3", "jp-ca-chokai");
    assert_eq!(rule(&ships, "intercept-E4525"), "3.16.2");
    // A Kaiten rides with a submarine, sea transport counts as no ship, and in port all lie together.
    let rides = first.replace("jp-ss-3", "jp-kaiten");
    assert_eq!(refused(&rides, "intercept-E4525"), None);
    assert_eq!(refused(&first.replace("at E4525: jp-ss-1", "at E4525: jp-stp-1"), "intercept-E4525"), None);
    let docked = PORT.replace("uk-bb-warspite intercept", "uk-bb-warspite");
    assert_eq!(refused(&docked, "intercept-W2112"), None);
    // Cargo comes to no coast beside a submarine either.
    let lift = "date: 1942-08\nphase: NA.1\ncontrol: JP E4229\nat E4229: us-ss-1\n\
        at E4525: us-ca-quincy transport target=E4229\nat E4525 aboard us-ca-quincy: us-inf-32";
    assert_eq!(rule(lift, "lift-E4229"), "3.16.2");
}

#[test]
fn whom_others_look_for_may_look_for_others() {
    let text = "date: 1942-08\nat E4426: us-ca-quincy intercept target=E4525, us-dd-2 intercept target=E4525\n\
        at E4525: jp-ca-chokai, jp-dd-5\nat E4525 docked: jp-ca-aoba";
    let offered = given(text).possible_battles();
    let search = offered.iter().find(|battle| battle.id == "intercept-E4426").unwrap();
    assert_eq!(search.forces.first().len(), 3, "{:?}", search.forces);
    // Who is to do something himself is not offered anything else.
    let busy = given(&text.replace("jp-ca-chokai", "jp-ca-chokai intercept target=E4426")).possible_battles();
    let search = busy.iter().find(|battle| battle.place.location == "E4426").unwrap();
    assert_eq!(search.forces.first().len(), 2, "{:?}", search.forces);
}

#[test]
fn a_strike_leaves_those_who_have_still_to_sail_their_mission() {
    let text = "date: 1942-06\nphase: NA.2\nat E2015: us-bb-washington sail target=E2020\n\
        at E2016: jp-cv-akagi\nat E2016 aboard jp-cv-akagi: jp-n-akagi strike target=E2015\n";
    let after = |text: &str| {
        let given = given(text);
        let mut battle = called(given.as_ref(), "strike-E2015");
        super::find(&mut battle);
        let overs = (1..200)
            .map(|seed| fight_with(&battle, &mut Seeded::new(seed), "balanced,strongest", "balanced,stay"));
        let over = overs.into_iter().find(|over| !over.result.contains("sunk"));
        let over = over.unwrap_or_else(|| panic!("Washington is always sunk"));
        lines(&given.changes(&battle, &over.deeds))
    };
    let own = |edits: &[String], what: &str| {
        edits.iter().any(|edit| edit.ends_with(what) && edit.starts_with("4."))
    };
    assert!(!own(&after(text), "Mission 1"), "{:?}", after(text));
    // Who has come to where he sailed to has carried it out.
    for arrived in ["sail target=E2015", "sail"] {
        let edits = after(&text.replace("sail target=E2020", arrived));
        assert!(own(&edits, "Mission 1"), "{arrived}: {edits:?}");
    }
    // Who was met with cargo, or before he enters a port, may go on.
    for mission in ["transport target=E2112", "enter-port target=E2112", "intercept target=E2016"] {
        let edits = after(&text.replace("sail target=E2020", mission));
        assert!(!own(&edits, "Mission 1"), "{mission}: {edits:?}");
    }
}
