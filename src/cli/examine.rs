//! A look at `--data` and `--choice` before any command works with them: what is wrong is told at once and the same
//! by every command, what nothing reads gets a warning.
//!
//! The game's data are built with a reader that notes which files are asked for (`cli::noted`), so a file that
//! nobody asked for is unused. `data export` writes the files that the same reader notes.

use std::collections::BTreeSet;
use std::path::Path;

use super::args::Command;
use super::noted::Noted;
use super::session::Session;
use super::{Failure, data, output};
use crate::games;
use crate::shipped::Embedded;
use liege_rules::check::kinds::CheckRow;
use liege_rules::data::fault::did_you_mean;
use liege_rules::data::{Files, REPLACED};
use liege_rules::play::choices::Setting;

/// The folders that data lie in.
const FOLDERS: [&str; 5] = ["counters", "maps", "oob", "rules", "templates"];

/// Looks at the `--data` folder, if one is given, and at every `--choice`.
pub fn all(session: &Session, command: &Command) -> Result<(), Failure> {
    let mut by_rows = BTreeSet::new();
    if let Some(folder) = &session.data {
        for warning in folder_of(session, folder, &mut by_rows)? {
            warn(session, &warning);
        }
    }
    for word in choices(command) {
        if let Some(note) = unread(word, &by_rows) {
            warn(session, &format!("--choice {word}: {note}"));
        }
    }
    Ok(())
}

/// Says what is merely useless.
pub fn warn(session: &Session, text: &str) {
    if !session.quiet {
        output::say(&format!("warning: {text}"));
    }
}

/// What nothing reads in a folder, and in `by_rows` the choices that rows of its checks read; anything wrong in it is a
/// failure.
fn folder_of(
    session: &Session,
    folder: &Path,
    by_rows: &mut BTreeSet<String>,
) -> Result<Vec<String>, Failure> {
    is_folder(folder)?;
    let files = data::files(session)?;
    let strangers = Strangers::among(files.user(), folder)?;
    let noted = Noted::new(&files);
    let mut faults: Vec<String> = files.faults.iter().map(ToString::to_string).collect();
    let mut warnings = strangers.outside;
    for game in noted.games() {
        match noted.load(&*game) {
            Ok(data) => {
                by_rows.extend(data.pack.rows.iter().flat_map(CheckRow::choices).map(str::to_owned));
                let own = data
                    .unused
                    .iter()
                    .filter(|fault| files.user().contains_key(&fault.file) && !fault.is_of_program());
                warnings.extend(own.map(ToString::to_string));
            }
            Err(errors) => faults.extend(errors.iter().map(ToString::to_string)),
        }
    }
    let mut nameless = BTreeSet::new();
    for path in &strangers.inside {
        nameless.extend(nameless_game(path, &files));
    }
    faults.extend(nameless.iter().map(|(_, told)| told.clone()));
    let told = |path: &str| nameless.iter().any(|(game, _)| path.split('/').nth(1) == Some(game));
    let asked = noted.asked();
    let known = faults.len();
    for path in strangers.inside.iter().filter(|path| !asked.contains(*path) && !told(path)) {
        match Embedded.read(path) {
            Some(ours) if files.read(path) == Some(ours) => {}
            Some(_) => {
                warnings.push(format!("{path}: comes with the program; the one in --data is not read"))
            }
            None if path.starts_with("templates/fonts/") => {
                warnings.push(format!("{path}: fonts come with the program; those in --data are not read"));
            }
            None if is_named_by_what_is_broken(path, &faults[..known]) => {}
            None => {
                let near = nearest(path, &asked);
                faults.push(format!("{path}: unexpected file: no part of a game has this name{near}"));
            }
        }
    }
    if faults.is_empty() { Ok(warnings) } else { Err(Failure::of_all(faults)) }
}

/// Files and folders with the folder of those that they name; while they are faulty nobody knows what they would name.
const NAMING: [(&str, &str); 6] = [
    ("/module.toml", ""),
    ("/sheets.toml", "maps/"),
    ("/procedures.toml", "rules/"),
    ("/families.toml", "counters/"),
    ("counters/", "templates/"),
    ("/pack.toml", "oob/"),
];

/// Whether a file that nobody asks for may be named by one of those with faults.
fn is_named_by_what_is_broken(path: &str, faults: &[String]) -> bool {
    let broken = |by: &str| faults.iter().any(|fault| fault.contains(by));
    NAMING.iter().any(|(by, below)| path.starts_with(below) && broken(by))
}

/// The folder of a game that a file lies in, where no game has its name, with what is missing. A name that is nearly
/// that of a game is left to its files, whose nearest names say more.
fn nameless_game(path: &str, files: &dyn Files) -> Option<(String, String)> {
    let (top, rest) = path.split_once('/')?;
    let (game, _) = rest.split_once('/')?;
    let ours = || FOLDERS.iter().any(|top| !Embedded.list(&format!("{top}/{game}")).is_empty());
    if top == "templates" || games::known(game, files).is_ok() || ours() {
        return None;
    }
    if !games::is_id(game) {
        let told = format!(
            "{top}/{game}: expected a name of a game in small letters, digits and hyphens, such as my-game"
        );
        return Some((game.to_owned(), told));
    }
    let coded: Vec<&str> = games::GAMES.iter().map(|game| game.id()).collect();
    if !nearest_of(game, &coded).is_empty() {
        return None;
    }
    let told = format!(
        "rules/{game}/pack.toml: no such file; a game of your own needs it, and no built-in game is called \
         \"{game}\" (docs/own-game.md)"
    );
    Some((game.to_owned(), told))
}

fn is_folder(folder: &Path) -> Result<(), Failure> {
    let about = |what: &str| Failure::new(format!("--data {}: {what}", folder.display()));
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        return Err(about("is a file, expected a folder").help(format!("a folder with {}", listed())));
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
    let mut beside: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    beside.sort();
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let near = did_you_mean(&name, beside.iter().map(String::as_str));
    Err(about(&format!("no such folder{near}")).help(format!("name a folder with {}", listed())))
}

fn listed() -> String {
    FOLDERS.map(|folder| format!("{folder}/")).join(", ")
}

/// Files of a `--data` folder by where they lie.
struct Strangers {
    /// Paths in the folders of data; some may be nobody's.
    inside: Vec<String>,
    /// What is to be said about files and folders beside those.
    outside: Vec<String>,
}

impl Strangers {
    /// Sorts the files; a folder that is no folder of data is a failure when its name is nearly one, or when it is all
    /// there is.
    fn among(user: &std::collections::BTreeMap<String, Vec<u8>>, folder: &Path) -> Result<Self, Failure> {
        let (inside, outside): (Vec<&String>, Vec<&String>) = user
            .keys()
            .filter(|path| !is_idle(path) && *path != REPLACED)
            .partition(|path| path.split_once('/').is_some_and(|(top, _)| FOLDERS.contains(&top)));
        let tops: BTreeSet<&str> = outside.iter().filter_map(|path| Some(path.split_once('/')?.0)).collect();
        let misspelt =
            tops.iter().map(|top| (top, nearest_of(top, &FOLDERS))).find(|(_, near)| !near.is_empty());
        if let Some((top, near)) = misspelt {
            return Err(Failure::new(format!("--data {}: unknown folder \"{top}\"{near}", folder.display())));
        }
        if inside.is_empty() {
            let itself = folder.file_name().is_some_and(|name| FOLDERS.iter().any(|known| name == *known));
            let advice = if itself {
                "name the folder above it".into()
            } else {
                format!("name a folder with {}", listed())
            };
            return Err(Failure::new(format!("--data {}: contains no data", folder.display())).help(advice));
        }
        let outside: BTreeSet<&str> = outside
            .into_iter()
            .map(|path| path.split_once('/').map_or(path.as_str(), |(top, _)| top))
            .collect();
        let outside = outside.into_iter().map(|top| format!("{top}: not used; data belong in {}", listed()));
        Ok(Self { inside: inside.into_iter().cloned().collect(), outside: outside.collect() })
    }
}

/// Files that programs leave behind, and words for people.
fn is_idle(path: &str) -> bool {
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let left = [".bak", ".orig", "~"].iter().any(|ending| name.ends_with(ending));
    hidden || left || name.starts_with("readme") || ["thumbs.db", "desktop.ini"].contains(&name.as_str())
}

/// The nearest file that something reads, as a tail for a message.
fn nearest(path: &str, asked: &BTreeSet<String>) -> String {
    let same = |known: &&String| known.eq_ignore_ascii_case(path);
    match asked.iter().find(same) {
        Some(known) => format!("; did you mean \"{known}\"?"),
        None => did_you_mean(path, asked.iter().map(String::as_str)),
    }
}

fn nearest_of(word: &str, known: &[&str]) -> String {
    did_you_mean(&word.to_lowercase(), known.iter().copied())
}

/// The `KEY=VALUE` words of a command.
fn choices(command: &Command) -> &[String] {
    match command {
        Command::Check(own) => &own.choices,
        Command::Battles(own) => &own.game.choices,
        Command::Resolve(own) => &own.game.choices,
        Command::Chances(own) => &own.game.choices,
        Command::Run(own) => &own.choices,
        _ => &[],
    }
}

/// Why a setting does nothing, if it does nothing in any game, code or rows; what is no setting is the command's to refuse.
fn unread(word: &str, by_rows: &BTreeSet<String>) -> Option<&'static str> {
    let setting: Setting = word.parse().ok()?;
    let mut by_code = games::GAMES.iter().flat_map(|game| game.choices());
    let is_read = by_rows.contains(&setting.key) || by_code.any(|acted| acted.key == setting.key);
    (!is_read).then_some("no check or procedure in this version uses this choice")
}
