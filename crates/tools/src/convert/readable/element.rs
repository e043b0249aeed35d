//! An element as a TOML table: attributes as keys, children as arrays of tables by their class.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::{ReadableError, piece, value};
use vassal::format::Limits;
use vassal::format::build_file::{Document, Element, Node};
use vassal::format::components::{COMPONENTS, Component};
use vassal::format::kinds::ValueKind;

/// The key of an element's own text.
const TEXT: &str = "#text";

/// The key of an element that stands as XML.
const XML: &str = "#xml";

/// The deepest level of elements in one file.
const DEEPEST: usize = 60;

/// A spot of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot<'s> {
    /// The component as such.
    Component,
    /// An attribute.
    Attribute(&'s str),
    /// A field of a trait of its piece.
    Field {
        /// The trait, counted from the outermost, which is 0.
        number: usize,
        /// Name of the field.
        name: &'s str,
    },
}

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
        out.push_str(&format!(
            "{} = {}\n",
            value::key(name),
            value::write(ValueKind::of_attribute(&element.tag, name), text)
        ));
    }
    let heading = |last: &str| {
        let keys: Vec<String> = path.iter().map(String::as_str).chain([last]).map(value::key).collect();
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
    let keys: Vec<String> = path.iter().map(|name| value::key(name)).collect();
    let text = if path.is_empty() { lines.to_owned() } else { format!("[[{}]]\n{lines}", keys.join(".")) };
    read_back(&text, path, &element.tag).is_some_and(|again| again == *element)
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
    if !is_xml_name(tag) {
        let at = table.iter().next().map_or(0, |(name, _)| name.span().start);
        return Err(ReadableError::at(
            source,
            at,
            format!("\"{tag}\" cannot be a class: not a valid XML name"),
        ));
    }
    let mut element = Element::new(tag);
    let mut children: Vec<(usize, Element)> = Vec::new();
    for (name, value) in keys {
        let at = name.span().start;
        let key: &str = name.get_ref();
        let wrong = |why: String| ReadableError::at(source, at, why);
        let kind = ValueKind::of_attribute(tag, key);
        match (key, rows_of(tag, key, value)) {
            (XML, _) => return of_xml(value, tag, source),
            (TEXT | piece::TRAIT, _) if !element.nodes.is_empty() => {
                return Err(wrong(format!("\"{TEXT}\" and [[{}]] cannot be combined", piece::TRAIT)));
            }
            (TEXT, _) => {
                element =
                    element.with_text(letters(value::read(&ValueKind::Text, TEXT, value, source)?, &wrong)?)
            }
            (piece::TRAIT, Some(_)) => {
                element = element.with_text(letters(piece::read(value, source)?, &wrong)?);
            }
            (class, Some(rows)) => {
                if let Some(near) = mistyped(class) {
                    return Err(wrong(format!(
                        "no component is called \"{class}\"; did you mean \"{near}\"?"
                    )));
                }
                let deeper = deepest.checked_sub(1).ok_or_else(|| wrong("nested too deeply".into()))?;
                for row in rows {
                    let Some(own) = row.get_ref().as_table() else { continue };
                    children.push((row.span().start, read(own, &class_of(class), source, deeper)?));
                }
            }
            (name, None) if !is_xml_name(name) => {
                return Err(wrong(format!("\"{name}\" cannot be an attribute: not a valid XML name")));
            }
            // A table has each key once.
            (name, None) => {
                let text = letters(value::read(kind, name, value, source)?, &wrong)?;
                element.attributes.push((name.into(), text));
            }
        }
    }
    children.sort_by_key(|(at, _)| *at);
    children.into_iter().for_each(|(_, child)| element.push(child));
    Ok(element)
}

/// The tables of a key that stands for components or traits, and not for the value of an attribute.
fn rows_of<'t, 's>(tag: &str, key: &str, value: &'t Spanned<DeValue<'s>>) -> Option<&'t DeArray<'s>> {
    let is_value = matches!(ValueKind::of_attribute(tag, key), ValueKind::List(_, ValueKind::Parts(..)));
    value.get_ref().as_array().filter(|rows| {
        !is_value && !rows.is_empty() && rows.iter().all(|row| matches!(row.get_ref(), DeValue::Table(_)))
    })
}

/// Where in its file a spot of a component is, or what is nearest to it; `steps` lead to the component by the numbers of
/// children.
pub fn place(table: &DeTable<'_>, tag: &str, steps: &[usize], spot: Spot<'_>) -> Option<usize> {
    let Some((step, rest)) = steps.split_first() else { return place_in(table, spot) };
    let below = |(key, value)| {
        let key: &str = <Spanned<Cow<'_, str>>>::get_ref(key);
        let rows = rows_of(tag, key, value).filter(|_| key != piece::TRAIT);
        rows.into_iter().flatten().map(move |row| (row.span().start, class_of(key), row))
    };
    let mut children: Vec<_> = table.iter().flat_map(below).collect();
    children.sort_by_key(|(at, ..)| *at);
    let (at, class, row) = children.into_iter().nth(*step)?;
    place(row.get_ref().as_table()?, &class, rest, spot).or(Some(at))
}

/// A component and where its file has it.
#[derive(Debug)]
pub struct InFile<'t> {
    start: usize,
    /// None where it stands as XML.
    table: Option<&'t DeTable<'t>>,
}

impl InFile<'_> {
    /// The byte of a spot of it, or what is nearest to it.
    pub fn offset_of(&self, spot: Spot<'_>) -> usize {
        self.table.and_then(|table| place_in(table, spot)).unwrap_or(self.start)
    }
}

/// A component and those below it in order, each with its place in the text that it was read from.
pub fn in_file<'t>(table: &'t DeTable<'t>, element: &Element) -> Vec<InFile<'t>> {
    let mut found = Vec::new();
    add_in_file(Some(table), 0, element, &mut found);
    found
}

/// Elements are nested no deeper than their readers allow, so that this ends.
fn add_in_file<'t>(
    table: Option<&'t DeTable<'t>>,
    start: usize,
    element: &Element,
    found: &mut Vec<InFile<'t>>,
) {
    found.push(InFile { start, table });
    let below = |(key, value): (&'t Spanned<Cow<'t, str>>, &'t Spanned<DeValue<'t>>)| {
        let rows = rows_of(&element.tag, key.get_ref(), value).filter(|_| key.get_ref() != piece::TRAIT);
        rows.into_iter().flatten().map(|row| (row.span().start, row.get_ref().as_table()))
    };
    let mut children: Vec<_> = table.into_iter().flatten().flat_map(below).collect();
    children.sort_by_key(|(at, _)| *at);
    let mut children = children.into_iter();
    for child in element.elements() {
        let (at, table) = children.next().unwrap_or((start, None));
        add_in_file(table, at, child, found);
    }
}

fn place_in(table: &DeTable<'_>, spot: Spot<'_>) -> Option<usize> {
    let of = |table: &DeTable<'_>, key: &str| {
        table.iter().find(|(name, _)| name.get_ref() == key).map(|(name, _)| name.span().start)
    };
    match spot {
        Spot::Component => None,
        Spot::Attribute(name) => of(table, name),
        Spot::Field { number, name } => {
            let (_, rows) = table.iter().find(|(key, _)| key.get_ref() == piece::TRAIT)?;
            let own = rows.get_ref().as_array()?.get(number)?;
            own.get_ref().as_table().and_then(|table| of(table, name)).or(Some(own.span().start))
        }
    }
}

/// Whether XML can have an element or attribute of this name.
fn is_xml_name(name: &str) -> bool {
    let within = |letter: char| letter.is_alphanumeric() || "_:.-".contains(letter);
    name.starts_with(|first: char| first.is_alphabetic() || first == '_') && name.chars().all(within)
}

/// A text that XML can hold.
fn letters(text: String, wrong: &dyn Fn(String) -> ReadableError) -> Result<String, ReadableError> {
    let absent = |letter: &char| {
        (letter.is_ascii_control() && !"\t\n\r\u{7f}".contains(*letter))
            || matches!(letter, '\u{fffe}' | '\u{ffff}')
    };
    match text.chars().find(absent) {
        None => Ok(text),
        Some(letter) => Err(wrong(format!("XML cannot hold the letter U+{:04X}", u32::from(letter)))),
    }
}

/// The component or key that a name without a package is a slip of the pen for. Classes of somebody's own have a package,
/// and the engine's own elements without one are told apart by their length.
fn mistyped(class: &str) -> Option<&'static str> {
    if class.contains('.') || Component::of_short(class).is_some() {
        return None;
    }
    if class.eq_ignore_ascii_case("traits") {
        return Some(piece::TRAIT);
    }
    let near = |component: &&Component| strsim::damerau_levenshtein(component.short(), class) <= SLIP;
    let long = class.chars().count() >= SHORTEST_MISTYPED;
    COMPONENTS.iter().filter(|_| long).find(near).map(|component| component.short())
}

/// How many letters a name may be off to be a slip of the pen, and the shortest for which that is looked at.
const SLIP: usize = 2;
const SHORTEST_MISTYPED: usize = 6;

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
    fn what_is_mistyped_or_no_xml_is_refused_with_its_line() {
        for (text, why) in [
            (
                "name = \"a\"\n[[PieceSlott]]\ngpid = 1\n",
                "line 2: no component is called \"PieceSlott\"; did you mean \"PieceSlot\"?",
            ),
            ("[[traits]]\ntrait = \"Delete\"\n", "did you mean \"trait\"?"),
            ("\"a b\" = 1\n", "\"a b\" cannot be an attribute"),
            ("[[\"x y\"]]\na = 1\n", "\"x y\" cannot be a class"),
            ("a = \"\\u0001\"\n", "XML cannot hold the letter U+0001"),
            ("\"#text\" = \"x\"\n[[trait]]\ntype = \"piece;\"\n", "cannot be combined"),
            ("[[trait]]\ntrait = \"Marker\"\nkeys = [\"a\"]\nvalues = [\"b\"]\n", "no field \"values\""),
            ("[[trait]]\ntype = \"delete;x\"\nkey = \"Ctrl+D\"\n", "no field \"key\""),
        ] {
            let table = DeTable::parse(text).unwrap();
            let told = read(table.get_ref(), "a.B", text, DEEPEST).unwrap_err().to_string();
            assert!(told.contains(why), "{text}: {told}");
        }
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
