//! Pictures side by side, each with a heading above it and a few words below, as one picture.

use std::fmt::Write;

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

use super::fonts::Fonts;
use super::lettering::Hand;
use super::template::escaped;

/// A picture with what stands around it.
pub struct Captioned {
    /// The picture.
    pub picture: Pixmap,
    /// The heading.
    pub title: String,
    /// What there is to see.
    pub text: String,
}

/// Size of the letters in pixels: of the words, by the width of a picture, and its bounds.
const LETTERS_ACROSS: f32 = 36.0;
const FONT: (f32, f32) = (15.0, 36.0);
/// Sizes in letters: of a heading, of a line, and of the room around everything.
const TITLE: f32 = 1.5;
const LINE: f32 = 1.35;
const ROOM: f32 = 1.1;
const GROUND: (u8, u8, u8) = (246, 243, 234);
/// Most pixels of the whole picture.
const MOST_PIXELS: u64 = 80_000_000;

/// The pictures in a row; `None` when there are none, or the row would be larger than pictures may be.
pub fn abreast(all: &[Captioned], fonts: &Fonts) -> Option<Pixmap> {
    let widest = all.iter().map(|one| one.picture.width()).max()? as f32;
    let tallest = all.iter().map(|one| one.picture.height()).max()? as f32;
    let font = (widest / LETTERS_ACROSS).clamp(FONT.0, FONT.1).round();
    let room = (font * ROOM).round();
    let top = (room + font * TITLE * LINE).round();
    let lines: Vec<Vec<String>> =
        all.iter().map(|one| Hand::Plain.broken(&one.text, font, one.picture.width() as f32)).collect();
    let most_lines = lines.iter().map(Vec::len).max().unwrap_or(0) as f32;
    let below = top + tallest + room * 0.5;
    let height = (below + most_lines * font * LINE + room).ceil() as u32;
    let width = all.iter().map(|one| one.picture.width() as f32 + room).sum::<f32>() + room;
    let width = width.ceil() as u32;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return None;
    }
    let mut words = String::new();
    let mut left = room;
    let mut places = Vec::new();
    for (one, lines) in all.iter().zip(&lines) {
        // Writing to a String cannot fail.
        let _ = write!(
            words,
            r#"<text x="{left}" y="{}" font-size="{}" {}>{}</text>"#,
            room + font * TITLE * 0.8,
            font * TITLE,
            Hand::Bold.svg(),
            escaped(&one.title)
        );
        for (number, line) in lines.iter().enumerate() {
            let y = below + font + number as f32 * font * LINE;
            let _ = write!(words, r#"<text x="{left}" y="{y}">{}</text>"#, escaped(line));
        }
        places.push(left as i32);
        left += one.picture.width() as f32 + room;
    }
    let (red, green, blue) = GROUND;
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" {} font-size="{font}" fill="#1d2529"><rect width="100%" height="100%" fill="rgb({red},{green},{blue})"/>{words}</svg>"##,
        Hand::Plain.svg()
    );
    let mut whole = fonts.draw(&svg, width).ok()?;
    for (one, x) in all.iter().zip(places) {
        framed(&mut whole, &one.picture, (x, top as i32));
    }
    Some(whole)
}

/// Lays a picture on another, in a thin dark frame.
fn framed(whole: &mut Pixmap, picture: &Pixmap, (x, y): (i32, i32)) {
    let paint = PixmapPaint::default();
    if let Some(mut frame) = Pixmap::new(picture.width() + 2, picture.height() + 2) {
        frame.fill(Color::from_rgba8(43, 58, 66, 255));
        whole.draw_pixmap(x - 1, y - 1, frame.as_ref(), &paint, Transform::identity(), None);
    }
    whole.draw_pixmap(x, y, picture.as_ref(), &paint, Transform::identity(), None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    fn captioned(width: u32, shade: u8) -> Captioned {
        let mut picture = Pixmap::new(width, 120).unwrap();
        picture.fill(Color::from_rgba8(shade, shade, shade, 255));
        let text =
            "more words than one line below so small a picture can hold, so that they are broken".into();
        Captioned { picture, title: "Title".into(), text }
    }

    #[test]
    fn pictures_lie_beside_each_other_and_words_lie_beside_none_of_them() {
        let fonts = templates::fonts();
        let whole = abreast(&[captioned(200, 10), captioned(300, 20)], &fonts).unwrap();
        let columns = |shade: u8| {
            let pixels = whole.pixels().iter().enumerate();
            let own = pixels
                .filter(|(_, pixel)| (pixel.red(), pixel.green(), pixel.blue()) == (shade, shade, shade));
            own.count()
        };
        assert_eq!((columns(10), columns(20)), (200 * 120, 300 * 120));
        assert!(whole.width() > 500 && whole.height() > 120 + 60, "{} x {}", whole.width(), whole.height());
        assert!(abreast(&[], &fonts).is_none());
    }
}
