//! `umpire new`: a folder with a key of its own, the master and the copies of issue 0.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::folder::{Desk, MASTER, NewGame, State, UMPIRE};
use super::{issue, master, sides};
use crate::cli::args::NewDesk;
use crate::cli::session::Session;
use crate::cli::{Exit, Failure, data, files, reading};
use crate::table::Table;
use liege_build::GAME_MARK;
use liege_rules::desk::key::SealKey;
use liege_rules::desk::ledger::Ledger;
use liege_rules::desk::log::UmpireLog;

/// Runs `umpire new`.
pub fn run(session: &Session, own: &NewDesk) -> Result<Exit, Failure> {
    data::game(&own.game, &*data::kept_files(session)?)?;
    if own.folder.exists() {
        return go_on(session, own);
    }
    refuse_other_game(session, own)?;
    let table = master(session, &own.master, &own.module, &own.game)?;
    let name = name_of(own);
    let (rules, state) = (table.game.id().to_owned(), first_state(&table, &name)?);
    let saved = files::read(&own.master)?;
    let (module, data) = (whole(&own.module)?, session.data.as_deref().map(whole).transpose()?);
    let game = NewGame { name: &name, rules: &rules, module: &module, data, key: &key()? };
    let all = Desk::begin(game, saved, &state)?;
    files::place_folder(&own.folder, &all)?;
    let (desk, mut issued) =
        first_issue(session, own).inspect_err(|_| files::take_back_folder(&own.folder))?;
    issued.not_done = not_done(&table);
    issued.print(&desk, own.format)
}

/// The papers of a game that begins: the ledgers of its sides, and an empty log.
fn first_state(table: &Table, name: &str) -> Result<State, Failure> {
    let mut ledgers: BTreeMap<String, Ledger> = BTreeMap::new();
    if let Some(hidden) = table.game.hidden() {
        for (_, alliance) in sides(table)? {
            let entries = hidden.known_at_start(&table.situation, &alliance);
            ledgers.insert(alliance, Ledger { entries });
        }
    }
    // Where the desk carries out no turns, whatever its log lacks may have happened all the same.
    let untold =
        table.game.hidden().and_then(|hidden| hidden.turns()).map_or(&[][..], |turns| turns.untold());
    let lacks = untold.iter().map(|kind| (*kind).to_owned()).collect();
    let (game, rules) = (name.to_owned(), table.game.id().to_owned());
    let log = UmpireLog { game, rules, complete: false, lacks, ..UmpireLog::default() };
    Ok(State { log, ledgers, ..State::default() })
}

/// What the desk of a game does not do, for who begins it.
fn not_done(table: &Table) -> Vec<String> {
    match table.game.hidden().and_then(|hidden| hidden.turns()) {
        Some(turns) => turns.not_done().iter().map(|what| (*what).to_owned()).collect(),
        None => vec![format!(
            "turns and returned copies: it has no rules for {}; change the master with VASSAL",
            table.game.id()
        )],
    }
}

/// What the game is called.
fn name_of(own: &NewDesk) -> String {
    let folder = || own.folder.file_name().map(|name| name.to_string_lossy().into_owned());
    own.name.clone().or_else(folder).unwrap_or_default()
}

fn whole(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::about(path, error))
}

/// Ends what a command that was killed has begun in this folder: a game without its first issue, of the same files.
fn go_on(session: &Session, own: &NewDesk) -> Result<Exit, Failure> {
    let exists = || Failure::about(&own.folder, "exists already").help("name a new folder for the game");
    if !own.folder.join(UMPIRE).is_file() {
        return Err(exists());
    }
    let mut desk = Desk::open(&own.folder)?;
    if desk.state.standing.issue > 0 {
        return Err(exists());
    }
    let data = session.data.as_deref().map(whole).transpose()?;
    let is_same = desk.rules.eq_ignore_ascii_case(&own.game)
        && desk.name == name_of(own)
        && desk.module == whole(&own.module)?
        && Desk::data(&own.folder)? == data
        && files::read(&desk.path(MASTER))? == files::read(&own.master)?;
    if !is_same {
        let what = "is a game without its first issue, left by an interrupted command with other files";
        return Err(Failure::about(&own.folder, what).help(
            "repeat it with the same game, name, module, set-up and data; or remove the folder, if nobody \
             has any of its files",
        ));
    }
    let issued = issue::make(session, &mut desk, false)?;
    issued.print(&desk, own.format)
}

/// Refuses a module that says that it is of another game.
fn refuse_other_game(session: &Session, own: &NewDesk) -> Result<(), Failure> {
    let module = reading::module(&own.module, &session.limits)?;
    let mark = module.about.as_ref().and_then(|about| about.extra1.as_deref()?.strip_prefix(GAME_MARK));
    let Some(game) = mark.map(str::trim).filter(|game| !game.eq_ignore_ascii_case(&own.game)) else {
        return Ok(());
    };
    Err(Failure::about(&own.module, format!("is a module of {game}, expected one of {}", own.game)).help(
        format!(
            "build one: liege build {} -o MODULE; or start its game: liege umpire new {game} …",
            own.game
        ),
    ))
}

/// The copies of issue 0, which show the set-up.
fn first_issue(session: &Session, own: &NewDesk) -> Result<(Desk, issue::Issued), Failure> {
    let mut desk = Desk::open(&own.folder)?;
    let issued = issue::make(session, &mut desk, false)?;
    Ok((desk, issued))
}

/// A key from the operating system; never one that can be guessed.
fn key() -> Result<SealKey, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::new(format!("the system gave no random key: {error}")))?;
    Ok(SealKey::new(bytes))
}
