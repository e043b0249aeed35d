//! What a strafing attack ended in: losses of both sides, who is away, and the deeds that follow.

use serde::Serialize;

use super::battle::{BaseReply, StrafingRun};
use crate::rules::atpo::air::combat::outcome::{FlightOutcome, in_short};
use crate::rules::atpo::air::combat::tables::AirTables;
use crate::rules::atpo::air::flight::{self, Flight};
use crate::rules::atpo::air::pilots::MissedPilots;
use crate::rules::atpo::sea::combat::battle::SIDES;
use crate::rules::atpo::terms::{COMMITTED, FLOWN, PREVIOUSLY_COMMITTED};
use crate::rules::deeds::{Act, Deed, Whom};
use crate::rules::losses::UnitLoss;
use crate::rules::procedure::Log;

/// The facts of a strafing attack, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StrafingOutcome {
    /// In short.
    pub result: String,
    /// The strafers and those with them.
    pub attacker: FlightOutcome,
    /// The units of the base and those who helped them.
    pub defender: FlightOutcome,
    /// The names of those that evacuated.
    pub evacuated: Vec<String>,
    /// What they are marked with.
    pub mark: &'static str,
    #[serde(skip)]
    moves: Vec<Deed>,
}

impl StrafingOutcome {
    /// The facts as they stand.
    #[must_use]
    pub fn of(raid: &StrafingRun, tables: &AirTables, replies: &[BaseReply], flights: &[Flight; 2]) -> Self {
        let missed = MissedPilots::of(&tables.units, raid.fight.later_pilots);
        let [attacker, defender] = [0, 1].map(|side: usize| {
            let units = &raid.fight.units[side];
            FlightOutcome::of(units, flights[side].hit(units), missed)
        });
        let away = (0..replies.len()).filter(|unit| replies[*unit] == BaseReply::Away);
        let away: Vec<usize> = away.collect();
        let entry = raid.weather_entry && tables.choices.is("inclement", "zone_entry");
        let mark = if raid.inclement || entry { PREVIOUSLY_COMMITTED } else { COMMITTED };
        let deeds = away.iter().flat_map(|unit| {
            let unit = raid.unit(*unit);
            let whom = Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() };
            let acts = [Act::Retreat(None), Act::Mark(mark.clone())];
            acts.map(|act| Deed { whom: whom.clone(), act, rule: "4.9.1".into() })
        });
        let met = |unit: &usize| {
            let flies = replies.get(*unit).is_none_or(|reply| reply.fights());
            flies && flights[1].has(*unit) && raid.fight.units[1][*unit].piece.is_some()
        };
        let met = (0..raid.fight.units[1].len()).filter(met).map(|unit| {
            let unit = &raid.fight.units[1][unit];
            let whom = Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() };
            Deed { whom, act: Act::Mark(FLOWN), rule: "4.14.1".into() }
        });
        let moves = deeds.chain(met).collect();
        let gone = match away.len() {
            0 => String::new(),
            many => format!("; {many} evacuated"),
        };
        let result = in_short(&attacker, &defender) + &gone;
        let mark = if raid.inclement || entry { "Previously Committed" } else { "Committed" };
        let evacuated = away.iter().map(|unit| raid.unit(*unit).name.clone()).collect();
        Self { result, attacker, defender, evacuated, mark, moves }
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
        let [attacker, defender] = &raid.fight.units;
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
