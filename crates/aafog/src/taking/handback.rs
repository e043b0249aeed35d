//! A copy that came back beside the copy that was handed out: what its side changed of its own pieces, and what becomes
//! of each change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::base::Base;
use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use liege_rules::desk::play::TakeAsked;
use liege_rules::game::pack::Pack;
use liege_rules::position::situation::{Piece, PieceIx, PlaceId, Situation};

/// A chip goes with the unit above it.
const CHIP: &str = "chip";

/// What is different of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// Whether it is there.
    Being,
    /// Where it lies.
    Place,
    /// Its states.
    States,
    /// Its number.
    Number,
}

/// A piece of the side, in each of the three positions that has it.
#[derive(Debug, Clone)]
pub struct OwnPiece {
    /// The copy that was handed out.
    pub issued: Option<PieceIx>,
    /// The copy that came back.
    pub returned: Option<PieceIx>,
    /// The master.
    pub master: Option<PieceIx>,
}

/// Something that the side changed.
#[derive(Debug, Clone)]
pub struct Alteration {
    /// The place of its piece among the pieces of the side.
    pub piece: usize,
    /// What of it.
    pub aspect: Aspect,
}

/// What becomes of the changes of a side.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// Changes that are taken.
    taken: BTreeSet<(usize, Aspect)>,
    /// Why others are not.
    why: BTreeMap<(usize, Aspect), String>,
}

impl Verdicts {
    /// Takes a change.
    pub fn take(&mut self, alteration: &Alteration) {
        self.taken.insert((alteration.piece, alteration.aspect));
    }

    /// Says why a change is not taken.
    pub fn refuse(&mut self, alteration: &Alteration, why: impl Into<String>) {
        self.why.insert((alteration.piece, alteration.aspect), why.into());
    }
}

/// A copy that came back, beside the one that was handed out and the master.
pub struct Handback<'a> {
    /// What is asked.
    pub asked: &'a TakeAsked<'a>,
    /// The master.
    pub master: Boards,
    /// The copy as it was handed out.
    pub issued: Boards,
    /// The copy as it came back.
    pub returned: Boards,
    /// The powers of the side that move now; empty where it is not its turn.
    pub movers: BTreeSet<String>,
    /// The pieces of the side.
    pub pieces: Vec<OwnPiece>,
    /// What the side changed.
    pub alterations: Vec<Alteration>,
    /// The places of pieces of the master among the pieces of the side.
    of_master: BTreeMap<PieceIx, usize>,
    /// The same of pieces of the copy that came back.
    of_returned: BTreeMap<PieceIx, usize>,
    /// What the base game says.
    pub base: Base,
}

impl<'a> Handback<'a> {
    /// Looks at a copy that came back.
    pub fn new(asked: &'a TakeAsked<'a>) -> Self {
        let boards = |situation: &Arc<Situation>| Boards::new(Arc::clone(situation), BTreeMap::new());
        let [master, issued, returned] = [asked.master, asked.issued, asked.returned].map(boards);
        let pieces = own_pieces(asked);
        let places = |of: fn(&OwnPiece) -> Option<PieceIx>| {
            pieces.iter().enumerate().filter_map(|(at, piece)| Some((of(piece)?, at))).collect()
        };
        let (of_master, of_returned) = (places(|piece| piece.master), places(|piece| piece.returned));
        let base = Base::of(master.pack());
        let mut hand = Self {
            asked,
            movers: movers(master.pack(), &base, asked),
            master,
            issued,
            returned,
            pieces,
            alterations: Vec::new(),
            of_master,
            of_returned,
            base,
        };
        let every = 0..hand.pieces.len();
        hand.alterations = every.flat_map(|piece| hand.alterations_of(piece)).collect();
        hand
    }

    fn alterations_of(&self, piece: usize) -> Vec<Alteration> {
        let own = &self.pieces[piece];
        let (before, after) = match (own.issued, own.returned) {
            (Some(before), Some(after)) => {
                (&self.issued.situation.pieces[before], &self.returned.situation.pieces[after])
            }
            (None, None) => return Vec::new(),
            _ => return vec![Alteration { piece, aspect: Aspect::Being }],
        };
        let differs = self.differences(before, after);
        differs.map(|aspect| Alteration { piece, aspect }).collect()
    }

    /// What is different of a piece that both copies have.
    fn differences(&self, before: &Piece, after: &Piece) -> impl Iterator<Item = Aspect> + use<> {
        let terms = &self.master.pack().terms;
        let states =
            |of: &Piece| of.states.iter().filter(|state| !terms.is_ride(state)).cloned().collect::<Vec<_>>();
        let differs = [
            (Aspect::Place, before.at != after.at),
            (Aspect::States, states(before) != states(after)),
            (Aspect::Number, before.number != after.number),
        ];
        differs.into_iter().filter(|(_, is)| *is).map(|(aspect, _)| aspect)
    }

    /// How many pieces of others the side put, moved, changed or took away: its guesses (P08).
    pub fn guesses(&self) -> usize {
        let of_others = |situation: &'a Situation| -> BTreeMap<&'a str, &'a Piece> {
            let others = situation.pieces.iter().enumerate().filter(|(ix, piece)| {
                let whose = situation.alliance(*ix);
                piece.kind() != CHIP && !whose.is_empty() && whose != self.asked.alliance
            });
            others.map(|(_, piece)| (piece.id.as_str(), piece)).collect()
        };
        let (issued, returned) = (of_others(self.asked.issued), of_others(self.asked.returned));
        let is_same = |id: &str, after: &Piece| {
            issued.get(id).is_some_and(|before| {
                before.entry == after.entry && self.differences(before, after).next().is_none()
            })
        };
        let gone = issued.keys().filter(|id| !returned.contains_key(**id)).count();
        gone + returned.iter().filter(|(id, piece)| !is_same(id, piece)).count()
    }

    /// The unit that a piece of the side is: as it came back, else as it was handed out.
    pub fn unit(&self, piece: &OwnPiece) -> Option<&BoardUnit> {
        match piece.returned {
            Some(ix) => self.returned.unit(ix),
            None => self.issued.unit(piece.issued?),
        }
    }

    /// Whether a power of the side moves now.
    pub fn moves(&self, power: &str) -> bool {
        self.movers.contains(power)
    }

    /// A piece of the side, by its place in the master.
    pub fn own(&self, master: PieceIx) -> Option<&OwnPiece> {
        Some(&self.pieces[*self.of_master.get(&master)?])
    }

    /// The piece of the master that a piece of the copy that came back is.
    pub fn in_master(&self, returned: PieceIx) -> Option<PieceIx> {
        self.pieces[*self.of_returned.get(&returned)?].master
    }

    /// Where a piece of the master lies in the copy that came back.
    pub fn place_in_copy(&self, master: PieceIx) -> Option<&PlaceId> {
        Some(&self.returned.situation.pieces[self.own(master)?.returned?].at)
    }

    /// Whether the side moved a piece of the master in its copy.
    pub fn was_moved(&self, master: PieceIx) -> bool {
        let places = self.own(master).and_then(|own| {
            let before = &self.issued.situation.pieces[own.issued?].at;
            Some((before, &self.returned.situation.pieces[own.returned?].at))
        });
        places.is_some_and(|(before, after)| before != after)
    }

    /// The ship of the master that carries a piece of the master in the copy that came back.
    pub fn carrier_in_copy(&self, master: PieceIx) -> Option<PieceIx> {
        let returned = self.own(master)?.returned?;
        self.in_master(self.returned.situation.pieces[returned].carried_by?)
    }

    /// Where the places of a way do not adjoin, in words.
    pub fn gaps<'p>(&'p self, path: &'p [PlaceId]) -> impl Iterator<Item = String> + 'p {
        let apart = |(from, to): &(&PlaceId, &PlaceId)| !self.adjoin(from, to);
        let steps = path.iter().zip(path.iter().skip(1));
        steps.filter(apart).map(|(from, to)| format!("{from} and {to} do not adjoin"))
    }

    /// Takes the moves of some pieces of the master.
    pub fn take_moves(&self, pieces: impl IntoIterator<Item = PieceIx>, verdicts: &mut Verdicts) {
        for piece in pieces.into_iter().filter_map(|ix| self.of_master.get(&ix)) {
            verdicts.take(&Alteration { piece: *piece, aspect: Aspect::Place });
        }
    }

    /// The changes that are not taken, a line each for the side.
    pub fn left_out(&self, verdicts: &Verdicts) -> Vec<String> {
        let left = self
            .alterations
            .iter()
            .filter(|alteration| !verdicts.taken.contains(&(alteration.piece, alteration.aspect)));
        let line = |alteration: &Alteration| {
            let why = verdicts.why.get(&(alteration.piece, alteration.aspect));
            let why = why.cloned().unwrap_or_else(|| self.why_not(alteration));
            format!("{}: {why}", self.in_words(alteration))
        };
        left.map(line).collect()
    }

    fn why_not(&self, alteration: &Alteration) -> String {
        let own = &self.pieces[alteration.piece];
        let nation = self.position_of(own).map_or("", |(boards, ix)| boards.situation.pieces[ix].nation());
        if nation.is_empty() {
            return "the umpire keeps it".into();
        }
        if !self.moves(nation) {
            return format!("it is not the turn of {}", self.master.name_of(nation));
        }
        match self.master.pack().phase(self.asked.phase) {
            Some((_, phase)) => format!("not in {}", phase.name),
            None => "no phase of a turn is under way".into(),
        }
    }

    fn position_of(&self, own: &OwnPiece) -> Option<(&Boards, PieceIx)> {
        match (own.issued, own.returned) {
            (Some(ix), _) => Some((&self.issued, ix)),
            (None, Some(ix)) => Some((&self.returned, ix)),
            _ => None,
        }
    }

    /// A change in words: `Japanese battleship in SZ 20, moved to SZ 19`.
    pub fn in_words(&self, alteration: &Alteration) -> String {
        let own = &self.pieces[alteration.piece];
        let Some((boards, ix)) = self.position_of(own) else { return String::new() };
        let piece = &boards.situation.pieces[ix];
        let called = match boards.unit(ix) {
            Some(unit) => unit.called(boards.pack()),
            None => piece.entry.as_ref().map_or("marker", |entry| &entry.name).to_owned(),
        };
        let after = own.returned.map(|ix| &self.returned.situation.pieces[ix]);
        let what = match (alteration.aspect, after) {
            (Aspect::Being, Some(_)) => "new".to_owned(),
            (Aspect::Being, None) => "taken away".to_owned(),
            (Aspect::Place, Some(after)) => format!("moved to {}", place_in_words(&after.at)),
            (Aspect::States, Some(after)) => {
                let states: Vec<&str> = after.states.iter().map(|state| &**state).collect();
                let states = if states.is_empty() { "in no state".into() } else { states.join(" and ") };
                format!("now {states}")
            }
            (Aspect::Number, Some(after)) => match after.number {
                Some(number) => format!("its number changed to {number}"),
                None => "with something that is not a number".into(),
            },
            _ => "changed".to_owned(),
        };
        format!("{called} in {}, {what}", place_in_words(&piece.at))
    }
}

/// A place as a side is told of it; what a save calls a spot of its own is not repeated.
pub fn place_in_words(place: &PlaceId) -> String {
    match place {
        PlaceId::Off(_) => "a spot that is not a place in the game".into(),
        place => place.to_string(),
    }
}

/// The powers of the side that move with the power whose turn it is (G29).
fn movers(pack: &Pack, base: &Base, asked: &TakeAsked<'_>) -> BTreeSet<String> {
    if asked.power.is_empty() || pack.alliance(asked.power) != asked.alliance {
        return BTreeSet::new();
    }
    base.movers(pack, asked.power)
}

/// The pieces of the side and those of nobody, by their ids; chips go with what lies above them.
fn own_pieces(asked: &TakeAsked<'_>) -> Vec<OwnPiece> {
    let is_own = |situation: &Situation, ix: PieceIx| {
        let piece = &situation.pieces[ix];
        let whose = situation.alliance(ix);
        piece.entry.is_some() && piece.kind() != CHIP && (whose == asked.alliance || whose.is_empty())
    };
    let known = asked.master.by_id();
    let mut pieces: Vec<OwnPiece> = Vec::new();
    let mut by_id: BTreeMap<&str, usize> = BTreeMap::new();
    for (ix, piece) in asked.issued.pieces.iter().enumerate().filter(|(ix, _)| is_own(asked.issued, *ix)) {
        let same = |ix: &PieceIx| asked.master.pieces[*ix].entry == piece.entry;
        let master = known.get(piece.id.as_str()).copied().filter(same);
        by_id.insert(&piece.id, pieces.len());
        pieces.push(OwnPiece { issued: Some(ix), returned: None, master });
    }
    for (ix, piece) in asked.returned.pieces.iter().enumerate().filter(|(ix, _)| is_own(asked.returned, *ix))
    {
        let before = by_id.get(piece.id.as_str()).copied();
        let same = |at: &usize| {
            let own = &pieces[*at];
            let issued = own.issued.map(|ix| &asked.issued.pieces[ix].entry);
            own.returned.is_none() && issued == Some(&piece.entry)
        };
        match before.filter(same) {
            Some(at) => pieces[at].returned = Some(ix),
            // Neither an id that nobody gave out nor another counter under a known id is a piece of the master.
            None => pieces.push(OwnPiece { issued: None, returned: Some(ix), master: None }),
        }
    }
    pieces
}

/// Whether units of a class move over land on their own.
pub fn walks(class: UnitClass) -> bool {
    class.is_land() || class == UnitClass::AaGun
}
