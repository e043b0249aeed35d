//! A case: everything at hand about one position, gathered once and asked many things.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::situation::Situation;
use super::turn_log::TurnLog;

/// A position with what belongs to it; `V` is a situation, or the view that a game makes of one.
#[derive(Debug, Clone)]
pub struct Case<V> {
    /// The position.
    pub now: V,
    /// An earlier position of the same game.
    pub before: Option<V>,
    /// What was done, step by step.
    pub log: Option<Arc<TurnLog>>,
    /// The copies that sides were given, by the side's name.
    pub copies: BTreeMap<String, SideCopy<V>>,
    /// Choices between readings of the rules that differ from their defaults.
    pub choices: BTreeMap<String, String>,
}

/// A copy of a position that one side was given.
#[derive(Debug, Clone)]
pub struct SideCopy<V> {
    /// The position as that side may see it.
    pub due: V,
    /// What the copy shows to that side.
    pub held: V,
}

impl<V> Case<V> {
    /// Only a position.
    pub fn of(now: V) -> Self {
        Self { now, before: None, log: None, copies: BTreeMap::new(), choices: BTreeMap::new() }
    }

    /// The same case with every position told in other terms.
    pub fn map<'a, W>(&'a self, mut tell: impl FnMut(&'a V) -> W) -> Case<W> {
        let copies = self
            .copies
            .iter()
            .map(|(side, copy)| (side.clone(), SideCopy { due: tell(&copy.due), held: tell(&copy.held) }));
        let copies = copies.collect();
        Case {
            now: tell(&self.now),
            before: self.before.as_ref().map(tell),
            log: self.log.clone(),
            copies,
            choices: self.choices.clone(),
        }
    }
}

impl Case<Arc<Situation>> {
    /// Only a position, which nobody else holds yet.
    pub fn position(now: Situation) -> Self {
        Self::of(Arc::new(now))
    }
}
