//! The end of a round: what its attacks did counts now (4.8.3 D and F, 4.8.7).

use super::battle::{AirBlow, AirFight, AirStage, DogfightState};
use crate::air::aircraft::{AirWord, Aircraft};
use crate::sea::combat::battle::SideIx;
use liege_rules::play::procedure::Log;

/// Takes the losses of the round; before another, players may abort.
pub(super) fn end_round(mut fight: AirFight<'_>, log: &mut Log) -> DogfightState {
    for side in 0..2 {
        for unit in 0..fight.blows[side].len() {
            suffer(&mut fight, side, unit, log);
        }
    }
    fight.state.aims.clear();
    fight.state.round += 1;
    let more = fight.round <= fight.rounds();
    let then = if more { AirStage::Abort { turn: 0, from: None } } else { AirStage::End };
    fight.at(then)
}

/// Does to a unit what the round did.
fn suffer(fight: &mut AirFight<'_>, side: SideIx, unit: usize, log: &mut Log) {
    let blow = std::mem::take(&mut fight.state.blows[side][unit]);
    if blow == AirBlow::default() {
        return;
    }
    let air = fight.unit(side, unit);
    let rule = if air.is_grounded() { "4.9.3" } else { "4.8.7" };
    fight.state.flights[side].lose(unit, blow.steps, rule);
    let left = fight.flights[side].left(unit);
    let stays = keeps_on(air);
    if left > 0 && stays.is_none() {
        fight.state.flights[side].abort(unit);
    }
    log.line(|| {
        let value = match (left, blow.steps, stays) {
            (0, ..) => "eliminated",
            (_, 0, None) => "aborted",
            (_, 0, Some(_)) => "goes on",
            (_, _, None) => "depleted and aborted",
            (_, _, Some(_)) => "depleted",
        };
        let (cause, rule) = match stays {
            Some((cause, rule)) if left > 0 => (cause, rule),
            _ => ("after all attacks of the round", rule),
        };
        (fight.name(side, unit), value, cause, rule)
    });
}

/// Why an abort does not count for a unit.
fn keeps_on(unit: &Aircraft) -> Option<(&'static str, &'static str)> {
    if unit.is(AirWord::Overstacked) {
        return Some(("over-stacked units cannot be aborted", "4.6.3.2"));
    }
    if unit.is(AirWord::OnGround) {
        return Some(("an abort does nothing on the ground (gap G73)", "4.9.3"));
    }
    unit.is_kamikaze().then_some(("Kamikazes cannot be aborted", "16.4.2"))
}
