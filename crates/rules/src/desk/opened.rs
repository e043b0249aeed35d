//! A whole opened game: the key, the leaves of each issue, and every root recomputed from them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::commitment::{LeafContent, LeafFault, Leaves, Sealed, UnitLine, leaves};
use super::digest::{Digest32, GameTag, shortened};
use super::key::{NoKey, SealKey};
use super::record::Record;

/// Longest paper of an opened game that is read, in bytes.
const LONGEST: usize = 256 << 20;

/// Why a paper of an opened game cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenedPaperFault {
    /// It is too long, no JSON, or a key is missing or has another form.
    #[error("{0}")]
    Unreadable(String),
    /// The key is none.
    #[error(transparent)]
    Key(#[from] NoKey),
    /// The leaves cannot be those of an issue.
    #[error(transparent)]
    Leaves(#[from] LeafFault),
}

/// The form of the key in JSON.
#[derive(Serialize, Deserialize)]
struct KeyText {
    schema: String,
    game: String,
    key: String,
}

/// The form of the leaves of an issue in JSON.
#[derive(Serialize, Deserialize)]
struct LeavesText {
    schema: String,
    game: String,
    issue: u32,
    leaves: Vec<LeafText>,
}

/// One leaf in JSON: lines of a place or a text.
#[derive(Serialize, Deserialize)]
struct LeafText {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// The key as a paper of JSON, for the end of a game: who has it sees everything, and it is no secret any more.
pub fn key_to_json(tag: &GameTag, key: &SealKey) -> String {
    let text =
        KeyText { schema: tag.schema("key"), game: tag.name().to_owned(), key: key.to_hex().to_string() };
    serde_json::to_string_pretty(&text).unwrap_or_default() + "\n"
}

/// Reads the key of a game that was opened.
///
/// # Errors
/// It is no JSON, has another schema, or the key is none.
pub fn read_key(text: &str) -> Result<(GameTag, SealKey), OpenedPaperFault> {
    let read: KeyText = parse(text)?;
    Ok((tag_of(&read.game, &read.schema, "key")?, read.key.parse()?))
}

/// The leaves of an issue as a paper of JSON, by their names; the lines of a place in the order of their bytes.
pub fn leaves_to_json(tag: &GameTag, issue: u32, leaves: &Leaves) -> String {
    let leaf = |(name, content): (&str, &LeafContent)| {
        let (lines, text) = match content {
            LeafContent::Place(units) => {
                let mut lines: Vec<String> = units.iter().map(ToString::to_string).collect();
                lines.sort_unstable();
                (Some(lines), None)
            }
            LeafContent::Text(text) => (None, Some(text.clone())),
        };
        LeafText { name: name.to_owned(), lines, text }
    };
    let text = LeavesText {
        schema: tag.schema("leaves"),
        game: tag.name().to_owned(),
        issue,
        leaves: leaves.iter().map(leaf).collect(),
    };
    serde_json::to_string_pretty(&text).unwrap_or_default() + "\n"
}

/// Reads the leaves of an issue.
///
/// # Errors
/// It is no JSON, has another schema, or the leaves cannot be those of an issue.
pub fn read_leaves(text: &str) -> Result<(GameTag, u32, Leaves), OpenedPaperFault> {
    let read: LeavesText = parse(text)?;
    let tag = tag_of(&read.game, &read.schema, "leaves")?;
    let (mut places, mut texts) = (Vec::new(), Vec::new());
    for LeafText { name, lines, text } in read.leaves {
        match (lines, text) {
            (Some(lines), None) => {
                let lines: Result<Vec<UnitLine>, LeafFault> =
                    lines.iter().map(|line| UnitLine::read(line)).collect();
                places.push((name, lines?));
            }
            (None, Some(text)) => texts.push((name, text)),
            _ => {
                let why = format!("leaf {}: expected lines or a text", shortened(&name));
                return Err(OpenedPaperFault::Unreadable(why));
            }
        }
    }
    Ok((tag, read.issue, leaves(places, texts)?))
}

fn parse<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, OpenedPaperFault> {
    if text.len() > LONGEST {
        return Err(OpenedPaperFault::Unreadable(format!("it is longer than {LONGEST} bytes")));
    }
    serde_json::from_str(text).map_err(|error| OpenedPaperFault::Unreadable(error.to_string()))
}

fn tag_of(game: &str, schema: &str, paper: &str) -> Result<GameTag, OpenedPaperFault> {
    GameTag::of_paper(schema, game, paper).map_err(OpenedPaperFault::Unreadable)
}

/// What came of recomputing a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recomputed {
    /// Issues whose every record is right.
    pub proven: Vec<u32>,
    /// Issues whose leaves are not those of the first, or of which a record, by its place in the list, is not that of
    /// the leaves.
    pub faults: Vec<OpenedFault>,
    /// Issues that could not be checked, and why.
    pub unchecked: Vec<(u32, Gap)>,
}

/// A contradiction in an opened game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedFault {
    /// The issue.
    pub issue: u32,
    /// The record that is contradicted; none where the leaves themselves are wrong.
    pub record: Option<usize>,
    /// What is wrong.
    pub what: Disproof,
}

/// How an opened game contradicts what was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disproof {
    /// A leaf came or went since the first issue.
    Leaves(LeafFault),
    /// The record is of another game.
    Game,
    /// The record does not name the root of the issue before.
    Previous {
        /// The root of the issue before.
        recomputed: Digest32,
    },
    /// The record fixes other names of leaves.
    Names,
    /// The record has another root.
    Root {
        /// The root of the leaves.
        recomputed: Digest32,
    },
}

impl Disproof {
    /// One word for programs, which stays as it is.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Leaves(_) => "leaves",
            Self::Game => "game",
            Self::Previous { .. } => "previous",
            Self::Names => "names",
            Self::Root { .. } => "root",
        }
    }
}

impl fmt::Display for Disproof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaves(fault) => fault.fmt(f),
            Self::Game => write!(f, "the record is of another game"),
            Self::Previous { recomputed } => {
                write!(f, "the record does not name the root of the issue before, which is {recomputed}")
            }
            Self::Names => write!(f, "the record fixes different names of places and texts"),
            Self::Root { recomputed } => {
                write!(f, "the record has a different root than the opening, which has {recomputed}")
            }
        }
    }
}

/// Why an issue could not be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// Nobody kept its record.
    NoRecord,
    /// It was not opened.
    NotOpened,
}

impl Gap {
    /// One word for programs, which stays as it is.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoRecord => "no-record",
            Self::NotOpened => "not-opened",
        }
    }
}

/// Recomputes every root from the key and the leaves of the issues and holds it against the records. Where the issue
/// before was not opened, its root is taken from the record itself.
pub fn recompute(
    key: &SealKey,
    tag: &GameTag,
    issues: &BTreeMap<u32, Leaves>,
    records: &[Record],
) -> Recomputed {
    let mut told = Recomputed::default();
    let first = issues.values().next();
    let mut before: Option<(u32, Digest32)> = None;
    for (issue, leaves) in issues {
        let own: Vec<(usize, &Record)> =
            records.iter().enumerate().filter(|(_, record)| record.issue == *issue).collect();
        let faults = told.faults.len();
        if let Some(Err(fault)) = first.map(|first| leaves.expect(first.names())) {
            told.faults.push(OpenedFault { issue: *issue, record: None, what: Disproof::Leaves(fault) });
        }
        let known = match before {
            _ if *issue == 0 => Some(Digest32::ZERO),
            Some((last, root)) if last + 1 == *issue => Some(root),
            _ => None,
        };
        let seal = |previous| Sealed::new(key, tag, *issue, previous, leaves);
        for (at, record) in &own {
            let sealed = seal(known.unwrap_or(record.previous));
            if let Some(what) = disproof(&sealed, record) {
                told.faults.push(OpenedFault { issue: *issue, record: Some(*at), what });
            }
        }
        let previous = known.or_else(|| Some(own.first()?.1.previous));
        before = previous.map(|previous| (*issue, seal(previous).root));
        match own.is_empty() {
            true => told.unchecked.push((*issue, Gap::NoRecord)),
            false if told.faults.len() == faults => told.proven.push(*issue),
            false => {}
        }
    }
    let closed: BTreeMap<u32, ()> = records
        .iter()
        .map(|record| (record.issue, ()))
        .filter(|(issue, ())| !issues.contains_key(issue))
        .collect();
    told.unchecked.extend(closed.into_keys().map(|issue| (issue, Gap::NotOpened)));
    told
}

/// The first thing in which a record is not that of a sealed issue.
fn disproof(sealed: &Sealed, record: &Record) -> Option<Disproof> {
    if record.tag != sealed.tag {
        return Some(Disproof::Game);
    }
    if record.previous != sealed.previous {
        return Some(Disproof::Previous { recomputed: sealed.previous });
    }
    if record.names.is_some_and(|names| names != sealed.names) {
        return Some(Disproof::Names);
    }
    (record.root != sealed.root).then_some(Disproof::Root { recomputed: sealed.root })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::record::IssueTime;

    fn tag() -> GameTag {
        GameTag::new("my-game").unwrap()
    }

    fn key() -> SealKey {
        SealKey::new([3; 32])
    }

    /// Three issues in which a ship sails from one place to the next.
    fn game() -> (BTreeMap<u32, Leaves>, Vec<Record>) {
        let mut previous = Digest32::ZERO;
        let (mut issues, mut records) = (BTreeMap::new(), Vec::new());
        for issue in 0..3 {
            let unit = || vec![UnitLine::new("us", "CV", "0", "4", None).unwrap()];
            let places = (0..3).map(|at| (format!("SZ {at}"), if at == issue { unit() } else { vec![] }));
            let own = leaves(places, [("orders".to_owned(), format!("sail {issue}\n"))]).unwrap();
            let sealed = Sealed::new(&key(), &tag(), issue, previous, &own);
            previous = sealed.root;
            records.push(Record::of(&sealed, IssueTime::default()));
            issues.insert(issue, own);
        }
        (issues, records)
    }

    fn codes(issues: &BTreeMap<u32, Leaves>, records: &[Record]) -> Vec<(u32, &'static str)> {
        let told = recompute(&key(), &tag(), issues, records);
        told.faults.iter().map(|fault| (fault.issue, fault.what.code())).collect()
    }

    #[test]
    fn every_root_of_an_honest_game_is_recomputed() {
        let (issues, records) = game();
        let told = recompute(&key(), &tag(), &issues, &records);
        assert_eq!(told, Recomputed { proven: vec![0, 1, 2], ..Recomputed::default() });
    }

    #[test]
    fn an_issue_without_record_or_leaves_is_not_checked_and_the_others_are() {
        let (mut issues, mut records) = game();
        records.remove(1);
        let told = recompute(&key(), &tag(), &issues, &records);
        assert_eq!((told.proven, told.unchecked), (vec![0, 2], vec![(1, Gap::NoRecord)]));
        issues.remove(&1);
        issues.remove(&0);
        let told = recompute(&key(), &tag(), &issues, &records);
        assert_eq!((told.proven, told.unchecked), (vec![2], vec![(0, Gap::NotOpened)]));
        assert!(told.faults.is_empty());
    }

    #[test]
    fn a_ship_that_was_put_elsewhere_afterwards_is_found() {
        let (issues, records) = game();
        let mut changed = issues.clone();
        changed.insert(1, issues[&2].clone());
        assert_eq!(codes(&changed, &records), [(1, "root"), (2, "previous")]);
        let mut fewer = issues.clone();
        fewer.insert(1, leaves([], [("orders".to_owned(), "sail 1\n".to_owned())]).unwrap());
        assert_eq!(codes(&fewer, &records), [(1, "leaves"), (1, "names"), (2, "previous")]);
        let mut other = records.clone();
        other[2].tag = GameTag::new("other").unwrap();
        assert_eq!(codes(&issues, &other), [(2, "game")]);
        let wrong = recompute(&SealKey::new([4; 32]), &tag(), &issues, &records);
        assert_eq!(wrong.faults.len(), 3, "with another key nothing holds");
    }

    #[test]
    fn papers_of_an_opened_game_are_read_as_they_are_written() {
        let (issues, _) = game();
        let json = leaves_to_json(&tag(), 1, &issues[&1]);
        assert_eq!(read_leaves(&json), Ok((tag(), 1, issues[&1].clone())));
        let (read, again) = read_key(&key_to_json(&tag(), &key())).unwrap();
        assert_eq!((read, again.to_hex()), (tag(), key().to_hex()));
        for (from, to, said) in [
            ("leaves-1", "leaves-2", "expected \"liege-…-leaves-1\""),
            ("us\\tCV", "us CV", "not a line for a piece"),
            ("\"text\": \"sail 1\\n\"", "\"lines\": [], \"text\": \"\"", "expected lines or a text"),
            ("SZ 0", "SZ 1", "duplicate leaf SZ 1"),
        ] {
            let told = read_leaves(&json.replace(from, to)).unwrap_err().to_string();
            assert!(told.contains(said), "{told}");
        }
    }
}
