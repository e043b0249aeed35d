//! What players of hidden play count by hand: period of the turn, income and territories, units and what was seen of
//! others, loads, damage, aircraft that scramble; by the functions that checks and desk use. A side reads of others only
//! what it was shown.

use std::collections::BTreeMap;

use super::base::Base;
use super::boards::{BoardUnit, Boards};
use super::checks::{LAST_EXPECTED, Period};
use super::class::UnitClass;
use super::copies::SIGHTED;
use super::force::UnitGroup;
use super::land::is_undefended;
use super::meeting::has_escort;
use liege_rules::check::bound::Bound;
use liege_rules::game::facts::DerivedValue;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The derived values of one place, or of the position with all places of the board where something stands.
pub fn of(boards: &Boards, at: Option<&PlaceId>) -> Vec<DerivedValue> {
    let counting = Counting { boards, base: Base::of(boards.pack()) };
    let mut facts = Vec::new();
    if let Some(place) = at {
        counting.place(place, &mut facts);
        return facts;
    }
    counting.time(&mut facts);
    counting.incomes(&mut facts);
    counting.tokens(&mut facts);
    let areas = boards.pack().map.areas().map(|area| &area.id);
    for place in areas.filter(|place| boards.at(place).next().is_some()) {
        counting.place(place, &mut facts);
    }
    facts
}

struct Counting<'a> {
    boards: &'a Boards,
    base: Base,
}

impl Counting<'_> {
    fn time(&self, facts: &mut Vec<DerivedValue>) {
        let Some(turn) = self.boards.turn() else { return };
        let number = DerivedValue::of_all("turn", "Turn, and the last that is expected", "TT");
        facts.push(number.number(Bound::exact(turn)).limit(Some(Bound::exact(LAST_EXPECTED))));
        let period = DerivedValue::of_all("period", "Period of the turn", "TT");
        facts.push(period.text(Period::of(turn).to_string()));
    }

    /// The chart of each power, what its territories are worth, and its money where the looker sees it.
    fn incomes(&self, facts: &mut Vec<DerivedValue>) {
        for power in self.boards.powers() {
            let name = self.boards.name_of(power);
            for (key, label, value) in [
                ("income", format!("Income of {name} on the chart"), self.boards.income(power)),
                ("territories", format!("IPC value of what {name} holds"), self.territories(power)),
                ("money", format!("Money of {name} in hand"), self.boards.money(power)),
            ] {
                let fact = |value| DerivedValue::of_all(key, label, "10").number(Bound::exact(value));
                facts.extend(value.map(fact));
            }
        }
    }

    /// What the territories of a power are worth; none where the map does not tell it of one of them.
    fn territories(&self, power: &str) -> Option<i32> {
        let areas = self.boards.pack().map.areas().map(|area| &area.id);
        let held =
            areas.filter(|place| !self.boards.is_sea(place) && self.boards.holding_power(place) == power);
        held.map(|place| self.boards.worth(place)).try_fold(0, |sum: i32, worth| sum.checked_add(worth?))
    }

    fn tokens(&self, facts: &mut Vec<DerivedValue>) {
        let tokens: Vec<PieceIx> = self
            .boards
            .units
            .iter()
            .filter(|unit| unit.class == UnitClass::Kami)
            .map(|unit| unit.ix)
            .collect();
        if !tokens.is_empty() {
            let fact = DerivedValue::of_all("tokens", "Kamikaze tokens that are left", "C15");
            let limit = self.base.kamikaze.tokens.map(|most| Bound::exact(most.into()));
            facts.push(fact.number(exact(self.boards.unused_tokens())).limit(limit).pieces(tokens));
        }
    }

    fn place(&self, place: &PlaceId, facts: &mut Vec<DerivedValue>) {
        let is_sea = self.boards.is_sea(place);
        if self.boards.is_on_board(place) && !is_sea {
            self.territory(place, facts);
        }
        let mut sides: Vec<&str> = self.boards.at(place).map(|unit| unit.side.as_str()).collect();
        sides.sort_unstable();
        sides.dedup();
        for side in sides.iter().filter(|side| !side.is_empty() && self.may_count(side)) {
            self.units(place, side, facts);
            if is_sea {
                self.escort(place, side, facts);
            }
        }
        self.seen(place, facts);
        for unit in self.boards.at(place).filter(|unit| unit.claims.is_none() && self.may_count(&unit.side)) {
            self.load(unit, facts);
            self.facility(unit, facts);
        }
    }

    /// Whether who looks knows all units of a side.
    fn may_count(&self, side: &str) -> bool {
        self.boards.situation.looker.as_deref().is_none_or(|looker| looker == side)
    }

    fn territory(&self, place: &PlaceId, facts: &mut Vec<DerivedValue>) {
        let power = self.boards.holding_power(place);
        if power.is_empty() {
            return;
        }
        let name = self.boards.name_of(power);
        facts.push(DerivedValue::at(place, "holder", "Held by", "8-land").text(name));
        let worth = self.boards.worth(place).map(Bound::exact);
        let value = |worth| DerivedValue::at(place, "value", "IPC value", "10").number(worth);
        facts.extend(worth.map(value));
        let side = self.boards.side_of(power);
        let there = self.units_of(place, side);
        if self.may_count(side) && is_undefended(&group(&there)) {
            let fact = DerivedValue::at(place, "undefended", "Undefended", "8-land");
            facts.push(fact.text("no land unit or aircraft of its side is there"));
        }
    }

    /// The units of a side in a place, with those that it has aboard and without ghosts of it.
    fn units_of(&self, place: &PlaceId, side: &str) -> Vec<&BoardUnit> {
        let own = self.boards.units.iter().filter(|unit| unit.place == *place && unit.side == side);
        let own = own.filter(|unit| unit.claims.is_none());
        own.filter(|unit| unit.class != UnitClass::Kami && !unit.class.is_facility()).collect()
    }

    fn units(&self, place: &PlaceId, side: &str, facts: &mut Vec<DerivedValue>) {
        let units = self.units_of(place, side);
        if !units.is_empty() {
            let label = format!("Units of the {}", self.boards.side_name(side));
            let fact = DerivedValue::at(place, "units", label, "6");
            facts.push(fact.number(sum(&units)).pieces(units.iter().map(|unit| unit.ix).collect()));
        }
    }

    fn escort(&self, place: &PlaceId, side: &str, facts: &mut Vec<DerivedValue>) {
        let units = self.units_of(place, side);
        let transports: Vec<&BoardUnit> =
            units.iter().copied().filter(|unit| unit.class == UnitClass::Tr).collect();
        if !transports.is_empty() && !has_escort(&group(&units)) {
            let label = format!("Transports of the {} without escort", self.boards.side_name(side));
            let fact = DerivedValue::at(place, "unescorted", label, "8-naval");
            facts.push(fact.number(sum(&transports)).pieces(transports.iter().map(|unit| unit.ix).collect()));
        }
    }

    /// What a copy shows of others (D01): how many of what, as old as the sighting is.
    fn seen(&self, place: &PlaceId, facts: &mut Vec<DerivedValue>) {
        let mut seen: BTreeMap<(String, u32, String), Vec<&BoardUnit>> = BTreeMap::new();
        for unit in self.boards.at(place).filter(|unit| unit.claims.is_some()) {
            let noted = self.boards.situation.pieces[unit.ix].notes.get(SIGHTED);
            let when = noted.map_or_else(|| "at an unknown time".to_owned(), |when| format!("in {when}"));
            seen.entry((unit.called(self.boards.pack()), unit.damage, when)).or_default().push(unit);
        }
        for ((called, damage, when), units) in seen {
            let damage = if damage > 0 { format!(" with damage {damage}") } else { String::new() };
            let fact = DerivedValue::at(place, "sighting", format!("{called}{damage}, seen {when}"), "6");
            facts.push(fact.number(sum(&units)).pieces(units.iter().map(|unit| unit.ix).collect()));
        }
    }

    /// What a ship carries.
    fn load(&self, ship: &BoardUnit, facts: &mut Vec<DerivedValue>) {
        // What a damaged ship still carries no table tells.
        let most = self.base.most_aboard(&ship.class.word().to_lowercase()).filter(|_| ship.damage == 0);
        let aboard: Vec<&BoardUnit> =
            self.boards.units.iter().filter(|unit| unit.carrier == Some(ship.ix)).collect();
        if aboard.is_empty() && most.is_none() {
            return;
        }
        let called = ship.called(self.boards.pack());
        let label = match ship.count {
            1 => format!("Aboard the {called}"),
            ships => format!("Aboard {ships} of the {called}"),
        };
        let room = |most: usize| exact(u32::try_from(most).unwrap_or(u32::MAX).saturating_mul(ship.count));
        let pieces = std::iter::once(ship.ix).chain(aboard.iter().map(|unit| unit.ix)).collect();
        let fact = DerivedValue::at(&ship.place, "load", label, "8-naval");
        facts.push(fact.number(sum(&aboard)).limit(most.map(room)).pieces(pieces));
    }

    /// The damage of a facility, and whom an air base that works may send up.
    fn facility(&self, unit: &BoardUnit, facts: &mut Vec<DerivedValue>) {
        if !unit.class.is_facility() {
            return;
        }
        let class = unit.class.word().to_lowercase();
        let called = unit.called(self.boards.pack());
        let limit = self.base.works_until(&class).map(|most| Bound::exact(most.into()));
        let fact = DerivedValue::at(&unit.place, "damage", format!("Damage of the {called}"), "8-land");
        facts.push(fact.number(exact(unit.damage)).limit(limit).pieces(vec![unit.ix]));
        let damage = i32::try_from(unit.damage).unwrap_or(i32::MAX);
        let is_island =
            self.boards.situation.facts(&unit.place).is_some_and(|facts| !facts.word("island-of").is_empty());
        if unit.class == UnitClass::AirBase && is_island && self.base.works(&class, damage) == Some(true) {
            let ready = self.boards.may_scramble(&unit.place, &unit.side);
            let label = format!("Aircraft that the {called} may send up");
            let limit = self.base.scramble.most.map(|most| Bound::exact(most.into()));
            let fact = DerivedValue::at(&unit.place, "scramble", label, "8-air");
            let pieces = std::iter::once(unit.ix).chain(ready.iter().map(|unit| unit.ix)).collect();
            facts.push(fact.number(sum(&ready)).limit(limit).pieces(pieces));
        }
    }
}

fn exact(number: u32) -> Bound {
    Bound::exact(i32::try_from(number).unwrap_or(i32::MAX))
}

/// How many units the counters stand for.
fn sum(units: &[&BoardUnit]) -> Bound {
    exact(units.iter().fold(0, |sum, unit| sum.saturating_add(unit.count)))
}

fn group(units: &[&BoardUnit]) -> UnitGroup {
    let counts: Vec<(UnitClass, u32)> = units.iter().map(|unit| (unit.class, unit.count)).collect();
    UnitGroup::counted(&counts)
}
