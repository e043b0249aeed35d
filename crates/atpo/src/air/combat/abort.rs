//! After the first round: each player may abort any of his units (4.8.3 D).

use super::battle::{AirFight, AirStage, DogfightState};
use super::outcome::DogfightOutcome;
use super::values;
use crate::sea::combat::battle::{SIDES, SideIx};
use liege_rules::play::procedure::{Ask, Flow, Offer, few};

/// The name of the question in orders.
pub(super) const LABEL: &str = "abort";
/// The name of the question about a single unit.
pub(super) const UNIT_LABEL: &str = "abort unit";
/// What a side may choose, as orders write it.
pub(super) const ANSWERS: [&str; 3] = ["none", "all", "some"];

/// Asks a side as a whole, then about each unit, or goes on to the next round.
pub(super) fn next(
    fight: AirFight<'_>,
    turn: u8,
    from: Option<usize>,
) -> Flow<'_, DogfightState, DogfightOutcome> {
    let side = fight.side_of(turn);
    let may = may_abort(&fight, side);
    let first = from.and_then(|from| may.iter().copied().find(|unit| *unit >= from));
    let settled = from.is_some() && first.is_none();
    if settled || may.is_empty() || fight.aloft(1 - side).is_empty() {
        return Flow::Next(onward(fight, turn));
    }
    match first {
        Some(unit) => ask_unit(fight, turn, unit),
        None => ask_side(fight, turn, may),
    }
}

/// The other side, or the next round.
fn onward(fight: AirFight<'_>, turn: u8) -> DogfightState {
    let then = if turn == 0 { AirStage::Abort { turn: 1, from: None } } else { AirStage::Aim };
    fight.at(then)
}

/// The units of a side that its owner may abort: all in the air but Kamikazes (16.4.2).
fn may_abort(fight: &AirFight<'_>, side: SideIx) -> Vec<usize> {
    fight.aloft(side).into_iter().filter(|unit| !fight.unit(side, *unit).is_kamikaze()).collect()
}

fn ask_side(fight: AirFight<'_>, turn: u8, may: Vec<usize>) -> Flow<'_, DogfightState, DogfightOutcome> {
    let side = fight.side_of(turn);
    let list = ANSWERS.map(|answer| Offer::new(answer, values::abort_tags(&fight, side, answer), answer));
    let offers = few(list.into(), move |answer: &&str| {
        let mut then = fight.clone();
        match *answer {
            "some" => return then.at(AirStage::Abort { turn, from: Some(0) }),
            "all" => may.iter().for_each(|unit| then.state.flights[side].abort(*unit)),
            _ => {}
        }
        then.at(AirStage::Abort { turn, from: Some(usize::MAX) })
    });
    let text = "which of its units abort voluntarily".into();
    Flow::Ask(Ask { by: SIDES[side], label: LABEL, about: None, text, rule: "4.8.3", offers })
}

fn ask_unit(fight: AirFight<'_>, turn: u8, unit: usize) -> Flow<'_, DogfightState, DogfightOutcome> {
    let side = fight.side_of(turn);
    let list = [true, false].map(|yes| {
        let (answer, tags) = match yes {
            true => ("yes", vec!["abort", "cautious"]),
            false => ("no", vec!["stay", "balanced", "aggressive"]),
        };
        Offer::new(answer, tags, yes)
    });
    let about = Some(fight.name(side, unit));
    let offers = few(list.into(), move |yes: &bool| {
        let mut then = fight.clone();
        if *yes {
            then.state.flights[side].abort(unit);
        }
        then.at(AirStage::Abort { turn, from: Some(unit + 1) })
    });
    let text = "whether this unit aborts voluntarily".into();
    Flow::Ask(Ask { by: SIDES[side], label: UNIT_LABEL, about, text, rule: "4.8.3", offers })
}
