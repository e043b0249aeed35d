//! The pieces of a position as rows, for spreadsheets and programs.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use vassal::model::eyes::Eyes;
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position, layer_keys};

/// One piece. Stacks and decks are no pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row<'a> {
    /// Its id, unique in the save.
    pub id: &'a str,
    /// Its name as those see it who know the piece.
    pub name: &'a str,
    /// The map it is on; none is off the table.
    pub map: Option<&'a str>,
    /// Map pixels from the left; of a stacked piece those of the stack.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
    /// The board there; none without a module.
    pub board: Option<&'a str>,
    /// The zone there.
    pub zone: Option<&'a str>,
    /// What the place is called, `offboard` where nothing names it.
    pub location: Option<&'a str>,
    /// Id of its stack or deck.
    pub stack: Option<&'a str>,
    /// Level of each Layer, negative when inactive, by the key that [`layer_keys`] gives it.
    pub layers: Map<String, Value>,
    /// Values of its Markers.
    pub markers: &'a BTreeMap<String, String>,
    /// What its Text Labels say, outermost first.
    pub labels: &'a [String],
    /// Names of the pictures it shows, lowest first.
    pub images: Vec<&'a str>,
}

/// The columns, in order.
pub const COLUMNS: [&str; 13] = [
    "id", "name", "map", "x", "y", "board", "zone", "location", "stack", "layers", "markers", "labels",
    "images",
];

/// One row per piece that the looker knows, in the order in which they came into the game.
///
/// A side gets the id of a stack only where pieces that it knows lie together: else it tells nothing.
pub fn rows<'a>(position: &'a Position, module: Option<&Module>, eyes: &Eyes) -> Vec<Row<'a>> {
    let known = position.pieces.iter().filter(|piece| eyes.knows(piece, module));
    let mut rows: Vec<Row<'_>> = known.map(row).collect();
    if *eyes != Eyes::Umpire {
        let mut together: BTreeMap<&str, usize> = BTreeMap::new();
        rows.iter().filter_map(|row| row.stack).for_each(|stack| *together.entry(stack).or_default() += 1);
        for row in &mut rows {
            row.stack = row.stack.filter(|stack| together.get(stack).is_some_and(|count| *count > 1));
        }
    }
    rows
}

fn row(piece: &Piece) -> Row<'_> {
    let levels = piece.layers.iter().map(|layer| Value::from(layer.level));
    let pictures = piece.layers.iter().rev().map(|layer| layer.image.as_str());
    let pictures = std::iter::once(piece.image.as_str()).chain(pictures);
    Row {
        id: &piece.id,
        name: &piece.true_name,
        map: piece.map.as_deref(),
        x: piece.x,
        y: piece.y,
        board: piece.board.as_deref(),
        zone: piece.zone.as_deref(),
        location: piece.location.as_deref(),
        stack: piece.stack.as_deref(),
        layers: layer_keys(&piece.layers).into_iter().zip(levels).collect(),
        markers: &piece.markers,
        labels: &piece.labels,
        images: pictures.filter(|name| !name.is_empty()).collect(),
    }
}

/// Whether a spreadsheet may take a cell for a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// As the values are, for programs.
    AsTheyAre,
    /// A cell that looks like a formula begins with `'`, so that spreadsheets show it as text.
    Quoted,
}

/// The rows as CSV with a heading. Several values of a cell have `;` between them, names and values `=`;
/// a `\` goes before each of these signs that is part of a name or value.
///
/// # Errors
/// Never when written to memory.
pub fn csv(rows: &[Row<'_>], formulas: Formulas) -> Result<String, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
    for row in rows {
        let (x, y) = (row.x.to_string(), row.y.to_string());
        let layers = row.layers.iter().map(|(name, level)| format!("{}={level}", plain(name)));
        let markers = row.markers.iter().map(|(name, value)| format!("{}={}", plain(name), plain(value)));
        let safe = |value: String| match formulas {
            Formulas::Quoted if is_formula(&value) => format!("'{value}"),
            _ => value,
        };
        let text = |value: Option<&'_ str>| safe(value.unwrap_or_default().to_owned());
        out.write_record([
            text(Some(row.id)),
            text(Some(row.name)),
            text(row.map),
            x,
            y,
            text(row.board),
            text(row.zone),
            text(row.location),
            text(row.stack),
            safe(cell(layers)),
            safe(cell(markers)),
            safe(cell(row.labels.iter().map(|label| plain(label)))),
            safe(cell(row.images.iter().map(|name| plain(name)))),
        ])?;
    }
    let bytes = out.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Signs with which formulas begin, as wide as a letter of East Asia, too, which some spreadsheets take for the same.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Whether spreadsheets take a text for a formula; a number is none.
fn is_formula(text: &str) -> bool {
    let begins = text.starts_with(['\t', '\r', '\n']) || text.trim_start().starts_with(FORMULA_SIGNS);
    begins && text.trim().parse::<f64>().is_err()
}

fn cell(values: impl Iterator<Item = String>) -> String {
    values.collect::<Vec<_>>().join(";")
}

/// A word of a cell, so that it can be told from the signs around it.
fn plain(word: &str) -> String {
    word.replace('\\', r"\\").replace(';', r"\;").replace('=', r"\=")
}

#[cfg(test)]
mod tests {
    use super::*;
    use vassal::model::position::LayerState;

    fn layer(name: &str, level: i32, image: &str) -> LayerState {
        LayerState { name: name.into(), level, image: image.into(), ..LayerState::default() }
    }

    fn position() -> Position {
        let piece = Piece {
            id: "17".into(),
            true_name: "2nd, \"Sendai\"".into(),
            image: "plain.png".into(),
            map: Some("Main".into()),
            x: 3,
            y: -4,
            layers: vec![layer("Face", -1, ""), layer("Face", 2, "b.png"), layer("", 1, "a.png")],
            markers: BTreeMap::from([("Side".into(), "Japan; a=b".into())]),
            labels: vec!["7 steps".into()],
            ..Piece::default()
        };
        Position { pieces: vec![piece], ..Position::default() }
    }

    #[test]
    fn rows_read_the_same_in_both_forms() {
        let position = position();
        let rows = rows(&position, None, &Eyes::Umpire);
        assert_eq!(
            serde_json::to_string(&rows).unwrap(),
            "[{\"id\":\"17\",\"name\":\"2nd, \\\"Sendai\\\"\",\"map\":\"Main\",\"x\":3,\"y\":-4,\"board\":null,\"zone\":null,\"location\":null,\"stack\":null,\"layers\":{\"Face\":-1,\"Face 2\":2,\"layer 1\":1},\"markers\":{\"Side\":\"Japan; a=b\"},\"labels\":[\"7 steps\"],\"images\":[\"plain.png\",\"a.png\",\"b.png\"]}]"
        );
        assert_eq!(
            csv(&rows, Formulas::Quoted).unwrap(),
            "id,name,map,x,y,board,zone,location,stack,layers,markers,labels,images\n17,\"2nd, \"\"Sendai\"\"\",Main,3,-4,,,,,Face=-1;Face 2=2;layer 1=1,Side=Japan\\; a\\=b,7 steps,plain.png;a.png;b.png\n"
        );
    }

    #[test]
    fn what_begins_as_a_formula_is_one_and_a_number_is_none() {
        for text in ["=1", "+a", "-a", "@a", " =1", "\n=1", "\r=1", "\u{a0}=1", "\nword", "＝1", "－a"] {
            assert!(is_formula(text), "{text:?}");
        }
        for text in ["", "a=1", "-5", "+5.5", "1-2", "ordinary"] {
            assert!(!is_formula(text), "{text:?}");
        }
    }

    #[test]
    fn each_layer_has_a_key_of_its_own() {
        let keys =
            |names: &[&str]| layer_keys(&names.iter().map(|name| layer(name, 1, "")).collect::<Vec<_>>());
        assert_eq!(keys(&["", "Step", ""]), ["layer 1", "Step", "layer 2"]);
        assert_eq!(keys(&["", "layer 1", "Step", "Step"]), ["layer 2", "layer 1", "Step", "Step 2"]);
        assert_eq!(keys(&["A", "A", "A 2", "A 2"]), ["A", "A 3", "A 2", "A 2 2"]);
    }
}
