//! Definitions of traits in one spelling, so that those that mean the same to the engine are equal: it compares what it
//! would write of them.

use super::fields::Fields;
use crate::format::key::Key;
use crate::format::kinds::ValueKind;
use crate::format::sequence;

/// Whether the engine writes the same definition for both (`Decorator.myGetType`).
#[must_use]
pub fn same_definition(one: &str, other: &str) -> bool {
    one == other || normal(one) == normal(other)
}

/// A definition with what an older version left out at what the engine takes for it, and of a named key only its name.
/// Definitions of unknown traits, and those that would not come back identical, stay as they are.
#[must_use]
pub fn normal(type_text: &str) -> String {
    let Some(own) = Fields::decode(type_text) else { return type_text.to_owned() };
    let mut whole = own.clone();
    for (name, _) in own.spec().fields {
        whole.set(name, normal_value(ValueKind::of_field(name), own.get(name)));
    }
    whole.encode().unwrap_or_else(|_| type_text.to_owned())
}

fn normal_value(kind: &ValueKind, text: &str) -> String {
    let joined = |separator: char, values: Vec<String>| {
        sequence::join(&values, separator).unwrap_or_else(|_| text.to_owned())
    };
    match kind {
        ValueKind::Text | ValueKind::Change => text.to_owned(),
        ValueKind::Key => Key::decode(text).map_or_else(|| text.to_owned(), |key| key.encode()),
        ValueKind::List(separator, kind) => {
            let values = sequence::decode(text, *separator);
            joined(*separator, values.iter().map(|value| normal_value(kind, value)).collect())
        }
        ValueKind::Parts(separator, parts) => {
            let mut values = sequence::decode(text, *separator);
            values.extend(parts.iter().skip(values.len()).map(|part| part.usual.to_owned()));
            let kinds = parts.iter().map(|part| &part.kind).chain(std::iter::repeat(&ValueKind::Text));
            joined(
                *separator,
                values.iter().zip(kinds).map(|(value, kind)| normal_value(kind, value)).collect(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_version_left_out_makes_no_difference() {
        assert!(same_definition("PROP;Steps;true,0,9,false", "PROP;Steps;true,0,9,false;;"));
        assert!(!same_definition("PROP;Steps;true,0,9,false", "PROP;Steps;true,0,8,false;;"));
    }

    #[test]
    fn of_a_named_key_only_the_name_counts_and_a_letter_is_ctrl_with_it() {
        assert!(same_definition("delete;Delete;57345,0,Away", "delete;Delete;60001,0,Away"));
        assert!(same_definition("delete;Delete;D", "delete;Delete;68,130"));
        assert!(!same_definition("delete;Delete;D", "delete;Delete;69,130"));
    }

    #[test]
    fn keys_inside_of_lists_are_compared_as_keys() {
        let with = |number: u32| format!("PROP;S;false,0,100,false;+:{number}\\,0\\,Up:I\\,1");
        assert!(same_definition(&with(57345), &with(60001)));
    }
}
