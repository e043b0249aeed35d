//! The pages of checks, run: every legal example is silent, every illegal one reports what its page declares.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod bases;
mod beach;
mod catalogue;
mod choices;
mod copies;
mod corners;
mod drafts;
mod forces;
mod guards;
mod harbours;
mod legal;
mod missed;
mod pages;
mod rules;
mod saves;
mod seen;
mod supply;
mod tables;
mod transport;
mod trays;
mod words;

use std::sync::{Arc, OnceLock};

use liege::diagnostic::Severity;
use liege::model::eyes::Eyes;
use liege::model::position::{LayerState, Piece, Position};
use liege::rules::check::case::Case;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;
use liege::rules::game::pack::Pack;
use liege::rules::games;
use liege::rules::position::situation::{Clock, Situation, from_save};

use crate::pages::{Make, by_counter, case_of, direct, ids, page};

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

/// Checks that ask how often a counter exists and when it comes: a text that stands for a stack by naming one counter
/// several times is not about them.
const OF_THE_ROSTER: [&str; 2] = ["ATPO-F01", "ATPO-F03"];

/// Checks a text whose head is left out: the game, and August 1942 unless the text says otherwise.
fn check_text(text: &str) -> Checked {
    let date = if text.contains("date:") { "" } else { "date: 1942-08\n" };
    let situation = direct(&pack(), "test", &format!("game: atpo\n{date}{text}"));
    let ignore = OF_THE_ROSTER.into_iter().map(str::to_owned).collect();
    game().open(&Case::position(situation)).check(&Filter { ignore, ..Filter::default() })
}

/// The ids and severities of what a text reports, each once.
fn told(text: &str) -> Vec<(String, Severity)> {
    let checked = check_text(text);
    let mut told: Vec<_> =
        checked.findings.iter().map(|finding| (finding.id.clone(), finding.severity)).collect();
    told.dedup();
    told
}

fn nothing() -> Vec<(String, Severity)> {
    Vec::new()
}

fn suspicious(id: &str) -> Vec<(String, Severity)> {
    vec![(id.into(), Severity::Suspicious)]
}

fn surely(id: &str) -> Vec<(String, Severity)> {
    vec![(id.into(), Severity::Illegal)]
}

/// The ids that one side is told of a text.
fn told_to(looker: &str, text: &str) -> Vec<String> {
    let situation = direct(&pack(), "test", &format!("game: atpo\ndate: 1942-08\n{text}"));
    let checked = check(Situation { looker: Some(looker.into()), ..situation });
    ids(&checked).into_iter().map(str::to_owned).collect()
}

/// Runs the examples of all pages through one way of making situations; returns what went wrong.
fn run_pages(make: Make<'_>) -> Vec<String> {
    crate::pages::run_pages(game(), &pack(), make)
}
