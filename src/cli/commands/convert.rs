//! `convert`: a save as a table, or in another of VASSAL's encodings.

use crate::cli::args::{Args, Convert, Target};
use crate::cli::{Exit, Failure, files, open, output};
use crate::convert::table;
use crate::format::Timestamp;
use crate::format::save_file::SaveFile;
use crate::format::stream::Encoding;

/// Converts one save.
pub fn run(args: &Args, own: &Convert) -> Result<Exit, Failure> {
    let limits = open::limits(args);
    let save = open::save(&own.save, &limits)?;
    match own.to {
        Target::Json | Target::Csv => write_table(args, own, &save),
        Target::Vcsk | Target::Xz | Target::Plain => encode(args, own, save),
    }
}

fn write_table(args: &Args, own: &Convert, save: &SaveFile) -> Result<Exit, Failure> {
    let game = open::position(&own.save, save, own.module.as_deref(), args)?;
    let about = |error: &dyn std::fmt::Display| Failure::about(&own.save, error);
    let rows = table::rows(&game.position);
    let text = match own.to {
        Target::Csv => table::csv(&rows).map_err(|error| about(&error))?,
        _ => table::json(&rows).map_err(|error| about(&error))?,
    };
    match &own.output {
        Some(path) => {
            files::refuse_same(&own.save, path)?;
            files::write(path, text.as_bytes())?;
        }
        None => output::result(&text)?,
    }
    Ok(Exit::Clean)
}

fn encode(args: &Args, own: &Convert, mut save: SaveFile) -> Result<Exit, Failure> {
    let Some(path) = &own.output else {
        return Err(Failure::new("a save is no text for a terminal").help("name the file to write with -o"));
    };
    files::refuse_same(&own.save, path)?;
    let about = |error: &dyn std::fmt::Display| Failure::about(&own.save, error);
    let encoding = match own.to {
        Target::Xz => Encoding::Xz,
        Target::Plain => Encoding::Plain,
        _ => Encoding::for_new(save.text()),
    };
    save.set_encoding(encoding);
    let date = save.save_data(&open::limits(args)).ok().flatten().and_then(|about| about.date_saved);
    let bytes = save.write(date.unwrap_or(Timestamp(0))).map_err(|error| about(&error))?;
    files::write(path, &bytes)?;
    Ok(Exit::Clean)
}
