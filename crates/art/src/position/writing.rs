//! Text labels laid out: which words stand where, and how large the whole is.
//!
//! Engine class: `counters.Labeler`.

use super::html::{self, Align, LabelLine, Run, Style};
use super::scene::{Colour, Inlay, Word, Writing};
use vassal::model::markup::is_html;

/// How far the font reaches above its base line, in font sizes.
pub const ASCENT: f32 = 0.93;
/// The same below.
pub const DESCENT: f32 = 0.24;
/// Most characters of a plain label.
pub const LONGEST: usize = 400;

/// How large pictures and words are.
pub trait Ruler {
    /// The size of a picture of the module; none when it is missing.
    fn picture(&mut self, name: &str) -> Option<(u32, u32)>;
    /// The same of a picture that something else stands for when the module has none, so that it is not missed.
    fn picture_if_any(&mut self, name: &str) -> Option<(u32, u32)> {
        self.picture(name)
    }
    /// The width of words at font size 1.
    fn words(&mut self, words: &str, bold: bool) -> f32;
    /// The same of the number of a cell.
    fn number(&mut self, number: &str) -> f32 {
        self.words(number, false)
    }
}

/// Lays out a label; nothing when it is blank.
pub fn lay_out(
    text: &str,
    style: Style,
    background: Option<Colour>,
    ruler: &mut dyn Ruler,
) -> Option<Writing> {
    let lines = if is_html(text) {
        html::lines(text, style)
    } else {
        let words: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
        vec![LabelLine { align: Align::Left, runs: vec![Run::Words(words, style)] }]
    };
    let mut writing = Writing { background, ..Writing::default() };
    let sizes: Vec<Vec<(f32, f32)>> = lines.iter().map(|line| sizes(line, ruler)).collect();
    let widths: Vec<f32> = sizes.iter().map(|line| line.iter().map(|size| size.0).sum()).collect();
    writing.width = widths.iter().copied().fold(0.0, f32::max).ceil();
    for ((line, sizes), width) in lines.iter().zip(&sizes).zip(widths) {
        let slack = writing.width - width;
        let left = match line.align {
            Align::Left => 0.0,
            Align::Centre => slack / 2.0,
            Align::Right => slack,
        };
        let empty = style.size * (ASCENT + DESCENT);
        let height = sizes.iter().map(|size| size.1).reduce(f32::max).unwrap_or(empty);
        set_line(&mut writing, line, sizes, left, height);
        writing.height += height;
    }
    writing.height = writing.height.ceil();
    (writing.width > 0.0).then_some(writing)
}

fn sizes(line: &LabelLine, ruler: &mut dyn Ruler) -> Vec<(f32, f32)> {
    let size = |run: &Run| match run {
        Run::Words(words, style) => {
            (ruler.words(words, style.bold) * style.size, style.size * (ASCENT + DESCENT))
        }
        Run::Picture(name, asked) => {
            let (width, height) = asked.or_else(|| ruler.picture(name)).unwrap_or_default();
            (width as f32, height as f32)
        }
    };
    line.runs.iter().map(size).collect()
}

/// Sets a line below those there are, its words on one base line.
fn set_line(writing: &mut Writing, line: &LabelLine, sizes: &[(f32, f32)], left: f32, height: f32) {
    let below = |run: &Run| match run {
        Run::Words(_, style) => style.size * DESCENT,
        Run::Picture(..) => 0.0,
    };
    let base = writing.height + height - line.runs.iter().map(below).fold(0.0, f32::max);
    let mut x = left;
    for (run, (width, height)) in line.runs.iter().zip(sizes) {
        match run {
            Run::Words(words, style) => {
                let words = words.clone();
                writing.words.push(Word { x, base, width: *width, words, style: *style });
            }
            Run::Picture(name, _) => {
                let (width, height) = (width.round() as u32, height.round() as u32);
                let y = base - height as f32;
                writing.inlays.push(Inlay { x, y, width, height, name: name.clone() });
            }
        }
        x += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct HalfPixels;

    impl Ruler for HalfPixels {
        fn picture(&mut self, _: &str) -> Option<(u32, u32)> {
            Some((30, 20))
        }

        fn words(&mut self, words: &str, _: bool) -> f32 {
            words.chars().count() as f32 / 2.0
        }
    }

    fn written(text: &str) -> Option<Writing> {
        let style = Style {
            size: 10.0,
            bold: false,
            italic: false,
            underlined: false,
            colour: [0, 0, 0, 255],
            background: None,
        };
        lay_out(text, style, None, &mut HalfPixels)
    }

    #[test]
    fn a_plain_label_is_one_line() {
        let writing = written("a<br>b").unwrap();
        assert_eq!((writing.width, writing.height, writing.words.len()), (30.0, 12.0, 1));
        assert_eq!(written(""), None);
        assert_eq!(written("<html><b></b></html>"), None);
    }

    #[test]
    fn lines_of_markup_lie_below_each_other_where_they_keep_to() {
        let writing = written("<html><center>abcd<br>ab</center><div align=right>a</div>").unwrap();
        let places: Vec<_> = writing.words.iter().map(|word| (word.x, word.base.round() as i32)).collect();
        assert_eq!(places, [(0.0, 9), (5.0, 21), (15.0, 33)]);
        assert_eq!((writing.width, writing.height), (20.0, 36.0));
    }

    #[test]
    fn a_picture_stands_on_the_line() {
        let writing = written("<html>7<img src=flag.png>").unwrap();
        let inlay = &writing.inlays[0];
        assert_eq!((inlay.x, inlay.width, inlay.height, inlay.name.as_str()), (5.0, 30, 20, "flag.png"));
        assert_eq!((writing.width, writing.height), (35.0, 20.0));
    }
}
