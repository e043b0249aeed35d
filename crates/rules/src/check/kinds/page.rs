//! A row in words, for checks that have no page of their own.

use std::collections::BTreeMap;

use super::row::CheckRow;
use super::text::{LimitText, RowText, WordsText};
use crate::game::pack::Phases;
use vassal::diagnostic::Severity;

/// The page that a row makes: what it finds, when, and what it says.
pub fn page(row: &CheckRow) -> String {
    let demand = &row.demand;
    let mut text =
        format!("# {} {}\n\nRule: {}\n\n## What it finds\n\n", demand.id, demand.name, demand.rule);
    for test in &row.tests {
        text.push_str(&format!("- {}\n", test.finds));
    }
    let severity = match demand.severity.unwrap_or(Severity::Illegal) {
        Severity::Illegal => "illegal; suspicious where it depends on draft values",
        Severity::Suspicious => "suspicious",
    };
    text.push_str(&format!("\n## Limits\n\nA finding is {severity}."));
    if !demand.when.is_empty() {
        let stretch = |Phases { first, last }: &Phases| {
            if first == last { first.clone() } else { format!("{first} to {last}") }
        };
        let all: Vec<String> = demand.when.iter().map(stretch).collect();
        text.push_str(&format!(" It applies in {}.", all.join(" and ")));
    }
    if !demand.unsettled.is_empty() {
        text.push_str(&format!(" It is checked at the end of {}.", demand.unsettled.join(", ")));
    }
    if row.needs_previous() {
        text.push_str(" It needs an earlier save (`--previous`).");
    }
    text.push_str("\nThis check is a row of data without its own page.\n");
    text
}

fn word(text: &Option<toml::Spanned<String>>) -> Option<&str> {
    text.as_ref().map(|text| text.get_ref().as_str())
}

/// What one test finds with these choices, in a sentence.
pub(super) fn finds(text: &RowText, choices: &BTreeMap<String, String>) -> String {
    let pieces = word(&text.pieces).map(|pieces| format!("pieces with `{pieces}`")).unwrap_or_default();
    let per = text.per.as_ref().map(|per| match per.get_ref() {
        WordsText::One(word) => format!(" for each {word}"),
        WordsText::Several(words) => format!(" for each {}", words.join(" and ")),
    });
    let mut sentence = demand(text, &pieces, &per.unwrap_or_default());
    let holds = |sentence: &mut String, more: String| sentence.push_str(&format!(", {more}"));
    if let Some(since) = word(&text.since) {
        holds(&mut sentence, format!("from {since} on"));
    }
    if let Some(before) = word(&text.before) {
        holds(&mut sentence, format!("before {before}"));
    }
    if let Some(doubt) = word(&text.doubt) {
        holds(&mut sentence, format!("suspicious for pieces with `{doubt}`"));
    }
    for (choice, reading) in choices {
        holds(&mut sentence, format!("with the choice {choice}={reading}"));
    }
    sentence + "."
}

fn demand(text: &RowText, pieces: &str, per: &str) -> String {
    let limit = |limit: &Option<toml::Spanned<LimitText>>| {
        limit.as_ref().map(|limit| match limit.get_ref() {
            LimitText::Number(number) => number.to_string(),
            LimitText::Named(name) => name.clone(),
        })
    };
    let companion = match word(&text.companion) {
        None | Some("here") => "at their place",
        Some("stack") => "in their stack",
        Some("on") => "carrying them",
        Some("carries") => "aboard",
        Some(_) => "beside their place",
    };
    if let Some(change) = word(&text.change) {
        return changes(text, pieces, change, limit(&text.most));
    }
    let places = word(&text.places).map(|places| format!(" in places with `{places}`")).unwrap_or_default();
    match (limit(&text.most), limit(&text.least)) {
        (Some(most), Some(least)) => {
            return format!("{pieces}: more than {most} or fewer than {least}{per}{places}");
        }
        (Some(most), None) => return format!("{pieces}: more than {most}{per}{places}"),
        (None, Some(least)) => return format!("{pieces}: fewer than {least}{per}{places}"),
        (None, None) => {}
    }
    let parts = [
        (word(&text.must), format!("{pieces} in a place without ")),
        (word(&text.never), format!("{pieces} in a place with ")),
        (word(&text.needs), format!("{pieces} without a piece {companion} with ")),
        (word(&text.bars), format!("{pieces} and a piece {companion} with ")),
        (word(&text.holds), "positions where this does not hold: ".to_owned()),
    ];
    parts.into_iter().find_map(|(word, says)| Some(format!("{says}`{}`", word?))).unwrap_or_default()
}

fn changes(text: &RowText, pieces: &str, change: &str, most: Option<String>) -> String {
    let what = if pieces.is_empty() { change.to_owned() } else { format!("{pieces}: {change}") };
    let only_in = text
        .only_in
        .as_ref()
        .map(|phases| format!("in other phases than {}", phases.get_ref().all().join(", ")));
    let only = word(&text.only).map(|only| match only {
        "never" => "at all".to_owned(),
        way => format!("any way but {way}"),
    });
    let after = word(&text.after).map(|after| format!("without having been `{after}`"));
    let most = most.map(|most| format!("more than {most} at a time"));
    let all: Vec<String> = [only, only_in, after, most].into_iter().flatten().collect();
    format!("a change between two saves ({what}) {}", all.join(" or "))
}
