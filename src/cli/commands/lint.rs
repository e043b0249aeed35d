//! `lint`: faults of modules, extensions, saves and logs of any game.

mod baseline;
mod beside;
mod fix;
mod folder;
mod known;
mod lines;
mod told;

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::args::Lint;
use crate::cli::open::Opened;
use crate::cli::project::{self, Project};
use crate::cli::session::Session;
use crate::cli::several::Unpacked;
use crate::cli::{Exit, Failure, files, open, output, saves, several, standard};
use crate::pictures::AsDrawn;
use known::Known;
use liege_rules::data::fault::did_you_mean;
use liege_tools::lint::{self, Check, Level, Linted, OfSave, Wanted};
use told::ToldFaults;
use vassal::format::detect::{BUILD_FILE, BUILD_FILE_XML};
use vassal::format::save_file::SaveFile;
use vassal::model::position::Piece;

/// A file that was looked through.
#[derive(Debug, Default)]
pub struct Looked {
    /// What is told of it.
    linted: Linted,
    /// What its project wants.
    project: Option<Project>,
    /// The ignores of the project that did something, by number.
    ignores: BTreeSet<usize>,
    /// How many faults they took away.
    ignored: usize,
    /// How many faults are known and not told again.
    known: usize,
}

/// The endings of files that are looked for in folders; others, too, have the older ones.
const ENDINGS: [&str; 4] = ["vmod", "vmdx", "vsav", "vlog"];

/// Mends the files where that is asked for, and looks through them, or through what they became.
pub fn run(session: &Session, own: &Lint) -> Result<Exit, Failure> {
    refuse_unknown(own)?;
    let files = several::in_folders(&own.files, &ENDINGS, Unpacked::IsFile)?;
    let own = &Lint { files, ..own.clone() };
    if !own.fix && !own.diff {
        return look(session, own);
    }
    let exit = fix::run(session, own)?;
    let files = own.output.as_ref().map_or_else(|| own.files.clone(), |output| vec![output.clone()]);
    if !own.fix || files.iter().any(|file| standard::is_standard(file)) {
        return Ok(exit);
    }
    look(session, &Lint { files, ..own.clone() })
}

/// Looks through all files, in the order in which they were given.
fn look(session: &Session, own: &Lint) -> Result<Exit, Failure> {
    let mut said = ToldFaults::new(session, own);
    let mut known = Known::default();
    let mut exit = Exit::Clean;
    several::each(
        &own.files,
        |path| looked_through(session, own, path),
        |path, result| match result {
            Err(failure) if own.files.len() == 1 => Err(failure),
            Err(failure) => {
                output::complain(&failure);
                said.add_unread(path, &failure);
                exit = Exit::Failed;
                Ok(())
            }
            Ok(mut looked) => {
                known.take(own, path, &mut looked)?;
                if exit == Exit::Clean && looked.has_error() {
                    exit = Exit::Findings;
                }
                said.add(path, &looked)
            }
        },
    )?;
    said.print()?;
    if exit != Exit::Failed || own.write_baseline.is_none() {
        known.end(session, own)?;
    }
    Ok(exit)
}

impl Looked {
    fn has_error(&self) -> bool {
        self.linted.faults.iter().any(|fault| fault.severity == Level::Error)
    }
}

fn refuse_unknown(own: &Lint) -> Result<(), Failure> {
    let words = own.only.iter().chain(&own.ignore);
    let mut unknown = words.filter(|word| !lint::CHECKS.iter().any(|check| check.is_meant_by(word)));
    match unknown.next() {
        None => Ok(()),
        Some(word) => {
            let near = did_you_mean(word, lint::CHECKS.iter().flat_map(|check| [check.id, check.name]));
            Err(Failure::new(format!("no check is called \"{word}\"{near}"))
                .help("list them with: liege explain --list vassal"))
        }
    }
}

/// The checks that are wanted of a file: those of the call, else those of its project, without those left out.
fn checks_of<'a>(own: &'a Lint, project: Option<&'a Project>) -> impl Fn(&Check) -> bool + 'a {
    let of_project = project.map(|project| &project.lint.only);
    let only = if own.only.is_empty() { of_project.unwrap_or(&own.only) } else { &own.only };
    move |check| {
        let is_asked = only.is_empty() || only.iter().any(|word| check.is_meant_by(word));
        is_asked && !own.ignore.iter().any(|word| check.is_meant_by(word))
    }
}

fn looked_through(session: &Session, own: &Lint, path: &Path) -> Result<Looked, Failure> {
    let limits = session.limits.clone();
    let opened = open::any(path, &limits)?;
    refuse_save_called_module(path, &opened)?;
    let project = project::around(path)?;
    let wanted = checks_of(own, project.as_ref());
    let mut linted = match &opened {
        Opened::Module(file) => {
            let wanted = Wanted { checks: &wanted, pictures: Some(&AsDrawn) };
            beside::look(session, own, (path, file), wanted)?
        }
        Opened::Save(save) => of_save(session, own, (path, save), &wanted)?,
    };
    drop(wanted);
    if path.is_dir() && matches!(opened, Opened::Module(_)) {
        lines::add(path, &limits, &mut linted.faults)?;
    }
    let mut looked = Looked { linted, ..Looked::default() };
    known::ignore(project.as_ref(), path, &mut looked);
    looked.project = project;
    Ok(looked)
}

/// Refuses a file that is named like a module and holds a saved game, which VASSAL refuses to open as a module.
fn refuse_save_called_module(path: &Path, opened: &Opened) -> Result<(), Failure> {
    let Opened::Save(save) = opened else { return Ok(()) };
    let ending = files::ending_of(path).filter(|_| path.is_file()).unwrap_or_default();
    if ![files::MODULE, files::EXTENSION].iter().any(|(_, endings)| endings.contains(&ending.as_str())) {
        return Ok(());
    }
    let has_build_file = save
        .archive
        .as_ref()
        .is_some_and(|archive| [BUILD_FILE_XML, BUILD_FILE].iter().any(|name| archive.contains(name)));
    Err(match has_build_file {
        true => Failure::about(
            path,
            "named like a module but contains savedGame, so VASSAL opens it as a saved game",
        )
        .help("take the entry savedGame out of the archive"),
        false => Failure::about(path, "named like a module but is a saved game (no build file)")
            .help("give it the extension .vsav or .vlog"),
    })
}

/// A save as the side may see it.
fn of_save(
    session: &Session,
    own: &Lint,
    (path, save): (&Path, &SaveFile),
    wanted: &dyn Fn(&Check) -> bool,
) -> Result<Linted, Failure> {
    let asked = open::Asked { module: own.module.as_deref(), at: None };
    let mut game = open::position(path, save, asked, session)?;
    let eyes = saves::eyes_on_copy(path, own.side.side.as_deref(), (save, &mut game), session)?;
    let about = save.module_data(&session.limits).ok().flatten();
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
