//! The format layer against vectors of the real engine, real files, and hostile ones.

#![allow(clippy::disallowed_methods, reason = "tests read their own files")]
#![allow(clippy::unwrap_used, reason = "a test may end at once")]

mod archive;
mod build_file;
mod command;
mod corpus;
mod fuzz_corpus;
mod piece;
mod sequence;
mod stream;
mod traits;

/// A file of `tests/data`.
fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}
