//! What is told of files that were looked through, in every form.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::Looked;
use crate::cli::args::{Lint, LintFormat};
use crate::cli::outlet::{self, Outlet};
use crate::cli::session::Session;
use crate::cli::{Failure, output, standard};
use crate::report::findings::{CheckText, Findings, FoundFault, InnerPlace, OfFile, TextPlace, WeightWords};
use liege_tools::lint::{self, Check, Fault, Level, Linted};
use vassal::diagnostic::counted;

const LEVELS: [Level; 3] = [Level::Error, Level::Warning, Level::Note];
/// A check that found more in a file is one line with their number, unless all are asked for.
const MOST_LISTED: usize = 10;

/// What is said of all files; text is told file by file.
pub struct ToldFaults<'a> {
    own: &'a Lint,
    /// Whether all faults of a check are listed, however many they are.
    lists_all: bool,
    reports: Vec<Value>,
    findings: Findings,
    checks: Vec<CheckText>,
}

impl<'a> ToldFaults<'a> {
    /// Nothing yet.
    pub fn new(session: &Session, own: &'a Lint) -> Self {
        let checks = lint::CHECKS.iter().map(check_text).collect();
        let lists_all = session.verbose || !own.only.is_empty();
        Self {
            own,
            lists_all,
            reports: Vec::new(),
            findings: Findings::new("Lint", WeightWords::OfFaults),
            checks,
        }
    }

    /// Tells what was found in a file.
    pub fn add(&mut self, path: &Path, looked: &Looked) -> Result<(), Failure> {
        match self.own.format {
            LintFormat::Text => output::result(&text(path, looked, (self.own.statistics, self.lists_all)))?,
            LintFormat::Json => self.reports.push(report(path, looked)),
            _ => self.findings.add(&self.checks, of_file(path, &looked.linted)),
        }
        Ok(())
    }

    /// Adds a file that could not be looked through.
    pub fn add_unread(&mut self, path: &Path, failure: &Failure) {
        self.reports.push(output::unread(path, failure));
        self.findings.add(&self.checks, outlet::unread(path, failure));
    }

    /// Prints what is told together.
    pub fn print(self) -> Result<(), Failure> {
        let form = match self.own.format {
            LintFormat::Text => return Ok(()),
            LintFormat::Json => return output::json(&output::envelope(self.reports)),
            LintFormat::Sarif => Outlet::Sarif,
            LintFormat::Html => Outlet::Html,
            LintFormat::Github => Outlet::Github,
            LintFormat::Junit => Outlet::Junit,
        };
        outlet::print(&self.findings, form)
    }
}

fn check_text(check: &Check) -> CheckText {
    CheckText {
        id: check.id.to_owned(),
        name: check.name.to_owned(),
        weight: check.severity,
        page: crate::shipped::text(&check.page_path()).map(str::to_owned),
    }
}

fn of_file(path: &Path, linted: &Linted) -> OfFile {
    let number = |id: &str| lint::CHECKS.iter().position(|check| check.id == id).unwrap_or_default();
    let found = |fault: &Fault| {
        let place = &fault.place;
        let parts = [&place.component, &place.at, &place.of_trait, &place.field, &place.entry];
        let words: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        let kind = match (&place.entry, &place.field) {
            (Some(_), _) => "file",
            (None, Some(_)) => "attribute",
            (None, None) => "element",
        };
        FoundFault {
            check: number(fault.id),
            weight: fault.severity,
            message: fault.message.clone(),
            help: fault.help.clone(),
            inner: (!words.is_empty()).then(|| InnerPlace { words: words.join(" / "), kind }),
            text: place.file.clone().map(|file| TextPlace { file, line: place.line }),
            more: Vec::new(),
            fingerprint: fault.fingerprint(),
        }
    };
    OfFile {
        file: path.display().to_string(),
        has_name: !standard::is_standard(path),
        found: linted.faults.iter().map(found).collect(),
        not_checked: linted
            .not_checked
            .iter()
            .map(|one| (one.id.to_owned(), one.reason.to_owned()))
            .collect(),
        made: linted.made.iter().map(|id| number(id)).collect(),
        ..OfFile::default()
    }
}

fn report(path: &Path, looked: &Looked) -> Value {
    let linted = &looked.linted;
    let mut findings = json!(linted.faults);
    for (at, fault) in linted.faults.iter().enumerate() {
        findings[at]["fingerprint"] = fault.fingerprint().into();
    }
    json!({
        "file": path.display().to_string(),
        "findings": findings,
        "not_checked": linted.not_checked,
        "summary": {
            "error": count(linted, Level::Error),
            "warning": count(linted, Level::Warning),
            "note": count(linted, Level::Note),
            "ignored": looked.ignored,
            "known": looked.known,
        },
    })
}

fn count(linted: &Linted, level: Level) -> usize {
    linted.faults.iter().filter(|fault| fault.severity == level).count()
}

/// Each fault with its file, so that a line says all; or how many of each check there are.
fn text(path: &Path, looked: &Looked, (statistics, lists_all): (bool, bool)) -> String {
    let linted = &looked.linted;
    let file = standard::name_of_input(path).to_string();
    let mut lines = Vec::new();
    if statistics {
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        linted.faults.iter().for_each(|fault| *counts.entry((fault.id, fault.name)).or_default() += 1);
        lines.extend(counts.iter().map(|((id, name), count)| format!("{count:>6}  {id}  {name}")));
    } else {
        lines.extend(listed(linted, &file, lists_all));
    }
    for (reason, ids) in by_reason(linted) {
        lines.push(format!("not checked: {}: {reason}", ids.join(", ")));
    }
    let all = LEVELS.map(|level| counted(count(linted, level), level.word()));
    let untold = [(looked.ignored, "ignored"), (looked.known, "known")];
    let untold = untold.into_iter().filter(|(count, _)| *count > 0);
    let untold: String = untold.map(|(count, word)| format!("; {count} {word}")).collect();
    lines.push(format!("{file}: {}{untold}", all.join(", ")));
    lines.join("\n")
}

/// The faults in a line each; of a check that found many the first, with how many there are.
fn listed(linted: &Linted, file: &str, all: bool) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    linted.faults.iter().for_each(|fault| *counts.entry(fault.id).or_default() += 1);
    let mut lines = Vec::new();
    for fault in &linted.faults {
        let count = counts.get(fault.id).copied().unwrap_or_default();
        if all || count <= MOST_LISTED {
            if count > 0 {
                lines.push(fault.in_file(file));
            }
            continue;
        }
        let message = format!("{}; found {count} times, all listed with -v", fault.message);
        lines.push(Fault { message, ..fault.clone() }.in_file(file));
        counts.insert(fault.id, 0);
    }
    lines
}

fn by_reason(linted: &Linted) -> BTreeMap<&str, Vec<&str>> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    linted.not_checked.iter().for_each(|one| reasons.entry(one.reason).or_default().push(one.id));
    reasons
}
