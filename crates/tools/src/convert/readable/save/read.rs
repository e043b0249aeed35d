//! Lines, blocks and definitions back into the commands of a save.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use super::super::{ReadableError, piece};
use super::{Ground, REFERENCE, state_names, usual};
use crate::convert::lines::{self, LinesError};
use vassal::format::command::Command;
use vassal::format::leaf::Leaf;
use vassal::format::piece::{Deck, Form, PieceText, Stack, TraitText};

/// The texts of a save, each with the path of its file.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The commands.
    pub commands: (&'a str, &'a str),
    /// The blocks.
    pub pieces: (&'a str, &'a str),
    /// What the pieces are made of.
    pub definitions: (&'a str, &'a str),
}

/// A fault with the path of its file.
type Fault = (String, ReadableError);

/// The traits of definitions by name; a deck's is a single one.
type Definitions = BTreeMap<String, Vec<TraitText>>;

/// The commands that blocks stand for by id, each with the line of its block.
type Added = BTreeMap<String, (usize, String)>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Blocks {
    #[serde(default)]
    piece: Vec<Spanned<PieceBlock>>,
    #[serde(default)]
    stack: Vec<Spanned<StackBlock>>,
    #[serde(default)]
    deck: Vec<Spanned<DeckBlock>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceBlock {
    id: String,
    of: String,
    map: Option<String>,
    x: Option<i32>,
    y: Option<i32>,
    slot: Option<String>,
    #[serde(default)]
    kept: Vec<String>,
    #[serde(default)]
    state: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StackBlock {
    id: String,
    map: Option<String>,
    x: i32,
    y: i32,
    layer: Option<i32>,
    pieces: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct DeckBlock {
    id: String,
    of: String,
    map: Option<String>,
    x: i32,
    y: i32,
    face_down: bool,
    pieces: Vec<String>,
}

/// The commands of a save.
///
/// # Errors
/// A text that is not as [`super::write()`] makes it, with its path and line: no TOML, a definition or trait that is not
/// there, a block that is there twice or that no command names, a command that names no block.
pub fn read(source: &Source<'_>) -> Result<Command, (String, ReadableError)> {
    let definitions = definitions(source.definitions)?;
    let added = blocks(source.pieces, &definitions)?;
    let (path, text) = source.commands;
    let tree = lines::read(text).map_err(|error| (path.to_owned(), of_lines(&error)))?;
    let mut resolver = Resolver { added: &added, used: BTreeSet::new(), line: 0 };
    let commands = resolver.command(&tree).map_err(|fault| (path.to_owned(), fault))?;
    match added.iter().find(|(id, _)| !resolver.used.contains(id.as_str())) {
        None => Ok(commands),
        Some((id, (line, _))) => {
            let why = format!("{id}: no line {REFERENCE}{id} of the commands names it");
            Err((source.pieces.0.to_owned(), ReadableError { line: *line, why }))
        }
    }
}

fn of_lines(error: &LinesError) -> ReadableError {
    let line = match error {
        LinesError::Indentation { line, .. }
        | LinesError::SecondRoot { line }
        | LinesError::Picture { line, .. } => *line,
        LinesError::Nothing => 1,
    };
    ReadableError { line, why: error.to_string() }
}

/// Puts what has a block into the place of its line.
struct Resolver<'a> {
    added: &'a Added,
    used: BTreeSet<&'a str>,
    /// Lines read so far; commands stand in the order of their lines.
    line: usize,
}

impl Resolver<'_> {
    fn command(&mut self, command: &Command) -> Result<Command, ReadableError> {
        self.line += 1;
        let own = match command.own().strip_prefix(REFERENCE) {
            None => command.own().clone(),
            Some(id) => {
                let wrong = |why: String| ReadableError { line: self.line, why };
                let found = self.added.get_key_value(id.trim());
                let (id, (_, text)) = found.ok_or_else(|| wrong(format!("no block has the id {id}")))?;
                if !self.used.insert(id) {
                    return Err(wrong(format!("{id} is named a second time")));
                }
                text.clone().into()
            }
        };
        let children: Result<Vec<Command>, ReadableError> =
            command.children().iter().map(|child| self.command(child)).collect();
        Ok(Command::group(own, children?))
    }
}

fn definitions((path, text): (&str, &str)) -> Result<Definitions, Fault> {
    let at = |offset: usize, why: String| (path.to_owned(), ReadableError::at(text, offset, why));
    let table = DeTable::parse(text)
        .map_err(|error| at(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
    let mut found = Definitions::new();
    for (key, rows) in table.get_ref() {
        let strange =
            || at(key.span().start, format!("expected [[definition]], found \"{}\"", key.get_ref()));
        let rows = rows.get_ref().as_array().filter(|_| key.get_ref() == "definition").ok_or_else(strange)?;
        for row in rows {
            let own = row.get_ref().as_table().ok_or_else(strange)?;
            let start = row.span().start;
            let (name, traits) = definition(own, start, text).map_err(|error| (path.to_owned(), error))?;
            if found.insert(name.clone(), traits).is_some() {
                return Err(at(start, format!("\"{name}\" is there twice")));
            }
        }
    }
    Ok(found)
}

/// The name and the traits of a definition.
fn definition(
    table: &DeTable<'_>,
    start: usize,
    source: &str,
) -> Result<(String, Vec<TraitText>), ReadableError> {
    let wrong = |at: usize, why: String| ReadableError::at(source, at, why);
    let value = |wanted: &str| table.iter().find(|(key, _)| key.get_ref() == wanted).map(|(_, value)| value);
    let strange = table.iter().find(|(key, _)| !["name", "trait"].contains(&key.get_ref().as_ref()));
    if let Some((key, _)) = strange {
        return Err(wrong(key.span().start, format!("a definition has no key \"{}\"", key.get_ref())));
    }
    let name = value("name").and_then(|name| name.get_ref().as_str());
    let name = name.ok_or_else(|| wrong(start, "expected name = \"…\"".to_owned()))?;
    let traits = value("trait").ok_or_else(|| wrong(start, format!("\"{name}\" has no trait")))?;
    Ok((name.to_owned(), piece::read_traits(traits, source)?))
}

fn blocks((path, text): (&str, &str), definitions: &Definitions) -> Result<Added, Fault> {
    let at = |offset: usize, why: String| (path.to_owned(), ReadableError::at(text, offset, why));
    let all: Blocks = toml::from_str(text)
        .map_err(|error| at(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
    let mut added = Added::new();
    let mut lines = LineCount { text, offset: 0, line: 1 };
    let mut add = |start: usize, id: String, form: Result<Form, String>| {
        let wrong = |why: String| at(start, format!("{id}: {why}"));
        let texts = form.map_err(wrong)?.encode().map_err(|error| wrong(error.to_string()))?;
        let command =
            Leaf::add(Some(id.clone()), texts).encode().map_err(|error| wrong(error.to_string()))?;
        match added.insert(id.clone(), (lines.at(start), command)) {
            None => Ok(()),
            Some(_) => Err(wrong("it is there twice".to_owned())),
        }
    };
    let mut made = Made { definitions, names: BTreeMap::new() };
    for row in all.piece {
        let (start, own) = (row.span().start, row.into_inner());
        let form = made.piece(&own).map(Form::Piece);
        add(start, own.id, form)?;
    }
    for row in all.stack {
        let (start, own) = (row.span().start, row.into_inner());
        let stack = Stack { map: own.map, x: own.x, y: own.y, ids: own.pieces, layer: own.layer };
        add(start, own.id, Ok(Form::Stack(stack)))?;
    }
    for row in all.deck {
        let (start, own) = (row.span().start, row.into_inner());
        let form = made.types(&own.of).map(|types| {
            let type_text = types.first().map(|own| own.type_text.to_string()).unwrap_or_default();
            let face_down = own.face_down;
            Form::Deck(Deck { type_text, map: own.map, x: own.x, y: own.y, face_down, ids: own.pieces })
        });
        add(start, own.id, form)?;
    }
    Ok(added)
}

/// Tells the lines of places in a text, each of which lies behind the one before or begins anew.
struct LineCount<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
}

impl LineCount<'_> {
    fn at(&mut self, offset: usize) -> usize {
        if offset < self.offset {
            (self.offset, self.line) = (0, 1);
        }
        self.line += self.text.get(self.offset..offset).unwrap_or_default().matches('\n').count();
        self.offset = offset;
        self.line
    }
}

/// Makes pieces of their definitions.
struct Made<'d> {
    definitions: &'d Definitions,
    /// What the states of a definition are called.
    names: BTreeMap<String, Vec<String>>,
}

impl<'d> Made<'d> {
    fn types(&self, of: &str) -> Result<&'d [TraitText], String> {
        let found = self.definitions.get(of).map(Vec::as_slice);
        found.ok_or_else(|| format!("no definition is called \"{of}\""))
    }

    fn piece(&mut self, block: &PieceBlock) -> Result<PieceText, String> {
        let types = self.types(&block.of)?;
        if !self.names.contains_key(&block.of) {
            let names = state_names(types.iter().map(|one| one.type_text.as_str()));
            self.names.insert(block.of.clone(), names);
        }
        let names = &self.names[&block.of];
        if let Some(strange) = block.state.keys().find(|key| !names.contains(key)) {
            return Err(format!("\"{}\" has no trait '{strange}'", block.of));
        }
        let last = types.len().saturating_sub(1);
        let ground = block.ground()?;
        let traits = types.iter().zip(names).enumerate().map(|(at, (own, name))| {
            let state = match (block.state.get(name), &ground) {
                (Some(state), _) => state.as_str(),
                (None, Some(ground)) if at == last => ground,
                (None, _) => usual(&own.type_text),
            };
            TraitText::new(own.type_text.clone(), state)
        });
        Ok(PieceText { traits: traits.collect() })
    }
}

impl PieceBlock {
    /// The state of the basic piece, where the block tells a place.
    fn ground(&self) -> Result<Option<String>, String> {
        let (x, y) = match (self.x, self.y) {
            (Some(x), Some(y)) => (x, y),
            (None, None) if self.map.is_none() => return Ok(None),
            _ => return Err("expected x and y".to_owned()),
        };
        if self.slot.is_none() && !self.kept.is_empty() {
            return Err("kept: it needs a slot before it".to_owned());
        }
        let (map, slot, kept) = (self.map.clone(), self.slot.clone(), self.kept.clone());
        let state = Ground { map, x, y, slot, kept }.state();
        state.map(Some).ok_or_else(|| "a value ends in a backslash".to_owned())
    }
}
