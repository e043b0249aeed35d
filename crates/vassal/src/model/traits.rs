//! What the traits of a piece say together: its name, its labels and its properties.

mod inside;
mod parts;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use super::expression;
use super::markup::is_seen;
use super::tally::{Nowhere, Scope};
use super::text::{Unknown, evaluate_in};
use crate::format::piece::PieceText;
use crate::format::sequence;

use inside::Inside;
pub(crate) use parts::{Layer, LayerForms, Part, parts};

/// Formats may name properties whose values are formats again, to this depth.
const MAX_DEPTH: usize = 25;
/// No piece looks up more properties than this, however its formats multiply them.
const MAX_LOOKUPS: usize = 10_000;
/// So many bytes of a value count as one lookup more.
const LOOKUP_BYTES: usize = 1024;
/// A label knows no longer name than this of what is inside it.
const MOST_INNER: usize = 10_000;

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
    pub parts: Rc<Vec<Part>>,
    /// The place and the game.
    outside: &'a dyn Scope,
    lookups: Cell<usize>,
    /// A Calculated Property was asked for that is not understood.
    unknown: Cell<bool>,
    /// The texts that have no value, because they are not understood.
    untold: RefCell<BTreeSet<String>>,
}

/// How deep a value is nested in others, and what becomes of unknown names there.
#[derive(Clone, Copy)]
struct Asked {
    depth: usize,
    unknown: Unknown,
}

impl Asked {
    fn inside(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

const NAMED: Asked = Asked { depth: 0, unknown: Unknown::Stays };
const DRAWN: Asked = Asked { depth: 0, unknown: Unknown::Vanishes };

impl<'a> Traits<'a> {
    /// The traits of a piece; `outside` tells the properties of its place and of the game.
    pub fn new(text: &PieceText, outside: &'a dyn Scope) -> Self {
        Self::of(parts(text, &LayerForms::default()), outside)
    }

    /// What is left of a piece for somebody who may not look under its mask: the traits around the mask, and its name
    /// inside. None where nothing lies around a mask.
    pub fn around_mask(parts: &[Part], outside: &'a dyn Scope) -> Option<Self> {
        let masks = || parts.iter().enumerate().filter(|(_, part)| matches!(part, Part::Mask { .. }));
        let is_on = |part: &Part| matches!(part, Part::Mask { by: Some(_), .. });
        let (at, _) = masks().find(|(_, part)| is_on(part)).or_else(|| masks().next())?;
        let mut parts = parts[..=at].to_vec();
        let Some(Part::Mask { name, .. }) = parts.pop().filter(|_| at > 0) else { return None };
        let (image, gpid) = (String::new(), String::new());
        parts.push(Part::Basic { name, image, gpid, properties: Vec::new() });
        Some(Self::of(parts, outside))
    }

    /// The same of traits that were read.
    pub fn of(parts: Vec<Part>, outside: &'a dyn Scope) -> Self {
        let mut traits = Self::settled(Rc::new(parts), outside);
        traits.set_values();
        traits.set_inner_names();
        traits.follow();
        traits
    }

    /// The same of traits that were read and set in this way before.
    pub fn settled(parts: Rc<Vec<Part>>, outside: &'a dyn Scope) -> Self {
        Self { parts, outside, lookups: Cell::new(0), unknown: Cell::new(false), untold: RefCell::default() }
    }

    fn parts_mut(&mut self) -> &mut Vec<Part> {
        Rc::make_mut(&mut self.parts)
    }

    /// Evaluates the values of Dynamic Properties, as the engine does when it reads them.
    fn set_values(&mut self) {
        for i in 0..self.parts.len() {
            let Part::Dynamic { value, .. } = &self.parts[i] else { continue };
            let evaluated = self.told(value, &[], NAMED).unwrap_or_default();
            if let Part::Dynamic { value, .. } = &mut self.parts_mut()[i] {
                *value = evaluated;
            }
        }
    }

    /// A label knows as the name of the piece what the traits inside it made of it while they were new
    /// (`Labeler.setLabel`).
    fn set_inner_names(&mut self) {
        if !self.parts.iter().any(asks_for_its_name) {
            return;
        }
        let mut name = self.basic_name();
        for part in self.parts_mut().iter_mut().rev() {
            let asks = asks_for_its_name(part);
            match part {
                Part::Layer(layer) if name.len() < MOST_INNER => {
                    name = layered(name, layer.level_name(layer.form.first));
                }
                Part::Label { inner_name, .. } if asks && name.len() < MOST_INNER => {
                    inner_name.clone_from(&name)
                }
                _ => {}
            }
        }
    }

    /// Sets the level of layers that follow a property.
    fn follow(&mut self) {
        for i in 0..self.parts.len() {
            let Part::Layer(layer) = &self.parts[i] else { continue };
            let level = self.level(layer, NAMED);
            if level != layer.level
                && let Part::Layer(layer) = &mut self.parts_mut()[i]
            {
                layer.level = level;
            }
        }
        if self.parts.iter().any(|part| matches!(part, Part::Layer(layer) if layer.is_led)) {
            for part in self.parts_mut() {
                if let Part::Layer(layer) = part {
                    layer.is_led = false;
                }
            }
        }
    }

    /// The level of a layer; the stored one where the property it follows is no
    /// number or can't be told (`Embellishment.checkPropertyLevel`).
    fn level(&self, layer: &Layer, asked: Asked) -> i32 {
        let is_led = layer.is_led && asked.depth < MAX_DEPTH;
        let Some((property, first)) = layer.form.follows.as_ref().filter(|_| is_led) else {
            return layer.level;
        };
        let inside = Inside { traits: self, asked: asked.inside(), own: &[] };
        let value = self.surely(|| expression::property(property, &inside));
        if value.is_none() {
            self.note_untold(property);
        }
        let value = match value.as_deref() {
            Some("") => Some(*first),
            Some(value) => expression::integer(value),
            None => None,
        };
        let Some(value) = value else { return layer.level };
        let most = i32::try_from(layer.form.images.len()).unwrap_or(i32::MAX).max(1);
        let level = value.saturating_sub(*first).saturating_add(1).clamp(1, most);
        if layer.level > 0 { level } else { -level }
    }

    pub fn basic_name(&self) -> String {
        self.property("BasicName").unwrap_or_default()
    }

    /// The name of the piece for somebody who looks at it.
    pub fn name(&self, sight: Sight) -> String {
        self.name_inside(0, sight, NAMED)
    }

    /// The name that the traits from `outermost` inwards give.
    fn name_inside(&self, outermost: usize, sight: Sight, asked: Asked) -> String {
        let mut name = self.property_at("BasicName", asked.inside()).unwrap_or_default();
        for part in self.parts[outermost..].iter().rev() {
            match part {
                Part::Layer(layer) => name = layered(name, layer.level_name(self.level(layer, asked))),
                Part::Label { text, format, inner_name, always, .. } if !text.is_empty() || *always => {
                    let label = self.named_label(text, inner_name, asked);
                    name = self.labelled(name, &label, format, asked);
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

    fn labelled(&self, name: String, label: &str, format: &str, asked: Asked) -> String {
        let own = [("pieceName", name.as_str()), ("label", label)];
        let found =
            evaluate_in(format, asked.unknown, &Inside { traits: self, asked: asked.inside(), own: &own });
        found.unwrap_or_else(|| {
            self.note_untold(format);
            name.clone()
        })
    }

    /// What a label says in names, where it never asks for the name that it is part of.
    fn named_label(&self, text: &str, inner_name: &str, asked: Asked) -> String {
        self.told(text, &[("PieceName", inner_name)], asked).unwrap_or_default()
    }

    /// A text with properties of the piece in it; none when it is an expression that is not understood, which is noted.
    fn told(&self, text: &str, own: &[(&str, &str)], asked: Asked) -> Option<String> {
        if asked.depth >= MAX_DEPTH {
            return Some(String::new());
        }
        let inside = Inside { traits: self, asked: asked.inside(), own };
        let found = || evaluate_in(text, asked.unknown, &inside);
        let found = if text.trim_start().starts_with('{') { self.surely(found) } else { found() };
        if found.is_none() {
            self.note_untold(text);
        }
        found
    }

    fn note_untold(&self, text: &str) {
        self.untold.borrow_mut().insert(text.to_owned());
    }

    /// The texts that had no value so far, because they are not understood or only a running game can tell.
    pub fn take_untold(&self) -> BTreeSet<String> {
        self.untold.take()
    }

    /// What `find` finds; none when it asked for a Calculated Property that is not understood.
    fn surely(&self, find: impl FnOnce() -> Option<String>) -> Option<String> {
        let before = self.unknown.replace(false);
        let found = find();
        let unsure = self.unknown.replace(before);
        found.filter(|_| !unsure)
    }

    /// What the Text Labels say that say anything, outermost first, with the place of each among the traits.
    ///
    /// Names without value vanish, and so does an expression that is not understood.
    pub fn labels(&self) -> Vec<(usize, String)> {
        let text = |(i, part): (usize, &Part)| match part {
            Part::Label { text, .. } => Some((i, self.told(text, &[], DRAWN)?)),
            _ => None,
        };
        let texts = self.parts.iter().enumerate().filter_map(text);
        texts.filter(|(_, text)| is_seen(text)).collect()
    }

    /// The value of a property: the piece's own first, outermost trait first,
    /// then that of its place and of the game.
    pub fn property(&self, key: &str) -> Option<String> {
        self.property_at(key, NAMED)
    }

    fn property_at(&self, key: &str, asked: Asked) -> Option<String> {
        if asked.depth >= MAX_DEPTH || !self.looks_up(0) {
            return None;
        }
        let own = self.parts.iter().find_map(|part| self.part_property(part, key, asked));
        let value = own.or_else(|| self.outside.value(key));
        value.filter(|value| self.looks_up(value.len()))
    }

    /// Counts lookups anew.
    pub fn start_lookups(&self) {
        self.lookups.set(0);
    }

    /// How much was looked up since the count began.
    pub fn lookups(&self) -> usize {
        self.lookups.get()
    }

    /// Whether so much was looked up that some of it was not told.
    pub fn had_enough(&self) -> bool {
        self.lookups.get() > MAX_LOOKUPS
    }

    /// Counts one lookup more of so many bytes; false when the piece has had enough.
    fn looks_up(&self, bytes: usize) -> bool {
        let lookups = self.lookups.get() + 1 + bytes / LOOKUP_BYTES;
        self.lookups.set(lookups);
        lookups <= MAX_LOOKUPS
    }

    fn part_property(&self, part: &Part, key: &str, asked: Asked) -> Option<String> {
        match part {
            Part::Layer(layer) => self.layer_property(layer, key, asked),
            Part::Dynamic { key: own, value } if own == key => Some(value.clone()),
            Part::Marker(pairs) | Part::Shown(pairs) => {
                let pair = pairs.iter().find(|(k, _)| k == key)?;
                Some(pair.1.clone())
            }
            // Its own expression never sees the names that vanish from what is drawn.
            Part::Calculated { key: own, expression } if own == key => {
                let asked = Asked { unknown: Unknown::Stays, ..asked.inside() };
                let found = self.surely(|| calculated(expression, &Inside { traits: self, asked, own: &[] }));
                self.unknown.set(self.unknown.get() || found.is_none());
                Some(found.unwrap_or_default())
            }
            Part::Label { text, property, inner_name, .. } if property == key => Some(match asked.unknown {
                Unknown::Stays => self.named_label(text, inner_name, asked),
                Unknown::Vanishes => self.told(text, &[], asked).unwrap_or_default(),
            }),
            Part::BasicName(name) if key == "BasicName" => Some(name.clone()),
            Part::Basic { name, properties, .. } => match key {
                "BasicName" => Some(name.clone()),
                "LocalizedBasicName" => self.property_at("BasicName", asked.inside()),
                "PieceName" | "LocalizedPieceName" => {
                    let asked = Asked { unknown: Unknown::Stays, ..asked.inside() };
                    Some(self.name_inside(0, Sight::Umpire, asked))
                }
                _ => properties.iter().find(|(k, _)| k == key).map(|pair| pair.1.clone()),
            },
            Part::Moved(moved) if key == "Moved" => Some(moved.to_string()),
            Part::Mask { by, .. } if key == "Obscured" || key == "ObscuredToOthers" => {
                Some(by.is_some().to_string())
            }
            Part::Invisible { by, .. } if key == "Invisible" || key == "InvisibleToOthers" => {
                Some(by.is_some().to_string())
            }
            _ => None,
        }
    }

    fn layer_property(&self, layer: &Layer, key: &str, asked: Asked) -> Option<String> {
        match key.strip_prefix(layer.form.name.as_str())? {
            "_Image" => Some(layer.image(self.level(layer, asked)).to_owned()),
            "_Name" => {
                let name = layer.level_name(self.level(layer, asked));
                let bare = name.strip_prefix('+').or_else(|| name.strip_suffix('+'));
                Some(bare.unwrap_or(name).to_owned())
            }
            "_Level" => Some(self.level(layer, asked).to_string()),
            "_Active" => Some((layer.level > 0).to_string()),
            _ => None,
        }
    }
}

fn asks_for_its_name(part: &Part) -> bool {
    matches!(part, Part::Label { text, .. } if text.contains("PieceName"))
}

/// The value of a Calculated Property, which mostly stands in braces; a bare name means the property as it stands.
fn calculated(source: &str, scope: &dyn Scope) -> Option<String> {
    let bare = source.trim();
    match bare.strip_prefix('{').and_then(|bare| bare.strip_suffix('}')) {
        // A lone text goes through the interpreter here, which knows what backslashes mean.
        Some(inner) if inner.starts_with('"') && inner.contains('\\') => {
            expression::evaluate(&format!("({inner})"), scope)
        }
        Some(inner) => expression::evaluate(inner, scope),
        None if expression::is_name(bare) => expression::property(bare, scope),
        None => expression::evaluate(source, scope),
    }
}

/// A level name replaces the name below, or with a plus sign adds to it. A plus
/// sign behind a backslash is one of the name.
fn layered(inner: String, level_name: &str) -> String {
    if level_name.is_empty() {
        return inner;
    }
    let mut parts = sequence::Decoder::new(level_name, '+');
    let first = parts.next().unwrap_or_default();
    match parts.next() {
        None => first.into_owned(),
        Some(second) if first.is_empty() => inner + &second,
        Some(_) => first.into_owned() + &inner,
    }
}

/// Whether a piece has a trait that keeps it out of stacks.
pub(crate) fn never_stacks(text: &PieceText) -> bool {
    let mut traits = text.traits.iter();
    traits.any(|t| {
        t.type_text.starts_with("immob;") && parts::part(t, &LayerForms::default()) == Part::NeverStacks
    })
}

/// The value of a piece's own property, without place and game around it.
pub(crate) fn property(text: &PieceText, key: &str) -> Option<String> {
    Traits::new(text, &Nowhere).property(key)
}

/// What the Text Labels of a piece say that say anything, outermost first, with the place of each among its
/// traits. Markup stays; `outside` tells the properties of its place and of the game.
pub fn labels(text: &PieceText, outside: &dyn Fn(&str) -> Option<String>) -> Vec<(usize, String)> {
    Traits::new(text, &outside).labels()
}

/// The name of a piece for somebody who sees everything, wherever it is.
pub(crate) fn true_name(text: &PieceText) -> String {
    Traits::new(text, &Nowhere).name(Sight::Umpire)
}
