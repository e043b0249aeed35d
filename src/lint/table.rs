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

/// What is made of a module once for all its saves.
#[derive(Default)]
pub(crate) struct Made {
    /// Its counters; empty without a module.
    pub counters: Counters,
    /// Its pictures; none without a module.
    pub pictures: Option<Pictures>,
}

impl Made {
    /// What is made of a module.
    pub fn of(file: &ModuleFile, module: &Module) -> Self {
        Self { counters: Counters::of(module), pictures: Some(Pictures::of(file)) }
    }
}

/// A save with what is made of its module.
pub(crate) struct Table<'t> {
    pub save: OfSave<'t>,
    pub made: &'t Made,
}

impl Table<'_> {
    /// The pieces that may be named.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.save.position.pieces.iter().filter(|piece| (self.save.sees)(piece))
    }
}
