//! Numbers of grids as outlines: a map has thousands of them, all of the same few digits, each of which is read once.

use std::collections::BTreeMap;
use std::rc::Rc;

use resvg::tiny_skia::{Path, PathBuilder, Transform};

use crate::fonts::{Fonts, Outline};

/// The digits and other letters read so far.
#[derive(Default)]
pub struct NumberOutlines {
    known: BTreeMap<String, Rc<Outline>>,
}

impl NumberOutlines {
    /// How many parts of a text are still unknown.
    pub fn unknown(&self, text: &str) -> u64 {
        runs(text).filter(|run| !self.known.contains_key(*run)).count() as u64
    }

    /// How wide a text is at font size 1.
    pub fn width(&mut self, text: &str, fonts: &Fonts) -> f32 {
        runs(text).map(|run| self.outline(run, fonts).width).sum()
    }

    /// A text of this size from the start of its base line; none where nothing of it is seen.
    pub fn path(&mut self, text: &str, size: f32, fonts: &Fonts) -> Option<Path> {
        let mut path = PathBuilder::new();
        let mut x = 0.0;
        for run in runs(text) {
            let outline = self.outline(run, fonts);
            let place = Transform::from_translate(x, 0.0).pre_scale(size, size);
            if let Some(letters) = outline.path.clone().and_then(|letters| letters.transform(place)) {
                path.push_path(&letters);
            }
            x += outline.width * size;
        }
        path.finish()
    }

    fn outline(&mut self, run: &str, fonts: &Fonts) -> Rc<Outline> {
        if let Some(outline) = self.known.get(run) {
            return outline.clone();
        }
        let outline = Rc::new(fonts.outline(run));
        self.known.insert(run.to_owned(), outline.clone());
        outline
    }
}

/// The parts of a text that are read by themselves: each digit, and what stands between digits, whose letters may move
/// closer to each other.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = match rest.find(|letter: char| letter.is_ascii_digit()) {
            Some(0) => 1,
            Some(digit) => digit,
            None => rest.len(),
        };
        let (run, more) = rest.split_at(end);
        rest = more;
        (!run.is_empty()).then_some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::templates;

    #[test]
    fn digits_are_read_one_by_one_and_letters_together() {
        assert_eq!(runs("AV10.07b").collect::<Vec<_>>(), ["AV", "1", "0", ".", "0", "7", "b"]);
        assert_eq!(runs("").count(), 0);
    }

    #[test]
    fn a_number_is_as_wide_and_as_high_as_the_same_text() {
        let fonts = templates::fonts();
        let mut letters = NumberOutlines::default();
        assert_eq!(letters.unknown("1011"), 4);
        for text in ["1011", "AV.07", "Ö 3"] {
            assert!((letters.width(text, &fonts) - fonts.width(text, false)).abs() < 0.02, "{text}");
            let whole = fonts.outline(text).path.unwrap().bounds();
            let path = letters.path(text, 1.0, &fonts).unwrap().bounds();
            assert!((path.width() - whole.width()).abs() < 0.02 && (path.top() - whole.top()).abs() < 0.02);
        }
        assert_eq!(letters.unknown("1011"), 0);
        assert!(letters.path(" ", 1.0, &fonts).is_none());
    }
}
