//! A fight in the air under way: what was declared, and what changes from step to step.

use std::ops::{Deref, DerefMut};

use super::tables::AirTables;
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::flight::Flight;
use crate::sea::combat::battle::SideIx;

/// What was declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dogfight {
    /// The air units of the attacker and of the defender.
    pub units: [Vec<Aircraft>; 2],
    /// For each the first of its side that equals it in all but its name.
    pub alike: [Vec<usize>; 2],
    /// The side that was in the hex first: it declares and names targets first (4.8.3).
    pub first: SideIx,
    /// Japanese fighters profit from a sneak attack (17.1.3).
    pub sneak: bool,
    /// Japan has had an air unit of the later quality on a base of the map (4.8.7.1).
    pub later_pilots: bool,
    /// An Air Magic chit: whose, and its number (17.10).
    pub magic: Option<(SideIx, u8)>,
    /// Those of the attacker's fighters that are on their way may hold back, to strafe afterwards (4.9.3).
    pub may_hold: bool,
    /// The rounds that are fought, when fewer than the rules have.
    pub rounds: Option<u8>,
    /// So many of the attacker's units, the first of his list, are on their way to bomb or strafe something.
    pub on_their_way: usize,
}

impl Dogfight {
    /// These units, and nothing told of them.
    #[must_use]
    pub fn of(units: [Vec<Aircraft>; 2]) -> Self {
        let alike = [0, 1].map(|side: SideIx| alike(&units[side]));
        Self {
            units,
            alike,
            first: 0,
            sneak: false,
            later_pilots: false,
            magic: None,
            may_hold: false,
            rounds: None,
            on_their_way: 0,
        }
    }
}

impl Dogfight {
    /// The same fight where nobody is over his own base nor at what he strafes, and the attacker comes first.
    #[must_use]
    pub fn elsewhere(&self) -> Self {
        let away = |unit: &Aircraft| {
            let mut unit = unit.clone();
            unit.words.remove(&AirWord::OwnBase);
            unit
        };
        let units = [0, 1].map(|side: SideIx| self.units[side].iter().map(away).collect::<Vec<_>>());
        let Self { units, alike, .. } = Self::of(units);
        Self { units, alike, first: 0, may_hold: false, ..self.clone() }
    }
}

/// For each unit the first that equals it in all but its name.
fn alike(units: &[Aircraft]) -> Vec<usize> {
    let first = |unit: &Aircraft| units.iter().position(|other| other.is_like(unit)).unwrap_or_default();
    units.iter().map(first).collect()
}

/// An attack that was named: by whom, and at whom; none where the fighter holds back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirAim {
    /// Who attacks.
    pub side: SideIx,
    /// With which unit.
    pub unit: u8,
    /// Which enemy unit.
    pub target: Option<u8>,
}

impl AirAim {
    /// Whether it is at this unit.
    #[must_use]
    pub fn is_at(&self, side: SideIx, unit: usize) -> bool {
        self.side != side && self.target.map(usize::from) == Some(unit)
    }

    /// Whether it is by this unit.
    #[must_use]
    pub fn is_by(&self, side: SideIx, unit: usize) -> bool {
        self.side == side && usize::from(self.unit) == unit
    }
}

/// What a unit has suffered in this round; it counts at the end of the round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirBlow {
    /// Steps.
    pub steps: u8,
    /// An abort.
    pub aborted: bool,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirStage {
    /// What each unit flies as, from this one of the first or second side on.
    Declare {
        /// 0 for the side that declares first.
        turn: u8,
        /// The unit.
        from: usize,
    },
    /// Targets are named.
    Aim,
    /// Attacks are rolled.
    Shoot {
        /// The attack, in the order in which they were named.
        at: usize,
        /// Its target fires back.
        back: bool,
    },
    /// Who aborts of his own will: all, none or some; then each from this unit on.
    Abort {
        /// 0 for the side that declares first.
        turn: u8,
        /// The unit; none while the side is asked as a whole.
        from: Option<usize>,
    },
    /// Nothing more.
    End,
}

/// All that changes in a fight and still matters.
///
/// Chances follow a round to its end from one state of both sides before they turn to the next.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DogfightState {
    /// The round that is fought or comes next, from 1.
    pub round: u8,
    /// What is left of both sides.
    pub flights: [Flight; 2],
    /// What comes next.
    pub stage: AirStage,
    /// The attacks of this round, in the order in which they were named.
    pub aims: Vec<AirAim>,
    /// What each unit has suffered in this round.
    pub blows: [Vec<AirBlow>; 2],
    /// Who has attacked in this fight.
    pub fought: [Vec<bool>; 2],
    /// Whether Magic is used for the next roll; none before it was asked.
    pub asked: Option<bool>,
    /// Magic was used.
    pub magic_used: bool,
}

impl DogfightState {
    /// A fight between what is left of both sides, before its first round.
    #[must_use]
    pub fn between(flights: [Flight; 2], fight: &Dogfight, tables: &AirTables) -> Self {
        let rounds = fight.rounds.unwrap_or(tables.numbers.combat.rounds);
        let there = (0..2).all(|side: SideIx| {
            let units = &fight.units[side];
            flights[side].flying().any(|unit| !units[unit].is_grounded())
        });
        let stage = match there && rounds > 0 {
            true => AirStage::Declare { turn: 0, from: 0 },
            false => AirStage::End,
        };
        Self::starting(flights, stage)
    }

    /// One round of attacks on units that are on the ground (4.9.3).
    #[must_use]
    pub fn strafing(flights: [Flight; 2]) -> Self {
        Self::starting(flights, AirStage::Aim)
    }

    fn starting(flights: [Flight; 2], stage: AirStage) -> Self {
        let blows = [0, 1].map(|side: SideIx| vec![AirBlow::default(); flights[side].len()]);
        let fought = [0, 1].map(|side: SideIx| vec![false; flights[side].len()]);
        Self { round: 1, stage, aims: Vec::new(), flights, blows, fought, asked: None, magic_used: false }
    }

    /// The same where Magic was used before this fight, or not.
    #[must_use]
    pub fn with_magic_used(self, magic_used: bool) -> Self {
        Self { magic_used, ..self }
    }

    /// Whether nothing more happens.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == AirStage::End
    }

    /// What is left of a side.
    #[must_use]
    pub fn flight(&self, side: SideIx) -> &Flight {
        &self.flights[side]
    }

    /// Whether a unit attacked in this fight, so that it cannot strafe (4.9).
    #[must_use]
    pub fn has_fought(&self, side: SideIx, unit: usize) -> bool {
        self.fought[side].get(unit).copied().unwrap_or(false)
    }
}

/// A fight under way: its state, with what was declared and the tables, which stay as they are.
#[derive(Clone)]
pub struct AirFight<'b> {
    /// What was declared.
    pub battle: &'b Dogfight,
    /// The tables.
    pub tables: &'b AirTables,
    /// What changes.
    pub state: DogfightState,
}

impl Deref for AirFight<'_> {
    type Target = DogfightState;

    fn deref(&self) -> &DogfightState {
        &self.state
    }
}

impl DerefMut for AirFight<'_> {
    fn deref_mut(&mut self) -> &mut DogfightState {
        &mut self.state
    }
}

impl<'b> AirFight<'b> {
    /// Its state at another stage.
    #[must_use]
    pub fn at(mut self, stage: AirStage) -> DogfightState {
        self.state.stage = stage;
        self.state
    }

    /// How many rounds are fought.
    #[must_use]
    pub fn rounds(&self) -> u8 {
        let most = self.tables.numbers.combat.rounds;
        self.battle.rounds.map_or(most, |rounds| rounds.min(most))
    }

    /// The side whose turn it is: 0 for the one that declares first.
    #[must_use]
    pub fn side_of(&self, turn: u8) -> SideIx {
        if turn == 0 { self.battle.first } else { 1 - self.battle.first }
    }

    /// A unit.
    #[must_use]
    pub fn unit(&self, side: SideIx, unit: usize) -> &'b Aircraft {
        &self.battle.units[side][unit]
    }

    /// Its strength now, Elite Pilots and weather counted.
    #[must_use]
    pub fn strength(&self, side: SideIx, unit: usize) -> u8 {
        self.flights[side].strength(&self.battle.units[side], unit, &self.tables.units)
    }

    /// Its quality now, 0 where none is printed; of one on the ground always that of the ground.
    #[must_use]
    pub fn quality(&self, side: SideIx, unit: usize) -> u8 {
        if self.unit(side, unit).is_grounded() {
            return self.tables.numbers.strafing.target_quality;
        }
        self.flights[side].quality(&self.battle.units[side], unit)
    }

    /// Whether a unit is in the air and unaborted.
    #[must_use]
    pub fn is_aloft(&self, side: SideIx, unit: usize) -> bool {
        self.flights[side].flies(unit) && !self.unit(side, unit).is_grounded()
    }

    /// The units of a side that are in the air and unaborted.
    #[must_use]
    pub fn aloft(&self, side: SideIx) -> Vec<usize> {
        (0..self.flights[side].len()).filter(|unit| self.is_aloft(side, *unit)).collect()
    }

    /// Whether a unit is in the air as a fighter, which attacks others (4.8.2).
    #[must_use]
    pub fn is_fighter(&self, side: SideIx, unit: usize) -> bool {
        let air = self.unit(side, unit);
        let fights = air.is_fighter() && !air.is(AirWord::Avoiding);
        fights && self.is_aloft(side, unit) && !self.flights[side].bombs(unit)
    }

    /// Whether a unit attacks in this round: in the second it takes some strength (4.8.3).
    #[must_use]
    pub fn attacks(&self, side: SideIx, unit: usize) -> bool {
        let least = self.tables.numbers.combat.round_2_strength;
        self.is_fighter(side, unit) && (self.round == 1 || self.strength(side, unit) >= least)
    }

    /// Whether what a unit does can be told from a bomber: it carries bombs, or it is air transport (4.12.1).
    #[must_use]
    pub fn is_bomber(&self, side: SideIx, unit: usize) -> bool {
        let transport = self.unit(side, unit).class == AirClass::Transport;
        self.is_aloft(side, unit) && (transport || self.flights[side].bombs(unit))
    }

    /// How often a unit is attacked in this round, as far as targets were named.
    #[must_use]
    pub fn times_attacked(&self, side: SideIx, unit: usize) -> usize {
        self.aims.iter().filter(|aim| aim.is_at(side, unit)).count()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self, side: SideIx, unit: usize) -> &'b str {
        &self.unit(side, unit).name
    }
}
