//! `man`: a page of the manual for each command.

use clap::Command;
use clap_mangen::Man;

use crate::cli::args::{self, ManPages};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, output};
use vassal::diagnostic::counted;

/// Writes all pages.
pub fn run(session: &Session, own: &ManPages) -> Result<Exit, Failure> {
    files::expect_folder(&own.output)?;
    let mut command = args::command(&[]).disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add(command, &mut pages)?;
    files::write_folder(&own.output, &pages)?;
    if !session.quiet {
        output::say(&format!("{} in {}", counted(pages.len(), "page"), own.output.display()));
    }
    Ok(Exit::Clean)
}

/// Adds the page of a command, and those of the commands in it.
fn add(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    command.get_subcommands().cloned().try_for_each(|inner| add(inner, pages))?;
    let man = Man::new(command).manual("liege");
    let mut page = Vec::new();
    man.render(&mut page).map_err(|error| Failure::new(error.to_string()))?;
    pages.push((man.get_filename(), page));
    Ok(())
}
