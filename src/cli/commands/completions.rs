//! `completions`: a script with which a shell completes what is typed.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::args::{Args, Completions, ShellName};
use crate::cli::{Exit, Failure, output};

/// Prints the script of a shell.
pub fn run(own: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let shell = match own.shell {
        ShellName::Bash => Shell::Bash,
        ShellName::Elvish => Shell::Elvish,
        ShellName::Fish => Shell::Fish,
        ShellName::PowerShell => Shell::PowerShell,
        ShellName::Zsh => Shell::Zsh,
    };
    clap_complete::generate(shell, &mut Args::command(), "liege", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Clean)
}
