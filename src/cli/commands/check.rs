//! `check`: every state of a save that the rules forbid.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cli::args::{Args, Check, CopyOf, Format};
use crate::cli::understood::{self, Understood, Wanted};
use crate::cli::{Exit, Failure, headline, output, standard};
use crate::model::eyes::Eyes;
use crate::report::text;
use crate::rules::case::{Case, SideCopy};
use crate::rules::check::{Checked, Filter};
use crate::rules::choices::Setting;
use crate::rules::situation::Situation;
use crate::rules::turn_log::TurnLog;

/// Runs `check`: files in parallel, results in the order of the files; one that cannot be checked is told, and the others
/// are shown.
pub fn run(args: &Args, own: &Check) -> Result<Exit, Failure> {
    let filter =
        Filter { only: own.only.iter().cloned().collect(), ignore: own.ignore.iter().cloned().collect() };
    let results: Vec<Result<(Understood, Checked), Failure>> =
        own.saves.par_iter().map(|save| one(args, own, save, &filter)).collect();
    let mut reports = Vec::new();
    let mut exit = Exit::Clean;
    for (path, result) in own.saves.iter().zip(results) {
        let (understood, checked) = match result {
            Ok(done) => done,
            Err(failure) => {
                output::complain(&failure);
                reports.push(output::unread(path, &failure));
                exit = Exit::Failed;
                continue;
            }
        };
        if checked.summary.illegal > 0 && exit == Exit::Clean {
            exit = Exit::Findings;
        }
        match own.format {
            Format::Text => {
                let file = standard::name_of_input(path).to_string();
                let findings = text::checked(&file, &checked, &understood.situation.untold, args.verbose);
                output::result(&format!("{}\n{findings}", headline::of(&file, &understood, args)))?
            }
            Format::Json => reports.push(report(&path.display().to_string(), &understood, &checked)?),
        }
    }
    if own.format == Format::Json {
        output::json(&output::envelope(reports))?;
    }
    Ok(exit)
}

fn one(args: &Args, own: &Check, path: &Path, filter: &Filter) -> Result<(Understood, Checked), Failure> {
    let wanted = Wanted {
        module: own.module.as_deref(),
        at: Some(own.at),
        game: own.game.as_deref(),
        phase: own.phase.as_deref(),
        side: own.side.side.as_deref(),
    };
    let understood = understood::read(path, args, &wanted)?;
    understood.refuse_strangers(path)?;
    let metas = understood.game.metas(&understood.pack);
    if let Some(word) = filter.unknown(&metas).first() {
        let near = crate::rules::fault::did_you_mean(word, metas.iter().map(|meta| meta.id.as_str()));
        return Err(Failure::new(format!("no check is called \"{word}\"{near}"))
            .help(format!("list them with: liege explain --list {}", understood.game.id())));
    }
    let choices = settings(&understood, &own.choices)?;
    let beside = Beside { args, own, understood: &understood, path };
    let case = Case {
        before: own.previous.as_deref().map(|path| beside.before(path)).transpose()?,
        log: own.turn_log.as_deref().map(|path| beside.log(path)).transpose()?,
        copies: beside.copies()?,
        choices,
        ..Case::of(Arc::clone(&understood.situation))
    };
    let checked = understood.game.open(&case).check(filter);
    for idle in &checked.idle {
        let game = understood.game.id();
        output::note(args, &format!("{idle}: no check of {game} that was asked for looks at it"));
    }
    Ok((understood, checked))
}

/// What is given beside a save that is checked.
struct Beside<'a> {
    args: &'a Args,
    own: &'a Check,
    understood: &'a Understood,
    path: &'a Path,
}

impl Beside<'_> {
    /// A file of the same game, read with these eyes; the points of logs and the phase are the save's own.
    fn read(&self, path: &Path, side: Option<&str>) -> Result<Understood, Failure> {
        let wanted = Wanted {
            module: self.own.module.as_deref(),
            game: self.own.game.as_deref(),
            side,
            ..Wanted::default()
        };
        let read = understood::read(path, self.args, &wanted)?;
        read.refuse_strangers(path)?;
        Ok(read)
    }

    fn side(&self) -> Option<&str> {
        self.own.side.side.as_deref()
    }

    /// Refuses a file of another game: nothing in it could be compared.
    fn refuse_other(&self, path: &Path, other: &Situation) -> Result<(), Failure> {
        let known = self.understood.situation.by_id();
        if known.is_empty()
            || other.pieces.is_empty()
            || other.pieces.iter().any(|piece| known.contains_key(piece.id.as_str()))
        {
            return Ok(());
        }
        let save = standard::name_of_input(self.path);
        Err(Failure::about(path, format!("has no piece in common with {save}"))
            .help("name a file of the same game"))
    }

    /// An earlier save; what its turn tracker does not tell is taken from `--phase`.
    fn before(&self, path: &Path) -> Result<Arc<Situation>, Failure> {
        let mut before = self.read(path, self.side())?.situation;
        self.refuse_other(path, &before)?;
        if before.clock.phase.is_none() && self.own.phase.is_some() {
            Arc::make_mut(&mut before).clock.phase.clone_from(&self.understood.situation.clock.phase);
        }
        Ok(before)
    }

    fn log(&self, path: &Path) -> Result<Arc<TurnLog>, Failure> {
        let read = self.read(path, self.side())?;
        self.refuse_other(path, &read.situation)?;
        if read.table.log_steps == 0 {
            return Err(Failure::about(path, "has no steps, expected the log of a turn")
                .help("VASSAL writes one with File, Begin Logfile; liege resolve with --log"));
        }
        let log = TurnLog::play(read.table.of_file(), Some(&read.module), &read.eyes, &read.pack);
        log.map(Arc::new).map_err(|error| Failure::about(path, error))
    }

    /// The copies that sides hold, by side.
    fn copies(&self) -> Result<BTreeMap<String, SideCopy<Arc<Situation>>>, Failure> {
        let mut copies = BTreeMap::new();
        for given in &self.own.copies {
            let (side, copy) = self.copy(given)?;
            if copies.insert(side.clone(), copy).is_some() {
                return Err(
                    Failure::new(format!("--copy: {side} is named twice")).help("a side holds one copy")
                );
            }
        }
        Ok(copies)
    }

    /// The copy that a side holds, beside what it may see of the save.
    fn copy(&self, given: &CopyOf) -> Result<(String, SideCopy<Arc<Situation>>), Failure> {
        let held = self.read(&given.save, Some(&given.side))?;
        self.refuse_other(&given.save, &held.situation)?;
        let side = held.eyes.side().to_owned();
        if held.eyes == Eyes::Umpire {
            return Err(Failure::new(format!("--copy {}=…: expected a side that is played", given.side))
                .help("the umpire holds the master, which is the save that is checked"));
        }
        if self.understood.eyes != Eyes::Umpire && self.understood.eyes.side() != side {
            let looker = self.understood.eyes.side();
            return Err(Failure::new(format!("--copy {side}=…: {looker} may not know what {side} sees"))
                .help("the umpire compares copies: --side umpire"));
        }
        let understood = self.understood;
        let eyes = Eyes::of_side(&side, &understood.table.position);
        let due = understood.seen_by(&eyes);
        Ok((side, SideCopy { due: Arc::new(due), held: held.situation }))
    }
}

/// Checks a position that was understood, with nothing beside it.
pub fn check(understood: &Understood) -> Checked {
    let case = Case::of(Arc::clone(&understood.situation));
    understood.game.open(&case).check(&Filter::default())
}

/// `KEY=VALUE` words against the choices of the pack.
pub fn settings(understood: &Understood, words: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let mut choices = understood.pack.choices.clone();
    let mut set = BTreeMap::new();
    for word in words {
        let setting: Setting = word.parse().map_err(|error| Failure::new(format!("--choice: {error}")))?;
        choices.set(&setting).map_err(|error| Failure::new(format!("--choice: {error}")))?;
        let value = choices.get(&setting.key).unwrap_or(&setting.value).to_owned();
        set.insert(setting.key, value);
    }
    Ok(set)
}

fn report(file: &str, understood: &Understood, checked: &Checked) -> Result<Value, Failure> {
    let fault = |error: serde_json::Error| Failure::new(error.to_string());
    let mut value = json!({
        "file": file,
        "game": understood.game.id(),
        "phase": understood.situation.clock.phase,
        "side": understood.eyes.side(),
    });
    understood.table.add_step(&mut value);
    value["untold"] = understood
        .situation
        .untold
        .iter()
        .map(|one| json!({"piece": one.piece, "place": one.place, "reason": one.reason}))
        .collect();
    let mut result = serde_json::to_value(checked).map_err(fault)?;
    for (index, number) in checked.numbers().into_iter().enumerate() {
        result["findings"][index]["number"] = number.into();
    }
    if let (Some(into), Some(from)) = (value.as_object_mut(), result.as_object()) {
        into.extend(from.clone());
    }
    Ok(value)
}
