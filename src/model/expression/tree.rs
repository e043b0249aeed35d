//! An expression as a tree: what it reads, and where it can't be read.

use std::collections::BTreeSet;
use std::fmt;

use super::parse;
use super::values::{Operator, Value};
use crate::model::tally;

/// How deep filters may stand within filters.
const DEEPEST_FILTER: usize = 5;

/// An expression that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    whole: Node,
    /// Properties that are texts in all of it, whatever their value looks like.
    pub(super) texts: BTreeSet<String>,
}

/// A part of an expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where it begins: bytes of the source before it.
    pub at: usize,
    /// What it is.
    pub kind: NodeKind,
}

/// What a part of an expression is.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind {
    /// A number, truth or text.
    Literal(Value),
    /// A property by its name, which may stand in dollar signs.
    Property(String),
    /// A function by its name, such as `SumStack` or `Math.abs`, and what it is given.
    Call(String, Vec<Node>),
    /// A method of a value, such as `startsWith`, and what it is given.
    Method(Box<Node>, String, Vec<Node>),
    /// One of several texts, by its place from 0.
    Item(Box<Node>, Box<Node>),
    /// The opposite of a truth.
    Not(Box<Node>),
    /// A number below zero.
    Negative(Box<Node>),
    /// Values with operators of one level between them, from left to right.
    Chain(Box<Node>, Vec<(Operator, Node)>),
    /// Conditions with what holds under each, and what holds under none.
    Choice(Vec<(Node, Node)>, Box<Node>),
}

/// A property that an expression reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// Its name, without dollar signs.
    pub name: String,
    /// Where the name, or the text that has it, begins: bytes of the source before it.
    pub at: usize,
    /// Whether it is read of the pieces that a function counts, and not of the piece itself.
    pub of_others: bool,
}

/// Why a source is no expression that we read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Where: bytes of the source before it.
    pub at: usize,
    /// What would have been right there.
    pub expected: &'static str,
    /// Java that the engine may well understand: no fault of its author.
    pub is_foreign: bool,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at letter {}: expected {}", self.at + 1, self.expected)
    }
}

impl std::error::Error for ParseError {}

impl Expression {
    /// Reads a source without its braces.
    ///
    /// # Errors
    /// It is no expression, or one of Java that we do not read; it is too long or too deep.
    pub fn parse(source: &str) -> Result<Self, ParseError> {
        parse::parse(source)
    }

    pub(super) fn new(whole: Node, texts: BTreeSet<String>) -> Self {
        Self { whole, texts }
    }

    /// The tree.
    #[must_use]
    pub fn whole(&self) -> &Node {
        &self.whole
    }

    /// The properties that it reads by their names, in the order of the source; a name that is put together only while
    /// it is evaluated is none of them.
    #[must_use]
    pub fn reads(&self) -> Vec<Read> {
        let mut found = Vec::new();
        self.whole.reads(&mut found, DEEPEST_FILTER);
        found
    }

    /// The functions that it calls, in the order of the source, with the place of each.
    #[must_use]
    pub fn calls(&self) -> Vec<(&str, usize)> {
        let mut found = Vec::new();
        self.whole.walk(&mut |node| {
            if let NodeKind::Call(name, _) = &node.kind {
                found.push((name.as_str(), node.at));
            }
        });
        found
    }

    /// The properties that it reads and that nobody defines.
    #[must_use]
    pub fn undefined(&self, is_defined: &dyn Fn(&str) -> bool) -> Vec<Read> {
        self.reads().into_iter().filter(|read| !is_defined(&read.name)).collect()
    }
}

impl Node {
    /// Visits the part and all parts within it, in the order of the source.
    pub fn walk<'n>(&'n self, visit: &mut dyn FnMut(&'n Self)) {
        visit(self);
        match &self.kind {
            NodeKind::Literal(_) | NodeKind::Property(_) => {}
            NodeKind::Call(_, given) => given.iter().for_each(|node| node.walk(visit)),
            NodeKind::Method(of, _, given) => {
                of.walk(visit);
                given.iter().for_each(|node| node.walk(visit));
            }
            NodeKind::Item(of, place) => {
                of.walk(visit);
                place.walk(visit);
            }
            NodeKind::Not(inner) | NodeKind::Negative(inner) => inner.walk(visit),
            NodeKind::Chain(first, others) => {
                first.walk(visit);
                others.iter().for_each(|(_, node)| node.walk(visit));
            }
            NodeKind::Choice(cases, last) => {
                for (condition, then) in cases {
                    condition.walk(visit);
                    then.walk(visit);
                }
                last.walk(visit);
            }
        }
    }

    fn reads(&self, found: &mut Vec<Read>, filters: usize) {
        self.walk(&mut |node| match &node.kind {
            NodeKind::Property(name) => {
                found.push(Read { name: bare_name(name).to_owned(), at: node.at, of_others: false });
            }
            NodeKind::Call(name, given) => read_by_call(name, given, found, filters),
            _ => {}
        });
    }

    /// The text of a literal, and where it stands.
    fn text(&self) -> Option<(&str, usize)> {
        match &self.kind {
            NodeKind::Literal(Value::Text(text)) => Some((text, self.at)),
            _ => None,
        }
    }
}

/// Properties whose names a function is given as texts, and those that its filter reads.
fn read_by_call(name: &str, given: &[Node], found: &mut Vec<Read>, filters: usize) {
    let mut read = |text: &str, at: usize, of_others: bool| {
        if !text.is_empty() {
            found.push(Read { name: text.to_owned(), at, of_others });
        }
    };
    if READERS.contains(&name) {
        given.first().and_then(Node::text).into_iter().for_each(|(text, at)| read(text, at, false));
        return;
    }
    let place = tally::place_of_property(name);
    for (i, (text, at)) in given.iter().enumerate().filter_map(|(i, node)| Some((i, node.text()?))) {
        let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        match inner {
            None if place == Some(i) => read(text, at, true),
            Some(inner) if place.is_some() && filters > 0 => {
                let Ok(filter) = Expression::parse(inner) else { continue };
                let mut inside = Vec::new();
                filter.whole.reads(&mut inside, filters - 1);
                inside.into_iter().for_each(|one| read(&one.name, at, true));
            }
            _ => {}
        }
    }
}

/// Functions that give the value of the property that they are named.
pub(super) const READERS: [&str; 7] = [
    "GetProperty",
    "getProperty",
    "GetLocalizedProperty",
    "GetString",
    "getString",
    "GetMapProperty",
    "GetZoneProperty",
];

/// The name of a property without the dollar signs that it may stand in.
pub(super) fn bare_name(word: &str) -> &str {
    let bare = word.strip_prefix('$').and_then(|w| w.strip_suffix('$'));
    bare.filter(|name| !name.is_empty()).unwrap_or(word)
}
