//! Modules in few words, merged as archives and looked at as the engine does.

use std::collections::HashSet;

use liege::compare::merge::{Merged, merge};
use liege::format::Limits;
use liege::format::archive::Archive;
use liege::format::build_file::{Document, Element};
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::sequence;
use liege::format::timestamp::Timestamp;
use liege::model::slot::read_definition;

/// A module or extension of these elements, written and read.
pub fn file(root: &Element) -> ModuleFile {
    file_with(root, &[])
}

/// The same with files beside its build file.
pub fn file_with(root: &Element, files: &[(&str, &str)]) -> ModuleFile {
    let entry = if root.is("ModuleExtension") { "extensiondata" } else { "moduledata" };
    let text = |name: &str| root.attr(name).map(str::to_owned);
    let about = Metadata {
        name: text("name"),
        version: text("version"),
        vassal_version: text("VassalVersion"),
        date_saved: Some(Timestamp(7)),
        ..Metadata::default()
    };
    let mut archive = Archive::new();
    archive.insert(entry, about.write().into_bytes()).unwrap();
    archive.insert("buildFile.xml", Document::new(root.clone()).write().into_bytes()).unwrap();
    for (name, content) in files {
        archive.insert(name, content.as_bytes().to_vec()).unwrap();
    }
    read(archive.write(Timestamp(0)).unwrap())
}

fn read(bytes: Vec<u8>) -> ModuleFile {
    ModuleFile::read(bytes, &Limits::default()).unwrap()
}

/// What comes of a merge, read again from its bytes, and what is told.
pub fn merged_files(
    base: Option<&ModuleFile>,
    ours: &ModuleFile,
    theirs: &ModuleFile,
) -> (ModuleFile, Merged) {
    let mut ours = ours.clone();
    let told = merge(base, &mut ours, theirs).unwrap();
    let file = read(ours.write(Timestamp(0)).unwrap());
    expect_sound(&file.build_file.root);
    (file, told)
}

pub fn merged(base: &Element, ours: &Element, theirs: &Element) -> (Element, Merged) {
    let (file, told) = merged_files(Some(&file(base)), &file(ours), &file(theirs));
    (file.build_file.root.clone(), told)
}

/// The merged module of versions that nobody has to decide on.
pub fn agreed(base: &Element, ours: &Element, theirs: &Element) -> Element {
    let (root, told) = merged(base, ours, theirs);
    assert_eq!(told.conflicts, [""; 0]);
    root
}

/// All numbers that the engine's `build.GpIdChecker` counts: those of slots, and of traits that make pieces.
pub fn numbers(root: &Element) -> Vec<String> {
    let mut found = Vec::new();
    for element in root.walk() {
        found.extend(element.attr("gpid").filter(|gpid| !gpid.is_empty()).map(str::to_owned));
        let piece = read_definition(element.text()).unwrap_or_default();
        for own in &piece.traits {
            let rest = ["placemark;", "replace;"].iter().find_map(|start| own.type_text.strip_prefix(start));
            found.extend(rest.and_then(|rest| sequence::decode(rest, ';').into_iter().nth(9)));
        }
    }
    found
}

/// What `build.GpIdChecker` demands: each number once, behind the id of an extension too, and the next one above all.
fn expect_sound(root: &Element) {
    let mut seen = HashSet::new();
    let mut next = root.attr("nextPieceSlotId").map_or(i32::MAX, |next| next.parse::<i32>().unwrap());
    for gpid in numbers(root) {
        let bare: i32 = gpid.split(':').nth(1).unwrap_or(&gpid).parse().unwrap();
        assert!(seen.insert(bare), "the number {gpid} is there twice: {root:#?}");
        assert!(bare < next, "{bare} is not below the next number {next}");
    }
    next -= 1;
    assert!(next >= -1);
    assert!(root.walk().all(|own| own.attributes.iter().all(|(name, _)| !name.contains('\u{0}'))));
}

pub fn module(next: &str) -> Element {
    Element::new("VASSAL.build.GameModule")
        .with("VassalVersion", "3.7.26")
        .with("name", "Mini")
        .with("nextPieceSlotId", next)
        .with("version", "1")
}

pub fn window(name: &str) -> Element {
    Element::new("VASSAL.build.module.PieceWindow").with("name", name)
}

pub fn list(name: &str) -> Element {
    Element::new("VASSAL.build.widget.ListWidget").with("entryName", name)
}

pub fn map(name: &str) -> Element {
    Element::new("VASSAL.build.module.Map")
        .with("edgeHeight", "0")
        .with("edgeWidth", "0")
        .with("mapName", name)
}

pub fn slot(gpid: &str, name: &str) -> Element {
    slot_of(gpid, name, "")
}

/// A slot whose piece has these traits, each with a tab behind it.
pub fn slot_of(gpid: &str, name: &str, traits: &str) -> Element {
    let states = "\t".repeat(traits.matches('\t').count());
    Element::new("VASSAL.build.widget.PieceSlot")
        .with("entryName", name)
        .with("gpid", gpid)
        .with_text(format!("+/null/{traits}piece;;;{name}.png;{name}/{states}null;0;0;{gpid};0"))
}

/// An element with more inside.
pub fn holding(element: Element, children: impl IntoIterator<Item = Element>) -> Element {
    children.into_iter().fold(element, Element::with_child)
}

/// The names of the pieces, lists, windows and maps, in the order of the file; those in lists behind their list.
pub fn names(root: &Element) -> Vec<String> {
    let name = |own: &Element| {
        ["entryName", "mapName", "name"].iter().find_map(|name| own.attr(name)).unwrap_or_default().to_owned()
    };
    root.walk().map(name).collect()
}
