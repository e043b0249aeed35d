//! `convert`: a save as a table, or in another of VASSAL's encodings.

use serde_json::json;

use crate::cli::args::{Args, Convert, Target};
use crate::cli::{Exit, Failure, files, open, output, understood};
use crate::convert::table;
use crate::format::Timestamp;
use crate::format::save_file::SaveFile;
use crate::format::stream::Encoding;

/// Converts one save.
pub fn run(args: &Args, own: &Convert) -> Result<Exit, Failure> {
    let to = target(own)?;
    let limits = open::limits(args);
    let save = open::save(&own.save, &limits)?;
    match to {
        Target::Json | Target::Csv => write_table(args, own, to, &save),
        Target::Vcsk | Target::Xz | Target::Plain => encode(args, own, to, save),
    }
}

/// What to write: as `--to` says, else as the ending of the file says.
fn target(own: &Convert) -> Result<Target, Failure> {
    let ending = own.output.as_deref().and_then(files::ending_of);
    let to = match (own.to, ending.as_deref()) {
        (Some(to), _) => to,
        (None, Some("csv")) => Target::Csv,
        (None, Some("json")) => Target::Json,
        (None, ending) => {
            let of_save = ending.is_some_and(|ending| ["vsav", "sav", "vlog", "log"].contains(&ending));
            return Err(Failure::new("what is to be written? --to says it").help(match of_save {
                true => "the encodings of a save: --to vcsk, --to xz, --to plain",
                false => "tables: --to csv, --to json; encodings of the save: --to vcsk, --to xz, --to plain",
            }));
        }
    };
    if let Some(path) = &own.output {
        match to {
            Target::Csv => files::expect_ending(path, "a table for spreadsheets", &["csv"])?,
            Target::Json => files::expect_ending(path, "a table for programs", &["json"])?,
            _ => {}
        }
    }
    Ok(to)
}

fn write_table(args: &Args, own: &Convert, to: Target, save: &SaveFile) -> Result<Exit, Failure> {
    let mut game = open::position(&own.save, save, asked(own), args)?;
    let about = |error: &dyn std::fmt::Display| Failure::about(&own.save, error);
    open::refuse_unsure_windows(&own.save, own.side.side.as_deref(), &game)?;
    let eyes = understood::eyes(&own.save, own.side.side.as_deref(), (save, &mut game), args)?;
    let rows = table::rows(&game.position, game.module.as_deref(), &eyes);
    let text = match to {
        Target::Csv => table::csv(&rows).map_err(|error| about(&error))?,
        _ => {
            let mut report = json!({"file": own.save.display().to_string()});
            game.add_step(&mut report);
            report["pieces"] = json!(rows);
            output::rows(&output::envelope(vec![report])).map_err(|error| about(&error))?
        }
    };
    match &own.output {
        Some(path) => {
            files::refuse_same(&own.save, path)?;
            files::write(path, text.as_bytes())?;
        }
        None => output::print(&text)?,
    }
    Ok(Exit::Clean)
}

fn asked(own: &Convert) -> open::Asked<'_> {
    open::Asked { module: own.module.as_deref(), at: Some(own.at) }
}

fn encode(args: &Args, own: &Convert, to: Target, mut save: SaveFile) -> Result<Exit, Failure> {
    let Some(path) = &own.output else {
        return Err(Failure::new("a save in another encoding is written to a file, and none is named")
            .help("name it with -o; -o - is standard output"));
    };
    if own.side.side.is_some() {
        return Err(Failure::new("--side: a save in another encoding is whole, with all its secrets")
            .help("only the tables (--to csv, --to json) leave out what a side may not see"));
    }
    files::refuse_same(&own.save, path)?;
    let about = |error: &dyn std::fmt::Display| Failure::about(&own.save, error);
    let encoding = match to {
        Target::Xz => Encoding::Xz,
        Target::Plain => Encoding::Plain,
        _ => Encoding::for_new(save.text()),
    };
    if own.at.end || own.at.step.is_some() {
        let game = open::position(&own.save, &save, asked(own), args)?;
        save.set_commands(&game.commands).map_err(|error| about(&error))?;
    }
    let (what, endings) =
        if save.is_log().map_err(|error| about(&error))? { files::LOG } else { files::SAVE };
    files::expect_ending(path, what, endings)?;
    save.set_encoding(encoding);
    let date = save.save_data(&open::limits(args)).ok().flatten().and_then(|about| about.date_saved);
    let bytes = save.write(date.unwrap_or(Timestamp(0))).map_err(|error| about(&error))?;
    files::write(path, &bytes)?;
    Ok(Exit::Clean)
}
