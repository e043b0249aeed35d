//! The war in the air from typed-in values: short rolls and sums.

mod cells;
mod coordination;
mod magic;
mod recon;
mod sighting;
mod strike;
mod weather;
mod words;
