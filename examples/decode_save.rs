//! Decodes a save again and again and tells how many pieces it has and how many seconds the median took, for
//! `benches/compare.py`: `cargo run --release --example decode_save SAVE`.
#![allow(clippy::print_stdout, reason = "a tool that reports to its user")]
#![allow(clippy::disallowed_methods, reason = "a tool that looks at the clock")]

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use liege::format::Limits;
use liege::format::save_file::SaveFile;

/// So often it is decoded; an odd number, so that one of them is the median.
const RUNS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("which save?")?;
    let bytes: Arc<[u8]> = std::fs::read(path)?.into();
    let mut times = Vec::new();
    let mut pieces = 0;
    for _ in 0..RUNS {
        let started = Instant::now();
        let save = SaveFile::read(Arc::clone(&bytes), &Limits::default())?;
        let commands = save.whole_commands()?;
        times.push(started.elapsed());
        pieces = commands.walk().filter(|command| command.own().starts_with("+/")).count();
    }
    times.sort_unstable();
    println!("{pieces} {:.6}", times[RUNS / 2].as_secs_f64());
    Ok(())
}
