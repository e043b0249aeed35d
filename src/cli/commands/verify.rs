//! `verify`: what an umpire opened, held against what he published.

mod told;

use std::path::Path;

use crate::cli::args::{Args, Format, Verify};
use crate::cli::{Exit, Failure, files, open, output};
use crate::model::position::Position;
use crate::rules::desk::chain::{self, Chain};
use crate::rules::desk::opening::Opening;
use crate::rules::desk::paper::Paper;
use crate::rules::desk::proof::{Proof, Verdict};
use crate::rules::desk::record::{Record, RecordFault};

/// What the files that are given hold.
#[derive(Default)]
struct Exhibits<'a> {
    openings: Vec<(&'a Path, Opening)>,
    /// The records, and beside each the file that it stands in.
    records: Vec<Record>,
    sources: Vec<&'a Path>,
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
pub fn run(args: &Args, own: &Verify) -> Result<Exit, Failure> {
    let mut papers = Exhibits::default();
    for path in &own.files {
        papers.take(args, path)?;
    }
    if let ([], [source]) = (papers.openings.as_slice(), papers.sources.as_slice()) {
        return Err(Failure::about(source, "a record alone can be held against nothing")
            .help("add an opening, or more records: other issues, or the copy of another side"));
    }
    let tried: Vec<Trial<'_>> = papers.openings.iter().map(|(_, opening)| papers.look(opening)).collect();
    let chain = (papers.records.len() > 1).then(|| chain::check(&papers.records));
    match own.format {
        Format::Text => output::result(&told::in_words(&papers, &tried, chain.as_ref()))?,
        Format::Json => output::json(&told::in_json(&papers, &tried, chain.as_ref()))?,
    }
    Ok(exit(&tried, chain.as_ref()))
}

/// A contradiction is told whatever else could not be tried.
fn exit(tried: &[Trial<'_>], chain: Option<&Chain>) -> Exit {
    let broken = chain.is_some_and(|chain| !chain.faults.is_empty());
    if broken || tried.iter().any(|tried| matches!(tried, Trial::Contradicted(..))) {
        return Exit::Findings;
    }
    let untried = tried.iter().any(|tried| matches!(tried, Trial::Untried(_)));
    if untried { Exit::Failed } else { Exit::Clean }
}

impl<'a> Exhibits<'a> {
    /// Reads one file: a save by the records in its notes, all else by its schema.
    fn take(&mut self, args: &Args, path: &'a Path) -> Result<(), Failure> {
        let records = match is_save(path)? {
            true => copied(args, path)?,
            false => match paper(path)? {
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

/// The records in a file: by themselves, or in the notes of a copy.
pub fn records(args: &Args, path: &Path) -> Result<Vec<Record>, Failure> {
    if is_save(path)? {
        return copied(args, path);
    }
    match paper(path)? {
        Paper::Records(records) => Ok(records),
        Paper::Opening(_) => Err(Failure::about(path, "is an opening, expected the record of an issue")
            .help("openings are given with --opening")),
    }
}

/// The opening in a file.
pub fn opening(path: &Path) -> Result<Opening, Failure> {
    match paper(path)? {
        Paper::Opening(opening) => Ok(*opening),
        Paper::Records(_) => Err(Failure::about(path, "is the record of an issue, expected an opening")
            .help("records are given with --record")),
    }
}

/// Whether a file is a save or a folder that stands for one.
fn is_save(path: &Path) -> Result<bool, Failure> {
    const BEGINNINGS: [&[u8]; 4] = [b"PK", b"!VCSK", b"\xfd7zXZ", b"begin_save"];
    if path.is_dir() {
        return Ok(true);
    }
    let bytes = files::read(path)?;
    Ok(BEGINNINGS.iter().any(|beginning| bytes.starts_with(beginning)))
}

/// The records in the notes of a copy.
fn copied(args: &Args, path: &Path) -> Result<Vec<Record>, Failure> {
    let save = open::save(path, &open::limits(args))?;
    let commands = save.whole_commands().map_err(|error| Failure::about(path, error))?;
    let (position, _) = Position::read(&commands, None);
    Record::find(&position.scenario_notes).map_err(|fault| match fault {
        RecordFault::Missing => Failure::about(path, "the notes of the save have no record of an issue")
            .help(
                "the umpire's copies have one in VASSAL's Notes window; give the record as a file of its own",
            ),
        fault => Failure::about(path, fault),
    })
}

/// An opening or records.
fn paper(path: &Path) -> Result<Paper, Failure> {
    let text = String::from_utf8(files::read(path)?)
        .map_err(|_| Failure::about(path, "is not UTF-8 text, expected an opening, a record or a save"))?;
    Paper::read(&text).map_err(|fault| Failure::about(path, fault))
}
