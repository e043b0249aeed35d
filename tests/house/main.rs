//! House rules that a test can read off the source: the direction of the layers, opening lines, names of games.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

#[path = "../support/beside.rs"]
mod beside;
mod circles;
mod homonyms;
mod layers;
#[path = "../../examples/third_party/linked.rs"]
mod linked;
mod prose;
mod readme;
mod source;
mod third_party;
mod words;
