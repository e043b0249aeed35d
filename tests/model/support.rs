//! Finding and reading test data.

use std::path::Path;

/// A file of `tests/data` as text.
#[allow(clippy::disallowed_methods)]
pub fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    std::fs::read_to_string(&path).unwrap()
}
