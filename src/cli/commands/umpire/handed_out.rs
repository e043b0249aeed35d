//! What an issue hands out, all copies of it together: made, and refused where one shows what it may not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::copies::{Copy, Copyist};
use super::folder::{Desk, MASTER, RECORD, SEALED};
use super::layer::Layer;
use super::sides;
use crate::cli::session::Session;
use crate::cli::{Failure, files};
use crate::table::Table;
use liege_rules::check::Filter;
use liege_rules::check::case::{Case, Origins, SideCopy};
use liege_rules::desk::Papers;
use liege_rules::desk::hidden::{Earlier, HiddenPlay, SideBoard};
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::log::{LogEntry, LogEvent};
use liege_rules::desk::play::OpenFight;
use liege_rules::desk::record::{IssueTime, Record};
use liege_rules::position::situation::{Situation, from_save};
use vassal::format::Limits;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::Eyes;
use vassal::model::position::Position;
use vassal::model::view::{Residue, residues};

/// The copies of all sides and what lies open to all, or why they cannot be handed out.
pub fn copies(session: &Session, desk: &Desk, copyist: &Copyist<'_>) -> Result<Vec<Copy>, Failure> {
    let master = copyist.master;
    let each = sides(master)?;
    let Some(hidden) = master.game.hidden() else {
        let copy = |(side, word): &(String, String)| copyist.of_eyes(side, &format!("{word}.vsav"));
        let all: Vec<Copy> = each.iter().map(copy).collect::<Result<_, _>>()?;
        refuse_residues(master, &all)?;
        return Ok(all);
    };
    let before = before(desk, master, hidden)?;
    let put_back = |alliance: &str, board: &mut SideBoard| {
        if let Some(before) = &before {
            before.put_back(hidden, master, alliance, board);
        }
    };
    let mut all = Vec::new();
    let mut boards = Vec::new();
    let mut returned = BTreeMap::new();
    for (side, alliance) in each {
        let ledger = desk.state.ledgers.get(&alliance).cloned().unwrap_or_default();
        let mut board = hidden.side_board(&master.situation, &ledger, &alliance, copyist.issue);
        put_back(&alliance, &mut board);
        let layer = Layer::of(session, desk, master, (&side, &alliance))?.unwrap_or_default();
        all.push(copyist.side(&side, &alliance, &board, &layer)?);
        boards.push(board);
        returned.extend(layer.returned.map(|copy| (side, copy)));
    }
    refuse_leaks(master, hidden, &desk.state.ledgers, (&boards, &returned), &all)?;
    let mut board = hidden.shared_board(&master.situation, &desk.state.log);
    put_back("", &mut board);
    all.push(copyist.shared(&board)?);
    refuse_residues(master, &all)?;
    Ok(all)
}

/// An issue that is made, and where those before it are found.
pub struct Making<'l, 'a> {
    /// Its number.
    pub issue: u32,
    /// The power whose turn it is.
    pub power: &'a str,
    /// The phase of its turn.
    pub phase: &'a str,
    /// What was done.
    pub log: &'l [LogEntry],
    /// When an earlier issue was made, and its master; none where it is not there.
    pub earlier: &'a dyn Fn(u32) -> Result<Option<(IssueTime, PathBuf)>, Failure>,
}

impl Desk {
    /// When an issue was made, and its master.
    fn earlier(&self, issue: u32) -> Result<Option<(IssueTime, PathBuf)>, Failure> {
        let folder = self.issue_folder(SEALED, issue);
        let path = folder.join(RECORD);
        let record = Record::read(&files::read_text(&path)?).map_err(|error| Failure::about(&path, error))?;
        Ok(Some((record.time, folder.join(MASTER))))
    }
}

/// How the board stood before a phase in which others do not see what changes hands.
pub struct Before<'a> {
    master: Arc<Situation>,
    since: &'a [LogEntry],
    /// The alliance whose turn it is.
    active: String,
}

impl<'a> Before<'a> {
    /// The master of the last issue before this phase; none where it hides nothing, and where there was no such issue.
    pub fn of(
        making: &Making<'a, '_>,
        master: &Table,
        hidden: &dyn HiddenPlay,
    ) -> Result<Option<Self>, Failure> {
        let pack = &master.pack;
        let keeps_back =
            |phase: &str| pack.phase(phase).is_some_and(|(_, phase)| hidden.keeps_back(&phase.id));
        if !keeps_back(making.phase) {
            return Ok(None);
        }
        let round = hidden.round(&master.situation);
        for issue in (0..making.issue).rev() {
            let Some((time, path)) = (making.earlier)(issue)? else { return Ok(None) };
            let same = time.round == round && time.power.as_deref() == Some(making.power);
            if same && time.phase.as_deref().is_some_and(keeps_back) {
                continue;
            }
            return Ok(Some(Self {
                master: Arc::new(seen_by_umpire(master, &path)?),
                since: since(making.log, issue),
                active: pack.alliance(making.power).to_owned(),
            }));
        }
        Ok(None)
    }

    /// Puts back on a board what its side may not see change hands yet.
    pub fn put_back(&self, hidden: &dyn HiddenPlay, master: &Table, alliance: &str, board: &mut SideBoard) {
        if self.active.is_empty() || alliance != self.active {
            let earlier = Earlier { master: &self.master, since: self.since };
            hidden.put_back(&master.situation, earlier, alliance, board);
        }
    }
}

/// What the log has behind an issue.
fn since(entries: &[LogEntry], issue: u32) -> &[LogEntry] {
    let is_issue =
        |entry: &LogEntry| matches!(entry.event, LogEvent::Issue { number, .. } if number == issue);
    let at = entries.iter().rposition(is_issue).map_or(0, |at| at + 1);
    entries.get(at..).unwrap_or_default()
}

/// An earlier master of the same game.
fn seen_by_umpire(master: &Table, path: &Path) -> Result<Situation, Failure> {
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    let save = SaveFile::read(&files::read(path)?, &Limits::default()).map_err(|error| about(&error))?;
    let commands = save.whole_commands().map_err(|error| about(&error))?;
    let (position, _) = Position::read(commands, Some(&master.module));
    Ok(from_save(&master.pack, &position, Some(&master.module), &Eyes::Umpire, None))
}

/// How the board of a desk stood before the phase that it is in, where that keeps back what changes hands.
fn before<'d>(
    desk: &'d Desk,
    master: &Table,
    hidden: &dyn HiddenPlay,
) -> Result<Option<Before<'d>>, Failure> {
    let standing = &desk.state.standing;
    let making = Making {
        issue: standing.issue,
        power: &standing.power,
        phase: &standing.phase,
        log: &desk.state.log.entries,
        earlier: &|issue| desk.earlier(issue),
    };
    Before::of(&making, master, hidden)
}

/// The save of a battle, which shows its units and what lies open to all.
pub fn battle(desk: &Desk, copyist: &Copyist<'_>, fight: &OpenFight) -> Result<Copy, Failure> {
    let master = copyist.master;
    let Some(hidden) = master.game.hidden() else {
        return Err(Failure::new(format!("{} hides nothing", master.game.id())));
    };
    let mut board = hidden.shared_board(&master.situation, &desk.state.log);
    if let Some(before) = before(desk, master, hidden)? {
        before.put_back(hidden, master, "", &mut board);
    }
    let copy = copyist.battle(&board, fight)?;
    refuse_residues(master, std::slice::from_ref(&copy))?;
    Ok(copy)
}

/// What is in the file of a copy and may not be there.
fn residues_of(master: &Table, copy: &Copy) -> Vec<Residue> {
    let eyes = match copy.side.as_str() {
        "" => Eyes::stranger(),
        side => Eyes::of_side(side, &copy.position),
    };
    let eyes = eyes.without(master.pack.closed_to(&copy.side));
    residues(&copy.commands, &copy.position, &master.module, &eyes)
}

/// Refuses files with anything in them that their readers may not know.
fn refuse_residues(master: &Table, copies: &[Copy]) -> Result<(), Failure> {
    for copy in copies {
        if let Some(residue) = residues_of(master, copy).first() {
            let near = residue.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            let told = format!("{}: {near}{} would be in the file", copy.file, residue.what);
            return Err(Failure::new(told).help("nothing was written; fix the master and issue again"));
        }
    }
    Ok(())
}

/// Refuses copies that show what they may not, by the checks that the game names. A check that cannot be made lets
/// nothing through.
pub fn refuse_leaks(
    master: &Table,
    hidden: &dyn HiddenPlay,
    ledgers: &BTreeMap<String, Ledger>,
    (boards, returned): (&[SideBoard], &BTreeMap<String, Arc<Situation>>),
    copies: &[Copy],
) -> Result<(), Failure> {
    let (pack, module) = (&master.pack, &master.module);
    let held = |copy: &Copy| {
        let eyes = Eyes::of_side(&copy.side, &copy.position).without(pack.closed_to(&copy.side));
        let held = Arc::new(from_save(pack, &copy.position, Some(module), &eyes, None));
        let residues = residues_of(master, copy);
        (copy.side.clone(), SideCopy { due: Arc::clone(&held), held, residues })
    };
    // A guess in a copy was made by its side, in the copy that it gave back.
    let nothing = Arc::new(from_save(pack, &Position::default(), Some(module), &Eyes::Umpire, None));
    let given_back = |copy: &Copy| {
        let back = returned.get(&copy.side).unwrap_or(&nothing);
        (copy.side.clone(), Arc::clone(back))
    };
    let ledgers: BTreeMap<_, _> =
        ledgers.iter().map(|(side, ledger)| (side.clone(), Arc::new(ledger.clone()))).collect();
    // What a side gave back, it gave back before the copy that is made now.
    let numbered = |issue: u32| copies.iter().map(move |copy| (copy.side.clone(), issue)).collect();
    let origins = Origins { issued: numbered(1), returned: numbered(0), ..Origins::default() };
    let case = Case {
        copies: copies.iter().map(held).collect(),
        returned: copies.iter().map(given_back).collect(),
        origins,
        papers: Papers { ledgers, ..Papers::default() },
        ..Case::of(listed(master, boards))
    };
    let only = hidden.guards().iter().map(|id| (*id).to_owned()).collect();
    let checked = master.game.open(&case).check(&Filter { only, ..Filter::default() });
    let fault = checked.findings.first().map(|found| format!("{}: {}", found.id, found.message));
    let unchecked = || {
        let lacks = checked.not_checked.first()?;
        Some(format!("{} guards the copies and could not be checked: {}", lacks.id, lacks.reason))
    };
    match fault.or_else(unchecked) {
        Some(fault) => {
            Err(Failure::new(fault).help("nothing was written; fix the master or the ledger and issue again"))
        }
        None => Ok(()),
    }
}

/// The master without what no board takes for a piece of the game.
fn listed(master: &Table, boards: &[SideBoard]) -> Arc<Situation> {
    let pieces = &master.situation.pieces;
    let unlisted = |id: &str| {
        let is_it = |(ix, _): &&(usize, &str)| pieces.get(*ix).is_some_and(|piece| piece.id == id);
        !boards.is_empty() && boards.iter().all(|board| board.unlisted.iter().any(|one| is_it(&one)))
    };
    if boards.iter().all(|board| board.unlisted.is_empty()) {
        return Arc::clone(&master.situation);
    }
    let mut position = master.opened.position.clone();
    position.pieces.retain(|piece| !unlisted(&piece.id));
    Arc::new(from_save(&master.pack, &position, Some(&master.module), &Eyes::Umpire, None))
}
