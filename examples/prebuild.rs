//! Writes what the program has made beforehand, its tables in a binary form and the frames of its modules:
//! `cargo run --example prebuild`.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that reads and writes files")]

use liege::build::{Data, frame};
use liege::rules::data::Embedded;
use liege::rules::game::pack::{Pack, stored_path};
use liege::rules::games::GAMES;
use liege::shipped::stamp_of;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for game in GAMES {
        let tables =
            Pack::stored_tables(game.id(), &Embedded, stamp_of(game.id())).map_err(|faults| told(&faults))?;
        let path = stored_path(game.id());
        std::fs::write(&path, tables)?;
        println!("{path}");
        let data = Data::load(*game, &Embedded).map_err(|faults| told(&faults))?;
        if let Some(frame) = data.frame_file().map_err(|faults| told(&faults))? {
            let path = frame::path(game.id());
            std::fs::write(&path, frame.write())?;
            println!("{path}");
        }
    }
    Ok(())
}

fn told(faults: &[impl ToString]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
