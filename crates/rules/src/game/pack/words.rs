//! Words that one file of a pack takes from another: kinds, nations, boxes. A misspelt one would do nothing, in silence.

use std::collections::BTreeSet;

use regex::Regex;

use crate::data::catalogue::Catalogue;
use crate::data::catalogue::families::PLACED_ON;
use crate::data::fault::{DataFault, did_you_mean};
use crate::data::word::Word;
use crate::play::roll::{self, Roll};
use crate::position::places::PlaceTakes;
use crate::position::values::{Numbers, Shown};

use super::outfit::NUMBER;
use super::parts::Pack;
use super::pools::{CHIT, OTHERS};

/// What is wrong with the words of `pack.toml`, with the line of each as far as its text tells.
pub(super) fn faults(pack: &Pack, path: &str, text: &str) -> Vec<DataFault> {
    let kinds = kinds(&pack.kinds, &pack.catalogue);
    let mut words = Words { path, text, faults: Vec::new() };
    of_pieces(pack, &kinds, &mut words);
    let families = pack.catalogue.families().iter().map(|family| family.id.as_str()).collect();
    words.check_all("family", pack.kinds.keys(), &families);
    of_pools(pack, &kinds, &mut words);
    let ids = pack.catalogue.entries().map(|entry| entry.id.as_str());
    let signs: BTreeSet<&str> = kinds.iter().copied().chain(ids).collect();
    let tracks: BTreeSet<&str> = pack.map.named().map(|place| &*place.kind).collect();
    let terms = &pack.map.terms;
    let columns = [&terms.hexes, &terms.areas, &terms.boxes].into_iter().flat_map(|table| &table.column);
    let columns = columns.filter(|column| column.takes == PlaceTakes::Number).map(|column| &*column.name);
    let columns: BTreeSet<&str> = columns.collect();
    let decks: BTreeSet<&str> = pack.decks.iter().map(|deck| deck.name.as_str()).collect();
    for value in &pack.values {
        words.check_all("counter or kind", value.chit(), &signs);
        match &value.shown {
            Shown::Track { numbers: Numbers::Kind(kind), .. } => words.check("kind of places", kind, &tracks),
            Shown::Track { numbers: Numbers::Column(column), .. } => {
                words.check("column of numbers", column, &columns)
            }
            Shown::Deck(name) => words.check("deck", name, &decks),
            _ => {}
        }
    }
    words.faults
}

/// Notes that no row explains, and words or properties that two of them share.
fn of_notes(pack: &Pack, words: &mut Words<'_>) {
    let outfit = &pack.terms.outfit;
    let known: BTreeSet<&str> = outfit.notes.iter().map(|note| note.word.as_str()).collect();
    words.check_all("note", outfit.prototypes.iter().flat_map(|row| &row.notes), &known);
    for (number, note) in outfit.notes.iter().enumerate() {
        let is_word =
            !note.word.is_empty() && note.word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        let twice = outfit.notes[..number]
            .iter()
            .any(|other| other.word == note.word || other.property() == note.property());
        let taken = note.word == *"number" || note.property() == NUMBER;
        words.tell(
            &note.word,
            (!is_word).then(|| format!("expected a word of small letters, found \"{}\"", note.word)),
        );
        words.tell(&note.word, twice.then(|| format!("duplicate note \"{}\"", note.word)));
        words.tell(&note.word, taken.then(|| "this is the number of a piece, not a note".to_owned()));
    }
}

/// Words that nothing else of the pack knows, and rows of which a module could not tell one from the other.
fn of_pools(pack: &Pack, kinds: &BTreeSet<&str>, words: &mut Words<'_>) {
    let mut owners: BTreeSet<&str> = pack.nations.keys().map(String::as_str).collect();
    owners.extend([OTHERS, CHIT]);
    let boxes: BTreeSet<&str> = pack.map.named().map(|place| place.name.as_str()).collect();
    let mut pieces = kinds.clone();
    pieces.extend(pack.catalogue.families().iter().map(|family| family.id.as_str()));
    for (number, pool) in pack.pools.iter().enumerate() {
        for (nation, place) in &pool.at {
            words.check("nation", nation, &owners);
            words.check("box", place, &boxes);
        }
        words.check_all("kind or family", &pool.of, &pieces);
        for other in &pack.pools[..number] {
            let shared = pool.at.values().find(|name| other.has(name));
            let what = if other.id == pool.id {
                Some(format!("duplicate pool \"{}\"", pool.id))
            } else if other.marker() == pool.marker() {
                Some(format!("two pools have the marker \"{}\"; change one of them", pool.marker()))
            } else if other.key() == pool.key() {
                Some("two pools have this key; change one of them".to_owned())
            } else {
                shared.map(|name| format!("the box \"{name}\" is in two pools; only one is allowed"))
            };
            let at = shared.filter(|_| other.id != pool.id).map_or(pool.id.as_str(), String::as_str);
            words.tell(at, what);
        }
    }
}

/// States that results of rolls give and no piece can have.
pub(super) fn unknown_marks(pack: &Pack, rolls: &[Roll]) -> Vec<DataFault> {
    let words = &pack.terms.words;
    let known: BTreeSet<&str> = words.stances.iter().chain(&words.states).map(AsRef::as_ref).collect();
    let of_roll = |roll: &Roll| {
        let unknown = roll.marks().filter(|state| !known.contains(state));
        let told = unknown.map(|state| {
            let near = did_you_mean(state, known.iter().copied());
            format!("roll {}: does = \"mark\": no piece can be in the state \"{state}\"{near}", roll.id)
        });
        told.map(|told| DataFault::at(&roll::path(&pack.game), roll.line, told)).collect::<Vec<_>>()
    };
    rolls.iter().flat_map(of_roll).collect()
}

/// Words that nothing else of the pack knows, each with its line as far as the text tells.
fn of_pieces(pack: &Pack, kinds: &BTreeSet<&str>, words: &mut Words<'_>) {
    let terms = &pack.terms;
    let mut pieces = kinds.clone();
    pieces.extend(pack.catalogue.families().iter().map(|family| family.id.as_str()));
    for carriage in &terms.carriage {
        words.check("cargo", &carriage.cargo, &pieces);
        words.check_all("kind", carriage.on.iter().chain(&carriage.aloft), kinds);
    }
    words.check_all("kind of chit", terms.chits.keys(), kinds);
    words.check_all("kind of chit", &terms.control, kinds);
    words.check_all("kind of chit", terms.unfinished.as_ref().map(|row| &row.chit), kinds);
    words.check_all("kind or family", terms.layers.iter().flat_map(|layer| &layer.of), &pieces);
    let levels = terms.layers.iter().flat_map(|layer| &layer.levels);
    words.check_all("kind or family", levels.flat_map(|level| &level.only), &pieces);
    let shown: Vec<&Word> = terms
        .layers
        .iter()
        .flat_map(|layer| &layer.levels)
        .filter_map(|level| level.state.as_ref())
        .collect();
    let states: BTreeSet<&str> = shown.iter().copied().chain(&terms.words.states).map(Word::as_str).collect();
    words.check_all("state", &terms.words.stances, &states);
    words.check_all("state", terms.chits.values(), &states);
    words.check_all("state", terms.unfinished.as_ref().map(|row| &row.state), &states);
    if let Some(ride) = &terms.ride {
        let stances: BTreeSet<&str> = terms.words.stances.iter().map(Word::as_str).collect();
        words.check_all("stance", [&ride.aboard].into_iter().chain(&ride.aloft), &stances);
    }
    if let Some(tray) = &terms.tray {
        words.check("kind of chit", &tray.chit, kinds);
        words.check_all("state", &tray.lends, &states);
        words.check_all("kind or family", &tray.to, &pieces);
        words.check_all("kind", tray.alone.iter().chain(&tray.leads), kinds);
    }
    of_outfit(pack, &pieces, words);
}

/// Words that nothing else of the pack knows.
fn of_outfit(pack: &Pack, pieces: &BTreeSet<&str>, words: &mut Words<'_>) {
    let (terms, outfit) = (&pack.terms, &pack.terms.outfit);
    let entries = || pack.catalogue.entries();
    let places: BTreeSet<&str> =
        entries().map(|entry| entry.word(PLACED_ON)).filter(|place| !place.is_empty()).collect();
    let rows = outfit.prototypes.iter().map(|row| (&row.of, &row.place));
    for (of, place) in rows.chain(outfit.strata.iter().map(|row| (&row.of, &row.place))) {
        words.check_all("kind or family", of, pieces);
        words.check_all("place of a chit", place, &places);
    }
    let layers: BTreeSet<&str> =
        terms.layers.iter().filter(|layer| !layer.is_face()).map(|layer| layer.name.as_str()).collect();
    words.check_all("Layer", outfit.prototypes.iter().flat_map(|row| &row.layers), &layers);
    words.check_all(
        "kind or family",
        outfit.sums.iter().flat_map(|sum| sum.of.iter().chain(&sum.except)),
        pieces,
    );
    words.check_all("kind", &outfit.tally, pieces);
    let tally: BTreeSet<&str> = outfit.tally.iter().map(String::as_str).collect();
    words.check_all("kind of tally", &outfit.shows_no_zero, &tally);
    words.check_all("kind of tally", &outfit.below_zero, &tally);
    of_notes(pack, words);
    let sums: BTreeSet<&str> = outfit.sums.iter().map(|sum| sum.property.as_str()).collect();
    for found in summed(&outfit.summary) {
        words.check("sum", found, &sums);
    }
    if let Some(tray) = &terms.tray {
        words.check_all("sum", Some(&tray.gathers).filter(|sum| !sum.is_empty()), &sums);
        words.check_all("Layer", &tray.berth, &layers);
    }
}

/// The properties that a line of a mouse-over adds up.
fn summed(summary: &str) -> Vec<&str> {
    let Ok(pattern) = Regex::new(r"\$sum\(([^)$]*)\)\$") else { return Vec::new() };
    pattern.captures_iter(summary).filter_map(|found| Some(found.get(1)?.as_str())).collect()
}

/// The kinds that some counter may have.
fn kinds<'p>(
    listed: &'p std::collections::BTreeMap<String, Vec<String>>,
    catalogue: &'p Catalogue,
) -> BTreeSet<&'p str> {
    let listed = listed.values().flatten().map(String::as_str);
    listed.chain(catalogue.entries().map(|entry| entry.kind.as_str())).collect()
}

/// The words of a file that are looked for among those known.
pub(super) struct Words<'a> {
    path: &'a str,
    text: &'a str,
    faults: Vec<DataFault>,
}

impl Words<'_> {
    /// Tells each of these words that is not known.
    pub(super) fn check_all<W: AsRef<str>>(
        &mut self,
        what: &str,
        words: impl IntoIterator<Item = W>,
        known: &BTreeSet<&str>,
    ) {
        for word in words {
            self.check(what, word.as_ref(), known);
        }
    }

    /// Tells a word that is not known, with the nearest one.
    pub(super) fn check(&mut self, what: &str, word: &str, known: &BTreeSet<&str>) {
        if known.contains(word) {
            return;
        }
        let near = did_you_mean(word, known.iter().copied());
        self.tell(word, Some(format!("unknown {what} \"{word}\"{near}")));
    }

    /// Tells what is wrong, if anything, with the line of a word.
    pub(super) fn tell(&mut self, word: &str, what: Option<String>) {
        let fault = what.map(|what| DataFault::at(self.path, self.line_of(word), what));
        self.faults.extend(fault.filter(|fault| !self.faults.contains(fault)));
    }

    /// The first line that has the word as a value, as a key or in brackets; 0 when it is written another way.
    fn line_of(&self, word: &str) -> u64 {
        let value = format!("\"{word}\"");
        let summed = format!("$sum({word})$");
        let has_value = |line: &str| line.contains(&value) || line.contains(&summed);
        let has_key = |line: &str| line.split_once('=').is_some_and(|(key, _)| key.trim() == word);
        let at = self.text.lines().position(has_value).or_else(|| self.text.lines().position(has_key));
        at.map_or(0, |at| at as u64 + 1)
    }
}
