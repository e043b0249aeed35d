//! Reads the tables of `maps/<game>/` into [`Places`], in the words that the game's `places.toml` lists.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::cell_reader::{CellReader, blank, kind_cell};
use super::facts::{PlaceFacts, PlaceList};
use super::grid::{Hex, Sheet};
use super::terms::{Columns, PlaceTakes, Terms};
use super::{PlaceId, Places};
use crate::data::fault::{DataFault, did_you_mean, read_toml};
use crate::data::read::Read;
use crate::data::table::{Row, Table};
use crate::data::word::{KeptWords, Word};

/// How far a sheet may lie from the middle of the common grid, in hexes.
const FARTHEST: i32 = 10_000;

#[derive(Default, Deserialize)]
struct SheetsFile {
    #[serde(default)]
    sheet: Vec<Sheet>,
}

impl Places {
    /// Reads every table of a game's map; `nations` are the codes that cells may hold, none when nobody knows them.
    pub fn load(game: &str, nations: &[&str], read: Read<'_>, faults: &mut Vec<DataFault>) -> Self {
        let path = |name: &str| format!("maps/{game}/{name}");
        let mut places = Self::default();
        if let Some(text) = read(&path("places.toml")) {
            places.terms = Terms::read(&path("places.toml"), &text, faults);
        }
        if let Some(text) = read(&path("sheets.toml")) {
            places.add_sheets(&path("sheets.toml"), &text, faults);
        }
        type Add = fn(&mut Places, &str, &str, &[&str], &mut Vec<DataFault>);
        let tables: [(&str, Add); 7] = [
            ("areas.csv", Self::add_areas),
            ("hexes.csv", Self::add_hexes),
            ("stated.csv", |places, file, text, _, faults| places.add_stated(file, text, faults)),
            ("places.csv", Self::add_boxes),
            ("hexsides.csv", |places, file, text, _, faults| places.add_hexsides(file, text, faults)),
            ("borders.csv", |places, file, text, _, faults| places.add_borders(file, text, faults)),
            ("routes.csv", |places, file, text, _, faults| places.add_routes(file, text, faults)),
        ];
        for (name, add) in tables {
            if let Some(text) = read(&path(name)) {
                add(&mut places, &path(name), &text, nations, faults);
            }
        }
        places
    }

    /// Adds the sheets of `sheets.toml`.
    pub fn add_sheets(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        let Some(sheets) = read_toml::<SheetsFile>(file, text, faults) else { return };
        for sheet in sheets.sheet {
            let far = |offset: i32| !(-FARTHEST..=FARTHEST).contains(&offset);
            if far(sheet.row_offset) || far(sheet.column_offset) {
                let message =
                    format!("sheet {}: expected an offset of at most {FARTHEST} hexes", sheet.letter);
                faults.push(DataFault::at(file, 0, message));
            } else {
                self.grid.sheets.push(sheet);
            }
        }
    }

    /// Adds the rows of `hexes.csv`.
    pub fn add_hexes(&mut self, file: &str, text: &str, nations: &[&str], faults: &mut Vec<DataFault>) {
        let columns = self.terms.hexes.clone();
        let table = table(file, text, (&["hex"], &["name", "source", "note"]), &columns, faults);
        let mut cells = CellReader::of(&table, &columns, nations);
        // Hexes of the sea often have all but their number in common with the one before.
        let mut last: Option<Row<'_>> = None;
        for row in table.rows() {
            let Some(hex) = self.hex_cell(&row, "hex", faults) else {
                continue;
            };
            let before = faults.len();
            let alike = self.list.last().filter(|_| last.as_ref().is_some_and(|last| row.is_like(last)));
            let mut facts = match alike {
                Some(alike) => {
                    PlaceFacts { id: PlaceId::Hex(hex), key: String::new(), row: alike.row.clone() }
                }
                None => self.hex_facts(hex, &row, &mut cells, faults),
            };
            facts.key = hex.name();
            if !self.add_new(facts) {
                faults.push(row.fault("hex", format!("duplicate row {hex}")));
            }
            last = Some(row).filter(|_| faults.len() == before);
        }
    }

    /// What a row says of a hex; the areas that it names must be there already.
    fn hex_facts(
        &self,
        hex: Hex,
        row: &Row<'_>,
        cells: &mut CellReader<'_>,
        faults: &mut Vec<DataFault>,
    ) -> PlaceFacts {
        let facts = cells.facts(PlaceId::Hex(hex), row, faults);
        let columns = facts.columns.clone();
        for column in columns.column.iter().filter(|column| column.takes == PlaceTakes::Area) {
            let id = facts.word(&column.name);
            if !id.is_empty() && self.area(id).is_none() {
                let ids = self.list.iter().filter(|place| place.area).map(|place| place.key.as_str());
                let near = did_you_mean(id, ids);
                faults.push(row.fault(&column.name, format!("no area has the id \"{id}\"{near}")));
            }
        }
        facts
    }

    /// Adds the rows of `stated.csv`; the hexes must be there already. A hex without a row has nothing to state.
    pub fn add_stated(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        let columns = self.terms.hexes.clone();
        let kind: Word = "kind".into();
        let known: Vec<&Word> = std::iter::once(&kind).chain(columns.names()).collect();
        for row in Table::read(file, text, &["hex", "columns", "rule"], faults).rows() {
            let Some(hex) = self.hex_cell(&row, "hex", faults) else {
                continue;
            };
            let mut stated = Vec::new();
            for word in row.required("columns", faults).split_whitespace() {
                match known.iter().find(|name| ****name == *word) {
                    Some(name) => stated.push(Word::clone(name)),
                    None => {
                        let known: Vec<&str> = known.iter().map(|name| &***name).collect();
                        faults.push(row.unknown("columns", word, &known));
                    }
                }
            }
            row.required("rule", faults);
            if let Some(ix) = self.by_hex.get(hex) {
                self.list[ix].stated.extend(stated);
            }
        }
    }

    /// Adds the rows of `areas.csv`.
    pub fn add_areas(&mut self, file: &str, text: &str, nations: &[&str], faults: &mut Vec<DataFault>) {
        let columns = self.terms.areas.clone();
        let own: (&[&str], &[&str]) = (&["id", "name"], &["board", "x", "y", "outline", "source", "note"]);
        let table = table(file, text, own, &columns, faults);
        let mut cells = CellReader::of(&table, &columns, nations);
        for row in table.rows() {
            let name = row.required("name", faults);
            let mut facts = cells.facts(PlaceId::named(name.as_str()), &row, faults);
            facts.key = row.required("id", faults);
            facts.area = true;
            facts.at = spot(&row, faults);
            facts.outline = outline(&row, faults);
            facts.board = row.text("board").into();
            if self.area(&facts.key).is_some() {
                faults.push(row.fault("id", format!("duplicate row {}", facts.key)));
            } else if self.by_id.contains_key(&facts.id) {
                faults.push(row.fault("name", format!("duplicate area \"{name}\"")));
            } else if !name.is_empty() {
                self.add(facts);
            }
        }
    }

    /// Adds the rows of `places.csv`.
    pub fn add_boxes(&mut self, file: &str, text: &str, nations: &[&str], faults: &mut Vec<DataFault>) {
        let columns = self.terms.boxes.clone();
        let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
        let table = table(file, text, (&["id", "name", "map"], &["source", "note"]), &columns, faults);
        let mut cells = CellReader::of(&table, &columns, nations);
        for row in table.rows() {
            let mut facts = cells.facts(PlaceId::named(row.required("name", faults)), &row, faults);
            facts.key = row.required("id", faults);
            facts.window = row.text("map").into();
            if !ids.insert(facts.key.clone()) {
                faults.push(row.fault("id", format!("duplicate row {}", facts.key)));
            } else if !names.insert(facts.name.clone()) {
                faults.push(row.fault("name", format!("duplicate box \"{}\"", facts.name)));
            } else if !facts.name.is_empty() {
                self.add(facts);
            }
        }
    }

    /// Adds the boxes of a window that no table tells of; what the window is called is their kind.
    pub fn add_window<'b>(&mut self, window: &str, boxes: impl IntoIterator<Item = &'b str>) {
        let columns = self.terms.boxes.clone();
        let kind: Word = kebab(window).into();
        for name in boxes {
            // An empty name is a gap between two boxes.
            let of_row = || self.by_key.get(name).is_some_and(|ix| self.list[*ix].window == window);
            if name.is_empty() || self.by_name.contains_key(name) || of_row() {
                continue;
            }
            let mut row = blank(kind.clone(), &columns);
            row.name = name.into();
            row.window = window.into();
            row.in_play = !columns.out_of_play.contains(&kind);
            self.add(PlaceFacts { id: PlaceId::named(name), key: String::new(), row: row.into() });
        }
    }

    /// Adds the rows of `hexsides.csv`.
    pub fn add_hexsides(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        let words = self.terms.edges.words.clone();
        for row in Table::read(file, text, &["hex", "neighbour", "kind", "name", "source"], faults).rows() {
            let hexes = (self.hex_cell(&row, "hex", faults), self.hex_cell(&row, "neighbour", faults));
            let kind = row.listed("kind", &words, faults);
            let ((Some(a), Some(b)), Some(kind)) = (hexes, kind) else {
                continue;
            };
            if self.grid.distance(a, b) != Some(1) {
                faults.push(row.fault("neighbour", format!("{a} and {b} are not adjacent")));
            }
            self.join(&PlaceId::Hex(a), &PlaceId::Hex(b), [kind.clone()]);
        }
    }

    /// Adds the rows of `borders.csv`: which places adjoin, and the words of what lies between them.
    pub fn add_borders(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        let words = self.terms.edges.words.clone();
        for row in Table::read_with(file, text, &["from", "to", "words"], &["source", "note"], faults).rows()
        {
            let ends = ["from", "to"].map(|column| self.place_cell(&row, column, faults));
            let mut carried = Vec::new();
            for word in row.text("words").split_whitespace() {
                match words.iter().find(|known| ***known == *word) {
                    Some(known) => carried.push(known.clone()),
                    None => {
                        let known: Vec<&str> = words.iter().map(|known| &**known).collect();
                        faults.push(row.unknown("words", word, &known));
                    }
                }
            }
            match ends {
                [Some(from), Some(to)] if from == to => {
                    faults.push(row.fault("to", format!("{to} cannot adjoin itself")));
                }
                [Some(from), Some(to)] => self.join(&from, &to, carried),
                _ => {}
            }
        }
    }

    /// Adds the rows of `routes.csv`; the places must be there already.
    pub fn add_routes(&mut self, file: &str, text: &str, faults: &mut Vec<DataFault>) {
        const COLUMNS: &[&str] = &["id", "name", "kind", "points", "source", "note"];
        let kinds = self.terms.routes.kinds.clone();
        let mut kept = KeptWords::default();
        for row in Table::read(file, text, COLUMNS, faults).rows() {
            let Some(kind) = kind_cell(&row, row.text("kind"), &kinds, &mut kept, faults) else {
                continue;
            };
            let mut places = Vec::new();
            for word in row.text("points").split_whitespace() {
                let area = || self.area(word).map(|area| area.id.clone());
                match self.find(word).or_else(area) {
                    Some(place) => places.push(place),
                    None => {
                        faults.push(row.fault("points", format!("\"{word}\" is neither a hex nor an area")))
                    }
                }
            }
            let (id, name) = (row.required("id", faults), row.required("name", faults));
            self.routes.push(PlaceList { id, name, kind, places });
        }
    }

    fn hex_cell(&self, row: &Row<'_>, column: &str, faults: &mut Vec<DataFault>) -> Option<Hex> {
        match row.text(column).parse::<Hex>() {
            Ok(hex) if self.grid.has(hex) => Some(hex),
            Ok(hex) => {
                faults.push(row.fault(column, format!("no sheet prints {hex}")));
                None
            }
            Err(message) => {
                faults.push(row.fault(column, message));
                None
            }
        }
    }

    fn place_cell(&self, row: &Row<'_>, column: &str, faults: &mut Vec<DataFault>) -> Option<PlaceId> {
        let text = row.required(column, faults);
        let found = self.find(&text);
        if found.is_none() && !text.is_empty() {
            let keys = self.named().flat_map(|place| [place.key.as_str(), place.name.as_str()]);
            let near = did_you_mean(&text, keys);
            faults.push(row.fault(column, format!("no hex, area or box is called \"{text}\"{near}")));
        }
        found
    }
}

/// A table with the columns that every map has and those of the game.
fn table<'t>(
    file: &str,
    text: &'t str,
    (needed, more): (&[&str], &[&str]),
    columns: &Columns,
    faults: &mut Vec<DataFault>,
) -> Table<'t> {
    let mut needed = needed.to_vec();
    let mut more = more.to_vec();
    if columns.kinds.is_empty() { &mut more } else { &mut needed }.push("kind");
    needed.extend(columns.column.iter().map(|column| &*column.name));
    Table::read_with(file, text, &needed, &more, faults)
}

/// The point of the columns `x` and `y`.
fn spot(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Option<(f64, f64)> {
    let mut number = |column: &str| {
        let text = row.text(column);
        let found = text.parse::<f64>().ok().filter(|number| number.is_finite());
        if found.is_none() && !text.is_empty() {
            faults.push(row.fault(column, format!("expected a number, found \"{text}\"")));
        }
        found
    };
    let (x, y) = (number("x"), number("y"));
    Some((x?, y?))
}

/// The largest pixel of an outline.
const LARGEST_PIXEL: i32 = 32_000;

/// The most corners of an outline: more than any printed map has, and few enough for a zone of VASSAL.
const MOST_CORNERS: usize = 10_000;

/// The corners of the column `outline`: `x,y` in pixels, separated by spaces.
fn outline(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Vec<(i32, i32)> {
    let corner = |text: &str| {
        let (x, y) = text.split_once(',')?;
        let pixel = |text: &str| text.parse().ok().filter(|pixel| (0..=LARGEST_PIXEL).contains(pixel));
        Some((pixel(x)?, pixel(y)?))
    };
    let mut corners = Vec::new();
    for word in row.text("outline").split_whitespace() {
        match corner(word) {
            Some(corner) => corners.push(corner),
            None => {
                let told =
                    format!("expected corners such as 120,80, each 0 to {LARGEST_PIXEL}, found \"{word}\"");
                faults.push(row.fault("outline", told));
            }
        }
    }
    if corners.len() > MOST_CORNERS {
        let told = format!("expected at most {MOST_CORNERS} corners, found {}", corners.len());
        faults.push(row.fault("outline", told));
        corners.truncate(MOST_CORNERS);
    }
    if matches!(corners.len(), 1 | 2) {
        faults.push(row.fault("outline", format!("expected at least 3 corners, found {}", corners.len())));
    }
    corners
}

/// A title in lower case with hyphens, as ids are written.
fn kebab(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}
