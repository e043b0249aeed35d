//! What the attributes of components and the fields of traits stand for.
//!
//! Taken from what the engine's classes tell its own search of keys, expressions, properties and pictures.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A line for each class or trait, behind whose prefix its class stands; `*` goes for all classes whose own line does
/// not say otherwise.
const ROLES: &str = include_str!("roles.txt");

/// What a value stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The name of a picture.
    Picture,
    /// A text with `$names$` or an expression in it.
    Format,
    /// An expression, whether in braces or not.
    Expression,
    /// An expression, or the older comparisons of properties.
    Filter,
    /// The name of a property that is read.
    Reads,
    /// The name of a property that comes with it.
    Makes,
    /// The name of a property that it changes elsewhere.
    Sets,
    /// A key to which it reacts.
    Hears,
    /// A key to which it reacts, or that others of its piece react to, too.
    Watches,
    /// A key that it sends to pieces or to the buttons of the module.
    Sends,
    /// A key that it sends to its own piece.
    Calls,
    /// A sound.
    Sound,
    /// A file of the module.
    File,
    /// A side.
    Side,
    /// The name of a deck.
    Deck,
    /// The name of a board.
    Board,
    /// The name of a map.
    Map,
    /// The name of a zone.
    Zone,
    /// The name of a region.
    Region,
    /// The name of a map shading.
    Shader,
    /// The name of a prototype.
    Prototype,
    /// The text of a command in a menu.
    Command,
    /// The way in the build file to a piece.
    Marker,
}

/// How a value is put together of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One value.
    One(Role),
    /// Values with commas.
    Many(Role),
    /// Key commands that change a property.
    Changes,
    /// What happens to a property.
    Change,
    /// Whether a property is a number, and between which.
    Constraints,
    /// Properties by which a deck is sorted.
    Sorts,
    /// The pieces that a Global Key Command reaches.
    Target,
    /// How a masked piece looks.
    Masked,
    /// Who may use a Mask.
    Access,
    /// The items of a Property Sheet.
    Sheet,
    /// Properties that are given to a piece, or values that are put into a prototype, with this letter behind each name.
    Gives(char),
    /// What a deck counts.
    Counts,
}

fn shape(word: &str) -> Option<Shape> {
    let one = |role| Some(Shape::One(role));
    match word {
        "picture" => one(Role::Picture),
        "pictures" => Some(Shape::Many(Role::Picture)),
        "format" => one(Role::Format),
        "expression" => one(Role::Expression),
        "formats" => Some(Shape::Many(Role::Format)),
        "filter" => one(Role::Filter),
        "reads" => one(Role::Reads),
        "readslist" => Some(Shape::Many(Role::Reads)),
        "makes" => one(Role::Makes),
        "sets" => one(Role::Sets),
        "hears" => one(Role::Hears),
        "sends" => one(Role::Sends),
        "sendslist" => Some(Shape::Many(Role::Sends)),
        "watcheslist" => Some(Shape::Many(Role::Watches)),
        "calls" => one(Role::Calls),
        "callslist" => Some(Shape::Many(Role::Calls)),
        "sound" => one(Role::Sound),
        "file" => one(Role::File),
        "sides" => Some(Shape::Many(Role::Side)),
        "deck" => one(Role::Deck),
        "board" => one(Role::Board),
        "boards" => Some(Shape::Many(Role::Board)),
        "map" => one(Role::Map),
        "zone" => one(Role::Zone),
        "region" => one(Role::Region),
        "shader" => one(Role::Shader),
        "prototype" => one(Role::Prototype),
        "commands" => Some(Shape::Many(Role::Command)),
        "marker" => one(Role::Marker),
        "changes" => Some(Shape::Changes),
        "change" => Some(Shape::Change),
        "constraints" => Some(Shape::Constraints),
        "sorts" => Some(Shape::Sorts),
        "target" => Some(Shape::Target),
        "masked" => Some(Shape::Masked),
        "access" => Some(Shape::Access),
        "sheet" => Some(Shape::Sheet),
        "gives" => Some(Shape::Gives(':')),
        "fills" => Some(Shape::Gives('=')),
        "counts" => Some(Shape::Counts),
        _ => None,
    }
}

type Row = BTreeMap<&'static str, Shape>;

static BY_CLASS: LazyLock<BTreeMap<&'static str, Row>> = LazyLock::new(|| {
    let mut classes: BTreeMap<&'static str, Row> = BTreeMap::new();
    for (class, words) in ROLES.lines().filter_map(|line| line.split_once(' ')) {
        let row = classes.entry(class).or_default();
        let pairs = words.split(' ').filter_map(|word| word.split_once(':'));
        row.extend(pairs.filter_map(|(name, word)| Some((name, shape(word)?))));
    }
    classes
});

/// What an attribute of a component stands for; none where it is a text for people, a number, yes or no.
#[must_use]
pub fn of_attribute(class: &str, name: &str) -> Option<Shape> {
    let own = BY_CLASS.get(class).and_then(|row| row.get(name));
    own.or_else(|| BY_CLASS.get("*")?.get(name)).copied()
}

/// What a field of a trait stands for, by the trait's prefix.
#[must_use]
pub fn of_field(prefix: &str, name: &str) -> Option<Shape> {
    BY_CLASS.get(prefix)?.get(name).copied()
}

#[cfg(test)]
pub mod tests;
