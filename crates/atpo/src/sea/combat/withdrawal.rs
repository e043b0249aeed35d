//! After the first round: who wishes to withdraw, and who does, because both sides wish it (3.11.5).

use super::battle::{NavalState, SIDES, SeaFight, SeaStage, SideIx};
use super::outcome::CombatOutcome;
use super::values;
use liege_rules::play::procedure::{Ask, Flow, Log, Offer, few};

/// The name of the question in orders.
const LABEL: &str = "withdraw";

/// The name of the question about a single unit.
const UNIT_LABEL: &str = "withdraw unit";

/// What both sides choose in secret: even a side that stays as a whole does not keep the other from being asked.
pub(super) const SECRET: &[&str] = &[LABEL, UNIT_LABEL];

/// What a side may choose, as orders write it.
const ANSWERS: [&str; 3] = ["none", "all", "some"];

/// Asks a side which of its units withdraw; who chose so is marked as gone, and comes back if the other side stays.
pub(super) fn ask<'b>(
    fight: SeaFight<'b>,
    side: SideIx,
    log: &mut Log,
) -> Flow<'b, NavalState, CombatOutcome> {
    let afloat = |side: SideIx| fight.hulls[side].iter().any(|hull| hull.hits_left > 0);
    if !afloat(0) || !afloat(1) {
        log.line(|| ("withdrawal", "not asked", "one side has nothing left", "3.11.5"));
        return Flow::Next(fight.at(SeaStage::End));
    }
    let losing = values::lost(&fight, side) > values::lost(&fight, 1 - side);
    let list = ANSWERS.map(|answer| Offer::new(answer, values::withdrawal_tags(losing, answer), answer));
    let after = if side == 0 { SeaStage::Withdrawal { side: 1 } } else { SeaStage::Left };
    let offers = few(list.into(), move |answer: &&str| {
        let mut then = fight.clone();
        match *answer {
            "some" => return then.at(SeaStage::Leaving { side, from: 0 }),
            "all" => then.state.hulls[side]
                .iter_mut()
                .filter(|hull| hull.hits_left > 0)
                .for_each(|hull| hull.gone = true),
            _ => {}
        }
        then.at(after)
    });
    let text = "which of its units withdraw; they do if the other side withdraws, too".into();
    Flow::Ask(Ask { by: SIDES[side], label: LABEL, about: None, text, rule: "3.11.5", offers })
}

/// Whether the next ship of a side withdraws.
pub(super) fn one<'b>(fight: SeaFight<'b>, side: SideIx, from: usize) -> Flow<'b, NavalState, CombatOutcome> {
    let afloat = |ship: &usize| fight.hulls[side][*ship].hits_left > 0;
    let Some(ship) = (from..fight.hulls[side].len()).find(afloat) else {
        let after = if side == 0 { SeaStage::Withdrawal { side: 1 } } else { SeaStage::Left };
        return Flow::Next(fight.at(after));
    };
    let list = [true, false].map(|yes| {
        let (answer, tags) = match yes {
            true => ("yes", vec!["withdraw", "cautious"]),
            false => ("no", vec!["stay", "balanced", "aggressive"]),
        };
        Offer::new(answer, tags, yes)
    });
    let about = Some(fight.engagement.unit(side, ship).name.as_str());
    let offers = few(list.into(), move |yes: &bool| {
        let mut then = fight.clone();
        then.state.hulls[side][ship].gone = *yes;
        then.at(SeaStage::Leaving { side, from: ship + 1 })
    });
    let text = "whether this unit withdraws".into();
    Flow::Ask(Ask { by: SIDES[side], label: UNIT_LABEL, about, text, rule: "3.11.5", offers })
}

/// Both sides have chosen: they withdraw only if both wish it, then the rest fight on.
pub(super) fn done(mut fight: SeaFight<'_>, log: &mut Log) -> NavalState {
    let wish = |side: SideIx| fight.hulls[side].iter().any(|hull| hull.gone);
    let both = wish(0) && wish(1);
    log.line(|| {
        let cause = if both { "both sides withdraw" } else { "not both sides withdraw" };
        ("withdrawal", if both { "yes" } else { "no" }, cause, "3.11.5")
    });
    if !both {
        fight.state.hulls.iter_mut().flatten().for_each(|hull| hull.gone = false);
    }
    fight.state.round = fight.round + 1;
    fight.at(SeaStage::Start)
}
