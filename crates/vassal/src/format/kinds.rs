//! How the values of attributes and of traits' fields are put together: keys, lists, and lists of lists.
//!
//! Engine classes: the `Configurer` of each value, `counters.GlobalCommandTarget`, `properties.PropertyChangerConfigurer`.

use super::attributes::{self, Takes};
use super::key::Key;
use super::sequence;

/// What a value stands for.
#[derive(Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Itself.
    Text,
    /// A key stroke or named key.
    Key,
    /// Values of one kind, with this letter between them.
    List(char, &'static ValueKind),
    /// Values of different kinds, with this letter between them.
    Parts(char, &'static [ValuePart]),
    /// What happens to a property: it is set, added to, asked for, or chosen from a list.
    Change,
}

/// A value among others of different kinds.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValuePart {
    /// Its name in the engine's class.
    pub name: &'static str,
    /// What it stands for.
    pub kind: ValueKind,
    /// What it is in most modules; a text leaves it out then.
    pub usual: &'static str,
}

const fn part(name: &'static str, kind: ValueKind) -> ValuePart {
    ValuePart { name, kind, usual: "" }
}

const fn usually(usual: &'static str, name: &'static str) -> ValuePart {
    ValuePart { name, kind: ValueKind::Text, usual }
}

/// Texts with commas.
static TEXTS: ValueKind = ValueKind::List(',', &ValueKind::Text);
/// Keys with commas.
static KEYS: ValueKind = ValueKind::List(',', &ValueKind::Key);
/// The items of a Property Sheet, each with the digit of its type before its name.
static SHEET: ValueKind = ValueKind::List('~', &ValueKind::Text);
/// The corners of a zone.
static CORNERS: ValueKind = ValueKind::List(';', &ValueKind::Text);
/// The key commands of a Dynamic Property.
static KEY_COMMANDS: ValueKind = ValueKind::List(
    ',',
    &ValueKind::Parts(
        ':',
        &[part("menu", ValueKind::Text), part("key", ValueKind::Key), part("change", ValueKind::Change)],
    ),
);
/// What a property may be.
static CONSTRAINTS: ValueKind = ValueKind::Parts(
    ',',
    &[
        part("numeric", ValueKind::Text),
        part("min", ValueKind::Text),
        part("max", ValueKind::Text),
        part("wrap", ValueKind::Text),
    ],
);
/// Dynamic Properties that are given to a piece.
static PARAMETERS: ValueKind = ValueKind::List(
    ',',
    &ValueKind::Parts(':', &[part("name", ValueKind::Text), part("value", ValueKind::Text)]),
);
/// The pieces that a Global Key Command reaches.
static TARGET: ValueKind = ValueKind::Parts(
    '|',
    &[
        part("gkcType", ValueKind::Text),
        usually("false", "fastMatchLocation"),
        usually("MAP", "targetType"),
        part("targetMap", ValueKind::Text),
        part("targetBoard", ValueKind::Text),
        part("targetZone", ValueKind::Text),
        part("targetLocation", ValueKind::Text),
        usually("0", "targetX"),
        usually("0", "targetY"),
        part("targetDeck", ValueKind::Text),
        usually("false", "fastMatchProperty"),
        part("targetProperty", ValueKind::Text),
        part("targetValue", ValueKind::Text),
        usually("EQUALS", "targetCompare"),
        part("targetAttachment", ValueKind::Text),
        part("targetAttachmentId", ValueKind::Text),
    ],
);
/// The Global Key Commands of a deck.
static DECK_COMMANDS: ValueKind = ValueKind::List(
    ',',
    &ValueKind::Parts(
        '|',
        &[
            part("name", ValueKind::Text),
            part("key", ValueKind::Key),
            part("filter", ValueKind::Text),
            part("deckCount", ValueKind::Text),
            part("reportFormat", ValueKind::Text),
            part("localizedName", ValueKind::Text),
            part("target", ValueKind::Text),
            part("reportSingle", ValueKind::Text),
            part("suppressSounds", ValueKind::Text),
            part("parameters", ValueKind::Text),
        ],
    ),
);

/// The state of a Basic Piece, as far as it has no properties.
static BASIC_STATE: ValueKind = ValueKind::Parts(
    ';',
    &[
        part("map", ValueKind::Text),
        part("x", ValueKind::Text),
        part("y", ValueKind::Text),
        part("gpid", ValueKind::Text),
        part("properties", ValueKind::Text),
    ],
);

/// The letters of the oldest Layers, which are no keys.
const LETTERS: [&str; 3] = ["activateKey", "upKey", "downKey"];

impl ValueKind {
    /// The kind of a field of a trait.
    #[must_use]
    pub fn of_field(name: &str) -> &'static Self {
        match name {
            "keyCommands" => &KEY_COMMANDS,
            "constraints" => &CONSTRAINTS,
            "parameters" => &PARAMETERS,
            "target" => &TARGET,
            "globalCommands" => &DECK_COMMANDS,
            "definition" => &SHEET,
            "imageNames" | "levelNames" | "subcommands" | "sides" | "cycleReportFormats" | "owners"
            | "countExpressions" => &TEXTS,
            "watchKeys" | "actionKeys" | "keys" | "cycleDownKeys" => &KEYS,
            "keyCommand" | "keyTrue" | "keyFalse" | "trailKeyOn" | "trailKeyOff" | "trailKeyClear" => {
                &Self::Key
            }
            name if LETTERS.contains(&name) => &Self::Text,
            name => Self::by_name(name),
        }
    }

    /// The kind of an attribute of a component; of a class that the engine does not have, as its name says.
    #[must_use]
    pub fn of_attribute(class: &str, name: &str) -> &'static Self {
        let known = attributes::of_class(class).and_then(|own| own.iter().find(|(known, _)| *known == name));
        match known {
            Some((_, Takes::Key)) => &Self::Key,
            Some((_, Takes::Keys)) => &KEYS,
            Some((_, Takes::Texts)) => &TEXTS,
            Some((_, Takes::Target)) => &TARGET,
            Some((_, Takes::Parameters)) => &PARAMETERS,
            Some((_, Takes::Change)) => &Self::Change,
            Some((_, Takes::Corners)) => &CORNERS,
            Some((_, Takes::Text | Takes::YesNo | Takes::Whole | Takes::Decimal)) => &Self::Text,
            None => Self::by_name(name),
        }
    }

    /// The kind of the state of a trait with this definition.
    #[must_use]
    pub fn of_state(type_text: &str) -> &'static Self {
        if type_text.starts_with("piece;") { &BASIC_STATE } else { &Self::Text }
    }

    /// Whether two values say the same: parts that one of them leaves out behind the others are the usual ones.
    #[must_use]
    pub fn means_the_same(&self, one: &str, other: &str) -> bool {
        let Self::Parts(separator, parts) = self else { return one == other };
        let [one, other] = [one, other].map(|text| sequence::decode(text, *separator));
        let most = one.len().max(other.len());
        let value = |own: &[String], at: usize| match (own.get(at), parts.get(at)) {
            (Some(text), _) => text.clone(),
            (None, part) => part.map_or_else(String::new, |part| part.usual.to_owned()),
        };
        one == other || most <= parts.len() && (0..most).all(|at| value(&one, at) == value(&other, at))
    }

    fn by_name(name: &str) -> &'static Self {
        if Key::is_held_by(name) { &Self::Key } else { &Self::Text }
    }
}

/// How a [`ValueKind::Change`] begins: the property is set, added to, asked for, or chosen from a list.
pub mod change {
    /// It is set to what follows.
    pub const SET: &str = "P";
    /// What follows is added to it.
    pub const ADD: &str = "I";
    /// The player is asked what it is to be, with these words.
    pub const ASK: &str = "R";
    /// The player is asked to choose, with these words, from the list behind them.
    pub const CHOOSE: &str = "E";
}
