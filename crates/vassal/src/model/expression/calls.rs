//! The functions of the engine's language: how many values each takes, and which of them names a property.
//!
//! Engine file: `VASSAL/script/init_expression.bsh`.

/// A line for each function: its name, and how many values it may be given.
const FUNCTIONS: &str = include_str!("calls.txt");
/// Classes of Java that expressions use without a package.
const CLASSES: [&str; 10] =
    ["Boolean", "Character", "Double", "Float", "Integer", "Long", "Math", "Object", "String", "System"];

/// Whether a name is that of a class of Java.
pub(super) fn is_class(name: &str) -> bool {
    CLASSES.contains(&name)
}

/// Why a function cannot be called with so many values, if it cannot; functions of Java, whose names have dots, may.
pub(super) fn fault(name: &str, given: usize) -> Option<String> {
    if name.contains(['.', '(']) {
        return None;
    }
    let mut functions = FUNCTIONS.lines().filter_map(|line| line.split_once(' '));
    let Some((_, numbers)) = functions.find(|(function, _)| *function == name) else {
        let mut all = FUNCTIONS.lines().filter_map(|line| line.split(' ').next());
        let near = all.find(|known| known.eq_ignore_ascii_case(name));
        let help = near.map(|near| format!("; there is {near}; case matters"));
        return Some(format!("VASSAL has no function {name}{}", help.unwrap_or_default()));
    };
    let numbers: Vec<&str> = numbers.split(' ').collect();
    if numbers.contains(&&*given.to_string()) {
        return None;
    }
    let last = numbers.last().copied().unwrap_or_default();
    let values = if last == "1" { "value" } else { "values" };
    let takes = numbers.join(", ");
    let takes =
        takes.rsplit_once(", ").map_or_else(|| takes.clone(), |(before, last)| format!("{before} or {last}"));
    Some(format!("{name} takes {takes} {values}, but got {given}"))
}

/// Whether a function looks at other pieces by filters that it is given as texts.
pub(super) fn takes_filters(name: &str) -> bool {
    let looks = ["Sum", "Count", "Max", "Min"].iter().any(|begin| name.starts_with(begin));
    looks || ["GetAttachProperty", "Range", "RangePx", "Audit"].contains(&name)
}

/// Which of the values that a function is given names a property, and whether it is one of other pieces. What is
/// given is known where it is a text as it stands.
pub(super) fn place_of_property(name: &str, given: &[Option<&str>]) -> Option<(usize, bool)> {
    let is_filter =
        |at: usize| given.get(at).copied().flatten().is_some_and(|text| text.trim_start().starts_with('{'));
    let place = match (name, given.len()) {
        (
            "GetProperty" | "GetLocalizedProperty" | "GetString" | "GetMapProperty" | "GetZoneProperty",
            1..,
        ) => return Some((0, false)),
        ("SumStack" | "SumMat" | "SumLocation" | "SumZone" | "SumMap" | "Sum", 1..) => 0,
        ("CountStack" | "CountMat", 1) if !is_filter(0) => 0,
        ("CountStack" | "CountMat", 2) => 0,
        ("CountLocation" | "CountZone", 1) if !is_filter(0) => 0,
        ("CountLocation" | "CountZone", 2) if is_filter(1) => 0,
        ("CountLocation" | "CountZone", 3) if !is_filter(2) => 2,
        ("CountLocation" | "CountZone", 4) => 2,
        // One name before nothing or a filter may be that of a map.
        ("CountMap", 2) if !is_filter(1) => 1,
        ("CountMap", 3) => 1,
        ("SumAttach" | "MaxAttach" | "MinAttach" | "GetAttachProperty", 2..) => 1,
        ("CountAttach", 2) if !is_filter(1) => 1,
        ("CountAttach", 3) => 1,
        ("SumRange" | "SumRangePx", 3..) => 2,
        ("CountRange" | "CountRangePx", 3) if !is_filter(2) => 2,
        ("CountRange" | "CountRangePx", 4) => 2,
        _ => return None,
    };
    Some((place, true))
}
