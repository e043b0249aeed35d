//! The saves of predefined set-ups inside a module, looked through as saves beside it are.

use std::collections::BTreeSet;

use super::{Check, Linted, Made, OfSave, Table, has_code, look_at_save};
use crate::format::detect::Kind;
use crate::format::module_file::ModuleFile;
use crate::format::save_file::SaveFile;
use crate::model::module::Module;
use crate::model::position::Position;

/// Every release of a module has another version than its set-ups, and VASSAL does not ask which they have.
const OF_OTHER_VERSION: &str = "VASSAL-S12";

/// Adds the faults of the set-ups of a module, each with the entry that holds it. Entries that are no saves are left
/// out; those of an extension, too, whose pieces are those of another file.
pub(super) fn look(file: &ModuleFile, module: &Module, wanted: &dyn Fn(&Check) -> bool, linted: &mut Linted) {
    if file.kind == Kind::Extension {
        return;
    }
    let entries: BTreeSet<&str> = module.setups.iter().filter_map(|setup| setup.file.as_deref()).collect();
    if entries.is_empty() {
        return;
    }
    let (made, has_code) = (Made::of(file, module), has_code(file));
    let wanted = |check: &Check| check.id != OF_OTHER_VERSION && wanted(check);
    for entry in entries {
        let bytes = file.archive.read_entry(entry).ok();
        let save = bytes.and_then(|bytes| SaveFile::read(bytes, file.archive.limits()).ok());
        let Some(commands) = save.as_ref().and_then(|save| save.whole_commands().ok()) else { continue };
        let (position, _) = Position::read(commands, Some(module));
        let of_save = OfSave {
            commands,
            position: &position,
            about: None,
            module: Some((file, module)),
            sees: &|_| true,
        };
        let before = linted.faults.len();
        look_at_save(&Table { save: of_save, made: &made }, has_code, &wanted, linted);
        linted.faults[before..].iter_mut().for_each(|fault| fault.place.entry = Some(entry.to_owned()));
    }
    let mut seen = BTreeSet::new();
    linted.made.retain(|id| seen.insert(*id));
    let mut seen = BTreeSet::new();
    linted.not_checked.retain(|one| seen.insert(one.id));
}
