//! The command line: the only layer that touches files, the clock and the terminal.

mod args;
mod commands;
mod copy_notes;
mod data;
mod examine;
mod extensions;
mod failure;
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
mod seen;
mod settings;
mod several;
mod shelf;
mod spots;
mod standard;
mod table_size;
mod terminal;
mod understood;
mod watched;

use std::borrow::Cow;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;

pub use failure::Failure;

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

/// Runs one command and turns its result into the exit status.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let color = args::Color::spoken(&arguments).unwrap_or(args::Color::Auto);
    let command = args::command(&arguments).color(color.of_help());
    let matches = command.try_get_matches_from(arguments);
    let parsed = match matches.and_then(|matches| args::Args::from_arg_matches(&matches)) {
        Ok(parsed) => parsed,
        Err(error) => {
            let text = error.render().to_string();
            let printed = match layout::harmless(&text) {
                Cow::Owned(harmless) => {
                    terminal::show(&harmless);
                    Ok(())
                }
                Cow::Borrowed(_) => error.print().map_err(|fault| Failure::from_stdout(&fault)),
            };
            return match printed {
                Err(failure) if !error.use_stderr() && !failure.is_closed_pipe() => fail(&failure),
                _ if error.use_stderr() => ExitCode::from(2),
                _ => ExitCode::SUCCESS,
            };
        }
    };
    parsed.color.apply();
    if parsed.quiet {
        output::keep_quiet();
    }
    // The process ends with this command, which spares it to take its tables apart.
    let mut parsed = std::mem::ManuallyDrop::new(parsed);
    match commands::prepare(&mut parsed).and_then(|()| commands::run(&parsed)) {
        Ok(Exit::Clean) => ExitCode::SUCCESS,
        Ok(Exit::Findings) => ExitCode::from(1),
        Ok(Exit::Failed) => ExitCode::from(2),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => fail(&failure),
    }
}

fn fail(failure: &Failure) -> ExitCode {
    output::complain(failure);
    ExitCode::from(2)
}
