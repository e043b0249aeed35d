//! What the traits of slots and prototypes say that VASSAL would stumble over: no key where one belongs, no number, no
//! choice that it knows.

use crate::convert::readable::Spot;
use vassal::format::key::Key;
use vassal::format::kinds::{ValueKind, ValuePart, change};
use vassal::format::piece::TraitText;
use vassal::format::sequence;
use vassal::format::traits::{Fields, title};
use vassal::model::slot::read_definition;

const A_KEY: &str = "a key, as Ctrl+D or [Name]";
const A_NUMBER: &str = "a number or an expression";
const YES_OR_NO: &str = "true or false";
const A_CHANGE: &str = "set, add, ask or ask with among";

/// Parts of a value of which VASSAL knows few: which.
const CHOICES: [(&str, &[&str]); 3] = [
    ("gkcType", &["COUNTER", "MAP", "DECK", "MODULE"]),
    (
        "targetType",
        &[
            "CURSTACK",
            "CURMAP",
            "CURZONE",
            "CURLOC",
            "MAP",
            "ZONE",
            "LOCATION",
            "XY",
            "DECK",
            "CURMAT",
            "CURATTACH",
        ],
    ),
    (
        "targetCompare",
        &["EQUALS", "NOT_EQUALS", "GREATER", "GREATER_EQUALS", "LESS", "LESS_EQUALS", "MATCH", "NOT_MATCH"],
    ),
];
/// Parts that are true or false, and parts that are numbers, where nothing usual says it.
const YES_NO_PARTS: [&str; 4] = ["numeric", "wrap", "reportSingle", "suppressSounds"];
const NUMBER_PARTS: [&str; 2] = ["min", "max"];

/// The doubts about a piece of a slot or prototype, each as its trait and field, the value, and what is expected.
pub fn of_definition(text: &str) -> Vec<(Spot<'static>, String)> {
    let piece = read_definition(text).unwrap_or_default();
    let of_trait = |(number, own)| {
        let spot = move |(name, doubt)| (Spot::Field { number, name }, doubt);
        of_trait(own).into_iter().map(spot)
    };
    piece.traits.iter().enumerate().flat_map(of_trait).collect()
}

/// The doubts about a trait by its fields.
fn of_trait(own: &TraitText) -> Vec<(&'static str, String)> {
    let Some(fields) = Fields::decode(own.type_text.clone()) else { return Vec::new() };
    let doubt = |(name, usual): &(&'static str, &str)| {
        let value = fields.get(name);
        // The key of a property is its name.
        if *usual == "name" {
            return None;
        }
        let expected = of_value(ValueKind::of_field(name), usual, value)?;
        let what = title(&own.type_text);
        Some((*name, format!("{what}: {name} is {value:?}, but VASSAL expects {expected}")))
    };
    fields.spec().fields.iter().filter_map(doubt).collect()
}

/// What VASSAL expects, of a value that is something else.
fn of_value(kind: &ValueKind, usual: &str, value: &str) -> Option<&'static str> {
    if value.is_empty() {
        return None;
    }
    match kind {
        ValueKind::Key => Key::decode(value).is_none().then_some(A_KEY),
        ValueKind::List(_, ValueKind::Text) => None,
        // The oldest lists of keys are their letters.
        ValueKind::List(_, ValueKind::Key) if value.chars().all(char::is_control) => None,
        ValueKind::List(separator, inner) => {
            sequence::decode(value, *separator).iter().find_map(|item| of_value(inner, "", item))
        }
        ValueKind::Parts(separator, parts) => {
            let values = sequence::decode(value, *separator);
            parts.iter().zip(&values).find_map(|(part, own)| of_part(part, own))
        }
        ValueKind::Change => of_change(value),
        ValueKind::Text => of_text(usual, value),
    }
}

fn of_part(part: &ValuePart, value: &str) -> Option<&'static str> {
    let usual = match part.name {
        name if YES_NO_PARTS.contains(&name) => "false",
        name if NUMBER_PARTS.contains(&name) => "0",
        _ => part.usual,
    };
    match CHOICES.iter().find(|(name, _)| *name == part.name) {
        Some((_, known)) => (!value.is_empty() && !known.contains(&value)).then_some("a word that it knows"),
        None => of_value(&part.kind, usual, value),
    }
}

fn of_text(usual: &str, value: &str) -> Option<&'static str> {
    match usual {
        "true" | "false" => (!["true", "false"].contains(&value)).then_some(YES_OR_NO),
        usual if usual.parse::<f64>().is_ok() => {
            let is_number = value.trim().parse::<f64>().is_ok() || value.contains(['{', '$']);
            (!is_number).then_some(A_NUMBER)
        }
        _ => None,
    }
}

fn of_change(value: &str) -> Option<&'static str> {
    let values = sequence::decode(value, ',');
    match values.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [change::ADD, by, ..] if !by.is_empty() => of_text("0", by),
        [change::SET | change::ADD | change::ASK | change::CHOOSE, ..] => None,
        _ => Some(A_CHANGE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_keys_numbers_and_choices_of_traits_are_told() {
        let told = |type_text: &str| -> Vec<String> {
            of_trait(&TraitText::new(type_text, "")).into_iter().map(|(_, doubt)| doubt).collect()
        };
        for (type_text, expected) in [
            ("delete;Delete;Ctrl+Sift+C;", A_KEY),
            ("macro;A;;;;[PrefToggle];;false", A_KEY),
            (r"macro;A;;;;70\,130,Cltr+F5;;false", A_KEY),
            ("macro;A;;70,130;;;;maybe", YES_OR_NO),
            ("globalkey;A;70,130;71,130;;false;abc", A_NUMBER),
            ("globalkey;A;70,130;71,130;;perhaps;1", YES_OR_NO),
            (r"PROP;A;true,0,ten,false;", A_NUMBER),
            (r"PROP;A;yes,0,10,false;", YES_OR_NO),
            (r"PROP;A;true,0,10,false;Add:65\,130:I\,one", A_NUMBER),
            (r"PROP;A;true,0,10,false;Add:65\,130:3", A_CHANGE),
            ("globalkey;A;70,130;71,130;;false;1;true;true;;;-1;COUNTR|false|MAP", "a word that it knows"),
            ("globalkey;A;70,130;71,130;;false;1;true;true;;;-1;MAP|false|MAP|||||five|0", A_NUMBER),
        ] {
            let doubts = told(type_text);
            assert!(doubts.len() == 1 && doubts[0].contains(expected), "{type_text}: {doubts:?}");
        }
        for sound in [
            "delete;Delete;70,130;",
            "delete;Delete;D;",
            "delete;Delete;0,0,Go;",
            "globalkey;A;70,130;71,130;;false;{Range};true;true;;;-1;MAP|false|MAP|||||{X}|0",
            r"PROP;A;true,$min$,10,false;Add:65\,130:I\,{Step},Set:66\,130:P\,x,:0\,0\,Q:R\,How many?",
            "locmsg;Text;;Hello",
            "mark;A",
        ] {
            assert_eq!(told(sound), [""; 0], "{sound}");
        }
    }
}
