//! The course of an air-naval attack: air unit by air unit, attack by attack, then what anti-aircraft fire has hit
//! (4.10.2).

use std::cmp::Reverse;

use super::attack;
use super::battle::AirAttack;
use super::flak;
use super::numbers::AirSeaTables;
use super::outcome::AirAttackOutcome;
use super::prompts::{self, MAGIC, PICK, TARGET};
use super::state::{AirAttackStage, AirAttackState};
use crate::air::pilots;
use crate::forces::ATTACKER;
use crate::sea::targets;
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};
use vassal::diagnostic::counted;

type AirFlow<'b> = Flow<'b, AirAttackState, AirAttackOutcome>;

/// One step.
pub(super) fn step<'b>(
    attack: &'b AirAttack,
    mut state: AirAttackState,
    tables: &'b AirSeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> AirFlow<'b> {
    match state.stage {
        AirAttackStage::Start => {
            flak::tell(attack, &state.afloat, state.flak, tables, log);
            Flow::Next(state.at(AirAttackStage::Pick))
        }
        AirAttackStage::Pick => pick(attack, state, tables),
        AirAttackStage::Aim(unit) => aim(attack, state, unit, tables, log),
        AirAttackStage::Magic(unit, ship) => magic(attack, state, unit, ship),
        AirAttackStage::Fire(unit, ship, magic) => {
            attack::roll(attack, &mut state, (unit.into(), ship.into(), magic), tables, dice, log);
            Flow::Next(state.at(AirAttackStage::Aim(unit)))
        }
        AirAttackStage::Leave(unit) => Flow::Next(finished(attack, state, unit.into(), log)),
        AirAttackStage::Flak => Flow::Next(apply_hits(attack, state, log)),
        AirAttackStage::End => {
            state.afloat.tell_cargo(&attack.ships, log);
            let outcome = AirAttackOutcome::of(attack, &state, tables);
            pilots::tell(ATTACKER, &outcome.set_aside, log);
            Flow::Done(outcome)
        }
    }
}

fn number(unit: usize) -> u8 {
    u8::try_from(unit).unwrap_or(u8::MAX)
}

/// Which air unit is next.
fn pick<'b>(attack: &'b AirAttack, state: AirAttackState, tables: &AirSeaTables) -> AirFlow<'b> {
    let count = |unit: &usize| state.attacks(attack, *unit, tables);
    let most = state.waiting().min_by_key(|unit| (Reverse(count(unit)), *unit));
    let fewest = state.waiting().min_by_key(|unit| (count(unit), *unit));
    if most.is_none() {
        return Flow::Next(state.at(AirAttackStage::Flak));
    }
    let offer = |unit: usize| {
        let tags = prompts::pick_tags(most == Some(unit), fewest == Some(unit));
        Offer::new(attack.air[unit].name.as_str(), tags, unit)
    };
    let list: Vec<Offer<'b, usize>> = state.waiting().map(offer).collect();
    let offers = few(list, move |unit: &usize| {
        let mut then = state.clone();
        then.waiting[*unit] = false;
        then.at(AirAttackStage::Aim(number(*unit)))
    });
    let text = PICK.text.into();
    Flow::Ask(Ask { by: ATTACKER, label: PICK.label, about: None, text, rule: PICK.rule, offers })
}

/// Which ship the next attack goes at, as long as the air unit has attacks.
fn aim<'b>(
    attack: &'b AirAttack,
    state: AirAttackState,
    unit: u8,
    tables: &AirSeaTables,
    log: &mut Log,
) -> AirFlow<'b> {
    let at = usize::from(unit);
    let (name, ships) = (attack.air[at].name.as_str(), state.targets(attack));
    let attacks = state.attacks(attack, at, tables);
    if state.made == 0 {
        log.line(|| (name, counted(attacks.into(), "attack"), why(attack, at), "4.10.3"));
    }
    if !state.flight.flies(at) || state.made >= attacks || ships.is_empty() {
        return Flow::Next(state.at(AirAttackStage::Leave(unit)));
    }
    let mut list = targets::offers(&attack.ships, &state.afloat, &ships, Some);
    let carrier = prompts::carrier(attack, &state, &ships);
    for offer in &mut list {
        if carrier.is_some() && offer.key == carrier {
            offer.tags.push("carriers");
        }
    }
    list.push(Offer::new("hold", vec!["hold"], None));
    let text = format!("attack {} of {attacks}: which ship, or hold", state.made + 1).into();
    let open_magic = attack.magic.is_some() && !state.magic_used;
    let offers = few(list, move |ship: &Option<usize>| {
        let then = state.clone();
        match ship.map(number) {
            None => then.at(AirAttackStage::Leave(unit)),
            Some(ship) if open_magic => then.at(AirAttackStage::Magic(unit, ship)),
            Some(ship) => then.at(AirAttackStage::Fire(unit, ship, false)),
        }
    });
    Flow::Ask(Ask { by: ATTACKER, label: TARGET.label, about: Some(name), text, rule: TARGET.rule, offers })
}

/// What the number of attacks comes from.
fn why(attack: &AirAttack, unit: usize) -> &'static str {
    let army = attack.air[unit].is_army();
    match attack.kamikaze(unit) {
        None if army => "half its underscored strength, rounded down, four at most",
        Some(rule) if rule.army_halved && army => "half its underscored strength, rounded down",
        _ => "its strength",
    }
}

/// An air unit is done; a Kamikaze is gone with that.
fn finished(attack: &AirAttack, mut state: AirAttackState, unit: usize, log: &mut Log) -> AirAttackState {
    if let Some(rule) = attack.kamikaze(unit)
        && state.flight.has(unit)
    {
        let left = state.flight.left(unit);
        state.flight.lose(unit, left, rule.fate);
        log.line(|| {
            let cause = "it flew as a Kamikaze; no Pilot Recovery";
            (attack.air[unit].name.as_str(), "eliminated", cause, rule.fate)
        });
    }
    state.done = state.done.saturating_add(1);
    state.made = 0;
    state.at(AirAttackStage::Pick)
}

/// Whether Magic is used for this attack.
fn magic(attack: &AirAttack, state: AirAttackState, unit: u8, ship: u8) -> AirFlow<'_> {
    let Some((by, value)) = attack.magic else {
        return Flow::Next(state.at(AirAttackStage::Fire(unit, ship, false)));
    };
    let list = [true, false].map(|yes| {
        let (answer, tags) = prompts::magic_tags(yes);
        Offer::new(answer, tags, yes)
    });
    let (flies, sails) = (&attack.air[usize::from(unit)].name, &attack.ships[usize::from(ship)].name);
    let sign = if by == ATTACKER { '+' } else { '-' };
    let text = format!("whether Magic ({sign}{value}) is used: {flies} attacks {sails}").into();
    let about = Some(if by == ATTACKER { flies.as_str() } else { sails.as_str() });
    let offers = few(list.into(), move |yes: &bool| state.clone().at(AirAttackStage::Fire(unit, ship, *yes)));
    Flow::Ask(Ask { by, label: MAGIC.label, about, text, rule: MAGIC.rule, offers })
}

/// After all attacks: steps are lost to anti-aircraft fire, at most those that a unit has.
fn apply_hits(attack: &AirAttack, mut state: AirAttackState, log: &mut Log) -> AirAttackState {
    for unit in 0..attack.air.len() {
        let hits = std::mem::take(&mut state.hits[unit]).min(state.flight.left(unit));
        if hits == 0 {
            continue;
        }
        state.flight.lose(unit, hits, "4.10.5");
        log.line(|| {
            let fate = if state.flight.has(unit) { "depleted" } else { "eliminated" };
            let cause = format!(
                "{} by anti-aircraft fire; further hits have no effect",
                counted(hits.into(), "step")
            );
            (attack.air[unit].name.as_str(), fate, cause, "4.10.5")
        });
    }
    state.at(AirAttackStage::End)
}
