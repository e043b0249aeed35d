//! One call of the program: what holds for whatever it does, and what it has read so far.

use std::path::PathBuf;

use super::args::Args;
use super::shelf::Shelf;
use vassal::format::Limits;

/// What the parts of one call share.
#[derive(Debug, Default)]
pub struct Session {
    /// Whether only results and errors are printed.
    pub quiet: bool,
    /// Whether more is printed than most want to read.
    pub verbose: bool,
    /// How much a file may make us read.
    pub limits: Limits,
    /// The folder with tables that are laid over the built-in ones.
    pub data: Option<PathBuf>,
    /// What has been read so far.
    pub shelf: Shelf,
}

impl Session {
    /// The session that the arguments of a call ask for.
    pub fn of(args: &Args) -> Self {
        Self {
            quiet: args.quiet,
            verbose: args.verbose,
            limits: args.max_size.map_or_else(Limits::default, |size| Limits::with_max_size(size.0)),
            data: args.data.clone(),
            shelf: Shelf::default(),
        }
    }
}
