//! The checks of hidden play: one file per topic, one table per file, chained here.

mod air;
mod approvals;
mod charted;
mod contact;
mod flights;
mod frame;
mod ghosts;
mod headcount;
mod income;
mod issues;
mod land;
mod layer;
mod moves;
mod redaction;
mod research;
mod sea;
mod secrecy;
mod seen;
mod shots;
mod stage;
mod start;
mod story;
mod telling;
mod time;
mod told;
mod turns;
mod waters;

pub(super) use time::{LAST_EXPECTED, Period, us_is_neutral};

use super::boards::{BoardUnit, Boards};
use liege_rules::check::{Check, Found};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::PieceRef;

/// All tables of checks, in the order of the catalogue.
pub static TABLES: &[&[Check<Boards>]] = &[
    frame::FRAME,
    secrecy::SECRECY,
    moves::MOVES,
    sea::SEA,
    charted::CHARTED,
    contact::CONTACT,
    shots::SHOTS,
    flights::FLIGHTS,
    seen::SEEN,
    land::LAND,
    air::AIR,
    time::TIME,
    redaction::REDACTION,
];

/// A fault in a side's copy: its pieces are none of the master's, so they are named and not pointed at.
fn in_copy<'a>(
    side: &str,
    place: Option<&PlaceId>,
    pieces: impl IntoIterator<Item = (&'a Boards, &'a BoardUnit)>,
    message: impl std::fmt::Display,
) -> Found {
    let absent: Vec<PieceRef> = pieces.into_iter().map(|(view, unit)| view.piece_ref(unit)).collect();
    Found { absent, ..Found::new(place.cloned(), Vec::new(), format!("copy of {side}: {message}")) }
}
