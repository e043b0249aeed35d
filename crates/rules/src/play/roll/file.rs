//! Rows of `procedures.toml` as they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RollFile {
    pub(super) format: u32,
    #[serde(default)]
    pub(super) roll: Vec<Spanned<RollRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RollRow {
    pub(super) id: Spanned<String>,
    pub(super) name: Spanned<String>,
    pub(super) rule: String,
    pub(super) title: String,
    pub(super) dice: Spanned<String>,
    /// What is rolled for, when faces do not fit; the name where nothing is said.
    #[serde(default, rename = "for")]
    pub(super) what: Option<String>,
    pub(super) says: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) about: Vec<Spanned<AboutRow>>,
    #[serde(default)]
    pub(super) facts: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) key: Vec<Spanned<KeyRow>>,
    #[serde(default)]
    pub(super) modifier: Vec<Spanned<ModifierRow>>,
    #[serde(default)]
    pub(super) refusal: Vec<Spanned<RefusalRow>>,
    #[serde(default)]
    pub(super) band: Vec<Spanned<BandRow>>,
    /// What comes without a throw.
    #[serde(default)]
    pub(super) sure: Vec<Spanned<BandRow>>,
    pub(super) table: Option<Spanned<TableRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutRow {
    pub(super) when: Option<String>,
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyRow {
    pub(super) name: String,
    #[serde(default)]
    pub(super) synonyms: Vec<String>,
    pub(super) kind: String,
    pub(super) least: Option<i64>,
    pub(super) most: Option<i64>,
    /// Each with its synonyms behind it: `JP|japan|japanese`.
    #[serde(default)]
    pub(super) words: Vec<String>,
    /// The key and the word that a flag gives: `nation=JP`.
    pub(super) gives: Option<String>,
    pub(super) rule: Option<String>,
    pub(super) help: String,
    pub(super) default: Option<toml::Value>,
    /// `true`, or a condition.
    pub(super) needed: Option<toml::Value>,
    /// What to say behind "is missing".
    #[serde(default)]
    pub(super) missing: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModifierRow {
    pub(super) label: String,
    pub(super) when: Option<String>,
    pub(super) add: i64,
    pub(super) per: Option<String>,
    /// Of the number of `per`, how many are not counted.
    #[serde(default)]
    pub(super) after: i64,
    /// How many of the others count as one.
    pub(super) each: Option<std::num::NonZeroU16>,
    #[serde(default)]
    pub(super) says: String,
    pub(super) rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RefusalRow {
    pub(super) when: String,
    pub(super) reason: String,
    pub(super) rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BandRow {
    pub(super) when: Option<String>,
    pub(super) from: Option<i64>,
    pub(super) to: Option<i64>,
    pub(super) cell: Option<String>,
    pub(super) result: Option<String>,
    pub(super) says: Option<String>,
    #[serde(default)]
    pub(super) facts: BTreeMap<String, toml::Value>,
    #[serde(default)]
    pub(super) effects: Vec<EffectRow>,
    pub(super) rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EffectRow {
    pub(super) unit: Option<String>,
    pub(super) thing: Option<String>,
    /// What happens, by the word that JSON has for it.
    pub(super) does: String,
    /// The word of a pool or state.
    pub(super) to: Option<String>,
    /// What players call it; the word where nothing is said.
    pub(super) called: Option<String>,
    /// By how much a value changes.
    pub(super) by: Option<i64>,
    pub(super) times: Option<u8>,
    pub(super) rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableRow {
    /// A CSV file beside this one.
    pub(super) file: String,
    /// The key whose word names the column.
    pub(super) column: Option<String>,
}
