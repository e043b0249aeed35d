//! What a game makes of its pack: its own types for the words of the data, made once and kept beside them.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A place for one value of the game's own; a copy of the pack starts without it, because its data may be changed.
#[derive(Default)]
pub struct Typed(OnceLock<Arc<dyn Any + Send + Sync>>);

impl Typed {
    /// The value, made on first use.
    pub fn get_or_make<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let kept = self.0.get_or_init(|| Arc::new(make()));
        // One pack belongs to one game; were another to ask, it would get a value of its own.
        kept.clone().downcast().unwrap_or_else(|_| Arc::new(make()))
    }
}

impl Clone for Typed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.get().is_some() { "made" } else { "not made" })
    }
}
