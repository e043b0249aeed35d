//! Pieces as palettes, decks and at-start stacks offer them, and prototypes.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::problem::Problem;
use super::text;
use crate::format::leaf::Leaf;
use crate::format::piece::{Form, PieceText};
use crate::format::sequence::Decoder;
use crate::format::text::Text;
use crate::format::traits::{Fields, Trait};

/// Prototypes may name prototypes, to this depth.
const MAX_DEPTH: usize = 50;
/// No piece gets more traits than this, however prototypes multiply them.
const MAX_TRAITS: usize = 2_000;
/// No piece names more prototypes than this, those within prototypes included.
const MAX_NAMED: usize = 10_000;

/// One piece a module can make (`PieceSlot`, `CardSlot`).
#[derive(Debug, Clone, Default)]
pub struct Slot {
    /// The name shown in the palette.
    pub name: String,
    /// The number that ties pieces on the map to this slot.
    pub gpid: String,
    /// Names of the windows and lists around it, outermost first.
    pub path: Arc<[String]>,
    /// The text of its piece.
    definition: String,
    /// The same read, once somebody asked for it: most look at no more than a few of a thousand.
    piece: OnceLock<Option<PieceText>>,
}

impl Slot {
    /// A slot whose piece is spelt so.
    #[must_use]
    pub fn new(name: &str, gpid: &str, path: Arc<[String]>, definition: String) -> Self {
        let piece = OnceLock::new();
        Self { name: name.to_owned(), gpid: gpid.to_owned(), path, definition, piece }
    }

    /// Its traits, prototypes not expanded; none where they can't be read.
    #[must_use]
    pub fn piece(&self) -> Option<&PieceText> {
        self.piece.get_or_init(|| read_definition(&self.definition)).as_ref()
    }

    /// That its piece can't be read, where that is so.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        let place = || format!("palette piece \"{}\"", self.name);
        self.piece().is_none().then(|| Problem::new(place(), "its definition can't be read"))
    }
}

impl PartialEq for Slot {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.gpid, &self.path) == (&other.name, &other.gpid, &other.path)
            && self.definition == other.definition
    }
}

impl Eq for Slot {}

/// The piece that a definition of a slot or prototype spells.
pub fn read_definition(text: impl Into<Text>) -> Option<PieceText> {
    match Leaf::decode(text).form()? {
        Form::Piece(piece) => Some(piece),
        _ => None,
    }
}

/// The prototypes of a module by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prototypes {
    /// The traits that each stands for, a basic piece last.
    pub of: BTreeMap<String, PieceText>,
    /// The definitions that have a `$` in them, into which a Prototype trait may put values of its own.
    texts: BTreeMap<String, String>,
}

/// A piece whose prototypes are being filled in.
struct Expansion<'p> {
    out: PieceText,
    /// How many more prototypes may be named.
    left: usize,
    problems: &'p mut Vec<Problem>,
}

impl Prototypes {
    /// Adds a prototype by its definition. False where it cannot be read.
    pub fn add(&mut self, name: &str, definition: &str) -> bool {
        let Some(piece) = read_definition(definition) else { return false };
        self.of.insert(name.to_owned(), piece);
        self.texts.remove(name);
        if definition.contains('$') {
            self.texts.insert(name.to_owned(), definition.to_owned());
        }
        true
    }

    /// The piece that the engine makes from a definition: each Prototype trait
    /// gives way to the traits of its prototype, comments vanish
    /// (`PieceCloner`). Unknown prototypes are problems and vanish too.
    pub fn expand(&self, piece: &PieceText, problems: &mut Vec<Problem>) -> PieceText {
        let mut expansion = Expansion { out: PieceText::default(), left: MAX_NAMED, problems };
        self.push(piece, true, 0, &mut expansion);
        expansion.out
    }

    fn push(&self, piece: &PieceText, with_basic: bool, depth: usize, expansion: &mut Expansion<'_>) {
        for text in &piece.traits {
            let known = Trait::decode(text);
            match known {
                Trait::BasicPiece(_) if !with_basic => {}
                Trait::Prototype(prototype) => {
                    let Some(left) = expansion.left.checked_sub(1) else { return };
                    expansion.left = left;
                    let name = prototype.fields.get("prototypeName");
                    match self.of.get(name).filter(|_| depth < MAX_DEPTH) {
                        Some(inner) => {
                            let own = self.with_parameters(name, &prototype.fields);
                            self.push(own.as_ref().unwrap_or(inner), false, depth + 1, expansion);
                        }
                        None => expansion.problems.push(unknown(name)),
                    }
                }
                _ if text.type_text.starts_with("cmt;") => {}
                // The basic piece always fits, or the piece would be none.
                _ if expansion.out.traits.len() >= MAX_TRAITS && !with_basic => return,
                _ => expansion.out.traits.push(text.clone()),
            }
        }
    }

    /// A prototype with the parameters of the trait that names it; none where they change nothing. With parameters its
    /// whole definition is a text whose `$name$` they replace; every other name loses its dollar signs
    /// (`PrototypeDefinition.getPiece`).
    fn with_parameters(&self, name: &str, own: &Fields) -> Option<PieceText> {
        let definition = self.texts.get(name)?;
        let given = parameters(own)?;
        read_definition(text::expand(definition, |name| given.get(name).cloned()))
    }
}

/// The parameters of a Prototype trait; none where it has no field for them (`UsePrototype.mySetType`).
fn parameters(own: &Fields) -> Option<BTreeMap<String, String>> {
    let pairs = own.own("parameters")?;
    let pair = |text: &str| {
        let mut parts = Decoder::new(text, '=');
        let name = parts.next()?.into_owned();
        Some((name, parts.next()?.into_owned()))
    };
    Some(Decoder::new(pairs, ',').filter_map(|text| pair(&text)).collect())
}

fn unknown(name: &str) -> Problem {
    let message = "no such prototype, or prototypes that contain each other";
    Problem::new(format!("prototype \"{name}\""), message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::piece::TraitText;

    const LABEL: &str = "label;;;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false";

    /// What a piece with this Prototype trait says in its label and its Marker, and the label's name format. The
    /// expected values are those of VASSAL 3.7.26 for the same definitions.
    fn said(prototype_trait: &str) -> (String, String, bool) {
        let piece = |traits: &[(&str, &str)]| PieceText {
            traits: traits.iter().map(|(own, state)| TraitText::new(*own, *state)).collect(),
        };
        let definition = |traits: &[(&str, &str)]| {
            let (own, state) = piece(traits).encode().unwrap_or_default();
            Leaf::add(None, (own, state)).encode().unwrap_or_default()
        };
        let basic = ("piece;;;;", "null;0;0;;0");
        let mut prototypes = Prototypes::default();
        let unit = [(LABEL, "Step $Level$ of $BasicName$"), ("mark;Kind", "$Kind$\\$"), basic];
        assert!(prototypes.add("Unit", &definition(&unit)));
        assert!(prototypes.add("Outer", &definition(&[("prototype;Unit;Level=$Inner$", ""), basic])));
        let made = prototypes.expand(&piece(&[(prototype_trait, ""), basic]), &mut Vec::new());
        let has_dollars = made.traits[0].type_text.contains("$pieceName$");
        (made.traits[0].state_text.to_string(), made.traits[1].state_text.to_string(), has_dollars)
    }

    fn is(label: &str, marker: &str, has_dollars: bool) -> (String, String, bool) {
        (label.to_owned(), marker.to_owned(), has_dollars)
    }

    #[test]
    fn parameters_of_a_prototype_replace_names_in_its_whole_definition() {
        assert_eq!(said("prototype;Unit;Level=3,Kind=a\\;b"), is("Step 3 of BasicName", "a;b$", false));
        assert_eq!(said("prototype;Unit;Level=,Kind"), is("Step  of BasicName", "Kind$", false));
        assert_eq!(said("prototype;Outer;Inner=2"), is("Step 2 of BasicName", "Kind$", false));
    }

    #[test]
    fn without_parameters_dollar_signs_stay() {
        assert_eq!(said("prototype;Unit"), is("Step $Level$ of $BasicName$", "$Kind$\\$", true));
        // An empty list of parameters is one, and every name loses its dollar signs.
        assert_eq!(said("prototype;Unit;"), is("Step Level of BasicName", "Kind$", false));
    }
}
