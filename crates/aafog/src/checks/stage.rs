//! How far a game has come, as far as its files and papers tell, and what a line of the log is about.

use serde_json::Value;

use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::super::copies::SETUP;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};
use liege_rules::desk::units::{UnitRef, Units};

/// The kinds of lines with which a game begins.
const BEGINNINGS: [&str; 5] = ["issue", "research", "purchase", "order", "enter"];

/// Whether the set-up is over; none where nothing tells. While it lasts both boards are known to both sides (1, L7).
pub fn is_past_setup(case: &Case<Boards>) -> Option<bool> {
    let log = case.papers.log.as_deref();
    let is_play = |entry: &LogEntry| {
        !matches!(entry.event, LogEvent::Issue { .. } | LogEvent::Returned { .. } | LogEvent::Sighting { .. })
    };
    let is_later = |entry: &LogEntry| matches!(entry.event, LogEvent::Issue { number, .. } if number > 0);
    let logged = log.is_some_and(|log| log.entries.iter().any(|entry| is_play(entry) || is_later(entry)));
    let mut shown = case.papers.ledgers.values().flat_map(|ledger| &ledger.entries);
    if logged
        || !case.earlier.is_empty()
        || case.now.turn().is_some_and(|turn| turn > 1)
        || shown.any(|entry| entry.issue > 0 || (entry.source != SETUP && entry.source != "public"))
    {
        return Some(true);
    }
    let log = log?;
    let issued = log.entries.iter().any(|entry| matches!(entry.event, LogEvent::Issue { number: 0, .. }));
    (issued || log.tells_all(&BEGINNINGS)).then_some(false)
}

/// Refuses a case that a side looks at: what the check says would tell it what it may not know.
pub fn for_the_umpire(case: &Case<Boards>) -> Result<(), NotGiven> {
    if case.now.situation.looker.is_some() { Err(NotGiven("--side umpire")) } else { Ok(()) }
}

/// Whether who looks may know all units of an alliance: the umpire, and that alliance itself.
pub fn may_know(case: &Case<Boards>, alliance: &str) -> bool {
    case.now.situation.looker.as_deref().is_none_or(|looker| looker == alliance)
}

/// Whether two lines of a log belong to one turn of one power (G29).
pub fn is_same_turn(one: &LogEntry, other: &LogEntry) -> bool {
    one.round == other.round && one.power.eq_ignore_ascii_case(&other.power)
}

/// The id of the phase that a line names; empty where it names none that the game has.
pub fn phase_of<'a>(view: &'a Boards, entry: &LogEntry) -> &'a str {
    view.pack().phase(&entry.phase).map_or("", |(_, phase)| phase.id.as_str())
}

/// The lines since the copies before these were issued; all, where the log does not tell.
pub fn since_the_earlier_issue(log: &UmpireLog) -> &[LogEntry] {
    let issues = log.entries.iter().enumerate().rev();
    let is_issue =
        |entry: &LogEntry| matches!(entry.event, LogEvent::Issue { record_only, .. } if !record_only);
    let mut issues = issues.filter(|(_, entry)| is_issue(entry));
    match (issues.next(), issues.next()) {
        (Some(_), Some((at, _))) => log.entries.get(at + 1..).unwrap_or_default(),
        _ => &log.entries,
    }
}

/// Whether one of these units is of a class; a unit that is named by its id is looked up on these boards.
pub fn has_class(view: &Boards, units: &Units, class: UnitClass) -> bool {
    units.0.iter().any(|unit| is_class(view, unit, class))
}

/// Whether a unit of a log is of a class.
pub fn is_class(view: &Boards, unit: &UnitRef, class: UnitClass) -> bool {
    match (&unit.id, unit.class.as_str()) {
        (Some(id), "") => view.by_id(id).is_some_and(|unit| unit.class == class),
        (_, word) => UnitClass::find(word) == Some(class),
    }
}

/// Whether what was bought, placed or listed names a class; text that is no list of units is searched for its words.
pub fn names_class(view: &Boards, what: &Value, class: UnitClass) -> bool {
    match serde_json::from_value::<Units>(what.clone()) {
        Ok(units) => has_class(view, &units, class),
        Err(_) => words_of(what).iter().any(|word| UnitClass::find(word) == Some(class)),
    }
}

/// The words of all texts in a value.
pub fn words_of(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => {
            let words = text.split(|letter: char| !letter.is_alphanumeric());
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
        }
        Value::Array(all) => all.iter().flat_map(words_of).collect(),
        Value::Object(all) => all.values().flat_map(words_of).collect(),
        _ => Vec::new(),
    }
}

/// The text of a value that is text or a number; empty for any other.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}
