//! What a text of a trait sees: the piece that it belongs to, and all around it.

use super::{Asked, NAMED, Traits};
use crate::model::expression;
use crate::model::tally::{Scope, Tally};

/// The piece and all around it, as a text of one of its traits sees it.
pub(super) struct Inside<'t, 'a> {
    pub traits: &'t Traits<'a>,
    pub asked: Asked,
    /// Values that the trait has for itself.
    pub own: &'t [(&'t str, &'t str)],
}

impl Scope for Inside<'_, '_> {
    fn value(&self, key: &str) -> Option<String> {
        match self.own.iter().find(|(name, _)| *name == key) {
            Some((_, value)) => self.traits.looks_up(value.len()).then(|| (*value).to_owned()),
            None => self.traits.property_at(key, self.asked),
        }
    }

    fn total(&self, tally: &Tally) -> Option<i32> {
        self.traits.looks_up(0).then(|| self.traits.outside.total(tally))?
    }

    fn elsewhere(&self, key: &str, zone: Option<&str>, map: Option<&str>) -> Option<String> {
        self.traits.looks_up(0).then(|| self.traits.outside.elsewhere(key, zone, map))?
    }

    fn has_map(&self, name: &str) -> Option<bool> {
        self.traits.outside.has_map(name)
    }
}

impl Traits<'_> {
    /// The whole piece, as a filter of pieces sees it.
    pub fn scope(&self) -> impl Scope + '_ {
        Inside { traits: self, asked: NAMED, own: &[] }
    }

    /// Whether an expression without its braces holds for the piece; none when it is not understood.
    pub fn meets(&self, expression: &str) -> Option<bool> {
        let found = self.surely(|| expression::evaluate(expression, &self.scope()));
        found.map(|value| value == "true")
    }

    /// The value of a property, empty where nobody has it; none when it is not understood.
    pub fn sure_property(&self, key: &str) -> Option<String> {
        self.surely(|| Some(self.property(key).unwrap_or_default()))
    }
}
