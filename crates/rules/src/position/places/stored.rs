//! Places as a binary form has them: a row that many hexes have in common stands there once.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::facts::{PlaceFacts, PlaceList, PlaceRow};
use super::grid::HexGrid;
use super::hex_index::HexIndex;
use super::terms::{Columns, Terms};
use super::{Joined, PlaceId, Places};

/// The columns of a row by their table.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum RowTable {
    Hexes,
    Areas,
    Boxes,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StoredPlaces {
    grid: HexGrid,
    terms: Terms,
    routes: Vec<PlaceList>,
    rows: Vec<(PlaceRow, RowTable)>,
    /// Each place with its key and the number of its row.
    list: Vec<(PlaceId, String, u32)>,
    by_hex: HexIndex,
    by_id: BTreeMap<PlaceId, usize>,
    by_name: BTreeMap<String, usize>,
    by_key: BTreeMap<String, usize>,
    next: BTreeMap<PlaceId, Vec<Joined>>,
}

impl From<Places> for StoredPlaces {
    fn from(places: Places) -> Self {
        let mut rows: Vec<(Arc<PlaceRow>, RowTable)> = Vec::new();
        let table = |columns: &Arc<Columns>| {
            let tables = [(&places.terms.areas, RowTable::Areas), (&places.terms.boxes, RowTable::Boxes)];
            let own = tables.into_iter().find(|(table, _)| Arc::ptr_eq(table, columns));
            own.map_or(RowTable::Hexes, |(_, table)| table)
        };
        let mut number = |row: &Arc<PlaceRow>| {
            let known = rows.iter().position(|(known, _)| known == row);
            let at = known.unwrap_or_else(|| {
                rows.push((row.clone(), table(&row.columns)));
                rows.len() - 1
            });
            u32::try_from(at).unwrap_or(u32::MAX)
        };
        let list = places.list.iter().map(|facts| (facts.id.clone(), facts.key.clone(), number(&facts.row)));
        let list = list.collect();
        Self {
            list,
            rows: rows.iter().map(|(row, table)| (PlaceRow::clone(row), *table)).collect(),
            grid: places.grid,
            terms: places.terms,
            routes: places.routes,
            by_hex: places.by_hex,
            by_id: places.by_id,
            by_name: places.by_name,
            by_key: places.by_key,
            next: places.next,
        }
    }
}

impl TryFrom<StoredPlaces> for Places {
    type Error = &'static str;

    fn try_from(stored: StoredPlaces) -> Result<Self, Self::Error> {
        let StoredPlaces { grid, terms, routes, rows, list, by_hex, by_id, by_name, by_key, next } = stored;
        let columns = |table: RowTable| match table {
            RowTable::Hexes => &terms.hexes,
            RowTable::Areas => &terms.areas,
            RowTable::Boxes => &terms.boxes,
        };
        let row = |(row, table): (PlaceRow, _)| Arc::new(PlaceRow { columns: columns(table).clone(), ..row });
        let rows: Vec<Arc<PlaceRow>> = rows.into_iter().map(row).collect();
        let facts = |(id, key, row): (PlaceId, String, u32)| {
            let row = rows.get(row as usize).ok_or("expected the row of a place")?.clone();
            Ok(PlaceFacts { id, key, row })
        };
        let list = list.into_iter().map(facts).collect::<Result<_, Self::Error>>()?;
        Ok(Self { grid, terms, routes, list, by_hex, by_id, by_name, by_key, next })
    }
}
