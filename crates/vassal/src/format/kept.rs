//! Texts that stand again and again, each kept once: names of attributes, of maps, words of a table.

use std::sync::Arc;

/// Texts, each kept once.
#[derive(Debug, Clone, Default)]
pub struct KeptTexts(foldhash::HashSet<Arc<str>>);

impl KeptTexts {
    /// The text, shared with an equal one that was asked for before.
    pub fn of(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let fresh: Arc<str> = text.into();
        self.0.insert(Arc::clone(&fresh));
        fresh
    }
}
