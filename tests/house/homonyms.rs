//! No word for two things: in one layer each name of a type is defined once.

use std::collections::BTreeMap;

use regex::Regex;

use super::source;

#[test]
fn a_layer_defines_each_name_of_a_type_once() {
    // Associated types are indented and belong to their trait; a type inside a function or a module of tests counts.
    let definition = Regex::new(
        r"(?m)^(?:[ \t]*(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|union)|(?:pub(?:\([^)]*\))? )?type) ([A-Z]\w*)",
    )
    .unwrap();
    let mut defined: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for source in source::all() {
        for found in definition.captures_iter(&source.text) {
            let places = defined.entry((source.layer(), found[1].to_owned())).or_default();
            places.push(source.path.display().to_string());
        }
    }
    assert!(defined.len() > 500, "the types of the package were not found");
    let twice: Vec<String> = defined
        .iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|((_, name), places)| format!("{name}: {}", places.join(", ")))
        .collect();
    assert!(twice.is_empty(), "names of types that mean two things in one layer:\n{}", twice.join("\n"));
}
