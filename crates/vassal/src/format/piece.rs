//! Pieces as chains of traits, stacks and decks, from the two texts of an `AddPiece`.
//!
//! Engine classes: `counters.Decorator`, `counters.Stack`, `counters.Deck`.

use std::borrow::Cow;

use super::sequence::{self, Decoder, Unencodable};
use super::text::Text;

/// Most traits of one piece; real ones have up to 113.
const MOST_TRAITS: usize = 2000;
/// Most traits where each level has to be copied.
const MOST_COPIED: usize = 300;

/// What an `AddPiece` adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// A piece with its traits.
    Piece(PieceText),
    /// Pieces on top of each other.
    Stack(Stack),
    /// A deck of cards or a pool of counters.
    Deck(Deck),
    /// Something that would not come back identical.
    Verbatim {
        /// Definition.
        type_text: String,
        /// State.
        state: String,
    },
}

/// A piece: its traits from the outermost inwards, the basic piece last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PieceText {
    /// Never empty in a piece that was read.
    pub traits: Vec<TraitText>,
}

/// One trait's definition and state as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TraitText {
    /// Fixed by the module's designer; begins with the trait's prefix.
    pub type_text: Text,
    /// Changes in play.
    pub state_text: Text,
}

impl TraitText {
    /// A trait from its two texts.
    #[must_use]
    pub fn new(type_text: impl Into<Text>, state_text: impl Into<Text>) -> Self {
        Self { type_text: type_text.into(), state_text: state_text.into() }
    }
}

/// Pieces on top of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// Identifier of the map; `None` is no map.
    pub map: Option<String>,
    /// Map pixels from the left.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
    /// Ids of the pieces, bottom first.
    pub ids: Vec<String>,
    /// Piece layer of the map, -1 when unset; absent in old files.
    pub layer: Option<i32>,
}

/// A deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// Definition, a list with `;` of which the first value is `deck`.
    pub type_text: String,
    /// Identifier of the map; `None` is no map.
    pub map: Option<String>,
    /// Map pixels from the left.
    pub x: i32,
    /// Map pixels from the top.
    pub y: i32,
    /// The cards lie with their backs up.
    pub face_down: bool,
    /// Ids of the pieces, bottom first.
    pub ids: Vec<String>,
}

impl Deck {
    /// The deck's name: the 13th field of its definition.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        sequence::decode(&self.type_text, ';').into_iter().nth(13)
    }
}

impl Form {
    /// Reads definition and state. What would not come back identical stays verbatim.
    #[must_use]
    pub fn decode(type_text: impl Into<Text>, state: impl Into<Text>) -> Self {
        let (type_text, state) = (type_text.into(), state.into());
        let form = if type_text == "stack" {
            parse_stack(&state).map(Self::Stack)
        } else if type_text.starts_with("deck;") {
            parse_deck(&type_text, &state).map(Self::Deck)
        } else {
            PieceText::read(&type_text, &state).map(Self::Piece)
        };
        let same = |form: &Self| {
            matches!(form, Self::Piece(_) | Self::Stack(_))
                || form.encode().is_ok_and(|again| type_text == again.0 && state == again.1)
        };
        form.filter(same)
            .unwrap_or_else(|| Self::Verbatim { type_text: type_text.to_string(), state: state.to_string() })
    }

    /// Definition and state.
    ///
    /// # Errors
    /// A value ends in a backslash and others follow.
    pub fn encode(&self) -> Result<(String, String), Unencodable> {
        match self {
            Self::Piece(piece) => piece.encode(),
            Self::Stack(stack) => Ok(("stack".to_owned(), encode_stack(stack)?)),
            Self::Deck(deck) => Ok((deck.type_text.clone(), encode_deck(deck)?)),
            Self::Verbatim { type_text, state } => Ok((type_text.clone(), state.clone())),
        }
    }
}

fn null_or(text: String) -> Option<String> {
    (text != "null").then_some(text)
}

/// None of one that would not come back identical.
fn parse_stack(state: &Text) -> Option<Stack> {
    let mut decoder = Decoder::of_all(state, ';');
    let mut all_exact = true;
    let mut values = std::iter::from_fn(|| {
        let (value, is_exact) = decoder.next_value()?;
        all_exact &= is_exact;
        Some(value)
    });
    let map = Some(values.next()?).filter(|map| map != "null").map(Cow::into_owned);
    let x = sequence::number(&values.next()?)?;
    let y = sequence::number(&values.next()?)?;
    let (mut ids, mut last) = (Vec::new(), None);
    for value in values {
        ids.extend(last.replace(value).map(Cow::into_owned));
    }
    let layer = last.as_deref().and_then(|last| last.strip_prefix("@@")).and_then(sequence::number);
    if layer.is_none() {
        ids.extend(last.map(Cow::into_owned));
    }
    all_exact.then_some(Stack { map, x, y, ids, layer })
}

fn encode_stack(stack: &Stack) -> Result<String, Unencodable> {
    let mut values = place(stack.map.as_ref(), stack.x, stack.y);
    values.extend(stack.ids.iter().cloned());
    values.extend(stack.layer.map(|layer| format!("@@{layer}")));
    sequence::join(values, ';')
}

fn parse_deck(type_text: &str, state: &str) -> Option<Deck> {
    let mut values = sequence::decode(state, ';').into_iter();
    Some(Deck {
        type_text: type_text.to_owned(),
        map: null_or(values.next()?),
        x: values.next()?.parse().ok()?,
        y: values.next()?.parse().ok()?,
        face_down: values.next()?.parse().ok()?,
        ids: values.next().map(|ids| sequence::decode(&ids, ',')).unwrap_or_default(),
    })
}

fn encode_deck(deck: &Deck) -> Result<String, Unencodable> {
    let mut values = place(deck.map.as_ref(), deck.x, deck.y);
    values.push(deck.face_down.to_string());
    values.extend(sequence::encode(&deck.ids, ',')?);
    sequence::join(values, ';')
}

fn place(map: Option<&String>, x: i32, y: i32) -> Vec<String> {
    let map = map.map_or("null", String::as_str);
    vec![map.to_owned(), x.to_string(), y.to_string()]
}

impl PieceText {
    /// Reads definition and state; `None` where they would not come back identical.
    #[must_use]
    pub fn decode(type_text: impl Into<Text>, state: impl Into<Text>) -> Option<Self> {
        Self::read(&type_text.into(), &state.into())
    }

    fn read(type_text: &Text, state: &Text) -> Option<Self> {
        let types = split_levels(type_text, None)?;
        let states = split_levels(state, Some(types.len()))?;
        Self::of(types, states)
    }

    fn of(types: Vec<Text>, states: Vec<Text>) -> Option<Self> {
        let traits = types.into_iter().zip(states);
        Some(Self {
            traits: traits.map(|(type_text, state_text)| TraitText { type_text, state_text }).collect(),
        })
    }

    /// The same piece with another state; `None` where it is no state of these traits, or would not come back identical.
    #[must_use]
    pub fn with_state(&self, state: &Text) -> Option<Self> {
        let types = self.traits.iter().map(|own| own.type_text.clone()).collect();
        Self::of(types, split_levels(state, Some(self.traits.len()))?)
    }

    /// Definition and state.
    ///
    /// # Errors
    /// A trait's text ends in a backslash.
    pub fn encode(&self) -> Result<(String, String), Unencodable> {
        let types: Vec<&str> = self.traits.iter().map(|part| part.type_text.as_str()).collect();
        let states: Vec<&str> = self.traits.iter().map(|part| part.state_text.as_str()).collect();
        Ok((join_levels(&types)?, join_levels(&states)?))
    }
}

/// Splits nested pairs; before the n-th separator stand n backslashes, from 0. `None` where the values would not come
/// back identical.
///
/// Without `levels`, as many as there are.
fn split_levels(text: &Text, levels: Option<usize>) -> Option<Vec<Text>> {
    let (values, is_sure) = match split_in_place(text, levels) {
        Ok(values) => {
            // Tabs inside the last value are escaped less often, and without `levels` nobody knew that it was the last.
            let inside_last = levels.is_none() && values.last().is_some_and(|last| last.contains('\t'));
            let is_sure = !inside_last && !values.iter().any(|value| is_quoted(value));
            (values, is_sure)
        }
        Err(Unsplit::Quoted) => (split_by_copying(text, levels)?, false),
        Err(Unsplit::Damaged) => return None,
    };
    let fits = levels.is_none_or(|levels| levels == values.len());
    let comes_back = || join_levels(&values).is_ok_and(|again| *text == again);
    (fits && (is_sure || comes_back())).then_some(values)
}

/// Whether a value is written with quotes or escapes around it.
fn is_quoted(value: &str) -> bool {
    value.starts_with(['\'', '\\', '\t'])
}

/// Why a text was not split in one pass.
enum Unsplit {
    /// It has quoted values.
    Quoted,
    /// It is no nested pairs.
    Damaged,
}

/// One pass over texts without quoted values.
fn split_in_place(text: &Text, levels: Option<usize>) -> Result<Vec<Text>, Unsplit> {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b'\'') {
        return Err(Unsplit::Quoted);
    }
    let mut values = Vec::new();
    // What of the value stands before the last tab inside it.
    let mut value = String::new();
    let mut from = 0;
    while let Some(found) = sequence::find(&text[from..], '\t') {
        let tab = from + found;
        if bytes.get(tab + 1) == Some(&b'\'') {
            return Err(Unsplit::Quoted);
        }
        let level = values.len();
        let escapes = bytes[from..tab].iter().rev().take_while(|byte| **byte == b'\\').count();
        let last = levels.is_some_and(|levels| level + 1 >= levels);
        if escapes < level {
            let is_quoted = text[from..].contains("\t'");
            return Err(if is_quoted { Unsplit::Quoted } else { Unsplit::Damaged });
        }
        if escapes == level && !last {
            values.push(whole_value(&mut value, text, from..tab - escapes));
            if values.len() >= MOST_TRAITS {
                return Err(Unsplit::Damaged);
            }
        } else {
            // A tab inside the value: escaped once for its own level, the last value has none.
            let own = if last { level } else { level + 1 };
            value.push_str(&text[from..tab - own.min(escapes)]);
            value.push('\t');
        }
        from = tab + 1;
    }
    values.push(whole_value(&mut value, text, from..text.len()));
    Ok(values)
}

/// The value that ends with a part of the text: that part itself where it is all of the value.
fn whole_value(before: &mut String, text: &Text, part: std::ops::Range<usize>) -> Text {
    if before.is_empty() {
        return text.part(part);
    }
    before.push_str(&text[part]);
    std::mem::take(before).into()
}

/// Level by level, for texts with quoted values.
fn split_by_copying(text: &str, levels: Option<usize>) -> Option<Vec<Text>> {
    let mut values = Vec::new();
    let mut rest = text.to_owned();
    loop {
        let last = levels.is_some_and(|levels| values.len() + 1 >= levels);
        let mut pair = sequence::Decoder::new(&rest, '\t');
        let own = pair.next()?.into_owned();
        let inner = pair.next().map(std::borrow::Cow::into_owned);
        match inner {
            Some(inner) if !last => {
                values.push(own.into());
                rest = inner;
            }
            _ => {
                values.push(rest.into());
                return Some(values);
            }
        }
        if values.len() >= MOST_COPIED {
            return None;
        }
    }
}

/// Nests the values as pairs.
fn join_levels<T: AsRef<str>>(values: &[T]) -> Result<String, Unencodable> {
    let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
    let Some((last, outer)) = values.split_last() else {
        return Ok(String::new());
    };
    if let Some(at) = outer.iter().position(|value| value.ends_with('\\') && !value.starts_with('\\')) {
        sequence::join([outer[at], ""], '\t')?;
    }
    if values.iter().any(|value| is_quoted(value)) {
        return join_by_copying(last, outer);
    }
    let mut out = String::new();
    let mut escapes = String::new();
    for (level, value) in values.iter().enumerate() {
        let within = if level < outer.len() { level + 1 } else { level };
        let mut parts = value.split('\t');
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            out.extend(std::iter::repeat_n('\\', within));
            out.push('\t');
            out.push_str(part);
        }
        if level < outer.len() {
            out.push_str(&escapes);
            out.push('\t');
            escapes.push('\\');
        }
    }
    Ok(out)
}

fn join_by_copying(last: &str, outer: &[&str]) -> Result<String, Unencodable> {
    let mut text = last.to_owned();
    for value in outer.iter().rev() {
        text = sequence::join([value, text.as_str()], '\t')?;
    }
    Ok(text)
}
