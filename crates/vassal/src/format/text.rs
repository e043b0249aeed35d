//! A part of a text that many values share: the pieces, traits and fields of a save are parts of the one text read.
//!
//! Parts are copied only where an escape is in the way. Whether a value would be written back identically shows in
//! how it begins, since only quotes leave doubt (`sequence::split`); doubtful values are written again and compared.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A text, or a part of one. A copy of it copies no letters; it keeps the whole text in memory.
#[derive(Clone, Default)]
pub struct Text {
    /// None for the empty text.
    source: Option<Arc<String>>,
    start: u32,
    /// [`TO_THE_END`], or where it ends. Saves have two texts for each trait, so that places of 8 bytes would cost.
    end: u32,
}

/// The end of a text of 4 GiB and more, wherever that is.
const TO_THE_END: u32 = u32::MAX;

impl Text {
    /// The letters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let whole = self.source.as_ref().map_or("", |source| source.as_str());
        let end = if self.end == TO_THE_END { whole.len() } else { self.end as usize };
        whole.get(self.start as usize..end).unwrap_or_default()
    }

    /// A part of this text, by its bytes; empty where there is no such part.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        match self.get(range.clone()) {
            None | Some("") => Self::default(),
            Some(_) => self.known_part(range),
        }
    }

    /// The same of a part that is there and not empty.
    fn known_part(&self, range: Range<usize>) -> Self {
        let place = |at: usize| u32::try_from(at).ok()?.checked_add(self.start).filter(|&at| at < TO_THE_END);
        match (place(range.start), place(range.end)) {
            (Some(start), Some(end)) => Self { source: self.source.clone(), start, end },
            _ => self.get(range).unwrap_or_default().into(),
        }
    }

    /// The part of this text that a slice of it is.
    #[must_use]
    pub fn share(&self, slice: &str) -> Self {
        let start = (slice.as_ptr() as usize).wrapping_sub(self.as_ptr() as usize);
        let range = start..start.wrapping_add(slice.len());
        match self.get(range.clone()) {
            Some(own) if std::ptr::eq(own, slice) && !own.is_empty() => self.known_part(range),
            _ => slice.into(),
        }
    }

    /// What follows a beginning of this text, where it begins so.
    #[must_use]
    pub fn after(&self, beginning: &str) -> Option<Self> {
        self.starts_with(beginning).then(|| self.part(beginning.len()..self.len()))
    }

    /// What a reading of a slice of this text gives, shared where it changed nothing.
    pub(super) fn share_cow(&self, read: Cow<'_, str>) -> Self {
        match read {
            Cow::Borrowed(slice) => self.share(slice),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(out)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), out)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl From<String> for Text {
    fn from(mut text: String) -> Self {
        // It may be kept for long, one of a hundred thousand.
        text.shrink_to_fit();
        let end = u32::try_from(text.len()).unwrap_or(TO_THE_END);
        Self { source: (end > 0).then(|| Arc::new(text)), start: 0, end }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<&Self> for Text {
    fn from(text: &Self) -> Self {
        text.clone()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_pointer_width = "64")] // its memory is asked for and never written to
    fn a_text_of_more_than_4_gib_has_its_parts() {
        const LENGTH: usize = 5 << 30;
        let whole = Text::from(String::from_utf8(vec![0; LENGTH]).unwrap());
        assert_eq!(whole.len(), LENGTH);
        let near = whole.part(7..9);
        assert!(std::ptr::eq(near.as_str(), &whole[7..9]));
        for part in [LENGTH - 9..LENGTH, (1 << 32) - 3..(1 << 32) + 3, (1 << 32) - 5..(1 << 32) - 1] {
            assert_eq!(whole.part(part.clone()), whole[part.clone()]);
            assert_eq!(whole.part(part.clone()).part(1..4).as_str(), "\0\0\0");
        }
        assert_eq!(whole.clone(), whole);
    }

    #[test]
    fn parts_share_their_text_and_never_leave_it() {
        let whole = Text::from("+/12/piece;東京".to_owned());
        let part = whole.after("+/").unwrap();
        assert_eq!(part, "12/piece;東京");
        let slice = &part[3..];
        assert_eq!(part.share(slice), slice);
        assert!(std::ptr::eq(part.share(slice).as_str(), slice));
        assert_eq!(part.share("piece"), "piece");
        assert_eq!(whole.part(12..13), "", "inside a letter");
        assert_eq!(whole.part(5..99), "");
        assert_eq!(Text::default().share(""), "");
        assert_eq!(whole.after("-/"), None);
    }
}
