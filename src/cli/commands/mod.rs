//! One file per command; this one only chooses.

mod build;
mod convert;
mod inspect;
mod pack;
mod render;
mod tour;
mod unpack;

use super::args::{Args, Command};
use super::{Exit, Failure};

/// Runs the chosen command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::Build(own) => build::run(args, own),
        Command::Tour(own) => tour::run(args, own),
        Command::Inspect(own) => inspect::run(args, own),
        Command::Unpack(own) => unpack::run(args, own),
        Command::Pack(own) => pack::run(args, own),
        Command::Convert(own) => convert::run(args, own),
        Command::Render(own) => render::run(args, own),
    }
}
