//! What an SVG comes to when every reference in it is followed, counted without following one twice.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node, NodeId};

/// Deepest nesting of elements, with references followed; what reads and draws them goes as deep on its stack.
const DEEPEST: usize = 200;
/// So many bytes of an attribute count as an element.
const PER_ELEMENT: usize = 64;
/// Fewest bytes of a path that make a corner with a mark on it.
const PER_CORNER: u64 = 4;
/// Most elements times rules of style, which are held against each other.
const MOST_MATCHES: usize = 5_000_000;

/// The elements, letters and pieces of path data of a document; `None` where they are more than `most` or lie too deep.
pub fn units(document: &Document<'_>, most: u64) -> Option<u64> {
    let root = document.root_element();
    let mut ids = HashMap::new();
    let (mut styles, mut elements) = (Vec::new(), 0usize);
    for node in root.descendants().filter(Node::is_element) {
        elements += 1;
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
        if node.tag_name().name() == "style" {
            styles.extend(node.text().map(rules).into_iter().flatten());
        }
    }
    if styles.len().saturating_mul(elements) > MOST_MATCHES {
        return None;
    }
    styles.retain(|rule| rule.declarations.contains("url("));
    Count { ids, styles, known: HashMap::new(), most }.of(root, 0).map(|size| size.units)
}

/// What an element comes to, with everything inside it and everything that it refers to.
#[derive(Clone, Copy, Default)]
struct Size {
    units: u64,
    /// Corners of its paths, each of which may get a mark.
    corners: u64,
}

struct Rule<'a> {
    selectors: &'a str,
    declarations: &'a str,
}

fn rules(style: &str) -> Vec<Rule<'_>> {
    let rules = style.split('}').filter_map(|rule| rule.split_once('{'));
    rules.map(|(selectors, declarations)| Rule { selectors, declarations }).collect()
}

impl Rule<'_> {
    /// Whether the rule may be meant for an element: any selector that is no plain name, class or id may be.
    fn may_be_for(&self, node: Node<'_, '_>) -> bool {
        self.selectors.split(',').map(str::trim).any(|selector| {
            let is_plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            match (selector.strip_prefix('.'), selector.strip_prefix('#')) {
                (Some(class), _) if is_plain(class) => {
                    node.attribute("class").is_some_and(|of| of.split_whitespace().any(|one| one == class))
                }
                (_, Some(id)) if is_plain(id) => node.attribute("id") == Some(id),
                _ if is_plain(selector) => node.tag_name().name() == selector,
                _ => true,
            }
        })
    }
}

struct Count<'a, 'input> {
    ids: HashMap<&'a str, Node<'a, 'input>>,
    styles: Vec<Rule<'a>>,
    /// Elements counted; nothing yet for those whose counting has begun.
    known: HashMap<NodeId, Option<Size>>,
    most: u64,
}

impl<'a, 'input> Count<'a, 'input> {
    fn of(&mut self, node: Node<'a, 'input>, depth: usize) -> Option<Size> {
        if depth > DEEPEST {
            return None;
        }
        match self.known.get(&node.id()) {
            Some(Some(size)) => return Some(*size),
            // A circle, which is cut where it is read.
            Some(None) => return Some(Size::default()),
            None => {}
        }
        self.known.insert(node.id(), None);
        let mut size = own(node);
        for child in node.children().filter(Node::is_element) {
            let inner = self.of(child, depth + 1)?;
            size.units = size.units.saturating_add(inner.units);
            size.corners = size.corners.saturating_add(inner.corners);
            if size.units > self.most {
                return None;
            }
        }
        let inside = size;
        for (property, target) in self.references(node) {
            let inner = self.of(target, depth + 1)?;
            let times = match property {
                // Those are passed on to everything inside.
                property if property.starts_with("marker") => inside.corners.max(1),
                "fill" | "stroke" => inside.units,
                _ => 1,
            };
            size.units = size.units.saturating_add(inner.units.saturating_mul(times));
            if property == "href" {
                size.corners = size.corners.saturating_add(inner.corners);
            }
        }
        self.known.insert(node.id(), Some(size));
        (size.units <= self.most).then_some(size)
    }

    /// What an element refers to, and by which property.
    fn references(&self, node: Node<'a, 'input>) -> Vec<(&'a str, Node<'a, 'input>)> {
        let mut found = Vec::new();
        let mut add = |property: &'a str, id: &str| {
            // What fills with a run of colours costs no more than one colour.
            let target = self.ids.get(id).filter(|target| {
                !(matches!(property, "fill" | "stroke") && target.tag_name().name().ends_with("Gradient"))
            });
            found.extend(target.map(|target| (property, *target)));
        };
        for attribute in node.attributes() {
            match attribute.name() {
                "href" => {
                    if let Some(id) = attribute.value().trim().strip_prefix('#') {
                        add("href", id);
                    }
                }
                "style" => {}
                name => targets(attribute.value()).for_each(|id| add(name, id)),
            }
        }
        let of_style = node.attribute("style").into_iter();
        let of_rules = self.styles.iter().filter(|rule| rule.may_be_for(node)).map(|rule| rule.declarations);
        for declaration in of_style.chain(of_rules).flat_map(|text| text.split(';')) {
            let (property, value) = declaration.split_once(':').unwrap_or(("", declaration));
            targets(value).for_each(|id| add(property.trim(), id));
        }
        found
    }
}

/// An element by itself.
fn own(node: Node<'_, '_>) -> Size {
    let mut size = Size { units: 1, corners: 0 };
    for attribute in node.attributes() {
        let length = attribute.value().len();
        size.units = size.units.saturating_add((length / PER_ELEMENT) as u64);
        if matches!(attribute.name(), "d" | "points") {
            size.corners = size.corners.saturating_add(length as u64 / PER_CORNER);
        }
    }
    if matches!(node.tag_name().name(), "text" | "tspan" | "textPath" | "tref" | "a") {
        let letters = node.children().filter(Node::is_text).filter_map(|text| text.text());
        size.units = size.units.saturating_add(letters.map(|text| text.len() as u64).sum());
    }
    if !matches!(node.tag_name().name(), "path" | "polyline" | "polygon" | "g" | "svg" | "use") {
        size.corners = size.corners.saturating_add(8);
    }
    size
}

/// The ids inside each `url(#…)` of a value.
fn targets(value: &str) -> impl Iterator<Item = &str> {
    let parts = value.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    parts.filter_map(|part| part.trim_matches([' ', '\'', '"']).strip_prefix('#'))
}
