//! Texts in HTML, as labels, names and messages have them: their tags and their words.

use std::sync::LazyLock;

use regex::Regex;

use crate::format::entities;

/// Elements whose content nobody sees.
const UNSEEN: [&str; 4] = ["style", "script", "title", "head"];
/// Elements that may stand inside a word.
const IN_WORDS: [&str; 12] =
    ["a", "b", "big", "em", "font", "i", "small", "span", "strong", "sub", "sup", "u"];

/// A part of a text in HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup<'t> {
    /// Words, their entities not yet put in.
    Words(&'t str),
    /// What stands between `<` and `>`.
    Tag(&'t str),
}

/// Whether the engine takes a text for HTML.
pub fn is_html(text: &str) -> bool {
    text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("<html>"))
}

/// The parts of a text in HTML, without comments and without the content of elements that nobody sees.
pub fn markup(text: &str) -> impl Iterator<Item = Markup<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
                continue;
            }
            let Some(tag) = rest.strip_prefix('<') else {
                let (words, after) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
                rest = after;
                return (!words.is_empty()).then_some(Markup::Words(words));
            };
            // A tag that does not end takes all with it.
            let (inside, after) = tag.split_once('>')?;
            let name = tag_name(inside);
            if is_closing(inside) || !UNSEEN.contains(&name.as_str()) {
                rest = after;
                return Some(Markup::Tag(inside));
            }
            rest = behind(after, &name);
        }
    })
}

/// Whether a tag ends an element.
pub fn is_closing(inside: &str) -> bool {
    inside.starts_with('/')
}

/// The name of a tag in small letters.
pub fn tag_name(inside: &str) -> String {
    let name = inside.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric);
    name.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// What follows the end of an element.
fn behind<'t>(text: &'t str, name: &str) -> &'t str {
    let mut ends = text.match_indices("</").map(|(at, _)| &text[at + 2..]);
    let end = ends.find(|end| end.get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name)));
    end.and_then(|end| end.split_once('>')).map_or("", |(_, after)| after)
}

/// The words of a text in HTML on one line; any other text as it is.
pub fn without_tags(text: &str) -> String {
    if is_html(text.trim_start()) { plain(&untagged(text)) } else { text.to_owned() }
}

/// Tags by which modules format what they report in the chat; `<Anna>` is a player.
static CHAT_TAG: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let names = "a|b|big|br|center|code|div|em|font|hr|i|img|p|s|small|span|strong|sub|sup|tt|u";
    Regex::new(&format!(r"(?i)</?(?:{names})(?:\s[^<>]*)?/?>")).ok()
});

/// A line that a module reports in the chat without the tags that format it; any other line as it is.
pub fn reported(line: &str) -> String {
    let is_report = line.trim_start().starts_with(['*', '-']);
    match CHAT_TAG.as_ref().filter(|_| is_report) {
        Some(tag) => tag.replace_all(line, "").into_owned(),
        None => line.to_owned(),
    }
}

/// What people typed: the words of HTML, and entities as characters in any text, since some came through HTML.
pub fn words(text: &str) -> String {
    if is_html(text.trim_start()) { without_tags(text) } else { plain(text) }
}

/// Whether a label shows anything, and be it blanks that do not break.
pub fn is_seen(text: &str) -> bool {
    match is_html(text.trim_start()) {
        true => text.contains("<img ") || !untagged(text).is_empty(),
        false => !text.trim().is_empty(),
    }
}

fn untagged(text: &str) -> String {
    let mut out = String::new();
    for part in markup(text) {
        match part {
            Markup::Words(words) => out.push_str(words),
            Markup::Tag(inside) if IN_WORDS.contains(&tag_name(inside).as_str()) => {}
            Markup::Tag(_) => out.push(' '),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Entities put in; a space that does not break is a space on one line.
fn plain(text: &str) -> String {
    entities::decoded(text).replace('\u{a0}', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_reduced_to_the_words_that_are_seen() {
        assert_eq!(without_tags("<html><b>7</b>th steps<br>left</html>"), "7th steps left");
        assert_eq!(without_tags("<HTML><style>b { color: red }</STYLE>2&nbsp;<!-- > -->&lt;SP"), "2 <SP");
        assert_eq!(without_tags("<html><script>for<b"), "");
        assert_eq!(without_tags("a < b &amp; c"), "a < b &amp; c");
        assert_eq!(words("Jos&#233; &amp; Co"), "José & Co");
    }

    #[test]
    fn a_report_in_the_chat_loses_its_tags_and_no_player() {
        let line = "* <img src=\"flg.png\" width=30> <b>Anna</b> rolls 1 < 3 *** <Anna>";
        assert_eq!(reported(line), "*  Anna rolls 1 < 3 *** <Anna>");
        assert_eq!(reported("<Bert> - <b>no</b>"), "<Bert> - <b>no</b>");
    }

    #[test]
    fn blanks_that_do_not_break_are_seen() {
        let seen = ["<html>&nbsp;</html>", "<html><img src=a.png>", "7"].map(is_seen);
        assert_eq!((seen, is_seen("<html><style>b</style></html>"), is_seen(" ")), ([true; 3], false, false));
    }
}
