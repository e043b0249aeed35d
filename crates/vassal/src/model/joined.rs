//! A module with extensions in it, as VASSAL has them when they are loaded: each element of an extension stands in the
//! component that it extends.
//!
//! Engine classes: `build.module.ExtensionElement`, `tools.ComponentPathBuilder`.

use std::collections::BTreeMap;

use crate::format::build_file::{Element, Node};
use crate::format::sequence;

/// The tag of an element that extends a component of the module.
pub const EXTENSION_ELEMENT: &str = "ExtensionElement";
/// Components are compared with the places of all extensions so often at most; no module that was made by hand has as
/// many.
const MOST_COMPARED: usize = 50_000_000;
/// Components that VASSAL gives every module, whether the build file has them or not.
const ALWAYS_THERE: [&str; 10] = [
    "BasicCommandEncoder",
    "Chatter",
    "Documentation",
    "GlobalOptions",
    "GlobalProperties",
    "GlobalTranslatableMessages",
    "KeyNamer",
    "Language",
    "PlayerRoster",
    "PrototypesContainer",
];
/// Components that VASSAL gives every map.
const ALWAYS_IN_MAPS: [&str; 4] =
    ["Flare", "GlobalProperties", "HighlightLastMoved", "SelectionHighlighters"];
/// The attributes of which one is the name of a component.
const NAMES: [&str; 4] = ["name", "mapName", "entryName", "chartName"];

/// Where an element of an extension stands in the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// In the component that its target names.
    Exactly,
    /// In the first of the class at one step of the way, as none there has the name that the target says.
    Instead {
        /// The name that the target says.
        wanted: String,
        /// The name of the one that was taken.
        taken: String,
    },
    /// Nowhere: no component has the class of this step of its target.
    Nowhere {
        /// The class, without its package, and the name.
        wanted: String,
    },
    /// In a component that VASSAL gives every module, or it was not looked for, as too many places were compared already.
    Unknown,
}

/// An element of an extension, and where it stands.
#[derive(Debug)]
pub struct Extending {
    /// Which extension it is of, by number.
    pub extension: usize,
    /// The child of the extension's root, by number among its elements.
    pub element: usize,
    /// Where it stands.
    pub found: Found,
    /// The way to it through the elements of the module; none where it is not among them.
    way: Option<Vec<usize>>,
}

/// A module with extensions in it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Joined {
    /// The module's root with all of them.
    pub root: Element,
    /// Their elements.
    pub extending: Vec<Extending>,
}

/// One step of a target: a class, and the name of the component.
type TargetStep = (String, Option<String>);

impl Joined {
    /// Puts the extensions into a module, in their order.
    #[must_use]
    pub fn of(module: &Element, extensions: &[&Element]) -> Self {
        let mut joined = Self { root: module.clone(), extending: Vec::new() };
        let mut left = MOST_COMPARED;
        for (extension, root) in extensions.iter().enumerate() {
            for (element, own) in root.elements().enumerate() {
                joined.add((extension, element), own, &mut left);
            }
        }
        joined
    }

    /// An element of the extension that extends nothing stands in the module itself.
    fn add(&mut self, (extension, element): (usize, usize), own: &Element, left: &mut usize) {
        let (steps, inner): (Vec<TargetStep>, Option<&Element>) = match own.is(EXTENSION_ELEMENT) {
            true => (steps(own.attr("target").unwrap_or_default()), own.elements().next()),
            false => (Vec::new(), Some(own)),
        };
        let mut way = Vec::new();
        let found = match find(&self.root, &steps, &mut way, left) {
            Ok(Found::Unknown) if self.give(&steps, &mut way, left) => Found::Exactly,
            Ok(found) => found,
            Err(_) if *left == 0 => Found::Unknown,
            Err(wanted) => Found::Nowhere { wanted },
        };
        // What stands nowhere is kept beside all others: what it says is still said.
        if !matches!(found, Found::Exactly | Found::Instead { .. }) {
            way.clear();
        }
        let way = inner.and_then(|inner| self.insert(way, inner, left));
        let found = if way.is_none() && inner.is_some() { Found::Unknown } else { found };
        self.extending.push(Extending { extension, element, found, way });
    }

    /// Gives the component at the end of a way the one of the last step, as VASSAL does where the build file has none.
    fn give(&mut self, steps: &[TargetStep], way: &mut Vec<usize>, left: &mut usize) -> bool {
        let [around @ .., (class, _)] = steps else { return false };
        if around.len() != way.len() {
            return false;
        }
        let given = self.insert(std::mem::take(way), &Element::new(class.as_str()), left);
        given.map(|given| *way = given).is_some()
    }

    fn insert(&mut self, mut way: Vec<usize>, inner: &Element, left: &mut usize) -> Option<Vec<usize>> {
        let mut target = &mut self.root;
        for step in &way {
            target = target.elements_mut().nth(*step)?;
        }
        let last = target.elements().count();
        *left = left.checked_sub(last)?;
        way.push(last);
        target.nodes.push(Node::Element(inner.clone()));
        Some(way)
    }

    /// The elements of extensions in the joined root, by their place in memory, each with its number among
    /// [`Self::extending`].
    #[must_use]
    pub fn inserted(&self) -> BTreeMap<*const Element, usize> {
        let mut found = BTreeMap::new();
        for (number, extending) in self.extending.iter().enumerate() {
            let Some(way) = &extending.way else { continue };
            let own = way.iter().try_fold(&self.root, |element, step| element.elements().nth(*step));
            if let Some(own) = own {
                found.insert(std::ptr::from_ref(own), number);
            }
        }
        found
    }
}

/// The steps of a target.
fn steps(target: &str) -> Vec<TargetStep> {
    if target.is_empty() {
        return Vec::new();
    }
    let step = |text: String| {
        let mut parts = sequence::decode(&text, ':').into_iter();
        (parts.next().unwrap_or_default(), parts.next())
    };
    sequence::decode(target, '/').into_iter().map(step).collect()
}

fn name_of(element: &Element) -> Option<&str> {
    NAMES.iter().find_map(|name| element.attr(name)).filter(|name| !name.is_empty())
}

/// The component that a text names by its way from the module, as Place Marker traits do. `left` is how many components may
/// still be compared.
#[must_use]
pub fn component<'e>(root: &'e Element, target: &str, left: &mut usize) -> Option<&'e Element> {
    let mut way = Vec::new();
    match find(root, &steps(target), &mut way, left).ok()? {
        Found::Exactly | Found::Instead { .. } => {
            way.into_iter().try_fold(root, |around, number| around.elements().nth(number))
        }
        Found::Nowhere { .. } | Found::Unknown => None,
    }
}

/// The component of a target: at each step the one with class and name, else the first of the class in which the rest
/// of the way is found.
///
/// # Errors
/// What was not found.
fn find(
    parent: &Element,
    steps: &[TargetStep],
    way: &mut Vec<usize>,
    left: &mut usize,
) -> Result<Found, String> {
    let Some(((class, name), rest)) = steps.split_first() else { return Ok(Found::Exactly) };
    let short = class.rsplit('.').next().unwrap_or(class);
    let wanted = name.clone().unwrap_or_default();
    let absent = || if wanted.is_empty() { short.to_owned() } else { format!("{short} \"{wanted}\"") };
    let mut alike: Vec<(usize, &Element)> = Vec::new();
    for (number, child) in parent.elements().enumerate() {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return Err(absent());
        }
        if child.tag != *class {
            continue;
        }
        let is_named = name_of(child).is_none_or(|_| has_name(child, &wanted));
        if is_named || wanted.is_empty() {
            way.push(number);
            return find(child, rest, way, left);
        }
        alike.push((number, child));
    }
    let before = way.len();
    for (number, child) in alike {
        way.push(number);
        if find(child, rest, way, left).is_ok() {
            let taken = name_of(child).unwrap_or_default().to_owned();
            return Ok(Found::Instead { wanted, taken });
        }
        way.truncate(before);
    }
    let is_map = parent.short_tag().ends_with("Map");
    let is_given = before == 0 && ALWAYS_THERE.contains(&short) || is_map && ALWAYS_IN_MAPS.contains(&short);
    if is_given { Ok(Found::Unknown) } else { Err(absent()) }
}

fn has_name(element: &Element, wanted: &str) -> bool {
    NAMES.iter().any(|name| element.attr(name) == Some(wanted))
}
