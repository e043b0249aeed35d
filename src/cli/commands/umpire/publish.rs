//! `umpire publish`: the whole game, opened at its end for everybody.

use super::folder::{Desk, LOG, RETURNED, SEALED};
use super::open_leaf::basis;
use crate::cli::args::PublishGame;
use crate::cli::{Exit, Failure, files, output};
use liege_rules::desk::digest::Digest32;
use liege_rules::desk::opened::key_to_json;
use vassal::diagnostic::counted;

/// The key, which is no secret any more.
pub const KEY: &str = "key.json";
/// The folder of the issues.
const ISSUES: &str = "issues";

/// Runs `umpire publish`.
pub fn run(own: &PublishGame) -> Result<Exit, Failure> {
    let (name, issues) = write(own)?;
    let (folder, count) = (own.output.display(), counted(issues as usize, "issue"));
    output::result(&format!("{folder}: {count} of {name} and the key\n"))?;
    // Said even to those who want quiet: the key cannot be taken back.
    output::say(&format!(
        "warning: {folder} reveals the key of {name} and everything hidden, now and later; hand it out only \
         when the game is over (until then, liege umpire open opens one place)"
    ));
    Ok(Exit::Clean)
}

/// Writes the folder; the name of the game and the number of its issues.
pub fn write(own: &PublishGame) -> Result<(String, u32), Failure> {
    if own.output.exists() {
        return Err(Failure::about(&own.output, "exists already").help("name a new folder"));
    }
    let desk = Desk::open(&own.folder)?;
    desk.refuse_inside(&own.output)?;
    let mut all = vec![
        (KEY.to_owned(), format!("{}\n", key_to_json(&desk.tag, &desk.key)).into_bytes()),
        (LOG.to_owned(), desk.state.log.write().into_bytes()),
    ];
    let issues = desk.state.standing.issue;
    for issue in 0..issues {
        // A key that does not fit would convict the umpire himself.
        basis(&desk, issue)?;
    }
    for issue in 0..issues {
        let folder = desk.issue_folder(SEALED, issue);
        for (name, path) in files::listed(&folder)? {
            all.push((format!("{ISSUES}/{issue:03}/{name}"), files::read(&path)?));
        }
    }
    let returned = desk.path(RETURNED);
    for (name, path) in if returned.is_dir() { files::listed(&returned)? } else { Vec::new() } {
        let bytes = files::read(&path)?;
        // A command that was stopped before it took a copy has left it here all the same.
        if desk.has_taken(&Digest32::of(&bytes)) {
            all.push((format!("{RETURNED}/{name}"), bytes));
        }
    }
    files::place_folder(&own.output, &all)?;
    files::open_folder_to_all(&own.output);
    Ok((desk.name.clone(), issues))
}
