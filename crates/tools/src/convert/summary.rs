//! What is in a module, a save or a log, counted and named; never a player's secret id.

mod module;
mod save;

use std::collections::BTreeMap;

use vassal::format::piece::PieceText;
use vassal::format::traits::Spec;

pub use module::{MapSummary, ModuleSummary, PaletteSummary, of_module};
pub use save::{Looked, MapInSave, SaveSummary, of_save};

/// Traits of the engine whose definition is no list of fields, and those that it reads of old files alone.
const OTHER_TRAITS: &[&str] = &["mark;", "cloneOld;", "hidden;", "obscurable;"];
/// Longest beginning of an unknown text that is shown.
const LONGEST_WORD: usize = 24;

/// How often each name occurs.
pub type Counts = BTreeMap<String, usize>;

fn unknown_traits<'a>(pieces: impl Iterator<Item = &'a PieceText>) -> Counts {
    let mut counts = Counts::new();
    for text in pieces.flat_map(|piece| &piece.traits).map(|part| part.type_text.as_str()) {
        let prefix = text.find(';').map_or(text, |end| &text[..=end]);
        if Spec::of(prefix).is_none() && !OTHER_TRAITS.contains(&prefix) && !prefix.is_empty() {
            *counts.entry(prefix.chars().take(LONGEST_WORD).collect()).or_default() += 1;
        }
    }
    counts
}
