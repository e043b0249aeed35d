//! What the rules have against a Kamikaze Check or a Kamikaze Mission.

use super::read::{KamikazeMission, SuicideStrike};
use crate::air::aircraft::{AirBack, AirClass, AirService, Aircraft};
use crate::air::naval::kamikaze_rule::is_variant;
use crate::air::naval::numbers::{AirNavalNumbers, AirSeaTables};
use crate::air::naval::read;
use liege_rules::play::procedure::Refusal;

/// All of it.
pub(super) fn against(mission: &KamikazeMission, tables: &AirSeaTables) -> Vec<Refusal> {
    match mission {
        KamikazeMission::Check(date) => check(date.as_deref(), tables),
        KamikazeMission::Attack(strike) => {
            let mut refusals = against_mission(strike, tables);
            refusals.extend(read::against_any(&strike.strike, &tables.sea.helped));
            refusals
        }
    }
}

/// What they have against those who fly a mission, whatever else is true of its attack.
#[must_use]
pub fn against_mission(strike: &SuicideStrike, tables: &AirSeaTables) -> Vec<Refusal> {
    let numbers = &tables.numbers;
    let mut refusals = units(strike, numbers);
    refusals.extend(ranges(strike, numbers));
    refusals.extend(carried(strike, numbers));
    match is_variant(tables) {
        true => refusals.extend(by_variant(strike, numbers)),
        false => refusals.extend(by_mission(strike, numbers)),
    }
    refusals
}

fn check(date: Option<&str>, tables: &AirSeaTables) -> Vec<Refusal> {
    let numbers = &tables.numbers.kamikaze;
    let (from, to) = (numbers.from.text(), numbers.to.text());
    let mut refusals = Vec::new();
    if is_variant(tables) {
        refusals.push(Refusal::new("4.10.6", "no Kamikaze Check (choice kamikaze_rule)"));
    }
    if date.is_some_and(|date| date < from || date > to) {
        let reason = format!("the Kamikaze Check is made in a month from {from} to {to}");
        refusals.push(Refusal::new("16.4.1", reason));
    }
    refusals
}

/// Who never flies as a Kamikaze.
fn units(strike: &SuicideStrike, numbers: &AirNavalNumbers) -> Vec<Refusal> {
    let attack = &strike.strike.attack;
    let mut refusals = Vec::new();
    for unit in &attack.air {
        if unit.nation != Some("JP") {
            refusals.push(Refusal::new("16.4.1", format!("{} is not Japanese", unit.name)));
        }
        if unit.elite {
            refusals.push(Refusal::new("16.16.1.3", format!("{} has Elite Pilots", unit.name)));
        }
        if matches!(unit.class, AirClass::Transport | AirClass::B25) {
            refusals.push(Refusal::new("16.4.2", format!("{} never flies as a Kamikaze", unit.name)));
        }
        let from = numbers.special_kamikaze.from.text();
        let early = attack.date.as_deref().is_some_and(|date| date < from);
        if unit.class == AirClass::SpecialKamikaze && early {
            let reason = format!("{} comes with the Force Pool of 1945, not before {from}", unit.name);
            refusals.push(Refusal::new("4.10.6", reason));
        }
    }
    refusals
}

/// Who is too far away.
fn ranges(strike: &SuicideStrike, numbers: &AirNavalNumbers) -> Vec<Refusal> {
    let Some(far) = strike.distance else { return Vec::new() };
    let reach = |unit: &Aircraft| match unit.class {
        AirClass::Ohka => (Some(numbers.ohka.reach), "16.4.4"),
        AirClass::SpecialKamikaze => (Some(numbers.special_kamikaze.reach), "4.10.6"),
        _ => (unit.face().range.map(i64::from), "16.4.2"),
    };
    let short = strike.strike.attack.air.iter().filter_map(|unit| {
        let (reach, rule) = reach(unit);
        let reach = reach.filter(|reach| *reach < far)?;
        Some(Refusal::new(rule, format!("{} flies {reach} hexes, but the ships are {far} away", unit.name)))
    });
    short.collect()
}

/// Whether those that are carried have had somebody to carry them.
fn carried(strike: &SuicideStrike, numbers: &AirNavalNumbers) -> Vec<Refusal> {
    let count = |class: AirClass| strike.strike.attack.air.iter().filter(|unit| unit.class == class).count();
    let (ohkas, specials) = (count(AirClass::Ohka), count(AirClass::SpecialKamikaze));
    let for_ohka = |unit: &Aircraft| {
        let (strength, range) = (unit.front.strength, unit.front.range);
        unit.class == AirClass::Bomber
            && strength == numbers.ohka.strength
            && range == Some(numbers.ohka.range)
    };
    let for_special = |unit: &Aircraft| {
        let two_steps = unit.back != AirBack::Blank;
        unit.class == AirClass::Bomber && unit.service == Some(AirService::Army) && two_steps
    };
    let mut refusals = Vec::new();
    let mut carriers = 0;
    for unit in &strike.carried_by {
        let (one, other) = (ohkas > 0 && for_ohka(unit), specials > 0 && for_special(unit));
        carriers += usize::from(one);
        if !one && !other {
            let told = "an Ohka is carried by a 3-16 bomber, a 4-2/(5) by an army bomber of two steps";
            refusals.push(Refusal::new("16.4.4", format!("{} cannot carry one here: {told}", unit.name)));
        }
    }
    if carriers < ohkas {
        let reason = format!("{ohkas} Ohka and {carriers} of the 3-16 bombers that carry them");
        refusals.push(Refusal::new("16.4.4", reason));
    }
    refusals
}

/// What 16.4 asks beyond that.
fn by_mission(strike: &SuicideStrike, numbers: &AirNavalNumbers) -> Vec<Refusal> {
    let attack = &strike.strike.attack;
    let mut refusals = Vec::new();
    let from = numbers.kamikaze.from.text();
    if attack.date.as_deref().is_some_and(|date| date < from) {
        refusals.push(Refusal::new("16.4.1", format!("no Kamikaze Missions before {from}")));
    }
    if strike.triggered {
        let reason = "trigger belongs to kamikaze_rule=4.10.6; give the Check (tripwire, from-japan)";
        refusals.push(Refusal::new("16.4.1", reason));
    }
    if let Some((range, far)) = strike.tripwire.zip(strike.from_japan).filter(|(range, far)| far > range) {
        let reason = format!("the ships are {far} hexes from Japan, but the Kamikaze Check gave {range}");
        refusals.push(Refusal::new("16.4.2", reason));
    }
    if !strike.strike.located() {
        refusals
            .push(Refusal::new("16.4.2", "the ships are not located: reconnaissance comes first (ATPO-R25)"));
    }
    let targets = attack.ships.iter().zip(&attack.open).filter(|(_, open)| **open).map(|(ship, _)| ship);
    for ship in targets {
        if matches!(ship.nation, Some("JP" | "SU" | "CN")) {
            refusals.push(Refusal::new("16.4.2", format!("{} is not Western Allied", ship.name)));
        }
        if ship.class.is_submarine() {
            refusals.push(Refusal::new("16.4.2", format!("{} is not a surface ship", ship.name)));
        }
    }
    refusals
}

/// What 4.10.6 asks beyond that (choice `kamikaze_rule`).
fn by_variant(strike: &SuicideStrike, numbers: &AirNavalNumbers) -> Vec<Refusal> {
    const RULE: &str = "4.10.6";
    let attack = &strike.strike.attack;
    let mut refusals = Vec::new();
    let from = numbers.kamikaze_variant.from.text();
    if attack.date.as_deref().is_some_and(|date| date < from) {
        refusals.push(Refusal::new(RULE, format!("no Kamikaze attacks before {from}, after Summer 1944")));
    }
    if !strike.triggered {
        let reason = "the US controls none of the places that allow Kamikazes (trigger)";
        refusals.push(Refusal::new(RULE, reason));
    }
    if strike.tripwire.is_some() || strike.from_japan.is_some() {
        let reason = "no Kamikaze Check (choice kamikaze_rule): leave out tripwire and from-japan";
        refusals.push(Refusal::new(RULE, reason));
    }
    let special = |unit: &Aircraft| matches!(unit.class, AirClass::SpecialKamikaze | AirClass::Ohka);
    for unit in attack.air.iter().filter(|unit| !unit.may_bomb() && !special(unit)) {
        refusals.push(Refusal::new(RULE, format!("{} is not a bomber", unit.name)));
    }
    refusals
}
