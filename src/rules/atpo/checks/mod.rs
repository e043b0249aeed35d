//! The checks of ATPO: one file per topic, one table per file, chained here.

mod air;
mod cargo;
mod decks;
mod markers;
mod moves;
mod ports;
mod stacking;
mod supply;

pub(super) use stacking::step_limit;

use super::view::View;
use crate::rules::check::Check;

/// All tables of checks, in the order of the catalogue.
pub const TABLES: &[&[Check<View>]] = &[
    stacking::STACKING,
    ports::PORTS,
    air::AIR,
    decks::DECKS,
    cargo::CARGO,
    markers::MARKERS,
    supply::SUPPLY,
    moves::MOVES,
];
