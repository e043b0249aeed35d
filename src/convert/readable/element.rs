//! An element as a TOML table: attributes as keys, children as arrays of tables by their class.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ReadableError, piece, value};
use crate::format::Limits;
use crate::format::build_file::{Document, Element, Node};
use crate::format::components::Component;

/// The key of an element's own text.
const TEXT: &str = "#text";

/// The key of an element that stands as XML.
const XML: &str = "#xml";

/// The deepest level of elements in one file.
const DEEPEST: usize = 60;

/// What a class is called as a key: engine's own without their package.
fn key_of(tag: &str) -> String {
    match Component::of(tag) {
        Some(component) => component.short().to_owned(),
        None => tag.to_owned(),
    }
}

/// The class that a key stands for.
fn class_of(key: &str) -> String {
    Component::of_short(key).map_or(key, |component| component.class).to_owned()
}

/// A key as TOML writes it.
fn key(name: &str) -> String {
    if is_bare_key(name) { name.to_owned() } else { value::quoted(name) }
}

/// The lines of an element that is alone in its file; they always give it back.
pub fn write(element: &Element) -> String {
    let text = lines(element, &[], false);
    if comes_back(&text, &[], element) { text } else { lines(element, &[], true) }
}

/// The lines of an element below the keys that lead to it. Where one does not come back, all are tried one by one when
/// `each`, so that only that one stands as XML.
fn lines(element: &Element, path: &[String], each: bool) -> String {
    if path.len() < DEEPEST
        && let Some(text) = plainly(element, path, each)
        && (!each || comes_back(&text, path, element))
    {
        return text;
    }
    let xml = Document::new(element.clone()).write();
    // Without the line that every XML file begins with.
    let xml = xml.split_once('\n').map_or(xml.as_str(), |(_, rest)| rest);
    format!("\"{XML}\" = {}\n", value::quoted(xml.trim_end_matches('\n')))
}

/// The lines in the readable form; none for an element with text among other things.
fn plainly(element: &Element, path: &[String], each: bool) -> Option<String> {
    let mut out = String::new();
    for (name, text) in &element.attributes {
        out.push_str(&format!("{} = {}\n", key(name), value::write(name, text)));
    }
    let heading = |last: &str| {
        let keys: Vec<String> = path.iter().map(String::as_str).chain([last]).map(key).collect();
        keys.join(".")
    };
    let mut rest = String::new();
    if let Some(text) = own_text(element)?.filter(|text| !text.is_empty()) {
        match piece::write(text, &heading(piece::TRAIT)) {
            Some(traits) => rest.push_str(&traits),
            None => out.push_str(&format!("\"{TEXT}\" = {}\n", value::quoted(text))),
        }
    }
    for child in element.elements() {
        let mut below = path.to_vec();
        below.push(key_of(&child.tag));
        let last = below.last().map_or("", String::as_str);
        rest.push_str(&format!("\n[[{}]]\n{}", heading(last), lines(child, &below, each)));
    }
    Some(out + &rest)
}

/// Whether lines below these keys give the element.
fn comes_back(lines: &str, path: &[String], element: &Element) -> bool {
    let keys: Vec<String> = path.iter().map(|name| key(name)).collect();
    let text = if path.is_empty() { lines.to_owned() } else { format!("[[{}]]\n{lines}", keys.join(".")) };
    read_back(&text, path, &element.tag).is_some_and(|again| again == *element)
}

fn is_bare_key(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-')
}

/// The text of an element that has nothing else beside it; the outer none for one that has text among other things.
#[expect(clippy::option_option, reason = "no readable form, no text, a text")]
fn own_text(element: &Element) -> Option<Option<&str>> {
    match element.nodes.as_slice() {
        [Node::Text(text)] => Some(Some(text)),
        nodes => nodes.iter().all(|node| matches!(node, Node::Element(_))).then_some(None),
    }
}

/// The element that a text with a heading of these keys gives; all but the last are tables there.
fn read_back(text: &str, path: &[String], tag: &str) -> Option<Element> {
    let table = DeTable::parse(text).ok()?;
    let mut own = table.get_ref();
    for key in path {
        let (_, value) = own.iter().find(|(name, _)| name.get_ref() == key.as_str())?;
        own = match value.get_ref() {
            DeValue::Array(rows) => rows.iter().last()?.get_ref().as_table()?,
            other => other.as_table()?,
        };
    }
    read(own, tag, text, DEEPEST).ok()
}

/// The element of a table.
///
/// # Errors
/// Tables that [`write`] never makes, with the line.
pub fn read(table: &DeTable<'_>, tag: &str, source: &str, deepest: usize) -> Result<Element, ReadableError> {
    let mut keys: Vec<(&Spanned<_>, &Spanned<DeValue<'_>>)> = table.iter().collect();
    keys.sort_by_key(|(name, _)| name.span().start);
    let mut element = Element::new(tag);
    let mut children: Vec<(usize, Element)> = Vec::new();
    for (name, value) in keys {
        let at = name.span().start;
        let key: &str = name.get_ref();
        let wrong = |why: String| ReadableError::at(source, at, why);
        let rows = value.get_ref().as_array().filter(|rows| {
            !rows.is_empty() && rows.iter().all(|row| matches!(row.get_ref(), DeValue::Table(_)))
        });
        match (key, rows) {
            (XML, _) => return of_xml(value, tag, source),
            (TEXT, _) => element = element.with_text(value::read("", value, source)?),
            (piece::TRAIT, Some(_)) => element = element.with_text(piece::read(value, source)?),
            (class, Some(rows)) => {
                let deeper = deepest.checked_sub(1).ok_or_else(|| wrong("nested too deeply".into()))?;
                for row in rows {
                    let Some(own) = row.get_ref().as_table() else { continue };
                    children.push((row.span().start, read(own, &class_of(class), source, deeper)?));
                }
            }
            (name, None) => element.set_attr(name, value::read(name, value, source)?),
        }
    }
    children.sort_by_key(|(at, _)| *at);
    children.into_iter().for_each(|(_, child)| element.push(child));
    Ok(element)
}

fn of_xml(value: &Spanned<DeValue<'_>>, tag: &str, source: &str) -> Result<Element, ReadableError> {
    let wrong = |why: String| ReadableError::at(source, value.span().start, why);
    let xml = value.get_ref().as_str().ok_or_else(|| wrong("expected XML".into()))?;
    let root =
        Document::parse(xml.as_bytes(), &Limits::default()).map_err(|error| wrong(error.to_string()))?.root;
    if root.tag == tag {
        Ok(root)
    } else {
        Err(wrong(format!("expected an element {tag}, found {}", root.tag)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Element {
        let board = |name: &str| Element::new("VASSAL.build.module.map.boardPicker.Board").with("name", name);
        let picker = Element::new("VASSAL.build.module.map.BoardPicker").with_child(board("West"));
        let slot = Element::new("VASSAL.build.widget.PieceSlot")
            .with("entryName", "1st")
            .with("gpid", "7")
            .with_text(
                "+/null/delete;Delete;68,130;\tpiece;;;a.png;1st/\\\tnull;0;0;7;0".replace("/\\\t", "/\t"),
            );
        Element::new("VASSAL.build.module.Map")
            .with("mapName", "Main")
            .with("edgeWidth", "0")
            .with_child(picker)
            .with_child(Element::new("VASSAL.build.module.map.StackMetrics"))
            .with_child(Element::new("other.Thing").with_child(slot))
            .with_child(board("between").with_child(Element::new("a").with_text("x")))
    }

    fn back(text: &str, tag: &str) -> Element {
        read(DeTable::parse(text).unwrap().get_ref(), tag, text, DEEPEST).unwrap()
    }

    #[test]
    fn an_element_comes_back_with_children_in_order() {
        let text = write(&map());
        assert_eq!(back(&text, "VASSAL.build.module.Map"), map(), "{text}");
        assert!(text.contains("[[BoardPicker.Board]]\nname = \"West\""), "{text}");
        assert!(text.contains("trait = \"Delete\"\ncommandName = \"Delete\"\nkey = \"Ctrl+D\""), "{text}");
    }

    #[test]
    fn what_has_no_readable_form_stands_as_xml() {
        let mixed =
            Element { nodes: vec![Node::Text("a".into()), Node::Comment("b".into())], ..Element::new("x.Y") };
        let text = write(&mixed);
        assert!(text.starts_with("\"#xml\" = "), "{text}");
        assert_eq!(back(&text, "x.Y"), mixed);
    }
}
