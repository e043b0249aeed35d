//! What the umpire tells: to whom, on which ground, and no more than a message may say (6.5b).

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::base::Base;
use super::super::boards::Boards;
use super::super::class::UnitClass;
use super::super::messages::MessageForm;
use super::stage::{is_class, is_same_turn, phase_of, plain, words_of};
use super::turns;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};
use liege_rules::desk::units::{UnitRef, Units};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::Severity;

/// The message of a convoy loss.
const CONVOY_LOSS: &str = "M14";
/// Facts of a convoy loss: the amount, and the player whom it struck.
const OF_CONVOY_LOSS: [&str; 5] = ["n", "amount", "ipc", "power", "player"];
/// Names of one fact: a log that is kept by hand may use either.
const PLACE: [&str; 2] = ["place", "zone"];
/// Other names of facts that a log that is kept by hand may use.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("list", &["units", "ships", "fleet", "facilities", "infrastructure"]),
    ("facilities", &["list", "captured", "infrastructure"]),
    ("transports", &["n", "number", "count"]),
    ("power", &["by", "captor"]),
    ("mp", &["left", "movement"]),
    ("unit", &["observer"]),
    ("subs", &["n", "number", "count"]),
    ("result", &["hit"]),
    ("reason", &["rule"]),
];

/// Who is to get a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Receiver {
    Mover,
    Idle,
    Japan,
    Anybody,
}

fn receiver(template: &str) -> Receiver {
    match template {
        "M02" | "M04" | "M08" | "M11" | "M12" | "M15" | "M17" | "M18" | "M19" | "M20" => Receiver::Mover,
        "M01" | "M03" | "M05" | "M07" | "M09" => Receiver::Idle,
        "M06" => Receiver::Japan,
        // M10 goes to whoever has the sub, M13 to each side that sees, M14 is public, M16 to whom the technology meets.
        _ => Receiver::Anybody,
    }
}

/// A message, or a question that only its answer shows.
struct Said<'a> {
    at: usize,
    entry: &'a LogEntry,
    template: &'a str,
    to: &'a str,
    fields: BTreeMap<&'a str, &'a Value>,
    place: Option<PlaceId>,
}

fn said<'a>(view: &Boards, log: &'a UmpireLog) -> Vec<Said<'a>> {
    let mut all: Vec<Said<'a>> = Vec::new();
    for (at, entry) in log.entries.iter().enumerate() {
        let (template, to, fields) = match &entry.event {
            LogEvent::Message(notice) => {
                let fields = notice.fields.iter().filter(|(_, value)| !value.is_null());
                let fields: BTreeMap<&str, &Value> =
                    fields.map(|(key, value)| (key.as_str(), value)).collect();
                (&notice.template, &notice.to, fields)
            }
            LogEvent::Answer(reply) => (&reply.template, &reply.by, BTreeMap::new()),
            _ => continue,
        };
        let is_asked =
            |said: &Said<'_>| said.template == template && said.to == to && is_same_turn(said.entry, entry);
        if matches!(entry.event, LogEvent::Answer(_)) && all.iter().any(is_asked) {
            continue;
        }
        let place = PLACE.iter().find_map(|key| view.place(fields.get(key)?.as_str()?));
        all.push(Said { at, entry, template, to, fields, place });
    }
    all
}

/// Messages go to the side that is to get them, on their ground, and name their facts alone (AAF-067).
pub fn message_says_too_much(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let log = case.wants_log()?;
    for said in said(&case.now, log) {
        let Some(form) = MessageForm::find(said.template) else { continue };
        let faults =
            [strange_fact(&said, form.facts), hidden_in_list(&said), wrong_receiver(&case.now, &said)];
        let faults = faults.into_iter().flatten().chain(groundless(case, log, &said));
        for fault in faults {
            let message = format!("line {}: {} to {} {fault}", said.entry.n, said.template, said.to);
            report.add(Found::new(said.place.clone(), Vec::new(), message));
        }
    }
    Ok(())
}

/// A fact that the message may not name. Place and zone are one.
fn strange_fact(said: &Said<'_>, allowed: &[&str]) -> Option<String> {
    let has_place = allowed.iter().any(|name| PLACE.contains(name));
    let is_allowed = |key: &str| {
        allowed.contains(&key)
            || (has_place && PLACE.contains(&key))
            || (said.template == CONVOY_LOSS && OF_CONVOY_LOSS.contains(&key))
            || SYNONYMS.iter().any(|(fact, names)| allowed.contains(fact) && names.contains(&key))
    };
    let more: Vec<&str> = said.fields.keys().copied().filter(|key| !is_allowed(key)).collect();
    let may = || if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
    (!more.is_empty()).then(|| format!("names {}; it may name {}", more.join(", "), may()))
}

/// Cargo, and submarines where the message is about what surface ships are seen (L27; C3).
fn hidden_in_list(said: &Said<'_>) -> Option<String> {
    let list: Units = serde_json::from_value((*said.fields.get("list")?).clone()).ok()?;
    let carries = |unit: &UnitRef| !unit.cargo.is_empty();
    let is_sub = |unit: &UnitRef| UnitClass::find(&unit.class) == Some(UnitClass::Sub);
    if list.0.iter().any(carries) {
        return Some("reveals the cargo of ships".to_owned());
    }
    let hides_subs = ["M07", "M08"].contains(&said.template);
    (hides_subs && list.0.iter().any(is_sub)).then(|| "names submarines".to_owned())
}

fn wrong_receiver(view: &Boards, said: &Said<'_>) -> Option<String> {
    let (to, mover) = (view.side_of(said.to), view.side_of(&said.entry.power));
    if to.is_empty() {
        return None;
    }
    let fits = match receiver(said.template) {
        Receiver::Mover => mover.is_empty() || to == mover,
        Receiver::Idle => mover.is_empty() || to != mover,
        Receiver::Japan => to == view.side_of("japan"),
        Receiver::Anybody => true,
    };
    (!fits).then(|| format!("goes to the wrong side in the turn of {}", view.called(&said.entry.power)))
}

/// What its receiver must have in the place, where nothing has happened since that could have changed it.
fn groundless(case: &Case<Boards>, log: &UmpireLog, said: &Said<'_>) -> Option<String> {
    let wanted: &[UnitClass] = match said.template {
        "M05" => &[UnitClass::AirBase],
        "M07" => &[UnitClass::Sub, UnitClass::Tr],
        "M09" | "M10" => &[UnitClass::Sub],
        _ => return None,
    };
    let (place, to) = (said.place.as_ref()?, case.now.side_of(said.to));
    // In a log with gaps a line may be missing by which they left.
    if to.is_empty() || !log.tells_all(&["enter", "casualty", "retreat", "capture"]) {
        return None;
    }
    let reaches_far = || Base::of(case.now.pack()).scramble.range.is_some_and(|range| range > 1);
    if said.template == "M05"
        && (turns::islands_of(&case.now, &place.to_string()).is_empty() || reaches_far())
    {
        return None;
    }
    let is_there = |view: &Boards| {
        view.of_side(to).any(|unit| {
            let island = || view.situation.facts(&unit.place).map(|facts| facts.word("island-of").to_owned());
            let zone = || view.situation.facts(place).map(|facts| facts.key.clone());
            let here = unit.place == *place || (unit.class == UnitClass::AirBase && island() == zone());
            here && wanted.contains(&unit.class)
        })
    };
    let views = [Some(&case.now), case.before.as_ref()].into_iter().flatten();
    let changed = log
        .entries
        .iter()
        .skip(said.at + 1)
        .any(|entry| !is_same_turn(said.entry, entry) || may_change(&case.now, entry, wanted));
    let words: Vec<&str> = wanted.iter().map(|class| class.name()).collect();
    (!views.into_iter().any(is_there) && !changed)
        .then(|| format!("has no basis: no {} of its receiver is in {place}", words.join(" or ")))
}

/// Whether a line may have taken such units out of their place.
fn may_change(view: &Boards, entry: &LogEntry, wanted: &[UnitClass]) -> bool {
    match &entry.event {
        LogEvent::Casualty(fate) | LogEvent::Retreat(fate) => {
            wanted.iter().any(|class| is_class(view, &fate.unit, *class))
        }
        LogEvent::Capture { .. } => true,
        _ => false,
    }
}

/// A convoy loss is told to whom it struck, with the amount and nothing of its cause (AAF-019).
pub fn convoy_loss_names_its_source(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let log = case.wants_log()?;
    let view = &case.now;
    for entry in &log.entries {
        let LogEvent::Message(notice) = &entry.event else { continue };
        if notice.template != CONVOY_LOSS {
            continue;
        }
        let fields = notice.fields.iter().filter(|(key, value)| {
            !value.is_null()
                && !["power", "player"].contains(&key.as_str())
                && names_a_cause(view, key, value)
        });
        for (key, value) in fields {
            let told = plain(value);
            let message = format!("line {}: the convoy loss reports {key} {told}", entry.n);
            report.add(Found::new(None, Vec::new(), message).help("report only the amount"));
        }
    }
    if log.tells("message") {
        report.extend(untold_losses(view, log));
    }
    Ok(())
}

/// Whether a fact tells of the unit or the place that caused a loss.
fn names_a_cause(view: &Boards, key: &str, value: &Value) -> bool {
    const CAUSES: [&str; 8] = ["source", "unit", "units", "list", "zone", "place", "raider", "cause"];
    let is_amount = value.is_number() && OF_CONVOY_LOSS.contains(&key);
    let text = plain(value).to_lowercase();
    let place = || {
        let mut names = view.areas().map(|name| name.to_lowercase());
        names.any(|name| text.contains(&name))
    };
    let class = || words_of(value).iter().any(|word| UnitClass::find(word).is_some());
    !is_amount && (CAUSES.contains(&key) || place() || class())
}

/// Losses that nobody was told of although the turn went on.
fn untold_losses(view: &Boards, log: &UmpireLog) -> Vec<Found> {
    let untold = log.entries.iter().enumerate().filter(|(at, entry)| {
        let LogEvent::Convoy { amount } = entry.event else { return false };
        let is_told = |other: &LogEntry| match &other.event {
            LogEvent::Message(notice) => {
                notice.template == CONVOY_LOSS
                    && other.round == entry.round
                    && (notice.to.eq_ignore_ascii_case(&entry.power)
                        || view.side_of(&notice.to) == view.side_of(&entry.power)
                        || view.side_of(&notice.to).is_empty())
            }
            _ => false,
        };
        let goes_on = log.entries.iter().skip(at + 1).any(|other| !is_same_turn(entry, other));
        amount > 0 && goes_on && !log.entries.iter().any(is_told)
    });
    let told = untold.map(|(_, entry)| {
        let phase = phase_of(view, entry);
        let message = format!(
            "line {}: {} was not notified of its convoy loss ({phase})",
            entry.n,
            view.called(&entry.power)
        );
        Found::new(None, Vec::new(), message).severity(Severity::Illegal)
    });
    told.collect()
}
