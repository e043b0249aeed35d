//! `convert --zero-passwords`: saves in which all players have a blank password.

use std::path::{Path, PathBuf};

use crate::cli::args::{Convert, Target};
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, files, open, output, several, standard};
use vassal::diagnostic::counted;
use vassal::format::timestamp::Timestamp;
use vassal::model::change;

/// Writes the copies; one of which none can be made is told, and the others go on.
pub fn run(session: &Session, own: &Convert, saves: &[PathBuf]) -> Result<Exit, Failure> {
    if own.to.is_some_and(|to| matches!(to, Target::Csv | Target::Json | Target::Sqlite)) {
        return Err(Failure::new("--zero-passwords: tables have no passwords, only saves do")
            .help("write a save: leave out --to, or use --to vcsk, --to xz or --to plain"));
    }
    let Some(out) = &own.output else {
        return Err(
            Failure::new("--zero-passwords writes a save; its file is missing").help("name it with -o")
        );
    };
    match saves {
        [save] => write(session, own, save, out),
        saves => several::into_folder(
            saves,
            out,
            |save| save.file_name().map(PathBuf::from),
            |save, target| write(session, own, save, target),
        ),
    }
}

fn write(session: &Session, own: &Convert, path: &Path, target: &Path) -> Result<Exit, Failure> {
    let about = |error: &dyn std::fmt::Display| Failure::about(path, error);
    files::refuse_same(path, target)?;
    files::expect_ending(target, files::SAVE.0, files::SAVE.1)?;
    let mut save = open::save(path, &session.limits)?;
    if save.is_log().map_err(|error| about(&error))? {
        return Err(about(&"is a log, whose steps name the players as they were")
            .help("make a save of the position you want first: liege convert game.vlog --end --to vcsk -o game.vsav"));
    }
    let commands = save.whole_commands().map_err(|error| about(&error))?;
    let forgotten = change::forget_passwords(commands).map_err(|error| about(&error))?;
    save.set_commands(&forgotten.commands).map_err(|error| about(&error))?;
    if let Some(to) = own.to {
        save.set_encoding(to.encoding(save.text()));
    }
    let date = save.save_data(&session.limits).ok().flatten().and_then(|about| about.date_saved);
    let bytes = save.write(date.unwrap_or(Timestamp(0))).map_err(|error| about(&error))?;
    files::write(target, &bytes)?;
    let name = standard::name_of_output(target);
    output::result_beside(
        standard::is_standard(target),
        &format!("{name}: {} now blank\n", counted(forgotten.sides.len(), "password")),
    )?;
    if let [.., last] = forgotten.sides.as_slice()
        && forgotten.sides.len() > 1
    {
        output::note(
            session,
            &format!(
                "{name}: of several players with a blank password VASSAL keeps the last ({last}); the other \
                 sides become free"
            ),
        );
    }
    if forgotten.hidden > 0 {
        let pieces = counted(forgotten.hidden, "masked or invisible piece");
        output::note(session, &format!("{name}: {pieces} visible to every player with a blank password"));
    }
    Ok(Exit::Clean)
}
