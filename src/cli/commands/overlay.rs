//! What is drawn over a position: lines, numbered marks, and the key beside the picture.

use liege_art::position::key::Key;
use liege_art::position::{Caption, Frame, Line, Mark, Shade};

/// What is drawn over a position.
#[derive(Debug, Default)]
pub struct Overlay {
    /// Shaded parts of the map.
    pub shades: Vec<Shade>,
    /// Lines below the pieces.
    pub lines: Vec<Line>,
    /// Names of places, for those that are covered.
    pub captions: Vec<Caption>,
    /// Circles above everything.
    pub marks: Vec<Mark>,
    /// What they mean, beside the picture.
    pub key: Option<Key>,
}

/// What is drawn: a map, or a part of it.
pub struct Part {
    /// The map.
    pub map: String,
    /// The part in map pixels.
    pub area: Option<Frame>,
}

impl Part {
    /// Whether a spot lies in what is drawn.
    pub fn has(&self, (x, y): (i32, i32)) -> bool {
        self.area.is_none_or(|area| {
            let within = |at: i32, from: i32, length: u32| {
                (0..i64::from(length)).contains(&(i64::from(at) - i64::from(from)))
            };
            within(x, area.x, area.width) && within(y, area.y, area.height)
        })
    }
}
