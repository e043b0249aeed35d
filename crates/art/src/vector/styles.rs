//! The style sheets of an SVG as its reader takes them, and what holding them against elements comes to.

use resvg::usvg::roxmltree::{Document, Node};
use simplecss::{AttributeOperator, Declaration, DeclarationTokenizer, Element, PseudoClass, StyleSheet};

/// Most selectors times declarations of all sheets: each selector of a list gets the declarations behind it for itself.
const MOST_DECLARED: usize = 3_000_000;
/// Most sheets times selectors: all rules are sorted again with each sheet.
const MOST_SORTED: usize = 2_000_000;
/// Most comparisons of an element with a part of a selector.
const MOST_MATCHES: u64 = 5_000_000;
/// So many bytes of attributes take as long as one comparison.
const PER_MATCH: usize = 64;

/// The rules of all sheets, and what it takes to hold them against one element.
pub struct StyleRules<'a> {
    sheet: StyleSheet<'a>,
    matches: u64,
    /// Whether selectors look at more attributes than classes and ids.
    has_attributes: bool,
}

impl<'a> StyleRules<'a> {
    /// The sheets of a document that nests so deep; `None` where they ask for too much.
    pub fn of(document: &'a Document<'_>, deepest: usize) -> Option<Self> {
        let texts: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("style"))
            .filter_map(|node| node.text())
            .collect();
        let count = |sign: u8| -> usize {
            texts.iter().map(|text| memchr::memchr_iter(sign, text.as_bytes()).count()).sum()
        };
        let (selectors, declarations) = (count(b'{') + count(b','), count(b':'));
        if selectors.saturating_mul(declarations) > MOST_DECLARED
            || texts.len().saturating_mul(selectors) > MOST_SORTED
        {
            return None;
        }
        let mut styles = Self { sheet: StyleSheet::new(), matches: 0, has_attributes: false };
        for text in texts {
            styles.sheet.parse_more(text);
        }
        for rule in &styles.sheet.rules {
            let selector = rule.selector.to_string();
            let (parts, anywhere_above) = size(&selector);
            let ways = (deepest.max(1) as u64).saturating_pow(anywhere_above);
            styles.matches = styles.matches.saturating_add(ways.saturating_mul(parts));
            styles.has_attributes |= selector.contains('[');
        }
        let elements = document.root_element().descendants().filter(Node::is_element);
        let all = elements.fold(0_u64, |all, element| all.saturating_add(styles.matches_of(element)));
        (all <= MOST_MATCHES).then_some(styles)
    }

    /// What holding all rules against an element comes to, in comparisons.
    pub fn matches_of(&self, element: Node<'_, '_>) -> u64 {
        if self.matches == 0 {
            return 0;
        }
        let is_read = |name: &str| self.has_attributes || name == "class";
        let read = element.attributes().filter(|one| is_read(one.name())).map(|one| one.value().len());
        self.matches.saturating_mul(1 + (read.sum::<usize>() / PER_MATCH) as u64)
    }

    /// What style sheets and the element's own style say of it.
    pub fn declarations<'n>(&'n self, element: Node<'n, '_>) -> impl Iterator<Item = Declaration<'n>> {
        let rules = self.sheet.rules.iter().filter(move |rule| rule.selector.matches(&Own(element)));
        let of_rules = rules.flat_map(|rule| rule.declarations.iter().copied());
        of_rules.chain(element.attribute("style").into_iter().flat_map(DeclarationTokenizer::from))
    }
}

/// The parts of a selector, and before how many of them any element above may stand.
fn size(selector: &str) -> (u64, u32) {
    let parts = selector.split(' ').filter(|part| !matches!(*part, ">" | "+" | "")).count();
    let beside = selector.split(' ').filter(|part| matches!(*part, ">" | "+")).count();
    let length = parts + selector.len() / PER_MATCH;
    (length as u64, u32::try_from(parts.saturating_sub(1 + beside)).unwrap_or(u32::MAX))
}

/// An element as the selectors see it, by the reader's rules.
struct Own<'a, 'input>(Node<'a, 'input>);

impl Element for Own<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Own)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Own)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}
