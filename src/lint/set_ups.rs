//! The saves of predefined set-ups inside a module or extension, looked through as saves beside it are.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::checks::Run;
use super::{CHECKS, Check, Linted, Made, OfSave, Table, Told, has_code, look_at_save};
use crate::format::command::Command;
use crate::format::detect::{FileError, Kind};
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::model::module::{Module, Setup};
use crate::model::position::Position;

/// Every release of a module has another version than its set-ups, and VASSAL does not ask which they have.
const OF_OTHER_VERSION: &str = "VASSAL-S12";

/// What was found in the set-ups of a module.
#[derive(Default)]
pub(super) struct LookedThrough {
    /// Their faults, each with the entry that holds it.
    pub linted: Linted,
    /// Their texts, by entry.
    pub texts: BTreeMap<String, String>,
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
    let subject = SetUps { file, module, made, has_code, wanted: ids };
    let each: Vec<&str> = entries.into_iter().collect();
    let all: Vec<_> = each.into_par_iter().map(|entry| (entry, subject.of(entry))).collect();
    for (entry, (own, text)) in all {
        found.linted.add(own);
        found.texts.extend(text.map(|text| (entry.to_owned(), text)));
    }
    found
}

/// A file with set-ups, the module that they are played with, and the checks that are wanted of them.
struct SetUps<'m> {
    file: &'m ModuleFile,
    module: &'m Module,
    made: Made,
    has_code: bool,
    wanted: BTreeSet<&'static str>,
}

impl SetUps<'_> {
    /// The faults of one, and its text.
    fn of(&self, entry: &str) -> (Linted, Option<String>) {
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
        (linted, save.ok().map(|save| save.text().to_owned()))
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
                format!("it is no saved game: {error}"),
                None,
            );
        }
    }
}

fn read(file: &ModuleFile, entry: &str) -> Result<SaveFile, FileError> {
    SaveFile::read(file.archive.read_entry(entry)?, file.archive.limits())
}
