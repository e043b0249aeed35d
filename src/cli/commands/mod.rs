//! One file per command; this one only chooses.

mod build;
mod tour;

use super::args::{Args, Command};
use super::{Exit, Failure};

/// Runs the chosen command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::Build(own) => build::run(args, own),
        Command::Tour(own) => tour::run(args, own),
    }
}
