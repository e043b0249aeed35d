//! Sources of supply in a position (13.2, 13.5): home cities, listed hexes and chits, and home cities that are cut off.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Supply;
use super::net::HexNumber;
use super::trace::{LeftOut, Reach, Ways};
use crate::field::{Alliance, Field, Unit};
use crate::ground::{City, GroundColumn};
use crate::states::Posture;
use liege_rules::data::word::Word;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The kinds of supply chits, and how many units one of each serves in a month (13.5.1).
pub const SUPPLY_CHITS: [(&str, u32); 2] = [("sea-supply", 4), ("air-supply", 1)];

/// How doubtful facts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// The data as they are. A home city that is cut off is no source (13.5.2, choice of ours where the rules do not
    /// say when that is), and a chit aboard a carrier feeds nobody.
    AsData,
    /// The same, but home cities that are cut off and chits aboard carriers are sources.
    AnySource,
    /// Draft terrain does not block, and anything that may be a source is one.
    Lenient,
}

/// From what a unit may draw.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SupplySource {
    /// The home cities of a nation.
    Homes(String),
    /// A row of `supply.toml`, by its number.
    Row(usize),
    /// One hex alone.
    Hex(Hex),
    /// The chits of its party.
    Chits,
}

/// A city that may be a source of its nation.
struct Home {
    at: HexNumber,
    territory: Word,
    is_source: bool,
    is_draft: bool,
}

/// What a trace depends on beside the position: whose, how doubtful terrain is read, what is left out.
type WaysKey = (Alliance, bool, LeftOut);

/// What was found out once and is kept.
type Walked<K, V> = RefCell<BTreeMap<K, Rc<V>>>;

/// The ends of a source, and from where they are reached; nothing is walked where there is no end.
struct Walk {
    ends: BTreeSet<HexNumber>,
    reach: Option<Reach>,
}

/// What has been traced of a position.
pub struct Traced {
    homes: Vec<Home>,
    /// Whether units of a nation are in supply, by place, nation, party and trust in the data.
    pub(super) known: RefCell<BTreeMap<(PlaceId, String, Alliance, Trust), bool>>,
    ways: Walked<WaysKey, Ways>,
    walks: Walked<(SupplySource, Alliance, Trust, LeftOut), Walk>,
    cut_off: Walked<(String, Alliance), BTreeSet<HexNumber>>,
}

impl Traced {
    /// Nothing yet.
    pub fn of(field: &Field) -> Self {
        let any_city = &field.supply_rows().any_home_city;
        let homes =
            field.map().hexes().filter(|(_, facts)| is_home(facts.city)).filter_map(|(hex, facts)| {
                Some(Home {
                    at: field.net().number(hex)?,
                    territory: facts.territory.clone(),
                    is_source: facts.resource || any_city.iter().any(|nation| facts.territory == *nation),
                    is_draft: facts.is_draft(GroundColumn::Resource),
                })
            });
        Self {
            homes: homes.collect(),
            known: RefCell::default(),
            ways: RefCell::default(),
            walks: RefCell::default(),
            cut_off: RefCell::default(),
        }
    }
}

fn is_home(city: Option<City>) -> bool {
    matches!(city, Some(City::Home | City::Capital))
}

impl Supply<'_> {
    /// From what a unit may draw when it stands in a hex.
    pub(super) fn sources(&self, unit: &Unit, start: Hex) -> Vec<SupplySource> {
        let mut sources = self.endless_sources(unit, start);
        sources.extend(self.limited_rows(&unit.entry.nation).map(SupplySource::Row));
        sources.push(SupplySource::Chits);
        sources
    }

    /// The same, without those that serve only so many units.
    pub(super) fn endless_sources(&self, unit: &Unit, start: Hex) -> Vec<SupplySource> {
        let rows = self.field.supply_rows();
        let nation = &unit.entry.nation;
        let mut sources: Vec<SupplySource> =
            rows.givers(nation).map(|giver| SupplySource::Homes(giver.to_owned())).collect();
        let date = self.field.situation.clock.date;
        let serving =
            rows.source.iter().enumerate().filter(|(_, row)| {
                row.serves(nation) && row.is_in_force(date) && !row.most.contains_key(nation)
            });
        for (number, row) in serving {
            let territory = self.field.map().facts(start).map(|facts| &facts.territory);
            if !row.territory.is_empty()
                && !territory.is_some_and(|own| row.territory.iter().any(|nation| *own == *nation))
            {
                continue;
            }
            match row.within {
                None => sources.push(SupplySource::Row(number)),
                Some(most) => {
                    let near =
                        |end: &Hex| self.field.map().distance(*end, start).is_some_and(|far| far <= most);
                    sources.extend(row.ends().filter(near).map(SupplySource::Hex));
                }
            }
        }
        sources
    }

    /// The rows that serve only so many units of a nation.
    pub(super) fn limited_rows(&self, nation: &str) -> impl Iterator<Item = usize> {
        let date = self.field.situation.clock.date;
        let rows = self.field.supply_rows().source.iter().enumerate();
        rows.filter(move |(_, row)| {
            row.serves(nation) && row.is_in_force(date) && row.most.contains_key(nation)
        })
        .map(|(number, _)| number)
    }

    /// The sources that list a nation, wherever they serve it and since when.
    pub(super) fn sources_anywhere(&self, nation: &str) -> Vec<SupplySource> {
        let rows = self.field.supply_rows().source.iter().enumerate();
        rows.filter(|(_, row)| row.serves(nation)).map(|(number, _)| SupplySource::Row(number)).collect()
    }

    /// The hexes where lines to a source may end.
    pub(super) fn ends(&self, source: &SupplySource, side: Alliance, trust: Trust) -> Vec<HexNumber> {
        let net = self.field.net();
        match source {
            SupplySource::Homes(giver) => {
                let cut_off = if trust == Trust::AsData { self.cut_off(giver, side) } else { Rc::default() };
                self.homes(giver, trust).filter(|at| !cut_off.contains(at)).collect()
            }
            SupplySource::Row(number) => {
                let row = self.field.supply_rows().source.get(*number);
                row.into_iter().flat_map(|row| row.ends()).filter_map(|hex| net.number(hex)).collect()
            }
            SupplySource::Hex(hex) => net.number(*hex).into_iter().collect(),
            SupplySource::Chits => {
                let chits = self.chits(side, trust).into_iter();
                let at = chits.filter_map(|ix| net.number(self.field.situation.pieces[ix].at.hex()?));
                at.collect::<BTreeSet<HexNumber>>().into_iter().collect()
            }
        }
    }

    /// The home cities of a nation that are sources.
    fn homes(&self, giver: &str, trust: Trust) -> impl Iterator<Item = HexNumber> {
        let own = self.traced.homes.iter().filter(move |home| home.territory == giver);
        let lenient = trust == Trust::Lenient;
        own.filter(move |home| home.is_source || lenient && home.is_draft).map(|home| home.at)
    }

    /// Whether a hex is a home city that is a source of a nation.
    pub(super) fn is_home_source(&self, nation: &str, hex: Hex, trust: Trust) -> bool {
        let at = self.field.net().number(hex);
        at.is_some_and(|at| self.homes(nation, trust).any(|home| home == at))
    }

    /// The supply chits of a party; those aboard carriers are not landed yet (13.3.4).
    pub(super) fn chits(&self, side: Alliance, trust: Trust) -> Vec<PieceIx> {
        let situation = &self.field.situation;
        let own =
            |nation: &str| nation.is_empty() || Alliance::of(situation.pack.alliance(nation)) == Some(side);
        let landed = |ix: &PieceIx| {
            let posture = self.field.states[*ix].posture;
            trust != Trust::AsData || !matches!(posture, Posture::Aboard(_) | Posture::Aloft)
        };
        let is_supply = |ix: &PieceIx| {
            let piece = &situation.pieces[*ix];
            SUPPLY_CHITS.iter().any(|(kind, _)| piece.is_chit(kind)) && own(piece.nation())
        };
        (0..situation.pieces.len()).filter(is_supply).filter(landed).collect()
    }

    /// Whether a line leads from a hex to a source, or the hex itself is one: whoever stands in a source that is his
    /// party's draws from it without a trace (13.4.3).
    pub(super) fn draws(
        &self,
        side: Alliance,
        start: Hex,
        source: &SupplySource,
        trust: Trust,
        left_out: LeftOut,
    ) -> bool {
        let Some(at) = self.field.net().number(start) else { return false };
        let walk = self.walk(source, side, trust, left_out);
        let Some(reach) = &walk.reach else { return false };
        walk.ends.contains(&at) && self.field.may_be_held_by(start, side)
            || self.ways(side, trust, left_out).has_line(self.field.net(), reach, at)
    }

    /// The hexes from a start to the nearest end of a source.
    pub(super) fn line(
        &self,
        side: Alliance,
        start: Hex,
        source: &SupplySource,
        trust: Trust,
        left_out: LeftOut,
    ) -> Option<Vec<Hex>> {
        let net = self.field.net();
        let at = net.number(start)?;
        let walk = self.walk(source, side, trust, left_out);
        if walk.ends.contains(&at) && self.field.may_be_held_by(start, side) {
            return Some(vec![start]);
        }
        let line = self.ways(side, trust, left_out).line(net, walk.reach.as_ref()?, at)?;
        Some(line.into_iter().map(|at| net.hex(at)).collect())
    }

    fn ways(&self, side: Alliance, trust: Trust, left_out: LeftOut) -> Rc<Ways> {
        let is_lenient = trust == Trust::Lenient;
        let mut known = self.traced.ways.borrow_mut();
        let made = || Rc::new(Ways::of(self.field, self.zoc, side, is_lenient, left_out));
        Rc::clone(known.entry((side, is_lenient, left_out)).or_insert_with(made))
    }

    fn walk(&self, source: &SupplySource, side: Alliance, trust: Trust, left_out: LeftOut) -> Rc<Walk> {
        let key = (source.clone(), side, trust, left_out);
        if let Some(known) = self.traced.walks.borrow().get(&key) {
            return Rc::clone(known);
        }
        let ends: BTreeSet<HexNumber> = self.ends(source, side, trust).into_iter().collect();
        let reached = || self.ways(side, trust, left_out).reach(self.field.net(), ends.iter().copied());
        let reach = (!ends.is_empty()).then(reached);
        let walk = Rc::new(Walk { ends, reach });
        self.traced.walks.borrow_mut().insert(key, Rc::clone(&walk));
        walk
    }

    /// The home sources of a nation that are cut off: no line to another source of the nation that is not, no working
    /// port and no permanent fortress there, and a hex beside it closed to its lines (13.5.2). The rules do not say when
    /// a source is isolated; where a nation has no other home source, only its player can.
    pub(super) fn cut_off(&self, giver: &str, side: Alliance) -> Rc<BTreeSet<HexNumber>> {
        let key = (giver.to_owned(), side);
        if let Some(known) = self.traced.cut_off.borrow().get(&key) {
            return Rc::clone(known);
        }
        let held = |at: &HexNumber| self.field.may_be_held_by(self.field.net().hex(*at), side);
        let homes: BTreeSet<HexNumber> = self.homes(giver, Trust::AsData).filter(held).collect();
        let (safe, mut doubtful): (BTreeSet<_>, BTreeSet<_>) =
            homes.into_iter().partition(|at| self.is_never_cut_off(*at));
        let listed = self.field.supply_rows().source.iter().enumerate();
        let date = self.field.situation.clock.date;
        let listed =
            listed.filter(|(_, row)| row.serves(giver) && row.is_in_force(date) && row.within.is_none());
        let listed =
            listed.flat_map(|(number, _)| self.ends(&SupplySource::Row(number), side, Trust::AsData));
        let anchors: BTreeSet<HexNumber> = safe.into_iter().chain(listed).collect();
        let ways = self.ways(side, Trust::AsData, LeftOut::Nothing);
        doubtful.retain(|at| ways.is_pressed(self.field.net(), *at));
        let alone = self.homes(giver, Trust::AsData).count() < 2;
        let cut_off = if alone { BTreeSet::new() } else { self.apart(&anchors, doubtful, side) };
        let cut_off = Rc::new(cut_off);
        self.traced.cut_off.borrow_mut().insert(key, Rc::clone(&cut_off));
        cut_off
    }

    /// Whether a hex is a home source of its nation that is cut off.
    pub fn is_cut_off(&self, hex: Hex) -> bool {
        let (Some(at), Some(facts)) = (self.field.net().number(hex), self.field.map().facts(hex)) else {
            return false;
        };
        let side = Alliance::of(self.field.situation.pack.alliance(&facts.territory));
        side.is_some_and(|side| self.cut_off(&facts.territory, side).contains(&at))
    }

    /// Those of some sources from which no line leads to an anchor or to another of them that has one.
    fn apart(
        &self,
        anchors: &BTreeSet<HexNumber>,
        mut doubtful: BTreeSet<HexNumber>,
        side: Alliance,
    ) -> BTreeSet<HexNumber> {
        let net = self.field.net();
        let ways = self.ways(side, Trust::AsData, LeftOut::Nothing);
        let from_anchors = ways.reach(net, anchors.iter().copied());
        doubtful.retain(|at| !anchors.contains(at) && !ways.has_line(net, &from_anchors, *at));
        // Those that are left reach none but each other: who reaches nobody falls away, until all that are left do.
        let mut reached: BTreeMap<HexNumber, BTreeSet<HexNumber>> = BTreeMap::new();
        for end in &doubtful {
            let reach = ways.reach(net, [*end]);
            let from = doubtful.iter().filter(|at| *at != end && ways.has_line(net, &reach, **at));
            from.for_each(|at| {
                reached.entry(*at).or_default().insert(*end);
            });
        }
        let mut cut_off = BTreeSet::new();
        loop {
            let has_other = |at: &HexNumber| {
                reached.get(at).is_some_and(|ends| ends.iter().any(|end| doubtful.contains(end)))
            };
            let lost: Vec<HexNumber> = doubtful.iter().copied().filter(|at| !has_other(at)).collect();
            if lost.is_empty() {
                return cut_off;
            }
            doubtful.retain(|at| !lost.contains(at));
            cut_off.extend(lost);
        }
    }

    /// A permanent fortress, or a working port.
    fn is_never_cut_off(&self, at: HexNumber) -> bool {
        let hex = self.field.net().hex(at);
        let destroyed = || !self.field.chits(&PlaceId::Hex(hex), "destroyed").is_empty();
        self.field
            .map()
            .facts(hex)
            .is_some_and(|facts| facts.permanent_fort || facts.port.is_some() && !destroyed())
    }

    pub(super) fn is_own_island(&self, owners: &[String], nation: &str, hex: Hex) -> bool {
        let Some(facts) = self.field.map().facts(hex) else { return false };
        let colony_city = facts.city == Some(City::Plain);
        let alliance = Alliance::of(self.field.situation.pack.alliance(nation)).unwrap_or(Alliance::Allies);
        owners.iter().any(|owner| owner == nation && facts.territory == *owner)
            && (facts.island.is_some() || colony_city)
            && self.field.may_be_held_by(hex, alliance)
    }
}
