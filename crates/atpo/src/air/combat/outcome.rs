//! What a fight in the air ended in: facts about both sides and each unit, and the deeds that follow.

use serde::Serialize;

use super::battle::{AirFight, Dogfight};
use crate::air::aircraft::Aircraft;
use crate::air::flight::{self, HitAircraft, WingState};
use crate::air::pilots::{self, MissedPilots};
use crate::magic;
use crate::sea::combat::battle::{SIDES, SideIx};
use crate::terms::AIR_MAGIC;
use liege_rules::play::deeds::Deed;
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::Log;

/// What became of one side.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FlightOutcome {
    /// Units that were eliminated.
    pub eliminated: usize,
    /// Units that were depleted and still fly or lie there.
    pub depleted: usize,
    /// Units that were aborted without a loss.
    pub aborted: usize,
    /// Each unit to which something happened.
    pub units: Vec<HitAircraft>,
    /// The names of those whose counters are set aside until Winter (4.8.7.1).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<String>,
}

/// The facts of a fight, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DogfightOutcome {
    /// In short.
    pub result: String,
    /// The attacker.
    pub attacker: FlightOutcome,
    /// The defender.
    pub defender: FlightOutcome,
    /// Whether Air Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

impl FlightOutcome {
    /// What became of these units of a side.
    #[must_use]
    pub fn of(units: &[Aircraft], hit: Vec<HitAircraft>, missed: MissedPilots<'_>) -> Self {
        let count = |state: WingState| hit.iter().filter(|unit| unit.state == state).count();
        Self {
            eliminated: count(WingState::Eliminated),
            depleted: count(WingState::Depleted),
            aborted: count(WingState::Aborted),
            set_aside: missed.among(units, &hit),
            units: hit,
        }
    }

    /// In words: `1 eliminated, 2 aborted`, or `no loss`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let parts = [(self.eliminated, "eliminated"), (self.depleted, "depleted"), (self.aborted, "aborted")];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
        if parts.is_empty() { "no loss".into() } else { parts.join(", ") }
    }

    /// What is done to the units: steps, and the Force Pool or the wait until Winter (4.8.7, 4.8.7.1).
    #[must_use]
    pub fn deeds(&self) -> Vec<Deed> {
        pilots::deeds(&self.units, &self.set_aside)
    }

    /// Tells what a side lost.
    pub fn tell(&self, side: SideIx, log: &mut Log) {
        let role = SIDES[side];
        log.line(|| (format!("{role}'s losses"), self.in_words(), "of the fight in the air", "4.8.7"));
        pilots::tell(role, &self.set_aside, log);
    }
}

impl DogfightOutcome {
    /// The facts of a fight as it stands.
    #[must_use]
    pub fn of(fight: &AirFight<'_>) -> Self {
        let missed = MissedPilots::of(&fight.tables.units, fight.battle.later_pilots);
        let [attacker, defender] = [0, 1].map(|side: SideIx| {
            let units = &fight.battle.units[side];
            let hit = fight.flights[side].hit(units);
            FlightOutcome::of(units, hit, missed)
        });
        let result = in_short(&attacker, &defender);
        Self { result, attacker, defender, magic_used: fight.state.magic_used }
    }

    /// What became of each unit of a fight.
    #[must_use]
    pub fn losses(&self, battle: &Dogfight) -> Vec<UnitLoss> {
        let [attacker, defender] = &battle.units;
        flight::losses(&[
            (SIDES[0], attacker, &self.attacker.units),
            (SIDES[1], defender, &self.defender.units),
        ])
    }

    /// What is done to the units.
    #[must_use]
    pub fn deeds(&self) -> Vec<Deed> {
        let mut deeds = [self.attacker.deeds(), self.defender.deeds()].concat();
        deeds.extend(magic::spent(AIR_MAGIC, self.magic_used));
        deeds
    }
}

/// What both sides lost, in short.
#[must_use]
pub fn in_short(attacker: &FlightOutcome, defender: &FlightOutcome) -> String {
    format!("attacker {}; defender {}", attacker.in_words(), defender.in_words())
}

/// The last lines of a report: what both sides lost.
pub(super) fn close(fight: &AirFight<'_>, log: &mut Log) -> DogfightOutcome {
    let outcome = DogfightOutcome::of(fight);
    for (side, facts) in [&outcome.attacker, &outcome.defender].into_iter().enumerate() {
        facts.tell(side, log);
    }
    outcome
}
