//! The income chart, which is public, and the money in hand, which is not (10, L37; G28).

use std::collections::{BTreeMap, BTreeSet};

use super::super::base::{Base, Heir};
use super::super::boards::Boards;
use super::layer::{self, Layer};
use super::stage::{for_the_umpire, is_same_turn, phase_of};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};
use liege_rules::position::situation::PlaceId;

/// The columns of `areas.csv` that tell of a territory.
const OWNER: &str = "owner";
const VICTORY_CITY: &str = "victory-city";

/// The phases in which territories may be gained without a fight, and in which income is collected.
const NON_COMBAT: &str = "NC";
const COLLECTING: &str = "CI";

/// The income chart shows the same in all files of an issue (AAF-017).
pub fn chart_differs(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies =
        case.copies.iter().map(|(side, copy)| (side.as_str(), format!("copy of {side}"), &copy.held));
    let shared = case.shared.iter().map(|view| ("", "shared save".to_owned(), view));
    let files: Vec<(&str, String, &Boards)> = copies.chain(shared).collect();
    if files.is_empty() {
        case.wants_copies()?;
    }
    for (side, file, view) in files {
        if case.now.turn().zip(view.turn()).is_some_and(|(now, other)| now != other) {
            report.not_checked(format!("the {file} is from a different turn than the save"));
            continue;
        }
        for power in case.now.powers() {
            let Some(shown) = view.income(power) else { continue };
            let Some(income) = case.now.income(power) else {
                report
                    .not_checked(format!("the save does not show the income of {}", case.now.called(power)));
                continue;
            };
            if shown != income {
                if let Some(reason) = layer::went_on(case, side) {
                    report.not_checked(reason);
                    break;
                }
                let message = format!(
                    "{file}: the chart shows {shown} IPC for {}, but the save has {income}",
                    case.now.called(power)
                );
                report.add(Found::new(None, Vec::new(), message));
            }
        }
    }
    Ok(())
}

/// A territory that changed hands.
struct Won<'a> {
    place: &'a PlaceId,
    from: String,
    to: String,
}

/// The chart has moved by what was taken when the next announcement is made (AAF-018).
pub fn chart_not_moved(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let before = case.wants_before()?;
    let (mut moved, mut unsure): (BTreeMap<String, i32>, BTreeSet<String>) = Default::default();
    let mut places: Vec<&PlaceId> = Vec::new();
    let base = Base::of(case.now.pack());
    for won in captures(before, &case.now) {
        match worth(&case.now, &base, &won) {
            Ok((value, heir)) if is_due(case, before, &won) => {
                let gains = heir.map(|power| (power, value));
                let loses = Some((won.from, -value)).filter(|(power, _)| !power.is_empty());
                for (power, change) in gains.into_iter().chain(loses) {
                    *moved.entry(power).or_default() += change;
                }
                places.push(won.place);
            }
            other => {
                if let Err(reason) = other {
                    report.not_checked(reason);
                }
                unsure.extend([won.from, won.to]);
            }
        }
    }
    for (power, change) in moved.iter().filter(|(power, _)| !unsure.contains(*power)) {
        let Some((was, is)) = before.income(power).zip(case.now.income(power)) else {
            report
                .not_checked(format!("the saves do not both show the income of {}", case.now.called(power)));
            continue;
        };
        if is - was != *change {
            if may_have_lost_convoys(case, before, power) {
                report.not_checked(format!(
                    "{} may have lost income to convoy raiders between the saves",
                    case.now.called(power)
                ));
                continue;
            }
            let message = format!(
                "the income of {} went from {was} to {is}, but the territories that changed hands make it {}",
                case.now.called(power),
                was + change
            );
            let place = if let [place] = places.as_slice() { Some((*place).clone()) } else { None };
            report.add(Found::new(place, Vec::new(), message).help("move the markers of the income chart"));
        }
    }
    Ok(())
}

fn captures<'a>(before: &Boards, now: &'a Boards) -> Vec<Won<'a>> {
    let areas = now.pack().map.areas().map(|facts| &facts.id);
    let won = areas.filter_map(|place| {
        let (from, to) = (before.holding_power(place), now.holding_power(place));
        (from != to).then(|| Won { place, from: from.to_owned(), to: to.to_owned() })
    });
    won.collect()
}

/// The value of a territory that changed hands, and the power whose income it adds to: the captor, where it went from enemy
/// to enemy; of others the base game says it.
fn worth(view: &Boards, base: &Base, won: &Won<'_>) -> Result<(i32, Option<String>), String> {
    let place = won.place;
    let needs = |what: &str| format!("needs {what} in base.toml (user data), for {place}");
    let facts = view.situation.facts(place);
    let start = facts.map_or("", |facts| facts.word(OWNER));
    let (from, to) = (view.side_of(&won.from), view.side_of(&won.to));
    if facts.is_some_and(|facts| !facts.word(VICTORY_CITY).is_empty()) {
        return Err(needs("the rules for captured capitals"));
    }
    let rule = if to.is_empty() {
        return Err(needs("the rules for territories that nobody holds"));
    } else if from.is_empty() {
        base.income.neutral.ok_or_else(|| needs("[income] neutral"))?
    } else if from == to || view.side_of(start) == to {
        base.income.liberated.ok_or_else(|| needs("[income] liberated"))?
    } else {
        Heir::Captor
    };
    let heir = match rule {
        Heir::Captor => Some(won.to.clone()),
        Heir::FirstOwner => Some(start.to_owned()).filter(|power| !power.is_empty()),
        Heir::Nobody => None,
    };
    match view.worth(place) {
        Some(value) => Ok((value, heir)),
        None => Err(format!("needs the value of {place} in areas.csv (user data)")),
    }
}

/// Whether a power may have lost income to raiders since an earlier save: the log has a loss, or leaves out what became
/// of a Collect Income.
fn may_have_lost_convoys(case: &Case<Boards>, before: &Boards, power: &str) -> bool {
    let log = case.papers.log.as_deref();
    let logged = log.into_iter().flat_map(|log| &log.entries).any(|entry| match &entry.event {
        LogEvent::Convoy { .. } => entry.power.is_empty() || entry.power.eq_ignore_ascii_case(power),
        _ => false,
    });
    let collected = before.turn().zip(case.now.turn()).is_none_or(|(was, is)| was != is)
        && (before.turn().is_some() || case.now.turn().is_some());
    let in_collecting = case.now.situation.clock.phase.as_deref() == Some(COLLECTING);
    logged || (!log.is_some_and(|log| log.tells("convoy")) && (collected || in_collecting))
}

/// Whether the chart must have moved by now: an announcement or another phase followed, or the turn is another. What was
/// gained in the non-combat move is on the chart when income has been collected (G37).
fn is_due(case: &Case<Boards>, before: &Boards, won: &Won<'_>) -> bool {
    let view = &case.now;
    if let Some(log) = case.papers.log.as_deref() {
        let taken = log.entries.iter().rposition(|entry| {
            matches!(&entry.event, LogEvent::Capture { place, .. } if view.place(place).as_ref() == Some(won.place))
        });
        if let Some(at) = taken {
            let capture = &log.entries[at];
            let phase = phase_of(view, capture);
            let gained = view.side_of(&won.from).is_empty() && !["CM", "CC"].contains(&phase);
            let is_late = gained || phase == NON_COMBAT;
            return log.entries.iter().skip(at + 1).any(|entry| {
                let told = matches!(&entry.event, LogEvent::Message(notice) if notice.template == "M01");
                let other = !entry.power.is_empty() && !is_same_turn(capture, entry);
                other || (!is_late && (told || matches!(phase_of(view, entry), "NC" | "MO" | COLLECTING)))
            });
        }
    }
    // Only what belonged to nobody can be gained without a fight in the non-combat move.
    let phase = view.situation.clock.phase.as_deref().filter(|_| !view.side_of(&won.from).is_empty());
    matches!(phase, Some("NC" | "MO" | COLLECTING))
        || before.turn().zip(view.turn()).is_some_and(|(was, is)| was != is)
}

/// A copy does not show how the enemy's money changes after Collect Income (AAF-068).
pub fn money_shown_live(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies = case.wants_copies()?;
    for_the_umpire(case)?;
    for (side, copy) in copies {
        let own = case.now.side_of(side);
        for power in case.now.powers().filter(|power| case.now.side_of(power) != own) {
            let Some(shown) = copy.held.money(power) else { continue };
            let Some(spent) = spending(&case.now, case.wants_log()?, power) else { continue };
            let was = case.earlier.get(side).and_then(|view| view.money(power));
            let changed = was.is_some_and(|was| was != shown);
            let guessed = match Layer::of(case, side) {
                Layer::Of(view) => view.money(power) == Some(shown),
                Layer::Nothing => false,
                Layer::Unknown => {
                    report.not_checked(layer::unknown(side));
                    continue;
                }
            };
            if guessed {
                continue;
            }
            if changed || (was.is_none() && case.now.money(power) == Some(shown)) {
                let message = format!(
                    "copy of {side}: {shown} IPC in hand of {} are shown as they are after line {} of the log, \
                     not as they were after its last Collect Income",
                    case.now.called(power),
                    spent.n
                );
                report.add(Found::new(None, Vec::new(), message));
            }
        }
    }
    Ok(())
}

/// What a power spent since it last collected income; none where it spent nothing, or may have collected since.
fn spending<'a>(view: &Boards, log: &'a UmpireLog, power: &str) -> Option<&'a LogEntry> {
    let is_own = |entry: &LogEntry| entry.power.eq_ignore_ascii_case(power);
    let collects = |entry: &LogEntry| {
        is_own(entry) && (matches!(entry.event, LogEvent::Income { .. }) || phase_of(view, entry) == "CI")
    };
    let since = log.entries.iter().rposition(collects).map_or(0, |at| at + 1);
    let rest = log.entries.get(since..).unwrap_or_default();
    let spends = |entry: &LogEntry| {
        is_own(entry) && matches!(entry.event, LogEvent::Purchase(_) | LogEvent::Research(_))
    };
    let at = rest.iter().position(spends)?;
    let spent = &rest[at];
    // A log that was kept by hand may leave out that income was collected.
    let went_on =
        rest.iter().skip(at + 1).any(|entry| !entry.power.is_empty() && !is_same_turn(spent, entry));
    (log.tells("income") || !went_on).then_some(spent)
}
