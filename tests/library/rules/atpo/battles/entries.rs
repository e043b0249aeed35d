//! Ships that go to an enemy port: who reacts on their way, who meets them in port, what comes first, where they are then.

use std::collections::BTreeSet;

use liege::rules::play::battle::Battle;
use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::Ending;
use serde_json::{Value, json};

use super::changes::lines;
use super::{fight_with, game, given, has_note};

const DATE: &str = "date: 1942-08\nphase: NA.1\ncontrol: JP E4229\n";

fn told<'a>(battle: &'a Battle, key: &str) -> &'a Value {
    battle.inputs.get(key).unwrap_or(&Value::Null)
}

fn names(battle: &Battle, key: &str) -> Vec<String> {
    let force = battle.forces.0.iter().find(|force| force.key == key);
    force.into_iter().flat_map(|force| &force.units).map(|unit| unit.piece.name.clone()).collect()
}

fn called(text: &str, id: &str) -> Battle {
    given(text).battle(id).unwrap_or_else(|| panic!("{id} in {text}"))
}

/// What a battle does to the pieces with the first seed whose result begins like this.
fn after(text: &str, id: &str, result: &str) -> Vec<String> {
    let given = given(text);
    let battle = called(text, id);
    let overs =
        (1..200).map(|seed| fight_with(&battle, &mut Seeded::new(seed), "balanced", "day,fight,balanced"));
    let mut overs = overs.filter(|over| over.status == Ending::Done && over.result.starts_with(result));
    let over = overs.next().unwrap_or_else(|| panic!("{id} never comes to {result}"));
    lines(&given.changes(&battle, &over.deeds))
}

#[test]
fn who_goes_to_a_port_of_another_hex_moves_as_one_who_sails_does() {
    let text = format!(
        "{DATE}at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229\n\
         at E4130: jp-ca-kako intercept target=E4230, jp-dd-5 intercept target=E4230"
    );
    let (enters, sails) =
        (called(&text, "intercept-E4230"), called(&text.replace("enter-port", "sail"), "intercept-E4230"));
    assert_eq!(told(&enters, "kind"), &json!("reactive"));
    for key in ["kind", "range", "moved", "in-port", "coastal-fort", "automatic"] {
        assert_eq!(told(&enters, key), told(&sails, key), "{key}");
    }
    assert!(has_note(&enters, "within="), "{:?}", enters.notes);
    // In the hex of the port they do not come from elsewhere.
    let here = text.replace("at E4230: us", "at E4229: us").replace("target=E4230", "target=E4229");
    assert_eq!(told(&called(&here, "intercept-E4229"), "kind"), &json!("active"));
    // The chit of a task force moves its ships, too.
    let tray = text.replace(
        "us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229",
        "us-tf-1 enter-port target=E4229\ntray us-tf-1: us-ca-quincy, us-dd-2",
    );
    assert_eq!(told(&called(&tray, "intercept-E4230"), "kind"), &json!("reactive"));
}

/// Ships that enter a port, met by those docked there and by others.
fn watched(from: &str) -> String {
    format!(
        "{DATE}at {from}: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229\n\
         at E4229 docked: jp-ca-aoba intercept target=E4229, jp-ca-kinugasa intercept target=E4229, jp-dd-5 intercept target=E4229\n\
         at E4130: jp-ca-kako intercept target=E4229, jp-ca-furutaka intercept target=E4229, jp-dd-4 intercept target=E4229"
    )
}

#[test]
fn who_is_docked_meets_the_entrants_whoever_looks_for_them_outside() {
    for (from, kind) in [("E4230", "reactive"), ("E4229", "active")] {
        let text = watched(from);
        let (outside, port) = (called(&text, "intercept-E4229"), called(&text, "intercept-E4229-2"));
        assert_eq!((&outside.refused, &port.refused), (&None, &None), "{from}");
        assert_eq!((names(&outside, "attack").len(), told(&outside, "automatic")), (3, &Value::Null));
        assert_eq!((told(&outside, "kind"), told(&outside, "into-port")), (&json!(kind), &Value::Null));
        assert_eq!((names(&port, "attack").len(), told(&port, "automatic")), (3, &json!("docked")));
        assert_eq!((told(&port, "kind"), told(&port, "into-port")), (&json!("reactive"), &json!(true)));
        assert_eq!((names(&outside, "defence"), names(&port, "defence").len()), (names(&port, "defence"), 2));
        // Whom nobody finds outside goes on, and is met inside.
        let missed = after(&text, "intercept-E4229", "not found");
        assert!(!missed.iter().any(|line| line.starts_with("3.")), "{from}: {missed:?}");
    }
    // One docked and one outside are each the only group of its place.
    let one = format!(
        "{DATE}at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229\n\
         at E4229 docked: jp-ca-aoba intercept\nat E4229: jp-ca-kako intercept"
    );
    let (outside, port) = (called(&one, "intercept-E4229"), called(&one, "intercept-E4229-2"));
    assert_eq!(
        (names(&outside, "attack"), names(&port, "attack")),
        (vec!["Kako".to_owned()], vec!["Aoba".to_owned()])
    );
    for battle in [outside, port] {
        let over = fight_with(&battle, &mut Seeded::new(3), "balanced", "day,fight,balanced");
        assert_eq!(over.status, Ending::Done, "{:?}", over.refused);
    }
    // Who comes out of port against ships at sea searches with the others.
    let out = one.replace(" enter-port target=E4229", "").replace("at E4230", "at E4229");
    assert!(given(&out).battle("intercept-E4229-2").is_none());
}

#[test]
fn who_has_entered_a_port_is_in_it() {
    let text =
        format!("{DATE}at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229");
    let entered = after(&text, "mines-E4229", "no hit");
    let docked: Vec<&String> = entered.iter().filter(|line| line.contains("Berth 2")).collect();
    assert_eq!(docked.len(), 2, "{entered:?}");
    let met = format!("{text}\nat E4229 docked: jp-dd-5 intercept");
    let met = after(&met, "intercept-E4229", "found");
    assert!(met.iter().any(|line| line.contains("Berth 2")), "{met:?}");
    // There they meet who is docked.
    let inside = format!("{DATE}at E4229 docked: us-ca-quincy intercept\nat E4229 docked: jp-dd-5");
    assert_eq!(told(&called(&inside, "intercept-E4229"), "automatic"), &json!("enemy-port"));
    // Whom others await in the port, they meet there.
    let past = "us-ca-quincy enter-port target=\"E4229 past mines\"";
    let second = format!("{DATE}at E4229 docked: {past}\nat E4229 docked: jp-dd-5 intercept");
    let second = called(&second, "intercept-E4229");
    assert_eq!((told(&second, "automatic"), told(&second, "into-port")), (&json!("docked"), &json!(false)));
}

/// The ids of the battles of a position in the order of the rules.
fn order(text: &str) -> Vec<String> {
    game().in_order(given(text).battles()).into_iter().map(|battle| battle.id).collect()
}

#[test]
fn who_meets_ships_on_their_way_does_so_before_they_come_where_they_go() {
    let port = format!(
        "{DATE}at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229, us-dd-3 enter-port target=E4229\n\
         at E4229 docked: jp-ca-aoba intercept target=E4229, jp-dd-5 intercept target=E4229\n\
         at E4130: jp-ca-kako intercept target=E4230, jp-ca-furutaka intercept target=E4230\n\
         at E4228: jp-ss-3 intercept target=E4230"
    );
    assert_eq!(order(&port), ["intercept-E4230", "intercept-E4230-2", "intercept-E4229", "mines-E4229"]);
    let mined = "date: 1942-08\nphase: NA.1\ncontrol: JP E4525\nat E4525: chit:jp-coastal-fort\n\
        at E4526: us-ca-quincy sail target=E4525, us-dd-2 sail target=E4525, us-dd-3 sail target=E4525\n\
        at E4426: jp-ca-chokai intercept target=E4526, jp-dd-5 intercept target=E4526";
    assert_eq!(order(mined), ["intercept-E4526", "coast-E4525"]);
    assert!(has_note(&called(mined, "coast-E4525"), "intercept-E4526 comes first"));
    assert!(has_note(&called(mined, "intercept-E4526"), "comes before coast-E4525"));
    let ids: BTreeSet<String> = order(&mined.replace("at E4526: us", "at E4525: us")).into_iter().collect();
    assert!(ids.contains("coast-E4525"));
}
