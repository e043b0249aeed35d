//! One file per command; this one only chooses.

mod answering;
mod battles;
mod beside;
pub mod build;
mod chances;
mod check;
mod completions;
mod continued;
mod convert;
mod counters;
mod crop;
mod data;
mod diff;
mod explain;
mod facts;
mod git;
mod inspect;
mod licences;
mod lines;
mod lint;
mod luck;
mod man;
mod marks;
mod oob;
mod orders;
mod overlay;
mod pack;
mod papers;
mod passwords;
mod place;
mod reach;
mod refresh;
mod render;
mod resolve;
mod run;
mod said;
mod table_dice;
mod tour;
mod transcript;
mod umpire;
mod unpack;
mod verify;
mod view;
mod written;

use super::args::{Args, Command};
use super::{Exit, Failure, examine};

/// Lays the tables of a game that is under way over ours, where the call names none.
pub fn prepare(args: &mut Args) -> Result<(), Failure> {
    args.data = match (&args.command, args.data.take()) {
        (Some(Command::Umpire(own)), None) => umpire::data(own)?,
        (Some(Command::Check(own)), None) => check::data(own)?,
        (_, named) => named,
    };
    Ok(())
}

/// Runs the chosen command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Some(command) = &args.command else { return licences::run() };
    examine::all(args)?;
    match command {
        Command::Inspect(own) => inspect::run(args, own),
        Command::Unpack(own) => unpack::run(args, own),
        Command::Pack(own) => pack::run(args, own),
        Command::Diff(own) => diff::run(args, own),
        Command::Git(own) => git::run(args, own),
        Command::Transcript(own) => transcript::run(args, own),
        Command::Convert(own) => convert::run(args, own),
        Command::Render(own) => render::run(args, own),
        Command::View(own) => view::run(args, own),
        Command::Refresh(own) => refresh::run(args, own),
        Command::Build(own) => build::run(args, own),
        Command::Counters(own) => counters::run(args, own),
        Command::Check(own) => check::run(args, own),
        Command::Lint(own) => lint::run(args, own),
        Command::Explain(own) => explain::run(args, own),
        Command::Facts(own) => facts::run(args, own),
        Command::Battles(own) => battles::run(args, own),
        Command::Resolve(own) => resolve::run(args, own),
        Command::Chances(own) => chances::run(args, own),
        Command::Oob(own) => oob::run(args, own),
        Command::Data(own) => data::run(args, own),
        Command::Run(own) => run::run(args, own),
        Command::Tour(own) => tour::run(args, own),
        Command::Verify(own) => verify::run(args, own),
        Command::Umpire(own) => umpire::run(args, own),
        Command::Completions(own) => completions::run(own),
        Command::ManPages(own) => man::run(args, own),
    }
}
