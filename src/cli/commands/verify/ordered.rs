//! The orders of the turn log held against the list of moves that was committed to before anybody met anything (L19).

use std::collections::BTreeMap;

use super::rulings::{JudgedIssue, Ruling};
use crate::cli::understood::Understood;
use crate::rules::desk::commitment::{LeafContent, Leaves};
use crate::rules::desk::hidden::HiddenPlay;
use crate::rules::desk::log::{LogEntry, LogEvent, Promise, UmpireLog};

/// What is asked, for programs.
const QUESTION: &str = "orders";
/// The word for programs of a log that has other orders than the list.
const OTHER: &str = "order";

/// Judges the lists that an issue committed to: the items that the log has since the issue before.
pub fn judge(
    told: &mut JudgedIssue,
    log: &UmpireLog,
    promise: &Promise,
    opened: &BTreeMap<u32, Leaves>,
    leaves: &Leaves,
    master: &Understood,
) {
    let Some(hidden) = master.game.hidden() else { return };
    let issue = told.issue;
    let lists = lists(hidden, log, issue);
    for (leaf, content) in leaves.iter() {
        // Who plays without the desk's lists has committed to none.
        let LeafContent::Text(text) = content else { continue };
        let lines = match lists.get(leaf) {
            Some(lines) => lines.as_slice(),
            None if is_new(hidden, log, issue, opened, leaf) => &[],
            None => continue,
        };
        if text.trim().is_empty() {
            continue;
        }
        let ruling = match hidden.listed(&master.situation, leaf, text) {
            Some(ways) if lines.is_empty() && !ways.is_empty() && !promise.tells("order") => {
                Ruling::Unchecked(
                    "the turn log has no order of the list, and does not say that it lacks none".into(),
                )
            }
            Some(ways) => ruled(leaf, &ways, lines),
            None if lines.is_empty() => continue,
            None => Ruling::Unchecked(format!("the list of {leaf} cannot be read")),
        };
        told.add(QUESTION, leaf, ruling);
    }
}

/// What the log has between the issue before and this one.
fn stretch(log: &UmpireLog, issue: u32) -> &[LogEntry] {
    let from = issue.checked_sub(1).map_or(Some(0), |first| log.position_of_issue(first));
    let stretch = from.zip(log.position_of_issue(issue)).and_then(|(from, to)| log.entries.get(from..to));
    stretch.unwrap_or_default()
}

/// The orders that the log has between the issue before and this one, by the leaves of their lists.
fn lists<'l>(hidden: &dyn HiddenPlay, log: &'l UmpireLog, issue: u32) -> BTreeMap<String, Vec<&'l LogEntry>> {
    let mut lists: BTreeMap<String, Vec<&LogEntry>> = BTreeMap::new();
    for line in stretch(log, issue) {
        if let Some(leaf) = hidden.list_of(line) {
            lists.entry(leaf).or_default().push(line);
        }
    }
    lists
}

/// Whether an issue committed to a list that is another than at the issue before, and that no later copy of the same phase
/// replaced: of such a one the log has the orders.
fn is_new(
    hidden: &dyn HiddenPlay,
    log: &UmpireLog,
    issue: u32,
    opened: &BTreeMap<u32, Leaves>,
    leaf: &str,
) -> bool {
    let of = |issue: Option<u32>| opened.get(&issue?).and_then(|leaves| leaves.get(leaf));
    let (Some(before), Some(own)) = (of(issue.checked_sub(1)), of(Some(issue))) else { return false };
    let next = issue.saturating_add(1);
    let later = of(Some(next));
    let is_replaced = later.is_some_and(|later| later != own) || lists(hidden, log, next).contains_key(leaf);
    // A list of a phase in which nobody is met has orders, too, and is in no commitment before they are carried out.
    let is_ordered = |line: &LogEntry| {
        matches!(line.event, LogEvent::Order(_)) && leaf.split('/').next_back() == Some(line.power.as_str())
    };
    before != own && !is_replaced && !stretch(log, issue).iter().any(is_ordered)
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
