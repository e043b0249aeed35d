//! Which component of one module is which of another, level by level.

use std::collections::{BTreeMap, VecDeque};

use super::{Change, ComponentDiff, own_changes, title};
use crate::format::build_file::Element;
use crate::format::components::name;

/// The deepest level of components that is compared; a build file of more is refused where it is read.
const DEEPEST: usize = 512;

/// What tells a component from its neighbours: its class, and its number or name.
type Key<'a> = (&'a str, &'a str, &'a str);

fn key(element: &Element) -> Key<'_> {
    match element.attr("gpid").filter(|gpid| !gpid.is_empty()) {
        Some(gpid) => (&element.tag, "gpid", gpid),
        None => (&element.tag, "name", name(element)),
    }
}

/// Adds what two components and all inside them differ in; `path` leads to them and names them.
pub fn compare(was: &Element, is: &Element, path: &mut Vec<String>, found: &mut Vec<ComponentDiff>) {
    let own = own_changes(was, is);
    found.extend(own.into_iter().map(|change| ComponentDiff { path: path.clone(), change }));
    if path.len() > DEEPEST {
        return;
    }
    let (before, after): (Vec<&Element>, Vec<&Element>) = (was.elements().collect(), is.elements().collect());
    let Partners { of_after, gone } = partners(&before, &after);
    let mut last = None;
    let mut in_order = true;
    for (at, child) in after.iter().enumerate() {
        let step = title(child);
        path.push(step);
        match of_after[at] {
            Some(from) => {
                in_order &= last.is_none_or(|last| last < from);
                last = Some(from);
                // Most components are as they were.
                if before[from] != *child {
                    compare(before[from], child, path, found);
                }
            }
            None => {
                let inside = child.walk().count();
                found.push(ComponentDiff { path: path.clone(), change: Change::Added { inside } });
            }
        }
        path.pop();
    }
    for child in gone {
        path.push(title(before[child]));
        let inside = before[child].walk().count();
        found.push(ComponentDiff { path: path.clone(), change: Change::Removed { inside } });
        path.pop();
    }
    if !in_order {
        found.push(ComponentDiff { path: path.clone(), change: Change::Reordered });
    }
}

/// Which child was which.
struct Partners {
    /// For each child after, the one it was.
    of_after: Vec<Option<usize>>,
    /// The children before that are none after.
    gone: Vec<usize>,
}

/// Pairs children by number or name; of those left, the only ones of a class on either side are one that was renamed.
fn partners(before: &[&Element], after: &[&Element]) -> Partners {
    let mut of_after = vec![None; after.len()];
    let mut is_paired = vec![false; before.len()];
    let mut free: BTreeMap<Key<'_>, VecDeque<usize>> = BTreeMap::new();
    for (at, child) in before.iter().enumerate() {
        free.entry(key(child)).or_default().push_back(at);
    }
    for (at, child) in after.iter().enumerate() {
        if let Some(from) = free.get_mut(&key(child)).and_then(VecDeque::pop_front) {
            (of_after[at], is_paired[from]) = (Some(from), true);
        }
    }
    let mut left: BTreeMap<&str, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (at, child) in before.iter().enumerate().filter(|(at, _)| !is_paired[*at]) {
        left.entry(&child.tag).or_default().0.push(at);
    }
    for (at, child) in after.iter().enumerate().filter(|(at, _)| of_after[*at].is_none()) {
        left.entry(&child.tag).or_default().1.push(at);
    }
    for (olds, news) in left.into_values() {
        if let ([old], [new]) = (olds.as_slice(), news.as_slice())
            && are_alike(before[*old], after[*new])
        {
            (of_after[*new], is_paired[*old]) = (Some(*old), true);
        }
    }
    let gone = (0..before.len()).filter(|at| !is_paired[*at]).collect();
    Partners { of_after, gone }
}

/// Whether at least half of what two components say beside their names is the same.
fn are_alike(old: &Element, new: &Element) -> bool {
    let said = |element: &'_ Element| {
        let own = name(element).to_owned();
        let said = element.attributes.iter().filter(move |(_, value)| *value != own);
        said.cloned().collect::<Vec<_>>()
    };
    let (was, is) = (said(old), said(new));
    let same = was.iter().filter(|pair| is.contains(pair)).count();
    2 * same >= was.len().max(is.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(name: &str) -> Element {
        Element::new("VASSAL.build.module.Map").with("mapName", name)
    }

    fn lines(was: Vec<Element>, is: Vec<Element>) -> Vec<String> {
        let module = |maps: Vec<Element>| maps.into_iter().fold(Element::new("Module"), Element::with_child);
        let mut found = Vec::new();
        compare(&module(was), &module(is), &mut vec!["Module".into()], &mut found);
        found.iter().flat_map(ComponentDiff::lines).collect()
    }

    #[test]
    fn one_renamed_component_is_no_new_one() {
        let told = lines(vec![map("A"), map("B")], vec![map("A"), map("C")]);
        assert_eq!(told, ["Map Window \"C\": mapName B → C"]);
    }

    #[test]
    fn added_removed_and_reordered_components_are_told() {
        let told = lines(vec![map("A"), map("B")], vec![map("B"), map("A"), map("C")]);
        assert_eq!(told, ["Map Window \"C\" added", "Module: what is inside stands in another order"]);
        assert_eq!(lines(vec![map("A"), map("B")], vec![map("B")]), ["Map Window \"A\" removed"]);
    }

    #[test]
    fn attributes_are_told_by_name() {
        let told = lines(vec![map("A").with("edgeWidth", "0")], vec![map("A").with("icon", "x.png")]);
        assert_eq!(told, ["Map Window \"A\": edgeWidth 0 → none", "Map Window \"A\": icon none → x.png"]);
    }
}
