//! Sources that serve only so many units in a month (13.2.1, 13.5.1): who lives on them alone, and whether they suffice.
//!
//! Which unit takes from which chit is its player's business: too few are there only where no distribution is enough.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::SupplySource;
use super::trace::LeftOut;
use super::{SUPPLY_CHITS, Supply, Trust};
use crate::field::{Alliance, Unit};
use crate::kind::Kind;
use liege_rules::check::sharing::{Sharers, Sharing};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// A source that serves only so many units in a month.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Store {
    /// The chits that lie in a hex.
    Chits(Hex),
    /// A row of `supply.toml`, by its number, for the units of one nation.
    Row(usize, String),
}

/// Units that live on the same stores and on nothing else.
#[derive(Debug, Clone)]
pub struct Draw<'v> {
    /// The units, in the order of the pieces.
    pub units: Vec<&'v Unit>,
    /// What they may draw from.
    pub stores: Vec<Store>,
    /// How many units these serve.
    pub serves: u64,
    /// How many units are left without supply by the best distribution.
    pub left: u64,
}

/// More chits of a party than any game has; who draws from which of them is not asked.
const MOST_CHITS: usize = 500;

/// Units and the stores they reach.
struct Wants<'v> {
    units: Vec<&'v Unit>,
    stores: BTreeSet<usize>,
}

/// Units that have no other source, the stores, and the best distribution of these.
pub struct Draws<'v> {
    wants: Vec<Wants<'v>>,
    stores: Vec<(Alliance, Store, u64)>,
    sharing: Sharing,
}

impl<'v> Draws<'v> {
    /// Looks at some units, which draw on nothing else that others draw on. Who reaches a source without limits by this
    /// reading of the data needs no store.
    pub fn of(supply: &Supply<'_>, units: impl IntoIterator<Item = &'v Unit>, trust: Trust) -> Self {
        let stores = stores(supply);
        let mut classes: BTreeMap<(Alliance, &str, Hex), Vec<&'v Unit>> = BTreeMap::new();
        for unit in units.into_iter().filter(|unit| unit.kind != Kind::Partisan) {
            if let Some(hex) = supply.field.piece(unit).at.hex() {
                classes.entry((unit.side, &unit.entry.nation, hex)).or_default().push(unit);
            }
        }
        let mut wants: BTreeMap<BTreeSet<usize>, Vec<&'v Unit>> = BTreeMap::new();
        for ((side, nation, hex), units) in classes {
            let draws =
                |source: &SupplySource| supply.draws(side, hex, source, Trust::AsData, LeftOut::Nothing);
            let endless = || {
                let sources = supply.endless_sources(units[0], hex);
                sources.iter().any(|source| supply.draws(side, hex, source, trust, LeftOut::Nothing))
            };
            let own = stores.iter().enumerate().filter(|(_, (party, store, _))| {
                *party == side
                    && match store {
                        Store::Chits(at) => draws(&SupplySource::Hex(*at)),
                        Store::Row(row, user) => user == nation && draws(&SupplySource::Row(*row)),
                    }
            });
            let own: BTreeSet<usize> = own.map(|(number, _)| number).collect();
            if !own.is_empty() && !supply.is_always(units[0]) && !endless() {
                wants.entry(own).or_default().extend(units);
            }
        }
        let wants: Vec<Wants<'v>> =
            wants.into_iter().map(|(stores, units)| Wants { units, stores }).collect();
        let demands = wants.iter().map(|want| want.units.len() as u64).collect();
        let serves = wants.iter().map(|want| want.stores.clone()).collect();
        let sharing = Sharing::of(demands, stores.iter().map(|(_, _, most)| *most).collect(), serves);
        Self { wants, stores, sharing }
    }

    /// All who live on stores alone, in groups that have to do with one another.
    pub fn groups(&self) -> Vec<Draw<'v>> {
        self.sharing.parts().into_iter().map(|part| self.draw(part)).collect()
    }

    /// Those for whom no distribution of their stores is enough.
    pub fn shortages(&self) -> Vec<Draw<'v>> {
        self.sharing.shortages().into_iter().map(|part| self.draw(part)).collect()
    }

    fn draw(&self, part: Sharers) -> Draw<'v> {
        let mut units: Vec<&'v Unit> =
            part.demands.iter().flat_map(|demand| &self.wants[*demand].units).copied().collect();
        units.sort_by_key(|unit| unit.ix);
        let stores = part.stores.iter().map(|number| &self.stores[*number]);
        Draw {
            units,
            stores: stores.clone().map(|(_, store, _)| store.clone()).collect(),
            serves: stores.map(|(_, _, most)| most).sum(),
            left: part.unmet,
        }
    }
}

impl Supply<'_> {
    /// What people call a store: the supply in a hex, or the box of a source.
    pub fn name_of(&self, store: &Store) -> String {
        match store {
            Store::Chits(hex) => format!("the supply chits in {hex}"),
            Store::Row(number, _) => {
                let row = self.field.supply_rows().source.get(*number);
                let places = row.into_iter().flat_map(|row| row.boxes.iter().chain(&row.hexes));
                format!("the {}", places.take(1).cloned().collect::<String>())
            }
        }
    }

    /// Where a store is.
    pub fn place_of(&self, store: &Store) -> Option<PlaceId> {
        match store {
            Store::Chits(hex) => Some(PlaceId::Hex(*hex)),
            Store::Row(number, _) => {
                let row = self.field.supply_rows().source.get(*number)?;
                let named = row.boxes.first().map(|name| self.field.box_called(name));
                named.or_else(|| row.ends().next().map(PlaceId::Hex))
            }
        }
    }
}

/// The stores of both parties with how many units each serves.
fn stores(supply: &Supply<'_>) -> Vec<(Alliance, Store, u64)> {
    let situation = &supply.field.situation;
    let mut stores: BTreeMap<(Alliance, Store), u64> = BTreeMap::new();
    for side in [Alliance::Axis, Alliance::Allies] {
        let chits = supply.chits(side, Trust::AsData);
        if chits.len() > MOST_CHITS {
            continue;
        }
        for ix in chits {
            if let Some(hex) = situation.pieces[ix].at.hex() {
                *stores.entry((side, Store::Chits(hex))).or_default() += serves(supply, ix);
            }
        }
    }
    for (number, row) in supply.field.supply_rows().source.iter().enumerate() {
        for (nation, most) in row.most.iter().filter(|_| row.is_in_force(situation.clock.date)) {
            if let Some(side) = Alliance::of(situation.pack.alliance(nation)) {
                stores.insert((side, Store::Row(number, nation.clone())), (*most).into());
            }
        }
    }
    stores.into_iter().map(|((side, store), most)| (side, store, most)).collect()
}

/// How many units a chit serves in a month.
fn serves(supply: &Supply<'_>, chit: PieceIx) -> u64 {
    let piece = &supply.field.situation.pieces[chit];
    SUPPLY_CHITS.iter().find(|(kind, _)| piece.is_chit(kind)).map_or(0, |(_, serves)| (*serves).into())
}
