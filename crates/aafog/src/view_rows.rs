//! What a copy shows of each thing in the master (`views.csv`), and what becomes of everything in a save that is no piece
//! (`commands.csv`): the tables of AAF-P07. The first row that fits counts.
//!
//! Which row applies is data, what a row means is code. Each table ends with rows that match everything, and a test
//! demands a case for each row.

use serde::Serialize;

use super::class::UnitClass;
use super::subject::{CopySubject, GROUPS, THINGS};
use liege_rules::data::fault::DataFault;
use liege_rules::data::table::{Row, Table};
use liege_rules::data::{DataError, Files};
use liege_rules::play::inputs::WordRows;
use liege_rules::play::procedure::ContextError;

/// The table of pieces.
pub const PIECES: &str = "rules/aafog/views.csv";
/// The table of the rest.
pub const COMMANDS: &str = "rules/aafog/commands.csv";

/// How the other side came to know of a unit, or did not.
pub const KNOWN: WordRows = &[
    ("never", &["unmet", "no"]),
    ("setup", &["set-up", "start"]),
    ("battle", &["fought"]),
    ("chart", &["seen"]),
    ("one-sided", &["watched"]),
    ("in-battle", &["fighting"]),
    ("cargo", &["aboard"]),
    ("carrier", &["on-deck"]),
    ("notice", &["blip", "passing"]),
    ("undefended", &["captors"]),
    ("bought", &["placed"]),
    ("casualty", &["lost"]),
    ("unseen-loss", &["lost-unseen"]),
    ("raid", &[]),
    ("capture", &["taken"]),
    ("used", &[]),
    ("non-combat", &[]),
];

/// What becomes of a piece in a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CopyFate {
    /// It is in the copy.
    Shown,
    /// It is not.
    Removed,
    /// It lies at the shared battle board.
    Board,
    /// It shows with the chart at Collect Income.
    Later,
    /// It is in the copy as its side left it.
    Layer,
    /// It is in its box, or gone.
    Box,
}

/// The words of the columns `own`, `other` and `shared`.
const FATES: &[(&str, CopyFate)] = &[
    ("shown", CopyFate::Shown),
    ("removed", CopyFate::Removed),
    ("board", CopyFate::Board),
    ("later", CopyFate::Later),
    ("layer", CopyFate::Layer),
    ("box", CopyFate::Box),
];

/// What stands in the place of a piece that is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// Nothing.
    Nothing,
    /// A ghost as of turn 0.
    SetUpGhost,
    /// A ghost of the last sighting.
    Ghost,
    /// A piece in the shared save.
    BattlePiece,
    /// A message, which stands in the ledger.
    Message,
    /// The change of control.
    Control,
    /// What was collected last.
    Sum,
    /// The marker of the technology.
    Technology,
    /// Announcements, one by one.
    Announcements,
    /// What was there before.
    Stays,
    /// A piece in a common box.
    BoxPiece,
}

/// The words of the column `instead`, with what each says of a piece that is not shown.
const INSTEADS: &[(&str, Instead, &str)] = &[
    ("nothing", Instead::Nothing, ""),
    ("set-up-ghost", Instead::SetUpGhost, ""),
    ("ghost", Instead::Ghost, ""),
    ("battle-piece", Instead::BattlePiece, "it is in the shared save, without its cargo"),
    ("message", Instead::Message, "the message is in the ledger"),
    ("control", Instead::Control, "the change of control is shown"),
    ("sum", Instead::Sum, "nothing, or the sum after the last Collect Income"),
    ("technology", Instead::Technology, "the marker of the technology"),
    ("announcements", Instead::Announcements, "announced item by item"),
    ("stays", Instead::Stays, "ghosts stay as they are"),
    ("box-piece", Instead::BoxPiece, "its ghost goes; a common box may show the piece"),
];

impl Instead {
    /// What it says of a piece that is not shown; empty where there is nothing to say.
    #[must_use]
    pub fn words(self) -> &'static str {
        INSTEADS.iter().find(|(_, instead, _)| *instead == self).map_or("", |(.., words)| words)
    }
}

/// A row of the table of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewRow {
    /// Its name.
    pub id: String,
    pieces: Vec<String>,
    known: Vec<String>,
    /// In the copy of its own side.
    pub own: CopyFate,
    /// In that of the other side.
    pub other: CopyFate,
    /// In the save that lies open to all.
    pub shared: CopyFate,
    /// What stands in its place.
    pub instead: Instead,
    /// Why, in words.
    pub meaning: String,
    /// How sure it is: `text`, `derived`, `proposed`.
    pub source: String,
    /// The rules with their lines.
    pub rule: String,
}

/// A row of the table of everything else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRow {
    /// Its name.
    pub id: String,
    what: Vec<String>,
    /// `kept`, `own`, `rewritten`, `replaced` or `dropped`.
    pub fate: String,
    /// What that means.
    pub meaning: String,
}

/// Both tables.
#[derive(Debug, Clone, Default)]
pub struct ViewTables {
    /// Pieces.
    pub pieces: Vec<ViewRow>,
    /// Everything else.
    pub commands: Vec<CommandRow>,
}

const PIECE_COLUMNS: [&str; 10] =
    ["row", "piece", "known", "own", "other", "shared", "instead", "meaning", "source", "rule"];
const COMMAND_COLUMNS: [&str; 4] = ["row", "what", "fate", "meaning"];
const COMMAND_FATES: [&str; 5] = ["kept", "own", "rewritten", "replaced", "dropped"];
/// How sure a row can be.
pub const SOURCES: [&str; 3] = ["text", "derived", "proposed"];

impl ViewTables {
    /// The tables among the data.
    ///
    /// # Errors
    /// A table is missing or wrong.
    pub fn among(files: &dyn Files) -> Result<Self, ContextError> {
        let mut faults = Vec::new();
        let tables = Self::read(files.text(PIECES)?, files.text(COMMANDS)?, &mut faults);
        match DataError::of(&faults) {
            Some(error) => Err(error.into()),
            None => Ok(tables),
        }
    }

    /// Reads both tables. Each ends with a row that everything fits.
    pub fn read(pieces: &str, commands: &str, faults: &mut Vec<DataFault>) -> Self {
        let mut tables = Self::default();
        for row in Table::read(PIECES, pieces, &PIECE_COLUMNS, faults).rows() {
            tables.pieces.extend(ViewRow::read(&row, faults));
        }
        for row in Table::read(COMMANDS, commands, &COMMAND_COLUMNS, faults).rows() {
            let fate = one_of(&row, "fate", &COMMAND_FATES, faults);
            tables.commands.push(CommandRow {
                id: row.required("row", faults),
                what: words(row.text("what")),
                fate,
                meaning: row.required("meaning", faults),
            });
        }
        let ends = tables.pieces.last().is_some_and(|row| row.fits_all());
        let stops = tables.commands.last().is_some_and(|row| row.what.iter().any(|word| word == "any"));
        for (file, is_right) in [(PIECES, ends), (COMMANDS, stops)] {
            if !is_right && faults.is_empty() {
                faults.push(DataFault::at(file, 0, "expected a last row that says any"));
            }
        }
        tables
    }

    /// The row of a thing that is known so.
    #[must_use]
    pub fn piece(&self, subject: &CopySubject, known: &str) -> Option<&ViewRow> {
        self.pieces.iter().find(|row| row.fits(subject, known))
    }

    /// The row of something else in a save.
    #[must_use]
    pub fn command(&self, what: &str) -> Option<&CommandRow> {
        let means = |word: &String| word.eq_ignore_ascii_case(what) || word == "any";
        self.commands.iter().find(|row| row.what.iter().any(means))
    }
}

impl ViewRow {
    fn read(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Option<Self> {
        let pieces = words(row.text("piece"));
        let known = words(row.text("known"));
        faults.extend(unknown_subject(row, "piece", &pieces));
        let is_known = |word: &String| word == "any" || KNOWN.iter().any(|(known, _)| known == word);
        if let Some(word) = known.iter().find(|word| !is_known(word)) {
            let all: Vec<&str> = KNOWN.iter().map(|(known, _)| *known).chain(["any"]).collect();
            faults.push(row.unknown("known", word, &all));
        }
        let instead: Vec<(&str, Instead)> =
            INSTEADS.iter().map(|(word, instead, _)| (*word, *instead)).collect();
        let [own, other, shared] = ["own", "other", "shared"].map(|column| row.one_of(column, FATES, faults));
        Some(Self {
            id: row.required("row", faults),
            pieces,
            known,
            own: own?,
            other: other?,
            shared: shared?,
            instead: row.one_of("instead", &instead, faults)?,
            meaning: row.required("meaning", faults),
            source: one_of(row, "source", &SOURCES, faults),
            rule: row.required("rule", faults),
        })
    }

    fn fits(&self, subject: &CopySubject, known: &str) -> bool {
        let is_known = self.known.iter().any(|word| word == known || word == "any");
        is_known && self.pieces.iter().any(|word| subject.is(word))
    }

    fn fits_all(&self) -> bool {
        [&self.pieces, &self.known].into_iter().all(|cell| cell.iter().any(|word| word == "any"))
    }
}

/// The words of a cell.
pub fn words(cell: &str) -> Vec<String> {
    cell.split_whitespace().map(str::to_owned).collect()
}

/// A cell that must hold one of some words.
pub fn one_of(row: &Row<'_>, column: &str, known: &[&str], faults: &mut Vec<DataFault>) -> String {
    let word = row.required(column, faults);
    if !word.is_empty() && !known.contains(&word.as_str()) {
        faults.push(row.unknown(column, &word, known));
    }
    word
}

/// A word of a cell that means no unit and no thing.
pub fn unknown_subject(row: &Row<'_>, column: &str, cell: &[String]) -> Option<DataFault> {
    let classes = UnitClass::all().map(UnitClass::word);
    let all: Vec<&str> =
        classes.chain(GROUPS).chain(THINGS.iter().map(|(thing, _)| *thing)).chain(["any"]).collect();
    let word = cell.iter().find(|word| !all.contains(&word.as_str()))?;
    Some(row.unknown(column, word, &all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use liege_testing::Shipped;

    #[test]
    fn faults_of_the_tables_are_told_with_their_line() {
        let (pieces, commands) = (Shipped.text(PIECES).unwrap(), Shipped.text(COMMANDS).unwrap());
        let told = |pieces: &str, commands: &str| {
            let mut faults = Vec::new();
            ViewTables::read(pieces, commands, &mut faults);
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(told(pieces, commands), "");
        assert!(told(&pieces.replacen("unit,setup", "units,setup", 1), commands).contains("views.csv:2"));
        assert!(told(&pieces.replacen("unit,setup", "unit,set", 1), commands).contains("column \"known\""));
        assert!(told(&pieces.replacen(",board,", ",table,", 1), commands).contains("views.csv:5"));
        assert!(told(pieces, &commands.replacen(",kept,", ",keep,", 1)).contains("commands.csv:9"));
        let short: String = pieces.lines().take(20).map(|line| format!("{line}\n")).collect();
        assert!(told(&short, commands).contains("expected a last row that says any"));
    }
}
