//! What an expression may ask of its surroundings: values, and what other pieces add up to.
//!
//! Engine class: `script.ExpressionInterpreter`.

/// What lies around an expression.
pub trait Scope {
    /// The value of a property; none where nobody has it.
    fn value(&self, key: &str) -> Option<String>;

    /// What pieces add up to; none where only a running game can tell.
    fn total(&self, _tally: &Tally) -> Option<i32> {
        None
    }

    /// The value of a property on a map, or in a zone of a map, as an expression is given it; none where only a
    /// running game can tell.
    fn elsewhere(&self, _key: &str, _zone: Option<&str>, _map: Option<&str>) -> Option<String> {
        None
    }

    /// Whether there is a map of that name; none where only a running game can tell.
    fn has_map(&self, _name: &str) -> Option<bool> {
        None
    }
}

impl<F: Fn(&str) -> Option<String>> Scope for F {
    fn value(&self, key: &str) -> Option<String> {
        self(key)
    }
}

/// Where there is nothing.
pub(crate) struct Nowhere;

impl Scope for Nowhere {
    fn value(&self, _: &str) -> Option<String> {
        None
    }
}

/// Pieces that are counted, or of which the values of a property are added up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Whether values are added up.
    pub sums: bool,
    /// The property that is added up, or that the pieces that count have; empty for all pieces.
    pub property: String,
    pub among: Among,
    /// What the pieces must meet; empty for all.
    pub filter: String,
}

/// Which pieces a tally looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Among {
    /// The pieces of the stack or deck, or the piece alone.
    Stack,
    /// The mat with all that lies on it, or the piece alone.
    Mat,
    /// The pieces at a location and its map, or at that of the piece.
    Location(Option<(String, String)>),
    /// The pieces of a zone and its map, or of that of the piece.
    Zone(Option<(String, String)>),
    /// The pieces of a map, or of that of the piece.
    Map(Option<String>),
    /// The pieces of all maps.
    Everywhere,
}

/// Functions that look at other pieces.
const FUNCTIONS: [&str; 20] = [
    "SumStack",
    "CountStack",
    "SumMat",
    "CountMat",
    "SumLocation",
    "CountLocation",
    "SumZone",
    "CountZone",
    "SumMap",
    "CountMap",
    "Sum",
    "Count",
    "SumAttach",
    "CountAttach",
    "MaxAttach",
    "MinAttach",
    "SumRange",
    "SumRangePx",
    "CountRange",
    "CountRangePx",
];

/// Whether a function looks at other pieces.
pub(super) fn is_one(function: &str) -> bool {
    FUNCTIONS.contains(&function)
}

impl Tally {
    /// What a function asks that is given these texts; none for other functions and other numbers of texts.
    pub fn of(function: &str, given: &[String], scope: &dyn Scope) -> Option<Self> {
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let sums = function.starts_with("Sum");
        let (property, among, filter) = match function {
            "SumStack" | "CountStack" => within(sums, &given).map(|(p, f)| (p, Among::Stack, f))?,
            "SumMat" => within(false, &given).map(|(p, f)| (p, Among::Mat, f))?,
            "CountMat" if !given.is_empty() => within(false, &given).map(|(p, f)| (p, Among::Mat, f))?,
            "SumLocation" => sum_at(&given).map(|(p, at, f)| (p, Among::Location(at), f))?,
            "CountLocation" => count_at(&given).map(|(p, at, f)| (p, Among::Location(at), f))?,
            "SumZone" => sum_at(&given).map(|(p, at, f)| (p, Among::Zone(at), f))?,
            "CountZone" => count_at(&given).map(|(p, at, f)| (p, Among::Zone(at), f))?,
            "SumMap" => sum_on_map(&given)?,
            "CountMap" => count_on_map(&given, scope)?,
            "Sum" => match given[..] {
                [property, filter] => (property, Among::Everywhere, filter),
                [property, filter, map] => (property, Among::Map(Some(map.to_owned())), filter),
                _ => return None,
            },
            "Count" => match given[..] {
                [filter] => ("", Among::Everywhere, filter),
                [filter, map] => ("", Among::Map(Some(map.to_owned())), filter),
                _ => return None,
            },
            _ => return None,
        };
        Some(Self { sums, property: property.to_owned(), among, filter: filled(filter, scope)? })
    }
}

/// A filter with the values that the asking piece has for the names in dollar signs. A name without value stays, and
/// what its second dollar sign begins may be one; then only the engine knows how it goes on.
fn filled(filter: &str, scope: &dyn Scope) -> Option<String> {
    let mut out = String::new();
    let mut rest = filter;
    while let Some((before, after)) = rest.split_once('$') {
        let (name, after) = after.split_once('$')?;
        out.push_str(before);
        out.push_str(&scope.value(name)?);
        rest = after;
    }
    out.push_str(rest);
    Some(out.replace("\\\"", "\""))
}

fn is_filter(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Property and filter of `f()`, `f(property)`, `f(filter)` and `f(property, filter)`; a sum's one text is always
/// the property.
fn within<'t>(sums: bool, given: &[&'t str]) -> Option<(&'t str, &'t str)> {
    match given {
        [] if !sums => Some(("", "")),
        [filter] if !sums && is_filter(filter) => Some(("", filter)),
        [property] => Some((property, "")),
        [property, filter] => Some((property, filter)),
        _ => None,
    }
}

type At = Option<(String, String)>;

fn at(place: &str, map: &str) -> At {
    Some((place.to_owned(), map.to_owned()))
}

fn sum_at<'t>(given: &[&'t str]) -> Option<(&'t str, At, &'t str)> {
    match given {
        [property] => Some((property, None, "")),
        [property, filter] => Some((property, None, filter)),
        [property, place, map] => Some((property, at(place, map), "")),
        [property, place, map, filter] => Some((property, at(place, map), filter)),
        _ => None,
    }
}

fn count_at<'t>(given: &[&'t str]) -> Option<(&'t str, At, &'t str)> {
    match given {
        [] => Some(("", None, "")),
        [filter] if is_filter(filter) => Some(("", None, filter)),
        [property] => Some((property, None, "")),
        [property, filter] if is_filter(filter) => Some((property, None, filter)),
        [place, map] => Some(("", at(place, map), "")),
        [place, map, filter] if is_filter(filter) => Some(("", at(place, map), filter)),
        [place, map, property] => Some((property, at(place, map), "")),
        [place, map, property, filter] => Some((property, at(place, map), filter)),
        _ => None,
    }
}

fn on(map: &str) -> Among {
    Among::Map(Some(map.to_owned()).filter(|map| !map.is_empty()))
}

fn sum_on_map<'t>(given: &[&'t str]) -> Option<(&'t str, Among, &'t str)> {
    match given {
        [property] => Some((property, on(""), "")),
        [property, filter] if is_filter(filter) => Some((property, on(""), filter)),
        [property, map] => Some((property, on(map), "")),
        [property, map, filter] => Some((property, on(map), filter)),
        _ => None,
    }
}

fn count_on_map<'t>(given: &[&'t str], scope: &dyn Scope) -> Option<(&'t str, Among, &'t str)> {
    match given {
        [] => Some(("", on(""), "")),
        [filter] if is_filter(filter) => Some(("", on(""), filter)),
        [name] if scope.has_map(name)? => Some(("", on(name), "")),
        [property] => Some((property, on(""), "")),
        [name, filter] if is_filter(filter) && scope.has_map(name)? => Some(("", on(name), filter)),
        [property, filter] if is_filter(filter) => Some((property, on(""), filter)),
        [map, property] => Some((property, on(map), "")),
        [map, property, filter] => Some((property, on(map), filter)),
        _ => None,
    }
}
