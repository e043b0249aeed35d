//! A module's build file as a tree of elements, kept in order and whole.
//!
//! Engine class: `build.Builder`.

mod parse;

use std::borrow::Cow;
use std::sync::Arc;

pub(in crate::format) use parse::MOST_BYTES;

/// A build file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum XmlError {
    /// No text that we can decode.
    #[error("the text is not UTF-8 at byte {offset}")]
    Encoding {
        /// Offset from 0.
        offset: usize,
    },
    /// Broken XML.
    #[error("at byte {offset}{}: {reason}", within(path))]
    Syntax {
        /// Offset from 0.
        offset: u64,
        /// Tags from the root to the place, with `/`.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// Nested too deeply.
    #[error("elements are nested more than {limit} deep at byte {offset}")]
    TooDeep {
        /// The limit.
        limit: usize,
        /// Offset from 0.
        offset: u64,
    },
    /// More than any module has.
    #[error("it has more than {limit} {what}, more than any module has")]
    TooMuch {
        /// Of what.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// Own entities.
    #[error("the build file declares entities of its own, which no VASSAL file needs; they are not expanded")]
    Entities,
    /// No root element.
    #[error("the build file has no element")]
    Empty,
}

fn within(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" in {path}") }
}

/// A whole XML file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Comments, instructions and document type before the root.
    pub before: Vec<Node>,
    /// The root element.
    pub root: Element,
    /// Comments and instructions after the root.
    pub after: Vec<Node>,
}

/// An element with everything inside it in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Element {
    /// Its name: for modules a Java class.
    pub tag: String,
    /// Names and values in order; the elements of a file share their names.
    pub attributes: Vec<(Arc<str>, String)>,
    /// What is between its tags. Blank space between elements is not kept.
    pub nodes: Vec<Node>,
}

/// Something inside an element.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// An element.
    Element(Element),
    /// Text, without escapes.
    Text(String),
    /// A CDATA section, which the engine drops.
    CData(String),
    /// A comment.
    Comment(String),
    /// A processing instruction.
    Instruction(String),
    /// A document type without entities.
    DocType(String),
}

impl Element {
    /// An element without attributes.
    #[must_use]
    pub fn new(tag: impl Into<String>) -> Self {
        Self { tag: tag.into(), ..Self::default() }
    }

    /// The same element with one attribute more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.set_attr(name, value);
        self
    }

    /// The same element with one child more.
    #[must_use]
    pub fn with_child(mut self, child: Self) -> Self {
        self.nodes.push(Node::Element(child));
        self
    }

    /// The same element with text.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.nodes.push(Node::Text(text.into()));
        self
    }

    /// Appends a child.
    pub fn push(&mut self, child: Self) {
        self.nodes.push(Node::Element(child));
    }

    /// The value of an attribute.
    #[must_use]
    pub fn attr(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| **key == *name);
        found.map(|(_, value)| value.as_str())
    }

    /// Names and values of its attributes in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (&**name, value.as_str()))
    }

    /// Sets an attribute in its place, or appends it.
    pub fn set_attr(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.attributes.iter_mut().find(|(key, _)| **key == *name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name.into(), value)),
        }
    }

    /// The tag without its package: `VASSAL.build.module.Map` is `Map`.
    #[must_use]
    pub fn short_tag(&self) -> &str {
        self.tag.rsplit('.').next().unwrap_or(&self.tag)
    }

    /// True for the tag with or without its package.
    #[must_use]
    pub fn is(&self, tag: &str) -> bool {
        self.tag.strip_suffix(tag).is_some_and(|package| package.is_empty() || package.ends_with('.'))
    }

    /// All child elements in order.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = &Self> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            _ => None,
        })
    }

    /// All child elements in order, to be changed.
    pub fn elements_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        self.nodes.iter_mut().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            _ => None,
        })
    }

    /// Child elements of this tag, with or without its package.
    pub fn children<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |element| element.is(tag))
    }

    /// All elements below this one in the order of the file.
    pub fn walk(&self) -> impl Iterator<Item = &Self> {
        let mut stack: Vec<&Self> = self.elements().rev().collect();
        std::iter::from_fn(move || {
            let element = stack.pop()?;
            stack.extend(element.elements().rev());
            Some(element)
        })
    }

    /// Elements of this tag anywhere below, with or without its package.
    pub fn descendants<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Self> {
        self.walk().filter(move |element| element.is(tag))
    }

    /// Its text as the engine reads it: all text nodes together, trimmed.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = || {
            self.nodes.iter().filter_map(|node| match node {
                Node::Text(text) => Some(text.as_str()),
                _ => None,
            })
        };
        let whole: Cow<'_, str> = match (texts().next(), texts().nth(1)) {
            (only, None) => only.unwrap_or_default().into(),
            _ => texts().collect::<String>().into(),
        };
        // Java's trim takes every character up to the space.
        whole.trim_matches(|letter: char| letter <= ' ').to_owned()
    }
}

impl Document {
    /// A document of this root alone.
    #[must_use]
    pub fn new(root: Element) -> Self {
        Self { before: Vec::new(), root, after: Vec::new() }
    }
}
