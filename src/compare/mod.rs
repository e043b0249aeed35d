//! What two modules, saves or logs differ in, told as players and module makers would tell it.

pub mod dice;
pub mod merge;
pub mod modules;
pub mod positions;
pub mod story;
pub mod traits;

use serde::Serialize;

/// A named value before and after; none where it was not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueDiff {
    /// Its name.
    pub name: String,
    /// What it was.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
}

impl ValueDiff {
    /// The difference of two values of one name; none where they are equal.
    pub fn of(name: &str, before: Option<&str>, after: Option<&str>) -> Option<Self> {
        let own = |value: Option<&str>| value.map(str::to_owned);
        (before != after).then(|| Self { name: name.to_owned(), before: own(before), after: own(after) })
    }

    /// Words such as `2 → 3`, with quotes around what holds spaces or nothing.
    pub fn in_words(&self) -> String {
        format!("{} → {}", shown(self.before.as_deref()), shown(self.after.as_deref()))
    }
}

/// The longest value that a line shows whole, in letters.
const LONGEST_SHOWN: usize = 120;

/// A value as a line shows it.
fn shown(value: Option<&str>) -> String {
    let Some(value) = value else { return "none".to_owned() };
    let plain: String = value
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(LONGEST_SHOWN + 1)
        .collect();
    let cut = plain.chars().count() > LONGEST_SHOWN;
    let text = if cut { format!("{}…", plain.trim_end()) } else { plain };
    if text.is_empty() || text.contains(' ') { format!("\"{text}\"") } else { text }
}
