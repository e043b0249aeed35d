//! The main game: its checks and procedures, its map, its set-ups.

mod air;
mod air_combat;
mod air_naval;
mod battles;
mod bombing;
mod call;
mod carriers;
mod checks;
mod encounter;
mod fine_print;
mod land_combat;
mod map;
mod mines_and_submarines;
mod naval_again;
mod naval_combat;
mod page;
mod random;
mod range;
mod scenarios;
mod sea;
