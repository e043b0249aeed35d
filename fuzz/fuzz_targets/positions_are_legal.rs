//! A position of ATPO that is built up as the rules allow has no finding, whatever its seed.
#![no_main]

#[allow(dead_code, unused_imports, reason = "tests use more of it")]
#[path = "../../tests/support/positions/mod.rs"]
mod positions;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use liege::rules::check::case::Case;
use liege::rules::check::Filter;
use liege::rules::games;
use liege::rules::position::notation;
use liege::rules::position::situation::from_scenario;

use positions::{World, legal};

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    let read = |path: &str| {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).ok()
    };
    WORLD.get_or_init(|| World::of(Arc::new(games::GAMES[0].pack(&read).expect("the data are whole"))))
}

fuzz_target!(|seed: u64| {
    let text = legal(world(), seed).text();
    let pack = &world().pack;
    let (scenario, faults) = notation::read("position", &text, &pack.terms.words);
    let (situation, more) = from_scenario(pack, "position", &scenario);
    assert!(faults.is_empty() && more.is_empty(), "{faults:?} {more:?}\n{text}");
    let checked = games::GAMES[0].open(&Case::position(situation)).check(&Filter::default());
    assert!(checked.findings.is_empty(), "seed {seed}: {:#?}\n{text}", checked.findings);
});
