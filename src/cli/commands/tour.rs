//! `tour`: the main job once through, with something to look at.

use crate::cli::args::{Args, Tour};
use crate::cli::{Exit, Failure, files};

/// Runs the tour into a folder.
pub fn run(_args: &Args, own: &Tour) -> Result<Exit, Failure> {
    files::make_folder(&own.folder)?;
    Ok(Exit::Clean)
}
