//! Choices that a player sets on the command line, held against those of the pack.

use std::collections::BTreeMap;

use super::Failure;
use crate::table::Table;
use liege_rules::play::choices::Setting;

/// `KEY=VALUE` words against the choices of the pack.
pub fn of(understood: &Table, words: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let mut choices = understood.pack.choices.clone();
    let mut set = BTreeMap::new();
    for word in words {
        let setting: Setting = word.parse().map_err(|error| Failure::new(format!("--choice: {error}")))?;
        choices.set(&setting).map_err(|error| Failure::new(format!("--choice: {error}")))?;
        let value = choices.get(&setting.key).unwrap_or(&setting.value).to_owned();
        set.insert(setting.key, value);
    }
    Ok(set)
}
