//! The orders of the turn log held against the list of moves that was committed to before anybody met anything (L19).

use std::collections::BTreeMap;

use super::rulings::{JudgedIssue, Ruling};
use crate::table::Table;
use liege_rules::desk::commitment::{LeafContent, Leaves};
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};

/// What is asked, for programs.
const QUESTION: &str = "orders";
/// The word for programs of a log that has other orders than the list.
const OTHER: &str = "order";

/// Judges the lists that an issue committed to: the items that the log has since the issue before.
pub fn judge(told: &mut JudgedIssue, log: &UmpireLog, first: Option<u32>, leaves: &Leaves, master: &Table) {
    let Some(hidden) = master.game.hidden() else { return };
    let at = |issue: u32| log.position_of_issue(issue);
    let from = match first {
        Some(first) => at(first),
        None => Some(0),
    };
    let stretch = from.zip(at(told.issue)).and_then(|(from, to)| log.entries.get(from..to));
    let mut lists: BTreeMap<String, Vec<&LogEntry>> = BTreeMap::new();
    for line in stretch.into_iter().flatten() {
        if let Some(leaf) = hidden.list_of(line) {
            lists.entry(leaf).or_default().push(line);
        }
    }
    for (leaf, lines) in lists {
        // Who plays without the desk's lists has committed to none.
        let Some(LeafContent::Text(text)) = leaves.get(&leaf).filter(|leaf| !is_empty(leaf)) else {
            continue;
        };
        let ruling = match hidden.listed(&master.situation, &leaf, text) {
            Some(ways) => ruled(&leaf, &ways, &lines),
            None => Ruling::Unchecked(format!("the list of {leaf} cannot be read")),
        };
        told.add(QUESTION, leaf, ruling);
    }
}

fn is_empty(leaf: &LeafContent) -> bool {
    matches!(leaf, LeafContent::Text(text) if text.trim().is_empty())
}

fn ruled(leaf: &str, ways: &[Vec<String>], lines: &[&LogEntry]) -> Ruling {
    let ordered = |line: &&&LogEntry| match &line.event {
        LogEvent::Order(order) => order.path.clone(),
        _ => Vec::new(),
    };
    let logged: Vec<Vec<String>> = lines.iter().map(|line| ordered(&line)).collect();
    let odd = (0..ways.len().max(logged.len())).find(|item| ways.get(*item) != logged.get(*item));
    let Some(item) = odd else { return Ruling::Proven(String::new()) };
    let told =
        |ways: &[Vec<String>]| ways.get(item).map_or_else(|| "nothing".to_owned(), |way| way.join(" > "));
    let why =
        format!("item {} of the list is {}, and the turn log has {}", item + 1, told(ways), told(&logged));
    Ruling::Contradicted { code: OTHER, why, place: Some(leaf.to_owned()), piece: None }
}
