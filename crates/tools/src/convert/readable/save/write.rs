//! The commands of a save as lines, blocks and definitions.

use std::collections::{BTreeMap, BTreeSet};

use sha2::Digest as _;

use super::super::{piece, value};
use super::{Ground, REFERENCE, SaveTexts, state_names, usual};
use crate::convert::lines;
use vassal::format::command::Command;
use vassal::format::leaf::Leaf;
use vassal::format::piece::{Deck, Form, PieceText, Stack, TraitText};
use vassal::format::text::Text;
use vassal::format::traits::Trait;

/// The texts of a save; none where a command looks like the line of a block.
pub fn write(root: &Command) -> Option<SaveTexts> {
    if root.walk().any(|command| command.own().starts_with(REFERENCE)) {
        return None;
    }
    let mut writer = Writer::default();
    let commands = lines::write(&writer.referred(root));
    let names = writer.names();
    Some(SaveTexts { commands, pieces: writer.blocks(&names), definitions: definitions(&names) })
}

/// What has a block.
#[derive(Default)]
struct Writer {
    pieces: BTreeMap<String, PieceText>,
    stacks: BTreeMap<String, Stack>,
    decks: BTreeMap<String, Deck>,
}

/// Names of definitions by their text.
type Names = BTreeMap<Definition, String>;

/// What a piece or deck is made of, as the file spells it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Definition(Vec<Text>);

impl Definition {
    fn of(piece: &PieceText) -> Self {
        Self(piece.traits.iter().map(|own| own.type_text.clone()).collect())
    }

    fn of_deck(deck: &Deck) -> Self {
        Self(vec![deck.type_text.clone().into()])
    }

    /// What a piece of it is called.
    fn name(&self) -> String {
        let innermost = self.0.last().cloned().unwrap_or_default();
        let name = match Trait::decode(&TraitText::new(innermost, "null;0;0")) {
            Trait::BasicPiece(basic) => basic.name().to_owned(),
            _ => String::new(),
        };
        if name.trim().is_empty() { "piece".to_owned() } else { name }
    }

    /// A mark of what it says: the first digits of its SHA-256.
    fn mark(&self) -> String {
        let mut hash = sha2::Sha256::new();
        for text in &self.0 {
            hash.update(text.as_bytes());
            hash.update([0]);
        }
        hash.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Writer {
    /// The commands with lines in place of what has a block.
    fn referred(&mut self, command: &Command) -> Command {
        let own = self.reference(command.own()).map_or_else(|| command.own().clone(), Text::from);
        let children = command.children().iter().map(|child| self.referred(child)).collect();
        Command::group(own, children)
    }

    /// The line of an added piece, stack or deck, whose block is kept.
    fn reference(&mut self, own: &Text) -> Option<String> {
        if !own.starts_with("+/") {
            return None;
        }
        let leaf = Leaf::decode(own.clone());
        let Leaf::AddPiece { id: Some(id), .. } = &leaf else { return None };
        let is_plain =
            !id.is_empty() && !id.contains(|letter: char| letter.is_control() || letter.is_whitespace());
        let id = id.as_str();
        let is_known =
            self.pieces.contains_key(id) || self.stacks.contains_key(id) || self.decks.contains_key(id);
        if !is_plain || is_known {
            return None;
        }
        match leaf.form()? {
            Form::Piece(piece) => drop(self.pieces.insert(id.to_owned(), piece)),
            Form::Stack(stack) => drop(self.stacks.insert(id.to_owned(), stack)),
            Form::Deck(deck) => drop(self.decks.insert(id.to_owned(), deck)),
            Form::Verbatim { .. } => return None,
        }
        Some(format!("{REFERENCE}{id}"))
    }

    /// A name for each definition; those that are called alike have a mark of what they say behind it.
    fn names(&self) -> Names {
        let mut stems: BTreeMap<Definition, String> = BTreeMap::new();
        for piece in self.pieces.values() {
            let own = Definition::of(piece);
            stems.entry(own).or_insert_with_key(Definition::name);
        }
        for deck in self.decks.values() {
            let name = deck.name().filter(|name| !name.trim().is_empty());
            stems.insert(Definition::of_deck(deck), name.unwrap_or_else(|| "deck".to_owned()));
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        stems.values().for_each(|stem| *counts.entry(stem.clone()).or_default() += 1);
        let named = stems.into_iter().map(|(own, stem)| {
            let name = if counts[&stem] == 1 { stem } else { format!("{stem} #{}", own.mark()) };
            (own, name)
        });
        named.collect()
    }

    fn blocks(&self, names: &Names) -> String {
        let name = |own: &Definition| names.get(own).map(String::as_str).unwrap_or_default();
        let mut pieces: Vec<(&str, &String, &PieceText)> =
            self.pieces.iter().map(|(id, piece)| (name(&Definition::of(piece)), id, piece)).collect();
        pieces.sort_by_key(|(name, id, _)| (*name, *id));
        let called: BTreeMap<&str, &str> = pieces.iter().map(|(name, id, _)| (id.as_str(), *name)).collect();
        let mut out = String::new();
        for (of, id, piece) in pieces {
            out.push_str(&block("piece", id));
            out.push_str(&line("of", &value::quoted(of)));
            add_piece(&mut out, piece);
        }
        for (id, stack) in &self.stacks {
            out.push_str(&block("stack", id));
            add_place(&mut out, stack.map.as_deref(), stack.x, stack.y);
            out.extend(stack.layer.map(|layer| line("layer", &layer.to_string())));
            add_ids(&mut out, &stack.ids, &called);
        }
        for (id, deck) in &self.decks {
            out.push_str(&block("deck", id));
            out.push_str(&line("of", &value::quoted(name(&Definition::of_deck(deck)))));
            add_place(&mut out, deck.map.as_deref(), deck.x, deck.y);
            out.push_str(&line("face-down", &deck.face_down.to_string()));
            add_ids(&mut out, &deck.ids, &called);
        }
        out.trim_start().to_owned()
    }
}

fn definitions(names: &Names) -> String {
    let sorted: BTreeSet<(&String, &Definition)> = names.iter().map(|(own, name)| (name, own)).collect();
    let mut out = String::new();
    for (name, own) in sorted {
        out.push_str(&format!("\n[[definition]]\n{}", line("name", &value::quoted(name))));
        for type_text in &own.0 {
            let bare = TraitText::new(type_text.clone(), "");
            out.push_str(&format!("\n[[definition.trait]]\n{}", piece::of_trait(&bare)));
        }
    }
    out.trim_start().to_owned()
}

fn block(kind: &str, id: &str) -> String {
    format!("\n[[{kind}]]\n{}", line("id", &value::quoted(id)))
}

fn line(key: &str, written: &str) -> String {
    format!("{key} = {written}\n")
}

fn add_place(out: &mut String, map: Option<&str>, x: i32, y: i32) {
    out.extend(map.map(|map| line("map", &value::quoted(map))));
    out.push_str(&format!("x = {x}\ny = {y}\n"));
}

/// The ids of what lies in a stack or deck, bottom first, each with what it is.
fn add_ids(out: &mut String, ids: &[String], called: &BTreeMap<&str, &str>) {
    let lines = ids.iter().map(|id| {
        let name = called.get(id.as_str()).copied().unwrap_or_default();
        let plain: String = name.chars().filter(|letter| !letter.is_control()).collect();
        let note = if plain.is_empty() { String::new() } else { format!(" # {plain}") };
        format!("  {},{note}\n", value::quoted(id))
    });
    let lines: String = lines.collect();
    out.push_str(&line("pieces", &if lines.is_empty() { "[]".to_owned() } else { format!("[\n{lines}]") }));
}

fn add_piece(out: &mut String, piece: &PieceText) {
    let names = state_names(piece.traits.iter().map(|own| own.type_text.as_str()));
    let last = piece.traits.len().saturating_sub(1);
    let ground = piece.traits.last().and_then(|own| Ground::of(&own.state_text));
    if let Some(ground) = &ground {
        add_place(out, ground.map.as_deref(), ground.x, ground.y);
        out.extend(ground.slot.as_ref().map(|slot| line("slot", &value::quoted(slot))));
        if !ground.kept.is_empty() {
            let kept: Vec<String> = ground.kept.iter().map(|text| value::quoted(text)).collect();
            out.push_str(&line("kept", &format!("[{}]", kept.join(", "))));
        }
    }
    let mut states = String::new();
    for (at, (own, name)) in piece.traits.iter().zip(&names).enumerate() {
        let is_told = (at == last && ground.is_some()) || own.state_text == usual(&own.type_text);
        if !is_told {
            states.push_str(&line(&value::key(name), &value::quoted(&own.state_text)));
        }
    }
    if !states.is_empty() {
        out.push_str(&format!("[piece.state]\n{states}"));
    }
}
