//! The nations of a game as people type them, and the alliance of each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;

use crate::data::read::Read;

/// A nation with more letters in its code is none.
pub const LONGEST_CODE: usize = 40;
/// Codes are kept until the process ends, so there is an end to them.
const MOST_CODES: usize = 1_000;

/// One nation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NationRow {
    code: &'static str,
    alliance: String,
    /// Small letters.
    words: Vec<String>,
}

/// The nations of a game by their words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NationWords(Arc<Vec<NationRow>>);

impl NationWords {
    /// Reads `rules/<game>/nations.toml`; none where that is missing or does not read, which the pack reports.
    pub fn read(game: &str, read: Read<'_>) -> Self {
        #[derive(Default, Deserialize)]
        struct NationsInWords {
            #[serde(default)]
            nation: Vec<NationInWords>,
        }
        #[derive(Deserialize)]
        struct NationInWords {
            code: String,
            name: String,
            #[serde(default)]
            adjective: String,
            side: String,
            #[serde(default)]
            also: Vec<String>,
        }
        let text = read(&format!("rules/{game}/nations.toml")).unwrap_or_default();
        let file: NationsInWords = toml::from_str(&text).unwrap_or_default();
        let rows = file.nation.iter().map(|row| {
            let words = row.also.iter().chain([&row.name, &row.adjective]).map(String::as_str);
            (row.code.as_str(), row.side.as_str(), words.collect())
        });
        Self::of(rows)
    }

    /// The nations with these codes, alliances and words.
    pub fn of<'n>(rows: impl IntoIterator<Item = (&'n str, &'n str, Vec<&'n str>)>) -> Self {
        let row = |(code, alliance, words): (&str, &'n str, Vec<&str>)| {
            let code = kept(code)?;
            let words =
                words.iter().filter(|word| !word.is_empty()).map(|word| word.to_lowercase()).collect();
            Some((code, NationRow { code, alliance: alliance.to_owned(), words }))
        };
        let by_code: BTreeMap<&str, NationRow> = rows.into_iter().filter_map(row).collect();
        Self(Arc::new(by_code.into_values().collect()))
    }

    /// The code of a nation: `JP` for `jp`, `Japan` or `japanese`.
    #[must_use]
    pub fn code(&self, word: &str) -> Option<&'static str> {
        let plain = word.to_lowercase();
        let is_code = |row: &&NationRow| row.code.eq_ignore_ascii_case(word);
        let is_word = |row: &&NationRow| row.words.contains(&plain);
        self.0.iter().find(is_code).or_else(|| self.0.iter().find(is_word)).map(|row| row.code)
    }

    /// The alliance of a nation by its code.
    #[must_use]
    pub fn alliance(&self, code: &str) -> Option<&str> {
        self.0.iter().find(|row| row.code == code).map(|row| row.alliance.as_str())
    }
}

/// A code that lasts as long as the process, one copy for all games that have it; none for one too long or too many.
fn kept(code: &str) -> Option<&'static str> {
    static CODES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = codes.get(code) {
        return Some(known);
    }
    if code.is_empty() || code.len() > LONGEST_CODE || codes.len() >= MOST_CODES {
        return None;
    }
    let lasting: &'static str = Box::leak(code.to_owned().into_boxed_str());
    codes.insert(lasting);
    Some(lasting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nation_is_known_by_code_name_adjective_and_its_further_words() {
        let text = "[[nation]]\ncode = \"BR\"\nname = \"Brazil\"\nadjective = \"Brazilian\"\nside = \"allies\"\n\
                    also = [\"brasil\"]\n[[nation]]\ncode = \"XX\"\nname = \"BR\"\nside = \"axis\"\n";
        let nations =
            NationWords::read("any", &|path| (path == "rules/any/nations.toml").then(|| text.into()));
        for word in ["BR", "br", "Brazil", "BRAZILIAN", "Brasil"] {
            assert_eq!(nations.code(word), Some("BR"), "{word}");
        }
        assert_eq!(["XX", "", "Peru"].map(|word| nations.code(word)), [Some("XX"), None, None]);
        assert_eq!(nations.alliance("BR"), Some("allies"));
        assert_eq!(nations.alliance("br"), None);
    }

    #[test]
    fn a_code_without_end_is_no_nation() {
        let long = "X".repeat(LONGEST_CODE + 1);
        let nations = NationWords::of([(long.as_str(), "axis", vec!["xland"]), ("", "axis", vec!["none"])]);
        assert_eq!(["xland", "none"].map(|word| nations.code(word)), [None, None]);
    }
}
