//! A word of a game's own data: a state, a value, later a place. Shared code compares words and knows none.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use vassal::format::kept::KeptTexts;

/// A word as the data spell it; copies share one text, and words sort by it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(Arc<str>);

impl Word {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The word as a sentence would begin with it: `Aboard`.
    pub fn capital(&self) -> String {
        let mut letters = self.0.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl Borrow<str> for Word {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Word {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Deref for Word {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Word {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Word {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl PartialEq<String> for Word {
    fn eq(&self, other: &String) -> bool {
        *self.0 == **other
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WordVisitor)
    }
}

/// Words, each kept once.
#[derive(Default)]
pub(crate) struct KeptWords(KeptTexts);

impl KeptWords {
    /// The word of a text, which shares the text of an equal one.
    pub(crate) fn of(&mut self, text: &str) -> Word {
        Word(self.0.of(text))
    }
}

thread_local! {
    /// The words of what is read at present, where equal ones share a text.
    static READ: RefCell<Option<KeptWords>> = const { RefCell::new(None) };
}

/// Reads something in which the same words stand again and again; all words that are equal share one text.
pub(crate) fn shared<T>(read: impl FnOnce() -> T) -> T {
    let outer = READ.replace(Some(KeptWords::default()));
    let made = read();
    READ.set(outer);
    made
}

/// Makes a word of the text where it stands, without a copy between.
struct WordVisitor;

impl Visitor<'_> for WordVisitor {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Word, E> {
        Ok(READ.with_borrow_mut(|read| read.as_mut().map_or_else(|| text.into(), |kept| kept.of(text))))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn words_sort_by_their_text_and_are_found_by_it() {
        let words = BTreeSet::from(["used", "afloat", "hit"].map(Word::from));
        assert_eq!(words.iter().map(Word::as_str).collect::<Vec<_>>(), ["afloat", "hit", "used"]);
        assert!(words.contains("hit") && !words.contains("Hit"));
        assert_eq!(words.first().map(Word::capital).as_deref(), Some("Afloat"));
    }

    #[test]
    fn equal_words_of_one_reading_share_their_text() {
        let read = || serde_json::from_str::<Vec<Word>>("[\"hit\", \"afloat\", \"hit\"]").unwrap();
        let share = |words: &[Word]| Arc::ptr_eq(&words[0].0, &words[2].0);
        let words = shared(read);
        assert_eq!(words, ["hit", "afloat", "hit"]);
        assert!(share(&words) && !share(&read()));
    }

    #[test]
    fn a_word_is_plain_text_in_json() {
        let words = vec![Word::from("hit"), Word::from("two-handed")];
        let text = serde_json::to_string(&words).unwrap_or_default();
        assert_eq!(text, "[\"hit\",\"two-handed\"]");
        assert_eq!(serde_json::from_str::<Vec<Word>>(&text).ok(), Some(words));
    }
}
