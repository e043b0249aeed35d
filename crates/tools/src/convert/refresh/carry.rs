//! What a renewed piece keeps of the old one: the state of each trait that its new definition still has.
//!
//! Engine class: `build.GpIdChecker` (`copyState`, `findState`).

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use vassal::format::key::Key;
use vassal::format::piece::{PieceText, TraitText};
use vassal::format::sequence;
use vassal::format::text::Text;
use vassal::format::traits::{Fields, Layer, Trait, normal, title};

/// Traits of the same kind whose state is carried although their definitions differ, as long as these fields agree
/// (the three boxes of VASSAL's window that are ticked when it opens).
const BY_NAME: [(&str, &str); 3] = [("label;", "description"), ("emb2;", "name"), ("rotate;", "name")];
/// Longest piece of a state that a report shows.
const MOST_SHOWN: usize = 60;

/// What is not as it was in one trait.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Difference {
    /// The trait: `Layer "Status"`.
    #[serde(rename = "trait")]
    pub of_trait: String,
    /// What happened to it.
    pub what: What,
    /// Its value before; none of a trait that is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Its value now; none of a trait that is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

/// What happened to a trait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// The counter has it now.
    New,
    /// The counter has it no more, and its value went with it.
    Gone,
    /// It is defined otherwise now and kept its value.
    Changed,
    /// It is defined otherwise now, and its value is the counter's.
    Reset,
}

/// Definitions that were met, each in the spelling in which the engine compares it; most pieces share them.
#[derive(Debug, Default)]
pub struct Spellings(HashMap<String, Arc<Spelling>>);

/// A definition as the engine compares it.
#[derive(Debug)]
struct Spelling {
    normal: String,
    /// The name by which a trait finds its old state whatever its definition; none where its kind has no such name.
    name: Option<String>,
}

impl Spellings {
    fn of(&mut self, type_text: &Text) -> Arc<Spelling> {
        if let Some(known) = self.0.get(type_text.as_str()) {
            return Arc::clone(known);
        }
        let spelling = Arc::new(Spelling { normal: normal(type_text), name: name_of(type_text) });
        self.0.insert(type_text.to_string(), Arc::clone(&spelling));
        spelling
    }

    fn of_all(&mut self, piece: &PieceText) -> Vec<Arc<Spelling>> {
        piece.traits.iter().map(|own| self.of(&own.type_text)).collect()
    }
}

/// A piece as its counter makes it now.
#[derive(Debug)]
pub struct Carried {
    /// Its traits with the state of the old piece.
    pub traits: PieceText,
    /// How they differ from the old ones.
    pub differences: Vec<Difference>,
    /// Whether it is what it was: the same traits in the same order with the same state.
    pub is_same: bool,
}

/// The traits of a counter with the state of an old piece, and how they differ from the old ones.
#[must_use]
pub fn carried(old: &PieceText, counter: &PieceText, spellings: &mut Spellings) -> Carried {
    let (before, now) = (spellings.of_all(old), spellings.of_all(counter));
    let mut taken = vec![false; old.traits.len()];
    let mut differences = Vec::new();
    let mut renewed = counter.clone();
    let inner = old.traits.len().saturating_sub(1);
    let last = renewed.traits.len().saturating_sub(1);
    for (place, own) in renewed.traits.iter_mut().enumerate() {
        if place == last {
            if let (Some(from), Some(taken)) = (old.traits.last(), taken.last_mut()) {
                *taken = true;
                own.state_text = from.state_text.clone();
                differences.extend(basic_difference(from, own, before[inner].normal == now[last].normal));
            }
            continue;
        }
        let source = source_of(&old.traits[..inner], &before, (own, &now[place]));
        if let Some(from) = source.map(|source| &old.traits[source]).filter(|_| keeps_state(own)) {
            own.state_text = fitting(own, from).state_text;
        }
        // Of several alike the engine takes the first for all; the report counts each old trait once.
        let partner = source.filter(|&source| !taken[source]).or_else(|| partner_of(old, own, &taken));
        match partner {
            Some(partner) => {
                taken[partner] = true;
                let is_same = before[partner].normal == now[place].normal;
                differences.extend(difference(&old.traits[partner], own, is_same, source.is_some()));
            }
            None => differences.push(told(own, What::New, None, Some(own))),
        }
    }
    let left = old.traits.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|(own, _)| own);
    differences.extend(left.map(|own| told(own, What::Gone, Some(own), None)));
    let is_same =
        differences.is_empty() && before.iter().map(|own| &own.normal).eq(now.iter().map(|own| &own.normal));
    Carried { traits: renewed, differences, is_same }
}

/// The basic piece keeps its whole state: place, number, what it remembers.
fn basic_difference(before: &TraitText, now: &TraitText, is_same: bool) -> Option<Difference> {
    (!is_same).then(|| Difference {
        of_trait: title(&now.type_text),
        what: What::Changed,
        before: Some(shown(&before.type_text)),
        now: Some(shown(&now.type_text)),
    })
}

/// The old trait whose state a new one takes: the first of its kind with the same definition, or with the same name
/// where its kind is found by name.
fn source_of(
    old: &[TraitText],
    before: &[Arc<Spelling>],
    (own, spelling): (&TraitText, &Spelling),
) -> Option<usize> {
    let end = own.type_text.find(';').map_or(own.type_text.len(), |end| end + 1);
    let prefix = &own.type_text[..end];
    let named = |other: &Spelling| spelling.name.is_some() && other.name == spelling.name;
    let is_source = |(other, old_spelling): (&TraitText, &Arc<Spelling>)| {
        other.type_text.starts_with(prefix) && (old_spelling.normal == spelling.normal || named(old_spelling))
    };
    old.iter().zip(before).position(is_source)
}

fn name_of(type_text: &Text) -> Option<String> {
    let (_, field) = BY_NAME.iter().find(|(prefix, _)| type_text.starts_with(prefix))?;
    Some(Fields::decode(type_text.clone())?.get(field).to_owned())
}

/// An old trait with the same title, for the report.
fn partner_of(old: &PieceText, own: &TraitText, taken: &[bool]) -> Option<usize> {
    let wanted = title(&own.type_text);
    let inner = old.traits.len().saturating_sub(1);
    (0..inner).find(|&place| !taken[place] && title(&old.traits[place].type_text) == wanted)
}

/// Markers show the new value always, Text Labels where no player can change them.
fn keeps_state(own: &TraitText) -> bool {
    match Trait::decode(own) {
        Trait::Marker(_) => false,
        Trait::Label(label) => !matches!(Key::decode(label.fields.get("labelKey")), None | Some(Key::Unset)),
        _ => true,
    }
}

/// The old state as the new definition can hold it: no level beyond those that a Layer has, no facing beyond those of a
/// piece that turns (`Embellishment.mySetState`, `FreeRotator.mySetState`).
fn fitting(own: &TraitText, from: &TraitText) -> TraitText {
    let carried = TraitText { type_text: own.type_text.clone(), state_text: from.state_text.clone() };
    if let Trait::Layer(mut layer) = Trait::decode(&carried) {
        layer.set_level(layer.level());
        return layer.encode().unwrap_or(carried);
    }
    let facings = Fields::decode(own.type_text.clone()).filter(|fields| fields.spec().prefix == "rotate;");
    let facings =
        facings.and_then(|fields| fields.get("nAngles").trim().parse::<u32>().ok()).filter(|many| *many > 1);
    match (facings, carried.state_text.trim().parse::<u32>()) {
        (Some(facings), Ok(facing)) if facing >= facings => {
            TraitText { state_text: (facings - 1).to_string().into(), ..carried }
        }
        _ => carried,
    }
}

fn difference(before: &TraitText, now: &TraitText, is_same: bool, is_carried: bool) -> Option<Difference> {
    if is_same && before.state_text == now.state_text {
        return None;
    }
    let what = if is_carried && keeps_state(now) { What::Changed } else { What::Reset };
    let what = if before.state_text == now.state_text { What::Changed } else { what };
    Some(told(now, what, Some(before), Some(now)))
}

fn told(own: &TraitText, what: What, before: Option<&TraitText>, now: Option<&TraitText>) -> Difference {
    Difference { of_trait: title(&own.type_text), what, before: before.map(value_of), now: now.map(value_of) }
}

/// What a trait says, in words where it has some.
fn value_of(own: &TraitText) -> String {
    match Trait::decode(own) {
        Trait::Layer(layer) => format!("level {}", level_of(&layer)),
        Trait::Marker(_) => sequence::decode(&own.state_text, ',').join(", "),
        _ => shown(&own.state_text),
    }
}

fn level_of(layer: &Layer) -> String {
    match layer.level() {
        level if level < 0 => format!("{} (off)", level.abs()),
        level => level.to_string(),
    }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
