//! Counters as the palette of a module has them.

use crate::cli::commands::resolve::products::slot_is;
use crate::table::Table;
use vassal::format::piece::PieceText;

/// A new piece of a counter, as the module's palette has it.
pub fn counter(master: &Table, id: &str) -> Option<PieceText> {
    let marker = &master.pack.terms.marker;
    let slot = master.module.slots.iter().find(|slot| slot_is(slot, marker, id))?;
    master.module.make(slot, &mut Vec::new())
}
