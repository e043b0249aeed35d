//! What becomes of ships in a port that is destroyed or that enemy land units take (3.8.2, 4.13.2).

use std::collections::BTreeSet;

use super::super::bases::port_destroyed_again;
use super::super::checks::{docked, takes};
use super::super::view::{Alliance, Unit, View};
use super::plan::EditPlan;
use super::sea::missions::chit_of;
use super::task_forces::put_to_sea;
use liege_rules::check::bound::Bound;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The rule of ships whose port falls to the enemy.
const TAKEN: &str = "3.8.2";

/// What destroys a port puts its ships to sea in the same hex; of a major port, which is a minor one afterwards, those that
/// have no room.
pub(super) fn destroyed(plan: &mut EditPlan<'_>, place: &PlaceId, rule: &str) {
    let view = plan.view;
    let ships: Vec<&Unit> =
        docked(view, place).into_iter().filter(|unit| !plan.gone.contains(&unit.ix)).collect();
    let room = port_destroyed_again(view, place);
    let load = |ships: &[&Unit]| ships.iter().map(|unit| takes(view, unit)).sum::<Bound>().nominal;
    if room == 0 {
        let all = ships.iter().map(|unit| unit.ix).collect();
        return put_to_sea(plan, &all, rule, "is at sea in the hex of the destroyed port");
    }
    if load(&ships) <= room {
        return;
    }
    let mut leaving: BTreeSet<PieceIx> = BTreeSet::new();
    let mut left = ships.clone();
    for group in groups(view, &ships) {
        if load(&left) <= room {
            break;
        }
        left.retain(|unit| !group.contains(&unit.ix));
        leaving.extend(group);
    }
    put_to_sea(plan, &leaving, rule, "is at sea in the hex of the port");
    plan.say(
        rule,
        &format!(
            "the port of {place} takes {room} ships from now on; their owner may put others to sea instead"
        ),
    );
}

/// Ships that leave a port together: each by itself, the last first, then the task forces in their trays.
fn groups(view: &View, ships: &[&Unit]) -> Vec<BTreeSet<PieceIx>> {
    let (in_trays, single): (Vec<PieceIx>, Vec<PieceIx>) =
        ships.iter().rev().map(|unit| unit.ix).partition(|ix| chit_of(view, *ix).is_some());
    let chits: BTreeSet<PieceIx> = in_trays.iter().filter_map(|ix| chit_of(view, *ix)).collect();
    let forces = chits
        .into_iter()
        .map(|chit| in_trays.iter().copied().filter(|ix| chit_of(view, *ix) == Some(chit)).collect());
    single.into_iter().map(|ix| BTreeSet::from([ix])).chain(forces).collect()
}

/// Enemy land units of this party have taken the hex: the ships of the others are at sea in it, and nobody intercepts them
/// for that.
pub(super) fn taken(plan: &mut EditPlan<'_>, place: &PlaceId, taker: Alliance) {
    let ships = docked(plan.view, place).into_iter().filter(|unit| unit.side != taker);
    let ships = ships.map(|unit| unit.ix).collect();
    put_to_sea(plan, &ships, TAKEN, "is at sea in the hex of the port that was taken");
}
