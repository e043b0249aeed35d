//! What two versions of a module differ in, and how they are merged.

mod merge;
mod merge_random;
mod numbers;
mod support;
