//! Letters as outlines, so that two thousand hex numbers cost milliseconds.

use resvg::tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Rect};

use crate::templates;

/// Which face a line is set in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Condensed sans, for land and numbers.
    Plain,
    /// The same, bold.
    Bold,
    /// Serif italic, for water.
    Water,
}

/// The files of the faces, in the order of [`Hand`].
const FILES: [&str; 3] = [
    "map/FiraSansCondensed-Regular.ttf",
    "map/FiraSansCondensed-SemiBold.ttf",
    "map/EBGaramond-MediumItalic.ttf",
];

/// How a line of text is set.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Em size in pixels.
    pub size: f32,
    /// Its face.
    pub hand: Hand,
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
}

impl Pen<'_> {
    fn put(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.0 + x * self.scale, self.at.1 - y * self.scale)
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

/// A rectangle in pixels: left, top, right, bottom.
pub type Bounds = [f32; 4];

/// All faces, parsed once.
pub struct Letters([Option<Type>; 3]);

/// A face with the boxes of its glyphs, which cost an outline each to find.
struct Type {
    face: Face<'static>,
    boxes: Vec<Option<Rect>>,
}

impl Letters {
    /// Parses the embedded fonts.
    pub fn new() -> Self {
        Self(FILES.map(|name| {
            let face = Face::parse(templates::font(name)?, 0).ok()?;
            let boxes = (0..face.number_of_glyphs()).map(|glyph| face.glyph_bounding_box(GlyphId(glyph)));
            Some(Type { boxes: boxes.collect(), face })
        }))
    }

    fn of(&self, hand: Hand) -> Option<&Type> {
        match hand {
            Hand::Plain => self.0[0].as_ref(),
            Hand::Bold => self.0[1].as_ref(),
            Hand::Water => self.0[2].as_ref(),
        }
    }

    /// The glyphs of a line, each with the pixels to the next, and the width of all.
    fn set(face: &Face, line: &str, how: Setting) -> (Vec<(GlyphId, f32)>, f32) {
        let scale = how.size / f32::from(face.units_per_em().max(1));
        let step =
            |glyph| f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale + how.spread * how.size;
        let glyphs: Vec<_> = line.chars().filter_map(|c| face.glyph_index(c)).map(|g| (g, step(g))).collect();
        let width = glyphs.iter().map(|g| g.1).sum::<f32>() - how.spread * how.size;
        (glyphs, width)
    }

    /// The pixels that each letter of a line covers whose baseline has its middle at a point.
    pub fn bounds(&self, line: &str, (x, y): (f32, f32), how: Setting) -> Vec<Bounds> {
        let Some(Type { face, boxes }) = self.of(how.hand) else {
            return Vec::new();
        };
        let scale = how.size / f32::from(face.units_per_em().max(1));
        let (glyphs, width) = Self::set(face, line, how);
        let mut pen = x - width / 2.0;
        let mut all = Vec::new();
        for (glyph, step) in glyphs {
            if let Some(own) = boxes.get(usize::from(glyph.0)).copied().flatten() {
                let [left, top, right, bottom] = [own.x_min, own.y_max, own.x_max, own.y_min].map(f32::from);
                all.push([pen + left * scale, y - top * scale, pen + right * scale, y - bottom * scale]);
            }
            pen += step;
        }
        all
    }

    /// Pixels from the left to the right end of a line.
    pub fn width(&self, line: &str, how: Setting) -> f32 {
        self.of(how.hand).map_or(0.0, |own| Self::set(&own.face, line, how).1)
    }

    /// How many letters of a line the face does not have.
    pub fn lacking(&self, line: &str, hand: Hand) -> usize {
        let lacks =
            |face: &Face<'_>| line.chars().filter(|letter| face.glyph_index(*letter).is_none()).count();
        self.of(hand).map_or(0, |own| lacks(&own.face))
    }

    /// Adds a line of text whose baseline runs through `at`, in pixels.
    pub fn add(&self, to: &mut PathBuilder, line: &str, at: (f32, f32), how: Setting, hold: Hold) {
        let Some(Type { face, .. }) = self.of(how.hand) else {
            return;
        };
        let scale = how.size / f32::from(face.units_per_em().max(1));
        let (glyphs, width) = Self::set(face, line, how);
        let mut x = match hold {
            Hold::Left => at.0,
            Hold::Middle => at.0 - width / 2.0,
        };
        for (glyph, advance) in glyphs {
            let mut pen = Pen { to, at: (x, at.1), scale };
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
