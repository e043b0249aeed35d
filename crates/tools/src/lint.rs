//! Faults of any module, whatever its game: what is missing, left over, misspelt, or not what its author meant.
//!
//! A check is a function and a row; its page in `lint/checks` says what VASSAL does with the fault, why it hurts, and how
//! it is mended in the editor.
//!
//! A fault is recognised by what does not change (`Fault::fingerprint`): its check, its component without its
//! surroundings, trait, attribute, entry, and message without counts. A baseline counts faults of one fingerprint,
//! so that a second one with the same words is new.

mod checks;
mod definitions;
mod extended;
mod extending;
mod fault;
mod fix;
mod idle;
mod known;
mod made;
mod pictures;
mod reader;
mod roles;
mod set_ups;
mod table;
mod tree;
mod values;
mod wanted;
mod words;

pub use checks::{Asks, CHECKS, Check};
use checks::{Code, Run};
pub use extended::{Beside, ReadRoot, of_extension, with_extensions};
use extending::Extended;
pub use fault::{Fault, Place};
pub use fix::{Fixed, Mended, fix};
use pictures::Pictures;
pub use reader::{ReadPictures, SizeOf};
use roles::Role;
use set_ups::Saved;
pub use table::OfSave;
use table::{Made, Table};
use tree::Tree;
use values::{At, Value};
pub use wanted::Wanted;
use words::Slips;

pub use vassal::diagnostic::Level;
use vassal::format::detect::Kind;
use vassal::format::module_file::ModuleFile;
use vassal::model::extensions;
use vassal::model::module::Module;
use vassal::model::position::Piece;

/// A module or extension with all that checks look at.
pub(crate) struct Subject<'m> {
    pub file: &'m ModuleFile,
    /// Files that are loaded with it: the module of an extension, the extensions of a module.
    pub others: &'m [&'m ModuleFile],
    pub module: &'m Module,
    pub tree: &'m Tree<'m>,
    pub values: &'m [Value<'m>],
    pub pictures: Pictures,
    /// What reads them.
    pub reader: Option<&'m dyn ReadPictures>,
    pub slips: Slips,
    /// The saves in it that were read already.
    pub saved: &'m Saved,
}

impl<'m> Subject<'m> {
    /// The values that stand for something.
    pub fn of_role(&self, role: Role) -> impl Iterator<Item = &'m Value<'m>> {
        self.values.iter().filter(move |value| value.role == role)
    }

    /// Whether one of the files brings classes of its own.
    pub fn has_code(&self) -> bool {
        self.files().any(has_code)
    }

    /// The file and those that are loaded with it.
    pub fn files(&self) -> impl Iterator<Item = &'m ModuleFile> {
        std::iter::once(self.file).chain(self.others.iter().copied()).flat_map(ModuleFile::all)
    }

    /// Whether one of the files has an entry.
    pub fn has_entry(&self, name: &str) -> bool {
        self.files().any(|file| file.archive.contains(name))
    }
}

/// Whether a module brings classes of its own.
fn has_code(file: &ModuleFile) -> bool {
    file.all().any(|file| file.archive.entries().iter().any(|entry| entry.name.ends_with(".class")))
}

/// The faults that one check finds.
pub(crate) struct Told<'t> {
    check: &'static Check,
    /// The components; none of a save.
    tree: Option<&'t Tree<'t>>,
    faults: &'t mut Vec<Fault>,
}

impl Told<'_> {
    /// Tells a fault of a value or component.
    pub fn at(&mut self, at: At<'_>, message: String, help: Option<String>) {
        let place = self.tree.map(|tree| Place::of(tree, at)).unwrap_or_default();
        self.push(place, message, help);
    }

    /// Tells a fault of a piece of a save.
    pub fn of_piece(&mut self, piece: &Piece, message: String, help: Option<String>) {
        self.push(Place::piece(piece), message, help);
    }

    /// Tells a fault of a whole save.
    pub fn of_save(&mut self, message: String, help: Option<String>) {
        self.push(Place::default(), message, help);
    }

    /// Tells a fault of an entry of the archive.
    pub fn of_entry(&mut self, entry: &str, message: String, help: Option<String>) {
        self.push(Place::entry(entry), message, help);
    }

    fn push(&mut self, place: Place, message: String, help: Option<String>) {
        let Check { id, name, severity, .. } = *self.check;
        self.faults.push(Fault { id, name, severity, message, help, place });
    }
}

/// What was found in a file, and what was not looked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linted {
    /// The faults, in the order of the checks and of the build file.
    pub faults: Vec<Fault>,
    /// The checks that were made, by their ids.
    pub made: Vec<&'static str>,
    /// The checks that this file cannot be asked.
    pub not_checked: Vec<NotChecked>,
}

impl Linted {
    /// Adds what was found elsewhere. A check was made where it was made of one of several.
    fn add(&mut self, other: Self) {
        self.faults.extend(other.faults);
        for id in other.made {
            if !self.made.contains(&id) {
                self.made.push(id);
            }
        }
        for one in other.not_checked {
            if !self.not_checked.iter().any(|own| own.id == one.id) {
                self.not_checked.push(one);
            }
        }
    }
}

/// A check that was wanted and not made.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct NotChecked {
    /// Its id.
    pub id: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// Looks for the faults of a module with its set-ups, or of an extension without its module.
#[must_use]
pub fn of_module(file: &ModuleFile, module: &Module, wanted: Wanted<'_>) -> Linted {
    of_module_with((file, module), (file, module), wanted)
}

/// The same where its set-ups are played with extensions, which `played` has, file and module.
#[must_use]
pub fn of_module_with(
    (file, module): (&ModuleFile, &Module),
    (played_file, played): (&ModuleFile, &Module),
    wanted: Wanted<'_>,
) -> Linted {
    let set_ups = set_ups::look((played_file, None), (played, &module.setups), wanted.checks);
    let mut linted = alone(file, module, &set_ups.saved, wanted);
    if file.kind == Kind::Extension {
        let of_extension = |check: &&Check| matches!(check.run, Run::Extension(_)) && (wanted.checks)(check);
        let reason = "its module was not found";
        let not_made = CHECKS.iter().filter(of_extension).map(|check| NotChecked { id: check.id, reason });
        linted.not_checked.extend(not_made);
    }
    linted.add(set_ups.linted);
    linted
}

/// Looks for the faults of a module or extension itself. `saved` is what was read of saves in it already.
fn alone(file: &ModuleFile, module: &Module, saved: &Saved, wanted: Wanted<'_>) -> Linted {
    let tree = Tree::of(&file.build_file.root);
    let values = values::all(&tree);
    let pictures = Pictures::of(file);
    let slips = Slips::default();
    let (tree, values) = (&tree, values.as_slice());
    let reader = wanted.pictures;
    let subject = Subject { file, others: &[], module, tree, values, pictures, reader, slips, saved };
    let (is_extension, code) = (file.kind == Kind::Extension, Code::of(&subject));
    let mut linted = Linted::default();
    for check in CHECKS.iter().filter(|check| (wanted.checks)(check)) {
        let of_whole = matches!(check.asks, Asks::WholeModule | Asks::NoCode | Asks::NoUnknownCode);
        let reason = match of_whole && is_extension {
            true => Some("an extension is a part of its module"),
            false => code.forbids(check.asks),
        };
        if let Some(reason) = reason {
            linted.not_checked.push(NotChecked { id: check.id, reason });
            continue;
        }
        let mut told = Told { check, tree: Some(tree), faults: &mut linted.faults };
        match (check.run, reader) {
            (Run::Pictures(run), Some(reader)) => run(&subject, reader, &mut told),
            (Run::Pictures(_), None) => {
                let reason = "nothing here reads pictures";
                linted.not_checked.push(NotChecked { id: check.id, reason });
                continue;
            }
            (Run::Module(run), _) => run(&subject, &mut told),
            (Run::Save(_) | Run::Extension(_) | Run::SetUps, _) => continue,
        }
        linted.made.push(check.id);
    }
    linted
}

/// Looks for the faults of a save or log. `wanted` picks checks.
#[must_use]
pub fn of_save(save: OfSave<'_>, wanted: &dyn Fn(&Check) -> bool) -> Linted {
    let made = save.module.map(|(file, module)| Made::of(file, module)).unwrap_or_default();
    let has_code = save.module.is_some_and(|(file, _)| has_code(file));
    let mut linted = Linted::default();
    look_at_save(&Table::new(save, &made), has_code, wanted, &mut linted);
    linted
}

/// Makes the checks of saves of one of them.
fn look_at_save(table: &Table<'_>, has_code: bool, wanted: &dyn Fn(&Check) -> bool, linted: &mut Linted) {
    let missing = |file| extensions::missing(table.save.commands, file).next().is_some();
    let lacks_extension = table.save.module.is_some_and(|(file, _)| missing(file));
    for check in CHECKS.iter().filter(|check| wanted(check)) {
        let Run::Save(run) = check.run else { continue };
        let asks_its_module =
            matches!(check.asks, Asks::ItsModule | Asks::ItsModuleWithoutCode | Asks::ItsModuleInPart);
        let reason = match check.asks {
            _ if asks_its_module && table.save.module.is_none() => "its module was not found",
            Asks::ItsModule | Asks::ItsModuleWithoutCode if lacks_extension => {
                "an extension that it was saved with was not found"
            }
            Asks::ItsModuleWithoutCode if has_code => "the module's own classes may be anything",
            _ => {
                run(table, &mut Told { check, tree: None, faults: &mut linted.faults });
                linted.made.push(check.id);
                continue;
            }
        };
        linted.not_checked.push(NotChecked { id: check.id, reason });
    }
}
