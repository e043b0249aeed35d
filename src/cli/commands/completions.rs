//! `completions`: a script with which a shell completes what is typed.

use clap::CommandFactory;

use crate::cli::args::{Args, Completions};
use crate::cli::{Exit, Failure, output};

/// Prints the script of a shell.
pub fn run(own: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(own.shell, &mut Args::command(), "liege", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Clean)
}
