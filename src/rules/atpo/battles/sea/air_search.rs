//! Aircraft over a submarine of the enemy, which look for it (3.16.8).

use super::super::super::kind::{Air, Kind, Ship};
use super::super::super::states::{NavalMission, Posture, Status};
use super::super::super::view::{Alliance, Unit, View};
use super::missions::{Venture, is_at_sea};
use super::{SeaAction, links};
use crate::rules::atpo::forces::{ATTACKER, DEFENDER};
use crate::rules::situation::PlaceId;

/// The first letters of the phases in which aircraft search for submarines.
const PHASES: [&str; 2] = ["NA", "OA"];

/// A search for each submarine at sea that is not located, by the Bombers and Fighter-Bombers aloft in its hex.
pub(super) fn possible(view: &View) -> Vec<SeaAction<'_>> {
    let phase = view.situation.clock.phase.as_deref();
    if phase.is_some_and(|phase| !PHASES.iter().any(|begins| phase.starts_with(begins))) {
        return Vec::new();
    }
    let hunted = |unit: &&Unit| {
        unit.kind == Kind::Ship(Ship::Submarine) && is_at_sea(view, unit) && !view.states(unit).located
    };
    view.units.iter().filter(hunted).filter_map(|boat| search(view, boat)).collect()
}

fn search<'a>(view: &'a View, boat: &'a Unit) -> Option<SeaAction<'a>> {
    let at: &PlaceId = &view.piece(boat).at;
    let side = boat.side.enemy();
    let ships: Vec<&Unit> =
        view.here(at).filter(|unit| unit.side == side && may_search(view, unit)).collect();
    if ships.is_empty() {
        return None;
    }
    let venture = of_air(side, at, ships);
    let mut action = SeaAction::new(view, &links::AIR_SEARCH, &venture);
    action.note(
        &[],
        "the aircraft are those aloft in the hex; weather and interception are behind them (3.16.8)",
    );
    action.forces = vec![(ATTACKER, "air", venture.ships), (DEFENDER, "submarine", vec![boat])];
    Some(action)
}

/// Aircraft of a party over a place.
fn of_air<'a>(side: Alliance, at: &PlaceId, ships: Vec<&'a Unit>) -> Venture<'a> {
    let (at, target) = (at.clone(), Ok(at.clone()));
    Venture { side, mission: NavalMission::Intercept, at, target, what: String::new(), ships }
}

fn may_search(view: &View, unit: &Unit) -> bool {
    let flown = [Status::Committed, Status::PreviouslyCommitted];
    matches!(unit.kind, Kind::Air(Air::Bomber | Air::FighterBomber))
        && view.posture(unit) == Posture::Aloft
        && !flown.iter().any(|status| view.has(unit, *status))
}

/// Why a submarine that aircraft have found does not attack.
pub(super) const SILENCED: &str =
    "the submarine is located and attacks nothing this month (choice asw_house)";

/// Whether a submarine may not attack, since aircraft have located it this month (house rule, gap G63).
pub(super) fn is_silenced(view: &View, boat: &Unit) -> bool {
    boat.kind == Kind::Ship(Ship::Submarine) && view.states(boat).located && view.choice("asw_house") == "on"
}
