//! What a lint says of a file: a fault, how bad it is, and where it is.

use serde::Serialize;

use super::tree::Tree;
use super::values::At;
use super::words::{quoted, shortened};
use vassal::diagnostic::{Level, fingerprint};
use vassal::model::board::OFFBOARD;
use vassal::model::position::Piece;

/// Where a fault is, in the words of VASSAL's editor.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The component with all around it: `Map Window "Main" / Map Boards / Board "East"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// The trait of its piece: `Layer "Status"`.
    #[serde(rename = "trait", skip_serializing_if = "Option::is_none")]
    pub of_trait: Option<String>,
    /// The attribute or field, by the name that the file has for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The entry of the archive: `images/hex.png`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The id of a piece, stack or deck in a save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// What it is called and where it lies: `"Tank" at 0505 on Main`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The file of an unpacked folder in which it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of that file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The component and its trait by number, by which whoever has the text finds file and line.
    #[serde(skip)]
    pub numbers: Option<(usize, Option<usize>)>,
}

impl Place {
    /// The place of a value.
    #[must_use]
    pub fn of(tree: &Tree<'_>, at: At<'_>) -> Self {
        let component = tree.components.get(at.component);
        let own = |number: usize| component?.traits.get(number).map(|own| shortened(&own.title()));
        Self {
            component: Some(tree.place(at.component)),
            of_trait: at.of_trait.and_then(own),
            field: (!at.field.is_empty()).then(|| at.field.to_owned()),
            numbers: Some((at.component, at.of_trait)),
            ..Self::default()
        }
    }

    /// A piece of a save.
    #[must_use]
    pub fn piece(piece: &Piece) -> Self {
        let name = quoted(&piece.true_name);
        let map = piece.map.as_deref().map(shortened);
        let at = match (&piece.location, map) {
            (Some(location), Some(map)) if location != OFFBOARD => format!("{name} at {location} on {map}"),
            (_, Some(map)) => format!("{name} at {}, {} on {map}", piece.x, piece.y),
            (_, None) => format!("{name}, on no map"),
        };
        Self { piece: Some(piece.id.clone()), at: Some(at), ..Self::default() }
    }

    /// An entry of the archive.
    #[must_use]
    pub fn entry(name: &str) -> Self {
        Self { entry: Some(name.to_owned()), ..Self::default() }
    }

    /// In one line.
    #[must_use]
    pub fn words(&self) -> String {
        let parts = [&self.entry, &self.component, &self.at, &self.of_trait, &self.field];
        parts.into_iter().flatten().cloned().collect::<Vec<_>>().join(", ")
    }
}

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The check's id: `VASSAL-M01`.
    pub id: &'static str,
    /// The check's name, which says what is wrong.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Level,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where it is.
    pub place: Place,
}

impl Fault {
    /// What stays the same when its component moves to another place, the file gets another name, lines come and go, and
    /// other components are counted otherwise.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let Place { component, of_trait, field, entry, piece, .. } = &self.place;
        let own = component.as_ref().map(|place| place.rsplit(" / ").next().unwrap_or_default().to_owned());
        let own = own.or_else(|| piece.clone());
        let message = without_counts(&self.message);
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        let (own, of_trait, field, entry) =
            (own.unwrap_or_default(), text(of_trait), text(field), text(entry));
        fingerprint(&[self.id, &own, &of_trait, &field, &entry, &message])
    }

    /// A line with all of it, and one for the help.
    #[must_use]
    pub fn in_file(&self, file: &str) -> String {
        let Self { id, name, severity, message, help, place } = self;
        let file = match (&place.file, place.line) {
            (None, _) => file.to_owned(),
            (Some(file), None) => file.clone(),
            (Some(file), Some(line)) => format!("{file}:{line}"),
        };
        let help = help.as_ref().map(|help| format!("\n  help: {help}")).unwrap_or_default();
        let place = match place.words() {
            words if words.is_empty() => String::new(),
            words => format!(", {words}"),
        };
        format!("{}[{id} {name}] {file}{place}: {message}{help}", severity.word())
    }
}

/// A message without the numbers that stand outside of quotes.
fn without_counts(message: &str) -> String {
    let outside = |(number, part): (usize, &str)| match number % 2 {
        0 => part.chars().filter(|letter| !letter.is_ascii_digit()).collect(),
        _ => part.to_owned(),
    };
    message.split('"').enumerate().map(outside).collect::<Vec<String>>().join("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_that_moved_or_is_counted_otherwise_keeps_its_fingerprint() {
        let fault = |component: &str, message: &str, line: usize| Fault {
            id: "VASSAL-M01",
            name: "unknown-component",
            severity: Level::Error,
            message: message.to_owned(),
            help: None,
            place: Place {
                component: Some(component.to_owned()),
                line: Some(line),
                file: Some(format!("{component}.toml")),
                ..Place::default()
            },
        };
        let first = fault("Palette \"A\" / Single piece \"Tank\"", "3 pieces use \"T3\"", 7);
        let moved = fault("Palette \"B\" / Single piece \"Tank\"", "4 pieces use \"T3\"", 9);
        assert_eq!(first.fingerprint(), moved.fingerprint());
        let other = fault("Palette \"B\" / Single piece \"Tank\"", "4 pieces use \"T4\"", 9);
        assert_ne!(first.fingerprint(), other.fingerprint());
    }
}
