//! What the rules demand of the turn: the marker on its track, the same turn everywhere, entry of the US, length (4.G).

use std::fmt;

use super::super::boards::Boards;
use super::layer;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Check, Found, Report, now, whole};
use liege_rules::position::situation::{PieceIx, PlaceId};

/// The table of this topic.
pub const TIME: &[Check<Boards>] = &[
    now("AAF-058", off_the_track).in_the_open(),
    whole("AAF-059", one_turn_in_all_files),
    now("AAF-060", long_game).in_the_open(),
    now("AAF-061", us_still_neutral),
    now("AAF-062", period_of_another_turn).in_the_open(),
];

/// The turns that the track has (TT, L98-126).
const TURNS: std::ops::RangeInclusive<i32> = 1..=15;
/// The turn in which the game should be over (L118).
pub const LAST_EXPECTED: i32 = 11;
/// The turn during which the US declares war on Japan (L102).
const US_ENTRY: i32 = 3;
/// The first year of the track (L98).
const FIRST_YEAR: i32 = 1940;
/// The kind of the time marker.
const TIME_MARKER: &str = "time";
/// The kind of the marker that shows whether the US is at war.
const US_STATUS: &str = "war-entry";
/// The box of that marker before the declaration of war.
const US_NEUTRAL: &str = "US not at war";

/// The half of a year that a turn stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    year: i32,
    /// July to December.
    is_second: bool,
}

impl Period {
    /// That of a turn (D09): turns with odd numbers are second halves, the first is that of 1940 (L98).
    pub fn of(turn: i32) -> Self {
        Self { year: FIRST_YEAR + turn / 2, is_second: turn % 2 == 1 }
    }

    fn has(self, year: i32, month: u8) -> bool {
        year == self.year && if self.is_second { 7..=12 } else { 1..=6 }.contains(&month)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let months = if self.is_second { "July to December" } else { "January to June" };
        write!(out, "{months} {}", self.year)
    }
}

/// The pieces of a kind of marker with their places.
fn markers<'a>(view: &'a Boards, kind: &'a str) -> impl Iterator<Item = (PieceIx, &'a PlaceId)> {
    let pieces = view.situation.pieces.iter().enumerate();
    pieces.filter(move |(_, piece)| piece.is_chit(kind)).map(|(ix, piece)| (ix, &piece.at))
}

/// Whether the US is not at war yet; none where no marker says so.
pub fn us_is_neutral(view: &Boards) -> Option<bool> {
    markers(view, US_STATUS).next().map(|(_, place)| place.to_string() == US_NEUTRAL)
}

/// The number in the name of a box of the track.
fn turn_of(place: &PlaceId) -> Option<i32> {
    place.to_string().strip_prefix("Turn ")?.split_whitespace().next()?.parse().ok()
}

fn off_the_track(view: &Boards, report: &mut Report<'_>) {
    for (ix, place) in markers(view, TIME_MARKER) {
        if !turn_of(place).is_some_and(|turn| TURNS.contains(&turn)) {
            let message = format!("the time marker is on {place}, not on one of the turns 1 to 15");
            report.add(Found::at(place.clone(), vec![ix], message).help("put it on the turn that is played"));
        }
    }
}

fn one_turn_in_all_files(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let Some(turn) = case.now.turn() else {
        report.not_checked("needs the time marker, which the save does not show");
        return Ok(());
    };
    let copies =
        case.copies.iter().map(|(side, copy)| (side.as_str(), format!("the copy of {side}"), &copy.held));
    let shared = case.shared.iter().map(|shared| ("", "the shared save".to_owned(), shared));
    let files: Vec<(&str, String, &Boards)> = copies.chain(shared).collect();
    if files.is_empty() {
        case.wants_copies()?;
    }
    for (side, file, other) in files.iter().filter_map(|(side, file, view)| Some((side, file, view.turn()?)))
    {
        if other != turn {
            if let Some(reason) = layer::went_on(case, side) {
                report.not_checked(reason);
                continue;
            }
            let message = format!("{file} is in turn {other}, the save in turn {turn}");
            report.add(Found::new(None, Vec::new(), message));
        }
    }
    Ok(())
}

fn long_game(view: &Boards, report: &mut Report<'_>) {
    if let Some(turn) = view.turn().filter(|turn| *turn > LAST_EXPECTED) {
        let message = format!("it is turn {turn}; the track expects the end by turn {LAST_EXPECTED}");
        report.add(Found::new(None, Vec::new(), message));
    }
}

fn us_still_neutral(view: &Boards, report: &mut Report<'_>) {
    let Some(turn) = view.turn().filter(|turn| *turn > US_ENTRY) else { return };
    for (ix, place) in markers(view, US_STATUS).filter(|(_, place)| place.to_string() == US_NEUTRAL) {
        let message =
            format!("the US is not at war with Japan in turn {turn}; it declares war during turn 3");
        report.add(Found::at(place.clone(), vec![ix], message).help("move the marker to \"US at war\""));
    }
}

fn period_of_another_turn(view: &Boards, report: &mut Report<'_>) {
    let Some((turn, date)) = view.turn().zip(view.situation.clock.date) else { return };
    let period = Period::of(turn);
    if !period.has(i32::from(date.year), date.month) {
        let message = format!("turn {turn} is {period}, but the save says {}", date.in_words());
        report.add(Found::new(None, Vec::new(), message));
    }
}
