//! What changes in an air-naval attack from step to step, and still matters.

use super::battle::AirAttack;
use super::flak::{self, Flak};
use super::numbers::AirSeaTables;
use crate::air::flight::Flight;
use crate::sea::damage::Afloat;

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirAttackStage {
    /// The anti-aircraft value is told.
    Start,
    /// Which air unit attacks next.
    Pick,
    /// Which ship it attacks.
    Aim(u8),
    /// Whether Magic is used for its attack on this ship.
    Magic(u8, u8),
    /// It attacks this ship; with Magic or without.
    Fire(u8, u8, bool),
    /// It is done.
    Leave(u8),
    /// What anti-aircraft fire has hit loses its steps.
    Flak,
    /// It is over.
    End,
}

/// All that changes in an attack and still matters; it grows with each step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirAttackState {
    /// Air units that are done with.
    pub(super) done: u8,
    /// Attacks that the one under way has made.
    pub(super) made: u8,
    /// What comes next.
    pub(super) stage: AirAttackStage,
    /// Air units that have yet to attack.
    pub(super) waiting: Vec<bool>,
    /// Hits by anti-aircraft fire that have not taken effect, no more than the unit has steps.
    pub(super) hits: Vec<u8>,
    /// The anti-aircraft fire of the location.
    pub(super) flak: Flak,
    /// Magic was used.
    pub(super) magic_used: bool,
    /// The air units.
    pub(super) flight: Flight,
    /// The ships.
    pub(super) afloat: Afloat,
}

impl AirAttackState {
    /// What is left of both sides meets; the anti-aircraft value is reckoned here, once (gap G74). Units that fly as
    /// bombers or as Kamikazes attack.
    #[must_use]
    pub fn with(flight: Flight, afloat: Afloat, attack: &AirAttack, tables: &AirSeaTables) -> Self {
        let attacks =
            |unit: usize| flight.flies(unit) && (flight.bombs(unit) || attack.kamikaze(unit).is_some());
        Self {
            done: 0,
            made: 0,
            stage: AirAttackStage::Start,
            waiting: (0..attack.air.len()).map(attacks).collect(),
            hits: vec![0; attack.air.len()],
            flak: flak::value(attack, &afloat, tables),
            magic_used: false,
            flight,
            afloat,
        }
    }

    /// What is left of the air units.
    #[must_use]
    pub fn flight(&self) -> &Flight {
        &self.flight
    }

    /// What is left of the ships.
    #[must_use]
    pub fn afloat(&self) -> &Afloat {
        &self.afloat
    }

    /// Whether nothing more happens.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == AirAttackStage::End
    }

    /// Whether Magic was used.
    #[must_use]
    pub fn magic_used(&self) -> bool {
        self.magic_used
    }

    /// Magic was used before this attack, or not.
    pub fn spend_magic(&mut self, used: bool) {
        self.magic_used |= used;
    }

    /// The same at another stage.
    pub(super) fn at(mut self, stage: AirAttackStage) -> Self {
        self.stage = stage;
        self
    }

    /// How often a unit attacks with what is left of it (4.10.3, 4.10.6, 16.4.2).
    pub(super) fn attacks(&self, attack: &AirAttack, unit: usize, tables: &AirSeaTables) -> u8 {
        let strength = self.flight.strength(&attack.air, unit, &tables.air);
        let numbers = &tables.numbers;
        match attack.kamikaze(unit) {
            _ if !attack.air[unit].is_army() => strength,
            None => (strength / numbers.attacks.army_divisor.max(1)).min(numbers.attacks.army_most),
            Some(rule) if rule.army_halved => strength / numbers.kamikaze_variant.army_divisor.max(1),
            Some(_) => strength,
        }
    }

    /// Ships that may be attacked now.
    pub(super) fn targets(&self, attack: &AirAttack) -> Vec<usize> {
        let open = |ship: &usize| self.afloat.has(*ship) && attack.open.get(*ship).is_some_and(|open| *open);
        (0..attack.ships.len()).filter(open).collect()
    }

    /// The air units that have yet to attack.
    pub(super) fn waiting(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.waiting.len()).filter(|unit| self.waiting[*unit])
    }

    /// The same with equal units in one order: ships unless one is aimed at, and air units that are done.
    #[must_use]
    pub(super) fn in_order(mut self, attack: &AirAttack) -> Self {
        if matches!(self.stage, AirAttackStage::Magic(..) | AirAttackStage::Fire(..)) {
            return self;
        }
        // Ships behind one that may not be attacked keep their places.
        let open = attack.open.iter().position(|open| !open).unwrap_or(attack.ships.len());
        self.afloat = self.afloat.in_order(&attack.ships, open);
        let done = |unit: &usize| !self.waiting[*unit] && self.flight.took_part(*unit);
        let done: Vec<usize> = (0..self.waiting.len()).filter(done).collect();
        let alike = |one: usize, other: usize| {
            self.flight.left(one) == self.flight.left(other) && attack.alike(one, other)
        };
        let mut hits = self.hits.clone();
        for (at, first) in done.iter().enumerate() {
            if done[..at].iter().any(|other| alike(*first, *other)) {
                continue;
            }
            let places: Vec<usize> = done.iter().copied().filter(|unit| alike(*first, *unit)).collect();
            let mut sorted: Vec<u8> = places.iter().map(|unit| self.hits[*unit]).collect();
            sorted.sort_unstable();
            places.into_iter().zip(sorted).for_each(|(unit, told)| hits[unit] = told);
        }
        self.hits = hits;
        self
    }
}
