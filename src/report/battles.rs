//! A list of battles for people: odds, likeliest results, expected losses, and each note once.

use std::fmt::Write;

use liege_rules::play::battle::Battle;
use liege_rules::play::chances::{ExpectedUnit, Likely, Told};
use liege_rules::play::procedure::{Ending, Resolution, Role};

/// So many results are named.
const RESULTS: usize = 3;
/// The share of a result that is named beside expected losses; of a large battle each has one in a hundred or less.
const LIKELY: f64 = 0.1;
/// So many units of a side are named as those most at risk.
const AT_RISK: usize = 2;

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

/// Odds and results, then what each side can expect to lose; or why there are none.
fn chances(report: &Resolution) -> String {
    if report.status == Ending::Refused {
        let lines = report.lines.iter().map(|line| {
            let rule = if line.rule.is_empty() { String::new() } else { format!(" [{}]", line.rule) };
            format!("    refused: {}{rule}\n", line.value)
        });
        return lines.collect();
    }
    if report.chances.is_none() {
        return "    no chances: values are missing\n".to_owned();
    }
    let expected = report.chances.as_ref().map(expected).unwrap_or_default();
    let told = |likely: &&Likely| expected.is_empty() || likely.p >= LIKELY;
    let result = |likely: &Likely| format!("{} {:.1} %", likely.result, likely.p * 100.0);
    let results: Vec<String> = likeliest(report).filter(told).map(result).collect();
    let odds = odds(report).map(|odds| format!("odds {odds}: ")).unwrap_or_default();
    let exact = report.chances.as_ref().is_none_or(|told| told.exact);
    let sampled = if exact { "" } else { " (from samples)" };
    let results = match results.as_slice() {
        [] if !expected.is_empty() => format!("no result has {:.0} %", LIKELY * 100.0),
        results => results.join(", "),
    };
    let mut text = format!("    {odds}{results}{sampled}\n");
    expected.iter().for_each(|line| text.push_str(&format!("    {line}\n")));
    text
}

/// A line for each side whose losses are told: what it loses on the average, and which of its units most likely do.
fn expected(told: &Told) -> Vec<String> {
    let mut sides: Vec<Role> = Vec::new();
    for unit in &told.expected {
        if !sides.contains(&unit.side) {
            sides.push(unit.side);
        }
    }
    let Some(measure) = told.measure else { return Vec::new() };
    let line = |side: Role| {
        let mut units: Vec<&ExpectedUnit> = told.expected.iter().filter(|unit| unit.side == side).collect();
        // The sum of nothing would be -0.
        let lost = units.iter().fold(0.0, |sum, unit| sum + unit.lost());
        units.retain(|unit| unit.risk() > 0.0);
        units.sort_by(|one, other| other.risk().total_cmp(&one.risk()));
        let most: Vec<String> = units.into_iter().take(AT_RISK).map(at_risk).collect();
        let risk =
            if most.is_empty() { String::new() } else { format!("; most at risk: {}", most.join(", ")) };
        format!("{side}: expected loss {lost:.1} ({measure}){risk}")
    };
    sides.into_iter().map(line).collect()
}

/// A unit with what can become of it: `Quincy (damaged 31.0 %, sunk 12.5 %)`.
fn at_risk(unit: &ExpectedUnit) -> String {
    let fates: Vec<String> =
        unit.fates.iter().map(|fate| format!("{} {:.1} %", fate.word, fate.p * 100.0)).collect();
    let (count, each) = match unit.count {
        1 => (String::new(), ""),
        count => (format!("{count} x "), "each "),
    };
    format!("{count}{} ({each}{})", unit.unit, fates.join(", "))
}
