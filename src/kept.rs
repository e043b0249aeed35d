//! Values that are made once and shared by all who ask for them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Values by key, each made by who asks first while all others wait: what makes one asks for no other of its kind and
/// starts no threads.
pub struct Kept<K, V>(Mutex<BTreeMap<K, Arc<V>>>);

impl<K: Ord, V> Kept<K, V> {
    /// Nothing so far.
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The value of a key that was made already.
    #[cfg(feature = "cli")]
    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).map(Arc::clone)
    }

    /// Keeps a value that was made elsewhere.
    #[cfg(feature = "cli")]
    pub fn keep(&self, key: K, value: &Arc<V>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(value));
    }

    /// The value of a key; one that could not be made is tried again.
    pub fn get_or_make<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = kept.get(&key) {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(make()?);
        kept.insert(key, Arc::clone(&value));
        Ok(value)
    }
}

impl<K: Ord, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> fmt::Debug for Kept<K, V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Kept")
    }
}
