//! The folder of a hidden game: what stays the same, and one folder for each state, of which the last whole one counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cli::{Failure, files};
use crate::rules::desk::digest::{Digest32, GameTag};
use crate::rules::desk::key::SealKey;
use crate::rules::desk::ledger::Ledger;
use crate::rules::desk::log::UmpireLog;
use crate::rules::fault::DataFault;

/// The file with the key; nobody but the umpire may read it.
const UMPIRE: &str = "umpire.toml";
/// The save with the pieces of all sides, which the umpire may change with VASSAL.
pub const MASTER: &str = "master.vsav";
/// The folder of the states.
const STATES: &str = "state";
/// The folder of what was handed out.
pub const ISSUES: &str = "issues";
/// The folder of what each issue committed to.
pub const SEALED: &str = "sealed";
/// Where a state stands.
const DESK: &str = "desk.toml";
/// What was done.
pub const LOG: &str = "turn-log.jsonl";
/// The folder of the texts of a state.
const TEXTS: &str = "texts";
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
}

impl Desk {
    /// The files of a new game, the first state among them.
    pub fn begin(
        name: &str,
        rules: &str,
        module: &Path,
        key: &SealKey,
        master: Vec<u8>,
        state: &State,
    ) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let about = About {
            format: 1,
            game: name.to_owned(),
            rules: rules.to_owned(),
            module: module.to_owned(),
            key: key.to_hex().to_string(),
        };
        let about = toml::to_string(&about).map_err(|error| Failure::new(error.to_string()))?;
        let mut all = vec![(UMPIRE.to_owned(), about.into_bytes()), (MASTER.to_owned(), master)];
        let state = state.files()?.into_iter();
        all.extend(state.map(|(name, bytes)| (format!("{STATES}/{}/{name}", numbered(1)), bytes)));
        Ok(all)
    }

    /// Opens the folder of a game.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(UMPIRE);
        files::expect_private(&path)?;
        files::expect_private(folder)?;
        let text = files::read_text(&path)?;
        let about: About = toml::from_str(&text)
            .map_err(|error| Failure::about(&path, error.message().to_owned()))
            .map_err(|failure| {
                failure.help("restore it from a copy: without its key nothing can be opened")
            })?;
        let wrong = |what: &str| Failure::about(&path, what.to_owned());
        if about.format != 1 {
            return Err(wrong("expected format = 1"));
        }
        let key = about.key.parse().map_err(|_| {
            wrong("its key is no key of 64 hex digits").help("without the key nothing can be opened")
        })?;
        let tag = GameTag::new(&about.rules).ok_or_else(|| wrong("names no game in rules"))?;
        let tag =
            tag.of_match(&about.game).ok_or_else(|| wrong("game: expected a name of 1 to 200 bytes"))?;
        let number = last_state(folder)?;
        let state = State::read(&folder.join(STATES).join(numbered(number)))?;
        Ok(Self {
            folder: folder.to_owned(),
            name: about.game,
            rules: about.rules,
            module: folder.join(about.module),
            key,
            tag,
            number,
            state,
        })
    }

    /// A file or folder in the folder of the game.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The folder of an issue in one of the folders of issues.
    pub fn issue_folder(&self, kind: &str, issue: u32) -> PathBuf {
        self.folder.join(kind).join(format!("{issue:03}"))
    }

    /// Writes the next state, which counts from the moment on in which its folder has its name.
    pub fn keep(&self) -> Result<(), Failure> {
        let folder = self.folder.join(STATES).join(numbered(self.number.saturating_add(1)));
        if folder.exists() {
            return Err(Failure::about(&folder, "exists already: another command works at this desk")
                .help("wait for it, then try again"));
        }
        files::place_folder(&folder, &self.state.files()?)
    }
}

impl State {
    fn files(&self) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let standing = toml::to_string(&self.standing).map_err(|error| Failure::new(error.to_string()))?;
        let mut all =
            vec![(DESK.to_owned(), standing.into_bytes()), (LOG.to_owned(), self.log.write().into_bytes())];
        for (alliance, ledger) in &self.ledgers {
            all.push((ledger_file(alliance), ledger.write().into_bytes()));
        }
        for (leaf, text) in &self.texts {
            let (kind, whose) = leaf.split_once('/').unwrap_or((leaf, ""));
            all.push((format!("{TEXTS}/{kind}-{whose}.txt"), text.clone().into_bytes()));
        }
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
        for (name, path) in files::listed(folder)? {
            let Some(alliance) = name.strip_prefix("ledger-").and_then(|name| name.strip_suffix(".csv"))
            else {
                continue;
            };
            let text = files::read_text(&path)?;
            let ledger = Ledger::read(&path.display().to_string(), &text, &mut faults);
            state.ledgers.insert(alliance.to_owned(), ledger);
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
        Failure::about(&states, "has no state of the game").help("begin one with: liege umpire new")
    })
}
