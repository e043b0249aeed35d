//! What is aboard what: cargo finds its carrier, and what no piece can carry counts where it lies.

use super::assemble::untold;
use super::{PieceIx, Posture, Situation};
use crate::rules::catalogue::Ratings;
use crate::rules::pack::Carriage;

/// Gives every piece marked aboard its carrier, by the name that a text gives or by its stack.
pub(super) fn stow(situation: &mut Situation, named: &[Option<&str>]) {
    for (ix, named) in named.iter().enumerate() {
        let posture = situation.pieces[ix].posture;
        let found = match posture {
            Posture::Aboard(_) => {
                carrier(situation, ix, *named).or_else(|| beside(situation, ix, |row| &row.on))
            }
            Posture::Aloft if !flies(situation, ix) => {
                beside(situation, ix, |row| &row.aloft).map(|_| Posture::Aloft)
            }
            _ => continue,
        };
        match found {
            Some(found) => situation.pieces[ix].posture = found,
            None => set_adrift(situation, ix, posture),
        }
    }
}

/// A piece that nothing carries is told, and lies where it is unless it is about to land there.
fn set_adrift(situation: &mut Situation, ix: PieceIx, marked: Posture) {
    let piece = &mut situation.pieces[ix];
    let lands = piece.attack.is_some() && piece.attack == piece.at.hex();
    if !lands {
        (piece.posture, piece.posture_told, piece.adrift) = (Posture::Present, true, true);
    }
    if situation.is_in_play(ix) {
        let word = if marked == Posture::Aloft { "Aloft" } else { "Aboard" };
        let counts = if lands { "" } else { "; it counts where it lies" };
        let reason = format!("it is marked {word}, but nothing there can carry it{counts}");
        let place = situation.place(&situation.pieces[ix].at, &[ix]);
        let piece = &situation.pieces[ix];
        situation.untold.push(untold(&piece.id, &piece.name, place, reason));
    }
}

/// The carrier that the text names, else the one of its stack that fits best: of the first row that finds any, of its
/// own nation, below it, near it.
fn carrier(situation: &Situation, ix: PieceIx, named: Option<&str>) -> Option<Posture> {
    let piece = &situation.pieces[ix];
    if let Some(id) = named {
        let is_it = |other: &PieceIx| {
            let other = &situation.pieces[*other];
            other.at == piece.at && other.entry.as_ref().is_some_and(|entry| entry.id == id)
        };
        let found = situation.here(&piece.at).iter().copied().filter(|other| *other != ix).find(is_it);
        return found.map(|found| Posture::Aboard(Some(found)));
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
    let best = rows(situation, ix).find_map(|row| {
        let fit = situation
            .here(&piece.at)
            .iter()
            .copied()
            .filter(of_stack)
            .filter(|other| carries(situation, &row.on, *other, ix));
        fit.min_by_key(order)
    });
    best.map(|best| Posture::Aboard(Some(best)))
}

/// Whether some piece at the same place, in the same tray if it is in one, can carry it: which one is not known.
fn beside<'s>(
    situation: &'s Situation,
    ix: PieceIx,
    on: impl Fn(&'s Carriage) -> &'s Vec<String> + 's,
) -> Option<Posture> {
    carriers_beside(situation, ix, on).next().map(|_| Posture::Aboard(None))
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
    let fits = move |row: &&Carriage| {
        entry.is_some_and(|entry| row.cargo == family(&entry.ratings) || row.cargo == entry.kind)
    };
    situation.pack.terms.carriage.iter().filter(fits)
}

/// Whether a piece is of one of these kinds and of the same party, as far as both belong to one.
fn carries(situation: &Situation, kinds: &[String], carrier: PieceIx, cargo: PieceIx) -> bool {
    let (own, other) = (situation.alliance(cargo), situation.alliance(carrier));
    let friendly = own.is_empty() || other.is_empty() || own == other;
    let kind = situation.pieces[carrier].kind();
    friendly && carrier != cargo && kinds.iter().any(|known| known == kind)
}

/// The family of a counter, named as its file.
fn family(ratings: &Ratings) -> &'static str {
    match ratings {
        Ratings::Land(_) => "land",
        Ratings::Air(_) => "air",
        Ratings::Ship(_) => "ships",
        Ratings::Leader(_) => "leaders",
        Ratings::Transport(_) => "transport",
        Ratings::Special(_) => "special",
        Ratings::Chit(_) => "chits",
    }
}
