//! Every value of a module by what it stands for: a picture, a key that is heard, a property that is read.

use std::borrow::Cow;

use super::idle::is_idle;
use super::made::made_of_name;
use super::roles::{self, Role, Shape};
use super::tree::{Component, Parts, TraitOf, Tree};
use vassal::format::key::Key;
use vassal::format::kinds::change;
use vassal::format::sequence::{self, Decoder};
use vassal::format::traits::Fields;

/// Where a value stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct At<'t> {
    /// The component, by its place in the tree.
    pub component: usize,
    /// The trait of its piece, from 0.
    pub of_trait: Option<usize>,
    /// The attribute or field; empty for the whole.
    pub field: &'t str,
}

impl At<'_> {
    /// A whole component.
    #[must_use]
    pub fn whole(component: usize) -> Self {
        Self { component, of_trait: None, field: "" }
    }
}

/// A value.
#[derive(Debug, Clone)]
pub struct Value<'t> {
    /// What it stands for.
    pub role: Role,
    /// It itself; a key as it is encoded.
    pub text: Cow<'t, str>,
    /// Where it stands.
    pub at: At<'t>,
}

/// All values of a module in order, empty ones left out.
#[must_use]
pub fn all<'t>(tree: &'t Tree<'_>) -> Vec<Value<'t>> {
    let mut values = Vec::new();
    for (number, component) in tree.components.iter().enumerate() {
        of_component(number, component, &mut values);
        for (place, own) in component.traits.iter().enumerate() {
            of_trait((number, place, ""), own, &mut values);
        }
    }
    values
}

/// The values of traits that belong to no component.
#[must_use]
pub fn of_traits(traits: &[TraitOf]) -> Vec<Value<'_>> {
    let mut values = Vec::new();
    for (place, own) in traits.iter().enumerate() {
        of_trait((0, place, ""), own, &mut values);
    }
    values
}

/// Takes the parts of one attribute or field.
struct Taker<'t, 'v> {
    at: At<'t>,
    values: &'v mut Vec<Value<'t>>,
}

impl<'t> Taker<'t, '_> {
    fn take(&mut self, role: Role, text: impl Into<Cow<'t, str>>) {
        let text = text.into();
        if !text.is_empty() {
            self.values.push(Value { role, text, at: self.at });
        }
    }

    fn take_as(&mut self, shape: Shape, text: &'t str) {
        match shape {
            Shape::One(role) => self.take(role, text),
            Shape::Many(role) => Decoder::new(text, ',').for_each(|one| self.take(role, one)),
            Shape::Changes => self.changes(text),
            Shape::Change => self.change(text),
            Shape::Constraints => {
                // Whether it is a number, and whether it goes round, stand beside its least and its most.
                Decoder::new(text, ',').skip(1).take(2).for_each(|end| self.take(Role::Format, end));
            }
            Shape::Sorts => {
                for sort in Decoder::new(text, ',') {
                    Decoder::new(&sort, '|')
                        .take(1)
                        .for_each(|name| self.take(Role::Reads, name.into_owned()));
                }
            }
            Shape::Target => self.target(text),
            Shape::Masked => {
                if let Some(picture) = text.strip_prefix('G') {
                    self.take(Role::Picture, picture);
                } else if let Some(key) = text.strip_prefix('P') {
                    self.take(Role::Hears, key);
                }
            }
            Shape::Access => {
                if let Some(sides) = text.strip_prefix("sides:") {
                    Decoder::new(sides, ':').for_each(|side| self.take(Role::Side, side));
                }
            }
            Shape::Sheet => {
                for item in Decoder::new(text, '~') {
                    // Its type is the digit before its name.
                    self.take(Role::Makes, item.get(1..).unwrap_or_default().to_owned());
                }
            }
            Shape::Gives(between) => {
                for pair in Decoder::new(text, ',') {
                    let parts = sequence::decode(&pair, between);
                    let mut parts = parts.into_iter();
                    parts.next().into_iter().for_each(|name| self.take(Role::Makes, name));
                    parts.next().into_iter().for_each(|value| self.take(Role::Format, value));
                }
            }
            Shape::Counts => {
                for count in Decoder::new(text, ',') {
                    if let Some((_, filter)) = count.split_once(':') {
                        self.take(Role::Filter, filter.trim().to_owned());
                    }
                }
            }
        }
    }

    /// The key commands of a Dynamic Property: menu text, key and change of each.
    fn changes(&mut self, text: &str) {
        for command in Decoder::new(text, ',') {
            let parts = sequence::decode(&command, ':');
            if let Some(key) = parts.get(1) {
                self.take(Role::Hears, key.clone());
            }
            if let Some(how) = parts.get(2) {
                self.change(how);
            }
        }
    }

    /// What happens to a property: the values that it is set to, or that are added.
    fn change(&mut self, how: &str) {
        let how = sequence::decode(how, ',');
        let values = match how.first().map(String::as_str) {
            Some(change::SET | change::ADD) => &how[1..],
            // The words of the question come first.
            Some(change::CHOOSE) => how.get(2..).unwrap_or_default(),
            _ => &[],
        };
        values.iter().for_each(|value| self.take(Role::Format, value.clone()));
    }

    /// The parts of a target that are expressions or name properties.
    fn target(&mut self, text: &str) {
        let parts = sequence::decode(text, '|');
        let part = |at: usize| parts.get(at).cloned().unwrap_or_default();
        if part(1) == "true" {
            [3, 4, 5, 6, 7, 8, 9].into_iter().for_each(|at| self.take(Role::Format, part(at)));
        }
        if part(10) == "true" {
            self.take(Role::Reads, part(11));
            self.take(Role::Format, part(12));
        }
    }
}

/// The properties that come with the name of a component.
fn of_name<'t>(number: usize, component: &'t Component<'_>, values: &mut Vec<Value<'t>>) {
    let element = component.element;
    let Some((field, suffixes)) = made_of_name(&element.tag) else { return };
    let name = element.attr(field).unwrap_or_default();
    let mut make = |made: String| {
        let at = At { component: number, of_trait: None, field };
        Taker { at, values }.take(Role::Makes, made);
    };
    for suffix in suffixes {
        make(format!("{name}{suffix}"));
        // In an expression a map's name has no blanks.
        if suffix == "_isVisible" && name.contains(' ') {
            make(format!("{}{suffix}", name.replace(' ', "_")));
        }
    }
    let counts = element.attr("countExpressions").filter(|counts| !counts.is_empty());
    for count in counts.into_iter().flat_map(|counts| Decoder::new(counts, ',')) {
        if let Some((counted, _)) = count.split_once(':') {
            make(format!("{name}_{}", counted.trim_end()));
        }
    }
}

fn of_component<'t>(number: usize, component: &'t Component<'_>, values: &mut Vec<Value<'t>>) {
    let class = component.element.tag.as_str();
    of_name(number, component, values);
    for (name, text) in component.element.pairs() {
        let at = At { component: number, of_trait: None, field: name };
        let shape = roles::of_attribute(class, name);
        // A component that VASSAL does not have, or does not have any more, hears the keys that it has.
        let shape = shape.or_else(|| Key::is_held_by(name).then_some(Shape::One(Role::Hears)));
        // The oldest modules have this word there, and the engine passes over it.
        let is_old_word = name == "buttonIcon" && text == "Retire";
        let beside = |field: &'static str| component.element.attr(field).unwrap_or_default();
        if let Some(shape) = shape.filter(|_| !is_old_word && !is_idle(class, name, &beside)) {
            Taker { at, values }.take_as(shape, text);
        }
    }
}

/// The values of a trait of a component; those of a piece that it places stand in its field `inside`.
fn of_trait<'t>(
    (component, place, inside): (usize, usize, &'t str),
    own: &'t TraitOf,
    values: &mut Vec<Value<'t>>,
) {
    let at = |field: &'t str| {
        let field = if inside.is_empty() { field } else { inside };
        At { component, of_trait: Some(place), field }
    };
    own.placed.iter().for_each(|inner| of_trait((component, place, "markerSpec"), inner, values));
    match &own.parts {
        Parts::Marker(marker) => {
            for (name, value) in marker.properties() {
                Taker { at: at("keys"), values }.take(Role::Makes, name);
                Taker { at: at("values"), values }.take(Role::Format, value);
            }
        }
        Parts::Fields(fields, state) => {
            let spec = fields.spec();
            for (name, text) in fields.pairs() {
                let is_idle = || is_idle(spec.prefix, name, &|field| fields.get(field));
                if let Some(shape) = roles::of_field(spec.prefix, name).filter(|_| !is_idle()) {
                    Taker { at: at(name), values }.take_as(shape, text);
                }
            }
            if let Some((field, suffixes)) = made_of_name(spec.prefix) {
                let name = fields.get(field);
                // A rotation needs no name for its properties, a Layer does.
                if !name.is_empty() || spec.prefix == "rotate;" {
                    for suffix in suffixes {
                        Taker { at: at(field), values }.take(Role::Makes, format!("{name}{suffix}"));
                    }
                }
            }
            of_state(fields, state, at, values);
        }
        Parts::Unknown(_) => {}
    }
}

/// What a trait has besides its fields.
fn of_state<'t>(
    fields: &'t Fields,
    state: &'t str,
    at: impl Fn(&'t str) -> At<'t>,
    values: &mut Vec<Value<'t>>,
) {
    match fields.spec().prefix {
        "emb2;" if fields.get("followProperty") == "true" => {
            Taker { at: at("propertyName"), values }.take(Role::Reads, fields.get("propertyName"));
        }
        "label;" | "PROP;" => Taker { at: at(""), values }.take(Role::Format, state),
        _ => {}
    }
}
