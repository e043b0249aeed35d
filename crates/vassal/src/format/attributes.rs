//! Which attributes VASSAL's components have, and what each takes: a number, a key, a list.
//!
//! Taken from the engine's own `getAttributeNames` and `getAttributeTypes`; older files have others that it still reads.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A line for each class: the class and its attributes, each with the letter of what it takes behind a colon.
const ATTRIBUTES: &str = include_str!("attributes.txt");

/// What an attribute takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// A whole number.
    Whole,
    /// A number.
    Decimal,
    /// `true` or `false`.
    YesNo,
    /// A key stroke or a named key.
    Key,
    /// Several of them.
    Keys,
    /// A list of texts.
    Texts,
    /// The corners of a zone.
    Corners,
    /// The pieces that a Global Key Command reaches.
    Target,
    /// Dynamic Properties that are given to a piece.
    Parameters,
    /// What happens to a property.
    Change,
    /// Anything else.
    Text,
}

/// The attributes of each class.
static BY_CLASS: LazyLock<BTreeMap<&'static str, Vec<(&'static str, Takes)>>> = LazyLock::new(|| {
    let attribute = |word: &'static str| {
        let (name, letter) = word.split_once(':').unwrap_or((word, ""));
        (name, takes(letter))
    };
    let class = |line: &'static str| {
        let (class, words) = line.split_once(' ')?;
        Some((class, words.split(' ').map(attribute).collect()))
    };
    ATTRIBUTES.lines().filter_map(class).collect()
});

/// The attributes of a class, by its name with the package; none of a class that the engine does not have.
#[must_use]
pub fn of_class(class: &str) -> Option<&'static [(&'static str, Takes)]> {
    BY_CLASS.get(class).map(Vec::as_slice)
}

fn takes(letter: &str) -> Takes {
    match letter {
        "n" => Takes::Whole,
        "d" => Takes::Decimal,
        "b" => Takes::YesNo,
        "k" => Takes::Key,
        "h" => Takes::Keys,
        "l" => Takes::Texts,
        "o" => Takes::Corners,
        "t" => Takes::Target,
        "p" => Takes::Parameters,
        "c" => Takes::Change,
        _ => Takes::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::components::Component;

    #[test]
    fn every_class_of_the_list_is_a_component_with_attributes() {
        for line in ATTRIBUTES.lines() {
            let class = line.split(' ').next().unwrap();
            assert!(Component::of(class).is_some(), "{class}");
            assert!(!of_class(class).unwrap().is_empty(), "{class}");
        }
        let map = of_class("VASSAL.build.module.Map").unwrap();
        assert!(map.contains(&("edgeWidth", Takes::Whole)) && map.contains(&("moveKey", Takes::Key)));
        assert!(of_class("VASSAL.build.module.Mapp").is_none());
    }
}
