//! Who attacks whom in a round: both sides name targets in turn, before the first die (4.8.4, 4.8.6).

use super::battle::{AirAim, AirFight, AirStage, DogfightState};
use super::outcome::DogfightOutcome;
use super::values;
use crate::air::aircraft::AirClass;
use crate::sea::combat::battle::{SIDES, SideIx};
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};

/// The next fighter names its target, or the dice begin.
pub(super) fn next<'b>(mut fight: AirFight<'b>, log: &mut Log) -> Flow<'b, DogfightState, DogfightOutcome> {
    if fight.aims.is_empty() {
        open_round(&fight, log);
    }
    let Some((side, unit)) = whose_turn(&fight) else {
        let none = fight.aims.iter().all(|aim| aim.target.is_none());
        let then = if none { AirStage::End } else { AirStage::Shoot { at: 0, back: false } };
        if none {
            fight.state.aims.clear();
        }
        return Flow::Next(fight.at(then));
    };
    let aim = move |target: Option<usize>| AirAim { side, unit: number(unit), target: target.map(number) };
    let targets = targets(&fight, side);
    if targets.is_empty() {
        fight.state.aims.push(aim(None));
        return Flow::Next(fight.state);
    }
    let mut list: Vec<Offer<'b, Option<usize>>> = values::target_offers(&fight, side, unit, &targets);
    if fight.battle.may_hold && side == 0 && unit < fight.battle.on_their_way {
        list.push(Offer::new("none", vec!["hold"], None));
    }
    let about = Some(fight.name(side, unit));
    let offers = few(list, move |target: &Option<usize>| {
        let mut then = fight.clone();
        then.state.aims.push(aim(*target));
        then.state.fought[side][unit] |= target.is_some();
        then.state
    });
    let text = "which unit this fighter attacks".into();
    Flow::Ask(Ask { by: SIDES[side], label: "target", about, text, rule: "4.8.4", offers })
}

/// A unit's number in an attack.
fn number(unit: usize) -> u8 {
    u8::try_from(unit).unwrap_or(u8::MAX)
}

/// Tells how targets are named, and which fighters are too weak for the second round.
fn open_round(fight: &AirFight<'_>, log: &mut Log) {
    let round = fight.round;
    if whose_turn(fight).is_some() {
        log.line(|| {
            let cause = "all targets are named in turn, before the first die (gap G72)";
            (format!("round {round}"), format!("{} names first", SIDES[fight.battle.first]), cause, "4.8.4")
        });
    }
    let least = fight.tables.numbers.combat.round_2_strength;
    for (side, unit) in (0..2).flat_map(|side| fight.aloft(side).into_iter().map(move |unit| (side, unit))) {
        if fight.is_fighter(side, unit) && !fight.attacks(side, unit) {
            let strength = fight.strength(side, unit);
            log.line(|| {
                let cause = format!("strength {strength}; {least} is needed, without bonuses (gap G72)");
                (fight.name(side, unit), "no attack in round 2", cause, "4.8.3")
            });
        }
    }
}

/// The next fighter that has named no target: the sides alternate while both have one.
///
/// Of fighters that differ in their state alone the worst goes first, so that it does not matter which of them is which.
fn whose_turn(fight: &AirFight<'_>) -> Option<(SideIx, usize)> {
    let next = fight.aims.last().map_or(fight.battle.first, |aim| 1 - aim.side);
    let of_side = |side: SideIx| {
        let open =
            |unit: &usize| fight.attacks(side, *unit) && !fight.aims.iter().any(|aim| aim.is_by(side, *unit));
        let key = |unit: &usize| (fight.battle.alike[side][*unit], fight.flights[side].wing(*unit), *unit);
        (0..fight.flights[side].len()).filter(open).min_by_key(key).map(|unit| (side, unit))
    };
    of_side(next).or_else(|| of_side(1 - next))
}

/// Whom a fighter of a side may attack now: none a second time before all were attacked once, and so forth (4.8.6).
fn targets(fight: &AirFight<'_>, side: SideIx) -> Vec<usize> {
    let enemy = 1 - side;
    let guarded = fight
        .aloft(enemy)
        .into_iter()
        .any(|unit| fight.is_fighter(enemy, unit) && fight.times_attacked(enemy, unit) == 0);
    let may = |unit: &usize| fight.unit(enemy, *unit).class != AirClass::Transport || !guarded;
    let aloft: Vec<usize> = fight.aloft(enemy).into_iter().filter(may).collect();
    let mut targets = least_attacked(fight, enemy, aloft);
    targets.extend(least_attacked(fight, enemy, idle_targets(fight, side)));
    targets
}

/// Those of some units that were attacked least.
fn least_attacked(fight: &AirFight<'_>, side: SideIx, mut units: Vec<usize>) -> Vec<usize> {
    let least = units.iter().map(|unit| fight.times_attacked(side, *unit)).min();
    units.retain(|unit| Some(fight.times_attacked(side, *unit)) == least);
    units
}

/// Units on the ground, which as many fighters may attack as outnumber the flying defenders (4.6.3.2, 4.9.3).
fn idle_targets(fight: &AirFight<'_>, side: SideIx) -> Vec<usize> {
    let enemy = 1 - side;
    let is_idle = |unit: usize| fight.unit(enemy, unit).is_grounded() && fight.flights[enemy].has(unit);
    let fighters = (0..fight.flights[side].len()).filter(|unit| fight.attacks(side, *unit)).count();
    let spare = fighters.saturating_sub(fight.aloft(enemy).len());
    let taken = fight.aims.iter().filter(|aim| aim.side == side);
    let taken = taken.filter(|aim| aim.target.is_some_and(|target| is_idle(target.into()))).count();
    if taken >= spare {
        return Vec::new();
    }
    (0..fight.flights[enemy].len()).filter(|unit| is_idle(*unit)).collect()
}
