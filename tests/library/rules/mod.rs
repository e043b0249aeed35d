//! Rules: situations, checks, battles and procedures, game by game.

mod atpo;
mod chances;
mod desk;
mod kinds;
mod roll;
mod situations;
