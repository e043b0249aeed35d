//! Aircraft of the carriers that have found the enemy attack before he evades or fights (3.8.5).

use super::aircraft::RULE;
use super::decks::{self, Readiness};
use super::links::{Link, SortieFlow, ask};
use super::prompts::{self, LAUNCH};
use super::state::{SortieStage, SortieState};
use crate::air::strike::StrikeMission;
use crate::air::strike::plan::{Post, UnitSet, each, has, only};
use crate::air::strike::state::{StrikeStage, StrikeState};
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Flow, Log, Procedure as _};
use vassal::diagnostic::counted;

impl<'b> Link<'b> {
    /// The next Naval-Air unit of the group attacks, or is kept back; then those that attack fly.
    pub fn launch(self, from: usize, kept: UnitSet, log: &mut Log) -> SortieFlow<'b> {
        let (sortie, state) = (self.sortie, self.state.clone());
        let Some(strike) = state.strike(sortie) else {
            return Flow::Next(state.at(SortieStage::Evade(None)));
        };
        let side = &strike.sides[0];
        let able = self.able(side.units.len(), log, from == 0);
        let may = able & side.at(|post| post == Post::Strike);
        let Some(unit) = each(may).find(|unit| *unit >= from) else {
            return Flow::Next(self.take_off(may & !kept, able, kept, log));
        };
        let list = vec![("fly", "launch", true), ("stay", "aboard", false)];
        ask(&LAUNCH, (0, Some(&side.units[unit].name)), list, move |flies| {
            let kept = if *flies { kept } else { kept | only(unit) };
            state.clone().at(SortieStage::Launch(unit + 1, kept))
        })
    }

    /// The units of the searching side that can take off; why others of the group cannot is told once.
    fn able(&self, units: usize, log: &mut Log, tell: bool) -> UnitSet {
        let Some(air) = &self.sortie.aircraft else { return 0 };
        let mut able = 0;
        for unit in 0..units {
            match decks::deck(self.sortie, &self.state, unit, self.in_group()) {
                Readiness::Ready => able |= only(unit),
                Readiness::Idle((why, rule)) if tell => {
                    log.line(|| (air.any().sides[0].units[unit].name.as_str(), "does not fly", why, rule));
                }
                Readiness::Idle(_) | Readiness::Elsewhere => {}
            }
        }
        if !air.grounded {
            return able;
        }
        if tell && able != 0 {
            log.line(|| ("air attack", "none", "weather keeps all aircraft on deck", RULE));
        }
        0
    }

    /// Those that attack fly, and nobody else of their side but those that were kept back.
    fn take_off(self, flies: UnitSet, able: UnitSet, kept: UnitSet, log: &mut Log) -> SortieState {
        let (sortie, mut state) = (self.sortie, self.state);
        let parts = state.strike(sortie).zip(state.aircraft.clone()).filter(|_| flies != 0);
        let Some((strike, mut left)) = parts else { return state.at(SortieStage::Evade(None)) };
        let count = each(flies).count();
        log.line(|| {
            let cause = "before evasion and naval combat";
            ("air attack", counted(count, "Naval-Air unit"), cause, RULE)
        });
        let barred = decks::barred_defenders(sortie, &state);
        decks::tell_kept(sortie, &state, log);
        let recalled = decks::recalled(sortie, barred);
        for unit in each(recalled) {
            let name = strike.sides[1].units[unit].name.as_str();
            log.line(|| (name, "recalled", "from its mission to defend its carrier", RULE));
        }
        let idle = (0..strike.sides[0].units.len()).filter(|unit| !has(able, *unit));
        let idle = idle.fold(0, |set, unit| set | only(unit));
        let target = state.fleets[1].afloat(|_| true);
        left.recalled |= recalled;
        let flown = left.begin(
            strike,
            (target, decks::hit_carriers(sortie, &state, strike)),
            (kept, [idle, barred]),
            &self.tables.strike,
        );
        state.aircraft = Some(left);
        state.at(SortieStage::Strike(Box::new(flown)))
    }

    /// The strike, by its own procedure (ATPO-STRIKE).
    pub fn strike(self, flown: StrikeState, dice: &mut dyn Dice, log: &mut Log) -> SortieFlow<'b> {
        let sortie = self.sortie;
        let Some(strike) = self.state.strike(sortie) else {
            return Flow::Next(self.state.at(SortieStage::Evade(None)));
        };
        let last = (flown.stage == StrikeStage::End).then(|| flown.clone());
        StrikeMission::step(strike, flown, &self.tables.strike, dice, log).asking(prompts::of_strike).inside(
            self.state,
            |state, flown| state.at(SortieStage::Strike(Box::new(flown))),
            |mut state, _| {
                last.iter().for_each(|last| state.take_strike(sortie, last));
                let left = state.fleets[1].here().next().is_some();
                Flow::Next(if left { state.at(SortieStage::Evade(None)) } else { state.next_group() })
            },
        )
    }
}
