//! The record of an issue that everybody gets: written as one line of JSON, and found again among other text.

use serde::{Deserialize, Serialize};

use super::commitment::Sealed;
use super::digest::{Digest32, GameTag};
use vassal::diagnostic::counted;
use vassal::format::sequence;

/// The word for a record in its schema.
pub(super) const PAPER: &str = "commitment";
/// Longest line that is looked at as a record, in bytes.
const LONGEST_RECORD: usize = 1 << 16;
/// Most records in one text.
const MOST_RECORDS: usize = 10_000;
/// Longest text in which records are looked for, in bytes.
pub const LONGEST_RECORDS: usize = 32 << 20;
/// Longest word of a record, in bytes.
const LONGEST_WORD: usize = 200;

/// When an issue was made, in words for people; no hash is made of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IssueTime {
    /// The round or turn.
    pub round: Option<u32>,
    /// Whose turn it is.
    pub power: Option<String>,
    /// The phase.
    pub phase: Option<String>,
}

/// What is published of an issue, the same for all sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The game and the match.
    pub tag: GameTag,
    /// The number of the issue, from 0.
    pub issue: u32,
    /// When it was made.
    pub time: IssueTime,
    /// The root of the issue before; zeros at issue 0.
    pub previous: Digest32,
    /// The root of this issue.
    pub root: Digest32,
    /// The hash of the names of all leaves; a record of another program may lack it.
    pub names: Option<Digest32>,
}

/// Why a text is no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// A line calls itself a record and is none.
    #[error("a record that cannot be read: {0}")]
    Unreadable(String),
    /// There is no record.
    #[error("no record of an issue in it, expected a line {{\"schema\":\"liege-…-commitment-1\",…}}")]
    Missing,
    /// The text is too long or has too many records.
    #[error("{0}")]
    TooMuch(String),
}

/// The form of a record in JSON. Keys that are not listed are passed over.
#[derive(Serialize, Deserialize)]
struct RecordText {
    schema: String,
    game: String,
    issue: u32,
    #[serde(default)]
    round: Option<u32>,
    #[serde(default)]
    power: Option<String>,
    #[serde(default)]
    phase: Option<String>,
    previous: Digest32,
    root: Digest32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    names: Option<Digest32>,
}

impl Record {
    /// The record of a sealed issue.
    pub fn of(sealed: &Sealed, time: IssueTime) -> Self {
        Self {
            tag: sealed.tag.clone(),
            issue: sealed.issue,
            time,
            previous: sealed.previous,
            root: sealed.root,
            names: Some(sealed.names),
        }
    }

    /// One line of JSON without its end. It has no `|`, which notes of saves have between their lines.
    pub fn to_json(&self) -> String {
        let text = RecordText {
            schema: self.tag.schema(PAPER),
            game: self.tag.name().to_owned(),
            issue: self.issue,
            round: self.time.round,
            power: self.time.power.clone(),
            phase: self.time.phase.clone(),
            previous: self.previous,
            root: self.root,
            names: self.names,
        };
        // Texts, numbers and nothing else: there is nothing that JSON could not hold.
        serde_json::to_string(&text).unwrap_or_default().replace('|', "\\u007c")
    }

    /// Reads one record.
    ///
    /// # Errors
    /// It is no JSON, a key is missing or has another form, or the schema is not that of its game.
    pub fn read(text: &str) -> Result<Self, RecordFault> {
        let fault = |why: String| RecordFault::Unreadable(why);
        if text.len() > LONGEST_RECORD {
            return Err(fault(format!("it is longer than {LONGEST_RECORD} bytes")));
        }
        let read: RecordText = serde_json::from_str(text).map_err(|error| fault(error.to_string()))?;
        let tag = GameTag::of_paper(&read.schema, &read.game, PAPER).map_err(fault)?;
        for (key, word) in [("power", &read.power), ("phase", &read.phase)] {
            if word.as_ref().is_some_and(|word| word.len() > LONGEST_WORD) {
                return Err(fault(format!("{key}: it is longer than {LONGEST_WORD} bytes")));
            }
        }
        let time = IssueTime { round: read.round, power: read.power, phase: read.phase };
        Ok(Self { tag, issue: read.issue, time, previous: read.previous, root: read.root, names: read.names })
    }

    /// Finds the records in a text: a record by itself, several with a line for each, or lines among others, such as
    /// the notes of a save, whose lines may have a `|` between them. A record that is there twice in a row is told once.
    ///
    /// # Errors
    /// There is none, one of them cannot be read, or there are too many.
    pub fn find(text: &str) -> Result<Vec<Self>, RecordFault> {
        if text.len() > LONGEST_RECORDS {
            return Err(RecordFault::TooMuch(format!(
                "longer than {}, the maximum for records",
                counted(LONGEST_RECORDS, "byte")
            )));
        }
        if calls_itself_record(text)
            && let Ok(alone) = Self::read(text.trim())
        {
            return Ok(vec![alone]);
        }
        let parts = if text.contains('|') { sequence::decode(text, '|') } else { vec![text.to_owned()] };
        let lines = parts.iter().flat_map(|part| part.lines());
        let mut found: Vec<Self> = Vec::new();
        for line in lines.filter(|line| calls_itself_record(line)) {
            let record = Self::read(braced(line))?;
            if found.len() >= MOST_RECORDS {
                return Err(RecordFault::TooMuch(format!("more than {MOST_RECORDS} records")));
            }
            if found.last() != Some(&record) {
                found.push(record);
            }
        }
        if found.is_empty() { Err(RecordFault::Missing) } else { Ok(found) }
    }
}

/// Whether a text has the schema of a record in it, whatever else it says.
fn calls_itself_record(text: &str) -> bool {
    text.contains("liege-") && text.contains("-commitment-1")
}

/// A line from its first brace to its last.
fn braced(line: &str) -> &str {
    let from = line.find('{').unwrap_or_default();
    let to = line.rfind('}').map_or(line.len(), |at| at + 1);
    line.get(from..to).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            tag: GameTag::new("my-game").unwrap().of_match("Tuesday").unwrap(),
            issue: 3,
            time: IssueTime { round: Some(2), power: Some("a|b".into()), phase: None },
            previous: Digest32([1; 32]),
            root: Digest32([2; 32]),
            names: Some(Digest32([3; 32])),
        }
    }

    #[test]
    fn a_record_is_read_as_it_is_written() {
        let json = record().to_json();
        assert!(
            json.starts_with(
                r#"{"schema":"liege-my-game-commitment-1","game":"Tuesday","issue":3,"round":2"#
            )
        );
        assert!(!json.contains('|') && !json.contains('\n'), "{json}");
        assert_eq!(Record::read(&json), Ok(record()));
        let pretty = serde_json::from_str::<serde_json::Value>(&json).unwrap();
        assert_eq!(Record::find(&format!("{pretty:#}\n")), Ok(vec![record()]), "over several lines");
    }

    #[test]
    fn keys_that_nobody_knows_are_passed_over_and_those_of_hashes_are_needed() {
        let json = record().to_json();
        let more = json.replace("\"issue\":3", "\"issue\":3,\"umpire\":{\"name\":[1,2]}");
        assert_eq!(Record::read(&more), Ok(record()));
        let root = "02".repeat(32);
        for (from, to, said) in [
            ("commitment-1", "commitment-2", "expected \"liege-…-commitment-1\""),
            ("liege-my-game", "liege-My Game", "id of a game"),
            ("\"game\":\"Tuesday\"", "\"game\":\"\"", "name of a match"),
            (&root[..], &root[2..], "64 hexadecimal digits"),
            (&root[..], &"0X".repeat(32), "64 hexadecimal digits"),
            ("\"issue\":3", "\"issue\":-3", "expected u32"),
            ("\"issue\":3", "\"issue\":4294967296", "expected u32"),
            ("\"issue\":3,", "", "missing field `issue`"),
            ("\"issue\":3", "\"issue\":3,\"issue\":4", "duplicate field `issue`"),
        ] {
            let told = Record::read(&json.replace(from, to)).unwrap_err().to_string();
            assert!(told.contains(said), "{told}");
        }
        assert!(Record::read(&"[".repeat(60_000)).is_err());
    }

    #[test]
    fn a_record_is_found_among_the_notes_of_a_save() {
        let json = record().to_json();
        let later = Record { issue: 4, ..record() };
        for text in [
            format!("Issue 3 of the game\nrecord: {json}\nGhosts are of turn 2.\n"),
            format!("Issue 3 of the game|record: {json}|Ghosts {{of}} turn 2."),
            format!("'quoted|{json}|{json}"),
        ] {
            assert_eq!(Record::find(&text), Ok(vec![record()]), "{text}");
        }
        let both = format!("{json}\n{}\n", later.to_json());
        assert_eq!(Record::find(&both), Ok(vec![record(), later]));
        assert_eq!(Record::find("nothing to see"), Err(RecordFault::Missing));
        let broken = format!("{}\n", json.replace("\"root\"", "\"toor\""));
        assert!(matches!(Record::find(&broken), Err(RecordFault::Unreadable(_))));
    }
}
