//! Rules of games: situations, checks, dice procedures and their data. Knows no VASSAL encoding and draws nothing.

pub mod atpo;
pub mod chances;
pub mod choices;
pub mod data;
pub mod dice;
pub mod inputs;
pub mod procedure;
