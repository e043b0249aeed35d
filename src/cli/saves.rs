//! A save laid on the table of its game, with the module and the tables that the command line finds.

use std::path::Path;
use std::sync::Arc;

use super::args::LogPoint;
use super::commands::build;
use super::session::Session;
use super::{Failure, data, open, output, standard};
use crate::games::{self, Known};
use crate::table::games::Games;
use crate::table::games::ShippedGames;
use crate::table::handed_out::HandedOut;
use crate::table::opened::OpenedSave;
use crate::table::opening::Opening;
use crate::table::{self, Table, copies};
use liege_rules::data::Overlay;
use liege_rules::game::Game;
use liege_rules::game::pack::Pack;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::Eyes;
use vassal::model::module::Module;

/// What a command says about how to understand a save.
#[derive(Default)]
pub struct Wanted<'a> {
    /// The module given.
    pub module: Option<&'a Path>,
    /// The point of a log; none where the command has no choice.
    pub at: Option<LogPoint>,
    /// The game given.
    pub game: Option<&'a str>,
    /// The phase given.
    pub phase: Option<&'a str>,
    /// The side given.
    pub side: Option<&'a str>,
    /// Whether the side holds the file, so that whatever is in it is there for it to see.
    pub is_held: bool,
    /// Whether nothing is made of the module's pieces, so that a built-in module needs none.
    pub makes_nothing: bool,
}

/// The games with the tables of `--data`. A built-in module that stands for the one of a save is noted.
struct FromSession<'a> {
    session: &'a Session,
    save: Option<&'a Path>,
}

impl Games for FromSession<'_> {
    fn files(&self) -> Result<Arc<Overlay<'static>>, Failure> {
        data::kept_files(self.session)
    }

    fn game(&self, word: &str) -> Result<Known, Failure> {
        data::game(word, &*data::kept_files(self.session)?)
    }

    fn ids(&self) -> String {
        data::kept_files(self.session).map_or_else(|_| String::new(), |files| games::ids(&*files))
    }

    fn pack(&self, game: &dyn Game) -> Result<Arc<Pack>, Failure> {
        data::kept_pack(self.session, game)
    }

    fn module(&self, game: &dyn Game, with_pieces: bool) -> Result<Arc<Module>, Failure> {
        let module = match data::kept_files(self.session)?.user().is_empty() {
            true => ShippedGames.module(game, with_pieces)?,
            false => {
                let data = build::load(self.session, game.id())?;
                let module = if with_pieces { data.module() } else { data.frame() };
                Arc::new(module.map_err(Failure::of_all)?)
            }
        };
        if let Some(path) = self.save {
            let (place, pack) = (standard::name_of_input(path), self.pack(game)?);
            let told = format!("{place}: using the places of the built-in module of {}", pack.name);
            output::note(self.session, &told);
        }
        Ok(module)
    }
}

/// Opens a save and lays it on the table of its game.
pub fn read(path: &Path, session: &Session, wanted: &Wanted<'_>) -> Result<Table, Failure> {
    let save = open::save(path, &session.limits)?;
    let opened = open::unplaced(path, &save, open::Asked { module: wanted.module, at: wanted.at }, session)?;
    let place = standard::name_of_input(path).to_string();
    let how = Opening {
        name: &place,
        game: wanted.game,
        phase: wanted.phase,
        side: wanted.side,
        is_held: wanted.is_held,
        makes_nothing: wanted.makes_nothing,
    };
    Table::laid(save, opened, &how, &FromSession { session, save: Some(path) })
}

fn look_with(opened: &mut OpenedSave, path: &Path, module: &Module) -> Result<(), Failure> {
    opened.look_with(module).map_err(|fault| fault.before(&standard::name_of_input(path).to_string()))
}

/// The eyes that `--side` asks for, as the game of the save knows them. Where its rules hide more than VASSAL does, the
/// save is cut down to what they see.
pub fn eyes(
    path: &Path,
    side: Option<&str>,
    (save, game): (&SaveFile, &mut OpenedSave),
    session: &Session,
) -> Result<Eyes, Failure> {
    let eyes = open::eyes(path, side, game)?;
    by_the_game(path, eyes, (save, game), session)
}

/// The same, with the save cut down to the copy that `view` writes for the side, so that whatever a command prints of it
/// is what it prints of that copy.
pub fn eyes_on_copy(
    path: &Path,
    side: Option<&str>,
    (save, game): (&SaveFile, &mut OpenedSave),
    session: &Session,
) -> Result<Eyes, Failure> {
    let eyes = eyes(path, side, (save, game), session)?;
    cut_to_copy((save, game), &eyes, session)?;
    Ok(eyes)
}

/// Cuts a save down to the copy for a side, where the rules of its game have not done so already.
pub fn cut_to_copy(
    (save, game): (&SaveFile, &mut OpenedSave),
    eyes: &Eyes,
    session: &Session,
) -> Result<(), Failure> {
    // What an umpire's desk handed out is shown as it is.
    if game_hides_more(save, game, session)? { Ok(()) } else { copies::as_in_copy(game, eyes) }
}

/// The same as [`eyes_on_copy`]; without `--side`, the eyes of somebody who plays no side.
pub fn eyes_or_stranger(
    path: &Path,
    side: Option<&str>,
    (save, game): (&SaveFile, &mut OpenedSave),
    session: &Session,
) -> Result<Eyes, Failure> {
    if side.is_none() {
        return open::eyes_or_stranger(path, side, game);
    }
    eyes_on_copy(path, side, (save, game), session)
}

/// Whether the rules of its game hide more than VASSAL does, and nobody cut the save down to what a side sees.
pub fn hides_more((save, game): (&SaveFile, &OpenedSave), session: &Session) -> Result<bool, Failure> {
    let hides = game_hides_more(save, game, session)?;
    Ok(hides && HandedOut::of(&game.position.scenario_notes).is_none())
}

fn game_hides_more(save: &SaveFile, game: &OpenedSave, session: &Session) -> Result<bool, Failure> {
    let known = ours(save, game.file.as_deref(), session)?;
    Ok(known.is_some_and(|(known, _)| known.hidden().is_some()))
}

fn by_the_game(
    path: &Path,
    eyes: Eyes,
    (save, game): (&SaveFile, &mut OpenedSave),
    session: &Session,
) -> Result<Eyes, Failure> {
    if eyes == Eyes::Umpire {
        return Ok(eyes);
    }
    let Some((known, pack)) = ours(save, game.file.as_deref(), session)? else { return Ok(eyes) };
    let eyes = eyes.clone().without(pack.closed_to(eyes.side()));
    if let Some(hidden) = known.hidden() {
        let module = match game.module.take() {
            Some(module) => module,
            None => FromSession { session, save: None }.module(&*known, true)?,
        };
        if game.file.is_none() {
            look_with(game, path, &module)?;
        }
        copies::limit(game, hidden, &pack, &module, &eyes)?;
        game.module = Some(module);
    }
    Ok(eyes)
}

/// Tells the position of a save of one of our games, whose module is not at hand, by the places of the built-in one.
pub fn place_by_built_in(
    path: &Path,
    (save, table): (&SaveFile, &mut OpenedSave),
    session: &Session,
) -> Result<(), Failure> {
    if table.module.is_some() {
        return Ok(());
    }
    let Some((game, _)) = ours(save, None, session)? else { return Ok(()) };
    let module = FromSession { session, save: Some(path) }.module(&*game, false)?;
    look_with(table, path, &module)?;
    table.module = Some(module);
    Ok(())
}

/// The game of a save and its pack, where it is one of ours. Its data must be readable: they say what is hidden.
pub fn ours(
    save: &SaveFile,
    module: Option<&ModuleFile>,
    session: &Session,
) -> Result<Option<(Known, Arc<Pack>)>, Failure> {
    let Ok(game) =
        table::game_of(&table::marks(save, module), None, "", &FromSession { session, save: None })
    else {
        return Ok(None);
    };
    let pack = data::kept_pack(session, &*game)?;
    Ok(Some((game, pack)))
}
