//! How a save is opened: with which module, at which step, by which game, for whom.

use super::Table;
use super::games::ShippedGames;
use super::opened::{OpenedSave, ReadModule};
use crate::Failure;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;

/// How a save is opened.
#[derive(Default)]
pub struct Opening<'a> {
    /// What messages call the save; empty where it has no name.
    pub name: &'a str,
    /// The game; none where its module says it.
    pub game: Option<&'a str>,
    /// The phase; none where the save says it.
    pub phase: Option<&'a str>,
    /// The side that looks, or the umpire; none where nothing is hidden.
    pub side: Option<&'a str>,
    /// Whether the side holds the file, so that whatever is in it is there for it to see.
    pub is_held: bool,
    /// Whether nothing is made of the module's pieces, so that a built-in module needs none.
    pub makes_nothing: bool,
}

/// A save that is about to be laid on the table.
pub struct Opener<'a> {
    save: SaveFile,
    module: Option<ModuleFile>,
    step: usize,
    how: Opening<'a>,
}

impl<'a> Opener<'a> {
    /// A save with nothing beside it.
    #[must_use]
    pub fn of(save: SaveFile) -> Self {
        Self { save, module: None, step: 0, how: Opening::default() }
    }

    /// Its module, with whose places the position is read.
    #[must_use]
    pub fn module(self, module: ModuleFile) -> Self {
        Self { module: Some(module), ..self }
    }

    /// The step of a log after which is looked; without it, the start.
    #[must_use]
    pub fn step(self, step: usize) -> Self {
        Self { step, ..self }
    }

    /// Its game, where its module does not say it.
    #[must_use]
    pub fn game(mut self, game: &'a str) -> Self {
        self.how.game = Some(game);
        self
    }

    /// The phase, where the save does not say it.
    #[must_use]
    pub fn phase(mut self, phase: &'a str) -> Self {
        self.how.phase = Some(phase);
        self
    }

    /// The side that looks, or `umpire`.
    #[must_use]
    pub fn side(mut self, side: &'a str) -> Self {
        self.how.side = Some(side);
        self
    }

    /// Lays the position on the table, by the data that come with this crate.
    ///
    /// # Errors
    /// The save does not read, its game is unknown or knows none of its pieces, or it has secrets and nobody looks.
    pub fn lay(self) -> Result<Table, Failure> {
        let module = self.module.map(|file| ReadModule::of(file, Vec::new()));
        let mut opened = OpenedSave::of(&self.save, module.as_ref())?;
        opened.go_to(self.step)?;
        let table = Table::laid(self.save, opened, &self.how, &ShippedGames)?;
        table.refuse_strangers()?;
        Ok(table)
    }
}
