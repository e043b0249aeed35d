//! Findings as one page for browsers, grouped by check, with what the check's page says.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::findings::{CheckText, Findings, FoundFault, OfFile};
use super::markdown;
use super::page::{Page, escaped};
use vassal::diagnostic::Level;

/// Most findings of one check that are shown; the page says how many more there are.
const MOST_SHOWN: usize = 500;

/// The whole page.
#[must_use]
pub fn html(findings: &Findings) -> String {
    let several = findings.files.len() > 1;
    let title = match findings.files.as_slice() {
        [file] => format!("{}: {}", findings.title, short(&file.file)),
        files => format!("{}: {} files", findings.title, files.len()),
    };
    let mut page = Page::new(&title, &lead(findings));
    if several {
        files(findings, &mut page);
    }
    let unread: Vec<String> = findings.files.iter().filter_map(unread).collect();
    if !unread.is_empty() {
        page.section("Not read");
        page.list(&unread);
    }
    for (number, check) in findings.checks.iter().enumerate() {
        let of_check = |file| found_by(file, number);
        let found: Vec<(&OfFile, &FoundFault)> = findings.files.iter().flat_map(of_check).collect();
        if !found.is_empty() {
            section(findings, check, &found, several, &mut page);
        }
    }
    let remarks: Vec<String> = findings.files.iter().flat_map(|file| file.remarks.clone()).collect();
    if !remarks.is_empty() {
        page.section("Not understood");
        page.list(&remarks);
    }
    not_checked(findings, &mut page);
    page.html()
}

fn found_by(file: &OfFile, check: usize) -> impl Iterator<Item = (&OfFile, &FoundFault)> {
    file.found.iter().filter(move |fault| fault.check == check).map(move |fault| (file, fault))
}

/// A file's name without its folders.
fn short(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

const WEIGHTS: [Level; 3] = [Level::Error, Level::Warning, Level::Note];

fn lead(findings: &Findings) -> String {
    let count = |weight| findings.files.iter().map(|file| file.count(weight)).sum::<usize>();
    let told = WEIGHTS.map(|weight| findings.words.counted(count(weight), weight));
    let told: Vec<String> = told.into_iter().flatten().collect();
    format!("{}.", told.join(", "))
}

/// Why a file was not read, which begins with its name, in one line.
fn unread(file: &OfFile) -> Option<String> {
    let lines: Vec<&str> = file.failure.as_ref()?.lines().map(str::trim).collect();
    Some(lines.join("; "))
}

fn files(findings: &Findings, page: &mut Page) {
    let known: Vec<Level> =
        WEIGHTS.into_iter().filter(|weight| findings.words.counted(0, *weight).is_some()).collect();
    // Names are long, and the counts are what is looked for on a small screen.
    let header: Vec<&str> = known.iter().map(|weight| findings.words.word(*weight)).chain(["file"]).collect();
    let row = |file: &OfFile| {
        let counts = known.iter().map(|weight| match file.failure {
            Some(_) => "not read".to_owned(),
            None => file.count(*weight).to_string(),
        });
        counts.chain([file.file.clone()]).collect()
    };
    page.table(&header, &findings.files.iter().map(row).collect::<Vec<_>>());
}

fn section(
    findings: &Findings,
    check: &CheckText,
    found: &[(&OfFile, &FoundFault)],
    several: bool,
    page: &mut Page,
) {
    page.section(&format!("{} {}", check.id, check.name));
    let (sentence, advice) = (check.sentence(), check.advice());
    // The line that opens the advice is not said in it again.
    let first = advice.split("\n\n").next().filter(|first| markdown::plain(first) == sentence);
    let rest = &advice[first.map_or(0, str::len)..];
    if !rest.trim().is_empty() {
        page.details(&sentence, &markdown::html(rest, 1));
    }
    let mut html = String::from("<ul class=\"findings\">\n");
    for (file, fault) in found.iter().take(MOST_SHOWN) {
        html.push_str(&item(findings, file, fault, several));
    }
    html.push_str("</ul>\n");
    page.add(&html);
    if found.len() > MOST_SHOWN {
        page.text(&format!("{} more of this check are not shown.", found.len() - MOST_SHOWN));
    }
}

fn item(findings: &Findings, file: &OfFile, fault: &FoundFault, several: bool) -> String {
    let mut html = format!(
        "<li class=\"{}\"><p><b>{}</b> {}</p>\n",
        fault.weight.word(),
        findings.words.word(fault.weight),
        escaped(&fault.message)
    );
    let text = fault.text.as_ref().map(|place| match place.line {
        Some(line) => format!("{}, line {line}", place.file),
        None => place.file.clone(),
    });
    let file = text.or_else(|| several.then(|| file.file.clone()));
    let places = file.iter().chain(fault.inner.as_ref().map(|inner| &inner.words));
    // Writing to a String cannot fail.
    for place in places {
        let _ = writeln!(html, "<p class=\"place\">{}</p>", escaped(place));
    }
    let help = fault.help.as_ref().map(|help| format!("help: {help}"));
    for more in help.iter().chain(&fault.more) {
        let _ = writeln!(html, "<p>{}</p>", escaped(more));
    }
    html.push_str("</li>\n");
    html
}

/// The checks that were not made, by reason.
fn not_checked(findings: &Findings, page: &mut Page) {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (check, reason) in findings.files.iter().flat_map(|file| &file.not_checked) {
        let checks = reasons.entry(reason).or_default();
        if !checks.contains(&check.as_str()) {
            checks.push(check);
        }
    }
    if !reasons.is_empty() {
        page.section("Not checked");
        let line = |(reason, checks): (&str, Vec<&str>)| format!("{reason}: {}", checks.join(", "));
        page.list(&reasons.into_iter().map(line).collect::<Vec<_>>());
    }
}
