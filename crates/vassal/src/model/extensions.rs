//! Which extensions VASSAL loads with a module, and which of them a save names.
//!
//! Engine classes: `build.module.ExtensionsLoader`, `build.module.ModuleExtension`.

use std::collections::{BTreeMap, BTreeSet};

use super::joined::{Found, Joined};
use crate::format::build_file::Element;
use crate::format::command::Command;
use crate::format::leaf::Leaf;
use crate::format::module_file::ModuleFile;
use crate::format::text::Text;

/// How the line of a save begins that names an extension.
const NAMED: &str = "EXT\t";
/// Extensions that extend extensions that are not loaded are looked for so often.
const MOST_ROUNDS: usize = 8;

/// A module with the extensions that VASSAL loads.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadedWith {
    /// The module's root with all of them.
    pub root: Element,
    /// Which were loaded, by number, in their order.
    pub loaded: Vec<usize>,
    /// Which were not, and why.
    pub refused: Vec<(usize, String)>,
}

/// Whether an extension fits any module.
#[must_use]
pub fn is_universal(extension: &Element) -> bool {
    extension.attr("anyModule").is_some_and(|any| any.eq_ignore_ascii_case("true"))
}

/// The module for which an extension was made, where it is another one.
#[must_use]
pub fn other_module<'e>(extension: &'e Element, module: &str) -> Option<&'e str> {
    extension.attr("module").filter(|name| *name != module.trim() && !is_universal(extension))
}

/// Loads extensions into a module, in their order. VASSAL loads nothing of one that was made for another module, or that
/// extends a component that is not there.
#[must_use]
pub fn load(module: &Element, extensions: &[&Element]) -> LoadedWith {
    let name = module.attr("name").unwrap_or_default();
    let (mut loaded, mut refused) = (Vec::new(), Vec::new());
    for (number, extension) in extensions.iter().enumerate() {
        match other_module(extension, name) {
            Some(other) => refused.push((number, format!("it was made for the module \"{other}\""))),
            None => loaded.push(number),
        }
    }
    let join = |loaded: &[usize]| {
        let roots: Vec<&Element> = loaded.iter().map(|number| extensions[*number]).collect();
        Joined::of(module, &roots)
    };
    let mut joined = join(&loaded);
    for _ in 0..MOST_ROUNDS {
        let lost = lost(&joined);
        if lost.is_empty() {
            break;
        }
        // What extends one that is not loaded is found in the next round.
        refused.extend(lost.iter().map(|(place, why)| (loaded[*place], why.clone())));
        loaded =
            (0..loaded.len()).filter(|place| !lost.contains_key(place)).map(|place| loaded[place]).collect();
        joined = join(&loaded);
    }
    refused.sort();
    LoadedWith { root: joined.root, loaded, refused }
}

/// The extensions of which something stands nowhere, and what is missing.
fn lost(joined: &Joined) -> BTreeMap<usize, String> {
    let mut lost = BTreeMap::new();
    for own in &joined.extending {
        if let Found::Nowhere { wanted } = &own.found {
            let why = || format!("it extends {wanted}, which is not in the module");
            lost.entry(own.extension).or_insert_with(why);
        }
    }
    lost
}

/// The extensions with which a save was written: name and version of each, in the order of the save.
#[must_use]
pub fn named_in(commands: &Command) -> Vec<(String, String)> {
    let named = commands.walk().map(Command::own).filter(|own| own.starts_with(NAMED));
    let read = |own: &Text| match Leaf::decode(own) {
        Leaf::Extension { name, version } => Some((name, version)),
        _ => None,
    };
    named.filter_map(read).collect()
}

/// The names of the extensions with which a save was written and that are not loaded with its module.
pub fn missing<'m>(commands: &'m Command, module: &'m ModuleFile) -> impl Iterator<Item = String> + 'm {
    let is_loaded = |name: &String| module.extensions.iter().any(|own| own.name == *name);
    let named = named_in(commands).into_iter().map(|(name, _)| name);
    named.collect::<BTreeSet<_>>().into_iter().filter(move |name| !is_loaded(name))
}
