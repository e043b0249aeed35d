//! `resolve`: declared battles, resolved into a log, a save or both.

mod asked;
mod campaign;
mod one;
mod passing;
pub(super) mod products;
mod template;
mod told;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

use asked::{as_before, asked_for, of_battles};
use one::{OwnFaces, add_luck, one};
pub use passing::Unfought;
use products::products;
pub use products::{destination, file};
pub use told::words;

use crate::cli::args::{Format, Resolve};
use crate::cli::commands::answering::{AtTable, Shown};
use crate::cli::commands::continued::Continued;
use crate::cli::commands::orders::{self, Decisions};
use crate::cli::commands::run as typed;
use crate::cli::commands::said::{Said, split};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, output, standard};
use crate::table::Table;
use liege_rules::check::case::SpentPiece;
use liege_rules::game::Questions;
use liege_rules::play::battle::{Battle, PlannedChange};
use liege_rules::play::dice::Dice;
use liege_rules::play::procedure::{Ending, Resolution};
use vassal::model::change::{self, Step};

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
    /// What became of it, where it was not fought by itself.
    pub unfought: Option<Unfought>,
    /// How much of its report was shown while questions were asked.
    pub shown: Shown,
    /// Whether all of it was.
    pub printed: bool,
}

impl Resolved {
    /// A battle that was refused or has not ended, so that nothing changes.
    fn without_changes(battle: Battle, report: Resolution, shown: Shown) -> Self {
        Self { battle, report, planned: Vec::new(), steps: Vec::new(), unfought: None, shown, printed: false }
    }
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
    /// Pieces that battles of this call have used up for its Step.
    spent: BTreeMap<String, SpentPiece>,
}

impl Sitting {
    /// What a battle that is over has used up.
    fn spend(&mut self, open: &dyn Questions, resolved: &Resolved) {
        if resolved.report.status == Ending::Done {
            for (piece, more) in open.spent(&resolved.battle, &resolved.report.deeds) {
                self.spent.entry(piece).or_default().add(more);
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

/// Runs `resolve`.
pub fn run(session: &Session, own: &Resolve) -> Result<Exit, Failure> {
    for target in own.log.iter().chain(&own.output) {
        files::refuse_same(&own.save, target)?;
    }
    files::expect_log_and_save(own.log.as_deref(), own.output.as_deref())?;
    if own.ask.ask && standard::is_standard(&own.save) {
        return Err(Failure::new("--ask reads answers from standard input, but so is the save")
            .help("name the save as a file"));
    }
    if own.template {
        return template::print(session, own);
    }
    let work = work(session, own)?;
    files::write_all(&work.files)?;
    let taken = work.files.iter().any(|(path, _)| standard::is_standard(path));
    told::print(own.format, &work.done, taken)?;
    typed::say_left(session, &work.decisions);
    if own.all {
        passing::say_remaining(session, work.asked, &work.remaining);
    }
    let target = own.log.as_ref().or(own.output.as_ref());
    match target {
        Some(target) if work.has(Ending::Open) => {
            let name = standard::name_of_output(target);
            Err(Failure::new(format!("{name}: not written: a player still has to decide something (see \"open:\" above)"))
                .help("answer it with --orders FILE, --policy SIDE=WORD,… or --ask; --continue REPORT goes on from a report that --format json printed"))
        }
        Some(target) if !work.has(Ending::Done) => {
            let name = standard::name_of_output(target);
            let why = "was not written, because the rules do not allow the battle";
            output::note(session, &format!("{name}: {why}"));
            Ok(Exit::Findings)
        }
        _ if work.has(Ending::Refused) || work.has(Ending::Open) => Ok(Exit::Findings),
        _ => Ok(Exit::Clean),
    }
}

/// Resolves the battles asked for, one after the other, each on the position that the one before left.
pub fn work(session: &Session, own: &Resolve) -> Result<Work, Failure> {
    let earlier = own.ask.report.as_deref().map(Continued::read).transpose()?;
    let own = &earlier.as_ref().map_or_else(|| Ok(own.clone()), |earlier| as_before(own, earlier))?;
    let (mut understood, asked) = asked_for(session, own)?;
    asked::refuse_copy(own, &understood)?;
    let listed: Vec<&Battle> = asked.iter().collect();
    let (mut sitting, mut dice) = begin(session, own, earlier, &understood, &listed)?;
    let before = understood.opened.commands.clone();
    let mut done: Vec<Resolved> = Vec::new();
    for (number, battle) in asked.iter().enumerate() {
        let waiting = &asked[number + 1..];
        if let Some(within) = passing::within(&understood, &done, battle) {
            done.push(passing::unfought(session, battle.clone(), within)?);
            continue;
        }
        asked::refuse_half(session, own, &understood, battle)?;
        let mut own_dice = OwnFaces { from: dice.rolled().len(), dice: dice.as_mut() };
        let turn = (number, &mut sitting);
        let tried = one(session, own, &understood, (battle, waiting), &mut own_dice, turn);
        let kept = |failure: Failure| {
            let failure = failure.behind(&reports(&done));
            sitting.table.keep(&own.ask, called(&asked), dice.as_ref(), failure)
        };
        let Some(mut resolved) = tried.map_err(kept)? else {
            let gone = passing::gone(&understood, &done, battle);
            done.push(passing::unfought(session, battle.clone(), gone)?);
            continue;
        };
        if own.luck {
            add_luck(session, own, &mut resolved, &sitting.decisions)?;
        }
        if resolved.report.status == Ending::Done {
            let module = Some(&*understood.module);
            change::apply_steps(Arc::make_mut(&mut understood.opened.commands), module, &resolved.steps)
                .map_err(|error| Failure::about(&own.save, error))?;
            understood.look_again()?;
        }
        if resolved.report.status == Ending::Open {
            tell_waiting(&mut resolved, &understood, &sitting.said, waiting)?;
        }
        if sitting.table.prints() {
            output::result(&words(&resolved))?;
            resolved.printed = true;
        }
        let is_open = resolved.report.status == Ending::Open;
        done.push(resolved);
        if is_open {
            break;
        }
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
        let failure = match work.done.split_last() {
            Some((last, before)) => {
                Failure::new(fault.to_string()).after(&last.report.lines).behind(&reports(before))
            }
            None => Failure::new(fault.to_string()),
        };
        return Err(sitting.table.keep(&own.ask, called(&asked), dice.as_ref(), failure));
    }
    if !work.has(Ending::Open) && work.has(Ending::Done) {
        work.files = products(own, &understood, &before, &work.done)?;
    }
    work.files.extend(sitting.table.file(&own.ask, called(&asked))?);
    Ok(work)
}

/// What the orders file of a call is named by: its battle, or all.
fn called(asked: &[Battle]) -> &str {
    if let [battle] = asked { &battle.id } else { "all" }
}

/// The reports of battles that were resolved, in words.
fn reports(done: &[Resolved]) -> String {
    let one =
        |resolved: &Resolved| format!("{}\n{}", resolved.battle.title, typed::words(&resolved.report, 0));
    done.iter().map(one).collect()
}

/// All that is said and rolled in a call.
fn begin(
    session: &Session,
    own: &Resolve,
    earlier: Option<Continued>,
    understood: &Table,
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
    let decisions = orders::read(session, &own.decisions, &procedures, listed)?;
    let dice = typed::dice_of(earlier.as_ref(), &own.dice, own.ask.ask)?;
    let taken = own.log.iter().chain(&own.output).any(|path| standard::is_standard(path));
    let prints = own.format == Format::Text && !taken;
    let (table, spent) = (AtTable::new(&own.ask, prints), BTreeMap::new());
    Ok((Sitting { said, decisions, table, earlier, spent }, dice))
}

/// Adds to the report of a battle that stopped those that wait for it, with what was given for them.
fn tell_waiting(
    open: &mut Resolved,
    understood: &Table,
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
