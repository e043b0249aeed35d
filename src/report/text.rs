//! Findings and resolutions as text for a terminal.

use std::fmt::Write;

use liege_rules::check::Checked;
use liege_rules::play::procedure::Line;
use liege_rules::position::situation::Untold;
use vassal::diagnostic::{Finding, Severity, counted, in_groups};

/// Pieces that could not be told are listed up to this number.
const MOST_UNTOLD: usize = 5;

/// Longest line of a list of ids.
const LINE: usize = 100;

/// Longest column of labels.
const LABEL: usize = 30;

/// One finding in full: its number, what, where, which pieces, what to do, which rule.
fn finding(number: usize, finding: &Finding) -> String {
    let Finding { severity, id, name, message, .. } = finding;
    let mut text = format!("{number}. {}[{id} {name}]: {message}\n", word(*severity));
    if let Some(place) = &finding.place {
        text.push_str("  --> ");
        text.push_str(&place.location);
        if let Some(map) = place.map.as_deref().filter(|map| *map != place.location) {
            text.push_str(" on ");
            text.push_str(map);
        }
        text.push('\n');
    }
    // Writing to a String cannot fail.
    let names: Vec<&str> = finding.pieces.iter().map(|piece| piece.name.as_str()).collect();
    if !names.is_empty() {
        let _ = writeln!(text, "  pieces: {}", in_groups(&names));
    }
    if let Some(help) = &finding.help {
        let _ = writeln!(text, "  help: {help}");
    }
    let _ = writeln!(text, "  rule: {}", finding.rule);
    text
}

/// One finding in a line: its number, what and where.
pub fn brief(number: usize, finding: &Finding) -> String {
    let Finding { severity, id, name, message, place, .. } = finding;
    let untold = |place: &&str| !place.is_empty() && !message.contains(*place);
    let place = place.as_ref().map(|place| place.location.as_str()).filter(untold);
    let place = place.map(|place| format!(" {place}")).unwrap_or_default();
    format!("{number}. {}[{id} {name}]{place}: {message}", word(*severity))
}

/// The word for a severity.
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Illegal => "illegal",
        Severity::Suspicious => "suspicious",
    }
}

/// How much of a check is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Findings only.
    Findings,
    /// Illegal findings in full, the others in a line each, and how many checks were not made.
    Usual,
    /// Everything in full.
    Full,
}

/// A whole check: what was found, which pieces were not understood, which checks were not made.
pub fn checked(file: &str, title: &str, checked: &Checked, untold: &[Untold], detail: Detail) -> String {
    let mut text = String::new();
    let verbose = detail == Detail::Full;
    let summary = &checked.summary;
    if detail > Detail::Findings {
        let _ = writeln!(
            text,
            "{file}: {} illegal, {} suspicious; {} checked, {} not checked",
            summary.illegal, summary.suspicious, summary.checked, summary.not_checked
        );
        let _ = writeln!(text, "{title}");
    }
    for (number, one) in checked.numbered() {
        if verbose || one.severity == Severity::Illegal {
            text.push_str(&finding(number, one));
            text.push('\n');
        } else {
            let _ = writeln!(text, "{}", brief(number, one));
        }
    }
    if detail == Detail::Findings {
        return without_last_gap(text);
    }
    let shown = if verbose { untold.len() } else { MOST_UNTOLD };
    for one in untold.iter().take(shown) {
        let _ = writeln!(text, "not understood: {}", not_understood(one));
    }
    if untold.len() > shown {
        let more = counted(untold.len() - shown, "more piece");
        let _ = writeln!(text, "not understood: {more}; -v lists them");
    }
    text.push_str(&not_checked(checked, verbose));
    without_last_gap(text)
}

/// A text that ends with its last line, and not with an empty one.
fn without_last_gap(mut text: String) -> String {
    text.truncate(text.trim_end_matches('\n').len() + usize::from(text.ends_with('\n')));
    text
}

/// A piece that the game does not understand: which, where, why.
pub fn not_understood(one: &Untold) -> String {
    let name = match (one.piece.name.trim(), one.piece.id.trim()) {
        ("", "") => "a piece without a name".to_owned(),
        ("", id) => format!("a piece without a name (id {id})"),
        (name, _) => name.to_owned(),
    };
    let place = match (one.place.location.trim(), one.place.map.as_deref().unwrap_or_default()) {
        ("", "") => String::new(),
        ("", map) => format!(" on {map}"),
        (location, map) if location == map => format!(" on the window \"{map}\""),
        (location, _) => format!(" in {location}"),
    };
    format!("{name}{place}: {}", one.reason)
}

/// How many checks were not made, or all of them by reason.
fn not_checked(checked: &Checked, verbose: bool) -> String {
    if !verbose {
        return match checked.not_checked.len() {
            0 => String::new(),
            count => format!("not checked: {}; -v lists them with the reasons\n", counted(count, "rule")),
        };
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for missing in &checked.not_checked {
        match reasons.iter_mut().find(|(reason, _)| *reason == missing.reason) {
            Some((_, ids)) => ids.push(&missing.id),
            None => reasons.push((&missing.reason, vec![&missing.id])),
        }
    }
    let mut text = String::new();
    for (reason, ids) in reasons {
        if let [id] = ids.as_slice() {
            let _ = writeln!(text, "not checked: {id}: {reason}");
            continue;
        }
        let _ = writeln!(text, "not checked ({}): {reason}:", counted(ids.len(), "rule"));
        text.push_str(&lines(&ids));
    }
    text
}

/// A list of words in indented lines.
fn lines(words: &[&str]) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for (index, word) in words.iter().enumerate() {
        if line.len() + word.len() > LINE {
            let _ = writeln!(text, "  {}", line.trim_end());
            line.clear();
        }
        line.push_str(word);
        line.push_str(if index + 1 < words.len() { ", " } else { "\n" });
    }
    let _ = write!(text, "  {line}");
    text
}

/// The steps of a resolution, one line each: label, value, cause, rule.
pub fn steps(lines: &[Line]) -> String {
    let width = lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0).min(LABEL);
    let mut text = String::new();
    for line in lines {
        let _ = write!(text, "{:width$}  {}", line.label, line.value);
        if !line.cause.is_empty() {
            let _ = write!(text, "  ({})", line.cause);
        }
        if !line.rule.is_empty() {
            let _ = write!(text, "  [{}]", line.rule);
        }
        text.push('\n');
    }
    text
}
