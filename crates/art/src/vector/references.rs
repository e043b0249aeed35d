//! What an SVG comes to when every reference in it is followed, counted without following one twice.

use std::collections::HashMap;
use std::rc::Rc;

use resvg::usvg::roxmltree::{Document, Node, NodeId};

use super::styles::StyleRules;

/// Deepest nesting of elements, with references followed; what reads and draws them goes as deep on its stack.
const DEEPEST: usize = 200;
/// So many bytes of a value, comparisons with selectors, or nodes that are no elements, count as an element.
const PER_ELEMENT: u64 = 64;
/// What fills with a run of colours takes its colours along; so many of them count as an element.
const PER_COLOUR: u64 = 16;
/// So many letters are passed by, or shaped once more, in the time of an element.
const LETTERS_PASSED: u64 = 8_192;
const LETTERS_SHAPED: u64 = 16;
/// A letter, and a part of a text, take as long and as much memory as so many elements.
const PER_LETTER: u64 = 2;
const PER_PART: u64 = 6;
/// The namespaces whose attributes are read; those without one are, too.
const READ: [&str; 3] =
    ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"];
/// Elements whose links are not followed: those that go elsewhere when clicked on, move something, or run.
const NOT_FOLLOWED: [&str; 7] =
    ["a", "animate", "animateColor", "animateMotion", "animateTransform", "set", "script"];
/// Attributes that may be long and hold for their own element only; every other is read again for each element inside.
const OF_ONE: [&str; 24] = [
    "class",
    "clip-path",
    "d",
    "dx",
    "dy",
    "filter",
    "gradientTransform",
    "href",
    "id",
    "in",
    "in2",
    "kernelMatrix",
    "mask",
    "patternTransform",
    "points",
    "rotate",
    "style",
    "systemLanguage",
    "tableValues",
    "text-decoration",
    "transform",
    "values",
    "x",
    "y",
];

/// The elements, letters and pieces of path data of a document; `None` where they are more than `most`, lie too deep, or
/// refer to each other in a circle.
pub fn units(document: &Document<'_>, most: u64) -> Option<u64> {
    let styles = StyleRules::of(document, depth(document)?)?;
    let mut count = Count::of(document, &styles);
    count.most = most;
    count.size(document.root_element(), 0).map(|size| size.units)
}

/// How deep elements nest; `None` where it is too deep.
fn depth(document: &Document<'_>) -> Option<usize> {
    let mut depths: HashMap<NodeId, usize> = HashMap::new();
    let mut deepest = 0;
    for node in document.root_element().descendants().filter(Node::is_element) {
        let above = node.parent().and_then(|parent| depths.get(&parent.id()));
        let depth = above.map_or(0, |above| above + 1);
        if depth > DEEPEST {
            return None;
        }
        deepest = deepest.max(depth);
        depths.insert(node.id(), depth);
    }
    Some(deepest)
}

/// What an element comes to, with everything inside it and everything that it refers to.
#[derive(Clone, Copy, Default)]
struct Size {
    units: u64,
    /// Shapes and texts among them.
    shapes: u64,
    /// Corners of those, each of which may get a mark.
    corners: u64,
    /// How deep it nests, with references followed.
    depth: usize,
}

impl Size {
    /// Takes in what is read along with it so many times.
    fn add(&mut self, inner: Self, times: u64) {
        self.units = self.units.saturating_add(inner.units.saturating_mul(times));
        self.depth = self.depth.max(inner.depth + 1);
    }

    /// Takes in what becomes a part of it, shapes and all.
    fn contain(&mut self, inner: Self) {
        self.add(inner, 1);
        self.shapes = self.shapes.saturating_add(inner.shapes);
        self.corners = self.corners.saturating_add(inner.corners);
    }
}

/// The properties by which an element refers to others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// What a mark at an end, or at every corner, shows.
    End,
    Corner,
    /// What fills or outlines.
    Paint,
    /// What hides a part of the element, or changes its pixels: not passed on to what is inside, unless that asks for it.
    Cover,
}

impl By {
    fn of(property: &str) -> &'static [Self] {
        match property {
            "marker-start" | "marker-end" => &[Self::End],
            "marker-mid" => &[Self::Corner],
            "marker" => &[Self::End, Self::End, Self::Corner],
            "fill" | "stroke" => &[Self::Paint],
            "mask" | "clip-path" | "filter" => &[Self::Cover],
            _ => &[],
        }
    }
}

/// What a value of a property says: whom it refers to, or that what was said above holds.
struct Said<'a> {
    property: &'a str,
    ids: Vec<&'a str>,
    inherits: bool,
}

/// What is said of an element, and by what of it.
#[derive(Default)]
struct Facts<'a> {
    /// References that hold for it: its own, and those passed on to it.
    references: Rc<Vec<(&'a str, &'a str)>>,
    /// Bytes of its own values that everything inside reads again.
    passed_on: u64,
    /// Bytes of style that it is given.
    styled: u64,
}

struct Count<'a, 'input> {
    ids: HashMap<&'a str, Vec<Node<'a, 'input>>>,
    styles: &'a StyleRules<'a>,
    facts: HashMap<NodeId, Facts<'a>>,
    /// Whether anything asks for the cover of what it is in.
    covers_are_passed_on: bool,
    /// Elements counted; nothing yet for those whose counting has begun.
    known: HashMap<NodeId, Option<Size>>,
    most: u64,
}

impl<'a, 'input> Count<'a, 'input> {
    fn of(document: &'a Document<'input>, styles: &'a StyleRules<'a>) -> Self {
        let mut count = Self {
            ids: HashMap::new(),
            styles,
            facts: HashMap::new(),
            covers_are_passed_on: false,
            known: HashMap::new(),
            most: 0,
        };
        for node in document.root_element().descendants().filter(Node::is_element) {
            // Of several with one id some references mean the first and some the last.
            for id in node.attributes().filter(|one| one.name() == "id") {
                count.ids.entry(id.value()).or_default().push(node);
            }
            let facts = count.facts_of(node);
            count.facts.insert(node.id(), facts);
        }
        count
    }

    fn facts_of(&mut self, node: Node<'a, 'input>) -> Facts<'a> {
        let above = node.parent().and_then(|parent| self.facts.get(&parent.id()));
        let above = above.map(|facts| Rc::clone(&facts.references)).unwrap_or_default();
        let mut facts = Facts { references: above, ..Facts::default() };
        let mut said = Vec::new();
        let mut take = |property: &'a str, value: &'a str| {
            if !OF_ONE.contains(&property) {
                facts.passed_on = facts.passed_on.saturating_add(value.len() as u64 / PER_ELEMENT);
            }
            let inherits = value.trim() == "inherit";
            if !By::of(property).is_empty() {
                said.push(Said { property, ids: targets(value), inherits });
            }
        };
        for attribute in node.attributes().filter(is_read) {
            take(attribute.name(), attribute.value());
        }
        for declaration in self.styles.declarations(node) {
            let length = declaration.name.len() + declaration.value.len();
            facts.styled = facts.styled.saturating_add(length as u64);
            take(declaration.name, declaration.value);
        }
        self.covers_are_passed_on |=
            said.iter().any(|one| one.inherits && By::of(one.property) == [By::Cover]);
        let is_cover = |property: &str| By::of(property) == [By::Cover];
        if !said.is_empty() || facts.references.iter().any(|(property, _)| is_cover(property)) {
            let is_said_anew = |property: &str| {
                let mut own = said.iter().filter(|one| is_same(one.property, property)).peekable();
                own.peek().is_some() && own.all(|one| !one.inherits)
            };
            let kept = facts
                .references
                .iter()
                .filter(|(property, _)| !is_cover(property) && !is_said_anew(property));
            let own = said.iter().flat_map(|one| one.ids.iter().map(|id| (one.property, *id)));
            facts.references = Rc::new(kept.copied().chain(own).collect());
        }
        facts
    }

    fn size(&mut self, node: Node<'a, 'input>, depth: usize) -> Option<Size> {
        if depth > DEEPEST {
            return None;
        }
        match self.known.get(&node.id()) {
            Some(Some(size)) => return Some(*size),
            // A circle: what it comes to hangs on where the reader enters it.
            Some(None) => return None,
            None => {}
        }
        self.known.insert(node.id(), None);
        let mut size = self.own(node);
        let mut inside = Size::default();
        for child in node.children().filter(Node::is_element) {
            inside.contain(self.size(child, depth + 1)?);
            if inside.units > self.most {
                return None;
            }
        }
        let mut drawn = drawn_itself(node, size);
        for target in self.linked(node) {
            let linked = self.size(target, depth + 1)?;
            inside.contain(linked);
            drawn.contain(linked);
        }
        let passed_on = self.facts.get(&node.id()).map_or(0, |facts| facts.passed_on);
        size.contain(inside);
        size.units = size.units.saturating_add(passed_on.saturating_mul(inside.shapes));
        self.follow(node, (&mut size, drawn), depth)?;
        self.known.insert(node.id(), Some(size));
        (size.units <= self.most && size.depth <= DEEPEST).then_some(size)
    }

    /// Takes in whatever is referred to. What is passed on counts where it is used: at shapes, and at what is drawn in the
    /// place of another element.
    fn follow(
        &mut self,
        node: Node<'a, 'input>,
        (size, mut drawn): (&mut Size, Size),
        depth: usize,
    ) -> Option<()> {
        let references =
            self.facts.get(&node.id()).map(|facts| Rc::clone(&facts.references)).unwrap_or_default();
        // Marks may be painted with the colours of what they stand on, so those come last.
        for kind in [By::End, By::Corner, By::Paint, By::Cover] {
            let (whole, inside) = (size.units, drawn);
            for (property, id) in references.iter() {
                let often = By::of(property).iter().filter(|by| **by == kind).count() as u64;
                let times = match kind {
                    By::End => inside.shapes,
                    By::Corner => inside.corners,
                    By::Paint => inside.units,
                    By::Cover if self.covers_are_passed_on => whole,
                    By::Cover => 1,
                };
                let times = times.saturating_mul(often);
                for target in self.ids.get(id).filter(|_| times > 0).cloned().unwrap_or_default() {
                    let mut inner = self.size(target, depth + 1)?;
                    if kind == By::Paint && target.tag_name().name().ends_with("Gradient") {
                        inner.units /= PER_COLOUR;
                    }
                    size.add(inner, times);
                    drawn.add(inner, times);
                    if size.units > self.most {
                        return None;
                    }
                }
            }
        }
        Some(())
    }

    /// The elements that are read in the place of one, or as a part of it.
    fn linked(&self, node: Node<'a, 'input>) -> Vec<Node<'a, 'input>> {
        if NOT_FOLLOWED.contains(&node.tag_name().name()) {
            return Vec::new();
        }
        let links = node.attributes().filter(|one| one.name() == "href" && is_read(one));
        let ids = links.filter_map(|link| link.value().trim_start().strip_prefix('#')?.split(' ').next());
        ids.filter_map(|id| self.ids.get(id)).flatten().copied().collect()
    }

    /// What it takes to lay out a text: the reader goes through all letters for each letter, and shapes all of them for each
    /// of its parts.
    fn laid_out(&self, text: Node<'a, 'input>) -> u64 {
        let within = text.descendants().chain(
            text.descendants()
                .filter(|node| node.has_tag_name("tref"))
                .flat_map(|node| self.linked(node))
                .flat_map(|target| target.descendants()),
        );
        let (mut letters, mut parts, mut places) = (0_u64, 0_u64, 0_u64);
        for node in within {
            if let Some(words) = node.text().filter(|_| node.is_text()) {
                letters = letters.saturating_add(words.len() as u64);
                parts += 1;
            }
            // Letters that are placed one by one are parts of their own.
            let lists = node.attributes().filter(|one| matches!(one.name(), "x" | "y"));
            places = lists.fold(places, |all, list| all.saturating_add(list.value().len() as u64 / 2));
        }
        let along = letters.saturating_mul(letters) / LETTERS_PASSED;
        let shaped = letters.saturating_mul(parts) / LETTERS_SHAPED;
        let kept = letters.saturating_mul(PER_LETTER);
        let parts = parts.saturating_add(places.min(letters)).saturating_mul(PER_PART);
        along.saturating_add(shaped).saturating_add(kept).saturating_add(parts)
    }

    /// An element by itself.
    fn own(&self, node: Node<'a, 'input>) -> Size {
        let facts = self.facts.get(&node.id());
        let bytes: u64 = node.attributes().map(|one| one.value().len() as u64 / PER_ELEMENT).sum();
        let others = node.children().filter(|child| !child.is_element()).count() as u64;
        let styled = facts.map_or(0, |facts| facts.styled);
        let read = (self.styles.matches_of(node).saturating_add(others).saturating_add(styled)) / PER_ELEMENT;
        let mut size = Size { units: bytes.saturating_add(read).saturating_add(1), ..Size::default() };
        if node.tag_name().name() == "text" {
            size.units = size.units.saturating_add(self.laid_out(node));
        }
        let outline = node.attributes().filter(|one| matches!(one.name(), "d" | "points"));
        // A command of one letter may make a corner.
        let corners: u64 = outline.map(|one| one.value().len() as u64).sum();
        size.shapes = u64::from(is_shape(node));
        size.corners = corners.saturating_add(8 * size.shapes);
        size
    }
}

/// What of an element itself may get marks and be painted.
fn drawn_itself(node: Node<'_, '_>, own: Size) -> Size {
    let texts = if is_text(node) { node.children().filter(Node::is_text).count() as u64 } else { 0 };
    if is_shape(node) { Size { units: 1 + texts, ..own } } else { Size::default() }
}

fn is_shape(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    is_text(node)
        || matches!(name, "circle" | "ellipse" | "image" | "line" | "path" | "polygon" | "polyline" | "rect")
}

fn is_text(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "text" | "tspan" | "textPath" | "tref" | "a")
}

fn is_read(attribute: &resvg::usvg::roxmltree::Attribute<'_, '_>) -> bool {
    attribute.namespace().is_none_or(|namespace| READ.contains(&namespace))
}

/// Whether what is said by one property takes the place of another.
fn is_same(own: &str, above: &str) -> bool {
    own == above || own == "marker" && above.starts_with("marker")
}

/// The ids that each `url(#…)` of a value may mean.
fn targets(value: &str) -> Vec<&str> {
    value.split("url(").skip(1).filter_map(target).collect()
}

/// With quotes an id ends at the quote, without at a space or bracket.
fn target(link: &str) -> Option<&str> {
    let space = |sign: char| sign.is_ascii_whitespace();
    let link = link.trim_start_matches(space);
    match link.strip_prefix(['\'', '"']) {
        Some(quoted) => {
            let id = quoted.trim_start_matches(space).strip_prefix('#')?;
            Some(id.split(['\'', '"']).next()?.trim_end())
        }
        None => link.strip_prefix('#')?.split([' ', ')']).next(),
    }
}
