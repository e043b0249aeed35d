//! The search groups of an interception by the names that its report has for them (3.8.9).

use super::links;
use crate::forces::ATTACKER;
use crate::terms::ACTIVE;
use liege_rules::play::battle::{Battle, Force};
use liege_rules::play::deeds::{Act, Deed, Whom};

/// The search groups that a report calls Active by these names.
pub(super) fn called<'b>(battle: &'b Battle, names: &[&str]) -> Vec<&'b Force> {
    // Aircraft of the searchers are no group of theirs.
    let searches = |force: &&Force| force.role == ATTACKER && !links::AIRCRAFT.contains(&force.key);
    let groups: Vec<&Force> = battle.forces.0.iter().filter(searches).collect();
    let several = groups.len() > 1;
    let is_called =
        |number: usize| !names.is_empty() && (!several || names.contains(&&*format!("group {number}")));
    (1..).zip(groups).filter(|(number, _)| is_called(*number)).map(|(_, force)| force).collect()
}

/// The search groups that are Active by the deeds of an interception.
pub(super) fn active<'b>(battle: &'b Battle, deeds: &[Deed]) -> Vec<&'b Force> {
    let is_active = |deed: &&Deed| {
        let is_group = matches!(&deed.whom, Whom::Unit { piece: None, .. });
        is_group && matches!(&deed.act, Act::Mark(state) if *state == ACTIVE)
    };
    let names: Vec<String> = deeds.iter().filter(is_active).map(Deed::subject).collect();
    called(battle, &names.iter().map(String::as_str).collect::<Vec<_>>())
}
