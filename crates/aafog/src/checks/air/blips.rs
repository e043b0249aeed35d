//! Radar blips: what they say, and who causes one (8-air; C1; C11).

use std::collections::BTreeSet;

use super::super::super::base::Base;
use super::super::super::boards::{BoardUnit, Boards};
use super::super::super::class::UnitClass;
use super::super::stage::for_the_umpire;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{Enter, LogEntry};

/// The notice of a radar blip.
const BLIP: &[&str] = &["M05"];
/// Phases in which a blip is due.
const COMBAT: [&str; 2] = ["CM", "CC"];

/// AAF-051.
pub fn says_too_much(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        for (at, entry, notice) in turn.messages(BLIP) {
            let fought = turn
                .battles()
                .into_iter()
                .any(|(begun, _, battle)| begun < at && turns::means(turn.view, notice, &battle.place));
            let words = turns::force_told(&case.now, &notice.fields);
            if !fought && !words.is_empty() {
                let place = turns::places_in(&case.now, &notice.fields).into_iter().next();
                let message = format!(
                    "line {}: the radar blip reveals more than its zone: {}",
                    entry.n,
                    words.join(", ")
                );
                report.add(Found::new(place, Vec::new(), message));
            }
        }
    }
    Ok(())
}

/// AAF-052.
pub fn missing_or_for_subs(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let turns = turns::turns(case)?;
    if !turns::knows_islands(&case.now) {
        report.not_checked("needs the islands of the map in areas.csv (user data)");
        return Ok(());
    }
    for turn in turns {
        for (at, entry, notice) in turn.messages(BLIP).filter(|(_, entry, _)| !turn.is_in(entry, &["NC"])) {
            for zone in turns::places_in(&case.now, &notice.fields) {
                let zone = zone.to_string();
                if is_for_subs(case, &turn, at, &zone) {
                    let message = format!("line {}: a radar blip in {zone} for submarines only", entry.n);
                    report.add(Found::new(case.now.place(&zone), Vec::new(), message));
                }
            }
        }
        if turn.is_last && turn.tells(&["message"]) {
            missing(case, &turn, report);
        }
    }
    Ok(())
}

/// Whether only submarines can be what a blip is about: everybody who entered the zone before, and nobody else with the
/// last of them. A log with gaps may lack whom the blip is about.
fn is_for_subs(case: &Case<Boards>, turn: &PowerTurn<'_>, at: usize, zone: &str) -> bool {
    let entered: Vec<(usize, &Enter)> = turn
        .enters()
        .filter(|(_, _, enter)| turn.same(&enter.place, zone))
        .map(|(when, _, enter)| (when, enter))
        .collect();
    let before: Vec<&(usize, &Enter)> = entered.iter().filter(|(when, _)| *when < at).collect();
    let Some((_, group)) = before.last() else { return false };
    let with_it = entered
        .iter()
        .any(|(when, enter)| *when > at && (enter.item == group.item || turns::is_nameless(&enter.item)));
    let subs =
        before.iter().all(|(_, enter)| turns::is_all(case, &enter.group, |class| class == UnitClass::Sub));
    subs && !with_it && turn.tells(&["enter"])
}

/// Zones that somebody entered under a working air base of an enemy without a word to its owner.
fn missing(case: &Case<Boards>, turn: &PowerTurn<'_>, report: &mut Report<'_>) {
    let mut seen = BTreeSet::new();
    for (at, entry, enter) in turn.enters().filter(|(_, entry, _)| turn.is_in(entry, &COMBAT)) {
        let Some(zone) = case.now.place(&enter.place).filter(|_| is_noticed(case, turn, enter)) else {
            continue;
        };
        let heard = turn.messages(BLIP).any(|(when, _, notice)| {
            turns::may_mean(turn.view, notice, &enter.place)
                && (when > at || turn.entries.get(when).is_some_and(|told| told.n + 1 == entry.n))
        });
        if heard || !seen.insert(zone.clone()) {
            continue;
        }
        if let Some(base) = listening_base(case, turn, entry, &enter.place, report) {
            let message = format!(
                "line {}: {} enters {}, but the owner of the {} in {} is not notified",
                entry.n,
                case.now.called(turn.power),
                enter.place,
                base.called(case.now.pack()),
                base.place
            );
            report.add(Found::new(Some(zone), vec![base.ix], message));
        }
    }
}

/// Whether a group is one that is noticed: known, of the power whose turn it is, and not of submarines alone.
fn is_noticed(case: &Case<Boards>, turn: &PowerTurn<'_>, enter: &Enter) -> bool {
    turns::is_any(case, &enter.group, |class| class.is_surface_ship() || class.is_air())
        && !turns::is_of_others(case, &enter.group, turn.side)
}

/// An air base of an enemy on an island of a zone that works and has somebody to scramble.
fn listening_base<'a>(
    case: &'a Case<Boards>,
    turn: &PowerTurn<'_>,
    entry: &LogEntry,
    zone: &str,
    report: &mut Report<'_>,
) -> Option<&'a BoardUnit> {
    let view = &case.now;
    let base_game = Base::of(view.pack());
    for island in turns::islands_of(view, zone) {
        let bases = view.on_board().filter(|unit| unit.place == *island && unit.class == UnitClass::AirBase);
        for base in bases {
            if turns::at_war(view, turn.power, &base.power, entry.round) != Some(true) {
                continue;
            }
            let manned = view.of_side(&base.side).any(|unit| unit.place == *island && unit.class.scrambles());
            match base_game.works("airbase", i32::try_from(base.damage).unwrap_or(i32::MAX)) {
                _ if !manned => {}
                Some(true) => return Some(base),
                Some(false) => {}
                None => report.not_checked(WORKS),
            }
        }
    }
    None
}

/// What is missing where a damaged base may or may not work.
pub(super) const WORKS: &str = "a damaged air base: needs works_until.airbase in base.toml (user data)";
