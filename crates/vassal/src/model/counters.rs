//! The counters of a module by number and by name, as a piece of an older save finds its own again.
//!
//! Engine class: `build.GpIdChecker`.

use std::collections::BTreeMap;

use super::module::Module;
use super::piece_numbers::bare;
use super::slot::{Prototypes, read_definition};
use crate::format::piece::PieceText;
use crate::format::text::Text;
use crate::format::traits::{Fields, Trait};

/// How a piece found its counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// By its number (gpid).
    Number,
    /// By its name, since nothing has its number.
    Name,
    /// By its name and its picture, since several counters have its name.
    NameAndPicture,
}

/// One counter of the module.
#[derive(Debug)]
#[non_exhaustive]
pub struct ModuleCounter {
    /// Its number; empty where the module gives it none.
    pub gpid: String,
    /// Its definition, prototypes not expanded.
    definition: PieceText,
}

/// All counters of a module: slots, cards of decks, and what Place Marker and Replace traits put down.
#[derive(Debug, Default)]
pub struct Counters {
    /// Expanded when a counter is asked for: all at once would take what a hostile module wants.
    prototypes: Prototypes,
    all: Vec<ModuleCounter>,
    by_number: BTreeMap<String, usize>,
    /// The same by the number in the definition, where its slot lacks the id of its extension before it, as a file that
    /// was not written by VASSAL's editor may.
    by_own_number: BTreeMap<String, usize>,
    by_name: BTreeMap<String, Vec<usize>>,
    /// Numbers that several counters have, and how many have none; the engine refuses to refresh then.
    pub twice: Vec<String>,
    /// How many have none.
    pub without: usize,
}

/// Why a piece has no counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoCounter {
    /// Nothing has its number or name.
    Gone,
    /// So many different ones have its name.
    Several(usize),
}

impl Counters {
    /// Those of a module.
    #[must_use]
    pub fn of(module: &Module) -> Self {
        let mut counters = Self { prototypes: module.prototypes.clone(), ..Self::default() };
        let at_start = module.maps.iter().flat_map(|map| &map.at_start).flat_map(|stack| &stack.slots);
        for slot in module.slots.iter().chain(at_start) {
            let Some(definition) = slot.piece() else { continue };
            counters.by_name.entry(name_of(definition)).or_default().push(counters.all.len());
            counters.push(&slot.gpid, definition.clone());
            counters.push_placed(definition);
        }
        for prototype in module.prototypes.of.values() {
            counters.push_placed(prototype);
        }
        counters
    }

    /// The piece that a new game would get of a counter, prototypes expanded.
    #[must_use]
    pub fn piece(&self, counter: &ModuleCounter) -> PieceText {
        self.prototypes.expand(&counter.definition, &mut Vec::new())
    }

    fn push(&mut self, gpid: &str, definition: PieceText) {
        let number = self.all.len();
        let own = own_number(&definition).filter(|own| own != gpid && bare(own) == gpid);
        self.by_own_number.extend(own.map(|own| (own, number)));
        self.all.push(ModuleCounter { gpid: gpid.to_owned(), definition });
        if gpid.is_empty() {
            self.without += 1;
        } else if self.by_number.insert(gpid.to_owned(), number).is_some() {
            self.twice.push(gpid.to_owned());
        }
    }

    /// What the traits of a piece put down, where they hold it themselves.
    fn push_placed(&mut self, definition: &PieceText) {
        for own in &definition.traits {
            let is_placing =
                ["placemark;", "replace;"].iter().any(|own_kind| own.type_text.starts_with(own_kind));
            let Some(fields) = is_placing.then(|| Fields::decode(own.type_text.clone())).flatten() else {
                continue;
            };
            let Some(placed) = read_definition(fields.get("markerSpec")) else { continue };
            self.push(fields.get("gpId"), placed);
        }
    }

    /// The counter of a piece: the one with its number, else the one with its name where `by_name` allows it.
    ///
    /// # Errors
    /// There is none, or several that differ.
    pub fn find(
        &self,
        gpid: &str,
        piece: &PieceText,
        by_name: bool,
    ) -> Result<(&ModuleCounter, By), NoCounter> {
        let numbered = self.by_number.get(gpid).or_else(|| self.by_own_number.get(gpid));
        if let Some(found) = numbered.filter(|_| !gpid.is_empty()) {
            return Ok((&self.all[*found], By::Number));
        }
        let named = self.by_name.get(&name_of(piece)).filter(|_| by_name).ok_or(NoCounter::Gone)?;
        if let Some(found) = self.only_one(named.iter().copied()) {
            return Ok((found, By::Name));
        }
        let picture = picture_of(piece);
        let alike =
            named.iter().copied().filter(|&number| picture_of(&self.all[number].definition) == picture);
        self.only_one(alike).map(|found| (found, By::NameAndPicture)).ok_or(NoCounter::Several(named.len()))
    }

    /// The first of some, where all make the same piece.
    fn only_one(&self, mut some: impl Iterator<Item = usize>) -> Option<&ModuleCounter> {
        let first = &self.all[some.next()?];
        let own = made(self.piece(first));
        some.all(|other| made(self.piece(&self.all[other])) == own).then_some(first)
    }
}

/// What a counter makes, but for its own number.
fn made(mut piece: PieceText) -> PieceText {
    if let Some(basic) = piece.traits.last_mut() {
        basic.state_text = Text::default();
    }
    piece
}

/// The name of its basic piece.
pub fn name_of(piece: &PieceText) -> String {
    basic(piece, "name")
}

/// The number in a definition, which its slot overrules.
fn own_number(piece: &PieceText) -> Option<String> {
    match piece.traits.last().map(Trait::decode) {
        Some(Trait::BasicPiece(basic)) => basic.gpid().map(str::to_owned),
        _ => None,
    }
}

fn picture_of(piece: &PieceText) -> String {
    basic(piece, "imageName")
}

fn basic(piece: &PieceText, field: &str) -> String {
    match piece.traits.last().map(Trait::decode) {
        Some(Trait::BasicPiece(basic)) => basic.fields.get(field).to_owned(),
        _ => String::new(),
    }
}
