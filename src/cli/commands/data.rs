//! `data`: the tables of a game written out, for a folder of one's own.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::json;

use crate::cli::args::Format;
use crate::cli::args::data::{Data, DataAction, DataExport};
use crate::cli::noted::Noted;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, output};
use crate::games::Known;
use crate::shipped::Embedded;
use liege_rules::data::{Files, Overlay, REPLACED, merge, replacing};
use vassal::diagnostic::counted;

/// Runs `data`.
pub fn run(session: &Session, own: &Data) -> Result<Exit, Failure> {
    match &own.action {
        DataAction::Export(own) => export(session, own),
    }
}

fn export(session: &Session, own: &DataExport) -> Result<Exit, Failure> {
    files::expect_folder(&own.output)?;
    let overlay = data::files(session)?;
    let game = data::game(&own.game, &overlay)?;
    let mut tables = tables(&game, &overlay)?;
    if own.templates {
        tables.extend(drawings(&overlay));
    }
    // A row that is taken out of a table of ours must stay out.
    let ours = |path: &&str| merge::is_merged(path) && Embedded.read(path).is_some();
    let paths: Vec<&str> = tables.keys().map(String::as_str).filter(ours).collect();
    if !paths.is_empty() {
        let text = replacing(
            "# These tables replace the built-in ones completely; a table without a line here is merged\n# \
             with the built-in one row by row (docs/data.md).\n",
            paths,
        );
        tables.insert(REPLACED.to_owned(), text.into_bytes());
    }
    let names: Vec<String> = tables.keys().cloned().collect();
    let targets: Vec<(PathBuf, Vec<u8>)> =
        tables.into_iter().map(|(path, bytes)| (own.output.join(path), bytes)).collect();
    if let Some((there, _)) = targets.iter().find(|(path, _)| path.exists() && !own.force) {
        return Err(Failure::about(there, "already exists, and nothing was written")
            .help("name another folder, or overwrite it with --force"));
    }
    for (path, _) in &targets {
        path.parent().map_or(Ok(()), files::make_folder)?;
    }
    files::write_all(&targets)?;
    match own.format {
        Format::Json => output::json(&output::envelope_of_one(json!({
            "game": game.id(), "folder": own.output.display().to_string(), "files": names,
        })))?,
        Format::Text => {
            for name in &names {
                output::result(&format!("wrote {}\n", own.output.join(name).display()))?;
            }
            if !session.quiet {
                let folder = own.output.display();
                output::say(&format!("{}; use them with: --data {folder}", counted(names.len(), "file")));
            }
        }
    }
    Ok(Exit::Clean)
}

/// The files that a game reads, by path; merged tables as one. Of the drawings those of the user alone.
fn tables(game: &Known, files: &Overlay<'_>) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let noted = Noted::new(files);
    noted.load(&**game).map_err(Failure::of_all)?;
    let of_game = |path: &String| path.split('/').nth(1) == Some(game.id());
    let drawn = |path: &String| path.starts_with("templates/") && files.user().contains_key(path);
    let read = noted.asked().into_iter().filter(|path| of_game(path) || drawn(path));
    Ok(read.filter_map(|path| Some((path.clone(), as_written(&path, files.read(&path)?)))).collect())
}

/// The bytes of a file without what merging added.
fn as_written(path: &str, bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) if merge::is_merged(path) => merge::as_written(path, text).into_bytes(),
        _ => bytes.to_vec(),
    }
}

/// The templates of the counters, a user's own before ours.
fn drawings(files: &dyn Files) -> Vec<(String, Vec<u8>)> {
    let ours = Embedded.templates().into_iter().map(|(name, text)| (format!("templates/{name}.svg"), text));
    ours.map(|(path, text)| {
        let bytes = files.read(&path).map_or_else(|| text.into_bytes(), <[u8]>::to_vec);
        (path, bytes)
    })
    .collect()
}
