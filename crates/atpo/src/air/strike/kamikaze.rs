//! Kamikazes of a strike as they were declared: who they are, who brings them, how they attack (16.4; 4.10.6 by choice).

use super::plan::{AirSide, Post, StrikePhase, SuicideParty, UnitSet, each, has, only};
use super::read::StrikeInput;
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::naval::kamikaze::barred::against_mission;
use crate::air::naval::kamikaze::{SuicideStrike, dive};
use crate::air::naval::kamikaze_rule::{KamikazeRule, is_variant};
use crate::air::naval::numbers::AirSeaTables;
use liege_rules::play::procedure::Refusal;

/// Who of a strike flies as a Kamikaze; by the reading of 4.10.6 bombers become it on the way.
///
/// # Errors
/// All that the rules forbid about them.
pub(super) fn party(input: &mut StrikeInput, tables: &AirSeaTables) -> Result<SuicideParty, Vec<Refusal>> {
    let own = input.sides[0].at(|post| post == Post::Strike);
    let units = &input.sides[0].units;
    let flying = of(own, |unit| units[unit].is_kamikaze());
    let carriers = carriers(&input.sides[0], own);
    let mut party = SuicideParty { flying, carriers, ..SuicideParty::default() };
    // In a larger battle nobody flies as one.
    let Some(mission) = input.suicide.take() else { return Ok(party) };
    party.shown = mission.shown();
    let refusals = if flying == 0 { Vec::new() } else { against(input, &mission, &party, tables) };
    if !refusals.is_empty() {
        return Err(refusals);
    }
    if !is_variant(tables) {
        if flying != 0 {
            let raid = &mut input.raid.attack;
            raid.kamikaze = Some(KamikazeRule::of(tables));
            raid.date = mission.attack(tables).date;
        }
        return Ok(party);
    }
    let special = of(flying, |unit| is_special(&units[unit]));
    party.told = flying & !special;
    party.flying = special;
    let bombing = bombing(input);
    let may = |unit: usize| {
        let air = &units[unit];
        let bomber = air.may_bomb() && !matches!(air.class, AirClass::B25 | AirClass::Transport);
        bomber && air.nation == Some("JP") && !air.elite && !has(bombing, unit)
    };
    if mission.may_be_declared(tables) && input.at_ships {
        party.may_dive = of(own & !special, may);
    }
    become_bombers(input, party.told);
    if party.may_dive | special != 0 {
        let mut attack = mission.attack(tables);
        let dives = |(unit, _): &(usize, &mut Aircraft)| has(party.may_dive | special, *unit);
        attack.air.iter_mut().enumerate().filter(dives).for_each(|(_, unit)| dive(unit));
        party.dive = Some(attack);
    }
    Ok(party)
}

/// Those of a set for whom something is true.
fn of(set: UnitSet, holds: impl Fn(usize) -> bool) -> UnitSet {
    each(set).filter(|unit| holds(*unit)).fold(0, |set, unit| set | only(unit))
}

/// Whether a unit is always a Kamikaze.
fn is_special(unit: &Aircraft) -> bool {
    matches!(unit.class, AirClass::SpecialKamikaze | AirClass::Ohka)
}

/// Who bombs installations.
fn bombing(input: &StrikeInput) -> UnitSet {
    let assigned = input.bombing.iter().flat_map(|bombing| bombing.assigned());
    assigned.fold(0, |set, unit| set | only(unit))
}

/// For each unit the bomber of the strike that it names as its base.
fn carriers(side: &AirSide, own: UnitSet) -> Vec<Option<usize>> {
    let is_bomber = |unit: usize| side.units[unit].class == AirClass::Bomber;
    let carrier = |(at, unit): (usize, &Aircraft)| {
        let home = unit.home.as_deref().filter(|_| is_special(unit) && has(own, at))?;
        each(own).find(|other| is_bomber(*other) && side.units[*other].name.eq_ignore_ascii_case(home))
    };
    side.units.iter().enumerate().map(carrier).collect()
}

/// What the rules forbid about those who fly as Kamikazes.
fn against(
    input: &StrikeInput,
    mission: &SuicideStrike,
    party: &SuicideParty,
    tables: &AirSeaTables,
) -> Vec<Refusal> {
    let units = &input.sides[0].units;
    let mut refusals = Vec::new();
    if !input.at_ships {
        refusals.push(Refusal::new("16.4.2", "Kamikazes attack only ships: give ships"));
    }
    if input.mission == StrikePhase::End {
        let reason = "Kamikazes fly in the Naval and Air Phase and in Offensives, not in the End Phase";
        refusals.push(Refusal::new("16.4.2", reason));
    }
    let mut alone = mission.clone();
    alone.strike.attack.air = each(party.flying).map(|unit| units[unit].clone()).collect();
    let bring: Vec<usize> = party.carriers.iter().flatten().copied().collect();
    let mut once = bring.clone();
    once.sort_unstable();
    once.dedup();
    alone.carried_by = once.iter().map(|unit| units[*unit].clone()).collect();
    for unit in once.iter().filter(|unit| bring.iter().filter(|other| other == unit).count() > 1) {
        let reason = format!("{} carries one of them, and several name it as their base", units[*unit].name);
        refusals.push(Refusal::new("16.4.4", reason));
    }
    let bombing = bombing(input);
    for unit in once.into_iter().filter(|unit| has(bombing, *unit)) {
        let reason = format!("{} carries a Kamikaze and does not bomb", units[unit].name);
        refusals.push(Refusal::new("4.10.6", reason));
    }
    refusals.extend(against_mission(&alone, tables));
    refusals
}

/// Who is to dive flies as a bomber until then.
fn become_bombers(input: &mut StrikeInput, told: UnitSet) {
    for unit in each(told) {
        let lists = [&mut input.sides[0].units, &mut input.over_target.units[0], &mut input.raid.attack.air];
        for air in lists.into_iter().filter_map(|units| units.get_mut(unit)) {
            air.words.remove(&AirWord::Kamikaze);
            if air.is_both() {
                air.words.insert(AirWord::AsBomber);
            }
        }
    }
}
