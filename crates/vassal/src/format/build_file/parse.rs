//! Reads a build file, within limits that no real one reaches.

use std::borrow::Cow;
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Document, Element, Node, XmlError};
use crate::format::kept::KeptTexts;
use crate::format::limits::Limits;

impl Document {
    /// Reads a build file.
    ///
    /// # Errors
    /// No UTF-8 or UTF-16, broken XML, too deep, own entities.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self, XmlError> {
        if bytes.len() > MOST_BYTES {
            return Err(XmlError::TooMuch { what: "bytes", limit: MOST_BYTES });
        }
        let text = decode_text(bytes)?;
        Parser {
            reader: Reader::from_str(&text),
            limit: limits.xml_depth,
            left: MOST_NODES,
            attributes_left: MOST_ATTRIBUTES_OF_ALL,
            open: Vec::new(),
            nodes: Vec::new(),
            attributes: Vec::new(),
            names: KeptTexts::default(),
            before: Vec::new(),
            root: None,
            after: Vec::new(),
        }
        .run()
    }
}

/// Bytes to text by byte order mark or declared encoding.
fn decode_text(bytes: &[u8]) -> Result<Cow<'_, str>, XmlError> {
    let wide = |big: bool| {
        let units = bytes[2..].chunks_exact(2).map(|pair| {
            let pair = [pair[0], pair[1]];
            if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
        });
        let text: Result<String, _> = char::decode_utf16(units).collect();
        text.map(Cow::Owned).map_err(|_| XmlError::Encoding { offset: 2 })
    };
    if bytes.starts_with(&[0xFE, 0xFF]) {
        return wide(true);
    }
    if bytes.starts_with(&[0xFF, 0xFE]) {
        return wide(false);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).to_ascii_lowercase();
    let declared = head.split("?>").next().unwrap_or_default();
    if declared.starts_with("<?xml") && declared.contains("iso-8859-1") {
        return Ok(Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()));
    }
    std::str::from_utf8(bytes)
        .map(Cow::Borrowed)
        .map_err(|error| XmlError::Encoding { offset: error.valid_up_to() })
}

/// Most bytes of an XML file; the largest real build files have some 10 MB.
pub(in crate::format) const MOST_BYTES: usize = 64 << 20;
/// Most elements, texts, comments and ends of elements; real build files have some hundred thousand.
const MOST_NODES: usize = 1_000_000;
/// Most attributes of one element, since each is compared with those before it, and of all together.
const MOST_ATTRIBUTES: usize = 1000;
const MOST_ATTRIBUTES_OF_ALL: usize = 2_000_000;

struct Parser<'a> {
    reader: Reader<&'a [u8]>,
    limit: usize,
    /// Elements and texts that may still come.
    left: usize,
    /// Attributes that may still come.
    attributes_left: usize,
    /// The elements that are not closed, without what is inside them, and where among the nodes that begins.
    open: Vec<(Element, usize)>,
    /// What is inside the open elements: the size of an element's own list is known when it closes.
    nodes: Vec<Node>,
    /// The attributes of the element that is read.
    attributes: Vec<(Arc<str>, String)>,
    /// The names of attributes that were read.
    names: KeptTexts,
    before: Vec<Node>,
    root: Option<Element>,
    after: Vec<Node>,
}

impl<'a> Parser<'a> {
    fn run(mut self) -> Result<Document, XmlError> {
        loop {
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => return Err(self.syntax(error.to_string())),
            };
            self.count()?;
            match event {
                Event::Start(start) => {
                    let element = self.element(&start)?;
                    if self.open.len() >= self.limit {
                        let (limit, offset) = (self.limit, self.reader.buffer_position());
                        return Err(XmlError::TooDeep { limit, offset });
                    }
                    self.open.push((element, self.nodes.len()));
                }
                Event::Empty(start) => {
                    let element = self.element(&start)?;
                    self.close(element)?;
                }
                Event::End(_) => {
                    let Some((mut element, start)) = self.open.pop() else {
                        return Err(self.syntax("an end without a start".to_owned()));
                    };
                    element.nodes = self.inside(start);
                    self.close(element)?;
                }
                Event::Eof => break,
                Event::Decl(_) => {}
                other => self.node(other)?,
            }
        }
        if let Some((open, _)) = self.open.last() {
            let reason = format!("the file ends before </{}>; it is cut short", open.tag);
            return Err(self.syntax(reason));
        }
        Ok(Document { before: self.before, root: self.root.ok_or(XmlError::Empty)?, after: self.after })
    }

    fn syntax(&self, reason: String) -> XmlError {
        let tags: Vec<&str> = self.open.iter().map(|(element, _)| element.tag.as_str()).collect();
        XmlError::Syntax {
            offset: self.reader.error_position().max(self.reader.buffer_position()),
            path: tags.join("/"),
            reason,
        }
    }

    /// Counts a part of the file.
    fn count(&mut self) -> Result<(), XmlError> {
        let left = self.left.checked_sub(1);
        self.left = left.ok_or(XmlError::TooMuch { what: "elements and texts", limit: MOST_NODES })?;
        Ok(())
    }

    fn element(&mut self, start: &BytesStart<'a>) -> Result<Element, XmlError> {
        let mut element = Element::new(start.name().as_ref());
        if element.tag.is_empty() {
            return Err(self.syntax("an element without a name".to_owned()));
        }
        for attribute in start.attributes().with_checks(false) {
            let Ok(attribute) = attribute else { return Err(self.syntax(fault_of(start))) };
            let name = self.names.of(attribute.key.as_ref());
            if self.attributes.iter().any(|(known, _)| Arc::ptr_eq(known, &name)) {
                return Err(self.syntax(fault_of(start)));
            }
            let value = self.value(&attribute.value)?;
            if self.attributes.len() >= MOST_ATTRIBUTES {
                return Err(XmlError::TooMuch { what: "attributes in one element", limit: MOST_ATTRIBUTES });
            }
            self.attributes.push((name, value));
        }
        element.attributes = self.attributes.drain(..).collect();
        let left = self.attributes_left.checked_sub(element.attributes.len());
        let limit = MOST_ATTRIBUTES_OF_ALL;
        self.attributes_left = left.ok_or(XmlError::TooMuch { what: "attributes", limit })?;
        Ok(element)
    }

    /// The value of an attribute: every raw blank is a space.
    fn value(&self, raw: &str) -> Result<String, XmlError> {
        // Asked of all bytes without a way out, so that many are looked at at a time.
        let is_plain = raw.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'&'));
        if is_plain { Ok(raw.to_owned()) } else { self.unescape(&spaced(raw)) }
    }

    fn unescape(&self, raw: &str) -> Result<String, XmlError> {
        quick_xml::escape::unescape(raw).map(Cow::into_owned).map_err(|error| self.syntax(error.to_string()))
    }

    fn node(&mut self, event: Event<'_>) -> Result<(), XmlError> {
        let text = |raw: &str| match memchr::memchr(b'\r', raw.as_bytes()) {
            Some(_) => raw.replace("\r\n", "\n").replace('\r', "\n"),
            None => raw.to_owned(),
        };
        let node = match event {
            Event::Text(raw) => Node::Text(text(&raw)),
            Event::GeneralRef(name) => Node::Text(self.unescape(&format!("&{};", &*name))?),
            Event::CData(raw) => Node::CData(text(&raw)),
            Event::Comment(raw) => Node::Comment(text(&raw)),
            Event::PI(raw) => Node::Instruction(text(&raw)),
            Event::DocType(raw) => {
                let raw = text(&raw);
                if raw.contains("<!ENTITY") {
                    return Err(XmlError::Entities);
                }
                Node::DocType(raw)
            }
            _ => return Ok(()),
        };
        match self.open.last() {
            Some((_, start)) => match (self.nodes[*start..].last_mut(), node) {
                // A text goes on where the text before it ends.
                (Some(Node::Text(before)), Node::Text(more)) => before.push_str(&more),
                (_, node) => self.nodes.push(node),
            },
            None if is_blank(&node) => {}
            None if matches!(node, Node::Text(_) | Node::CData(_)) => {
                return Err(self.syntax("text outside the root element".to_owned()));
            }
            None if self.root.is_none() => self.before.push(node),
            None => self.after.push(node),
        }
        Ok(())
    }

    /// Takes what is inside an element from where it begins, without the blank space between elements, which writing
    /// makes anew.
    fn inside(&mut self, start: usize) -> Vec<Node> {
        let is_mixed =
            self.nodes[start..].iter().any(|node| matches!(node, Node::Text(_)) && !is_blank(node));
        let stays = |node: &Node| is_mixed || !is_blank(node);
        let mut inside = Vec::with_capacity(self.nodes[start..].iter().filter(|node| stays(node)).count());
        inside.extend(self.nodes.drain(start..).filter(stays));
        inside
    }

    fn close(&mut self, element: Element) -> Result<(), XmlError> {
        match self.open.last() {
            Some(_) => self.nodes.push(Node::Element(element)),
            None if self.root.is_some() => {
                return Err(self.syntax("a second root element".to_owned()));
            }
            None => self.root = Some(element),
        }
        Ok(())
    }
}

/// The first fault among the attributes of an element: one that is there twice, or broken.
fn fault_of(start: &BytesStart<'_>) -> String {
    start.attributes().find_map(Result::err).map(|fault| fault.to_string()).unwrap_or_default()
}

/// An attribute with spaces for its raw blanks.
fn spaced(raw: &str) -> Cow<'_, str> {
    match memchr::memchr3(b'\n', b'\r', b'\t', raw.as_bytes()) {
        Some(_) => raw.replace("\r\n", " ").replace(['\n', '\r', '\t'], " ").into(),
        None => raw.into(),
    }
}

fn is_blank(node: &Node) -> bool {
    matches!(node, Node::Text(text) if text.bytes().all(|letter| letter <= b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        Document::parse(text.as_bytes(), &Limits::default())
            .map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn an_attribute_stands_in_an_element_once() {
        assert_eq!(told("<a x='1' y='2'><b x='1'/></a>"), "");
        // A value that is broken, too, comes behind that.
        for text in ["<a><b x='1' y='2' x='3'/></a>", "<a><b x='1' y='2' x=3/></a>"] {
            let told = told(text);
            assert!(told.contains("in a: ") && told.contains("duplicated attribute"), "{told}");
        }
    }

    #[test]
    fn elements_share_the_names_of_their_attributes_and_have_what_is_inside_them() {
        let text = "<a x='1'>\n <b x='&amp; \t'/>\n <c>one &lt; <!--two--> </c>\n</a>";
        let root = Document::parse(text.as_bytes(), &Limits::default()).unwrap().root;
        let [b, c] = root.elements().collect::<Vec<_>>()[..] else { panic!("{root:?}") };
        assert!(Arc::ptr_eq(&root.attributes[0].0, &b.attributes[0].0));
        assert_eq!(b.attr("x"), Some("&  "));
        let inside = ["one < ", "two", " "].map(str::to_owned);
        let [text, comment, blank] = inside;
        assert_eq!(c.nodes, [Node::Text(text), Node::Comment(comment), Node::Text(blank)]);
        assert_eq!(root.nodes.len(), 2);
    }
}
