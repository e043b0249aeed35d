//! What was moved or activated that had to stay as it was: checks that compare two saves or follow a log.

use std::collections::{BTreeMap, BTreeSet};

use super::super::bases::port_wrecks;
use super::super::kind::{Air, Kind, Ship};
use super::super::listed::{names, pieces};
use super::super::states::{Posture, Status};
use super::super::view::{Unit, View};
use liege_rules::check::{Check, Found, Report, log, since};
use liege_rules::position::moves::Moves;
use liege_rules::position::notation::Date;
use liege_rules::position::situation::PlaceId;
use liege_rules::position::turn_log::TurnLog;
use vassal::diagnostic::Severity;

pub(super) const MOVES: &[Check<View>] = &[
    since("ATPO-M10", attack_after_failed_launch),
    log("ATPO-M14", unit_activated_twice),
    since("ATPO-M15", active_unit_moved),
    since("ATPO-N01", docked_ship_moved_in_end_phase),
];

/// The units in play by the ids of their pieces.
fn by_id(view: &View) -> BTreeMap<&str, &Unit> {
    view.units.iter().map(|unit| (view.piece(unit).id.as_str(), unit)).collect()
}

/// The units that were `so` and are elsewhere now, by whence and whither.
fn moved<'a>(
    before: &View,
    now: &'a View,
    moves: &'a Moves,
    so: impl Fn(&View, &Unit) -> bool,
) -> BTreeMap<(&'a PlaceId, &'a PlaceId), Vec<&'a Unit>> {
    let (was, is) = (by_id(before), by_id(now));
    let mut groups: BTreeMap<(&PlaceId, &PlaceId), Vec<&Unit>> = BTreeMap::new();
    for (id, from, to) in moves.moved() {
        if let (Some(old), Some(unit)) = (was.get(id), is.get(id))
            && so(before, old)
        {
            groups.entry((from, to)).or_default().push(unit);
        }
    }
    groups
}

fn is_aboard(view: &View, unit: &Unit) -> bool {
    matches!(view.posture(unit), Posture::Aboard(_) | Posture::Aloft)
}

/// Aircraft that are aboard and Current failed to launch, and stay there until the step is over. Whether the rest of the
/// phase counts, too, is disputed.
fn attack_after_failed_launch(before: &View, now: &View, _: &Moves, report: &mut Report<'_>) {
    let (earlier, clock) = (&before.situation.clock, &now.situation.clock);
    if clock.phase.is_none() || earlier != clock {
        return;
    }
    let was = by_id(before);
    let grounded =
        |unit: &Unit| matches!(before.posture(unit), Posture::Aboard(_)) && before.has(unit, Status::Current);
    for unit in now.units.iter().filter(|unit| unit.kind == Kind::Air(Air::NavalAir)) {
        let piece = now.piece(unit);
        let stayed = was.get(piece.id.as_str()).is_some_and(|old| grounded(old));
        if stayed && now.posture(unit) == Posture::Aloft {
            let message =
                format!("{} in {}: aloft, though it was aboard and Current before", piece.name, piece.at);
            report.add(
                Found::at(piece.at.clone(), vec![unit.ix], message)
                    .help("units that failed their launch check stay aboard for the step"),
            );
        }
    }
}

/// Units aboard go where their carrier goes, and landing them is no movement of theirs.
fn active_unit_moved(before: &View, now: &View, moves: &Moves, report: &mut Report<'_>) {
    let active = |view: &View, unit: &Unit| {
        unit.kind.is_land() && view.has(unit, Status::Active) && !is_aboard(view, unit)
    };
    for ((from, to), mut units) in moved(before, now, moves, active) {
        units.retain(|unit| !is_aboard(now, unit));
        if !units.is_empty() {
            let names: Vec<&str> = units.iter().map(|unit| now.piece(unit).name.as_str()).collect();
            let message = format!("{}: Active in {from}, now in {to}", names.join(", "));
            report.add(
                Found::at(to.clone(), pieces(&units), message)
                    .help("an activated land unit stays where it is for the rest of the month"),
            );
        }
    }
}

/// The kind of place that is all of a nation's ports beyond the map.
const NATION_BOX: &str = "nation-box";

fn docked_ship_moved_in_end_phase(before: &View, now: &View, moves: &Moves, report: &mut Report<'_>) {
    // Whatever lies in a nation box is in port there.
    let in_box = |view: &View, unit: &Unit| {
        let facts = view.situation.facts(&view.piece(unit).at);
        view.posture(unit) == Posture::Present && facts.is_some_and(|facts| *facts.kind == *NATION_BOX)
    };
    let docked = |view: &View, unit: &Unit| {
        unit.kind.is_naval() && (view.posture(unit) == Posture::Docked || in_box(view, unit))
    };
    for ((from, to), mut units) in moved(before, now, moves, docked) {
        let views = [before, now];
        let destroyed = views.into_iter().any(|view| port_wrecks(view, from).1 > 0);
        let is_held = |view: &View, unit: &Unit| {
            from.hex().is_some_and(|hex| view.may_be_held_by(hex, unit.side.enemy()))
        };
        let lost = |unit: &Unit| destroyed || is_held(before, unit) || is_held(now, unit);
        let is_boat = |unit: &Unit| unit.kind == Kind::Ship(Ship::Submarine);
        // Ships of a port that was captured or destroyed lie outside it and go home (3.8.2); a submarine in a port that was the
        // enemy's already may be one that slipped into it and is outside again (3.16.10, 16.9).
        let slipped_in = |unit: &Unit| is_boat(unit) && !destroyed && is_held(before, unit);
        units.retain(|unit| slipped_in(unit) || !lost(unit));
        if units.is_empty() {
            continue;
        }
        let sure = units.iter().any(|unit| !lost(unit));
        let message = format!("{} in port in {from} before, now in {to}", names(now, &units));
        report.add(
            Found::at(to.clone(), pieces(&units), message)
                .severity(if sure { Severity::Illegal } else { Severity::Suspicious })
                .help("a ship that is in port at the start of the End Phase does not move in it"),
        );
    }
}

/// A unit that lost its Active mark and got it again elsewhere in the same month. A mark that is set again where it was
/// may only have been a slip.
fn unit_activated_twice(now: &View, log: &TurnLog, report: &mut Report<'_>) {
    let units = by_id(now);
    let active = Status::Active.word();
    let mut first: BTreeMap<&str, (&PlaceId, Option<Date>)> = BTreeMap::new();
    for piece in log.start.pieces.iter().filter(|piece| piece.has(Status::Active)) {
        first.insert(&piece.id, (&piece.at, log.start.clock.date));
    }
    let mut told = BTreeSet::new();
    for step in &log.steps {
        for (id, piece) in step.moves.pieces.iter().filter(|(_, piece)| piece.gained.contains(active)) {
            let Some(unit) = units.get(id.as_str()).filter(|unit| unit.kind.is_land()) else { continue };
            let Some(place) = &piece.to else { continue };
            let month = step.clock.date;
            match first.get(id.as_str()) {
                Some((earlier, of)) if *of == month && *earlier != place => {
                    if told.insert(id) {
                        let message = format!(
                            "{} in {place}: activated in step {}, and in {earlier} earlier in the month",
                            piece.name, step.number
                        );
                        let at = now.piece(unit).at.clone();
                        report.add(
                            Found::at(at, vec![unit.ix], message)
                                .help("a land unit is activated once a month at most"),
                        );
                    }
                }
                Some((_, of)) if *of == month => {}
                _ => drop(first.insert(id, (place, month))),
            }
        }
    }
}
