//! What the sides learn of a step: entries of their ledgers, what these replace, and what was kept from them (6.8.1).

use std::collections::{BTreeMap, BTreeSet};

use super::outcome::Minutes;
use super::roster::ids_of;
use crate::because::Because;
use crate::boards::BoardUnit;
use crate::chart::CellSource;
use crate::class::UnitClass;
use crate::force::{Lot, UnitGroup};
use liege_rules::desk::ledger::LedgerEntry;
use liege_rules::desk::log::LogEvent;

impl Minutes<'_, '_> {
    /// A side sees units, or that nobody is there: entries of its ledger, which end what it knew of the place before
    /// (6.8.1).
    pub fn see(&mut self, by: &str, units: &UnitGroup, place: &str, because: &[Because]) {
        // A token is used up, and no unit that stands there.
        let tokens_alone =
            units.has(|class| class == UnitClass::Kami) && !units.has(|class| class != UnitClass::Kami);
        if tokens_alone {
            return;
        }
        let units = &units.part(|class| class != UnitClass::Kami);
        let ends = self.ended(by, units, place);
        if by == self.on.side && self.captured.contains(place) {
            return;
        }
        let withheld = self.withheld(by, units, place);
        let over_nobody = units.is_empty() && because.iter().any(|why| matches!(why, Because::Land { .. }));
        let source = match &self.source {
            Some(source) => source.clone(),
            None if over_nobody => "M12".to_owned(),
            None => source(because),
        };
        let nobody = [Lot::new(UnitClass::Inf, 0)];
        let lots = if units.is_empty() { &nobody[..] } else { units.lots() };
        let mut counted: BTreeMap<(String, UnitClass, u32), u32> = BTreeMap::new();
        for lot in lots {
            let power = lot.power.clone().unwrap_or_default();
            *counted.entry((power, lot.class, lot.damage)).or_default() += lot.count;
        }
        for (at, ((power, class, damage), number)) in counted.into_iter().enumerate() {
            let first = at == 0;
            let entry = LedgerEntry {
                place: place.to_owned(),
                side_seen: if power.is_empty() { self.on.other_of(by) } else { power },
                class: if number == 0 { String::new() } else { class.word().to_owned() },
                number,
                damage,
                source: source.clone(),
                withheld: if first { withheld.clone() } else { String::new() },
                ends: if first { ends.clone() } else { Vec::new() },
                ..self.new_entry(by)
            };
            self.enter_in_ledger(by, entry);
        }
        self.looked.insert((by.to_owned(), place.to_owned()));
    }

    /// A new entry of a side's ledger, of this moment.
    pub fn new_entry(&self, by: &str) -> LedgerEntry {
        LedgerEntry {
            entry: self.next_entry(by),
            issue: self.next_issue(),
            round: self.on.boards.turn().and_then(|turn| u32::try_from(turn).ok()).unwrap_or(0),
            power: self.on.paper.power.clone(),
            phase: self.stride.phase.clone(),
            ..LedgerEntry::default()
        }
    }

    fn next_issue(&self) -> u32 {
        let numbers = self.on.table.log.entries.iter().filter_map(|entry| match entry.event {
            LogEvent::Issue { number, .. } => Some(number.saturating_add(1)),
            _ => None,
        });
        numbers.max().unwrap_or(0)
    }

    fn next_entry(&self, by: &str) -> u32 {
        let known = self.on.table.ledgers.get(by).into_iter().flat_map(|ledger| &ledger.entries);
        let now = self.stride.seen.iter().filter(|(side, _)| side == by).map(|(_, entry)| entry);
        known.chain(now).map(|entry| entry.entry).max().unwrap_or(0).saturating_add(1)
    }

    /// The entries that a sighting of a place replaces: all of it, but for facilities that it does not show, and for
    /// submarines of one who has no destroyer there.
    fn ended(&self, by: &str, units: &UnitGroup, place: &str) -> Vec<u32> {
        if self.looked.contains(&(by.to_owned(), place.to_owned())) {
            return Vec::new();
        }
        let Some(ledger) = self.on.table.ledgers.get(by) else { return Vec::new() };
        let facilities_alone = !units.is_empty() && !units.has(|class| !class.is_facility());
        let ends = |entry: &&LedgerEntry| {
            if !entry.place.eq_ignore_ascii_case(place) {
                return false;
            }
            // Who watches a zone keeps what came there before in this turn, until a battle shows all of it.
            if self.source.is_none() && by != self.on.side && self.is_of_this_turn(entry) {
                return false;
            }
            match UnitClass::find(&entry.class) {
                Some(class) if class.is_facility() => units.count(class) > 0,
                _ if facilities_alone => false,
                Some(UnitClass::Sub) => self.destroyers.contains(by) || units.count(UnitClass::Sub) > 0,
                Some(_) => true,
                None => entry.class.is_empty(),
            }
        };
        ledger.standing(u32::MAX).filter(ends).map(|entry| entry.entry).collect()
    }

    fn is_of_this_turn(&self, entry: &LedgerEntry) -> bool {
        let round = self.on.boards.turn().and_then(|turn| u32::try_from(turn).ok()).unwrap_or(0);
        entry.round == round && entry.power == self.on.paper.power && entry.issue > 0
    }

    /// A place that is the mover's holds nothing unknown to him any more.
    pub(super) fn forget(&mut self, place: &str) {
        let by = self.on.side.clone();
        self.captured.insert(place.to_owned());
        let here = |entry: &&LedgerEntry| {
            entry.place.eq_ignore_ascii_case(place) && UnitClass::find(&entry.class).is_some()
        };
        let known = self.on.table.ledgers.get(&by).into_iter().flat_map(|ledger| ledger.standing(u32::MAX));
        let now = self.stride.seen.iter().filter(|(side, _)| *side == by).map(|(_, entry)| entry);
        let ends: Vec<u32> = known.chain(now).filter(here).map(|entry| entry.entry).collect();
        if ends.is_empty() {
            return;
        }
        let entry = LedgerEntry {
            place: place.to_owned(),
            side_seen: self.on.other_side(),
            source: "capture".to_owned(),
            ends,
            ..self.new_entry(&by)
        };
        self.enter_in_ledger(&by, entry);
    }

    /// Units of the others that are there and not seen.
    fn withheld(&self, by: &str, units: &UnitGroup, place: &str) -> String {
        let shown: BTreeSet<String> = units.ids().flat_map(|id| self.roster().each_id(id)).collect();
        let is_other = |unit: &&BoardUnit| {
            unit.side != by && !unit.side.is_empty() && unit.place.to_string().eq_ignore_ascii_case(place)
        };
        let others = self.on.boards.on_board().filter(is_other);
        let mut counted: BTreeMap<(&str, UnitClass, u32), Lot> = BTreeMap::new();
        for (unit, id) in others.flat_map(|unit| ids_of(unit).into_iter().map(move |id| (unit, id))) {
            if shown.contains(&id) || self.gone.contains(&id) {
                continue;
            }
            let none =
                Lot { damage: unit.damage, power: Some(unit.power.clone()), ..Lot::new(unit.class, 0) };
            counted.entry((&unit.power, unit.class, unit.damage)).or_insert(none).count += 1;
        }
        let hidden = UnitGroup::of(counted.into_values().collect());
        if hidden.is_empty() { String::new() } else { hidden.to_string() }
    }
}

/// What a sighting rests on, as the ledger names it: a row of the chart where one shows it, else the rule.
fn source(because: &[Because]) -> String {
    let row = because.iter().find_map(|why| match why {
        Because::Cell { source: CellSource::Printed(row), .. } => Some(format!("C{row}")),
        _ => None,
    });
    let rule = because.iter().find_map(|why| match why {
        Because::Rule(rule, _) => Some((*rule).to_owned()),
        Because::Land { .. } => Some("capture".to_owned()),
        _ => None,
    });
    row.or(rule).unwrap_or_else(|| "8-naval".to_owned())
}
