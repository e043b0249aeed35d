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

use super::args::Command;
use super::session::Session;
use super::{Exit, Failure, examine};

/// Lays the tables of a game that is under way over ours, where the call names none.
pub fn prepare(session: &mut Session, command: Option<&Command>) -> Result<(), Failure> {
    if session.data.is_none() {
        session.data = match command {
            Some(Command::Umpire(own)) => umpire::data(own)?,
            Some(Command::Check(own)) => check::data(own)?,
            _ => None,
        };
    }
    Ok(())
}

/// Runs the chosen command; where there is none, the licences are asked for.
pub fn run(session: &Session, command: Option<&Command>) -> Result<Exit, Failure> {
    let Some(command) = command else { return licences::run() };
    examine::all(session, command)?;
    match command {
        Command::Inspect(own) => inspect::run(session, own),
        Command::Unpack(own) => unpack::run(session, own),
        Command::Pack(own) => pack::run(session, own),
        Command::Diff(own) => diff::run(session, own),
        Command::Git(own) => git::run(session, own),
        Command::Transcript(own) => transcript::run(session, own),
        Command::Convert(own) => convert::run(session, own),
        Command::Render(own) => render::run(session, own),
        Command::View(own) => view::run(session, own),
        Command::Refresh(own) => refresh::run(session, own),
        Command::Build(own) => build::run(session, own),
        Command::Counters(own) => counters::run(session, own),
        Command::Check(own) => check::run(session, own),
        Command::Lint(own) => lint::run(session, own),
        Command::Explain(own) => explain::run(session, own),
        Command::Facts(own) => facts::run(session, own),
        Command::Battles(own) => battles::run(session, own),
        Command::Resolve(own) => resolve::run(session, own),
        Command::Chances(own) => chances::run(session, own),
        Command::Oob(own) => oob::run(session, own),
        Command::Data(own) => data::run(session, own),
        Command::Run(own) => run::run(session, own),
        Command::Tour(own) => tour::run(session, own),
        Command::Verify(own) => verify::run(session, own),
        Command::Umpire(own) => umpire::run(session, own),
        Command::Completions(own) => completions::run(own),
        Command::ManPages(own) => man::run(session, own),
    }
}
