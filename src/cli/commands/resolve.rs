//! `resolve`: declared battles, resolved into a log, a save or both.

mod passing;
pub(super) mod products;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

pub use products::{destination, file};
use products::{products, steps};

use crate::cli::args::{Args, Format, GameArgs, Resolve};
use crate::cli::commands::answering::{Answering, AtTable};
use crate::cli::commands::battles::{self, Purpose, entry_of};
use crate::cli::commands::continued::Continued;
use crate::cli::commands::luck;
use crate::cli::commands::orders::{self, Decisions};
use crate::cli::commands::run as typed;
use crate::cli::commands::said::{Said, split};
use crate::cli::understood::Understood;
use crate::cli::{Exit, Failure, data, files, output, standard};
use crate::model::change::{self, Step};
use crate::rules::battle::{Battle, PlannedChange};
use crate::rules::dice::{Dice, DiceFault, Given, Rolled, Throw};
use crate::rules::game::{Game, Questions};
use crate::rules::procedure::{AnyProcedure, Decide, Ending, Nobody, Refusal, Request, Resolution};

/// A battle with what came out and what it does to the save.
pub struct Resolved {
    /// The battle.
    pub battle: Battle,
    /// Its report.
    pub report: Resolution,
    /// The changes it asks for.
    pub planned: Vec<PlannedChange>,
    /// The same as steps of a log, one for each roll; none for a battle that did not come to its end.
    pub steps: Vec<Step>,
}

/// What a call of `resolve` comes to, before anything is written.
pub struct Work {
    /// The battles in order; the last may be open, any may be refused.
    pub done: Vec<Resolved>,
    /// The log and the save, with where they go, and the answers that were given at the terminal.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    decisions: Decisions,
    /// Of those that were asked for how many, and the ids of those that were not resolved.
    asked: usize,
    remaining: Vec<String>,
}

/// Who says what while battles are resolved.
struct Sitting {
    said: Said,
    decisions: Decisions,
    table: AtTable,
    earlier: Option<Continued>,
    /// Pieces that battles of this call have used up for its Step, with where that was.
    spent: BTreeMap<String, BTreeSet<String>>,
}

impl Sitting {
    /// What a battle that is over has used up.
    fn spend(&mut self, open: &dyn Questions, resolved: &Resolved) {
        if resolved.report.status == Ending::Done {
            for piece in open.spent(&resolved.battle, &resolved.report.deeds) {
                self.spent.entry(piece).or_default().insert(resolved.battle.place.location.clone());
            }
        }
    }
}

impl Work {
    /// Whether every battle came to its end.
    pub fn is_finished(&self) -> bool {
        self.done.iter().all(|resolved| resolved.report.status == Ending::Done)
    }

    fn has(&self, status: Ending) -> bool {
        self.done.iter().any(|resolved| resolved.report.status == status)
    }
}

/// More choices than any battle leaves behind.
const MOST_FOLLOW_UPS: usize = 20;

/// Runs `resolve`.
pub fn run(args: &Args, own: &Resolve) -> Result<Exit, Failure> {
    for target in own.log.iter().chain(&own.output) {
        files::refuse_same(&own.save, target)?;
    }
    files::expect_log_and_save(own.log.as_deref(), own.output.as_deref())?;
    if own.ask.ask && standard::is_standard(&own.save) {
        return Err(Failure::new("--ask reads the answers from standard input, where the save comes from")
            .help("name the save as a file"));
    }
    if own.template {
        let (_, battles) = asked_for(args, own)?;
        let battles: Vec<&Battle> = battles.iter().collect();
        let first = battles.first().ok_or_else(|| Failure::new("there is no battle to write orders for"))?;
        typed::template(&entry_of(args, first)?, &battles, own.format)?;
        return Ok(Exit::Clean);
    }
    let work = work(args, own)?;
    files::write_all(&work.files)?;
    let taken = work.files.iter().any(|(path, _)| standard::is_standard(path));
    print(own.format, &work.done, taken)?;
    typed::say_left(args, &work.decisions);
    if own.all {
        passing::say_remaining(args, work.asked, &work.remaining);
    }
    let target = own.log.as_ref().or(own.output.as_ref());
    match target {
        Some(target) if work.has(Ending::Open) => {
            let name = standard::name_of_output(target);
            Err(Failure::new(format!("{name}: was not written, because a decision of the battle is open"))
                .help("answer it with --orders FILE, --policy SIDE=WORD,… or --ask; --continue REPORT goes on from a report that --format json printed"))
        }
        Some(target) if !work.has(Ending::Done) => {
            let name = standard::name_of_output(target);
            let why = "was not written, because the rules refuse what was to be resolved";
            output::note(args, &format!("{name}: {why}"));
            Ok(Exit::Findings)
        }
        _ if work.has(Ending::Refused) => Ok(Exit::Findings),
        _ => Ok(Exit::Clean),
    }
}

/// The save and the battles that the words of the command line mean, as they stand before the first is resolved.
fn asked_for(args: &Args, own: &Resolve) -> Result<(Understood, Vec<Battle>), Failure> {
    let (ids, _) = split(&own.words);
    if own.all && !ids.is_empty() {
        return Err(Failure::new(format!(
            "--all resolves every declared battle, and \"{}\" names one",
            ids[0]
        ))
        .help("leave one of the two out; values are written KEY=VALUE"));
    }
    if !own.all && ids.is_empty() {
        return Err(Failure::new("no battle is named")
            .help("name one or more as liege battles lists them, or give --all"));
    }
    let (understood, asked) = match own.all {
        true => {
            let (understood, found) = battles::find(args, &own.save, &own.game, false, Purpose::Change)?;
            let asked = understood.game.in_order(found);
            (understood, asked)
        }
        false => battles::all_named(args, &own.save, &own.game, &ids)?,
    };
    for (index, battle) in asked.iter().enumerate() {
        if asked[..index].iter().any(|known| known.id == battle.id) {
            return Err(Failure::new(format!("{} is named twice", battle.id)).help("name each battle once"));
        }
    }
    if asked.is_empty() {
        return Err(Failure::about(&own.save, "declares no battle")
            .help("list possible ones with: liege battles SAVE --possible"));
    }
    Ok((understood, asked))
}

/// The procedures that resolve these battles: orders may answer their questions and no others.
fn of_battles(game: &dyn Game, battles: &[&Battle]) -> Vec<AnyProcedure> {
    let resolves = |entry: &&AnyProcedure| {
        battles.iter().any(|battle| battle.procedure == entry.id || battle.then.contains(&&*entry.id))
    };
    game.procedures().iter().filter(resolves).cloned().collect()
}

/// The call that a report is gone on from, with the save and the outputs of this one.
fn as_before(own: &Resolve, earlier: &Continued) -> Result<Resolve, Failure> {
    if own.all || own.input.is_some() || !own.words.is_empty() {
        return Err(Failure::new("--continue takes battles and values from the report")
            .help("leave out the battles, --all, KEY=VALUE and --input"));
    }
    let words = earlier.battles().map(|(battle, _)| battle.to_owned()).collect();
    let choices = earlier.choices(&own.game.choices)?;
    Ok(Resolve { words, game: GameArgs { choices, ..own.game.clone() }, ..own.clone() })
}

/// Resolves the battles asked for, one after the other, each on the position that the one before left.
pub fn work(args: &Args, own: &Resolve) -> Result<Work, Failure> {
    let earlier = own.ask.report.as_deref().map(Continued::read).transpose()?;
    let own = &earlier.as_ref().map_or_else(|| Ok(own.clone()), |earlier| as_before(own, earlier))?;
    let (mut understood, asked) = asked_for(args, own)?;
    let listed: Vec<&Battle> = asked.iter().collect();
    let (mut sitting, mut dice) = begin(own, earlier, &understood, &listed)?;
    let before = understood.table.commands.clone();
    let mut done: Vec<Resolved> = Vec::new();
    for (number, battle) in asked.iter().enumerate() {
        let mut own_dice = OwnFaces { from: dice.rolled().len(), dice: dice.as_mut() };
        let mut resolved = one(args, own, &understood, battle, &mut own_dice, (number, &mut sitting))?;
        if own.luck {
            add_luck(args, own, &mut resolved, &sitting.decisions)?;
        }
        if resolved.report.status == Ending::Done {
            let module = Some(&*understood.module);
            change::apply_steps(Arc::make_mut(&mut understood.table.commands), module, &resolved.steps)
                .map_err(|error| Failure::about(&own.save, error))?;
            understood.look_again();
        }
        if resolved.report.status == Ending::Open {
            tell_waiting(&mut resolved, &understood, &sitting.said, &asked[number + 1..])?;
            done.push(resolved);
            break;
        }
        done.push(resolved);
    }
    sitting.table.close()?;
    sitting.decisions.refuse_misfits()?;
    let remaining = passing::remaining(&asked, &done);
    let (files, decisions) = (Vec::new(), sitting.decisions);
    let mut work = Work { done, files, decisions, asked: asked.len(), remaining };
    if !work.has(Ending::Open)
        && !work.has(Ending::Refused)
        && let Some(fault) = dice.close()
    {
        return Err(Failure::new(fault.to_string()));
    }
    if !work.has(Ending::Open) && work.has(Ending::Done) {
        work.files = products(own, &understood, &before, &work.done)?;
    }
    let what = if let [battle] = &asked[..] { &battle.id } else { "all" };
    work.files.extend(sitting.table.file(&own.ask, what)?);
    Ok(work)
}

/// All that is said and rolled in a call.
fn begin(
    own: &Resolve,
    earlier: Option<Continued>,
    understood: &Understood,
    listed: &[&Battle],
) -> Result<(Sitting, Box<dyn Dice>), Failure> {
    let said = match &earlier {
        Some(earlier) => Said::again(earlier.battles()),
        None => {
            let ids: Vec<String> = listed.iter().map(|battle| battle.id.clone()).collect();
            Said::read(own.input.as_deref(), &split(&own.words).1, &ids)?
        }
    };
    said.check(&*understood.game, listed)?;
    let procedures = of_battles(&*understood.game, listed);
    let decisions = orders::read(&own.decisions, &procedures, listed)?;
    let dice = typed::dice_of(earlier.as_ref(), &own.dice)?;
    let (table, spent) = (AtTable::new(&own.ask), BTreeMap::new());
    Ok((Sitting { said, decisions, table, earlier, spent }, dice))
}

/// Adds to the report of a battle that stopped those that wait for it, with what was given for them.
fn tell_waiting(
    open: &mut Resolved,
    understood: &Understood,
    said: &Said,
    waiting: &[Battle],
) -> Result<(), Failure> {
    let row = |battle: &Battle| {
        let given = said.lay(&*understood.game, battle, true)?.given;
        Ok(json!({"battle": battle.id, "given": given}))
    };
    let rows: Vec<Value> = waiting.iter().map(row).collect::<Result<_, Failure>>()?;
    if !rows.is_empty() {
        open.report.json["waiting"] = json!(rows);
    }
    Ok(())
}

/// Tells how lucky both sides of a battle were.
fn add_luck(
    args: &Args,
    own: &Resolve,
    resolved: &mut Resolved,
    decisions: &Decisions,
) -> Result<(), Failure> {
    let entry = entry_of(args, &resolved.battle)?;
    let settings = typed::settings(&own.game.choices)?;
    let files = data::files(args)?;
    let request = Request { files: &files, settings: &settings, table: &resolved.battle.inputs };
    luck::add(&mut resolved.report, &entry, &request, decisions.policies(&resolved.battle.id)?)
        .map_err(|error| error.before(&resolved.battle.id))
}

/// The dice of one battle among several: only its own faces are its faces, and faces left over are for the next.
struct OwnFaces<'d> {
    dice: &'d mut dyn Dice,
    from: usize,
}

impl Dice for OwnFaces<'_> {
    fn throw(&mut self, throw: Throw, label: &str, class: &dyn Fn(u16) -> u16) -> u16 {
        self.dice.throw(throw, label, class)
    }

    fn fault(&self) -> Option<&DiceFault> {
        self.dice.fault()
    }

    fn rolled(&self) -> &[Rolled] {
        self.dice.rolled().get(self.from..).unwrap_or_default()
    }

    fn seed(&self) -> Option<u64> {
        self.dice.seed()
    }
}

/// Resolves the battle of a number among those that were asked for.
fn one(
    args: &Args,
    own: &Resolve,
    understood: &Understood,
    asked: &Battle,
    dice: &mut dyn Dice,
    (number, sitting): (usize, &mut Sitting),
) -> Result<Resolved, Failure> {
    let open = battles::open_after(understood, &own.game, &sitting.spent)?;
    let is_asked = |battle: &Battle| asked.is_same(battle);
    let declared = || open.battles().into_iter().find(is_asked);
    let possible = || open.possible_battles().into_iter().find(is_asked);
    let found = open.battle(&asked.id).filter(is_asked).or_else(declared).or_else(possible);
    let Some(found) = found else {
        let reason = "the battles before it have left nobody to attack, or nobody to attack with";
        let gone = Battle { refused: Some(Refusal::new("", reason)), ..asked.clone() };
        return resolve(args, open.as_ref(), understood, gone, &own.game.choices, dice, &mut Nobody);
    };
    // Where another attack on the hex is over, this one is no longer the second.
    let found = Battle { id: asked.id.clone(), ..found };
    let battle = sitting.said.lay(&*understood.game, &found, own.all || split(&own.words).0.len() > 1)?;
    let battle = if own.all { passing::over(args, battle, &own.game.choices)? } else { battle };
    let answers = sitting.earlier.as_mut().and_then(|earlier| earlier.answers(number));
    let orders = sitting.decisions.of(&asked.id);
    let mut who = Answering::new(&asked.id, answers, orders, &mut sitting.table);
    let resolved = resolve(args, open.as_ref(), understood, battle, &own.game.choices, dice, &mut who);
    if let (Some(earlier), Ok(resolved)) = (&sitting.earlier, &resolved) {
        earlier.agrees(number, &resolved.report)?;
    }
    if let Ok(resolved) = &resolved {
        sitting.spend(open.as_ref(), resolved);
    }
    resolved
}

/// Resolves one battle and plans what it does to the save.
pub fn resolve(
    args: &Args,
    open: &dyn Questions,
    understood: &Understood,
    battle: Battle,
    choices: &[String],
    dice: &mut dyn Dice,
    who: &mut dyn Decide,
) -> Result<Resolved, Failure> {
    let entry = entry_of(args, &battle)?;
    if let Some(refusal) = &battle.refused {
        let report = entry.refused(&json!(battle.inputs), std::slice::from_ref(refusal));
        return Ok(Resolved { battle, report, planned: Vec::new(), steps: Vec::new() });
    }
    let settings = typed::settings(choices)?;
    let files = data::files(args)?;
    let request = Request { files: &files, settings: &settings, table: &battle.inputs };
    let mut report =
        entry.run(&request, dice, who).map_err(|error| Failure::new(format!("{}: {error}", battle.id)))?;
    for _ in 0..MOST_FOLLOW_UPS {
        let next = open.follow_up(&battle, &report.deeds).filter(|_| report.status == Ending::Done);
        let Some(next) = next else { break };
        let request = Request { files: &files, settings: &settings, table: &next.inputs };
        let more = entry_of(args, &next)?.run(&request, &mut Given::new([]), who);
        report.add(more.map_err(|error| Failure::new(format!("{}: {error}", battle.id)))?);
    }
    typed::tell_choices(&mut report, &settings);
    if report.status != Ending::Done {
        return Ok(Resolved { battle, report, planned: Vec::new(), steps: Vec::new() });
    }
    let planned = open.changes(&battle, &report.deeds);
    let steps = steps(understood, &battle, &report, &planned)?;
    Ok(Resolved { battle, report, planned, steps })
}

fn print(format: Format, done: &[Resolved], taken: bool) -> Result<(), Failure> {
    match format {
        Format::Json => {
            let whole = match done {
                [one] => output::envelope_of_one(json_of(one)),
                several => output::envelope(several.iter().map(json_of).collect()),
            };
            output::json_beside(taken, &whole)
        }
        Format::Text => {
            for resolved in done {
                output::result_beside(taken, &words(resolved))?;
            }
            Ok(())
        }
    }
}

fn json_of(resolved: &Resolved) -> Value {
    let mut json = resolved.report.json.clone();
    battles::add_to(&mut json, &resolved.battle);
    json["planned"] = json!(resolved.planned);
    json
}

/// The words of changes; a piece to which the same happens on several Layers is told once.
fn told_once(planned: &[PlannedChange]) -> Vec<&str> {
    let mut told: Vec<&PlannedChange> = planned.iter().collect();
    told.dedup_by(|next, before| next.piece == before.piece && next.words == before.words);
    told.into_iter().map(|change| change.words.as_str()).collect()
}

/// A resolution in words: the battle, its report, what changes in the save.
pub fn words(resolved: &Resolved) -> String {
    let mut text = battles::head(&resolved.battle);
    text.push_str(&typed::words(&resolved.report));
    if resolved.report.status == Ending::Done {
        for words in told_once(&resolved.planned) {
            text.push_str(&format!("- {words}\n"));
        }
    }
    text
}
