//! Attacks of one sub-round after the other: who fires at whom, what is added, and what a hit does (3.11.4, 3.11.6).

use std::cmp::Reverse;

use super::battle::{Aim, NavalState, SIDES, SeaFight, SeaStage, SideIx};
use super::outcome::CombatOutcome;
use super::prompts::SURFACE_BONUS;
use super::{attack, hits, values, volley};
use crate::sea::ship::ShipClass;
use crate::sea::{bonus, dud, magic};
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Ask, Flow, Log, Prompt, few};

/// The highest gunnery rating, from which sub-rounds are counted down.
const HIGHEST: u8 = 20;

/// Marks those who fire in a sub-round with the ratings they have now: in the first round all who have not fired and
/// whose rating is at least that of the sub-round, in the second all with guns.
pub(super) fn make_ready(fight: &mut SeaFight<'_>, step: u8) {
    let first = fight.round == 1;
    let least = if first { HIGHEST.saturating_sub(step) } else { 0 };
    let screened_fire = fight.tables.choices.is("screened_fire", "yes");
    let by_original = fight.tables.choices.is("damaged_sub_round", "original");
    let anew = first && fight.tables.choices.is("target_scope", "sub_round");
    for side in 0..2 {
        for ship in 0..fight.hulls[side].len() {
            let (unit, hull) = (fight.engagement.unit(side, ship), fight.hulls[side][ship]);
            let now = fight.face(side, ship).gunnery;
            let arrayed = if by_original { unit.face(hull.began_damaged).gunnery } else { now };
            let may = hull.is_here() && !hull.fired && (screened_fire || !hull.screened);
            let its_turn = may && arrayed.is_some_and(|rating| rating >= least);
            let hull = &mut fight.state.hulls[side][ship];
            hull.ready = now.filter(|_| its_turn);
            hull.attacked &= !anew;
        }
    }
}

/// Marks those who have torpedoes, are afloat and not screened.
fn make_torpedoes_ready(fight: &mut SeaFight<'_>) {
    let screened_fire = fight.tables.choices.is("screened_fire", "yes");
    for side in 0..2 {
        for ship in 0..fight.hulls[side].len() {
            let (unit, hull) = (fight.engagement.unit(side, ship), fight.hulls[side][ship]);
            let may = hull.is_here() && (screened_fire || !hull.screened);
            let has = attack::launches(fight.engagement, fight.tables, unit);
            let rating = fight.face(side, ship).torpedo.filter(|_| may && has);
            let hull = &mut fight.state.hulls[side][ship];
            hull.ready = rating;
            hull.attacked = false;
        }
    }
}

/// The next attack, or the next sub-round.
pub(super) fn next<'b>(
    mut fight: SeaFight<'b>,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, NavalState, CombatOutcome> {
    if let Some(aim) = fight.aim {
        return declare(fight, aim, dice, log);
    }
    let ready = (0..2).find_map(|side: SideIx| Some((side, first_ready(&fight, side)?)));
    let Some((side, ship)) = ready else { return Flow::Next(sub_round(fight, log)) };
    let targets = targets(&fight, side);
    if targets.is_empty() {
        let hull = &mut fight.state.hulls[side][ship];
        hull.ready = None;
        hull.fired = true;
        return Flow::Next(fight.state);
    }
    let list = values::target_offers(&fight, side, ship, &targets);
    let about = Some(fight.engagement.unit(side, ship).name.as_str());
    let guns = matches!(fight.stage, SeaStage::Guns { .. });
    let offers = few(list, move |target: &usize| {
        let mut then = fight.clone();
        let number = |index: usize| u8::try_from(index).unwrap_or(u8::MAX);
        then.state.aim = Some(Aim {
            side,
            ship: number(ship),
            target: number(*target),
            surface: None,
            magic: None,
            defence: None,
        });
        then.state
    });
    let (with, rule) = if guns { ("its guns", attack::GUNNERY) } else { ("torpedoes", attack::TORPEDOES) };
    let text = format!("whom this unit attacks with {with}").into();
    Flow::Ask(Ask { by: SIDES[side], label: "target", about, text, rule, offers })
}

/// Who fires first of those of a side who are ready: the highest rating. Of ships that differ in their state alone the
/// worst goes first, so that it does not matter which of them is which.
fn first_ready(fight: &SeaFight<'_>, side: SideIx) -> Option<usize> {
    let alike = &fight.engagement.fleets[side].alike;
    let hulls = fight.hulls[side].iter().enumerate().filter(|(_, hull)| hull.ready.is_some());
    let first = hulls.min_by_key(|(ship, hull)| (Reverse(hull.ready), alike[*ship], **hull, *ship));
    first.map(|(ship, _)| ship)
}

/// The next sub-round, or what follows the last one.
fn sub_round(mut fight: SeaFight<'_>, log: &mut Log) -> NavalState {
    let more =
        |fight: &SeaFight<'_>| (0..2).any(|side| fight.hulls[side].iter().any(|hull| hull.ready.is_some()));
    let after_round =
        if fight.round < fight.rounds() { SeaStage::Withdrawal { side: 0 } } else { SeaStage::End };
    match fight.stage {
        SeaStage::Guns { step, .. } if fight.round == 1 => {
            for step in step + 1..=HIGHEST {
                make_ready(&mut fight, step);
                if more(&fight) {
                    let rating = HIGHEST - step;
                    log.line(|| {
                        let cause = "equal ratings fire together; hits take effect before lower ratings fire";
                        ("sub-round", format!("gunnery {rating}"), cause, "3.11.4.1")
                    });
                    return fight.at(SeaStage::Guns { step, shots: 0 });
                }
            }
            make_torpedoes_ready(&mut fight);
            if more(&fight) {
                log.line(|| ("sub-round", "torpedoes", "at named ships that are not screened", "3.11.4.2"));
            }
            fight.at(SeaStage::Torpedoes { shots: 0 })
        }
        _ if fight.is_over() => fight.at(SeaStage::End),
        _ => fight.at(after_round),
    }
}

/// Whom a side may attack now: every enemy that is here and not screened, named ones with torpedoes, none a second time
/// before every other was attacked once.
fn targets(fight: &SeaFight<'_>, side: SideIx) -> Vec<usize> {
    let enemy = 1 - side;
    let torpedoes = matches!(fight.stage, SeaStage::Torpedoes { .. });
    let open = |ship: &usize| {
        let hull = &fight.hulls[enemy][*ship];
        hull.is_here() && !hull.screened && (!torpedoes || fight.engagement.unit(enemy, *ship).named)
    };
    let all: Vec<usize> = (0..fight.hulls[enemy].len()).filter(open).collect();
    let fresh: Vec<usize> = all.iter().copied().filter(|ship| !fight.hulls[enemy][*ship].attacked).collect();
    if fresh.is_empty() { all } else { fresh }
}

/// What is added to an attack is declared before the dice, then they are rolled.
fn declare<'b>(
    mut fight: SeaFight<'b>,
    mut aim: Aim,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, NavalState, CombatOutcome> {
    let guns = matches!(fight.stage, SeaStage::Guns { .. });
    let surface = guns && officer(&fight, aim.side, AdmiralUse::Surface).is_some();
    let helps = || magic::helps(&fight.tables.helped, fight.engagement.unit(aim.side, usize::from(aim.ship)));
    let chit =
        !fight.magic_used && fight.engagement.magic.is_some_and(|(side, _)| side == aim.side) && helps();
    let defence = officer(&fight, 1 - aim.side, AdmiralUse::Defence).is_some();
    // What cannot be used is not.
    for (told, can) in [(&mut aim.surface, surface), (&mut aim.magic, chit), (&mut aim.defence, defence)] {
        if !can {
            *told = Some(false);
        }
    }
    fight.state.aim = Some(aim);
    if aim.surface.is_none() {
        return ask(fight, aim, (aim.side, SURFACE_BONUS), |aim, yes| aim.surface = Some(yes));
    }
    if aim.magic.is_none() {
        return ask(fight, aim, (aim.side, magic::PROMPT), |aim, yes| aim.magic = Some(yes));
    }
    if aim.defence.is_none() {
        return ask(fight, aim, (1 - aim.side, bonus::DEFENCE), |aim, yes| aim.defence = Some(yes));
    }
    if !(surface || chit || defence) && dice.rolls_alike_together() && volley::fire(&mut fight, aim, dice) {
        return Flow::Next(fight.state);
    }
    shoot(&mut fight, aim, dice, log);
    Flow::Next(fight.state)
}

/// Asks a side whether something is used for this attack.
fn ask<'b>(
    fight: SeaFight<'b>,
    aim: Aim,
    (by, prompt): (SideIx, Prompt),
    set: fn(&mut Aim, bool),
) -> Flow<'b, NavalState, CombatOutcome> {
    let engagement = fight.engagement;
    let (ship, target) = (usize::from(aim.ship), usize::from(aim.target));
    let about = if by == aim.side { engagement.unit(by, ship) } else { engagement.unit(by, target) };
    let what = format!("{} attacks {}", fight.name(aim.side, ship), fight.name(1 - aim.side, target));
    bonus::ask(Prompt { by: SIDES[by], ..prompt }, Some(about.name.as_str()), &what, move |yes| {
        let mut then = fight.clone();
        let mut aim = aim;
        set(&mut aim, yes);
        then.state.aim = Some(aim);
        then.state
    })
}

/// An Admiral's letter that counts in naval combat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AdmiralUse {
    Defence,
    Surface,
}

/// The first Admiral of a side who is aboard a ship here and has the letter still to use, with its number.
fn officer(fight: &SeaFight<'_>, side: SideIx, letter: AdmiralUse) -> Option<(usize, u8)> {
    if side == 0 && fight.tables.choices.is("admiral_encounter", "enemy_interception") {
        return None;
    }
    fight.officers[side].iter().enumerate().find_map(|(number, officer)| {
        let ship = usize::from(officer.aboard?);
        let letters = fight.engagement.unit(side, officer.came_with.into()).admiral?;
        let (value, used) = match letter {
            AdmiralUse::Defence => (letters.defence, officer.defence_used),
            AdmiralUse::Surface => (letters.surface, officer.surface_used),
        };
        let serves = fight.hulls[side][ship].is_here() && value > 0 && !used;
        serves.then_some((number, value))
    })
}

/// Rolls a declared attack and does what it does.
fn shoot(fight: &mut SeaFight<'_>, aim: Aim, dice: &mut dyn Dice, log: &mut Log) {
    let (side, enemy) = (aim.side, 1 - aim.side);
    let (ship, target) = (usize::from(aim.ship), usize::from(aim.target));
    let guns = matches!(fight.stage, SeaStage::Guns { .. });
    let engagement = fight.engagement;
    let by = engagement.unit(side, ship);
    let mut shot = attack::shot(fight, aim);
    if aim.surface == Some(true)
        && let Some((number, value)) = officer(fight, side, AdmiralUse::Surface)
    {
        shot.added.push(("Admiral's S", value.into(), "3.12.1.5"));
        fight.state.officers[side][number].surface_used = true;
    }
    if aim.magic == Some(true)
        && let Some((_, value)) = engagement.magic
    {
        shot.added.push(("Naval Magic", value.into(), magic::RULE));
        fight.state.magic_used = true;
    }
    if aim.defence == Some(true)
        && let Some((number, value)) = officer(fight, enemy, AdmiralUse::Defence)
    {
        shot.added.push(("Admiral's D", -i32::from(value), "3.12.1.4"));
        fight.state.officers[enemy][number].defence_used = true;
    }
    let doubles = !engagement.unit(enemy, target).is_transport();
    let hit = shot.roll(doubles, dice, log);
    let hull = &mut fight.state.hulls[side][ship];
    hull.ready = None;
    hull.fired |= guns;
    fight.state.hulls[enemy][target].attacked = true;
    fight.state.aim = None;
    attack::count(&mut fight.state.stage);
    let boat = by.class == ShipClass::TorpedoBoat && !guns;
    let hit = match boat {
        true => {
            let date = engagement.date.as_deref();
            dud::checked(("PT-Boat", by.nation), hit, date, fight.tables, dice, log)
        }
        false => hit,
    };
    hits::apply(fight, (enemy, target), hit, dice, log);
}
