//! From a resolution to files: its report as steps of a log, its planned changes as edits of the save.

use std::path::PathBuf;

use serde_json::json;

use super::Resolved;
use super::told::told_once;
use crate::cli::args::Resolve;
use crate::cli::commands::battles;
use crate::cli::{Failure, spots};
use crate::table::Table;
use liege_rules::play::battle::{Battle, PlannedChange, What};
use liege_rules::play::procedure::{Line, Resolution};
use vassal::format::command::Command;
use vassal::format::metadata::Metadata;
use vassal::format::save_file::SaveFile;
use vassal::format::timestamp::Timestamp;
use vassal::model::change::{self, Change, Destination, Seed, Step};
use vassal::model::geometry::Point;

/// What the ids of new pieces derive from: the position, the battle, its dice, its answers.
fn seed(understood: &Table, battle: &Battle, report: &Resolution) -> Seed {
    let answers = if report.answers.is_empty() { String::new() } else { json!(report.answers).to_string() };
    let (faces, inputs) = (json!(report.faces).to_string(), report.inputs.to_string());
    let words = [battle.procedure.to_owned(), battle.id.clone(), faces, answers, inputs];
    Seed::of(&understood.opened.commands, words)
}

/// The report as chat, a step for each roll; the changes come with the last. VASSAL greys lines that begin with a dash,
/// its own talk, and takes lines without a star for what a player typed.
pub(super) fn steps(
    understood: &Table,
    battle: &Battle,
    report: &Resolution,
    planned: &[PlannedChange],
) -> Result<Vec<Step>, Failure> {
    let ids = Some(seed(understood, battle, report));
    let fresh = || Step { ids: ids.clone(), ..Step::default() };
    let mut steps = vec![Step { chat: vec![format!("* {}: {}", battle.id, battle.title)], ..fresh() }];
    if let (Some(step), false) = (steps.last_mut(), battle.given.is_empty()) {
        step.chat.push(format!("* given: {}", battles::given_words(&battle.given)));
    }
    for line in &report.lines {
        let chat = format!("* {}", chat_line(line));
        if let Some(step) = steps.last_mut() {
            step.chat.push(chat);
        }
        if line.roll.is_some() {
            steps.push(fresh());
        }
    }
    let mut last = steps.pop().unwrap_or_else(fresh);
    last.chat.push(format!("* result: {}", report.result));
    last.chat.extend(told_once(planned).into_iter().map(|words| format!("* {words}")));
    for change in planned {
        last.changes.extend(to_model(understood, change)?);
    }
    spots::lay_out(understood, &mut last.changes);
    // Who joins another wants no spot of his own.
    last.changes.extend(planned.iter().filter_map(|change| onto(understood, change)));
    let mut notes = understood.opened.position.public_notes.clone();
    if !notes.is_empty() {
        notes.push('\n');
    }
    notes.push_str(&report_text(battle, report));
    last.changes.push(Change::SetPublicNotes(notes));
    steps.push(last);
    Ok(steps)
}

fn chat_line(line: &Line) -> String {
    let mut text = format!("{}: {}", line.label, line.value);
    if !line.cause.is_empty() {
        text.push_str(&format!(" ({})", line.cause));
    }
    if !line.rule.is_empty() {
        text.push_str(&format!(" [{}]", line.rule));
    }
    text
}

/// The report for the notes of the save, which keep what the chat forgets.
fn report_text(battle: &Battle, report: &Resolution) -> String {
    let given = battles::given_words(&battle.given);
    let given = (!given.is_empty()).then(|| format!("given: {given}"));
    let lines: Vec<String> = given.into_iter().chain(report.lines.iter().map(chat_line)).collect();
    format!("{}\n{}\nresult: {}", battle.title, lines.join("\n"), report.result)
}

/// A planned change as edits of the save.
fn to_model(understood: &Table, planned: &PlannedChange) -> Result<Vec<Change>, Failure> {
    let piece = planned.piece.clone();
    Ok(match &planned.what {
        What::TurnLayer { layer, level } => {
            vec![Change::SetLayer { piece, layer: layer.clone(), level: *level }]
        }
        What::SetProperty { property, value } => {
            vec![Change::SetProperty { piece, key: property.clone(), value: value.clone() }]
        }
        What::MoveTo(place) => {
            vec![Change::Move { piece, to: destination(understood, &place.to_string())? }]
        }
        What::AddChit { entry, at } => {
            let marker = &understood.pack.terms.marker;
            let slot = understood.module.slots.iter().find(|slot| slot_is(slot, marker, entry));
            let made = slot.and_then(|slot| understood.module.make(slot, &mut Vec::new()));
            match made {
                Some(traits) => {
                    let mut to = destination(understood, &at.to_string())?;
                    // Control lies under the units that took the hex.
                    to.order = change::Order::Bottom;
                    vec![Change::Add { traits, to }]
                }
                None => {
                    return Err(Failure::new(format!(
                        "the module's palettes have no \"{entry}\" to place at {at}"
                    )));
                }
            }
        }
        What::MoveOnto(_) | What::Say => Vec::new(),
    })
}

/// A piece that goes onto another, as an edit of the save.
fn onto(understood: &Table, planned: &PlannedChange) -> Option<Change> {
    let What::MoveOnto(other) = &planned.what else { return None };
    let other = understood.opened.position.piece(other)?;
    let to = Destination { map: other.map.clone()?, at: other.at(), order: change::Order::Top };
    Some(Change::Move { piece: planned.piece.clone(), to })
}

pub fn slot_is(slot: &vassal::model::slot::Slot, marker: &str, entry: &str) -> bool {
    slot.piece().into_iter().flat_map(|piece| &piece.traits).any(|text| {
        matches!(
            vassal::format::traits::Trait::decode(text),
            vassal::format::traits::Trait::Marker(found) if found.get(marker) == Some(entry)
        )
    })
}

/// A place of the game as a point of a map.
pub fn destination(understood: &Table, place: &str) -> Result<Destination, Failure> {
    let found = understood.opened.position.maps.iter().find_map(|map| {
        let at: Point = map.layout.centre_of(place)?;
        Some(Destination { map: map.identifier.clone(), at, order: change::Order::Top })
    });
    found.ok_or_else(|| {
        Failure::new(format!("no map of the module has a place \"{place}\" to put a piece on"))
    })
}

/// The log and the save as bytes.
pub(super) fn products(
    own: &Resolve,
    understood: &Table,
    before: &Command,
    done: &[Resolved],
) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let steps: Vec<Step> = done.iter().flat_map(|resolved| resolved.steps.clone()).collect();
    let about = |error: &dyn ToString| Failure::about(&own.save, error.to_string());
    let mut files = Vec::new();
    if let Some(path) = &own.log {
        let log =
            change::write_log(before, Some(&understood.module), &steps).map_err(|error| about(&error))?;
        files.push((path.clone(), file(understood, &log).map_err(|error| about(&error))?));
    }
    if let Some(path) = &own.output {
        let save = file(understood, &understood.opened.commands).map_err(|error| about(&error))?;
        files.push((path.clone(), save));
    }
    Ok(files)
}

/// The save with other commands: the same archive and encoding.
pub fn file(understood: &Table, commands: &Command) -> Result<Vec<u8>, vassal::format::detect::FileError> {
    let mut save: SaveFile = understood.save.clone();
    save.set_commands(commands)?;
    let about: Option<Metadata> = save.save_data(&vassal::format::Limits::default()).ok().flatten();
    save.write(about.and_then(|about| about.date_saved).unwrap_or(Timestamp(0)))
}
