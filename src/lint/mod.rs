//! Faults of any module, whatever its game: what is missing, left over, misspelt, or not what its author meant.
//!
//! A check is a function and a row; its page in `docs/lint` says what VASSAL does with the fault, why it hurts, and how
//! it is mended in the editor.

mod checks;
mod fault;
mod pictures;
mod roles;
mod tree;
mod values;

use std::collections::BTreeSet;

pub use checks::{CHECKS, Check};
pub use fault::{Fault, Level, Place};
use pictures::Pictures;
use roles::Role;
use tree::Tree;
use values::{At, Value};

use crate::format::detect::Kind;
use crate::format::module_file::ModuleFile;
use crate::model::module::Module;

/// A module or extension with all that checks look at.
pub(crate) struct Subject<'m> {
    pub file: &'m ModuleFile,
    pub module: &'m Module,
    pub tree: &'m Tree<'m>,
    pub values: &'m [Value<'m>],
    pub pictures: Pictures,
}

impl<'m> Subject<'m> {
    /// The values that stand for something.
    pub fn of_role(&self, role: Role) -> impl Iterator<Item = &'m Value<'m>> {
        self.values.iter().filter(move |value| value.role == role)
    }

    /// Whether it is an extension, which may use what its module has.
    pub fn is_extension(&self) -> bool {
        self.file.kind == Kind::Extension
    }

    /// Whether the file brings classes of its own, which may use anything under any name.
    pub fn has_code(&self) -> bool {
        self.file.archive.entries().iter().any(|entry| entry.name.ends_with(".class"))
    }
}

/// The faults that one check finds.
pub(crate) struct Told<'t> {
    check: &'static Check,
    tree: &'t Tree<'t>,
    faults: &'t mut Vec<Fault>,
}

impl Told<'_> {
    /// Tells a fault of a value or component.
    pub fn at(&mut self, at: At<'_>, message: String, help: Option<String>) {
        let place = Place::of(self.tree, at);
        self.push(place, message, help);
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

/// The faults of a module or extension, in the order of the checks and of the build file. `wanted` picks checks by id.
#[must_use]
pub fn of_module(file: &ModuleFile, module: &Module, wanted: &dyn Fn(&Check) -> bool) -> Vec<Fault> {
    let tree = Tree::of(&file.build_file.root);
    let values = values::all(&tree);
    let made = tree.all("GamePieceImage").filter_map(|(_, own)| own.element.attr("name").map(str::to_owned));
    let pictures = Pictures::of(file, made);
    let subject = Subject { file, module, tree: &tree, values: &values, pictures };
    let mut faults = Vec::new();
    for check in CHECKS.iter().filter(|check| wanted(check)) {
        if subject.is_extension() && !check.of_extensions {
            continue;
        }
        (check.run)(&subject, &mut Told { check, tree: &tree, faults: &mut faults });
    }
    faults
}

/// A text in quotes, shortened where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(LONGEST).collect();
    let more = if letters.next().is_some() { "…" } else { "" };
    format!("\"{start}{more}\"")
}

/// Whether a text is put together while VASSAL runs.
pub(crate) fn is_put_together(text: &str) -> bool {
    text.contains('$') || text.trim_start().starts_with('{')
}

/// Names that stand more than once, each with all of its places.
pub(crate) fn repeated<'n>(names: impl Iterator<Item = (&'n str, usize)>) -> Vec<(&'n str, Vec<usize>)> {
    let mut seen: std::collections::BTreeMap<&str, Vec<usize>> = std::collections::BTreeMap::new();
    let mut order = Vec::new();
    let mut known = BTreeSet::new();
    for (name, at) in names {
        seen.entry(name).or_default().push(at);
        if known.insert(name) {
            order.push(name);
        }
    }
    order
        .into_iter()
        .filter_map(|name| Some((name, seen.remove(name)?)))
        .filter(|(_, at)| at.len() > 1)
        .collect()
}
