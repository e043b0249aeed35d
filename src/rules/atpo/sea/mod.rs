//! War at sea: naval units as they are typed in, single attacks, and the procedures of ships and submarines (rules 3).

pub mod cargo;
pub mod combat;
mod notation;
pub mod ship;
pub mod shot;
pub mod tables;

pub use notation::naval_units;
