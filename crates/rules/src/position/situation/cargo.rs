//! What is aboard what: cargo finds its carrier, and what no piece can carry counts where it lies.

use super::{PieceIx, Situation, Untold};
use crate::data::word::Word;
use crate::game::pack::Carriage;

/// Gives every piece marked aboard its carrier, by the name that a text gives or by its stack.
pub(super) fn stow(situation: &mut Situation, named: &[Option<&str>]) {
    let pack = situation.pack.clone();
    let Some(ride) = &pack.terms.ride else { return };
    for (ix, named) in named.iter().enumerate() {
        let states = &situation.pieces[ix].states;
        let marked = if states.contains(&ride.aboard) {
            let carrier = carrier(situation, ix, *named);
            situation.pieces[ix].carried_by = carrier;
            let found = carrier.is_some() || carriers_beside(situation, ix, |row| &row.on).next().is_some();
            (!found).then_some(&ride.aboard)
        } else {
            let aloft = ride.aloft.as_ref().filter(|aloft| states.contains(*aloft));
            aloft.filter(|_| {
                !flies(situation, ix) && carriers_beside(situation, ix, |row| &row.aloft).next().is_none()
            })
        };
        if let Some(marked) = marked {
            set_adrift(situation, ix, marked, &ride.adrift);
        }
    }
}

/// A piece that nothing carries is told, and lies where it is unless it is about to land there.
fn set_adrift(situation: &mut Situation, ix: PieceIx, marked: &Word, adrift: &Word) {
    let piece = &mut situation.pieces[ix];
    let lands = piece.arrows.values().any(|target| *target == piece.at);
    if !lands {
        piece.states.remove(marked);
        piece.states.insert(adrift.clone());
        piece.stance_told = true;
    }
    if situation.is_in_play(ix) {
        let counts = if lands { "" } else { "; it counts where it is" };
        let reason = format!("it is marked {}, but nothing there can carry it{counts}", marked.capital());
        let place = situation.place(&situation.pieces[ix].at, &[ix]);
        let piece = &situation.pieces[ix];
        situation.untold.push(Untold::of(&piece.id, &piece.name, place, reason));
    }
}

/// The carrier that the text names, else the one of its stack that fits best: of the first row that finds any, of its
/// own nation, below it, near it.
fn carrier(situation: &Situation, ix: PieceIx, named: Option<&str>) -> Option<PieceIx> {
    let piece = &situation.pieces[ix];
    if let Some(id) = named {
        let is_it = |other: &PieceIx| {
            let other = &situation.pieces[*other];
            other.at == piece.at && other.entry.as_ref().is_some_and(|entry| entry.id == id)
        };
        return situation.here(&piece.at).iter().copied().filter(|other| *other != ix).find(is_it);
    }
    let of_stack = |other: &PieceIx| {
        let other = &situation.pieces[*other];
        other.stack == piece.stack && other.at == piece.at
    };
    let order = |other: &PieceIx| {
        let other = &situation.pieces[*other];
        let foreign = other.nation() != piece.nation();
        (foreign, other.depth > piece.depth, other.depth.abs_diff(piece.depth))
    };
    rows(situation, ix).find_map(|row| {
        let fit = situation
            .here(&piece.at)
            .iter()
            .copied()
            .filter(of_stack)
            .filter(|other| carries(situation, &row.on, *other, ix));
        fit.min_by_key(order)
    })
}

/// The pieces at the same place, in the same tray if it is in one, that can carry a piece by these kinds of a row.
pub(super) fn carriers_beside<'s>(
    situation: &'s Situation,
    ix: PieceIx,
    on: impl Fn(&'s Carriage) -> &'s Vec<String> + 's,
) -> impl Iterator<Item = PieceIx> + 's {
    let piece = &situation.pieces[ix];
    let near = |other: &PieceIx| {
        let other = &situation.pieces[*other];
        other.at == piece.at && other.tray == piece.tray
    };
    rows(situation, ix).map(on).flat_map(move |kinds| {
        let here = situation.here(&piece.at).iter().copied();
        here.filter(near).filter(move |other| carries(situation, kinds, *other, ix))
    })
}

/// Whether a piece needs no other to be in the air.
fn flies(situation: &Situation, ix: PieceIx) -> bool {
    rows(situation, ix).all(|row| row.aloft.is_empty())
}

/// The rows of what may carry a piece, in the order of the data.
fn rows(situation: &Situation, ix: PieceIx) -> impl Iterator<Item = &Carriage> {
    let entry = situation.pieces[ix].entry.as_ref();
    let fits =
        move |row: &&Carriage| entry.is_some_and(|entry| entry.is_one_of(std::slice::from_ref(&row.cargo)));
    situation.pack.terms.carriage.iter().filter(fits)
}

/// Whether a piece is of one of these kinds and of the same party, as far as both belong to one.
fn carries(situation: &Situation, kinds: &[String], carrier: PieceIx, cargo: PieceIx) -> bool {
    let (own, other) = (situation.alliance(cargo), situation.alliance(carrier));
    let friendly = own.is_empty() || other.is_empty() || own == other;
    let kind = situation.pieces[carrier].kind();
    friendly && carrier != cargo && kinds.iter().any(|known| known == kind)
}
