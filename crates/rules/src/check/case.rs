//! A case: everything at hand about one position, gathered once and asked many things.
//!
//! It has the position, an earlier one, the log, the copies of sides as issued, issued before and returned, what is
//! open to all, and the umpire's papers (`rules::desk`). `Game::open` puts it in the game's terms, so that supply
//! and zones are traced once for checks and battles. A check of a whole case asks for what it needs with `?`; if
//! that is missing the check is *not checked*, under the name of the argument. No piece shows which of two copies
//! came first: `Origins` has what their files say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::desk::Papers;
use crate::desk::digest::Digest32;
use crate::desk::ledger::Ledger;
use crate::desk::log::UmpireLog;
use crate::desk::opening::Opening;
use crate::desk::record::Record;
use crate::position::situation::Situation;
use crate::position::turn_log::TurnLog;
use vassal::model::view::Residue;

/// A position with what belongs to it; `V` is a situation, or the view that a game makes of one.
#[derive(Debug, Clone)]
pub struct Case<V> {
    /// The position.
    pub now: V,
    /// An earlier position of the same game.
    pub before: Option<V>,
    /// What was done, step by step.
    pub log: Option<Arc<TurnLog>>,
    /// The copies that sides were given, by the side's name.
    pub copies: BTreeMap<String, SideCopy<V>>,
    /// The copies that sides were given before these, by the side's name.
    pub earlier: BTreeMap<String, V>,
    /// The copies that sides gave back after they worked in them, by the side's name.
    pub returned: BTreeMap<String, V>,
    /// What lies open to all.
    pub shared: Option<V>,
    /// What those files tell of themselves.
    pub origins: Origins,
    /// What the umpire keeps.
    pub papers: Papers,
    /// Choices between readings of the rules that differ from their defaults.
    pub choices: BTreeMap<String, String>,
    /// Pieces that battles of the same Step before have used up, by their ids: what no mark of the save shows.
    pub spent: BTreeMap<String, SpentPiece>,
}

/// What a piece has done in battles of its Step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpentPiece {
    /// The places of those battles.
    pub places: BTreeSet<String>,
    /// Whether it does nothing more in the Step, whatever else its rules would let it do.
    pub rests: bool,
}

impl SpentPiece {
    /// The same after one more battle.
    pub fn add(&mut self, more: Self) {
        self.places.extend(more.places);
        self.rests |= more.rests;
    }
}

/// What the files of copies tell of themselves, by the side's name: which is older, a check cannot see in the pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origins {
    /// The number of the issue that a side's copy is of, as its notes have it.
    pub issued: BTreeMap<String, u32>,
    /// The same of the copy that the side gave back.
    pub returned: BTreeMap<String, u32>,
    /// The SHA-256 of the file that the side gave back.
    pub digests: BTreeMap<String, Digest32>,
}

/// A copy of a position that one side was given.
#[derive(Debug, Clone)]
pub struct SideCopy<V> {
    /// The position as that side may see it.
    pub due: V,
    /// What the copy shows to that side.
    pub held: V,
    /// What else is in its file and stands for something that the side may not know.
    pub residues: Vec<Residue>,
}

impl<V> Case<V> {
    /// Only a position.
    pub fn of(now: V) -> Self {
        Self {
            now,
            before: None,
            log: None,
            copies: BTreeMap::new(),
            earlier: BTreeMap::new(),
            returned: BTreeMap::new(),
            shared: None,
            origins: Origins::default(),
            papers: Papers::default(),
            choices: BTreeMap::new(),
            spent: BTreeMap::new(),
        }
    }

    /// The same case with every position told in other terms.
    pub fn map<'a, W>(&'a self, mut tell: impl FnMut(&'a V) -> W) -> Case<W> {
        let copies = self.copies.iter().map(|(side, copy)| {
            let (due, held) = (tell(&copy.due), tell(&copy.held));
            (side.clone(), SideCopy { due, held, residues: copy.residues.clone() })
        });
        let copies = copies.collect();
        let mut each = |table: &'a BTreeMap<String, V>| {
            table.iter().map(|(side, view)| (side.clone(), tell(view))).collect::<BTreeMap<_, _>>()
        };
        Case {
            copies,
            earlier: each(&self.earlier),
            returned: each(&self.returned),
            now: tell(&self.now),
            before: self.before.as_ref().map(&mut tell),
            shared: self.shared.as_ref().map(&mut tell),
            log: self.log.clone(),
            origins: self.origins.clone(),
            papers: self.papers.clone(),
            choices: self.choices.clone(),
            spent: self.spent.clone(),
        }
    }

    /// The earlier position, for a check that cannot do without.
    ///
    /// # Errors
    /// It was not given.
    pub fn wants_before(&self) -> Result<&V, NotGiven> {
        self.before.as_ref().ok_or(NotGiven("--previous"))
    }

    /// What lies open to all, for a check that cannot do without.
    ///
    /// # Errors
    /// It was not given.
    pub fn wants_shared(&self) -> Result<&V, NotGiven> {
        self.shared.as_ref().ok_or(NotGiven("--shared"))
    }

    /// The copies that sides were given, at least one.
    ///
    /// # Errors
    /// None was given.
    pub fn wants_copies(&self) -> Result<&BTreeMap<String, SideCopy<V>>, NotGiven> {
        some_of(&self.copies, "--copy")
    }

    /// The copies that sides were given before, at least one.
    ///
    /// # Errors
    /// None was given.
    pub fn wants_earlier(&self) -> Result<&BTreeMap<String, V>, NotGiven> {
        some_of(&self.earlier, "--earlier-copy")
    }

    /// The copies that sides gave back, at least one.
    ///
    /// # Errors
    /// None was given.
    pub fn wants_returned(&self) -> Result<&BTreeMap<String, V>, NotGiven> {
        some_of(&self.returned, "--returned")
    }

    /// What the umpire wrote down turn by turn.
    ///
    /// # Errors
    /// It was not given.
    pub fn wants_log(&self) -> Result<&UmpireLog, NotGiven> {
        self.papers.log.as_deref().ok_or(NotGiven("--turn-log"))
    }

    /// What was published of the issues, at least one record.
    ///
    /// # Errors
    /// None was given.
    pub fn wants_records(&self) -> Result<&[Record], NotGiven> {
        some_in(&self.papers.records, "--record")
    }

    /// What was opened of the issues, at least one opening.
    ///
    /// # Errors
    /// None was given.
    pub fn wants_openings(&self) -> Result<&[Arc<Opening>], NotGiven> {
        some_in(&self.papers.openings, "--opening")
    }

    /// What sides were shown, by alliance; at least one ledger.
    ///
    /// # Errors
    /// None was given.
    pub fn wants_ledgers(&self) -> Result<&BTreeMap<String, Arc<Ledger>>, NotGiven> {
        some_of(&self.papers.ledgers, "--ledger")
    }
}

fn some_of<'a, T>(
    table: &'a BTreeMap<String, T>,
    argument: &'static str,
) -> Result<&'a BTreeMap<String, T>, NotGiven> {
    if table.is_empty() { Err(NotGiven(argument)) } else { Ok(table) }
}

fn some_in<'a, T>(list: &'a [T], argument: &'static str) -> Result<&'a [T], NotGiven> {
    if list.is_empty() { Err(NotGiven(argument)) } else { Ok(list) }
}

/// What a check cannot do without, by the argument that gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("needs {0}")]
pub struct NotGiven(pub &'static str);

impl Case<Arc<Situation>> {
    /// Only a position, which nobody else holds yet.
    pub fn position(now: Situation) -> Self {
        Self::of(Arc::new(now))
    }
}
