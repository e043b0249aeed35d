//! What salvos come to: endings with exact weights, one list for all salvos that come to the same in the same way.

use std::collections::HashMap;

use super::line_up::{LineUp, Mixing, Numbered};
use super::{MOST_WORK, NotCounted};

/// Rolls of two dice.
const ROLLS: u64 = 36;
/// No spread.
const NONE: SpreadIx = u32::MAX;

/// The number of a spread.
pub(super) type SpreadIx = u32;

/// What targets come to, as numbers that can be added: what two parts of a side come to is the sum of both.
pub(super) trait Endings: Send + Sync {
    /// What ships come to after the last shot.
    fn number(&mut self, line_up: LineUp) -> u32;
    /// What two parts come to together.
    fn sum(&mut self, one: u32, other: u32) -> u32;
}

/// Spreads with weights, few of them without memory of their own.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum SummedSpreads {
    Few([(SpreadIx, u64); 3]),
    Many(Box<[(SpreadIx, u64)]>),
}

/// How the spread of a salvo comes of others. Salvos that come of the same ones in the same way have one spread.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    Still { ending: u32, shots: u32 },
    Beside { spread: SpreadIx, ending: u32 },
    Toll { spread: SpreadIx, toll: u32 },
    Sum(SummedSpreads),
}

impl SummedSpreads {
    pub(super) fn of(list: &[(SpreadIx, u64)]) -> Self {
        let mut few = [(NONE, 0); 3];
        if list.len() > few.len() {
            return Self::Many(list.into());
        }
        few[..list.len()].copy_from_slice(list);
        Self::Few(few)
    }

    fn list(&self) -> &[(SpreadIx, u64)] {
        match self {
            Self::Few(few) => few,
            Self::Many(list) => list,
        }
    }
}

/// All spreads under one way of telling what targets come to.
pub(super) struct Spreads<E> {
    pub(super) endings: E,
    /// What ships that are hit for the last time come to, with weights.
    pub(super) tolls: Numbered<Vec<(u32, u64)>>,
    origins: HashMap<Origin, SpreadIx, Mixing>,
    /// Where the endings of each spread begin and end among all; their weights add up to 36 for each shot.
    ranges: Vec<(u32, u32)>,
    ways: Vec<(u32, u64)>,
    /// Weights by ending, all zero between two spreads, and the endings that have one.
    scratch: Vec<u64>,
    touched: Vec<u32>,
    work: u64,
}

impl<E: Endings> Spreads<E> {
    pub(super) fn new(endings: E) -> Self {
        Self {
            endings,
            tolls: Numbered::default(),
            origins: HashMap::default(),
            ranges: Vec::new(),
            ways: Vec::new(),
            scratch: Vec::new(),
            touched: Vec::new(),
            work: 0,
        }
    }

    /// Where the endings of a spread are among those of all.
    pub(super) fn range(&self, spread: SpreadIx) -> (u32, u32) {
        self.ranges[spread as usize]
    }

    /// Endings with their weights.
    pub(super) fn ways_at(&self, (from, to): (u32, u32)) -> &[(u32, u64)] {
        &self.ways[from as usize..to as usize]
    }

    /// The endings of a spread with their weights.
    pub(super) fn ways(&self, spread: SpreadIx) -> &[(u32, u64)] {
        self.ways_at(self.range(spread))
    }

    /// The spread that comes of others so, new or known.
    pub(super) fn of(&mut self, origin: Origin) -> Result<SpreadIx, NotCounted> {
        if let Some(known) = self.origins.get(&origin) {
            return Ok(*known);
        }
        let new = self.spread_of(&origin)?;
        self.origins.insert(origin, new);
        Ok(new)
    }

    /// Adds up a spread.
    fn spread_of(&mut self, origin: &Origin) -> Result<SpreadIx, NotCounted> {
        let from = self.ways.len();
        match origin {
            Origin::Still { ending, shots } => self.ways.push((*ending, power(*shots))),
            Origin::Beside { spread, ending } => {
                let (from, to) = self.ranges[*spread as usize];
                for way in from as usize..to as usize {
                    let (other, weight) = self.ways[way];
                    self.ways.push((self.endings.sum(other, *ending), weight));
                }
            }
            Origin::Toll { spread, toll } => {
                for index in 0..self.tolls.list[*toll as usize].len() {
                    let (ending, weight) = self.tolls.list[*toll as usize][index];
                    self.add(*spread, weight, Some(ending))?;
                }
                self.gather();
            }
            Origin::Sum(parts) => {
                for (spread, weight) in parts.list().iter().filter(|(_, weight)| *weight > 0) {
                    self.add(*spread, *weight, None)?;
                }
                self.gather();
            }
        }
        let number = whole(self.ranges.len())?;
        self.ranges.push((whole(from)?, whole(self.ways.len())?));
        Ok(number)
    }

    /// Adds a spread with a weight, of ships beside others that come to this number.
    fn add(&mut self, spread: SpreadIx, weight: u64, beside: Option<u32>) -> Result<(), NotCounted> {
        let (from, to) = self.ranges[spread as usize];
        self.work += u64::from(to - from);
        if self.work > MOST_WORK {
            return Err(NotCounted);
        }
        for (ending, ways) in &self.ways[from as usize..to as usize] {
            let ending = beside.map_or(*ending, |more| self.endings.sum(*ending, more));
            let index = ending as usize;
            if index >= self.scratch.len() {
                self.scratch.resize(index + 1, 0);
            }
            if self.scratch[index] == 0 {
                self.touched.push(ending);
            }
            self.scratch[index] += weight * ways;
        }
        Ok(())
    }

    /// Lists what was added up.
    fn gather(&mut self) {
        for ending in self.touched.drain(..) {
            self.ways.push((ending, std::mem::take(&mut self.scratch[ending as usize])));
        }
    }
}

/// A place in a list as a number.
pub(super) fn whole(index: usize) -> Result<u32, NotCounted> {
    u32::try_from(index).map_err(|_| NotCounted)
}

/// Rolls of so many shots.
pub(super) fn power(shots: u32) -> u64 {
    ROLLS.pow(shots)
}
