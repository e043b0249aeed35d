//! Archives as folders that a person can read, and positions as tables; knows no rules.

pub mod blocks;
#[cfg(feature = "database")]
pub mod database;
mod doubts;
pub mod folder;
pub mod lines;
pub mod manifest;
mod paths;
pub mod readable;
pub mod refresh;
pub mod summary;
pub mod table;
