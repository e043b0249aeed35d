//! What a strafing attack ended in: losses of both sides, who is away, and the deeds that follow.

use serde::Serialize;

use super::StrafingTables;
use super::battle::StrafingRun;
use crate::air::combat::battle::DogfightState;
use crate::air::combat::outcome::{FlightOutcome, in_short};
use crate::air::flight;
use crate::air::pilots::MissedPilots;
use crate::air::strike::outcome::flown;
use crate::air::strike::plan::each;
use crate::air::strike::state::StrikeState;
use crate::magic;
use crate::sea::combat::battle::SIDES;
use crate::terms::AIR_MAGIC;
use liege_rules::play::deeds::Deed;
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::Log;

/// The facts of a strafing attack, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StrafingOutcome {
    /// In short.
    pub result: String,
    /// The strafers and those with them.
    pub attacker: FlightOutcome,
    /// The units of the base and those who helped them.
    pub defender: FlightOutcome,
    /// The names of strafers whose carriers could not launch them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<String>,
    /// The names of those that evacuated.
    pub evacuated: Vec<String>,
    /// What they are marked with.
    pub mark: &'static str,
    #[serde(skip)]
    moves: Vec<Deed>,
}

impl StrafingOutcome {
    /// The facts as they stand after the way and the fight, with what the attacks on the ground have done so far.
    #[must_use]
    pub fn of(
        raid: &StrafingRun,
        tables: &StrafingTables,
        met: &StrikeState,
        ground: Option<&DogfightState>,
    ) -> Self {
        let strike = raid.passage.strike();
        let missed = MissedPilots::of(&tables.meeting.combat.units, strike.over_target.later_pilots);
        let left = raid.left(met, ground);
        let [attacker, defender] = [0, 1].map(|side: usize| {
            let units = &strike.sides[side].units;
            FlightOutcome::of(units, left[side].hit(units), missed)
        });
        let (weather, choices) = (strike.evacuation, &tables.meeting.combat.choices);
        let evacuation = |unit: usize| weather.deeds(&strike.sides[1].units[unit], choices);
        let mut moves: Vec<Deed> = each(met.evacuated).flat_map(evacuation).collect();
        moves.extend([0, 1].into_iter().flat_map(|side| flown(strike, met, (side, 0), &tables.meeting)));
        let used = met.magic_used || ground.is_some_and(|fight| fight.magic_used);
        moves.extend(magic::spent(AIR_MAGIC, used));
        let evacuated = raid.names(1, met.evacuated);
        let gone = match evacuated.len() {
            0 => String::new(),
            many => format!("; {many} evacuated"),
        };
        let result = in_short(&attacker, &defender) + &gone;
        let mark = if weather.is_inclement(choices) { "Previously Committed" } else { "Committed" };
        let held = raid.names(0, met.held[0] & raid.strafers());
        Self { result, attacker, defender, held, evacuated, mark, moves }
    }

    /// Its last lines.
    pub(super) fn tell(&self, log: &mut Log) {
        self.attacker.tell(0, log);
        self.defender.tell(1, log);
        if !self.evacuated.is_empty() {
            let cause = "they are at another base within twice their range, not intercepted on the way";
            log.line(|| (self.evacuated.join(", "), self.mark, cause, "4.9.1"));
        }
    }

    /// What became of each unit.
    #[must_use]
    pub fn losses(&self, raid: &StrafingRun) -> Vec<UnitLoss> {
        let [attacker, defender] = &raid.ground.units;
        flight::losses(&[
            (SIDES[0], attacker, &self.attacker.units),
            (SIDES[1], defender, &self.defender.units),
        ])
    }

    /// What is done to the units.
    #[must_use]
    pub fn deeds(&self) -> Vec<Deed> {
        [self.attacker.deeds(), self.defender.deeds(), self.moves.clone()].concat()
    }
}
