//! What the engine's interpreter reads in an expression and makes no value of, or not the one that was meant.

use super::calls;
use super::functions::may_be_java;
use super::reads::filters_of;
use super::tree::{Expression, Node, NodeKind};

/// How deep filters may stand within filters.
const DEEPEST: usize = 5;

/// A part of an expression that has no value, or another than was meant.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// Where it begins: bytes of the source before it.
    pub at: usize,
    /// What is wrong.
    pub message: String,
}

impl Expression {
    /// What it has that no value comes of, or not the one that was meant: a function that VASSAL does not have or that is given too much or too little,
    /// a method that properties do not have, one sign of equality, an operator between what it makes nothing of, and a
    /// filter that is no expression. Names with dots may be Java's, except those that begin with a property.
    #[must_use]
    pub fn mistakes(&self, is_property: &dyn Fn(&str) -> bool) -> Vec<Mistake> {
        let mut found = Vec::new();
        of_node(self.whole(), is_property, DEEPEST, &mut found);
        found.extend(self.hopeless());
        found
    }
}

fn of_node(node: &Node, is_property: &dyn Fn(&str) -> bool, filters: usize, found: &mut Vec<Mistake>) {
    let is_java = |name: &str| {
        let first = name.split('.').next().unwrap_or_default();
        may_be_java(name) && (calls::is_class(first) || !is_property(first))
    };
    node.walk(&mut |node| {
        let mut tell = |at: usize, message: String| found.push(Mistake { at, message });
        match &node.kind {
            NodeKind::Assignment(..) => tell(node.at, "= assigns a value; compare with ==".to_owned()),
            NodeKind::Dotted(name) if !is_java(name) => {
                tell(node.at, format!("a property with a dot in its name is GetProperty(\"{name}\")"));
            }
            NodeKind::Call(name, _) if name.contains('.') && !name.starts_with('(') && !is_java(name) => {
                let (of, method) = name.rsplit_once('.').unwrap_or_default();
                tell(node.at, format!("property {of} has no method {method}"));
            }
            NodeKind::Call(name, given) => {
                calls::fault(name, given.len()).into_iter().for_each(|message| tell(node.at, message));
                let texts: Vec<Option<(&str, usize)>> = given.iter().map(Node::text).collect();
                for (inner, at) in filters_of(name, &texts).filter(|_| filters > 0) {
                    // Names in dollar signs are filled in before it is read.
                    if inner.contains('$') {
                        continue;
                    }
                    match Expression::parse(inner) {
                        Ok(filter) => {
                            let mut inside = Vec::new();
                            of_node(filter.whole(), is_property, filters - 1, &mut inside);
                            inside.extend(filter.hopeless());
                            found.extend(inside.into_iter().map(|one| Mistake { at, ..one }));
                        }
                        Err(error) if !error.is_foreign => {
                            found
                                .push(Mistake { at, message: format!("its filter cannot be read: {error}") });
                        }
                        Err(_) => {}
                    }
                }
            }
            _ => {}
        }
    });
}
