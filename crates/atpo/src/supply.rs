//! Supply (13.2 to 13.5): from which sources a unit may draw, and whether a line leads to one of them.
//!
//! Supply is traced backwards (`trace`): from all ends of a source at once over the numbered hexes of the pack
//! (`Net`), so that one walk answers for every unit of a party. What serves only a limited number is a store
//! (`stores`); `rules::sharing` finds the best distribution, and only what no distribution can supply is reported.

pub mod net;
pub mod rows;
mod sources;
pub mod stores;
pub mod trace;

use std::collections::BTreeSet;

use super::field::{Alliance, Field, Unit};
use super::kind::Kind;
use super::zoc::Zoc;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

use net::HexNumber;
use sources::SupplySource;
pub use sources::{SUPPLY_CHITS, Traced, Trust};
pub use trace::LeftOut;

/// How sure it is that a unit is in supply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Supplied {
    /// By the data as they are.
    Yes,
    /// Only if its source is not cut off, or a chit aboard a carrier were ashore.
    FromDoubtfulSource,
    /// Only if some draft value is wrong.
    Perhaps,
    /// Under no reading.
    No,
}

/// Why no line of supply leads from a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineBreak {
    /// The hexes in which lines break, each with what breaks them.
    Cut(Vec<(Hex, &'static str)>),
    /// A line leads to a source that is cut off itself, or whose chits are aboard.
    Source(Hex),
    /// The source at the end of the line serves its nation elsewhere or later.
    Elsewhere(Hex),
    /// No way over land or along islands leads to a source.
    NoWay,
}

/// Supply of every unit, traced on demand.
#[derive(Clone, Copy)]
pub struct Supply<'a> {
    /// The position.
    pub field: &'a Field,
    /// Its zones of control.
    pub zoc: &'a Zoc,
    /// What has been traced before.
    pub traced: &'a Traced,
}

impl<'a> Supply<'a> {
    /// Whether a unit is in supply; partisans always are (16.3).
    pub fn of_unit(&self, unit: &Unit) -> Supplied {
        if unit.kind == Kind::Partisan {
            return Supplied::Yes;
        }
        let at = &self.field.piece(unit).at;
        let readings = [
            (Trust::AsData, Supplied::Yes),
            (Trust::AnySource, Supplied::FromDoubtfulSource),
            (Trust::Lenient, Supplied::Perhaps),
        ];
        let found = readings.into_iter().find(|(trust, _)| self.is_traced(unit, at, *trust));
        found.map_or(Supplied::No, |(_, supplied)| supplied)
    }

    /// Whether the rules name a unit's place as always in supply for it (13.2.1).
    pub fn is_always(&self, unit: &Unit) -> bool {
        let (nation, at) = (&unit.entry.nation, &self.field.piece(unit).at);
        self.field.supply_rows().always.iter().filter(|row| row.users.contains(nation)).any(|row| {
            let named = match at {
                PlaceId::Hex(hex) => row.hexes.iter().any(|name| name.parse() == Ok(*hex)),
                PlaceId::Named(name) => row.boxes.iter().any(|own| **own == **name),
                _ => false,
            };
            named || at.hex().is_some_and(|hex| self.is_own_island(&row.islands_of, nation, hex))
        })
    }

    /// The sources that a unit's trace from a hex reaches; only when there is none by the data as they are, those of
    /// the lenient reading. A retreating unit may designate any of them (11.6.7).
    pub fn sources_from(&self, unit: &Unit, hex: Hex) -> BTreeSet<Hex> {
        let reached = |trust| -> BTreeSet<Hex> {
            let sources = self.sources(unit, hex);
            let ends = sources.into_iter().flat_map(|source| self.ends(&source, unit.side, trust));
            let ends: BTreeSet<HexNumber> = ends.collect();
            let ends = ends.into_iter().map(|at| self.field.net().hex(at));
            ends.filter(|end| self.draws(unit.side, hex, &SupplySource::Hex(*end), trust, LeftOut::Nothing))
                .collect()
        };
        let strict = reached(Trust::AsData);
        if strict.is_empty() { reached(Trust::Lenient) } else { strict }
    }

    /// Whether a unit would be in supply in another hex, by the data as they are.
    pub fn would_be(&self, unit: &Unit, hex: Hex) -> bool {
        self.trace(unit, &PlaceId::Hex(hex), Trust::AsData)
    }

    /// The hexes from a unit to the nearest source that it can draw from, by the data as they are; none where it draws
    /// from no hex.
    pub fn path_of(&self, unit: &Unit) -> Option<Vec<Hex>> {
        self.shortest(unit, Trust::AsData, LeftOut::Nothing)
    }

    fn shortest(&self, unit: &Unit, trust: Trust, left_out: LeftOut) -> Option<Vec<Hex>> {
        let start = self.field.piece(unit).at.hex()?;
        let sources = match left_out {
            LeftOut::Limits => self.sources_anywhere(&unit.entry.nation),
            _ => self.sources(unit, start),
        };
        let lines = sources.iter().filter_map(|source| self.line(unit.side, start, source, trust, left_out));
        lines.min_by_key(Vec::len)
    }

    /// Why no line of supply leads from a unit, by the data as they are.
    pub fn gap(&self, unit: &Unit) -> LineBreak {
        let end = |trust, left_out| self.shortest(unit, trust, left_out)?.last().copied();
        if let Some(source) = end(Trust::AnySource, LeftOut::Nothing) {
            return LineBreak::Source(source);
        }
        let breaks = |rule| {
            let line = self.shortest(unit, Trust::AsData, rule)?;
            Some(trace::breaks(self.field, self.zoc, unit.side, &line))
        };
        let one_rule = [LeftOut::Terrain, LeftOut::Sea, LeftOut::Partisans].into_iter().filter_map(breaks);
        let mut cuts: Vec<(Hex, &'static str)> = Vec::new();
        for cut in one_rule.flatten() {
            if !cuts.contains(&cut) {
                cuts.push(cut);
            }
        }
        if !cuts.is_empty() {
            return LineBreak::Cut(cuts);
        }
        if let Some(source) = end(Trust::AsData, LeftOut::Limits) {
            return LineBreak::Elsewhere(source);
        }
        breaks(LeftOut::Everything).filter(|cuts| !cuts.is_empty()).map_or(LineBreak::NoWay, LineBreak::Cut)
    }

    /// Whether a unit would be in supply in its hex, by the data as they are, if one rule of the trace did not hold.
    pub fn would_be_without(&self, unit: &Unit, rule: LeftOut) -> bool {
        let Some(start) = self.field.piece(unit).at.hex() else { return false };
        let sources = match rule {
            LeftOut::Limits => self.sources_anywhere(&unit.entry.nation),
            _ => self.sources(unit, start),
        };
        sources.iter().any(|source| self.draws(unit.side, start, source, Trust::AsData, rule))
    }

    /// Whether units of a nation may draw from a hex itself, wherever they stand: a home source or one that is listed.
    pub fn is_source_for(&self, nation: &str, hex: Hex) -> bool {
        let listed = self.field.supply_rows().source.iter().filter(|row| row.serves(nation));
        self.is_home_source(nation, hex, Trust::Lenient)
            || listed.flat_map(|row| row.ends()).any(|end| end == hex)
    }

    /// The hexes that adjoin a box that is a source of supply, as `supply.toml` lists them.
    pub fn entries(&self, name: &str) -> Vec<Hex> {
        let rows = self.field.supply_rows().source.iter();
        rows.filter(|row| row.boxes.iter().any(|own| own == name)).flat_map(|row| row.ends()).collect()
    }

    /// The supply chits of a party that lie ashore in a hex.
    pub fn chits_at(&self, side: Alliance, hex: Hex) -> Vec<PieceIx> {
        let chits = self.chits(side, Trust::AsData);
        chits.into_iter().filter(|ix| self.field.situation.pieces[*ix].at.hex() == Some(hex)).collect()
    }

    fn is_traced(&self, unit: &Unit, at: &PlaceId, trust: Trust) -> bool {
        let key = (at.clone(), unit.entry.nation.clone(), unit.side, trust);
        if let Some(known) = self.traced.known.borrow().get(&key) {
            return *known;
        }
        let traced = self.is_always(unit) || self.trace(unit, at, trust);
        self.traced.known.borrow_mut().insert(key, traced);
        traced
    }

    fn trace(&self, unit: &Unit, at: &PlaceId, trust: Trust) -> bool {
        match at {
            PlaceId::Hex(start) => self
                .sources(unit, *start)
                .iter()
                .any(|source| self.draws(unit.side, *start, source, trust, LeftOut::Nothing)),
            PlaceId::Named(name) => self
                .field
                .supply_rows()
                .source
                .iter()
                .any(|row| row.boxes.iter().any(|own| **own == **name) && row.serves(&unit.entry.nation)),
            // A unit whose place is unknown may be in supply.
            PlaceId::Tray(_) | PlaceId::Off(_) => trust == Trust::Lenient,
        }
    }
}
