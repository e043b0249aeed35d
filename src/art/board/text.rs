//! Letters as outlines, so that two thousand hex numbers cost milliseconds.

use resvg::tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, OutlineBuilder};

use crate::art::templates;

const PLAIN: &str = "DejaVuSansCondensed.ttf";
const BOLD: &str = "DejaVuSansCondensed-Bold.ttf";

/// How a line of text is set.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Em size in pixels.
    pub size: f32,
    /// Bold or plain.
    pub bold: bool,
    /// Slant to the right: 0 upright, 0.2 italic.
    pub slant: f32,
    /// Extra space between letters in em.
    pub spread: f32,
}

/// Where a line of text is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// Its left end.
    Left,
    /// Its middle.
    Middle,
}

struct Pen<'a> {
    to: &'a mut PathBuilder,
    at: (f32, f32),
    scale: f32,
    slant: f32,
}

impl Pen<'_> {
    fn put(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.0 + (x + y * self.slant) * self.scale, self.at.1 - y * self.scale)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let p = self.put(x, y);
        self.to.move_to(p.0, p.1);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let p = self.put(x, y);
        self.to.line_to(p.0, p.1);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (c, p) = (self.put(x1, y1), self.put(x, y));
        self.to.quad_to(c.0, c.1, p.0, p.1);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (c, d, p) = (self.put(x1, y1), self.put(x2, y2), self.put(x, y));
        self.to.cubic_to(c.0, c.1, d.0, d.1, p.0, p.1);
    }
    fn close(&mut self) {
        self.to.close();
    }
}

/// Both faces, parsed once.
pub struct Letters {
    plain: Option<Face<'static>>,
    bold: Option<Face<'static>>,
}

impl Letters {
    /// Parses the embedded fonts.
    pub fn new() -> Self {
        let face = |name| Face::parse(templates::font(name)?, 0).ok();
        Self { plain: face(PLAIN), bold: face(BOLD) }
    }

    /// Adds a line of text whose baseline runs through `at`, in pixels.
    pub fn add(&self, to: &mut PathBuilder, line: &str, at: (f32, f32), how: Setting, hold: Hold) {
        let Some(face) = (if how.bold { &self.bold } else { &self.plain }) else {
            return;
        };
        let scale = how.size / f32::from(face.units_per_em().max(1));
        let glyphs: Vec<_> = line
            .chars()
            .filter_map(|c| face.glyph_index(c))
            .map(|g| {
                let advance = f32::from(face.glyph_hor_advance(g).unwrap_or(0)) * scale;
                (g, advance + how.spread * how.size)
            })
            .collect();
        let width: f32 = glyphs.iter().map(|g| g.1).sum::<f32>() - how.spread * how.size;
        let mut x = match hold {
            Hold::Left => at.0,
            Hold::Middle => at.0 - width / 2.0,
        };
        for (glyph, advance) in glyphs {
            let mut pen = Pen { to, at: (x, at.1), scale, slant: how.slant };
            face.outline_glyph(glyph, &mut pen);
            x += advance;
        }
    }

    /// One line of text as a path; none when it has no visible letter.
    pub fn line(&self, line: &str, at: (f32, f32), how: Setting, hold: Hold) -> Option<Path> {
        let mut path = PathBuilder::new();
        self.add(&mut path, line, at, how, hold);
        path.finish()
    }
}
