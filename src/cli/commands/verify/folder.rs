//! The folder of a game that its umpire opened at the end: the key, the turn log, and what each issue rested on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::commands::umpire::folder::RECORD;
use crate::cli::commands::umpire::folder::{ISSUES, LOG, MASTER, RETURNED};
use crate::cli::commands::umpire::issue::LEAVES;
use crate::cli::commands::umpire::publish::KEY;
use crate::cli::{Failure, files};
use liege_rules::desk::commitment::Leaves;
use liege_rules::desk::digest::GameTag;
use liege_rules::desk::key::SealKey;
use liege_rules::desk::log::{LogEvent, UmpireLog};
use liege_rules::desk::opened::{read_key, read_leaves};
use liege_rules::desk::record::Record;

/// More issues than any game has.
const MOST_ISSUES: usize = 10_000;

/// A game that was opened.
pub struct OpenedGame {
    /// Its folder.
    pub folder: PathBuf,
    /// The rules that were played.
    pub tag: GameTag,
    /// The key.
    pub key: SealKey,
    /// What was done.
    pub log: Option<UmpireLog>,
    /// What the folder has of each issue, by their numbers.
    pub issues: BTreeMap<u32, OpenedIssue>,
    /// The copies that sides gave back, by the issue that they are of, their number among the copies of that issue and
    /// side, and the side's alliance.
    pub returned: BTreeMap<(u32, u32, String), PathBuf>,
}

/// What the folder has of an issue.
#[derive(Default)]
pub struct OpenedIssue {
    /// The leaves of its commitment.
    pub leaves: Option<Leaves>,
    /// What was published of it, as the umpire has it.
    pub record: Option<(PathBuf, Record)>,
    /// The pieces of all sides.
    pub master: Option<PathBuf>,
    /// What each side was shown, by its alliance.
    pub ledgers: BTreeMap<String, String>,
}

/// Whether a path is such a folder, or a folder that nothing else can be.
pub fn is_opened(path: &Path) -> bool {
    path.join(KEY).is_file() || path.join(ISSUES).is_dir()
}

impl OpenedGame {
    /// What the log had when an issue was made.
    pub fn log_before(&self, issue: u32) -> UmpireLog {
        let mut log = self.log.clone().unwrap_or_default();
        let at = log.position_of_issue(issue).unwrap_or(log.entries.len());
        log.entries.truncate(at);
        log
    }

    /// Reads the folder.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(KEY);
        if !path.is_file() {
            return Err(Failure::about(&path, "is missing, expected the key of an opened game")
                .help("the umpire publishes a game at its end with: liege umpire publish"));
        }
        let (tag, key) = read_key(&files::read_text(&path)?).map_err(|error| Failure::about(&path, error))?;
        let (issues, returned) = (BTreeMap::new(), returned(folder)?);
        let mut game = Self { folder: folder.to_owned(), tag, key, log: log(folder)?, issues, returned };
        let issues = files::listed(&folder.join(ISSUES))?;
        if issues.len() > MOST_ISSUES {
            return Err(Failure::about(folder, format!("has more than {MOST_ISSUES} issues")));
        }
        for (name, path) in issues {
            let Ok(number) = name.parse::<u32>() else { continue };
            let issue = game.issue(number, &path)?;
            if game.issues.insert(number, issue).is_some() {
                return Err(Failure::about(&path, format!("issue {number} is there twice")));
            }
        }
        Ok(game)
    }

    fn issue(&self, number: u32, folder: &Path) -> Result<OpenedIssue, Failure> {
        let mut issue = OpenedIssue::default();
        for (name, path) in files::listed(folder)? {
            let about = |error: &dyn std::fmt::Display| Failure::about(&path, error);
            match name.as_str() {
                LEAVES => {
                    let (tag, of, leaves) =
                        read_leaves(&files::read_text(&path)?).map_err(|error| about(&error))?;
                    if tag != self.tag || of != number {
                        let (due, game, found) = (self.tag.id(), tag.id(), of);
                        let why = format!("is of issue {found} of {game}, expected {number} of {due}");
                        return Err(about(&why));
                    }
                    issue.leaves = Some(leaves);
                }
                RECORD => {
                    let record = Record::read(&files::read_text(&path)?).map_err(|error| about(&error))?;
                    issue.record = Some((path.clone(), record));
                }
                MASTER => issue.master = Some(path.clone()),
                name => {
                    let of = name.strip_prefix("ledger-").and_then(|rest| rest.strip_suffix(".csv"));
                    if let Some(side) = of {
                        issue.ledgers.insert(side.to_owned(), files::read_paper(&path)?);
                    }
                }
            }
        }
        Ok(issue)
    }

    /// The copy that a side gave back last before an issue, with the issue that it is of.
    pub fn given_back(&self, issue: u32, alliance: &str) -> Option<(u32, &Path)> {
        let own = self.returned.iter().filter(|((of, _, side), _)| *of < issue && side == alliance);
        own.map(|((of, ..), path)| (*of, path.as_path())).next_back()
    }

    /// Whether the log has a copy of a side given back before an issue.
    pub fn was_given_back(&self, issue: u32, alliance: &str) -> bool {
        let entries = self.log.iter().flat_map(|log| &log.entries);
        let before = entries
            .take_while(|entry| !matches!(entry.event, LogEvent::Issue { number, .. } if number == issue));
        before
            .into_iter()
            .any(|entry| matches!(&entry.event, LogEvent::Returned { side, .. } if side == alliance))
    }

    /// What a file of an issue is called in messages.
    pub fn file(issue: u32, name: &str) -> String {
        format!("{ISSUES}/{issue:03}/{name}")
    }
}

/// The copies that came back: `NNN-SIDE.vsav`, the second one of an issue `NNN.2-SIDE.vsav`.
fn returned(folder: &Path) -> Result<BTreeMap<(u32, u32, String), PathBuf>, Failure> {
    let folder = folder.join(RETURNED);
    let mut all = BTreeMap::new();
    for (name, path) in if folder.is_dir() { files::listed(&folder)? } else { Vec::new() } {
        let read = name.strip_suffix(".vsav").and_then(|name| name.split_once('-'));
        let Some((of, side)) = read else { continue };
        let (issue, number) = of.split_once('.').unwrap_or((of, "1"));
        if let (Ok(issue), Ok(number)) = (issue.parse(), number.parse()) {
            all.insert((issue, number, side.to_owned()), path);
        }
    }
    Ok(all)
}

fn log(folder: &Path) -> Result<Option<UmpireLog>, Failure> {
    let path = folder.join(LOG);
    if !path.is_file() {
        return Ok(None);
    }
    let mut faults = Vec::new();
    let log = UmpireLog::read(&path.display().to_string(), &files::read_text(&path)?, &mut faults);
    if faults.is_empty() { Ok(Some(log)) } else { Err(Failure::of_all(faults)) }
}
