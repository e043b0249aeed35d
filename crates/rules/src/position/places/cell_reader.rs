//! Reads the cells that all tables of places have, and those of the game's own columns.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::PlaceId;
use super::facts::{PlaceFacts, PlaceRow};
use super::terms::{Columns, PlaceColumn, PlaceTakes};
use crate::data::catalogue::SOURCES;
use crate::data::fault::DataFault;
use crate::data::table::{Row, Table};
use crate::data::word::{KeptWords, Word};

/// Reads the cells that every table of places has.
pub(super) struct CellReader<'n> {
    columns: Arc<Columns>,
    /// Where the table has name, kind and remark, and the game's own columns.
    name: Option<usize>,
    kind: Option<usize>,
    note: Option<usize>,
    own: Vec<Option<usize>>,
    /// The codes that cells may hold; none when nobody knows them.
    nations: &'n [&'n str],
    kept: KeptWords,
}

pub(super) fn blank(kind: Word, columns: &Arc<Columns>) -> PlaceRow {
    PlaceRow {
        name: String::new(),
        window: String::new(),
        board: String::new(),
        kind,
        in_play: true,
        of_hexes: false,
        at: None,
        outline: Vec::new(),
        source: crate::data::catalogue::Source::default(),
        stated: BTreeSet::new(),
        note: String::new(),
        area: false,
        cells: Arc::default(),
        columns: columns.clone(),
    }
}

impl<'n> CellReader<'n> {
    pub(super) fn of(table: &Table<'_>, columns: &Arc<Columns>, nations: &'n [&'n str]) -> Self {
        let [name, kind, note] = ["name", "kind", "note"].map(|heading| table.column(heading));
        let own = columns.column.iter().map(|column| table.column(&column.name)).collect();
        Self { columns: columns.clone(), name, kind, note, own, nations, kept: KeptWords::default() }
    }

    /// What a row says of a place by the columns that every table has, and those of the game.
    pub(super) fn facts(&mut self, id: PlaceId, row: &Row<'_>, faults: &mut Vec<DataFault>) -> PlaceFacts {
        let columns = self.columns.clone();
        let source = row.one_of("source", SOURCES, faults).unwrap_or_default();
        let kind = kind_cell(row, row.cell(self.kind), &columns.kinds, &mut self.kept, faults);
        let mut told = blank(kind.unwrap_or_else(|| self.kept.of("")), &columns);
        told.of_hexes = columns.of_hexes.contains(&told.kind);
        told.in_play = !columns.out_of_play.contains(&told.kind);
        told.name = row.cell(self.name).into();
        told.note = row.cell(self.note).into();
        told.source = source;
        let mut cells = Vec::with_capacity(self.own.len());
        for (column, at) in columns.column.iter().zip(&self.own) {
            let text = row.cell(*at);
            if !text.is_empty() {
                if let Some(word) = cell(row, text, column, self.nations, &mut self.kept, faults) {
                    cells.push((column.name.clone(), word));
                }
            } else if column.needed.contains(&told.kind) {
                let message =
                    format!("expected the {} of a place of the kind \"{}\"", column.name, told.kind);
                faults.push(row.fault(&column.name, message));
            }
        }
        told.cells = cells.into();
        PlaceFacts { id, key: String::new(), row: told.into() }
    }
}

/// The word of the column `kind`; empty for an empty cell where the game lists no kinds, `None` for a fault.
pub(super) fn kind_cell(
    row: &Row<'_>,
    text: &str,
    kinds: &[Word],
    kept: &mut KeptWords,
    faults: &mut Vec<DataFault>,
) -> Option<Word> {
    if kinds.is_empty() {
        return Some(kept.of(text));
    }
    if text.is_empty() {
        row.required("kind", faults);
    }
    row.listed_text("kind", text, kinds, faults).cloned()
}

/// The word of a cell that holds some text.
fn cell(
    row: &Row<'_>,
    text: &str,
    column: &PlaceColumn,
    nations: &[&str],
    kept: &mut KeptWords,
    faults: &mut Vec<DataFault>,
) -> Option<Word> {
    if !column.words.is_empty() {
        return row.listed_text(&column.name, text, &column.words, faults).cloned();
    }
    match column.takes {
        PlaceTakes::Number => {
            row.number(&column.name, faults)?;
        }
        PlaceTakes::Nation if !nations.is_empty() && !nations.contains(&text) => {
            faults.push(row.unknown(&column.name, text, nations));
        }
        PlaceTakes::Text | PlaceTakes::Word | PlaceTakes::Nation | PlaceTakes::Area => {}
    }
    Some(kept.of(text))
}
