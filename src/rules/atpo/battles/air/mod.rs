//! Battles in the air of a position: what aircraft are to do by their marks, and what they could do.

mod links;
mod missions;
mod scouting;
pub mod strike;

use serde_json::{Map, Value};

use super::super::states::AirMission;
use super::super::view::{Alliance, View};
use super::sea::action::SeaAction;
use super::{tell_apart, tell_apart_from};
use crate::rules::battle::Battle;
use crate::rules::inputs::KeyFault;
pub(super) use missions::bearers;

/// The battles that missions declare.
pub(super) fn declared(view: &View) -> Vec<Battle> {
    let ventures = missions::declared(view);
    let of = |mission: AirMission| ventures.iter().filter(move |venture| venture.mission == mission);
    let mut actions: Vec<SeaAction<'_>> =
        of(AirMission::Reconnaissance).map(|venture| scouting::recon(view, venture)).collect();
    actions.extend(of(AirMission::AswSweep).flat_map(|venture| scouting::sweeps(view, venture)));
    tell_apart(actions.into_iter().map(SeaAction::battle).collect())
}

/// What could be flown and is not declared.
pub(super) fn possible(view: &View) -> Vec<Battle> {
    let of_others = declared(view).into_iter().map(|battle| battle.id);
    let sides = [Alliance::Axis, Alliance::Allies].into_iter();
    let actions = sides.flat_map(|side| scouting::possible(view, side));
    tell_apart_from(of_others, actions.map(SeaAction::battle).collect())
}

/// The battle with this id, declared or possible.
pub(super) fn called(view: &View, id: &str) -> Option<Battle> {
    let of = |battles: Vec<Battle>| battles.into_iter().find(|battle| battle.id == id);
    of(declared(view)).or_else(|| of(possible(view)))
}

/// Whether an id is that of a battle in the air.
pub(super) fn is_id(id: &str) -> bool {
    let first = id.split('-').next().unwrap_or_default();
    links::LINKS.iter().any(|link| link.prefix == first)
}

/// A battle in the air with values that a player gives; none for other battles.
pub(super) fn lay(battle: &Battle, said: &Map<String, Value>) -> Option<Result<Battle, Vec<KeyFault>>> {
    let link = links::LINKS
        .iter()
        .find(|link| link.procedure == battle.procedure && battle.id.starts_with(link.prefix))?;
    Some(battle.clone().with(said, link.keys, &link.overlay))
}
