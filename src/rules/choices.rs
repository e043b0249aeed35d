//! Named choices: where printings of the rules disagree, each has a default and can be switched.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Deserialize;

use super::data::{DataError, Files};
use super::inputs::nearest;

/// One reading of a disputed rule.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
        let (key, value) = text
            .split_once('=')
            .ok_or_else(|| ChoiceError::NoValue(text.to_owned()))?;
        Ok(Self {
            key: key.trim().to_owned(),
            value: value.trim().to_owned(),
        })
    }
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
struct File {
    format: u32,
    choice: Vec<Choice>,
}

/// The choices of one game and the reading that holds for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    known: BTreeMap<String, Choice>,
    set: BTreeMap<String, String>,
}

impl Choices {
    /// Load `rules/<game>/choices.toml`; every default must be one of its readings.
    ///
    /// # Errors
    /// The file is missing or wrong.
    pub fn load(files: &dyn Files, path: &str) -> Result<Self, DataError> {
        let file: File =
            toml::from_str(files.text(path)?).map_err(|e| DataError::new(path, e.to_string()))?;
        if file.format != 1 {
            return Err(DataError::new(
                path,
                format!("format {} is not known, expected 1", file.format),
            ));
        }
        let mut known = BTreeMap::new();
        for choice in file.choice {
            let key = choice.key.clone();
            if !choice
                .options
                .iter()
                .any(|option| option.value == choice.default)
            {
                return Err(DataError::new(
                    path,
                    format!("choice {key}: default \"{}\" is no option", choice.default),
                ));
            }
            if known.insert(key.clone(), choice).is_some() {
                return Err(DataError::new(path, format!("choice {key} stands twice")));
            }
        }
        Ok(Self {
            known,
            set: BTreeMap::new(),
        })
    }

    /// Set a reading.
    ///
    /// # Errors
    /// No such choice or reading; the message names the legal ones.
    pub fn set(&mut self, setting: &Setting) -> Result<(), ChoiceError> {
        let plain = setting.key.to_lowercase().replace('-', "_");
        let choice = self.known.get(&plain).ok_or_else(|| ChoiceError::Key {
            key: setting.key.clone(),
            near: nearest(&plain, self.known.keys().map(String::as_str)).map(str::to_owned),
        })?;
        if !choice
            .options
            .iter()
            .any(|option| option.value == setting.value)
        {
            let legal: Vec<&str> = choice
                .options
                .iter()
                .map(|option| option.value.as_str())
                .collect();
            let legal = legal.join(", ");
            return Err(ChoiceError::Value {
                key: plain,
                value: setting.value.clone(),
                legal,
            });
        }
        self.set.insert(plain, setting.value.clone());
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

    /// The reading that holds; none for a key that this game does not have.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.set
            .get(key)
            .or_else(|| self.known.get(key).map(|choice| &choice.default))
            .map(String::as_str)
    }

    /// Whether this reading holds.
    #[must_use]
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// All choices, by key.
    pub fn all(&self) -> impl Iterator<Item = &Choice> {
        self.known.values()
    }
}
