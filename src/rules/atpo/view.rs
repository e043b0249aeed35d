//! What checks and battles look at: a position in ATPO's terms, with zones of control and supply traced on first use.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use super::field::Field;
use super::supply::{Supply, Traced};
use super::zoc::Zoc;
use crate::rules::situation::Situation;

pub use super::field::{Alliance, Unit};

/// A position in ATPO's terms.
pub struct View {
    field: Field,
    zoc: OnceCell<Zoc>,
    traced: OnceCell<Traced>,
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
        Self { field: Field::new(situation, choices), zoc: OnceCell::new(), traced: OnceCell::new() }
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
