//! Which attributes VASSAL's components have, and which of them are numbers or keys.
//!
//! Taken from the engine's own `getAttributeNames` and `getAttributeTypes`; older files have others that it still reads.

/// A line for each class: the class and its attributes, with `:n` a whole number, `:d` a decimal one, `:k` a key.
const ATTRIBUTES: &str = include_str!("attributes.txt");

/// What an attribute takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// A whole number.
    Whole,
    /// A number.
    Decimal,
    /// A key stroke or a named key.
    Key,
    /// Anything else.
    Text,
}

/// The attributes of a class, by its name with the package; none of a class that the engine does not have.
#[must_use]
pub fn of_class(class: &str) -> Option<impl Iterator<Item = (&'static str, Takes)>> {
    let of = |line: &&str| line.strip_prefix(class).is_some_and(|rest| rest.starts_with(' '));
    let words = ATTRIBUTES.lines().find(of)?.split(' ').skip(1);
    Some(words.map(|word| match word.split_once(':') {
        Some((name, "n")) => (name, Takes::Whole),
        Some((name, "d")) => (name, Takes::Decimal),
        Some((name, _)) => (name, Takes::Key),
        None => (word, Takes::Text),
    }))
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
            assert!(of_class(class).unwrap().count() > 0, "{class}");
        }
        let map: Vec<_> = of_class("VASSAL.build.module.Map").unwrap().collect();
        assert!(map.contains(&("edgeWidth", Takes::Whole)) && map.contains(&("moveKey", Takes::Key)));
        assert!(of_class("VASSAL.build.module.Mapp").is_none());
    }
}
