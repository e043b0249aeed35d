//! The markup of text labels: words in their styles, line by line.
//!
//! Only what labels of counters use is read; all other tags say nothing and are never shown.

use super::scene::Colour;
use crate::format::entities;
use crate::model::markup::{Markup, is_closing, markup, tag_name};

/// Most characters of a label that are read.
const LONGEST: usize = 8_000;
/// Most lines of a label.
const MOST_LINES: usize = 200;
/// Deepest nesting of styles.
const MOST_STYLES: usize = 100;
/// Font sizes 1 to 7.
const SIZES: [f32; 7] = [8.0, 10.0, 12.0, 14.0, 18.0, 24.0, 36.0];

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Height of the font in map pixels.
    pub size: f32,
    /// Bold.
    pub bold: bool,
    /// Slanted.
    pub italic: bool,
    /// With a line below.
    pub underlined: bool,
    /// Colour of the letters.
    pub colour: Colour,
    /// Colour behind them.
    pub background: Option<Colour>,
}

/// Which side the lines keep to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// The left.
    #[default]
    Left,
    /// The middle.
    Centre,
    /// The right.
    Right,
}

/// Something in a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Run {
    /// Words in one style.
    Words(String, Style),
    /// A picture of the module, with the size it asks for.
    Picture(String, Option<(u32, u32)>),
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Where it keeps to.
    pub align: Align,
    /// What stands in it, from the left.
    pub runs: Vec<Run>,
}

/// The lines of a label in markup.
pub fn lines(text: &str, style: Style) -> Vec<Line> {
    let mut reader =
        Reader { lines: vec![Line::default()], open: vec![(String::new(), style, Align::Left)], gap: false };
    let text: String = text.chars().take(LONGEST).collect();
    for part in markup(&text) {
        match part {
            Markup::Words(words) => reader.words(words),
            Markup::Tag(inside) => reader.tag(inside),
        }
        if reader.lines.len() > MOST_LINES {
            break;
        }
    }
    while reader.lines.last().is_some_and(|line| line.runs.is_empty()) {
        reader.lines.pop();
    }
    reader.lines
}

struct Reader {
    lines: Vec<Line>,
    /// Tags that are open, with the style inside them; never empty.
    open: Vec<(String, Style, Align)>,
    /// A space stands before the next word.
    gap: bool,
}

impl Reader {
    fn style(&self) -> (Style, Align) {
        let (_, style, align) = &self.open[self.open.len() - 1];
        (*style, *align)
    }

    fn line(&mut self) -> &mut Line {
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// White space of any length is one space, none at the start of a line.
    fn words(&mut self, text: &str) {
        let (style, align) = self.style();
        let mut words = String::new();
        for character in entities::decoded(text).chars() {
            if character.is_ascii_whitespace() {
                self.gap = true;
                continue;
            }
            if self.gap && !(words.is_empty() && self.line().runs.is_empty()) {
                words.push(' ');
            }
            self.gap = false;
            words.push(character);
        }
        if !words.is_empty() {
            let line = self.line();
            line.align = align;
            line.runs.push(Run::Words(words, style));
        }
    }

    fn new_line(&mut self) {
        self.gap = false;
        self.lines.push(Line::default());
    }

    /// A block begins or ends here.
    fn block(&mut self) {
        self.gap = false;
        if !self.line().runs.is_empty() {
            self.new_line();
        }
    }

    fn tag(&mut self, inside: &str) {
        let name = tag_name(inside);
        if is_closing(inside) {
            return self.close(&name);
        }
        match name.as_str() {
            "br" => self.new_line(),
            "img" => self.picture(inside),
            _ => self.open(&name, inside),
        }
    }

    fn open(&mut self, name: &str, inside: &str) {
        if is_block(name) {
            self.block();
        }
        if matches!(name, "td" | "th") && !self.line().runs.is_empty() {
            self.words("&nbsp;");
        }
        if name == "li" {
            self.words("&bull;&nbsp;");
        }
        if self.open.len() < MOST_STYLES && !matches!(name, "hr" | "input" | "meta" | "link") {
            let (style, align) = self.style();
            let (style, align) = styled(name, inside, style, align);
            self.open.push((name.to_owned(), style, align));
        }
    }

    fn close(&mut self, name: &str) {
        if is_block(name) {
            self.block();
        }
        if let Some(at) = self.open.iter().rposition(|(open, ..)| open == name).filter(|at| *at > 0) {
            self.open.truncate(at);
        }
    }

    fn picture(&mut self, inside: &str) {
        let (_, align) = self.style();
        let length = |name: &str| attribute(inside, name)?.trim_end_matches("px").parse::<u32>().ok();
        let size = length("width")
            .zip(length("height"))
            .filter(|(w, h)| (1..=4000).contains(w) && (1..=4000).contains(h));
        if let Some(name) = attribute(inside, "src") {
            let line = self.line();
            line.align = align;
            line.runs.push(Run::Picture(name.trim_start_matches("images/").to_owned(), size));
        }
    }
}

fn is_block(name: &str) -> bool {
    let blocks = [
        "p", "div", "center", "table", "tr", "ul", "ol", "li", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
        "body", "pre",
    ];
    blocks.contains(&name)
}

fn styled(name: &str, inside: &str, mut style: Style, mut align: Align) -> (Style, Align) {
    match name {
        "b" | "strong" | "th" => style.bold = true,
        "i" | "em" => style.italic = true,
        "u" => style.underlined = true,
        "big" => style.size *= 1.2,
        "small" | "sub" | "sup" => style.size *= 0.8,
        "center" => align = Align::Centre,
        "h1" | "h2" | "h3" | "h4" => {
            style.bold = true;
            style.size = SIZES[match name {
                "h1" => 5,
                "h2" => 4,
                _ => 3,
            }];
        }
        _ => {}
    }
    if let Some(size) = attribute(inside, "size").filter(|_| name == "font") {
        style.size = font_size(&size, style.size);
    }
    if let Some(colour) =
        attribute(inside, "color").or_else(|| attribute(inside, "text")).and_then(|c| named(&c))
    {
        style.colour = colour;
    }
    if let Some(colour) = attribute(inside, "bgcolor").and_then(|c| named(&c)) {
        style.background = Some(colour);
    }
    if let Some(to) = attribute(inside, "align") {
        align = aligned(&to, align);
    }
    for (key, value) in declarations(&attribute(inside, "style").unwrap_or_default()) {
        declare(&mut style, &mut align, &key, &value);
    }
    style.size = style.size.clamp(1.0, 200.0);
    (style, align)
}

fn declarations(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(key, value)| (key.trim().to_ascii_lowercase(), value.trim().to_ascii_lowercase())).collect()
}

fn declare(style: &mut Style, align: &mut Align, key: &str, value: &str) {
    match key {
        "color" => style.colour = named(value).unwrap_or(style.colour),
        "background" | "background-color" => style.background = named(value).or(style.background),
        "font-weight" => style.bold = value.starts_with("bold") || value.parse().is_ok_and(|w: u32| w >= 600),
        "font-style" => style.italic = value == "italic" || value == "oblique",
        "text-decoration" => style.underlined = value.contains("underline"),
        "text-align" => *align = aligned(value, *align),
        "font-size" => {
            let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
            let Ok(number) = number.trim().parse::<f32>() else {
                return;
            };
            style.size = match value.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim() {
                "%" => style.size * number / 100.0,
                "em" => style.size * number,
                // The engine's text kit takes a pixel for 1.3 of its points.
                "px" => number * 1.3,
                _ => number,
            };
        }
        _ => {}
    }
}

/// A size from 1 to 7, or so many steps from the present one.
fn font_size(text: &str, present: f32) -> f32 {
    let nearest = SIZES.iter().rposition(|size| *size <= present).unwrap_or(0);
    let Ok(number) = text.trim().trim_start_matches('+').parse::<i32>() else {
        return present;
    };
    let relative = text.trim().starts_with(['+', '-']);
    let steps = if relative {
        i32::try_from(nearest).unwrap_or(0).saturating_add(number)
    } else {
        number.saturating_sub(1)
    };
    SIZES[usize::try_from(steps).unwrap_or(0).min(SIZES.len() - 1)]
}

fn aligned(text: &str, present: Align) -> Align {
    match text.to_ascii_lowercase().as_str() {
        "left" => Align::Left,
        "center" | "middle" => Align::Centre,
        "right" => Align::Right,
        _ => present,
    }
}

/// The value of an attribute of a tag.
fn attribute(inside: &str, name: &str) -> Option<String> {
    let lower = inside.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower[from..].find(name).map(|at| from + at) {
        let (before, after) = (&inside[..at], inside[at + name.len()..].trim_start());
        from = at + name.len();
        let whole = before.ends_with(|c: char| c.is_ascii_whitespace() || c == '"' || c == '\'');
        let Some(value) = after.strip_prefix('=').filter(|_| whole).map(str::trim_start) else {
            continue;
        };
        let ends = match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split(quote).next(),
            _ => value.split(|c: char| c.is_ascii_whitespace() || c == '/').next(),
        };
        return ends.map(entities::decoded);
    }
    None
}

/// A colour as markup writes it.
fn named(text: &str) -> Option<Colour> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(list) = text.strip_prefix("rgb(").and_then(|list| list.strip_suffix(')')) {
        let mut numbers = list.split(',').map(|number| number.trim().parse::<u8>().ok());
        return Some([numbers.next()??, numbers.next()??, numbers.next()??, 255]);
    }
    let digits = text.strip_prefix('#').unwrap_or(&text);
    let value = |digits: &str| u8::from_str_radix(digits, 16).ok();
    if digits.is_ascii()
        && digits.len() == 6
        && let (Some(r), Some(g), Some(b)) = (value(&digits[..2]), value(&digits[2..4]), value(&digits[4..]))
    {
        return Some([r, g, b, 255]);
    }
    if text.starts_with('#') && digits.is_ascii() && digits.len() == 3 {
        let twice = |at: usize| value(&digits[at..=at]).map(|v| v * 17);
        return Some([twice(0)?, twice(1)?, twice(2)?, 255]);
    }
    let (r, g, b) = match text.as_str() {
        "black" => (0, 0, 0),
        "white" => (255, 255, 255),
        "red" => (255, 0, 0),
        "green" => (0, 128, 0),
        "lime" => (0, 255, 0),
        "blue" => (0, 0, 255),
        "navy" => (0, 0, 128),
        "yellow" => (255, 255, 0),
        "orange" => (255, 200, 0),
        "gray" | "grey" => (128, 128, 128),
        "silver" => (192, 192, 192),
        "maroon" => (128, 0, 0),
        "purple" => (128, 0, 128),
        "fuchsia" | "magenta" => (255, 0, 255),
        "olive" => (128, 128, 0),
        "teal" => (0, 128, 128),
        "aqua" | "cyan" => (0, 255, 255),
        _ => return None,
    };
    Some([r, g, b, 255])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style {
        size: 10.0,
        bold: false,
        italic: false,
        underlined: false,
        colour: [0, 0, 0, 255],
        background: None,
    };

    fn words(text: &str) -> Vec<String> {
        let line = |line: &Line| {
            let run = |run: &Run| match run {
                Run::Words(words, _) => words.clone(),
                Run::Picture(name, _) => format!("[{name}]"),
            };
            line.runs.iter().map(run).collect::<String>()
        };
        lines(text, PLAIN).iter().map(line).collect()
    }

    #[test]
    fn words_come_without_tags_rules_and_entities() {
        let text = "<html><head><title>x</title><style>p { color: red }</style></head><body>Fort <b>Sumter</b> &amp; bay<br>2&nbsp;&#189; SP</body></html>";
        assert_eq!(words(text), ["Fort Sumter & bay", "2\u{a0}\u{bd} SP"]);
        assert_eq!(words("<HTML><style>b{}</style>1<p>2</p><div>3</div><!-- no > word -->"), ["1", "2", "3"]);
        assert_eq!(words("<html><table><tr><td>a<td>b<tr><td>c</table>"), ["a\u{a0}b", "c"]);
        assert_eq!(words("<html><br>low<br><br>lower"), ["", "low", "", "lower"]);
        assert_eq!(words("<html><img src=\"images/flag.png\" width=10 height=8>7"), ["[flag.png]7"]);
        assert!(words("<html></html>").is_empty() && words("<html><b").is_empty());
    }

    #[test]
    fn styles_hold_inside_their_tags() {
        let text = "<html><center><font color=#ff0000 size=\"5\"><b>A</b></font></center><span style=\"color: blue; font-size:150%; font-weight:bold\">B</span>c";
        let lines = lines(text, PLAIN);
        let style = |line: usize, run: usize| match &lines[line].runs[run] {
            Run::Words(_, style) => *style,
            Run::Picture(..) => unreachable!("no picture here"),
        };
        assert_eq!(lines[0].align, Align::Centre);
        assert_eq!(style(0, 0), Style { size: 18.0, bold: true, colour: [255, 0, 0, 255], ..PLAIN });
        assert_eq!(style(1, 0), Style { size: 15.0, bold: true, colour: [0, 0, 255, 255], ..PLAIN });
        assert_eq!((lines[1].align, style(1, 1)), (Align::Left, PLAIN));
    }

    #[test]
    fn odd_markup_is_no_trouble() {
        for text in [
            "<html><",
            "<html>&#x110000;&;&",
            "<html></b></i>x",
            "<html><font size=99 color=#zz>y",
            "<html><img>",
        ] {
            lines(text, PLAIN);
        }
        assert_eq!(lines(&format!("<html>{}", "<br>x".repeat(5_000)), PLAIN).len(), MOST_LINES);
        assert_eq!(words("<html>&; &#0; a < b"), ["&; &#0; a"]);
    }
}
