//! Toolkit for VASSAL modules and saves of Pacific-war strategy games.

pub mod rules;
