//! `pack`: an unpacked folder as an archive again.

use crate::cli::args::Pack;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output};
use liege_tools::convert::folder;
use vassal::format::Limits;
use vassal::format::detect::{FileError, Kind};
use vassal::format::save_file::SaveFile;

/// Packs a folder into a file.
pub fn run(session: &Session, own: &Pack) -> Result<Exit, Failure> {
    let limits = session.limits.clone();
    if !own.folder.is_dir() {
        return Err(Failure::about(&own.folder, "is not a folder, expected one made by `liege unpack`"));
    }
    let contents = open::folder_files(&own.folder, &limits)?;
    let packed = folder::pack(&contents).map_err(|error| Failure::about(&own.folder, error))?;
    let (what, endings) = what(&packed.bytes, &limits).map_err(|error| Failure::about(&own.folder, error))?;
    files::expect_ending(&own.output, what, endings)?;
    files::write(&own.output, &packed.bytes)?;
    if !session.quiet {
        for note in &packed.notes {
            output::say(&format!("note: {note}"));
        }
    }
    Ok(Exit::Clean)
}

/// What an archive is, and how names of such files end.
fn what(bytes: &[u8], limits: &Limits) -> Result<(&'static str, &'static [&'static str]), FileError> {
    Ok(match Kind::of(bytes, limits)? {
        Kind::Module => files::MODULE,
        Kind::Extension => ("an extension", &["vmdx", "mdx"]),
        Kind::Save | Kind::BareSave if SaveFile::read(bytes, limits)?.is_log()? => files::LOG,
        Kind::Save | Kind::BareSave => files::SAVE,
    })
}
