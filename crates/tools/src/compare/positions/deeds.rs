//! What happened to one piece: where it went, which states came and went, and what else of its traits changed.

use std::fmt;

use serde::Serialize;

use super::super::traits::TraitsDiff;
use super::super::{ValueDiff, shown};
use vassal::model::position::{LayerState, Piece, Stack};

/// Where something lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// The map; none is off the table.
    pub map: Option<String>,
    /// The board there; none beside all boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What the place is called; none where nothing names it.
    pub location: Option<String>,
    /// Map pixels from the left.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
}

impl Spot {
    /// Where a piece lies.
    pub fn of(piece: &Piece) -> Self {
        let board = piece.board.clone();
        Self { board, ..Self::new(piece.map.as_ref(), piece.location.as_ref(), (piece.x, piece.y)) }
    }

    /// Where a stack lies.
    pub fn of_stack(stack: &Stack) -> Self {
        Self::new(stack.map.as_ref(), stack.location.as_ref(), (stack.x, stack.y))
    }

    fn new(map: Option<&String>, location: Option<&String>, (x, y): (i32, i32)) -> Self {
        let location = location.filter(|name| *name != "offboard" && !name.is_empty());
        Self { map: map.cloned(), board: None, location: location.cloned(), x, y }
    }

    /// Whether both are one place on the map, which only one of two modules names, or whose board has another name.
    pub fn is_called_otherwise(&self, other: &Self) -> bool {
        let here = |own: &Self| (own.map.clone(), own.x, own.y);
        let (one, two) = (&self.location, &other.location);
        here(self) == here(other) && (one == two || one.is_none() || two.is_none())
    }

    /// Whether both lie in one place that has a name, on one board.
    fn shares_name(&self, other: &Self) -> bool {
        let named = self.location.is_some() && self.location == other.location;
        named && self.map == other.map && self.board == other.board
    }

    /// The place without its map.
    fn within(&self) -> String {
        self.location.clone().unwrap_or_else(|| format!("({}, {})", self.x, self.y))
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.map, &self.location) {
            (None, _) => out.write_str("off the table"),
            (Some(_), Some(location)) => out.write_str(location),
            (Some(map), None) => write!(out, "{map} ({}, {})", self.x, self.y),
        }
    }
}

/// One thing that happened to a piece.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub enum Deed {
    /// It came into the game, or into sight.
    Appeared {
        /// Where.
        at: Spot,
    },
    /// It left the game, or is out of sight.
    Gone {
        /// Where it was.
        at: Spot,
    },
    /// It lies somewhere else.
    Moved {
        /// Where it was.
        from: Spot,
        /// Where it is.
        to: Spot,
    },
    /// A Layer shows another level; 0 shows none.
    Layer {
        /// The Layer's name.
        layer: String,
        /// The level it showed, and the level's name.
        before: Level,
        /// The level it shows.
        after: Level,
        /// How many levels it has.
        levels: usize,
    },
    /// It turned, clockwise, in degrees.
    Turned {
        /// Which way it faced.
        before: f64,
        /// Which way it faces.
        after: f64,
    },
    /// It was masked or unmasked.
    Masked {
        /// Whether it is.
        on: bool,
        /// Whether it was masked before, too, by another player.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// It was made invisible or visible.
    Invisible {
        /// Whether it is.
        on: bool,
        /// Whether it was invisible before, too, by another player.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// The mark of having moved was set or taken away.
    MarkedMoved {
        /// Whether it is.
        on: bool,
    },
    /// It is called otherwise.
    Renamed(ValueDiff),
    /// A Dynamic Property or a Marker has another value.
    Value(ValueDiff),
    /// A Text Label says something else.
    Label(ValueDiff),
    /// The state of another trait changed.
    State {
        /// The trait's title.
        #[serde(rename = "trait")]
        title: String,
    },
    /// Its traits are others.
    Traits(TraitsDiff),
}

/// The level of a Layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Level {
    /// Its number from 1; 0 when the Layer is not active.
    pub number: i32,
    /// Its name; empty for none.
    pub name: String,
}

impl Level {
    /// No level: the Layer shows nothing.
    pub(super) const NONE: Self = Self { number: 0, name: String::new() };

    /// A level without picture and name shows nothing, as one that is not active.
    pub(super) fn of(layer: &LayerState) -> Self {
        let is_blank = layer.image.is_empty() && layer.level_name.trim().is_empty();
        match layer.level {
            active @ 1.. if !is_blank => Self { number: active, name: layer.level_name.trim().to_owned() },
            _ => Self::NONE,
        }
    }

    /// What it is called inside a Layer of this name.
    fn in_words(&self, layer: &str) -> String {
        // A name of the form `+ (Reduced)` is added to the piece's name.
        let name = self.name.trim_start_matches(['+', '-']).trim();
        let name = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(name);
        match (name, layer) {
            ("", "") => format!("level {}", self.number),
            ("", layer) => format!("{layer} {}", self.number),
            (name, _) => name.to_owned(),
        }
    }
}

impl Deed {
    /// Whether it says where the piece is.
    pub fn tells_place(&self) -> bool {
        matches!(self, Self::Appeared { .. } | Self::Gone { .. } | Self::Moved { .. })
    }

    /// What happened, without the piece: `moved W1815 → W1816`.
    pub fn in_words(&self) -> String {
        match self {
            Self::Appeared { at } => format!("came to {at}"),
            Self::Gone { at } => format!("is gone from {at}"),
            Self::Moved { from, to } if from.shares_name(to) => {
                let pixels = |spot: &Spot| format!("({}, {})", spot.x, spot.y);
                format!("moved within {} {} → {}", from.within(), pixels(from), pixels(to))
            }
            Self::Moved { from, to } if from.map == to.map => {
                // Boards may call their places alike.
                let board = |spot: &Spot| {
                    let told = spot.board.as_ref().filter(|_| from.location == to.location);
                    told.map_or(String::new(), |board| format!("{board} "))
                };
                format!("moved {}{} → {}{}", board(from), from.within(), board(to), to.within())
            }
            Self::Moved { from, to } => {
                let end = |spot: &Spot| match &spot.map {
                    Some(map) => format!("{map} {}", spot.within()),
                    None => spot.to_string(),
                };
                format!("moved {} → {}", end(from), end(to))
            }
            Self::Layer { layer, before, after, levels } => layer_in_words(layer, before, after, *levels),
            Self::Turned { before, after } => format!("turned {before}° → {after}°"),
            Self::Masked { again: true, .. } => "masked by another player".to_owned(),
            Self::Masked { on: true, .. } => "masked".to_owned(),
            Self::Masked { on: false, .. } => "unmasked".to_owned(),
            Self::Invisible { again: true, .. } => "made invisible by another player".to_owned(),
            Self::Invisible { on: true, .. } => "made invisible".to_owned(),
            Self::Invisible { on: false, .. } => "made visible".to_owned(),
            Self::MarkedMoved { on: true } => "marked as moved".to_owned(),
            Self::MarkedMoved { on: false } => "no longer marked as moved".to_owned(),
            Self::Renamed(names) => format!("was called {}", shown(names.before.as_deref())),
            Self::Value(value) => format!("{} {}", value.name, value.in_words()),
            Self::Label(label) => format!("label {}", label.in_words()),
            Self::State { title } => format!("{title} changed"),
            Self::Traits(traits) => traits.in_words().join(", "),
        }
    }
}

fn layer_in_words(layer: &str, before: &Level, after: &Level, levels: usize) -> String {
    match (before.number, after.number) {
        (0, _) => format!("{} placed", after.in_words(layer)),
        (_, 0) => format!("{} removed", before.in_words(layer)),
        _ if levels == 2 && (after.name.is_empty() || before.name.is_empty()) => {
            let side = after.in_words(layer);
            if after.name.is_empty() { "flipped".to_owned() } else { format!("flipped to {side}") }
        }
        _ => format!("{} → {}", before.in_words(layer), after.in_words(layer)),
    }
}
