//! How an element of the build file is put together, and the hot keys by which elements call each other.

use vassal::format::build_file::Element;
use vassal::format::key::Key;

const BUILD: &str = "VASSAL.build.";

/// The target of a Global Key Command that goes to all pieces of all maps.
pub const EVERYWHERE: &str = "MODULE|false|MAP|||||0|0||false|||EQUALS||";

/// An element of the package `VASSAL.build` with its attributes.
pub fn component(class: &str, attributes: &[(&str, &str)]) -> Element {
    let mut element = Element::new(format!("{BUILD}{class}"));
    for (name, value) in attributes {
        element.set_attr(name, *value);
    }
    element
}

/// An element with children.
pub fn with(mut parent: Element, children: impl IntoIterator<Item = Element>) -> Element {
    for child in children {
        parent.push(child);
    }
    parent
}

/// The hot key that opens a window, whether or not it is open.
pub fn open_key(window: &str) -> Key {
    Key::named(format!("open {window}"))
}

/// The hot key that brings a task-force tray into view.
pub fn tray_key(window: &str, tray: &str) -> Key {
    Key::named(format!("show {window} {tray}"))
}

/// The hot key that marks the pieces of a map as not moved.
pub fn unmoved_key(map: &str) -> Key {
    Key::named(format!("not moved {map}"))
}
