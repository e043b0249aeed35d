//! What becomes of each piece of the master in a copy (6.8.1): who sees it, and who of it is told.

use super::super::boards::{BoardUnit, Boards, SEEN};
use super::super::class::UnitClass;
use liege_rules::position::situation::{Piece, PieceIx};

/// The note that says when a ghost was seen.
pub const SIGHTED: &str = "sighted";
/// The state of what a ship carries.
const ABOARD: &str = "aboard";
/// The window in which a battle is fought (8, L21).
pub(super) const BATTLE_BOARD: [&str; 2] = ["Attacker", "Defender"];
/// The markers that say who holds a place (L29, L43).
pub const CONTROL: &str = "control";
/// A chip goes with the unit above it.
const CHIP: &str = "chip";
/// Kinds of markers that everybody sees: control, income, the turn, the entry of the US, tokens.
const OPEN_KINDS: [&str; 6] = [CONTROL, "ipc", "time", "war-entry", "kami", "rules-sheet"];
/// Kinds of markers that only their own side sees.
const SECRET_KINDS: [&str; 3] = ["money", "research-token", "technology"];

/// What becomes of a piece in a copy.
pub enum Showing {
    /// It is the side's own.
    Own,
    /// Everybody sees it.
    Open,
    /// It is left out.
    Hidden,
    /// It is left out, and the umpire is told why.
    Unlisted(&'static str),
}

/// What becomes of a piece in the copy of an alliance (D01): its own and what lies open to all are shown, for all else
/// stands what its ledger has. An empty alliance sees what lies open to all.
pub fn showing(boards: &Boards, ix: PieceIx, alliance: &str) -> Showing {
    let piece = &boards.situation.pieces[ix];
    let side = boards.situation.alliance(ix);
    let is_own = !alliance.is_empty() && side == alliance;
    if is_ghost(piece) {
        return Showing::Unlisted("a ghost of a side's copy that was saved into the master");
    }
    if room_of(boards, piece).is_some_and(|owner| owner.is_empty() || owner != alliance) {
        return match is_own {
            true => Showing::Unlisted("it is in a window that its side does not see"),
            false => Showing::Hidden,
        };
    }
    let kind = piece.kind();
    if kind == CHIP {
        return match boards.unit_above(ix) {
            None => Showing::Unlisted("a chip without a unit above it"),
            Some(unit) if unit.side.is_empty() => Showing::Open,
            Some(unit) if !alliance.is_empty() && unit.side == alliance => Showing::Own,
            Some(_) => Showing::Hidden,
        };
    }
    if is_own {
        return Showing::Own;
    }
    if OPEN_KINDS.contains(&kind) {
        return Showing::Open;
    }
    if boards.unit(ix).is_some() {
        return if side.is_empty() { Showing::Open } else { Showing::Hidden };
    }
    match kind {
        kind if SECRET_KINDS.contains(&kind) => Showing::Hidden,
        _ if piece.entry.is_some() && side.is_empty() => Showing::Open,
        _ => Showing::Unlisted("no rule says who sees it"),
    }
}

/// What becomes of a piece in the save that lies open to all: for the chips of a battle each unit stands singly.
pub fn showing_to_all(boards: &Boards, ix: PieceIx) -> Showing {
    let piece = &boards.situation.pieces[ix];
    match showing(boards, ix, "") {
        Showing::Hidden if piece.kind() == CHIP && is_battle_board(&piece.at.to_string()) => {
            Showing::Unlisted("a chip at the battle board: its units must be there one by one")
        }
        showing => showing,
    }
}

/// Whether a piece is what a copy shows for a unit of others, and no unit.
fn is_ghost(piece: &Piece) -> bool {
    piece.notes.contains_key(SEEN)
}

/// Whether a piece may be a guess of a side: it says when it was sighted, and no entry of a ledger.
pub fn may_be_guess(piece: &Piece) -> bool {
    !is_ghost(piece) && piece.notes.contains_key(SIGHTED)
}

/// The alliance that alone sees the window in which a piece stands, empty for the umpire's; none for an open window.
fn room_of<'a>(boards: &'a Boards, piece: &Piece) -> Option<&'a str> {
    let pack = boards.pack();
    let window = match &piece.spot {
        Some(spot) => &spot.map,
        None => &pack.map.facts(&piece.at)?.window,
    };
    let owner = pack.terms.private.get(window)?;
    let side = pack.sides.iter().find(|side| side.name == *owner && !side.sees_all);
    Some(side.map_or("", |side| &side.alliance))
}

/// Whether a place is one of the boxes in which a battle is fought.
pub fn is_battle_board(place: &str) -> bool {
    BATTLE_BOARD.contains(&place)
}

/// Whether a unit is what a ship carries: it is never shown, whatever it lies on (L27). Aircraft on a carrier are no
/// cargo (G13).
pub fn is_cargo(boards: &Boards, unit: &BoardUnit) -> bool {
    unit.class.is_land() && (unit.carrier.is_some() || boards.situation.pieces[unit.ix].has(ABOARD))
}

/// The units of a master: what bears an entry of a ledger is none. Tokens are counted openly (C15).
pub fn units(boards: &Boards) -> impl Iterator<Item = &BoardUnit> {
    boards.units.iter().filter(|unit| unit.claims.is_none() && unit.class != UnitClass::Kami)
}
