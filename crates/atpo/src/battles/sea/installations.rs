//! What ships bombard: the installations of a hex that the enemy holds (3.15).

use super::super::super::bases::{air_capacity, printed_port};
use super::super::super::ground::Port;
use super::super::super::states::Status;
use super::super::super::view::{Alliance, Unit, View};
use super::super::bases;
use super::missions::Venture;
use super::{SeaAction, links, surface_or};
use crate::forces::ATTACKER;
use crate::installation_attack::holds_aircraft;
use crate::sea::bombardment::OVERSTACKED;
use liege_rules::play::battle::Note;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::PlaceId;

/// The first letters of the steps of a Sea Offensive.
const SEA_OFFENSIVE: &str = "OS";

/// Installations that are chits, by the target of the procedure.
const CHITS: &[(&str, &[&str])] = &[
    ("airstrip", &["dirt-airstrip"]),
    ("airbase", &["small-airbase", "large-airbase"]),
    ("coastal-fort", &["coastal-fort"]),
    ("fortification", &["fortification"]),
    ("mulberry", &["mulberry"]),
    ("radar", &["radar"]),
    ("rocket-site", &["rocket-site"]),
    ("burma-railway", &["burma-railway"]),
];

/// The targets that a hex has for a party; none where the enemy does not hold it.
pub(crate) fn targets(view: &View, place: &PlaceId, side: Alliance) -> Vec<&'static str> {
    let Some(hex) = place.hex().filter(|hex| view.owning_side(*hex) == Some(side.enemy())) else {
        return Vec::new();
    };
    let stands = |kinds: &[&str]| kinds.iter().any(|kind| !standing(view, place, kind).is_empty());
    let mut found: Vec<&'static str> =
        CHITS.iter().filter(|(_, kinds)| stands(kinds)).map(|(target, _)| *target).collect();
    if let Some(facts) = view.ground(&PlaceId::Hex(hex)) {
        found.extend(facts.permanent_fort.then_some("permanent-fort"));
        found.extend(match printed_port(place, facts) {
            Some(Port::Major) => Some("major-port"),
            Some(Port::Minor) => Some("port"),
            // A city alone has no Port symbol, and an unlimited port is nobody's target.
            Some(Port::City | Port::Unlimited) | None => None,
        });
    }
    found
}

/// The chits of a kind that can be destroyed: finished ones, and those under construction (3.15).
pub(super) fn standing(view: &View, place: &PlaceId, kind: &str) -> Vec<usize> {
    view.chits(place, kind).into_iter().filter(|ix| !view.states[*ix].destroyed).collect()
}

/// The kinds of the chits that a target is; none for what the map prints.
pub(in crate::battles) fn kinds(target: &str) -> &'static [&'static str] {
    CHITS.iter().find(|(known, _)| *known == target).map_or(&[], |(_, kinds)| kinds)
}

/// The first chit of some kinds that can be destroyed.
pub(super) fn first(view: &View, place: &PlaceId, kinds: &[&str]) -> Option<usize> {
    kinds.iter().flat_map(|kind| standing(view, place, kind)).next()
}

/// The bombardment of a mission; where its note names no installation and the hex has several, the player says which.
pub(super) fn bombardment<'a>(view: &'a View, venture: &Venture<'a>) -> SeaAction<'a> {
    let mut action = SeaAction::new(view, &links::BOMBARDMENT, venture);
    let here = targets(view, &action.place, venture.side);
    let what = venture.what.replace(' ', "-");
    match (called(&here, &what), here.as_slice()) {
        (Some(target), _) => action.aim(target),
        (None, []) => {
            action.refuse("3.15", format!("no enemy installation in {}", action.place));
        }
        (None, [target]) if what.is_empty() => action.aim(target),
        (None, several) => {
            let none = match what.is_empty() {
                true => format!("{} has several targets", action.place),
                false => format!("{} has no \"{}\" to bombard", action.place, venture.what),
            };
            let told =
                format!("{none}; write one after the target, or give target=… ({})", several.join(", "));
            action.notes.push(Note::until(&["target"], told));
        }
    }
    if venture.at != action.place {
        let reason = format!("the ships are in {}, and can bombard only their own hex", venture.at);
        action.refuse("3.15", reason);
    }
    let ships = surface_or(&mut action, venture, "attacks ships", "Submarine attack");
    let ships = activated(&mut action, ships);
    fill(&mut action, ships);
    action
}

/// The target that a note means: by its name, or by a word that is part of one name alone, such as `port` of a major one.
fn called(here: &[&'static str], what: &str) -> Option<&'static str> {
    let mut like =
        here.iter().copied().filter(|target| !what.is_empty() && target.split('-').any(|word| word == what));
    let whole = here.iter().copied().find(|target| *target == what);
    whole.or_else(|| like.next().filter(|_| like.next().is_none()))
}

/// The ships that bombard: in a Sea Offensive, of which others are left out, those that it Activates (3.15).
fn activated<'a>(action: &mut SeaAction<'a>, ships: Vec<&'a Unit>) -> Vec<&'a Unit> {
    const RULE: &str = "3.15";
    let view = action.view;
    let Some(phase) = view.situation.clock.phase.as_deref() else {
        action.note(&[], "ships bombard only in a Sea Offensive, when they are Activated (3.15)");
        return ships;
    };
    if !phase.starts_with(SEA_OFFENSIVE) {
        action.refuse(RULE, "ships bombard only in a Sea Offensive");
        return ships;
    }
    let takes_part =
        |unit: &&Unit| [Status::Active, Status::Standby].iter().any(|status| view.has(unit, *status));
    let (able, idle): (Vec<&Unit>, Vec<&Unit>) = ships.iter().copied().partition(takes_part);
    let told = "neither Active nor Standby, but a Sea Offensive Activates only Standby ships";
    if able.is_empty() {
        action.refuse(RULE, format!("the ships are {told}"));
        return ships;
    }
    for unit in idle {
        let reason = format!("{} is {told}", view.piece(unit).name);
        action.notes.push(Note::left_out(&Refusal::new(RULE, reason)));
    }
    able
}

/// One bombardment for each installation in reach.
pub(super) fn possible<'a>(view: &'a View, venture: &Venture<'a>) -> Vec<SeaAction<'a>> {
    let action = |target: &'static str| {
        let mut action = SeaAction::new(view, &links::BOMBARDMENT, venture);
        action.aim(target);
        let ships = activated(&mut action, venture.ships.clone());
        fill(&mut action, ships);
        action
    };
    targets(view, &venture.at, venture.side).into_iter().map(action).collect()
}

fn fill<'a>(action: &mut SeaAction<'a>, ships: Vec<&'a Unit>) {
    let capacity = air_capacity(action.view, &action.place).map_or(0, |capacity| capacity.nominal);
    action.inputs.insert("capacity".into(), capacity.max(0).into());
    let fort = !action.view.working(&action.place, "fortification").is_empty();
    let printed = action.view.ground(&action.place).is_some_and(|facts| facts.permanent_fort);
    if fort || printed {
        action.inputs.insert("fortified".into(), true.into());
    }
    action.forces = vec![(ATTACKER, "ships", ships)];
    let base = action.inputs.get("target").and_then(|target| target.as_str()).is_none_or(holds_aircraft);
    if let Some(below) = bases::without_room(action.view, &action.place).filter(|_| base) {
        action.inputs.insert(OVERSTACKED.into(), below);
    }
}

impl SeaAction<'_> {
    fn aim(&mut self, target: &'static str) {
        self.inputs.insert("target".into(), target.into());
        target.clone_into(&mut self.what);
    }
}
