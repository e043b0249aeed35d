//! `git merge`: the driver that merges modules for git.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::cli::args::Merge;
use crate::cli::open::Opened;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output};
use liege_tools::compare::merge;
use vassal::diagnostic::counted;
use vassal::format::detect::Kind;
use vassal::format::module_file::ModuleFile;
use vassal::format::timestamp::Timestamp;

/// Merges modules as git asks for it; ours is written anew. The list of conflicts is written before it and an old list
/// removed after it, so that whenever we are killed no conflict is without its line.
pub fn run(session: &Session, own: &Merge) -> Result<Exit, Failure> {
    let versions = match versions(session, own) {
        Ok(versions) => versions,
        // Ours stays as it is, and what git says of it is gone with the screen.
        Err(failure) => {
            files::write(&list_of(&own.name), format!("{failure}; nothing was merged\n").as_bytes())?;
            output::complain(&failure);
            return Ok(Exit::Findings);
        }
    };
    let Versions { base, mut ours, theirs } = versions;
    let about = |error| Failure::about(&own.name, error);
    let merged = merge::merge(base.as_ref(), &mut ours, &theirs).map_err(about)?;
    let date = ours.about.as_ref().and_then(|about| about.date_saved).unwrap_or(Timestamp(0));
    let bytes = ours.write(date).map_err(about)?;
    let list = list_of(&own.name);
    if !merged.conflicts.is_empty() {
        files::write(&list, format!("{}\n", merged.conflicts.join("\n")).as_bytes())?;
    }
    files::write(&own.ours, &bytes).map_err(|failure| named(&failure, &own.ours, own, "our version"))?;
    if !session.quiet {
        merged.notes.iter().for_each(|note| output::say(&format!("note: {}: {note}", own.name.display())));
    }
    if merged.conflicts.is_empty() {
        files::remove(&list)?;
        return Ok(Exit::Clean);
    }
    output::say(&format!(
        "{}: {} kept as ours had it; {} lists them",
        own.name.display(),
        counted(merged.conflicts.len(), "conflict"),
        list.display()
    ));
    Ok(Exit::Findings)
}

/// What git hands over.
struct Versions {
    base: Option<ModuleFile>,
    ours: ModuleFile,
    theirs: ModuleFile,
}

fn versions(session: &Session, own: &Merge) -> Result<Versions, Failure> {
    // Git gives an empty file where the two sides have no version in common.
    let is_added = std::fs::metadata(&own.base).is_ok_and(|facts| facts.is_file() && facts.len() == 0);
    let base = if is_added { None } else { Some(version(session, own, &own.base, "the common version")?) };
    let ours = version(session, own, &own.ours, "our version")?;
    let theirs = version(session, own, &own.theirs, "their version")?;
    if base.iter().chain([&theirs]).any(|other| other.kind != ours.kind) {
        let kind =
            |module: &ModuleFile| if module.kind == Kind::Extension { "an extension" } else { "a module" };
        let what = format!("is {}, and theirs is {}", kind(&ours), kind(&theirs));
        return Err(Failure::about(&own.name, what));
    }
    Ok(Versions { base, ours, theirs })
}

/// The file that lists the conflicts of a module.
fn list_of(name: &Path) -> PathBuf {
    let mut list = OsString::from(name);
    list.push(".conflicts.txt");
    list.into()
}

/// One of the versions that git hands over.
fn version(session: &Session, own: &Merge, path: &Path, whose: &str) -> Result<ModuleFile, Failure> {
    match open::any(path, &session.limits).map_err(|failure| named(&failure, path, own, whose))? {
        Opened::Module(module) => Ok(*module),
        Opened::Save(_) => {
            Err(Failure::about(&own.name, format!("{whose} is a saved game, expected a module or extension")))
        }
    }
}

/// The failure with the name that the file has in the repository, for git's own is that of a temporary file.
fn named(failure: &Failure, path: &Path, own: &Merge, whose: &str) -> Failure {
    let name = format!("{} ({whose})", own.name.display());
    Failure::new(failure.to_string().replace(&path.display().to_string(), &name))
}
