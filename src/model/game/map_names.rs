//! The names of the maps that the things of a game lie on.

use std::collections::HashSet;
use std::sync::Arc;

use foldhash::fast::RandomState;

/// Names of maps, one text for each: ten thousand stacks on a map have its name.
#[derive(Debug, Clone, Default)]
pub(crate) struct MapNames(HashSet<Arc<str>, RandomState>);

impl MapNames {
    pub fn share(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let new: Arc<str> = name.into();
        self.0.insert(Arc::clone(&new));
        new
    }
}
