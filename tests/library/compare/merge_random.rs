//! Two people change a module at random, and nothing that either did is lost without a word.

use std::collections::BTreeSet;

use liege::format::build_file::Element;

use super::support::{holding, list, map, merged, module, names, slot, slot_of, window};
use crate::volume;

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
    let windows = [lists("Red"), lists("Blue"), lists("Green")];
    let viewer =
        |delay: &str| Element::new("VASSAL.build.module.map.CounterDetailViewer").with("name", delay);
    let entries = ["Reds", "Blues"].map(|side| Element::new("entry").with_text(side));
    let roster = holding(Element::new("VASSAL.build.module.PlayerRoster"), entries);
    let maps = [holding(map("Main"), [viewer("one"), viewer("one")]), map("Chart"), roster];
    holding(holding(module("19"), windows), maps)
}

/// The nth element of a class.
fn nth<'e>(root: &'e mut Element, class: &str, left: &mut usize) -> Option<&'e mut Element> {
    for child in root.elements_mut() {
        if child.is(class) {
            if *left == 0 {
                return Some(child);
            }
            *left -= 1;
        } else if let Some(found) = nth(child, class, left) {
            return Some(found);
        }
    }
    None
}

fn any<'e>(root: &'e mut Element, class: &str, luck: &mut Luck) -> Option<&'e mut Element> {
    let mut at = luck.below(root.descendants(class).count());
    nth(root, class, &mut at)
}

/// A trait that makes a piece of a number, and its tab.
fn making(gpid: u32) -> String {
    format!("placemark;Make;77,130;null;null;0;0;false;;made;{gpid};0;false\t")
}

/// Changes a module in some ways; `who` is in all that is new.
fn changed(base: &Element, who: &str, luck: &mut Luck) -> Element {
    let mut root = base.clone();
    for step in 0..=luck.below(6) {
        let next: u32 = root.attr("nextPieceSlotId").unwrap().parse().unwrap();
        let new = format!("{who} new {step}");
        match luck.below(11) {
            // What is in lists, or the lists themselves, go elsewhere.
            what @ 0..=2 => {
                let class = if what == 2 { "PieceWindow" } else { "ListWidget" };
                let Some(own) = any(&mut root, class, luck) else { continue };
                if !own.nodes.is_empty() {
                    let node = own.nodes.remove(luck.below(own.nodes.len()));
                    any(&mut root, class, luck).unwrap().nodes.push(node);
                }
            }
            3 => {
                let class = ["ListWidget", "ListWidget", "PieceWindow", "PlayerRoster"][luck.below(4)];
                let Some(own) = any(&mut root, class, luck) else { continue };
                if !own.nodes.is_empty() {
                    own.nodes.remove(luck.below(own.nodes.len()));
                }
            }
            4 => {
                root.set_attr("nextPieceSlotId", (next + 1).to_string());
                let Some(own) = any(&mut root, "ListWidget", luck) else { continue };
                own.push(slot(&next.to_string(), &new));
            }
            5 => {
                let Some(own) = any(&mut root, ["ListWidget", "PieceWindow"][luck.below(2)], luck) else {
                    continue;
                };
                own.nodes.reverse();
            }
            6 => {
                if let Some(own) = any(&mut root, "ListWidget", luck) {
                    own.set_attr("entryName", new);
                }
            }
            7 => {
                if let Some(own) = any(&mut root, "PieceWindow", luck) {
                    own.set_attr("name", new);
                }
            }
            8 => any(&mut root, "PlayerRoster", luck).unwrap().push(Element::new("entry").with_text(new)),
            9 => {
                if let Some(own) = any(&mut root, "CounterDetailViewer", luck) {
                    own.set_attr("name", new);
                }
            }
            _ => {
                root.set_attr("nextPieceSlotId", (next + 1).to_string());
                if let Some(own) = any(&mut root, "PieceSlot", luck) {
                    let gpid = own.attr("gpid").unwrap().to_owned();
                    *own = slot_of(&gpid, &new, &making(next));
                }
            }
        }
    }
    root
}

/// All that a module names: pieces, lists, windows, maps and sides.
fn all_names(root: &Element) -> BTreeSet<String> {
    names(root).into_iter().chain(root.descendants("entry").map(Element::text)).collect()
}

#[test]
fn nothing_is_lost_without_a_word() {
    let base = base();
    let before = all_names(&base);
    let (mut agreed, mut told_some) = (0, 0);
    let merges = volume::asked("LIEGE_MERGES", 500);
    for seed in 0..merges {
        let luck = &mut Luck(seed);
        let (ours, theirs) = (changed(&base, "ours", luck), changed(&base, "theirs", luck));
        // Numbers, well-formed: `merged` looks at that.
        let (root, told) = merged(&base, &ours, &theirs);
        let there = all_names(&root);
        let all = told.conflicts.join("\n");
        let (one, other) = (all_names(&ours), all_names(&theirs));
        for name in one.iter().chain(&other).filter(|name| !before.contains(*name)) {
            assert!(
                there.contains(name) || all.contains(name),
                "seed {seed}: {name} is lost: {root:#?}\n{all}"
            );
        }
        for name in before.iter().filter(|name| one.contains(*name) && other.contains(*name)) {
            assert!(there.contains(name), "seed {seed}: {name} is gone: {all}");
        }
        if told.conflicts.is_empty() {
            agreed += 1;
            for name in &there {
                let is_old = before.contains(name);
                let by = (one.contains(name), other.contains(name));
                assert!(
                    if is_old { by == (true, true) } else { by != (false, false) },
                    "seed {seed}: {name} is back"
                );
            }
        } else {
            told_some += 1;
        }
        assert_eq!(merged(&base, &ours, &base).0, ours, "seed {seed}");
        assert_eq!(merged(&base, &base, &theirs).0, theirs, "seed {seed}");
        assert_eq!(merged(&base, &ours, &ours).0, ours, "seed {seed}");
    }
    assert!(agreed > 100 && told_some > 100, "{agreed} merges agreed, {told_some} had conflicts");
}
