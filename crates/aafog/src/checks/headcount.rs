//! Units as the log counts them: by class, with what is not told kept in mind.

use std::collections::BTreeMap;

use super::super::class::UnitClass;

/// Units counted by class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headcount {
    /// How many there are of each class; what is carried is not counted.
    pub counts: BTreeMap<UnitClass, u32>,
    /// Whether a unit is among them whose class is not known.
    pub unnamed: bool,
}

impl Headcount {
    /// How many there are of a class.
    pub fn of(&self, class: UnitClass) -> u32 {
        self.counts.get(&class).copied().unwrap_or(0)
    }

    /// Whether a unit of some classes is surely there.
    pub fn has(&self, is: impl Fn(UnitClass) -> bool) -> bool {
        self.counts.keys().any(|class| is(*class))
    }

    /// Whether a unit of some classes may be there.
    pub fn may_have(&self, is: impl Fn(UnitClass) -> bool) -> bool {
        self.unnamed || self.has(is)
    }

    /// Whether somebody is there, and surely nobody of other classes.
    pub fn is_only(&self, is: impl Fn(UnitClass) -> bool) -> bool {
        !self.unnamed && !self.counts.is_empty() && self.counts.keys().all(|class| is(*class))
    }

    /// Both together.
    pub fn and(mut self, other: &Self) -> Self {
        for (class, number) in &other.counts {
            *self.counts.entry(*class).or_default() += number;
        }
        self.unnamed |= other.unnamed;
        self
    }
}
