//! The set-ups that two modules have under one name, compared as the games that they are.

use crate::table::opened::read_module;
use liege_tools::compare::modules::{FileChange, ModuleDiff};
use liege_tools::compare::positions::{Looked, PositionDiff};
use vassal::format::Limits;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::eyes::Eyes;
use vassal::model::log;
use vassal::model::module::Module;

/// Adds what differs on the table in each set-up that was replaced. One that cannot be read stays a file.
pub fn compare(diff: &mut ModuleDiff, (before, after): (&ModuleFile, &ModuleFile), limits: &Limits) {
    let mut described: Option<[Module; 2]> = None;
    for file in diff.files.iter_mut().filter(|file| file.change == FileChange::Replaced) {
        let saves = [before, after].map(|module| save(module, &file.name, limits));
        let [Some(was), Some(is)] = &saves else { continue };
        let modules = described.get_or_insert_with(|| [before, after].map(|file| read_module(file).0));
        file.game = game((was, &modules[0]), (is, &modules[1]), limits);
    }
}

/// An entry that is a save or log.
fn save(module: &ModuleFile, name: &str, limits: &Limits) -> Option<SaveFile> {
    let bytes = module.archive.read_entry(name).ok()?;
    // Pictures are most of a module, and no archives.
    if bytes.starts_with(b"PK") { SaveFile::read(bytes, limits).ok() } else { None }
}

/// What differs between two games as they begin; whoever has a module may read its set-ups.
fn game(was: (&SaveFile, &Module), is: (&SaveFile, &Module), limits: &Limits) -> Option<PositionDiff> {
    let commands = [was.0.whole_commands().ok()?, is.0.whole_commands().ok()?];
    let position = |at: usize, module| log::position(commands[at], Some(module), 0).0;
    let (old, new) = (position(0, was.1), position(1, is.1));
    let eyes = Eyes::Umpire;
    let diff = PositionDiff::between(
        Looked { position: &old, module: Some(was.1), eyes: &eyes },
        Looked { position: &new, module: Some(is.1), eyes: &eyes },
    );
    let about = [was.0, is.0].map(|save| save.module_data(limits).ok().flatten());
    Some(diff.with_others([(commands[0], about[0].as_ref()), (commands[1], about[1].as_ref())], &eyes))
}
