//! Open points of a game's rules: what the text leaves out or leaves undefined, and how it is read here.

use crate::data::fault::DataFault;
use crate::data::table::Table;

/// An open point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPoint {
    /// Its number, for example `G72`.
    pub id: String,
    /// What sort of point it is, for example `undefined` or `missing table`.
    pub kind: String,
    /// The question that the text leaves open.
    pub what: String,
    /// Lines of the rule text that it concerns; may be empty.
    pub lines: String,
    /// The reading taken here.
    pub reading: String,
}

/// The columns of a game's `gaps.csv`.
const COLUMNS: [&str; 5] = ["id", "kind", "what", "lines", "reading"];

/// The open points of a game; none where it has no file of them.
pub fn read(
    game: &str,
    read: &dyn Fn(&str) -> Option<String>,
    faults: &mut Vec<DataFault>,
) -> Vec<OpenPoint> {
    let path = format!("rules/{game}/gaps.csv");
    let Some(text) = read(&path) else { return Vec::new() };
    let table = Table::read(&path, &text, &COLUMNS, faults);
    let gap = |row: crate::data::table::Row<'_>| OpenPoint {
        id: row.required("id", faults),
        kind: row.text("kind").to_owned(),
        what: row.required("what", faults),
        lines: row.text("lines").to_owned(),
        reading: row.text("reading").to_owned(),
    };
    table.rows().map(gap).collect()
}
