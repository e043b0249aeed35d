//! A list of battles for people: odds, likeliest results, and each note once.

use std::fmt::Write;

use crate::rules::battle::Battle;
use crate::rules::chances::Likely;
use crate::rules::procedure::{Ending, Resolution};

/// So many results are named.
const RESULTS: usize = 3;

/// The odds of a battle; several where a roll before the attack changes them.
pub fn odds(report: &Resolution) -> Option<String> {
    let odds = &report.chances.as_ref()?.odds;
    (!odds.is_empty()).then(|| odds.join(" or "))
}

/// The likeliest results of chances.
pub fn likeliest(report: &Resolution) -> impl Iterator<Item = &Likely> {
    report.chances.iter().flat_map(|told| &told.results).take(RESULTS)
}

/// All battles with their chances; a note of several is told once, below them.
pub fn list(rows: &[(Battle, Resolution)]) -> String {
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
fn chances(report: &Resolution) -> String {
    if report.status == Ending::Refused {
        let lines = report.lines.iter().map(|line| {
            let rule = if line.rule.is_empty() { String::new() } else { format!(" [{}]", line.rule) };
            format!("    refused: {}{rule}\n", line.value)
        });
        return lines.collect();
    }
    let result = |likely: &Likely| format!("{} {:.1} %", likely.result, likely.p * 100.0);
    let results: Vec<String> = likeliest(report).map(result).collect();
    let odds = odds(report).map(|odds| format!("odds {odds}: ")).unwrap_or_default();
    let exact = report.chances.as_ref().is_none_or(|told| told.exact);
    let sampled = if exact { "" } else { " (from samples)" };
    format!("    {odds}{}{sampled}\n", results.join(", "))
}
