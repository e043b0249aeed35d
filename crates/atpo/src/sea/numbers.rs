//! Numbers of one topic of the war at sea, read from its file in `rules/atpo`, with the choices that hold.
//!
//! Numbers live in a file for each topic, read into the topic's type, and `sea::faults` checks all of them when the
//! pack is read: the code of a topic has conditions and their order, but no number. A number that only a missing
//! table has is asked for by a key or a separate row (`sea::lift`).

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use crate::crt::CHOICES;
use liege_rules::data::fault::{DataFault, read_toml};
use liege_rules::data::read::Read;
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::{Choices, Setting};
use liege_rules::play::inputs::month;
use liege_rules::play::procedure::ContextError;
use liege_rules::position::places::Hex;

/// Declares what a file of numbers holds: each table as a struct that refuses keys which it does not know.
macro_rules! numbers {
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[$of_field:meta])* $field_vis:vis $field:ident: $type:ty ),* $(,)?
        }
    )*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $vis struct $name { $( $(#[$of_field])* $field_vis $field: $type ),* }
    )* };
}
pub(crate) use numbers;

/// The line `format = 1` of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Format1;

impl<'de> Deserialize<'de> for Format1 {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u32::deserialize(from)? {
            1 => Ok(Self),
            other => Err(D::Error::custom(format!("expected format = 1, found {other}"))),
        }
    }
}

/// A month in a file, as inputs have it: `1943-07`, so that months sort as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataMonth(String);

impl DataMonth {
    /// The month.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for DataMonth {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let (year, month) = month(&text)
            .ok_or_else(|| D::Error::custom(format!("expected a month like 1944-02, found \"{text}\"")))?;
        Ok(Self(format!("{year:04}-{month:02}")))
    }
}

/// A hex in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataHex(Hex);

impl DataHex {
    /// The hex.
    #[must_use]
    pub fn hex(&self) -> Hex {
        self.0
    }
}

impl<'de> Deserialize<'de> for DataHex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map(Self).map_err(D::Error::custom)
    }
}

/// Numbers and choices of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicTables<T> {
    /// The numbers of its file.
    pub numbers: T,
    /// The choices that it declares.
    pub choices: Choices,
}

/// Loads the numbers in `path` and the players' choices, of which a procedure sees those it declares.
///
/// # Errors
/// The file is missing or wrong, or a choice does not exist.
pub fn load<T: DeserializeOwned>(
    path: &str,
    files: &dyn Files,
    settings: &[Setting],
    choices: &[&str],
) -> Result<TopicTables<T>, ContextError> {
    let mut faults = Vec::new();
    let numbers = read_toml::<T>(path, files.text(path)?, &mut faults);
    let numbers = numbers
        .ok_or_else(|| DataError::of(&faults).unwrap_or_else(|| DataError::new(path, "cannot be read")))?;
    let choices = Choices::load(files, CHOICES)?.with(settings)?.only(choices);
    Ok(TopicTables { numbers, choices })
}

/// What is wrong in the file of these numbers.
pub fn check<T: DeserializeOwned>(path: &str, read: Read<'_>, faults: &mut Vec<DataFault>) {
    read_toml::<T>(path, &read(path).unwrap_or_default(), faults);
}
