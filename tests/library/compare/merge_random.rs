//! Two people change a module at random, and nothing that either did is lost without a word.

use std::collections::BTreeSet;

use liege::format::build_file::{Element, Node};

use super::support::{holding, list, map, merged, module, names, slot, window};

/// The same numbers for the same seed.
struct Luck(u64);

impl Luck {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

fn base() -> Element {
    let mut gpid = 0;
    let mut lists = |window_name: &str| {
        let lists = (0..2).map(|nth| {
            let slots = (0..3).map(|_| {
                gpid += 1;
                slot(&gpid.to_string(), &format!("piece {gpid}"))
            });
            holding(list(&format!("{window_name} list {nth}")), slots.collect::<Vec<_>>())
        });
        holding(window(window_name), lists.collect::<Vec<_>>())
    };
    let windows = [lists("Red"), lists("Blue")];
    holding(holding(module("13"), windows), [map("Main"), map("Chart")])
}

/// All elements that hold others, by walking: the nth of them.
fn nth_list<'e>(root: &'e mut Element, nth: &mut usize) -> Option<&'e mut Element> {
    for child in root.elements_mut() {
        if child.is("ListWidget") {
            if *nth == 0 {
                return Some(child);
            }
            *nth -= 1;
        } else if let Some(found) = nth_list(child, nth) {
            return Some(found);
        }
    }
    None
}

fn lists(root: &Element) -> usize {
    root.descendants("ListWidget").count()
}

/// Changes a module in some ways; `who` is in all that is new.
fn changed(base: &Element, who: &str, luck: &mut Luck) -> Element {
    let mut root = base.clone();
    for step in 0..=luck.below(5) {
        let (mut from, mut to) = (luck.below(lists(&root)), luck.below(lists(&root)));
        let what = luck.below(6);
        let Some(own) = nth_list(&mut root, &mut from) else { return root };
        let count = own.nodes.len();
        match what {
            0 if count > 0 => {
                let node = own.nodes.remove(luck.below(count));
                nth_list(&mut root, &mut to).unwrap().nodes.push(node);
            }
            1 if count > 0 => drop(own.nodes.remove(luck.below(count))),
            2 => {
                let next: u32 = root.attr("nextPieceSlotId").unwrap().parse().unwrap();
                root.set_attr("nextPieceSlotId", (next + 1).to_string());
                let new = slot(&next.to_string(), &format!("{who} new {step}"));
                nth_list(&mut root, &mut to).unwrap().push(new);
            }
            3 => own.nodes.reverse(),
            4 => own.set_attr("entryName", format!("{who} list {step}")),
            _ if count > 0 => {
                let at = luck.below(count);
                if let Node::Element(own) = &mut own.nodes[at] {
                    let name = format!("{} {who} {step}", own.attr("entryName").unwrap());
                    *own = slot(&own.attr("gpid").unwrap().to_owned(), &name);
                }
            }
            _ => {}
        }
    }
    root
}

#[test]
fn nothing_is_lost_without_a_word() {
    let base = base();
    let before: BTreeSet<String> = names(&base).into_iter().collect();
    for seed in 0..600 {
        let luck = &mut Luck(seed);
        let (ours, theirs) = (changed(&base, "ours", luck), changed(&base, "theirs", luck));
        // Numbers, well-formed: `merged` looks at that.
        let (root, told) = merged(&base, &ours, &theirs);
        let there: BTreeSet<String> = names(&root).into_iter().collect();
        let all = told.conflicts.join("\n");
        for version in [&ours, &theirs] {
            for name in names(version).into_iter().filter(|name| !before.contains(name)) {
                assert!(
                    there.contains(&name) || all.contains(&name) || is_renamed(&name, &there),
                    "seed {seed}: {name} is lost: {root:#?}\n{all}"
                );
            }
        }
        // What nobody touched is there; what one removed is gone where nothing is told.
        let (one, other): (BTreeSet<_>, BTreeSet<_>) =
            (names(&ours).into_iter().collect(), names(&theirs).into_iter().collect());
        for name in before.iter().filter(|name| one.contains(*name) && other.contains(*name)) {
            assert!(there.contains(name), "seed {seed}: {name} is gone: {all}");
        }
        if told.conflicts.is_empty() {
            let extra: Vec<_> =
                there.iter().filter(|name| !one.contains(*name) && !other.contains(*name)).collect();
            assert!(extra.is_empty(), "seed {seed}: {extra:?}");
            for name in before.iter().filter(|name| !one.contains(*name) || !other.contains(*name)) {
                assert!(!there.contains(name), "seed {seed}: {name} is back");
            }
        }
        assert_eq!(merged(&base, &ours, &base).0, ours, "seed {seed}");
        assert_eq!(merged(&base, &base, &theirs).0, theirs, "seed {seed}");
        assert_eq!(merged(&base, &ours, &ours).0, ours, "seed {seed}");
    }
}

/// A name that the same version changed again is there with the later change.
fn is_renamed(name: &str, there: &BTreeSet<String>) -> bool {
    there.iter().any(|own| own.starts_with(name))
}
