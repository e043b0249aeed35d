//! Places that change hands: what the loser learns, and who can take them (8-land; D2).

use super::super::super::boards::{BoardUnit, Boards};
use super::super::super::class::UnitClass;
use super::super::in_copy;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::ledger::{Ledger, LedgerEntry};
use liege_rules::desk::log::{Fought, LogEntry, LogEvent, Notice};
use vassal::diagnostic::Severity;

/// The word to the loser of a place that nobody defended.
const LOST: &[&str] = &["M03"];
/// The word to the mover that his aircraft found nobody.
const NOBODY: &[&str] = &["M12"];

/// AAF-046.
pub fn loser_told_too_much(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let (copies, ledgers) = (case.wants_copies()?, case.wants_ledgers()?);
    for turn in turns::turns(case)? {
        for (_, entry, notice) in turn.messages(LOST) {
            let words = turns::force_told(&case.now, &notice.fields);
            let places = turns::places_in(&case.now, &notice.fields);
            if !words.is_empty() {
                let message = format!(
                    "line {}: the report of a loss without a battle reveals more than place and power: {}",
                    entry.n,
                    words.join(", ")
                );
                report.add(Found::new(places.first().cloned(), Vec::new(), message));
            }
            let loser = case.now.side_of(&notice.to);
            for (name, copy) in copies.iter().filter(|(name, _)| case.now.side_of(name) == loser) {
                let Some(ledger) = ledgers.get(loser) else {
                    report.not_checked(format!("needs --ledger of {loser}"));
                    continue;
                };
                let shown = copy.held.on_board().filter(|unit| {
                    places.contains(&unit.place) && unit.side != loser && is_from(&turn, ledger, unit)
                });
                for unit in shown {
                    let message = format!(
                        "{} is in {}, which was lost without a battle",
                        unit.called(case.now.pack()),
                        unit.place
                    );
                    report.add(in_copy(name, Some(&unit.place), [(&copy.held, unit)], message));
                }
            }
        }
    }
    Ok(())
}

/// Whether a ghost rests on the loss alone: its entry is of this turn and names the loss as its source.
fn is_from(turn: &PowerTurn<'_>, ledger: &Ledger, unit: &BoardUnit) -> bool {
    let rests = |entry: &LedgerEntry| {
        let source = entry.source.to_lowercase();
        (entry.round, entry.power.as_str()) == (turn.round, turn.power)
            && ["m03", "capture"].contains(&source.as_str())
    };
    let entry = unit.claims.as_deref().and_then(|number| ledger.entry(number.trim().parse().ok()?));
    !unit.class.is_facility() && entry.is_some_and(rests)
}

/// AAF-050.
pub fn taken_by_air(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        for (_, entry, event) in turn.events() {
            let LogEvent::Capture { place, to, .. } = event else { continue };
            if case.now.side_of(to) == turn.side && is_air_alone(case, &turn, place) {
                let message =
                    format!("line {}: {} takes {place} with aircraft only", entry.n, case.now.called(to));
                let found = Found::new(case.now.place(place), Vec::new(), message);
                report.add(found.help("a territory is taken by land units"));
            }
        }
        for (at, entry, battle) in turn.battles() {
            let is_fight = ["attack", "blitz"].contains(&battle.cause.as_str());
            if let Some(severity) = is_fight.then(|| against_nobody(case, &turn, at, entry, battle)).flatten()
            {
                let message =
                    format!("line {}: aircraft fight in {}, where no unit defends", entry.n, battle.place);
                report.add(Found::new(case.now.place(&battle.place), Vec::new(), message).severity(severity));
            }
        }
    }
    Ok(())
}

/// Whether everybody who attacked a place in this turn is an aircraft, as far as the log can say so.
fn is_air_alone(case: &Case<Boards>, turn: &PowerTurn<'_>, place: &str) -> bool {
    let air = UnitClass::is_air;
    let ground = |units| !turns::is_all(case, units, |class| !class.is_land());
    let groups: Vec<_> = turn
        .enters()
        .filter(|(_, _, enter)| turn.same(&enter.place, place))
        .map(|(_, _, enter)| &enter.group)
        .collect();
    let came = groups.iter().all(|group| {
        turns::counts_with_cargo(case, group).is_some_and(|counts| counts.keys().all(|class| class.is_air()))
    });
    let landed = turn.orders().any(|(_, _, order)| {
        order.path.last().is_some_and(|last| turn.same(last, place))
            && (ground(&order.units) || order.units.0.iter().any(|unit| !unit.cargo.is_empty()))
    });
    // Who is put ashore may be told by his ship alone, in a zone beside the place.
    let coast = case.now.place(place).map(|place| case.now.pack().map.neighbours(&place)).unwrap_or_default();
    let brought = turn.enters().any(|(_, _, enter)| {
        let beside = coast.iter().any(|zone| turn.same(&zone.to_string(), &enter.place));
        beside && turns::is_any(case, &enter.group, |class| class == UnitClass::Tr)
    });
    let battle = turn.battles().into_iter().rfind(|(.., battle)| turn.same(&battle.place, place));
    let fought = battle.and_then(|(.., battle)| turn.units_of(battle, turn.side));
    let by_battle = fought.as_ref().is_some_and(|units| turns::is_all(case, units, air));
    let silent = fought.is_none() && turn.tells(&["enter", "order"]) && !groups.is_empty() && !brought;
    came && !landed && (by_battle || silent)
}

/// How sure it is that aircraft fight over a place without units: facilities alone are no units by a reading of ours.
fn against_nobody(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    at: usize,
    entry: &LogEntry,
    battle: &Fought,
) -> Option<Severity> {
    if !turns::is_land(&case.now, &battle.place) || turn.is_in(entry, &["NC"]) {
        return None;
    }
    let attackers = turn.units_of(battle, turn.side)?;
    if !turns::is_all(case, &attackers, UnitClass::is_air) {
        return None;
    }
    let named = |notice: &Notice| turns::means(&case.now, notice, &battle.place);
    let told_so = turn.messages(NOBODY).any(|(when, _, notice)| when < at && named(notice));
    match turn.units_against(battle) {
        Some(defenders) if defenders.is_empty() => Some(Severity::Illegal),
        Some(defenders) if turns::is_all(case, &defenders, UnitClass::is_facility) => {
            Some(Severity::Suspicious)
        }
        None if told_so => Some(Severity::Illegal),
        _ => None,
    }
}
