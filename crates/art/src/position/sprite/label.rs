//! Text labels on a piece.
//!
//! Engine class: `counters.Labeler`.

use super::Artist;
use crate::position::html::Style;
use crate::position::scene::{Part, Shown, colour};
use crate::position::stack::Extent;
use crate::position::writing::lay_out;
use vassal::format::traits::Plain;

impl Artist<'_> {
    /// Lays a label on what is drawn so far.
    pub(super) fn label(&mut self, label: &Plain, place_of_trait: usize) {
        let piece = self.piece;
        let field = |name: &str| label.fields.get(name);
        let number = |name: &str| field(name).parse().unwrap_or(0i32);
        let texts = if self.masked { &piece.masked_label_texts } else { &piece.label_texts };
        let Some(text) = texts.get(&place_of_trait) else {
            return;
        };
        let size: i32 = field("fontSize").parse().unwrap_or(10);
        let style = Style {
            size: size.clamp(1, 200) as f32,
            bold: matches!(field("fontStyle"), "1" | "3"),
            italic: matches!(field("fontStyle"), "2" | "3"),
            underlined: false,
            // Without a colour the engine draws no letters.
            colour: colour(field("textFg")).unwrap_or([0, 0, 0, 0]),
            background: None,
        };
        let Some(writing) = lay_out(text, style, colour(field("textBg")), self.ruler) else {
            return;
        };
        let shape = self.drawn.shape.unwrap_or_default();
        let (width, height) = (writing.width as i32, writing.height as i32);
        let at = |place: i32, just: i32, offset: i32| place.saturating_sub(just).saturating_add(offset);
        let x = at(
            place(field("horizontalPos"), shape.left, shape.width),
            just(field("horizontalJust"), width),
            number("horizontalOffset"),
        );
        let y = at(
            place(field("verticalPos"), shape.top, shape.height),
            just(field("verticalJust"), height),
            number("verticalOffset"),
        );
        let turn = number("rotateDegrees") as f32;
        self.drawn.parts.push(Part { turn, ..Part::new(x, y, Shown::Writing(writing)) });
        // A label that players can change is no part of the piece's shape.
        if field("labelKey").is_empty() {
            self.cover(Extent { left: x, top: y, width, height }.turned(turn));
        }
    }
}

/// Where a label lies on what is drawn below it.
fn place(field: &str, start: i32, length: i32) -> i32 {
    match field {
        "l" | "t" => start,
        "r" | "b" => start.saturating_add(length),
        _ => 0,
    }
}

/// How far the label reaches back from its place.
fn just(field: &str, length: i32) -> i32 {
    match field {
        "r" | "b" => length,
        "c" => length / 2,
        _ => 0,
    }
}
