//! Rules: situations, checks, battles and procedures, game by game.

mod assumed;
mod atpo;
mod chances;
mod desk;
mod kinds;
mod overlay;
mod roll;
mod situations;
mod stored;
