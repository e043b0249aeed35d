//! Units without a line of supply: which they are, and where their lines break, in the words of a finding.

use std::collections::BTreeMap;

use super::super::listed::{joined, names, pieces};
use super::super::states::{Posture, Status};
use super::super::supply::{LeftOut, LineBreak, Supplied};
use super::super::view::{Unit, View};
use liege_rules::check::Found;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::them;

/// How many hexes in which a line breaks a finding names.
const MOST_BREAKS: usize = 3;

/// Combat land units ashore and air units at land bases: the units that trace supply.
pub(crate) fn tracing(view: &View) -> impl Iterator<Item = &Unit> {
    view.units.iter().filter(|unit| {
        let (piece, states) = (view.piece(unit), view.states(unit));
        let stands = states.posture == Posture::Present && (states.posture_told || view.is_ashore(unit));
        let on_hex = piece.at.hex().is_some();
        on_hex && stands && (unit.kind.is_land() || unit.kind.is_air())
    })
}

/// Unmarked units of one nation in one place that no line of supply surely reaches.
pub(super) struct Unsupplied<'a> {
    place: &'a PlaceId,
    supplied: Supplied,
    units: Vec<&'a Unit>,
}

/// All units without a line of supply that are not marked so.
pub(super) fn unsupplied(view: &View) -> Vec<Unsupplied<'_>> {
    let mut groups: BTreeMap<(&PlaceId, &str, Supplied), Vec<&Unit>> = BTreeMap::new();
    for unit in tracing(view) {
        let piece = view.piece(unit);
        // Units that landed or dropped this month are in supply; they are still Active. What is out at sea by itself is at
        // fault for that.
        if view.is_open_sea(&piece.at) || piece.has(Status::OutOfSupply) || piece.has(Status::Active) {
            continue;
        }
        let supplied = view.supply().of_unit(unit);
        if supplied != Supplied::Yes {
            groups.entry((&piece.at, &unit.entry.nation, supplied)).or_default().push(unit);
        }
    }
    let group = |((place, _, supplied), units)| Unsupplied { place, supplied, units };
    groups.into_iter().map(group).collect()
}

impl Unsupplied<'_> {
    /// Whether it would have a line but for one rule of the trace.
    pub fn is_closed_by(&self, view: &View, rule: LeftOut) -> bool {
        self.supplied != Supplied::FromDoubtfulSource
            && self.units.iter().any(|unit| view.supply().would_be_without(unit, rule))
    }

    /// The finding, in which the line of the first unit stands for all.
    pub fn found(&self, view: &View) -> Found {
        let why =
            self.units.first().map_or_else(String::new, |unit| in_words(view, &view.supply().gap(unit)));
        let message = format!(
            "no line of supply from {} for {}, not marked Out of Supply: {why}",
            self.place,
            names(view, &self.units)
        );
        let them = them(self.units.len());
        let help = match self.supplied {
            Supplied::Perhaps => format!(
                "mark {them} if the draft terrain along the path is right and no supply chit was spent for \
                 {them}"
            ),
            _ => format!("mark {them}, unless a supply chit was spent for {them} this month"),
        };
        Found::at(self.place.clone(), pieces(&self.units), message).help(help)
    }
}

fn in_words(view: &View, gap: &LineBreak) -> String {
    match gap {
        LineBreak::Cut(cuts) => {
            let told: Vec<String> = cuts.iter().take(MOST_BREAKS).map(|cut| at(view, *cut)).collect();
            let more = cuts.len().saturating_sub(MOST_BREAKS);
            if more > 0 {
                format!("cut at {} and {more} more", told.join(", "))
            } else {
                format!("cut at {}", joined(&told))
            }
        }
        LineBreak::Source(hex) => format!("the source in {hex} is cut off, or its chits are still aboard"),
        LineBreak::Elsewhere(hex) => {
            format!("the only source in range, {hex}, does not serve it there, or not yet")
        }
        LineBreak::NoWay => "no path over land or along islands leads to a source".to_owned(),
    }
}

/// Where a line breaks and why, the hex with its name.
fn at(view: &View, (hex, why): (Hex, &str)) -> String {
    let name = view.map().facts(hex).map_or("", |facts| facts.name.as_str());
    if name.is_empty() { format!("{hex} ({why})") } else { format!("{name} ({hex}, {why})") }
}
