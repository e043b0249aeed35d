//! `pack`: an unpacked folder as an archive again.

use crate::cli::args::{Args, Pack};
use crate::cli::{Exit, Failure, files, open, output};
use crate::convert::folder;

/// Packs a folder into a file.
pub fn run(args: &Args, own: &Pack) -> Result<Exit, Failure> {
    let limits = open::limits(args);
    if !own.folder.is_dir() {
        return Err(Failure::about(&own.folder, "is no folder, expected one made by `liege unpack`"));
    }
    let contents = open::folder_files(&own.folder, &limits)?;
    let packed = folder::pack(&contents).map_err(|error| Failure::about(&own.folder, error))?;
    files::write(&own.output, &packed.bytes)?;
    if !args.quiet {
        for note in &packed.notes {
            output::say(&format!("note: {note}"));
        }
    }
    Ok(Exit::Clean)
}
