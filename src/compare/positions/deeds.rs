//! What happened to one piece: where it went, which states came and went, and what else of its traits changed.

use std::fmt;

use serde::Serialize;

use super::super::traits::{self, TraitsDiff};
use super::super::{ValueDiff, shown};
use crate::format::sequence;
use crate::format::traits::{Layer, Trait};
use crate::model::position::{LayerState, Piece, Stack, layer_keys};

/// Where something lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Spot {
    /// The map; none is off the table.
    pub map: Option<String>,
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
        Self::new(piece.map.as_ref(), piece.location.as_ref(), (piece.x, piece.y))
    }

    /// Where a stack lies.
    pub fn of_stack(stack: &Stack) -> Self {
        Self::new(stack.map.as_ref(), stack.location.as_ref(), (stack.x, stack.y))
    }

    fn new(map: Option<&String>, location: Option<&String>, (x, y): (i32, i32)) -> Self {
        let location = location.filter(|name| *name != "offboard" && !name.is_empty());
        Self { map: map.cloned(), location: location.cloned(), x, y }
    }

    /// Whether it is the same place, by its name where it has one.
    fn is(&self, other: &Self) -> bool {
        let same = match (&self.location, &other.location) {
            (Some(one), Some(two)) => one == two,
            _ => (self.x, self.y) == (other.x, other.y),
        };
        self.map == other.map && same
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
    },
    /// It was made invisible or visible.
    Invisible {
        /// Whether it is.
        on: bool,
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
    /// A level without picture and name shows nothing, as one that is not active.
    fn of(layer: &LayerState) -> Self {
        let is_blank = layer.image.is_empty() && layer.level_name.trim().is_empty();
        match layer.level {
            active @ 1.. if !is_blank => Self { number: active, name: layer.level_name.trim().to_owned() },
            _ => Self { number: 0, name: String::new() },
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
            Self::Moved { from, to } if from.map == to.map => {
                format!("moved {} → {}", from.within(), to.within())
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
            Self::Masked { on: true } => "masked".to_owned(),
            Self::Masked { on: false } => "unmasked".to_owned(),
            Self::Invisible { on: true } => "made invisible".to_owned(),
            Self::Invisible { on: false } => "made visible".to_owned(),
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

/// What happened to a piece; nothing where it is as it was.
pub fn of(was: Option<&Piece>, is: Option<&Piece>) -> Vec<Deed> {
    match (was, is) {
        (Some(was), Some(is)) => between(was, is),
        (None, Some(is)) => vec![Deed::Appeared { at: Spot::of(is) }],
        (Some(was), None) => vec![Deed::Gone { at: Spot::of(was) }],
        (None, None) => Vec::new(),
    }
}

fn between(was: &Piece, is: &Piece) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let (from, to) = (Spot::of(was), Spot::of(is));
    let moved = !from.is(&to);
    if moved {
        deeds.push(Deed::Moved { from, to });
    }
    deeds.extend(layers(was, is));
    deeds.extend(flags(was, is));
    let names = ValueDiff::of("name", Some(&was.basic_name), Some(&is.basic_name));
    deeds.extend(names.map(Deed::Renamed));
    for (old, new) in [(&was.markers, &is.markers), (&was.properties, &is.properties)] {
        deeds.extend(super::values(old, new, Clone::clone).into_iter().map(Deed::Value));
    }
    if was.labels != is.labels {
        let joined = |labels: &[String]| labels.join(" / ");
        let labels = ValueDiff::of("label", Some(&joined(&was.labels)), Some(&joined(&is.labels)));
        deeds.extend(labels.map(Deed::Label));
    }
    deeds.extend(of_traits(was, is, moved));
    deeds
}

fn layers(was: &Piece, is: &Piece) -> Vec<Deed> {
    let keyed = |piece: &Piece| {
        let names = layer_keys(&piece.layers);
        names.into_iter().zip(piece.layers.iter().map(Level::of)).collect::<Vec<_>>()
    };
    let old = keyed(was);
    let changed =
        keyed(is).into_iter().zip(&is.layers).enumerate().filter_map(|(at, ((key, after), layer))| {
            let (_, before) = old.iter().find(|(name, _)| *name == key)?;
            let before = (*before != after).then(|| before.clone())?;
            Some(Deed::Layer { layer: layer.name.clone(), before, after, levels: levels_of(is, at) })
        });
    changed.collect()
}

/// How many levels the Layer of this number has, outermost first.
fn levels_of(piece: &Piece, number: usize) -> usize {
    let mut layers = piece.traits.traits.iter().filter_map(|text| match Trait::decode(text) {
        Trait::Layer(layer) => Some(layer),
        _ => Layer::of_old(text),
    });
    layers.nth(number).map_or(0, |layer| layer.images().len())
}

fn flags(was: &Piece, is: &Piece) -> Vec<Deed> {
    let mut deeds = Vec::new();
    if was.masked_by != is.masked_by {
        deeds.push(Deed::Masked { on: is.masked_by.is_some() });
    }
    if was.hidden_by != is.hidden_by {
        deeds.push(Deed::Invisible { on: is.hidden_by.is_some() });
    }
    if was.moved != is.moved {
        deeds.push(Deed::MarkedMoved { on: is.moved == Some(true) });
    }
    deeds
}

/// Traits whose states are told by other deeds, or say nothing of the table: which text a Report Action shows next.
const TOLD: [&str; 11] = [
    "piece;",
    "emb2;",
    "emb;",
    "PROP;",
    "mark;",
    "label;",
    "obs;",
    "hide;",
    "markmoved;",
    "rotate;",
    "report;",
];

/// What the traits themselves say beyond that; a trail follows from a move.
fn of_traits(was: &Piece, is: &Piece, moved: bool) -> Vec<Deed> {
    let (old, new) = (&was.traits.traits, &is.traits.traits);
    let is_same =
        old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.type_text == new.type_text);
    if !is_same {
        let diff = traits::between(&was.traits, &is.traits, false);
        return if diff.is_empty() { Vec::new() } else { vec![Deed::Traits(diff)] };
    }
    let mut deeds = Vec::new();
    for (old, new) in old.iter().zip(new).filter(|(old, new)| old.state_text != new.state_text) {
        let prefix = new.type_text.find(';').map_or("", |end| &new.type_text[..=end]);
        match prefix {
            "rotate;" => {
                let facing = |state: &str| clockwise(&new.type_text, state);
                if let (Some(before), Some(after)) = (facing(&old.state_text), facing(&new.state_text)) {
                    deeds.push(Deed::Turned { before, after });
                }
            }
            "footprint;" if moved => {}
            told if TOLD.contains(&told) => {}
            _ => deeds.push(Deed::State { title: traits::title(&new.type_text) }),
        }
    }
    deeds
}

/// Degrees clockwise that a Can Rotate trait has turned its piece by (`FreeRotator`): one of a number of facings, or an
/// angle that counts the other way round.
fn clockwise(type_text: &str, state: &str) -> Option<f64> {
    let number = |text: &str| sequence::decode(text, ';').first()?.trim().parse::<f64>().ok();
    let facings = number(type_text.strip_prefix("rotate;")?)?;
    let told = number(state)?;
    let degrees = if facings > 1.0 { told * 360.0 / facings } else { -told };
    let turned = degrees.rem_euclid(360.0);
    turned.is_finite().then(|| (turned * 10.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::piece::PieceText;

    fn layer(name: &str, level: i32, level_name: &str) -> LayerState {
        LayerState { name: name.into(), level, level_name: level_name.into(), image: "x.png".into() }
    }

    fn piece(location: &str, layers: Vec<LayerState>) -> Piece {
        let (map, location) = (Some("Main".to_owned()), Some(location.to_owned()));
        let traits = layers.iter().map(|layer| {
            let images = if layer.name == "Face" { &["a.png", "b.png"][..] } else { &["x.png"; 5] };
            Layer::new(&layer.name, images, &[]).and_then(|own| own.encode()).unwrap()
        });
        let traits = PieceText { traits: traits.collect() };
        Piece {
            id: "1".into(),
            basic_name: "2nd Marine".into(),
            map,
            location,
            layers,
            traits,
            ..Piece::default()
        }
    }

    fn words(was: &Piece, is: &Piece) -> String {
        let words: Vec<String> = of(Some(was), Some(is)).iter().map(Deed::in_words).collect();
        words.join(", ")
    }

    #[test]
    fn a_piece_that_moved_flipped_and_was_marked_is_told_in_one_breath() {
        let was = piece("W1815", vec![layer("Face", 1, ""), layer("Status", -1, "")]);
        let is = piece("W1816", vec![layer("Face", 2, "+ (Reduced)"), layer("Status", 1, "Active")]);
        assert_eq!(words(&was, &is), "moved W1815 → W1816, flipped to Reduced, Active placed");
        assert_eq!(words(&is, &was), "moved W1816 → W1815, flipped, Active removed");
        assert_eq!(words(&is, &is), "");
    }

    #[test]
    fn a_level_among_many_is_told_with_both_names() {
        let was = piece("A1", vec![layer("Strength", 4, "4 steps")]);
        let is = piece("A1", vec![layer("Strength", 3, "3 steps")]);
        assert_eq!(words(&was, &is), "4 steps → 3 steps");
        let unnamed = |level| piece("A1", vec![layer("Step", level, "")]);
        assert_eq!(words(&unnamed(2), &unnamed(1)), "Step 2 → Step 1");
        let mut blank = unnamed(1);
        blank.layers[0].image.clear();
        assert_eq!(words(&unnamed(2), &blank), "Step 2 removed");
    }

    #[test]
    fn places_on_other_maps_are_told_with_the_map() {
        let was = piece("A1", Vec::new());
        let is = Piece {
            map: Some("Losses".into()),
            location: Some("offboard".into()),
            x: 3,
            y: 4,
            ..was.clone()
        };
        assert_eq!(words(&was, &is), "moved Main A1 → Losses (3, 4)");
    }

    #[test]
    fn turning_is_told_in_degrees() {
        assert_eq!(clockwise("rotate;6;;;;;;;;", "2"), Some(120.0));
        assert_eq!(clockwise("rotate;1;;;;;;;;", "-30.0"), Some(30.0));
        assert_eq!(clockwise("rotate;6;;;;;;;;", "x"), None);
    }
}
