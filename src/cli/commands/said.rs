//! Values that a player gives for battles of a save: `key=value` words and tables, for all battles or for one.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};

use crate::cli::Failure;
use crate::cli::commands::written::{is_called, read_table};
use liege_rules::data::fault::did_you_mean;
use liege_rules::game::Game;
use liege_rules::play::battle::Battle;
use liege_rules::play::inputs::{KeyFault, pairs};

/// Values for battles.
#[derive(Debug, Default)]
pub struct Said {
    all: Map<String, Value>,
    /// By the id of a battle, in small letters.
    own: BTreeMap<String, Map<String, Value>>,
}

/// Words of the command line: ids of battles, and values.
pub fn split(words: &[String]) -> (Vec<String>, Vec<String>) {
    words.iter().cloned().partition(|word| !word.contains('='))
}

impl Said {
    /// The values of a file with those typed in laid over them. `ids` are the battles that may have values of their
    /// own: `land-E4631.magic=2`, or a table of that name in the file.
    pub fn read(input: Option<&Path>, words: &[String], ids: &[String]) -> Result<Self, Failure> {
        let mut said = Self::default();
        for (key, value) in input.map(read_table).transpose()?.unwrap_or_default() {
            match value {
                Value::Object(table) => {
                    let id = known(&key, ids).ok_or_else(|| no_battle(&key, ids))?;
                    said.own.entry(id).or_default().extend(table);
                }
                value => said.put(ids, &key, value),
            }
        }
        let typed = pairs(words).map_err(|faults| failure(&faults))?;
        for (key, value) in typed {
            if let Some((id, _)) = key.split_once('.').filter(|(id, _)| known(id, ids).is_none()) {
                let near = did_you_mean(id, ids.iter().map(String::as_str));
                let what = format!("{key}: no battle to be resolved is called \"{id}\"{near}");
                return Err(Failure::new(what).help(format!("battles: {}", ids.join(", "))));
            }
            said.put(ids, &key, value);
        }
        Ok(said)
    }

    /// The values that an earlier call was given for each battle.
    pub fn again<'g>(given: impl Iterator<Item = (&'g str, &'g Map<String, Value>)>) -> Self {
        let own = given.map(|(battle, given)| (battle.to_lowercase(), given.clone())).collect();
        Self { all: Map::new(), own }
    }

    fn put(&mut self, ids: &[String], key: &str, value: Value) {
        let own = key.split_once('.').and_then(|(id, key)| Some((known(id, ids)?, key)));
        match own {
            Some((id, key)) => self.own.entry(id).or_default().insert(key.to_owned(), value),
            None => self.all.insert(key.to_owned(), value),
        };
    }

    /// Refuses what none of the battles uses.
    pub fn check(&self, game: &dyn Game, battles: &[&Battle]) -> Result<(), Failure> {
        for (key, value) in &self.all {
            if let Some(first) = battles.first()
                && !battles.iter().any(|battle| self.is_used(game, battle, key))
            {
                let alone = Map::from_iter([(key.clone(), value.clone())]);
                return Err(failure(&game.lay(first, &alone).err().unwrap_or_default()));
            }
        }
        for battle in battles {
            self.lay(game, battle, battles.len() > 1)?;
        }
        Ok(())
    }

    /// Whether a battle uses a value that is given for all: by itself, beside another one, or beside all of them.
    fn is_used(&self, game: &dyn Game, battle: &Battle, key: &str) -> bool {
        let with = |others: &dyn Fn(&str) -> bool| {
            let some = self.all.iter().filter(|(name, _)| *name == key || others(name));
            let table: Map<String, Value> = some.map(|(name, value)| (name.clone(), value.clone())).collect();
            game.lay(battle, &table).is_ok()
        };
        with(&|_| false) || self.all.keys().any(|other| with(&|name| name == other)) || with(&|_| true)
    }

    /// A battle with its values; of several battles each takes those it uses.
    pub fn lay(&self, game: &dyn Game, battle: &Battle, several: bool) -> Result<Battle, Failure> {
        let mut table = self.all.clone();
        if several {
            table.retain(|key, _| self.is_used(game, battle, key));
        }
        table.extend(self.own.get(&battle.id.to_lowercase()).cloned().unwrap_or_default());
        game.lay(battle, &table).map_err(|faults| failure(&faults))
    }
}

fn known(id: &str, ids: &[String]) -> Option<String> {
    ids.iter().find(|known| is_called(known, id)).map(|known| known.to_lowercase())
}

fn no_battle(key: &str, ids: &[String]) -> Failure {
    let near = did_you_mean(key, ids.iter().map(String::as_str));
    Failure::new(format!("--input: \"{key}\" is a table, but no battle to be resolved has this name{near}"))
        .help(format!("battles: {}", ids.join(", ")))
}

/// Wrong values as one message.
pub fn failure(faults: &[KeyFault]) -> Failure {
    let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let mut helps: Vec<&str> = faults.iter().filter_map(|fault| fault.help.as_deref()).collect();
    helps.dedup();
    let failure = Failure::new(texts.join("; "));
    if helps.is_empty() { failure } else { failure.help(helps.join("; ")) }
}
