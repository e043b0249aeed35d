//! The arguments of `git`: VASSAL files under version control.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

/// Lets git diff and merge VASSAL files.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege git install\nRun it once in each clone of a repository.")]
pub struct Git {
    #[command(subcommand)]
    pub task: GitTask,
}

#[derive(Debug, Subcommand)]
pub enum GitTask {
    Install(Install),
    Textconv(Textconv),
    Merge(Merge),
}

/// Registers this program with a repository: `git diff` then shows modules and saves as text, `git merge` merges modules.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege git install\nThe configuration of the repository gets the sections `merge.liege`, `diff.liege`; its .gitattributes, which you commit, gets lines for .vmod, .mod, .vmdx, .vsav, .sav and .vlog. Saves are not merged: git keeps one version or the other. If other attributes override these, it lists them, and the exit code is 1."
)]
pub struct Install {
    /// A folder in the repository; by default the current one.
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Prints a module or save as text for `git diff`; called by git.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege git textconv game.vsav\nThe text is the whole file, including the secrets of all sides. If a file cannot be read it prints why, with exit code 0, so that git goes on."
)]
pub struct Textconv {
    /// A module, extension, save or log.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Merges two versions of a module; called by git.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege git merge base.vmod ours.vmod theirs.vmod my-game.vmod\nThe result is written to OURS, after the list of conflicts. Where both versions changed the same thing, ours is kept, NAME.conflicts.txt beside the file lists it, and the exit code is 1; the module opens in any case. A merge without conflicts removes an old list. Pieces of theirs with a number of ours get a new number. An empty BASE means that both added the file: what only one has is kept."
)]
pub struct Merge {
    /// The common ancestor.
    #[arg(value_name = "BASE")]
    pub base: PathBuf,
    /// Our module; the merged one is written here.
    #[arg(value_name = "OURS")]
    pub ours: PathBuf,
    /// Their module.
    #[arg(value_name = "THEIRS")]
    pub theirs: PathBuf,
    /// The name of the file in the repository; conflicts are listed in NAME.conflicts.txt.
    #[arg(value_name = "NAME")]
    pub name: PathBuf,
}
