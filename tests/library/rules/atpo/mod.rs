//! The main game: its checks and procedures, its map, its set-ups.

mod battles;
mod checks;
mod land_combat;
mod map;
mod mines_and_submarines;
mod random;
mod scenarios;
