//! Battles in the air of a position: what aircraft are to do by their marks, and what they could do.

mod a_bomb;
pub(super) mod carry;
mod drops;
mod economy;
mod ground;
pub(super) mod homeless;
pub(super) mod links;
mod meeting;
mod missions;
mod raid;
mod rebase;
mod scouting;
mod strafe;
mod strike;
mod sweep;

use serde_json::{Map, Value};

use super::super::states::AirMission;
use super::super::view::{Alliance, View};
use super::sea::action::SeaAction;
use super::{tell_apart, tell_apart_from};
pub(super) use ground::{ground_support, is_struck};
use liege_rules::play::battle::Battle;
use liege_rules::play::inputs::KeyFault;
use liege_rules::position::situation::PlaceId;
pub(super) use meeting::{AirMeeting, way};
use missions::AirVenture;
pub(super) use missions::{COUNTER, bearers};

/// The battles that missions declare.
pub(super) fn declared(view: &View) -> Vec<Battle> {
    let ventures = missions::declared(view);
    let of = |mission: AirMission| ventures.iter().filter(move |venture| venture.mission == mission);
    let mut actions: Vec<SeaAction<'_>> = strikes(view, &ventures);
    actions.extend(raids(view, &ventures));
    let escorts_of = |venture: &AirVenture<'_>| {
        let (side, target) = (venture.side, venture.target.clone());
        of(AirMission::Escort).filter(|other| other.side == side && other.target == target).collect()
    };
    actions.extend(of(AirMission::Transport).flat_map(|venture| {
        let with: Vec<&AirVenture<'_>> = escorts_of(venture);
        carry::declared(view, venture, &with)
    }));
    actions.extend(of(AirMission::GroundSupport).filter_map(|venture| carry::no_support(view, venture)));
    actions.extend(of(AirMission::ChangeBase).flat_map(|venture| {
        let with: Vec<&AirVenture<'_>> = escorts_of(venture);
        rebase::declared(view, venture, &with)
    }));
    actions.extend(strafe::declared(view, &ventures));
    actions.extend(of(AirMission::Reconnaissance).map(|venture| scouting::recon(view, venture)));
    actions.extend(of(AirMission::AswSweep).flat_map(|venture| sweep::declared(view, venture)));
    tell_apart(actions.into_iter().map(SeaAction::battle).collect())
}

/// One strike for each target of a party, or one at the ships in its port and one at its installations; escorts go with
/// those who strike there.
fn strikes<'a>(view: &'a View, ventures: &[AirVenture<'a>]) -> Vec<SeaAction<'a>> {
    let of = |mission: AirMission| ventures.iter().filter(move |venture| venture.mission == mission);
    let plain = |venture: &&AirVenture<'_>| economy::raid_of(view, venture).is_none();
    let mut targets: Vec<(Alliance, &Result<PlaceId, String>)> =
        of(AirMission::Strike).filter(plain).map(|venture| (venture.side, &venture.target)).collect();
    targets.dedup();
    let strike = |(side, target): (Alliance, &Result<PlaceId, String>)| {
        let own = |venture: &&AirVenture<'_>| venture.side == side && venture.target == *target;
        let bombs: Vec<&AirVenture<'_>> = of(AirMission::Strike).filter(own).filter(plain).collect();
        let with: Vec<&AirVenture<'_>> = of(AirMission::Escort).filter(own).collect();
        let mut actions = raid::strikes(view, &bombs, &with);
        actions.iter_mut().for_each(|action| action.declare(target));
        if let Some(action) = actions.first_mut() {
            action.notes.extend(missions::astray(view, ventures, side));
        }
        actions
    };
    targets.into_iter().flat_map(strike).collect()
}

/// One raid on the economy for each target of a party and what is aimed at there.
fn raids<'a>(view: &'a View, ventures: &[AirVenture<'a>]) -> Vec<SeaAction<'a>> {
    let raid = |venture: &AirVenture<'a>| {
        let link = economy::raid_of(view, venture).filter(|_| venture.mission == AirMission::Strike)?;
        let own = |other: &&AirVenture<'_>| {
            other.mission == AirMission::Escort
                && (other.side, &other.target) == (venture.side, &venture.target)
        };
        let with: Vec<&AirVenture<'_>> = ventures.iter().filter(own).collect();
        match link.procedure == links::A_BOMB.procedure {
            true => a_bomb::raid(view, venture, &with),
            false => economy::raid(view, link, venture, &with),
        }
    };
    ventures.iter().filter_map(raid).collect()
}

/// What could be flown and is not declared: strikes at ships, reconnaissance of them, and searches for
/// submarines by those without a mission.
pub(super) fn possible(view: &View) -> Vec<Battle> {
    let of_others = declared(view).into_iter().map(|battle| battle.id);
    let sides = [Alliance::Axis, Alliance::Allies].into_iter();
    let actions = sides.flat_map(|side| {
        let strikes = missions::possible(view, side);
        let mut found: Vec<SeaAction<'_>> =
            strikes.iter().flat_map(|venture| raid::strikes(view, &[venture], &[])).collect();
        found.retain(|action| action.refused.is_none());
        found.extend(scouting::possible(view, side));
        found.extend(sweep::possible(view, side));
        found
    });
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
