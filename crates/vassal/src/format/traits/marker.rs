//! Marker: fixed properties, keys in the definition and values in the state.
//!
//! Engine class: `counters.Marker`.

use crate::format::piece::TraitText;
use crate::format::sequence::{self, Unencodable};
use crate::format::text::Text;

/// Keys and values in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marker {
    /// Names of the properties.
    pub keys: Vec<Text>,
    /// Their values; a missing one is empty.
    pub values: Vec<Text>,
}

impl Marker {
    /// A Marker with these properties.
    #[must_use]
    pub fn new(properties: &[(&str, &str)]) -> Self {
        let (keys, values) = properties.iter().map(|&(key, value)| (key.into(), value.into())).unzip();
        Self { keys, values }
    }

    pub(super) fn decode(text: &TraitText) -> Option<Self> {
        Some(Self {
            keys: sequence::split(&text.type_text.after("mark;")?, ',').exact()?,
            values: sequence::split(&text.state_text, ',').exact()?,
        })
    }

    /// Definition and state.
    ///
    /// # Errors
    /// A key or value ends in a backslash and others follow.
    pub fn encode(&self) -> Result<TraitText, Unencodable> {
        let keys = sequence::join(&self.keys, ',')?;
        Ok(TraitText::new(format!("mark;{keys}"), sequence::join(&self.values, ',')?))
    }

    /// The properties in order.
    pub fn properties(&self) -> impl Iterator<Item = (&str, &str)> {
        self.keys.iter().enumerate().map(|(index, key)| {
            let value = self.values.get(index).map_or("", Text::as_str);
            (key.as_str(), value)
        })
    }

    /// The value of a property.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.properties().find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}
