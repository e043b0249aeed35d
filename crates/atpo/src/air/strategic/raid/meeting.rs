//! Bombers on their way: who meets them before the throw, and what that leaves of them (2.1, 4.7).

use super::{BomberRaid, BomberRaidState};
use crate::air::flight::Flight;
use crate::air::strategic::numbers::RaidTables;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Flow, Log};

impl BomberRaid {
    /// What is left of the bombers, met as they may be at this moment.
    pub(super) fn flight(&self, state: &BomberRaidState) -> Flight {
        match (&self.passage, &state.air) {
            (Some(passage), Some(air)) if !state.past => passage.left(air, self.bombers.len()),
            _ => state.flight.clone(),
        }
    }

    /// A step of the meetings on their way, before the throw.
    pub(super) fn meet<'b, O>(
        &'b self,
        state: BomberRaidState,
        tables: &'b RaidTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, BomberRaidState, O> {
        let (Some(passage), Some(air)) = (&self.passage, &state.air) else {
            return Flow::Next(BomberRaidState { past: true, ..state });
        };
        let whole = state.clone();
        passage.step((**air).clone(), &tables.passage, dice, log).within(
            move |air| BomberRaidState { air: Some(Box::new(air)), ..whole.clone() },
            |air| {
                let flight = passage.left(&air, self.bombers.len());
                Flow::Next(BomberRaidState { past: true, flight, air: Some(Box::new(air)), ..state.clone() })
            },
        )
    }
}
