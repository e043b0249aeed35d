//! Merging components: equal names, renames, moves, orders, and what is told of true conflicts.

use liege::format::Limits;
use liege::format::archive::Archive;
use liege::format::build_file::{Document, Element};
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::timestamp::Timestamp;

use super::support::{
    agreed, file, file_with, holding, list, map, merged, merged_files, module, names, slot, slot_of, window,
};

fn roster(sides: &[&str]) -> Element {
    let entry = |side: &&str| Element::new("entry").with_text(*side);
    module("1").with_child(holding(Element::new("VASSAL.build.module.PlayerRoster"), sides.iter().map(entry)))
}

fn sides(root: &Element) -> Vec<String> {
    root.descendants("entry").map(Element::text).collect()
}

fn viewer(delay: &str, size: &str) -> Element {
    Element::new("VASSAL.build.module.map.CounterDetailViewer").with("delay", delay).with("size", size)
}

fn viewers(own: &[Element]) -> Element {
    module("1").with_child(holding(map("Main"), own.iter().cloned()))
}

#[test]
fn no_side_of_the_roster_is_lost() {
    let root = agreed(&roster(&["Red", "Blue"]), &roster(&["Red", "Blue", "Umpire"]), &roster(&["Blue"]));
    assert_eq!(sides(&root), ["Blue", "Umpire"]);
    let root =
        agreed(&roster(&["Red", "Blue"]), &roster(&["Reds", "Blue"]), &roster(&["Red", "Blue", "Green"]));
    assert_eq!(sides(&root), ["Reds", "Blue", "Green"]);
    let (root, told) = merged(&roster(&["Red"]), &roster(&["Reds"]), &roster(&["Rouge"]));
    assert_eq!(sides(&root), ["Reds"]);
    assert_eq!(told.conflicts.len(), 1);
    assert!(told.conflicts[0].contains("Rouge"), "{told:?}");
}

#[test]
fn unnamed_components_are_told_apart_by_what_they_are() {
    let (one, two) = (viewer("700", "1"), viewer("0", "2"));
    let base = viewers(&[one.clone(), two.clone()]);
    // Theirs removed the first, we changed the second.
    let ours = viewers(&[one, viewer("0", "3")]);
    let root = agreed(&base, &ours, &viewers(&[two]));
    let left: Vec<_> = root.descendants("CounterDetailViewer").filter_map(|own| own.attr("size")).collect();
    assert_eq!(left, ["3"]);
}

#[test]
fn what_nothing_tells_apart_is_a_conflict() {
    let base = viewers(&[viewer("1", "1"), viewer("1", "1")]);
    let ours = viewers(&[viewer("2", "2"), viewer("3", "3")]);
    let theirs = viewers(&[viewer("4", "4"), viewer("1", "1")]);
    let (root, told) = merged(&base, &ours, &theirs);
    assert_eq!(root, ours);
    assert_eq!(told.conflicts.len(), 1, "{told:?}");
    assert!(told.conflicts[0].contains("theirs: delay 1 → 4"), "{told:?}");
    let (root, told) = merged(&base, &base, &ours);
    assert_eq!((root, told.conflicts.len()), (ours, 0));
}

#[test]
fn elements_of_an_extension_are_told_by_their_target_and_what_they_add() {
    let extension = |elements: Vec<(&str, Element)>| {
        let root = Element::new("VASSAL.build.module.ModuleExtension")
            .with("extensionId", "f3c")
            .with("nextPieceSlotId", "9")
            .with("version", "1");
        let one = |(target, child): (&str, Element)| {
            Element::new("VASSAL.build.module.ExtensionElement").with("target", target).with_child(child)
        };
        holding(root, elements.into_iter().map(one))
    };
    let (one, two) = (("Window:A", slot("f3c:1", "One")), ("Window:A", slot("f3c:2", "Two")));
    let three = ("Window:B", slot("f3c:3", "Three"));
    let base = extension(vec![one.clone(), two.clone(), three.clone()]);
    let ours = extension(vec![one.clone(), ("Window:A", slot("f3c:2", "Two of us")), three]);
    let theirs = extension(vec![("Window:A", slot("f3c:1", "One of them")), two]);
    let root = agreed(&base, &ours, &theirs);
    assert_eq!(names(&root).join(","), ",One of them,,Two of us");
}

#[test]
fn a_rename_keeps_what_the_other_changed_inside() {
    let slots = || [slot("1", "A"), slot("2", "B")];
    let base =
        module("3").with_child(holding(window("Units"), [holding(list("Red"), slots()), list("Blue")]));
    let ours = module("3")
        .with_child(holding(window("Counters"), [holding(list("Crimson"), slots()), list("Blue")]));
    let inside = [slot("1", "A"), slot("2", "B changed")];
    let theirs =
        module("3").with_child(holding(window("Units"), [holding(list("Red"), inside), list("Blue")]));
    for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
        let root = agreed(&base, ours, theirs);
        assert_eq!(names(&root), ["Counters", "Crimson", "A", "B changed", "Blue"]);
    }
}

#[test]
fn a_renamed_map_is_no_second_one() {
    let maps = |one: &str, edge: &str| {
        let own = holding(map(one).with("edgeWidth", edge), [Element::new("Board").with("name", "West")]);
        holding(module("1"), [own, map("Chart").with("icon", "x.png")])
    };
    let root = agreed(&maps("Main", "0"), &maps("Main", "9"), &maps("Pacific", "0"));
    assert_eq!(root, maps("Pacific", "9"));
}

#[test]
fn a_piece_that_one_side_moved_keeps_number_and_changes() {
    let palettes = |left: Vec<Element>, right: Vec<Element>| {
        holding(module("9"), [holding(window("Left"), left), holding(window("Right"), right)])
    };
    let base = palettes(vec![slot("1", "A"), slot("2", "B")], vec![slot("3", "C")]);
    let moved = palettes(vec![slot("2", "B")], vec![slot("3", "C"), slot("1", "A")]);
    let changed = palettes(vec![slot("1", "A new"), slot("2", "B")], vec![slot("3", "C")]);
    for (ours, theirs) in [(&moved, &changed), (&changed, &moved), (&base, &moved), (&moved, &base)] {
        let (root, told) = merged(&base, ours, theirs);
        assert_eq!(told, Default::default());
        let name = if ours == &changed || theirs == &changed { "A new" } else { "A" };
        assert_eq!(names(&root), ["Left", "B", "Right", "C", name]);
        assert_eq!(root.attr("nextPieceSlotId"), Some("9"));
    }
    let removed = palettes(vec![slot("2", "B")], vec![slot("3", "C")]);
    let (root, told) = merged(&base, &moved, &removed);
    assert_eq!((root, told.conflicts.len()), (moved.clone(), 1));
    let (root, told) = merged(&base, &removed, &moved);
    assert_eq!((root, told.conflicts.len()), (removed, 1));
}

#[test]
fn a_piece_that_both_moved_stays_where_ours_is() {
    let windows = |at: usize, name: &str| {
        let own = ["Left", "Middle", "Right"].map(window);
        let place =
            |(nth, own): (usize, Element)| if nth == at { own.with_child(slot("1", name)) } else { own };
        holding(module("2"), own.into_iter().enumerate().map(place))
    };
    let (root, told) = merged(&windows(0, "A"), &windows(1, "A"), &windows(2, "A new"));
    assert_eq!(root, windows(1, "A new"));
    assert_eq!(
        told.conflicts,
        [
            "Game Piece Palette \"Right\" › Single piece \"A new\": both moved it, theirs to this place; it stays where ours is"
        ]
    );
    assert_eq!(agreed(&windows(0, "A"), &windows(1, "A"), &windows(1, "A")), windows(1, "A"));
    assert_eq!(agreed(&windows(0, "A"), &windows(1, "A new"), &windows(1, "A")), windows(1, "A new"));
}

#[test]
fn a_moved_list_takes_its_pieces_along() {
    let windows = |left: Vec<Element>, right: Vec<Element>| {
        holding(module("9"), [holding(window("Left"), left), holding(window("Right"), right)])
    };
    let own = |name: &str| holding(list("Red"), [slot("1", name), slot("2", "B")]);
    let base = windows(vec![own("A"), list("Blue").with("scale", "1")], vec![]);
    let moved = windows(vec![list("Blue").with("scale", "1")], vec![own("A")]);
    let changed = windows(vec![own("A new"), list("Blue").with("scale", "1")], vec![]);
    for (ours, theirs) in [(&moved, &changed), (&changed, &moved)] {
        let root = agreed(&base, ours, theirs);
        assert_eq!(names(&root), ["Left", "Blue", "Right", "Red", "A new", "B"]);
    }
}

#[test]
fn a_piece_moved_into_what_we_removed_stays() {
    let own = |inside: Vec<Element>| {
        holding(module("9"), [holding(window("Left"), inside), holding(window("Right"), [slot("7", "G")])])
    };
    let base = own(vec![slot("1", "A"), holding(list("Red"), [slot("2", "B")])]);
    let ours = own(vec![slot("1", "A")]);
    let theirs = own(vec![holding(list("Red"), [slot("2", "B"), slot("1", "A")])]);
    let (root, told) = merged(&base, &ours, &theirs);
    assert_eq!(root, ours);
    assert_eq!(told.conflicts.len(), 2, "{told:?}");
}

#[test]
fn the_order_of_the_side_that_changed_it_is_taken() {
    let maps = |order: &str| holding(module("1"), order.chars().map(|name| map(&name.to_string())));
    let order = |root: &Element| names(root).concat();
    assert_eq!(order(&agreed(&maps("ABC"), &maps("ABDC"), &maps("CAB"))), "CABD");
    assert_eq!(order(&agreed(&maps("ABC"), &maps("CAB"), &maps("ABDC"))), "CABD");
    assert_eq!(order(&agreed(&maps("ABC"), &maps("CAB"), &maps("CAB"))), "CAB");
    let (root, told) = merged(&maps("ABC"), &maps("BAC"), &maps("CAB"));
    assert_eq!(order(&root), "BAC");
    assert_eq!(told.conflicts, ["Module \"Mini\": both reordered its contents; ours is kept"]);
    assert_eq!(order(&agreed(&maps("AB"), &maps("ABO"), &maps("ABT"))), "ABOT");
}

#[test]
fn conflicts_say_what_theirs_was() {
    let own = |name: &str, text: &str| {
        let document =
            Element::new("VASSAL.build.module.properties.GlobalProperty").with("name", "P").with_text(text);
        holding(module("9"), [document, holding(window("Left"), [slot_of("1", "A", name)])])
    };
    let (root, told) = merged(
        &own("delete;Delete;68,130;\t", "one"),
        &own("delete;Remove;68,130;\t", "two"),
        &own("delete;Kill;68,130;\t", "three"),
    );
    assert_eq!(root, own("delete;Remove;68,130;\t", "two"));
    assert_eq!(told.conflicts.len(), 2);
    assert!(told.conflicts[0].ends_with("ours are kept, theirs: text one → three"), "{told:?}");
    assert!(told.conflicts[1].contains("Kill"), "{told:?}");
    let removed = holding(module("9"), [window("Left")]);
    let (_, told) = merged(&own("", "one"), &removed, &own("delete;Kill;68,130;\t", "one"));
    assert_eq!(told.conflicts.len(), 1);
    assert!(told.conflicts[0].contains("theirs: gained the trait Delete"), "{told:?}");
}

#[test]
fn the_metadata_say_what_the_root_says() {
    let of = |name: &str, version: &str, engine: &str| {
        file(&module("1").with("name", name).with("version", version).with("VassalVersion", engine))
    };
    let base = of("Mini", "1", "3.7.5");
    let (root, told) = merged_files(Some(&base), &of("Mini", "1", "3.7.10"), &of("Maxi", "2", "3.7.9"));
    assert_eq!(told.conflicts, [""; 0]);
    let about = root.about.unwrap();
    assert_eq!(about.name.as_deref(), Some("Maxi"));
    assert_eq!(about.version.as_deref(), Some("2"));
    assert_eq!(about.vassal_version.as_deref(), Some("3.7.10"));
    assert_eq!(about.date_saved.map(|date| date.0), Some(7));
    let (root, told) = merged_files(Some(&base), &of("Mini", "3", "3.7.5"), &of("Mini", "2", "3.7.5"));
    assert_eq!((root.about.unwrap().version.as_deref(), told.conflicts.len()), (Some("3"), 1));
}

#[test]
fn a_module_of_an_old_engine_becomes_one_of_the_new_engine_of_theirs() {
    let of = |entry: &str, engine: &str, with_metadata: bool, edge: &str| {
        let root = module("1").with("VassalVersion", engine).with_child(map("Main").with("edgeWidth", edge));
        let mut archive = Archive::new();
        if with_metadata {
            let about = Metadata { vassal_version: Some(engine.into()), ..Metadata::default() };
            archive.insert("moduledata", about.write().into_bytes()).unwrap();
        }
        archive.insert(entry, Document::new(root).write().into_bytes()).unwrap();
        ModuleFile::read(archive.write(Timestamp(0)).unwrap(), &Limits::default()).unwrap()
    };
    for with_metadata in [false, true] {
        let base = of("buildFile", "3.4.9", with_metadata, "0");
        let ours = of("buildFile", "3.4.9", with_metadata, "20");
        let theirs = of("buildFile.xml", "3.7.5", true, "0");
        let (merged, told) = merged_files(Some(&base), &ours, &theirs);
        assert_eq!(told.conflicts, [""; 0]);
        assert_eq!(merged.about.unwrap().vassal_version.as_deref(), Some("3.7.5"));
        assert!(merged.archive.contains("buildFile.xml") && !merged.archive.contains("buildFile"));
        assert_eq!(merged.build_file.root.descendants("Map").next().unwrap().attr("edgeWidth"), Some("20"));
        // The newer engine is ours already: nothing of the old one comes back.
        let (merged, _) = merged_files(Some(&base), &theirs, &ours);
        assert_eq!(merged.about.unwrap().vassal_version.as_deref(), Some("3.7.5"));
        assert!(merged.archive.contains("buildFile.xml") && !merged.archive.contains("buildFile"));
    }
}

#[test]
fn a_map_in_the_place_of_another_is_not_that_map() {
    let boards = |names: &[&str]| {
        let picker = Element::new("VASSAL.build.module.map.BoardPicker");
        let board =
            |name: &&str| Element::new("VASSAL.build.module.map.boardPicker.Board").with("name", *name);
        holding(picker, names.iter().map(board))
    };
    let own = |name: &str, edge: &str, names: &[&str]| {
        module("1").with_child(map(name).with("edgeWidth", edge).with_child(boards(names)))
    };
    let base = own("Main", "0", &["A", "B", "C", "D", "E", "F"]);
    let (ours, theirs) = (own("Main", "9", &["A", "B", "C", "D", "E", "F"]), own("Other", "0", &["X"]));
    let (root, told) = merged(&base, &ours, &theirs);
    assert_eq!(root.children("Map").count(), 2);
    assert_eq!(told.conflicts, ["Map Window \"Main\": they removed what we changed; ours is kept"]);
    let renamed = own("Other", "0", &["A", "B", "C", "D", "E", "F"]);
    let (root, told) = merged(&base, &ours, &renamed);
    assert_eq!(root, own("Other", "9", &["A", "B", "C", "D", "E", "F"]));
    assert_eq!(told.notes.len(), 1, "{told:?}");
}

#[test]
fn two_new_pieces_without_a_name_are_two() {
    let own = |slots: Vec<Element>| module("3").with_child(holding(window("W"), slots));
    let (one, other) =
        (slot_of("2", "", "delete;Delete;68,130;\t"), slot_of("2", "", "delete;Kill;68,130;\t"));
    let root = agreed(
        &own(vec![slot("1", "A")]),
        &own(vec![slot("1", "A"), one]),
        &own(vec![slot("1", "A"), other]),
    );
    assert_eq!(root.descendants("PieceSlot").count(), 3);
}

#[test]
fn without_a_base_equal_parts_are_taken_and_others_told() {
    let own = |edge: &str, more: &str| {
        holding(
            module("3"),
            [map("Main").with("edgeWidth", edge), map(more), holding(window("W"), [slot("1", "A")])],
        )
    };
    let (one, other) = (own("0", "Ours"), own("40", "Theirs"));
    let files = [file_with(&one, &[("images/a.png", "x")]), file_with(&other, &[("images/b.png", "y")])];
    let (merged, told) = merged_files(None, &files[0], &files[1]);
    assert_eq!(names(&merged.build_file.root), ["Main", "Ours", "Theirs", "W", "A"]);
    assert_eq!(
        told.conflicts,
        ["Map Window \"Main\": both changed edgeWidth; ours is kept, theirs was \"40\""]
    );
    assert!(merged.archive.contains("images/a.png") && merged.archive.contains("images/b.png"));
}

#[test]
fn files_that_both_changed_are_told_with_what_theirs_is() {
    let with = |files: &[(&str, &str)]| file_with(&module("1"), files);
    let base = with(&[("images/a.png", "1"), ("images/b.png", "1"), ("c.txt", "1"), ("d.txt", "1")]);
    let ours = with(&[("images/a.png", "22"), ("images/b.png", "1"), ("c.txt", "2"), ("d.txt", "1")]);
    let theirs = with(&[("images/a.png", "333"), ("images/b.png", "4"), ("c.txt", "2")]);
    let (merged, told) = merged_files(Some(&base), &ours, &theirs);
    assert_eq!(
        told.conflicts,
        ["file images/a.png: both changed it; ours is kept, theirs: image a.png replaced, 1 → 3 bytes"]
    );
    assert_eq!(merged.archive.read_entry("images/a.png").unwrap(), b"22");
    assert_eq!(merged.archive.read_entry("images/b.png").unwrap(), b"4");
    assert!(!merged.archive.contains("d.txt"));
}

#[test]
fn thousands_of_children_that_both_changed_take_no_time() {
    let count = 4_000;
    let own = |edge: usize, first: usize| {
        let slots = (0..count).map(|at| {
            let name = if at % 2 == edge { format!("changed {at}") } else { format!("piece {at}") };
            slot(&at.to_string(), &name)
        });
        let added = (first..first + count).map(|at| slot(&at.to_string(), &format!("new {at}")));
        holding(module("99999"), [holding(window("W"), slots.chain(added))])
    };
    let begin = std::time::Instant::now();
    let root = agreed(&own(2, 10_000), &own(0, 20_000), &own(1, 30_000));
    assert_eq!(names(&root).iter().filter(|name| name.starts_with("changed")).count(), count);
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

#[test]
fn a_session_with_other_numbers_of_named_keys_changes_nothing() {
    let keyed = |number: u32, key: &str, name: &str| {
        let text = format!("+/null/macro;Go;;;;;{number}\\,0\\,{key};\tpiece;;;a.png;{name}/\tnull;0;0;7;0");
        let slot = Element::new("VASSAL.build.widget.PieceSlot").with("gpid", "7").with("entryName", name);
        module("8")
            .with("hotkey", format!("{number},0,Menu"))
            .with_child(holding(window("W"), [slot.with_text(text)]))
    };
    let (base, theirs) = (keyed(57_400, "Flip", "A"), keyed(57_411, "Flip", "A"));
    // Ours stays as it is, and theirs brings what it changed beside the numbers.
    assert_eq!(agreed(&base, &keyed(57_404, "Turn", "A"), &theirs), keyed(57_404, "Turn", "A"));
    let root = agreed(&base, &base, &keyed(57_411, "Turn", "A"));
    assert_eq!(root.attr("hotkey"), Some("57400,0,Menu"));
    assert!(root.descendants("PieceSlot").next().unwrap().text().contains("57411\\,0\\,Turn"));
}
