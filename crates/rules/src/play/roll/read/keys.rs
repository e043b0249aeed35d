//! The keys of a roll: what each takes, its default, and when it must be told.

use std::borrow::Cow;

use toml::Spanned;

use super::super::Need;
use super::super::file::KeyRow;
use super::super::when::{Names, THROWN, When};
use super::RollReader;
use crate::data::fault::did_you_mean;
use crate::game::pack;
use crate::play::inputs::{Inputs, Key, KeyKind, KeyWords, Synonyms, Text};

impl RollReader<'_> {
    pub(super) fn key(&mut self, row: &Spanned<KeyRow>, rule: &Text) -> Option<Key> {
        let (at, row) = (row.span().start, row.as_ref());
        let told = |what: String| format!("key \"{}\": {what}", row.name);
        if row.synonyms.len() > 2 {
            self.fault(at, told("expected at most two synonyms; spelling variants need none".into()));
        }
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if row.name.is_empty() || !row.name.chars().all(is_name) || THROWN.contains(&&*row.name) {
            let what = "expected a name of small letters, digits and hyphens, not die or total";
            self.fault(at, told(what.into()));
        }
        let kind = self.keep(at, self.kind(row).map_err(told))?;
        Some(Key {
            name: Cow::Owned(row.name.clone()),
            synonyms: Synonyms::Read(row.synonyms.clone()),
            kind,
            rule: row.rule.clone().map_or_else(|| rule.clone(), Cow::Owned),
            help: Cow::Owned(row.help.clone()),
        })
    }

    /// Names of keys that mean no key or another one, and flags for keys or words that there are not.
    pub(super) fn colliding(&mut self, rows: &[Spanned<KeyRow>]) {
        let mut wrong = Vec::new();
        for row in rows {
            let (at, row) = (row.span().start, row.as_ref());
            let same = |name: &&String| {
                self.keys.iter().filter(|key| key.names().any(|own| own == **name)).count() > 1
            };
            if let Some(name) = std::iter::once(&row.name).chain(&row.synonyms).find(same) {
                wrong.push((at, format!("duplicate key \"{name}\"")));
            }
            let Some(Key { kind: KeyKind::Flag(target, word), .. }) =
                self.keys.iter().find(|key| key.name == row.name)
            else {
                continue;
            };
            let names = Names { keys: &self.keys, thrown: false };
            let known = names.key(target).and_then(|key| match key.map(|key| &key.kind) {
                Some(KeyKind::Word(words) | KeyKind::Alone(words)) if words.proper().contains(&&**word) => {
                    Ok(())
                }
                Some(KeyKind::Word(words) | KeyKind::Alone(words)) => {
                    let near = did_you_mean(word, words.proper());
                    Err(format!(
                        "{target}: expected one of {}, found \"{word}\"{near}",
                        words.proper().join(", ")
                    ))
                }
                _ => Err(format!("{target} takes no words")),
            });
            wrong.extend(known.err().map(|what| (at, format!("key \"{}\": gives: {what}", row.name))));
        }
        wrong.into_iter().for_each(|(at, message)| self.fault(at, message));
    }

    fn kind(&self, row: &KeyRow) -> Result<KeyKind, String> {
        match row.kind.as_str() {
            "yes-no" => Ok(KeyKind::YesNo),
            "number" => {
                let (least, most) = (row.least.unwrap_or(0), row.most.unwrap_or(1000));
                if least > most {
                    return Err("least is more than most".into());
                }
                Ok(KeyKind::Number(least, most))
            }
            "word" if row.words.is_empty() => Err("expected words = [\"…\"]".into()),
            "word" => {
                let word = |text: &String| {
                    let mut names = text.split('|').map(|name| name.trim().to_owned());
                    (names.next().unwrap_or_default(), names.collect())
                };
                Ok(KeyKind::Word(KeyWords::Read(row.words.iter().map(word).collect())))
            }
            "nation" => {
                // What is wrong with the file is told by who reads it for the game.
                let nations = pack::nations(self.game, self.read, &mut Vec::new());
                let words = nations.into_iter().map(|(code, nation)| (code, nation.also));
                Ok(KeyKind::Word(KeyWords::Read(words.collect())))
            }
            "text" => Ok(KeyKind::List),
            "month" => Ok(KeyKind::Month),
            "flag" => {
                let gives = row.gives.as_deref().and_then(|gives| gives.split_once('='));
                let (key, word) = gives.ok_or("expected gives = \"KEY=WORD\"")?;
                Ok(KeyKind::Flag(Cow::Owned(key.trim().to_owned()), Cow::Owned(word.trim().to_owned())))
            }
            other => {
                let near = did_you_mean(other, KINDS.iter().copied());
                Err(format!("expected kind to be one of {}, found \"{other}\"{near}", KINDS.join(", ")))
            }
        }
    }

    pub(super) fn default(&mut self, row: &Spanned<KeyRow>, defaults: &mut Vec<(String, serde_json::Value)>) {
        let (at, row) = (row.span().start, row.as_ref());
        let Some(default) = &row.default else { return };
        let typed = serde_json::Map::from_iter([(row.name.clone(), json(default))]);
        match Inputs::read(&typed, &self.keys, &self.alike) {
            Ok(read) => defaults.extend(read.all().map(|(name, value)| (name.to_owned(), value.clone()))),
            Err(wrong) => wrong.iter().for_each(|fault| self.fault(at, format!("default of {fault}"))),
        }
    }

    pub(super) fn need(&mut self, row: &Spanned<KeyRow>) -> Option<Need> {
        let (at, row) = (row.span().start, row.as_ref());
        let when = match row.needed.as_ref()? {
            toml::Value::Boolean(true) => When::ALWAYS,
            toml::Value::Boolean(false) => return None,
            toml::Value::String(text) => self.when(at, Some(text), false),
            other => {
                self.fault(at, format!("needed: expected true or a condition, found {other}"));
                return None;
            }
        };
        Some(Need { key: row.name.clone(), when, says: row.missing.clone() })
    }
}

/// The kinds of keys, as they are written.
const KINDS: &[&str] = &["yes-no", "number", "word", "nation", "text", "month", "flag"];

fn json(value: &toml::Value) -> serde_json::Value {
    match value {
        toml::Value::Boolean(truth) => (*truth).into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::String(text) => text.as_str().into(),
        other => other.to_string().into(),
    }
}
