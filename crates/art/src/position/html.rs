//! The markup of text labels: words in their styles, line by line.
//!
//! Only what labels of counters use is read; all other tags say nothing and are never shown.

mod style;

use style::styled;
pub use style::{Align, Style};

use vassal::format::entities;
use vassal::model::markup::{Markup, is_closing, markup, tag_name};

/// Most characters of a label that are read.
const LONGEST: usize = 8_000;
/// Most lines of a label.
const MOST_LINES: usize = 200;
/// Deepest nesting of styles.
const MOST_STYLES: usize = 100;

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
pub struct LabelLine {
    /// Where it keeps to.
    pub align: Align,
    /// What stands in it, from the left.
    pub runs: Vec<Run>,
}

/// The lines of a label in markup.
pub fn lines(text: &str, style: Style) -> Vec<LabelLine> {
    let mut reader = Reader {
        lines: vec![LabelLine::default()],
        open: vec![(String::new(), style, Align::Left)],
        gap: false,
    };
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
    lines: Vec<LabelLine>,
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

    fn line(&mut self) -> &mut LabelLine {
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
        self.lines.push(LabelLine::default());
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
        let line = |line: &LabelLine| {
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
