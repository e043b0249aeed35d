//! A piece as its traits, outermost first, with named fields.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ReadableError, value};
use vassal::format::kinds::ValueKind;
use vassal::format::leaf::Leaf;
use vassal::format::piece::{PieceText, TraitText};
use vassal::format::sequence;
use vassal::format::traits::{Fields, Spec};
use vassal::model::slot::read_definition;

/// The key of the array of traits.
pub const TRAIT: &str = "trait";

/// Keys of a trait that are none of its fields.
const TYPE: &str = "type";
const STATE: &str = "state";
const FIELDS: &str = "fields";
const MORE: &str = "more";
const KEYS: &str = "keys";

/// The traits of a definition as tables with this heading; none where they would not come back identical.
pub fn write(text: &str, heading: &str) -> Option<String> {
    let piece = read_definition(text)?;
    if definition(&piece)? != text {
        return None;
    }
    Some(piece.traits.iter().map(|own| format!("\n[[{heading}]]\n{}", of_trait(own))).collect())
}

/// The text of a slot or prototype with this piece.
fn definition(piece: &PieceText) -> Option<String> {
    Leaf::add(None, piece.encode().ok()?).encode().ok()
}

/// The lines of a trait.
pub fn of_trait(own: &TraitText) -> String {
    let mut state = String::new();
    if !own.state_text.is_empty() {
        state = line(STATE, &value::quoted(&own.state_text));
    }
    let named = of_fields(own).or_else(|| of_marker(own)).map(|named| named + &state);
    let exact = named.filter(|named| comes_back(named, own));
    exact.unwrap_or_else(|| line(TYPE, &value::quoted(&own.type_text)) + &state)
}

/// Whether the lines of a trait give it.
fn comes_back(lines: &str, own: &TraitText) -> bool {
    let read = DeTable::parse(lines).ok().and_then(|table| read_trait(table.get_ref(), 0, lines).ok());
    read.is_some_and(|read| read == *own)
}

fn line(key: &str, written: &str) -> String {
    format!("{key} = {written}\n")
}

/// A trait whose fields are known: those that are not empty, by name.
fn of_fields(own: &TraitText) -> Option<String> {
    let fields = Fields::decode(own.type_text.clone())?;
    let spec = fields.spec();
    let values = sequence::decode(own.type_text.strip_prefix(spec.prefix)?, ';');
    let mut out = line(TRAIT, &value::quoted(spec.label));
    for ((name, _), text) in spec.fields.iter().zip(&values).filter(|(_, text)| !text.is_empty()) {
        out.push_str(&line(name, &value::write(ValueKind::of_field(name), text)));
    }
    if values.len() < spec.fields.len() {
        out.push_str(&line(FIELDS, &values.len().to_string()));
    } else if values.len() > spec.fields.len() {
        let more: Vec<String> = values[spec.fields.len()..].iter().map(|text| value::quoted(text)).collect();
        out.push_str(&line(MORE, &format!("[{}]", more.join(", "))));
    }
    Some(out)
}

/// A Marker: its properties beside their values.
fn of_marker(own: &TraitText) -> Option<String> {
    let keys = own.type_text.strip_prefix("mark;")?;
    let list = |text: &str| {
        let texts: Vec<String> = sequence::decode(text, ',').iter().map(|text| value::quoted(text)).collect();
        format!("[{}]", texts.join(", "))
    };
    let comes_back = sequence::join(sequence::decode(keys, ','), ',').ok()? == keys;
    comes_back.then(|| line(TRAIT, "\"Marker\"") + &line(KEYS, &list(keys)))
}

/// The text of a slot or prototype whose traits these are.
///
/// # Errors
/// A trait or field that is not known, or a value that cannot be written.
pub fn read(traits: &Spanned<DeValue<'_>>, source: &str) -> Result<String, ReadableError> {
    let piece = PieceText { traits: read_traits(traits, source)? };
    let backslash = || ReadableError::at(source, traits.span().start, "a trait's text ends in a backslash");
    definition(&piece).ok_or_else(backslash)
}

/// The traits of an array of tables.
///
/// # Errors
/// A trait or field that is not known, or a value that cannot be written.
pub fn read_traits(traits: &Spanned<DeValue<'_>>, source: &str) -> Result<Vec<TraitText>, ReadableError> {
    let wrong = |at: usize, why: String| ReadableError::at(source, at, why);
    let rows =
        traits.get_ref().as_array().ok_or_else(|| wrong(traits.span().start, "expected [[trait]]".into()))?;
    let read = rows.iter().map(|row| {
        let at = row.span().start;
        let table = row.get_ref().as_table().ok_or_else(|| wrong(at, "expected [[trait]]".into()))?;
        read_trait(table, at, source)
    });
    read.collect()
}

fn read_trait(table: &DeTable<'_>, at: usize, source: &str) -> Result<TraitText, ReadableError> {
    let wrong = |at: usize, why: String| ReadableError::at(source, at, why);
    let text = |key: &str| {
        let found = table.iter().find(|(name, _)| name.get_ref() == key);
        found.map(|(_, value)| value::read(&ValueKind::Text, key, value, source)).transpose()
    };
    let place = |key: &str| {
        let found = table.iter().find(|(name, _)| name.get_ref() == key);
        found.map_or(at, |(_, value)| value.span().start)
    };
    let state = text(STATE)?.unwrap_or_default();
    let only = |label: &str, known: &[&str]| {
        let strange = table.iter().find(|(name, _)| !known.contains(&name.get_ref().as_ref()));
        strange.map_or(Ok(()), |(name, _)| Err(no_field(label, name, source)))
    };
    let Some(label) = text(TRAIT)? else {
        let raw = text(TYPE)?.ok_or_else(|| wrong(at, "expected trait = \"…\" or type = \"…\"".into()))?;
        only("trait of a type", &[TYPE, STATE])?;
        return Ok(TraitText::new(raw, state));
    };
    let list = |key: &str| -> Result<Vec<String>, ReadableError> {
        let Some((_, value)) = table.iter().find(|(name, _)| name.get_ref() == key) else {
            return Ok(Vec::new());
        };
        let items = value.get_ref().as_array();
        let texts = items
            .and_then(|items| items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect());
        texts.ok_or_else(|| wrong(value.span().start, format!("{key}: expected a list of texts")))
    };
    if label == "Marker" {
        only(&label, &[TRAIT, KEYS, STATE])?;
        let keys = sequence::join(list(KEYS)?, ',').map_err(|error| wrong(at, error.to_string()))?;
        return Ok(TraitText::new(format!("mark;{keys}"), state));
    }
    let first = text("nAngles")?;
    let spec = Spec::labelled(&label, first.as_deref()).ok_or_else(|| {
        wrong(place(TRAIT), format!("no trait is called \"{label}\"; type = \"…\" accepts any text"))
    })?;
    let count = match text(FIELDS)? {
        Some(number) => number.parse().ok().filter(|count| *count <= spec.fields.len()).ok_or_else(|| {
            wrong(place(FIELDS), format!("fields: expected a number up to {}", spec.fields.len()))
        })?,
        None => spec.fields.len(),
    };
    let mut values = vec![String::new(); count];
    for (name, value) in table {
        let key = name.get_ref().as_ref();
        if [TRAIT, STATE, FIELDS, MORE].contains(&key) {
            continue;
        }
        let place = spec.index(key).filter(|place| *place < count);
        let place = place.ok_or_else(|| no_field(&label, name, source))?;
        values[place] = value::read(ValueKind::of_field(key), key, value, source)?;
    }
    values.extend(list(MORE)?);
    let fields = sequence::join(values, ';').map_err(|error| wrong(at, error.to_string()))?;
    Ok(TraitText::new(format!("{}{fields}", spec.prefix), state))
}

fn no_field(label: &str, name: &Spanned<impl AsRef<str>>, source: &str) -> ReadableError {
    let key = name.get_ref().as_ref();
    ReadableError::at(source, name.span().start, format!("a {label} has no field \"{key}\" here"))
}
