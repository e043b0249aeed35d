//! What the traits of a piece say together: its name and its properties.

use super::text::{expand, without_tags};
use crate::format::piece::{PieceText, TraitText};
use crate::format::traits::{Fields, Trait};

/// Formats may name properties whose values are formats again, to this depth.
const MAX_DEPTH: usize = 8;

/// One trait in the terms of the table. Traits that say nothing here are
/// [`Part::Other`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    Basic { name: String, image: String, gpid: String, properties: Vec<(String, String)> },
    BasicName(String),
    Layer(Layer),
    Marker(Vec<(String, String)>),
    Dynamic { key: String, value: String },
    Label { text: String, format: String, property: String, always: bool },
    Mask { by: Option<String>, name: String, shown_to: Vec<String> },
    Invisible { by: Option<String>, shown_to: Vec<String> },
    NeverStacks,
    Moved(bool),
    Other,
}

/// A Layer trait.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layer {
    pub name: String,
    /// Counts from 1; negative when inactive.
    pub level: i32,
    pub images: Vec<String>,
    pub level_names: Vec<String>,
    /// The property that rules the level, and its value for the first level.
    pub follows: Option<(String, i32)>,
}

impl Layer {
    /// Place of the shown level in the lists, if the layer is active.
    fn shown(&self) -> Option<usize> {
        usize::try_from(self.level).ok()?.checked_sub(1)
    }

    pub fn image(&self) -> &str {
        let image = self.shown().and_then(|i| self.images.get(i));
        image.map_or("", String::as_str)
    }

    pub fn level_name(&self) -> &str {
        let name = self.shown().and_then(|i| self.level_names.get(i));
        name.map_or("", String::as_str)
    }
}

/// Who looks at a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Somebody who may not look under masks.
    Outsider,
    /// Somebody who sees everything.
    Umpire,
}

/// All traits of a piece, outermost first, with what lies outside the piece.
pub(crate) struct Traits<'a> {
    pub parts: Vec<Part>,
    /// Properties of the place and of the game.
    pub outside: &'a dyn Fn(&str) -> Option<String>,
}

impl Traits<'_> {
    /// Sets the level of layers that follow a property. An expression in braces
    /// can't be followed; the stored level stands.
    pub fn follow(&mut self) {
        for i in 0..self.parts.len() {
            let Part::Layer(Layer { follows: Some((property, first)), .. }) = &self.parts[i] else {
                continue;
            };
            let first = *first;
            let value = match property.as_str() {
                "" => continue,
                expression if expression.contains(['{', '$', '"']) => continue,
                name => self.property(name),
            };
            let value = value.map_or(Some(first), |v| v.trim().parse().ok());
            if let (Some(value), Part::Layer(layer)) = (value, &mut self.parts[i]) {
                let most = i32::try_from(layer.images.len()).unwrap_or(i32::MAX).max(1);
                let level = value.saturating_sub(first).saturating_add(1).clamp(1, most);
                layer.level = if layer.level > 0 { level } else { -level };
            }
        }
    }

    pub fn basic_name(&self) -> String {
        let name = self.parts.iter().find_map(|part| match part {
            Part::BasicName(name) => Some(name),
            Part::Basic { name, .. } => Some(name),
            _ => None,
        });
        name.cloned().unwrap_or_default()
    }

    /// The name of the piece for somebody who looks at it.
    pub fn name(&self, sight: Sight) -> String {
        self.name_at(sight, 0)
    }

    fn name_at(&self, sight: Sight, depth: usize) -> String {
        let mut name = self.basic_name();
        for part in self.parts.iter().rev() {
            match part {
                Part::Layer(layer) => name = layered(name, layer.level_name()),
                Part::Label { text, format, always, .. } if !text.is_empty() || *always => {
                    name = self.labelled(name, text, format, depth);
                }
                Part::Mask { by: Some(_), name: mask, .. } if sight == Sight::Outsider => {
                    name = mask.clone();
                }
                Part::Invisible { by: Some(_), .. } if sight == Sight::Outsider => name.clear(),
                _ => {}
            }
        }
        name
    }

    fn labelled(&self, name: String, text: &str, format: &str, depth: usize) -> String {
        expand(format, |key| match key {
            "pieceName" => Some(name.clone()),
            "label" => Some(self.expanded(text, depth)),
            _ => self.property_at(key, depth + 1),
        })
    }

    fn expanded(&self, text: &str, depth: usize) -> String {
        if depth >= MAX_DEPTH {
            return String::new();
        }
        expand(text, |key| self.property_at(key, depth + 1))
    }

    /// What the Text Labels say, outermost first; empty ones say nothing.
    pub fn labels(&self) -> Vec<String> {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Label { text, .. } => Some(without_tags(&self.expanded(text, 0)).trim().to_owned()),
            _ => None,
        });
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// The value of a property: the piece's own first, outermost trait first,
    /// then that of its place and of the game.
    pub fn property(&self, key: &str) -> Option<String> {
        self.property_at(key, 0)
    }

    fn property_at(&self, key: &str, depth: usize) -> Option<String> {
        if depth >= MAX_DEPTH {
            return None;
        }
        match key {
            "BasicName" => return Some(self.basic_name()),
            "PieceName" => return Some(self.name_at(Sight::Umpire, depth + 1)),
            _ => {}
        }
        let own = self.parts.iter().find_map(|part| self.part_property(part, key, depth));
        own.or_else(|| (self.outside)(key))
    }

    fn part_property(&self, part: &Part, key: &str, depth: usize) -> Option<String> {
        match part {
            Part::Layer(layer) => layer_property(layer, key),
            Part::Dynamic { key: own, value } if own == key => Some(value.clone()),
            Part::Marker(pairs) | Part::Basic { properties: pairs, .. } => {
                let pair = pairs.iter().find(|(k, _)| k == key)?;
                Some(pair.1.clone())
            }
            Part::Label { text, property, .. } if property == key => Some(self.expanded(text, depth)),
            Part::Moved(moved) if key == "Moved" => Some(moved.to_string()),
            _ => None,
        }
    }
}

fn layer_property(layer: &Layer, key: &str) -> Option<String> {
    let suffix = key.strip_prefix(layer.name.as_str())?.strip_prefix('_')?;
    match suffix {
        _ if layer.name.is_empty() => None,
        "Image" => Some(layer.image().to_owned()),
        "Name" => Some(layer.level_name().replace('+', "")),
        "Level" => Some(layer.level.to_string()),
        "Active" => Some((layer.level > 0).to_string()),
        _ => None,
    }
}

/// A level name replaces the name below, or with a plus sign adds to it.
fn layered(inner: String, level_name: &str) -> String {
    match level_name.split_once('+') {
        _ if level_name.is_empty() => inner,
        None => level_name.to_owned(),
        Some(("", suffix)) => inner + suffix,
        Some((prefix, _)) => format!("{prefix}{inner}"),
    }
}

/// Whether a piece has a trait that keeps it out of stacks.
pub(crate) fn never_stacks(text: &PieceText) -> bool {
    let mut traits = text.traits.iter();
    traits.any(|t| t.type_text.starts_with("immob;") && part(t) == Part::NeverStacks)
}

/// The value of a piece's own property, without place and game around it.
pub(crate) fn property(text: &PieceText, key: &str) -> Option<String> {
    let traits = Traits { parts: parts(text), outside: &|_| None };
    traits.property(key)
}

/// All traits of a piece in the terms of the table.
pub(crate) fn parts(text: &PieceText) -> Vec<Part> {
    text.traits.iter().map(part).collect()
}

fn part(text: &TraitText) -> Part {
    match Trait::decode(text) {
        Trait::BasicPiece(basic) => {
            let pairs = basic.properties();
            Part::Basic {
                name: basic.name().to_owned(),
                image: basic.image().to_owned(),
                gpid: basic.gpid().unwrap_or_default().to_owned(),
                properties: pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            }
        }
        Trait::Layer(layer) => Part::Layer(Layer {
            name: layer.name().to_owned(),
            level: layer.level(),
            images: layer.images(),
            level_names: layer.level_names(),
            follows: followed(&layer.fields),
        }),
        Trait::Marker(marker) => {
            let pairs = marker.properties();
            Part::Marker(pairs.map(|(k, v)| (k.to_owned(), v.to_owned())).collect())
        }
        Trait::DynamicProperty(own) => {
            Part::Dynamic { key: own.fields.get("key").to_owned(), value: own.state }
        }
        Trait::Label(own) => Part::Label {
            text: own.state.trim().to_owned(),
            format: own.fields.get("nameFormat").to_owned(),
            property: own.fields.get("propertyName").to_owned(),
            always: own.fields.get("alwaysUseFormat") == "true",
        },
        Trait::Mask(own) => Part::Mask {
            by: own.hidden_by(),
            name: own.fields.get("maskName").to_owned(),
            shown_to: own.shown_to(),
        },
        Trait::Invisible(own) => Part::Invisible { by: own.hidden_by(), shown_to: own.shown_to() },
        Trait::DoesNotStack(own) if own.never_stacks() => Part::NeverStacks,
        Trait::Verbatim(text) => verbatim(&text),
        _ => Part::Other,
    }
}

fn followed(fields: &Fields) -> Option<(String, i32)> {
    if fields.get("followProperty") != "true" {
        return None;
    }
    let first = fields.get("firstLevelValue").parse().unwrap_or(1);
    Some((fields.get("propertyName").to_owned(), first))
}

fn verbatim(text: &TraitText) -> Part {
    if text.type_text.starts_with("markmoved;") {
        return Part::Moved(text.state_text == "true");
    }
    let is_name = text.type_text.starts_with("basicName;");
    let fields = is_name.then(|| Fields::decode(&text.type_text)).flatten();
    fields.map_or(Part::Other, |f| Part::BasicName(f.get("name").to_owned()))
}

/// The name of a piece for somebody who sees everything, wherever it is.
pub(crate) fn true_name(text: &PieceText) -> String {
    let mut traits = Traits { parts: parts(text), outside: &|_| None };
    traits.follow();
    traits.name(Sight::Umpire)
}
