//! `oob`: the order of battle of a game, listed, checked, taken to a spreadsheet and back, and put into a save.

mod apply;
mod tables;
mod workbook;

use serde_json::{Value, json};

use crate::cli::args::Format;
use crate::cli::args::oob::{Oob, OobAction, OobArrivals, OobCheck, OobList};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, output};
use liege_rules::data::Files;
use liege_rules::data::catalogue::{SOURCES, Source};
use liege_rules::data::fault::{line_number, place};
use liege_rules::data::schedule::check::{self, Finding, ScheduleChecked, Shares};
use liege_rules::data::schedule::{self, Event, EventKind, Turn};
use liege_rules::game::pack::Pack;
use vassal::diagnostic::counted;

/// Runs `oob`.
pub fn run(session: &Session, own: &Oob) -> Result<Exit, Failure> {
    if let Some(OobAction::Apply(apply)) = &own.action {
        if own.game.is_some() {
            return Err(Failure::new("apply reads the game from the save")
                .help("write: liege oob apply SAVE --turn TURN -o OUT"));
        }
        return apply::run(session, apply);
    }
    let Some(game) = &own.game else {
        return Err(
            Failure::new("which game's order of battle?").help("write for example: liege oob atpo list")
        );
    };
    match &own.action {
        None => list(&pack(session, game)?, &OobList::default()),
        Some(OobAction::List(own)) => list(&pack(session, game)?, own),
        Some(OobAction::Arrivals(own)) => arrivals(&pack(session, game)?, own),
        Some(OobAction::Check(own)) => checked(&pack(session, game)?, own),
        Some(OobAction::Export(own)) => tables::export(session, &pack(session, game)?, own),
        Some(OobAction::Import(own)) => tables::import(session, game, own),
        Some(OobAction::Apply(own)) => apply::run(session, own),
    }
}

/// The data of a game that has a schedule.
fn pack(session: &Session, game: &str) -> Result<Pack, Failure> {
    let files = data::files(session)?;
    let game = data::game(game, &files)?;
    let path = schedule::path(game.id());
    if files.read(&path).is_none() {
        return Err(Failure::new(format!("{path}: no such data file"))
            .help(format!("the game {} has no schedule of its own; give one with --data", game.id())));
    }
    game.pack(&|path| data::text(&files, path)).map_err(Failure::of_all)
}

fn word(source: Source) -> &'static str {
    SOURCES.iter().find(|(_, known)| *known == source).map_or("", |(word, _)| word)
}

fn name_of<'p>(pack: &'p Pack, event: &Event) -> &'p str {
    pack.catalogue.get(&event.id).map_or("(no such counter)", |entry| &entry.name)
}

fn json_of(pack: &Pack, event: &Event) -> Value {
    json!({
        "id": event.id,
        "name": name_of(pack, event),
        "turn": event.turn.map(|turn| turn.to_string()),
        "kind": event.kind.word(),
        "count": event.count,
        "place": event.place,
        "nation": event.nation,
        "available": event.available.map(|date| format!("{}-{:02}", date.year, date.month)),
        "source": word(event.source),
        "note": event.note,
        "line": line_number(event.line),
    })
}

fn words(pack: &Pack, event: &Event) -> String {
    let times = if event.count > 1 { format!("{} x ", event.count) } else { String::new() };
    let mut text = format!("{times}{} ({}, {})", name_of(pack, event), event.id, event.nation);
    if event.nation.is_empty() {
        text = format!("{times}{} ({})", name_of(pack, event), event.id);
    }
    if !event.place.is_empty() {
        text.push_str(&format!(" at {}", event.place));
    }
    text
}

fn list(pack: &Pack, own: &OobList) -> Result<Exit, Failure> {
    let nation = own.nation.as_ref().map(|code| code.to_uppercase());
    if let Some(nation) = &nation
        && !pack.nations.contains_key(nation)
    {
        let known: Vec<&str> = pack.nations.keys().map(String::as_str).collect();
        return Err(Failure::new(format!("no nation has the code {nation}"))
            .help(format!("expected one of: {}", known.join(" "))));
    }
    let mut events: Vec<&Event> = pack
        .schedule
        .events
        .iter()
        .filter(|event| nation.as_ref().is_none_or(|nation| *nation == event.nation))
        .filter(|event| own.year.is_none_or(|year| event.turn.is_some_and(|turn| turn.year == year)))
        .collect();
    events.sort_by_key(|event| (event.turn, &event.kind, &event.nation, &event.id, event.line));
    match own.format {
        Format::Json => output::json(&output::envelope_of_one(json!({
            "game": pack.game,
            "events": events.iter().map(|event| json_of(pack, event)).collect::<Vec<_>>(),
        })))?,
        Format::Text => {
            let mut text = String::new();
            let mut last = None;
            for event in &events {
                if last != Some(event.turn) {
                    last = Some(event.turn);
                    let title = event.turn.map_or("at any time".to_owned(), Turn::in_words);
                    text.push_str(&format!("{title}\n"));
                }
                text.push_str(&format!(
                    "  {:<10} {} [{}]\n",
                    event.kind.word(),
                    words(pack, event),
                    word(event.source)
                ));
            }
            text.push_str(&format!("{}\n", counted(events.len(), "row")));
            output::result(&text)?;
        }
    }
    Ok(Exit::Clean)
}

/// What happens in a turn, under the heading of each kind of event.
fn of_turn(pack: &Pack, turn: Turn) -> Vec<(String, String, Vec<&Event>)> {
    let own = |event: &&Event| event.turn == Some(turn);
    let of = |is_meant: &dyn Fn(&EventKind) -> bool, own_turn: bool| -> Vec<&Event> {
        let events = pack.schedule.of_turn(turn);
        events.filter(|event| is_meant(&event.kind) && own(event) == own_turn).collect()
    };
    let part = |key: &str, title: &str, events| (key.to_owned(), title.to_owned(), events);
    let arrives = |kind: &EventKind| matches!(kind, EventKind::Start | EventKind::Arrival);
    let mut parts = vec![part("arrivals", "arrive", of(&arrives, true))];
    for pool in pack.pools.iter().filter(|pool| pool.joins) {
        let title = format!("join the {}", pool.called()[1]);
        parts.push(part(&pool.json_key(), &title, of(&|kind| kind.joins(&pool.id), true)));
    }
    parts.push(part("removals", "leave", of(&|kind| *kind == EventKind::Remove, true)));
    if turn.month().is_none() {
        parts.push(part("track", "go to the Turn Track for a later month", of(&EventKind::brings, false)));
    }
    parts
}

fn arrivals(pack: &Pack, own: &OobArrivals) -> Result<Exit, Failure> {
    let parts = of_turn(pack, own.turn);
    match own.format {
        Format::Json => {
            let mut value = json!({ "game": pack.game, "turn": own.turn.to_string() });
            for (key, _, events) in &parts {
                value[key] = events.iter().map(|event| json_of(pack, event)).collect();
            }
            output::json(&output::envelope_of_one(value))?;
        }
        Format::Text => {
            let mut text = String::new();
            for (_, title, events) in parts.iter().filter(|(_, _, events)| !events.is_empty()) {
                text.push_str(&format!("{} {title}:\n", own.turn.in_words()));
                for event in events {
                    let month = event.turn.filter(|turn| *turn != own.turn);
                    let month = month.map_or(String::new(), |turn| format!(" in {}", turn.in_words()));
                    text.push_str(&format!("  {}{month} [{}]\n", words(pack, event), word(event.source)));
                }
            }
            if text.is_empty() {
                text = format!("{}: nothing is scheduled\n", own.turn.in_words());
            }
            output::result(&text)?;
        }
    }
    Ok(Exit::Clean)
}

fn checked(pack: &Pack, own: &OobCheck) -> Result<Exit, Failure> {
    let found = check::check(&pack.schedule, pack);
    match own.format {
        Format::Json => output::json(&output::envelope_of_one(json!({
            "game": pack.game,
            "file": pack.schedule.file,
            "findings": found.findings.iter().map(finding_json).collect::<Vec<_>>(),
            "notes": found.notes.iter().map(finding_json).collect::<Vec<_>>(),
            "shares": { "rows": shares_json(found.rows), "counters": shares_json(found.counters) },
            "summary": { "faults": found.findings.len(), "notes": found.notes.len() },
        })))?,
        Format::Text => output::result(&checked_words(pack, &found))?,
    }
    Ok(if found.findings.is_empty() { Exit::Clean } else { Exit::Findings })
}

fn finding_json(finding: &Finding) -> Value {
    json!({ "name": finding.name, "line": line_number(finding.line), "id": finding.id, "message": finding.message })
}

fn shares_json(shares: Shares) -> Value {
    json!({
        "rules": shares.rules, "history": shares.history, "draft": shares.draft, "total": shares.total(),
    })
}

fn checked_words(pack: &Pack, found: &ScheduleChecked) -> String {
    let file = &pack.schedule.file;
    let told = |finding: &Finding| {
        let place = place(file, finding.line);
        let counter = match pack.catalogue.get(&finding.id) {
            Some(entry) => format!("{} ({})", entry.name, finding.id),
            None => finding.id.clone(),
        };
        format!("{place}: {counter}: {} ({})\n", finding.message, finding.name)
    };
    let mut text: String = found.findings.iter().map(told).collect();
    text.extend(found.notes.iter().map(|note| format!("note: {}", told(note))));
    text.push_str(&format!("rows: {}\n", shares_words(found.rows)));
    text.push_str(&format!("counters: {}\n", shares_words(found.counters)));
    text.push_str(&format!(
        "{}, {}\n",
        counted(found.findings.len(), "fault"),
        counted(found.notes.len(), "note")
    ));
    text
}

fn shares_words(shares: Shares) -> String {
    let percent = |part: usize| (100 * part + shares.total() / 2) / shares.total().max(1);
    format!(
        "{}, of which rules {} ({} %), history {} ({} %), draft {} ({} %)",
        shares.total(),
        shares.rules,
        percent(shares.rules),
        shares.history,
        percent(shares.history),
        shares.draft,
        percent(shares.draft),
    )
}
