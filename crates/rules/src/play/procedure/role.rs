//! The sides of a procedure, as roles that it names itself: who decides, who loses, who is asked.

use std::fmt;

use serde::Serialize;

/// A side in a procedure, such as an attacker; which roles there are, each procedure lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Role(&'static str);

impl Role {
    /// A role by its word in orders, reports and JSON.
    #[must_use]
    pub const fn new(word: &'static str) -> Self {
        Self(word)
    }

    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
