//! The arguments of the commands that say how all commands are typed.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Prints a script with which a shell completes commands, options and their words.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege completions bash > ~/.local/share/bash-completion/completions/liege
         liege completions zsh > ~/.zfunc/_liege
         liege completions fish > ~/.config/fish/completions/liege.fish
         liege completions powershell >> $PROFILE
         liege completions elvish >> ~/.config/elvish/rc.elv
In zsh the folder has to be in fpath before compinit is called.")]
pub struct Completions {
    /// The shell that is to complete.
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

/// Writes a page of the manual for each command.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege man -o ~/.local/share/man/man1")]
pub struct ManPages {
    /// The folder to write them into; it is made when there is none.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}
