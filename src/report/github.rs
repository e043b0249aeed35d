//! Findings as the commands that a workflow of GitHub reads from standard output, one line each.
//!
//! Source: GitHub's page "Workflow commands for GitHub Actions"; what its runner gives back for `%` escapes.

use super::findings::{Findings, OfFile};
use vassal::diagnostic::Level;

/// The lines of a file's findings; empty where there are none.
#[must_use]
pub fn commands(findings: &Findings, file: &OfFile) -> String {
    if let Some(failure) = &file.failure {
        let about = if file.has_name { format!(" file={}", property(&file.file)) } else { String::new() };
        return format!("::error{about}::{}\n", message(failure));
    }
    let line = |fault: &super::findings::FoundFault| {
        let word = match fault.weight {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "notice",
        };
        let place = fault.text.as_ref();
        let mut about = Vec::new();
        if file.has_name {
            about.push(format!("file={}", property(place.map_or(&file.file, |place| &place.file))));
        }
        about.extend(place.and_then(|place| place.line).map(|line| format!("line={line}")));
        let check =
            findings.check_of(fault).map_or_else(String::new, |own| format!("{} {}", own.id, own.name));
        about.push(format!("title={}", property(&check)));
        let inner = fault.inner.as_ref().map(|inner| format!("{}: ", inner.words)).unwrap_or_default();
        let help = fault.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        format!("::{word} {}::{}\n", about.join(","), message(&format!("{inner}{}{help}", fault.message)))
    };
    file.found.iter().map(line).collect()
}

/// A text behind `::`.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a key.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
