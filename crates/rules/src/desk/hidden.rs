//! What a game with hidden play tells an umpire's desk: what each side's copy shows, and what is committed to.
//!
//! A game says what a copy shows (`HiddenPlay`): pieces of the side, pieces open to all, ghosts of the ledger; what
//! it does not name is left out. `model::view` writes the save, so that one allow-list serves `view`, the desk and
//! the check of copies. What replaces an open piece is placed anew, changed or not (`StandIn`), so that no copy
//! reveals by what it kept which of them have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::commitment::{LeafContent, LeafFault, Leaves, UnitLine};
use super::ledger::{Ledger, LedgerEntry};
use super::log::{LogEntry, UmpireLog};
use super::play::TurnPlay;
use crate::data::catalogue::Entry;
use crate::data::word::Word;
use crate::game::pack::Pack;
use crate::position::situation::{PieceIx, PlaceId, Situation, Spot};

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

    /// What the save shows that lies open to all, the battle that the log has begun and not ended among it.
    fn shared_board(&self, master: &Arc<Situation>, log: &UmpireLog) -> SideBoard;

    /// Whether others than the active side see what changes hands in this phase only when it is over.
    fn keeps_back(&self, phase: &str) -> bool;

    /// Puts what changed hands in such a phase back to as it was, on a board for others than the active side.
    fn put_back(&self, master: &Arc<Situation>, earlier: Earlier<'_>, alliance: &str, board: &mut SideBoard);

    /// Names of the text leaves, which a game keeps from its first issue to its last.
    fn texts(&self, master: &Arc<Situation>) -> BTreeMap<String, String>;

    /// The leaves of an issue; `texts` are the umpire's, by the names of their leaves, and the log tells which battle is
    /// being fought.
    ///
    /// # Errors
    /// A name or line cannot be in a leaf.
    fn leaves(
        &self,
        master: &Arc<Situation>,
        texts: &BTreeMap<String, String>,
        log: &UmpireLog,
    ) -> Result<Leaves, LeafFault>;

    /// Whether a line of a leaf is of a unit of this alliance.
    fn is_line_of(&self, pack: &Pack, line: &UnitLine, alliance: &str) -> bool;

    /// Why a leaf is not opened for one side before the game is over; none where it may be.
    fn keeps_closed(&self, pack: &Pack, leaf: AskedLeaf<'_>, alliance: &str) -> Option<String>;

    /// The ways of a list of moves that a text leaf of this name holds, as names of places, an item after the other; none
    /// for a leaf that holds no list.
    fn listed(&self, _master: &Arc<Situation>, _leaf: &str, _text: &str) -> Option<Vec<Vec<String>>> {
        None
    }

    /// The leaf that holds the list of which a line of the log is an item, where the list is committed to before it is
    /// carried out.
    fn list_of(&self, _line: &LogEntry) -> Option<String> {
        None
    }

    /// The note on a ghost that names the entry of the ledger on which it rests.
    fn claim(&self) -> &str;

    /// How many more units a counter that lies under another one stands for; none for every other counter.
    fn worth(&self, _counter: &Entry) -> Option<u32> {
        None
    }

    /// The rules of its turns, where the desk can carry them out.
    fn turns(&self) -> Option<&dyn TurnPlay> {
        None
    }
}

/// How things stood when others last saw what had changed hands.
#[derive(Debug, Clone, Copy)]
pub struct Earlier<'a> {
    /// The master of that issue.
    pub master: &'a Arc<Situation>,
    /// What was done since then.
    pub since: &'a [LogEntry],
}

/// A leaf that is to be opened for a side.
#[derive(Debug, Clone, Copy)]
pub struct AskedLeaf<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it held.
    pub content: &'a LeafContent,
    /// The issue.
    pub issue: u32,
    /// What the side had been shown by then.
    pub ledger: &'a Ledger,
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
    /// What stands for pieces that everybody sees in another form than the master has them.
    pub stand_ins: Vec<StandIn>,
    /// What the side knows that no piece shows, a line each.
    pub remarks: Vec<String>,
    /// How old the ghosts are, a line each.
    pub ages: Vec<String>,
    /// Pieces that are left out, and why the umpire is told of them.
    pub unlisted: Vec<(PieceIx, &'static str)>,
    /// Why no copy can be made of it: what the master or the ledger says cannot be shown.
    pub faults: Vec<String>,
}

/// A fresh counter of the palette in the place of something that lies open.
#[derive(Debug, Clone)]
pub struct StandIn {
    /// Its id; none draws one from the content of the copy.
    pub id: Option<String>,
    /// The counter.
    pub counter: Arc<Entry>,
    /// Where.
    pub place: PlaceId,
    /// Where in its window, where that is to stay as it was.
    pub spot: Option<Spot>,
    /// The states that it shows.
    pub states: BTreeSet<Word>,
    /// The number that it stands for.
    pub number: Option<i32>,
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
