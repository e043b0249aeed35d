//! An A-Bomb attack of the save: a B-29 with the chit at its base, whose target is followed by a word (16.10, 16.11).

use serde_json::{Map, Value};

use super::super::super::bases::port_capacity;
use super::super::super::ratings::Ratings;
use super::super::super::states::{AirMission, Posture, Status};
use super::super::super::view::{Unit, View};
use super::super::named_apart;
use super::super::sea::action::SeaAction;
use super::super::sea::raids::is_strategic_warfare;
use super::meeting::{AirMeeting, way};
use super::missions::AirVenture;
use super::{economy, links};
use crate::forces::ATTACKER;
use liege_rules::position::situation::PlaceId;

const RULE: &str = "16.10";

/// The attack of a venture: who carries the bomb, and those that escort.
pub(super) fn raid<'a>(
    view: &'a View,
    bombs: &AirVenture<'a>,
    with: &[&AirVenture<'a>],
) -> Option<SeaAction<'a>> {
    let place = bombs.target.clone().ok()?;
    let mut action = SeaAction::at(view, &links::A_BOMB, bombs.side, place);
    let bombers = economy::fly(&mut action, &[bombs], AirMission::Strike);
    let escorts = economy::fly(&mut action, with, AirMission::Escort);
    if !is_strategic_warfare(view) {
        action.refuse("2", "an A-Bomb falls in the Strategic Warfare Phase");
    }
    if let Some(bomber) = bombers.first() {
        told_of_base(&mut action, bomber);
    }
    told_of_city(&mut action);
    economy::told_of_fields(&mut action, &bombers);
    action.date();
    let standing = standing(view, &action.place);
    if !standing.is_empty() {
        action.inputs.insert("units".into(), standing.into());
    }
    action.note(&["fallen"], "assuming no A-Bomb on another home city; change it with fallen=1 (15.2.1)");
    action.note(&["a-bombed"], "assuming none on this target; change it with a-bombed=yes (16.11)");
    action
        .note(&["income"], "the surrender is not tested; change it with income=… and home-cities=… (15.2.1)");
    action.note(
        &["next-income"],
        "losses are not limited by the next income; change it with next-income=… (2)",
    );
    let flies: Vec<&Unit> = bombers.iter().chain(&escorts).copied().collect();
    let from = bombers.first().map_or(&bombs.at, |bomber| &view.piece(bomber).at).clone();
    let meeting = AirMeeting::of(view, bombs.side, &flies, &action.place, &way(view, &from, &action.place));
    action.unsaid = vec![("bomber", economy::UNSAID), ("escorts", economy::UNSAID)];
    action.forces = vec![(ATTACKER, "bomber", bombers)];
    if !escorts.is_empty() {
        action.forces.push((ATTACKER, "escorts", escorts));
    }
    meeting.join(&mut action, false);
    action.declare(&bombs.target);
    Some(action)
}

/// Whether the bomb lies where the bomber is based, and what base that is.
fn told_of_base(action: &mut SeaAction<'_>, bomber: &Unit) {
    let (view, base) = (action.view, &action.view.piece(bomber).at);
    if view.chits(base, economy::A_BOMB).is_empty() {
        action.refuse(RULE, format!("no A-Bomb in {base}, the base of the B-29"));
    }
    let has_port = port_capacity(view, base).is_none_or(|port| port.most > 0);
    let word = match () {
        () if view.has(bomber, Status::OutOfSupply) => "unsupplied",
        () if !has_port => "no-port",
        () => "port",
    };
    action.inputs.insert("base".into(), word.into());
}

/// The name of the target, and whether it is a home city.
fn told_of_city(action: &mut SeaAction<'_>) {
    let facts = action.view.ground(&action.place);
    let Some(facts) = facts.filter(|facts| facts.city.is_some() || facts.resource) else {
        let reason = format!("{} has neither a city nor a resource", action.place);
        return action.refuse("2.1.1.1", reason);
    };
    let home = economy::is_of_home_islands(facts);
    let name = facts.name.clone();
    action.inputs.insert("home-city".into(), home.into());
    if !name.is_empty() {
        action.inputs.insert("place".into(), name.into());
    }
}

/// The units of a hex that are not aloft, with the steps that they have.
fn standing(view: &View, place: &PlaceId) -> Vec<Value> {
    let units: Vec<&Unit> = view.here(place).filter(|unit| view.posture(unit) != Posture::Aloft).collect();
    let steps = |unit: &Unit| {
        let steps = match &*unit.ratings {
            _ if view.is_reduced(unit) => 1,
            Ratings::Air(air) => air.steps.unwrap_or(1),
            Ratings::Land(_) => view.steps(unit).nominal,
            _ => 2,
        };
        (Map::from_iter([("steps".to_owned(), steps.clamp(1, 2).into())]), Vec::new())
    };
    let named = named_apart(view, &units, steps).into_iter();
    let told = named.map(|mut unit| {
        unit.told.insert("name".into(), unit.name.clone().into());
        unit.told.insert("piece".into(), unit.piece.id.clone().into());
        Value::Object(unit.told)
    });
    told.collect()
}
