//! The examples on the pages of checks: what a page holds, and the case that one of its blocks tells.

use std::collections::BTreeMap;
use std::sync::Arc;

use liege::model::view::{Matter, Residue};
use liege::rules::check::case::{Case, SideCopy};
use liege::rules::check::{Checked, Filter};
use liege::rules::desk::Papers;
use liege::rules::desk::ledger::Ledger;
use liege::rules::desk::log::UmpireLog;
use liege::rules::desk::opening::Opening;
use liege::rules::desk::record::Record;
use liege::rules::game::Game;
use liege::rules::game::pack::Pack;
use liege::rules::position::notation::{self, parts};
use liege::rules::position::situation::{Situation, from_scenario};
use liege::rules::position::turn_log::TurnLog;

/// A way from a situation text to a situation.
pub type Make<'a> = &'a dyn Fn(&Arc<Pack>, &str, &str) -> Situation;

/// The direct way; the text must be free of faults.
pub fn direct(pack: &Arc<Pack>, name: &str, text: &str) -> Situation {
    let (scenario, mut faults) = notation::read(name, text, &pack.terms.words);
    let (situation, more) = from_scenario(pack, name, &scenario);
    faults.extend(more);
    assert!(faults.is_empty(), "{name}: {faults:?}");
    situation
}

/// The same with each piece called by its counter and copy, as saves of one game call a piece by one id; one that has an
/// id of its own keeps it.
pub fn by_counter(mut situation: Situation) -> Situation {
    let mut copies: BTreeMap<String, usize> = BTreeMap::new();
    let is_line = |id: &str| id.split('.').all(|part| part.parse::<u64>().is_ok());
    for piece in situation.pieces.iter_mut().filter(|piece| is_line(&piece.id)) {
        let counter = piece.entry.as_ref().map_or(String::new(), |entry| entry.id.clone());
        // A ghost has an id of its own.
        let called = match piece.notes.get("seen") {
            Some(seen) => format!("{counter}~{seen}"),
            None => counter,
        };
        let copy = copies.entry(called.clone()).or_default();
        *copy += 1;
        piece.id = format!("{called}.{copy}");
    }
    situation
}

/// What stands before the readings of choices that the info line of a block names.
const CHOICE: &str = "choice ";

/// The case of an example: its position, and what its page puts beside it.
pub fn case_of(pack: &Arc<Pack>, make: Make<'_>, name: &str, block: &str) -> Case<Arc<Situation>> {
    let (chosen, block): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with(CHOICE));
    let chosen = chosen.iter().filter_map(|line| line.strip_prefix(CHOICE)?.split_once('='));
    let choices = chosen.map(|(key, reading)| (key.to_owned(), reading.to_owned())).collect();
    let parts = parts::read(&format!("{}\n", block.join("\n")));
    let made = |text: &String| Arc::new(by_counter(make(pack, name, text)));
    let now = made(&parts.now);
    let before = parts.before.as_ref().map(made);
    let log = before.clone().filter(|_| !parts.steps.is_empty()).map(|start| {
        let steps = parts.steps.iter().map(made).chain([now.clone()]).map(Arc::unwrap_or_clone);
        Arc::new(TurnLog::of(Arc::unwrap_or_clone(start), (1..).zip(steps)))
    });
    let each = |texts: &BTreeMap<String, String>| {
        texts.iter().map(|(side, text)| (side.clone(), made(text))).collect::<BTreeMap<_, _>>()
    };
    let left_in = |side: &String| parts.left_in.get(side).map(|text| residues(text)).unwrap_or_default();
    let copy = |(side, held)| {
        let residues = left_in(&side);
        (side, SideCopy { due: now.clone(), held, residues })
    };
    Case {
        before,
        log,
        copies: each(&parts.copies).into_iter().map(copy).collect(),
        earlier: each(&parts.earlier),
        returned: each(&parts.returned),
        shared: parts.shared.as_ref().map(made),
        papers: papers(name, &parts),
        choices,
        ..Case::of(now.clone())
    }
}

fn papers(name: &str, parts: &parts::Parts) -> Papers {
    let mut faults = Vec::new();
    let ledgers = parts.ledgers.iter().map(|(side, text)| {
        (side.clone(), Arc::new(Ledger::read(&format!("{name}: ledger"), text.trim_start(), &mut faults)))
    });
    let ledgers = ledgers.collect();
    let log = parts.log.as_ref().map(|text| Arc::new(UmpireLog::read(name, text, &mut faults)));
    assert!(faults.is_empty(), "{name}: {faults:?}");
    let read = |text: &String| Record::find(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let records = parts.records.iter().flat_map(read).collect();
    let opened = |text: &String| Opening::read(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let openings = parts.openings.iter().map(|text| Arc::new(opened(text))).collect();
    Papers { ledgers, log, records, openings }
}

/// What is left in a copy, a line each: `Place: what`, or what alone.
fn residues(text: &str) -> Vec<Residue> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let one = |line: &str| {
        let (place, what) = line.split_once(": ").map_or((None, line), |(place, what)| (Some(place), what));
        Residue { matter: Matter::Unplanned, place: place.map(str::to_owned), what: what.to_owned() }
    };
    lines.map(one).collect()
}

/// The fenced blocks of a page by their info line, and what the page declares.
pub struct Page {
    pub blocks: BTreeMap<String, Vec<String>>,
    pub reports: Vec<String>,
}

pub fn page(text: &str) -> Page {
    let mut page = Page { blocks: BTreeMap::new(), reports: Vec::new() };
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some((info, block))) => {
                page.blocks.entry(info.clone()).or_default().push(block.clone());
                open = None;
            }
            // Behind the two words of an example stand the readings of choices by which it is judged.
            (Some(info), None) => {
                let words: Vec<&str> = info.split(' ').collect();
                let (kind, chosen) = words.split_at(words.len().min(2));
                let chosen = chosen.iter().map(|reading| format!("{CHOICE}{reading}\n")).collect();
                open = Some((kind.join(" "), chosen));
            }
            (None, Some((_, block))) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, None) => {
                if let Some(list) = line.strip_prefix("reports:") {
                    page.reports = list.split(',').map(|id| id.trim().to_owned()).collect();
                }
            }
        }
    }
    page.reports.sort();
    page
}

/// The ids that a result reports, each once.
pub fn ids(checked: &Checked) -> Vec<&str> {
    let mut ids: Vec<&str> = checked.findings.iter().map(|finding| finding.id.as_str()).collect();
    ids.dedup();
    ids
}

/// Runs the examples of all pages through one way of making situations; returns what went wrong.
pub fn run_pages(game: &dyn Game, pack: &Arc<Pack>, make: Make<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for meta in game.metas(pack) {
        let Some(text) = &meta.page else { continue };
        let page = page(text);
        let blocks = |info: &str| page.blocks.get(info).cloned().unwrap_or_default();
        let check = |block: &str| game.open(&case_of(pack, make, &meta.id, block)).check(&Filter::default());
        for block in blocks("situation legal") {
            let checked = check(&block);
            if !checked.findings.is_empty() {
                wrong.push(format!("{}: the legal example reports {:#?}", meta.id, checked.findings));
            }
            let lacks = |skipped: &&liege::rules::check::NotChecked| {
                skipped.id == meta.id && skipped.reason.starts_with("needs ")
            };
            if let Some(skipped) = checked.not_checked.iter().find(lacks) {
                wrong.push(format!("{}: the legal example is not checked: {}", meta.id, skipped.reason));
            }
        }
        for block in blocks("situation illegal") {
            let checked = check(&block);
            if ids(&checked) != page.reports {
                let declared = &page.reports;
                wrong.push(format!("{}: declares {declared:?}, reports {:#?}", meta.id, checked.findings));
            }
        }
    }
    wrong
}

/// The words of the first `liege run` of a text: the procedure and what follows, with the quotation marks taken off.
pub fn command(text: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("liege run atpo ")).unwrap_or_default();
    let quoted = line.split('"').enumerate();
    let words = quoted.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}
