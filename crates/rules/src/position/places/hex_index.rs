//! Numbers of hexes, found by row and column without a search.

use serde::{Deserialize, Serialize};

use super::grid::Hex;

/// A number for each of some hexes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HexIndex {
    /// By letter; each has its rows, each row its columns.
    sheets: Vec<(char, Vec<Vec<Option<u32>>>)>,
}

impl HexIndex {
    /// The number of a hex.
    #[must_use]
    pub fn get(&self, hex: Hex) -> Option<usize> {
        let (_, rows) = self.sheets.iter().find(|(letter, _)| *letter == hex.sheet)?;
        let number = (*rows.get(usize::from(hex.row))?.get(usize::from(hex.column))?)?;
        Some(number as usize)
    }

    /// Gives a hex a number, where it has none yet; whether it had none.
    pub fn insert(&mut self, hex: Hex, number: usize) -> bool {
        let at = self.sheets.partition_point(|(letter, _)| *letter < hex.sheet);
        if self.sheets.get(at).is_none_or(|(letter, _)| *letter != hex.sheet) {
            self.sheets.insert(at, (hex.sheet, Vec::new()));
        }
        let rows = &mut self.sheets[at].1;
        let (row, column) = (usize::from(hex.row), usize::from(hex.column));
        rows.resize(rows.len().max(row + 1), Vec::new());
        let cells = &mut rows[row];
        cells.resize(cells.len().max(column + 1), None);
        let is_free = cells[column].is_none();
        if is_free {
            cells[column] = u32::try_from(number).ok();
        }
        is_free
    }

    /// All hexes with their numbers, by sheet, row and column.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, usize)> {
        self.sheets.iter().flat_map(|(sheet, rows)| {
            rows.iter().zip(0..=u8::MAX).flat_map(move |(cells, row)| {
                let numbers = cells.iter().zip(0..=u8::MAX);
                numbers.filter_map(move |(number, column)| {
                    Some((Hex { sheet: *sheet, row, column }, (*number)? as usize))
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_keep_the_first_number_and_come_in_their_own_order() {
        let hexes: Vec<Hex> =
            ["W0203", "E9999", "W0102", "E0000"].iter().map(|name| name.parse().unwrap()).collect();
        let mut index = HexIndex::default();
        assert!(hexes.iter().zip(0..).all(|(hex, number)| index.insert(*hex, number)));
        assert!(!index.insert(hexes[2], 7));
        assert_eq!(index.get(hexes[2]), Some(2));
        assert_eq!(index.get("W0202".parse().unwrap()), None);
        assert_eq!(index.get("A0203".parse().unwrap()), None);
        let mut sorted = hexes.clone();
        sorted.sort();
        assert_eq!(index.iter().map(|(hex, _)| hex).collect::<Vec<_>>(), sorted);
        assert!(index.iter().all(|(hex, number)| hexes[number] == hex));
    }
}
