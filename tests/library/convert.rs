//! Files as text and back.

mod nasty;
mod refresh;
mod refresh_decks;
mod refresh_places;
