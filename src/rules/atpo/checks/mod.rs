//! The checks of ATPO: one file per topic, one table per file, chained here.

mod air;
mod cargo;
mod decks;
mod economy;
mod ground;
mod markers;
mod moves;
mod ports;
mod roster;
mod stacking;
mod supply;
mod traces;
mod track;
mod war;

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
    track::TRACK,
    economy::ECONOMY,
    traces::TRACES,
    war::WAR,
    ground::GROUND,
    roster::ROSTER,
    moves::MOVES,
];
