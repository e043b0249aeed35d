//! Dice: one trait, three sources: seeded, given, and every roll with exact weights.

use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;

use crate::diagnostic::counted;

/// A die by its number of sides, at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Die(pub u8);

impl Die {
    /// The six-sided die.
    pub const D6: Self = Self(6);
}

/// One face that came up, with what it was rolled for; in JSON `die` and `face`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// What was rolled for, for example `land combat`.
    #[serde(skip)]
    pub label: String,
    /// Which die.
    pub die: Die,
    /// 1 to the number of sides.
    pub face: u8,
}

/// Given faces that do not fit the rolls.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiceFault {
    /// More rolls than faces.
    #[error("no face is left for the roll \"{label}\" (roll {number})")]
    TooFew {
        /// The roll that found no face.
        label: String,
        /// Its number, from 1.
        number: usize,
    },
    /// A face that the die does not have.
    #[error("a d{sides} has no face {face} (roll {number}, \"{label}\")")]
    Impossible {
        /// The roll.
        label: String,
        /// Its number, from 1.
        number: usize,
        /// The face given.
        face: u8,
        /// Sides of the die.
        sides: u8,
    },
    /// More faces than rolls.
    #[error("{} too many; {}", counted(*left, "face"), last_roll(label.as_deref()))]
    LeftOver {
        /// How many.
        left: usize,
        /// The last roll made, if there was any.
        label: Option<String>,
    },
}

/// Where the rolls ended.
fn last_roll(label: Option<&str>) -> String {
    label.map_or_else(|| "nothing was rolled".to_owned(), |label| format!("the last roll was \"{label}\""))
}

/// A source of faces. A source that fails goes on with face 1 and says so in [`Dice::fault`].
pub trait Dice {
    /// One die: a face from 1 to the number of sides.
    fn roll(&mut self, die: Die, label: &str) -> u8;

    /// Of `n` dice, how many show `at_least` or more.
    fn hits(&mut self, n: u16, die: Die, at_least: u8, label: &str) -> u16 {
        let mut hits = 0;
        for _ in 0..n {
            if self.roll(die, label) >= at_least {
                hits += 1;
            }
        }
        hits
    }

    /// What went wrong so far.
    fn fault(&self) -> Option<&DiceFault> {
        None
    }

    /// What is wrong when nothing more will be rolled: everything of [`Dice::fault`], and faces left over.
    fn close(&self) -> Option<DiceFault> {
        self.fault().cloned()
    }

    /// The faces so far, in the order of the rolls.
    fn rolled(&self) -> &[Rolled] {
        &[]
    }

    /// The seed, for a source that has one.
    fn seed(&self) -> Option<u64> {
        None
    }
}

/// Faces from a seed: the same seed gives the same faces on every platform and in every version.
///
/// The generator is ChaCha with 20 rounds. Its 32 key bytes are the seed in little-endian order and then zeros.
/// A face of a die with `s` sides is made from the next 32-bit word `w` of the stream:
/// with `limit = s * floor(2^32 / s)`, words of `limit` and more are skipped, else the face is `w mod s + 1`.
#[derive(Debug, Clone)]
pub struct Seeded {
    seed: u64,
    stream: ChaCha20Rng,
    rolled: Vec<Rolled>,
}

impl Seeded {
    /// The faces of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { seed, stream: ChaCha20Rng::from_seed(key), rolled: Vec::new() }
    }
}

impl Dice for Seeded {
    fn roll(&mut self, die: Die, label: &str) -> u8 {
        let sides = u64::from(die.0.max(1));
        let limit = (1u64 << 32) / sides * sides;
        let face = loop {
            let word = u64::from(self.stream.next_u32());
            if word < limit {
                break u8::try_from(word % sides + 1).unwrap_or(u8::MAX);
            }
        };
        self.rolled.push(Rolled { label: label.to_owned(), die, face });
        face
    }

    fn rolled(&self) -> &[Rolled] {
        &self.rolled
    }

    fn seed(&self) -> Option<u64> {
        Some(self.seed)
    }
}

/// Faces typed in: real dice rolled at the table, or those of a report.
#[derive(Debug, Clone, Default)]
pub struct Given {
    faces: Vec<u8>,
    rolled: Vec<Rolled>,
    fault: Option<DiceFault>,
}

impl Given {
    /// These faces, in the order of the rolls.
    #[must_use]
    pub fn new(faces: impl Into<Vec<u8>>) -> Self {
        Self { faces: faces.into(), rolled: Vec::new(), fault: None }
    }
}

impl Dice for Given {
    fn roll(&mut self, die: Die, label: &str) -> u8 {
        let at = self.rolled.len();
        let (face, fault) = match self.faces.get(at) {
            None => (1, Some(DiceFault::TooFew { label: label.to_owned(), number: at + 1 })),
            Some(&face) if face < 1 || face > die.0 => {
                let label = label.to_owned();
                (1, Some(DiceFault::Impossible { label, number: at + 1, face, sides: die.0 }))
            }
            Some(&face) => (face, None),
        };
        if self.fault.is_none() {
            self.fault = fault;
        }
        if self.fault.is_none() {
            self.rolled.push(Rolled { label: label.to_owned(), die, face });
        }
        face
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.fault.as_ref()
    }

    fn close(&self) -> Option<DiceFault> {
        let left = self.faces.len().saturating_sub(self.rolled.len());
        let left_over =
            || DiceFault::LeftOver { left, label: self.rolled.last().map(|rolled| rolled.label.clone()) };
        self.fault.clone().or_else(|| (left > 0).then(left_over))
    }

    fn rolled(&self) -> &[Rolled] {
        &self.rolled
    }
}

/// One roll on the way: which of its branches is taken.
#[derive(Debug, Clone)]
struct Fork {
    branch: u32,
    branches: u32,
    weight: BigUint,
    total: BigUint,
}

/// Every path of rolls of one step, one after the other, each with its exact weight.
///
/// Run the step; ask [`EveryRoll::weight`] for the chance of the path just taken; call [`EveryRoll::advance`]
/// and run the step again until that says that all paths were seen.
#[derive(Debug, Clone, Default)]
pub struct EveryRoll {
    forks: Vec<Fork>,
    at: usize,
}

impl EveryRoll {
    /// The first path.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The weight of the path just taken and the total of all weights of its rolls.
    #[must_use]
    pub fn weight(&self) -> (BigUint, BigUint) {
        let one = || BigUint::from(1u8);
        self.forks
            .iter()
            .fold((one(), one()), |(weight, total), fork| (weight * &fork.weight, total * &fork.total))
    }

    /// Go to the next path. False when the one just taken was the last.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(fork) = self.forks.last_mut() {
            fork.branch += 1;
            if fork.branch < fork.branches {
                return true;
            }
            self.forks.pop();
        }
        false
    }

    fn fork(&mut self, branches: u32, total: BigUint, weight: impl Fn(u32) -> BigUint) -> u32 {
        if self.at == self.forks.len() {
            self.forks.push(Fork { branch: 0, branches, weight: BigUint::from(0u8), total });
        }
        let fork = &mut self.forks[self.at];
        self.at += 1;
        fork.weight = weight(fork.branch);
        fork.branch
    }
}

impl Dice for EveryRoll {
    fn roll(&mut self, die: Die, _label: &str) -> u8 {
        let sides = die.0.max(1);
        let branch = self.fork(sides.into(), sides.into(), |_| BigUint::from(1u8));
        u8::try_from(branch + 1).unwrap_or(u8::MAX)
    }

    /// Branches `n + 1` ways with binomial weights, so that 20 dice cost 21 paths.
    fn hits(&mut self, n: u16, die: Die, at_least: u8, _label: &str) -> u16 {
        let sides = die.0.max(1);
        let misses = at_least.saturating_sub(1).min(sides);
        let (good, bad) = (BigUint::from(sides - misses), BigUint::from(misses));
        let branch = self.fork(u32::from(n) + 1, BigUint::from(sides).pow(n.into()), |k| {
            binomial(n.into(), k) * good.pow(k) * bad.pow(u32::from(n).saturating_sub(k))
        });
        u16::try_from(branch).unwrap_or(n)
    }
}

fn binomial(n: u32, k: u32) -> BigUint {
    (0..k.min(n)).fold(BigUint::from(1u8), |product, i| product * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_these_faces_forever() {
        let mut dice = Seeded::new(1942);
        let faces: Vec<u8> = (0..24).map(|_| dice.roll(Die::D6, "test")).collect();
        assert_eq!(faces, GOLDEN_1942);
        assert_eq!(dice.seed(), Some(1942));
    }
    const GOLDEN_1942: [u8; 24] = [4, 5, 5, 6, 5, 2, 1, 1, 5, 5, 4, 3, 4, 1, 5, 5, 3, 6, 1, 1, 6, 3, 6, 6];

    #[test]
    fn seeded_faces_are_even() {
        let mut dice = Seeded::new(7);
        let mut count = [0u32; 6];
        for _ in 0..60_000 {
            count[usize::from(dice.roll(Die::D6, "test")) - 1] += 1;
        }
        assert!(count.iter().all(|&n| (9_600..10_400).contains(&n)), "{count:?}");
    }

    #[test]
    fn given_faces_name_the_roll_that_does_not_fit() {
        let mut few = Given::new([3]);
        assert_eq!(few.roll(Die::D6, "land combat"), 3);
        assert_eq!(few.close(), None);
        few.roll(Die::D6, "general");
        assert_eq!(few.close().unwrap().to_string(), "no face is left for the roll \"general\" (roll 2)");

        let mut odd = Given::new([9]);
        odd.roll(Die::D6, "land combat");
        assert!(odd.fault().unwrap().to_string().contains("no face 9"));

        let mut many = Given::new([1, 2, 3]);
        many.roll(Die::D6, "land combat");
        assert_eq!(many.close().unwrap().to_string(), "2 faces too many; the last roll was \"land combat\"");
    }

    #[test]
    fn every_roll_of_two_dice_has_36_paths() {
        let mut dice = EveryRoll::new();
        let mut sums = [0u32; 13];
        let mut paths = 0;
        loop {
            let sum = dice.roll(Die::D6, "a") + dice.roll(Die::D6, "b");
            sums[usize::from(sum)] += 1;
            assert_eq!(dice.weight(), (1u8.into(), 36u8.into()));
            paths += 1;
            if !dice.advance() {
                break;
            }
        }
        assert_eq!((paths, sums[7], sums[2], sums[12]), (36, 6, 1, 1));
    }

    #[test]
    fn hits_have_binomial_weights() {
        let mut dice = EveryRoll::new();
        let mut weights = Vec::new();
        loop {
            let hits = dice.hits(3, Die::D6, 5, "fire");
            let (weight, total) = dice.weight();
            assert_eq!(total, 216u32.into());
            weights.push((hits, weight));
            if !dice.advance() {
                break;
            }
        }
        let expected: Vec<(u16, BigUint)> =
            vec![(0, 64u8.into()), (1, 96u8.into()), (2, 48u8.into()), (3, 8u8.into())];
        assert_eq!(weights, expected);
    }
}
