//! What the kinds of checks need to see of a position: the one place that knows how a situation holds it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use crate::check::bound::{Bound, Reason};
use crate::data::catalogue::families::{FamilyTakes, STEPS, back_of};
use crate::data::catalogue::{Catalogue, CellValue, Entry, SOURCES};
use crate::game::pack::Pack;
use crate::position::places::{Hex, PlaceFacts, PlaceTakes};
use crate::position::situation::{PieceIx, PlaceId, Situation};

/// The numbers of counters that a selector may compare: of the families' columns, and how many there are.
pub fn numbers(catalogue: &Catalogue) -> BTreeSet<&str> {
    let columns = catalogue.families().iter().flat_map(|family| &family.column);
    let numbers = columns.filter(|column| matches!(column.takes, FamilyTakes::Number | FamilyTakes::Rating));
    numbers.map(|column| column.name.as_str()).chain(["count"]).collect()
}

/// The columns of counters that hold words, texts, yes or no; what stands in one is looked for when somebody asks.
pub struct CounterWords<'p> {
    catalogue: &'p Catalogue,
    known: BTreeMap<&'p str, OnceCell<BTreeSet<&'p str>>>,
}

impl<'p> CounterWords<'p> {
    /// The columns of a game's counters.
    pub fn of(catalogue: &'p Catalogue) -> Self {
        let columns = catalogue.families().iter().flat_map(|family| &family.column);
        let worded =
            columns.filter(|column| !matches!(column.takes, FamilyTakes::Number | FamilyTakes::Rating));
        Self { catalogue, known: worded.map(|column| (&*column.name, OnceCell::new())).collect() }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.known.keys().copied()
    }

    /// Whether there is such a column.
    pub fn has(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// The words of a column, none where there is no such column.
    pub fn words(&self, name: &str) -> Option<&BTreeSet<&'p str>> {
        let (name, words) = self.known.get_key_value(name)?;
        Some(words.get_or_init(|| self.words_of(name)))
    }

    fn words_of(&self, name: &str) -> BTreeSet<&'p str> {
        let mut words = BTreeSet::new();
        let columns = self.catalogue.families().iter().flat_map(|family| &family.column);
        for column in columns.filter(|column| *column.name == *name) {
            match column.takes {
                FamilyTakes::Number | FamilyTakes::Rating => {}
                FamilyTakes::YesNo => words.extend(["yes", "no"]),
                FamilyTakes::Text => words.extend(column.words.iter().map(|word| &**word)),
            }
        }
        let back = back_of(name);
        for entry in self.catalogue.entries() {
            let cells = [name, &back].into_iter().filter_map(|name| entry.values.get(name));
            words.extend(cells.map(CellValue::word).filter(|word| !word.is_empty()));
        }
        words
    }
}

/// The states that every game has: `present` in no stance and carried by nothing, `unclear` where the save does not tell
/// the stance, `aims-here` when an arrow of it points at its own hex, `lowest` at the bottom of its stack.
const COMMON_STATES: [&str; 4] = ["present", "unclear", "aims-here", "lowest"];

/// Those of them that tell how a save shows a piece and nothing that befalls it.
pub const IN_THE_SAVE: [&str; 2] = ["unclear", "lowest"];

/// The words that `state` may be compared with.
pub fn states(pack: &Pack) -> BTreeSet<&str> {
    let terms = &pack.terms;
    let words = terms.words.stances.iter().chain(&terms.words.states).chain(&terms.words.arrows);
    let ride = terms
        .ride
        .iter()
        .flat_map(|ride| [Some(&ride.aboard), ride.aloft.as_ref(), Some(&ride.adrift)].into_iter().flatten());
    words.chain(ride).map(AsRef::as_ref).chain(COMMON_STATES).collect()
}

/// Whether a piece is in a state: perhaps where it may have a stance that the save does not tell.
pub fn is_in(now: &Situation, ix: PieceIx, state: &str) -> Answer {
    let (piece, terms) = (&now.pieces[ix], &now.pack.terms);
    let is_stance = |state: &str| terms.is_stance(state) || terms.is_ride(state);
    let in_stance = || piece.states.iter().any(|state| is_stance(state));
    let (holds, of_stance) = match state {
        "present" => (!in_stance(), true),
        "unclear" => (!piece.stance_told, false),
        "aims-here" => (piece.arrows.values().any(|target| *target == piece.at), false),
        "lowest" => (piece.depth == 0, false),
        word => (piece.has(word) || piece.arrows.contains_key(word), is_stance(word)),
    };
    let may_have_one = || {
        let own = terms.layers_of(piece.entry.as_deref()).flat_map(|layer| &layer.levels);
        own.filter_map(|level| level.state.as_ref()).any(|state| is_stance(state))
    };
    if of_stance && !piece.stance_told && !in_stance() && may_have_one() {
        Answer::perhaps(holds, Reason::unknown(format!("the stance of {}", piece.name)))
    } else {
        Answer::exact(holds)
    }
}

/// What a state is called where a sentence names it as its chit does: `Previously Committed`.
pub fn state_title(state: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    state.split('-').map(word).collect::<Vec<String>>().join(" ")
}

/// A state inside a sentence.
pub fn state_name(state: &str) -> String {
    state.replace('-', " ")
}

/// The word of a counter's column `source`.
pub fn source(entry: &Entry) -> &'static str {
    SOURCES.iter().find(|(_, source)| *source == entry.source).map_or("", |(word, _)| word)
}

/// What stands in a column of a counter, on the face that is up.
fn printed<'e>(entry: &'e Entry, reduced: bool, name: &str) -> Option<&'e CellValue> {
    let back = reduced.then(|| entry.values.get(back_of(name).as_str())).flatten();
    back.or_else(|| entry.values.get(name))
}

/// Whether a row's source makes an estimate of a column: not where the column tells which counter it is.
fn is_estimate(catalogue: &Catalogue, entry: &Entry, name: &str) -> bool {
    let column = catalogue.family(&entry.family).and_then(|family| family.column(name));
    entry.source.is_draft() && column.is_some_and(|column| !column.certain)
}

/// A number of a counter on the face that is up; `None` when the counter has no such number. A draft may be one off.
pub fn number(catalogue: &Catalogue, entry: &Entry, reduced: bool, name: &str) -> Option<Bound> {
    if name == "count" {
        return entry.count.map(Bound::exact);
    }
    catalogue.family(&entry.family)?.column(name)?;
    // A reduced unit has one step left, whatever its full face has.
    if name == STEPS && reduced {
        return Some(Bound::exact(1));
    }
    let number = printed(entry, reduced, name)?.number()?;
    Some(if is_estimate(catalogue, entry, name) {
        let range = number.saturating_sub(1).max(0)..=number.saturating_add(1);
        Bound::about(number, range, format!("{name} of {}", entry.name))
    } else {
        Bound::exact(number)
    })
}

/// Whether the word of a column of a counter fits, on the face that is up.
pub fn word(
    catalogue: &Catalogue,
    entry: &Entry,
    reduced: bool,
    name: &str,
    fits: &dyn Fn(&str) -> bool,
) -> Answer {
    let holds = fits(printed(entry, reduced, name).map_or("", CellValue::word));
    if is_estimate(catalogue, entry, name) {
        Answer::draft(holds, format!("{name} of {}", entry.name))
    } else {
        Answer::exact(holds)
    }
}

/// The places of the map, then those that hold pieces and are no part of it.
pub fn places(now: &Situation) -> BTreeSet<PlaceId> {
    let map = &now.pack.map;
    let of_map = map.all().iter().filter(|place| !place.of_hexes).map(|place| place.id.clone());
    of_map.chain(now.at.keys().cloned()).collect()
}

/// The name of the deck that a place is.
pub fn deck<'s>(now: &'s Situation, place: &PlaceId) -> Option<&'s String> {
    let name = place.name()?;
    now.pack.decks.iter().map(|deck| &deck.name).find(|deck| *deck == name)
}

/// The side in whose own window a place is.
pub fn hand<'s>(now: &'s Situation, place: &PlaceId) -> Option<&'s str> {
    let owner = now.pack.terms.private.get(&now.pack.map.facts(place)?.window)?;
    now.pack.sides.iter().find(|side| side.name == *owner).map(|side| side.alliance.as_str())
}

/// The places beside a place.
pub fn beside(now: &Situation, place: &PlaceId) -> Vec<PlaceId> {
    now.pack.map.neighbours(place)
}

/// Whether one of these lies along a side of a place.
pub fn has_edge(now: &Situation, place: &PlaceId, words: &[String]) -> bool {
    let map = &now.pack.map;
    map.neighbours(place).iter().any(|near| words.iter().any(|word| map.has_edge(place, near, word)))
}

/// The words of what may lie along the sides of places.
pub fn edges(pack: &Pack) -> BTreeSet<&str> {
    let listed = pack.map.terms.edges.words.iter().map(AsRef::as_ref);
    listed.chain(pack.map.edges().flat_map(|(_, _, words)| words).map(AsRef::as_ref)).collect()
}

/// The columns that every place has.
const COMMON: [&str; 4] = ["kind", "name", "id", "window"];

/// The columns of the map's tables with the words that they may have, without the numbers of hexes; those of a column are
/// looked for when somebody asks.
pub struct ColumnWords<'p> {
    pack: &'p Pack,
    known: BTreeMap<&'p str, OnceCell<BTreeSet<Cow<'p, str>>>>,
}

impl<'p> ColumnWords<'p> {
    /// The columns of a pack's map.
    pub fn of(pack: &'p Pack) -> Self {
        let terms = &pack.map.terms;
        let tables = [&terms.hexes, &terms.areas, &terms.boxes];
        let own = tables.into_iter().flat_map(|table| &table.column).map(|column| column.name.as_str());
        Self { pack, known: COMMON.into_iter().chain(own).map(|name| (name, OnceCell::new())).collect() }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.known.keys().copied()
    }

    /// Whether there is such a column.
    pub fn has(&self, name: &str) -> bool {
        self.known.contains_key(name)
    }

    /// The words of a column, none where there is no such column.
    pub fn words(&self, name: &str) -> Option<&BTreeSet<Cow<'p, str>>> {
        let (name, words) = self.known.get_key_value(name)?;
        Some(words.get_or_init(|| words_of_column(self.pack, name)))
    }

    /// Whether a column has this word, which is mostly found long before all words are.
    pub fn has_word(&self, name: &str, word: &str) -> bool {
        let map = &self.pack.map;
        let is_listed = [&map.terms.hexes, &map.terms.areas, &map.terms.boxes].into_iter().any(|table| {
            let own = table.get(name).map_or(&[][..], |column| &column.words);
            let kinds = if name == "kind" { &table.kinds[..] } else { &[] };
            own.iter().chain(kinds).any(|own| own == word)
        });
        let is_of = |place: &PlaceFacts| !place.of_hexes && word_of(place, name) == word;
        let is_named = || map.place(word).is_some_and(is_of);
        !word.is_empty()
            && (is_listed || is_named() || self.words(name).is_some_and(|words| words.contains(word)))
    }
}

fn words_of_column<'p>(pack: &'p Pack, name: &str) -> BTreeSet<Cow<'p, str>> {
    let mut words = BTreeSet::new();
    let terms = &pack.map.terms;
    for table in [&terms.hexes, &terms.areas, &terms.boxes] {
        words.extend(table.kinds.iter().filter(|_| name == "kind").filter_map(filled));
        if let Some(column) = table.column.iter().find(|column| *column.name == *name) {
            words.extend(column.words.iter().filter_map(filled));
            if column.takes == PlaceTakes::Nation {
                words.extend(pack.nations.keys().filter_map(filled));
            }
        }
    }
    // Places beside each other often have the same words.
    let mut last = "";
    for place in pack.map.all().iter().filter(|place| !place.of_hexes) {
        let is_hex = place.id.hex().is_some();
        // A hex is told by its number, which is its id and its name.
        let word = if is_hex && name == "id" { "" } else { word_of(place, name) };
        if word != last {
            words.extend(filled(word));
            last = word;
        }
        if name == "name" && !is_hex {
            words.insert(Cow::Owned(place.id.to_string()));
        }
    }
    words
}

fn filled<'w, W: AsRef<str> + ?Sized>(word: &'w W) -> Option<Cow<'w, str>> {
    let word = word.as_ref();
    (!word.is_empty()).then_some(Cow::Borrowed(word))
}

/// Whether a column of a place fits: yes or no by the data, perhaps where they are drafts or there are none.
pub fn column(now: &Situation, place: &PlaceId, name: &str, fits: &dyn Fn(&str) -> bool) -> Answer {
    let why = || format!("{name} of {place}");
    let Some(facts) = now.pack.map.facts(place) else { return Answer::unknown(why()) };
    let printed = name == "name" && fits(&place.to_string());
    let holds = printed || fits(word_of(facts, name));
    if !printed && is_draft(now, facts, name) { Answer::draft(holds, why()) } else { Answer::exact(holds) }
}

fn word_of<'f>(facts: &'f PlaceFacts, column: &str) -> &'f str {
    match column {
        "kind" => &facts.kind,
        "name" => &facts.name,
        "id" => &facts.key,
        "window" => &facts.window,
        _ => facts.word(column),
    }
}

/// Whether a value of a place of the map is an estimate. Surroundings may settle that of a hex: a draft coast may be one
/// hex off, and a place of a kind of which the table needs no column has none of them for sure. Name and kind are
/// what tell an area from others; beyond its own columns it has nothing for sure, and a box is what its row says.
fn is_draft(now: &Situation, facts: &PlaceFacts, name: &str) -> bool {
    let map = &now.pack.map;
    if matches!(name, "id" | "window") || !facts.is_draft(name) {
        return false;
    }
    let Some(hex) = facts.id.hex() else { return facts.is_column_of_area(name) };
    let alike = |near: &Hex| map.hex(*near).is_none_or(|near| near.kind == facts.kind);
    let sure_kind = || !facts.is_draft("kind") || map.grid.neighbours(hex).iter().all(alike);
    let columns = &map.terms.hexes.column;
    let bare = || {
        let needed = columns.iter().flat_map(|column| &column.needed);
        columns.iter().any(|column| !column.needed.is_empty())
            && !needed.into_iter().any(|kind| *kind == facts.kind)
    };
    !((name == "kind" || (word_of(facts, name).is_empty() && bare())) && sure_kind())
}

/// The nation that holds a place, changed by control chits, and whether only drafts tell: its `owner`, or that of the
/// column `owner_YEAR` with the last year that has begun. Several where it hangs on a date that nobody knows.
pub fn holders(now: &Situation, place: &PlaceId) -> Vec<(String, bool)> {
    if let Some(nation) = now.control.get(place) {
        return vec![(nation.clone(), false)];
    }
    let Some(facts) = now.pack.map.facts(place) else { return Vec::new() };
    let since = |column: &str| {
        let rest = column.strip_prefix("owner")?;
        if rest.is_empty() { Some(0) } else { rest.strip_prefix('_')?.parse::<u16>().ok() }
    };
    let mut owners: Vec<(u16, &str, &str)> =
        facts.words().filter_map(|(column, word)| Some((since(column)?, column, word))).collect();
    owners.sort_unstable();
    let Some(date) = now.clock.date else {
        return owners
            .iter()
            .map(|(_, column, nation)| ((*nation).to_owned(), facts.is_draft(column)))
            .collect();
    };
    let begun = owners.iter().rev().find(|(since, ..)| *since <= date.year).or_else(|| owners.first());
    begun.map(|(_, column, nation)| ((*nation).to_owned(), facts.is_draft(column))).into_iter().collect()
}

/// The piece that carries a piece, when the save shows which.
pub fn carrier(now: &Situation, ix: PieceIx) -> Option<PieceIx> {
    now.pieces[ix].carried_by
}
