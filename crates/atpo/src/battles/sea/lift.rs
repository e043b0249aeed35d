//! Ships that carry what is aboard them: to a port or a coast, ashore there, or to a landing (3.13).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::super::bases::{port_capacity, printed_port};
use super::super::super::checks::{step_limit, tokyo_express};
use super::super::super::ground::HexKind;
use super::super::super::kind::{Kind, Ship};
use super::super::super::states::NavalMission;
use super::super::super::view::{Alliance, Unit, View};
use super::company::{self, Docked};
use super::missions::Venture;
use super::stowage::aboard;
use super::{SeaAction, links};
use crate::forces::ATTACKER;
use liege_rules::check::bound::{Bound, over};
use liege_rules::play::battle::Note;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::Severity;

/// The steps in which cargo debarks, as the clock and the procedure have them.
const STEPS: [(&str, &str); 4] = [("NA.3", "na.3"), ("OL", "ol.4"), ("MV.1", "mv.1"), ("EN.1", "en.1")];
/// Those in which no ship moves.
const STILL: [&str; 3] = ["na.3", "ol.4", "mv.1"];

/// The lift of a mission.
pub(super) fn lift<'a>(view: &'a View, venture: &Venture<'a>) -> SeaAction<'a> {
    let mut action = SeaAction::new(view, &links::LIFT, venture);
    let cargo = aboard(view, &venture.ships);
    if cargo.is_empty() {
        let told = "nothing is aboard these ships; mark units and Sea Supply in their stack Aboard";
        action.refuse("3.13", told);
    }
    let (from, to) = (shore(view, &venture.at, venture.side), shore(view, &action.place, venture.side));
    let moves = venture.at != action.place;
    if to != "port" {
        company::refuse(&mut action, &venture.ships, Docked::StayInPort);
    }
    boarding(&mut action, from, &venture.at);
    arrival(&mut action, venture, to, moves);
    debarkation(&mut action, venture, moves);
    room_ashore(&mut action, venture, &cargo);
    if tokyo_express(view, &with(view, venture)).is_some() {
        action.inputs.insert("tokyo-express".into(), true.into());
    }
    action.note(&["points"], "units without printed points count as one; change it with points=… (gap G05)");
    action.forces = vec![(ATTACKER, "ships", venture.ships.clone())];
    action.aboard = cargo;
    action
}

/// Cargo that could debark where it is, in the step of the phase.
pub(super) fn possible<'a>(view: &'a View, is_free: &dyn Fn(&Unit) -> bool) -> Vec<SeaAction<'a>> {
    let phase = view.situation.clock.phase.as_deref().unwrap_or_default();
    if !["NA.3", "MV.1", "EN.1"].contains(&phase) {
        return Vec::new();
    }
    let mut groups: BTreeMap<(&PlaceId, Option<u16>, Alliance), Vec<&Unit>> = BTreeMap::new();
    for ship in view.units.iter().filter(|unit| unit.kind.is_naval() && is_free(unit)) {
        let piece = view.piece(ship);
        let boat = ship.kind == Kind::Ship(Ship::Submarine);
        if !boat {
            groups.entry((&piece.at, piece.tray, ship.side)).or_default().push(ship);
        }
    }
    let mut found = Vec::new();
    for ((at, _, side), ships) in groups {
        let is_supply = |ix: &PieceIx| view.situation.pieces[*ix].is_chit("sea-supply");
        let debarks = aboard(view, &ships).iter().any(|ix| is_supply(ix) == (phase == "NA.3"));
        let ashore = match shore(view, at, side) {
            "port" => true,
            "coast" => phase != "NA.3",
            _ => false,
        };
        if debarks && ashore {
            let (at, target, what) = (at.clone(), Ok(at.clone()), String::new());
            let venture = Venture { side, mission: NavalMission::Transport, at, target, what, ships };
            found.push(lift(view, &venture));
        }
    }
    found
}

/// The ships of a venture and who is with them: an Admiral is in their place without being aboard.
fn with<'a>(view: &'a View, venture: &Venture<'a>) -> Vec<&'a Unit> {
    let trays: BTreeSet<Option<u16>> = venture.ships.iter().map(|ship| view.piece(ship).tray).collect();
    let admiral = |unit: &&Unit| {
        unit.kind == Kind::Admiral && unit.side == venture.side && trays.contains(&view.piece(unit).tray)
    };
    venture.ships.iter().copied().chain(view.here(&venture.at).filter(admiral)).collect()
}

/// What a place is for the ships of a party: a port that works, one that does not, a coast of its own, or neither.
fn shore(view: &View, place: &PlaceId, side: Alliance) -> &'static str {
    let own = match place {
        PlaceId::Hex(hex) => view.owning_side(*hex) == Some(side),
        _ => !view.is_sea_area(place),
    };
    if !own {
        return "elsewhere";
    }
    let port = view.ground(place).is_none_or(|facts| printed_port(place, facts).is_some());
    match port_capacity(view, place) {
        None => "port",
        Some(ships) if ships.nominal > 0 => "port",
        Some(_) if port => "broken-port",
        Some(_) if view.ground(place).is_some_and(|facts| facts.kind == HexKind::Coastal) => "coast",
        Some(_) => "elsewhere",
    }
}

/// Where cargo boards: in the port where the ships are; off a coast only the player can say that it boards there.
fn boarding(action: &mut SeaAction<'_>, from: &'static str, at: &PlaceId) {
    match from {
        "port" | "broken-port" => {
            action.inputs.insert("from".into(), from.into());
            let told = "assuming the cargo boards in the port where the ships began the Phase; if they \
                        arrived in this Phase, give moved=yes (3.13.1)";
            action.note(&["moved"], told);
        }
        _ => {
            let told = format!(
                "assuming the cargo in {at} boarded earlier; for an evacuation from a coast give from=coast \
                 (3.13.2)"
            );
            action.notes.push(Note::until(&["from", "mission"], told));
        }
    }
}

/// Where the ships go, and what that makes of the lift.
fn arrival(action: &mut SeaAction<'_>, venture: &Venture<'_>, to: &'static str, moves: bool) {
    action.inputs.insert("to".into(), to.into());
    let hex = action.place.hex();
    let of_enemy = hex.is_some_and(|hex| action.view.owning_side(hex) == Some(venture.side.enemy()));
    let coastal = action.view.ground(&action.place).is_some_and(|facts| facts.kind == HexKind::Coastal);
    if of_enemy && coastal {
        let away = venture.at.hex().zip(hex).and_then(|(from, to)| action.view.map().distance(from, to));
        action.inputs.insert("mission".into(), "amphibious".into());
        action.inputs.insert("hexes".into(), away.unwrap_or(0).into());
        let told = "an enemy coast: assuming the cargo is loaded for an assault from the port where the \
                    ships are; change it with hexes=…, mission=… (3.13, 3.14.3)";
        action.note(&["hexes", "mission"], told);
    }
    if moves {
        let told = "the distance is not checked; for an evacuation give distance=… (3.13.2)";
        action.note(&["distance"], told);
    }
}

/// Whether the hex holds those who debark beside those who are there: in the End Phase none of them goes on (11.1.2).
fn room_ashore(action: &mut SeaAction<'_>, venture: &Venture<'_>, cargo: &[PieceIx]) {
    let view = action.view;
    let step =
        action.inputs.get("debark").and_then(Value::as_str).filter(|step| ["mv.1", "en.1"].contains(step));
    let (Some(step), Some(hex)) = (step, action.place.hex()) else { return };
    let debarks = |unit: &&Unit| unit.kind.is_land() && cargo.contains(&unit.ix);
    let ashore: Vec<&Unit> =
        view.land_ashore(hex, venture.side).chain(view.units.iter().filter(debarks)).collect();
    let load: Bound = ashore.iter().map(|unit| view.steps(unit)).sum();
    let limit = step_limit(view, hex, ashore.iter().all(|unit| unit.entry.nation == "SU"));
    let told = || format!("{} would be in {hex}, which holds {limit}", load.counted("land step"));
    match over(&load, &limit) {
        Some(Severity::Illegal) if step == "en.1" => {
            action.refuse("11.1.2", format!("{}; let other ships carry the units that stay aboard", told()));
        }
        Some(_) => action.notes.push(Note::plain(format!("{} (11.1.2)", told()))),
        None => {}
    }
}

/// What debarks: in a step of the phase, where the ships are to stay where they are.
fn debarkation(action: &mut SeaAction<'_>, venture: &Venture<'_>, moves: bool) {
    let view = action.view;
    let phase = view.situation.clock.phase.as_deref().unwrap_or_default();
    let step = STEPS.iter().find(|(begins, _)| phase.starts_with(begins)).map(|(_, step)| *step);
    match step {
        Some(step) if moves && STILL.contains(&step) => {
            let told = format!(
                "the ships are in {}, and cannot move in {phase}; their cargo debarks there",
                venture.at
            );
            action.refuse("3.13.4", told);
        }
        Some(step) if !moves => {
            action.inputs.insert("debark".into(), step.into());
        }
        _ => {
            let told = "the cargo stays aboard; change it with debark=na.3, ol.4, mv.1 or en.1 (3.13.4)";
            action.note(&["debark"], told);
        }
    }
    if action.place.hex().is_some_and(|hex| view.zoc().reaches(venture.side.enemy(), hex)) {
        action.inputs.insert("zoc".into(), true.into());
    }
}
