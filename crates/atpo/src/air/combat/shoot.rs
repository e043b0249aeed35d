//! The attacks of a round, one after the other, with what fires back (4.8.4, 4.8.5, 4.8.7.3).

use super::battle::{AirAim, AirFight, AirStage, DogfightState};
use super::losses;
use super::outcome::DogfightOutcome;
use super::shot::{AirHit, AirShot, ReturnShot, fires_back};
use super::values;
use crate::air::aircraft::{AirWord, Aircraft};
use crate::sea::combat::battle::{SIDES, SideIx};
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};

/// The next roll, or the end of the round.
pub(super) fn next<'b>(
    mut fight: AirFight<'b>,
    (at, back): (usize, bool),
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, DogfightState, DogfightOutcome> {
    let Some(aim) = fight.aims.get(at).copied() else { return Flow::Next(losses::end_round(fight, log)) };
    let onward = AirStage::Shoot { at: at + 1, back: false };
    let Some(target) = aim.target.map(usize::from) else { return Flow::Next(fight.at(onward)) };
    if let Some((by, _)) = fight.battle.magic
        && !fight.magic_used
        && fight.asked.is_none()
    {
        return ask_magic(fight, by, (aim, target), back);
    }
    let magic = magic(&mut fight);
    let (side, unit, enemy) = (aim.side, usize::from(aim.unit), 1 - aim.side);
    if back {
        let own = fight.battle.magic.is_some_and(|(by, _)| by == enemy);
        let shot = return_shot(&fight, (side, unit), target, if own { magic } else { -magic });
        let blow = &mut fight.state.blows[side][unit];
        blow.steps += u8::from(shot.roll(dice, log));
        return Flow::Next(fight.at(onward));
    }
    let own = fight.battle.magic.is_some_and(|(by, _)| by == side);
    let shot = air_shot(&fight, aim, target, if own { -magic } else { magic });
    let hit = shot.roll(&fight.tables.numbers.combat, dice, log);
    let blow = &mut fight.state.blows[enemy][target];
    blow.steps += u8::from(hit == AirHit::Step);
    blow.aborted |= hit == AirHit::Abort;
    let answers = fires_back(fight.unit(enemy, target), fight.flights[enemy].bombs(target));
    let triggers = || hit == AirHit::Step || fight.tables.choices.is("return_fire_trigger", "each_attack");
    let then = if answers && triggers() { AirStage::Shoot { at, back: true } } else { onward };
    Flow::Next(fight.at(then))
}

/// The number of the Magic chit that is used for this roll, 0 where none is.
fn magic(fight: &mut AirFight<'_>) -> i32 {
    let used = fight.state.asked.take() == Some(true);
    fight.state.magic_used |= used;
    fight.battle.magic.filter(|_| used).map_or(0, |(_, number)| number.into())
}

/// Asks whether Magic is used for this roll.
fn ask_magic<'b>(
    fight: AirFight<'b>,
    by: SideIx,
    (aim, target): (AirAim, usize),
    back: bool,
) -> Flow<'b, DogfightState, DogfightOutcome> {
    let (attacker, attacked) = (fight.name(aim.side, aim.unit.into()), fight.name(1 - aim.side, target));
    let about = if by == aim.side { attacker } else { attacked };
    let what = match back {
        true => format!("{attacked} fires back at {attacker}"),
        false => format!("{attacker} attacks {attacked}"),
    };
    let list = [true, false].map(|yes| {
        let (answer, tags) = values::magic_tags(yes);
        Offer::new(answer, tags, yes)
    });
    let offers = few(list.into(), move |yes: &bool| {
        let mut then = fight.clone();
        then.state.asked = Some(*yes);
        then.state
    });
    let text = format!("whether Air Magic is used for this roll: {what}").into();
    Flow::Ask(Ask {
        by: SIDES[by],
        label: "air magic",
        about: Some(about),
        text,
        rule: "17.10.2.1.1",
        offers,
    })
}

/// A named attack with all that counts for it.
fn air_shot<'b>(fight: &AirFight<'b>, aim: AirAim, target: usize, magic: i32) -> AirShot<'b> {
    let (side, unit, enemy) = (aim.side, usize::from(aim.unit), 1 - aim.side);
    let (by, at) = (fight.unit(side, unit), fight.unit(enemy, target));
    let row = &fight.tables.numbers.combat;
    let mut shot = AirShot::new(&by.name, &at.name);
    shot.number.push(("quality", fight.quality(side, unit).into(), "4.8.4"));
    shot.number.push(("strength", fight.strength(side, unit).into(), "4.8.4"));
    if has_own_base(by) && !fight.flights[side].is_unsettled(unit) {
        shot.number.push(("over its own base", row.own_base.into(), "4.8.5.1"));
    }
    if is_free_escort(fight, (side, unit), target) {
        shot.number.push(("free escort", row.free_escort.into(), "4.8.5.2"));
    }
    shot.number.push(("target's quality", -i32::from(fight.quality(enemy, target)), "4.8.4"));
    if fight.battle.sneak && fight.surprises(by, at) {
        shot.modifiers.push(("sneak attack", row.sneak, "17.1.3"));
    }
    if magic != 0 {
        shot.modifiers.push(("Air Magic", magic, "17.10.2.1.1"));
    }
    shot
}

/// Whether a fighter fights over its own base; an aircraft carrier is none for its aircraft (4.8.5.1).
#[must_use]
fn has_own_base(unit: &Aircraft) -> bool {
    unit.is(AirWord::OwnBase) && !unit.is(AirWord::Carrier)
}

/// Whether a fighter that nobody attacks attacks a fighter that attacks a bomber, air transport being one (4.8.5.2).
fn is_free_escort(fight: &AirFight<'_>, (side, unit): (SideIx, usize), target: usize) -> bool {
    let enemy = 1 - side;
    let strikes_bomber = |aim: &AirAim| {
        aim.is_by(enemy, target) && aim.target.is_some_and(|prey| fight.is_bomber(side, prey.into()))
    };
    fight.times_attacked(side, unit) == 0 && fight.aims.iter().any(strikes_bomber)
}

fn return_shot<'b>(
    fight: &AirFight<'b>,
    (side, unit): (SideIx, usize),
    target: usize,
    magic: i32,
) -> ReturnShot<'b> {
    let enemy = 1 - side;
    ReturnShot {
        by: fight.name(enemy, target),
        at: fight.name(side, unit),
        quality: fight.quality(enemy, target),
        fighter: fight.quality(side, unit),
        modifier: ("Air Magic", magic, "17.10.2.1.1"),
    }
}

impl AirFight<'_> {
    /// Whether a unit surprises another where a sneak attack counts (17.1.3, 17.1.6).
    fn surprises(&self, by: &Aircraft, at: &Aircraft) -> bool {
        let spared = &self.tables.numbers.sneak_attack.spared;
        let spares = |nation: &str| spared.iter().any(|code| code == nation);
        by.nation == Some("JP") && !at.nation.is_some_and(spares)
    }
}
