//! The key beside a picture with numbered marks: what each number stands for, in a column of its own.

use std::fmt::Write;

use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

use super::scene::Colour;
use crate::fonts::Fonts;
use crate::lettering::Hand;
use crate::template::escaped;

/// One line of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number in the circle.
    pub label: String,
    /// Colour of the circle.
    pub colour: Colour,
    /// What it is, in bold.
    pub head: String,
    /// What there is to say.
    pub text: String,
}

/// A list of what the marks of a picture mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    /// The heading.
    pub title: String,
    /// What the marks of the picture mean, in their order; without any the heading stands alone.
    pub entries: Vec<Entry>,
    /// What lies beyond the picture.
    pub elsewhere: Vec<Entry>,
}

/// Size of the letters in pixels: the smallest that is easily read, and the largest for pictures of whole maps.
const FONT: (f32, f32) = (16.0, 70.0);
/// The longer side of a picture in sizes of letters, so that they can be read where the whole picture is seen.
const SIDE_IN_LETTERS: f32 = 68.0;
/// Width of the column in sizes of letters.
const COLUMN: f32 = 26.25;
/// Line height in sizes of letters.
const LINE: f32 = 1.35;
/// Longest side and most pixels of a picture with its key.
const LONGEST: f32 = 20_000.0;
const MOST_PIXELS: f32 = 80_000_000.0;
const ELSEWHERE: &str = "Not on this picture";

/// A picture with its key, to the right of it or below one that is much wider than high; `None` when it would be larger
/// than pictures may be.
pub fn beside(picture: &Pixmap, key: &Key, fonts: &Fonts) -> Option<Pixmap> {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let below = width > 1.8 * height;
    let column = |font: f32| if below { width.max(font * COLUMN) } else { font * COLUMN };
    let most = |font: f32| {
        let whole = if below { column(font) } else { width + column(font) };
        let high = LONGEST.min(MOST_PIXELS / whole);
        if below { high - height } else { high }
    };
    let mut font = (width.max(height) / SIDE_IN_LETTERS).clamp(FONT.0, FONT.1).round();
    // Letters shrink until the key is as high as the picture, or as small as can be read.
    let fits =
        |font: f32, panel: &KeyPanel| panel.height <= if below { height } else { height.max(40.0 * font) };
    let mut panel = KeyPanel::set(key, font, column(font), most(font));
    while font > FONT.0 && !fits(font, &panel) {
        font -= 1.0;
        panel = KeyPanel::set(key, font, column(font), most(font));
    }
    let drawn = fonts.draw(&panel.svg(), panel.width as u32).ok()?;
    let (at, size) = if below {
        (
            (0, picture.height() as i32),
            (picture.width().max(drawn.width()), picture.height() + drawn.height()),
        )
    } else {
        ((picture.width() as i32, 0), (picture.width() + drawn.width(), picture.height().max(drawn.height())))
    };
    let mut whole = Pixmap::new(size.0, size.1)?;
    whole.fill(Color::from_rgba8(246, 243, 234, 255));
    for (part, (x, y)) in [(picture, (0, 0)), (&drawn, at)] {
        whole.draw_pixmap(x, y, part.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    Some(whole)
}

/// The column being set.
struct KeyPanel {
    width: f32,
    height: f32,
    font: f32,
    most: f32,
    body: String,
}

impl KeyPanel {
    fn set(key: &Key, font: f32, width: f32, most: f32) -> Self {
        let mut panel = Self { width: width.floor(), height: font, font, most, body: String::new() };
        panel.paragraph(&key.title, font, Hand::Bold);
        panel.height += font * 0.6;
        let mut left = panel.entries(&key.entries);
        if !key.elsewhere.is_empty() && left == 0 {
            panel.paragraph(ELSEWHERE, font, Hand::Bold);
            panel.height += font * 0.4;
            left = panel.entries(&key.elsewhere);
        } else {
            left += key.elsewhere.len();
        }
        if left > 0 {
            panel.paragraph(&format!("and {left} more"), font, Hand::Plain);
        }
        panel.height = (panel.height + font * 0.5).ceil();
        panel
    }

    /// Sets entries while there is room; returns how many are left.
    fn entries(&mut self, entries: &[Entry]) -> usize {
        for (index, entry) in entries.iter().enumerate() {
            let text = self.broken(&entry.head, self.indent(), Hand::Bold).len()
                + self.broken(&entry.text, self.indent(), Hand::Plain).len();
            let room = self.height + (text as f32 + 4.0) * LINE * self.font;
            if room > self.most {
                return entries.len() - index;
            }
            self.entry(entry);
        }
        0
    }

    fn indent(&self) -> f32 {
        self.font * 3.6
    }

    fn entry(&mut self, entry: &Entry) {
        let (font, [red, green, blue, _]) = (self.font, entry.colour);
        let (x, y, radius) = (font * 1.9, self.height + font * 0.72, font * 0.95);
        let size = (font * 1.6 / Hand::Bold.width(&entry.label, 1.0).max(1.0)).min(font * 0.95);
        // Writing to a String cannot fail.
        let _ = write!(
            self.body,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="rgb({red},{green},{blue})"/><text x="{x}" y="{}" font-size="{size}" {} fill="white" text-anchor="middle">{}</text>"#,
            y + size * 0.36,
            Hand::Bold.svg(),
            escaped(&entry.label),
        );
        self.paragraph(&entry.head, self.indent(), Hand::Bold);
        self.paragraph(&entry.text, self.indent(), Hand::Plain);
        self.height += font * 0.6;
    }

    fn paragraph(&mut self, text: &str, x: f32, hand: Hand) {
        for line in self.broken(text, x, hand) {
            let y = self.height + self.font;
            let _ = write!(self.body, r#"<text x="{x}" y="{y}" {}>{}</text>"#, hand.svg(), escaped(&line));
            self.height += self.font * LINE;
        }
    }

    /// A text in lines that fit right of `x`.
    fn broken(&self, text: &str, x: f32, hand: Hand) -> Vec<String> {
        hand.broken(text, self.font, (self.width - x - self.font).max(self.font * 4.0))
    }

    fn svg(&self) -> String {
        let (width, height, font) = (self.width, self.height.min(LONGEST), self.font);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-size="{font}" fill="#1d2529"><rect width="100%" height="100%" fill="#f6f3ea"/>{}</svg>"##,
            self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    fn key(entries: usize) -> Key {
        let entry = |number: usize| Entry {
            label: number.to_string(),
            colour: [200, 20, 20, 255],
            head: "illegal GAME-S01 overstacked-hex".into(),
            text: "W4533: 9 land steps in the hex; it holds 8, and <this> is more than one line can hold"
                .into(),
        };
        Key {
            title: "game.vsav, seen by the umpire".into(),
            entries: (1..=entries).map(entry).collect(),
            elsewhere: Vec::new(),
        }
    }

    #[test]
    fn a_key_stands_right_of_a_picture_and_below_a_wide_one() {
        let fonts = templates::fonts();
        let picture = |width, height| Pixmap::new(width, height).unwrap();
        let right = beside(&picture(400, 300), &key(2), &fonts).unwrap();
        assert!(right.width() > 700 && right.height() >= 300, "{} x {}", right.width(), right.height());
        let below = beside(&picture(1000, 200), &key(2), &fonts).unwrap();
        assert!(below.width() == 1000 && below.height() > 250, "{} x {}", below.width(), below.height());
    }

    #[test]
    fn a_key_of_very_many_marks_ends_where_pictures_end() {
        let whole = beside(&Pixmap::new(300, 300).unwrap(), &key(5000), &templates::fonts()).unwrap();
        assert!(whole.height() <= 20_000, "{}", whole.height());
        let panel = KeyPanel::set(&key(5000), 14.0, 420.0, 20_000.0);
        assert!(panel.body.contains(" more</text>"));
    }

    #[test]
    fn lines_fit_into_the_column_and_long_words_are_broken() {
        let panel = KeyPanel::set(&key(0), 14.0, 420.0, 900.0);
        let lines = panel.broken(&format!("a {} b", "W".repeat(200)), 50.0, Hand::Plain);
        assert!(
            lines.len() > 4 && lines.iter().all(|line| Hand::Plain.width(line, 14.0) <= 420.0 - 50.0 - 14.0)
        );
    }
}
