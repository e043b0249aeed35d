//! The way of one unit between two issues: where the entries of the log can have taken it, in their order.

use std::collections::{BTreeMap, BTreeSet};

use super::naming::{OFF_BOARD, is_chip, is_meant, is_same, mobilizes, units_in};
use crate::desk::commitment::UnitLine;
use crate::desk::log::{Enter, Item, LogEntry, LogEvent, Order};
use crate::desk::units::{UnitRef, Units};

/// What the log has between two issues, and the orders before that.
#[derive(Clone, Copy)]
pub struct Journal<'a> {
    /// The log up to the second issue.
    pub told: &'a [LogEntry],
    /// Where in it the first issue stands.
    pub first: usize,
    /// Whether the log has no entries of groups that come into places, so that orders alone tell the way.
    pub by_orders: bool,
}

/// A unit, the ships that it may be aboard, and whether its own id tells it from all others.
pub struct Traveller<'s> {
    /// The unit as it was.
    pub unit: &'s UnitLine,
    /// The unit of another piece that it has become, by which the log may have it, too.
    pub later: Option<&'s UnitLine>,
    /// The ships that it was or is aboard.
    pub ships: Vec<&'s UnitLine>,
}

/// Where a unit can be, by the log.
#[derive(Default)]
pub struct Whereabouts {
    /// Places in which it can be at the end, in small letters.
    at: BTreeSet<String>,
    /// Places in which it can have been.
    been: BTreeSet<String>,
    /// Whether the log does not say where it went.
    anywhere: bool,
    /// Battles for which it can have left the board.
    fighting: BTreeMap<u32, String>,
}

/// How an entry names a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    /// Not at all.
    Not,
    /// By its class, or by the ship that it is aboard: it may be meant.
    Perhaps,
    /// By its id.
    Surely,
}

impl<'a> Journal<'a> {
    /// What happened between the two issues.
    pub fn entries(&self) -> &'a [LogEntry] {
        self.told.get(self.first..).unwrap_or_default()
    }

    /// Where the log can have taken a unit that was in a place.
    pub fn follow(&self, from: &str, traveller: &Traveller<'_>) -> Whereabouts {
        let mut whereabouts = Whereabouts::default();
        whereabouts.add([from]);
        for (at, entry) in (self.first..).zip(self.entries()) {
            self.step(at, entry, traveller, &mut whereabouts);
        }
        whereabouts
    }

    fn step(&self, at: usize, entry: &'a LogEntry, traveller: &Traveller<'_>, now: &mut Whereabouts) {
        let naming = |units: &[UnitRef]| traveller.named(units, &entry.power);
        match &entry.event {
            LogEvent::Order(order) if self.by_orders && naming(&order.units.0) > Naming::Not => {
                if traveller.boards(&order.units.0, &entry.power) {
                    now.add(order.path.iter().map(String::as_str));
                }
                match order.path.is_empty() {
                    true => now.anywhere = true,
                    false => now.along(&words(&order.path), Naming::Perhaps),
                }
            }
            LogEvent::Enter(enter) => {
                let own = self.order(at, entry, &enter.item);
                now.along(&way(enter, own), naming(&enter.group.0));
            }
            LogEvent::Retreat(fate) => now.goes(&fate.to, naming(std::slice::from_ref(&fate.unit))),
            LogEvent::Mobilize(goods) if mobilizes(entry, traveller.unit, &goods.place) => {
                let units: Option<Units> = units_in(&goods.what);
                let named = units.map_or(Naming::Perhaps, |units| naming(&units.0));
                now.goes(&goods.place, named.max(Naming::Perhaps));
            }
            LogEvent::Battle(fought) => now.fights(fought.number, &fought.place, &traveller.unit.power),
            LogEvent::BattleEnd(fought) => {
                now.fought(fought.number, &fought.place, &traveller.unit.power);
            }
            _ => {}
        }
    }

    /// The order that an entry carries out: the last one of that number that its power gave in the same turn.
    fn order(&self, at: usize, entry: &LogEntry, item: &Item) -> Option<&'a Order> {
        if item.0.is_empty() {
            return None;
        }
        let before = self.told.get(..at)?.iter().rev();
        let same_turn = |own: &&LogEntry| is_same(&own.power, &entry.power) && own.round == entry.round;
        before.filter(same_turn).find_map(|own| match &own.event {
            LogEvent::Order(order) if order.item == *item => Some(order),
            _ => None,
        })
    }
}

/// The places of an entry in order, the one that is entered last: what the entry tells itself, else the way of its order.
fn way<'e>(enter: &'e Enter, order: Option<&'e Order>) -> Vec<&'e str> {
    if !enter.path.is_empty() {
        return words(&enter.path);
    }
    let path = order.map(|order| words(&order.path)).unwrap_or_default();
    let comes = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| path.get(before));
        is_same(path[*at], &enter.place)
            && before.is_some_and(|before| enter.from.is_empty() || is_same(before, &enter.from))
    };
    match (1..path.len()).find(comes) {
        Some(at) => path[..=at].to_vec(),
        None if enter.from.is_empty() => vec![&enter.place],
        None => vec![&enter.from, &enter.place],
    }
}

fn words(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

impl Traveller<'_> {
    /// Whether it is among the cargo of some units and was not aboard before.
    fn boards(&self, units: &[UnitRef], power: &str) -> bool {
        let inside = |ship: &UnitRef| self.named(&ship.cargo, power) > Naming::Not;
        self.unit.carrier.is_none() && units.iter().any(inside)
    }

    /// How some units of an entry mean it; `power` is whose turn it is, empty where any power may be meant.
    fn named(&self, units: &[UnitRef], power: &str) -> Naming {
        let one = |named: &UnitRef| {
            let is_later = || self.later.is_some_and(|later| is_meant(named, later, power));
            let own = match is_meant(named, self.unit, power) {
                false if is_later() => Naming::Perhaps,
                false => Naming::Not,
                // Units of chips are alike, and their numbers change with the pile.
                true if named.id.is_some() && !is_chip(self.unit) => Naming::Surely,
                true => Naming::Perhaps,
            };
            // Who names a ship by its id and its class says what it carries, too.
            let is_told = named.id.is_some() && !named.class.is_empty();
            let aboard = !is_told && self.ships.iter().any(|ship| is_meant(named, ship, power));
            let inside = self.named(&named.cargo, power);
            own.max(inside).max(if aboard { Naming::Perhaps } else { Naming::Not })
        };
        units.iter().map(one).max().unwrap_or(Naming::Not)
    }
}

impl Whereabouts {
    /// Whether it can be in a place at the end.
    pub fn can_be(&self, place: &str) -> bool {
        self.anywhere || self.at.contains(&place.to_lowercase())
    }

    /// Whether it can have been in a place.
    pub fn can_have_been(&self, place: &str) -> bool {
        self.anywhere || self.been.contains(&place.to_lowercase())
    }

    fn add<'p>(&mut self, places: impl IntoIterator<Item = &'p str>) {
        for place in places {
            let place = place.to_lowercase();
            self.been.insert(place.clone());
            self.at.insert(place);
        }
    }

    /// It goes from any of these places to the last of them, or perhaps to any behind it.
    fn along(&mut self, path: &[&str], naming: Naming) {
        let Some(begun) = path.iter().position(|place| self.at.contains(&place.to_lowercase())) else {
            match (path, naming) {
                (_, Naming::Not) => {}
                ([place], _) => self.goes(place, naming),
                // It is said to leave a place where it was not.
                (_, Naming::Surely) => self.at.clear(),
                (_, Naming::Perhaps) => {}
            }
            return;
        };
        match naming {
            Naming::Not => {}
            Naming::Perhaps => self.add(path.iter().skip(begun).copied()),
            Naming::Surely => {
                self.at.clear();
                self.add(path.last().copied());
            }
        }
    }

    /// It goes to a place from wherever it is; anywhere, where the place is not told.
    fn goes(&mut self, to: &str, naming: Naming) {
        match naming {
            Naming::Not => return,
            Naming::Perhaps => {}
            Naming::Surely => self.at.clear(),
        }
        match to {
            "" => self.anywhere = true,
            to => self.add([to]),
        }
    }

    /// Whoever fights lies at the battle board while the battle lasts.
    fn fights(&mut self, number: u32, place: &str, power: &str) {
        let (off, here) = (off_board(power), place.to_lowercase());
        if self.at.contains(&off) {
            self.add([here.as_str()]);
        } else if self.at.contains(&here) {
            self.at.insert(off.clone());
            self.fighting.insert(number, off);
        }
    }

    /// Who left the board for a battle is back in its place.
    fn fought(&mut self, number: u32, place: &str, power: &str) {
        match self.fighting.remove(&number) {
            Some(off) if self.fighting.is_empty() => _ = self.at.remove(&off),
            Some(_) => {}
            None if self.at.contains(&off_board(power)) && !place.is_empty() => self.add([place]),
            None => {}
        }
    }
}

fn off_board(power: &str) -> String {
    format!("{OFF_BOARD}{power}").to_lowercase()
}
