//! What an entry into a sea zone is told from: who enters with what orders, what was decided, and what may be asked.

use super::chart::SightChart;
use super::choices::SeaReadings;
use super::force::UnitGroup;
use super::meeting::SeaContact;
use super::messages::MessageTexts;

/// What was decided and rolled so far, in the order of the questions.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeaDecisions {
    /// Fighters and tactical bombers that scramble.
    pub scramble: Option<(u32, u32)>,
    /// Kamikaze tokens that are used.
    pub tokens: Option<u32>,
    /// Whether the mover attacks what he may leave alone.
    pub attack: Option<bool>,
    /// Whether the mover's submarines attack what does not see them.
    pub subs: Option<bool>,
    /// Submarines that fire a free shot.
    pub shots: Option<u32>,
    /// The transports they fire at, by their number from 1.
    pub targets: Vec<u32>,
    /// The faces of their dice.
    pub faces: Vec<u8>,
    /// Hidden submarines that join the battle of their side.
    pub join: Option<u32>,
}

impl SeaDecisions {
    /// How many decisions and rolls were made.
    #[must_use]
    pub fn made(&self) -> usize {
        let asked = [
            self.scramble.is_some(),
            self.tokens.is_some(),
            self.attack.is_some(),
            self.subs.is_some(),
            self.shots.is_some(),
            self.join.is_some(),
        ];
        asked.iter().filter(|made| **made).count() + self.targets.len() + self.faces.len()
    }
}

/// What is to be decided or rolled next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeaNext {
    /// How many fighters and tactical bombers scramble, at most these, at most so many together.
    Scramble {
        /// Fighters at the base.
        fighters: u32,
        /// Tactical bombers at the base.
        tactical: u32,
        /// Both together.
        most: u32,
    },
    /// How many tokens are used, at most these.
    Tokens(u32),
    /// Whether the mover attacks.
    Attack,
    /// Whether the mover's submarines attack.
    Subs,
    /// How many submarines fire, at most these.
    Shots(u32),
    /// At which of so many transports the next one fires.
    Target(u32),
    /// A die of a free shot.
    Die,
    /// How many hidden submarines join, at most these.
    Join(u32),
    /// Nothing: it is over.
    Nothing,
}

/// Tables and readings of meetings at sea.
#[derive(Debug, Clone, Default)]
pub struct SeaRules {
    /// The chart.
    pub chart: SightChart,
    /// The texts of the messages.
    pub texts: MessageTexts,
    /// The readings that hold.
    pub readings: SeaReadings,
}

/// An entry with what its report needs beside the contact.
#[derive(Debug, Clone, Default)]
pub struct SeaEntry {
    /// Who meets whom where.
    pub contact: SeaContact,
    /// The item of the mover's list.
    pub item: u32,
    /// The mover's power.
    pub power: Option<String>,
    /// The power of the others.
    pub owner: Option<String>,
    /// Technologies of the mover that matter in a battle here.
    pub technologies: Vec<String>,
    /// Technologies of the others that matter in a battle here.
    pub enemy_technologies: Vec<String>,
    /// Enemies that the mover was shown here in this power's turn.
    pub known: UnitGroup,
}
