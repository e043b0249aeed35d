//! A save or log with all that checks of it look at.

use super::checks::{Asks, CHECKS, Check, Run};
use super::pictures::Pictures;
use super::{Linted, NotChecked, Told};
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

impl Table<'_> {
    /// The pieces that may be named.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.save.position.pieces.iter().filter(|piece| (self.save.sees)(piece))
    }
}

/// Looks for the faults of a save or log. `wanted` picks checks.
#[must_use]
pub fn of_save(save: OfSave<'_>, wanted: &dyn Fn(&Check) -> bool) -> Linted {
    let made = |file: &ModuleFile| {
        let images = file.build_file.root.descendants("GamePieceImage");
        images.filter_map(|own| own.attr("name").map(str::to_owned)).collect::<Vec<_>>()
    };
    let table = Table {
        save,
        counters: save.module.map(|(_, module)| Counters::of(module)).unwrap_or_default(),
        pictures: save.module.map(|(file, _)| Pictures::of(file, made(file).into_iter())),
    };
    let has_code = save.module.is_some_and(|(file, _)| super::has_code(file));
    let mut linted = Linted::default();
    for check in CHECKS.iter().filter(|check| wanted(check)) {
        let Run::Save(run) = check.run else { continue };
        let reason = match check.asks {
            Asks::ItsModule | Asks::ItsModuleWithoutCode if save.module.is_none() => {
                "its module is not at hand"
            }
            Asks::ItsModuleWithoutCode if has_code => "the module's own classes may be anything",
            _ => {
                run(&table, &mut Told { check, tree: None, faults: &mut linted.faults });
                linted.made.push(check.id);
                continue;
            }
        };
        linted.not_checked.push(NotChecked { id: check.id, reason });
    }
    linted
}
