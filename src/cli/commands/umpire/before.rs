//! How the board stood before a phase in which others do not see what changes hands, for copies and for their proof.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::folder::{MASTER, RECORD};
use crate::cli::understood::Understood;
use crate::cli::{Failure, files};
use crate::format::Limits;
use crate::format::save_file::SaveFile;
use crate::model::eyes::Eyes;
use crate::model::position::Position;
use crate::rules::desk::hidden::{Earlier, HiddenPlay, SideBoard};
use crate::rules::desk::log::{LogEntry, LogEvent};
use crate::rules::desk::record::Record;
use crate::rules::situation::{Situation, from_save};

/// When an issue is made.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// Its number.
    pub issue: u32,
    /// The power whose turn it is.
    pub power: &'a str,
    /// The phase.
    pub phase: &'a str,
}

/// How the board stood; nothing where the phase hides nothing or no issue was made before it.
pub struct Before<'a> {
    master: Option<Arc<Situation>>,
    since: &'a [LogEntry],
    /// The alliance whose turn it is.
    active: String,
}

impl<'a> Before<'a> {
    /// The master of the last issue before this phase; `sealed` is the folder with the record and master of an issue.
    pub fn of(
        master: &Understood,
        hidden: &dyn HiddenPlay,
        turn: Turn<'_>,
        log: &'a [LogEntry],
        sealed: &dyn Fn(u32) -> PathBuf,
    ) -> Result<Self, Failure> {
        let pack = &master.pack;
        let keeps_back =
            |phase: &str| pack.phase(phase).is_some_and(|(_, phase)| hidden.keeps_back(&phase.id));
        let active = pack.alliance(turn.power).to_owned();
        let round = hidden.round(&master.situation);
        let issues = if keeps_back(turn.phase) { 0..turn.issue } else { 0..0 };
        for issue in issues.rev() {
            let folder = sealed(issue);
            let path = folder.join(RECORD);
            let record =
                Record::read(&files::read_text(&path)?).map_err(|error| Failure::about(&path, error))?;
            let time = record.time;
            let same = time.round == round && time.power.as_deref().unwrap_or_default() == turn.power;
            if !(same && time.phase.as_deref().is_some_and(keeps_back)) {
                let then = seen_by_umpire(master, &folder.join(MASTER))?;
                return Ok(Self {
                    master: Some(Arc::new(then)),
                    since: since(log, issue, turn.issue),
                    active,
                });
            }
        }
        Ok(Self { master: None, since: &[], active })
    }

    /// Puts the board of a side back, or that of all where the alliance is empty.
    pub fn put_back(
        &self,
        hidden: &dyn HiddenPlay,
        master: &Understood,
        alliance: &str,
        board: &mut SideBoard,
    ) {
        if let Some(before) = &self.master
            && (self.active.is_empty() || alliance != self.active)
        {
            let earlier = Earlier { master: before, since: self.since };
            hidden.put_back(&master.situation, earlier, alliance, board);
        }
    }
}

/// What the log has between two issues.
fn since(entries: &[LogEntry], from: u32, to: u32) -> &[LogEntry] {
    let of = |issue: u32| {
        let is_it =
            move |entry: &LogEntry| matches!(entry.event, LogEvent::Issue { number, .. } if number == issue);
        entries.iter().rposition(is_it)
    };
    let (from, to) = (of(from).map_or(0, |at| at + 1), of(to).unwrap_or(entries.len()));
    entries.get(from..to).unwrap_or_default()
}

/// An earlier master of the same game.
fn seen_by_umpire(master: &Understood, path: &Path) -> Result<Situation, Failure> {
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    let save = SaveFile::read(&files::read(path)?, &Limits::default()).map_err(|error| about(&error))?;
    let commands = save.whole_commands().map_err(|error| about(&error))?;
    let (position, _) = Position::read(&commands, Some(&master.module));
    Ok(from_save(&master.pack, &position, Some(&master.module), &Eyes::Umpire, None))
}
