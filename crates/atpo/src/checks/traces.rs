//! Lines of supply and where they may not run, and ships whose marks do not fit their port or the season.

use std::collections::BTreeMap;

use super::super::kind::{Kind, Ship};
use super::super::listed::names;
use super::super::states::{Posture, Status};
use super::super::supply::LeftOut;
use super::super::view::{Alliance, Unit, View};
use super::lines::{tracing, unsupplied};
use super::track::LAST_QUARTERLY;
use crate::part::MonthPart;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::notation::Date;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{Severity, counted, them};

pub(super) const TRACES: &[Check<View>] = &[
    now("ATPO-L04", leftover_sea_supply),
    now("ATPO-L07", supplied_ship_at_sea_at_season_end),
    now("ATPO-L08", supplied_docked_ship_marked),
    now("ATPO-L11", supply_from_wrong_source),
    now("ATPO-L13", supply_through_jungle_or_desert),
    now("ATPO-L14", island_chain_over_open_sea),
    now("ATPO-L15", line_through_partisan),
    now("ATPO-L17", fortress_treated_as_isolated),
];

/// Unmarked units that would have a line but for one rule of the trace.
fn report_closed(view: &View, report: &mut Report<'_>, rule: LeftOut) {
    let groups = unsupplied(view);
    let closed = groups.iter().filter(|group| group.is_closed_by(view, rule));
    report.extend(closed.map(|group| group.found(view).severity(Severity::Suspicious)));
}

fn supply_from_wrong_source(view: &View, report: &mut Report<'_>) {
    report_closed(view, report, LeftOut::Limits);
}

fn supply_through_jungle_or_desert(view: &View, report: &mut Report<'_>) {
    report_closed(view, report, LeftOut::Terrain);
}

fn island_chain_over_open_sea(view: &View, report: &mut Report<'_>) {
    report_closed(view, report, LeftOut::Sea);
}

fn line_through_partisan(view: &View, report: &mut Report<'_>) {
    report_closed(view, report, LeftOut::Partisans);
}

/// Sea Supply that lies ashore when it should be spent: only a source that is cut off keeps some (13.5.2).
fn leftover_sea_supply(view: &View, report: &mut Report<'_>) {
    for place in view.situation.at.keys() {
        let Some(hex) = place.hex() else { continue };
        let carried = |ix: &PieceIx| matches!(view.states[*ix].posture, Posture::Aboard(_) | Posture::Aloft);
        let chits: Vec<PieceIx> =
            view.chits(place, "sea-supply").into_iter().filter(|ix| !carried(ix)).collect();
        let lift = view.here(place).any(|unit| unit.kind.is_naval());
        // A garrison beside it may still have to draw on it.
        let near = view.map().neighbours(hex).into_iter().chain([hex]);
        let used = near
            .into_iter()
            .any(|hex| view.in_hex(hex).any(|unit| unit.kind.is_land() || unit.kind.is_air()));
        let nations = view.situation.pack.nations.keys();
        let source = nations.into_iter().any(|nation| view.supply().is_source_for(nation, hex));
        if !chits.is_empty() && !lift && !used && !source {
            let message =
                format!("{} ashore in {hex} after the Supply Step", counted(chits.len(), "Sea Supply chit"));
            let help = "landed supply is spent or lost in the month; only a source that is cut off stores it";
            report.add(Found::at(place.clone(), chits, message).help(help));
        }
    }
}

/// Before a Seasonal Turn no ship is refuelled at sea, so that each one that is still there once the fleets have gone home is
/// out of supply. Raiders need no fuel (2.2.2): in a part of the sea without hexes, or where a mark shows that they have
/// acted, nothing tells them from others.
fn supplied_ship_at_sea_at_season_end(view: &View, report: &mut Report<'_>) {
    let seasonal = view.part() == Some(MonthPart::Seasonal);
    // In the Seasonal Turn the month to come is shown; in the extended campaign one follows every month (0.2).
    let last_of_season = |date: Date| date.month % 3 == u8::from(seasonal) || date <= LAST_QUARTERLY;
    // At the end of the turn the marks that tell who raided are gone.
    let unmarked = seasonal || view.situation.clock.phase.as_deref() == Some("EN.5");
    if !view.situation.clock.date.is_some_and(last_of_season) {
        return;
    }
    let exempt = |unit: &Unit| matches!(unit.kind, Kind::Ship(Ship::AuxiliaryCruiser | Ship::Kaiten));
    let mut groups: BTreeMap<(&PlaceId, bool), Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind.is_naval() && !exempt(unit)) {
        let at_sea = view.posture(unit) == Posture::Present && view.states(unit).posture_told;
        let place = &view.piece(unit).at;
        let sails = place.hex().is_some() || view.is_sea_area(place);
        if at_sea && sails && !view.has(unit, Status::OutOfSupply) {
            let may_raid = unit.kind != Kind::Stp && view.is_sea_area(place);
            let boat = unmarked && unit.side == Alliance::Allies && unit.kind == Kind::Ship(Ship::Submarine);
            let has_acted = boat || view.has(unit, Status::Active);
            groups.entry((place, may_raid || has_acted)).or_default().push(unit);
        }
    }
    for ((place, may_raid), units) in groups {
        let when = if seasonal { "in" } else { "before" };
        let message = format!(
            "{} at sea in {place} {when} a Seasonal Turn, not marked Out of Supply",
            names(view, &units)
        );
        let pieces = units.iter().map(|unit| unit.ix).collect();
        let severity = if may_raid { Severity::Suspicious } else { Severity::Illegal };
        let help = format!(
            "ships are not refuelled at sea before a Seasonal Turn: mark {} Out of Supply{}",
            them(units.len()),
            if may_raid { ", except raiders" } else { "" }
        );
        report.add(Found::at(place.clone(), pieces, message).severity(severity).help(help));
    }
}

/// A ship in a working port that its side supplies is in supply (13.6.2).
fn supplied_docked_ship_marked(view: &View, report: &mut Report<'_>) {
    let docked = |unit: &&Unit| unit.kind.is_naval() && view.posture(unit) == Posture::Docked;
    for unit in view.units.iter().filter(docked).filter(|unit| view.has(unit, Status::OutOfSupply)) {
        let place = &view.piece(unit).at;
        let Some(hex) = place.hex() else { continue };
        let port = view.map().facts(hex).is_some_and(|facts| facts.port.is_some());
        let destroyed = !view.chits(place, "destroyed").is_empty();
        if port && !destroyed && view.surely_holds(hex, unit.side) && view.supply().would_be(unit, hex) {
            let message = format!(
                "{} in port in {hex}, marked Out of Supply; the port is working and in supply",
                view.piece(unit).name
            );
            report.add(Found::at(place.clone(), vec![unit.ix], message).help("remove the marker"));
        }
    }
}

/// A permanent fortress that is a source is never cut off, so that those whom it serves are in supply there.
fn fortress_treated_as_isolated(view: &View, report: &mut Report<'_>) {
    for unit in tracing(view).filter(|unit| view.has(unit, Status::OutOfSupply)) {
        let place = &view.piece(unit).at;
        let Some(hex) = place.hex() else { continue };
        let fortress = view.map().facts(hex).is_some_and(|facts| facts.permanent_fort);
        if fortress
            && view.surely_holds(hex, unit.side)
            && view.supply().is_source_for(&unit.entry.nation, hex)
        {
            let message = format!(
                "{} in {hex} marked Out of Supply; the fortress is a source that is never isolated",
                view.piece(unit).name
            );
            report.add(Found::at(place.clone(), vec![unit.ix], message).help("remove the marker"));
        }
    }
}
