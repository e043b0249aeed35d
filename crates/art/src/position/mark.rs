//! Marks on a picture: rings around places, and above all rings the badges that number them.

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::scene::{Colour, Mark};
use crate::fonts::Fonts;
use crate::lettering::Hand;
use crate::template::escaped;

/// The radius of a ring in map pixels, and the smallest in sizes of its badge's letters.
const RADIUS: f32 = 56.0;
const LEAST_RADIUS: f32 = 1.4;
/// Size of a badge's letters in pixels: for small pictures, and for pictures of whole maps.
const FONT: (f32, f32) = (15.0, 40.0);
/// The longer side of a picture in sizes of letters.
const SIDE_IN_LETTERS: f32 = 110.0;
/// Size of the letters of a name in map pixels, and the smallest in pixels; how far below its place it begins.
const NAME: (f32, f32) = (19.0, 10.0);
const BELOW: f32 = 34.0;
/// A label is broken after so many letters.
const ROW: usize = 12;
/// The heights of a row and of the rim above and below the rows, in sizes of letters.
const ROW_HEIGHT: f32 = 1.2;
const RIM: f32 = 0.27;

/// Draws marks at their spots on a picture that is so many times as large as the map.
pub fn draw(pixels: &mut Pixmap, marks: &[(f32, f32, &Mark)], scale: f32, fonts: &Fonts) {
    let side = pixels.width().max(pixels.height()) as f32;
    let font = (side / SIDE_IN_LETTERS).clamp(FONT.0, FONT.1).round();
    let radius = (RADIUS * scale).max(LEAST_RADIUS * font);
    for (x, y, mark) in marks {
        let ring = ring(radius, &css(mark.colour));
        put(pixels, fonts, &ring, (x - radius - 4.0, y - radius - 4.0));
    }
    for (x, y, mark) in marks {
        let badge = Badge::new(mark, font);
        let (mut left, mut top) =
            (x + radius * 0.72 - badge.width / 2.0, y - radius * 0.72 - badge.height / 2.0);
        let (width, height) = (pixels.width() as f32, pixels.height() as f32);
        // The badge of a place on the picture lies wholly on it.
        if (0.0..=width).contains(x) && (0.0..=height).contains(y) {
            left = left.min(width - badge.width).max(0.0);
            top = top.min(height - badge.height).max(0.0);
        }
        put(pixels, fonts, &badge.svg(font), (left, top));
    }
}

/// Writes the name of a place below the pieces that lie on it.
pub fn caption(pixels: &mut Pixmap, text: &str, (x, y): (f32, f32), scale: f32, fonts: &Fonts) {
    let size = (NAME.0 * scale).max(NAME.1);
    let (width, height) = (Hand::Bold.width(text, size) + size, size * 1.5);
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><text x="{}" y="{}" {} font-size="{size}" text-anchor="middle" fill="#2c241e" stroke="#fbf7ea" stroke-width="{}" stroke-linejoin="round" paint-order="stroke">{}</text></svg>"##,
        width / 2.0,
        size * 1.1,
        Hand::Bold.svg(),
        size * 0.3,
        escaped(text)
    );
    put(pixels, fonts, &(svg, width), (x - width / 2.0, y + BELOW * scale));
}

fn put(pixels: &mut Pixmap, fonts: &Fonts, (svg, width): &(String, f32), (x, y): (f32, f32)) {
    if let Ok(picture) = fonts.draw(svg, width.ceil() as u32) {
        let transform = Transform::from_translate(x.round(), y.round());
        pixels.draw_pixmap(0, 0, picture.as_ref(), &PixmapPaint::default(), transform, None);
    }
}

/// A ring with a white edge, and the width of its drawing.
fn ring(radius: f32, colour: &str) -> (String, f32) {
    let side = (radius + 4.0) * 2.0;
    let centre = side / 2.0;
    let circle = format!(r#"<circle cx="{centre}" cy="{centre}" r="{radius}" fill="none""#);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">{circle} stroke="white" stroke-width="7" opacity="0.8"/>{circle} stroke="{colour}" stroke-width="4"/></svg>"#,
    );
    (svg, side)
}

/// A label on a field as large as it needs.
struct Badge {
    rows: Vec<String>,
    width: f32,
    height: f32,
    colour: String,
}

impl Badge {
    fn new(mark: &Mark, font: f32) -> Self {
        let rows = rows(&mark.label);
        let height = (rows.len() as f32 * ROW_HEIGHT + RIM * 2.0) * font;
        let widest = rows.iter().map(|row| Hand::Bold.width(row, font)).fold(0.0, f32::max);
        Self {
            rows,
            width: (widest + font * 0.9).max(height.min(font * 1.75)),
            height,
            colour: css(mark.colour),
        }
    }

    fn svg(&self, font: f32) -> (String, f32) {
        let (width, height, colour) = (self.width, self.height, &self.colour);
        let row = |(index, text): (usize, &String)| {
            let y = (RIM + (index as f32 + 0.5) * ROW_HEIGHT + 0.36) * font;
            format!(r#"<text x="{}" y="{y}" text-anchor="middle">{}</text>"#, width / 2.0, escaped(text))
        };
        let text: String = self.rows.iter().enumerate().map(row).collect();
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" {} font-size="{font}" fill="white"><rect x="1" y="1" width="{}" height="{}" rx="{}" fill="{colour}" stroke="white" stroke-width="2"/>{text}</svg>"#,
            Hand::Bold.svg(),
            width - 2.0,
            height - 2.0,
            font * 0.85,
        );
        (svg, width)
    }
}

/// A label in rows that break after its commas.
fn rows(label: &str) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for part in label.split_inclusive(',') {
        match rows.last_mut().filter(|row| row.len() + part.len() <= ROW) {
            Some(row) => row.push_str(part),
            None => rows.push(part.to_owned()),
        }
    }
    rows
}

fn css([red, green, blue, _]: Colour) -> String {
    format!("rgb({red},{green},{blue})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    const RED: Colour = [200, 20, 20, 255];

    fn mark(label: &str) -> Mark {
        Mark { x: 0, y: 0, label: label.into(), colour: RED }
    }

    fn is_red(pixels: &Pixmap, x: u32, y: u32) -> bool {
        pixels.pixel(x, y).is_some_and(|pixel| pixel.red() > 150 && pixel.green() < 60 && pixel.alpha() > 200)
    }

    #[test]
    fn long_labels_are_broken_and_their_badge_grows() {
        assert_eq!(rows("1,6"), ["1,6"]);
        assert_eq!(rows("1-3,7,11,15,18,20"), ["1-3,7,11,15,", "18,20"]);
        let (short, long) = (Badge::new(&mark("7"), 15.0), Badge::new(&mark("1-3,7,11,15,18,20"), 15.0));
        assert!(short.width <= 27.0 && (short.width - short.height).abs() < 2.0, "{}", short.width);
        assert!(long.width > Hand::Bold.width("1-3,7,11,15,", 15.0) && long.height > short.height);
    }

    #[test]
    fn a_badge_lies_above_the_rings_beside_it_and_on_the_picture() {
        let fonts = templates::fonts();
        let mut pixels = Pixmap::new(400, 300).unwrap();
        let (one, other) = (mark("1"), Mark { colour: [0, 0, 250, 255], ..mark("2") });
        // The second ring runs through the first badge.
        draw(&mut pixels, &[(200.0, 150.0, &one), (200.0, 165.0, &other)], 1.0, &fonts);
        assert!(is_red(&pixels, 240 - 9, 110), "the first badge is covered");
        let mut pixels = Pixmap::new(200, 200).unwrap();
        draw(&mut pixels, &[(190.0, 5.0, &one)], 1.0, &fonts);
        assert!(is_red(&pixels, 200 - 22, 13), "the badge is cut off");
    }

    #[test]
    fn rings_shrink_with_the_map_but_not_below_their_badges() {
        let fonts = templates::fonts();
        let ring_at = |scale: f32, distance: u32| {
            let mut pixels = Pixmap::new(400, 400).unwrap();
            draw(&mut pixels, &[(200.0, 200.0, &mark("1"))], scale, &fonts);
            is_red(&pixels, 200 - distance, 200)
        };
        assert!(ring_at(1.0, 56) && !ring_at(0.5, 56) && ring_at(0.5, 28) && ring_at(0.1, 21));
    }
}
