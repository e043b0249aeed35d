//! `--fix` and `--diff`: mends what is safe to mend, or shows what would be mended.

use std::path::Path;
use std::sync::Arc;

use super::{checks_of, folder};
use crate::cli::args::Lint;
use crate::cli::open::Opened;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output, project, standard};
use liege_tools::compare::unified;
use liege_tools::convert::readable;
use liege_tools::lint::{self, Mended};
use vassal::diagnostic::counted;
use vassal::format::build_file::{Document, Element};
use vassal::format::detect::Kind;
use vassal::format::module_file::ModuleFile;
use vassal::format::named_keys;
use vassal::format::timestamp::Timestamp;

/// Mended faults are told one by one up to this number.
const MOST_TOLD: usize = 10;

/// Mends the files, and shows before it what is changed where that is asked for.
///
/// # Errors
/// Files that cannot be read or written; those before them are mended.
pub fn run(session: &Session, own: &Lint) -> Result<Exit, Failure> {
    if own.output.is_some() && own.files.len() > 1 {
        return Err(Failure::new("-o names one file, but several would be fixed")
            .help("without -o each is fixed in place"));
    }
    let mut exit = Exit::Clean;
    for path in &own.files {
        if one(session, own, path)? {
            exit = Exit::Findings;
        }
    }
    // What was mended is no finding any more.
    Ok(if own.fix { Exit::Clean } else { exit })
}

/// Whether there is something to mend.
fn one(session: &Session, own: &Lint, path: &Path) -> Result<bool, Failure> {
    let limits = session.limits.clone();
    let target = own.output.clone().unwrap_or_else(|| path.to_path_buf());
    let Opened::Module(mut file) = open::any(path, &limits)? else {
        return Err(Failure::about(path, "is a save or log, expected a module"));
    };
    let project = project::around(path)?;
    let checks = checks_of(own, project.as_ref());
    let fixed = lint::fix(&file, &limits, &checks);
    tell(session, path, &fixed.done, if own.fix { "mended" } else { "to fix" });
    tell(session, path, &fixed.left, "left as it is");
    let Some(root) = fixed.root else {
        output::note(session, &format!("{}: nothing to fix", standard::name_of_input(path)));
        if own.fix && own.output.is_some() {
            write(&file, &target)?;
        }
        return Ok(false);
    };
    if own.diff {
        output::print(&diff(&file.build_file.root, &root))?;
    }
    let before = file.clone();
    let document = Document { root, ..(*file.build_file).clone() };
    file.build_file = Arc::new(document);
    match own.fix {
        true if path.is_dir() && own.output.is_none() => folder::mend(path, &before, &file, &limits)?,
        true => write(&file, &target)?,
        false => {}
    }
    Ok(true)
}

fn write(file: &ModuleFile, target: &Path) -> Result<(), Failure> {
    let (what, endings) = if file.kind == Kind::Extension { files::EXTENSION } else { files::MODULE };
    files::expect_ending(target, what, endings)?;
    let date = file.about.as_ref().and_then(|about| about.date_saved).unwrap_or(Timestamp(0));
    let bytes = file.write(date).map_err(|error| Failure::about(target, error))?;
    files::write(target, &bytes)
}

/// What was mended, or not, a line each.
fn tell(session: &Session, path: &Path, mended: &[Mended], how: &str) {
    if session.quiet || mended.is_empty() {
        return;
    }
    let file = standard::name_of_input(path);
    let shown = if session.verbose { mended.len() } else { MOST_TOLD };
    for Mended { id, place, what } in mended.iter().take(shown) {
        output::say(&format!("note[{id}] {file}, {place}: {what}"));
    }
    let rest = if mended.len() > shown { "; -v lists all" } else { "" };
    output::say(&format!("{file}: {} {how}{rest}", counted(mended.len(), "fault")));
}

/// The changes of a build file in the readable form that `unpack` has, file by file.
fn diff(before: &Element, after: &Element) -> String {
    let texts = |root: &Element| {
        let mut root = root.clone();
        named_keys::take_away(&mut root);
        readable::split(&root)
    };
    let (before, after) = (texts(before), texts(after));
    let none = String::new();
    let own = |(path, text): (&String, &String)| unified::diff(path, before.get(path).unwrap_or(&none), text);
    after.iter().map(own).collect()
}
