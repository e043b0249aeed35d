//! Ids of new pieces and stacks: numbers drawn from what they come from, so that two logs made from one save never
//! name two things alike.

use sha2::{Digest, Sha256};

use crate::format::command::Command;

/// What new ids derive from. Equal seeds draw equal ids.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed([u8; 32]);

impl Seed {
    /// From a save and words that say what is done to it, for example a battle and its dice.
    #[must_use]
    pub fn of<S: AsRef<str>>(save: &Command, words: impl IntoIterator<Item = S>) -> Self {
        let mut hash = Sha256::new();
        let mut take = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        for command in save.walk() {
            take(command.own());
        }
        for word in words {
            take(word.as_ref());
        }
        Self(hash.finalize().into())
    }
}

/// Ids drawn one after the other from a seed.
#[derive(Debug, Clone)]
pub(super) struct Ids {
    seed: Seed,
    drawn: u64,
}

/// Ids stay below 2^53, which every reader of JSON takes as a whole number, and above the times in milliseconds
/// that the engine uses.
const LEAST: u64 = 1 << 44;
const BEYOND: u64 = 1 << 53;

impl Ids {
    pub fn new(seed: Seed) -> Self {
        Self { seed, drawn: 0 }
    }

    /// Whether these ids come from a seed.
    pub fn are_of(&self, seed: &Seed) -> bool {
        self.seed == *seed
    }

    /// The next id.
    pub fn draw(&mut self) -> u64 {
        let mut hash = Sha256::new();
        hash.update(self.seed.0);
        hash.update(self.drawn.to_le_bytes());
        self.drawn = self.drawn.wrapping_add(1);
        let bytes: [u8; 32] = hash.finalize().into();
        let number = bytes.iter().take(8).fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        LEAST + number % (BEYOND - LEAST)
    }
}
