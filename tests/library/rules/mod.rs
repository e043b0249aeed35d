//! Rules: situations, checks, battles and procedures, game by game.

mod aafog;
mod atpo;
mod chances;
mod desk;
mod kinds;
mod roll;
mod situations;
mod stored;
