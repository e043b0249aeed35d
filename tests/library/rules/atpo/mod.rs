//! The main game: its checks and procedures, its map, its set-ups.

mod battles;
mod checks;
mod land_combat;
mod map;
mod random;
mod scenarios;
mod sea;
