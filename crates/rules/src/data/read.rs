//! How a game's data files are read.

/// Reads a data file by its path in the data folders; `None` when there is none.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;
