//! Values of attributes and fields: numbers and yes or no bare, keys as people write them, expressions on lines of their
//! own, lists as lists, and what has parts as a table of them.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ReadableError;
use vassal::format::key::Key;
use vassal::format::kinds::{ValueKind, ValuePart, change};
use vassal::format::sequence;

/// The key of a text as it stands in the file.
const RAW: &str = "raw";

/// How many of the parts of a value stand in the file, where it ends before the last.
const FIELDS: &str = "fields";

/// The keys of a change of a property.
const SET: &str = "set";
const ADD: &str = "add";
const ASK: &str = "ask";
const AMONG: &str = "among";

/// The value as TOML, such that [`read`] gives the same text.
pub fn write(kind: &ValueKind, text: &str) -> String {
    let written = match kind {
        ValueKind::Text => Some(plain(text)),
        ValueKind::List(separator, inner @ ValueKind::Parts(..)) => rows(text, *separator, inner),
        kind => built(kind, text),
    };
    let written = written.unwrap_or_else(|| plain(text));
    if read_back(kind, &written).as_deref() == Some(text) {
        return written;
    }
    // A text that happens to look like something else.
    format!("{{ {RAW} = {} }}", quoted(text))
}

fn plain(text: &str) -> String {
    if is_bare(text) { text.to_owned() } else { quoted(text) }
}

/// A list of tables, each on a line of its own.
fn rows(text: &str, separator: char, inner: &ValueKind) -> Option<String> {
    let rows = items(text, separator, inner)?;
    Some(format!("[\n{}]", rows.iter().map(|row| format!("    {row},\n")).collect::<String>()))
}

/// A value in one line; none for a text that its kind does not fit.
fn built(kind: &ValueKind, text: &str) -> Option<String> {
    match kind {
        ValueKind::Text => Some(if is_bare(text) { text.to_owned() } else { in_one_line(text) }),
        ValueKind::Key => key_words(text).map(|words| quoted(&words)),
        ValueKind::List(separator, inner) => {
            Some(format!("[{}]", items(text, *separator, inner)?.join(", ")))
        }
        ValueKind::Parts(separator, parts) => table(text, *separator, parts),
        ValueKind::Change => property_change(text),
    }
}

/// The items of a list. Those of a list of texts all stand between quotes.
fn items(text: &str, separator: char, inner: &ValueKind) -> Option<Vec<String>> {
    if text.is_empty() {
        return None;
    }
    let item = |own: &String| match inner {
        ValueKind::Text => in_one_line(own),
        inner => built(inner, own).unwrap_or_else(|| in_one_line(own)),
    };
    Some(sequence::decode(text, separator).iter().map(item).collect())
}

/// A value of parts; those that are as usual are left out.
fn table(text: &str, separator: char, parts: &[ValuePart]) -> Option<String> {
    let values = sequence::decode(text, separator);
    if text.is_empty() || values.len() > parts.len() {
        return None;
    }
    let mut pairs = Vec::new();
    for (part, own) in parts.iter().zip(&values).filter(|(part, own)| part.usual != own.as_str()) {
        pairs.push(format!("{} = {}", part.name, built(&part.kind, own).unwrap_or_else(|| in_one_line(own))));
    }
    if values.len() < parts.len() {
        pairs.push(format!("{FIELDS} = {}", values.len()));
    }
    Some(if pairs.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", pairs.join(", ")) })
}

fn property_change(text: &str) -> Option<String> {
    let values = sequence::decode(text, ',');
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let one = |key: &str, value: &str| Some(format!("{{ {key} = {} }}", built(&ValueKind::Text, value)?));
    match values.as_slice() {
        [change::SET, value] => one(SET, value),
        [change::ADD, value] => one(ADD, value),
        [change::ASK, words] => one(ASK, words),
        [change::CHOOSE, words, choices] => {
            let choices = items(choices, ',', &ValueKind::Text).unwrap_or_default();
            Some(format!("{{ {ASK} = {}, {AMONG} = [{}] }}", in_one_line(words), choices.join(", ")))
        }
        _ => None,
    }
}

/// A key as people write it; none for what would not be read back.
fn key_words(text: &str) -> Option<String> {
    let key = Key::decode(text)?;
    let words = key.in_words()?;
    (Key::of_words(&words)?.encode() == text).then_some(words)
}

/// Whether a text can stand without quotes: a whole number in its plainest form, or yes or no.
fn is_bare(text: &str) -> bool {
    matches!(text, "true" | "false") || text.parse::<i64>().is_ok_and(|number| number.to_string() == text)
}

/// A TOML string: on lines of its own where it has several, or is an expression that would need escapes.
pub fn quoted(text: &str) -> String {
    let is_expression = text.starts_with('{') && text.ends_with('}');
    let is_long = text.contains('\n') || is_expression && text.contains(['"', '\\']);
    let is_literal = !text.contains("'''")
        && !text.ends_with('\'')
        && !text.contains('\r')
        && text.chars().all(|letter| !letter.is_control() || letter == '\n' || letter == '\t');
    if is_long && is_literal {
        return format!("'''\n{text}'''");
    }
    escaped(text)
}

/// A TOML string in one line, without escapes where it can.
fn in_one_line(text: &str) -> String {
    let is_literal = text.contains(['"', '\\']) && !text.contains('\'') && !text.contains(char::is_control);
    if is_literal { format!("'{text}'") } else { escaped(text) }
}

/// A TOML string in one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// A key as TOML writes it, without escapes where it can.
pub fn key(name: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else if name.contains('"') && !name.contains('\'') && !name.contains(char::is_control) {
        format!("'{name}'")
    } else {
        escaped(name)
    }
}

fn read_back(kind: &ValueKind, written: &str) -> Option<String> {
    let value = DeValue::parse(written).ok()?;
    read(kind, "", &value, written).ok()
}

/// A value, with where it stands and what it is called, for the words of a fault.
#[derive(Clone, Copy)]
struct Place<'a> {
    name: &'a str,
    source: &'a str,
    at: usize,
}

impl Place<'_> {
    fn wrong(self, why: impl std::fmt::Display) -> ReadableError {
        let name = if self.name.is_empty() { "a value" } else { self.name };
        ReadableError::at(self.source, self.at, format!("{name}: {why}"))
    }
}

/// The text of an attribute or field of this name.
///
/// # Errors
/// A value of a kind that the attribute cannot have.
pub fn read(
    kind: &ValueKind,
    name: &str,
    value: &Spanned<DeValue<'_>>,
    source: &str,
) -> Result<String, ReadableError> {
    let place = Place { name, source, at: value.span().start };
    match value.get_ref() {
        DeValue::String(text) if *kind == ValueKind::Key => {
            Ok(Key::of_words(text).map_or_else(|| text.to_string(), |key| key.encode()))
        }
        // A list or a value of parts is a string only where it could be none.
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Boolean(yes) => Ok(yes.to_string()),
        DeValue::Integer(number) => Ok(number.to_string()),
        DeValue::Array(items) => {
            let (separator, inner) = match kind {
                ValueKind::List(separator, inner) => (*separator, *inner),
                ValueKind::Text | ValueKind::Key | ValueKind::Parts(..) | ValueKind::Change => {
                    return Err(place.wrong("this is not a list; expected a text"));
                }
            };
            let texts: Result<Vec<String>, _> =
                items.iter().map(|item| read(inner, name, item, source)).collect();
            sequence::join(texts?, separator).map_err(|error| place.wrong(error))
        }
        DeValue::Table(table) => match (raw(table), kind) {
            (Some(text), _) => Ok(text),
            (None, ValueKind::Parts(separator, parts)) => of_table(table, *separator, parts, place),
            (None, ValueKind::Change) => of_change(table, place),
            _ => Err(place.wrong("expected a text, a number, true, false, or { raw = \"text\" }")),
        },
        DeValue::Float(_) | DeValue::Datetime(_) => Err(place.wrong("expected a text; put quotes around it")),
    }
}

/// The text of `{ raw = "text" }`.
fn raw(table: &DeTable<'_>) -> Option<String> {
    let (key, text) = table.iter().next().filter(|_| table.len() == 1)?;
    (key.get_ref() == RAW).then(|| text.get_ref().as_str().map(str::to_owned)).flatten()
}

fn of_table(
    table: &DeTable<'_>,
    separator: char,
    parts: &[ValuePart],
    place: Place<'_>,
) -> Result<String, ReadableError> {
    let found = |key: &str| table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value);
    let count = found(FIELDS).map_or(Ok(parts.len()), |value| {
        let number = value.get_ref().as_integer().and_then(|number| number.to_string().parse().ok());
        number
            .filter(|count| (1..=parts.len()).contains(count))
            .ok_or_else(|| place.wrong(format!("{FIELDS}: expected a number from 1 to {}", parts.len())))
    })?;
    let known = &parts[..count];
    let strange = table.iter().map(|(name, _)| name.get_ref().as_ref());
    let strange =
        strange.filter(|name| *name != FIELDS).find(|name| known.iter().all(|part| part.name != *name));
    if let Some(name) = strange {
        let names: Vec<&str> = known.iter().map(|part| part.name).collect();
        return Err(
            place.wrong(format!("\"{name}\" is not one of its parts, which are {}", names.join(", ")))
        );
    }
    let texts: Result<Vec<String>, _> = known
        .iter()
        .map(|part| match found(part.name) {
            Some(value) => read(&part.kind, part.name, value, place.source),
            None => Ok(part.usual.to_owned()),
        })
        .collect();
    sequence::join(texts?, separator).map_err(|error| place.wrong(error))
}

fn of_change(table: &DeTable<'_>, place: Place<'_>) -> Result<String, ReadableError> {
    let expected = || {
        place.wrong(format!(
            "expected {{ {SET} = … }}, {{ {ADD} = … }}, {{ {ASK} = … }} or {{ {ASK} = …, {AMONG} = […] }}"
        ))
    };
    let text = |kind: &ValueKind, key: &str| {
        let found = table.iter().find(|(name, _)| name.get_ref() == key);
        found.map(|(_, value)| read(kind, key, value, place.source)).transpose()
    };
    let (set, add, ask) =
        (text(&ValueKind::Text, SET)?, text(&ValueKind::Text, ADD)?, text(&ValueKind::Text, ASK)?);
    let among = text(&ValueKind::List(',', &ValueKind::Text), AMONG)?;
    let values = match (set, add, ask, among, table.len()) {
        (Some(value), None, None, None, 1) => vec![change::SET.to_owned(), value],
        (None, Some(value), None, None, 1) => vec![change::ADD.to_owned(), value],
        (None, None, Some(words), None, 1) => vec![change::ASK.to_owned(), words],
        (None, None, Some(words), Some(choices), 2) => vec![change::CHOOSE.to_owned(), words, choices],
        _ => return Err(expected()),
    };
    sequence::join(values, ',').map_err(|error| place.wrong(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_as_people_write_them() {
        for (name, text, written) in [
            ("edgeWidth", "0", "0"),
            ("canDisable", "false", "false"),
            ("scale", "1.0", "\"1.0\""),
            ("number", "007", "\"007\""),
            ("hotkey", "70,130", "\"Ctrl+F\""),
            ("hotkey", "", "\"\""),
            ("key", "0,0,Flip", "\"[Flip]\""),
            ("actionKeys", r"70\,130,112\,0", "[\"Ctrl+F\", \"F1\"]"),
            ("actionKeys", r"70\,130,57439\,0\,Flip", "[\"Ctrl+F\", \"57439,0,Flip\"]"),
            ("imageNames", "a.png,b.png", "[\"a.png\", \"b.png\"]"),
            ("propertyMatch", "{Side == \"Japan\"}", "'''\n{Side == \"Japan\"}'''"),
            ("description", "two\nlines", "'''\ntwo\nlines'''"),
            ("hotkey", "Ctrl+F", "{ raw = \"Ctrl+F\" }"),
            ("constraints", "true,0,6,false", "{ numeric = true, min = 0, max = 6, wrap = false }"),
            ("target", "COUNTER|false|MAP|||||0|0||false|||EQUALS||", "{ gkcType = \"COUNTER\" }"),
            (
                "target",
                "MAP|true|CURSTACK|||||0|0||false|||EQUALS",
                "{ gkcType = \"MAP\", fastMatchLocation = true, targetType = \"CURSTACK\", fields = 14 }",
            ),
            (
                "keyCommands",
                r#"Add:65\,130:I\,1,:0\,0\,Set:P\,{A == "x"},Ask:82\,130:R\,How many?,Pick:80\,0:E\,Which?\,a\\,b"#,
                "[\n    { menu = \"Add\", key = \"Ctrl+A\", change = { add = 1 } },\n    \
                 { key = \"[Set]\", change = { set = '{A == \"x\"}' } },\n    \
                 { menu = \"Ask\", key = \"Ctrl+R\", change = { ask = \"How many?\" } },\n    \
                 { menu = \"Pick\", key = \"P\", change = { ask = \"Which?\", among = [\"a\", \"b\"] } },\n]",
            ),
            (
                "parameters",
                "A:1,B:{C}",
                "[\n    { name = \"A\", value = 1 },\n    { name = \"B\", value = \"{C}\" },\n]",
            ),
        ] {
            let kind = ValueKind::of_field(name);
            assert_eq!(write(kind, text), written, "{name} {text}");
            assert_eq!(read_back(kind, written).as_deref(), Some(text), "{name} {written}");
        }
    }

    #[test]
    fn every_text_comes_back() {
        for text in [
            "東京",
            "a\\",
            "\\,",
            "'",
            "'''",
            "\u{1}\u{1b}\r\n",
            "{a}'''",
            "\"",
            "[x]",
            "1,2",
            "0,0,",
            "\u{7f}",
            "a:b:c:d",
            "a:1,2:P,x",
            "|||",
            "P,",
            "E,a,",
            "::Q,1",
        ] {
            for name in
                ["hotkey", "keys", "imageNames", "text", "target", "keyCommands", "constraints", "parameters"]
            {
                let kind = ValueKind::of_field(name);
                assert_eq!(
                    read_back(kind, &write(kind, text)).as_deref(),
                    Some(text),
                    "{name} {text:?}: {}",
                    write(kind, text)
                );
            }
        }
    }

    #[test]
    fn a_wrong_part_is_told_by_its_name() {
        for (name, written, told) in [
            ("target", "{ kind = \"MAP\" }", "\"kind\" is not one of its parts, which are gkcType, "),
            ("keyCommands", "[{ change = { plus = 1 } }]", "change: expected { set = … }"),
            ("keyCommands", "[{ change = { set = 1, add = 1 } }]", "change: expected { set = … }"),
            ("constraints", "{ min = 1, fields = 9 }", "fields: expected a number from 1 to 4"),
            ("constraints", "{ min = 1.5 }", "min: expected a text; put quotes around it"),
            ("hotkey", "[\"Ctrl+F\"]", "this is not a list"),
        ] {
            let value = DeValue::parse(written).unwrap();
            let error = read(ValueKind::of_field(name), name, &value, written).unwrap_err().to_string();
            assert!(error.contains(told), "{written}: {error}");
        }
    }
}
