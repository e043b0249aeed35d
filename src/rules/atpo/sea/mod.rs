//! War at sea: naval units as they are typed in, single attacks, and the procedures of ships and submarines (rules 3).

pub mod batteries;
pub mod bombardment;
pub mod cargo;
pub mod combat;
pub mod damage;
pub mod mines;
mod notation;
pub mod numbers;
pub mod ship;
pub mod shot;
pub mod straits;
pub mod submarine;
pub mod tables;
pub mod targets;
mod typed;

pub use notation::naval_units;
