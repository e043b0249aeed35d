//! ATPO: what only this game has.

pub mod crt;
pub mod land_combat;
