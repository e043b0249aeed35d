//! Lists that people type: something stands on both sides of each comma and semicolon, or a name was forgotten there.

use serde_json::Value;

/// What parts the entries of a list.
const SIGNS: [char; 2] = [',', ';'];
/// What may stand around entries and is none.
const AROUND: [char; 6] = ['"', '[', ']', '(', ')', '\''];

/// Says where an entry of a typed list is empty; nothing where each has something in it, or there is but one.
#[must_use]
pub fn empty_entry(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(SIGNS).collect();
    let what = empty_of(&parts).filter(|_| parts.len() > 1)?;
    Some(format!("\"{}\": {what}; expected something on both sides of each comma and semicolon", text.trim()))
}

/// The words of a list that has commas, semicolons or spaces between them.
///
/// # Errors
/// An entry is empty.
pub fn words(text: &str) -> Result<Vec<&str>, String> {
    match empty_entry(text) {
        Some(what) => Err(what),
        None => {
            Ok(text.split([',', ';', ' ', '\t']).map(str::trim).filter(|word| !word.is_empty()).collect())
        }
    }
}

/// The same as [`empty_entry`] of a text, or of a list as files have it.
pub(super) fn empty_in(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => empty_entry(text),
        Value::Array(list) => {
            let texts: Vec<&str> = list.iter().map(|entry| entry.as_str().unwrap_or("-")).collect();
            empty_of(&texts).or_else(|| list.iter().find_map(empty_in))
        }
        _ => None,
    }
}

fn empty_of(parts: &[&str]) -> Option<String> {
    let is_around = |sign: char| sign.is_whitespace() || AROUND.contains(&sign);
    let at = parts.iter().position(|part| part.trim_matches(is_around).is_empty())?;
    Some(format!("entry {} of {} is empty", at + 1, parts.len()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_without_anything_in_it_is_told_with_its_place() {
        for (text, what) in [
            ("a,,b", "entry 2 of 3 is empty"),
            ("a, ;b", "entry 2 of 3 is empty"),
            (",a", "entry 1 of 2 is empty"),
            ("lost ,", "entry 2 of 2 is empty"),
            ("[a, b,]", "entry 3 of 3 is empty"),
            (",", "entry 1 of 2 is empty"),
            ("TR (INF,), TANK", "entry 2 of 3 is empty"),
        ] {
            let told = empty_entry(text).unwrap_or_else(|| panic!("{text}"));
            assert!(told.contains(what) && told.contains(text), "{text}: {told}");
        }
        assert_eq!(empty_in(&json!(["a", ""])).as_deref(), Some("entry 2 of 2 is empty"));
        assert!(empty_in(&json!(["a", "b,"])).is_some());
    }

    #[test]
    fn a_list_with_something_everywhere_is_none_of_that() {
        for text in ["", "a", "a, b; c", "[a, b]", "TR (INF, TANK), CV", "1; stranded: a, b", "\"a\", \"b\""]
        {
            assert_eq!(empty_entry(text), None, "{text}");
        }
        assert_eq!(empty_in(&json!(["a", {"b": 1}, 3])), None);
        assert_eq!(words("a, b c;d"), Ok(vec!["a", "b", "c", "d"]));
        assert!(words("a,,b").is_err());
    }
}
