//! The picture of a map of areas: outlines filled by what they are, points joined by lines, and names.

use std::fmt::Write as _;

use super::lettering::Hand;
use super::template::escaped;

/// How an area is filled: the art's own words, of which a map says which of its own uses which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "what the colours stand for")]
pub enum Fill {
    Land,
    Sea,
    Coast,
    Desert,
    Forest,
    Jungle,
    Marsh,
    Mountain,
    Blank,
}

impl Fill {
    /// All fills with their words.
    pub const ALL: [(&'static str, Self); 9] = [
        ("land", Self::Land),
        ("sea", Self::Sea),
        ("coast", Self::Coast),
        ("desert", Self::Desert),
        ("forest", Self::Forest),
        ("jungle", Self::Jungle),
        ("marsh", Self::Marsh),
        ("mountain", Self::Mountain),
        ("blank", Self::Blank),
    ];

    /// The fill of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == word).map(|(_, fill)| fill)
    }

    fn colour(self) -> &'static str {
        match self {
            Self::Land => "#eee3be",
            Self::Sea => "#9cc3d6",
            Self::Coast => "#bed8e2",
            Self::Desert => "#f3dc9e",
            Self::Forest => "#c4d198",
            Self::Jungle => "#98bb7a",
            Self::Marsh => "#b2cdb4",
            Self::Mountain => "#d0b68c",
            Self::Blank => "#f4efe2",
        }
    }
}

/// How a line between two areas is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "what the lines stand for")]
pub enum Border {
    Plain,
    River,
    Rail,
    Water,
    Barrier,
}

impl Border {
    /// All lines with their words.
    pub const ALL: [(&'static str, Self); 5] = [
        ("plain", Self::Plain),
        ("river", Self::River),
        ("rail", Self::Rail),
        ("water", Self::Water),
        ("barrier", Self::Barrier),
    ];

    /// The line of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == word).map(|(_, line)| line)
    }

    /// Colour, width in pixels and dashes.
    fn stroke(self) -> (&'static str, u32, &'static str) {
        match self {
            Self::Plain => ("#5a5142", 3, ""),
            Self::River => ("#4878a0", 6, ""),
            Self::Rail => ("#342e2c", 5, "9 5"),
            Self::Water => ("#2a608c", 4, "3 7"),
            Self::Barrier => ("#6e2660", 6, "2 5"),
        }
    }
}

/// One area; an area without an outline is a point with a disc.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its name.
    pub name: String,
    /// Where its pieces lie, in pixels; its name stands below.
    pub at: (i32, i32),
    /// Its corners in pixels.
    pub outline: Vec<(i32, i32)>,
    /// Its colour.
    pub fill: Fill,
}

/// A line from the point of one area to that of another, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Join {
    /// The point of the first area.
    pub from: (i32, i32),
    /// The point of the second area.
    pub to: (i32, i32),
    /// How the line is drawn.
    pub line: Border,
}

/// A map of areas.
#[derive(Clone, Debug)]
pub struct AreaMap {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The areas, bottom first.
    pub areas: Vec<Area>,
    /// The lines between areas.
    pub lines: Vec<Join>,
}

/// Radius of the disc of an area without an outline.
const DISC: i32 = 58;

/// How far below its point the name of an area stands, so that pieces leave it to be read.
const BELOW: i32 = 62;

impl AreaMap {
    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let (width, height) = self.size;
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" {}>
<rect width="{width}" height="{height}" fill="#b9cdd6"/>
"##,
            Hand::Bold.svg()
        );
        for area in self.areas.iter().filter(|area| !area.outline.is_empty()) {
            let corners: Vec<String> = area.outline.iter().map(|(x, y)| format!("{x},{y}")).collect();
            // Writing to a String cannot fail.
            let _ = writeln!(
                svg,
                r##"<polygon points="{}" fill="{}" stroke="#46505a" stroke-width="3" stroke-linejoin="round"/>"##,
                corners.join(" "),
                area.fill.colour()
            );
        }
        for join in &self.lines {
            let ((x1, y1), (x2, y2)) = (join.from, join.to);
            let (colour, wide, dashes) = join.line.stroke();
            let _ = writeln!(
                svg,
                r##"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{wide}" stroke-dasharray="{dashes}"/>"##
            );
        }
        for area in &self.areas {
            let ((x, y), name) = (area.at, escaped(&area.name));
            let down = if area.outline.is_empty() {
                let colour = area.fill.colour();
                let _ = writeln!(
                    svg,
                    r##"<circle cx="{x}" cy="{y}" r="{DISC}" fill="{colour}" stroke="#46505a" stroke-width="3"/>"##
                );
                DISC + 22
            } else {
                BELOW
            };
            let _ = writeln!(
                svg,
                r##"<text x="{x}" y="{}" font-size="22" text-anchor="middle" fill="#2b2620" stroke="#faf6e6" stroke-width="4" stroke-linejoin="round" paint-order="stroke">{name}</text>"##,
                y + down
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}
