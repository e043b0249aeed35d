//! What an encounter came to: who found whom, what became of both forces, whether the one that moves goes on.

use serde::Serialize;

use super::sortie::{Sortie, SortieTables};
use super::state::SortieState;
use crate::rules::atpo::sea::combat::battle::{NavalState, SeaFight, SeaStage, SideIx};
use crate::rules::atpo::sea::combat::outcome::CombatOutcome;
use crate::rules::atpo::sea::interception::Interception;
use crate::rules::atpo::sea::night::Sky;
use crate::rules::atpo::sea::submarine::encounter;
use crate::rules::deeds::Deed;
use crate::rules::procedure::{Log, Procedure as _};

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
        let result = format!("{}{lost}", found(sortie, state));
        let mut deeds = losses.deeds();
        deeds.extend(encounter::spent_kaiten(state.kaiten_spent));
        let automatic = sortie.hunt().automatic.is_some();
        let marked = sortie.hunt().outcome(state.met.clone(), automatic, &mut Log::silent());
        deeds.extend(Interception::deeds(&marked));
        Self {
            result,
            found_by: state.met.clone(),
            evaded: state.evaded.clone(),
            night: state.sky,
            goes_on,
            losses,
            deeds,
        }
    }
}

/// Who found the target, and whether that came to a battle.
fn found(sortie: &Sortie, state: &SortieState) -> String {
    let several = sortie.hunt().groups.len() > 1;
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
        }
        whole.officers[side].clone_from(&fleet.officers);
    }
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
    log.line(|| ("losses of the encounter", outcome.losses.result.clone(), "all links together", "3.11.7"));
    let mover: SideIx = sortie.mover();
    log.line(|| {
        let afloat = state.fleets[mover].left.iter().any(|left| *left > 0);
        let (value, cause) = match (outcome.goes_on, afloat) {
            (true, _) => ("may move on", "as far as its movement reaches"),
            (false, false) => ("nothing left", "all its ships are gone"),
            (false, true) if state.halted => ("stays", "its owner's choice"),
            (false, true) => ("stays", "who has found an enemy moves no more in this Phase"),
        };
        ("force that moves", value, cause, "3.11.7")
    });
    outcome
}
