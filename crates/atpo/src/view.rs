//! What checks and battles look at: a position in ATPO's terms, with zones of control and supply traced on first use.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use super::field::Field;
use super::supply::{Supply, Traced};
use super::zoc::Zoc;
use liege_rules::check::case::SpentPiece;
use liege_rules::position::situation::Situation;

pub use super::field::{Alliance, Unit};

/// A position in ATPO's terms.
pub struct View {
    field: Field,
    zoc: OnceCell<Zoc>,
    traced: OnceCell<Traced>,
    spent: BTreeMap<String, SpentPiece>,
}

impl Deref for View {
    type Target = Field;
    fn deref(&self) -> &Field {
        &self.field
    }
}

impl AsRef<Situation> for View {
    fn as_ref(&self) -> &Situation {
        &self.situation
    }
}

impl View {
    /// Looks at a position.
    pub fn new(situation: Arc<Situation>, choices: BTreeMap<String, String>) -> Self {
        let field = Field::new(situation, choices);
        Self { field, zoc: OnceCell::new(), traced: OnceCell::new(), spent: BTreeMap::new() }
    }

    /// The same after battles of the same Step that have used up these pieces.
    #[must_use]
    pub fn after(self, spent: BTreeMap<String, SpentPiece>) -> Self {
        Self { spent, ..self }
    }

    /// What a unit has flown already in the Step; none where it has not (4.7.4, 4.14.1).
    pub fn flown_before(&self, unit: &Unit) -> Option<&SpentPiece> {
        self.spent.get(&self.piece(unit).id)
    }

    /// Zones of control of both parties.
    pub fn zoc(&self) -> &Zoc {
        self.zoc.get_or_init(|| Zoc::of(&self.field))
    }

    /// Supply traces.
    pub fn supply(&self) -> Supply<'_> {
        let traced = self.traced.get_or_init(|| Traced::of(&self.field));
        Supply { field: &self.field, zoc: self.zoc(), traced }
    }
}
