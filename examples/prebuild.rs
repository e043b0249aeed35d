//! Writes what the program has made beforehand, the frames of its modules: `cargo run --example prebuild`.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that reads and writes files")]

use liege::build::{Data, frame};
use liege::rules::data::Embedded;
use liege::rules::games::GAMES;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for game in GAMES {
        let told = |faults: Vec<liege::build::BuildError>| {
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        let data = Data::load(*game, &Embedded).map_err(told)?;
        if let Some(frame) = data.frame_file().map_err(told)? {
            let path = frame::path(game.id());
            std::fs::write(&path, frame.write())?;
            println!("{path}");
        }
    }
    Ok(())
}
