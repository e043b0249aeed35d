//! Attributes and fields, and the keys, lists and tables that they hold, in words.

use super::{shown, shown_both};
use vassal::format::key::Key;
use vassal::format::kinds::{ValueKind, ValuePart, change};
use vassal::format::sequence;

/// Names of fields that their letters do not tell.
const NAMES: &[(&str, &str)] = &[
    ("bgColor", "background colour"),
    ("fgColor", "foreground colour"),
    ("gkcType", "sent by"),
    ("gpId", "number of the piece"),
    ("gpid", "number of the piece"),
    ("horizontalJust", "horizontal justification"),
    ("horizontalPos", "horizontal position"),
    ("markerSpec", "piece"),
    ("markerText", "definition of the piece"),
    ("nAngles", "number of facings"),
    ("nCols", "columns"),
    ("nPoints", "number of corners"),
    ("nRows", "rows"),
    ("nextPieceSlotId", "next number of a piece"),
    ("propertiesFilter", "filter"),
    ("propertyMatch", "condition"),
    ("rotateCCWKey", "key to turn left"),
    ("rotateCCWText", "command to turn left"),
    ("rotateCWKey", "key to turn right"),
    ("rotateCWText", "command to turn right"),
    ("textBg", "background colour"),
    ("textFg", "text colour"),
    ("verticalJust", "vertical justification"),
    ("verticalPos", "vertical position"),
    ("xDist", "distance to the right"),
    ("xOff", "x offset"),
    ("yDist", "distance up"),
    ("yOff", "y offset"),
];

/// A field as people call it: `imageName` is the image name.
pub fn name(field: &str) -> String {
    if let Some((_, words)) = NAMES.iter().find(|(own, _)| *own == field) {
        return (*words).to_owned();
    }
    if !field.starts_with(|first: char| first.is_ascii_lowercase()) {
        return field.to_owned();
    }
    let letters: Vec<char> = field.chars().collect();
    let mut words = String::with_capacity(field.len() + 4);
    for (at, letter) in letters.iter().enumerate() {
        let after_small = at > 0 && letters[at - 1].is_ascii_lowercase();
        let before_small = at > 0 && letters.get(at + 1).is_some_and(char::is_ascii_lowercase);
        if letter.is_ascii_uppercase() && (after_small || before_small) {
            words.push(' ');
        }
        // One capital begins a word; several are letters that stand for words.
        let alone = letter.is_ascii_uppercase()
            && !letters.get(at + 1).is_some_and(char::is_ascii_uppercase)
            && !letters[at - 1].is_ascii_uppercase();
        words.push(if alone || before_small { letter.to_ascii_lowercase() } else { *letter });
    }
    words
}

/// What became of a value, in one or more phrases: `2 → 3`.
pub fn difference(kind: &ValueKind, before: Option<&str>, after: Option<&str>) -> String {
    let phrases = match (kind, before, after) {
        (ValueKind::Parts(..), Some(before), Some(after)) if kind.means_the_same(before, after) => {
            vec!["written in another version's form, with the same meaning".to_owned()]
        }
        (ValueKind::List(separator, inner), Some(before), Some(after)) => {
            of_lists(inner, &items(before, *separator), &items(after, *separator))
        }
        (ValueKind::Parts(separator, parts), Some(before), Some(after)) => {
            of_parts(parts, &sequence::decode(before, *separator), &sequence::decode(after, *separator))
        }
        _ => Vec::new(),
    };
    if phrases.is_empty() {
        let [before, after] = [before, after].map(|value| value.map(|value| in_words(kind, value)));
        let [before, after] = shown_both(before.as_deref(), after.as_deref());
        format!("{before} → {after}")
    } else {
        phrases.join("; ")
    }
}

fn items(text: &str, separator: char) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { sequence::decode(text, separator) }
}

/// What became of the items of a list: the changed ones where as many are there as before, else which came and went.
fn of_lists(inner: &ValueKind, before: &[String], after: &[String]) -> Vec<String> {
    let words = |item: &String| shown(Some(&in_words(inner, item)));
    if before.len() == after.len() && is_same_places(before, after) {
        let pairs = before.iter().zip(after).filter(|(was, is)| was != is);
        return pairs.map(|(was, is)| of_items(inner, was, is)).collect();
    }
    let only = |own: &[String], other: &[String], what: &str| {
        let mut left: Vec<&String> = other.iter().collect();
        let alone: Vec<String> = own
            .iter()
            .filter(|item| match left.iter().position(|same| same == item) {
                Some(at) => {
                    left.swap_remove(at);
                    false
                }
                None => true,
            })
            .map(words)
            .collect();
        (!alone.is_empty()).then(|| format!("{what} {}", alone.join(", ")))
    };
    let phrases = [only(before, after, "without"), only(after, before, "with")];
    let phrases: Vec<String> = phrases.into_iter().flatten().collect();
    if phrases.is_empty() { vec!["in another order".to_owned()] } else { phrases }
}

/// Whether what differs between two lists of one length is not merely their order.
fn is_same_places(before: &[String], after: &[String]) -> bool {
    before.iter().zip(after).all(|(was, is)| was == is || !after.contains(was) && !before.contains(is))
}

fn of_items(inner: &ValueKind, was: &str, is: &str) -> String {
    let ValueKind::Parts(separator, parts) = inner else { return difference(inner, Some(was), Some(is)) };
    let values = [was, is].map(|item| sequence::decode(item, *separator));
    // A key command without words in the menu is called by its key.
    let called = parts.iter().zip(values[0].iter().zip(&values[1])).take(2).find_map(|(part, (was, is))| {
        (was == is && !is.is_empty()).then(|| shown(Some(&in_words(&part.kind, is))))
    });
    let words = of_parts(parts, &values[0], &values[1]).join(", ");
    called.map_or_else(|| words.clone(), |name| format!("{name}: {words}"))
}

fn of_parts(parts: &[ValuePart], before: &[String], after: &[String]) -> Vec<String> {
    if before.len().max(after.len()) > parts.len() {
        return Vec::new();
    }
    let value = |own: &[String], at: usize, part: &ValuePart| {
        own.get(at).map_or(part.usual, String::as_str).to_owned()
    };
    let changed = parts.iter().enumerate().filter_map(|(at, part)| {
        let (was, is) = (value(before, at, part), value(after, at, part));
        (was != is).then(|| format!("{} {}", name(part.name), difference(&part.kind, Some(&was), Some(&is))))
    });
    changed.collect()
}

/// A value in one line, as people write it.
fn in_words(kind: &ValueKind, text: &str) -> String {
    match kind {
        ValueKind::Text => text.to_owned(),
        // An old text has a letter alone, which is told as it stands.
        ValueKind::Key => Key::decode(text)
            .filter(|_| text.contains(','))
            .and_then(|key| key.in_words())
            .unwrap_or_else(|| text.to_owned()),
        ValueKind::List(separator, inner) => {
            let items: Vec<String> =
                items(text, *separator).iter().map(|item| in_words(inner, item)).collect();
            items.join(", ")
        }
        ValueKind::Parts(separator, parts) => {
            let values = sequence::decode(text, *separator);
            let told = parts.iter().zip(&values).filter(|(part, own)| part.usual != own.as_str());
            let told: Vec<String> = told
                .map(|(part, own)| format!("{} {}", name(part.name), in_words(&part.kind, own)))
                .collect();
            told.join(" ")
        }
        ValueKind::Change => change_in_words(text),
    }
}

fn change_in_words(text: &str) -> String {
    let values = sequence::decode(text, ',');
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    match values.as_slice() {
        [change::SET, value] => format!("set to {}", shown(Some(value))),
        [change::ADD, value] => format!("add {}", shown(Some(value))),
        [change::ASK, words] => format!("ask {}", shown(Some(words))),
        [change::CHOOSE, words, choices] => {
            format!("ask {} among {}", shown(Some(words)), items(choices, ',').join(", "))
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_called_as_people_call_them() {
        for (field, words) in [
            ("imageName", "image name"),
            ("activateKeyStroke", "activate key stroke"),
            ("nAngles", "number of facings"),
            ("edgeWidth", "edge width"),
            ("x0", "x0"),
            ("VassalVersion", "VassalVersion"),
            ("useHTMLText", "use HTML text"),
            ("state", "state"),
        ] {
            assert_eq!(name(field), words);
        }
    }

    #[test]
    fn lists_and_tables_tell_what_changed_in_them() {
        let told = |field, before, after| difference(ValueKind::of_field(field), Some(before), Some(after));
        for (field, before, after, words) in [
            ("imageNames", "a.png,b.png", "a.png,c.png", "b.png → c.png"),
            ("imageNames", "a.png,b.png", "b.png,a.png", "in another order"),
            ("imageNames", "a.png", "a.png,b.png", "with b.png"),
            ("actionKeys", r"70\,130,71\,130", r"70\,130", "without Ctrl+G"),
            (
                "target",
                "MAP|false|MAP|||||0|0||false|||EQUALS",
                "MAP|true|CURSTACK|||||0|0||false|||EQUALS",
                "fast match location false → true; target type MAP → CURSTACK",
            ),
            (
                "keyCommands",
                r":0\,0\,Flag:P\,1",
                r":0\,0\,Flag:I\,1",
                "[Flag]: change \"set to 1\" → \"add 1\"",
            ),
            ("keyCommands", r"Add:65\,130:I\,1", r"Add:65\,130:I\,2", "Add: change \"add 1\" → \"add 2\""),
            (
                "keyCommands",
                r"Add:65\,130:I\,1",
                r"Add:65\,130:I\,1,Set:0\,0\,Set:P\,5",
                "with \"menu Set key [Set] change set to 5\"",
            ),
            ("constraints", "false,0,100,false", "true,0,6,false", "numeric false → true; max 100 → 6"),
            ("keyCommands", "", "rubbish", "with \"menu rubbish\""),
        ] {
            assert_eq!(told(field, before, after), words, "{field}");
        }
        assert_eq!(difference(&ValueKind::Text, None, Some("a b")), "none → \"a b\"");
    }
}
