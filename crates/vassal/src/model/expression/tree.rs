//! An expression as a tree, and why a source is none.

use std::collections::BTreeSet;
use std::fmt;

use super::values::{Operator, Value};

/// An expression that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    whole: Node,
    /// Properties that are texts in all of it, whatever their value looks like.
    pub(super) texts: BTreeSet<String>,
}

/// A part of an expression.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// Where it begins: bytes of the source before it.
    pub at: usize,
    /// What it is.
    pub kind: NodeKind,
}

/// What a part of an expression is.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
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
    /// One value with a sign before it: `!`, `-`, `+` or `~`.
    Signed(char, Box<Node>),
    /// Values with operators of one level between them, from left to right.
    Chain(Box<Node>, Vec<(Operator, Node)>),
    /// Conditions with what holds under each, and what holds under none.
    Choice(Vec<(Node, Node)>, Box<Node>),
    /// Something with dots between that is no method of a text, such as `Math.PI`.
    Dotted(String),
    /// What is set, and to what: Java, which has no place in an expression.
    Assignment(Box<Node>, Box<Node>),
    /// Java of which we know the parts, and no value.
    Java(Vec<Node>),
    /// `null` or `void`, which no operator takes.
    Nothing,
}

/// Why a source is no expression that we read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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
    pub(super) fn new(whole: Node, texts: BTreeSet<String>) -> Self {
        Self { whole, texts }
    }

    /// The tree.
    #[must_use]
    pub fn whole(&self) -> &Node {
        &self.whole
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
}

impl Node {
    /// Whether the interpreter's grammar lets something be set to it.
    pub(super) fn is_primary(&self) -> bool {
        !matches!(
            self.kind,
            NodeKind::Chain(..) | NodeKind::Choice(..) | NodeKind::Signed(..) | NodeKind::Assignment(..)
        )
    }

    /// Visits the part and all parts within it, in the order of the source.
    pub fn walk<'n>(&'n self, visit: &mut dyn FnMut(&'n Self)) {
        visit(self);
        match &self.kind {
            NodeKind::Literal(_) | NodeKind::Property(_) | NodeKind::Dotted(_) | NodeKind::Nothing => {}
            NodeKind::Call(_, given) | NodeKind::Java(given) => {
                given.iter().for_each(|node| node.walk(visit))
            }
            NodeKind::Method(of, _, given) => {
                of.walk(visit);
                given.iter().for_each(|node| node.walk(visit));
            }
            NodeKind::Item(of, place) | NodeKind::Assignment(of, place) => {
                of.walk(visit);
                place.walk(visit);
            }
            NodeKind::Signed(_, inner) => inner.walk(visit),
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

    /// The text of a literal, and where it stands.
    pub(super) fn text(&self) -> Option<(&str, usize)> {
        match &self.kind {
            NodeKind::Literal(Value::Text(text)) => Some((text, self.at)),
            _ => None,
        }
    }
}

/// The name of a property without the dollar signs that it may stand in.
pub(super) fn bare_name(word: &str) -> &str {
    let bare = word.strip_prefix('$').and_then(|w| w.strip_suffix('$'));
    bare.filter(|name| !name.is_empty()).unwrap_or(word)
}
