//! Does not Stack: how a piece is selected, moved and stacked.
//!
//! Engine class: `counters.Immobilized`.

use super::fields::Fields;
use crate::format::piece::TraitText;
use crate::format::sequence::Unencodable;
use crate::format::text::Text;

/// A Does not Stack trait; its letters are read from the fields `selection`, `movement`, `stacking`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoesNotStack {
    /// The definition.
    pub fields: Fields,
    /// The state, empty.
    pub state: Text,
}

impl DoesNotStack {
    pub(super) fn decode(text: &TraitText) -> Option<Self> {
        Some(Self { fields: Fields::decode(&text.type_text)?, state: text.state_text.clone() })
    }

    pub(super) fn encode(&self) -> Result<TraitText, Unencodable> {
        Ok(TraitText::new(self.fields.encode()?, &self.state))
    }

    /// True if the piece never joins a stack.
    #[must_use]
    pub fn never_stacks(&self) -> bool {
        !self.fields.get("stacking").starts_with('L')
    }

    /// True if the piece can't be moved by hand.
    #[must_use]
    pub fn never_moves(&self) -> bool {
        self.fields.get("movement").starts_with('V')
    }

    /// True if the piece ignores the grid.
    #[must_use]
    pub fn ignores_grid(&self) -> bool {
        self.fields.get("selection").contains('g')
    }
}
