//! The hands in which boards, charts and keys are written, and how wide a line is in each.

use std::sync::OnceLock;

use super::board::text::{Letters, Setting};

pub use super::board::text::Hand;

impl Hand {
    /// What an SVG text says to be written in it.
    pub fn svg(self) -> &'static str {
        match self {
            Hand::Plain => r#"font-family="Fira Sans Condensed""#,
            Hand::Bold => r#"font-family="Fira Sans Condensed SemiBold" font-weight="600""#,
            Hand::Water => r#"font-family="EB Garamond" font-weight="500" font-style="italic""#,
        }
    }

    /// How wide a line is, in units of the font size; what the font does not have counts as a wide letter.
    pub fn width(self, line: &str, size: f32) -> f32 {
        static LETTERS: OnceLock<Letters> = OnceLock::new();
        let letters = LETTERS.get_or_init(Letters::new);
        letters.width(line, Setting { size, hand: self, spread: 0.0 })
            + letters.lacking(line, self) as f32 * size
    }

    /// The size in which a line is no wider than it may be, and no larger than it should be.
    pub fn fitting(self, line: &str, largest: f32, room: f32) -> f32 {
        let wide = self.width(line, 1.0);
        if wide * largest <= room { largest } else { (room / wide).max(1.0) }
    }

    /// A text in lines that are no wider, broken at its own line ends and between words; a word too long for a line is broken.
    pub fn broken(self, text: &str, size: f32, widest: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for part in text.lines() {
            let mut fresh = true;
            for word in part.split_whitespace() {
                match lines.last_mut() {
                    Some(line) if !fresh && self.width(&format!("{line} {word}"), size) <= widest => {
                        line.push(' ');
                        line.push_str(word);
                    }
                    _ if self.width(word, size) <= widest => lines.push(word.to_owned()),
                    _ => lines.extend(self.pieces(word, size, widest)),
                }
                fresh = false;
            }
        }
        lines
    }

    /// A word in pieces that are no wider, of a letter at least.
    fn pieces(self, word: &str, size: f32, widest: f32) -> Vec<String> {
        let mut pieces = Vec::new();
        let (mut piece, mut wide) = (String::new(), 0.0);
        for letter in word.chars().filter(|letter| !letter.is_control()) {
            let step = self.width(letter.encode_utf8(&mut [0; 4]), size);
            if wide + step > widest && !piece.is_empty() {
                pieces.push(std::mem::take(&mut piece));
                wide = 0.0;
            }
            piece.push(letter);
            wide += step;
        }
        pieces.push(piece);
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_wide_is_written_smaller() {
        for hand in [Hand::Plain, Hand::Bold, Hand::Water] {
            assert!(hand.width("Guadalcanal", 20.0) > hand.width("Guam", 20.0));
            assert_eq!(hand.fitting("Guam", 12.0, 400.0), 12.0);
            assert_eq!(hand.width("\u{65e5}", 10.0), 10.0);
            let size = hand.fitting("Guadalcanal and Florida", 30.0, 60.0);
            assert!(size < 30.0 && hand.width("Guadalcanal and Florida", size) <= 60.1);
        }
    }

    #[test]
    fn a_text_is_broken_between_words_and_none_is_lost() {
        let long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
        let lines = Hand::Plain.broken(long, 16.0, 120.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| Hand::Plain.width(line, 16.0) <= 120.0));
        assert_eq!(lines.join(" "), long);
        assert_eq!(Hand::Plain.broken("one two\nthree", 16.0, 400.0), ["one two", "three"]);
        let word = Hand::Plain.broken(&format!("a {} b", "W".repeat(90)), 16.0, 120.0);
        assert!(word.len() > 9 && word.iter().all(|line| Hand::Plain.width(line, 16.0) <= 120.1), "{word:?}");
    }
}
