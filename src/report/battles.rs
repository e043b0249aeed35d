//! A list of battles for people: odds, likeliest results, and each note once.

use std::fmt::Write;

use serde_json::Value;

use crate::rules::battle::Battle;
use crate::rules::procedure::{Report, Status};

/// So many results are named.
const RESULTS: usize = 3;

/// The odds of a battle, from its chances; several where a roll before the attack changes them.
pub fn odds(report: &Report) -> Option<String> {
    let outcomes = report.json.get("outcomes").and_then(Value::as_array)?;
    let mut all: Vec<&str> = Vec::new();
    for odds in outcomes.iter().filter_map(|row| row["outcome"]["odds"].as_str()) {
        if !all.contains(&odds) {
            all.push(odds);
        }
    }
    (!all.is_empty()).then(|| all.join(" or "))
}

/// The likeliest results of chances, as rows with `result`, `weight`, `of` and `p`.
pub fn likeliest(report: &Report) -> impl Iterator<Item = &Value> {
    report.json.get("results").and_then(Value::as_array).into_iter().flatten().take(RESULTS)
}

/// All battles with their chances; a note of several is told once, below them.
pub fn list(rows: &[(Battle, Report)]) -> String {
    let mut text = String::new();
    let mut notes: Vec<(&str, Vec<&str>)> = Vec::new();
    for (battle, report) in rows {
        let state = if battle.declared { "declared" } else { "possible" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}  {}  ({state})", battle.id, battle.title);
        text.push_str(&chances(report));
        for note in &battle.notes {
            match notes.iter_mut().find(|(known, _)| **known == **note) {
                Some((_, ids)) => ids.push(&battle.id),
                None => notes.push((note, vec![&battle.id])),
            }
        }
    }
    for (note, ids) in notes {
        let whom = if ids.len() == rows.len() && rows.len() > 1 { "all".to_owned() } else { ids.join(", ") };
        let _ = writeln!(text, "note ({whom}): {note}");
    }
    text
}

/// One line: odds and results, or why there are none.
fn chances(report: &Report) -> String {
    if report.status == Status::Refused {
        let lines = report.lines.iter().map(|line| {
            let rule = if line.rule.is_empty() { String::new() } else { format!(" [{}]", line.rule) };
            format!("    refused: {}{rule}\n", line.value)
        });
        return lines.collect();
    }
    let results: Vec<String> = likeliest(report)
        .map(|row| {
            let percent = row["p"].as_f64().unwrap_or_default() * 100.0;
            format!("{} {percent:.1} %", row["result"].as_str().unwrap_or_default())
        })
        .collect();
    let odds = odds(report).map(|odds| format!("odds {odds}: ")).unwrap_or_default();
    let sampled = if report.json["exact"] == Value::Bool(false) { " (from samples)" } else { "" };
    format!("    {odds}{}{sampled}\n", results.join(", "))
}
