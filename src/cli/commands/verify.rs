//! `verify`: what an umpire opened, held against what he published.
//!
//! A published game is judged by its commitments: ledgers and texts are taken from the leaves, the master must give
//! the same leaves, and copies are made again by the desk's own copyist and compared piece by piece. An issue is
//! proven only if nothing was missing (`Ruling::Unchecked`) and a record from outside the folder vouches for its
//! root (`witness`). The first line of the log is a text leaf of each issue, so that nobody can widen later what it
//! leaves out. A log contradicts nothing by kinds of lines that it may lack, and the desk's own log names those
//! (`lacks`); checks that rest on the absence of lines name their kinds (`tells`).

mod folder;
mod judge;
mod ordered;
mod pledged;
mod rulings;
mod shown;
mod told;
mod verdicts;
mod views;
mod witness;

use std::path::Path;

use folder::OpenedGame;
use judge::Court;
use rulings::JudgedIssue;

use crate::cli::args::{Format, Verify};
use crate::cli::commands::papers;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, output};
use liege_rules::desk::chain;
use liege_rules::desk::opening::Opening;
use liege_rules::desk::paper::Paper;
use liege_rules::desk::proof::{Proof, Verdict};
use liege_rules::desk::record::Record;

/// What the files that are given hold.
#[derive(Default)]
struct Exhibits<'a> {
    openings: Vec<(&'a Path, Opening)>,
    /// The records, and beside each the file that it stands in.
    records: Vec<Record>,
    sources: Vec<&'a Path>,
    /// How many of them, the first ones, are the umpire's own, out of the folder of the opened game.
    umpires: usize,
    /// Copies with the issues that they are of.
    copies: Vec<(&'a Path, u32)>,
}

/// What came of one opening.
enum Trial<'a> {
    /// It is what was committed to, by the record in this file.
    Proven(Proof, &'a Path),
    /// It is not: in words, and in one word for programs.
    Contradicted(String, &'static str, &'a Path),
    /// No record of its issue is at hand.
    Untried(String),
}

/// Runs `verify`.
pub fn run(session: &Session, own: &Verify) -> Result<Exit, Failure> {
    let game = game(own)?;
    let exhibits = Exhibits::of(session, own, game.as_ref())?;
    if let ([], [source], None) = (exhibits.openings.as_slice(), exhibits.sources.as_slice(), &game) {
        return Err(Failure::about(source, "a single record proves nothing by itself")
            .help("add an opening, or more records: other issues, or the copy of another side"));
    }
    let tried: Vec<Trial<'_>> = exhibits.openings.iter().map(|(_, opening)| exhibits.look(opening)).collect();
    match &game {
        Some(game) => whole(session, own, game, &exhibits, &tried),
        None => {
            let chain = (exhibits.records.len() > 1).then(|| chain::check(&exhibits.records));
            match own.format {
                Format::Text => output::result(&told::in_words(&exhibits, &tried, chain.as_ref()))?,
                Format::Json => {
                    output::json(&told::enveloped(told::in_json(&exhibits, &tried, chain.as_ref())))?
                }
            }
            Ok(exit(&tried, chain.is_some_and(|chain| !chain.faults.is_empty())))
        }
    }
}

/// The report on a published game, as programs get it.
#[cfg(test)]
pub fn report(session: &Session, own: &Verify) -> Result<serde_json::Value, Failure> {
    let game = game(own)?.ok_or_else(|| Failure::new("expected the folder of an opened game"))?;
    let papers = Exhibits::of(session, own, Some(&game))?;
    let judged = Court { session, own, game: &game, papers: &papers }.judge()?;
    Ok(verdicts::in_json(&game, &judged))
}

/// The opened game among the files that are given.
fn game(own: &Verify) -> Result<Option<OpenedGame>, Failure> {
    let mut folders = own.files.iter().filter(|path| folder::is_opened(path));
    let first = folders.next();
    if let Some(second) = folders.next() {
        return Err(Failure::about(second, "is a second opened game").help("one game at a time"));
    }
    first.map(|path| OpenedGame::read(path)).transpose()
}

/// A whole game that was opened, and what was opened of it before.
fn whole(
    session: &Session,
    own: &Verify,
    game: &OpenedGame,
    papers: &Exhibits<'_>,
    tried: &[Trial<'_>],
) -> Result<Exit, Failure> {
    let judged = Court { session, own, game, papers }.judge()?;
    match own.format {
        Format::Text => {
            let openings = told::in_words(papers, tried, None);
            output::result(&format!("{openings}{}", verdicts::in_words(game, &judged, session.verbose)))?;
        }
        Format::Json => {
            let mut reports = told::in_json(papers, tried, None);
            reports.push(verdicts::in_json(game, &judged));
            output::json(&told::enveloped(reports))?;
        }
    }
    Ok(exit(tried, !judged.iter().all(JudgedIssue::is_proven)))
}

/// A contradiction, or an issue that is not proven, counts whatever else could not be tried.
fn exit(tried: &[Trial<'_>], is_unproven: bool) -> Exit {
    if is_unproven || tried.iter().any(|tried| matches!(tried, Trial::Contradicted(..))) {
        return Exit::Findings;
    }
    let untried = tried.iter().any(|tried| matches!(tried, Trial::Untried(_)));
    if untried { Exit::Failed } else { Exit::Clean }
}

impl<'a> Exhibits<'a> {
    /// Reads all files that are given beside an opened game, whose records are among them.
    fn of(session: &Session, own: &'a Verify, game: Option<&'a OpenedGame>) -> Result<Self, Failure> {
        let mut exhibits = Self::default();
        let kept = game.into_iter().flat_map(|game| game.issues.values());
        for (path, record) in kept.filter_map(|issue| issue.record.as_ref()) {
            exhibits.records.push(record.clone());
            exhibits.sources.push(path);
        }
        exhibits.umpires = exhibits.records.len();
        for path in own.files.iter().filter(|path| !folder::is_opened(path)) {
            exhibits.take(session, path)?;
        }
        Ok(exhibits)
    }

    /// Reads one file: a save by the records in its notes, all else by its schema.
    fn take(&mut self, session: &Session, path: &'a Path) -> Result<(), Failure> {
        let records = match papers::is_save(path)? {
            true => {
                let records = papers::copied(session, path)?;
                self.copies.extend(records.first().map(|record| (path, record.issue)));
                records
            }
            false => match papers::paper(path)? {
                Paper::Records(records) => records,
                Paper::Opening(opening) => {
                    self.openings.push((path, *opening));
                    return Ok(());
                }
            },
        };
        self.sources.extend(records.iter().map(|_| path));
        self.records.extend(records);
        Ok(())
    }

    /// Holds an opening against every record of its issue; the first that contradicts it counts.
    fn look(&self, opening: &Opening) -> Trial<'a> {
        let mut proven = None;
        for (record, source) in self.records.iter().zip(&self.sources) {
            match opening.check(record) {
                Ok(Verdict::Contradicted(what)) => {
                    return Trial::Contradicted(what.to_string(), what.code(), source);
                }
                Ok(Verdict::Proven(proof)) if proven.is_none() || proof.names_fixed => {
                    proven = Some(Trial::Proven(proof, source));
                }
                _ => {}
            }
        }
        proven.unwrap_or_else(|| Trial::Untried(self.why_not(opening)))
    }

    fn why_not(&self, opening: &Opening) -> String {
        let (game, issue) = (opening.tag.name(), opening.issue);
        let of_game: Vec<String> = self
            .records
            .iter()
            .filter(|record| record.tag == opening.tag)
            .map(|record| record.issue.to_string())
            .collect();
        match of_game.as_slice() {
            [] => format!("no record of the game {game} is given"),
            given => {
                let given = given.iter().take(20).cloned().collect::<Vec<_>>().join(", ");
                format!("no record of issue {issue} is given, only of {given}")
            }
        }
    }
}
