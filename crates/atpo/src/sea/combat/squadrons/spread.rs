//! What salvos come to: endings with exact weights, one list for all salvos that come to the same in the same way.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::line_up::{LineUp, Mixing, Numbered};
use super::{MOST_WORK, NotCounted};

/// Rolls of two dice.
const ROLLS: u64 = 36;
/// Endings of a spread, on the average of large battles.
const ENDINGS: usize = 16;
/// No spread.
const NONE: SpreadIx = u32::MAX;

/// The number of a spread.
pub(super) type SpreadIx = u32;

/// Where the endings of a spread begin and end among those of all.
type WaysRange = (u32, u32);

/// What targets come to, as numbers that can be added: what two parts of a side come to is the sum of both.
pub(super) trait Endings: Send + Sync {
    /// What ships come to after the last shot.
    fn number(&mut self, line_up: LineUp) -> u32;
    /// What two parts come to together.
    fn sum(&mut self, one: u32, other: u32) -> u32;
}

/// The most spreads of a sum that are kept without memory of their own.
pub(super) const FEW: usize = 3;

/// How the spread of a salvo comes of others. Salvos that come of the same ones in the same way have one spread.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    Still {
        ending: u32,
        shots: u32,
    },
    Beside {
        spread: SpreadIx,
        ending: u32,
    },
    Toll {
        spread: SpreadIx,
        toll: u32,
    },
    /// A sum with the weights of these odds, by number.
    Few {
        odds: u32,
        parts: [SpreadIx; FEW],
    },
    /// The same of more parts, which are a list by number.
    Many {
        odds: u32,
        parts: u32,
    },
}

/// All spreads under one way of telling what targets come to.
pub(super) struct Spreads<E> {
    pub(super) endings: E,
    /// What ships that are hit for the last time come to, with weights.
    pub(super) tolls: Numbered<Vec<(u32, u64)>>,
    /// Weights of the parts of sums.
    pub(super) odds: Numbered<Vec<u64>>,
    /// The parts of long sums.
    parts: Numbered<Vec<SpreadIx>>,
    origins: HashMap<Origin, SpreadIx, Mixing>,
    /// Where the endings of each spread begin and end among all; their weights add up to 36 for each shot.
    ranges: Vec<WaysRange>,
    ending_list: Vec<u32>,
    weight_list: Vec<u64>,
    sums: EndingSums,
    work: u64,
}

impl<E: Endings> Spreads<E> {
    pub(super) fn new(endings: E) -> Self {
        Self {
            endings,
            tolls: Numbered::default(),
            odds: Numbered::default(),
            parts: Numbered::default(),
            origins: HashMap::default(),
            ranges: Vec::new(),
            ending_list: Vec::new(),
            weight_list: Vec::new(),
            sums: EndingSums::default(),
            work: 0,
        }
    }

    /// Makes room for so many spreads.
    pub(super) fn make_room(&mut self, spreads: usize) {
        self.origins.reserve(spreads);
        self.ranges.reserve(spreads);
        self.ending_list.reserve(spreads * ENDINGS);
        self.weight_list.reserve(spreads * ENDINGS);
    }

    /// Where the endings of a spread are among those of all.
    fn range(&self, spread: SpreadIx) -> WaysRange {
        self.ranges[spread as usize]
    }

    /// The endings of a spread with their weights.
    pub(super) fn ways(&self, spread: SpreadIx) -> impl ExactSizeIterator<Item = (u32, u64)> + Clone + '_ {
        let (from, to) = self.range(spread);
        let range = from as usize..to as usize;
        self.ending_list[range.clone()].iter().copied().zip(self.weight_list[range].iter().copied())
    }

    /// The sum of spreads with the weights of these odds, which are as many.
    pub(super) fn summed(&mut self, odds: u32, parts: &[SpreadIx]) -> Origin {
        if parts.len() > FEW {
            return Origin::Many { odds, parts: self.parts.of(parts.to_vec()) };
        }
        let mut few = [NONE; FEW];
        few[..parts.len()].copy_from_slice(parts);
        Origin::Few { odds, parts: few }
    }

    /// The spread that comes of others so, new or known.
    pub(super) fn of(&mut self, origin: Origin) -> Result<SpreadIx, NotCounted> {
        let next = whole(self.ranges.len())?;
        match self.origins.entry(origin) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(new) => _ = new.insert(next),
        }
        self.add_up(origin)?;
        Ok(next)
    }

    /// Adds up a spread.
    fn add_up(&mut self, origin: Origin) -> Result<(), NotCounted> {
        let from = whole(self.ending_list.len())?;
        match origin {
            Origin::Still { ending, shots } => self.push(ending, power(shots)),
            Origin::Beside { spread, ending } => {
                let (from, to) = self.range(spread);
                for way in from as usize..to as usize {
                    let (other, weight) = (self.ending_list[way], self.weight_list[way]);
                    let both = self.endings.sum(other, ending);
                    self.push(both, weight);
                }
            }
            Origin::Toll { spread, toll } => {
                for index in 0..self.tolls.list[toll as usize].len() {
                    let (ending, weight) = self.tolls.list[toll as usize][index];
                    self.add_beside(spread, weight, ending)?;
                }
                self.gather();
            }
            Origin::Few { odds, parts } => {
                for (index, spread) in parts.into_iter().enumerate().take_while(|(_, part)| *part != NONE) {
                    self.add(spread, self.odds.list[odds as usize][index])?;
                }
                self.gather();
            }
            Origin::Many { odds, parts } => {
                for index in 0..self.parts.list[parts as usize].len() {
                    let spread = self.parts.list[parts as usize][index];
                    self.add(spread, self.odds.list[odds as usize][index])?;
                }
                self.gather();
            }
        }
        self.ranges.push((from, whole(self.ending_list.len())?));
        Ok(())
    }

    fn push(&mut self, ending: u32, weight: u64) {
        self.ending_list.push(ending);
        self.weight_list.push(weight);
    }

    /// Adds a spread with a weight.
    fn add(&mut self, spread: SpreadIx, weight: u64) -> Result<(), NotCounted> {
        let range = self.read(spread)?;
        for (ending, ways) in self.ending_list[range.clone()].iter().zip(&self.weight_list[range]) {
            self.sums.add(*ending, weight * ways);
        }
        Ok(())
    }

    /// The same of ships beside others that come to this number.
    fn add_beside(&mut self, spread: SpreadIx, weight: u64, beside: u32) -> Result<(), NotCounted> {
        let range = self.read(spread)?;
        for (ending, ways) in self.ending_list[range.clone()].iter().zip(&self.weight_list[range]) {
            self.sums.add(self.endings.sum(*ending, beside), weight * ways);
        }
        Ok(())
    }

    /// Where the ways of a spread are that are to be added, which is work.
    fn read(&mut self, spread: SpreadIx) -> Result<Range<usize>, NotCounted> {
        let (from, to) = self.range(spread);
        self.work += u64::from(to - from);
        if self.work > MOST_WORK { Err(NotCounted) } else { Ok(from as usize..to as usize) }
    }

    /// Lists what was added up.
    fn gather(&mut self) {
        self.ending_list.extend(&self.sums.touched);
        let sums = &mut self.sums.sums;
        let taken = self.sums.touched.drain(..).map(|ending| std::mem::take(&mut sums[ending as usize]));
        self.weight_list.extend(taken);
    }
}

/// Weights by ending, all zero between two spreads, and the endings that have one.
#[derive(Default)]
struct EndingSums {
    sums: Vec<u64>,
    touched: Vec<u32>,
}

impl EndingSums {
    fn add(&mut self, ending: u32, ways: u64) {
        let index = ending as usize;
        if index >= self.sums.len() {
            self.sums.resize(index + 1, 0);
        }
        let sum = &mut self.sums[index];
        if *sum == 0 {
            self.touched.push(ending);
        }
        *sum += ways;
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
