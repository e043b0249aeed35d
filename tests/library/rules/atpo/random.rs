//! Random positions that the rules allow, and mutants of them that break one demand.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod air;
mod land_air;
mod legal;
mod mutants;
mod sea;
mod stable;

use std::sync::{Arc, OnceLock};

use liege::rules::check::case::Case;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;
use liege::rules::games;
use liege::rules::position::situation::Situation;

use crate::pages::direct;
use crate::positions::World;

fn game() -> &'static dyn Game {
    games::GAMES[0]
}

#[expect(clippy::disallowed_methods, reason = "tests read the data folders themselves")]
fn read(path: &str) -> Option<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(path)).ok()
}

/// Map and counters, read once.
fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| World::of(Arc::new(game().pack(&read).unwrap())))
}

fn checked(situation: Situation) -> Checked {
    game().open(&Case::position(situation)).check(&Filter::default())
}

fn check_text(text: &str) -> Checked {
    checked(direct(&world().pack, "random", text))
}
