//! A save or log with all that checks of it look at.

use super::pictures::Pictures;
use crate::format::command::Command;
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::model::counters::Counters;
use crate::model::module::Module;
use crate::model::position::{Piece, Position};

/// A save or log, and how it is looked at.
#[derive(Clone, Copy)]
pub struct OfSave<'t> {
    /// Its commands.
    pub commands: &'t Command,
    /// The position in it.
    pub position: &'t Position,
    /// What it says of its module.
    pub about: Option<&'t Metadata>,
    /// Its module.
    pub module: Option<(&'t ModuleFile, &'t Module)>,
    /// Which pieces may be named.
    pub sees: &'t dyn Fn(&Piece) -> bool,
}

/// The same with what is made of the module once.
pub(crate) struct Table<'t> {
    pub save: OfSave<'t>,
    /// The counters of its module; empty without one.
    pub counters: Counters,
    /// The pictures of its module; none without one.
    pub pictures: Option<Pictures>,
}

impl<'t> Table<'t> {
    /// What is made of the module of a save.
    pub fn of(save: OfSave<'t>) -> Self {
        Self {
            save,
            counters: save.module.map(|(_, module)| Counters::of(module)).unwrap_or_default(),
            pictures: save.module.map(|(file, _)| Pictures::of(file)),
        }
    }

    /// The pieces that may be named.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.save.position.pieces.iter().filter(|piece| (self.save.sees)(piece))
    }
}
