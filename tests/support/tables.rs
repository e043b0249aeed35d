//! The tables of counters as they lie in the repository.

use std::path::PathBuf;

use liege::art::design::{Design, Row};
use liege::rules::data::catalogue::families;

/// A file of the package, as text.
#[allow(clippy::disallowed_methods, reason = "a test reads the data folders themselves")]
pub fn text(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of one family's table.
pub fn rows(name: &str) -> Vec<Row> {
    let table = text(&format!("counters/atpo/{name}.csv"));
    csv::Reader::from_reader(table.as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// The rows of all families, with the drawing of each.
pub fn all() -> Vec<(Design, Row)> {
    let path = families::path("atpo");
    let families = families::read(&path, &text(&path), &mut Vec::new());
    let rows_of = |family: &families::Family| {
        let design = liege::build::design(family);
        rows(&family.id).into_iter().map(move |row| (design.clone(), row))
    };
    families.iter().flat_map(rows_of).collect()
}
