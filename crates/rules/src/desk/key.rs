//! The secret key of a game, and what is derived from it: salts and the ids of ghosts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::digest::{Digest32, hex_into};

/// Ids of ghosts lie below this before they are raised.
const BEYOND_GHOSTS: u64 = 1_000_000_000_000_000;

/// The key of one game: 32 bytes that only the umpire has. It is wiped from memory when it is dropped and never shown.
#[derive(Clone)]
pub struct SealKey(Zeroizing<[u8; 32]>);

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey(secret)")
    }
}

/// A text that is no key. It does not repeat the text, which may be most of a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a key of 64 hexadecimal digits (0-9, a-f)")]
pub struct NoKey;

impl FromStr for SealKey {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let mut bytes = Zeroizing::new([0; 32]);
        if hex_into(text, &mut *bytes) { Ok(Self(bytes)) } else { Err(NoKey) }
    }
}

/// What a salt is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaltKind {
    /// A piece, by its id.
    Piece,
    /// A leaf, by its name.
    Leaf,
}

impl SealKey {
    /// A key from bytes of the operating system; never from a seed that somebody could know.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The key as it is kept in the umpire's file, 64 hexadecimal digits; wiped when it is dropped.
    pub fn to_hex(&self) -> Zeroizing<String> {
        Zeroizing::new(Digest32(*self.0).to_string())
    }

    /// The salt of a piece or leaf of an issue: `HMAC-SHA256(K, kind 00 issue 00 name)`, the issue in decimal digits.
    pub fn salt(&self, kind: SaltKind, issue: u32, name: &str) -> Digest32 {
        let kind = match kind {
            SaltKind::Piece => "piece",
            SaltKind::Leaf => "leaf",
        };
        self.derive(&[kind, &issue.to_string(), name])
    }

    /// The id of a ghost in a side's copy, by the number of its entry in the side's ledger: the first eight bytes of
    /// `HMAC-SHA256(K, "ghost" 00 side 00 entry)`, most significant first, modulo 10^15, in decimal digits; raised by
    /// one while it is among `taken`.
    pub fn ghost_id(&self, side: &str, entry: u32, taken: &BTreeSet<String>) -> String {
        let Digest32(bytes) = self.derive(&["ghost", side, &entry.to_string()]);
        let first = bytes.iter().take(8).fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        let mut id = first % BEYOND_GHOSTS;
        while taken.contains(&id.to_string()) {
            id += 1;
        }
        id.to_string()
    }

    /// The ids of all ghosts of a copy by their entries, lowest entry first; `taken` are the ids that the copy has
    /// without them.
    pub fn ghost_ids(
        &self,
        side: &str,
        entries: &BTreeSet<u32>,
        mut taken: BTreeSet<String>,
    ) -> BTreeMap<u32, String> {
        let mut ids = BTreeMap::new();
        for entry in entries {
            let id = self.ghost_id(side, *entry, &taken);
            taken.insert(id.clone());
            ids.insert(*entry, id);
        }
        ids
    }

    /// The HMAC of words with a zero byte between them.
    fn derive(&self, words: &[&str]) -> Digest32 {
        // HMAC itself would fill the key up; a whole block has no length that could be wrong.
        let mut mac = Hmac::<Sha256>::new((&*block(&self.0)).into());
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                mac.update(&[0]);
            }
            mac.update(word.as_bytes());
        }
        Digest32(mac.finalize().into_bytes().into())
    }
}

/// The key filled up with zeros to the block of SHA-256, as HMAC does with a shorter key.
fn block(key: &[u8; 32]) -> Zeroizing<[u8; 64]> {
    let mut block = Zeroizing::new([0; 64]);
    block.iter_mut().zip(key).for_each(|(place, byte)| *place = *byte);
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SealKey {
        SealKey::new([7; 32])
    }

    #[test]
    fn a_key_shows_nothing_of_itself() {
        assert_eq!(format!("{:?}", key()), "SealKey(secret)");
        let fault = "07".repeat(31).parse::<SealKey>().unwrap_err();
        assert!(!fault.to_string().contains("0707"), "{fault}");
    }

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let again: SealKey = key().to_hex().parse().unwrap();
        assert_eq!(*again.0, *key().0);
        assert!("7".repeat(63).parse::<SealKey>().is_err() && "A7".repeat(32).parse::<SealKey>().is_err());
    }

    #[test]
    fn salts_differ_by_kind_issue_and_name() {
        let salts = [
            key().salt(SaltKind::Piece, 1, "7"),
            key().salt(SaltKind::Leaf, 1, "7"),
            key().salt(SaltKind::Piece, 2, "7"),
            key().salt(SaltKind::Piece, 1, "17"),
            SealKey::new([8; 32]).salt(SaltKind::Piece, 1, "7"),
        ];
        assert_eq!(BTreeSet::from(salts).len(), salts.len());
    }

    #[test]
    fn the_id_of_a_ghost_is_raised_while_the_copy_has_it() {
        let none = BTreeSet::new();
        let first = key().ghost_id("axis", 3, &none);
        assert_ne!(first, key().ghost_id("allies", 3, &none), "the sides' ids tell nothing of each other");
        let number: u64 = first.parse().unwrap();
        assert!(number < BEYOND_GHOSTS);
        let taken = BTreeSet::from([first.clone(), (number + 1).to_string()]);
        assert_eq!(key().ghost_id("axis", 3, &taken), (number + 2).to_string());
        let ids = key().ghost_ids("axis", &BTreeSet::from([3, 1]), BTreeSet::from([first]));
        assert_eq!(ids[&3], (number + 1).to_string());
        assert_eq!(ids[&1], key().ghost_id("axis", 1, &none));
    }
}
