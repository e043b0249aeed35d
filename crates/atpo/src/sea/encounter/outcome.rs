//! What an encounter came to: who found whom, what became of both forces, whether the one that moves goes on.

use serde::Serialize;

use super::decks::{self, SortieAircraft};
use super::sortie::{Sortie, SortieTables};
use super::state::SortieState;
use crate::air::flight;
use crate::forces::{ATTACKER, DEFENDER};
use crate::sea::combat::battle::{NavalState, SeaFight, SeaStage, SideIx};
use crate::sea::combat::outcome::CombatOutcome;
use crate::sea::night::Sky;
use crate::sea::submarine::encounter;
use crate::terms::{EVASION, FORCES, HALTED, LOCATED, NIGHT, NO_LANDING, OUT_OF_SIGHT};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::Log;

/// The facts of an encounter, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SortieOutcome {
    /// In short.
    #[serde(skip)]
    pub result: String,
    /// Numbers of the search groups that found the target.
    pub found_by: Vec<usize>,
    /// Those that it evaded.
    pub evaded: Vec<usize>,
    /// What Night was, where it was declared.
    pub night: Option<Sky>,
    /// Whether the force that moves has ships that may move on.
    pub goes_on: bool,
    /// What both forces lost in all links together.
    pub losses: CombatOutcome,
    /// What became of aircraft, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aircraft: Option<SortieAircraft>,
    /// What is done to the pieces.
    #[serde(skip)]
    pub deeds: Vec<Deed>,
}

impl SortieOutcome {
    /// The facts as they stand.
    #[must_use]
    pub fn of(sortie: &Sortie, state: &SortieState, tables: &SortieTables) -> Self {
        let losses = losses(sortie, state, tables);
        let goes_on = goes_on(sortie, state);
        let lost = match losses.result.as_str() {
            "attacker no loss; defender no loss" => String::new(),
            told => format!(": {told}"),
        };
        let aircraft = decks::outcome(sortie, state, &tables.strike);
        let shot_down = aircraft.as_ref().map(SortieAircraft::in_words).unwrap_or_default();
        let result = format!("{}{lost}{shot_down}", found(sortie, state));
        let mut deeds = losses.deeds();
        deeds.extend(aircraft.iter().flat_map(SortieAircraft::deeds));
        deeds.extend(decks::recalls(sortie, state));
        deeds.extend(decks::flown(sortie, state));
        deeds.extend(encounter::spent_kaiten(state.kaiten_spent));
        deeds.extend(sortie.hunt().marked(&state.met));
        deeds.extend(chits(sortie, state));
        deeds.extend(located(sortie, state));
        deeds.extend(out_of_sight(state));
        deeds.extend(halted(state));
        Self {
            result,
            found_by: state.met.clone(),
            evaded: state.evaded.clone(),
            night: state.sky,
            goes_on,
            losses,
            aircraft,
            deeds,
        }
    }

    /// What became of each ship, and of each air unit.
    #[must_use]
    pub fn losses(&self, sortie: &Sortie) -> Vec<UnitLoss> {
        let mut losses = self.losses.losses(&sortie.by_day);
        let first = losses.len();
        if let Some((facts, air)) = self.aircraft.as_ref().zip(sortie.aircraft.as_ref()) {
            let [own, other] = &air.any().sides;
            let air = flight::losses(&[
                (ATTACKER, &own.units, &facts.attacker.units),
                (DEFENDER, &other.units, &facts.defender.units),
            ]);
            losses.extend(air.into_iter().map(|loss| UnitLoss { like: first + loss.like, ..loss }));
        }
        losses
    }
}

/// Who found the target, and whether that came to a battle.
fn found(sortie: &Sortie, state: &SortieState) -> String {
    let several = sortie.hunt().groups().len() > 1;
    let numbers = |groups: &[usize]| groups.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut told = match state.met.as_slice() {
        [] => "not found".to_owned(),
        groups if several => format!("found by group {}", numbers(groups)),
        _ => "found".to_owned(),
    };
    if state.sky == Some(Sky::Moonless) {
        told.push_str(", hidden by night");
    }
    match state.evaded.as_slice() {
        [] => {}
        groups if several => told.push_str(&format!(", evades group {}", numbers(groups))),
        _ => told.push_str(", evades"),
    }
    if state.halted {
        told.push_str(", does not go on");
    }
    told
}

/// Whether the force that moves may move on: one that has found its enemy may not (3.11.7).
fn goes_on(sortie: &Sortie, state: &SortieState) -> bool {
    let mover = sortie.mover();
    let finished = mover == 0 && !state.met.is_empty();
    state.fleets[mover].left.iter().any(|left| *left > 0) && !finished && !state.halted
}

/// Chits that the target's owner has laid on his ships.
fn chits(sortie: &Sortie, state: &SortieState) -> impl Iterator<Item = Deed> {
    let evasion = usize::from(sortie.evasion_chits.saturating_sub(state.evasion_chits));
    let night = usize::from(sortie.night_chits.saturating_sub(state.night_chits));
    let laid = |thing: Term, rule: &str, count| {
        let deed = Deed { whom: Whom::Thing(thing), act: Act::Place(DEFENDER), rule: rule.to_owned().into() };
        std::iter::repeat_n(deed, count)
    };
    laid(EVASION, "17.2.2", evasion).chain(laid(NIGHT, "17.3.2", night))
}

/// Whether the target has run from those who found it last.
fn has_run(state: &SortieState) -> bool {
    !state.hidden && state.evaded.last().is_some_and(|group| state.met.last() == Some(group))
}

/// After a battle between ships both forces are located no more (3.11.7).
fn out_of_sight(state: &SortieState) -> Option<Deed> {
    let (whom, act) = (Whom::Thing(FORCES), Act::Mark(OUT_OF_SIGHT));
    (state.fought && !has_run(state)).then(|| Deed { whom, act, rule: "3.11.7".into() })
}

/// The force that moves, whose owner stops it after it was met (3.11.7).
fn halted(state: &SortieState) -> Option<Deed> {
    let (whom, act) = (Whom::Thing(FORCES), Act::Mark(HALTED));
    state.halted.then(|| Deed { whom, act, rule: "3.11.7".into() })
}

/// Ships that ran from those who had found them are located for attacks from the air (3.8.4); those that were to land
/// here do not land this month, however they evaded (3.8.4.1).
fn located(sortie: &Sortie, state: &SortieState) -> Vec<Deed> {
    let ran = has_run(state);
    let (mark_of, rule) = match state.assault_lost {
        true => (NO_LANDING, "3.8.4.1"),
        false => (LOCATED, "3.8.4"),
    };
    let units = &sortie.by_day.fleets[1].units;
    let mark = |ship: usize| Deed {
        whom: Whom::Unit { name: units[ship].name.clone(), piece: units[ship].piece.clone() },
        act: Act::Mark(mark_of.clone()),
        rule: rule.into(),
    };
    state.fleets[1].here().filter(|_| ran || state.assault_lost).map(mark).collect()
}

/// The losses of both forces, as naval combat counts them.
fn losses(sortie: &Sortie, state: &SortieState, tables: &SortieTables) -> CombatOutcome {
    let engagement = &sortie.by_day;
    let mut whole = NavalState::new(engagement, &tables.combat);
    whole.stage = SeaStage::End;
    for side in 0..2 {
        let fleet = &state.fleets[side];
        for (ship, hull) in whole.hulls[side].iter_mut().enumerate() {
            hull.hits_left = fleet.left[ship];
            hull.gone = fleet.withdrawn[ship];
            hull.by = fleet.by[ship];
        }
        whole.officers[side].clone_from(&fleet.officers);
    }
    whole.magic_used = state.is_magic_spent(sortie);
    CombatOutcome::of(&SeaFight { engagement, tables: &tables.combat, state: whole })
}

/// The last lines of a report: what both forces lost, and whether the one that moves goes on.
pub(super) fn close(
    sortie: &Sortie,
    state: &SortieState,
    tables: &SortieTables,
    log: &mut Log,
) -> SortieOutcome {
    let outcome = SortieOutcome::of(sortie, state, tables);
    decks::tell_sunk(sortie, state, log);
    log.line(|| ("losses of the encounter", outcome.losses.result.clone(), "all links together", "3.11.7"));
    let mover: SideIx = sortie.mover();
    log.line(|| {
        let afloat = state.fleets[mover].left.iter().any(|left| *left > 0);
        let (value, cause) = match (outcome.goes_on, afloat) {
            (true, _) => ("may move on", "as far as its movement allows"),
            (false, false) => ("nothing left", "all its ships are gone"),
            (false, true) if state.halted => ("stays", "its owner's choice"),
            (false, true) => ("stays", "ships that have found an enemy may not move again in this Phase"),
        };
        ("moving force", value, cause, "3.11.7")
    });
    outcome
}
