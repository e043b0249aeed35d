//! One check, and what it says: what it looks at, what it found, and the result of all of them over a case.
//!
//! `checks.csv` owns everything that can be stated about a check; code, a row of data or a shared check is bound to
//! it by its id.

pub mod bound;
pub mod case;
pub mod gaps;
pub mod kinds;
mod run;
mod shared;
pub mod sharing;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::check::bound::{Bound, over, unsure};
use crate::check::case::{Case, NotGiven};
use crate::game::pack::{Pack, Requires};
use crate::position::moves::Moves;
use crate::position::situation::{PieceIx, PlaceId, Situation};
use crate::position::turn_log::TurnLog;
use vassal::diagnostic::{Finding, PieceRef, Severity};

pub use run::run;

/// The code of a check over a game's view `V`; what it needs follows from its kind.
#[derive(Debug)]
pub enum Run<V> {
    /// Looks at the position.
    Now(fn(&V, &mut Report<'_>)),
    /// Compares an earlier position with the position.
    Since(fn(&V, &V, &Moves, &mut Report<'_>)),
    /// Looks at the position, and at an earlier one where it is given.
    WithEarlier(fn(&V, Option<&V>, &mut Report<'_>)),
    /// Looks at what was done, step by step, up to the position.
    Log(fn(&V, &TurnLog, &mut Report<'_>)),
    /// Compares the position as a side may see it with the copy that the side holds.
    Copies(fn(&V, &V, &Moves, &mut Report<'_>)),
    /// Looks at all that lies beside the position; what it cannot do without it names.
    Whole(fn(&Case<V>, &mut Report<'_>) -> Result<(), NotGiven>),
}

/// Whose pieces decide what a check finds: a looker who may not see all of them has it checked in part only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decides {
    /// Pieces of any side.
    AnySide,
    /// Pieces of this alliance, and what nobody hides.
    Side(&'static str),
    /// Only what nobody hides, or what the check itself finds missing.
    Nobody,
}

impl Decides {
    /// Whether pieces that decide may be hidden from the looker. It follows from who looks, never from what the position
    /// hides, so that nothing is given away.
    pub fn may_be_hidden(self, now: &Situation) -> bool {
        now.looker.as_deref().is_some_and(|looker| match self {
            Self::AnySide => true,
            Self::Side(side) => looker != side,
            Self::Nobody => false,
        })
    }
}

/// What a check that was run without sight of every piece that decides is listed with.
pub const SEEN_ONLY: &str = "checked only as far as this side sees; the umpire can check the rest";

/// A check's code, bound to its row in `checks.csv`, which says all else.
#[derive(Debug)]
pub struct Check<V> {
    /// The id of the row.
    pub id: &'static str,
    /// The code.
    pub run: Run<V>,
    /// Whose pieces decide.
    pub decides: Decides,
    /// Whether more pieces may clear what seems a fault, so that nothing is said of pieces whose company may be hidden.
    pub company_clears: bool,
}

impl<V> Check<V> {
    const fn new(id: &'static str, run: Run<V>, decides: Decides) -> Self {
        Self { id, run, decides, company_clears: false }
    }

    /// The same where pieces of one alliance decide.
    pub const fn of(mut self, alliance: &'static str) -> Self {
        self.decides = Decides::Side(alliance);
        self
    }

    /// The same where only what nobody hides decides.
    pub const fn in_the_open(mut self) -> Self {
        self.decides = Decides::Nobody;
        self
    }

    /// The same where what any side keeps to itself may decide: units, orders, lines of the log.
    pub const fn decided_by_all(mut self) -> Self {
        self.decides = Decides::AnySide;
        self
    }

    /// The same where a piece that is not seen may clear what seems a fault of its side.
    pub const fn cleared_by_company(mut self) -> Self {
        self.company_clears = true;
        self
    }
}

/// Binds a check that looks at the position.
pub const fn now<V>(id: &'static str, run: fn(&V, &mut Report<'_>)) -> Check<V> {
    Check::new(id, Run::Now(run), Decides::AnySide)
}

/// Binds a check that compares an earlier position (first) with the position (second).
pub const fn since<V>(id: &'static str, run: fn(&V, &V, &Moves, &mut Report<'_>)) -> Check<V> {
    Check::new(id, Run::Since(run), Decides::AnySide)
}

/// Binds a check that looks at the position (first), and at an earlier one where it is given.
pub const fn with_earlier<V>(id: &'static str, run: fn(&V, Option<&V>, &mut Report<'_>)) -> Check<V> {
    Check::new(id, Run::WithEarlier(run), Decides::AnySide)
}

/// Binds a check that looks at the steps of a log.
pub const fn log<V>(id: &'static str, run: fn(&V, &TurnLog, &mut Report<'_>)) -> Check<V> {
    Check::new(id, Run::Log(run), Decides::AnySide)
}

/// Binds a check that compares what a side may see (first) with its copy (second).
pub const fn copies<V>(id: &'static str, run: fn(&V, &V, &Moves, &mut Report<'_>)) -> Check<V> {
    Check::new(id, Run::Copies(run), Decides::Nobody)
}

/// Binds a check that looks at whatever lies beside the position, and names what it lacks, sight of pieces included.
pub const fn whole<V>(
    id: &'static str,
    run: fn(&Case<V>, &mut Report<'_>) -> Result<(), NotGiven>,
) -> Check<V> {
    Check::new(id, Run::Whole(run), Decides::Nobody)
}

/// A check that is a row of data: it needs numbers and no code.
pub trait DataCheck {
    /// The id of its row in `checks.csv`.
    fn id(&self) -> &str;
    /// What it needs beside what that row says.
    fn requires(&self) -> Requires;
    /// Whether it compares an earlier position with the position.
    fn needs_previous(&self) -> bool;
    /// Looks at a case; `moves` is what changed since its earlier position, where it has one.
    fn run(&self, case: &Case<&Situation>, moves: Option<&Moves>, report: &mut Report<'_>);
}

/// What a check found, before it is told in words for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How sure it is; `None` for the check's own severity.
    pub severity: Option<Severity>,
    /// Where; none where the whole position is meant.
    pub place: Option<PlaceId>,
    /// Which pieces.
    pub pieces: Vec<PieceIx>,
    /// Pieces that the position does not have: they are gone, or only a copy shows them.
    pub absent: Vec<PieceRef>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Found {
    /// A fault at a place.
    pub fn at(place: PlaceId, pieces: Vec<PieceIx>, message: impl Into<String>) -> Self {
        Self::new(Some(place), pieces, message)
    }

    /// A fault at a place, or of the whole position.
    pub fn new(place: Option<PlaceId>, pieces: Vec<PieceIx>, message: impl Into<String>) -> Self {
        Self { severity: None, place, pieces, absent: Vec::new(), message: message.into(), help: None }
    }

    /// A fault where a load is over its limit; none where it is not. Where only what is not certain puts it over, it is
    /// suspicious, and what it rests on takes the place of advice.
    pub fn over(load: &Bound, limit: &Bound, found: impl FnOnce() -> Self) -> Option<Self> {
        let severity = over(load, limit)?;
        let found = found().severity(severity);
        let facts = unsure(&(&load.rests_on | &limit.rests_on));
        Some(match facts.filter(|_| severity == Severity::Suspicious && found.help.is_some()) {
            Some(facts) => found.help(facts),
            None => found,
        })
    }

    /// The same with a severity of its own.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Where checks put what they found.
pub struct Report<'a> {
    situation: &'a Situation,
    found: Vec<Found>,
    not_checked: Vec<String>,
}

impl<'a> Report<'a> {
    /// An empty report over a position.
    pub fn new(situation: &'a Situation) -> Self {
        Self { situation, found: Vec::new(), not_checked: Vec::new() }
    }

    /// The position the check looks at.
    pub fn situation(&self) -> &'a Situation {
        self.situation
    }

    /// Adds a fault.
    pub fn add(&mut self, found: Found) {
        self.found.push(found);
    }

    /// Adds all of these.
    pub fn extend(&mut self, found: impl IntoIterator<Item = Found>) {
        self.found.extend(found);
    }

    /// Says that pieces that decide may be hidden from the looker, unless something else is not checked already; with
    /// `company_clears` faults of pieces that somebody may hide are left to who sees all.
    pub fn seen_in_part(&mut self, company_clears: bool) {
        if self.not_checked.is_empty() {
            self.not_checked.push(SEEN_ONLY.to_owned());
        }
        if company_clears {
            let now = self.situation;
            let may_hide = |ix: &PieceIx| now.may_hide(now.pieces[*ix].entry.as_deref());
            self.found.retain(|found| !found.pieces.iter().any(may_hide));
        }
    }

    /// Says that some part could not be checked, and why; the same reason is told once.
    pub fn not_checked(&mut self, reason: impl Into<String>) {
        let reason = reason.into();
        if !self.not_checked.contains(&reason) {
            self.not_checked.push(reason);
        }
    }
}

/// Which checks are wanted: by id, by the short form after the game's name, or by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only these; empty for all.
    pub only: BTreeSet<String>,
    /// Not these.
    pub ignore: BTreeSet<String>,
}

impl Filter {
    fn names(list: &BTreeSet<String>, id: &str, name: &str) -> bool {
        let short = id.split_once('-').map_or(id, |(_, short)| short);
        list.iter().any(|word| {
            word.eq_ignore_ascii_case(id)
                || word.eq_ignore_ascii_case(short)
                || word.eq_ignore_ascii_case(name)
        })
    }

    /// Whether a check is wanted.
    pub fn wants(&self, id: &str, name: &str) -> bool {
        (self.only.is_empty() || Self::names(&self.only, id, name)) && !Self::names(&self.ignore, id, name)
    }

    /// Words of the filter that name no check.
    pub fn unknown<'f>(&'f self, pack: &Pack) -> Vec<&'f str> {
        let known = |word: &&String| {
            let one = BTreeSet::from([(*word).clone()]);
            pack.demands.iter().any(|demand| Self::names(&one, &demand.id, &demand.name))
        };
        self.only.iter().chain(&self.ignore).filter(|word| !known(word)).map(String::as_str).collect()
    }
}

/// What can be said about a check without running it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Meta {
    /// The catalogue's id.
    pub id: String,
    /// The fault's name.
    pub name: String,
    /// The paragraphs.
    pub rule: String,
    /// How sure its findings are unless they say otherwise; none where nothing is reported.
    pub severity: Option<Severity>,
    /// The page, when one exists.
    #[serde(skip)]
    pub page: Option<String>,
    /// Whether this version checks it.
    #[serde(skip)]
    pub is_done: bool,
    /// What is demanded, in words, where no page says it.
    #[serde(skip)]
    pub demand: String,
}

/// A check that was not run, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct NotChecked {
    /// The catalogue's id.
    pub id: String,
    /// What is missing.
    pub reason: String,
}

/// How much was looked at and found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Checks that were run.
    pub checked: usize,
    /// Checks that were not run.
    pub not_checked: usize,
    /// Findings of severity illegal.
    pub illegal: usize,
    /// Findings of severity suspicious.
    pub suspicious: usize,
}

/// The result of checking one position.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The faults, ordered by id, place and message.
    pub findings: Vec<Finding>,
    /// The checks that were not run, ordered by id.
    pub not_checked: Vec<NotChecked>,
    /// The counts.
    pub summary: Summary,
    /// What was given beside the position and no check asked for.
    #[serde(skip)]
    pub idle: Vec<&'static str>,
}

impl Checked {
    /// The number of each finding, from 1: what is illegal comes first. Texts, JSON and pictures count alike.
    pub fn numbers(&self) -> Vec<usize> {
        let illegal = |finding: &Finding| finding.severity == Severity::Illegal;
        let (mut first, mut later) = (0, self.findings.iter().filter(|finding| illegal(finding)).count());
        let number = |finding: &Finding| {
            let next = if illegal(finding) { &mut first } else { &mut later };
            *next += 1;
            *next
        };
        self.findings.iter().map(number).collect()
    }

    /// The findings in the order of their numbers.
    pub fn numbered(&self) -> Vec<(usize, &Finding)> {
        let mut all: Vec<(usize, &Finding)> = self.numbers().into_iter().zip(&self.findings).collect();
        all.sort_by_key(|(number, _)| *number);
        all
    }
}

/// Every check, guard and demand of a game, by id, with its page where one exists.
pub fn metas(pack: &Pack) -> Vec<Meta> {
    let meta = |demand: &crate::game::pack::Demand| Meta {
        id: demand.id.clone(),
        name: demand.name.clone(),
        rule: demand.rule.clone(),
        severity: demand.severity.filter(|_| !demand.is_guard()),
        page: pack.pages.get(&demand.id).cloned(),
        is_done: demand.shared.is_some() || pack.pages.contains_key(&demand.id),
        demand: demand.demand.clone(),
    };
    let mut metas: Vec<Meta> = pack.demands.iter().map(meta).collect();
    metas.sort();
    metas
}
