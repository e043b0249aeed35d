//! A whole opened game, issue by issue: roots and chain, master, ledgers, copies, and each unit from issue to issue.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Exhibits;
use super::folder::{OpenedGame, OpenedIssue};
use super::ordered;
use super::rulings::{COPY, JudgedIssue, ROOT, Ruling, contradicted};
use super::shown::{self, LEDGER, Since};
use super::views::{Likeness, Unlike, Views};
use super::witness;
use crate::cli::args::Verify;
use crate::cli::commands::umpire::folder::RECORD;
use crate::cli::commands::umpire::folder::{LOG, MASTER, RETURNED, ledger_file};
use crate::cli::commands::umpire::issue::LEAVES;
use crate::cli::saves::{self, Wanted};
use crate::cli::session::Session;
use crate::cli::{Failure, data, files, standard};
use crate::table::Table;
use liege_rules::desk::any_game;
use liege_rules::desk::audit::first_difference;
use liege_rules::desk::chain;
use liege_rules::desk::commitment::{LeafContent, Leaves};
use liege_rules::desk::digest::{Digest32, GameTag};
use liege_rules::desk::history::{Follower, TELLING, Unaccounted};
use liege_rules::desk::log::{LogEvent, UmpireLog};
use liege_rules::desk::opened::{OpenedFault, Recomputed, recompute};
use liege_rules::desk::record::Record;
use vassal::diagnostic::counted;

/// Units of one issue that are told when the log accounts for none of them.
const MOST_TOLD: usize = 5;

/// The judge of an opened game.
pub struct Court<'a> {
    /// The arguments of every command.
    pub session: &'a Session,
    /// Those of this one.
    pub own: &'a Verify,
    /// The game.
    pub game: &'a OpenedGame,
    /// Records and copies, those of the folder among them.
    pub papers: &'a Exhibits<'a>,
}

impl Court<'_> {
    /// Judges all issues.
    pub fn judge(&self) -> Result<Vec<JudgedIssue>, Failure> {
        let opened: BTreeMap<u32, Leaves> = self
            .game
            .issues
            .iter()
            .filter_map(|(number, issue)| Some((*number, issue.leaves.clone()?)))
            .collect();
        let (records, tag) = (&self.papers.records, &self.game.tag);
        let recomputed = recompute(&self.game.key, tag, &opened, records);
        let chain = chain::check(records);
        let none = OpenedIssue::default();
        let mut follower = self.game.log.as_ref().map(Follower::new);
        let mut judged = Vec::new();
        let (numbers, has_turns) = (self.numbers(), self.has_turns()?);
        let outside = records.get(self.papers.umpires..).unwrap_or_default();
        let vouched = witness::vouched(tag, outside, &opened.keys().copied().collect(), &numbers);
        for number in numbers {
            let issue = self.game.issues.get(&number).unwrap_or(&none);
            let mut told = JudgedIssue { issue: number, examined: Vec::new() };
            self.root(&mut told, issue, &recomputed, vouched.get(&number).copied());
            for fault in chain.faults.iter().filter(|fault| fault.issue == number) {
                let files = [fault.one, fault.other].map(|at| self.source(at));
                let why = format!("{} ({} against {})", fault.what, files[0], files[1]);
                told.add("records", "", contradicted(fault.what.code(), why));
            }
            self.logged_root(&mut told);
            if has_turns {
                self.log(&mut told, &opened);
            }
            self.returned(&mut told)?;
            self.basis(&mut told, issue)?;
            self.sightings(&mut told, &opened)?;
            self.orders(&mut told, &opened)?;
            match number.checked_sub(1) {
                None => {}
                Some(_) if !has_turns => {
                    let why = "the desk of this game keeps no log of moves, so that ways are not followed";
                    told.add("units", "", Ruling::Unasked(why.into()));
                }
                Some(before) => {
                    self.units(&mut told, follower.as_mut(), opened.get(&before), opened.get(&number));
                }
            }
            judged.push(told);
        }
        Ok(judged)
    }

    /// The issues that the folder, a record or the log knows of, and those that are missing between them.
    fn numbers(&self) -> Vec<u32> {
        let logged =
            self.game.log.iter().flat_map(|log| &log.entries).filter_map(|entry| match entry.event {
                LogEvent::Issue { number, .. } => Some(number),
                _ => None,
            });
        let records = self.papers.records.iter().map(|record| record.issue);
        let known: BTreeSet<u32> = self.game.issues.keys().copied().chain(records).chain(logged).collect();
        let mut all = BTreeSet::new();
        let mut next = 0;
        for number in known {
            // Of a long stretch that is missing the first stands for all.
            all.extend((next..number).take(MOST_MISSING));
            all.insert(number);
            next = number.saturating_add(1);
        }
        all.into_iter().collect()
    }

    fn source(&self, at: usize) -> String {
        self.papers.sources.get(at).map(|path| name(path)).unwrap_or_default()
    }

    /// Whether the umpire's desk carries out the turns of this game, and so writes a log of them.
    fn has_turns(&self) -> Result<bool, Failure> {
        let game = data::game(self.game.tag.id(), &data::files(self.session)?);
        // Of a game that nobody knows everything is asked.
        Ok(game.map_or(true, |game| game.hidden().is_some_and(|hidden| hidden.turns().is_some())))
    }

    /// The root computed again from key and leaves (AAF-070, AAF-071).
    fn root(
        &self,
        told: &mut JudgedIssue,
        issue: &OpenedIssue,
        recomputed: &Recomputed,
        vouched: Option<u32>,
    ) {
        let number = told.issue;
        let own: Vec<String> = (0..)
            .zip(&self.papers.records)
            .filter(|(_, record)| record.issue == number)
            .map(|(at, _)| self.source(at))
            .collect();
        let missing =
            |name: &str| Ruling::Unchecked(format!("{} is missing", OpenedGame::file(number, name)));
        if !self.game.issues.contains_key(&number) {
            let what = format!("the folder has no issue {number}");
            return told.add(ROOT, "", Ruling::Unchecked(what));
        }
        if issue.leaves.is_none() {
            return told.add(ROOT, "", missing(LEAVES));
        }
        let faults: Vec<&OpenedFault> =
            recomputed.faults.iter().filter(|fault| fault.issue == number).collect();
        for fault in &faults {
            let of = fault.record.map(|at| self.source(at)).unwrap_or_default();
            told.add(ROOT, of, contradicted(fault.what.code(), fault.what.to_string()));
        }
        if faults.is_empty() {
            told.add(
                ROOT,
                "",
                match vouched {
                    _ if issue.record.is_none() => missing(RECORD),
                    Some(by) if by == number => Ruling::Proven(own.join(", ")),
                    Some(by) => Ruling::Proven(format!("{}, and the record of issue {by}", own.join(", "))),
                    None => Ruling::Unchecked(
                        "only the umpire's own record is given; add a copy or record of this issue, or of a later one, \
                         that a player kept"
                            .into(),
                    ),
                },
            );
        }
    }

    /// The root that the turn log has for the issue.
    fn logged_root(&self, told: &mut JudgedIssue) {
        let Some(log) = &self.game.log else { return };
        let number = told.issue;
        let roots = log.entries.iter().filter_map(|entry| match &entry.event {
            LogEvent::Issue { number: of, root, .. } if *of == number && !root.is_empty() => Some(root),
            _ => None,
        });
        let published: Vec<String> = self.of_issue(number).map(|record| record.root.to_string()).collect();
        let others: Vec<&String> =
            roots.filter(|root| !published.is_empty() && !published.contains(root)).collect();
        if let Some(other) = others.first() {
            let why = format!("the turn log has the root {other}, which no record of the issue has");
            told.add("log", LOG, contradicted("root", why));
        }
    }

    /// The copies of the issue that came back, held against the hashes that the turn log has of them, and the other way
    /// round.
    fn returned(&self, told: &mut JudgedIssue) -> Result<(), Failure> {
        const QUESTION: &str = "returned";
        let number = told.issue;
        let mut hashes: BTreeSet<String> = BTreeSet::new();
        for ((.., side), path) in self.game.returned.iter().filter(|((of, ..), _)| *of == number) {
            let hash = Digest32::of(&files::read(path)?).to_string();
            let entries = self.game.log.iter().flat_map(|log| &log.entries);
            let mut logged = entries.filter_map(|entry| match &entry.event {
                LogEvent::Returned { side: whose, sha256 } if whose == side => Some(sha256),
                _ => None,
            });
            let ruling = match logged.any(|logged| *logged == hash) {
                true => Ruling::Proven(String::new()),
                false if self.game.log.is_some() && self.promise(number).tells("returned") => {
                    contradicted("returned", "the turn log has no such file".into())
                }
                false => Ruling::Unchecked("the turn log does not have the hash of this file".into()),
            };
            told.add(QUESTION, name(path), ruling);
            hashes.insert(hash);
        }
        for (side, hash) in self.game.log.iter().flat_map(|log| given_back(log, number)) {
            if !hashes.contains(hash) {
                let why = format!("a copy of {side} came back, and the folder {RETURNED} does not have it");
                told.add(QUESTION, side, Ruling::Unchecked(why));
            }
        }
        Ok(())
    }

    fn of_issue(&self, number: u32) -> impl Iterator<Item = &Record> {
        self.papers.records.iter().filter(move |record| record.issue == number && record.tag == self.game.tag)
    }

    /// The master and the ledgers of an issue, held against its leaves, and the copies that follow from them.
    fn basis(&self, told: &mut JudgedIssue, issue: &OpenedIssue) -> Result<(), Failure> {
        let number = told.issue;
        let Some(leaves) = &issue.leaves else { return Ok(()) };
        for (name, content) in leaves.iter() {
            let Some(side) = name.strip_prefix(LEDGER) else { continue };
            let LeafContent::Text(text) = content else { continue };
            let file = ledger_file(side);
            let ruling = match issue.ledgers.get(side) {
                Some(kept) if kept == text => Ruling::Proven(String::new()),
                Some(_) => Ruling::Contradicted {
                    code: "ledger",
                    why: "is not the ledger that the issue committed to".into(),
                    place: Some(name.to_owned()),
                    piece: None,
                },
                None => Ruling::Unchecked(format!("{} is missing", OpenedGame::file(number, &file))),
            };
            told.add("ledger", file, ruling);
        }
        let Some(master) = &issue.master else {
            let what = format!("{} is missing", OpenedGame::file(number, MASTER));
            told.add("master", "", Ruling::Unchecked(what));
            return Ok(());
        };
        match self.understood(master)? {
            Ok(master) => {
                told.add("master", "", held_against(leaves, &master, &self.game.log_before(number))?);
                self.copies(told, &master, leaves)
            }
            Err(why) => {
                told.add("master", "", Ruling::Unchecked(why));
                Ok(())
            }
        }
    }

    /// The master of an issue; why not, where the game is not known.
    fn understood(&self, path: &Path) -> Result<Result<Table, String>, Failure> {
        let id = self.game.tag.id();
        if let Err(failure) = data::game(id, &data::files(self.session)?) {
            return Ok(Err(format!("{failure}; name the folder of its tables with --data")));
        }
        let wanted = Wanted {
            module: self.own.module.as_deref(),
            game: Some(id),
            side: Some("umpire"),
            ..Wanted::default()
        };
        saves::read(path, self.session, &wanted).map(Ok)
    }

    /// The copies that players gave, held against those that follow from master and ledgers (AAF-072).
    fn copies(&self, told: &mut JudgedIssue, master: &Table, leaves: &Leaves) -> Result<(), Failure> {
        let number = told.issue;
        let own: Vec<&(&Path, u32)> = self.papers.copies.iter().filter(|(_, of)| *of == number).collect();
        if own.is_empty() {
            told.add(COPY, "", Ruling::Unasked("no copy of this issue is given".into()));
            return Ok(());
        }
        let record = self.of_issue(number).next().map(Record::to_json);
        let views = match (&self.own.module, &record) {
            (None, _) => Err("the module is not given: --module MODULE".to_owned()),
            (_, None) => Err("no record of this game is given".to_owned()),
            (Some(module), Some(record)) => {
                Ok(Views::of(self.session, (self.game, module), number, (master, leaves), record)?)
            }
        };
        for (path, _) in own {
            let ruling = match &views {
                Err(why) => Ruling::Unchecked(why.clone()),
                Ok(views) => match views.judge(self.session, path)? {
                    Likeness::Same { side, guesses } => Ruling::Proven(same(&side, guesses)),
                    Likeness::Unsure => Ruling::Unchecked(
                        "it is another than follows from master and ledger, but the copy that its side gave back \
                         before is missing, and with it what the side laid down"
                            .into(),
                    ),
                    Likeness::Nobodys => {
                        Ruling::Unchecked(format!("its notes do not say whose copy of issue {number} it is"))
                    }
                    Likeness::Other(Unlike { code, place, piece, why }) => {
                        Ruling::Contradicted { code, why, place, piece }
                    }
                },
            };
            told.add(COPY, name(path), ruling);
        }
        Ok(())
    }

    /// The list of moves that an issue committed to, against the orders of the log.
    fn orders(&self, told: &mut JudgedIssue, opened: &BTreeMap<u32, Leaves>) -> Result<(), Failure> {
        let number = told.issue;
        let master = self.game.issues.get(&number).and_then(|issue| issue.master.as_ref());
        let (Some(log), Some(leaves), Some(master)) = (&self.game.log, opened.get(&number), master) else {
            return Ok(());
        };
        if let Ok(master) = self.understood(master)? {
            ordered::judge(told, log, number.checked_sub(1), leaves, &master);
        }
        Ok(())
    }

    /// What came into the ledgers since the issue before, or what the sides know when the game begins.
    fn sightings(&self, told: &mut JudgedIssue, opened: &BTreeMap<u32, Leaves>) -> Result<(), Failure> {
        let number = told.issue;
        let Some(leaves) = opened.get(&number) else { return Ok(()) };
        let master = self.game.issues.get(&number).and_then(|issue| issue.master.as_ref());
        let start = match master.filter(|_| number == 0) {
            Some(master) => self.understood(master)?.ok(),
            None => None,
        };
        let before = number.checked_sub(1).map(|before| (before, opened.get(&before)));
        let since = match (before, &start) {
            (Some((of, Some(leaves))), _) => Since::Issue { of, leaves },
            (Some((of, None)), _) => Since::Nothing(OpenedGame::file(of, LEAVES)),
            (None, Some(master)) => Since::Start(master),
            (None, None) => Since::Nothing(OpenedGame::file(number, MASTER)),
        };
        let log = self.game.log.as_ref().map(|log| (log, self.promise(number)));
        shown::judge(told, log.as_ref().map(|(log, promise)| (*log, promise)), leaves, &since);
        Ok(())
    }

    /// Each unit since the issue before: its way, its birth, its end.
    fn units(
        &self,
        told: &mut JudgedIssue,
        follower: Option<&mut Follower<'_>>,
        before: Option<&Leaves>,
        after: Option<&Leaves>,
    ) {
        let first = told.issue.saturating_sub(1);
        let Some(follower) = follower else {
            return told.add("units", "", Ruling::Unchecked(format!("{LOG} is missing")));
        };
        let (Some(before), Some(after)) = (before, after) else {
            follower.skip();
            let lacks = if before.is_none() { first } else { told.issue };
            let why = format!("{} is missing", OpenedGame::file(lacks, LEAVES));
            return told.add("units", "", Ruling::Unchecked(why));
        };
        let promise = self.promise(told.issue);
        match follower.follow(first, before, after) {
            Ok(found) => account(told, promise.tells_all(&TELLING), &found),
            Err(missing) if promise.tells("issue") => {
                let why = format!("the log says that it leaves nothing out, and has no issue {missing}");
                told.add("units", LOG, contradicted("no-issue", why));
            }
            Err(missing) => {
                told.add("units", "", Ruling::Unchecked(format!("the turn log has no issue {missing}")));
            }
        }
    }
}

/// The copies of an issue that came back by the log: sides and hashes. A copy is of the last issue with copies before it.
fn given_back(log: &UmpireLog, number: u32) -> Vec<(&str, &String)> {
    let (mut of, mut all) = (None, Vec::new());
    for entry in &log.entries {
        match &entry.event {
            LogEvent::Issue { number, record_only: false, .. } => of = Some(*number),
            LogEvent::Returned { side, sha256 } if of == Some(number) => all.push((side.as_str(), sha256)),
            _ => {}
        }
    }
    all
}

/// Tells what the log does not account for; where it may lack something that is no contradiction.
fn account(told: &mut JudgedIssue, is_whole: bool, found: &[Unaccounted]) {
    let (wrong, lacking): (Vec<&Unaccounted>, Vec<&Unaccounted>) =
        found.iter().partition(|one| is_whole || one.what.is_certain());
    for one in wrong.iter().take(MOST_TOLD) {
        let ruling = Ruling::Contradicted {
            code: one.what.code(),
            why: one.to_string(),
            place: Some(one.place.clone()),
            piece: Some(one.unit.uid.clone()),
        };
        told.add("units", "", ruling);
    }
    if let Some(over) = wrong.len().checked_sub(MOST_TOLD).filter(|over| *over > 0) {
        let why = format!("the log accounts for {} more as little", counted(over, "unit"));
        told.add("units", "", contradicted("more", why));
    }
    if let Some(first) = lacking.first() {
        let more = match lacking.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let why = format!("the turn log does not say that it leaves nothing out: {first}{more}");
        told.add("units", "", Ruling::Unchecked(why));
    }
    if found.is_empty() {
        told.add("units", "", Ruling::Proven(String::new()));
    }
}

/// Issues of one missing stretch that are told one by one.
const MOST_MISSING: usize = 1_000;

fn same(side: &str, guesses: usize) -> String {
    let what =
        if side.is_empty() { "what lies open to all".to_owned() } else { format!("the copy of {side}") };
    match guesses {
        0 => what,
        guesses => format!("{what}, but for {} of the side's own", counted(guesses, "guess")),
    }
}

/// The leaves that a master gives, held against those that were opened. What an umpire wrote down beside the master is in
/// no master.
fn held_against(leaves: &Leaves, master: &Table, log: &UmpireLog) -> Result<Ruling, Failure> {
    let texts: BTreeMap<String, String> = leaves
        .iter()
        .filter_map(|(name, content)| match content {
            LeafContent::Text(text) => Some((name.to_owned(), text.clone())),
            LeafContent::Place(_) => None,
        })
        .collect();
    let tag = GameTag::new(master.game.id());
    if let Some(hidden) = master.game.hidden()
        && let Some(lacking) = hidden.texts(&master.situation).keys().find(|name| leaves.get(name).is_none())
    {
        let why = format!("the issue commits to no {lacking}, as every issue of this game does");
        return Ok(contradicted("place", why));
    }
    let made = match (master.game.hidden(), tag) {
        (Some(hidden), _) => hidden.leaves(&master.situation, &texts, log),
        (None, Some(tag)) => any_game::leaves_of(&tag, &master.opened.position, &master.module),
        (None, None) => return Ok(Ruling::Unchecked("the id of the game cannot stand in a tag".into())),
    };
    let made = match made {
        Ok(made) => made,
        Err(error) => return Ok(contradicted("master", error.to_string())),
    };
    Ok(match first_difference(leaves, &made) {
        None => Ruling::Proven(String::new()),
        Some(found) => Ruling::Contradicted {
            code: if found.unit.is_some() { "piece" } else { "place" },
            why: found.to_string(),
            place: Some(found.leaf),
            piece: found.unit,
        },
    })
}

fn name(path: &Path) -> String {
    standard::name_of_input(path).to_string()
}
