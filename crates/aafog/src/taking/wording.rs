//! An item as the turn log has it and as players write it.

use std::collections::BTreeMap;

use super::super::force::{Lot, UnitGroup};
use super::handback::Handback;
use super::picked::{MoveItem, PickedUnits};
use liege_rules::desk::log::{Enter, Item, LogEvent, Order};
use liege_rules::desk::units::{UnitRef, Units};
use liege_rules::position::situation::PieceIx;

impl Handback<'_> {
    /// An item as the log has it.
    pub fn logged(&self, item: &MoveItem) -> Order {
        Order {
            item: item.logged_number(),
            units: Units(item.pieces.iter().filter_map(|own| self.unit_ref(own, item)).collect()),
            path: item.path.iter().map(ToString::to_string).collect(),
            purpose: item.purpose.clone(),
        }
    }

    /// Who comes from elsewhere aboard a ship where the way of an item begins, as the log has it.
    pub fn boarding(&self, item: &MoveItem) -> Vec<LogEvent> {
        let mut all: BTreeMap<[String; 2], Vec<UnitRef>> = BTreeMap::new();
        for load in &item.loads {
            let [from, place] =
                [load.ix, load.onto].map(|ix| self.master.situation.pieces[ix].at.to_string());
            if from != place {
                all.entry([from, place]).or_default().extend(self.one_ref(load.ix, load.count));
            }
        }
        let is_listed = self.asked.phase == "CM";
        let enter = |([from, place], group): ([String; 2], Vec<UnitRef>)| {
            let item = if is_listed { item.logged_number() } else { Item::default() };
            let (group, ends) = (Units(group), Some(true));
            LogEvent::Enter(Enter { item, group, place, from, ends, ..Enter::default() })
        };
        all.into_iter().map(enter).collect()
    }

    /// Units of a counter that stands for several are told by class and number (6.9).
    fn unit_ref(&self, own: &PickedUnits, item: &MoveItem) -> Option<UnitRef> {
        let aboard = item.cargo(own).into_iter();
        let cargo = aboard.filter_map(|(ix, count)| self.one_ref(ix, count)).collect();
        Some(UnitRef { cargo, ..self.one_ref(own.ix, own.count)? })
    }

    fn one_ref(&self, ix: PieceIx, count: u32) -> Option<UnitRef> {
        let unit = self.master.unit(ix)?;
        Some(UnitRef {
            id: (unit.count == 1).then(|| unit.id.clone()),
            power: (unit.power != self.asked.power).then(|| unit.power.clone()),
            class: unit.class.word().to_owned(),
            number: count,
            damage: unit.damage,
            cargo: Vec::new(),
        })
    }

    /// Units of an item as players write them.
    pub fn group(&self, item: &MoveItem) -> UnitGroup {
        let mut lots: Vec<Lot> = Vec::new();
        for own in &item.pieces {
            add(&mut lots, self.lot(own, item));
        }
        UnitGroup::of(lots)
    }

    fn lot(&self, own: &PickedUnits, item: &MoveItem) -> Option<Lot> {
        let unit = self.master.unit(own.ix)?;
        let mut cargo = Vec::new();
        for (ix, count) in item.cargo(own) {
            let lot = self.master.unit(ix).map(|unit| Lot::new(unit.class, count));
            add(&mut cargo, lot);
        }
        let power = (unit.power != self.asked.power).then(|| unit.power.clone());
        let damage = if unit.class.is_ship() { unit.damage } else { 0 };
        Some(Lot { power, damage, cargo, ..Lot::new(unit.class, own.count) })
    }

    /// Items as a list that says the same.
    pub fn written(&self, items: &[MoveItem]) -> String {
        let line = |item: &MoveItem| {
            let path: Vec<String> = item.path.iter().map(ToString::to_string).collect();
            let purpose =
                if item.purpose == "attack" { String::new() } else { format!(", {}", item.purpose) };
            format!("{}. {}: {}{purpose}\n", item.number, self.group(item), path.join(" > "))
        };
        items.iter().map(line).collect()
    }
}

/// Adds a lot to others, to one that is alike where neither carries anything.
fn add(lots: &mut Vec<Lot>, lot: Option<Lot>) {
    let Some(lot) = lot else { return };
    let alike = |other: &&mut Lot| {
        let same = (other.class, &other.power, other.damage) == (lot.class, &lot.power, lot.damage);
        same && other.cargo.is_empty() && lot.cargo.is_empty()
    };
    match lots.iter_mut().find(alike) {
        Some(other) => other.count = other.count.saturating_add(lot.count),
        None => lots.push(lot),
    }
}
