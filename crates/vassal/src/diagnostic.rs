//! What a check says about a position: a finding, how bad it is, and where to look; used by every layer, uses none.

pub mod near;

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How bad a fault is, in the three words that other programs have for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Players meet it: something is missing, fails or says something wrong.
    Error,
    /// Players may meet it, or the module's next version will.
    Warning,
    /// Nobody is hurt; something is left over or could be smaller.
    Note,
}

impl Level {
    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// How sure a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Broken under every reading of the rules and of the save.
    Illegal,
    /// Broken under some reading, legal only in a special case, or not provable from a save.
    Suspicious,
}

/// Where a finding is, in the reader's terms.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The map window, when the position came from a save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// A hex as the rules name it, or the name of a box or tray.
    pub location: String,
    /// Pixels from the left edge of the map, when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    /// Pixels from the top edge of the map, when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
}

/// A piece that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PieceRef {
    /// The piece's id in the save.
    pub id: String,
    /// The piece's name as players see it.
    pub name: String,
}

/// One result of one check.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Finding {
    /// The check's id, for example `ATPO-S01`.
    pub id: String,
    /// The fault's name, for example `overstacked-hex`.
    pub name: String,
    /// How sure it is.
    pub severity: Severity,
    /// The paragraphs that forbid it.
    pub rule: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where it is; absent for a fault of the whole position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The pieces concerned, in the order of their stack.
    pub pieces: Vec<PieceRef>,
}

/// A number of things in words: `1 ship`, `2 ships`, `3 hexes`.
#[must_use]
pub fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {}", plural(thing)) }
}

/// A thing with its article: `a cruiser`, `an aircraft carrier`.
#[must_use]
pub fn one(thing: &str) -> String {
    let vowel = thing.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {thing}", if vowel { "an" } else { "a" })
}

/// The word for so many things that were named already.
#[must_use]
pub fn them(number: usize) -> &'static str {
    if number == 1 { "it" } else { "them" }
}

/// Several of a thing: `ships`, `hexes`, `batteries`.
#[must_use]
pub fn plural(thing: &str) -> String {
    let hissing = ["s", "x", "z", "ch", "sh"].iter().any(|end| thing.ends_with(end));
    match thing.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hissing => format!("{thing}es"),
        _ => format!("{thing}s"),
    }
}

/// The first of some names, at most so many, and how many more there are; empty where there are none.
#[must_use]
pub fn few<N: AsRef<str>>(names: impl IntoIterator<Item = N>, most: usize) -> String {
    let mut names = names.into_iter();
    let first: Vec<N> = names.by_ref().take(most).collect();
    let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
    match names.count() {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// Names with how often each comes, in their first order.
#[must_use]
pub fn in_groups(names: &[impl AsRef<str>]) -> String {
    grouped(names).join(", ")
}

/// The same one by one.
#[must_use]
pub fn grouped(names: &[impl AsRef<str>]) -> Vec<String> {
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for name in names.iter().map(AsRef::as_ref) {
        match seen.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => seen.push((name, 1)),
        }
    }
    let times = |(name, count): (&str, usize)| {
        if count > 1 { format!("{count} x {name}") } else { name.to_owned() }
    };
    seen.into_iter().map(times).collect()
}

/// Bytes of a fingerprint.
const FINGERPRINT: usize = 16;

/// A short text that is the same in every run and tells things with these words from all others.
#[must_use]
pub fn fingerprint(words: &[&str]) -> String {
    let mut hash = Sha256::new();
    for word in words {
        hash.update((word.len() as u64).to_le_bytes());
        hash.update(word);
    }
    hash.finalize().iter().take(FINGERPRINT).fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_by_their_ends() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_eq!(fingerprint(&["ab"]).len(), 2 * FINGERPRINT);
    }

    #[test]
    fn things_are_counted_in_the_right_number() {
        let told =
            [(1, "hex"), (2, "hex"), (0, "land unit"), (1, "entry"), (2, "entry"), (2, "day"), (2, "pass")];
        let told = told.map(|(number, thing)| counted(number, thing));
        assert_eq!(told, ["1 hex", "2 hexes", "0 land units", "1 entry", "2 entries", "2 days", "2 passes"]);
    }

    #[test]
    fn a_finding_has_the_keys_that_other_tools_rely_on() {
        let finding = Finding {
            id: "GAME-S01".into(),
            name: "overstacked-hex".into(),
            severity: Severity::Illegal,
            rule: "11.1.2".into(),
            message: "too many".into(),
            help: Some("move one away".into()),
            place: Some(Place {
                map: Some("Main Map".into()),
                location: "W4533".into(),
                x: Some(1200),
                y: Some(3400),
            }),
            pieces: vec![PieceRef { id: "17".into(), name: "2nd Infantry".into() }],
        };
        let json = serde_json::to_string(&finding).unwrap();
        assert_eq!(
            json,
            r#"{"id":"GAME-S01","name":"overstacked-hex","severity":"illegal","rule":"11.1.2","message":"too many","help":"move one away","place":{"map":"Main Map","location":"W4533","x":1200,"y":3400},"pieces":[{"id":"17","name":"2nd Infantry"}]}"#
        );
    }
}
