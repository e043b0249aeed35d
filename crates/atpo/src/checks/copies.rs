//! Counters that are there more often than the game has them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::kind::{Kind, Ship};
use super::super::listed::{joined, pieces};
use super::super::view::{Unit, View};
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::data::catalogue::{Entry, Source};
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::Severity;

pub(super) const COPIES: &[Check<View>] =
    &[now("ATPO-F01", counter_twice), now("ATPO-F22", too_many_partisans), now("ATPO-N15", named_ship_twice)];

/// How many counters of a row the game has.
pub(super) fn copies(entry: &Entry) -> usize {
    entry.count.and_then(|count| usize::try_from(count).ok()).unwrap_or(1)
}

fn is_named(entry: &Entry) -> bool {
    let large =
        matches!(Kind::of(entry), Some(Kind::Ship(Ship::Capital | Ship::Carrier | Ship::AuxiliaryCruiser)));
    large && entry.kind != "CVE" && copies(entry) == 1
}

/// Whether a ship may stand in for a sister of its class that is nowhere in the save: modules lack a few counters (0.5).
fn may_stand_in(view: &View, entry: &Entry) -> bool {
    let class = entry.word("class");
    let is_there = |id: &str| {
        view.situation.pieces.iter().filter_map(|piece| piece.entry.as_ref()).any(|other| other.id == id)
    };
    let sister = |other: &Entry| {
        other.id != entry.id
            && other.nation == entry.nation
            && other.kind == entry.kind
            && other.word("class") == class
    };
    let mut sisters = view.situation.pack.catalogue.entries().filter(|other| sister(other));
    !class.is_empty() && sisters.any(|other| !is_there(&other.id))
}

/// How sure it is that there are too many of a counter: of a leader, of a ship with a name whose sisters are all there, and
/// of what the rules number. Of all others the number is an estimate, or they may stand in for others.
fn severity(view: &View, entry: &Entry) -> Severity {
    let named = is_named(entry) && !may_stand_in(view, entry);
    let by_rules = entry.source == Source::Rules && !doubles_partisans(view, entry);
    let sure = named || entry.family == "leaders" || by_rules;
    if sure { Severity::Illegal } else { Severity::Suspicious }
}

/// A ship with a name that is in play twice.
fn named_ship_twice(view: &View, report: &mut Report<'_>) {
    let mut all: BTreeMap<&str, Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| is_named(&unit.entry)) {
        all.entry(&unit.entry.id).or_default().push(unit);
    }
    for units in all.into_values().filter(|units| units.len() > 1) {
        let at: BTreeSet<String> = units.iter().map(|unit| view.piece(unit).at.to_string()).collect();
        let at: Vec<String> = at.into_iter().collect();
        let message = format!(
            "{} counters of {} in play, in {}; the game has 1",
            units.len(),
            view.piece(units[0]).name,
            joined(&at)
        );
        let place = view.piece(units[0]).at.clone();
        let severity = severity(view, &units[0].entry);
        report.add(Found::at(place, pieces(&units), message).severity(severity).help("remove the copy"));
    }
    named_ship_in_two_shapes(view, report);
}

/// A ship with a name whose counters of two kinds are in play: she is one of them, as the Ise before and after her hangar.
fn named_ship_in_two_shapes(view: &View, report: &mut Report<'_>) {
    let mut all: BTreeMap<(&str, &str), BTreeMap<&str, &Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| is_named(&unit.entry)) {
        let entry = &unit.entry;
        all.entry((&entry.nation, &entry.name)).or_default().insert(&entry.id, unit);
    }
    for units in all.into_values().filter(|units| units.len() > 1) {
        let units: Vec<&Unit> = units.into_values().collect();
        let shape = |unit: &&Unit| format!("{} in {}", unit.entry.kind, view.piece(unit).at);
        let shapes: Vec<String> = units.iter().map(shape).collect();
        let name = &view.piece(units[0]).name;
        let message = format!("{name} in play as {}; only one of them is allowed", joined(&shapes));
        let found = Found::at(view.piece(units[0]).at.clone(), pieces(&units), message);
        report.add(found.severity(Severity::Suspicious).help("remove the rebuilt one"));
    }
}

/// Counters that lie in several places and are more than the game has. In one place a counter may stand in for others
/// that a module lacks (0.5).
fn counter_twice(view: &View, report: &mut Report<'_>) {
    let mut all: BTreeMap<&str, Vec<PieceIx>> = BTreeMap::new();
    for (ix, piece) in view.situation.pieces.iter().enumerate() {
        if let Some(entry) = piece.entry.as_ref().filter(|entry| !entry.is_chit) {
            all.entry(&entry.id).or_default().push(ix);
        }
    }
    for pieces in all.into_values() {
        let first = &view.situation.pieces[pieces[0]];
        let most = first.entry.as_ref().map_or(1, |entry| copies(entry));
        let places: BTreeSet<&PlaceId> = pieces.iter().map(|ix| &view.situation.pieces[*ix].at).collect();
        if pieces.len() > most && places.len() > 1 {
            let at: Vec<String> = places.iter().map(ToString::to_string).collect();
            let message = format!(
                "{} counters of {} in the save, in {}; the game has {most}",
                pieces.len(),
                first.name,
                joined(&at)
            );
            let help = "delete the extra copy; a counter can be in only one place";
            let severity = first.entry.as_ref().map_or(Severity::Suspicious, |entry| severity(view, entry));
            report.add(Found::at(first.at.clone(), pieces, message).severity(severity).help(help));
        }
    }
}

/// The lands that partisans of a nation may be in (16.3.6).
const PARTISAN_LANDS: [(&str, &str); 3] = [("CN", "MK"), ("FR", "TH"), ("SU", "MN")];

/// Whether a counter is a partisan of a nation in which an Atrocity lies, which doubles their limit (17.4.1).
fn doubles_partisans(view: &View, entry: &Entry) -> bool {
    let nation = entry.nation.as_str();
    let also = PARTISAN_LANDS.iter().find(|(own, _)| *own == nation).map(|(_, also)| *also);
    let is_there = |ix: &PieceIx| {
        let facts = view.ground(&view.situation.pieces[*ix].at);
        facts
            .is_none_or(|facts| facts.territory == nation || also.is_some_and(|land| facts.territory == land))
    };
    let mut atrocities = view.situation.in_play().filter(|ix| view.situation.pieces[*ix].is_chit("atrocity"));
    Kind::of(entry) == Some(Kind::Partisan) && atrocities.any(|ix| is_there(&ix))
}

/// More partisans in play than their nation has counters; twice as many where an Atrocity doubles the limit may be legal,
/// with other counters in their place.
fn too_many_partisans(view: &View, report: &mut Report<'_>) {
    let mut all: BTreeMap<&str, Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind == Kind::Partisan) {
        all.entry(&unit.entry.id).or_default().push(unit);
    }
    for units in all.into_values() {
        let Some(first) = units.first() else { continue };
        let most = copies(&first.entry);
        if units.len() > most {
            let doubled = doubles_partisans(view, &first.entry) && units.len() <= 2 * most;
            let message = format!(
                "{} {} in play; the game has counters for {most}",
                units.len(),
                view.piece(first).name
            );
            let place = view.piece(first).at.clone();
            let severity = if doubled { Severity::Suspicious } else { Severity::Illegal };
            report.add(Found::at(place, pieces(&units), message).severity(severity).help("return the rest"));
        }
    }
}
