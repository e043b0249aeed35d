//! The folder of a hidden game: what stays the same, and one folder for each state, of which the last whole one counts.
//!
//! Every task writes the next state whole and renames it into place last, so that a killed command has done nothing.
//! What is handed out is written before, and is the same when written again.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cli::{Failure, files};
use liege_rules::data::fault::DataFault;
use liege_rules::desk::digest::{Digest32, GameTag};
use liege_rules::desk::key::SealKey;
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};
use liege_rules::desk::play::TurnPaper;

/// The file with the key; nobody but the umpire may read it.
pub const UMPIRE: &str = "umpire.toml";
/// The save with the pieces of all sides, which the umpire may change with VASSAL.
pub const MASTER: &str = "master.vsav";
/// The folder of the states.
const STATES: &str = "state";
/// The folder of what was handed out.
pub const ISSUES: &str = "issues";
/// The folder of what each issue committed to.
pub const SEALED: &str = "sealed";
/// The folder of the copies that came back.
pub const RETURNED: &str = "returned";
/// The folder of the sheets.
pub const SHEETS: &str = "sheets";
/// The folder of the saves of battles.
pub const BATTLES: &str = "battles";
/// The published record of an issue.
pub const RECORD: &str = "record.json";
/// Where a state stands.
const DESK: &str = "desk.toml";
/// What was done.
pub const LOG: &str = "turn-log.jsonl";
/// The list of moves that is being carried out.
const TURN: &str = "turn.json";
/// In a state whose master has taken its place in the folder of the game.
const PLACED: &str = "master-is-placed";
/// The folder of the texts of a state.
const TEXTS: &str = "texts";
/// The master as it was before the last copy was taken, as long as another one may still be taken in its place.
pub const BEFORE: &str = "before-take.vsav";
/// The master as it was before an answer, in the state that the answer made.
const BEFORE_ANSWER: &str = "before-answer.vsav";
/// More states than any game has.
const MOST_STATES: usize = 100_000;

/// What stays the same from the first issue to the last.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct About {
    format: u32,
    /// What the game is called.
    game: String,
    /// The rules that are played.
    rules: String,
    /// The module, as it is named from the folder.
    module: PathBuf,
    /// The key in hex.
    key: String,
    /// The folder with the tables that are laid over ours, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<PathBuf>,
}

/// Where a game stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The number of the next issue.
    pub issue: u32,
    /// The root of the last issue.
    pub root: Option<Digest32>,
    /// The hash of the names of the leaves, fixed by the first issue.
    pub names: Option<Digest32>,
    /// The power whose turn it is.
    #[serde(default)]
    pub power: String,
    /// The phase of its turn.
    #[serde(default)]
    pub phase: String,
    /// The alliances that have a ledger.
    #[serde(default)]
    pub ledgers: Vec<String>,
    /// The last issue with copies.
    #[serde(default)]
    pub copies: Option<u32>,
    /// The SHA-256 of the master that the one in this state replaces.
    #[serde(default)]
    pub replaces: Option<Digest32>,
    /// The SHA-256 of the master in this state.
    #[serde(default)]
    pub master: Option<Digest32>,
    /// Whether a list of moves was taken that no record commits to yet.
    #[serde(default)]
    pub unsealed: bool,
    /// The SHA-256 of the master that the last copy that was taken has made, where [`State::before`] has the one before.
    #[serde(default)]
    pub after_take: Option<Digest32>,
    /// The last line of the log that this copy has left there.
    #[serde(default)]
    pub taken_to: u32,
    /// The SHA-256 of the last master that the desk itself wrote.
    #[serde(default)]
    pub written: Option<Digest32>,
    /// The state that the last answer made; none since new copies were issued or one was taken.
    #[serde(default)]
    pub answered: Option<usize>,
    /// That answer.
    #[serde(default)]
    pub answer: String,
    /// The issue of the copy that each side gave back last, by its alliance.
    #[serde(default)]
    pub returned: BTreeMap<String, u32>,
    /// How many copies of that issue each side gave back.
    #[serde(default)]
    pub copies_back: BTreeMap<String, u32>,
}

/// A state of a game: all that may change.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Where it stands.
    pub standing: Standing,
    /// What was done.
    pub log: UmpireLog,
    /// What each side was shown, by its alliance.
    pub ledgers: BTreeMap<String, Ledger>,
    /// Texts that are committed to, by the names of their leaves.
    pub texts: BTreeMap<String, String>,
    /// The list of moves that is being carried out.
    pub turn: Option<TurnPaper>,
    /// The master before the last copy was taken; none where that changed nothing, or counts for good.
    pub before: Option<Vec<u8>>,
    /// The master before the answer that makes this state; it stays in the folder of that state.
    pub before_answer: Option<Vec<u8>>,
}

/// What a new game is made of.
pub struct NewGame<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The rules that are played.
    pub rules: &'a str,
    /// The module.
    pub module: &'a Path,
    /// The folder with tables of its own.
    pub data: Option<PathBuf>,
    /// The key.
    pub key: &'a SealKey,
}

/// The folder of a game.
pub struct Desk {
    folder: PathBuf,
    /// What the game is called.
    pub name: String,
    /// The rules that are played.
    pub rules: String,
    /// The module.
    pub module: PathBuf,
    /// The key.
    pub key: SealKey,
    /// The tag of its hashes.
    pub tag: GameTag,
    /// The number of the last state.
    number: usize,
    /// The last state.
    pub state: State,
    /// Held until this is dropped, so that one command works at a desk at a time; none where the file system knows no
    /// locks.
    lock: Option<DeskLock>,
}

impl Desk {
    /// The files of a new game, the first state among them.
    pub fn begin(
        game: NewGame<'_>,
        master: Vec<u8>,
        state: &State,
    ) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let about = About {
            format: 1,
            game: game.name.to_owned(),
            rules: game.rules.to_owned(),
            module: game.module.to_owned(),
            key: game.key.to_hex().to_string(),
            data: game.data,
        };
        let about = toml::to_string(&about).map_err(|error| Failure::new(error.to_string()))?;
        let mut all = vec![(UMPIRE.to_owned(), about.into_bytes()), (MASTER.to_owned(), master)];
        let state = state.files(None)?.into_iter();
        all.extend(state.map(|(name, bytes)| (format!("{STATES}/{}/{name}", numbered(1)), bytes)));
        Ok(all)
    }

    /// The folder with tables of its own that a game was begun with.
    pub fn data(folder: &Path) -> Result<Option<PathBuf>, Failure> {
        let (_, about) = about(folder)?;
        Ok(about.data.map(|data| folder.join(data)))
    }

    /// Opens the folder of a game, and ends what a command that was stopped left undone.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let (path, about) = about(folder)?;
        let lock = locked(&path)?;
        let wrong = |what: &str| Failure::about(&path, what.to_owned());
        let key = about.key.parse().map_err(|_| {
            wrong("its key is not 64 hex digits").help("without the key nothing can be opened")
        })?;
        let tag = GameTag::new(&about.rules).ok_or_else(|| wrong("names no game in rules"))?;
        let tag =
            tag.of_match(&about.game).ok_or_else(|| wrong("game: expected a name of 1 to 200 bytes"))?;
        let number = last_state(folder)?;
        let state = State::read(&folder.join(STATES).join(numbered(number)))?;
        let desk = Self {
            folder: folder.to_owned(),
            name: about.game,
            rules: about.rules,
            module: folder.join(about.module),
            key,
            tag,
            number,
            state,
            lock,
        };
        desk.refuse_other_master()?;
        desk.place_master()?;
        Ok(desk)
    }

    /// The folder of the game.
    pub fn folder(&self) -> PathBuf {
        self.folder.components().collect()
    }

    /// A file or folder in the folder of the game.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A file of the last state.
    pub fn state_path(&self, name: &str) -> PathBuf {
        self.folder.join(STATES).join(numbered(self.number)).join(name)
    }

    /// The last master that the desk itself wrote.
    pub fn last_written_master(&self) -> Option<PathBuf> {
        let in_state = |number: usize| self.folder.join(STATES).join(numbered(number)).join(MASTER);
        (1..=self.number).rev().map(in_state).find(|path| path.is_file())
    }

    /// The folder of an issue in one of the folders of issues.
    pub fn issue_folder(&self, kind: &str, issue: u32) -> PathBuf {
        self.folder.join(kind).join(format!("{issue:03}"))
    }

    /// A copy of a side that came back, by the issue that it is of and its number among them, from 1.
    pub fn returned_file(&self, issue: u32, alliance: &str, number: u32) -> PathBuf {
        let number = if number > 1 { format!(".{number}") } else { String::new() };
        self.folder.join(RETURNED).join(format!("{issue:03}{number}-{alliance}.vsav"))
    }

    /// The copy that a side gave back last, with the issue that it is of.
    pub fn last_returned(&self, alliance: &str) -> Option<(u32, PathBuf)> {
        let issue = *self.state.standing.returned.get(alliance)?;
        let number = self.state.standing.copies_back.get(alliance).copied().unwrap_or(1);
        Some((issue, self.returned_file(issue, alliance, number)))
    }

    /// Whether the log has a copy that came back with this SHA-256.
    pub fn has_taken(&self, sha256: &Digest32) -> bool {
        let hex = sha256.to_string();
        let is_it =
            |entry: &LogEntry| matches!(&entry.event, LogEvent::Returned { sha256, .. } if *sha256 == hex);
        self.state.log.entries.iter().any(is_it)
    }

    /// Refuses to write something for players into the folder of the game, which is closed to them.
    pub fn refuse_inside(&self, output: &Path) -> Result<(), Failure> {
        if !files::is_within(output, &self.folder) {
            return Ok(());
        }
        Err(Failure::about(output, "is in the folder of the game, which is only for the umpire")
            .help("name a place outside, so that the key stays private"))
    }

    /// Adds lines to the log.
    pub fn note(&mut self, round: u32, events: impl IntoIterator<Item = LogEvent>) {
        let Standing { power, phase, .. } = self.state.standing.clone();
        let entries = &mut self.state.log.entries;
        for event in events {
            let n = entries.last().map_or(1, |last| last.n.saturating_add(1));
            let (power, phase) = (power.clone(), phase.clone());
            entries.push(LogEntry { n, round, power, phase, event });
        }
    }

    /// Notes that the state which is written next comes of an answer, to a question about this master.
    pub fn note_answer(&mut self, answer: &str, master: &[u8]) {
        self.state.standing.answered = Some(self.number.saturating_add(1));
        answer.clone_into(&mut self.state.standing.answer);
        self.state.before_answer = Some(master.to_vec());
    }

    /// Notes that no answer can be taken back any more.
    pub fn forget_answer(&mut self) {
        self.state.standing.answered = None;
        self.state.standing.answer.clear();
    }

    /// Takes back the last answer and what followed from it; gives the lines of the log that went with it.
    ///
    /// # Errors
    /// There is none, or the master was changed since.
    pub fn take_back(&mut self) -> Result<Vec<LogEntry>, Failure> {
        let last = self.state.standing.answered.and_then(|at| Some((at, at.checked_sub(1)?)));
        let Some((at, before)) = last else {
            return Err(Failure::about(&self.folder, "has no answer to undo")
                .help("an answer is final once copies have been issued or taken after it"));
        };
        let in_state = |number: usize| self.folder.join(STATES).join(numbered(number));
        let master = files::read(&in_state(at).join(BEFORE_ANSWER))?;
        let state = State::read(&in_state(before))?;
        let path = self.path(MASTER);
        let current = files::read(&path)?;
        let is_ours = self.state.standing.written == Some(Digest32::of(&current));
        if current != master && !is_ours {
            return Err(Failure::about(&path, "was changed after the answer, and that change would be lost")
                .help(
                    "restore the master that the desk wrote last, or correct the result in it with VASSAL",
                ));
        }
        let kept = state.log.entries.len();
        let gone = self.state.log.entries.get(kept..).unwrap_or_default().to_vec();
        self.state = state;
        let new = (current != master).then_some(NewMaster { bytes: master, replaces: current });
        self.keep(new)?;
        Ok(gone)
    }

    /// Writes the next state, which counts from the moment on in which its folder has its name; with it the master that
    /// replaces the one that was read, where it changes.
    pub fn keep(&mut self, master: Option<NewMaster>) -> Result<(), Failure> {
        self.clear_leftovers();
        let number = self.number.saturating_add(1);
        let folder = self.folder.join(STATES).join(numbered(number));
        if folder.exists() {
            return Err(Failure::about(&folder, "exists already")
                .help("something else has written into this folder; look at its last states"));
        }
        self.state.standing.replaces = master.as_ref().map(|master| Digest32::of(&master.replaces));
        self.state.standing.master = master.as_ref().map(|master| Digest32::of(&master.bytes));
        self.state.standing.written = self.state.standing.master.or(self.state.standing.written);
        files::place_folder(&folder, &self.state.files(master.map(|master| master.bytes))?)?;
        self.state.before_answer = None;
        self.number = number;
        self.place_master()
    }

    /// Removes what commands that were killed have left half-written. Only who holds the lock knows that nobody writes
    /// there now.
    fn clear_leftovers(&self) {
        if self.lock.is_none() {
            return;
        }
        for folder in ["", STATES, ISSUES, SEALED, RETURNED, SHEETS, BATTLES] {
            files::clear_leftovers(&self.folder.join(folder));
        }
    }

    /// Refuses a state whose master is not the one that was written there.
    fn refuse_other_master(&self) -> Result<(), Failure> {
        let path = self.state_path(MASTER);
        let Some(due) = self.state.standing.master.filter(|_| path.exists()) else { return Ok(()) };
        if Digest32::of(&files::read(&path)?) == due {
            return Ok(());
        }
        Err(Failure::about(&path, "is not the master that was written there").help(
            "restore it from a backup of the folder; the master to change is the one in the folder of the game",
        ))
    }

    /// Puts the master of the last state into its place, unless that was done, or the umpire has changed the master since.
    fn place_master(&self) -> Result<(), Failure> {
        let state = self.folder.join(STATES).join(numbered(self.number));
        let (bytes, placed) = (state.join(MASTER), state.join(PLACED));
        let Some(replaces) = self.state.standing.replaces.filter(|_| !placed.exists()) else { return Ok(()) };
        let path = self.path(MASTER);
        if Digest32::of(&files::read(&path)?) == replaces {
            files::write_private(&path, &files::read(&bytes)?)?;
        }
        files::write_private(&placed, b"")
    }
}

/// A master that takes the place of another.
pub struct NewMaster {
    /// The file.
    pub bytes: Vec<u8>,
    /// The file that it replaces.
    pub replaces: Vec<u8>,
}

/// What stays the same, with the path of its file.
fn about(folder: &Path) -> Result<(PathBuf, About), Failure> {
    let path = folder.join(UMPIRE);
    if !path.exists() {
        return Err(Failure::about(&path, "no such file").help(
            "it has the key of a game: name the folder made by liege umpire new, or restore the file from a \
             backup",
        ));
    }
    files::expect_private(&path)?;
    files::expect_private(folder)?;
    let text = files::read_text(&path)?;
    let about: About = toml::from_str(&text).map_err(|error| {
        Failure::about(&path, error.message().to_owned())
            .help("restore it from a backup: without its key nothing can be opened")
    })?;
    if about.format != 1 {
        return Err(Failure::about(&path, "expected format = 1"));
    }
    Ok((path, about))
}

/// A file that is held against other commands at the same desk.
pub struct DeskLock(File);

impl Drop for DeskLock {
    fn drop(&mut self) {
        // A process that is being started has a copy of the open file for a moment, which would keep it locked.
        let _ = self.0.unlock();
    }
}

/// Holds a file against other commands at the same desk.
fn locked(path: &Path) -> Result<Option<DeskLock>, Failure> {
    let file = File::open(path).map_err(|error| Failure::about(path, error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Failure::about(path, "another command is using this desk")
            .help("wait until it is done, then try again")),
        // Some network folders know no locks; a state is still never written over another.
        Ok(()) => Ok(Some(DeskLock(file))),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

impl State {
    fn files(&self, master: Option<Vec<u8>>) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let standing = Standing { ledgers: self.ledgers.keys().cloned().collect(), ..self.standing.clone() };
        let standing = toml::to_string(&standing).map_err(|error| Failure::new(error.to_string()))?;
        let mut all =
            vec![(DESK.to_owned(), standing.into_bytes()), (LOG.to_owned(), self.log.write().into_bytes())];
        for (alliance, ledger) in &self.ledgers {
            all.push((ledger_file(alliance), ledger.write().into_bytes()));
        }
        for (leaf, text) in &self.texts {
            let (kind, whose) = leaf.split_once('/').unwrap_or((leaf, ""));
            all.push((format!("{TEXTS}/{kind}-{whose}.txt"), text.clone().into_bytes()));
        }
        if let Some(turn) = &self.turn {
            let json = serde_json::to_vec_pretty(turn).map_err(|error| Failure::new(error.to_string()))?;
            all.push((TURN.to_owned(), json));
        }
        all.extend(master.map(|bytes| (MASTER.to_owned(), bytes)));
        all.extend(self.before.clone().map(|bytes| (BEFORE.to_owned(), bytes)));
        all.extend(self.before_answer.clone().map(|bytes| (BEFORE_ANSWER.to_owned(), bytes)));
        Ok(all)
    }

    fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(DESK);
        let standing: Standing = toml::from_str(&files::read_text(&path)?)
            .map_err(|error| Failure::about(&path, error.message().to_owned()))?;
        let mut faults: Vec<DataFault> = Vec::new();
        let path = folder.join(LOG);
        let log = UmpireLog::read(&path.display().to_string(), &files::read_text(&path)?, &mut faults);
        let mut state = Self { standing, log, ..Self::default() };
        for alliance in state.standing.ledgers.clone() {
            let path = folder.join(ledger_file(&alliance));
            let text = files::read_text(&path)?;
            let ledger = Ledger::read(&path.display().to_string(), &text, &mut faults);
            state.ledgers.insert(alliance, ledger);
        }
        let path = folder.join(TURN);
        if path.exists() {
            let turn = serde_json::from_str(&files::read_text(&path)?);
            state.turn = Some(turn.map_err(|error| Failure::about(&path, error.to_string()))?);
        }
        let path = folder.join(BEFORE);
        if path.exists() {
            state.before = Some(files::read(&path)?);
        }
        let texts = folder.join(TEXTS);
        for (name, path) in if texts.is_dir() { files::listed(&texts)? } else { Vec::new() } {
            if let Some(leaf) = name.strip_suffix(".txt") {
                state.texts.insert(leaf.replacen('-', "/", 1), files::read_text(&path)?);
            }
        }
        if faults.is_empty() { Ok(state) } else { Err(Failure::of_all(faults)) }
    }
}

/// The file of a side's ledger.
pub fn ledger_file(alliance: &str) -> String {
    format!("ledger-{alliance}.csv")
}

fn numbered(state: usize) -> String {
    format!("{state:05}")
}

/// The number of the last state.
fn last_state(folder: &Path) -> Result<usize, Failure> {
    let states = folder.join(STATES);
    let names = files::listed(&states)?;
    if names.len() > MOST_STATES {
        return Err(Failure::about(&states, format!("has more than {MOST_STATES} states")));
    }
    let numbers = names.iter().filter_map(|(name, _)| name.parse().ok());
    numbers.max().ok_or_else(|| {
        Failure::about(&states, "has no saved state").help("start a game with: liege umpire new")
    })
}
