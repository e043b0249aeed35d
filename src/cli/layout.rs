//! Lines of text as a reader's terminal takes them: broken between words under the label they belong to, and coloured.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::console::{self, Console, Stream};

/// The widest line: longer ones are hard to read, and this is the width where none is known.
const WIDEST: usize = 100;

/// The narrowest line; what calls itself narrower still is no place for text.
const NARROWEST: usize = 20;

/// The last column at which a label may end that following lines are put under.
const LAST_LABEL: usize = 44;

/// The column under which a line without a label goes on.
const FREE: usize = 2;

/// Labels of lines that people look for, with their colours; `[` goes on to `]`.
const LABELS: [(&str, Style); 12] = [
    ("error:", AnsiColor::Red.on_default().bold()),
    ("error[", AnsiColor::Red.on_default().bold()),
    ("illegal[", AnsiColor::Red.on_default().bold()),
    ("suspicious[", AnsiColor::Yellow.on_default().bold()),
    ("warning[", AnsiColor::Yellow.on_default().bold()),
    ("warning:", AnsiColor::Yellow.on_default().bold()),
    ("help:", AnsiColor::Cyan.on_default()),
    ("note:", AnsiColor::Cyan.on_default()),
    ("note[", AnsiColor::Cyan.on_default()),
    ("-->", AnsiColor::Blue.on_default().bold()),
    ("result:", Style::new().bold()),
    ("result so far:", Style::new().bold()),
];

/// How wide lines on standard output are to be; as long as they come where nobody reads along, so that `grep` and
/// its like find whole messages. Who forces colours into a pipe reads them in a pager, which is as wide as the terminal
/// of standard error. The variable COLUMNS asks for a width anywhere.
pub fn width_of_result() -> Option<usize> {
    let console = console::current();
    let is_paged = console.is_colour_forced() && !console.is_terminal(Stream::Result);
    width(&console, if is_paged { Stream::Talk } else { Stream::Result })
}

/// The same for standard error.
pub fn width_of_talk() -> Option<usize> {
    width(&console::current(), Stream::Talk)
}

/// How wide help pages are.
pub fn width_of_help() -> usize {
    width_of_result().unwrap_or(WIDEST)
}

fn width(console: &Console, stream: Stream) -> Option<usize> {
    let asked = console.variable("COLUMNS").and_then(|columns| columns.trim().parse().ok());
    let columns = asked.or_else(|| console.columns(stream));
    columns.filter(|columns| *columns > 0).map(|columns: usize| columns.clamp(NARROWEST, WIDEST))
}

/// A text in which no character commands the terminal or turns the direction of writing: such characters, which names in
/// files and arguments may have, are written as escapes.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut letters = text.chars().peekable();
    let mut safe = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        let ends_line = letter == '\r' && letters.peek() == Some(&'\n');
        match is_harmful(letter) && !ends_line {
            true => safe.extend(letter.escape_unicode()),
            false => safe.push(letter),
        }
    }
    Cow::Owned(safe)
}

fn is_harmful(letter: char) -> bool {
    let turns = matches!(letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(letter, '\u{2028}' | '\u{2029}');
    (letter.is_control() && letter != '\n' && letter != '\t') || turns || breaks
}

/// A text for a terminal of this width.
pub fn set(text: &str, width: Option<usize>) -> String {
    let text = harmless(text);
    let painted: String = text.split_inclusive('\n').map(paint).collect();
    match width {
        Some(width) => wrap(&painted, width),
        None => painted,
    }
}

/// A page in Markdown for a terminal of this width: tables and code stay as they are.
pub fn set_page(page: &str, width: Option<usize>) -> String {
    let page = harmless(page);
    let Some(width) = width else { return page.into_owned() };
    let mut fenced = false;
    let mut set = String::with_capacity(page.len());
    for line in page.split_inclusive('\n') {
        let fence = line.starts_with("```");
        fenced ^= fence;
        let as_is = fenced || fence || line.starts_with(['|', '#']) || line.starts_with("    ");
        set.push_str(&if as_is { line.to_owned() } else { break_lines(line, width, 0) });
    }
    set
}

/// Breaks each line between words; what goes on in the next line stands under the words behind its label.
pub fn wrap(text: &str, width: usize) -> String {
    break_lines(text, width, FREE)
}

/// The same, where a line that has no label goes on under this column.
fn break_lines(text: &str, width: usize, free: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if visible(line) <= width {
            wrapped.push_str(line);
        } else {
            wrap_line(line, width, free, &mut wrapped);
        }
    }
    wrapped
}

fn wrap_line(line: &str, width: usize, free: usize, out: &mut String) {
    let plain = anstream::adapter::strip_str(line).to_string();
    let indent = hang(&plain, free, width / 2);
    let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
    let (mut at, mut gap) = (0, 0);
    for (number, word) in body.split(' ').enumerate() {
        gap += usize::from(number > 0);
        if word.is_empty() {
            continue;
        }
        let wide = visible(word);
        if at > 0 && at + gap > indent && at + gap + wide > width {
            out.push('\n');
            (at, gap) = (0, indent);
        }
        out.push_str(&" ".repeat(gap));
        out.push_str(word);
        (at, gap) = (at + gap + wide, 0);
    }
    out.push_str(end);
}

/// The column under which the rest of a line goes on: behind a label, a dash or a column of labels, `most` at last.
fn hang(line: &str, free: usize, most: usize) -> usize {
    let lead = line.len() - line.trim_start_matches(' ').len();
    let rest = &line[lead..];
    let number = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
    for (dash, from) in [("- ", rest), ("--> ", rest), (". ", number)] {
        if from.starts_with(dash) {
            return lead + (rest.len() - from.len()) + dash.len();
        }
    }
    let columns = |bytes: usize| lead + UnicodeWidthStr::width(&rest[..bytes]);
    let behind_gaps = gaps(rest.trim_end()).map(columns).take_while(|at| *at <= most.min(LAST_LABEL));
    if let Some(at) = behind_gaps.last() {
        return at;
    }
    let label = rest.find(": ").filter(|at| columns(*at) <= LAST_LABEL / 2 && !rest[..*at].contains('['));
    let indent = match label {
        Some(at) if lead > 0 || free > 0 => columns(at + 2),
        _ if lead > 0 => lead,
        _ => free,
    };
    indent.min(most)
}

/// Where words begin behind gaps of two or more blanks.
fn gaps(line: &str) -> impl Iterator<Item = usize> {
    line.match_indices(|sign| sign != ' ').map(|(at, _)| at).filter(|at| line[..*at].ends_with("  "))
}

/// How many columns of a terminal a text takes.
fn visible(text: &str) -> usize {
    let plain = if text.contains('\u{1b}') {
        anstream::adapter::strip_str(text).to_string()
    } else {
        text.to_owned()
    };
    UnicodeWidthStr::width(plain.trim_end_matches('\n'))
}

/// Colours the label of a line; a number may stand before it.
fn paint(line: &str) -> String {
    let label = line.trim_start_matches(|sign: char| sign == ' ' || sign.is_ascii_digit() || sign == '.');
    let lead = line.len() - label.len();
    let Some((word, style)) = LABELS.iter().find(|(word, _)| label.starts_with(word)) else {
        return line.to_owned();
    };
    let end = match word.ends_with('[') {
        true => label.find(']').map_or(word.len(), |at| at + 1),
        false => word.len(),
    };
    let (head, tail) = label.split_at(end);
    let tail = match *word {
        "-->" => place(tail),
        _ => tail.to_owned(),
    };
    format!("{}{style}{head}{style:#}{tail}", &line[..lead])
}

/// The place of a finding, bold up to the map it is on.
fn place(tail: &str) -> String {
    let bold = Style::new().bold();
    let end = tail.find(" on ").unwrap_or(tail.trim_end().len());
    let (name, rest) = tail.split_at(end);
    format!(" {bold}{}{bold:#}{rest}", name.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_and_go_on_under_the_label() {
        let help = "  help: move one of them to another hex or to the force pool\n";
        assert_eq!(
            wrap(help, 30),
            "  help: move one of them to\n        another hex or to the\n        force pool\n"
        );
        let long = "map          a-name-without-blanks-that-is-too-long and more\n";
        assert_eq!(
            wrap(long, 30),
            "map          a-name-without-blanks-that-is-too-long\n             and more\n"
        );
        assert_eq!(wrap("short  line\n", 30), "short  line\n");
    }

    #[test]
    fn a_line_goes_on_under_the_last_column_that_leaves_it_room() {
        let row = "R39  land-combat   One attack on one hex";
        assert_eq!(wrap(row, 38), "R39  land-combat   One attack on one\n                   hex");
        assert_eq!(wrap(row, 30), "R39  land-combat   One attack\n     on one hex");
    }

    #[test]
    fn no_word_is_lost_in_any_width() {
        let text = "illegal[ATPO-S06 two-headquarters-in-hex]: two headquarters in one hex\n  --> W4533 on Main Map\n";
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for width in NARROWEST..WIDEST {
            assert_eq!(words(&wrap(text, width)), words(text));
        }
    }

    #[test]
    fn no_name_commands_the_terminal() {
        let name = "a\u{1b}]0;x\u{7}b\u{9b}31mc\u{202e}d\u{7f}\r";
        let set = set(&format!("note: {name}\tand\n"), None);
        let plain = anstream::adapter::strip_str(&set).to_string();
        assert_eq!(plain, "note: a\\u{1b}]0;x\\u{7}b\\u{9b}31mc\\u{202e}d\\u{7f}\\u{d}\tand\n");
        assert!(matches!(harmless("two\r\nlines\tä"), Cow::Owned(same) if same == "two\r\nlines\tä"));
    }

    #[test]
    fn colours_take_no_room() {
        let line = "note: five six seven\n";
        let plain = wrap(line, 20);
        let painted = set(line, Some(20));
        assert_ne!(painted, plain);
        assert_eq!(anstream::adapter::strip_str(&painted).to_string(), plain);
    }

    #[test]
    fn tables_and_code_of_a_page_stay_as_they_are() {
        let row = format!("| {} |\n", "cell ".repeat(40));
        let page = format!("{row}```\n{row}```\n{}\n", "word ".repeat(40).trim_end());
        let set = set_page(&page, Some(60));
        assert!(set.starts_with(&format!("{row}```\n{row}```\n")));
        assert!(set.lines().last().unwrap().len() <= 60);
        let steps = format!("{}\n12. {}\n", "word ".repeat(20).trim_end(), "step ".repeat(20).trim_end());
        assert_eq!(
            set_page(&steps, Some(60)).lines().map(|line| line.find(char::is_alphabetic)).collect::<Vec<_>>(),
            [Some(0), Some(0), Some(4), Some(4)]
        );
    }
}
