//! Which piece of one position is which of another: by their ids, else by what they are and where they lie.

use std::collections::{BTreeMap, VecDeque};

use vassal::model::position::Piece;

/// A piece before and after; one of them may be missing.
pub type Pair<'a> = (Option<&'a Piece>, Option<&'a Piece>);

/// What a piece is: the number of its slot, else its name and picture.
type Kind<'a> = (&'a str, &'a str, &'a str);

/// Where a piece lies: its map and the name of the place, else its pixels.
type Place<'a> = (Option<&'a str>, Option<&'a str>, i32, i32);

fn kind(piece: &Piece) -> Kind<'_> {
    if piece.gpid.is_empty() {
        ("", &piece.basic_name, &piece.image)
    } else {
        (&piece.gpid, &piece.basic_name, "")
    }
}

/// Whether two pieces of one id are the same piece. It may have been given another name, or another picture where only its
/// name and place say that it is the same.
fn is_same(one: &Piece, other: &Piece) -> bool {
    let has_numbers = !one.gpid.is_empty() && !other.gpid.is_empty();
    let stayed = || one.basic_name == other.basic_name && place(one) == place(other);
    kind(one) == kind(other) || if has_numbers { one.gpid == other.gpid } else { stayed() }
}

fn place(piece: &Piece) -> Place<'_> {
    let location = piece.location.as_deref().filter(|name| *name != "offboard");
    let (x, y) = if location.is_some() { (0, 0) } else { (piece.x, piece.y) };
    (piece.map.as_deref(), location, x, y)
}

/// Pairs the pieces of two positions, in the order of the second; those that are gone follow in the order of the first.
///
/// Saves of one game have the ids in common. Of two set-ups made apart, equal pieces in one place are taken for the same,
/// then equal pieces in the order in which they came into the game.
pub fn of<'a>(before: Vec<&'a Piece>, after: Vec<&'a Piece>) -> Vec<Pair<'a>> {
    let by_id: BTreeMap<&str, usize> =
        after.iter().enumerate().map(|(at, piece)| (piece.id.as_str(), at)).collect();
    let mut partner: Vec<Option<&Piece>> = vec![None; after.len()];
    let mut left = Vec::new();
    for piece in before {
        match by_id.get(piece.id.as_str()).filter(|at| is_same(after[**at], piece)) {
            Some(at) => partner[*at] = Some(piece),
            None => left.push(piece),
        }
    }
    let left = by(left, &after, &mut partner, |piece| (kind(piece), Some(place(piece))));
    let left = by(left, &after, &mut partner, kind);
    let pairs = partner.into_iter().zip(after).map(|(was, is)| (was, Some(is)));
    pairs.chain(left.into_iter().map(|piece| (Some(piece), None))).collect()
}

/// Pairs what has the same key; gives what is left of the first position.
fn by<'a, K: Ord>(
    before: Vec<&'a Piece>,
    after: &[&'a Piece],
    partner: &mut [Option<&'a Piece>],
    key: impl Fn(&'a Piece) -> K,
) -> Vec<&'a Piece> {
    if before.is_empty() {
        return before;
    }
    let mut free: BTreeMap<K, VecDeque<usize>> = BTreeMap::new();
    for (at, piece) in after.iter().enumerate().filter(|(at, _)| partner[*at].is_none()) {
        free.entry(key(piece)).or_default().push_back(at);
    }
    let mut left = Vec::new();
    for piece in before {
        match free.get_mut(&key(piece)).and_then(VecDeque::pop_front) {
            Some(at) => partner[at] = Some(piece),
            None => left.push(piece),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(id: &str, gpid: &str, location: &str) -> Piece {
        let location = Some(location.to_owned());
        Piece { id: id.into(), gpid: gpid.into(), basic_name: gpid.into(), location, ..Piece::default() }
    }

    fn ids(pairs: &[Pair<'_>]) -> Vec<(String, String)> {
        let id = |piece: Option<&Piece>| piece.map_or("-".to_owned(), |piece| piece.id.clone());
        pairs.iter().map(|(was, is)| (id(*was), id(*is))).collect()
    }

    #[test]
    fn ids_go_before_places() {
        let (a, b) = (piece("1", "7", "A1"), piece("2", "7", "A2"));
        let (moved_a, moved_b) = (piece("1", "7", "A2"), piece("2", "7", "A1"));
        let pairs = of(vec![&a, &b], vec![&moved_a, &moved_b]);
        assert_eq!(ids(&pairs), [("1".into(), "1".into()), ("2".into(), "2".into())]);
    }

    #[test]
    fn without_common_ids_equal_pieces_in_one_place_are_the_same() {
        let (a, b) = (piece("1", "7", "A1"), piece("2", "7", "A2"));
        let (c, d) = (piece("11", "7", "A2"), piece("12", "7", "B9"));
        let pairs = of(vec![&a, &b], vec![&c, &d]);
        assert_eq!(ids(&pairs), [("2".into(), "11".into()), ("1".into(), "12".into())]);
    }

    #[test]
    fn what_has_no_like_is_gone_or_new() {
        let (a, b) = (piece("1", "7", "A1"), piece("1", "8", "A1"));
        assert_eq!(ids(&of(vec![&a], vec![&b])), [("-".into(), "1".into()), ("1".into(), "-".into())]);
        let renamed = Piece { basic_name: "other".into(), ..a.clone() };
        assert_eq!(ids(&of(vec![&a], vec![&renamed])), [("1".into(), "1".into())]);
        let unnumbered = Piece { gpid: String::new(), image: "a.png".into(), ..a.clone() };
        let repainted = Piece { image: "b.png".into(), ..unnumbered.clone() };
        assert_eq!(ids(&of(vec![&unnumbered], vec![&repainted])), [("1".into(), "1".into())]);
    }

    #[test]
    fn a_piece_without_number_that_stayed_is_the_same_with_another_picture() {
        let a = Piece { basic_name: "1st Corps".into(), image: "x.png".into(), ..piece("1", "", "A1") };
        let painted = Piece { image: "y.png".into(), ..a.clone() };
        assert_eq!(ids(&of(vec![&a], vec![&painted])), [("1".into(), "1".into())]);
        let elsewhere = Piece { location: Some("B9".into()), ..painted };
        assert_eq!(ids(&of(vec![&a], vec![&elsewhere])).len(), 2);
    }
}
