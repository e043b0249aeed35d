//! The trail of a piece: the places where it was, each a disc, joined by lines.
//!
//! Engine class: `counters.Footprint`.

use super::scene::{Trail, colour};
use vassal::format::piece::TraitText;
use vassal::format::sequence;
use vassal::format::traits::Fields;

/// Most places of a trail that are drawn.
const MOST_PLACES: usize = 1_000;
/// The largest disc and the broadest line, in map pixels.
const LARGEST: i32 = 500;

impl Trail {
    /// Reads the trail of a piece that lies `here` on the map of this id; none where players see none.
    pub fn read(text: &TraitText, here: (i32, i32), map: &str) -> Option<Self> {
        let fields = Fields::decode(&text.type_text)?;
        let state = sequence::decode(&text.state_text, ';');
        let mut state = state.iter().map(|part| &**part);
        let shown: &str = match state.next()? {
            "" => fields.get("initiallyVisible"),
            shown => shown,
        };
        // A trail of another map is dropped by the engine as soon as it draws the piece.
        if shown != "true" || state.next()? != map {
            return None;
        }
        let count: usize = state.next()?.parse().ok()?;
        let place = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        let mut places: Vec<(i32, i32)> = state.take(count.min(MOST_PLACES)).filter_map(place).collect();
        if places.is_empty() {
            return None;
        }
        places.push(here);
        let number = |name: &str, usual: i32| fields.get(name).parse().unwrap_or(usual);
        let width: f32 = fields.get("lineWidth").parse().unwrap_or(1.0);
        Some(Self {
            places,
            radius: number("circleRadius", 10).clamp(0, LARGEST),
            width: if width.is_finite() { width.clamp(0.0, LARGEST as f32) } else { 1.0 },
            fill: colour(fields.get("fillColor")),
            line: colour(fields.get("lineColor")),
            opacity: number("unSelectedTransparency", 50).clamp(0, 100) as f32 / 100.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(state: &str) -> Option<Trail> {
        Trail::read(&TraitText::new("footprint;84,130;Trail;false;false;12", state), (9, 8), "Map1")
    }

    #[test]
    fn a_trail_ends_where_the_piece_is() {
        let trail = read("true;Map1;2;1,2;3,4;true").unwrap();
        assert_eq!(trail.places, [(1, 2), (3, 4), (9, 8)]);
        assert_eq!((trail.radius, trail.width, trail.opacity), (12, 1.0, 0.5));
        assert_eq!((trail.fill, trail.line), (Some([255; 4]), Some([0, 0, 0, 255])));
    }

    #[test]
    fn a_trail_that_is_hidden_or_of_another_map_is_none() {
        for state in ["false;Map1;1;1,2;true", "true;Map0;1;1,2;true", "true;Map1;0;true", ""] {
            assert_eq!(read(state), None, "{state}");
        }
    }
}
