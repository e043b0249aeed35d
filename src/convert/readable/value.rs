//! Values of attributes and fields: numbers and yes or no bare, keys as people write them, expressions on lines of their
//! own, lists as lists.

use toml::Spanned;
use toml::de::DeValue;

use super::ReadableError;
use crate::format::key::Key;
use crate::format::sequence;

/// What a value stands for, told by the name of its attribute or field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Key,
    Keys,
    Texts,
}

/// Fields that hold lists of texts.
const LISTS: [&str; 2] = ["imageNames", "levelNames"];

/// Fields that hold a letter, and no key, of the oldest Layers.
const LETTERS: [&str; 3] = ["activateKey", "upKey", "downKey"];

/// Fields that hold lists of keys.
const KEY_LISTS: [&str; 6] =
    ["watchKeys", "actionKeys", "keys", "cycleDownKeys", "hotkeys", "keyCommandList"];

impl Kind {
    fn of(name: &str) -> Self {
        if KEY_LISTS.contains(&name) {
            Self::Keys
        } else if LISTS.contains(&name) {
            Self::Texts
        } else if LETTERS.contains(&name) {
            Self::Text
        } else if Key::is_held_by(name) {
            Self::Key
        } else {
            Self::Text
        }
    }
}

/// The value as TOML, such that [`read`] gives the same text.
pub fn write(name: &str, text: &str) -> String {
    let plain = || quoted(text);
    let written = match Kind::of(name) {
        Kind::Key => key_words(text).map(|words| quoted(&words)),
        Kind::Keys => list_of(text, key_words),
        Kind::Texts => list_of(text, |own| Some(own.to_owned())),
        Kind::Text => None,
    };
    let written = written.unwrap_or_else(|| if is_bare(text) { text.to_owned() } else { plain() });
    if read_back(name, &written).as_deref() == Some(text) {
        return written;
    }
    // A text that happens to look like a key.
    format!("{{ raw = {} }}", plain())
}

fn list_of(text: &str, word: impl Fn(&str) -> Option<String>) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let words: Option<Vec<String>> =
        sequence::decode(text, ',').iter().map(|own| word(own).map(|word| quoted(&word))).collect();
    Some(format!("[{}]", words?.join(", ")))
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

fn read_back(name: &str, written: &str) -> Option<String> {
    let value = DeValue::parse(written).ok()?;
    read(name, &value, written).ok()
}

/// The text of an attribute or field.
///
/// # Errors
/// A value of a kind that the attribute cannot have.
pub fn read(name: &str, value: &Spanned<DeValue<'_>>, source: &str) -> Result<String, ReadableError> {
    let wrong = |why: String| ReadableError::at(source, value.span().start, format!("{name}: {why}"));
    let of_string = |text: &str| match Kind::of(name) {
        Kind::Key | Kind::Keys => Key::of_words(text).map_or_else(|| text.to_owned(), |key| key.encode()),
        Kind::Text | Kind::Texts => text.to_owned(),
    };
    match value.get_ref() {
        // A list is a string only where it could be none.
        DeValue::String(text) if Kind::of(name) == Kind::Keys => Ok(text.to_string()),
        DeValue::String(text) => Ok(of_string(text)),
        DeValue::Boolean(yes) => Ok(yes.to_string()),
        DeValue::Integer(number) => Ok(number.to_string()),
        DeValue::Array(items) => {
            let texts: Option<Vec<String>> =
                items.iter().map(|item| item.get_ref().as_str().map(of_string)).collect();
            let texts = texts.ok_or_else(|| wrong("expected a list of texts".to_owned()))?;
            sequence::join(texts, ',').map_err(|error| wrong(error.to_string()))
        }
        DeValue::Table(table) => match table.iter().next() {
            Some((key, raw)) if table.len() == 1 && key.get_ref() == "raw" => {
                let text = raw.get_ref().as_str();
                text.map(str::to_owned).ok_or_else(|| wrong("expected raw = \"text\"".to_owned()))
            }
            _ => Err(wrong("expected a text, a number, true, false, or { raw = \"text\" }".to_owned())),
        },
        DeValue::Float(_) | DeValue::Datetime(_) => {
            Err(wrong("expected a text; put quotes around it".to_owned()))
        }
    }
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
            ("imageNames", "a.png,b.png", "[\"a.png\", \"b.png\"]"),
            ("propertyMatch", "{Side == \"Japan\"}", "'''\n{Side == \"Japan\"}'''"),
            ("description", "two\nlines", "'''\ntwo\nlines'''"),
            ("hotkey", "Ctrl+F", "{ raw = \"Ctrl+F\" }"),
        ] {
            assert_eq!(write(name, text), written, "{name} {text}");
            assert_eq!(read_back(name, written).as_deref(), Some(text), "{name} {written}");
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
        ] {
            for name in ["hotkey", "keys", "imageNames", "text"] {
                assert_eq!(read_back(name, &write(name, text)).as_deref(), Some(text), "{name} {text:?}");
            }
        }
    }
}
