//! Which properties an expression reads.

use super::calls;
use super::tree::{Expression, Node, NodeKind, bare_name};

/// How deep filters may stand within filters.
const DEEPEST_FILTER: usize = 5;

/// A property that an expression reads.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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
    let mut read = |name: &str, at: usize, of_others: bool| {
        let name = bare_name(name).to_owned();
        if !name.is_empty() {
            found.push(Read { name, at, of_others });
        }
    };
    node.walk(&mut |node| match &node.kind {
        // `Integer.toString` is no property, though the engine takes it for one.
        NodeKind::Property(name) if !calls::is_class(name) => read(name, node.at, false),
        NodeKind::Call(name, given) => {
            let texts: Vec<Option<(&str, usize)>> = given.iter().map(Node::text).collect();
            let words: Vec<Option<&str>> = texts.iter().map(|text| text.map(|(text, _)| text)).collect();
            if let Some((place, of_others)) = calls::place_of_property(name, &words)
                && let Some((text, at)) = texts.get(place).copied().flatten()
            {
                read(text, at, of_others);
            }
            for (inner, at) in filters_of(name, &texts).filter(|_| filters > 0) {
                let Ok(filter) = Expression::parse(inner) else { continue };
                let mut inside = Vec::new();
                of_node(filter.whole(), &mut inside, filters - 1);
                inside.iter().for_each(|one| read(&one.name, at, true));
            }
        }
        _ => {}
    });
}

/// The filters in braces that a function is given as texts, without the braces, and where each text begins.
pub(super) fn filters_of<'t>(
    function: &str,
    texts: &'t [Option<(&'t str, usize)>],
) -> impl Iterator<Item = (&'t str, usize)> {
    let takes_filters = calls::takes_filters(function);
    let inner = |text: &'t str| text.trim().strip_prefix('{')?.strip_suffix('}');
    texts
        .iter()
        .flatten()
        .filter_map(move |(text, at)| Some((inner(text)?, *at)))
        .filter(move |_| takes_filters)
}
