//! The pages of checks, run: every legal example is silent, every illegal one reports what its page declares.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod catalogue;
mod choices;
mod copies;
mod drafts;
mod guards;
mod legal;
mod missed;
mod pages;
mod rules;
mod saves;
mod tables;
mod trays;
mod words;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use liege::model::eyes::Eyes;
use liege::model::position::{LayerState, Piece, Position};
use liege::rules::case::Case;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;
use liege::rules::games;
use liege::rules::notation::{self, parts};
use liege::rules::pack::Pack;
use liege::rules::situation::{Clock, Situation, from_save, from_scenario};
use liege::rules::turn_log::TurnLog;

/// The data folders of the repository.
fn root() -> &'static std::path::Path {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[expect(clippy::disallowed_methods, reason = "tests read the data folders themselves")]
fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(root().join(path)).ok()
}

fn game() -> &'static dyn Game {
    games::GAMES[0]
}

/// The pack, read once.
fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    let load = || match game().pack(&read) {
        Ok(pack) => Arc::new(pack),
        Err(faults) => {
            let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("faults in the data:\n{}", all.join("\n"))
        }
    };
    PACK.get_or_init(load).clone()
}

/// A way from a situation text to a situation.
type Make<'a> = &'a dyn Fn(&Arc<Pack>, &str, &str) -> Situation;

/// The direct way; the text must be free of faults.
fn direct(pack: &Arc<Pack>, name: &str, text: &str) -> Situation {
    let (scenario, mut faults) = notation::read(name, text, &pack.terms.words);
    let (situation, more) = from_scenario(pack, name, &scenario);
    faults.extend(more);
    assert!(faults.is_empty(), "{name}: {faults:?}");
    situation
}

/// The situation of a save that holds these pieces and no turn tracker, seen by the umpire at a time that is given.
fn of_pieces(pieces: Vec<Piece>, clock: Clock) -> Situation {
    let position = Position { pieces, ..Position::default() };
    let situation = from_save(&pack(), &position, None, &Eyes::Umpire, None);
    Situation { clock, ..situation }
}

/// Layers by their names, with their levels.
fn layers<'a>(levels: impl IntoIterator<Item = (&'a str, i32)>) -> Vec<LayerState> {
    let layer = |(name, level): (&str, i32)| LayerState { name: name.into(), level, ..LayerState::default() };
    levels.into_iter().map(layer).collect()
}

fn check(situation: Situation) -> Checked {
    game().open(&Case::position(situation)).check(&Filter::default())
}

/// The case of an example: its position, and what its page puts before it.
fn case_of(make: Make<'_>, name: &str, block: &str) -> Case<Arc<Situation>> {
    let parts = parts::read(block);
    let made = |text: &str| by_counter(make(&pack(), name, text));
    let now = made(&parts.now);
    let before = parts.before.as_deref().map(made);
    let log = before.clone().filter(|_| !parts.steps.is_empty()).map(|start| {
        let steps = parts.steps.iter().map(|text| made(text)).chain([now.clone()]);
        Arc::new(TurnLog::of(start, (1..).zip(steps)))
    });
    Case { before: before.map(Arc::new), log, ..Case::position(now) }
}

fn check_block(make: Make<'_>, name: &str, block: &str) -> Checked {
    game().open(&case_of(make, name, block)).check(&Filter::default())
}

/// The same with each piece called by its counter and copy, as saves of one game call a piece by one id.
fn by_counter(mut situation: Situation) -> Situation {
    let mut copies: BTreeMap<String, usize> = BTreeMap::new();
    for piece in &mut situation.pieces {
        let counter = piece.entry.as_ref().map_or(String::new(), |entry| entry.id.clone());
        let copy = copies.entry(counter.clone()).or_default();
        *copy += 1;
        piece.id = format!("{counter}.{copy}");
    }
    situation
}

/// Checks a text whose head is left out: the game, and August 1942 unless the text says otherwise.
fn check_text(text: &str) -> Checked {
    let date = if text.contains("date:") { "" } else { "date: 1942-08\n" };
    check(direct(&pack(), "test", &format!("game: atpo\n{date}{text}")))
}

fn ids(checked: &Checked) -> Vec<&str> {
    let mut ids: Vec<&str> = checked.findings.iter().map(|finding| finding.id.as_str()).collect();
    ids.dedup();
    ids
}

/// The fenced blocks of a page by their info line, and what the page declares.
struct Page {
    blocks: BTreeMap<String, Vec<String>>,
    reports: Vec<String>,
}

fn page(text: &str) -> Page {
    let mut page = Page { blocks: BTreeMap::new(), reports: Vec::new() };
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some((info, block))) => {
                page.blocks.entry(info.clone()).or_default().push(block.clone());
                open = None;
            }
            (Some(info), None) => open = Some((info.to_owned(), String::new())),
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

/// Runs the examples of all pages through one way of making situations; returns what went wrong.
fn run_pages(make: Make<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for meta in game().metas(&pack()) {
        let Some(text) = &meta.page else { continue };
        let page = page(text);
        let blocks = |info: &str| page.blocks.get(info).cloned().unwrap_or_default();
        for block in blocks("situation legal") {
            let checked = check_block(make, &meta.id, &block);
            if !checked.findings.is_empty() {
                wrong.push(format!("{}: the legal example reports {:#?}", meta.id, checked.findings));
            }
        }
        for block in blocks("situation illegal") {
            let checked = check_block(make, &meta.id, &block);
            if ids(&checked) != page.reports {
                wrong.push(format!(
                    "{}: declares {:?}, reports {:#?}",
                    meta.id, page.reports, checked.findings
                ));
            }
        }
    }
    wrong
}
