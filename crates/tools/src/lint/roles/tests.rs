//! The table of roles against what the engine's own classes say of their attributes.

use super::{ROLES, Role, Shape, of_attribute, of_field, shape};
use vassal::format::attributes;
use vassal::format::traits::Spec;
use vassal::format::traits::spec::FREELY;

/// Whether a component or trait has an attribute or field.
pub fn has(owner: &str, field: &str) -> bool {
    match Spec::of(owner) {
        Some(spec) => spec.index(field).is_some() || owner == FREELY.prefix && FREELY.index(field).is_some(),
        None => attributes::of_class(owner).is_some_and(|own| own.iter().any(|(name, _)| *name == field)),
    }
}

#[test]
fn every_word_of_the_table_is_a_shape_of_something_that_there_is() {
    for line in ROLES.lines() {
        let (class, words) = line.split_once(' ').unwrap();
        let (of_class, words): (Vec<&str>, Vec<&str>) =
            words.split(' ').partition(|word| word.starts_with("@VASSAL.counters."));
        assert_eq!(of_class.len(), usize::from(class.ends_with(';')), "{class}");
        for word in words {
            let (name, word) = word.split_once(':').unwrap();
            assert!(shape(word).is_some(), "{class} {name}: {word}");
            assert!(class == "*" || has(class, name), "{class} has no {name}");
        }
    }
}

/// What the engine's `getAttributeTypes` says of every attribute.
const ATTRIBUTES: &str = include_str!("../../../tests/data/attribute_types.txt");
/// What the engine's search of keys, expressions, properties, pictures and sides takes from every trait.
const TRAITS: &str = include_str!("../../../tests/data/trait_values.txt");

/// What a value is, as far as a check asks.
fn kinds(shape: Option<Shape>) -> Vec<&'static str> {
    use Role::{
        Board, Calls, Deck, Expression, File, Filter, Format, Hears, Makes, Map, Picture, Reads, Region,
        Sends, Sets, Side, Sound, Watches, Zone,
    };
    match shape {
        Some(Shape::One(role) | Shape::Many(role)) => match role {
            Hears | Watches | Sends | Calls => vec!["key"],
            Format | Filter | Expression | Map | Zone | Region => vec!["text"],
            Board => vec!["text", "board"],
            Picture => vec!["picture", "text"],
            Reads | Makes | Sets => vec!["property", "text"],
            Side => vec!["side"],
            Deck => vec!["deck"],
            Sound => vec!["sound"],
            File => vec!["file"],
            _ => vec![],
        },
        Some(Shape::Changes) => vec!["key", "text"],
        Some(Shape::Masked) => vec!["key", "picture"],
        Some(Shape::Access) => vec!["side"],
        Some(Shape::Sheet) => vec!["property"],
        Some(Shape::Target) => vec!["target", "text"],
        Some(Shape::Gives(_)) => vec!["parameters", "text"],
        Some(Shape::Sorts) => vec!["sorts"],
        Some(Shape::Change) => vec!["change"],
        Some(Shape::Constraints | Shape::Counts) => vec!["text"],
        None => vec![],
    }
}

/// What a type of the engine's attributes stands for; none for numbers, colours, choices and texts for people.
fn kind_of(engine_type: &str) -> Option<&'static str> {
    match engine_type {
        "NamedKeyStroke" | "KeyStroke" => Some("key"),
        "Image" | "Icon" => Some("picture"),
        name if name.ends_with("IconConfig") => Some("picture"),
        "PropertyExpression" | "FormattedStringExpression" | "UnmovedReportConfig" | "LoopCountConfig" => {
            Some("text")
        }
        name if name.ends_with("FormatConfig") || name.ends_with("FormattedStringConfig") => Some("text"),
        "GlobalCommandTarget" => Some("target"),
        "ParameterListConfig" => Some("parameters"),
        "DeckPolicyConfig" | "DeckPolicyConfig2" | "PiecePropertyConfig" => Some("text"),
        "Property" => Some("property"),
        "SortParameterConfig" => Some("sorts"),
        "PropChangerOptions" => Some("change"),
        "OwningBoardPrompt" => Some("board"),
        "AssignedDeckPrompt" => Some("deck"),
        "DeckOwnersConfig" | "PlayerSidesConfig" => Some("side"),
        "SoundConfig" => Some("sound"),
        _ => None,
    }
}

#[test]
fn every_attribute_that_has_a_key_a_text_or_a_picture_in_the_engine_has_that_role() {
    let mut wrong = Vec::new();
    for line in ATTRIBUTES.lines() {
        let (class, words) = line.split_once(' ').unwrap();
        for word in words.split(' ') {
            let (name, engine_type) = word.split_once(':').unwrap();
            let kind = kind_of(engine_type);
            if kind.is_some_and(|kind| !kinds(of_attribute(class, name)).contains(&kind)) {
                wrong.push(format!("{class} {name}: {engine_type}"));
            }
        }
        let known: Vec<&str> = attributes::of_class(class).unwrap().iter().map(|(name, _)| *name).collect();
        let listed: Vec<&str> = words.split(' ').filter_map(|word| Some(word.split_once(':')?.0)).collect();
        assert_eq!(listed, known, "{class}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_value_that_the_engine_s_search_takes_from_a_trait_has_its_role() {
    let mut wrong = Vec::new();
    for line in TRAITS.lines() {
        let mut words = line.split(' ');
        let (prefix, class) = (words.next().unwrap(), words.next().unwrap());
        assert!(ROLES.lines().any(|row| row.starts_with(&format!("{prefix} @{class} "))), "{prefix} {class}");
        for word in words {
            let (kind, name) = word.split_once(':').unwrap();
            if !kinds(of_field(prefix, name)).contains(&kind) {
                wrong.push(format!("{prefix} {word}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
