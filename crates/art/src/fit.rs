//! Letters on counters: how wide they are, and how large and how narrow a line is that must fit.

use std::sync::OnceLock;

use ttf_parser::Face;

use crate::templates;

/// The font of names and figures: narrow and open, all figures equally wide.
const FILE: &str = "FiraSansCondensed-Bold.ttf";

/// The smallest size of a name: its capitals are 8 pixels high on a counter of 75 pixels.
pub const LEAST: f32 = 15.7;

/// Letters are made so narrow before they become smaller than [`LEAST`].
const NARROWEST: f32 = 0.8;

/// How a line fits its room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The font size in units of the counter.
    pub size: f32,
    /// The factor that makes the letters narrower, 1 or less.
    pub squeeze: f32,
}

/// How wide a text is, in units of the font size; what the font does not have counts as a wide letter.
pub fn width(text: &str, font_size: f32) -> f32 {
    let advance = |letter: char| -> Option<f32> {
        let face = face()?;
        let glyph = face.glyph_index(letter)?;
        Some(f32::from(face.glyph_hor_advance(glyph)?) / f32::from(face.units_per_em()))
    };
    text.chars().map(|letter| advance(letter).unwrap_or(1.0)).sum::<f32>() * font_size
}

/// The largest size at which a text fits, at most `largest`; below [`LEAST`] letters become narrower first.
pub fn fit(text: &str, room: f32, largest: f32) -> Fit {
    let wide = width(text, 1.0).max(0.1);
    let size = (room / wide).clamp(LEAST, largest.max(LEAST));
    let squeeze = (room / (wide * size)).min(1.0);
    let smaller = (squeeze / NARROWEST).min(1.0);
    Fit { size: (size * smaller).max(1.0), squeeze: squeeze.max(NARROWEST) }
}

fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(templates::font(FILE)?, 0).ok()).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_measured_as_they_are_drawn() {
        let drawn = |words: &str| {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="150"><text y="100" font-family="Fira Sans Condensed" font-weight="bold" font-size="100">{words}|</text></svg>"#
            );
            let pixels = templates::fonts().draw(&svg, 2000).unwrap();
            let inked =
                |x: &u32| (0..150).any(|y| pixels.pixel(*x, y).is_some_and(|pixel| pixel.alpha() > 128));
            (0..2000).rev().find(inked).unwrap() as f32
        };
        let apart = drawn("Royal Sovereign") - drawn("");
        assert!((apart - width("Royal Sovereign", 100.0)).abs() < 2.0, "{apart}");
        assert_eq!(width("日", 10.0), 10.0);
    }

    #[test]
    fn figures_are_equally_wide() {
        assert!(('0'..='9').all(|digit| width(&digit.to_string(), 10.0) == width("8", 10.0)));
    }

    #[test]
    fn a_long_name_becomes_narrow_before_it_becomes_small() {
        let [short, long, longest] =
            ["Maya", "Royal Sovereign", &"Sovereign ".repeat(9)].map(|name| fit(name, 92.0, 18.0));
        assert_eq!(short, Fit { size: 18.0, squeeze: 1.0 });
        assert!(long.size == LEAST && long.squeeze > NARROWEST && long.squeeze < 1.0);
        assert!(longest.size < LEAST && longest.squeeze == NARROWEST);
        assert!(fit("", 92.0, 18.0).size == 18.0);
    }
}
