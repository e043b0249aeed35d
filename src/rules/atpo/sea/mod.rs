//! War at sea: naval units as they are typed in, single attacks, and the procedures of ships and submarines (rules 3).

mod notation;
pub mod ship;
pub mod shot;
pub mod tables;

pub use notation::naval_units;
