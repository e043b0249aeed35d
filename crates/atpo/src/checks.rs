//! The checks of ATPO: one file per topic, one table per file, chained here.

mod air;
mod airfields;
mod cargo;
mod copies;
mod decks;
mod economy;
mod ferries;
mod ground;
mod headquarters;
mod lift;
mod lines;
mod loads;
mod markers;
mod moves;
mod pilots;
mod ports;
mod roster;
mod stacking;
mod supply;
mod task_forces;
mod traces;
mod track;
mod war;

pub(super) use air::based;
pub(super) use decks::{deck_capacity, decks, strength};
pub(super) use economy::{surrender_numbers, victory_month};
pub(super) use ground::{COMMUNISTS, NATIONALISTS, is_closed_to_communists};
pub(super) use lift::{Lift, TANAKA, TaskForce, tokyo_express};
pub(super) use lines::tracing;
pub(super) use ports::{docked, takes};
pub(super) use stacking::{is_chinese, is_of_china, step_limit};

use super::view::View;
use liege_rules::check::Check;

/// All tables of checks, in the order of the catalogue.
pub static TABLES: &[&[Check<View>]] = &[
    stacking::STACKING,
    headquarters::HEADQUARTERS,
    task_forces::TASK_FORCES,
    ports::PORTS,
    air::AIR,
    airfields::AIRFIELDS,
    decks::DECKS,
    ferries::FERRIES,
    pilots::PILOTS,
    cargo::CARGO,
    loads::LOADS,
    markers::MARKERS,
    supply::SUPPLY,
    track::TRACK,
    economy::ECONOMY,
    traces::TRACES,
    war::WAR,
    ground::GROUND,
    roster::ROSTER,
    copies::COPIES,
    moves::MOVES,
];
