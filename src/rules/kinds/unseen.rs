//! What a looker may not see: whether pieces that a selector means can be there without his knowing of them.
//!
//! It follows from who looks alone, never from what a position hides, so that nothing is given away.

use super::ask;
use super::selector::PieceSelector;
use crate::rules::catalogue::Entry;
use crate::rules::pack::Pack;
use crate::rules::situation::{PieceIx, Situation};

/// Why a row that counts pieces cannot be judged by a side.
pub const REASON: &str = "counts pieces that this side may not see; the umpire can check it";

/// Whether pieces that a selector means may be hidden from the looker; `me` is the piece that `own` and `enemy` look
/// from.
pub fn may_be_hidden(now: &Situation, me: Option<PieceIx>, pieces: &PieceSelector) -> bool {
    let Some(looker) = &now.looker else { return false };
    let pack = &now.pack;
    let from = me.map(|me| now.pieces[me].nation());
    let entries = pack.catalogue.entries();
    let mut hidden = entries.filter(|entry| may_hide(pack, looker, entry));
    hidden.any(|entry| ask::may_mean_from(pieces, pack, from, entry))
}

/// Whether a piece that one position shows and the other does not may have been there, hidden from the looker.
pub fn may_be_hidden_piece(now: &Situation, ix: PieceIx) -> bool {
    let Some(looker) = &now.looker else { return false };
    now.pieces[ix].entry.as_ref().is_none_or(|entry| may_hide(&now.pack, looker, entry))
}

/// Whether somebody else may hide a counter from this alliance: his own, or what lies unseen in decks and hands.
fn may_hide(pack: &Pack, looker: &str, entry: &Entry) -> bool {
    let alliance = pack.alliance(&entry.nation);
    if !alliance.is_empty() {
        return alliance != looker;
    }
    let outfit = &pack.terms.outfit;
    outfit.prototypes.is_empty()
        || outfit.prototype(entry).is_some_and(|row| row.hides)
        || entry.is_one_of(&pack.cards)
        || pack.cards.contains(&entry.id)
}
