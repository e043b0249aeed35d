//! The `[[pool]]` rows of `pack.toml`: boxes where pieces lie that are out of play, each row with its purpose.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::data::catalogue::Entry;
use crate::data::word::Word;
use vassal::format::key::Key;

use super::terms::key;

/// The key of a pool's boxes for what is a chit.
pub const CHIT: &str = "chit";
/// The key of a pool's boxes for everybody else.
pub const OTHERS: &str = "*";

/// Boxes of one purpose, such as those of eliminated units: whose they are, and what may go there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// What rules and the order of battle call it.
    pub id: Word,
    /// What players call one of its boxes and several; its id where none is given.
    called: Option<[String; 2]>,
    /// The command of a module that sends a piece there; `Send to` and the name where none is given.
    #[serde(default)]
    command: String,
    /// The key of that command.
    #[serde(default, deserialize_with = "key")]
    key: Option<Key>,
    /// What the names of two Markers begin with, which hold a piece's place in its box; the id where none is given.
    #[serde(default)]
    marker: String,
    /// Families and kinds of the counters that may go there; empty for all.
    #[serde(default)]
    pub of: Vec<String>,
    /// The box by nation; `*` for all others, `chit` for chits.
    pub at: BTreeMap<String, String>,
    /// Whether pieces join it by the order of battle.
    #[serde(default)]
    pub joins: bool,
    /// The paragraph by which it does.
    #[serde(default)]
    pub rule: String,
    /// Months that a piece may lie there before it existed.
    #[serde(default)]
    pub ahead: u16,
}

impl Pool {
    /// The box of a nation; of none for chits.
    pub fn of_nation(&self, nation: Option<&str>) -> Option<&str> {
        self.at.get(nation.unwrap_or(CHIT)).or_else(|| self.at.get(OTHERS)).map(String::as_str)
    }

    /// The box of a counter; none for one that may not go there.
    pub fn of(&self, entry: &Entry) -> Option<&str> {
        let may = self.of.is_empty() || entry.is_one_of(&self.of);
        may.then(|| self.of_nation((!entry.is_chit).then_some(entry.nation.as_str())))?
    }

    /// Its boxes, by nation.
    pub fn boxes(&self) -> impl Iterator<Item = &String> {
        self.at.values()
    }

    /// Whether a box is one of its own.
    pub fn has(&self, name: &str) -> bool {
        self.at.values().any(|own| own == name)
    }

    /// The command that sends a piece there.
    pub fn command(&self) -> String {
        if self.command.is_empty() { format!("Send to {}", self.called()[0]) } else { self.command.clone() }
    }

    /// The key of that command; a named one where the row has none.
    pub fn key(&self) -> Key {
        self.key.clone().unwrap_or_else(|| Key::named(format!("send to {}", self.id)))
    }

    /// What its Markers begin with: `Dead` of the pool `dead`.
    pub fn marker(&self) -> String {
        if !self.marker.is_empty() {
            return self.marker.clone();
        }
        self.id.split('-').map(|part| Word::from(part).capital()).collect()
    }

    /// Its id as a key of JSON.
    pub fn json_key(&self) -> String {
        self.id.replace('-', "_")
    }

    /// What players call one of its boxes, and several: `force pool`, `force pools`.
    pub fn called(&self) -> [String; 2] {
        let words = self.id.replace('-', " ");
        self.called.clone().unwrap_or_else(|| [words.clone(), words + "s"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_called_by_its_id_where_the_row_says_nothing_else() {
        let pool: Pool = toml::from_str("id = \"sunk-ship\"\nat = { \"*\" = \"Davy Jones\" }").unwrap();
        assert_eq!((pool.command().as_str(), pool.marker().as_str()), ("Send to sunk ship", "SunkShip"));
        assert_eq!(pool.key(), Key::named("send to sunk-ship"));
        assert_eq!(
            (pool.of_nation(Some("JP")), pool.of_nation(None)),
            (Some("Davy Jones"), Some("Davy Jones"))
        );
        assert_eq!(pool.called(), ["sunk ship", "sunk ships"]);
    }
}
