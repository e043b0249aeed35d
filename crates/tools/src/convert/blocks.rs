//! A position as blocks of a few lines, one for each piece, in an order in which few lines change from save to save.

use std::fmt::Write;

use vassal::model::position::{Piece, Position, layer_keys};

/// The position as text: values of the game first, then pieces by map, place, name and id.
pub fn text(position: &Position) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    for (tracker, shown) in &position.turn_words {
        let _ = writeln!(out, "turn {tracker}: {shown}");
    }
    for player in &position.players {
        let _ = writeln!(out, "player {}: {}", player.side, player.name);
    }
    for map in &position.maps {
        let boards: Vec<&str> = map.picks.iter().flatten().map(|pick| pick.board.as_str()).collect();
        if !boards.is_empty() {
            let _ = writeln!(out, "boards of {}: {}", map.identifier, boards.join(", "));
        }
    }
    for ((container, name), value) in &position.properties {
        let _ = writeln!(out, "property {container}/{name}: {}", one_line(value));
    }
    for (what, notes) in [("scenario", &position.scenario_notes), ("public", &position.public_notes)] {
        if !notes.is_empty() {
            let _ = writeln!(out, "notes, {what}: {}", one_line(notes));
        }
    }
    for deck in position.stacks.iter().filter(|stack| stack.deck.is_some()) {
        let name = deck.deck.as_deref().unwrap_or_default();
        let turned = if deck.face_down { ", face down" } else { "" };
        let _ = writeln!(out, "deck {name}: {} cards{turned}", deck.pieces.len());
    }
    let mut pieces: Vec<&Piece> = position.pieces.iter().collect();
    pieces.sort_by_key(|piece| (&piece.map, &piece.location, piece.x, piece.y, &piece.true_name, &piece.id));
    pieces.into_iter().for_each(|piece| block(&mut out, piece));
    out
}

/// What a piece is, where it lies and how it stands.
fn block(out: &mut String, piece: &Piece) {
    let _ = writeln!(out, "\n{} [{}]", one_line(&piece.true_name), piece.id);
    let map = piece.map.as_deref().unwrap_or("off the table");
    let place = piece.location.as_deref().filter(|name| *name != "offboard").unwrap_or("-");
    let _ = writeln!(out, "    at {map}, {place} ({}, {})", piece.x, piece.y);
    for (key, layer) in layer_keys(&piece.layers).iter().zip(&piece.layers) {
        let name = if layer.level_name.is_empty() { &layer.image } else { &layer.level_name };
        let shown = if layer.level > 0 { format!("{} {name}", layer.level) } else { "off".to_owned() };
        let _ = writeln!(out, "    layer {key}: {}", one_line(shown.trim()));
    }
    for (name, value) in piece.markers.iter().chain(&piece.properties) {
        let _ = writeln!(out, "    {name}: {}", one_line(value));
    }
    for label in &piece.labels {
        let _ = writeln!(out, "    label: {}", one_line(label));
    }
    let flags = [
        (piece.masked_by.is_some(), "masked"),
        (piece.hidden_by.is_some(), "invisible"),
        (piece.moved == Some(true), "moved"),
    ];
    for (_, flag) in flags.into_iter().filter(|(is_set, _)| *is_set) {
        let _ = writeln!(out, "    {flag}");
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
