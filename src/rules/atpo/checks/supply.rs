//! Supply: whether units are marked as the trace says, and where supply chits and forts may lie.

use std::collections::BTreeMap;

use super::super::bases::air_capacity;
use super::super::kind::Kind;
use super::super::states::{Posture, Status};
use super::super::supply::Supplied;
use super::super::view::{Alliance, Unit, View};
use crate::diagnostic::{Severity, counted, them};
use crate::rules::bound::Bound;
use crate::rules::check::{Check, Found, Report, now};
use crate::rules::situation::{PieceIx, PlaceId};

pub(super) const SUPPLY: &[Check<View>] = &[
    now("ATPO-L01", unsupplied_unit_unmarked),
    now("ATPO-L03", air_supply_over_capacity),
    now("ATPO-L05", supply_or_fort_in_enemy_hex),
    now("ATPO-L10", always_supplied_unit_marked),
    now("ATPO-M17", supplied_unit_marked),
];

/// Combat land units ashore and air units at land bases: the units that trace supply.
pub(in crate::rules::atpo) fn tracing(view: &View) -> impl Iterator<Item = &Unit> {
    view.units.iter().filter(|unit| {
        let (piece, states) = (view.piece(unit), view.states(unit));
        let stands = states.posture == Posture::Present && (states.posture_told || view.is_ashore(unit));
        let on_hex = piece.at.hex().is_some();
        on_hex && stands && (unit.kind.is_land() || unit.kind.is_air())
    })
}

/// One finding for the units of a place and nation: chits spent and removed this month are not in a save, so it is
/// never more than suspicious.
fn unsupplied_unit_unmarked(view: &View, report: &mut Report<'_>) {
    let mut groups: BTreeMap<(&PlaceId, &str, Supplied), Vec<&Unit>> = BTreeMap::new();
    for unit in tracing(view) {
        let piece = view.piece(unit);
        // Units that landed or dropped this month are in supply; they are still Active.
        if piece.has(Status::OutOfSupply) || piece.has(Status::Active) {
            continue;
        }
        let supplied = view.supply().of_unit(unit);
        if supplied != Supplied::Yes {
            groups.entry((&piece.at, &unit.entry.nation, supplied)).or_default().push(unit);
        }
    }
    for ((place, _, supplied), units) in groups {
        let names: Vec<&str> = units.iter().map(|unit| view.piece(unit).name.as_str()).collect();
        let message =
            format!("{}: no line of supply to {place}, and not marked Out of Supply", names.join(", "));
        let them = them(units.len());
        let help = match supplied {
            Supplied::No => format!("mark {them}, unless a supply chit was spent for {them} this month"),
            _ => format!(
                "mark {them} if the draft terrain along the way is right and no supply chit was spent for {them}"
            ),
        };
        report.add(Found::at(place.clone(), units.iter().map(|unit| unit.ix).collect(), message).help(help));
    }
}

fn supplied_unit_marked(view: &View, report: &mut Report<'_>) {
    for unit in tracing(view).filter(|unit| view.has(unit, Status::OutOfSupply)) {
        let piece = view.piece(unit);
        if view.supply().of_unit(unit) == Supplied::Yes {
            let message = format!(
                "{} in {}: marked Out of Supply, but the line of supply is open",
                piece.name, piece.at
            );
            report.add(
                Found::at(piece.at.clone(), vec![unit.ix], message)
                    .help("remove the marker once it can trace supply"),
            );
        }
    }
}

fn air_supply_over_capacity(view: &View, report: &mut Report<'_>) {
    for place in view.situation.at.keys() {
        let carried = |ix: &PieceIx| matches!(view.states[*ix].posture, Posture::Aboard(_) | Posture::Aloft);
        let chits: Vec<PieceIx> =
            view.chits(place, "air-supply").into_iter().filter(|ix| !carried(ix)).collect();
        let Some(bases) = air_capacity(view, place).filter(|_| !chits.is_empty()) else { continue };
        let strips = i32::try_from(view.working(place, "dirt-airstrip").len()).unwrap_or(0);
        // A chit dropped from the air may lie in a hex without a base (13.4.2).
        let bases = (&bases + &Bound::exact(strips)).max(&Bound::exact(1));
        // Chits are always taken to be aboard the air transport of their hex, as far as it has points (13.3.1).
        let transports = view.here(place).filter(|unit| unit.kind == Kind::Atp);
        let aboard: Bound = transports.map(|unit| view.points(unit)).sum();
        let limit = &bases + &aboard;
        let load = Bound::exact(i32::try_from(chits.len()).unwrap_or(i32::MAX));
        report.extend(Found::over(&load, &limit, || {
            let chits_here = counted(chits.len(), "Air Supply chit");
            let message = format!("{chits_here} in {place}; its bases and air transports hold {limit}");
            Found::at(place.clone(), chits, message).help("use the rest, or fly it to other bases")
        }));
    }
}

fn supply_or_fort_in_enemy_hex(view: &View, report: &mut Report<'_>) {
    for ix in view.situation.in_play() {
        let piece = &view.situation.pieces[ix];
        let kinds = ["fortification", "coastal-fort", "sea-supply", "air-supply"];
        let (Some(hex), Some(side)) = (piece.at.hex(), Alliance::of(view.situation.alliance(ix))) else {
            continue;
        };
        let ashore = !matches!(view.states[ix].posture, Posture::Aboard(_) | Posture::Aloft);
        let own = |unit: &Unit| unit.side == side && (unit.kind.is_naval() || unit.kind == Kind::Atp);
        if kinds.iter().any(|kind| piece.is_chit(kind))
            && ashore
            && view.surely_holds(hex, side.enemy())
            && !view.in_hex(hex).any(own)
        {
            let severity = if view.owner_is_draft(hex) { Severity::Suspicious } else { Severity::Illegal };
            let message = format!("{} in {hex}, which the enemy controls", piece.name);
            report.add(
                Found::at(piece.at.clone(), vec![ix], message)
                    .severity(severity)
                    .help("forts and supply are removed when captured"),
            );
        }
    }
}

fn always_supplied_unit_marked(view: &View, report: &mut Report<'_>) {
    for unit in tracing(view).filter(|unit| view.has(unit, Status::OutOfSupply)) {
        let piece = view.piece(unit);
        if view.supply().is_always(unit) {
            let message = format!(
                "{} in {}: marked Out of Supply in a place that is always in supply",
                piece.name, piece.at
            );
            report.add(Found::at(piece.at.clone(), vec![unit.ix], message).help("remove the marker"));
        }
    }
}
