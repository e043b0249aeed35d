//! The arguments of the commands that say how all commands are typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Prints a completion script for a shell.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege completions bash > ~/.local/share/bash-completion/completions/liege
         liege completions zsh > ~/.zfunc/_liege
         liege completions fish > ~/.config/fish/completions/liege.fish
         liege completions powershell >> $PROFILE
         liege completions elvish >> ~/.config/elvish/rc.elv
For zsh the folder must be in fpath before compinit is called.")]
pub struct Completions {
    /// The shell to complete commands in.
    #[arg(value_name = "SHELL", ignore_case = true)]
    pub shell: ShellName,
}

/// A shell that completes what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShellName {
    /// The shell of most Linux systems
    Bash,
    /// Elvish
    Elvish,
    /// The friendly interactive shell
    Fish,
    /// PowerShell, of Windows
    #[value(name = "powershell")]
    PowerShell,
    /// The shell of macOS
    Zsh,
}

/// Writes a manual page for each command.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege man -o ~/.local/share/man/man1")]
pub struct ManPages {
    /// The folder to write them to; created if missing.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}
