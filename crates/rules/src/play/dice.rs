//! Dice: one trait, three sources: seeded, given, and every roll with exact weights.
//!
//! Rolls fall into classes (`Dice::throw`, `roll_into`, `throws`): the roller says which sums are equivalent. Seeded
//! and given dice still roll every die; `EveryRoll` follows each class once with its weight, and ships that fire
//! together as one multinomial.

mod every;

pub use every::EveryRoll;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Serialize;

use vassal::diagnostic::counted;

/// A die by its number of sides, at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Die(pub u8);

impl Die {
    /// The six-sided die.
    pub const D6: Self = Self(6);
}

/// Dice of one kind that are rolled together and added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throw {
    dice: u8,
    die: Die,
}

impl Throw {
    /// Two six-sided dice.
    pub const TWO_D6: Self = Self { dice: 2, die: Die::D6 };

    /// So many of these dice, 1 to 8.
    #[must_use]
    pub const fn of(dice: u8, die: Die) -> Self {
        let dice = match dice {
            0 => 1,
            dice if dice > 8 => 8,
            dice => dice,
        };
        Self { dice, die }
    }

    /// How many dice.
    #[must_use]
    pub fn dice(self) -> u8 {
        self.dice
    }

    /// Which die each of them is.
    #[must_use]
    pub fn die(self) -> Die {
        self.die
    }

    /// Each sum with the number of ways in which the dice come to it: at most 255 to the power of 8.
    fn each(self, tell: &mut dyn FnMut(u16, u64)) {
        let sides = u16::from(self.die.0.max(1));
        match self.dice {
            1 => (1..=sides).for_each(|face| tell(face, 1)),
            2 => (2..=2 * sides).for_each(|sum| tell(sum, (sum - 1).min(2 * sides + 1 - sum).into())),
            dice => {
                let fewer = Self { dice: dice - 1, die: self.die };
                let mut ways = vec![0; usize::from(sides * u16::from(dice)) + 1];
                fewer.each(&mut |sum, before| {
                    for face in 1..=sides {
                        ways[usize::from(sum + face)] += before;
                    }
                });
                (dice.into()..).zip(&ways[dice.into()..]).for_each(|(sum, ways)| tell(sum, *ways));
            }
        }
    }
}

impl From<Die> for Throw {
    fn from(die: Die) -> Self {
        Self { dice: 1, die }
    }
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
    #[error("no die is left for the roll \"{label}\" (roll {number})")]
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

impl DiceFault {
    /// The same fault, whose roll is told with what it is for: `naval attack: Chokai at Astoria`.
    #[must_use]
    pub fn at(self, what: Option<String>) -> Self {
        let named = |label: String| match what.filter(|what| !label.eq_ignore_ascii_case(what)) {
            Some(what) => format!("{label}: {what}"),
            None => label,
        };
        match self {
            Self::TooFew { label, number } => Self::TooFew { label: named(label), number },
            Self::Impossible { label, number, face, sides } => {
                Self::Impossible { label: named(label), number, face, sides }
            }
            Self::LeftOver { left, label } => Self::LeftOver { left, label: label.map(named) },
        }
    }
}

/// Where the rolls ended.
fn last_roll(label: Option<&str>) -> String {
    label.map_or_else(|| "nothing was rolled".to_owned(), |label| format!("the last roll was \"{label}\""))
}

/// A source of throws. A source that fails goes on with faces of 1 and says so in [`Dice::fault`].
pub trait Dice {
    /// Dice added up. Sums that `class` gives one number are the same to the caller: a source that follows every roll
    /// takes one sum for all of them, every other source the one that was rolled.
    fn throw(&mut self, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16) -> u16;

    /// One die: a face from 1 to the number of sides.
    fn roll(&mut self, die: Die, label: &str) -> u8 {
        self.roll_into(die, label, &u16::from)
    }

    /// One die whose faces fall into classes, as in [`Dice::throw`].
    fn roll_into(&mut self, die: Die, label: &str, class: &dyn Fn(u8) -> u16) -> u8 {
        let face = |sum: u16| u8::try_from(sum).unwrap_or(u8::MAX);
        face(self.throw(die.into(), label, &|sum| class(face(sum))))
    }

    /// Two dice of which both faces count, as for a hit that doubles make worse. Faces that `class` gives one number are
    /// the same to the caller, as in [`Dice::throw`].
    fn pair(&mut self, die: Die, label: &str, _class: &dyn Fn(u8, u8) -> u16) -> (u8, u8) {
        (self.roll(die, label), self.roll(die, label))
    }

    /// Of `n` throws, how many fall into each class, which is an index of `counts`.
    fn throws(&mut self, n: u16, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16, counts: &mut [u16]) {
        for _ in 0..n {
            let sum = self.throw(throw, label, class);
            if let Some(count) = counts.get_mut(usize::from(class(sum))) {
                *count += 1;
            }
        }
    }

    /// Of `n` pairs, as in [`Dice::pair`], how many fall into each class, which is an index of `counts`.
    fn pairs(&mut self, n: u16, die: Die, label: &str, class: &dyn Fn(u8, u8) -> u16, counts: &mut [u16]) {
        for _ in 0..n {
            let (one, other) = self.pair(die, label, class);
            if let Some(count) = counts.get_mut(usize::from(class(one, other))) {
                *count += 1;
            }
        }
    }

    /// Whether units that are alike may roll together, because nobody tells them apart: neither a report, nor a
    /// decision that names one of them.
    fn rolls_alike_together(&self) -> bool {
        false
    }

    /// Of `n` dice, how many show `at_least` or more.
    fn hits(&mut self, n: u16, die: Die, at_least: u8, label: &str) -> u16 {
        let mut counts = [0; 2];
        self.throws(n, die.into(), label, &|face| u16::from(face >= at_least.into()), &mut counts);
        counts[1]
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

impl Seeded {
    fn face(&mut self, die: Die, label: &str) -> u8 {
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
}

impl Dice for Seeded {
    fn throw(&mut self, throw: Throw, label: &str, _class: &dyn Fn(u16) -> u16) -> u16 {
        (0..throw.dice).map(|_| u16::from(self.face(throw.die, label))).sum()
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

impl Given {
    /// Adds a face behind those that there are.
    pub fn add(&mut self, face: u8) {
        self.faces.push(face);
    }

    /// How many faces are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.faces.len().saturating_sub(self.rolled.len())
    }

    fn face(&mut self, die: Die, label: &str) -> u8 {
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
}

impl Dice for Given {
    fn throw(&mut self, throw: Throw, label: &str, _class: &dyn Fn(u16) -> u16) -> u16 {
        (0..throw.dice).map(|_| u16::from(self.face(throw.die, label))).sum()
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
    fn three_dice_come_to_ten_in_27_ways() {
        let mut ways = Vec::new();
        Throw::of(3, Die::D6).each(&mut |sum, count| ways.push((sum, count)));
        assert_eq!((ways[0], ways[7], ways[15]), ((3, 1), (10, 27), (18, 1)));
        assert_eq!(ways.iter().map(|(_, count)| count).sum::<u64>(), 216);
        let mut two = Vec::new();
        Throw::TWO_D6.each(&mut |sum, count| two.push((sum, count)));
        assert_eq!((two[0], two[5], two[10]), ((2, 1), (7, 6), (12, 1)));
    }

    #[test]
    fn given_faces_name_the_roll_that_does_not_fit() {
        let mut few = Given::new([3]);
        assert_eq!(few.roll(Die::D6, "land combat"), 3);
        assert_eq!(few.close(), None);
        few.roll(Die::D6, "general");
        assert_eq!(few.close().unwrap().to_string(), "no die is left for the roll \"general\" (roll 2)");

        let mut odd = Given::new([9]);
        odd.roll(Die::D6, "land combat");
        assert!(odd.fault().unwrap().to_string().contains("no face 9"));

        let mut many = Given::new([1, 2, 3]);
        many.roll(Die::D6, "land combat");
        assert_eq!(many.close().unwrap().to_string(), "2 faces too many; the last roll was \"land combat\"");
    }
}
