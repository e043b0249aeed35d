//! Which properties an expression reads.

use super::tree::{Expression, Node, NodeKind, bare_name};
use crate::model::tally;

/// How deep filters may stand within filters.
const DEEPEST_FILTER: usize = 5;
/// Functions that give the value of the property that they are named.
const READERS: [&str; 7] = [
    "GetProperty",
    "getProperty",
    "GetLocalizedProperty",
    "GetString",
    "getString",
    "GetMapProperty",
    "GetZoneProperty",
];

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

impl Expression {
    /// The properties that it reads by their names, in the order of the source; a name that is put together only while
    /// it is evaluated is none of them.
    #[must_use]
    pub fn reads(&self) -> Vec<Read> {
        let mut found = Vec::new();
        of_node(self.whole(), &mut found, DEEPEST_FILTER);
        found
    }

    /// The properties that it reads and that nobody defines.
    #[must_use]
    pub fn undefined(&self, is_defined: &dyn Fn(&str) -> bool) -> Vec<Read> {
        self.reads().into_iter().filter(|read| !is_defined(&read.name)).collect()
    }
}

fn of_node(node: &Node, found: &mut Vec<Read>, filters: usize) {
    node.walk(&mut |node| match &node.kind {
        NodeKind::Property(name) => {
            found.push(Read { name: bare_name(name).to_owned(), at: node.at, of_others: false });
        }
        NodeKind::Call(name, given) => read_by_call(name, given, found, filters),
        _ => {}
    });
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
                of_node(filter.whole(), &mut inside, filters - 1);
                inside.into_iter().for_each(|one| read(&one.name, at, true));
            }
            _ => {}
        }
    }
}
