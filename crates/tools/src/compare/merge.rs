//! Two versions of a module that come from one: different components are merged, what both changed otherwise stays ours.
//!
//! A merge works on components, not on lines: children are matched by number, else by class and name, and among
//! equal names by equality, then by contents (`modules::partners`, also used by `diff`). A subtree changed on one
//! side only is taken whole. Pieces that either side moved are known beforehand (`moves`), so that a piece is
//! changed where the other side moved it. Components of theirs are marked until everything is in place; only then
//! are duplicate numbers replaced (`numbers`).

mod about;
mod children;
mod elements;
mod moves;
mod numbers;
mod pieces;
mod set_ups;

use std::borrow::Cow;

use set_ups::SetUp;

use super::modules::{FileDiff, files as differing, is_same_file, told_elsewhere};
use vassal::format::archive::{Archive, ArchiveError};
use vassal::format::build_file::{Element, Node};
use vassal::format::detect::FileError;
use vassal::format::module_file::ModuleFile;
use vassal::format::named_keys::{self, KeyCount};

/// What came of a merge beside the module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// What both changed in different ways, one sentence each; ours was kept.
    pub conflicts: Vec<String>,
    /// What else a person should know: numbers that were given anew, components known under another name.
    pub notes: Vec<String>,
}

/// Merges what `theirs` changed since `base` into `ours`. Without a base, as where both added the module, all that only
/// one has is taken, and what both have in different forms is a conflict.
///
/// # Errors
/// An entry of an archive that cannot be read.
pub fn merge(
    base: Option<&ModuleFile>,
    ours: &mut ModuleFile,
    theirs: &ModuleFile,
) -> Result<Merged, FileError> {
    let mut merged = Merged::default();
    let nothing = Element::default();
    let root = base.map_or(&nothing, |base| &base.build_file.root);
    let mut document = (*ours.build_file).clone();
    let [root, own, other] = &alike([root, &ours.build_file.root, &theirs.build_file.root]);
    document.root = components(root, own, other, &mut merged);
    let given = numbers::settle(&mut document.root, root, &mut merged);
    let none = Archive::new();
    let told = told_elsewhere(&base.into_iter().chain([&*ours, theirs]).collect::<Vec<_>>());
    let archive = base.map_or(&none, |base| &base.archive);
    let saves = files(archive, &mut ours.archive, &theirs.archive, &told, &mut merged.conflicts)?;
    if !given.new.is_empty() {
        follow(&saves, &mut ours.archive, &given, &mut merged.notes)?;
    }
    about::follow(ours, theirs, &document.root)?;
    ours.build_file = document.into();
    Ok(merged)
}

/// The versions with the same numbers before the names of named keys, those of ours where it has the name: each session
/// gives others, and only the name counts.
fn alike<'e>(versions: [&'e Element; 3]) -> [Cow<'e, Element>; 3] {
    let [base, ours, theirs] = versions.map(KeyCount::of);
    if base == ours && ours == theirs {
        return versions.map(Cow::Borrowed);
    }
    let mut numbers = theirs.most();
    numbers.extend(base.most());
    numbers.extend(ours.most());
    versions.map(|version| {
        let mut version = version.clone();
        named_keys::put(&mut version, &numbers);
        Cow::Owned(version)
    })
}

/// The merged components of three versions; what came from theirs is marked for [`numbers::settle`].
fn components(base: &Element, ours: &Element, theirs: &Element, merged: &mut Merged) -> Element {
    let mut moves = moves::Moves::between(base, ours, theirs);
    // Who loses a piece between two places keeps it at the first, so that this ends.
    loop {
        let mut merger = elements::Merger::new(&moves);
        let root = merger.merge(base, ours, theirs);
        let (conflicts, notes) = (merger.conflicts, merger.notes);
        let lost = moves.lost(&root);
        if lost.is_empty() {
            *merged = Merged { conflicts, notes };
            return root;
        }
        moves.stays.extend(lost);
    }
}

/// Merges the entries of archives by name, those of these names left out; gives the set-ups and logs that came.
fn files(
    base: &Archive,
    ours: &mut Archive,
    theirs: &Archive,
    told: &[&str],
    conflicts: &mut Vec<String>,
) -> Result<Vec<String>, ArchiveError> {
    let mut saves = Vec::new();
    for own in differing(base, theirs, told) {
        let name = own.name.as_str();
        if is_same_file(base, ours, name)? {
            if theirs.contains(name) {
                ours.adopt(name, theirs)?;
                saves.extend(is_save(name).then(|| name.to_owned()));
            } else {
                ours.remove(name);
            }
        } else if !is_same_file(ours, theirs, name)? {
            let theirs = FileDiff::line(&own);
            conflicts.push(format!("file {name}: both changed it; ours is kept, theirs: {theirs}"));
        }
    }
    Ok(saves)
}

/// Gives the pieces of the set-ups that came the numbers of their slots.
fn follow(
    saves: &[String],
    archive: &mut Archive,
    given: &numbers::Given,
    notes: &mut Vec<String>,
) -> Result<(), FileError> {
    for name in saves {
        match set_ups::renumbered(archive.read_entry(name)?, given)? {
            SetUp::Same => {}
            SetUp::Renumbered(bytes, pieces) => {
                archive.insert(name, bytes)?;
                let pieces = if pieces == 1 { "1 piece has".into() } else { format!("{pieces} pieces have") };
                notes.push(format!("{name}: {pieces} the new numbers of theirs, too"));
            }
            SetUp::Old => notes.push(format!(
                "{name} still has the old numbers of these pieces; look at it in VASSAL before you refresh \
                 its counters"
            )),
        }
    }
    Ok(())
}

/// Whether an entry is a set-up or log, by its name.
fn is_save(name: &str) -> bool {
    let name = name.to_lowercase();
    [".vsav", ".sav", ".vlog"].iter().any(|ending| name.ends_with(ending))
}

/// What stands between the tags of an element beside other elements.
fn own_nodes(element: &Element) -> Vec<Node> {
    element.nodes.iter().filter(|node| !matches!(node, Node::Element(_))).cloned().collect()
}
