//! What ships bombard: the installations of a hex that the enemy holds (3.15).

use super::super::super::bases::{air_capacity, printed_port};
use super::super::super::ground::Port;
use super::super::super::view::{Alliance, Unit, View};
use super::missions::{Venture, is_surface};
use super::{SeaAction, links};
use crate::rules::atpo::forces::ATTACKER;
use crate::rules::battle::Note;
use crate::rules::situation::PlaceId;

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
pub(in crate::rules::atpo) fn targets(view: &View, place: &PlaceId, side: Alliance) -> Vec<&'static str> {
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
pub(super) fn kinds(target: &str) -> &'static [&'static str] {
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
    let target = here.iter().copied().find(|target| *target == what);
    match (target, here.as_slice()) {
        (Some(target), _) => action.aim(target),
        (None, [target]) => action.aim(target),
        (None, []) => {
            action.refuse("3.15", format!("the enemy has no installation in {}", action.place));
        }
        (None, several) => {
            let told = format!("the hex has several targets; give target=… ({})", several.join(", "));
            action.notes.push(Note::until(&["target"], told));
        }
    }
    if venture.at != action.place {
        let reason = format!("the ships are in {}, and bombard their own hex alone", venture.at);
        action.refuse("3.15", reason);
    }
    fill(&mut action, venture.ships.iter().copied().filter(|unit| is_surface(unit)).collect());
    action
}

/// One bombardment for each installation in reach.
pub(super) fn possible<'a>(view: &'a View, venture: &Venture<'a>) -> Vec<SeaAction<'a>> {
    let action = |target: &'static str| {
        let mut action = SeaAction::new(view, &links::BOMBARDMENT, venture);
        action.aim(target);
        fill(&mut action, venture.ships.clone());
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
}

impl SeaAction<'_> {
    fn aim(&mut self, target: &'static str) {
        self.inputs.insert("target".into(), target.into());
        target.clone_into(&mut self.what);
    }
}
