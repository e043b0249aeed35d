//! Reads selectors of pieces and predicates of places: every word is looked up, so that a misspelt one is told when it is read.

use std::collections::{BTreeMap, BTreeSet};

use super::atoms::{
    CellTerm, PIECE_KEYS, PieceAtom, PieceSelector, PlaceAtom, PlaceSelector, RELATIONS, RELATIVE, Selector,
};
use super::look;
use super::parse::{self, Node, Op, unknown};
use crate::data::catalogue::SOURCES;
use crate::data::fault::did_you_mean;
use crate::game::pack::Pack;
use crate::position::places::{Hex, Places};

/// Who asks a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looker {
    /// Nobody in particular, so that nothing is its own.
    Nobody,
    /// A piece.
    Piece,
}

/// So many names may stand for each other in a row.
const MOST_NAMES: usize = 16;
/// So many terms a selector may have with all that its names stand for.
const MOST_TERMS: usize = 1000;
/// So many words with brackets may look further and further, each at all pieces or places that the one before found.
const MOST_RELATIONS: usize = 3;

/// How far the reading of one selector has come: what a text asks for has a bound.
struct SelectorReading<'n> {
    looker: Looker,
    /// The names that are being read.
    open: Vec<&'n str>,
    terms: usize,
    relations: usize,
}

impl<'n> SelectorReading<'n> {
    fn of(looker: Looker) -> Self {
        Self { looker, open: Vec::new(), terms: 0, relations: 0 }
    }

    /// Counts a term; one that looks from somewhere (`own`) needs somebody who looks.
    fn term(&mut self, may_look: bool, values: &[String]) -> Result<(), String> {
        self.terms += 1;
        if self.terms > MOST_TERMS {
            return Err(format!("expected at most {MOST_TERMS} terms after expanding names"));
        }
        let looks = values.iter().find(|value| RELATIVE.contains(&value.as_str()));
        match looks.filter(|_| may_look && self.looker == Looker::Nobody) {
            Some(value) => Err(format!(
                "\"{value}\" is relative to a piece, but there is none here; name the nation or side, or use \
                 it inside brackets such as here(...)"
            )),
            None => Ok(()),
        }
    }

    /// Reads what a piece asks.
    fn seen_from_a_piece<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> Result<T, String> {
        let looker = std::mem::replace(&mut self.looker, Looker::Piece);
        let found = read(self);
        self.looker = looker;
        found
    }

    /// Reads what is asked of all pieces or places around.
    fn further<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        if self.relations == MOST_RELATIONS {
            return Err(format!("expected at most {MOST_RELATIONS} nested words with brackets"));
        }
        self.relations += 1;
        let found = read(self);
        self.relations -= 1;
        found
    }

    /// Reads what a name stands for, unless it is being read already.
    fn within<T>(
        &mut self,
        name: &'n str,
        read: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> Result<T, String> {
        if self.open.contains(&name) {
            return Err(format!("\"{name}\" refers to itself"));
        }
        if self.open.len() == MOST_NAMES {
            return Err(format!("expected at most {MOST_NAMES} names referring to each other"));
        }
        self.open.push(name);
        let found = read(self).map_err(|told| format!("in \"{name}\": {told}"));
        self.open.pop();
        found
    }
}

/// The words that selectors may use, as the game's data have them.
pub struct KnownWords<'p> {
    words: BTreeMap<PieceKeyName, BTreeSet<&'p str>>,
    numbers: BTreeSet<&'p str>,
    /// The columns of families that hold words.
    cells: look::CounterWords<'p>,
    values: BTreeSet<&'p str>,
    columns: look::ColumnWords<'p>,
    map: &'p Places,
    edges: BTreeSet<&'p str>,
    decks: BTreeSet<&'p str>,
    pieces: BTreeMap<String, Node>,
    places: BTreeMap<String, Node>,
}

type PieceKeyName = &'static str;

impl<'p> KnownWords<'p> {
    /// The words of a pack, and the names that its rows give to selectors and predicates.
    pub fn new(pack: &'p Pack, pieces: BTreeMap<String, Node>, places: BTreeMap<String, Node>) -> Self {
        let entries = || pack.catalogue.entries();
        let mut words: BTreeMap<PieceKeyName, BTreeSet<&str>> = BTreeMap::new();
        let listed = pack.kinds.values().flatten().map(String::as_str);
        words.insert("kind", listed.chain(entries().map(|entry| entry.kind.as_str())).collect());
        words.insert("family", pack.catalogue.families().iter().map(|family| family.id.as_str()).collect());
        words.insert("id", entries().map(|entry| entry.id.as_str()).collect());
        words.insert("nation", pack.nations.keys().map(String::as_str).collect());
        words.insert("side", pack.nations.values().map(|nation| nation.alliance.as_str()).collect());
        words.insert("mark", entries().flat_map(|entry| &entry.marks).map(String::as_str).collect());
        words.insert("source", SOURCES.iter().map(|(word, _)| *word).collect());
        words.insert("state", look::states(pack));
        for key in ["nation", "side"] {
            words.entry(key).or_default().extend(RELATIVE);
        }
        Self {
            words,
            numbers: look::numbers(&pack.catalogue),
            cells: look::CounterWords::of(&pack.catalogue),
            values: pack.values.iter().map(|value| value.word.as_str()).collect(),
            columns: look::ColumnWords::of(pack),
            map: &pack.map,
            edges: look::edges(pack),
            decks: pack.decks.iter().map(|deck| deck.name.as_str()).collect(),
            pieces,
            places,
        }
    }

    /// The word of a value of the game.
    ///
    /// # Errors
    /// There is no such value; the nearest one is named.
    pub fn value(&self, name: &str) -> Result<String, String> {
        if self.values.contains(name) {
            return Ok(name.to_owned());
        }
        let near = did_you_mean(name, self.values.iter().copied());
        let near = if near.is_empty() { "; rows [[value]] of pack.toml name them" } else { &near };
        Err(format!("unknown value \"{name}\"{near}"))
    }

    /// The columns of counters that hold numbers.
    pub fn numbers(&self) -> &BTreeSet<&'p str> {
        &self.numbers
    }

    /// A selector of pieces.
    ///
    /// # Errors
    /// What cannot be read, or a word that nothing knows, with the nearest one.
    pub fn pieces(&self, text: &str, looker: Looker) -> Result<PieceSelector, String> {
        self.piece_node(&parse::node(text)?, &mut SelectorReading::of(looker))
    }

    /// A selector that is a part of something else.
    ///
    /// # Errors
    /// As [`KnownWords::pieces`].
    pub fn pieces_of(&self, node: &Node, looker: Looker) -> Result<PieceSelector, String> {
        self.piece_node(node, &mut SelectorReading::of(looker))
    }

    /// A predicate of places.
    ///
    /// # Errors
    /// As [`KnownWords::pieces`].
    pub fn places(&self, text: &str, looker: Looker) -> Result<PlaceSelector, String> {
        self.place_node(&parse::node(text)?, &mut SelectorReading::of(looker))
    }

    fn piece_node<'n>(
        &'n self,
        node: &'n Node,
        reading: &mut SelectorReading<'n>,
    ) -> Result<PieceSelector, String> {
        match node {
            Node::Word(word) => self.piece_word(word, reading),
            Node::Compare(key, op, values) => {
                reading.term(matches!(key.as_str(), "nation" | "side"), values)?;
                self.piece_value(key, *op, values)
            }
            Node::Of(word, inner) if word == "at" => {
                let places = reading.seen_from_a_piece(|reading| self.place_node(inner, reading))?;
                Ok(Selector::Atom(PieceAtom::At(Box::new(places))))
            }
            Node::Of(word, inner) => {
                let Some((_, relation)) = RELATIONS.iter().find(|(known, _)| known == word) else {
                    let known = RELATIONS.iter().map(|(known, _)| *known).chain(["at"]);
                    return Err(unknown("word before brackets", word, known));
                };
                let pieces = reading.further(|reading| {
                    reading.seen_from_a_piece(|reading| self.piece_node(inner, reading))
                })?;
                Ok(Selector::Atom(PieceAtom::Other(*relation, Box::new(pieces))))
            }
            Node::All(_) | Node::Either(_) | Node::Not(_) => {
                join(node, |node| self.piece_node(node, reading))
            }
        }
    }

    fn piece_word<'n>(
        &'n self,
        word: &'n str,
        reading: &mut SelectorReading<'n>,
    ) -> Result<PieceSelector, String> {
        reading.term(false, &[])?;
        match (word, self.pieces.get(word)) {
            ("any", _) => Ok(Selector::Any),
            (_, Some(node)) => reading.within(word, |reading| self.piece_node(node, reading)),
            _ if self.cells.has(word) => {
                Ok(Selector::Atom(PieceAtom::Column(word.into(), CellTerm::Words(Vec::new()))))
            }
            _ => {
                let cells = self.cells.names().filter_map(|name| Some((name, self.cells.words(name)?)));
                let mut all = self.words.iter().map(|(name, words)| (*name, words)).chain(cells);
                let near = all.find(|(_, words)| words.contains(word));
                let near = near.map(|(key, _)| format!("; did you mean \"{key}={word}\"?"));
                let known = self.pieces.keys().map(String::as_str).chain(self.cells.names());
                let known = known.chain(["any"]);
                let near = near.unwrap_or_else(|| did_you_mean(word, known));
                Err(format!("unknown word \"{word}\" for pieces{near}"))
            }
        }
    }

    fn piece_value(&self, key: &str, op: Op, values: &[String]) -> Result<PieceSelector, String> {
        if let Some((name, known)) = PIECE_KEYS.iter().find(|(name, _)| *name == key) {
            let words = self.words.get(name);
            return among(words, (key, op, values), PieceAtom::Is(*known, values.to_vec()));
        }
        if self.numbers.contains(key) {
            let cell = CellTerm::Number(op, number(key, values)?);
            return Ok(Selector::Atom(PieceAtom::Column(key.into(), cell)));
        }
        if let Some(words) = self.cells.words(key) {
            let cell = CellTerm::Words(values.to_vec());
            return among(Some(words), (key, op, values), PieceAtom::Column(key.into(), cell));
        }
        let near = if self.columns.has(key) {
            format!("; of a place it is \"at({key}={})\"", values.join("|"))
        } else {
            let own = self.numbers.iter().copied().chain(self.cells.names());
            did_you_mean(key, PIECE_KEYS.iter().map(|(name, _)| *name).chain(own))
        };
        Err(format!("unknown key \"{key}\" for pieces{near}"))
    }

    fn place_node<'n>(
        &'n self,
        node: &'n Node,
        reading: &mut SelectorReading<'n>,
    ) -> Result<PlaceSelector, String> {
        match node {
            Node::Word(word) => self.place_word(word, reading),
            Node::Compare(key, op, values) => {
                reading.term(matches!(key.as_str(), "holder" | "hand"), values)?;
                self.place_value(key, *op, values)
            }
            Node::Of(word, inner) => match word.as_str() {
                "has" => {
                    let pieces = reading.further(|reading| self.piece_node(inner, reading))?;
                    Ok(Selector::Atom(PlaceAtom::Has(Box::new(pieces))))
                }
                "beside" => {
                    let places = reading.further(|reading| self.place_node(inner, reading))?;
                    Ok(Selector::Atom(PlaceAtom::Beside(Box::new(places))))
                }
                _ => Err(unknown("word before brackets", word, ["has", "beside"])),
            },
            Node::All(_) | Node::Either(_) | Node::Not(_) => {
                join(node, |node| self.place_node(node, reading))
            }
        }
    }

    fn place_word<'n>(
        &'n self,
        word: &'n str,
        reading: &mut SelectorReading<'n>,
    ) -> Result<PlaceSelector, String> {
        reading.term(false, &[])?;
        match (word, self.places.get(word)) {
            ("any", _) => Ok(Selector::Any),
            ("hex", _) => Ok(Selector::Atom(PlaceAtom::Hex)),
            ("deck", _) => Ok(Selector::Atom(PlaceAtom::Deck(Vec::new()))),
            ("hand", _) => Ok(Selector::Atom(PlaceAtom::Hand(Vec::new()))),
            (_, Some(node)) => reading.within(word, |reading| self.place_node(node, reading)),
            _ if self.columns.has(word) => {
                Ok(Selector::Atom(PlaceAtom::Column(word.into(), CellTerm::Words(Vec::new()))))
            }
            _ => {
                let has = |key: &&str| self.columns.words(key).is_some_and(|words| words.contains(word));
                let near =
                    self.columns.names().find(has).map(|key| format!("; did you mean \"{key}={word}\"?"));
                let names = self.places.keys().map(String::as_str).chain(self.columns.names());
                let near =
                    near.unwrap_or_else(|| did_you_mean(word, names.chain(["any", "hex", "deck", "hand"])));
                Err(format!("unknown word \"{word}\" for places{near}"))
            }
        }
    }

    fn place_value(&self, key: &str, op: Op, values: &[String]) -> Result<PlaceSelector, String> {
        let asked = (key, op, values);
        match (key, self.columns.has(key)) {
            ("holder", _) => {
                let words = ["nation", "side"].into_iter().filter_map(|key| self.words.get(key)).flatten();
                among(Some(&words.copied().collect()), asked, PlaceAtom::Holder(values.to_vec()))
            }
            ("deck", _) => among(Some(&self.decks), asked, PlaceAtom::Deck(values.to_vec())),
            ("hand", _) => among(self.words.get("side"), asked, PlaceAtom::Hand(values.to_vec())),
            ("edge", _) => among(Some(&self.edges), asked, PlaceAtom::Edge(values.to_vec())),
            (_, true) if !matches!(op, Op::Is | Op::IsNot) => {
                let cell = CellTerm::Number(op, number(key, values)?);
                Ok(Selector::Atom(PlaceAtom::Column(key.into(), cell)))
            }
            (_, true) => {
                let is_hex = |value: &&String| {
                    if !matches!(key, "name" | "id") {
                        return false;
                    }
                    let hex = value.parse::<Hex>().ok().filter(|hex| hex.to_string() == **value);
                    hex.is_some_and(|hex| self.map.hex(hex).is_some())
                };
                let is_known = |value: &&String| is_hex(value) || self.columns.has_word(key, value);
                if let Some(strange) = values.iter().find(|value| !is_known(value)) {
                    let hexes = values.iter().filter(is_hex).map(String::as_str);
                    let known = self.columns.words(key).into_iter().flatten().map(AsRef::as_ref);
                    return Err(unknown(key, strange, known.chain(hexes)));
                }
                among(None, asked, PlaceAtom::Column(key.into(), CellTerm::Words(values.to_vec())))
            }
            (_, false) => {
                let known = self.columns.names().chain(["holder", "edge", "deck", "hand"]);
                Err(format!("unknown key \"{key}\" for places{}", did_you_mean(key, known)))
            }
        }
    }
}

/// Joins what the parts of a node are.
fn join<'n, A>(
    node: &'n Node,
    mut part: impl FnMut(&'n Node) -> Result<Selector<A>, String>,
) -> Result<Selector<A>, String> {
    let mut all = |nodes: &'n [Node]| nodes.iter().map(&mut part).collect::<Result<Vec<_>, String>>();
    Ok(match node {
        Node::All(nodes) => Selector::All(all(nodes)?),
        Node::Either(nodes) => Selector::Either(all(nodes)?),
        Node::Not(inner) => Selector::Not(Box::new(all(std::slice::from_ref(inner))?.remove(0))),
        Node::Word(_) | Node::Compare(..) | Node::Of(..) => part(node)?,
    })
}

/// An atom whose words, if they are listed, are all known, and not it for `!=`; words allow no other sign.
fn among<A>(
    known: Option<&BTreeSet<&str>>,
    (key, op, values): (&str, Op, &[String]),
    atom: A,
) -> Result<Selector<A>, String> {
    let asked = match op {
        Op::Is => Selector::Atom(atom),
        Op::IsNot => Selector::Not(Box::new(Selector::Atom(atom))),
        _ => return Err(format!("\"{key}\" has words and no numbers; expected = or !=")),
    };
    let strange = |known: &&BTreeSet<&str>| values.iter().find(|value| !known.contains(value.as_str()));
    match known.and_then(|known| Some((known, strange(&known)?))) {
        Some((known, value)) => Err(unknown(key, value, known.iter().copied())),
        None => Ok(asked),
    }
}

fn number(key: &str, values: &[String]) -> Result<i32, String> {
    let [one] = values else {
        return Err(format!("expected one number after \"{key}\", found {}", values.join("|")));
    };
    one.parse().map_err(|_| format!("expected a number after \"{key}\", found \"{one}\""))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the tables of a game lie beside the crates")]
    fn a_place_is_named_by_the_number_of_its_hex_and_by_no_other_number() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
        let pack = Pack::load("atpo", &read).unwrap();
        let known = KnownWords::new(&pack, BTreeMap::new(), BTreeMap::new());
        let hex = pack.map.hexes().next().unwrap().0;
        for key in ["name", "id"] {
            assert!(known.places(&format!("{key}={hex}"), Looker::Nobody).is_ok(), "{key}");
            for wrong in ["W9999", "w4533", "4533W"] {
                let told = known.places(&format!("{key}={wrong}"), Looker::Nobody).unwrap_err();
                assert!(told.contains(wrong), "{told}");
            }
        }
    }
}
