//! The components of a module in order, each with where it stands and the traits of its piece.

use super::words::{quoted, shortened};
use vassal::format::build_file::Element;
use vassal::format::components::{label, name};
use vassal::format::piece::{PieceText, TraitText};
use vassal::format::sequence;
use vassal::format::text::Text;
use vassal::format::traits::{Fields, Marker, Spec, Trait, title};
use vassal::model::slot::read_definition;

/// So many components around another one are named.
const MOST_AROUND: usize = 12;

/// One component of a build file.
#[derive(Debug)]
pub struct Component<'m> {
    /// It and what is inside it.
    pub element: &'m Element,
    /// The component around it; none for the module.
    pub parent: Option<usize>,
    /// The traits of its piece or prototype, outermost first.
    pub traits: Vec<TraitOf>,
    /// Whether it has a piece that cannot be read.
    pub is_broken: bool,
}

/// One trait of a piece.
#[derive(Debug)]
pub struct TraitOf {
    /// Its definition.
    definition: Text,
    /// What it consists of.
    pub parts: Parts,
    /// The traits of the piece that it places, where it spells that piece itself.
    pub placed: Vec<TraitOf>,
}

/// Pieces that place pieces that place pieces are followed so far.
const DEEPEST: usize = 4;

/// How the definition of a Marker begins.
const MARKER: &str = "mark;";

/// What a trait consists of.
#[derive(Debug)]
pub enum Parts {
    /// Fields by name, and its state.
    Fields(Fields, Text),
    /// Names and values.
    Marker(Marker),
    /// A class that VASSAL does not have, or a text that is not what VASSAL writes.
    Unknown(Text),
}

impl TraitOf {
    /// What players' manuals call it, with its name where it has one.
    #[must_use]
    pub fn title(&self) -> String {
        title(&self.definition)
    }

    /// Its fields; none for Markers and traits that VASSAL does not have.
    #[must_use]
    pub fn fields(&self) -> Option<&Fields> {
        match &self.parts {
            Parts::Fields(fields, _) => Some(fields),
            _ => None,
        }
    }

    /// Whether it is the trait of a prefix such as `emb2;`.
    #[must_use]
    pub fn is(&self, prefix: &str) -> bool {
        self.fields().is_some_and(|fields| fields.spec().prefix == prefix)
    }
}

/// A module's components.
#[derive(Debug)]
pub struct Tree<'m> {
    /// All of them, each behind the one it is in; the module is the first.
    pub components: Vec<Component<'m>>,
}

impl<'m> Tree<'m> {
    /// The components of a build file.
    #[must_use]
    pub fn of(root: &'m Element) -> Self {
        let mut components = Vec::new();
        add(root, None, &mut components);
        Self { components }
    }

    /// The components of a class, with or without its package.
    pub fn all<'t>(&'t self, class: &'t str) -> impl Iterator<Item = (usize, &'t Component<'m>)> {
        self.components.iter().enumerate().filter(move |(_, own)| own.element.is(class))
    }

    /// The traits of all pieces and prototypes, those of pieces that they place included.
    pub fn traits(&self) -> impl Iterator<Item = &TraitOf> {
        let mut open: Vec<&TraitOf> = self.components.iter().flat_map(|own| &own.traits).collect();
        std::iter::from_fn(move || {
            let next = open.pop()?;
            open.extend(&next.placed);
            Some(next)
        })
    }

    /// A component and all around it, the innermost first.
    pub fn around(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |at| self.components.get(*at)?.parent)
    }

    /// Where a component stands, as VASSAL's editor shows it: its kind and name, outermost first, without the module.
    #[must_use]
    pub fn place(&self, at: usize) -> String {
        let around = || self.around(at).filter(|at| *at > 0);
        let mut words: Vec<String> = around().take(MOST_AROUND).map(|at| self.words(at)).collect();
        if words.is_empty() {
            return self.words(0);
        }
        if around().nth(MOST_AROUND).is_some() {
            words.push("…".to_owned());
        }
        words.reverse();
        words.join(" / ")
    }

    /// The kind and name of a component.
    #[must_use]
    pub fn words(&self, at: usize) -> String {
        let Some(own) = self.components.get(at) else { return String::new() };
        let (kind, name) = (label(own.element), name(own.element));
        if name.is_empty() { shortened(kind) } else { format!("{kind} {}", quoted(name)) }
    }
}

/// Build files are nested no deeper than the reader's limit, so that this ends.
fn add<'m>(element: &'m Element, parent: Option<usize>, components: &mut Vec<Component<'m>>) {
    let at = components.len();
    let (traits, is_broken) = traits_of(element);
    components.push(Component { element, parent, traits, is_broken });
    for child in element.elements() {
        add(child, Some(at), components);
    }
}

/// The classes that hold a piece as their text.
const WITH_PIECE: [&str; 3] = ["PieceSlot", "CardSlot", "PrototypeDefinition"];

fn traits_of(element: &Element) -> (Vec<TraitOf>, bool) {
    if !WITH_PIECE.contains(&element.short_tag()) {
        return (Vec::new(), false);
    }
    let text = element.text();
    if text.trim().is_empty() {
        return (Vec::new(), false);
    }
    match read_definition(&text) {
        Some(piece) => (piece.traits.iter().map(|own| TraitOf::of(own, DEEPEST)).collect(), false),
        None => (Vec::new(), true),
    }
}

impl TraitOf {
    /// The piece that a Place Marker or Replace trait spells itself.
    fn spelt(&self) -> Option<PieceText> {
        let fields = self.fields().filter(|_| self.is("placemark;") || self.is("replace;"))?;
        read_definition(fields.get("markerSpec"))
    }

    /// Reads a trait of a piece in a save.
    #[must_use]
    pub fn alone(text: &TraitText) -> Self {
        Self::of(text, DEEPEST)
    }

    /// Reads a trait.
    fn of(text: &TraitText, deepest: usize) -> Self {
        let marker = text.type_text.starts_with(MARKER).then(|| Trait::decode(text));
        let fields = || Fields::decode(text.type_text.clone()).or_else(|| loosely(&text.type_text));
        let parts = match marker {
            Some(Trait::Marker(marker)) => Parts::Marker(marker),
            _ => match fields() {
                Some(fields) => Parts::Fields(fields, text.state_text.clone()),
                None => Parts::Unknown(text.type_text.clone()),
            },
        };
        let mut own = Self { definition: text.type_text.clone(), parts, placed: Vec::new() };
        if let (Some(piece), Some(deeper)) = (own.spelt(), deepest.checked_sub(1)) {
            own.placed = piece.traits.iter().map(|inner| Self::of(inner, deeper)).collect();
        }
        own
    }
}

/// The fields of a definition that VASSAL would write otherwise, as it reads them.
fn loosely(type_text: &str) -> Option<Fields> {
    let spec = Spec::of_definition(type_text)?;
    let mut fields = Fields::defaults(spec.prefix)?;
    let values = sequence::Decoder::new(type_text.strip_prefix(spec.prefix)?, ';');
    for ((name, _), value) in spec.fields.iter().zip(values) {
        fields.set(name, value.into_owned());
    }
    Some(fields)
}
