//! What a picture of a position is made of, bottom to top, in map pixels; knows no pieces and no files.

pub use super::html::Style;
use vassal::model::geometry::Point;

/// A colour as red, green, blue and opacity.
pub type Colour = [u8; 4];

/// A colour as traits and boards write it: `r,g,b`, `r,g,b,a` or `0xrrggbb`.
pub fn colour(text: &str) -> Option<Colour> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let value = u32::from_str_radix(digits, 16).ok()?;
        return Some([(value >> 16) as u8, (value >> 8) as u8, value as u8, 255]);
    }
    let mut parts = text.split(',').map(|part| part.trim().parse::<u8>().ok());
    let mut next = || parts.next().flatten();
    Some([next()?, next()?, next()?, next().unwrap_or(255)])
}

/// A rectangle in map pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Frame {
    /// The part that both have; `None` when they do not meet.
    pub fn common(self, other: Frame) -> Option<Frame> {
        let end = |at: i32, length: u32| i64::from(at) + i64::from(length);
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = end(self.x, self.width).min(end(other.x, other.width));
        let bottom = end(self.y, self.height).min(end(other.y, other.height));
        let width = u32::try_from(right - i64::from(x)).ok().filter(|length| *length > 0)?;
        let height = u32::try_from(bottom - i64::from(y)).ok().filter(|length| *length > 0)?;
        Some(Frame { x, y, width, height })
    }

    /// The pixel in its middle.
    pub fn middle(self) -> Frame {
        let half = |length: u32| i32::try_from(length / 2).unwrap_or(i32::MAX);
        let (x, y) = (self.x.saturating_add(half(self.width)), self.y.saturating_add(half(self.height)));
        Frame { x, y, width: 1, height: 1 }
    }

    /// The smallest rectangle that holds both.
    pub fn around(self, other: Frame) -> Frame {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let end = |at: i32, length: u32| i64::from(at) + i64::from(length);
        let right = end(self.x, self.width).max(end(other.x, other.width));
        let bottom = end(self.y, self.height).max(end(other.y, other.height));
        let length = |from: i32, to: i64| u32::try_from(to - i64::from(from)).unwrap_or(u32::MAX);
        Frame { x, y, width: length(x, right), height: length(y, bottom) }
    }
}

/// The name of a place, below what lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// Map pixels from the left.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
    /// The name.
    pub text: String,
}

/// A board in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Backdrop {
    /// Where it lies.
    pub area: Frame,
    /// Its picture.
    pub image: Option<String>,
    /// What it shows where it has no picture; none lets the map show through.
    pub colour: Option<Colour>,
    /// Turned by 180 degrees.
    pub turned: bool,
    /// Grids on it.
    pub grids: Vec<GridInk>,
}

/// What is seen of a grid, in board pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridInk {
    /// Colour of lines and dots; none draws neither.
    pub colour: Option<Colour>,
    /// Lines from point to point.
    pub lines: Vec<(Point, Point)>,
    /// Dots.
    pub dots: Vec<Point>,
    /// Numbers of cells.
    pub numbers: Vec<GridNumber>,
    /// Nothing is seen outside this polygon.
    pub inside: Option<Vec<Point>>,
    /// Nothing is seen inside these polygons.
    pub outside: Vec<Vec<Point>>,
}

/// The number of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct GridNumber {
    /// Its upper left corner.
    pub at: Point,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Its font size.
    pub size: f32,
    /// Its colour.
    pub colour: Colour,
    /// The number.
    pub text: String,
}

/// A piece as it is seen: its parts, innermost first.
#[derive(Clone, Debug, PartialEq)]
pub struct Sprite {
    /// Centre, map pixels from the left.
    pub x: i32,
    /// Centre, map pixels from the top.
    pub y: i32,
    /// 1 is solid.
    pub opacity: f32,
    /// Pictures and texts.
    pub parts: Vec<Part>,
}

/// One picture or text of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Pixels to the right of the piece's centre, before turning.
    pub dx: i32,
    /// Pixels below the piece's centre, before turning.
    pub dy: i32,
    /// Clockwise degrees about the piece's centre.
    pub turn: f32,
    /// 1 is its own size.
    pub scale: f32,
    /// What is seen.
    pub ink: Shown,
}

impl Part {
    /// A part in its own size, not turned.
    pub fn new(dx: i32, dy: i32, ink: Shown) -> Self {
        Self { dx, dy, turn: 0.0, scale: 1.0, ink }
    }
}

/// Width and height of the engine's own sign for a piece that has moved, and of ours.
pub const MOVED_SIZE: (u32, u32) = (9, 48);

/// What a part shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// A picture by the name the module gives it; its centre lies at the place of the part.
    Image(String),
    /// A text label; its upper left corner lies at the place of the part.
    Writing(Writing),
    /// A rectangle; its upper left corner lies at the place of the part.
    Block {
        /// Width and height.
        size: (u32, u32),
        /// Colour inside.
        fill: Option<Colour>,
        /// Colour of its thin frame.
        frame: Option<Colour>,
    },
    /// The way that it came, in map pixels.
    Trail(Trail),
    /// Its Area of Effect, in map pixels.
    Around {
        /// What it covers.
        region: Region,
        /// Its colour, with its opacity.
        colour: Colour,
    },
    /// The sign of a piece that has moved, where the module has no picture of its own for it; its upper left corner
    /// lies at the place of the part.
    Moved,
}

/// Cells and discs, all of them together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// Corners of cells in map pixels, all in the same sense.
    pub cells: Vec<Vec<Point>>,
    /// Middles and radii in map pixels.
    pub discs: Vec<(Point, i32)>,
}

/// A Map Shading that is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct ShadingInk {
    /// Boards that it covers; none where it covers its region.
    pub boards: Option<Vec<Frame>>,
    /// What it covers, or what of the boards it leaves free.
    pub region: Region,
    /// What it is made of.
    pub weave: Weave,
    /// 1 is solid.
    pub opacity: f32,
    /// Colour of its edge.
    pub border: Option<Colour>,
    /// Whether it lies above the pieces.
    pub is_above: bool,
}

/// What a Map Shading is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Weave {
    /// So many pixels of each square of four.
    Dots(u8, Colour),
    /// A picture again and again.
    Picture(String),
}

/// A trail that players see.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// Where the piece was, in map pixels, from the first place to the one where it is.
    pub places: Vec<(i32, i32)>,
    /// Radius of the discs in map pixels.
    pub radius: i32,
    /// Width of the lines in map pixels.
    pub width: f32,
    /// Colour of the discs; none lets the map show through.
    pub fill: Option<Colour>,
    /// Colour of the lines.
    pub line: Option<Colour>,
    /// 1 is solid.
    pub opacity: f32,
}

/// A text label, laid out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Writing {
    /// Width in map pixels.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Colour behind everything.
    pub background: Option<Colour>,
    /// Words in their places.
    pub words: Vec<Word>,
    /// Pictures among them.
    pub inlays: Vec<Inlay>,
}

/// Words of one style, from the upper left corner of their label.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Left edge.
    pub x: f32,
    /// Line on which the letters stand.
    pub base: f32,
    /// Width.
    pub width: f32,
    /// The words.
    pub words: String,
    /// How they look.
    pub style: Style,
}

/// A picture in a label, from the upper left corner of the label.
#[derive(Clone, Debug, PartialEq)]
pub struct Inlay {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width it is drawn in.
    pub width: u32,
    /// Height it is drawn in.
    pub height: u32,
    /// Name of the picture.
    pub name: String,
}

/// A numbered circle around a place that matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Map pixels from the left.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
    /// A short text, most often a number.
    pub label: String,
    /// Colour of the circle.
    pub colour: Colour,
}

/// A shaded part of the map: discs around spots that run into one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Shade {
    /// The middles of the discs in map pixels.
    pub spots: Vec<(i32, i32)>,
    /// The radius of each in map pixels.
    pub radius: u32,
    /// Its colour.
    pub colour: Colour,
}

/// A line over the map, from place to place.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The places in map pixels, from its start to its end; one alone is an end without a way to it.
    pub places: Vec<(i32, i32)>,
    /// Its colour.
    pub colour: Colour,
}

/// Everything in one picture, each list bottom to top.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Colour where there is no board.
    pub background: Colour,
    /// Boards.
    pub boards: Vec<Backdrop>,
    /// Pieces.
    pub sprites: Vec<Sprite>,
    /// Map Shadings.
    pub shadings: Vec<ShadingInk>,
    /// Shaded parts, below lines and pieces.
    pub shades: Vec<Shade>,
    /// Lines, below all pieces but for their ends.
    pub lines: Vec<Line>,
    /// Names below pieces.
    pub captions: Vec<Caption>,
    /// Marks, above all pieces.
    pub marks: Vec<Mark>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_meet_or_do_not() {
        let a = Frame { x: -10, y: 0, width: 30, height: 10 };
        let b = Frame { x: 5, y: 5, width: 100, height: 100 };
        assert_eq!(a.common(b), Some(Frame { x: 5, y: 5, width: 15, height: 5 }));
        assert_eq!(a.around(b), Frame { x: -10, y: 0, width: 115, height: 105 });
        assert_eq!(a.common(Frame { x: 20, ..b }), None);
    }
}
