//! A save or log with all that checks of it look at.

use std::cell::OnceCell;

use super::pictures::Pictures;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::metadata::Metadata;
use crate::format::module_file::ModuleFile;
use crate::format::piece::Form;
use crate::model::counters::Counters;
use crate::model::log::{self, Wrong};
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
    forms: OnceCell<Vec<(Option<String>, Form)>>,
    wrong_steps: OnceCell<Vec<(usize, Wrong)>>,
}

impl<'t> Table<'t> {
    /// A save with what is made of its module.
    pub fn new(save: OfSave<'t>, made: &'t Made) -> Self {
        Self { save, made, forms: OnceCell::new(), wrong_steps: OnceCell::new() }
    }

    /// The pieces, stacks and decks of the commands with their ids, steps of a log left out.
    pub fn forms(&self) -> &[(Option<String>, Form)] {
        self.forms.get_or_init(|| {
            let leaves = self.save.commands.walk().map(|command| command.own());
            let added =
                leaves.filter(|own| own.starts_with("+/")).filter_map(|own| match Leaf::decode(own) {
                    Leaf::AddPiece { id, type_text, state } => {
                        Some((id.map(String::from), Form::decode(type_text, state)))
                    }
                    _ => None,
                });
            added.collect()
        })
    }

    /// What is wrong with the steps of a log, each with the number of its step.
    pub fn wrong_steps(&self) -> &[(usize, Wrong)] {
        let module = self.save.module.map(|(_, module)| module);
        self.wrong_steps.get_or_init(|| log::faults(self.save.commands, module))
    }

    /// The pieces that may be named.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.save.position.pieces.iter().filter(|piece| (self.save.sees)(piece))
    }
}
