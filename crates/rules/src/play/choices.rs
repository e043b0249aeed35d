//! Named choices: where printings of the rules disagree, each has a default and can be switched.
//!
//! A choice is declared where it is read: the row of a check and a procedure name the keys they read, the game lists
//! them with the readings it distinguishes (`choices.rs` of its crate), and only `choices.toml` has the default.
//! Tests compare what is declared with what is read, and demand a different result for each reading.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::data::fault::{DataFault, Lines, did_you_mean, expect_format_1, line_number, read_toml};
use crate::data::{DataError, Files};
use crate::play::inputs::nearest_key;

/// One reading of a disputed rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its name on the command line.
    pub value: String,
    /// Lines of the rule text it rests on.
    pub lines: String,
    /// What it says.
    pub meaning: String,
}

/// A disputed rule with its readings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Number in the rule catalogue.
    pub id: String,
    /// Its name on the command line.
    pub key: String,
    /// What is disputed.
    pub topic: String,
    /// The reading taken when nobody chooses.
    pub default: String,
    /// Why that one.
    pub why: String,
    /// All readings.
    pub options: Vec<Reading>,
    /// The line of the file on which it begins.
    #[serde(skip)]
    pub line: u64,
}

/// A choice that a game's code acts on, with the readings that it tells apart.
///
/// Which reading holds when nobody chooses stands in `choices.toml` alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acted {
    /// Its name on the command line.
    pub key: &'static str,
    /// The readings, each with a result of its own.
    pub readings: &'static [&'static str],
}

/// `KEY=VALUE`, as players type it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The choice.
    pub key: String,
    /// The reading.
    pub value: String,
}

impl FromStr for Setting {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let (key, value) = text.split_once('=').ok_or_else(|| ChoiceError::NoValue(text.to_owned()))?;
        Ok(Self { key: plain(key), value: value.trim().to_owned() })
    }
}

/// The key as `choices.toml` writes it, whatever case and hyphens were typed.
fn plain(key: &str) -> String {
    key.trim().to_lowercase().replace('-', "_")
}

/// A choice that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// No `=`.
    #[error("choice \"{0}\": expected KEY=VALUE")]
    NoValue(String),
    /// No such key.
    #[error("unknown choice \"{key}\"{}", near.as_ref().map(|near| format!(", did you mean \"{near}\"?")).unwrap_or_default())]
    Key {
        /// As typed.
        key: String,
        /// The nearest name.
        near: Option<String>,
    },
    /// No such reading.
    #[error("choice {key}: no reading \"{value}\", expected one of {legal}")]
    Value {
        /// The choice.
        key: String,
        /// As typed.
        value: String,
        /// The readings.
        legal: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChoicesFile {
    format: u32,
    #[serde(default)]
    choice: Vec<toml::Spanned<Choice>>,
}

/// The choices of one game and the reading that holds for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    known: BTreeMap<String, Choice>,
    set: BTreeMap<String, String>,
}

impl Choices {
    /// Reads the text of `choices.toml`; every default must be one of its readings.
    pub fn read(path: &str, text: &str, faults: &mut Vec<DataFault>) -> Self {
        let Some(file) = read_toml::<ChoicesFile>(path, text, faults) else { return Self::default() };
        expect_format_1(path, file.format, faults);
        let mut choices = Self::default();
        let lines = Lines::of(text);
        for spanned in file.choice {
            let line = lines.at(spanned.span().start);
            let choice = Choice { line, ..spanned.into_inner() };
            let key = choice.key.clone();
            if !choice.options.iter().any(|option| option.value == choice.default) {
                let known: Vec<&str> = choice.options.iter().map(|option| option.value.as_str()).collect();
                let near = did_you_mean(&choice.default, known.iter().copied());
                let told = format!(
                    "choice {key}: the default \"{}\" is not one of its options {}{near}",
                    choice.default,
                    known.join(", ")
                );
                faults.push(DataFault::at(path, line, told));
            }
            if let Some(first) = choices.known.get(&key) {
                let told = format!("duplicate choice {key}, first in line {}", line_number(first.line));
                faults.push(DataFault::at(path, line, told));
                continue;
            }
            choices.known.insert(key, choice);
        }
        choices
    }

    /// These choices, none of them set.
    pub fn of(known: Vec<Choice>) -> Self {
        let known = known.into_iter().map(|choice| (choice.key.clone(), choice)).collect();
        Self { known, set: BTreeMap::new() }
    }

    /// Loads `rules/<game>/choices.toml`.
    ///
    /// # Errors
    /// The file is missing or wrong.
    pub fn load(files: &dyn Files, path: &str) -> Result<Self, DataError> {
        let mut faults = Vec::new();
        let choices = Self::read(path, files.text(path)?, &mut faults);
        match DataError::of(&faults) {
            Some(error) => Err(error),
            None => Ok(choices),
        }
    }

    /// What is wrong with them for code that acts on `acted`: a choice that is not there, a reading it does not know.
    pub fn faults_for(&self, path: &str, acted: &[Acted]) -> Vec<DataFault> {
        let mut faults = Vec::new();
        for Acted { key, readings } in acted {
            let Some(choice) = self.known.get(*key) else {
                let near = nearest_key(key, self.known.keys().map(String::as_str));
                let near = near.and_then(|near| self.known.get(near));
                let is_own = |choice: &&Choice| !acted.iter().any(|acted| acted.key == choice.key);
                let (line, near) = match near.filter(is_own) {
                    Some(near) => (near.line, format!("; did you mean \"{}\"?", near.key)),
                    None => (0, "; copy the entry from the built-in table".into()),
                };
                let told = format!("expected the choice {key}, which rules use{near}");
                faults.push(DataFault::at(path, line, told));
                continue;
            };
            for option in choice.options.iter().filter(|option| !readings.contains(&option.value.as_str())) {
                let near = did_you_mean(&option.value, readings.iter().copied());
                let told = format!(
                    "choice {key}: no rule uses the option \"{}\", expected one of {}{near}",
                    option.value,
                    readings.join(", ")
                );
                faults.push(DataFault::at(path, choice.line, told));
            }
        }
        faults
    }

    /// Set a reading.
    ///
    /// # Errors
    /// No such choice or reading; the message names the legal ones.
    pub fn set(&mut self, setting: &Setting) -> Result<(), ChoiceError> {
        let plain = plain(&setting.key);
        let choice = self.known.get(&plain).ok_or_else(|| ChoiceError::Key {
            key: setting.key.clone(),
            near: nearest_key(&plain, self.known.keys().map(String::as_str)).map(str::to_owned),
        })?;
        let option = choice.options.iter().find(|option| option.value.eq_ignore_ascii_case(&setting.value));
        let Some(option) = option else {
            let legal: Vec<&str> = choice.options.iter().map(|option| option.value.as_str()).collect();
            let legal = legal.join(", ");
            return Err(ChoiceError::Value { key: plain, value: setting.value.clone(), legal });
        };
        self.set.insert(plain, option.value.clone());
        Ok(())
    }

    /// The same choices with settings over them.
    ///
    /// # Errors
    /// The first setting that does not exist.
    pub fn with(mut self, settings: &[Setting]) -> Result<Self, ChoiceError> {
        for setting in settings {
            self.set(setting)?;
        }
        Ok(self)
    }

    /// The choice with this key.
    #[must_use]
    pub fn known(&self, key: &str) -> Option<&Choice> {
        self.known.get(key)
    }

    /// The reading that holds; none for a key that this game does not have.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.set.get(key).or_else(|| self.known.get(key).map(|choice| &choice.default)).map(String::as_str)
    }

    /// Whether this reading holds.
    #[must_use]
    pub fn is(&self, key: &str, value: &str) -> bool {
        debug_assert!(self.known.contains_key(key), "the choice {key} is read, but not declared");
        self.get(key) == Some(value)
    }

    /// The same with only these keys, so that a rule cannot read what it does not declare.
    #[must_use]
    pub fn only(mut self, keys: &[&str]) -> Self {
        self.known.retain(|key, _| keys.contains(&key.as_str()));
        self
    }

    /// All choices, by key.
    pub fn all(&self) -> impl Iterator<Item = &Choice> {
        self.known.values()
    }
}
