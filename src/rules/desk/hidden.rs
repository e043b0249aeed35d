//! What a game with hidden play tells an umpire's desk: what each side's copy shows, and what is committed to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::commitment::{LeafFault, Leaves};
use super::ledger::{Ledger, LedgerEntry};
use super::play::TurnPlay;
use crate::rules::catalogue::Entry;
use crate::rules::situation::{PieceIx, PlaceId, Situation};
use crate::rules::word::Word;

/// A game in which sides see what they met, and no more.
pub trait HiddenPlay: Sync {
    /// The checks that every copy must pass before it is handed out, by their ids.
    fn guards(&self) -> &[&str];

    /// The turn of the track, where the master shows one.
    fn round(&self, master: &Arc<Situation>) -> Option<u32>;

    /// What a side knows when the game begins, as the first entries of its ledger.
    fn known_at_start(&self, master: &Arc<Situation>, alliance: &str) -> Vec<LedgerEntry>;

    /// What the copy of a side shows of the master at an issue.
    fn side_board(&self, master: &Arc<Situation>, ledger: &Ledger, alliance: &str, issue: u32) -> SideBoard;

    /// What the save shows that lies open to all.
    fn shared_board(&self, master: &Arc<Situation>) -> SideBoard;

    /// Names of the text leaves, which a game keeps from its first issue to its last.
    fn texts(&self, master: &Arc<Situation>) -> BTreeMap<String, String>;

    /// The leaves of an issue; `texts` are the umpire's, by the names of their leaves.
    ///
    /// # Errors
    /// A name or line cannot be in a leaf.
    fn leaves(&self, master: &Arc<Situation>, texts: &BTreeMap<String, String>) -> Result<Leaves, LeafFault>;

    /// The note on a ghost that names the entry of the ledger on which it rests.
    fn claim(&self) -> &str;

    /// The rules of its turns, where the desk can carry them out.
    fn turns(&self) -> Option<&dyn TurnPlay> {
        None
    }
}

/// What a copy has of the master, and beside it.
#[derive(Debug, Clone, Default)]
pub struct SideBoard {
    /// Pieces of the side itself, shown with all that they say.
    pub own: BTreeSet<PieceIx>,
    /// Pieces that everybody sees.
    pub open: BTreeSet<PieceIx>,
    /// What stands for units that the side met.
    pub ghosts: Vec<Ghost>,
    /// What the side knows that no piece shows, a line each.
    pub remarks: Vec<String>,
    /// Pieces that no row of the rules names: they are left out, and the umpire is told.
    pub unlisted: Vec<PieceIx>,
}

/// What stands in a copy for a unit of others.
#[derive(Debug, Clone)]
pub struct Ghost {
    /// The entry of the ledger that it rests on.
    pub entry: u32,
    /// The counter.
    pub counter: Arc<Entry>,
    /// Where.
    pub place: PlaceId,
    /// The states that it shows.
    pub states: BTreeSet<Word>,
    /// The number that it stands for.
    pub number: Option<i32>,
    /// What it bears in writing.
    pub notes: BTreeMap<Word, String>,
}
