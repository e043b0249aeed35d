//! The arguments of `git`: VASSAL files under version control.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

/// Makes git show and merge VASSAL files.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege git install\nIn the folder of a repository, once for each clone of it."
)]
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

/// Registers this program with a repository: `git diff` shows modules and saves as text, `git merge` merges modules.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege git install\nWrites the sections diff.liege and merge.liege of the repository's configuration and adds lines for .vmod, .mod, .vmdx, .vsav, .sav and .vlog to its .gitattributes, which you commit. Of a save, git keeps one version or the other: two games of one position cannot be merged. Where other attributes overrule these, it says which, and the exit status is 1."
)]
pub struct Install {
    /// A folder in the repository; otherwise the one you are in.
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// Prints a module or save as text for `git diff`; git calls it.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege git textconv game.vsav\nThe text is the whole file with the secrets of all sides in it. Of a file that cannot be read it says why, with exit status 0, so that git goes on."
)]
pub struct Textconv {
    /// A module, extension, save or log.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Merges what two sides changed in a module since they parted; git calls it.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege git merge base.vmod ours.vmod theirs.vmod my-game.vmod\nThe result goes into OURS, after the list of conflicts is written, so that a merge that is stopped leaves at most the list. Where both changed one thing, ours is kept, NAME.conflicts.txt beside the file says so, and the exit status is 1; the module opens in any case. Without conflicts a list of old ones is removed. Pieces that came with a number of ours get a new one. An empty BASE means that both added the file: what only one has is taken."
)]
pub struct Merge {
    /// The module both come from.
    #[arg(value_name = "BASE")]
    pub base: PathBuf,
    /// Our module; the merged one is written here.
    #[arg(value_name = "OURS")]
    pub ours: PathBuf,
    /// Their module.
    #[arg(value_name = "THEIRS")]
    pub theirs: PathBuf,
    /// What the file is called in the repository; conflicts are listed in NAME.conflicts.txt.
    #[arg(value_name = "NAME")]
    pub name: PathBuf,
}
