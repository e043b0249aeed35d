//! What an air-naval attack ended in: ships, Admirals and air units that were hit, and the deeds that follow.

use serde::Serialize;

use super::battle::AirAttack;
use super::numbers::AirSeaTables;
use super::state::AirAttackState;
use crate::air::flight::{self, HitAircraft, WingState};
use crate::air::pilots::{self, MissedPilots};
use crate::forces::{ATTACKER, DEFENDER};
use crate::magic;
use crate::sea::admirals::LostAdmiral;
use crate::sea::damage::{self, HitUnit};
use crate::terms::AIR_MAGIC;
use liege_rules::play::deeds::Deed;
use liege_rules::play::losses::UnitLoss;

/// By what losses are measured.
pub(super) const MEASURE: &str = "worth of ships and strength of air units";

/// The facts, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct AirAttackOutcome {
    /// The anti-aircraft value of the location.
    pub anti_aircraft: i32,
    /// Ships that were hit.
    pub ships: Vec<HitUnit>,
    /// Admirals who were eliminated.
    pub admirals: Vec<LostAdmiral>,
    /// Air units that lost steps.
    pub aircraft: Vec<HitAircraft>,
    /// Names of those that flew as Kamikazes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kamikazes: Vec<String>,
    /// The names of those whose counters are set aside until Winter (4.8.7.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<String>,
    /// Whether Air Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

impl AirAttackOutcome {
    /// The facts of an attack as it stands.
    #[must_use]
    pub fn of(attack: &AirAttack, state: &AirAttackState, tables: &AirSeaTables) -> Self {
        let flew = |unit: &usize| state.flight.took_part(*unit) && attack.kamikaze(*unit).is_some();
        let kamikazes = (0..attack.air.len()).filter(flew).map(|unit| attack.air[unit].name.clone());
        let mut aircraft = state.flight.hit(&attack.air);
        aircraft.retain(|hit| hit.state != WingState::Aborted);
        Self {
            anti_aircraft: state.flak.value,
            ships: state.afloat.hit(&attack.ships),
            admirals: state.afloat.lost(&attack.ships),
            set_aside: MissedPilots::of(&tables.air, attack.later_pilots).among(&attack.air, &aircraft),
            aircraft,
            kamikazes: kamikazes.collect(),
            magic_used: state.magic_used,
        }
    }

    /// In a few words: `Kaga sunk; 2 x US N depleted`, or `no hit`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let ships = match self.ships.is_empty() {
            true => "no hit".to_owned(),
            false => damage::in_words(&self.ships, &self.admirals),
        };
        let plain = |unit: &HitAircraft| unit.name.split(" #").next().unwrap_or_default().to_owned();
        let mut told: Vec<(String, WingState, usize)> = Vec::new();
        for unit in &self.aircraft {
            let name = plain(unit);
            match told.iter_mut().find(|(known, state, _)| *known == name && *state == unit.state) {
                Some((.., count)) => *count += 1,
                None => told.push((name, unit.state, 1)),
            }
        }
        let one = |(name, state, count): &(String, WingState, usize)| match count {
            1 => format!("{name} {}", state.word()),
            count => format!("{count} x {name} {}", state.word()),
        };
        let aircraft: Vec<String> = told.iter().map(one).collect();
        if aircraft.is_empty() { ships } else { format!("{ships}; {}", aircraft.join(", ")) }
    }

    /// What is done to the pieces.
    #[must_use]
    pub fn deeds(&self) -> Vec<Deed> {
        let mut aircraft = pilots::deeds(&self.aircraft, &self.set_aside);
        // Who dived is gone by that rule, whatever else hit him.
        for deed in aircraft.iter_mut().filter(|deed| self.kamikazes.contains(&deed.subject())) {
            deed.rule = "16.4.4".into();
        }
        let ships = damage::deeds(&self.ships, &self.admirals).into_iter();
        ships.chain(aircraft).chain(magic::spent(AIR_MAGIC, self.magic_used)).collect()
    }

    /// What became of each unit of both sides.
    #[must_use]
    pub fn losses(&self, attack: &AirAttack) -> Vec<UnitLoss> {
        let mut losses = flight::losses(&[(ATTACKER, &attack.air, &self.aircraft)]);
        let first = losses.len();
        let ships = damage::losses(&[(DEFENDER, &attack.ships, &self.ships)]).into_iter();
        losses.extend(ships.map(|loss| UnitLoss { like: first + loss.like, ..loss }));
        losses
    }
}
