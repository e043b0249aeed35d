//! What the rules demand of what a side is shown of ships: subs without a destroyer, cargo of transports (4.D).

use std::sync::Arc;

use serde_json::Value;

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::super::copies::SETUP;
use super::story::{Contact, Story, StoryTurn};
use super::telling::NoticeFacts;
use super::waters::{found, group_and_earlier, is_sea, may_have_destroyer};
use super::{contact, in_copy};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, whole};
use liege_rules::desk::ledger::{Ledger, LedgerEntry};
use liege_rules::desk::log::{LogEvent, Notice};
use liege_rules::desk::units::{UnitRef, Units};
use vassal::diagnostic::Severity;

/// The table of this topic.
pub const SEEN: &[Check<Boards>] = &[whole("AAF-032", sub_without_destroyer), whole("AAF-035", cargo_told)];

/// Rows of the chart and messages that show no submarine to its enemy.
const NO_SUB: [&str; 10] = ["C1", "C7", "C11", "C13", "C15", "M03", "M05", "M06", "M07", "M08"];
/// Rows and messages about battles, which a hidden submarine may have joined or begun.
const BATTLE: [&str; 9] = ["C3", "C5", "C6", "C8", "C10", "C12", "M01", "M02", "M10"];
/// Rows of the chart and messages that show one where a destroyer is.
const WITH_DESTROYER: [&str; 5] = ["C2", "C4", "C14", "M11", "M13"];

fn sub_without_destroyer(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies = case.wants_copies()?;
    let ledgers = case.wants_ledgers()?;
    let story = case.papers.log.is_some().then(|| Story::of(case)).transpose()?;
    for (side, copy) in copies {
        let view = &copy.held;
        let own = view.side_of(side);
        let Some(ledger) = ledgers.get(own) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        let subs = view.units.iter().filter(|unit| unit.class == UnitClass::Sub && unit.side != own);
        for sub in subs {
            let Some(entry) = sub.claims.as_ref().and_then(|claim| ledger.entry(claim.trim().parse().ok()?))
            else {
                continue;
            };
            if is_shown_wrongly(story.as_ref(), own, entry) {
                let message = format!(
                    "an enemy submarine in {} is shown by {}, but no destroyer met it there",
                    sub.place, entry.source
                );
                let found = in_copy(side, Some(&sub.place), [(view, sub)], message);
                report
                    .add(found.help(
                        "a submarine is shown from the set-up, a destroyer, its free shot or a battle",
                    ));
            }
        }
    }
    Ok(())
}

/// The kinds of lines that tell that a submarine fought or came up.
const FIGHTING: [&str; 3] = ["battle", "answer", "message"];

/// Whether the source of an entry shows no submarine: it neither met a destroyer nor fought, as far as the log tells.
fn is_shown_wrongly(story: Option<&Story<'_>>, own: &str, entry: &LedgerEntry) -> bool {
    let source = entry.source.trim().to_uppercase();
    let is = |words: &[&str]| words.contains(&source.as_str());
    let tells = |kinds: &[&str]| story.filter(|story| story.tells(kinds));
    let unmet = |story: &Story<'_>| meeting_of(story, own, entry.entry) == Some(false);
    let wrong = is(&NO_SUB)
        || (is(&BATTLE) && tells(&FIGHTING).is_some())
        || (is(&WITH_DESTROYER)
            && tells(&FIGHTING).is_some_and(|story| story.tells(&["enter"]) && unmet(story)));
    wrong && !story.is_some_and(|story| may_have_fought(story, own, entry))
}

/// Whether a submarine may have fired or fought in the place and turn of an entry.
fn may_have_fought(story: &Story<'_>, own: &str, entry: &LedgerEntry) -> bool {
    let place = story.spot(&entry.place);
    let is_of = |turn: &&StoryTurn<'_>| entry.round == 0 || turn.round == 0 || turn.round == entry.round;
    story.turns.iter().filter(is_of).any(|turn| {
        let mut battles =
            turn.battles.iter().filter(|battle| battle.place == place || battle.place.is_empty());
        contact::has_surfaced(turn, &place)
            || battles.any(|battle| {
                let others = battle.fought.units.iter().filter(|(who, _)| story.view().side_of(who) != own);
                let units = story.count(others.flat_map(|(_, units)| &units.0));
                units.counts.is_empty() || units.may_have(|class| class == UnitClass::Sub)
            })
    })
}

/// Whether a destroyer of a side may have been in the meeting that an entry of its ledger comes from; none where the log
/// does not tell which that was.
fn meeting_of(story: &Story<'_>, side: &str, entry: u32) -> Option<bool> {
    let shows = |event: &LogEvent| matches!(event, LogEvent::Sighting { side: to, entry: shown } if *shown == entry && story.view().side_of(to) == side);
    for turn in &story.turns {
        let contacts = turn.contacts();
        let of: Option<&Contact<'_>> =
            contacts.iter().find(|contact| turn.of(contact).any(|step| shows(&step.entry.event)));
        if let Some(contact) = of {
            // Where the side itself lay in wait, its destroyers are not in the group.
            let is_mover = turn.side == side;
            return is_mover.then(|| {
                group_and_earlier(story, contact).may_have(|class| class == UnitClass::Dd)
                    || may_have_destroyer(story, turn, &contact.place)
            });
        }
    }
    None
}

/// Messages about enemies at sea.
const AT_SEA: [&str; 10] = ["M01", "M05", "M06", "M07", "M08", "M09", "M10", "M11", "M13", "M19"];

fn cargo_told(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let story = case.papers.log.is_some().then(|| Story::of(case)).transpose()?;
    if let Some(story) = &story {
        cargo_in_messages(story, report);
    }
    if let Some(shared) = &case.shared {
        for ship in shared.units.iter().filter(|unit| unit.class == UnitClass::Tr) {
            let cargo = shared.units.iter().filter(|unit| unit.carrier == Some(ship.ix));
            let absent: Vec<_> = cargo.map(|unit| shared.piece_ref(unit)).collect();
            if !absent.is_empty() {
                let name = ship.called(shared.pack());
                let message = format!("shared save: {name} in {} is shown with its cargo", ship.place);
                let place = Some(ship.place.clone());
                report.add(Found { absent, ..Found::new(place, Vec::new(), message) });
            }
        }
    }
    for (side, ledger) in &case.papers.ledgers {
        cargo_in_ledger(&case.now, side, ledger, report);
    }
    case.wants_log()?;
    case.wants_ledgers()?;
    case.wants_shared()?;
    Ok(())
}

fn cargo_in_messages(story: &Story<'_>, report: &mut Report<'_>) {
    let view = story.view();
    for turn in &story.turns {
        for (step, notice) in turn.told() {
            let receiver = view.side_of(&notice.to);
            let at_sea = step.place.as_deref().is_none_or(|place| is_sea(view, place));
            if !at_sea || !AT_SEA.iter().any(|template| notice.is(template)) {
                continue;
            }
            if let Some(what) = cargo_field(view, notice, receiver) {
                let place = step.place.as_deref().unwrap_or("");
                let message = format!(
                    "message {} to {} reveals a transport's cargo: {what}",
                    notice.template, notice.to
                );
                report.add(found(story, place, message));
            }
        }
    }
}

/// What of a message names or counts the cargo of a transport that is not the receiver's.
fn cargo_field(view: &Boards, notice: &Notice, receiver: &str) -> Option<String> {
    notice.fields.iter().find_map(|(field, value)| {
        if field.to_lowercase().contains("cargo") && !says_nothing(value) {
            return Some(format!("{field} {value}"));
        }
        let units: Units = serde_json::from_value(value.clone()).ok()?;
        let told = units.0.iter().find(|unit| is_cargo(unit) && !is_of(view, unit, receiver))?;
        Some(told.in_words())
    })
}

/// Whether a field was left empty, or says that nothing is told.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => ["", "?", "-", "hidden", "unknown", "not told"].contains(&text.trim()),
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// Whether it is a land unit at sea, or a transport with what it carries.
fn is_cargo(unit: &UnitRef) -> bool {
    let class = UnitClass::find(&unit.class).filter(|_| !unit.class.is_empty());
    class.is_some_and(UnitClass::is_land) || (class == Some(UnitClass::Tr) && !unit.cargo.is_empty())
}

fn is_of(view: &Boards, unit: &UnitRef, side: &str) -> bool {
    let owner = unit.power.as_deref().map(|power| view.side_of(power));
    owner.is_some_and(|owner| !owner.is_empty() && owner == side)
}

fn cargo_in_ledger(view: &Boards, side: &str, ledger: &Arc<Ledger>, report: &mut Report<'_>) {
    let is_told = |entry: &LedgerEntry| {
        let units = Units::parse(&entry.class).unwrap_or_default();
        let cargo = units.0.iter().any(is_cargo);
        cargo && is_sea(view, &entry.place) && !entry.source.trim().eq_ignore_ascii_case(SETUP)
    };
    for entry in
        ledger.entries.iter().filter(|entry| is_told(entry) && view.side_of(&entry.side_seen) != side)
    {
        let message = format!(
            "ledger of {side}, entry {}: {} at sea is the cargo of a transport",
            entry.entry, entry.class
        );
        let finding = Found::new(view.place(&entry.place), Vec::new(), message);
        let severity = entry.source.is_empty().then_some(Severity::Suspicious);
        report.add(Found { severity, ..finding });
    }
}
