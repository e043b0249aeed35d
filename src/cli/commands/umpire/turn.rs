//! `umpire turn`: a side's list of moves, carried out one announcement at a time.
//!
//! Sheets and battle saves are written first, then the state with its master, which counts once it is renamed.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::copies::Copyist;
use super::folder::{BATTLES, Desk, ISSUES, NewMaster, RECORD, SHEETS};
use super::issue::DATE;
use super::{DeskMaster, edits, handed_out, issue, sheets};
use crate::cli::args::{CarryOut, DiceArgs, Format};
use crate::cli::commands::build::parse_date;
use crate::cli::commands::run as typed;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, output, terminal};
use crate::table::Table;
use liege_rules::desk::play::{DeskQuestion, Stride, TurnPaper, TurnPlay, TurnTable};
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Dice;

/// More steps in one call than any list has.
const MOST_STEPS: usize = 1_000;

/// Runs `umpire turn`.
pub fn run(session: &Session, own: &CarryOut) -> Result<Exit, Failure> {
    let mut dice = typed::dice(&own.dice, false);
    let settings = typed::settings(&own.choices)?;
    if own.ask {
        return walk(session, own, &settings, dice.as_mut());
    }
    let done = step(session, own, own.answer.as_deref(), &settings, dice.as_mut())?;
    match own.format {
        Format::Json => output::json(&output::envelope_of_one(done.json()))?,
        Format::Text => output::result(&done.text(&own.folder.display().to_string()))?,
    }
    Ok(Exit::Clean)
}

/// What one call came to.
struct Done {
    stride: Stride,
    /// The files that were written: sheets and battle saves.
    files: Vec<String>,
    /// What the side that is asked is called.
    asked: String,
    sides: Vec<(String, String)>,
}

/// Goes on until somebody is told something or has to answer.
fn step(
    session: &Session,
    own: &CarryOut,
    answer: Option<&str>,
    settings: &[Setting],
    dice: &mut dyn Dice,
) -> Result<Done, Failure> {
    let mut desk = Desk::open(&own.folder)?;
    if desk.state.standing.unsealed {
        // A command that was stopped took the list without committing to it.
        issue::make(session, &mut desk, true)?;
    }
    if answer.is_some_and(|answer| answer.trim().is_empty()) {
        return Err(Failure::new("the answer is empty").help("give one of the answers listed by the turn"));
    }
    let mut answer = answer;
    let mut before: Vec<String> = Vec::new();
    for _ in 0..MOST_STEPS {
        let DeskMaster { table: mut master, bytes } = desk.master(session)?;
        let mut paper = paper(&desk, &master, answer)?;
        if own.again && paper.open.as_ref().is_some_and(|open| open.fights.is_empty()) {
            paper.open = None;
        }
        let mut stride = stride(session, &desk, &master, &paper, settings, dice)?;
        // What a step without an announcement leaves to be said is said with the next one.
        stride.remarks.splice(0..0, before.drain(..));
        let answered = answer.take();
        if let Some(answer) = answered {
            desk.note_answer(answer, &bytes);
        }
        let is_told = !stride.letters.is_empty() || !stride.log.is_empty();
        if !is_told && stride.deeds.is_empty() && stride.paper == paper && !stride.done {
            return Ok(Done::of(stride, Vec::new(), &master));
        }
        let files = keep(&mut desk, &mut master, bytes, &mut stride)?;
        if answered.is_some() || !stride.letters.is_empty() || stride.asks.is_some() || stride.done {
            return Ok(Done::of(stride, files, &master));
        }
        before = stride.remarks;
        before.push(stride.title);
    }
    Err(Failure::new("the list of moves does not end"))
}

/// The question that is open, in words and for programs; none where none is.
pub fn open_question(
    session: &Session,
    desk: &Desk,
    master: &Table,
) -> Result<Option<(String, Value)>, Failure> {
    let Some(paper) = desk.state.turn.as_ref().filter(|paper| paper.open.is_some()) else { return Ok(None) };
    // What was rolled for the question stands in the paper: nothing is rolled to show it again.
    let mut dice = typed::dice(&DiceArgs { seed: None, dice: None }, false);
    let stride = stride(session, desk, master, paper, &[], dice.as_mut())?;
    let done = Done::of(stride, Vec::new(), master);
    let text = done.stride.asks.as_ref().map(|asked| done.question(asked));
    Ok(text.map(|text| (text, done.open_json())))
}

/// The list with the answer that was given.
fn paper(desk: &Desk, master: &Table, answer: Option<&str>) -> Result<TurnPaper, Failure> {
    let standing = &desk.state.standing;
    let opened = || Ok::<_, Failure>(turns(master)?.opens(&desk.state.log, &standing.power, &standing.phase));
    let known = match &desk.state.turn {
        Some(paper) => Some(paper.clone()),
        None => opened()?,
    };
    let Some(mut paper) = known else {
        let folder = desk.folder();
        return Err(Failure::about(&folder, "no list of moves is in progress").help(format!(
            "take the copy of the side whose turn it is: liege umpire take {} COPY",
            folder.display()
        )));
    };
    if let Some(answer) = answer {
        let Some(open) = &mut paper.open else {
            return Err(Failure::new(format!("--answer \"{answer}\": no question is open"))
                .help(format!("continue without an answer: liege umpire turn {}", desk.folder().display())));
        };
        open.answers.push(answer.to_owned());
    }
    Ok(paper)
}

fn stride(
    session: &Session,
    desk: &Desk,
    master: &Table,
    paper: &TurnPaper,
    settings: &[Setting],
    dice: &mut dyn Dice,
) -> Result<Stride, Failure> {
    let files = data::kept_files(session)?;
    let table = TurnTable {
        master: &master.situation,
        ledgers: &desk.state.ledgers,
        log: &desk.state.log,
        files: &*files,
        settings,
    };
    let stride = turns(master)?.go(&table, paper, dice).map_err(|wrong| Failure::new(wrong.join("; ")))?;
    if let Some(fault) = dice.fault() {
        return Err(Failure::new(fault.to_string()));
    }
    Ok(stride)
}

/// The rules of turns of a game.
pub fn turns(master: &Table) -> Result<&dyn TurnPlay, Failure> {
    master.game.hidden().and_then(|hidden| hidden.turns()).ok_or_else(|| {
        Failure::new(format!("the desk has no rules for the turns of {}", master.game.id()))
            .help("issue copies with: liege umpire issue DIR; change the master with VASSAL")
    })
}

/// Writes what came out: sheets first, then the state that counts, with its master.
fn keep(
    desk: &mut Desk,
    master: &mut Table,
    before: Vec<u8>,
    stride: &mut Stride,
) -> Result<Vec<String>, Failure> {
    let made = edits::apply(master, &stride.deeds)?;
    stride.paper.rename(&made);
    let sheets = sheets::sheets(desk, master, stride);
    sheets::write(desk, &sheets)?;
    let round = master.game.hidden().and_then(|hidden| hidden.round(&master.situation)).unwrap_or(0);
    if !stride.phase.is_empty() {
        desk.state.standing.power.clone_from(&stride.paper.power);
        desk.state.standing.phase.clone_from(&stride.phase);
    }
    for (at, event) in stride.log.iter().enumerate() {
        desk.note(round, [event.clone()]);
        if let (Some(power), Some(last)) = (stride.about.get(&at), desk.state.log.entries.last_mut()) {
            last.power.clone_from(power);
        }
    }
    for (side, entry) in &stride.seen {
        desk.state.ledgers.entry(side.clone()).or_default().entries.push(entry.clone());
    }
    (desk.state.before, desk.state.standing.after_take) = (None, None);
    let battle = battle(desk, master, stride)?;
    desk.state.turn = (!stride.done).then(|| stride.paper.clone());
    let changed = !stride.deeds.is_empty();
    let new = changed.then(|| edits::bytes(master)).transpose()?;
    desk.keep(new.map(|bytes| NewMaster { bytes, replaces: before }))?;
    let folder = desk.path(SHEETS);
    let sheets = sheets.iter().map(|(name, _)| folder.join(name));
    Ok(sheets.chain(battle).map(|path| path.display().to_string()).collect())
}

/// Writes the save of a battle that begins now, and tells where.
fn battle(desk: &Desk, master: &Table, stride: &Stride) -> Result<Option<PathBuf>, Failure> {
    let first = |paper: &TurnPaper| paper.open.as_ref().and_then(|open| open.fights.first().cloned());
    let before = desk.state.turn.as_ref().and_then(first);
    let Some(fight) = first(&stride.paper).filter(|fight| before.as_ref() != Some(fight)) else {
        return Ok(None);
    };
    let last = desk.state.standing.issue.saturating_sub(1);
    let record = files::read_text(&desk.issue_folder(ISSUES, last).join(RECORD))?;
    let (date, record) = (parse_date(DATE)?, record.trim_end());
    let copyist = Copyist { master, key: &desk.key, date, issue: last, record };
    let copy = handed_out::battle(desk, &copyist, &fight)?;
    let folder = desk.path(BATTLES);
    files::make_folder(&folder)?;
    let path = folder.join(&copy.file);
    files::write(&path, &copy.bytes)?;
    Ok(Some(path))
}

impl Done {
    fn of(stride: Stride, files: Vec<String>, master: &Table) -> Self {
        let by = stride.asks.as_ref().map(|asked| asked.by.as_str()).unwrap_or_default();
        let asked =
            if by.is_empty() { "the umpire".to_owned() } else { sheets::named(master, by).to_owned() };
        let sides = master.pack.sides.iter().map(|side| (side.alliance.clone(), side.name.clone()));
        Self { files, asked, sides: sides.collect(), stride }
    }

    fn side<'a>(&'a self, alliance: &'a str) -> &'a str {
        let named = self.sides.iter().find(|(known, _)| known == alliance);
        named.map_or(alliance, |(_, name)| name.as_str())
    }

    fn text(&self, folder: &str) -> String {
        let mut text = format!("{}\n", self.stride.title);
        for letter in &self.stride.letters {
            text.push_str(&format!("- to {}: {} {}\n", self.side(&letter.to), letter.template, letter.text));
        }
        self.stride.remarks.iter().for_each(|remark| text.push_str(&format!("- {remark}\n")));
        self.files.iter().for_each(|file| text.push_str(&format!("- {file}\n")));
        match &self.stride.asks {
            Some(asked) => {
                text.push_str(&self.question(asked));
                text.push_str(&format!("  liege umpire turn {folder} --answer \"…\"\n"));
            }
            None if self.stride.done => {
                text.push_str(&format!("next: liege umpire issue {folder}\n"));
            }
            None => text.push_str(&format!("next: liege umpire turn {folder}\n")),
        }
        text
    }

    fn question(&self, asked: &DeskQuestion) -> String {
        format!(
            "open: {} answers ({}): {}\n  {}\n",
            self.asked,
            asked.rule,
            asked.text,
            asked.answers.join(" | ")
        )
    }

    fn open_json(&self) -> Value {
        let open = self.stride.asks.as_ref().map(|asked| {
            json!({"by": self.asked, "text": asked.text, "answers": asked.answers, "rule": asked.rule})
        });
        json!(open)
    }

    fn json(&self) -> Value {
        let letters: Vec<Value> = self
            .stride
            .letters
            .iter()
            .map(|letter| {
                json!({
                    "to": self.side(&letter.to),
                    "power": letter.power,
                    "template": letter.template,
                    "text": letter.text,
                    "fields": letter.fields,
                })
            })
            .collect();
        let open = self.open_json();
        json!({
            "done": self.stride.title,
            "messages": letters,
            "remarks": self.stride.remarks,
            "files": self.files,
            "open": open,
            "finished": self.stride.done,
        })
    }
}

/// Walks through the list in the terminal.
fn walk(
    session: &Session,
    own: &CarryOut,
    settings: &[Setting],
    dice: &mut dyn Dice,
) -> Result<Exit, Failure> {
    let mut answer: Option<String> = None;
    for _ in 0..MOST_STEPS {
        let done = match step(session, own, answer.as_deref(), settings, dice) {
            // What is no answer is asked again; everything else ends the walk.
            Err(failure) if answer.is_some() => {
                output::complain(&failure);
                step(session, own, None, settings, dice)?
            }
            other => other?,
        };
        let mut text = format!("{}\n", done.stride.title);
        for letter in &done.stride.letters {
            text.push_str(&format!("  to {}: {}\n", done.side(&letter.to), letter.text));
        }
        done.stride.remarks.iter().for_each(|remark| text.push_str(&format!("  {remark}\n")));
        if let Some(asked) = &done.stride.asks {
            text.push_str(&done.question(asked));
        }
        done.files.iter().for_each(|file| text.push_str(&format!("  {file}\n")));
        output::result(&text)?;
        if done.stride.done {
            return Ok(Exit::Clean);
        }
        let prompt = if done.stride.asks.is_some() { "answer: " } else { "Press Enter to continue: " };
        let Some(line) = terminal::shown_line(prompt)? else {
            output::say(&format!("stopped; continue with: liege umpire turn {}", own.folder.display()));
            return Ok(Exit::Clean);
        };
        answer = done.stride.asks.is_some().then_some(line);
    }
    Ok(Exit::Clean)
}
