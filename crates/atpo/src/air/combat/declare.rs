//! Before the first round: what fighter-bombers and Naval-Air units fly as, a side after the other (4.8.3 B).

use super::battle::{AirFight, AirStage, DogfightState};
use super::outcome::DogfightOutcome;
use super::values;
use crate::air::aircraft::AirWord;
use crate::sea::combat::battle::SIDES;
use liege_rules::play::procedure::{Ask, Flow, Offer, few};

/// Asks about the next unit of a side, or goes on.
pub(super) fn next(fight: AirFight<'_>, turn: u8, from: usize) -> Flow<'_, DogfightState, DogfightOutcome> {
    let side = fight.side_of(turn);
    // One that avoids the combat attacks nobody, whatever it flies as.
    let open = |unit: &usize| {
        let avoids = fight.unit(side, *unit).is(AirWord::Avoiding);
        fight.is_aloft(side, *unit) && !fight.flights[side].is_declared(*unit) && !avoids
    };
    let Some(unit) = (from..fight.flights[side].len()).find(open) else {
        let then = if turn == 0 { AirStage::Declare { turn: 1, from: 0 } } else { AirStage::Aim };
        return Flow::Next(fight.at(then));
    };
    let list = [false, true].map(|bombs| {
        let answer = if bombs { "bomber" } else { "fighter" };
        Offer::new(answer, values::role_tags(&fight, (side, unit), bombs), bombs)
    });
    let about = Some(fight.name(side, unit));
    let offers = few(list.into(), move |bombs: &bool| {
        let mut then = fight.clone();
        then.state.flights[side].declare(unit, *bombs);
        then.at(AirStage::Declare { turn, from: unit + 1 })
    });
    let text = "whether this unit flies as a fighter or as a bomber".into();
    Flow::Ask(Ask { by: SIDES[side], label: "flies as", about, text, rule: "4.8.3", offers })
}
