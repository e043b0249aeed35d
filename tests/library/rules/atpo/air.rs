//! The war in the air from typed-in values: short rolls and sums.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod cells;
mod chits;
mod coordination;
mod magic;
mod passages;
mod recon;
mod sighting;
mod strike;
mod strike_kamikazes;
mod weather;
mod words;
