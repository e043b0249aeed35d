//! Asks selectors of pieces and predicates of places.

use super::answer::Answer;
use super::atoms::{
    CellTerm, PieceAtom, PieceKey, PieceSelector, PlaceAtom, PlaceSelector, RELATIVE, Relation, Selector,
};
use super::look;
use super::parse::Op;
use crate::check::bound::{Bound, Sources};
use crate::data::catalogue::{Catalogue, Entry};
use crate::position::situation::{PieceIx, PlaceId, Situation};

/// Asks parts until one decides.
fn ask<A>(ask_of: &Selector<A>, atom: &dyn Fn(&A) -> Answer) -> Answer {
    match ask_of {
        Selector::Any => Answer::exact(true),
        Selector::Not(inner) => ask(inner, atom).not(),
        Selector::Atom(one) => atom(one),
        Selector::All(parts) => {
            let mut answer = Answer::exact(true);
            for part in parts {
                answer = answer.and(ask(part, atom));
                if !answer.most {
                    break;
                }
            }
            answer
        }
        Selector::Either(parts) => {
            let mut answer = Answer::exact(false);
            for part in parts {
                answer = answer.or(ask(part, atom));
                if answer.least {
                    break;
                }
            }
            answer
        }
    }
}

/// Whether a selector means a piece; `me` is the piece that `own` and `enemy` look from.
pub fn piece(now: &Situation, me: Option<PieceIx>, pieces: &PieceSelector, ix: PieceIx) -> Answer {
    ask(pieces, &|atom| piece_atom(now, me, atom, ix))
}

/// Whether a predicate means a place; `me` is the piece that `own` and `enemy` look from.
pub fn place(now: &Situation, me: Option<PieceIx>, places: &PlaceSelector, at: &PlaceId) -> Answer {
    ask(places, &|atom| place_atom(now, me, atom, at))
}

/// Whether a selector can mean a counter, wherever it is and whoever asks.
pub fn may_mean(pieces: &PieceSelector, catalogue: &Catalogue, entry: &Entry) -> bool {
    means_somewhere(pieces, catalogue, entry, &|_| None)
}

/// Whether a selector can mean a counter, wherever it is; `me` is the piece that `own` and `enemy` look from.
fn may_mean_from(now: &Situation, me: Option<PieceIx>, pieces: &PieceSelector, entry: &Entry) -> bool {
    let belongs_to = |atom: &PieceAtom| match atom {
        PieceAtom::Is(PieceKey::Nation, values) => {
            Some(belongs(&entry.nation, now, me, |me| now.pieces[me].nation(), values))
        }
        PieceAtom::Is(PieceKey::Side, values) => {
            Some(belongs(now.pack.alliance(&entry.nation), now, me, |me| now.alliance(me), values))
        }
        _ => None,
    };
    means_somewhere(pieces, &now.pack.catalogue, entry, &belongs_to)
}

/// Whether a selector can mean a counter; `known` answers some of its parts.
fn means_somewhere(
    pieces: &PieceSelector,
    catalogue: &Catalogue,
    entry: &Entry,
    known: &dyn Fn(&PieceAtom) -> Option<Answer>,
) -> bool {
    let somewhere = || Answer::unknown(String::new());
    let of_entry = |atom: &PieceAtom| {
        known(atom).unwrap_or_else(|| match atom {
            PieceAtom::Is(PieceKey::Nation, values)
                if values.iter().any(|value| RELATIVE.contains(&value.as_str())) =>
            {
                somewhere()
            }
            PieceAtom::Is(PieceKey::State | PieceKey::Side, _) | PieceAtom::At(_) | PieceAtom::Other(..) => {
                somewhere()
            }
            PieceAtom::Is(key, values) => Answer::exact(has_word(entry, *key, values)),
            PieceAtom::Column(name, cell) => {
                let [front, back] =
                    [false, true].map(|reduced| printed(catalogue, entry, reduced, name, cell));
                if front == back { front } else { somewhere() }
            }
        })
    };
    ask(pieces, &of_entry).most
}

fn piece_atom(now: &Situation, me: Option<PieceIx>, atom: &PieceAtom, ix: PieceIx) -> Answer {
    let piece = &now.pieces[ix];
    let of_entry = |answer: &dyn Fn(&Entry) -> Answer| match &piece.entry {
        Some(entry) => answer(entry),
        None => Answer::unknown(format!("what {} is", piece.name)),
    };
    match atom {
        PieceAtom::Is(PieceKey::State, states) => {
            Answer::any(states.iter().map(|state| look::is_in(now, ix, state)))
        }
        PieceAtom::At(places) => place(now, Some(ix), places, &piece.at),
        // Whose own and whose enemy it is nobody knows; the companions of many such pieces are not asked for again and again.
        PieceAtom::Other(..) if piece.entry.is_none() => of_entry(&|_| Answer::exact(false)),
        PieceAtom::Other(relation, pieces) => other(now, *relation, pieces, ix),
        PieceAtom::Is(key, values) => of_entry(&|entry| match key {
            PieceKey::Nation => belongs(&entry.nation, now, me, |me| now.pieces[me].nation(), values),
            PieceKey::Side => belongs(now.alliance(ix), now, me, |me| now.alliance(me), values),
            key => Answer::exact(has_word(entry, *key, values)),
        }),
        PieceAtom::Column(name, cell) => {
            of_entry(&|entry| printed(&now.pack.catalogue, entry, piece.flipped, name, cell))
        }
    }
}

/// What a column of a counter answers on the face that is up.
fn printed(catalogue: &Catalogue, entry: &Entry, reduced: bool, name: &str, cell: &CellTerm) -> Answer {
    match cell {
        CellTerm::Words(words) => look::word(catalogue, entry, reduced, name, &|word| is_one_of(word, words)),
        CellTerm::Number(op, limit) => compare(look::number(catalogue, entry, reduced, name), *op, *limit),
    }
}

/// Whether a nation or side is one of these, seen from that `of` the piece that looks.
fn belongs<'s>(
    own: &str,
    now: &'s Situation,
    me: Option<PieceIx>,
    of: impl Fn(PieceIx) -> &'s str,
    values: &[String],
) -> Answer {
    Answer::any(values.iter().map(|value| {
        let Some(me) = me.filter(|_| RELATIVE.contains(&value.as_str())) else {
            return Answer::exact(value == own);
        };
        if now.pieces[me].entry.is_none() {
            return Answer::unknown(format!("what {} is", now.pieces[me].name));
        }
        let from = of(me);
        Answer::exact(match value.as_str() {
            "own" => !own.is_empty() && own == from,
            "enemy" => !own.is_empty() && !from.is_empty() && own != from,
            _ => own != from,
        })
    }))
}

fn has_word(entry: &Entry, key: PieceKey, values: &[String]) -> bool {
    let is = |word: &str| values.iter().any(|value| value == word);
    match key {
        PieceKey::Family => is(&entry.family),
        PieceKey::Kind => is(&entry.kind),
        PieceKey::Id => is(&entry.id),
        PieceKey::Name => is(&entry.name),
        PieceKey::Label => is(&entry.label),
        PieceKey::Nation => is(&entry.nation),
        PieceKey::Mark => entry.marks.iter().any(|mark| is(mark)),
        PieceKey::Source => is(look::source(entry)),
        PieceKey::Side | PieceKey::State => false,
    }
}

fn other(now: &Situation, relation: Relation, pieces: &PieceSelector, ix: PieceIx) -> Answer {
    let meant = |other: PieceIx| piece(now, Some(ix), pieces, other);
    or_hidden(now, Some(ix), pieces, Answer::any(related(now, relation, ix).into_iter().map(meant)))
}

/// Where no such piece is seen there may be one all the same that is hidden from the looker.
pub fn or_hidden(now: &Situation, me: Option<PieceIx>, pieces: &PieceSelector, seen: Answer) -> Answer {
    if seen.least || !may_be_hidden(now, me, pieces) {
        return seen;
    }
    seen.or(hidden())
}

/// Whether something is there that others may hide.
pub fn hidden() -> Answer {
    Answer::unknown("hidden pieces of others".into())
}

/// Whether a cell has one of these words; without words, whether it has any but `no`.
fn is_one_of(word: &str, words: &[String]) -> bool {
    if words.is_empty() { !matches!(word, "" | "no") } else { words.iter().any(|known| known == word) }
}

/// The pieces that stand so to a piece.
pub fn related(now: &Situation, relation: Relation, ix: PieceIx) -> Vec<PieceIx> {
    let own = &now.pieces[ix];
    let here = |at: &PlaceId| now.here(at).iter().copied().filter(|other| *other != ix).collect::<Vec<_>>();
    match relation {
        Relation::Here => here(&own.at),
        Relation::Stack => {
            here(&own.at).into_iter().filter(|other| now.pieces[*other].stack == own.stack).collect()
        }
        Relation::On => look::carrier(now, ix).into_iter().collect(),
        Relation::Carries => now.aboard(ix).collect(),
        Relation::Beside => look::beside(now, &own.at).iter().flat_map(here).collect(),
    }
}

fn place_atom(now: &Situation, me: Option<PieceIx>, atom: &PlaceAtom, at: &PlaceId) -> Answer {
    match atom {
        PlaceAtom::Hex => Answer::exact(at.hex().is_some()),
        PlaceAtom::Deck(names) => {
            let is_meant = |deck: &String| names.is_empty() || names.contains(deck);
            Answer::exact(look::deck(now, at).is_some_and(is_meant))
        }
        PlaceAtom::Hand(sides) => match look::hand(now, at) {
            Some(side) if !sides.is_empty() => belongs(side, now, me, |me| now.alliance(me), sides),
            side => Answer::exact(side.is_some()),
        },
        PlaceAtom::Column(name, cell) => look::column(now, at, name, &|word| match cell {
            CellTerm::Words(words) => is_one_of(word, words),
            CellTerm::Number(op, limit) => {
                word.trim().parse().is_ok_and(|number: i32| op.holds(&number, limit))
            }
        }),
        PlaceAtom::Holder(values) => holder(now, me, at, values),
        PlaceAtom::Edge(words) => Answer::exact(look::has_edge(now, at, words)),
        PlaceAtom::Beside(places) => {
            Answer::any(look::beside(now, at).iter().map(|near| place(now, me, places, near)))
        }
        PlaceAtom::Has(pieces) => {
            let here = now.here(at).iter().filter(|other| Some(**other) != me);
            or_hidden(now, me, pieces, Answer::any(here.map(|other| piece(now, me, pieces, *other))))
        }
    }
}

fn holder(now: &Situation, me: Option<PieceIx>, at: &PlaceId, values: &[String]) -> Answer {
    let why = || format!("control of {at}");
    let answer = |(nation, draft): (String, bool)| {
        let side = now.pack.alliance(&nation);
        let by_side = belongs(side, now, me, |me| now.alliance(me), values);
        let is_one = by_side.or(Answer::exact(values.contains(&nation)));
        match is_one.nominal {
            Some(holds) if draft => Answer::draft(holds, why()),
            _ => is_one,
        }
    };
    let mut answers = look::holders(now, at).into_iter().map(answer);
    match answers.next() {
        Some(first) if answers.all(|other| other == first) => first,
        None if now.pack.map.facts(at).is_some() => Answer::exact(false),
        _ => Answer::unknown(why()),
    }
}

/// Whether a number compares so with a limit: sure when it does at both ends.
fn compare(number: Option<Bound>, op: Op, limit: i32) -> Answer {
    let Some(number) = number else { return Answer::exact(false) };
    relation(&number, op, &Bound::exact(limit))
}

/// Whether two numbers stand so to each other: sure when they do at all their ends.
pub fn relation(left: &Bound, op: Op, right: &Bound) -> Answer {
    let apart = left.most < right.least || right.most < left.least;
    let both_exact = left.is_exact() && right.is_exact();
    let (least, most) = match op {
        Op::Is => (both_exact && !apart, !apart),
        Op::IsNot => (apart, !both_exact || apart),
        Op::Below | Op::AtMost => (op.holds(&left.most, &right.least), op.holds(&left.least, &right.most)),
        Op::Above | Op::AtLeast => (op.holds(&left.least, &right.most), op.holds(&left.most, &right.least)),
    };
    let nominal = Some(op.holds(&left.nominal, &right.nominal));
    let rests_on = if least == most { Sources::new() } else { &left.rests_on | &right.rests_on };
    Answer { least, nominal, most, rests_on }
}

/// The pieces in play that a selector means, each with its answer, in the order of the situation.
pub fn matching(now: &Situation, pieces: &PieceSelector, everywhere: bool) -> Vec<(PieceIx, Answer)> {
    let answers = now.all().map(|ix| (ix, piece(now, None, pieces, ix)));
    // Where a piece is costs more to find out than what it is.
    answers.filter(|(ix, answer)| answer.most && (everywhere || now.is_in_play(*ix))).collect()
}

/// Whether pieces that a predicate of places asks for may be hidden from the looker.
pub fn may_be_hidden_at(now: &Situation, places: &PlaceSelector) -> bool {
    match places {
        Selector::Any => false,
        Selector::Not(inner) => may_be_hidden_at(now, inner),
        Selector::All(parts) | Selector::Either(parts) => {
            parts.iter().any(|part| may_be_hidden_at(now, part))
        }
        Selector::Atom(PlaceAtom::Has(pieces)) => may_be_hidden(now, None, pieces),
        Selector::Atom(PlaceAtom::Beside(near)) => may_be_hidden_at(now, near),
        Selector::Atom(_) => false,
    }
}

/// Why a row that counts pieces cannot be judged by a side.
pub const UNSEEN: &str = "counts pieces that this side may not see; the umpire can check it";

/// Whether pieces that a selector means may be hidden from the looker. It follows from who looks alone, never from what
/// a position hides, so that nothing is given away; `me` is the piece that `own` and `enemy` look
/// from.
pub fn may_be_hidden(now: &Situation, me: Option<PieceIx>, pieces: &PieceSelector) -> bool {
    if now.looker.is_none() {
        return false;
    }
    let mut hidden = now.pack.catalogue.entries().filter(|entry| now.may_hide(Some(entry)));
    hidden.any(|entry| may_mean_from(now, me, pieces, entry))
}
