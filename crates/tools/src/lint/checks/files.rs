//! Files that components name: set-ups, help, charts, sounds.

use super::super::pictures::SOUNDS;
use super::super::roles::Role;
use super::super::words::{is_put_together, quoted};
use super::super::{Subject, Told};

/// A file that a component names and the module does not have.
pub fn missing(subject: &Subject<'_>, told: &mut Told<'_>) {
    for value in subject.of_role(Role::File) {
        let element = subject.tree.components[value.at.component].element;
        // Set-ups without a file, and help that VASSAL itself has.
        let is_unused = element.attr("useFile") == Some("false") || element.attr("isMenu") == Some("true");
        let is_vassals =
            element.attr("fileType").is_some_and(|kind| kind != "archive") || value.text.starts_with('/');
        let there = |name: &str| subject.has_entry(name);
        if is_unused || is_vassals || there(&value.text) || there(&format!("help/{}", value.text)) {
            continue;
        }
        told.at(value.at, format!("the module has no file {}", quoted(&value.text)), None);
    }
}

/// A sound that the module does not have.
pub fn missing_sound(subject: &Subject<'_>, told: &mut Told<'_>) {
    for value in subject.of_role(Role::Sound).filter(|value| !is_put_together(&value.text)) {
        let name = format!("{SOUNDS}{}", value.text);
        let has = |name: &str| subject.has_entry(name);
        if has(&name) || has(&value.text) || value.text.starts_with('/') {
            continue;
        }
        told.at(value.at, format!("the module has no sound {}", quoted(&value.text)), None);
    }
}
