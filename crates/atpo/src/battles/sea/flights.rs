//! Where aircraft are after a battle that came down elsewhere than where they started, and what they carried.

use std::collections::BTreeSet;

use super::super::super::kind::{Kind, Ship};
use super::super::super::range::has_base;
use super::super::super::states::{ABOARD, AirMission, Posture, REDUCED};
use super::super::super::view::{Alliance, Unit, View};
use super::super::air;
use super::super::air::carry::{LOAD, TRANSPORT};
use super::super::air::links;
use super::super::bases;
use super::super::plan::{EditPlan, find};
use super::voyages;
use liege_rules::play::battle::{Battle, Force, What};
use liege_rules::play::deeds::{Act, Term};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// An air unit comes down: at a base on land, or aboard a carrier, into whose stack its owner puts it.
pub(super) fn land(plan: &mut EditPlan<'_>, ix: PieceIx, base: &PlaceId, rule: &str) {
    let view = plan.view;
    let carrier = view.units.iter().filter(|unit| unit.kind.is_naval()).map(|unit| view.piece(unit));
    let carrier = carrier.into_iter().find(|ship| PlaceId::named(ship.name.as_str()) == *base);
    let at = carrier.map_or(base, |ship| &ship.at).clone();
    let moves = view.situation.pieces[ix].at != at;
    let what = if moves { What::MoveTo(at) } else { What::Say };
    match carrier {
        Some(ship) => {
            // On the map all ships of a hex are one stack.
            let own = &view.situation.pieces[ix];
            let (what, more) = match (ship.tray, own.tray) {
                (None, None) => (what, "; its owner puts it into her stack"),
                _ => (What::MoveOnto(ship.id.clone()), ""),
            };
            plan.piece(ix, what, rule, &format!("lands aboard {}{more}", ship.name));
        }
        None if base.hex().is_none()
            && base.name().is_none_or(|name| view.situation.pack.map.place(name).is_none()) =>
        {
            plan.piece(ix, What::Say, rule, &format!("lands at {base}; its owner puts it there"));
        }
        None => {
            let full = if overstacks(plan, ix, base) { ", which it overstacks" } else { "" };
            plan.piece(ix, what.clone(), rule, &format!("lands in {base}{full}"));
            for other in bases::with_unit(view, ix).into_iter().filter(|_| moves) {
                plan.piece(other, what.clone(), rule, "lands with it");
            }
            if matches!(view.states[ix].posture, Posture::Aboard(_) | Posture::Aloft) {
                plan.reset(ix, ABOARD, rule, "is based there");
            }
        }
    }
}

/// Whether an air unit that comes to a base is one too many there, with those that have come before it.
fn overstacks(plan: &EditPlan<'_>, ix: PieceIx, base: &PlaceId) -> bool {
    let view = plan.view;
    let unit = view.units.iter().find(|unit| unit.ix == ix && view.piece(unit).at != *base);
    let Some(room) = unit.and_then(|unit| bases::spare(view, unit, base)) else { return false };
    usize::try_from(room).is_ok_and(|room| others_coming(plan, base) >= room)
}

/// The air units that other edits bring to a base.
fn others_coming(plan: &EditPlan<'_>, base: &PlaceId) -> usize {
    let comes = |other: &&Unit| {
        let id = &plan.view.piece(other).id;
        let lands = |what: &What| matches!(what, What::MoveTo(at) if at == base);
        other.kind.uses_air_base() && plan.changes.iter().any(|edit| edit.piece == *id && lands(&edit.what))
    };
    plan.view.units.iter().filter(comes).count()
}

/// An air unit or air transport is based elsewhere from now on, with what is aboard it; where no base is, on a carrier.
pub(super) fn change_base(plan: &mut EditPlan<'_>, ix: PieceIx, base: &PlaceId, rule: &str) {
    let view = plan.view;
    let Some(unit) = view.units.iter().find(|unit| unit.ix == ix) else { return };
    // A carrier in a tray takes it there.
    let takes = |other: &&Unit| {
        let own = other.side == unit.side && other.entry.nation == unit.entry.nation;
        own && other.kind == Kind::Ship(Ship::Carrier) && !view.is_reduced(other)
    };
    let decks = || view.here(base).filter(takes).map(|other| view.piece(other));
    let is_loose = decks().any(|ship| ship.tray.is_none()) || has_base(view, base, unit.kind);
    let deck = decks().next().filter(|_| !is_loose);
    for piece in std::iter::once(ix).chain(bases::with_unit(view, ix)) {
        let what = deck.map_or_else(|| What::MoveTo(base.clone()), |ship| What::MoveOnto(ship.id.clone()));
        plan.piece(piece, what, rule, &format!("goes to {base}"));
    }
    let rides = matches!(view.posture(unit), Posture::Aboard(_) | Posture::Aloft);
    match (has_base(view, base, unit.kind), rides) {
        (true, true) => plan.reset(ix, ABOARD, rule, "is based there"),
        (true, false) => {}
        (false, _) => {
            plan.turn(ix, ABOARD, rule, "is aboard a carrier there; its owner puts it into her stack")
        }
    }
}

/// An air unit that ships have carried is based where it debarks, if a base there has room for it; else it stays aboard
/// (4.6.1).
pub(super) fn come_ashore(plan: &mut EditPlan<'_>, ix: PieceIx, base: &PlaceId, rule: &str) {
    let view = plan.view;
    let Some(unit) = view.units.iter().find(|unit| unit.ix == ix) else { return };
    let others = others_coming(plan, base);
    let fits = bases::spare(view, unit, base)
        .is_none_or(|room| usize::try_from(room).is_ok_and(|room| room > others));
    if has_base(view, base, unit.kind) && (fits || !unit.kind.uses_air_base()) {
        change_base(plan, ix, base, rule);
    } else {
        plan.piece(ix, What::Say, "4.6.1", &format!("finds no room at a base in {base} and stays aboard"));
    }
}

/// The cargo of air transport lands at the target, goes back with it, or is lost with it; a paratroop that is dropped is
/// in the hex.
pub(super) fn deliver(
    plan: &mut EditPlan<'_>,
    battle: &Battle,
    cargo: Option<&(Act, String)>,
    place: &PlaceId,
) {
    let view = plan.view;
    let drop = ("4.12.4.3".to_owned(), Act::Advance(None));
    let is_drop = battle.procedure == links::DROP.procedure;
    let (rule, act) = match cargo {
        Some((act, rule)) => (rule, act),
        None if is_drop => (&drop.0, &drop.1),
        None => return,
    };
    // Where it was fought what became of the air transport is told by itself; a fate that was given is that of all of it.
    let of = |key: &'static str| battle.forces.0.iter().filter(move |force| force.key == key);
    let own = |force: &Force| {
        let pieces = force.units.iter().filter_map(|unit| find(view, &unit.piece.id));
        pieces.collect::<Vec<PieceIx>>()
    };
    let fought = of(TRANSPORT).flat_map(own).any(|ix| plan.gone.contains(&ix));
    let lost = matches!(act, Act::Destroy(_)) && !fought;
    let forces = of(LOAD).chain(of(TRANSPORT).filter(|_| lost));
    let pieces = forces.flat_map(|force| &force.units).filter_map(|unit| find(view, &unit.piece.id));
    for ix in pieces.filter(|ix| !plan.gone.contains(ix)).collect::<Vec<_>>() {
        match act {
            Act::Advance(_) => {
                plan.piece(ix, What::MoveTo(place.clone()), rule, &format!("lands in {place}"));
                voyages::debark(plan, ix, place, rule);
            }
            Act::Destroy(_) if view.situation.pieces[ix].is_chit("air-supply") => {
                plan.send_to_pool(ix, rule, "is lost with its air transport");
            }
            Act::Destroy(_) => plan.eliminate(ix, None, rule),
            _ => {
                plan.piece(ix, What::Say, rule, "goes back with its air transport");
                // What lost a point may carry it no more (4.12.3).
                if of(TRANSPORT).flat_map(own).any(|ix| plan.has_turned(ix, REDUCED)) {
                    plan.reset(ix, ABOARD, rule, "is at its base again");
                }
            }
        }
    }
    let landed = is_drop && matches!(act, Act::Advance(_));
    let first = dropped(view, battle).into_iter().find(|ix| landed && !plan.gone.contains(ix));
    if let Some(ix) = first {
        let side = Alliance::of(view.situation.alliance(ix));
        if let Some(hex) = place.hex().filter(|hex| view.owning_side(*hex) != side) {
            plan.take_control(hex, view.situation.pieces[ix].nation(), "4.12.4.3");
        }
        if let Some(side) = side {
            bases::captured(plan, place, side);
        }
    }
}

/// The paratroops of a drop.
pub(super) fn dropped(view: &View, battle: &Battle) -> Vec<PieceIx> {
    let load = battle.forces.0.iter().filter(|_| battle.procedure == links::DROP.procedure);
    let load = load.filter(|force| force.key == LOAD).flat_map(|force| &force.units);
    load.filter_map(|unit| find(view, &unit.piece.id)).collect()
}

/// A target of strategic warfare gets the chit that says what was done to it, where there is one.
pub(super) fn bombed(plan: &mut EditPlan<'_>, (target, state): (&Term, &Term), place: &PlaceId, rule: &str) {
    let chit = plan.view.situation.pack.catalogue.chit(state.word(), None);
    let what = chit.map(|chit| What::AddChit { entry: chit.id.clone(), at: place.clone() });
    plan.push("", what.unwrap_or(What::Say), rule, &format!("{target} is {state}"));
}

/// The missions of those who took part are over: whose the battle was, and of the others those that flew.
pub(super) fn end_missions(plan: &mut EditPlan<'_>, battle: &Battle, flown: &BTreeSet<PieceIx>, words: &str) {
    for ix in air::bearers(plan.view, battle, flown) {
        if !plan.gone.contains(&ix) {
            plan.reset(ix, AirMission::Strike.word(), "", words);
            plan.empty_notes(ix, "", words);
        }
    }
}
