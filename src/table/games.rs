//! Where the packs and modules of games come from; those that come with this crate are made once in a process.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Failure;
use crate::games::{self, Known};
use crate::kept::Kept;
use crate::shipped::{Embedded, stamp_of};
use liege_build::{Data, frame};
use liege_rules::data::{Files, Overlay};
use liege_rules::game::Game;
use liege_rules::game::pack::{Pack, stored_path};
use vassal::model::module::Module;

/// Where the packs and the modules of games come from.
pub trait Games {
    /// The data files of all games.
    ///
    /// # Errors
    /// They cannot be read.
    fn files(&self) -> Result<Arc<Overlay<'static>>, Failure>;
    /// The game that a word names.
    ///
    /// # Errors
    /// There is none of that name.
    fn game(&self, word: &str) -> Result<Known, Failure>;
    /// The ids of the games there are.
    fn ids(&self) -> String;
    /// The pack of a game.
    ///
    /// # Errors
    /// Its data are faulty.
    fn pack(&self, game: &dyn Game) -> Result<Arc<Pack>, Failure>;
    /// The module of a game that is built from its data, without its pictures; with its pieces if new ones are to be
    /// made.
    ///
    /// # Errors
    /// Its data are faulty.
    fn module(&self, game: &dyn Game, with_pieces: bool) -> Result<Arc<Module>, Failure>;
}

/// The games that come with this crate.
pub struct ShippedGames;

impl Games for ShippedGames {
    fn files(&self) -> Result<Arc<Overlay<'static>>, Failure> {
        static FILES: Kept<(), Overlay<'static>> = Kept::new();
        FILES.get_or_make((), || Ok(Overlay::new(BTreeMap::new(), &Embedded)))
    }

    fn game(&self, word: &str) -> Result<Known, Failure> {
        games::known(word, &Embedded).map_err(|error| Failure::new(error.to_string()))
    }

    fn ids(&self) -> String {
        games::ids(&Embedded)
    }

    fn pack(&self, game: &dyn Game) -> Result<Arc<Pack>, Failure> {
        static PACKS: Kept<String, Pack> = Kept::new();
        PACKS.get_or_make(game.id().to_owned(), || {
            let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
            let stored = Embedded.read(&stored_path(game.id()));
            // Whoever edits a table sees it in a debug build without making the binary form anew.
            let stored = stored.filter(|stored| {
                !cfg!(debug_assertions) || stored.starts_with(&stamp_of(game.id()).to_le_bytes())
            });
            Pack::of_shipped(game.id(), &read, stored).map_err(Failure::of_all)
        })
    }

    fn module(&self, game: &dyn Game, with_pieces: bool) -> Result<Arc<Module>, Failure> {
        static WHOLE: Kept<String, Module> = Kept::new();
        static FRAMES: Kept<String, Module> = Kept::new();
        let data = || Data::of_shipped(game, &Embedded, self.pack(game)?).map_err(Failure::of_all);
        let id = game.id().to_owned();
        match with_pieces {
            true => WHOLE.get_or_make(id, || data()?.module().map_err(Failure::of_all)),
            false => FRAMES.get_or_make(id, || match frame::shipped(game.id(), &Embedded) {
                Some(frame) => Ok(frame),
                None => data()?.frame().map_err(Failure::of_all),
            }),
        }
    }
}
