//! Supply: whether units are marked as the trace says, and where supply chits and forts may lie.

use std::collections::{BTreeMap, BTreeSet};

use super::super::bases::air_capacity;
use super::super::kind::Kind;
use super::super::states::{Posture, Status};
use super::super::supply::stores::{Draw, Draws, Store};
use super::super::supply::{Supplied, Trust};
use super::super::view::{Alliance, Unit, View};
use super::lines::{tracing, unsupplied};
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now, since};
use liege_rules::position::moves::Moves;
use liege_rules::position::situation::PieceIx;
use vassal::diagnostic::{Severity, counted};

pub(super) const SUPPLY: &[Check<View>] = &[
    now("ATPO-L01", unsupplied_unit_unmarked),
    now("ATPO-L02", overdrawn_supply_chit),
    now("ATPO-L03", air_supply_over_capacity),
    now("ATPO-L05", supply_or_fort_in_enemy_hex),
    now("ATPO-L10", always_supplied_unit_marked),
    now("ATPO-L12", overdrawn_source),
    since("ATPO-L18", attrition_rolled_too_early),
    now("ATPO-M17", supplied_unit_marked),
];

/// One finding for the units of a place and nation: chits spent and removed this month are not in a save, so it is
/// never more than suspicious.
fn unsupplied_unit_unmarked(view: &View, report: &mut Report<'_>) {
    report.extend(unsupplied(view).iter().map(|group| group.found(view)));
}

/// Groups of unmarked units for which no distribution of what they live on is enough, those on chits alone or others.
fn short(view: &View, on_chits: bool) -> Vec<Draw<'_>> {
    let unmarked = |unit: &&Unit| !view.has(unit, Status::OutOfSupply) && !view.has(unit, Status::Active);
    let shortages = Draws::of(&view.supply(), tracing(view).filter(unmarked), Trust::Lenient).shortages();
    let chits = |draw: &Draw<'_>| draw.stores.iter().all(|store| matches!(store, Store::Chits(_)));
    shortages.into_iter().filter(|draw| chits(draw) == on_chits).collect()
}

/// Never more than suspicious: chits that were spent and removed this month may have fed more (13.5.1).
fn report_short(view: &View, report: &mut Report<'_>, draw: &Draw<'_>) {
    let Some(first) = draw.units.first() else { return };
    let names: Vec<&str> = draw.units.iter().map(|unit| view.piece(unit).name.as_str()).collect();
    let message = format!(
        "{} only {}, which serve{} {}: {}",
        if draw.units.len() == 1 {
            "1 unit has".to_owned()
        } else {
            format!("{} units have", draw.units.len())
        },
        draw.stores.iter().map(|store| view.supply().name_of(store)).collect::<Vec<_>>().join(" and "),
        if matches!(draw.stores.as_slice(), [Store::Row(..)]) { "s" } else { "" },
        draw.serves,
        names.join(", ")
    );
    let help =
        format!("mark {} of them, unless they landed or more supply chits were spent this month", draw.left);
    let pieces = draw.units.iter().map(|unit| unit.ix).collect();
    let place = view.piece(first).at.clone();
    report.add(Found::at(place, pieces, message).severity(Severity::Suspicious).help(help));
}

fn overdrawn_supply_chit(view: &View, report: &mut Report<'_>) {
    for draw in short(view, true) {
        report_short(view, report, &draw);
    }
}

fn overdrawn_source(view: &View, report: &mut Report<'_>) {
    for draw in short(view, false) {
        report_short(view, report, &draw);
    }
}

fn supplied_unit_marked(view: &View, report: &mut Report<'_>) {
    let reached =
        |unit: &&Unit| view.has(unit, Status::OutOfSupply) && view.supply().of_unit(unit) == Supplied::Yes;
    let marked: Vec<&Unit> = tracing(view).filter(reached).collect();
    if marked.is_empty() {
        return;
    }
    // Who goes without where chits do not serve all who reach them, the player decides.
    let shortages = Draws::of(&view.supply(), tracing(view), Trust::AsData).shortages();
    let short: BTreeSet<PieceIx> =
        shortages.iter().flat_map(|draw| &draw.units).map(|unit| unit.ix).collect();
    for unit in marked {
        let piece = view.piece(unit);
        if !short.contains(&unit.ix) {
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

/// Between the last movement of ships and the end of the month attrition alone takes steps of land units ashore, and
/// only of those that were marked a month before (13.6.1.1).
fn attrition_rolled_too_early(before: &View, now: &View, _: &Moves, report: &mut Report<'_>) {
    let was: BTreeMap<&str, &Unit> =
        before.units.iter().map(|unit| (before.piece(unit).id.as_str(), unit)).collect();
    for unit in tracing(now).filter(|unit| unit.kind.is_land() && now.is_reduced(unit)) {
        let piece = now.piece(unit);
        let Some(old) = was.get(piece.id.as_str()) else { continue };
        let ashore = before.is_ashore(old) && before.piece(old).at == piece.at;
        if ashore && !before.is_reduced(old) && !before.has(old, Status::OutOfSupply) {
            let message = format!(
                "{} in {} has lost a step in the Supply Step; it was not Out of Supply before",
                piece.name, piece.at
            );
            let help = "attrition starts in the second consecutive Supply Step: restore the step";
            report.add(Found::at(piece.at.clone(), vec![unit.ix], message).help(help));
        }
    }
}
