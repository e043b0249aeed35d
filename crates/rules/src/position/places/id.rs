//! What a place is called by: cheap to copy, and ordered as findings are listed.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::grid::Hex;
use crate::data::word::Word;

/// A tray, whose pieces are where its chit is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tray {
    /// The kind of its chit.
    pub chit: Word,
    /// Its number.
    pub number: u16,
}

impl fmt::Display for Tray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tray {}", self.chit, self.number)
    }
}

/// A place of the game. Hexes come first, by number; then places by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PlaceId {
    /// A hex of the map.
    Hex(Hex),
    /// An area, a box or a space of a track, by its name.
    Named(Arc<str>),
    /// A tray whose chit is nowhere on the map.
    Tray(Tray),
    /// Somewhere the pack does not know.
    Off(Arc<str>),
}

impl PlaceId {
    /// The place of a name.
    pub fn named(name: impl Into<Arc<str>>) -> Self {
        Self::Named(name.into())
    }

    /// The place that a text names where no map is at hand: a hex, else somewhere of that name.
    pub fn told(name: &str) -> Self {
        name.parse().map_or_else(|_| Self::Off(name.into()), Self::Hex)
    }

    /// The hex, when it is one.
    pub fn hex(&self) -> Option<Hex> {
        match self {
            Self::Hex(hex) => Some(*hex),
            _ => None,
        }
    }

    /// The name of a place that is no hex.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            _ => None,
        }
    }
}

impl From<Hex> for PlaceId {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex)
    }
}

impl fmt::Display for PlaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hex(hex) => write!(f, "{hex}"),
            Self::Named(name) | Self::Off(name) => write!(f, "{name}"),
            Self::Tray(tray) => write!(f, "{tray}"),
        }
    }
}
