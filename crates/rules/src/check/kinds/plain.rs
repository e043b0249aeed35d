//! Selectors as players read them: those that name kinds, sides and the like and nothing that needs more than a phrase.

use super::atoms::{CellTerm, PieceAtom, PieceKey, PieceSelector, PlaceAtom, PlaceSelector, Selector};
use super::parse::Op;

/// Words with "or" between them.
fn either(words: &[String]) -> String {
    words.join(" or ")
}

/// The phrases of parts that must all hold, behind the word that they describe; none when a part has no phrase.
fn all<A>(selector: &Selector<A>, phrase: impl Fn(&A) -> Option<String>) -> Option<String> {
    let parts = match selector {
        Selector::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let phrases = parts.iter().map(|part| match part {
        Selector::Atom(atom) => phrase(atom),
        Selector::Any | Selector::All(_) | Selector::Either(_) | Selector::Not(_) => None,
    });
    Some(phrases.collect::<Option<Vec<String>>>()?.join(" "))
}

/// A nation or side seen from a piece, or by its name.
fn seen(what: &str, words: &[String]) -> String {
    let word = |word: &String| match word.as_str() {
        "own" => format!("its own {what}"),
        "enemy" => format!("an enemy {what}"),
        "other" => format!("another {what}"),
        word => format!("the {what} {word}"),
    };
    format!("of {}", either(&words.iter().map(word).collect::<Vec<_>>()))
}

impl PieceSelector {
    /// Behind "a piece": `of the kind guard of its own side`.
    pub fn in_words(&self) -> Option<String> {
        all(self, |atom| match atom {
            PieceAtom::Is(PieceKey::Kind, kinds) => Some(format!("of the kind {}", either(kinds))),
            PieceAtom::Is(PieceKey::Family, families) => Some(format!("of the family {}", either(families))),
            PieceAtom::Is(PieceKey::Side, sides) => Some(seen("side", sides)),
            PieceAtom::Is(PieceKey::Nation, nations) => Some(seen("nation", nations)),
            PieceAtom::Is(PieceKey::Name, names) => Some(format!("called {}", either(names))),
            _ => None,
        })
    }
}

impl PlaceSelector {
    /// Behind "a place": `of the kind sea`.
    pub fn in_words(&self) -> Option<String> {
        all(self, |atom| match atom {
            PlaceAtom::Hex => Some("that is a hex".to_owned()),
            PlaceAtom::Column(name, CellTerm::Words(words)) => match (name.as_str(), words.as_slice()) {
                ("kind", kinds) if !kinds.is_empty() => Some(format!("of the kind {}", either(kinds))),
                (name, []) => Some(format!("with {name}")),
                (name, words) => Some(format!("with {name} {}", either(words))),
            },
            PlaceAtom::Column(name, CellTerm::Number(op, number)) => Some(match op {
                Op::Is => format!("with {name} {number}"),
                _ => format!("with {name} {} {number}", op.in_words()),
            }),
            PlaceAtom::Edge(words) => Some(format!("with {} along a side", either(words))),
            _ => None,
        })
    }
}
