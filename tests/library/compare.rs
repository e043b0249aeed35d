//! What two versions of a module differ in, and how they are merged.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod merge;
mod merge_random;
mod numbers;
mod support;
