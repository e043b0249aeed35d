//! Whose copy a file is and of which issue, by its notes: only the last copy of a side comes back, unchanged in what it
//! says of itself.

use std::path::Path;

use serde_json::{Map, Value};

use super::folder::RECORD;
use super::folder::{Desk, ISSUES};
use super::sides;
use crate::cli::session::Session;
use crate::cli::{Failure, files, open};
use crate::table::Table;
use crate::table::handed_out::{HandedOut, lines_of};
use liege_rules::desk::digest::Digest32;
use liege_rules::desk::record::Record;
use vassal::format::command::Command;
use vassal::format::leaf::Leaf;
use vassal::format::sequence;
use vassal::model::log;
use vassal::model::position::Position;

/// More pieces than any game has.
const MOST_PIECES: usize = 20_000;

/// A copy that is known to be the last one of its side.
pub struct Recognised {
    /// The side.
    pub side: String,
    /// Its alliance, which its files bear.
    pub alliance: String,
    /// The issue.
    pub issue: u32,
    /// The file.
    pub bytes: Vec<u8>,
    /// Its SHA-256.
    pub sha256: Digest32,
    /// What the side's players wrote into their private notes, a text each.
    pub notes: Vec<String>,
}

impl Recognised {
    /// Reads a copy. `side` is the side that it is said to be of.
    pub fn read(
        session: &Session,
        desk: &Desk,
        master: &Table,
        path: &Path,
        side: Option<&str>,
    ) -> Result<Self, Failure> {
        let bytes = files::read(path)?;
        let save = open::save(path, &session.limits)?;
        let commands = save.whole_commands().map_err(|error| Failure::about(path, error))?;
        if !log::steps(commands).is_empty() {
            return Err(Failure::about(path, "is a log, expected a save")
                .help("open the copy in VASSAL, step through the log, and save the game"));
        }
        let (position, _) = Position::read(commands, None);
        if position.pieces.len() > MOST_PIECES {
            let what = format!("has {} pieces, expected at most {MOST_PIECES}", position.pieces.len());
            return Err(Failure::about(path, what));
        }
        let lines = lines_of(&position.scenario_notes);
        let head = lines.iter().find_map(|line| match HandedOut::of_line(line)? {
            HandedOut::Copy { side, issue } => Some((side, issue)),
            _ => None,
        });
        let (named, issue) = head.ok_or_else(|| {
            let what = "is not a copy for a side: its notes have no line \"Copy of SIDE, issue N.\"";
            Failure::about(path, what).help(
                "give the file that umpire issue wrote for the side, as its players saved it, with the \
                 scenario notes unchanged",
            )
        })?;
        let (side_name, alliance) = own_side(master, path, &named)?;
        let agrees =
            |side: &str| side.eq_ignore_ascii_case(&side_name) || side.eq_ignore_ascii_case(&alliance);
        if let Some(side) = side.filter(|side| !agrees(side)) {
            return Err(Failure::about(path, format!("is the copy of {side_name}, but --side says {side}"))
                .help("leave --side out, or give the copy of that side"));
        }
        expect_record(desk, path, issue, &lines)?;
        let notes = private_notes(commands, &position, &side_name);
        Ok(Self { side: side_name, alliance, issue, sha256: Digest32::of(&bytes), bytes, notes })
    }
}

/// The name and the alliance of the side that a copy names.
fn own_side(master: &Table, path: &Path, named: &str) -> Result<(String, String), Failure> {
    let known = sides(master)?;
    let own = known.iter().find(|(name, _)| name == named);
    own.cloned().ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
        Failure::about(path, format!("is the copy of a side \"{}\"", plain(named)))
            .help(format!("the sides of this game are {}", names.join(", ")))
    })
}

/// A text of a stranger as a message repeats it.
fn plain(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).take(40).collect()
}

/// Refuses a copy whose record is not, byte for byte, that of the last issue with copies.
fn expect_record(desk: &Desk, path: &Path, named: u32, lines: &[String]) -> Result<(), Failure> {
    let about = |what: String| Failure::about(path, what);
    let Some(last) = desk.state.standing.copies else {
        return Err(
            about("was returned before copies were issued".into()).help("issue them: liege umpire issue")
        );
    };
    let latest =
        format!("the last copies are those of issue {last}: {}", desk.issue_folder(ISSUES, last).display());
    let record = |issue: u32| {
        let path = desk.issue_folder(ISSUES, issue).join(RECORD);
        if path.exists() { files::read_text(&path).map(Some) } else { Ok(None) }
    };
    let found = lines.iter().find(|line| line.starts_with('{') && line.contains("-commitment-1"));
    let Some(found) = found else {
        return Err(about("no longer has a record of an issue in its notes".into())
            .help(format!("do not change the scenario notes; {latest}")));
    };
    let Some(expected) = record(last)? else {
        return Err(Failure::about(&desk.issue_folder(ISSUES, last).join(RECORD), "no such file")
            .help("restore the folder of the last issue from a backup"));
    };
    if found == expected.trim_end() {
        return if named == last {
            Ok(())
        } else {
            Err(about(format!(
                "calls itself a copy of issue {named}, but its record is that of issue {last}"
            ))
            .help("its notes were changed; take the file as the side saved it"))
        };
    }
    let other = match Record::read(found) {
        Err(fault) => return Err(about(format!("its record was changed: {fault}")).help(latest)),
        Ok(other) => other,
    };
    let is_ours = record(other.issue)?.is_some_and(|known| known.trim_end() == found);
    if is_ours {
        return Err(
            about(format!("is a copy of issue {}, expected one of issue {last}", other.issue)).help(latest)
        );
    }
    let ours = Record::read(expected.trim_end()).map(|record| record.root);
    if ours.as_ref().is_ok_and(|root| *root == other.root) {
        return Err(
            about(format!("its record was changed: {}", changed(found, expected.trim_end()))).help(latest)
        );
    }
    let ours = ours.map(|root| root.to_string()).unwrap_or_default();
    Err(about(format!(
        "is a copy of another game, or its record was changed: it says issue {} with the root {}, expected issue \
         {last} with the root {ours}",
        other.issue, other.root
    ))
    .help(latest))
}

/// The first words of a record that are not as they were issued.
fn changed(found: &str, expected: &str) -> String {
    let read = |text| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let (theirs, ours) = (read(found), read(expected));
    let told =
        |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), |value| plain(&value.to_string()));
    let mut keys = ours.keys().chain(theirs.keys());
    let differs = keys.find(|key| ours.get(*key) != theirs.get(*key));
    differs.map_or_else(
        || "it is written differently than issued".to_owned(),
        |key| format!("it says {} {}, expected {}", plain(key), told(theirs.get(key)), told(ours.get(key))),
    )
}

/// The private notes of the players of a side that are not blank. The id of a player is his password.
fn private_notes(commands: &Command, position: &Position, side: &str) -> Vec<String> {
    let mut notes: Vec<(String, String)> = Vec::new();
    for command in commands.walk() {
        let Leaf::PrivateNotes { owner, text } = Leaf::decode(command.own()) else { continue };
        if !position.players.iter().any(|player| player.id == owner && player.side == side) {
            continue;
        }
        let text = sequence::decode(&text, '|').join("\n");
        match notes.iter_mut().find(|(known, _)| *known == owner) {
            Some((_, known)) => *known = text,
            None => notes.push((owner, text)),
        }
    }
    notes.into_iter().map(|(_, text)| text).filter(|text| !text.trim().is_empty()).collect()
}
