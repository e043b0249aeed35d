//! The saves of predefined set-ups inside a module or extension, looked through as saves beside it are.
//!
//! They are read once, on all processors, before the module is checked: their texts name pictures, too, and only
//! which pictures is kept. What checks of saves share is made when the first asks for it (`table`); definitions of
//! traits are read once for all saves of a module (`definitions`).

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::checks::{NameFinder, NamedPictures, Run};
use super::{CHECKS, Check, Linted, Made, OfSave, Table, Told, has_code, look_at_save};
use vassal::format::command::Command;
use vassal::format::detect::{FileError, Kind};
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::module::{Module, Setup};
use vassal::model::position::Position;

/// Every release of a module has another version than its set-ups, and VASSAL does not ask which they have.
const OF_OTHER_VERSION: &str = "VASSAL-S12";
/// The check that asks which pictures set-ups name.
const UNUSED_PICTURE: &str = "VASSAL-I02";

/// What was found in the set-ups of a module.
#[derive(Default)]
pub(super) struct LookedThrough {
    /// Their faults, each with the entry that holds it.
    pub linted: Linted,
    /// Which pictures they name.
    pub saved: Saved,
}

/// The saves in a file that were read already.
#[derive(Debug, Default)]
pub(crate) struct Saved {
    /// Their entries.
    pub entries: BTreeSet<String>,
    /// The pictures that they name.
    pub named: NamedPictures,
}

/// Looks through the set-ups of a file, whose pieces are those of `module`: the same file, or an extension together with
/// its module, which is `base`. Without it those of an extension are left out, and beside it those whose save the engine
/// takes from the module (`tools.DataArchive`).
pub(super) fn look(
    (file, base): (&ModuleFile, Option<&ModuleFile>),
    (module, set_ups): (&Module, &[Setup]),
    wanted: &dyn Fn(&Check) -> bool,
) -> LookedThrough {
    let mut found = LookedThrough::default();
    let is_of_them = |check: &&Check| matches!(check.run, Run::Save(_) | Run::SetUps) && wanted(check);
    let ids: BTreeSet<&str> = CHECKS.iter().filter(is_of_them).map(|check| check.id).collect();
    let named = set_ups.iter().filter_map(|set_up| set_up.file.as_deref());
    let is_own =
        |name: &&str| file.archive.contains(name) && base.is_none_or(|base| !base.archive.contains(name));
    let entries: BTreeSet<&str> = named.filter(is_own).collect();
    if (file.kind == Kind::Extension && base.is_none()) || ids.is_empty() || entries.is_empty() {
        return found;
    }
    let mut made = Made::of(file, module);
    if let (Some(pictures), Some(base)) = (&mut made.pictures, base) {
        pictures.add(base);
    }
    let has_code = has_code(file) || base.is_some_and(has_code);
    let wants_names = CHECKS.iter().any(|check| check.id == UNUSED_PICTURE && wanted(check));
    let finder = if wants_names { NameFinder::of(file) } else { None };
    let subject = SetUps { file, module, made, has_code, finder, wanted: ids };
    let each: Vec<&str> = entries.into_iter().collect();
    // A set-up of a large game takes 100 times its size: each is gone before its thread takes the next.
    let all: Vec<_> = each.into_par_iter().map(|entry| (entry, subject.of(entry))).collect();
    for (entry, (own, named)) in all {
        found.linted.add(own);
        if let Some(named) = named {
            found.saved.named.add(&named);
            found.saved.entries.insert(entry.to_owned());
        }
    }
    found
}

/// A file with set-ups, the module that they are played with, and the checks that are wanted of them.
struct SetUps<'m> {
    file: &'m ModuleFile,
    module: &'m Module,
    made: Made,
    has_code: bool,
    /// Finds the pictures that they name, where that is asked.
    finder: Option<NameFinder>,
    wanted: BTreeSet<&'static str>,
}

impl SetUps<'_> {
    /// The faults of one, and the pictures that it names; none where it cannot be read.
    fn of(&self, entry: &str) -> (Linted, Option<NamedPictures>) {
        let mut linted = Linted::default();
        let save = read(self.file, entry);
        let whole = save.as_ref().map_err(ToString::to_string);
        match whole.and_then(|save| save.whole_commands().map_err(|error| error.to_string())) {
            Ok(commands) => self.look_at(commands, &mut linted),
            Err(error) => self.tell_unread(entry, &error, &mut linted),
        }
        linted.faults.iter_mut().for_each(|fault| fault.place.entry = Some(entry.to_owned()));
        let made = CHECKS.iter().filter(|check| matches!(check.run, Run::SetUps) && self.wants(check));
        linted.made.extend(made.map(|check| check.id));
        let named = save.ok().zip(self.finder.as_ref()).map(|(save, finder)| {
            let mut named = NamedPictures::default();
            finder.find(save.text(), &mut named);
            named
        });
        (linted, named)
    }

    fn wants(&self, check: &Check) -> bool {
        self.wanted.contains(check.id) && check.id != OF_OTHER_VERSION
    }

    fn look_at(&self, commands: &Command, linted: &mut Linted) {
        let (position, _) = Position::read(commands, Some(self.module));
        let save = OfSave {
            commands,
            position: &position,
            about: None,
            module: Some((self.file, self.module)),
            sees: &|_| true,
        };
        look_at_save(&Table::new(save, &self.made), self.has_code, &|check| self.wants(check), linted);
    }

    fn tell_unread(&self, entry: &str, error: &str, linted: &mut Linted) {
        for check in CHECKS.iter().filter(|check| matches!(check.run, Run::SetUps) && self.wants(check)) {
            Told { check, tree: None, faults: &mut linted.faults }.of_entry(
                entry,
                format!("it is not a saved game: {error}"),
                None,
            );
        }
    }
}

fn read(file: &ModuleFile, entry: &str) -> Result<SaveFile, FileError> {
    SaveFile::read(file.archive.read_entry(entry)?, file.archive.limits())
}
