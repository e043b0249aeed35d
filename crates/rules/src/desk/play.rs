//! A turn at the umpire's desk: what the rules of a game make of a copy that comes back and of an ordered list of moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ledger::{Ledger, LedgerEntry};
use super::log::{LogEvent, UmpireLog};
use crate::data::Files;
use crate::play::choices::Setting;
use crate::play::dice::Dice;
use crate::position::situation::{PieceIx, Situation};

/// The rules of turns in a game with an umpire.
pub trait TurnPlay: Sync {
    /// The kinds of entries of the log that the desk does not get, because they happen at the table alone.
    fn untold(&self) -> &'static [&'static str];

    /// What of a turn stays with the umpire and the players, in words.
    fn not_done(&self) -> &'static [&'static str];

    /// What a side's copy asks for when it comes back: changes to the master, a list of moves, texts to commit to.
    ///
    /// # Errors
    /// Everything that is wrong with it as a whole, in words for the side; nothing of it is taken then.
    fn take(&self, asked: &TakeAsked<'_>) -> Result<Taken, Vec<String>>;

    /// The paper of a phase in which something is to be done though no side has listed anything; none where the log has
    /// it already.
    fn opens(&self, log: &UmpireLog, power: &str, phase: &str) -> Option<TurnPaper>;

    /// Goes one step on in a list of moves: until a step is over, or until somebody has to answer.
    ///
    /// # Errors
    /// What is wrong with the answer, or what is missing, in words for the umpire; nothing has happened then.
    fn go(
        &self,
        table: &TurnTable<'_>,
        paper: &TurnPaper,
        dice: &mut dyn Dice,
    ) -> Result<Stride, Vec<String>>;
}

/// A copy that came back.
pub struct TakeAsked<'a> {
    /// The master.
    pub master: &'a Arc<Situation>,
    /// The side's copy as it was handed out, seen by the side.
    pub issued: &'a Arc<Situation>,
    /// The same as it came back.
    pub returned: &'a Arc<Situation>,
    /// The side's alliance.
    pub alliance: &'a str,
    /// The power whose turn it is.
    pub power: &'a str,
    /// The phase of its turn.
    pub phase: &'a str,
    /// The side's list of moves, as its players wrote it.
    pub orders: &'a str,
}

/// What is taken of a copy that came back.
#[derive(Debug, Clone, Default)]
pub struct Taken {
    /// What changes in the master at once.
    pub deeds: Vec<BoardDeed>,
    /// The list of moves that is now to be carried out; none where the phase has none.
    pub paper: Option<TurnPaper>,
    /// What goes into the log.
    pub log: Vec<LogEvent>,
    /// Texts that the next issue commits to, by the names of their leaves.
    pub texts: BTreeMap<String, String>,
    /// What the side changed and may not change now, a line each for that side.
    pub left_out: Vec<String>,
    /// How many pieces of others it put, moved, changed or took away; nothing of that enters the master.
    pub guesses: usize,
    /// Whether the list has to be committed to before anybody is told anything of it.
    pub must_be_sealed: bool,
}

/// What lies on the desk when a turn goes on.
pub struct TurnTable<'a> {
    /// The master.
    pub master: &'a Arc<Situation>,
    /// What each side was shown, by its alliance.
    pub ledgers: &'a BTreeMap<String, Ledger>,
    /// What was done.
    pub log: &'a UmpireLog,
    /// The tables of the game.
    pub files: &'a dyn Files,
    /// Readings of the rules that differ from their defaults.
    pub settings: &'a [Setting],
}

/// A list of moves and how far it has come; a file in the folder of the game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnPaper {
    /// The power that moves.
    pub power: String,
    /// The phase in which it does.
    pub phase: String,
    /// The list, in its order.
    pub orders: Vec<ListedOrder>,
    /// What has happened to it, in order.
    #[serde(default)]
    pub happened: Vec<Happening>,
    /// The step that is under way.
    #[serde(default)]
    pub open: Option<OpenStep>,
}

/// A line of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedOrder {
    /// Its number.
    pub item: u32,
    /// The pieces that move, without what they carry.
    pub pieces: Vec<String>,
    /// The places in order, the first where they start.
    pub path: Vec<String>,
    /// What for: `attack`, `blitz`, `raid complex`, `bombard`; `move` where nothing is attacked at its end.
    pub purpose: String,
}

/// Something that happened to the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Happening {
    /// The pieces of an item came into a place.
    Entered {
        /// The item.
        item: u32,
        /// The place.
        place: String,
    },
    /// Pieces of an item go no farther than a place.
    Stopped {
        /// The item.
        item: u32,
        /// The place.
        place: String,
        /// The pieces.
        pieces: Vec<String>,
    },
    /// Pieces of an item are lost, or went back.
    Gone {
        /// The item.
        item: u32,
        /// The pieces.
        pieces: Vec<String>,
    },
    /// A place was attacked by an item.
    Attacked {
        /// The item.
        item: u32,
        /// The place.
        place: String,
    },
    /// A naval battle was fought in a zone.
    Battle {
        /// The zone.
        place: String,
    },
    /// Aircraft rose from their base, and stay out of other battles of this turn.
    Scrambled {
        /// The pieces.
        pieces: Vec<String>,
    },
    /// The umpire said what the tables do not tell.
    Ruled {
        /// What was asked.
        question: String,
        /// His answer.
        yes: bool,
    },
    /// An item cannot come to a place any more, and its side was told.
    Struck {
        /// The item.
        item: u32,
        /// The place.
        place: String,
    },
}

/// A step that waits for an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenStep {
    /// The answers so far, in order; the last one may be new.
    #[serde(default)]
    pub answers: Vec<String>,
    /// Faces that were rolled so far.
    #[serde(default)]
    pub faces: Vec<u8>,
    /// How much of what comes out was told.
    #[serde(default)]
    pub told: usize,
    /// Battles that are to be fought, the first one now.
    #[serde(default)]
    pub fights: Vec<OpenFight>,
}

/// A battle that is fought on the battle board.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenFight {
    /// Its number in the log.
    pub number: u32,
    /// Where.
    pub place: String,
    /// Why, as the turn log names it.
    pub cause: String,
    /// The items whose pieces attack.
    pub items: Vec<u32>,
    /// The mover's pieces, what they carry included.
    pub mover: Vec<String>,
    /// The other side's pieces, and facilities in a battle on land.
    pub occupant: Vec<String>,
}

/// What one call at the desk comes to.
#[derive(Debug, Clone, Default)]
pub struct Stride {
    /// The list with what happened now.
    pub paper: TurnPaper,
    /// What was done, in words for the umpire: `item 1: CV, TR enter SZ 20`.
    pub title: String,
    /// The phase in which it was done; empty where nothing was.
    pub phase: String,
    /// What goes into the log.
    pub log: Vec<LogEvent>,
    /// Lines of the log that are about another power than the one that moves, by their places in it.
    pub about: BTreeMap<usize, String>,
    /// What is told to the sides, in order.
    pub letters: Vec<Letter>,
    /// What the sides learn: their alliance, and the entry of its ledger.
    pub seen: Vec<(String, LedgerEntry)>,
    /// What changes in the master.
    pub deeds: Vec<BoardDeed>,
    /// Remarks for the umpire alone.
    pub remarks: Vec<String>,
    /// Who has to answer what now.
    pub asks: Option<DeskQuestion>,
    /// Whether nothing of the list is left.
    pub done: bool,
}

/// A message on a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The alliance that gets it.
    pub to: String,
    /// The power of it that is meant, where one alone is.
    pub power: Option<String>,
    /// The id of its template.
    pub template: String,
    /// What it says.
    pub text: String,
    /// The facts in it, as the log has them.
    pub fields: Map<String, Value>,
}

/// A question that stops a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskQuestion {
    /// The alliance that answers; empty for the umpire, who enters what happened at the table.
    pub by: String,
    /// What is asked.
    pub text: String,
    /// The legal answers, or how they are written.
    pub answers: Vec<String>,
    /// The rule.
    pub rule: String,
}

/// A change of the master.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardDeed {
    /// A piece goes to a place.
    Move {
        /// The piece.
        piece: PieceIx,
        /// The name of the place.
        to: String,
    },
    /// A piece gets or loses a state.
    Mark {
        /// The piece.
        piece: PieceIx,
        /// The state.
        state: String,
        /// Whether it has it now.
        on: bool,
    },
    /// The number on a piece changes.
    Number {
        /// The piece.
        piece: PieceIx,
        /// The new one.
        to: i32,
    },
    /// A counter from the palette is laid on a place.
    Lay {
        /// The id of the counter.
        counter: String,
        /// The name of the place.
        at: String,
        /// The number on it, where it bears one.
        number: Option<i32>,
    },
    /// A piece goes aboard another, wherever that is.
    Load {
        /// The piece.
        piece: PieceIx,
        /// What carries it from now on.
        onto: PieceIx,
    },
    /// A piece leaves the game.
    Remove {
        /// The piece.
        piece: PieceIx,
    },
    /// Some of the units that a counter stands for become a counter of their own in the same place and states. In the
    /// deeds behind it the new counter has a number like a piece: that behind the last piece of the master for the first
    /// that is made, and so on.
    Part {
        /// The counter.
        piece: PieceIx,
        /// How many units the new one stands for, fewer than the counter does.
        count: u32,
        /// What it takes along of what the counter carries, and how many units of each.
        with: Vec<(PieceIx, u32)>,
        /// What the list of moves calls it, until it has an id.
        name: String,
    },
    /// A counter stands for fewer units.
    Reduce {
        /// The counter.
        piece: PieceIx,
        /// How many are gone, fewer than it stands for.
        by: u32,
    },
}

/// The ids of counters that deeds have made, by what the list of moves calls them.
pub type MadeCounters = BTreeMap<String, String>;

impl TurnPaper {
    /// Calls new counters by their ids.
    pub fn rename(&mut self, made: &MadeCounters) {
        let orders = self.orders.iter_mut().map(|order| &mut order.pieces);
        let happened = self.happened.iter_mut().filter_map(Happening::pieces_mut);
        let fights = self.open.iter_mut().flat_map(|open| &mut open.fights);
        let fighting = fights.flat_map(|fight| [&mut fight.mover, &mut fight.occupant]);
        for pieces in orders.chain(happened).chain(fighting) {
            for piece in pieces {
                if let Some(id) = made.get(piece) {
                    piece.clone_from(id);
                }
            }
        }
    }

    /// Whatever befalls a counter befalls another one, too, which was made of it: it stands wherever the first one stands.
    pub fn put_beside(&mut self, counter: &str, new: &str) {
        let orders = self.orders.iter_mut().map(|order| &mut order.pieces);
        let happened = self.happened.iter_mut().filter_map(Happening::pieces_mut);
        for pieces in orders.chain(happened) {
            if let Some(at) = pieces.iter().position(|piece| piece == counter) {
                pieces.insert(at + 1, new.to_owned());
            }
        }
    }
}

impl Happening {
    fn pieces_mut(&mut self) -> Option<&mut Vec<String>> {
        match self {
            Self::Stopped { pieces, .. } | Self::Gone { pieces, .. } | Self::Scrambled { pieces } => {
                Some(pieces)
            }
            Self::Entered { .. }
            | Self::Attacked { .. }
            | Self::Battle { .. }
            | Self::Ruled { .. }
            | Self::Struck { .. } => None,
        }
    }
}
