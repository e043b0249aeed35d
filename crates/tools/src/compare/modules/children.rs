//! What the components of two modules differ in, level by level.

use super::partners::{Partners, partners};
use super::{Change, ComponentDiff, own_changes, title};
use vassal::format::build_file::Element;
use vassal::format::limits::XML_DEPTH;

/// Adds what two components and all inside them differ in; `path` leads to them and names them.
pub fn compare(was: &Element, is: &Element, path: &mut Vec<String>, found: &mut Vec<ComponentDiff>) {
    let own = own_changes(was, is);
    found.extend(own.into_iter().map(|change| ComponentDiff { path: path.clone(), change }));
    if path.len() > XML_DEPTH {
        return;
    }
    let (before, after): (Vec<&Element>, Vec<&Element>) = (was.elements().collect(), is.elements().collect());
    let Partners { of_after, gone, .. } = partners(&before, &after);
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
        assert_eq!(told, ["Map Window \"C\": map name B → C"]);
    }

    #[test]
    fn added_removed_and_reordered_components_are_told() {
        let told = lines(vec![map("A"), map("B")], vec![map("B"), map("A"), map("C")]);
        assert_eq!(told, ["Map Window \"C\" added", "Module: its contents are in another order"]);
        assert_eq!(lines(vec![map("A"), map("B")], vec![map("B")]), ["Map Window \"A\" removed"]);
    }

    #[test]
    fn attributes_are_told_by_name() {
        let told = lines(vec![map("A").with("edgeWidth", "0")], vec![map("A").with("icon", "x.png")]);
        assert_eq!(told, ["Map Window \"A\": edge width 0 → none", "Map Window \"A\": icon none → x.png"]);
    }
}
