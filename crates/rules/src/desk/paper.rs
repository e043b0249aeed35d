//! Any paper that a player may be given, told from the others by its schema.

use serde::Deserialize;

use super::digest::{GameTag, shortened};
use super::opening::{self, Opening, OpeningFault};
use super::record::{self, Record, RecordFault};

/// What a text turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paper {
    /// The opening of one leaf.
    Opening(Box<Opening>),
    /// Records of issues, one at least.
    Records(Vec<Record>),
}

/// Why a text is no paper that can be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaperFault {
    /// An opening that cannot be read.
    #[error(transparent)]
    Opening(#[from] OpeningFault),
    /// Records that cannot be read, or none.
    #[error(transparent)]
    Record(#[from] RecordFault),
    /// JSON of another schema.
    #[error("schema {0}: expected that of an opening or a record, such as \"liege-…-opening-1\"")]
    Schema(String),
}

/// The one key that all papers have.
#[derive(Deserialize)]
struct AnyPaper {
    schema: String,
}

impl Paper {
    /// Reads a text as what its schema says; a text that is not one object of JSON may hold records among its lines.
    ///
    /// # Errors
    /// It has another schema, or is not what it says.
    pub fn read(text: &str) -> Result<Self, PaperFault> {
        let schema = serde_json::from_str::<AnyPaper>(text).ok().map(|paper| paper.schema);
        match schema {
            Some(schema) if GameTag::of_schema(&schema, opening::PAPER).is_some() => {
                Ok(Self::Opening(Box::new(Opening::read(text)?)))
            }
            Some(schema) if GameTag::of_schema(&schema, record::PAPER).is_none() => {
                Err(PaperFault::Schema(shortened(&schema)))
            }
            None if text.contains("-opening-1\"") => Ok(Self::Opening(Box::new(Opening::read(text)?))),
            _ => Ok(Self::Records(Record::find(text)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_is_told_by_its_schema() {
        let told = |text: &str| Paper::read(text).unwrap_err().to_string();
        assert!(
            told("{\"schema\": \"liege-my-game-opening-1\"}")
                .contains("opening that cannot be read: missing")
        );
        assert!(told("{\"schema\": \"liege-my-game-opening-1\", [").contains("opening that cannot be read"));
        assert!(
            told("{\"schema\": \"liege-my-game-commitment-1\"}")
                .contains("record that cannot be read: missing")
        );
        assert!(
            told("{\"schema\": \"liege-my-game-log-1\"}").contains("expected that of an opening or a record")
        );
        assert!(told("{\"schema\": 7}").contains("no record of an issue"));
        assert!(told("").contains("no record of an issue"));
    }
}
