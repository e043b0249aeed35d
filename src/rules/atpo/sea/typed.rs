//! Lists of ships, aircraft and groups as they are typed in: parts between commas, words in small letters.

use serde_json::Value;

use crate::rules::atpo::forces::unit::{LONGEST_NAME, entries};
use crate::rules::inputs::KeyFault;

/// More parts than any list has.
const MOST_PARTS: usize = 60;

/// One part of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedPart {
    /// As typed.
    pub text: String,
    /// Its words in small letters.
    pub words: Vec<String>,
}

impl TypedPart {
    /// A fault at this part.
    #[must_use]
    pub fn fault(&self, key: &str, what: &str) -> KeyFault {
        KeyFault::new(key, format!("\"{}\": {what}", self.text))
    }
}

/// The parts of a list; words are parted by spaces, and a letter from a number behind it: `CA2` is `ca 2`.
///
/// # Errors
/// Too many parts, and a part that is too long.
pub fn parts(key: &str, value: &Value) -> Result<Vec<TypedPart>, Vec<KeyFault>> {
    let all = entries(value);
    if all.len() > MOST_PARTS {
        return Err(vec![KeyFault::new(key, format!("more than {MOST_PARTS} parts"))]);
    }
    let mut faults = Vec::new();
    let mut parts = Vec::new();
    for entry in all {
        let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        if text.len() > LONGEST_NAME {
            faults.push(KeyFault::new(key, format!("a part has more than {LONGEST_NAME} letters")));
            continue;
        }
        let words = text.to_lowercase().split([' ', '\t', ':']).flat_map(apart).collect();
        parts.push(TypedPart { text, words });
    }
    if faults.is_empty() { Ok(parts) } else { Err(faults) }
}

/// `ca2` as `ca` and `2`; any other word whole.
fn apart(word: &str) -> Vec<String> {
    let at = word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let (head, rest) = word.split_at(at);
    let is_letters = !head.is_empty() && head.chars().all(|c| c.is_ascii_alphabetic());
    let is_number = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let words = if is_letters && is_number { vec![head, rest] } else { vec![word] };
    words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A whole number up to `most`.
#[must_use]
pub fn number(word: &str, most: u32) -> Option<u32> {
    word.parse().ok().filter(|number| *number <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_words_in_small_letters() {
        let words = |text: &str| -> Vec<Vec<String>> {
            parts("x", &Value::from(text)).unwrap().into_iter().map(|part| part.words).collect()
        };
        assert_eq!(words("CA2, CV 0 N"), [vec!["ca", "2"], vec!["cv", "0", "n"]]);
        assert_eq!(words(" , ;"), Vec::<Vec<String>>::new());
        assert!(parts("x", &Value::from("a,".repeat(61))).is_err());
        assert!(parts("x", &Value::from("é".repeat(200))).is_err());
    }
}
