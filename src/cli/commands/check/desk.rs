//! The desk of an umpire as what is checked: its master, with all that the desk has beside it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::{Check, OfSide, SideArg};
use crate::cli::commands::umpire::folder::RECORD;
use crate::cli::commands::umpire::folder::{Desk, ISSUES, LOG, MASTER, SEALED, UMPIRE, ledger_file};
use crate::cli::commands::umpire::{SHARED, sides};
use crate::cli::{Failure, files, reading};
use crate::table::Table;
use liege_rules::check::Checked;
use liege_rules::check::case::Case;
use liege_rules::desk::log::{LogEntry, LogEvent};
use liege_rules::desk::record::Record;
use liege_rules::position::situation::Situation;
use vassal::model::eyes::Eyes;

/// What is checked of a desk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DeskStage {
    /// The master as it is now; the copies are given with it where it is that of the last issue still.
    Now,
    /// The last issue with copies, where the master or a ledger has changed since then.
    Issued(u32),
}

/// A desk whose papers are given to the check.
pub struct DeskPapers {
    desk: Desk,
    /// What is checked.
    pub stages: Vec<DeskStage>,
}

/// Whether a path is the folder of a desk.
///
/// # Errors
/// It is a folder that stands neither for a desk nor for a save.
pub fn is_desk(path: &Path) -> Result<bool, Failure> {
    if !path.is_dir() || reading::is_unpacked(path) {
        return Ok(false);
    }
    if path.join(UMPIRE).is_file() {
        return Ok(true);
    }
    Err(Failure::about(
        path,
        format!("is a folder without {UMPIRE}, expected the desk of an umpire or a save"),
    )
    .help("liege umpire new makes a desk; a folder made by liege unpack is read as a save"))
}

impl DeskPapers {
    /// Opens a desk.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let desk = Desk::open(folder)?;
        let stages = match desk.state.standing.copies {
            Some(issue) if !is_as_issued(&desk, issue)? => vec![DeskStage::Now, DeskStage::Issued(issue)],
            _ => vec![DeskStage::Now],
        };
        Ok(Self { desk, stages })
    }

    /// The master of a stage.
    pub fn master(&self, stage: DeskStage) -> PathBuf {
        match stage {
            DeskStage::Now => self.desk.path(MASTER),
            DeskStage::Issued(issue) => self.desk.issue_folder(SEALED, issue).join(MASTER),
        }
    }

    /// The arguments by which the master of a stage is read: what the call names goes before what the desk has.
    pub fn arguments(&self, own: &Check, stage: DeskStage) -> Check {
        let phase = match stage {
            DeskStage::Now => Some(self.desk.state.standing.phase.clone()).filter(|phase| !phase.is_empty()),
            DeskStage::Issued(issue) => self.phase_of(issue),
        };
        Check {
            module: own.module.clone().or_else(|| Some(self.desk.module.clone())),
            game: own.game.clone().or_else(|| Some(self.desk.rules.clone())),
            phase: own.phase.clone().or(phase),
            side: SideArg { side: own.side.side.clone().or_else(|| Some("umpire".into())) },
            ..own.clone()
        }
    }

    /// The phase in which an issue was made, where its record tells.
    fn phase_of(&self, issue: u32) -> Option<String> {
        let path = self.desk.issue_folder(SEALED, issue).join(RECORD);
        Record::read(&files::read_text(&path).ok()?).ok()?.time.phase
    }

    /// The issue whose copies are held against the master of a stage; none between two issues, when the master is that of
    /// no copy.
    fn shown(&self, stage: DeskStage) -> Option<u32> {
        match stage {
            DeskStage::Issued(issue) => Some(issue),
            DeskStage::Now => self.desk.state.standing.copies.filter(|_| self.stages.len() == 1),
        }
    }

    /// Names what the desk waits for in place of an argument that nobody can give yet.
    pub fn say_what_is_awaited(&self, checked: &mut Checked, stage: DeskStage) {
        for left in &mut checked.not_checked {
            let Some(argument) = left.reason.strip_prefix("needs --") else { continue };
            let argument = argument.split(' ').next().unwrap_or_default();
            if ["copy", "earlier-copy", "returned", "shared"].contains(&argument) {
                left.reason = self.awaited(argument, stage).unwrap_or_else(|| left.reason.clone());
            }
        }
    }

    fn awaited(&self, argument: &str, stage: DeskStage) -> Option<String> {
        let Some(copies) = self.desk.state.standing.copies else {
            return Some("no copy has been handed out yet".to_owned());
        };
        let Some(shown) = self.shown(stage) else {
            return Some(format!(
                "checked with the next issue, when copies are made of the master; those of issue {copies} \
                 are checked with the master of that issue"
            ));
        };
        match argument {
            "returned" => Some(format!("no copy has come back since issue {shown}")),
            "earlier-copy" => Some(format!("no copies were handed out before issue {shown}")),
            _ => None,
        }
    }

    /// Adds the turn log as it was when an issue was made; the log of now is given by its file.
    pub fn add_log(&self, case: &mut Case<Arc<Situation>>, stage: DeskStage, master: &Table) {
        let DeskStage::Issued(issue) = stage else { return };
        if case.papers.log.is_some() || master.eyes != Eyes::Umpire {
            return;
        }
        let mut log = self.desk.state.log.clone();
        let is_it =
            |entry: &LogEntry| matches!(entry.event, LogEvent::Issue { number, .. } if number == issue);
        if let Some(at) = log.entries.iter().position(is_it) {
            log.entries.truncate(at + 1);
            case.papers.log = Some(Arc::new(log));
        }
    }

    /// Adds the papers of the desk that a stage needs and the call does not name.
    pub fn add(&self, own: &mut Check, stage: DeskStage, master: &Table) -> Result<(), Failure> {
        let desk = &self.desk;
        // A side that looks may know what is its own.
        let is_known = |side: &str| master.eyes == Eyes::Umpire || master.eyes.side() == side;
        let sides: Vec<(String, String)> =
            sides(master)?.into_iter().filter(|(side, _)| is_known(side)).collect();
        let ledger = |word: &str| match stage {
            DeskStage::Now => desk.state_path(&ledger_file(word)),
            DeskStage::Issued(issue) => desk.issue_folder(SEALED, issue).join(ledger_file(word)),
        };
        let each = |file: &dyn Fn(&str) -> PathBuf| of_sides(&sides, file);
        fill(&mut own.ledgers, each(&ledger).into_iter().map(|(word, file)| OfSide { side: word.1, file }));
        let shown = self.shown(stage);
        if stage == DeskStage::Now {
            own.turn_log = own.turn_log.take().or_else(|| Some(desk.state_path(LOG)));
        }
        let last = desk.state.standing.issue.checked_sub(1);
        let sealed = match stage {
            DeskStage::Now => shown.or(last),
            DeskStage::Issued(issue) => issue.checked_sub(1),
        };
        let before = sealed.map(|issue| desk.issue_folder(SEALED, issue).join(MASTER));
        own.previous = own.previous.take().or(before.filter(|path| path.is_file()));
        let records = 0..shown.or(last).map_or(0, |last| last.saturating_add(1));
        let records = records.map(|issue| desk.issue_folder(SEALED, issue).join(RECORD));
        fill(&mut own.records, records.filter(|path| path.is_file()));
        if let Some(issue) = shown {
            let side = |(side, file): ((String, String), PathBuf)| OfSide { side: side.0, file };
            let copy = |of: u32, word: &str| desk.issue_folder(ISSUES, of).join(format!("{word}.vsav"));
            fill(&mut own.copies, each(&|word| copy(issue, word)).into_iter().map(side));
            let earlier = (0..issue).rev().find(|of| !each(&|word| copy(*of, word)).is_empty());
            if let Some(earlier) = earlier {
                fill(&mut own.earlier, each(&|word| copy(earlier, word)).into_iter().map(side));
            }
            let shared = Some(copy(issue, SHARED)).filter(|path| path.is_file());
            own.shared = own.shared.take().or(shared);
            // A copy that came back is held against the one in which its side worked.
            let is_there = |of: u32| of == issue || Some(of) == earlier;
            let back = |word: &str| {
                let last = desk.last_returned(word).filter(|(of, _)| is_there(*of));
                last.map_or_else(PathBuf::new, |(_, path)| path)
            };
            fill(&mut own.returned, each(&back).into_iter().map(side));
        }
        Ok(())
    }
}

/// The files of sides that are there: side, the word that its files bear, file.
fn of_sides(sides: &[(String, String)], file: &dyn Fn(&str) -> PathBuf) -> Vec<((String, String), PathBuf)> {
    let each = sides.iter().map(|(side, word)| ((side.clone(), word.clone()), file(word)));
    each.filter(|(_, path)| path.is_file()).collect()
}

/// What the call names goes before what the desk has.
fn fill<T>(named: &mut Vec<T>, of_desk: impl Iterator<Item = T>) {
    if named.is_empty() {
        named.extend(of_desk);
    }
}

/// Whether the master and the ledgers are still those of an issue, and the last one.
fn is_as_issued(desk: &Desk, issue: u32) -> Result<bool, Failure> {
    let sealed = desk.issue_folder(SEALED, issue);
    if issue.checked_add(1) != Some(desk.state.standing.issue)
        || files::read(&desk.path(MASTER))? != files::read(&sealed.join(MASTER))?
    {
        return Ok(false);
    }
    for (alliance, ledger) in &desk.state.ledgers {
        let path = sealed.join(ledger_file(alliance));
        if !path.is_file() || files::read_paper(&path)? != ledger.write() {
            return Ok(false);
        }
    }
    Ok(true)
}
