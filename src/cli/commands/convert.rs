//! `convert`: a save as a table, or in another of VASSAL's encodings.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::passwords;
use crate::cli::args::{Convert, Target};
use crate::cli::session::Session;
use crate::cli::several::Unpacked;
use crate::cli::{Exit, Failure, files, open, output, saves, several};
use crate::table::opened::OpenedSave;
use liege_tools::convert::database::{Database, SaveFacts};
use liege_tools::convert::table::{self, Formulas};
use vassal::format::Timestamp;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::Eyes;
use vassal::model::module::Module;

/// Converts saves; one that cannot be read is told, and the others go on.
pub fn run(session: &Session, own: &Convert) -> Result<Exit, Failure> {
    let saves = several::in_folders(&own.saves, &[files::SAVE.1, files::LOG.1].concat(), Unpacked::IsFolder)?;
    if own.zero_passwords {
        return passwords::run(session, own, &saves);
    }
    let to = target(own, saves.len())?;
    match (to, saves.as_slice()) {
        (Target::Json | Target::Sqlite, saves) => write_tables(session, own, to, saves),
        (Target::Csv | Target::Vcsk | Target::Xz | Target::Plain, [save]) => {
            write_one(session, own, to, save)
        }
        (_, saves) => {
            let folder = own.output.as_deref().ok_or_else(|| {
                Failure::new(format!("{} saves become a file each", saves.len()))
                    .help("name a folder with -o; --to json and --to sqlite write one file")
            })?;
            let own_name = |save: &Path| save.file_name().map(PathBuf::from);
            let table_name = several::with_ending("csv");
            let name = |save: &Path| if to == Target::Csv { table_name(save) } else { own_name(save) };
            several::into_folder(saves, folder, name, |save, output| {
                let output = Some(output.to_owned());
                write_one(session, &Convert { saves: vec![save.clone()], output, ..own.clone() }, to, save)
            })
        }
    }
}

/// Writes one save in a form that holds one.
fn write_one(session: &Session, own: &Convert, to: Target, save: &Path) -> Result<Exit, Failure> {
    match to {
        Target::Csv => write_csv(session, own, save),
        _ => encode(session, own, to, save, open::save(save, &session.limits)?),
    }
}

/// What to write: as `--to` says, else as the ending of the file says.
fn target(own: &Convert, saves: usize) -> Result<Target, Failure> {
    let ending = own.output.as_deref().and_then(files::ending_of);
    let to = match (own.to, ending.as_deref()) {
        (Some(to), _) => to,
        (None, Some("csv")) => Target::Csv,
        (None, Some("json")) => Target::Json,
        (None, Some("db" | "sqlite")) => Target::Sqlite,
        (None, ending) => {
            let of_save = ending.is_some_and(|ending| ["vsav", "sav", "vlog", "log"].contains(&ending));
            return Err(Failure::new("the format is missing; set it with --to").help(match of_save {
                true => "the encodings of a save: --to vcsk, --to xz, --to plain",
                false => "tables: --to csv, --to json, --to sqlite; encodings of the save: --to vcsk, --to xz, --to plain",
            }));
        }
    };
    if own.output.is_none() && to == Target::Sqlite {
        return Err(Failure::new("--to sqlite: a database needs a file, and none is named")
            .help("name it with -o, for example -o games.db"));
    }
    if let Some(path) = &own.output {
        match to {
            Target::Csv if saves == 1 => files::expect_ending(path, "a table for spreadsheets", &["csv"])?,
            Target::Json => files::expect_ending(path, "a table for programs", &["json"])?,
            Target::Sqlite => files::expect_ending(path, "a database", &["db", "sqlite"])?,
            _ => {}
        }
    }
    Ok(to)
}

/// A save as the side may see it.
fn looked_at(session: &Session, own: &Convert, path: &Path) -> Result<(SaveFile, OpenedSave, Eyes), Failure> {
    let save = open::save(path, &session.limits)?;
    let asked = open::Asked { module: own.module.as_deref(), at: Some(own.at) };
    let mut game = open::position(path, &save, asked, session)?;
    let side = own.side.side.as_deref();
    open::refuse_unsure_windows(path, side, &game)?;
    let eyes = saves::eyes_on_copy(path, side, (&save, &mut game), session)?;
    if game.module.is_none() && eyes != Eyes::Umpire {
        // Ids of the save tell how often it was changed; without its module no others can be made.
        game.position.pieces.iter_mut().for_each(|piece| piece.stack = None);
    }
    Ok((save, game, eyes))
}

fn write_csv(session: &Session, own: &Convert, path: &Path) -> Result<Exit, Failure> {
    let (_, game, eyes) = looked_at(session, own, path)?;
    let rows = table::rows(&game.position, game.module.as_deref(), &eyes);
    let formulas = if own.raw_cells { Formulas::AsTheyAre } else { Formulas::Quoted };
    let text = table::csv(&rows, formulas).map_err(|error| Failure::about(path, error))?;
    write(own, text.as_bytes())?;
    Ok(Exit::Clean)
}

/// Writes the pieces of all saves; one that cannot be read is told.
fn write_tables(session: &Session, own: &Convert, to: Target, saves: &[PathBuf]) -> Result<Exit, Failure> {
    let fault = |error: rusqlite::Error| Failure::new(format!("the database: {error}"));
    let (mut reports, mut exit) = (Vec::new(), Exit::Clean);
    let mut database = if to == Target::Sqlite { Some(Database::new().map_err(fault)?) } else { None };
    several::each(
        saves,
        |path| looked_at(session, own, path),
        |path, looked| {
            let looked = several::read_or_told((path, saves.len()), looked, &mut reports, &mut exit)?;
            let Some((save, game, eyes)) = looked else { return Ok(()) };
            let rows = table::rows(&game.position, game.module.as_deref(), &eyes);
            match &mut database {
                Some(database) => database.add(&facts(session, path, &save, &game), &rows).map_err(fault)?,
                None => {
                    let mut report = json!({"file": path.display().to_string()});
                    game.add_step(&mut report);
                    report["pieces"] = rows.into_iter().map(|row| json!(row)).collect();
                    reports.push(report);
                }
            }
            Ok(())
        },
    )?;
    match database {
        Some(mut database) => write(own, &database.bytes().map_err(fault)?)?,
        None => {
            let text = output::rows(&output::envelope(reports));
            write(own, text.map_err(|error| Failure::new(error.to_string()))?.as_bytes())?;
        }
    }
    Ok(exit)
}

/// What a database tells of a save beside its pieces.
fn facts(session: &Session, path: &Path, save: &SaveFile, game: &OpenedSave) -> SaveFacts {
    let about = save.module_data(&session.limits).ok().flatten();
    let turn: Vec<&str> = game.position.turn_words.values().map(String::as_str).collect();
    // An old save names no module; then it is the one that it was read with.
    let read_with = game.module.as_ref().filter(|_| about.is_none());
    let of_module = |text: fn(&Module) -> &String| read_with.map(|own| text(own).clone());
    SaveFacts {
        file: path.display().to_string(),
        module: about.as_ref().and_then(|about| about.name.clone()).or_else(|| of_module(|own| &own.name)),
        module_version: about.and_then(|about| about.version).or_else(|| of_module(|own| &own.version)),
        turn: (!turn.is_empty()).then(|| turn.join("; ")),
    }
}

/// Writes to the file that is named, or to standard output.
fn write(own: &Convert, bytes: &[u8]) -> Result<(), Failure> {
    match &own.output {
        Some(path) => {
            own.saves.iter().try_for_each(|save| files::refuse_same(save, path))?;
            files::write(path, bytes)
        }
        None => output::print(&String::from_utf8_lossy(bytes)),
    }
}

fn encode(
    session: &Session,
    own: &Convert,
    to: Target,
    source: &Path,
    mut save: SaveFile,
) -> Result<Exit, Failure> {
    let Some(path) = &own.output else {
        return Err(Failure::new("a save in another encoding needs a file, and none is named")
            .help("name it with -o; -o - is standard output"));
    };
    if own.side.side.is_some() {
        return Err(Failure::new("--side: a save in another encoding keeps all its secrets")
            .help("only tables (--to csv, --to json) leave out what a side may not see"));
    }
    files::refuse_same(source, path)?;
    let about = |error: &dyn std::fmt::Display| Failure::about(source, error);
    let encoding = to.encoding(save.text());
    let asked = open::Asked { module: own.module.as_deref(), at: Some(own.at) };
    if own.at.end || own.at.step.is_some() {
        let game = open::position(source, &save, asked, session)?;
        save.set_commands(&game.commands).map_err(|error| about(&error))?;
    }
    let (what, endings) =
        if save.is_log().map_err(|error| about(&error))? { files::LOG } else { files::SAVE };
    files::expect_ending(path, what, endings)?;
    save.set_encoding(encoding);
    let date = save.save_data(&session.limits).ok().flatten().and_then(|about| about.date_saved);
    let bytes = save.write(date.unwrap_or(Timestamp(0))).map_err(|error| about(&error))?;
    files::write(path, &bytes)?;
    Ok(Exit::Clean)
}
