//! The opening of one leaf of an issue: what the place or text was, with what proves it and nothing of any other leaf.

use serde::{Deserialize, Serialize};

use super::commitment::{
    LONGEST_TEXT, LeafContent, Leaves, MOST_LEAVES, MOST_PIECES, Sealed, UnitLine, piece_hash,
};
use super::digest::{Digest32, GameTag};
use super::key::{SaltKind, SealKey};
use vassal::diagnostic::counted;

/// The word for an opening in its schema.
pub const PAPER: &str = "opening";
/// Longest opening that is read, in bytes.
pub const LONGEST_OPENING: usize = 32 << 20;

/// What an umpire shows of one leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The game and the match.
    pub tag: GameTag,
    /// The issue.
    pub issue: u32,
    /// The name of the leaf.
    pub name: String,
    /// The salt of the leaf.
    pub salt: Digest32,
    /// What the leaf held.
    pub content: OpenedContent,
    /// The names of all leaves, sorted by their bytes.
    pub names: Vec<String>,
    /// The hashes of all leaves of the issue, in the order of their names.
    pub leaves: Vec<Digest32>,
}

/// What a leaf is said to have held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenedContent {
    /// The pieces of a place; none proves that it was empty.
    Pieces(Vec<OpenedPiece>),
    /// A text.
    Text(String),
}

/// A piece of an opened place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OpenedPiece {
    /// Its hash: that it was there is told, and not what it was.
    Secret(Digest32),
    /// Its line with the salt.
    Shown {
        /// The line as it is hashed.
        line: String,
        /// Its salt.
        salt: Digest32,
    },
}

/// A text that is no opening.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an opening that cannot be read: {0}")]
pub struct OpeningFault(String);

/// The form of an opening in JSON. Keys that are not listed are passed over.
#[derive(Serialize, Deserialize)]
struct OpeningText {
    schema: String,
    game: String,
    issue: u32,
    name: String,
    salt: Digest32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<OpenedPiece>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    names: Vec<String>,
    leaves: Vec<Digest32>,
}

/// What there is to open: the papers of one issue.
#[derive(Clone, Copy)]
pub struct Issue<'a> {
    /// The key of the game.
    pub key: &'a SealKey,
    /// The leaves of the issue.
    pub leaves: &'a Leaves,
    /// Their hashes.
    pub sealed: &'a Sealed,
}

impl Opening {
    /// Opens a leaf: a text as a whole, of a place the pieces that `show` lets be seen, the others as bare hashes. None
    /// where no leaf has the name.
    pub fn of(issue: Issue<'_>, name: &str, show: &dyn Fn(&UnitLine) -> bool) -> Option<Self> {
        let Issue { key, leaves, sealed } = issue;
        let salt_of = |line: &UnitLine| key.salt(SaltKind::Piece, sealed.issue, &line.uid);
        let content = match leaves.get(name)? {
            LeafContent::Text(text) => OpenedContent::Text(text.clone()),
            LeafContent::Place(lines) => {
                let mut pieces: Vec<(Digest32, OpenedPiece)> = lines
                    .iter()
                    .map(|unit| {
                        let (line, salt) = (unit.to_string(), salt_of(unit));
                        let hash = piece_hash(&sealed.tag, &salt, &line);
                        let shown = OpenedPiece::Shown { line, salt };
                        (hash, if show(unit) { shown } else { OpenedPiece::Secret(hash) })
                    })
                    .collect();
                // In the order of the hashes, which tells nothing of the order in the master.
                pieces.sort_by_key(|(hash, _)| *hash);
                OpenedContent::Pieces(pieces.into_iter().map(|(_, piece)| piece).collect())
            }
        };
        Some(Self {
            tag: sealed.tag.clone(),
            issue: sealed.issue,
            name: name.to_owned(),
            salt: key.salt(SaltKind::Leaf, sealed.issue, name),
            content,
            names: leaves.names().map(str::to_owned).collect(),
            leaves: sealed.leaves.clone(),
        })
    }

    /// The opening as JSON, on several lines.
    pub fn to_json(&self) -> String {
        let (pieces, text) = match &self.content {
            OpenedContent::Pieces(pieces) => (Some(pieces.clone()), None),
            OpenedContent::Text(text) => (None, Some(text.clone())),
        };
        let text = OpeningText {
            schema: self.tag.schema(PAPER),
            game: self.tag.name().to_owned(),
            issue: self.issue,
            name: self.name.clone(),
            salt: self.salt,
            pieces,
            text,
            names: self.names.clone(),
            leaves: self.leaves.clone(),
        };
        // Texts, numbers and lists of them: there is nothing that JSON could not hold.
        serde_json::to_string_pretty(&text).unwrap_or_default() + "\n"
    }

    /// Reads an opening.
    ///
    /// # Errors
    /// It is too long, no JSON, a key is missing or has another form, or the schema is not that of its game.
    pub fn read(text: &str) -> Result<Self, OpeningFault> {
        let fault = |why: String| Err(OpeningFault(why));
        if text.len() > LONGEST_OPENING {
            return fault(format!("it is longer than {}", counted(LONGEST_OPENING, "byte")));
        }
        let read: OpeningText =
            serde_json::from_str(text).map_err(|error| OpeningFault(error.to_string()))?;
        let tag = GameTag::of_paper(&read.schema, &read.game, PAPER).map_err(OpeningFault)?;
        let content = match (read.pieces, read.text) {
            (Some(pieces), None) => OpenedContent::Pieces(pieces),
            (None, Some(text)) => OpenedContent::Text(text),
            (Some(_), Some(_)) => return fault("it has pieces and a text, expected one of them".into()),
            (None, None) => return fault("it has neither pieces nor a text".into()),
        };
        for (what, count, most) in [
            ("names", read.names.len(), MOST_LEAVES),
            ("leaves", read.leaves.len(), MOST_LEAVES),
            ("pieces", content.pieces().len(), MOST_PIECES),
            ("bytes of text", content.text().map_or(0, str::len), LONGEST_TEXT),
        ] {
            if count > most {
                return fault(format!("it has {count} {what}, expected {most} at most"));
            }
        }
        Ok(Self {
            tag,
            issue: read.issue,
            name: read.name,
            salt: read.salt,
            content,
            names: read.names,
            leaves: read.leaves,
        })
    }
}

impl OpenedContent {
    /// The pieces of a place; none of a text.
    pub fn pieces(&self) -> &[OpenedPiece] {
        match self {
            Self::Pieces(pieces) => pieces,
            Self::Text(_) => &[],
        }
    }

    /// The text of a text leaf.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Pieces(_) => None,
        }
    }
}
