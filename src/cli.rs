//! The command line: the only layer that touches files, the clock and the terminal.

mod args;
mod commands;
mod console;
mod data;
mod examine;
mod extensions;
mod files;
mod headline;
mod journal;
mod layout;
mod modules;
mod neighbours;
mod noted;
mod open;
mod outlet;
mod output;
mod picture;
mod project;
mod reading;
mod saves;
mod session;
mod settings;
mod several;
mod shelf;
mod spots;
mod table_size;
mod terminal;
mod watched;

use std::borrow::Cow;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use clap::FromArgMatches;
use console::{Console, Stream};
use session::Session;

pub use crate::Failure;
use crate::standard;

/// What the process says when it ends: 0 clean or done, 1 findings or differences, 2 the tool could not do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, and nothing to complain about.
    Clean,
    /// Done, and there is something illegal, refused or different.
    Findings,
    /// Not all was done; what went wrong has been said.
    Failed,
}

/// Runs one command on the streams of the process and turns its result into the exit status.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let (status, session) = run(arguments.into_iter().collect());
    // The process ends with this command, which spares it to take its tables apart.
    std::mem::forget(session);
    ExitCode::from(status)
}

/// What a command printed, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Called {
    /// The exit status.
    pub status: u8,
    /// What went to standard output.
    pub result: Vec<u8>,
    /// What went to standard error.
    pub talk: Vec<u8>,
}

/// Runs one command within this process, with streams in memory that are no terminal: the words of its call, the name of
/// the program first, and what is on standard input. Files are those of the process, the environment is empty.
pub fn call(arguments: impl IntoIterator<Item = OsString>, input: &[u8]) -> Called {
    let console = Arc::new(Console::in_memory(input));
    let (status, _) = console::within(&console, || run(arguments.into_iter().collect()));
    Called { status, result: console.printed(Stream::Result), talk: console.printed(Stream::Talk) }
}

fn run(arguments: Vec<OsString>) -> (u8, Option<Session>) {
    let color = args::Color::spoken(&arguments).unwrap_or(args::Color::Auto);
    let command = args::command(&arguments).color(color.of_help());
    let matches = command.try_get_matches_from(arguments);
    let parsed = match matches.and_then(|matches| args::Args::from_arg_matches(&matches)) {
        Ok(parsed) => parsed,
        Err(error) => return (told(&error, color), None),
    };
    let console = console::current();
    console.set_colour(parsed.color.choice());
    if parsed.quiet {
        console.keep_quiet();
    }
    let mut session = Session::of(&parsed);
    let command = parsed.command.as_ref();
    let done = commands::prepare(&mut session, command).and_then(|()| commands::run(&session, command));
    let status = match done {
        Ok(Exit::Clean) => 0,
        Ok(Exit::Findings) => 1,
        Ok(Exit::Failed) => 2,
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => fail(&failure),
    };
    (status, Some(session))
}

/// Prints a page of help or what is wrong with the arguments.
fn told(error: &clap::Error, color: args::Color) -> u8 {
    let page = error.render();
    let stream = if error.use_stderr() { Stream::Talk } else { Stream::Result };
    let console = console::current();
    let printed = match layout::harmless(&page.to_string()) {
        Cow::Owned(harmless) => {
            terminal::show(&harmless);
            Ok(())
        }
        Cow::Borrowed(_) => {
            console.set_colour(color.choice());
            console.print(stream, &page.ansi().to_string()).map_err(|fault| Failure::from_stdout(&fault))
        }
    };
    match printed {
        Err(failure) if stream == Stream::Result && !failure.is_closed_pipe() => fail(&failure),
        _ if stream == Stream::Talk => 2,
        _ => 0,
    }
}

fn fail(failure: &Failure) -> u8 {
    output::complain(failure);
    2
}
