//! What two modules or extensions differ in: components, their attributes and pieces, and the files beside them.

mod children;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::traits::{self, TraitsDiff};
use super::{ValueDiff, one_line};
use crate::diagnostic::counted;
use crate::format::archive::Archive;
use crate::format::build_file::Element;
use crate::format::components::{label, name};
use crate::format::module_file::ModuleFile;
use crate::model::slot::read_definition;

/// What two modules differ in.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ModuleDiff {
    /// The components that differ, in the order of the second module; those that are gone stand where they stood.
    pub components: Vec<ComponentDiff>,
    /// The files beside the build file that differ, by name.
    pub files: Vec<FileDiff>,
}

/// How one component differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComponentDiff {
    /// The components it is in, outermost first, then itself, as the editor calls them.
    pub path: Vec<String>,
    /// What is different.
    #[serde(flatten)]
    pub change: Change,
}

/// A change of a component.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// Only the second module has it.
    Added {
        /// How many components it has inside.
        inside: usize,
    },
    /// Only the first module has it.
    Removed {
        /// How many components it had inside.
        inside: usize,
    },
    /// Attributes or its text have other values.
    Values {
        /// Which.
        values: Vec<ValueDiff>,
    },
    /// Its piece has other traits.
    Traits {
        /// Which.
        traits: TraitsDiff,
    },
    /// What it has inside stands in another order.
    Reordered,
}

/// How a file of the archive differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileDiff {
    /// Its name in the archive.
    pub name: String,
    /// What is different.
    pub change: FileChange,
    /// Bytes before; none where it was not there.
    pub before: Option<u64>,
    /// Bytes after.
    pub after: Option<u64>,
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileChange {
    /// Only the second module has it.
    Added,
    /// Only the first has it.
    Removed,
    /// Both have it, with other bytes.
    Replaced,
}

impl ModuleDiff {
    /// What differs from one module to another.
    pub fn between(before: &ModuleFile, after: &ModuleFile) -> Self {
        let mut components = Vec::new();
        let (was, is) = (&before.build_file.root, &after.build_file.root);
        children::compare(was, is, &mut vec![title(is)], &mut components);
        // The build file is told by its components, and its date changes with every saving.
        let told = [before.build_file_name, after.build_file_name, "moduledata", "extensiondata"];
        Self { components, files: files(&before.archive, &after.archive, &told) }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty() && self.files.is_empty()
    }

    /// One line for each difference.
    pub fn lines(&self) -> Vec<String> {
        let components = self.components.iter().flat_map(ComponentDiff::lines);
        components.chain(self.files.iter().map(FileDiff::line)).map(|line| one_line(&line)).collect()
    }

    /// A line such as `3 components differ, 2 files differ`.
    pub fn summary(&self) -> String {
        let paths: BTreeSet<&[String]> = self.components.iter().map(|own| own.path.as_slice()).collect();
        let parts = [(paths.len(), "component"), (self.files.len(), "file")];
        let words: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| {
                format!("{} {}", counted(count, what), if count == 1 { "differs" } else { "differ" })
            })
            .collect();
        if words.is_empty() { "no difference".to_owned() } else { words.join(", ") }
    }
}

impl ComponentDiff {
    /// Where it is: `Map Window "Main Map" › Board "West"`.
    pub fn place(&self) -> String {
        // The module itself is in no doubt, unless it is what differs.
        let own = if self.path.len() > 1 { &self.path[1..] } else { &self.path };
        own.join(" › ")
    }

    /// One line for each thing that differs.
    pub fn lines(&self) -> Vec<String> {
        let place = self.place();
        let with = |inside: &usize| match inside {
            0 => String::new(),
            inside => format!(" with {}", counted(*inside, "component")),
        };
        match &self.change {
            Change::Added { inside } => vec![format!("{place} added{}", with(inside))],
            Change::Removed { inside } => vec![format!("{place} removed{}", with(inside))],
            Change::Values { values } => {
                values.iter().map(|own| format!("{place}: {} {}", own.name, own.in_words())).collect()
            }
            Change::Traits { traits } => {
                traits.in_words().into_iter().map(|words| format!("{place} {words}")).collect()
            }
            Change::Reordered => vec![format!("{place}: what is inside stands in another order")],
        }
    }
}

impl FileDiff {
    fn line(&self) -> String {
        let kind = match self.name.split('/').next() {
            Some("images") => "image",
            Some("sounds") => "sound",
            _ => "file",
        };
        let name = self.name.strip_prefix("images/").or_else(|| self.name.strip_prefix("sounds/"));
        let name = name.unwrap_or(&self.name);
        match (self.change, self.before, self.after) {
            (FileChange::Added, _, Some(bytes)) => format!("{kind} {name} added, {bytes} bytes"),
            (FileChange::Replaced, Some(was), Some(is)) => {
                format!("{kind} {name} replaced, {was} → {is} bytes")
            }
            _ => format!("{kind} {name} removed"),
        }
    }
}

/// What a component is called in a path: its kind and its name.
pub fn title(element: &Element) -> String {
    let (label, name) = (label(element), name(element));
    if name.is_empty() { label.to_owned() } else { format!("{label} \"{name}\"") }
}

/// How two elements of one kind differ in themselves.
fn own_changes(was: &Element, is: &Element) -> Vec<Change> {
    let mut found = Vec::new();
    let (old, new) = (attributes(was), attributes(is));
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let mut values: Vec<ValueDiff> = names
        .into_iter()
        .filter_map(|name| ValueDiff::of(name, old.get(name).copied(), new.get(name).copied()))
        .collect();
    let (before, after) = (was.text(), is.text());
    if before != after {
        match (read_definition(&before), read_definition(&after)) {
            (Some(old), Some(new)) => {
                let traits = traits::between(&old, &new, true);
                if traits.is_empty() {
                    values.extend(ValueDiff::of("text", Some(&before), Some(&after)));
                } else {
                    found.push(Change::Traits { traits });
                }
            }
            _ => values.extend(ValueDiff::of("text", Some(&before), Some(&after))),
        }
    }
    if !values.is_empty() {
        found.insert(0, Change::Values { values });
    }
    found
}

fn attributes(element: &Element) -> BTreeMap<&str, &str> {
    element.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// The entries of two archives that differ, by name; an entry with another checksum or size is another.
pub fn files(before: &Archive, after: &Archive, left_out: &[&str]) -> Vec<FileDiff> {
    let names =
        |archive: &Archive| archive.entries().iter().map(|entry| entry.name.clone()).collect::<Vec<_>>();
    let all: BTreeSet<String> = names(before).into_iter().chain(names(after)).collect();
    let mut found = Vec::new();
    for name in all.into_iter().filter(|name| !left_out.contains(&name.as_str()) && !name.ends_with('/')) {
        let (was, is) = (before.entry(&name), after.entry(&name));
        let change = match (was, is) {
            (None, _) => FileChange::Added,
            (_, None) => FileChange::Removed,
            (Some(was), Some(is)) => {
                let same = match (was.checksum, is.checksum) {
                    (Some(one), Some(other)) => one == other && was.size == is.size,
                    _ => before.read_entry(&name).ok() == after.read_entry(&name).ok(),
                };
                if same {
                    continue;
                }
                FileChange::Replaced
            }
        };
        found.push(FileDiff { name, change, before: was.map(|own| own.size), after: is.map(|own| own.size) });
    }
    found
}
