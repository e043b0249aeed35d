//! A force: units counted by class, with power, damage, ids and what they carry, and how people write it.

mod notation;

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use super::class::UnitClass;
use liege_rules::desk::units::{UnitRef, Units};

pub use notation::HOW;

/// Units of one class that are alike.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lot {
    /// What they are.
    pub class: UnitClass,
    /// How many, at least 1.
    pub count: u32,
    /// Whose, where that is said: `japan`.
    pub power: Option<String>,
    /// Hits or damage of each.
    pub damage: u32,
    /// The pieces they are, where known: none, or one for each.
    pub ids: Vec<String>,
    /// What they carry, all together.
    pub cargo: Vec<Lot>,
}

impl Lot {
    /// So many undamaged units that carry nothing.
    #[must_use]
    pub fn new(class: UnitClass, count: u32) -> Self {
        Self { class, count, power: None, damage: 0, ids: Vec::new(), cargo: Vec::new() }
    }

    /// The same units without what they carry.
    #[must_use]
    pub fn empty(&self) -> Self {
        Self { cargo: Vec::new(), ..self.clone() }
    }

    /// Some of them; the first ids stay with those that are taken.
    #[must_use]
    fn some(&self, count: u32) -> Self {
        let ids = self.ids.iter().take(count as usize).cloned().collect();
        Self { count, ids, ..self.clone() }
    }

    fn rest(&self, count: u32) -> Self {
        let ids = self.ids.iter().skip(count as usize).cloned().collect();
        Self { count: self.count.saturating_sub(count), ids, ..self.clone() }
    }
}

/// Units together: a fleet, a garrison, an air strike.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitGroup {
    lots: Vec<Lot>,
}

impl UnitGroup {
    /// These lots.
    #[must_use]
    pub fn of(lots: Vec<Lot>) -> Self {
        Self { lots }
    }

    /// So many units of each class.
    #[must_use]
    pub fn counted(counts: &[(UnitClass, u32)]) -> Self {
        let lots = counts.iter().filter(|(_, count)| *count > 0);
        Self { lots: lots.map(|(class, count)| Lot::new(*class, *count)).collect() }
    }

    /// Its lots, in the order in which they were written.
    #[must_use]
    pub fn lots(&self) -> &[Lot] {
        &self.lots
    }

    /// Whether nobody is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lots.is_empty()
    }

    /// How many units of a class there are, not counting those carried.
    #[must_use]
    pub fn count(&self, class: UnitClass) -> u32 {
        self.count_of(|own| own == class)
    }

    /// How many units of some classes there are, not counting those carried.
    #[must_use]
    pub fn count_of(&self, is: impl Fn(UnitClass) -> bool) -> u32 {
        self.lots.iter().filter(|lot| is(lot.class)).map(|lot| lot.count).sum()
    }

    /// Whether a unit of some classes is there.
    #[must_use]
    pub fn has(&self, is: impl Fn(UnitClass) -> bool) -> bool {
        self.lots.iter().any(|lot| is(lot.class))
    }

    /// The units of some classes.
    #[must_use]
    pub fn part(&self, is: impl Fn(UnitClass) -> bool) -> Self {
        Self { lots: self.lots.iter().filter(|lot| is(lot.class)).cloned().collect() }
    }

    /// The classes that are there, each once.
    #[must_use]
    pub fn classes(&self) -> BTreeSet<UnitClass> {
        self.lots.iter().map(|lot| lot.class).collect()
    }

    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self { lots: self.lots.iter().chain(&other.lots).cloned().collect() }
    }

    /// Without some units, those by their ids that have ids and the others counted by class; none where it has fewer.
    #[must_use]
    pub fn without(&self, other: &Self) -> Option<Self> {
        let mut lots = self.lots.clone();
        for gone in &other.lots {
            let mut left = gone.count;
            for lot in lots.iter_mut().filter(|lot| lot.class == gone.class) {
                let before = lot.ids.len();
                lot.ids.retain(|id| !gone.ids.contains(id));
                let taken = u32::try_from(before - lot.ids.len()).unwrap_or(0).min(left);
                lot.count = lot.count.saturating_sub(taken);
                left -= taken;
            }
            for lot in lots.iter_mut().filter(|lot| lot.class == gone.class) {
                let taken = left.min(lot.count);
                *lot = lot.rest(taken);
                left -= taken;
            }
            if left > 0 {
                return None;
            }
        }
        lots.retain(|lot| lot.count > 0);
        Some(Self { lots })
    }

    /// The first units of a class, so many, with what they carry.
    #[must_use]
    pub fn first(&self, class: UnitClass, count: u32) -> Self {
        let mut left = count;
        let mut lots = Vec::new();
        for lot in self.lots.iter().filter(|lot| lot.class == class) {
            let taken = left.min(lot.count);
            if taken > 0 {
                lots.push(lot.some(taken));
            }
            left -= taken;
        }
        Self { lots }
    }

    /// The unit of a class with this number, from 1, and all others; nobody where there are not so many.
    #[must_use]
    pub fn nth(&self, class: UnitClass, number: u32) -> (Self, Self) {
        let (mut taken, mut others) = (Vec::new(), Vec::new());
        let mut before = 0;
        for lot in &self.lots {
            let at = number.saturating_sub(before);
            if lot.class != class || at == 0 || at > lot.count {
                others.push(lot.clone());
            } else {
                let (first, rest) = (lot.some(at - 1), lot.rest(at - 1));
                let (one, last) = (rest.some(1), rest.rest(1));
                taken.push(one);
                others.extend([first, last].into_iter().filter(|lot| lot.count > 0));
            }
            before += if lot.class == class { lot.count } else { 0 };
        }
        (Self { lots: taken }, Self { lots: others })
    }

    /// As an enemy sees it: aircraft with their carrier, nothing of what transports carry (8-naval, L27).
    #[must_use]
    pub fn outside(&self) -> Self {
        let mut seen = Vec::new();
        for lot in &self.lots {
            seen.push(lot.empty());
            if lot.class == UnitClass::Cv {
                seen.extend(lot.cargo.iter().map(Lot::empty));
            }
        }
        Self { lots: seen }
    }

    /// The same without the ids of pieces, which no message tells.
    #[must_use]
    pub fn nameless(&self) -> Self {
        let lot = |lot: &Lot| Lot { ids: Vec::new(), ..lot.clone() };
        Self { lots: self.lots.iter().map(lot).collect() }
    }

    /// The powers that are named, each once.
    #[must_use]
    pub fn powers(&self) -> BTreeSet<&str> {
        self.lots.iter().filter_map(|lot| lot.power.as_deref()).collect()
    }

    /// The ids of all units, without those that are carried.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.lots.iter().flat_map(|lot| lot.ids.iter().map(String::as_str))
    }

    /// Counted by class alone, in words: `2 cruisers and 1 transport`; `nothing`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let part = |class: UnitClass| {
            let count = self.count(class);
            let name = if count == 1 { class.name().to_owned() } else { many(class) };
            (count > 0).then(|| format!("{count} {name}"))
        };
        let parts: Vec<String> = UnitClass::all().filter_map(part).collect();
        match parts.split_last() {
            None => "nothing".into(),
            Some((last, [])) => last.clone(),
            Some((last, before)) => format!("{} and {last}", before.join(", ")),
        }
    }
}

/// Several of a class.
fn many(class: UnitClass) -> String {
    match class {
        UnitClass::Inf | UnitClass::Art | UnitClass::Mech => class.name().to_owned(),
        _ => vassal::diagnostic::plural(class.name()),
    }
}

impl Lot {
    /// The same as the turn log has it: one entry for each piece, and one for all that are no pieces of their own. The
    /// units of a counter with chips are alike and come to other counters, so they are told by class and number (6.9).
    fn refs(&self) -> Vec<UnitRef> {
        let own = |id: &&String| !id.contains('#');
        let pieces = self.ids.iter().filter(own).map(Some);
        let others =
            if self.ids.is_empty() { self.count } else { count(self.ids.iter().filter(|id| !own(id))) };
        let all = pieces.map(|id| (id, 1)).chain((others > 0).then_some((None, others)));
        // What is carried is carried by all together; the first of them has it.
        let cargo: Vec<UnitRef> = self.cargo.iter().flat_map(Self::refs).collect();
        let each = all.enumerate().map(|(at, (id, number))| UnitRef {
            id: id.cloned(),
            power: self.power.clone(),
            class: self.class.word().into(),
            number,
            damage: self.damage,
            cargo: if at == 0 { cargo.clone() } else { Vec::new() },
        });
        each.collect()
    }
}

fn count<'a>(ids: impl Iterator<Item = &'a String>) -> u32 {
    u32::try_from(ids.count()).unwrap_or(u32::MAX)
}

impl UnitGroup {
    /// The same as the turn log has it.
    #[must_use]
    pub fn units(&self) -> Units {
        Units(self.lots.iter().flat_map(Lot::refs).collect())
    }

    /// The force that a turn log names; `class_of` tells the class of a piece by its id.
    ///
    /// # Errors
    /// A class that is none, or a piece whose class nobody knows.
    pub fn of_log(units: &Units, class_of: &dyn Fn(&str) -> Option<UnitClass>) -> Result<Self, String> {
        let lot = |unit: &UnitRef| {
            let by_id = || class_of(unit.id.as_deref().unwrap_or_default());
            let class = if unit.class.is_empty() { by_id() } else { UnitClass::find(&unit.class) };
            let class = class.ok_or_else(|| format!("unknown class for {}", unit.in_words()))?;
            let cargo = Self::of_log(&Units(unit.cargo.clone()), class_of)?.lots;
            let ids = unit.id.iter().cloned().collect();
            let (power, damage) = (unit.power.clone(), unit.damage);
            Ok(Lot { class, count: unit.number, power, damage, ids, cargo })
        };
        units.0.iter().map(lot).collect::<Result<Vec<Lot>, String>>().map(Self::of)
    }
}

/// As the turn log has it.
impl Serialize for UnitGroup {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.units().serialize(to)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(text: &str) -> UnitGroup {
        UnitGroup::read("mover", &Value::from(text)).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
    }

    #[test]
    fn an_enemy_sees_aircraft_with_their_carrier_and_no_cargo() {
        let group = read("CV (2 FTR), TR (TANK, INF)");
        assert_eq!(group.outside().to_string(), "CV, 2 FTR, TR");
        assert_eq!(group.outside().in_words(), "1 aircraft carrier, 1 transport and 2 fighters");
    }

    #[test]
    fn units_are_taken_by_class() {
        let group = read("3 SUB, TR (INF), TR (TANK)");
        assert_eq!(
            group.without(&read("2 SUB, TR")).map(|left| left.to_string()),
            Some("SUB, TR (TANK)".into())
        );
        assert_eq!(group.without(&read("4 SUB")), None);
        assert_eq!(group.first(UnitClass::Sub, 2).to_string(), "2 SUB");
        let told = |number| {
            let (one, others) = group.nth(UnitClass::Tr, number);
            (one.to_string(), others.to_string())
        };
        assert_eq!(told(2), ("TR (TANK)".into(), "3 SUB, TR (INF)".into()));
        assert_eq!(told(3), ("none".into(), group.to_string()));
        assert_eq!(group.nth(UnitClass::Sub, 2).1.to_string(), "SUB, SUB, TR (INF), TR (TANK)");
    }

    #[test]
    fn units_with_ids_are_taken_by_their_ids() {
        let lot = |ids: &[&str]| Lot {
            ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            ..Lot::new(UnitClass::Dd, ids.len() as u32)
        };
        let group = UnitGroup::of(vec![lot(&["4", "7"]), lot(&["9"])]);
        let left = group.without(&UnitGroup::of(vec![lot(&["7"])])).unwrap();
        assert_eq!(left.ids().collect::<Vec<_>>(), ["4", "9"]);
        assert_eq!(group.without(&read("2 DD")).unwrap().ids().collect::<Vec<_>>(), ["9"]);
    }

    #[test]
    fn a_force_is_the_same_in_the_turn_log() {
        let group = read("TR (TANK, INF), 2 us FTR, CV damaged");
        let none = |_: &str| None;
        assert_eq!(UnitGroup::of_log(&group.units(), &none), Ok(group.clone()));
        let json = serde_json::to_value(&group).unwrap_or_default();
        assert_eq!(json[1], json!({"power": "us", "class": "FTR", "number": 2}));
        let log: Units = serde_json::from_value(json!(["17", "TR"])).unwrap_or_default();
        let known = |id: &str| (id == "17").then_some(UnitClass::Bb);
        assert_eq!(UnitGroup::of_log(&log, &known).map(|group| group.to_string()), Ok("BB, TR".into()));
        assert!(UnitGroup::of_log(&log, &none).is_err());
    }
}
