//! `battles`: the battles declared in a save, each with an id, its odds, its likeliest results and what units can expect to lose.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use serde_json::{Map, Value, json};

use crate::cli::args::{Battles, Format, GameArgs};
use crate::cli::commands::run as typed;
use crate::cli::commands::written::{battle_id, is_called};
use crate::cli::data;
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, headline, output, settings, standard};
use crate::report::battles as words;
use crate::table::Table;
use liege_rules::check::case::{Case, SpentPiece};
use liege_rules::data::fault::did_you_mean;
use liege_rules::game::Questions;
use liege_rules::play::battle::{Battle, Note, plain};
use liege_rules::play::chances::{Limits, Method};
use liege_rules::play::procedure::{AnyProcedure, EVEN, Policies, Question, Request, Resolution, RunError};
use liege_rules::position::places::PlaceId;
use vassal::diagnostic::few;

/// Runs `battles`.
pub fn run(session: &Session, own: &Battles) -> Result<Exit, Failure> {
    let (understood, found) = find(session, &own.save, &own.game, own.possible, Purpose::Look)?;
    let rows = reckoned(session, found, &own.game)?;
    match own.format {
        Format::Json => {
            let rows: Vec<Value> = rows.iter().map(|(battle, report)| row(battle, report)).collect();
            let file = own.save.display().to_string();
            let mut report = json!({"file": file, "game": understood.game.id(), "side": understood.eyes.side(), "battles": rows});
            understood.opened.add_step(&mut report);
            output::json(&output::envelope(vec![report]))?;
        }
        Format::Text if rows.is_empty() => {
            let more = match own.possible {
                false => "no battle is declared; --possible lists those that could be",
                true => {
                    "no battle is declared, and no unit is next to an enemy that it is at war with and can \
                     attack"
                }
            };
            output::note(session, &format!("{}: {more}", standard::name_of_input(&own.save)));
        }
        Format::Text => {
            let head = headline::of(&standard::name_of_input(&own.save).to_string(), &understood, session);
            output::result(&format!("{head}\n{}", words::list(&rows)))?
        }
    }
    Ok(Exit::Clean)
}

/// Samples enough for a list.
const SAMPLES: u32 = 2_000;

/// Steps for the exact chances of each battle of a list.
const STEPS: u64 = 32_000;

/// Steps in all for battles that need more, where they are few; others are sampled at once.
const MORE_STEPS: u64 = 600_000;
const FEW: usize = 3;

/// So many battles of a list have chances: more than any scenario allows at its start, and a few seconds of work.
const MOST_RECKONED: usize = 100;

/// The battles of a list with their chances, on all cores; how far each is followed does not hang on their number.
fn reckoned(
    session: &Session,
    found: Vec<Battle>,
    own: &GameArgs,
) -> Result<Vec<(Battle, Resolution)>, Failure> {
    let short = |steps, samples| Limits { steps, samples, in_short: true, ..Limits::default() };
    let first = found.into_par_iter().enumerate().map(|(number, mut battle)| {
        let report = match number < MOST_RECKONED {
            true => odds(session, &mut battle, own, &short(STEPS, 0))?,
            false => {
                let told = format!(
                    "no chances: a list has them for its first {MOST_RECKONED} battles; liege chances shows \
                     those of one battle"
                );
                battle.notes.push(Note::plain(told));
                entry_of(session, &battle)?.wanting(&json!(battle.inputs))
            }
        };
        Ok((battle, report))
    });
    let rows = first.collect::<Result<Vec<(Battle, Resolution)>, Failure>>()?;
    let has_none = |report: &Resolution| {
        let told = report.chances.as_ref();
        told.is_some_and(|told| matches!(told.method, Method::Sampled { samples: 0, .. }))
    };
    let open = rows.iter().filter(|(_, report)| has_none(report)).count();
    let limits = short(if open <= FEW { MORE_STEPS / open.max(1) as u64 } else { 0 }, SAMPLES);
    let again = rows.into_par_iter().map(|(battle, report)| match has_none(&report) {
        // Its notes are there already.
        true => odds(session, &mut battle.clone(), own, &limits).map(|report| (battle, report)),
        false => Ok((battle, report)),
    });
    again.collect()
}

/// The chances of a battle while both sides follow the policy that is assumed where nobody decides, and a note says so. A
/// battle whose values do not suffice has none, and a note says what it wants.
fn odds(
    session: &Session,
    battle: &mut Battle,
    own: &GameArgs,
    limits: &Limits,
) -> Result<Resolution, Failure> {
    let entry = entry_of(session, battle)?;
    if let Some(refusal) = &battle.refused {
        return Ok(entry.refused(&json!(battle.inputs), std::slice::from_ref(refusal)));
    }
    let settings = typed::settings(&own.choices)?;
    let files = data::kept_files(session)?;
    let mut policies = Policies::default();
    policies.assume();
    let request = Request { files: &*files, settings: &settings, table: &battle.inputs };
    match entry.chances(&request, &policies, limits) {
        Err(RunError::Input(faults)) => {
            let wanting = entry.wanting(&json!(battle.inputs));
            battle.notes.extend(faults.iter().map(|fault| Note::plain(format!("no chances: {fault}"))));
            Ok(wanting)
        }
        Err(error) => Err(Failure::new(format!("{}: {error}", battle.id))),
        Ok(report) => {
            let told = report.chances.as_ref();
            if told.is_some_and(|told| !told.assumed.is_empty()) {
                let assumed = format!("the chances assume the policy {EVEN} for both sides");
                battle.notes.push(Note::plain(assumed));
            }
            if let Some(Question { by, label, .. }) = told.and_then(|told| told.open.as_ref()) {
                let wanting = entry.wanting(&json!(battle.inputs));
                let why = format!("no chances: nobody decides \"{label}\" for the {by}");
                battle.notes.push(Note::plain(why));
                return Ok(wanting);
            }
            Ok(report)
        }
    }
}

fn row(battle: &Battle, report: &Resolution) -> Value {
    let mut row = json!(battle);
    row["odds"] = json!(words::odds(report));
    row["chances"] = words::likeliest(report).map(|likely| likely.row.clone()).collect();
    if let Some(expected) = report.json.get("expected") {
        row["expected"] = expected.clone();
    }
    let assumed = report.chances.as_ref().map(|told| &told.assumed);
    if let Some(assumed) = assumed.filter(|assumed| !assumed.is_empty()) {
        row["assumed_policies"] = json!(assumed);
    }
    if !report.refused.is_empty() {
        row["refused"] = json!(report.refused);
    }
    row
}

/// The procedure of a battle.
pub fn entry_of(session: &Session, battle: &Battle) -> Result<AnyProcedure, Failure> {
    typed::procedure(session, battle.game, battle.procedure)
}

/// What a report tells of the battle it is about: its id, whether it is declared, what was given, its notes.
pub fn add_to(json: &mut Value, battle: &Battle) {
    json["battle"] = json!(battle.id);
    json["declared"] = json!(battle.declared);
    json["given"] = json!(battle.given);
    json["notes"] = json!(battle.notes);
}

/// A battle with what was given and its notes, above a report.
pub fn head(battle: &Battle) -> String {
    let mut text = format!("{}: {}\n", battle.id, battle.title);
    if !battle.given.is_empty() {
        text.push_str(&format!("given: {}\n", given_words(&battle.given)));
    }
    if !battle.declared {
        text.push_str("note: not declared; this battle is only possible\n");
    }
    for note in &battle.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    text
}

/// Values as they would be typed.
pub fn given_words(given: &Map<String, Value>) -> String {
    let words: Vec<String> = given.iter().map(|(key, value)| format!("{key}={}", plain(value))).collect();
    words.join(", ")
}

/// A save as its game understands it, with its battles.
pub fn find(
    session: &Session,
    save: &Path,
    own: &GameArgs,
    possible: bool,
    purpose: Purpose,
) -> Result<(Table, Vec<Battle>), Failure> {
    let understood = read(session, save, own, purpose)?;
    let asked = open(&understood, own)?;
    let mut battles = asked.battles();
    if possible {
        battles.extend(asked.possible_battles());
    }
    Ok((understood, battles))
}

/// A save as its game understands it, with the battle that a word names, declared or possible.
pub fn named(session: &Session, save: &Path, own: &GameArgs, word: &str) -> Result<(Table, Battle), Failure> {
    let understood = read(session, save, own, Purpose::Look)?;
    let battle = one(open(&understood, own)?.as_ref(), word)?;
    Ok((understood, battle))
}

/// The same for several words, to be resolved.
pub fn all_named(
    session: &Session,
    save: &Path,
    own: &GameArgs,
    words: &[String],
    possible: bool,
) -> Result<(Table, Vec<Battle>), Failure> {
    let understood = read(session, save, own, Purpose::Change)?;
    let asked = open(&understood, own)?;
    let battles: Result<Vec<Battle>, Failure> = words.iter().map(|word| one(asked.as_ref(), word)).collect();
    let battles = battles?;
    match battles.iter().find(|battle| !battle.declared).filter(|_| !possible) {
        Some(battle) => Err(nobody_declares(asked.as_ref(), battle, &understood)),
        None => Ok((understood, battles)),
    }
}

/// So many declared battles are named beside one that is not.
const NAMED: usize = 5;

/// Refuses a battle that only could be fought, and names those that are declared, the nearest first.
fn nobody_declares(asked: &dyn Questions, battle: &Battle, understood: &Table) -> Failure {
    let mut declared = asked.battles();
    let at = |battle: &Battle| PlaceId::told(&battle.place.location);
    let map = &understood.pack.map;
    declared.sort_by_key(|other| map.distance(&at(battle), &at(other)).unwrap_or(u32::MAX));
    let known = match few(declared.iter().map(|other| other.id.as_str()), NAMED).as_str() {
        "" => "nothing is declared".to_owned(),
        named => format!("declared, the nearest first: {named}"),
    };
    Failure::new(format!("{} is not declared, {}", battle.id, battle.title))
        .help(format!("{known}; to resolve a possible battle, add --possible"))
}

fn one(asked: &dyn Questions, word: &str) -> Result<Battle, Failure> {
    if let Some(battle) = battle_id(word).and_then(|id| asked.battle(&id)) {
        return Ok(battle);
    }
    let mut all = asked.battles();
    all.extend(asked.possible_battles());
    pick(&all, word).cloned()
}

/// What a save is read for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To tell of it.
    Look,
    /// To change it, perhaps with new pieces.
    Change,
}

/// A save as its game understands it.
pub fn read(session: &Session, save: &Path, own: &GameArgs, purpose: Purpose) -> Result<Table, Failure> {
    let wanted = Wanted {
        module: own.module.as_deref(),
        at: Some(own.at),
        game: own.game.as_deref(),
        phase: own.phase.as_deref(),
        side: own.side.side.as_deref(),
        is_held: false,
        makes_nothing: purpose == Purpose::Look,
    };
    let understood = saves::read(save, session, &wanted)?;
    understood.refuse_strangers()?;
    if let Some(told) = understood.not_counted() {
        output::note(session, &format!("{}: {told}", standard::name_of_input(save)));
    }
    Ok(understood)
}

/// The case of a position, open to questions.
pub fn open(understood: &Table, own: &GameArgs) -> Result<Box<dyn Questions>, Failure> {
    open_after(understood, own, &BTreeMap::new())
}

/// The same after battles of the call that have used up these pieces.
pub fn open_after(
    understood: &Table,
    own: &GameArgs,
    spent: &BTreeMap<String, SpentPiece>,
) -> Result<Box<dyn Questions>, Failure> {
    let choices = settings::of(understood, &own.choices)?;
    let spent = spent.clone();
    Ok(understood.game.open(&Case { choices, spent, ..Case::of(understood.situation.clone()) }))
}

/// The battle with this id.
fn pick<'b>(battles: &'b [Battle], id: &str) -> Result<&'b Battle, Failure> {
    battles.iter().find(|battle| is_called(&battle.id, id)).ok_or_else(|| {
        let ids = |declared: bool| {
            let of_kind = battles.iter().filter(|battle| battle.declared == declared);
            of_kind.map(|battle| battle.id.as_str()).collect::<Vec<_>>().join(", ")
        };
        let known = match (ids(true), ids(false)) {
            (none, possible) if none.is_empty() && possible.is_empty() => {
                "none is declared, and none is possible".to_owned()
            }
            (none, possible) if none.is_empty() => format!("none is declared; possible: {possible}"),
            (declared, possible) if possible.is_empty() => format!("declared: {declared}"),
            (declared, possible) => format!("declared: {declared}; possible: {possible}"),
        };
        let near = did_you_mean(id, battles.iter().map(|battle| battle.id.as_str()));
        Failure::new(format!("no battle is called \"{id}\"{near}"))
            .help(format!("{known}; values are written KEY=VALUE"))
    })
}
