//! Checks a save against the rules of its game: `cargo run --example check_save SAVE SIDE`.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that reads a file")]

use liege::format::{Limits, save_file::SaveFile};
use liege::table::Table;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (path, side) = (words.next().ok_or("which save?")?, words.next().unwrap_or_else(|| "umpire".into()));
    let save = SaveFile::read(std::fs::read(path)?, &Limits::default())?;
    let table = Table::open(save).side(&side).lay()?;
    for finding in table.check().findings {
        println!("{}: {}", finding.id, finding.message);
    }
    for battle in table.battles() {
        println!("{}: {}", battle.id, battle.title);
    }
    Ok(())
}
