//! The ledgers of an issue held against those of the issue before: what came into them by which line of the turn log.

use super::folder::OpenedGame;
use super::rulings::{JudgedIssue, Ruling};
use crate::cli::commands::umpire::folder::{LOG, ledger_file};
use crate::cli::commands::umpire::issue::LEAVES;
use crate::table::Table;
use liege_rules::desk::commitment::{LeafContent, Leaves};
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::log::{Promise, UmpireLog};
use liege_rules::desk::sightings::{LedgerGrowth, OddEntry};

/// What the names of the leaves of ledgers begin with.
pub const LEDGER: &str = "ledger/";
/// What is asked, for programs.
const QUESTION: &str = "sightings";
/// The kind of the lines that bring entries.
const KIND: &str = "sighting";

/// What the ledgers of an issue are held against.
pub enum Since<'a> {
    /// Those of the issue before.
    Issue {
        /// Its number.
        of: u32,
        /// What it committed to.
        leaves: &'a Leaves,
    },
    /// What the sides know when the game begins, by its first master.
    Start(&'a Table),
    /// Nothing, since this file is missing.
    Nothing(String),
}

/// Judges all ledgers of an issue.
pub fn judge(
    told: &mut JudgedIssue,
    log: Option<(&UmpireLog, &Promise)>,
    leaves: &Leaves,
    since: &Since<'_>,
) {
    for (name, content) in leaves.iter() {
        let Some(side) = name.strip_prefix(LEDGER) else { continue };
        let LeafContent::Text(text) = content else { continue };
        let number = told.issue;
        let rulings = match (before(since, side), read(number, text)) {
            (Ok((first, before)), Ok(after)) => {
                let growth = LedgerGrowth { side, first, second: number, before: &before, after: &after };
                ruled(&growth, log, name)
            }
            (Err(why), _) | (_, Err(why)) => vec![Ruling::Unchecked(why)],
        };
        for ruling in rulings {
            told.add(QUESTION, ledger_file(side), ruling);
        }
    }
}

/// What a side knew before, with the number of that issue.
fn before(since: &Since<'_>, side: &str) -> Result<(Option<u32>, Ledger), String> {
    match since {
        Since::Issue { of, leaves } => match leaves.get(&format!("{LEDGER}{side}")) {
            Some(LeafContent::Text(text)) => Ok((Some(*of), read(*of, text)?)),
            _ => Err(format!("{} has no {LEDGER}{side}", OpenedGame::file(*of, LEAVES))),
        },
        Since::Start(master) => {
            let known = master.game.hidden().map(|hidden| hidden.known_at_start(&master.situation, side));
            Ok((None, Ledger { entries: known.unwrap_or_default() }))
        }
        Since::Nothing(file) => Err(format!("{file} is missing")),
    }
}

fn read(issue: u32, text: &str) -> Result<Ledger, String> {
    if text.is_empty() {
        return Ok(Ledger::default());
    }
    let mut faults = Vec::new();
    let ledger = Ledger::read(&OpenedGame::file(issue, LEAVES), text, &mut faults);
    faults.first().map_or(Ok(ledger), |fault| Err(fault.to_string()))
}

/// The first of each kind of what is wrong; where the log may lack the line that is no contradiction.
fn ruled(growth: &LedgerGrowth<'_>, log: Option<(&UmpireLog, &Promise)>, leaf: &str) -> Vec<Ruling> {
    let mut found = growth.lost();
    let mut lacking = None;
    match log.map(|(log, promise)| (promise, growth.against(log))) {
        Some((promise, Ok(odd))) => {
            let (wrong, perhaps): (Vec<OddEntry>, Vec<OddEntry>) =
                odd.into_iter().partition(|odd| promise.tells(KIND) || odd.what.is_certain());
            found.extend(wrong);
            let unsure = |odd: &OddEntry| format!("the turn log does not say that it lacks no {KIND}: {odd}");
            lacking = perhaps.first().map(unsure);
        }
        Some((_, Err(missing))) => lacking = Some(format!("the turn log has no issue {missing}")),
        None if growth.new_entries().next().is_some() => lacking = Some(format!("{LOG} is missing")),
        None => {}
    }
    let mut rulings: Vec<Ruling> = Vec::new();
    let mut told: Vec<&str> = Vec::new();
    for odd in &found {
        let code = odd.what.code();
        if !told.contains(&code) {
            told.push(code);
            let more = found.iter().filter(|other| other.what.code() == code).count() - 1;
            let more = if more == 0 { String::new() } else { format!(", and {more} more so") };
            let place = Some(leaf.to_owned());
            rulings.push(Ruling::Contradicted { code, why: format!("{odd}{more}"), place, piece: None });
        }
    }
    rulings.extend(lacking.map(Ruling::Unchecked));
    if rulings.is_empty() {
        rulings.push(Ruling::Proven(String::new()));
    }
    rulings
}
