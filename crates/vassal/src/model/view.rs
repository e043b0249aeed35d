//! The copy of a save for one side: written new from what the side may see, by a list of what may stand in it.
//!
//! A [`Plan`] says what of a position is shown, what a placeholder stands for and what is left out; [`write()`] makes a
//! save from it and takes nothing else. [`residues`] looks at a save the other way round and names what its side may
//! not know. What a side may see is for [`crate::model::eyes`] alone to say.

mod counters;
mod left_out;
mod piles;
mod plan;
mod residue;

mod settings;
mod shown;
mod writer;

pub use left_out::{LeftOut, Matter};
pub use plan::{Added, DeckFate, Extent, Fate, Plan, Properties};

pub use residue::{Residue, residues};
pub use shown::ShownPieces;
pub use writer::{Redacted, stand_ins, write};
