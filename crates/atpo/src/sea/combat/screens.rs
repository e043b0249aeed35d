//! A round begins: who outnumbers the enemy may screen as many units as he has more (3.11.3).

use super::battle::{NavalState, SIDES, SeaFight, SeaStage, SideIx};
use super::outcome::CombatOutcome;
use super::{fire, values};
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};

/// Begin a round.
pub(super) fn open(mut fight: SeaFight<'_>, log: &mut Log) -> NavalState {
    if fight.is_over() || fight.round > fight.rounds() {
        return fight.at(SeaStage::End);
    }
    for side in 0..2 {
        for ship in 0..fight.hulls[side].len() {
            let unit = fight.engagement.unit(side, ship);
            let hull = &mut fight.state.hulls[side][ship];
            hull.screened = false;
            hull.attacked = false;
            hull.fired = false;
            hull.ready = None;
            hull.began_damaged = hull.is_damaged(unit);
        }
    }
    let counts = [0, 1].map(|side: SideIx| fight.present(side).len());
    log.line(|| {
        let told = format!("{} against {}", counts[0], counts[1]);
        (format!("round {}", fight.round), told, "units present; transports count by counters", "3.11.2")
    });
    fight.at(SeaStage::Screens { side: 0, from: 0 })
}

/// How many more units a side may screen.
fn left(fight: &SeaFight<'_>, side: SideIx) -> usize {
    let excess = fight.present(side).len().saturating_sub(fight.present(1 - side).len());
    excess.saturating_sub(fight.hulls[side].iter().filter(|hull| hull.screened).count())
}

/// The order in which ships are asked about: as they are listed, of ships that differ in their state alone the worst
/// first, so that it does not matter which of them is which.
fn order(fight: &SeaFight<'_>, side: SideIx) -> Vec<usize> {
    let alike = &fight.engagement.fleets[side].alike;
    let mut order: Vec<usize> = (0..alike.len()).collect();
    order.sort_by_key(|ship| (alike[*ship], fight.hulls[side][*ship].hits_left, *ship));
    order
}

/// The next ship that may be screened.
pub(super) fn next<'b>(
    mut fight: SeaFight<'b>,
    side: SideIx,
    from: usize,
    log: &mut Log,
) -> Flow<'b, NavalState, CombatOutcome> {
    let may = left(&fight, side);
    let order = order(&fight, side);
    let next = (from..order.len()).find(|at| fight.hulls[side][order[*at]].is_here());
    if from == 0 {
        let by = SIDES[side];
        log.line(|| {
            (format!("{by} may screen"), may.to_string(), "units in excess of the enemy's", "3.11.3")
        });
    }
    let Some(at) = next.filter(|_| may > 0) else {
        if side == 0 {
            return Flow::Next(fight.at(SeaStage::Screens { side: 1, from: 0 }));
        }
        fire::make_ready(&mut fight, 0);
        return Flow::Next(fight.at(SeaStage::Guns { step: 0, shots: 0 }));
    };
    let ship = order[at];
    let unit = fight.engagement.unit(side, ship);
    let damaged = fight.hulls[side][ship].is_damaged(unit);
    let list = [true, false].map(|yes| {
        let answer = if yes { "yes" } else { "no" };
        Offer::new(answer, values::screen_tags(unit, damaged, yes), yes)
    });
    let about = Some(unit.name.as_str());
    let offers = few(list.into(), move |yes: &bool| {
        let mut then = fight.clone();
        then.state.hulls[side][ship].screened = *yes;
        then.at(SeaStage::Screens { side, from: at + 1 })
    });
    let text = format!("whether this unit is screened in this round ({may} may be)").into();
    Flow::Ask(Ask { by: SIDES[side], label: "screen", about, text, rule: "3.11.3", offers })
}
