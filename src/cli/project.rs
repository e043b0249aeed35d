//! `liege.toml`: what the people of a project want of the commands, kept beside its files or in a folder above them.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::{Failure, files, standard};
use liege_rules::data::fault::{DataFault, Lines, did_you_mean, read_toml};
use liege_tools::convert::manifest::PROJECT;
use liege_tools::lint::{CHECKS, Check, Fault};

/// What a project wants.
#[derive(Debug)]
pub struct Project {
    /// The file that says it.
    pub path: PathBuf,
    /// What it wants of `lint`.
    pub lint: LintWishes,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProjectFile {
    #[serde(default)]
    lint: LintTable,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct LintTable {
    #[serde(default)]
    only: Vec<Spanned<String>>,
    #[serde(default)]
    ignore: Vec<IgnoreRow>,
    baseline: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct IgnoreRow {
    check: Spanned<String>,
    component: Option<String>,
    entry: Option<String>,
    file: Option<String>,
    reason: Spanned<String>,
}

/// What a project wants of `lint`.
#[derive(Debug, Default)]
pub struct LintWishes {
    /// The checks that are made, as words of [`Check::is_meant_by`]; all where there are none.
    pub only: Vec<String>,
    /// Faults that are not told.
    pub ignore: Vec<IgnoredFault>,
    /// The file of the faults that are known.
    pub baseline: Option<PathBuf>,
}

/// Faults that are not told; every part that is given must fit. Patterns have `*` for any letters and `?` for one.
#[derive(Debug)]
pub struct IgnoredFault {
    /// The check, as a word of [`Check::is_meant_by`].
    pub check: String,
    /// A pattern for the component with all around it.
    component: Option<String>,
    /// A pattern for the entry of the archive.
    entry: Option<String>,
    /// A pattern for the name of the file.
    file: Option<String>,
    /// The line on which it stands.
    pub line: u64,
}

impl IgnoredFault {
    /// Whether it is about a file of this name.
    pub fn is_about(&self, file: &str) -> bool {
        self.file.as_ref().is_none_or(|pattern| fits(pattern, file))
    }

    /// Whether it is about a check.
    pub fn means(&self, check: &str) -> bool {
        CHECKS.iter().any(|own| own.id == check && own.is_meant_by(&self.check))
    }

    /// Whether it is about a fault of a file of this name.
    pub fn covers(&self, fault: &Fault, file: &str) -> bool {
        let is = |pattern: &Option<String>, text: &Option<String>| {
            pattern.as_ref().is_none_or(|pattern| text.as_ref().is_some_and(|text| fits(pattern, text)))
        };
        self.means(fault.id)
            && self.is_about(file)
            && is(&self.component, &fault.place.component)
            && is(&self.entry, &fault.place.entry)
    }
}

/// Whether a pattern stands for a text.
fn fits(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut in_text, mut star) = (0, 0, None);
    while in_text < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, in_text));
                at += 1;
            }
            Some(letter) if *letter == '?' || *letter == text[in_text] => {
                at += 1;
                in_text += 1;
            }
            _ => match star {
                // The last star takes one letter more.
                Some((from, taken)) => {
                    star = Some((from, taken + 1));
                    at = from + 1;
                    in_text = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|letter| *letter == '*')
}

/// What the nearest project around a file wants: the one of its folder, or of a folder above it. An unpacked folder may
/// have it inside.
///
/// # Errors
/// The file of the project is not as expected.
pub fn around(file: &Path) -> Result<Option<Project>, Failure> {
    let folder = if standard::is_standard(file) {
        std::env::current_dir()
    } else {
        std::fs::canonicalize(file).map(|whole| match whole.parent() {
            Some(folder) if !whole.is_dir() => folder.to_path_buf(),
            _ => whole,
        })
    };
    // What cannot be found is told by who reads it.
    let Ok(folder) = folder else { return Ok(None) };
    let found = folder.ancestors().map(|folder| folder.join(PROJECT)).find(|path| path.is_file());
    found.map(read).transpose()
}

fn read(path: PathBuf) -> Result<Project, Failure> {
    let text = files::read_text(&path)?;
    let name = path.display().to_string();
    let mut faults = Vec::new();
    let table = read_toml::<ProjectFile>(&name, &text, &mut faults).map(|file| file.lint);
    let lint = table.map(|table| wishes(table, &path, &text, &mut faults)).unwrap_or_default();
    if faults.is_empty() { Ok(Project { path, lint }) } else { Err(Failure::of_all(faults)) }
}

fn wishes(table: LintTable, path: &Path, text: &str, faults: &mut Vec<DataFault>) -> LintWishes {
    let (name, lines) = (path.display().to_string(), Lines::of(text));
    let checks = table.ignore.iter().map(|row| &row.check);
    for word in table.only.iter().chain(checks) {
        if !CHECKS.iter().any(|check: &Check| check.is_meant_by(word.get_ref())) {
            let known = CHECKS.iter().flat_map(|check| [check.id, check.name]);
            let near = did_you_mean(word.get_ref(), known);
            let message = format!("no check is called \"{}\"{near}", word.get_ref());
            faults.push(DataFault::at(&name, lines.at(word.span().start), message));
        }
    }
    for row in table.ignore.iter().filter(|row| row.reason.get_ref().trim().is_empty()) {
        let message = "reason: say why it is ignored".to_owned();
        faults.push(DataFault::at(&name, lines.at(row.reason.span().start), message));
    }
    let ignored = |row: IgnoreRow| IgnoredFault {
        line: lines.at(row.check.span().start),
        check: row.check.into_inner(),
        component: row.component,
        entry: row.entry,
        file: row.file,
    };
    LintWishes {
        only: table.only.into_iter().map(Spanned::into_inner).collect(),
        ignore: table.ignore.into_iter().map(ignored).collect(),
        baseline: table.baseline.map(|file| path.with_file_name(file)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_stars_and_question_marks() {
        let all = [
            ("images/*.png", "images/a.png", true),
            ("images/*.png", "images/a.png.gif", false),
            ("*a*b*", "xxaxxb", true),
            ("*a*b", "xxaxxbx", false),
            ("?ank", "Tank", true),
            ("", "", true),
            ("", "a", false),
            ("**", "", true),
        ];
        for (pattern, text, is_right) in all {
            assert_eq!(fits(pattern, text), is_right, "{pattern} {text}");
        }
    }
}
