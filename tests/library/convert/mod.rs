//! Files as text and back.

mod nasty;
mod refresh;
