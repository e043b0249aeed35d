//! `run`: a procedure on values typed in, without a save.

use serde_json::{Map, Value, json};

use crate::cli::args::{self, DiceArgs, Format, Run};
use crate::cli::commands::answering::{Answering, AtTable, Shown};
use crate::cli::commands::continued::Continued;
use crate::cli::commands::luck;
use crate::cli::commands::orders::{self, Decisions};
use crate::cli::commands::table_dice::TableDice;
use crate::cli::commands::written::table;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, examine, files, output};
use crate::games;
use crate::report::orders::OrdersPart;
use crate::report::{self, text};
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::{Dice, Seeded};
use liege_rules::play::procedure::{AnyProcedure, Ending, PossiblePrompts, Request, Resolution};

/// Runs `run`.
pub fn run(session: &Session, own: &Run) -> Result<Exit, Failure> {
    let Some(wanted) = &own.procedure else {
        list(session, &own.game, own.format)?;
        return Ok(Exit::Clean);
    };
    let entry = &procedure(session, &own.game, wanted)?;
    if own.template {
        let prompts = prompts_of(session, own, entry)?;
        template(&[OrdersPart { entry, battle: None, prompts: &prompts }], own.format)?;
        return Ok(Exit::Clean);
    }
    let earlier = own.ask.report.as_deref().map(Continued::read).transpose()?;
    let (table, choices) = match &earlier {
        Some(earlier) => as_before(own, entry, earlier)?,
        None => (table(own.input.as_deref(), &own.values)?, own.choices.clone()),
    };
    let settings = settings(&choices)?;
    note_unread(session, entry, &settings);
    let files = data::kept_files(session)?;
    let mut dice = dice_of(earlier.as_ref(), &own.dice, own.ask.ask)?;
    let mut decisions = orders::read(session, &own.decisions, std::slice::from_ref(entry), &[])?;
    let request = Request { files: &*files, settings: &settings, table: &table };
    let (mut report, shown) = answered(own, entry, &request, dice.as_mut(), (earlier, &mut decisions))?;
    tell_choices(&mut report, &settings);
    decisions.refuse_misfits()?;
    if own.luck {
        luck::add(&mut report, entry, &request, decisions.policies("")?)?;
    }
    print(&report, own.format, shown.lines)?;
    say_left(session, &decisions);
    Ok(if report.status == Ending::Done { Exit::Clean } else { Exit::Findings })
}

/// The values and choices of the call that a report is gone on from.
fn as_before(
    own: &Run,
    entry: &AnyProcedure,
    earlier: &Continued,
) -> Result<(Map<String, Value>, Vec<String>), Failure> {
    if own.input.is_some() || !own.values.is_empty() {
        return Err(Failure::new("--continue reads the values from the report")
            .help("leave out KEY=VALUE and --input"));
    }
    let table = earlier.inputs_of(entry)?;
    Ok((table, earlier.choices(&own.choices)?))
}

/// Runs a procedure, its questions answered by an earlier report, orders and whoever sits at the terminal.
fn answered(
    own: &Run,
    entry: &AnyProcedure,
    request: &Request<'_>,
    dice: &mut dyn Dice,
    (mut earlier, decisions): (Option<Continued>, &mut Decisions),
) -> Result<(Resolution, Shown), Failure> {
    let mut at_table = AtTable::new(&own.ask, own.format == Format::Text);
    let answers = earlier.as_mut().and_then(|earlier| earlier.answers(0));
    let mut who = Answering::new("", answers, decisions.of(""), &mut at_table);
    let report = entry.run(request, dice, &mut who).map_err(|error| {
        Failure::new(error.to_string())
            .after(error.so_far())
            .help(format!("the keys and dice are on its page: liege explain {}", entry.id))
    });
    let shown = who.shown();
    let report = report.map_err(|failure| at_table.keep(&own.ask, &entry.id, dice, failure))?;
    at_table.close()?;
    if let Some(earlier) = earlier {
        earlier.agrees(0, &report)?;
    }
    if let Some((path, bytes)) = at_table.file(&own.ask, &entry.id)? {
        files::write(&path, &bytes)?;
    }
    Ok((report, shown))
}

/// Adds the choices that were set to a report that stopped, for whoever goes on from it.
pub fn tell_choices(report: &mut Resolution, settings: &[Setting]) {
    if report.status == Ending::Open && !settings.is_empty() {
        let choices = settings.iter().map(|Setting { key, value }| (key.clone(), json!(value)));
        report.json["choices"] = Value::Object(choices.collect());
    }
}

/// Prints the procedures of a game.
fn list(session: &Session, game: &str, format: Format) -> Result<(), Failure> {
    let files = data::kept_files(session)?;
    let game = data::game(game, &*files)?;
    let all = data::procedures(&*game, &*files)?;
    let row = |entry: &AnyProcedure| json!({"id": entry.id, "name": entry.name, "about": args::about(&*files, entry)});
    match format {
        Format::Json => {
            let rows: Vec<Value> = all.iter().map(row).collect();
            output::json(&output::envelope_of_one(json!({"game": game.id(), "procedures": rows})))
        }
        Format::Text if all.is_empty() => output::result(&args::procedures(&*game, &all, &*files)),
        Format::Text => output::result(&format!(
            "{}\nFor the keys of one: liege explain ID\n",
            args::procedures(&*game, &all, &*files)
        )),
    }
}

/// Prints an orders file to fill in, or the schema of such files.
pub fn template(parts: &[OrdersPart<'_>], format: Format) -> Result<(), Failure> {
    match format {
        Format::Text => output::print(&report::orders::template(parts)),
        Format::Json => output::json(&report::orders::schema(parts)),
    }
}

/// The questions that a procedure can ask: of the values that were typed in, where there are any.
fn prompts_of(session: &Session, own: &Run, entry: &AnyProcedure) -> Result<PossiblePrompts, Failure> {
    if own.input.is_none() && own.values.is_empty() {
        return Ok(PossiblePrompts::all(entry.prompts));
    }
    let table = table(own.input.as_deref(), &own.values)?;
    let (settings, files) = (settings(&own.choices)?, data::kept_files(session)?);
    Ok(entry.possible_prompts(&Request { files: &*files, settings: &settings, table: &table }))
}

/// Tells orders that no question asked for.
pub fn say_left(session: &Session, decisions: &Decisions) {
    let left = decisions.left();
    if !left.is_empty() && !session.quiet {
        output::say(&format!("note: unused orders: {}", left.join("; ")));
    }
}

/// A procedure of a game by id, short id or name.
pub fn procedure(session: &Session, game: &str, word: &str) -> Result<AnyProcedure, Failure> {
    let files = data::kept_files(session)?;
    let game = data::game(game, &*files)?;
    let all = data::procedures(&*game, &*files)?;
    all.iter().find(|entry| entry.is_called(word)).cloned().ok_or_else(|| {
        let names = all.iter().flat_map(|entry| [&*entry.id, &*entry.name]);
        let near = liege_rules::data::fault::did_you_mean(word, names);
        if all.is_empty() {
            return Failure::new(format!("{} has no procedures", game.id()));
        }
        let known: Vec<String> = all.iter().map(|entry| format!("{} ({})", entry.id, entry.name)).collect();
        Failure::new(format!("{} has no procedure \"{word}\"{near}", game.id()))
            .help(format!("procedures: {}", known.join(", ")))
    })
}

/// `KEY=VALUE` words of `--choice`.
pub fn settings(words: &[String]) -> Result<Vec<Setting>, Failure> {
    words
        .iter()
        .map(|word| word.parse().map_err(|error| Failure::new(format!("--choice: {error}"))))
        .collect()
}

/// Says which settings a procedure does not read, though something else does.
pub fn note_unread(session: &Session, entry: &AnyProcedure, settings: &[Setting]) {
    let others =
        |key: &str| games::GAMES.iter().flat_map(|game| game.choices()).any(|acted| acted.key == key);
    for Setting { key, .. } in settings.iter().filter(|setting| others(&setting.key)) {
        if !entry.choices.contains(&key.as_str()) {
            examine::warn(session, &format!("--choice {key}: {} does not use this choice", entry.name));
        }
    }
}

/// The dice that the arguments ask for; without any a fresh seed, which the report names. `asks` says whether somebody is
/// asked for faces where those given run out.
pub fn dice(own: &DiceArgs, asks: bool) -> Box<dyn Dice> {
    match (&own.dice, own.seed) {
        (Some(faces), _) => Box::new(TableDice::new(faces.clone(), asks)),
        (None, Some(seed)) => Box::new(Seeded::new(seed)),
        (None, None) => Box::new(Seeded::new(fresh_seed())),
    }
}

/// The dice of a call that goes on from a report, or of one that begins.
pub fn dice_of(earlier: Option<&Continued>, own: &DiceArgs, asks: bool) -> Result<Box<dyn Dice>, Failure> {
    let before = earlier.map_or(Ok(None), |earlier| earlier.dice(own, asks))?;
    Ok(before.unwrap_or_else(|| dice(own, asks)))
}

/// A seed nobody chose, short enough to be typed again.
#[expect(clippy::disallowed_methods, reason = "this is the layer that knows the clock")]
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() % 1_000_000_007) as u64
}

/// Prints a report; so many of its lines were shown while questions were asked.
fn print(report: &Resolution, format: Format, shown: usize) -> Result<(), Failure> {
    match format {
        Format::Json => output::json(&output::envelope_of_one(report.json.clone())),
        Format::Text => output::result(&words(report, shown)),
    }
}

/// A report in words: its steps behind those that were shown, its result, and the question that is open.
pub fn words(report: &Resolution, shown: usize) -> String {
    let mut out = text::steps(report.lines.get(shown..).unwrap_or_default());
    let said = if report.open.is_some() { "result so far" } else { "result" };
    out.push_str(&format!("{said}: {}\n", report.result));
    if let Some(luck) = &report.luck {
        out.push_str(&luck.in_words());
    }
    if let Some(seed) = report.seed {
        out.push_str(&format!("seed: {seed}\n"));
    }
    if let Some(open) = &report.open {
        let more = if open.more > 0 { format!(" | and {} more", open.more) } else { String::new() };
        let answers = format!("{}{more}", open.answers.join(" | "));
        let about = open.about.as_ref().map(|unit| format!(" for {unit}")).unwrap_or_default();
        out.push_str(&format!(
            "open: the {} decides \"{}\"{about} ({})\n  answers: {answers}\n",
            open.by, open.label, open.text
        ));
        if !open.policies.is_empty() {
            let side = open.by;
            let words: Vec<String> = open.policies.iter().map(|word| format!("{side}={word}")).collect();
            out.push_str(&format!("  policies that answer it: --policy {}\n", words.join(" or ")));
        }
    }
    out
}
