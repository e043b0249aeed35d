//! The numbers of pieces in merged modules, as the engine's `build.GpIdChecker` wants them.

use liege::compare::merge::Merged;
use liege::format::build_file::Element;

use super::support::{
    agreed, file_with, holding, merged, merged_files, module, numbers, slot, slot_of, window,
};

/// A Place Marker or Replace trait that makes a piece of a number, with its tab.
fn maker(kind: &str, gpid: &str) -> String {
    format!(
        "{kind};Make;77,130;+\\/null\\/piece\\;\\;\\;m.png\\;M\\/null\\;0\\;0\\;\\;0;null;0;0;false;;made;{gpid};0;false\t"
    )
}

fn counters(next: &str, slots: Vec<Element>) -> Element {
    module(next).with_child(holding(window("Counters"), slots))
}

fn of_traits(root: &Element) -> Vec<String> {
    root.descendants("PieceSlot")
        .filter(|slot| slot.attr("entryName") == Some("Maker"))
        .flat_map(|slot| numbers(&holding(Element::default(), [slot.clone()])))
        .collect()
}

#[test]
fn numbers_of_an_extension_keep_its_id() {
    let extension = |next: &str, names: &[(&str, &str)]| {
        let root = Element::new("VASSAL.build.module.ModuleExtension")
            .with("extensionId", "f3c")
            .with("nextPieceSlotId", next)
            .with("version", "1");
        let own = Element::new("VASSAL.build.module.ExtensionElement").with("target", "Window:A");
        let slots = names.iter().map(|(gpid, name)| slot(gpid, name));
        root.with_child(own.with_child(holding(window("W"), slots)))
    };
    let base = extension("2", &[("f3c:1", "A")]);
    let ours = extension("3", &[("f3c:1", "A"), ("f3c:2", "Ours")]);
    let theirs = extension("3", &[("f3c:1", "A"), ("f3c:2", "Theirs")]);
    let root = agreed(&base, &ours, &theirs);
    assert_eq!(numbers(&root), ["f3c:1", "f3c:2", "f3c:3"]);
    assert_eq!(root.attr("nextPieceSlotId"), Some("4"));
    let text = root.descendants("PieceSlot").last().unwrap().text();
    assert_eq!(text, "+/null/piece;;;Theirs.png;Theirs/null;0;0;f3c:3;0");
}

#[test]
fn traits_that_make_pieces_have_numbers_of_their_own() {
    for kind in ["placemark", "replace"] {
        let plain = slot("1", "Maker");
        let making = |gpid: &str| slot_of("1", "Maker", &maker(kind, gpid));
        let base = counters("2", vec![plain.clone()]);
        // Theirs gave number 2 to what the trait makes, we gave it to a new piece.
        let ours = counters("3", vec![plain.clone(), slot("2", "New")]);
        let theirs = counters("3", vec![making("2")]);
        let (root, told) = merged(&base, &ours, &theirs);
        assert_eq!(of_traits(&root), ["1", "3"]);
        assert_eq!((root.attr("nextPieceSlotId"), told.notes.len()), (Some("4"), 1), "{told:?}");
        // The other way round their piece gives way.
        let root = agreed(&base, &theirs, &ours);
        assert_eq!(numbers(&root), ["1", "2", "3"]);
        assert_eq!(of_traits(&root), ["1", "2"]);
        // A trait that both have keeps its number, and all else of its text.
        let root = agreed(&theirs, &theirs, &counters("4", vec![making("2"), slot("3", "More")]));
        assert_eq!(root, counters("4", vec![making("2"), slot("3", "More")]));
    }
}

#[test]
fn prototypes_that_make_pieces_count() {
    let prototype = |name: &str, gpid: &str| {
        let text = format!("+/null/{}piece;;;;/\tnull;0;0;;0", maker("placemark", gpid));
        Element::new("VASSAL.build.module.PrototypeDefinition").with("name", name).with_text(text)
    };
    let own = |next: &str, list: Vec<Element>| {
        module(next).with_child(holding(Element::new("VASSAL.build.module.PrototypesContainer"), list))
    };
    let base = own("1", vec![]);
    let (root, told) =
        merged(&base, &own("6", vec![prototype("O", "5")]), &own("6", vec![prototype("T", "5")]));
    assert_eq!(numbers(&root), ["5", "6"]);
    assert_eq!(root.attr("nextPieceSlotId"), Some("7"));
    assert_eq!(told.notes.len(), 1);
}

#[test]
fn the_next_number_is_above_all_even_where_ours_said_less() {
    let base = counters("2", vec![slot("1", "A")]);
    let theirs = counters("2", vec![slot("1", "A"), slot("40", "B")]);
    assert_eq!(agreed(&base, &base, &theirs).attr("nextPieceSlotId"), Some("41"));
}

#[test]
fn set_ups_that_came_with_old_numbers_are_told() {
    let base = file_with(&counters("2", vec![slot("1", "A")]), &[]);
    let ours = file_with(&counters("3", vec![slot("1", "A"), slot("2", "Ours")]), &[]);
    let theirs = counters("3", vec![slot("1", "A"), slot("2", "Theirs")]);
    let theirs = file_with(&theirs, &[("start.vsav", "x"), ("images/Theirs.png", "x")]);
    let (_, told) = merged_files(Some(&base), &ours, &theirs);
    assert_eq!(told.notes.len(), 2);
    assert!(told.notes[1].starts_with("start.vsav still has the old numbers"), "{told:?}");
}

/// A set-up as plain text: a game with pieces of these numbers.
fn set_up(pieces: &[&str]) -> String {
    let sep = "\u{1b}";
    let added = pieces
        .iter()
        .enumerate()
        .map(|(index, gpid)| format!("+/{index}/piece;;;a.png;A/Main;1;2;{gpid};0{sep}"));
    format!("begin_save{sep}{}end_save", added.collect::<String>())
}

/// A module whose theirs has a set-up, and what ours has under that name after the merge.
fn with_set_up(theirs: Vec<Element>, text: &str) -> (String, Merged) {
    let base = file_with(&counters("2", vec![slot("1", "A")]), &[]);
    let ours = file_with(&counters("3", vec![slot("1", "A"), slot("2", "Ours")]), &[]);
    let theirs = file_with(&counters("4", theirs), &[("start.vsav", text)]);
    let (file, told) = merged_files(Some(&base), &ours, &theirs);
    (String::from_utf8(file.archive.read_entry("start.vsav").unwrap()).unwrap(), told)
}

#[test]
fn pieces_of_set_ups_get_the_new_numbers_of_their_slots() {
    let making = slot_of("3", "Maker", &maker("replace", "2"));
    let (text, told) = with_set_up(vec![slot("1", "A"), slot("2", "Theirs")], &set_up(&["1", "2", "2", ""]));
    assert_eq!(text, set_up(&["1", "4", "4", ""]));
    assert!(told.notes[1].starts_with("start.vsav: 2 pieces have the new numbers"), "{told:?}");
    // What a trait makes has a number, too.
    let of = |gpid: &str| {
        let piece = making.text().replace(";2;0;false", &format!(";{gpid};0;false"));
        let rest = piece.strip_prefix("+/null/").unwrap();
        format!("begin_save\u{1b}+/7/{rest}\u{1b}end_save")
    };
    let (text, told) = with_set_up(vec![slot("1", "A"), making.clone()], &of("2"));
    assert_eq!((text, told.notes.len()), (of("4"), 2), "{told:?}");
    // A set-up without such pieces is not touched.
    let (text, told) = with_set_up(vec![slot("1", "A"), slot("2", "Theirs")], &set_up(&["1", "1"]));
    assert_eq!((text, told.notes.len()), (set_up(&["1", "1"]), 1), "{told:?}");
}

#[test]
fn a_set_up_whose_number_stands_for_two_pieces_of_theirs_is_left_and_told() {
    let both = vec![slot("1", "A"), slot("2", "Theirs"), slot("2", "Twin")];
    let (text, told) = with_set_up(both, &set_up(&["2"]));
    assert_eq!(text, set_up(&["2"]));
    let last = told.notes.last().unwrap();
    assert!(last.starts_with("start.vsav still has the old numbers"), "{told:?}");
}

#[test]
fn a_number_of_the_base_that_comes_to_stand_twice_is_a_conflict() {
    let prototype = |name: &str, color: &str, traits: &str| {
        let text = format!(
            "+/null/{traits}piece;;;{color};/{}null;0;0;;0",
            if traits.is_empty() { "" } else { "\t" }
        );
        Element::new("VASSAL.build.module.PrototypeDefinition").with("name", name).with_text(text)
    };
    let own = |list: Vec<Element>| {
        module("6").with_child(holding(Element::new("VASSAL.build.module.PrototypesContainer"), list))
    };
    let making = maker("placemark", "5");
    let base = own(vec![prototype("A", "red", &making), prototype("B", "red", "")]);
    // Theirs moved the trait to the other prototype; we changed what it is called.
    let ours = own(vec![prototype("A", "red", &making.replace("Make", "Build")), prototype("B", "red", "")]);
    let theirs = own(vec![prototype("A", "red", ""), prototype("B", "red", &making)]);
    let (root, told) = merged(&base, &ours, &theirs);
    assert_eq!(numbers(&root), ["5", "6"]);
    assert_eq!(told.conflicts.len(), 2, "{told:?}");
    // Where we changed another trait, both go together.
    let ours = own(vec![prototype("A", "blue", &making), prototype("B", "red", "")]);
    assert_eq!(numbers(&agreed(&base, &ours, &theirs)), ["5"]);
}
