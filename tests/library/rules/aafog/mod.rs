//! The second game: hidden boards with an umpire.

mod checks;
