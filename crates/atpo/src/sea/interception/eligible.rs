//! Who may intercept whom and when (3.8.2, 3.8.6, 3.8.7, 3.8.9).

use super::given::{Certain, HuntMarker, HuntPhase, Tried};
use super::{Hunt, InterceptionNumbers, SearchGroup};
use crate::sea::numbers::TopicTables;
use liege_rules::play::procedure::Refusal;

/// What is forbidden, with its rule.
type Barred = (&'static str, String);

/// Everything that the rules forbid.
pub(super) fn against(hunt: &Hunt, tables: &TopicTables<InterceptionNumbers>) -> Vec<Refusal> {
    let mut barred: Vec<Barred> = Vec::new();
    barred.extend(state(hunt, tables));
    barred.extend(target(hunt).map(|(_, rule, why)| (rule, why.to_owned())));
    barred.extend(repeated(hunt, tables));
    barred.extend(groups(hunt, &tables.numbers));
    barred.extend(moves(hunt, &tables.numbers));
    barred.into_iter().map(|(rule, what)| Refusal::new(rule, what)).collect()
}

/// Table 4.
fn state(hunt: &Hunt, tables: &TopicTables<InterceptionNumbers>) -> Option<Barred> {
    let rows = &tables.numbers.states;
    let (phase, given) = (hunt.phase(), &hunt.given);
    let (allowed, called) = match phase {
        HuntPhase::End => return Some(("3.8.2", "no naval interception in the End Phase".into())),
        HuntPhase::NavalMovement => (&rows.naval_movement, "naval movement"),
        HuntPhase::Offensive => (&rows.offensive, "Sea Offensives"),
    };
    if given.automatic == Some(Certain::Landing) && phase != HuntPhase::Offensive {
        let why = "ships are met without a die only as they land in their Offensive Phase";
        return Some(("3.8.3.3", why.into()));
    }
    let state = given.state.or(given.strategic_warfare.then_some(HuntMarker::Active))?;
    let movement = phase == HuntPhase::NavalMovement;
    let boat = state == HuntMarker::Active && given.submarine && movement;
    if boat && given.strategic_warfare {
        let allowed = tables.choices.is("active_sub_intercept", "allowed");
        let why =
            "a submarine that strategic warfare made Active does not intercept (choice active_sub_intercept)";
        return (!allowed).then(|| ("3.8.2", why.into()));
    }
    if !allowed.iter().any(|one| one == state.word()) {
        let unless =
            if boat { ", except one that strategic warfare made Active: strategic-warfare=yes" } else { "" };
        let allowed = allowed.join(" or ");
        let why = format!("these ships are {state}; in {called} only {allowed} ships intercept{unless}");
        return Some(("3.8.2", why));
    }
    let standby_only = tables.choices.is("reactive_naval_phase", "standby_only");
    if movement && hunt.reactive && standby_only && state != HuntMarker::Standby {
        let why = "only Standby ships intercept reactively (choice reactive_naval_phase)";
        return Some(("3.8.7.3", why.into()));
    }
    None
}

/// Targets that nobody intercepts.
fn target(hunt: &Hunt) -> impl Iterator<Item = (bool, &'static str, &'static str)> {
    let given = &hunt.given;
    let cases = [
        (given.target_submarine && hunt.reactive, "3.16.2", "a moving submarine cannot be intercepted"),
        (
            given.enters_port && !hunt.is_automatic(),
            "3.8.2",
            "ships that enter a port from its own hex can be intercepted only by ships in the port",
        ),
        (
            given.undocked && hunt.reactive,
            "3.8.2",
            "ships undocked by the capture of their port cannot be intercepted reactively",
        ),
    ];
    cases.into_iter().filter(|(holds, ..)| *holds)
}

/// Tries that were made before.
fn repeated(hunt: &Hunt, tables: &TopicTables<InterceptionNumbers>) -> Vec<Barred> {
    let mut barred = Vec::new();
    if hunt.given.has_found {
        barred.push(("3.8.2", "ships that have found an enemy may not search again in this Step".to_owned()));
    }
    let by_phase = tables.choices.is("interception_repeat", "per_phase");
    let again = "the same target can be tried again only after leaving and re-entering the reaction range";
    match hunt.given.tried.filter(|_| !hunt.given.re_entered) {
        Some(Tried::Step) => barred.push(("3.8.2", format!("already tried in this Step; {again}"))),
        Some(Tried::Phase) if by_phase => {
            let what = format!("already tried in this Phase; {again} (choice interception_repeat)");
            barred.push(("3.8.7.4", what));
        }
        Some(Tried::Phase) | None => {}
    }
    barred
}

/// How search groups are made.
fn groups(hunt: &Hunt, numbers: &InterceptionNumbers) -> Vec<Barred> {
    let several = hunt.groups().len() > 1;
    let boats = several && hunt.given.submarine;
    let mut barred = Vec::from_iter(boats.then(|| ("3.16.2", "a submarine searches on its own".to_owned())));
    barred.extend(hunt.groups().iter().filter_map(|group| of_group(hunt, group, several, numbers)));
    barred
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
        _ if group.only_de && !hunt.given.target_submarine => {
            let why = "at least one ship with a gunnery rating, except against a submarine";
            Some(("3.8.9", format!("{name}: a search group has {why}")))
        }
        _ => None,
    }
}

/// How far the interceptor may have come.
fn moves(hunt: &Hunt, numbers: &InterceptionNumbers) -> Option<Barred> {
    let reach = numbers.reaction.coastal_hexes;
    if hunt.reactive && hunt.given.range.is_some_and(|range| u32::from(range) > reach) {
        return Some(("3.8.7.2", format!("a reaction reaches at most {reach} coastal hexes")));
    }
    if hunt.phase() != HuntPhase::Offensive || hunt.reactive {
        return None;
    }
    let row = &numbers.offensive;
    let slowest = hunt.groups().iter().filter_map(|group| group.speed).min();
    let most = if slowest.is_some_and(|speed| speed < row.fast) { row.slow_most } else { row.fast_most };
    let farthest = hunt.groups().iter().map(|group| hunt.moved(group)).max().unwrap_or_default();
    (farthest > most).then(|| ("3.6.3", format!("in a Sea Offensive these ships move at most {most} MP")))
}
