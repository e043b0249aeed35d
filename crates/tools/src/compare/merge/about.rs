//! The metadata of a merged module, which say again what the root of its build file says.
//!
//! Engine classes: `build.module.metadata.ModuleMetaData` and `ExtensionMetaData`.

use vassal::format::Limits;
use vassal::format::build_file::{Document, Element, Node};
use vassal::format::detect::{BUILD_FILE, BUILD_FILE_XML, FileError, Kind};
use vassal::format::metadata::{EXTENSION_DATA, MODULE_DATA, Metadata};
use vassal::format::module_file::ModuleFile;

/// Attributes of a module and the elements of its metadata.
const OF_MODULE: [(&str, &str); 6] = [
    ("name", "name"),
    ("version", "version"),
    ("description", "description"),
    ("ModuleOther1", "extra1"),
    ("ModuleOther2", "extra2"),
    ("VassalVersion", "VassalVersion"),
];

/// The same of an extension.
const OF_EXTENSION: [(&str, &str); 4] = [
    ("version", "version"),
    ("description", "description"),
    ("anyModule", "universal"),
    ("vassalVersion", "VassalVersion"),
];

/// Brings into the metadata of ours what the merge changed in the root.
///
/// # Errors
/// Metadata that cannot be read.
pub fn follow(ours: &mut ModuleFile, theirs: &ModuleFile, merged: &Element) -> Result<(), FileError> {
    let is_extension = ours.kind == Kind::Extension;
    let entry = if is_extension { EXTENSION_DATA } else { MODULE_DATA };
    let pairs: &[(&str, &str)] = if is_extension { &OF_EXTENSION } else { &OF_MODULE };
    let root = &ours.build_file.root;
    let is_of_theirs =
        ["VassalVersion", "vassalVersion"].iter().any(|own| merged.attr(own) != root.attr(own));
    // Modules of old engines have no such entry.
    let is_there = ours.archive.contains(entry);
    let changed: Vec<(&str, &str)> = pairs
        .iter()
        .filter(|(attribute, _)| !is_there || merged.attr(attribute) != root.attr(attribute))
        .filter_map(|(attribute, tag)| {
            let value = merged.attr(attribute);
            (is_there || value.is_some()).then(|| (*tag, value.unwrap_or_default()))
        })
        .collect();
    let source = if is_there { &ours.archive } else { &theirs.archive };
    if changed.is_empty() || !source.contains(entry) {
        return Ok(());
    }
    let broken = |source| FileError::Xml { entry: entry.to_owned(), source };
    let mut document = Document::parse(&source.read_entry(entry)?, &Limits::default()).map_err(broken)?;
    changed.iter().for_each(|(tag, value)| set(&mut document.root, tag, value));
    let bytes = document.write().into_bytes();
    ours.about = Some(Metadata::parse(&bytes, &Limits::default()).map_err(broken)?);
    ours.archive.insert(entry, bytes)?;
    // The version of the engine says which entry the engine reads.
    if is_of_theirs && ours.build_file_name == BUILD_FILE && theirs.build_file_name == BUILD_FILE_XML {
        ours.archive.remove(BUILD_FILE);
        ours.build_file_name = BUILD_FILE_XML;
    }
    Ok(())
}

/// Sets the text of an element that is no translation, or adds it.
fn set(root: &mut Element, tag: &str, value: &str) {
    let nodes = if value.is_empty() { Vec::new() } else { vec![Node::Text(value.to_owned())] };
    let found = root.elements_mut().find(|own| own.tag == tag && own.attr("lang").is_none());
    if let Some(own) = found {
        own.nodes = nodes;
        return;
    }
    root.push(Element { nodes, ..Element::new(tag) });
}
