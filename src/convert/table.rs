//! The pieces of a position as rows, for spreadsheets and programs.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::model::position::{Piece, Position};

/// One piece. Stacks and decks are no pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row<'a> {
    /// Its id, unique in the save.
    pub id: &'a str,
    /// Its name as the players see it.
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
    /// Level of each Layer by name, negative when inactive; of two of one name the outer one.
    pub layers: Map<String, Value>,
}

/// The columns, in order.
pub const COLUMNS: [&str; 10] =
    ["id", "name", "map", "x", "y", "board", "zone", "location", "stack", "layers"];

/// One row per piece, in the order in which they came into the game.
pub fn rows(position: &Position) -> Vec<Row<'_>> {
    position.pieces.iter().map(row).collect()
}

fn row(piece: &Piece) -> Row<'_> {
    let mut layers = Map::new();
    for layer in &piece.layers {
        layers.entry(layer.name.clone()).or_insert_with(|| layer.level.into());
    }
    Row {
        id: &piece.id,
        name: &piece.name,
        map: piece.map.as_deref(),
        x: piece.x,
        y: piece.y,
        board: piece.board.as_deref(),
        zone: piece.zone.as_deref(),
        location: piece.location.as_deref(),
        stack: piece.stack.as_deref(),
        layers,
    }
}

/// The rows as a JSON array, one piece a line.
///
/// # Errors
/// Never with these values.
pub fn json(rows: &[Row<'_>]) -> Result<String, serde_json::Error> {
    let lines = rows.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(if lines.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", lines.join(",\n")) })
}

/// The rows as CSV with a heading; layers as `name=level`, several with `;` between them.
///
/// # Errors
/// Never when written to memory.
pub fn csv(rows: &[Row<'_>]) -> Result<String, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
    for row in rows {
        let (x, y) = (row.x.to_string(), row.y.to_string());
        let layers: Vec<_> = row.layers.iter().map(|(name, level)| format!("{name}={level}")).collect();
        let text = |value: Option<&'_ str>| value.unwrap_or_default().to_owned();
        out.write_record([
            row.id.to_owned(),
            row.name.to_owned(),
            text(row.map),
            x,
            y,
            text(row.board),
            text(row.zone),
            text(row.location),
            text(row.stack),
            layers.join(";"),
        ])?;
    }
    let bytes = out.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::position::LayerState;

    #[test]
    fn rows_read_the_same_in_both_forms() {
        let layer = |name: &str, level| LayerState { name: name.into(), level, ..LayerState::default() };
        let piece = Piece {
            id: "17".into(),
            name: "2nd, \"Sendai\"".into(),
            map: Some("Main".into()),
            x: 3,
            y: -4,
            layers: vec![layer("Face", -1), layer("Face", 2), layer("Status", 1)],
            ..Piece::default()
        };
        let position = Position { pieces: vec![piece], ..Position::default() };
        let rows = rows(&position);
        assert_eq!(
            json(&rows).unwrap(),
            "[\n{\"id\":\"17\",\"name\":\"2nd, \\\"Sendai\\\"\",\"map\":\"Main\",\"x\":3,\"y\":-4,\"board\":null,\"zone\":null,\"location\":null,\"stack\":null,\"layers\":{\"Face\":-1,\"Status\":1}}\n]\n"
        );
        assert_eq!(
            csv(&rows).unwrap(),
            "id,name,map,x,y,board,zone,location,stack,layers\n17,\"2nd, \"\"Sendai\"\"\",Main,3,-4,,,,,Face=-1;Status=1\n"
        );
    }
}
