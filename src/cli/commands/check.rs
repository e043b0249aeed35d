//! `check`: every state of a save that the rules forbid.

mod desk;
mod told;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use desk::{DeskPapers, DeskStage};
use told::{Told, ToldSaves};

use super::beside::Beside;
use super::umpire::folder::Desk;
use crate::cli::args::{Check, CheckFormat};
use crate::cli::files::{self, Form};
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, output, settings, several};
use crate::table::Table;
use liege_rules::check::case::Case;
use liege_rules::check::{Checked, Filter};
use vassal::model::eyes::Eyes;

/// The forms of the result, and what their files are called.
const FORMS: [Form<CheckFormat>; 4] = [
    (CheckFormat::Text, "text", &["txt"]),
    (CheckFormat::Json, "JSON", &["json"]),
    (CheckFormat::Sarif, "SARIF", &["sarif"]),
    (CheckFormat::Html, "a page", &["html", "htm"]),
];

/// Runs `check`: files in parallel, results in the order of the files; one that cannot be checked is told, and the others
/// are shown.
pub fn run(session: &Session, own: &Check) -> Result<Exit, Failure> {
    let filter =
        Filter { only: own.only.iter().cloned().collect(), ignore: own.ignore.iter().cloned().collect() };
    let form = files::form_of(own.output.as_deref(), own.format, &FORMS)?;
    if let Some(output) = &own.output {
        own.saves.iter().try_for_each(|save| files::refuse_same(save, output))?;
    }
    let read = |save: &PathBuf| {
        any(session, own, save, &filter)?.iter().map(|done| done.told(session, form)).collect()
    };
    let mut said = ToldSaves::new(own.output.as_deref());
    let mut exit = Exit::Clean;
    several::each(&own.saves, read, |path, result: Result<Vec<Told>, Failure>| {
        match result {
            Err(failure) => {
                output::complain(&failure);
                said.add_unread(path, &failure);
                exit = Exit::Failed;
            }
            Ok(told) => {
                if exit == Exit::Clean && told.iter().any(|told| told.is_illegal) {
                    exit = Exit::Findings;
                }
                told.into_iter().try_for_each(|told| said.add(told))?;
            }
        }
        Ok(())
    })?;
    said.finish(form)?;
    Ok(exit)
}

/// What was checked, and what came of it.
struct CheckedSave {
    path: PathBuf,
    understood: Table,
    checked: Checked,
}

/// The tables with which the game of a desk was begun, where a desk alone is checked.
pub fn data(own: &Check) -> Result<Option<PathBuf>, Failure> {
    match own.saves.as_slice() {
        [folder] if desk::is_desk(folder)? => Desk::data(folder),
        _ => Ok(None),
    }
}

/// Checks a save, or the desk of an umpire.
fn any(session: &Session, own: &Check, path: &Path, filter: &Filter) -> Result<Vec<CheckedSave>, Failure> {
    if !desk::is_desk(path)? {
        return Ok(vec![one(session, own, path, filter, None)?]);
    }
    let papers = DeskPapers::open(path)?;
    let check = |stage: &DeskStage| {
        let own = papers.arguments(own, *stage);
        one(session, &own, &papers.master(*stage), filter, Some((&papers, *stage)))
    };
    papers.stages.iter().map(check).collect()
}

fn one(
    session: &Session,
    own: &Check,
    path: &Path,
    filter: &Filter,
    desk: Option<(&DeskPapers, DeskStage)>,
) -> Result<CheckedSave, Failure> {
    let wanted = Wanted {
        module: own.module.as_deref(),
        at: Some(own.at),
        game: own.game.as_deref(),
        phase: own.phase.as_deref(),
        side: own.side.side.as_deref(),
        is_held: false,
        makes_nothing: true,
    };
    let understood = saves::read(path, session, &wanted)?;
    understood.refuse_strangers()?;
    if let Some(word) = filter.unknown(&understood.pack).first() {
        let metas = understood.game.metas(&understood.pack);
        let near = liege_rules::data::fault::did_you_mean(
            word,
            metas.iter().flat_map(|meta| [meta.id.as_str(), meta.name.as_str()]),
        );
        return Err(Failure::new(format!("no check is called \"{word}\"{near}"))
            .help(format!("list them with: liege explain --list {}", understood.game.id())));
    }
    let choices = settings::of(&understood, &own.choices)?;
    let mut own = own.clone();
    if let Some((papers, stage)) = desk {
        papers.add(&mut own, stage, &understood)?;
    }
    let mut case = Beside { session, own: &own, understood: &understood, path }.case(choices)?;
    if let Some((papers, stage)) = desk {
        papers.add_log(&mut case, stage, &understood);
    }
    let mut checked = understood.game.open(&case).check(filter);
    // What another side has is nothing that a side waits for.
    if let Some((papers, stage)) = desk.filter(|_| understood.eyes == Eyes::Umpire) {
        papers.say_what_is_awaited(&mut checked, stage);
    }
    for idle in &checked.idle {
        let game = understood.game.id();
        output::note(session, &format!("{idle}: not used by any of the selected checks of {game}"));
    }
    Ok(CheckedSave { path: path.to_owned(), understood, checked })
}

/// Checks a position that was understood, with nothing beside it.
pub fn check(understood: &Table) -> Checked {
    let case = Case::of(Arc::clone(&understood.situation));
    understood.game.open(&case).check(&Filter::default())
}
