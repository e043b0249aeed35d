//! A save or log with all that checks of it look at.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::definitions::{Definition, Definitions};
use super::pictures::Pictures;
use vassal::format::command::Command;
use vassal::format::leaf::Leaf;
use vassal::format::metadata::Metadata;
use vassal::format::module_file::ModuleFile;
use vassal::format::piece::{Deck, Form, Stack};
use vassal::format::text::Text;
use vassal::model::counters::Counters;
use vassal::model::log::{self, Wrong};
use vassal::model::module::Module;
use vassal::model::position::{Piece, Position};

/// A save or log, and how it is looked at.
#[derive(Clone, Copy)]
pub struct OfSave<'t> {
    /// Its commands.
    pub commands: &'t Command,
    /// The position in it.
    pub position: &'t Position,
    /// What it says of its module.
    pub about: Option<&'t Metadata>,
    /// Its module.
    pub module: Option<(&'t ModuleFile, &'t Module)>,
    /// Which pieces may be named.
    pub sees: &'t dyn Fn(&Piece) -> bool,
}

/// What is made of a module once for all its saves.
#[derive(Default)]
pub(crate) struct Made {
    /// Its counters; empty without a module.
    pub counters: Counters,
    /// Its pictures; none without a module.
    pub pictures: Option<Pictures>,
    /// What the traits of its saves say.
    pub definitions: Definitions,
}

impl Made {
    /// What is made of a module.
    pub fn of(file: &ModuleFile, module: &Module) -> Self {
        let (counters, pictures) = (Counters::of(module), Some(Pictures::of(file)));
        Self { counters, pictures, definitions: Definitions::default() }
    }
}

/// A definition of a trait, the first piece that has it, and how many have it.
pub(crate) struct DefinitionUsed<'t> {
    pub piece: &'t Piece,
    pub says: Arc<Definition>,
    pub count: usize,
}

/// What a command lays on the table.
pub(crate) enum Laid {
    /// A piece; whether it has a Basic Piece.
    Piece(bool),
    /// A stack.
    Stack(Stack),
    /// A deck.
    Deck(Deck),
    /// What would not come back identical: its definition.
    Verbatim(String),
}

impl Laid {
    fn of(type_text: Text, state: Text) -> Self {
        // Where nothing that is escaped follows the last tab, there begins the innermost trait.
        let innermost = type_text.rsplit('\t').next().unwrap_or_default();
        if innermost.starts_with(BASIC_PIECE) && !is_of_several(&type_text) {
            return Self::Piece(true);
        }
        match Form::decode(type_text, state) {
            Form::Piece(piece) => {
                Self::Piece(piece.traits.last().is_some_and(|own| own.type_text.starts_with(BASIC_PIECE)))
            }
            Form::Stack(stack) => Self::Stack(stack),
            Form::Deck(deck) => Self::Deck(deck),
            Form::Verbatim { type_text, .. } => Self::Verbatim(type_text),
        }
    }
}

/// Whether a definition is one of several pieces.
fn is_of_several(type_text: &str) -> bool {
    type_text == "stack" || type_text.starts_with("deck;")
}

/// How the definition of a Basic Piece begins.
const BASIC_PIECE: &str = "piece;";

/// A save with what is made of its module.
pub(crate) struct Table<'t> {
    pub save: OfSave<'t>,
    pub made: &'t Made,
    laid: OnceCell<Vec<(Option<String>, Laid)>>,
    definitions: OnceCell<Vec<DefinitionUsed<'t>>>,
    wrong_steps: OnceCell<Vec<(usize, Wrong)>>,
}

impl<'t> Table<'t> {
    /// A save with what is made of its module.
    pub fn new(save: OfSave<'t>, made: &'t Made) -> Self {
        let (laid, definitions) = (OnceCell::new(), OnceCell::new());
        Self { save, made, laid, definitions, wrong_steps: OnceCell::new() }
    }

    /// The pieces, stacks and decks of the commands with their ids, steps of a log left out.
    pub fn laid(&self) -> &[(Option<String>, Laid)] {
        self.laid.get_or_init(|| {
            let leaves = self.save.commands.walk().map(|command| command.own());
            let added =
                leaves.filter(|own| own.starts_with("+/")).filter_map(|own| match Leaf::decode(own) {
                    Leaf::AddPiece { id, type_text, state } => {
                        Some((id.map(String::from), Laid::of(type_text, state)))
                    }
                    _ => None,
                });
            added.collect()
        })
    }

    /// The definitions of traits in the order of their texts, with the first piece that has each.
    pub fn definitions(&self) -> &[DefinitionUsed<'t>] {
        self.definitions.get_or_init(|| {
            let mut found: BTreeMap<&'t str, DefinitionUsed<'t>> = BTreeMap::new();
            for piece in self.pieces() {
                for own in &piece.traits.traits {
                    let says = || self.made.definitions.of(own, self.made.pictures.as_ref());
                    let used = found.entry(own.type_text.as_str());
                    used.or_insert_with(|| DefinitionUsed { piece, says: says(), count: 0 }).count += 1;
                }
            }
            found.into_values().collect()
        })
    }

    /// What is wrong with the steps of a log, each with the number of its step.
    pub fn wrong_steps(&self) -> &[(usize, Wrong)] {
        let module = self.save.module.map(|(_, module)| module);
        self.wrong_steps.get_or_init(|| log::faults(self.save.commands, module))
    }

    /// The pieces that may be named.
    pub fn pieces(&self) -> impl Iterator<Item = &'t Piece> {
        self.save.position.pieces.iter().filter(|piece| (self.save.sees)(piece))
    }
}
