//! The small XML entries that say what a module, extension or save is.
//!
//! Engine package: `build.module.metadata`.

use super::build_file::{Document, Element, XmlError};
use super::limits::Limits;
use super::timestamp::Timestamp;

/// Entry of a module.
pub const MODULE_DATA: &str = "moduledata";
/// Entry of a save or log.
pub const SAVE_DATA: &str = "savedata";
/// Entry of an extension.
pub const EXTENSION_DATA: &str = "extensiondata";

/// What a metadata entry says. Absent elements are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// Name of the module.
    pub name: Option<String>,
    /// Version of the module or extension.
    pub version: Option<String>,
    /// Version of the engine that wrote it.
    pub vassal_version: Option<String>,
    /// When it was written.
    pub date_saved: Option<Timestamp>,
    /// Description of the module, or the comment on a save.
    pub description: Option<String>,
    /// First free text of a module.
    pub extra1: Option<String>,
    /// Second free text of a module.
    pub extra2: Option<String>,
    /// An extension that fits any module.
    pub universal: Option<bool>,
}

impl Metadata {
    /// Reads an entry.
    ///
    /// # Errors
    /// Broken XML.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self, XmlError> {
        let root = Document::parse(bytes, limits)?.root;
        let text = |tag: &str| {
            let mut found = root.children(tag);
            // Translations carry an attribute `lang`; the plain one counts.
            found.find(|element| element.attr("lang").is_none()).map(Element::text)
        };
        Ok(Self {
            name: text("name"),
            version: text("version"),
            vassal_version: text("VassalVersion"),
            date_saved: text("dateSaved").and_then(|millis| millis.parse().ok()).map(Timestamp),
            description: text("description"),
            extra1: text("extra1"),
            extra2: text("extra2"),
            universal: text("universal").map(|word| word == "true"),
        })
    }

    /// The entry's text, in the order of the engine.
    #[must_use]
    pub fn write(&self) -> String {
        let date = self.date_saved.map(|date| date.0.to_string());
        let universal = self.universal.map(|word| word.to_string());
        let children = [
            ("version", self.version.clone()),
            ("extra1", self.extra1.clone()),
            ("extra2", self.extra2.clone()),
            ("VassalVersion", self.vassal_version.clone()),
            ("dateSaved", date),
            ("description", self.description.clone()),
            ("name", self.name.clone()),
            ("universal", universal),
        ];
        let mut root = Element::new("data").with("version", "1");
        for (tag, text) in children {
            if let Some(text) = text {
                let child = Element::new(tag);
                root.push(if text.is_empty() { child } else { child.with_text(text) });
            }
        }
        Document::new(root).write()
    }
}
