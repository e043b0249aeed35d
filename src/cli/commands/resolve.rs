//! `resolve`: declared battles, resolved into a log, a save or both.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::args::{Args, Format, Resolve};
use crate::cli::commands::{battles, run as typed};
use crate::cli::understood::Understood;
use crate::cli::{Exit, Failure, data, files, output, spots};
use crate::format::command::Command;
use crate::format::metadata::Metadata;
use crate::format::save_file::SaveFile;
use crate::format::timestamp::Timestamp;
use crate::model::change::{self, Change, Destination, Step};
use crate::model::geometry::Point;
use crate::rules::battle::{Battle, PlannedChange, What};
use crate::rules::dice::Dice;
use crate::rules::procedure::{Line, Orders, Report, Request, Status};

/// A battle with what came out and what it does to the save.
pub struct Resolved {
    /// The battle.
    pub battle: Battle,
    /// Its report.
    pub report: Report,
    /// The changes it asks for.
    pub planned: Vec<PlannedChange>,
    /// The same as steps of a log, one for each roll.
    pub steps: Vec<Step>,
}

/// What a call of `resolve` comes to, before anything is written.
pub struct Work {
    /// The battles in order; the last may be open or refused.
    pub done: Vec<Resolved>,
    /// The log and the save, with where they go.
    pub files: Vec<(PathBuf, Vec<u8>)>,
}

impl Work {
    /// Whether every battle came to its end.
    pub fn is_finished(&self) -> bool {
        self.done.iter().all(|resolved| resolved.report.status == Status::Done)
    }
}

/// Runs `resolve`.
pub fn run(args: &Args, own: &Resolve) -> Result<Exit, Failure> {
    for target in own.log.iter().chain(&own.output) {
        files::refuse_same(&own.save, target)?;
    }
    if let (Some(log), Some(save)) = (&own.log, &own.output)
        && log == save
    {
        return Err(Failure::about(log, "is named for both the log and the save").help("give them two names"));
    }
    let work = work(args, own)?;
    files::write_all(&work.files)?;
    print(own.format, &work.done)?;
    if work.done.iter().any(|resolved| resolved.report.status == Status::Refused) {
        return Ok(Exit::Findings);
    }
    match own.log.as_ref().or(own.output.as_ref()) {
        Some(target) if !work.is_finished() => {
            Err(Failure::about(target, "was not written, because a decision of the battle is open")
                .help("answer it with --orders FILE or --policy SIDE=WORD,…; the report names whose it is"))
        }
        _ => Ok(Exit::Clean),
    }
}

/// Resolves the battles asked for, one after the other, each on the position that the one before left.
pub fn work(args: &Args, own: &Resolve) -> Result<Work, Failure> {
    let (mut understood, declared) = battles::find(args, &own.save, &own.game, true)?;
    let ids: Vec<String> = if own.all {
        declared.iter().filter(|battle| battle.declared).map(|battle| battle.id.clone()).collect()
    } else {
        own.battles.clone()
    };
    if ids.is_empty() {
        return Err(Failure::about(&own.save, "declares no battle")
            .help("list possible ones with: liege battles --possible"));
    }
    let before = understood.table.commands.clone();
    let mut dice = typed::dice(&own.dice);
    let mut orders = typed::orders(&own.decisions, understood.game.procedures())?;
    let mut done = Vec::new();
    for id in &ids {
        let resolved = one(args, own, &understood, id, dice.as_mut(), &mut orders)?;
        let over = resolved.report.status == Status::Done;
        if over {
            let changes: Vec<Change> = resolved.steps.iter().flat_map(|step| step.changes.clone()).collect();
            change::apply(&mut understood.table.commands, Some(&understood.module), &changes)
                .map_err(|error| Failure::about(&own.save, error))?;
            understood.look_again();
        }
        done.push(resolved);
        if !over {
            break;
        }
    }
    typed::refuse_misfits(&orders)?;
    let mut work = Work { done, files: Vec::new() };
    if work.is_finished() {
        work.files = products(own, &understood, &before, &work.done)?;
    }
    Ok(work)
}

fn one(
    args: &Args,
    own: &Resolve,
    understood: &Understood,
    id: &str,
    dice: &mut dyn Dice,
    orders: &mut Orders,
) -> Result<Resolved, Failure> {
    let given = battles::given(understood, &own.game, args)?;
    let mut found = understood.game.battles(&given);
    found.extend(understood.game.possible_battles(&given));
    let battle = battles::pick(&found, id)?.clone();
    resolve(args, understood, battle, &own.game.choices, dice, orders)
}

/// Resolves one battle and plans what it does to the save.
pub fn resolve(
    args: &Args,
    understood: &Understood,
    battle: Battle,
    choices: &[String],
    dice: &mut dyn Dice,
    orders: &mut Orders,
) -> Result<Resolved, Failure> {
    let entry = typed::procedure(understood.game.id(), battle.procedure)?;
    let settings = typed::settings(choices)?;
    let files = data::files(args)?;
    let request = Request { files: &files, settings: &settings, table: &battle.inputs };
    let report =
        entry.run(&request, dice, orders).map_err(|error| Failure::new(format!("{}: {error}", battle.id)))?;
    let given = crate::rules::game::Given {
        now: understood.situation.clone(),
        before: None,
        choices: settings.into_iter().map(|setting| (setting.key, setting.value)).collect(),
    };
    let effects = report.json.get("changes").and_then(Value::as_array).cloned().unwrap_or_default();
    let planned = understood.game.changes(&given, &battle, &effects);
    let steps = steps(understood, &battle, &report, &planned)?;
    Ok(Resolved { battle, report, planned, steps })
}

/// The report as chat, a step for each roll; the changes come with the last. VASSAL greys lines that begin with a dash,
/// its own talk, and takes lines without a star for what a player typed.
fn steps(
    understood: &Understood,
    battle: &Battle,
    report: &Report,
    planned: &[PlannedChange],
) -> Result<Vec<Step>, Failure> {
    let mut steps = vec![Step { chat: vec![format!("* {}", battle.title)], changes: Vec::new() }];
    for line in &report.lines {
        let chat = format!("* {}", chat_line(line));
        if let Some(step) = steps.last_mut() {
            step.chat.push(chat);
        }
        if is_roll(line) {
            steps.push(Step::default());
        }
    }
    let mut last = steps.pop().unwrap_or_default();
    last.chat.push(format!("* result: {}", report.result));
    for change in planned {
        last.chat.push(format!("* {}", change.words));
        last.changes.extend(to_model(understood, change)?);
    }
    spots::lay_out(understood, &mut last.changes);
    let mut notes = understood.table.position.public_notes.clone();
    if !notes.is_empty() {
        notes.push('\n');
    }
    notes.push_str(&report_text(battle, report));
    last.changes.push(Change::SetPublicNotes(notes));
    steps.push(last);
    Ok(steps)
}

fn is_roll(line: &Line) -> bool {
    line.cause.starts_with("die") || line.label.ends_with("die") || line.label.ends_with("roll")
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
fn report_text(battle: &Battle, report: &Report) -> String {
    let lines: Vec<String> = report.lines.iter().map(chat_line).collect();
    format!("{}\n{}\nresult: {}", battle.title, lines.join("\n"), report.result)
}

/// A planned change as edits of the save.
fn to_model(understood: &Understood, planned: &PlannedChange) -> Result<Vec<Change>, Failure> {
    let piece = planned.piece.clone();
    Ok(match &planned.what {
        What::TurnLayer { layer, level } => {
            vec![Change::SetLayer { piece, layer: layer.clone(), level: *level }]
        }
        What::MoveToHex(place) | What::MoveToBox(place) => {
            vec![Change::Move { piece, to: destination(understood, place)? }]
        }
        What::AddChit { entry, hex } => {
            let marker = &understood.pack.terms.marker;
            let slot = understood.module.slots.iter().find(|slot| slot_is(slot, marker, entry));
            let made = slot.and_then(|slot| understood.module.make(slot, &mut Vec::new()));
            match made {
                Some(traits) => {
                    let mut to = destination(understood, hex)?;
                    // Control lies under the units that took the hex.
                    to.order = change::Order::Bottom;
                    vec![Change::Add { traits, to }]
                }
                None => {
                    return Err(Failure::new(format!(
                        "the module's palettes have no \"{entry}\" to lay on {hex}"
                    )));
                }
            }
        }
        What::Say => Vec::new(),
    })
}

fn slot_is(slot: &crate::model::slot::Slot, marker: &str, entry: &str) -> bool {
    slot.piece.iter().flat_map(|piece| &piece.traits).any(|text| {
        matches!(
            crate::format::traits::Trait::decode(text),
            crate::format::traits::Trait::Marker(found) if found.get(marker) == Some(entry)
        )
    })
}

/// A place of the game as a point of a map.
pub fn destination(understood: &Understood, place: &str) -> Result<Destination, Failure> {
    let found = understood.table.position.maps.iter().find_map(|map| {
        let at: Point = map.layout.centre_of(place)?;
        Some(Destination { map: map.identifier.clone(), at, order: change::Order::Top })
    });
    found.ok_or_else(|| {
        Failure::new(format!("no map of the module has a place \"{place}\" to put a piece on"))
    })
}

/// The log and the save as bytes.
fn products(
    own: &Resolve,
    understood: &Understood,
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
        let save = file(understood, &understood.table.commands).map_err(|error| about(&error))?;
        files.push((path.clone(), save));
    }
    Ok(files)
}

/// The save with other commands: the same archive and encoding.
pub fn file(
    understood: &Understood,
    commands: &Command,
) -> Result<Vec<u8>, crate::format::detect::FileError> {
    let mut save: SaveFile = understood.save.clone();
    save.set_commands(commands)?;
    let about: Option<Metadata> = save.save_data(&crate::format::Limits::default()).ok().flatten();
    save.write(about.and_then(|about| about.date_saved).unwrap_or(Timestamp(0)))
}

fn print(format: Format, done: &[Resolved]) -> Result<(), Failure> {
    match format {
        Format::Json => {
            let reports: Vec<Value> = done.iter().map(json_of).collect();
            match reports.as_slice() {
                [one] => output::json(one),
                all => output::json(&json!(all)),
            }
        }
        Format::Text => {
            for resolved in done {
                output::result(&words(resolved))?;
            }
            Ok(())
        }
    }
}

fn json_of(resolved: &Resolved) -> Value {
    let mut json = resolved.report.json.clone();
    json["battle"] = json!(resolved.battle.id);
    json["planned"] = json!(resolved.planned);
    json["notes"] = json!(resolved.battle.notes);
    json
}

/// A resolution in words: the battle, its report, what changes in the save.
pub fn words(resolved: &Resolved) -> String {
    let mut text = format!("{}: {}\n", resolved.battle.id, resolved.battle.title);
    for note in &resolved.battle.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    text.push_str(&typed::words(&resolved.report));
    if resolved.report.status == Status::Done {
        for change in &resolved.planned {
            text.push_str(&format!("- {}\n", change.words));
        }
    }
    text
}
