//! Findings and resolutions as text for a terminal.

use std::fmt::Write;

use crate::diagnostic::{Finding, Severity};
use crate::rules::check::Checked;
use crate::rules::procedure::Line;
use crate::rules::situation::Untold;

/// Pieces that could not be told are listed up to this number.
const MOST_UNTOLD: usize = 5;

/// Longest column of labels.
const LABEL: usize = 26;

/// One finding in full: what, where, which pieces, what to do, which rule.
pub fn finding(finding: &Finding) -> String {
    let mut text =
        format!("{}[{} {}]: {}\n", word(finding.severity), finding.id, finding.name, finding.message);
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
        let _ = writeln!(text, "  pieces: {}", counted(&names));
    }
    if let Some(help) = &finding.help {
        let _ = writeln!(text, "  help: {help}");
    }
    let _ = writeln!(text, "  rule: {}", finding.rule);
    text
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Illegal => "illegal",
        Severity::Suspicious => "suspicious",
    }
}

/// Names with how often each comes, in their first order.
fn counted(names: &[&str]) -> String {
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match seen.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => seen.push((name, 1)),
        }
    }
    let parts = seen
        .iter()
        .map(|(name, count)| if *count > 1 { format!("{count} x {name}") } else { (*name).to_owned() });
    parts.collect::<Vec<_>>().join(", ")
}

/// A whole check: illegal findings in full, the others in a line each until `verbose`, and what could not be told.
pub fn checked(file: &str, checked: &Checked, untold: &[Untold], verbose: bool) -> String {
    let mut text = String::new();
    for one in checked.findings.iter().filter(|finding| finding.severity == Severity::Illegal) {
        text.push_str(&finding(one));
        text.push('\n');
    }
    for one in checked.findings.iter().filter(|finding| finding.severity != Severity::Illegal) {
        if verbose {
            text.push_str(&finding(one));
            text.push('\n');
        } else {
            let place = one.place.as_ref().map_or("", |place| &place.location);
            let _ =
                writeln!(text, "{}[{} {}] {place}: {}", word(one.severity), one.id, one.name, one.message);
        }
    }
    let shown = if verbose { untold.len() } else { MOST_UNTOLD };
    for one in untold.iter().take(shown) {
        let _ = writeln!(text, "not told: {} in {}: {}", one.piece.name, one.place.location, one.reason);
    }
    if untold.len() > shown {
        let _ = writeln!(text, "not told: {} more pieces; -v lists them", untold.len() - shown);
    }
    let summary = &checked.summary;
    if verbose {
        for missing in &checked.not_checked {
            let _ = writeln!(text, "not checked: {}: {}", missing.id, missing.reason);
        }
    } else {
        text.push_str(&not_checked(checked));
    }
    let _ = writeln!(
        text,
        "{file}: {} illegal, {} suspicious; {} checked, {} not checked",
        summary.illegal, summary.suspicious, summary.checked, summary.not_checked
    );
    text
}

/// What was not checked: one line for each reason, with how many ids it stands for.
fn not_checked(checked: &Checked) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for missing in &checked.not_checked {
        match reasons.iter_mut().find(|(reason, _)| *reason == missing.reason) {
            Some((_, ids)) => ids.push(&missing.id),
            None => reasons.push((&missing.reason, vec![&missing.id])),
        }
    }
    let mut text = String::new();
    for (reason, ids) in reasons {
        let some = ids.iter().take(4).copied().collect::<Vec<_>>().join(", ");
        let more = if ids.len() > 4 { format!(" and {} more", ids.len() - 4) } else { String::new() };
        let _ = writeln!(text, "not checked: {some}{more}: {reason}");
    }
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
