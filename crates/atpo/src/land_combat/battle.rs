//! A land battle under way: what changes from step to step.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

use super::attack::{Attack, Paratroop, Troops};
use super::retreat;
use crate::air::strike::passage::AirPassage;
use crate::air::strike::plan::StrikeTables;
use crate::air::strike::state::StrikeState;
use crate::crt::{Cell, Loss, Tables};
use crate::forces::unit::{AirUnit, Condition, LandKind, LandUnit};

/// An attack with those who meet in the air over it.
pub struct LandBattle {
    /// What was declared on the ground.
    pub attack: Attack,
    /// The air unit that carries each attacker.
    pub airlift: Vec<Option<usize>>,
    /// The aircraft, where enemies can meet.
    pub passage: Option<AirPassage>,
    /// What the air units of both sides give that nobody can meet.
    pub unmet: [Vec<AirUnit>; 2],
}

/// What became of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Nothing, or a step loss.
    Stands,
    /// Removed.
    Eliminated,
    /// Back at its base, with the air transport that was aborted.
    TurnedBack,
    /// Gone from the hex, to one of the attack's places of retreat when that is known.
    Retreated(Option<u8>),
    /// Moved into the vacated hex.
    Advanced,
    /// Ashore after a successful assault.
    Landed,
    /// Pinned on the beach.
    Pinned,
    /// Taken off again.
    Evacuated,
    /// A General who is gone for good.
    OutOfTheGame,
    /// A General who comes back with the next Seasonal Turn.
    ForcePool,
}

/// A unit's state in the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// Steps left.
    pub steps: u8,
    /// What became of it.
    pub fate: Fate,
    /// Dropped into the hex without becoming depleted.
    pub intact_drop: bool,
    /// Depleted by its drop in this battle.
    pub weak_drop: bool,
}

impl Standing {
    fn new(unit: &LandUnit) -> Self {
        let intact_drop = unit.is(Condition::Dropped) && !unit.is(Condition::Reduced);
        Self { steps: unit.steps, fate: Fate::Stands, intact_drop, weak_drop: false }
    }

    /// Whether the battle has it no more.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self.fate, Fate::Eliminated | Fate::TurnedBack)
    }
}

/// What comes next; a phase never comes before one that was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Aircraft of both sides meet.
    Air,
    /// Drops before the attack, from this attacker on.
    Drops(usize),
    /// Strengths, odds, modifiers, the die.
    Fight,
    /// The attacker loses so many steps more.
    AttackerLosses(Reverse<u8>),
    /// The defender chooses between steps and hexes.
    Answer,
    /// The defender loses so many steps more.
    DefenderLosses(Reverse<u8>),
    /// Where retreating defenders go, from this one on.
    Destinations(usize),
    /// Generals without troops, from this defender on.
    Generals(usize),
    /// Paratroops that did not clear the hex.
    Paratroops,
    /// So many steps that the attacker lost beyond what the table asks, because a paratroop's death is one of them.
    Spared(Reverse<u8>),
    /// Advance or landing.
    After,
    /// Which attackers advance, from this one on.
    Advances(usize),
    /// Nothing more.
    End,
}

/// All that changes in a battle and still matters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// What comes next.
    pub phase: Stage,
    /// The meetings in the air, under way or over; none where nobody can meet.
    pub air: Option<Box<StrikeState>>,
    /// The attackers, in the order of the attack.
    pub attackers: Vec<Standing>,
    /// The defenders.
    pub defenders: Vec<Standing>,
    /// The result of the table.
    pub cell: Option<Cell>,
    /// Index of the odds column, once there is one.
    pub column: Option<usize>,
    /// Total strength of the attack.
    pub attack_strength: u32,
    /// Total strength of the defence.
    pub defence_strength: u32,
    /// Hexes the defenders retreat.
    pub hexes: u8,
    /// The defender has chosen between steps and hexes.
    pub answered: bool,
    /// The hex fell without a die.
    pub without_die: Option<WithoutDie>,
}

/// Why a hex falls without a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WithoutDie {
    /// Partisans alone were in it (16.3.8).
    Partisans,
    /// Nobody was in it, and nothing defends it (gap G90).
    Nobody,
}

impl State {
    /// A battle before its first step.
    #[must_use]
    pub fn new(battle: &LandBattle) -> Self {
        let LandBattle { attack, passage, .. } = battle;
        Self {
            phase: Stage::Air,
            air: passage.as_ref().map(|passage| Box::new(passage.begin())),
            attackers: attack.attacker.units().iter().map(Standing::new).collect(),
            defenders: attack.defender.units().iter().map(Standing::new).collect(),
            cell: None,
            column: None,
            attack_strength: 0,
            defence_strength: 0,
            hexes: 0,
            answered: false,
            without_die: None,
        }
    }
}

/// A battle under way: its state, with what was declared and the tables, which stay as they are.
#[derive(Clone)]
pub struct Fight<'b> {
    /// What was declared.
    pub attack: &'b Attack,
    /// The air unit that carries each attacker.
    pub airlift: &'b [Option<usize>],
    /// The aircraft, where enemies can meet.
    pub passage: Option<&'b AirPassage>,
    /// What the air units of both sides give that nobody can meet.
    pub unmet: &'b [Vec<AirUnit>; 2],
    /// The tables.
    pub tables: &'b Tables,
    /// Those of the war in the air.
    pub air_tables: &'b StrikeTables,
    /// What changes.
    pub state: State,
}

impl Deref for Fight<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Fight<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl<'b> Fight<'b> {
    /// A battle in this state.
    #[must_use]
    pub fn of(
        battle: &'b LandBattle,
        state: State,
        (tables, air_tables): &'b (Tables, StrikeTables),
    ) -> Self {
        let LandBattle { attack, airlift, passage, unmet } = battle;
        Fight { attack, airlift, passage: passage.as_ref(), unmet, tables, air_tables, state }
    }
}

impl Fight<'_> {
    /// Its state at another phase.
    #[must_use]
    pub fn at(mut self, phase: Stage) -> State {
        self.phase = phase;
        self.state
    }

    /// The short text of the result.
    #[must_use]
    pub fn result(&self) -> String {
        match self.cell {
            Some(cell) => cell.text(),
            None if self.without_die == Some(WithoutDie::Partisans) => "partisans eliminated".into(),
            None if self.without_die == Some(WithoutDie::Nobody) => "taken without a die".into(),
            None if !self.attackers_left() => "no attack".into(),
            None => "not rolled".into(),
        }
    }

    /// Which attackers are still in the fight.
    #[must_use]
    pub fn attackers_alive(&self) -> Vec<bool> {
        self.attackers.iter().map(|standing| !standing.is_gone()).collect()
    }

    /// Indexes of fighting attackers that still have steps.
    #[must_use]
    pub fn fighting_attackers(&self) -> Vec<usize> {
        living(self.attack.attacker.units(), &self.attackers)
    }

    /// Indexes of fighting defenders that are still in the hex.
    #[must_use]
    pub fn fighting_defenders(&self) -> Vec<usize> {
        living(self.attack.defender.units(), &self.defenders)
    }

    /// Whether any attacker is left.
    #[must_use]
    pub fn attackers_left(&self) -> bool {
        match (&self.attack.attacker.troops, self.cell.as_ref().map(|cell| cell.attacker)) {
            (Troops::Units(_), _) => living_anywhere(self.attack.attacker.units(), &self.attackers),
            (Troops::Total(..), Some(Loss::All)) => false,
            (Troops::Total(_, Some(steps)), Some(Loss::Points(lost))) => {
                *steps > u16::from(self.total_steps_lost(lost))
            }
            (Troops::Total(..), _) => true,
        }
    }

    /// Whether a fighting defender is still in the hex.
    #[must_use]
    pub fn defenders_left(&self) -> bool {
        match &self.attack.defender.troops {
            Troops::Units(_) => !self.fighting_defenders().is_empty(),
            Troops::Total(..) => {
                self.attack.is_defended() && self.cell.as_ref().is_none_or(|cell| cell.defender != Loss::All)
            }
        }
    }

    /// Whether an enemy unit is sure to remain in the hex, so that dropped paratroops die (4.12.4.4).
    #[must_use]
    pub fn enemy_remains(&self) -> bool {
        let attack = &self.attack;
        let Some(loss) = self.cell.as_ref().map(|cell| cell.defender).filter(|_| attack.is_defended()) else {
            return false;
        };
        match loss {
            Loss::All => false,
            Loss::Points(0) => self.defenders_left(),
            Loss::Points(_) if self.answered => self.defenders_left(),
            Loss::Points(points) => {
                let steps = self.defending_steps();
                let mixes = retreat::mixes(points, steps, &attack.retreat, attack.defender.out_of_supply);
                steps.is_some() && mixes.iter().all(|mix| mix.hexes == 0 && !mix.eliminated)
            }
        }
    }

    /// Steps that the attacker loses in total form: a dropped paratroop that dies is one of them (4.12.4.4).
    #[must_use]
    pub fn total_steps_lost(&self, points: u8) -> u8 {
        let dropped = self.attack.paratroop != Paratroop::None && self.enemy_remains();
        points.max(u8::from(dropped))
    }

    /// Whether the defender still has to choose between steps and hexes.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        !self.answered
    }

    /// Steps of the defending stack, when they are known.
    #[must_use]
    pub fn defending_steps(&self) -> Option<u16> {
        match &self.attack.defender.troops {
            Troops::Total(_, steps) => *steps,
            Troops::Units(_) => Some(
                self.fighting_defenders().iter().map(|index| u16::from(self.defenders[*index].steps)).sum(),
            ),
        }
    }

    /// Whether an undepleted paratroop is in the attack (11.6.5.3).
    #[must_use]
    pub fn has_intact_drop(&self) -> bool {
        self.attackers.iter().any(|standing| standing.intact_drop && !standing.is_gone())
    }

    /// The defenders that may lose a step now: those that just retreated into the hex only when no other is left
    /// (11.6.7).
    #[must_use]
    pub fn losable_defenders(&self) -> Vec<usize> {
        let all = self.fighting_defenders();
        let units = self.attack.defender.units();
        let own: Vec<usize> =
            all.iter().copied().filter(|index| !units[*index].is(Condition::Retreated)).collect();
        if own.is_empty() { all } else { own }
    }

    /// Generals of the defender who are still in the hex.
    #[must_use]
    pub fn defending_generals(&self) -> Vec<usize> {
        let units = self.attack.defender.units();
        (0..units.len())
            .filter(|index| {
                units[*index].kind == LandKind::General && self.defenders[*index].fate == Fate::Stands
            })
            .collect()
    }
}

/// Take a step from a unit; one without steps left is eliminated.
pub fn lose_step(standing: &mut Standing) {
    standing.steps = standing.steps.saturating_sub(1);
    if standing.steps == 0 {
        eliminate(standing);
    }
}

/// Remove a unit.
pub fn eliminate(standing: &mut Standing) {
    standing.steps = 0;
    standing.fate = Fate::Eliminated;
}

fn living(units: &[LandUnit], standings: &[Standing]) -> Vec<usize> {
    (0..units.len())
        .filter(|index| units[*index].fights() && standings[*index].fate == Fate::Stands)
        .collect()
}

fn living_anywhere(units: &[LandUnit], standings: &[Standing]) -> bool {
    units.iter().zip(standings).any(|(unit, standing)| unit.fights() && !standing.is_gone())
}

/// One of each group of units that differ in nothing; units with a name of their own differ.
#[must_use]
pub fn distinct(units: &[LandUnit], standings: &[Standing], indexes: &[usize]) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let key = |index: usize| {
        let unit = &units[index];
        let name = (unit.piece.is_some() || !unit.numbered).then_some(&unit.name);
        (name, unit.kind, unit.strength, standings[index], &unit.nation, &unit.hex, &unit.conditions)
    };
    indexes.iter().copied().filter(|index| seen.insert(key(*index))).collect()
}
