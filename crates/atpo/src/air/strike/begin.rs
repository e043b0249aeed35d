//! What was typed in for a strike becomes a strike, unless the rules forbid it or some link of it.

use super::decks::Decks;
use super::kamikaze;
use super::plan::{Post, Strike, StrikePhase, StrikeSearch, StrikeTables, has, only};
use super::read::StrikeInput;
use crate::air::aircraft::{AirClass, AirWord};
use crate::air::airstrike::AirBombing;
use crate::air::combat::read::magic_refused;
use crate::air::coordination::CarrierCoordination;
use crate::air::sea_recon::{SeaReconnaissance, SeaSearch};
use crate::sea::ship::NavalUnit;
use liege_rules::play::procedure::{Refusal, Script as _};

/// What was typed in as a strike.
///
/// # Errors
/// All that the rules forbid about it.
pub(super) fn strike(mut input: StrikeInput, tables: &StrikeTables) -> Result<Strike, Vec<Refusal>> {
    let mut refusals = against(&input);
    let located = input.located || !input.searches.is_empty() || !input.at_ships;
    if !located && tables.search.needs_search() {
        let reason = "the ships are not located (choice recon_required): give located=yes, or who searches: \
                          scout and hexes, or coastwatchers";
        refusals.push(Refusal::new("4.4", reason));
    }
    refusals.extend(on_damaged_carriers(&input));
    let party = kamikaze::party(&mut input, &tables.raid);
    let kamikazes = party.map_err(|more| refusals.extend(more)).unwrap_or_default();
    refusals.extend(input.raid.against_any(&tables.raid));
    let (mut searches, mut idle_scouts) = (Vec::new(), Vec::new());
    for search in input.searches {
        match SeaReconnaissance::begin(search, &tables.search) {
            Ok((search, _)) => {
                searches.push(StrikeSearch::of(search, input.over_target.magic, &tables.search))
            }
            // The first is the strike's own; who only comes after it stays at home.
            Err(more) if searches.is_empty() => refusals.extend(more),
            Err(more) => idle_scouts.extend(more),
        }
    }
    for stack in input.carriers.iter().flatten() {
        CarrierCoordination::begin(stack.clone(), &tables.launch).map_err(|more| refusals.extend(more)).ok();
    }
    // Who attacks ships was looked at with them.
    refusals
        .extend(magic_refused(&input.over_target, &tables.combat).filter(|told| !refusals.contains(told)));
    let bombing = input
        .bombing
        .as_ref()
        .map_or(0, |bombing| bombing.assigned().into_iter().fold(0, |set, unit| set | only(unit)));
    let bombs = input.bombing.map(|bombing| AirBombing::begin(bombing, &tables.bombs));
    let bombs = bombs.transpose().map_err(|more| refusals.extend(more)).ok().flatten();
    if !refusals.is_empty() {
        return Err(refusals);
    }
    let attack = input.raid.into_attack();
    Ok(Strike {
        elsewhere: input.over_target.elsewhere(),
        over_target: input.over_target,
        sides: input.sides,
        mission: input.mission,
        moving: input.moving,
        searches,
        idle_scouts,
        carriers: input.carriers,
        ships: attack.ships.clone(),
        raid: (!attack.ships.is_empty()).then_some(attack),
        bombs: bombs.map(|(run, _)| run),
        bombing,
        kamikazes,
        overflown: input.overflown,
        evacuation: input.evacuation,
        places: input.places,
        recalls: input.recalls,
        over_battle: false,
        strafes: false,
    })
}

/// Air units and scouts aboard damaged carriers. Of ships in a larger battle it knows which are damaged by then.
fn on_damaged_carriers(input: &StrikeInput) -> Vec<Refusal> {
    let ships: &[NavalUnit] = if input.recalls { &[] } else { input.raid.ships() };
    let [own, other] = [0, 1].map(|side| Decks {
        stack: input.carriers[side].as_ref(),
        ships: if side == 1 { ships } else { &[] },
    });
    let mut refusals = own.against(&input.sides[0]);
    refusals.extend(other.against(&input.sides[1]));
    let scouts = input.searches.iter().filter_map(SeaSearch::air);
    refusals.extend(scouts.filter_map(|unit| own.keeps(unit)));
    refusals
}

/// What the rules forbid about the mission itself.
fn against(input: &StrikeInput) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let strike = input.sides[0].at(|post| post == Post::Strike);
    let own =
        || input.sides[0].units.iter().enumerate().filter(|(at, _)| has(strike, *at)).map(|(_, unit)| unit);
    if !own().any(|unit| unit.may_bomb() || unit.is_kamikaze()) {
        refusals.push(Refusal::new("4.10.1", "no unit of the strike can bomb: fighters do not attack ships"));
    }
    for unit in own() {
        let name = &unit.name;
        let barred = [
            (unit.class == AirClass::Transport, "4.3.5", "is air transport, which does not attack"),
            (unit.class == AirClass::B25, "16.14.1", "is the B-25, which does not attack ships"),
            (unit.is(AirWord::Current) && !input.recalls, "4.14.1", "is aloft on another mission"),
            (
                unit.is(AirWord::PreviouslyCommitted) && input.mission != StrikePhase::End,
                "4.14",
                "was committed before in this turn",
            ),
            (unit.is(AirWord::Committed) && input.mission.is_offensive(), "4.3.8", "is committed"),
        ];
        let barred = barred.into_iter().filter(|(holds, ..)| *holds);
        refusals.extend(barred.map(|(_, rule, what)| Refusal::new(rule, format!("{name} {what}"))));
    }
    if input.bombing.is_some() && input.mission != StrikePhase::AirOffensive {
        let reason = "installations are bombed only in an Air Offensive: phase=air-offensive";
        refusals.push(Refusal::new("4.13.1", reason));
    }
    if input.mission == StrikePhase::SeaOffensive && !input.moving && !input.beside_ships {
        let reason = "in an own Sea Offensive bombers attack only ships in a hex with friendly ships: beside-ships=yes";
        refusals.push(Refusal::new("4.3.8.2", reason));
    }
    if input.mission == StrikePhase::End && !input.moving {
        let reason = "in the End Phase air units attack only ships that move: moving=yes";
        refusals.push(Refusal::new("4.2.3", reason));
    }
    refusals
}
