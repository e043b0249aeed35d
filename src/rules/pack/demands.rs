//! What the rules of a game demand of a position, and the readings of those that are disputed.

use std::collections::BTreeSet;

use crate::diagnostic::Severity;
use crate::rules::choices::Choices;
use crate::rules::fault::DataFault;
use crate::rules::table::Table;

use super::Read;

/// One demand of the rules on a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// The catalogue's id.
    pub id: String,
    /// The fault's name.
    pub name: String,
    /// The paragraphs.
    pub rule: String,
    /// What a save must tell.
    pub needs: String,
    /// When it holds.
    pub phase: String,
    /// How sure a finding would be with everything at hand that it needs.
    pub severity: Option<Severity>,
    /// What it demands, in words; empty where the page of a check says it.
    pub demand: String,
}

/// Path of the readings of disputed rules.
pub fn choices_path(game: &str) -> String {
    format!("rules/{game}/choices.toml")
}

/// The readings of disputed rules; a game without disputes needs no file.
pub(super) fn choices(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Choices {
    let path = choices_path(game);
    read(&path).map(|text| Choices::read(&path, &text, faults)).unwrap_or_default()
}

/// The columns of `invariants.csv`.
const INVARIANT_COLUMNS: &[&str] = &["id", "name", "rule", "needs", "phase", "severity", "demand"];

/// The words of the column `severity`.
const SEVERITIES: &[(&str, Severity)] =
    &[("illegal", Severity::Illegal), ("suspicious", Severity::Suspicious)];

pub(super) fn invariants(game: &str, read: Read<'_>, faults: &mut Vec<DataFault>) -> Vec<Invariant> {
    let path = format!("rules/{game}/invariants.csv");
    let Some(text) = read(&path) else {
        return Vec::new();
    };
    let table = Table::read(&path, &text, INVARIANT_COLUMNS, faults);
    let mut seen = BTreeSet::new();
    table
        .rows()
        .map(|row| {
            let id = row.required("id", faults);
            if !seen.insert(id.clone()) {
                faults.push(row.fault("id", format!("\"{id}\" has two rows")));
            }
            Invariant {
                id,
                name: row.text("name").into(),
                rule: row.text("rule").into(),
                needs: row.text("needs").into(),
                phase: row.text("phase").into(),
                severity: row.one_of("severity", SEVERITIES, faults),
                demand: row.text("demand").into(),
            }
        })
        .collect()
}
