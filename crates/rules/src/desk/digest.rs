//! SHA-256 values as papers write them, and the tags that tell the hashes of one game and use from all others.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Longest id of a game in a tag.
const LONGEST_ID: usize = 64;

/// A SHA-256 value or a salt: 32 bytes, written as 64 small hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Digest32(pub [u8; 32]);

impl Digest32 {
    /// What stands before the first root of a chain: 32 zero bytes.
    pub const ZERO: Self = Self([0; 32]);

    /// The SHA-256 of a file.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Digest32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no digest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected 64 hexadecimal digits (0-9, a-f), found {0}")]
pub struct NoDigest(String);

impl FromStr for Digest32 {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Self, NoDigest> {
        let mut bytes = [0; 32];
        match hex_into(text, &mut bytes) {
            true => Ok(Self(bytes)),
            false => Err(NoDigest(shortened(text))),
        }
    }
}

impl TryFrom<String> for Digest32 {
    type Error = NoDigest;

    fn try_from(text: String) -> Result<Self, NoDigest> {
        text.parse()
    }
}

impl Serialize for Digest32 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest32 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Reads exactly as many pairs of small hexadecimal digits as there are bytes.
pub(super) fn hex_into(text: &str, bytes: &mut [u8]) -> bool {
    let digit = |sign: u8| match sign {
        b'0'..=b'9' => Some(sign - b'0'),
        b'a'..=b'f' => Some(sign - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != bytes.len() || !rest.is_empty() {
        return false;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        let (Some(high), Some(low)) = (digit(*high), digit(*low)) else { return false };
        *byte = high << 4 | low;
    }
    true
}

/// A text in quotes for a message, cut where it is long.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        None => format!("{text:?}"),
        Some((at, _)) => format!("{:?}…", text.get(..at).unwrap_or_default()),
    }
}

/// Longest name of a match, in bytes.
pub const LONGEST_MATCH: usize = 200;

/// Which match a paper is of: the id of its game, which stands in tags and schemas (small letters, digits and hyphens, at
/// most 64), and the name of the match. No hash is made of the name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameTag {
    id: String,
    name: String,
}

impl GameTag {
    /// The tag of the game with this id, of a match of the same name; none where it has other signs.
    pub fn new(id: &str) -> Option<Self> {
        let right = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-';
        let fits = !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(right);
        fits.then(|| Self { id: id.to_owned(), name: id.to_owned() })
    }

    /// The tag of a match of the same game; none where the name is empty, longer than 200 bytes or has a control
    /// character.
    pub fn of_match(self, name: &str) -> Option<Self> {
        let fits = (1..=LONGEST_MATCH).contains(&name.len()) && !name.chars().any(char::is_control);
        fits.then(|| Self { name: name.to_owned(), ..self })
    }

    /// The tag of a game that has a module and no data of ours: the module's name in small letters, a hyphen in the
    /// place of everything between letters and digits of ASCII; `module` where nothing is left.
    pub fn of_module(name: &str) -> Self {
        let small = name.to_ascii_lowercase();
        let words = small.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut id = words.collect::<Vec<_>>().join("-");
        id.truncate(LONGEST_ID);
        Self::new(&id).unwrap_or_else(|| Self { id: "module".to_owned(), name: "module".to_owned() })
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of the match.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The schema of a paper of this game, for example `liege-<game>-opening-1`.
    pub fn schema(&self, paper: &str) -> String {
        format!("liege-{}-{paper}-1", self.id)
    }

    /// The game of a schema of this paper, whatever game it is.
    pub fn of_schema(schema: &str, paper: &str) -> Option<Self> {
        let rest = schema.strip_prefix("liege-")?.strip_suffix("-1")?;
        Self::new(rest.strip_suffix(paper)?.strip_suffix('-')?)
    }

    /// The tag of a paper by its schema and the name of its match.
    ///
    /// # Errors
    /// One of them cannot be; told in words.
    pub(super) fn of_paper(schema: &str, game: &str, paper: &str) -> Result<Self, String> {
        let tag = Self::of_schema(schema, paper).ok_or_else(|| {
            format!("schema {}: expected \"liege-…-{paper}-1\" with the id of a game", shortened(schema))
        })?;
        tag.of_match(game).ok_or_else(|| {
            let game = shortened(game);
            format!("game {game}: expected the name of a match, 1 to {LONGEST_MATCH} bytes without control characters")
        })
    }

    /// A hash that begins with the tag of its use, `liege-<game>-<part>-1`, and a zero byte.
    pub(super) fn hash(&self, part: &str) -> Hashing {
        Hashing(Sha256::new()).bytes(self.schema(part).as_bytes()).bytes(&[0])
    }
}

/// A hash that is being fed.
pub(super) struct Hashing(Sha256);

impl Hashing {
    /// Adds bytes as they are.
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(bytes);
        self
    }

    /// Adds a number as four bytes, most significant first; what is larger stands as the largest, and is refused
    /// wherever something is read.
    pub fn count(self, number: usize) -> Self {
        self.bytes(&u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes())
    }

    /// Adds a text behind its length in bytes.
    pub fn text(self, text: &str) -> Self {
        self.count(text.len()).bytes(text.as_bytes())
    }

    /// Adds values one after the other.
    pub fn all<'d>(self, digests: impl IntoIterator<Item = &'d Digest32>) -> Self {
        digests.into_iter().fold(self, |hash, digest| hash.bytes(&digest.0))
    }

    /// The value.
    pub fn done(self) -> Digest32 {
        Digest32(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_read_as_it_is_written_and_in_no_other_form() {
        let text = "00ff".repeat(16);
        assert_eq!(text.parse::<Digest32>().unwrap().to_string(), text);
        for wrong in [&text[1..], &text.to_uppercase(), &format!("{text}00"), &"g0".repeat(32), "", "é"] {
            assert!(wrong.parse::<Digest32>().is_err(), "{wrong}");
        }
        let long = "x".repeat(5000).parse::<Digest32>().unwrap_err().to_string();
        assert!(long.len() < 200, "{long}");
    }

    #[test]
    fn a_module_without_data_of_ours_has_a_tag_of_its_name() {
        let id = |name: &str| GameTag::of_module(name).id().to_owned();
        assert_eq!(id("War of the Ring (2nd Ed.)"), "war-of-the-ring-2nd-ed");
        assert_eq!(id("三国"), "module");
        assert_eq!(id(&"a".repeat(500)).len(), LONGEST_ID);
        assert!(GameTag::new("Two Words").is_none() && GameTag::new("").is_none());
    }

    #[test]
    fn two_matches_of_one_game_have_the_same_hashes_and_are_not_the_same() {
        let tag = GameTag::new("a-b").unwrap();
        let [one, other] = ["Tuesday", "Wednesday"].map(|name| tag.clone().of_match(name).unwrap());
        assert_ne!(one, other);
        assert_eq!(one.hash("root").done(), other.hash("root").done());
        assert_eq!(GameTag::of_paper(&one.schema("opening"), "Tuesday", "opening"), Ok(one));
        for name in ["", "a\nb", &"x".repeat(LONGEST_MATCH + 1)] {
            assert_eq!(tag.clone().of_match(name), None, "{name}");
        }
    }

    #[test]
    fn a_schema_names_its_game() {
        let tag = GameTag::new("a-b").unwrap();
        assert_eq!(GameTag::of_schema(&tag.schema("opening"), "opening"), Some(tag.clone()));
        assert_eq!(GameTag::of_schema(&tag.schema("opening"), "commitment"), None);
        assert_eq!(GameTag::of_schema("liege--opening-1", "opening"), None);
    }
}
