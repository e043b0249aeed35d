//! What two modules or extensions differ in: components, their attributes and pieces, and the files beside them.

mod children;
pub mod partners;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::positions::PositionDiff;
use super::traits::{self, TraitsDiff};
use super::{ValueDiff, one_line};
use vassal::diagnostic::counted;
use vassal::format::archive::{Archive, ArchiveError};
use vassal::format::build_file::Element;
use vassal::format::components::{label, name};
use vassal::format::kinds::ValueKind;
use vassal::format::metadata::{EXTENSION_DATA, MODULE_DATA};
use vassal::format::module_file::ModuleFile;
use vassal::format::named_keys::{self, KeyCount, KeyNumbers};
use vassal::model::slot::read_definition;

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
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileDiff {
    /// Its name in the archive.
    pub name: String,
    /// What is different.
    pub change: FileChange,
    /// Bytes before; none where it was not there.
    pub before: Option<u64>,
    /// Bytes after.
    pub after: Option<u64>,
    /// What differs on the table, in a set-up or log that both modules have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<PositionDiff>,
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
        let [was, is] = [before, after].map(|module| &module.build_file.root);
        // The numbers of named keys are those of a session.
        if KeyCount::of(was) == KeyCount::of(is) {
            children::compare(was, is, &mut vec![title(is)], &mut components);
        } else {
            let [was, is] = [was, is].map(without_numbers);
            children::compare(&was, &is, &mut vec![title(&is)], &mut components);
        }
        Self { components, files: files(&before.archive, &after.archive, &told_elsewhere(&[before, after])) }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty() && self.files.is_empty()
    }

    /// One line for each difference.
    pub fn lines(&self) -> Vec<String> {
        let components = self.components.iter().flat_map(ComponentDiff::lines);
        components.chain(self.files.iter().flat_map(FileDiff::lines)).map(|line| one_line(&line)).collect()
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
        self.words().iter().map(|words| format!("{place}{words}")).collect()
    }

    /// What follows the place in each line.
    fn words(&self) -> Vec<String> {
        let with = |inside: &usize| match inside {
            0 => String::new(),
            inside => format!(" with {}", counted(*inside, "component")),
        };
        match &self.change {
            Change::Added { inside } => vec![format!(" added{}", with(inside))],
            Change::Removed { inside } => vec![format!(" removed{}", with(inside))],
            Change::Values { values } => {
                values.iter().map(|own| format!(": {}", own.of_field_in_words())).collect()
            }
            Change::Traits { traits } => {
                traits.in_words().into_iter().map(|words| format!(" {words}")).collect()
            }
            Change::Reordered => vec![": its contents are in another order".to_owned()],
        }
    }
}

impl FileDiff {
    /// What happened to it, in a set-up each difference in a line.
    pub fn lines(&self) -> Vec<String> {
        let Some(game) = &self.game else { return vec![self.line()] };
        let lines = game.lines().into_iter().map(|line| format!("set-up {}: {line}", self.name));
        let summary =
            if game.is_empty() { "saved again, with the same game in it".into() } else { game.summary() };
        lines.chain([format!("set-up {}: {summary}", self.name)]).collect()
    }

    /// What happened to it: `image hex.png replaced, 120 → 140 bytes`.
    pub fn line(&self) -> String {
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

fn without_numbers(root: &Element) -> Element {
    let mut root = root.clone();
    named_keys::put(&mut root, &KeyNumbers::new());
    root
}

/// What a component is called in a path: its kind and its name.
pub fn title(element: &Element) -> String {
    let (label, name) = (label(element), name(element));
    if name.is_empty() { label.to_owned() } else { format!("{label} \"{name}\"") }
}

/// What is different in one component, itself and all inside, in one line.
pub fn changes(was: &Element, is: &Element) -> String {
    let mut found = Vec::new();
    children::compare(was, is, &mut vec![title(is)], &mut found);
    let lines: Vec<String> = found
        .iter()
        .flat_map(|own| if own.path.len() > 1 { own.lines() } else { own.words() })
        .map(|words| words.trim_start_matches([':', ' ']).to_owned())
        .collect();
    lines.join("; ")
}

/// How two elements of one kind differ in themselves.
fn own_changes(was: &Element, is: &Element) -> Vec<Change> {
    let mut found = Vec::new();
    let (old, new) = (attributes(was), attributes(is));
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let mut values: Vec<ValueDiff> = names
        .into_iter()
        .filter_map(|name| {
            let kind = ValueKind::of_attribute(&is.tag, name);
            ValueDiff::of_kind(kind, name, old.get(name).copied(), new.get(name).copied())
        })
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
    element.pairs().collect()
}

/// The entries of modules that are told by other means: the build file by its components, and what follows from it and
/// from the time of saving.
pub fn told_elsewhere(modules: &[&ModuleFile]) -> Vec<&'static str> {
    modules.iter().map(|module| module.build_file_name).chain([MODULE_DATA, EXTENSION_DATA]).collect()
}

/// Whether two archives have the same entry of a name, or both none; by its checksum and size where both tell them.
///
/// # Errors
/// An entry that has to be read and cannot be.
pub fn is_same_file(one: &Archive, other: &Archive, name: &str) -> Result<bool, ArchiveError> {
    Ok(match (one.entry(name), other.entry(name)) {
        (None, None) => true,
        (Some(own), Some(new)) => match (own.checksum, new.checksum) {
            (Some(sum), Some(other_sum)) => sum == other_sum && own.size == new.size,
            _ => one.read_entry(name)? == other.read_entry(name)?,
        },
        _ => false,
    })
}

/// The entries of two archives that differ, by name.
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
            _ if is_same_file(before, after, &name).unwrap_or(false) => continue,
            _ => FileChange::Replaced,
        };
        found.push(FileDiff {
            name,
            change,
            before: was.map(|own| own.size),
            after: is.map(|own| own.size),
            game: None,
        });
    }
    found
}
