//! Who may intercept whom and when (3.8.2, 3.8.6, 3.8.7, 3.8.9).

use super::{Hunt, HuntPhase, InterceptionNumbers, SearchGroup, Tried};
use crate::sea::numbers::TopicTables;
use liege_rules::play::procedure::Refusal;

/// What is forbidden, with its rule.
type Barred = (&'static str, String);

/// Everything that the rules forbid.
pub(super) fn against(hunt: &Hunt, tables: &TopicTables<InterceptionNumbers>) -> Vec<Refusal> {
    let mut told: Vec<Barred> = Vec::new();
    told.extend(state(hunt, tables));
    told.extend(target(hunt));
    told.extend(repeated(hunt, tables));
    told.extend(groups(hunt, &tables.numbers));
    told.extend(moves(hunt, &tables.numbers));
    told.into_iter().map(|(rule, what)| Refusal::new(rule, what)).collect()
}

/// Table 4.
fn state(hunt: &Hunt, tables: &TopicTables<InterceptionNumbers>) -> Option<Barred> {
    let rows = &tables.numbers.states;
    let allowed = match hunt.phase {
        HuntPhase::End => return Some(("3.8.2", "no naval interception in the End Phase".into())),
        HuntPhase::NavalMovement => &rows.naval_movement,
        HuntPhase::Offensive => &rows.offensive,
    };
    if landing(hunt) {
        return Some((
            "3.8.3.3",
            "ships are met without a die only as they land in their Offensive Phase".into(),
        ));
    }
    let state = hunt.state.as_deref()?;
    let movement = hunt.phase == HuntPhase::NavalMovement;
    if state == "active" && hunt.strategic_warfare && hunt.submarine && movement {
        let allowed = tables.choices.is("active_sub_intercept", "allowed");
        let told =
            "a submarine that strategic warfare made Active does not intercept (choice active_sub_intercept)";
        return (!allowed).then(|| ("3.8.2", told.into()));
    }
    if !allowed.iter().any(|one| one == state) {
        let phase = if movement { "naval movement" } else { "Sea Offensives" };
        let boat = movement && state == "active" && hunt.submarine;
        let unless =
            if boat { ", except one that strategic warfare made Active: strategic-warfare=yes" } else { "" };
        let told = format!(
            "these ships are {state}; in {phase} only {} ships intercept{unless}",
            allowed.join(" or ")
        );
        return Some(("3.8.2", told));
    }
    let standby_only = tables.choices.is("reactive_naval_phase", "standby_only");
    if movement && hunt.reactive && standby_only && state != "standby" {
        let told = "only Standby ships intercept reactively (choice reactive_naval_phase)";
        return Some(("3.8.7.3", told.into()));
    }
    None
}

/// Whether a landing is met in a phase in which nobody lands.
fn landing(hunt: &Hunt) -> bool {
    hunt.automatic == Some(super::read::LANDING) && hunt.phase != HuntPhase::Offensive
}

/// Targets that nobody intercepts.
fn target(hunt: &Hunt) -> Vec<Barred> {
    let docked = hunt.automatic.is_some();
    let cases: [(bool, &'static str, &str); 3] = [
        (hunt.common.target_submarine && hunt.reactive, "3.16.2", "a moving submarine cannot be intercepted"),
        (
            hunt.enters_port && !docked,
            "3.8.2",
            "ships that enter a port from its own hex can be intercepted only by ships in the port",
        ),
        (
            hunt.undocked && hunt.reactive,
            "3.8.2",
            "ships undocked by the capture of their port cannot be intercepted reactively",
        ),
    ];
    cases.into_iter().filter(|(holds, ..)| *holds).map(|(_, rule, told)| (rule, told.to_owned())).collect()
}

/// Tries that were made before.
fn repeated(hunt: &Hunt, tables: &TopicTables<InterceptionNumbers>) -> Vec<Barred> {
    let mut told = Vec::new();
    if hunt.has_found {
        told.push(("3.8.2", "ships that have found an enemy may not search again in this Step".to_owned()));
    }
    let by_phase = tables.choices.is("interception_repeat", "per_phase");
    let again = "the same target can be tried again only after leaving and re-entering the reaction range";
    match hunt.tried {
        Some(_) if hunt.re_entered => {}
        Some(Tried::Step) => told.push(("3.8.2", format!("already tried in this Step; {again}"))),
        Some(Tried::Phase) if by_phase => {
            told.push((
                "3.8.7.4",
                format!("already tried in this Phase; {again} (choice interception_repeat)"),
            ));
        }
        Some(Tried::Phase) | None => {}
    }
    told
}

/// How search groups are made.
fn groups(hunt: &Hunt, numbers: &InterceptionNumbers) -> Vec<Barred> {
    let several = hunt.groups.len() > 1;
    let mut told = Vec::new();
    if several && hunt.submarine {
        told.push(("3.16.2", "a submarine searches on its own".to_owned()));
    }
    for group in &hunt.groups {
        told.extend(of_group(hunt, group, several, numbers));
    }
    told
}

fn of_group(
    hunt: &Hunt,
    group: &SearchGroup,
    several: bool,
    numbers: &InterceptionNumbers,
) -> Option<Barred> {
    let name = group.called.as_str();
    let least = numbers.groups.least_ships;
    match group.ships {
        _ if group.only_stp => Some(("3.8.2", format!("{name}: STP do not search without surface ships"))),
        Some(ships) if several && ships < least => Some((
            "3.8.9",
            format!("{name}: of several search groups each has at least {least} surface ships"),
        )),
        _ if group.only_de && !hunt.common.target_submarine => {
            let told = "at least one ship with a gunnery rating, except against a submarine";
            Some(("3.8.9", format!("{name}: a search group has {told}")))
        }
        _ => None,
    }
}

/// How far the interceptor may have come.
fn moves(hunt: &Hunt, numbers: &InterceptionNumbers) -> Option<Barred> {
    let reach = numbers.reaction.coastal_hexes;
    if hunt.reactive && hunt.range.is_some_and(|range| range > reach) {
        return Some(("3.8.7.2", format!("a reaction reaches at most {reach} coastal hexes")));
    }
    if hunt.phase != HuntPhase::Offensive || hunt.reactive {
        return None;
    }
    let row = &numbers.offensive;
    let slowest = hunt.groups.iter().filter_map(|group| group.speed).min();
    let most = if slowest.is_some_and(|speed| speed < row.fast) { row.slow_most } else { row.fast_most };
    let farthest = hunt.groups.iter().map(|group| hunt.moved(group)).max().unwrap_or_default();
    (farthest > most).then(|| ("3.6.3", format!("in a Sea Offensive these ships move at most {most} MP")))
}
