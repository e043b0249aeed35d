//! A trait's definition as a list of named fields.

use super::spec::Spec;
use crate::format::sequence::{self, Unencodable};
use crate::format::text::Text;

/// The fields of one definition; those that were absent stay absent until one behind them is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    spec: &'static Spec,
    values: Vec<Text>,
}

impl Fields {
    /// Reads a definition; `None` for unknown traits and texts that would not come back identical.
    #[must_use]
    pub fn decode(type_text: impl Into<Text>) -> Option<Self> {
        let type_text = type_text.into();
        let spec = Spec::of_definition(&type_text)?;
        let values = sequence::split(&type_text.after(spec.prefix)?, ';').exact()?;
        Some(Self { spec, values })
    }

    /// All fields of a trait at the values the engine takes when they are absent.
    ///
    /// `None` for an unknown prefix.
    #[must_use]
    pub fn defaults(prefix: &str) -> Option<Self> {
        let spec = Spec::of(prefix)?;
        let values = spec.fields.iter().map(|(_, value)| (*value).into());
        Some(Self { spec, values: values.collect() })
    }

    /// Which trait it is.
    #[must_use]
    pub fn spec(&self) -> &'static Spec {
        self.spec
    }

    /// The value of a field, or what the engine takes when it is absent; empty for unknown names.
    #[must_use]
    pub fn get(&self, field: &str) -> &str {
        let Some(index) = self.spec.index(field) else {
            return "";
        };
        let absent = self.spec.fields[index].1;
        self.values.get(index).map_or(absent, Text::as_str)
    }

    /// All known fields by name, with what [`Self::get`] tells of each.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let given = self.values.iter().map(|value| Some(value.as_str())).chain(std::iter::repeat(None));
        self.spec.fields.iter().zip(given).map(|((name, absent), given)| (*name, given.unwrap_or(absent)))
    }

    /// The value of a field as the definition has it; none where it is absent.
    #[must_use]
    pub fn own(&self, field: &str) -> Option<&str> {
        self.values.get(self.spec.index(field)?).map(Text::as_str)
    }

    /// The values behind the last field that is known.
    #[must_use]
    pub fn further(&self) -> &[Text] {
        self.values.get(self.spec.fields.len()..).unwrap_or_default()
    }

    /// A list inside a field; the empty text has no values.
    #[must_use]
    pub fn list(&self, field: &str) -> Vec<String> {
        match self.get(field) {
            "" => Vec::new(),
            text => sequence::decode(text, ','),
        }
    }

    /// Sets a field. Absent fields before it get the engine's values; unknown names change nothing.
    pub fn set(&mut self, field: &str, value: impl Into<Text>) {
        let Some(index) = self.spec.index(field) else {
            return;
        };
        while self.values.len() <= index {
            let absent = self.spec.fields[self.values.len()].1;
            self.values.push(absent.into());
        }
        self.values[index] = value.into();
    }

    /// The same fields with one set.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Into<Text>) -> Self {
        self.set(field, value);
        self
    }

    /// The definition.
    ///
    /// # Errors
    /// A field other than the last ends in a backslash.
    pub fn encode(&self) -> Result<String, Unencodable> {
        let list = sequence::join(&self.values, ';')?;
        Ok(format!("{}{list}", self.spec.prefix))
    }
}
