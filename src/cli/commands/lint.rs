//! `lint`: faults of modules, extensions, saves and logs of any game.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::args::{Args, Format, Lint};
use crate::cli::open::Opened;
use crate::cli::{Exit, Failure, open, output, several, standard, understood};
use crate::diagnostic::counted;
use crate::format::save_file::SaveFile;
use crate::lint::{self, Check, Level, Linted, OfSave};
use crate::model::position::Piece;

/// Looks through all files, in the order in which they were given.
pub fn run(args: &Args, own: &Lint) -> Result<Exit, Failure> {
    refuse_unknown(own)?;
    let mut reports = Vec::new();
    let mut exit = Exit::Clean;
    several::each(
        &own.files,
        |path| faults_of(args, own, path),
        |path, result| {
            let found = several::read_or_told((path, own.files.len()), result, &mut reports, &mut exit)?;
            let Some(linted) = found else { return Ok(()) };
            if exit == Exit::Clean && linted.faults.iter().any(|fault| fault.severity == Level::Error) {
                exit = Exit::Findings;
            }
            match own.format {
                Format::Json => reports.push(report(path, &linted)),
                Format::Text => output::result(&text(path, &linted, own.statistics))?,
            }
            Ok(())
        },
    )?;
    if own.format == Format::Json {
        output::json(&output::envelope(reports))?;
    }
    Ok(exit)
}

fn refuse_unknown(own: &Lint) -> Result<(), Failure> {
    let words = own.only.iter().chain(&own.ignore);
    let mut unknown = words.filter(|word| !lint::CHECKS.iter().any(|check| check.is_meant_by(word)));
    match unknown.next() {
        None => Ok(()),
        Some(word) => Err(Failure::new(format!("no check is called \"{word}\""))
            .help("list them with: liege explain --list vassal")),
    }
}

fn faults_of(args: &Args, own: &Lint, path: &Path) -> Result<Linted, Failure> {
    let limits = open::limits(args);
    let wanted = |check: &Check| {
        let is_asked = own.only.is_empty() || own.only.iter().any(|word| check.is_meant_by(word));
        is_asked && !own.ignore.iter().any(|word| check.is_meant_by(word))
    };
    match open::any(path, &limits)? {
        Opened::Module(file) => {
            let (module, _) = open::read_module(&file);
            Ok(lint::of_module(&file, &module, &wanted))
        }
        Opened::Save(save) => of_save(args, own, (path, &save), &wanted),
    }
}

/// A save as the side may see it.
fn of_save(
    args: &Args,
    own: &Lint,
    (path, save): (&Path, &SaveFile),
    wanted: &dyn Fn(&Check) -> bool,
) -> Result<Linted, Failure> {
    let asked = open::Asked { module: own.module.as_deref(), at: None };
    let mut game = open::position(path, save, asked, args)?;
    let eyes = understood::eyes(path, own.side.side.as_deref(), (save, &mut game), args)?;
    let about = save.module_data(&open::limits(args)).ok().flatten();
    let module = game.module.as_deref();
    let sees = |piece: &Piece| eyes.knows(piece, module);
    let of_save = OfSave {
        commands: game.of_file(),
        position: &game.position,
        about: about.as_ref(),
        module: game.file.as_deref().zip(module),
        sees: &sees,
    };
    Ok(lint::of_save(of_save, wanted))
}

fn report(path: &Path, linted: &Linted) -> Value {
    json!({
        "file": path.display().to_string(),
        "findings": linted.faults,
        "not_checked": linted.not_checked,
        "summary": {
            "error": count(linted, Level::Error),
            "warning": count(linted, Level::Warning),
            "note": count(linted, Level::Note),
        },
    })
}

fn count(linted: &Linted, level: Level) -> usize {
    linted.faults.iter().filter(|fault| fault.severity == level).count()
}

/// Each fault with its file, so that a line says all; or how many of each check there are.
fn text(path: &Path, linted: &Linted, statistics: bool) -> String {
    let file = standard::name_of_input(path).to_string();
    let mut lines = Vec::new();
    if statistics {
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        linted.faults.iter().for_each(|fault| *counts.entry((fault.id, fault.name)).or_default() += 1);
        lines.extend(counts.iter().map(|((id, name), count)| format!("{count:>6}  {id}  {name}")));
    } else {
        lines.extend(linted.faults.iter().map(|fault| fault.in_file(&file)));
    }
    for (reason, ids) in by_reason(linted) {
        lines.push(format!("not checked: {}: {reason}", ids.join(", ")));
    }
    let all = [Level::Error, Level::Warning, Level::Note];
    let all = all.map(|level| counted(count(linted, level), level.word()));
    lines.push(format!("{file}: {}", all.join(", ")));
    lines.join("\n")
}

fn by_reason(linted: &Linted) -> BTreeMap<&str, Vec<&str>> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    linted.not_checked.iter().for_each(|one| reasons.entry(one.reason).or_default().push(one.id));
    reasons
}
