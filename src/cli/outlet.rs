//! Findings in the forms that other programs read, and as a page.

use super::{Failure, output};
use crate::report::findings::{Findings, OfFile};
use crate::report::{findings_page, github, junit, sarif};

/// A form in which all findings of a run are told together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlet {
    /// SARIF 2.1.0.
    Sarif,
    /// A page.
    Html,
    /// Workflow commands of GitHub.
    Github,
    /// JUnit.
    Junit,
}

/// Prints all findings of a run.
pub fn print(findings: &Findings, form: Outlet) -> Result<(), Failure> {
    let text = text(findings, form)?;
    if text.is_empty() { Ok(()) } else { output::print(&text) }
}

/// All findings of a run in a form.
pub fn text(findings: &Findings, form: Outlet) -> Result<String, Failure> {
    Ok(match form {
        Outlet::Sarif => format!("{:#}\n", sarif::log(findings)),
        Outlet::Html => findings_page::html(findings),
        Outlet::Junit => junit::report(findings).map_err(|error| Failure::new(error.to_string()))?,
        Outlet::Github => findings.files.iter().map(|file| github::commands(findings, file)).collect(),
    })
}

/// A file of which nothing can be said.
pub fn unread(path: &std::path::Path, failure: &Failure) -> OfFile {
    OfFile {
        file: path.display().to_string(),
        has_name: !super::standard::is_standard(path),
        failure: Some(failure.to_string()),
        ..OfFile::default()
    }
}
