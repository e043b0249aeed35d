//! Chits on the Turn Track that do not fit the month.

use liege::rules::data::schedule::Season;

use super::hand::{boxed, one_of, without};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{Layout, Time};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-M24", |time| time.since(1942, 1) && magic_is_drawn(time), magic),
    mutator("ATPO-M25", |time| time.since(1943, 1) && magic_is_drawn(time), jn25),
    mutator("ATPO-M26", always, fuel_oil),
    mutator("ATPO-M27", |time| !time.touches("SE.2", "SE.2"), half_a_route),
    mutator("ATPO-M28", always, wrong_month),
    mutator("ATPO-M30", |time| !time.since(1941, 10) && time.within("WX.1", "EN.5"), extra_month),
    mutator("ATPO-X14", always, too_much_magic),
];

/// The Seasonal Turn draws in its last step; before that what lies there is of the season that is over.
fn magic_is_drawn(time: &Time) -> bool {
    time.within("WX.1", "EN.5") || time.within("SE.7", "SE.7")
}

fn season(layout: &Layout<'_>, later: usize) -> &'static str {
    Season::ALL[(layout.time.season().season as usize + later) % 4].name()
}

fn magic(layout: &mut Layout<'_>) -> Option<Shows> {
    let later = layout.dice.below(4);
    let place = season(layout, later);
    // Winter holds the Yearly chit, the season that is here its own, and the Shock of War brings two.
    let count = if place == "Winter" || later == 0 { 5 } else { 3 };
    boxed(layout, place, "magic", count)
}

fn jn25(layout: &mut Layout<'_>) -> Option<Shows> {
    let later = layout.dice.between(1, 3);
    let count = if later == 1 { 2 } else { 1 };
    let place = season(layout, later);
    boxed(layout, place, "jn25", count)
}

fn fuel_oil(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["fuel-oil"]);
    let count = if layout.time.since(1944, 1) { layout.dice.between(2, 3) } else { 1 };
    let place = one_of(layout, &["Jan", "Apr", "Jun", "Sep", "Nov"]);
    boxed(layout, place, "fuel-oil", count)
}

fn half_a_route(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["route-open"]);
    let place = one_of(layout, &["Indian Ocean Convoys (South)", "Indian Ocean Convoys (West)"]);
    boxed(layout, place, "route-open", 1)
}

fn wrong_month(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["month", "year"]);
    if layout.dice.in_hundred(50) {
        let place = one_of(layout, &["1937", "1938", "1939", "1940", "1941", "1942", "1943", "1944", "1945"]);
        let away = place.parse::<u16>().ok()?.abs_diff(layout.time.year) > 1;
        return if away { boxed(layout, place, "year", 1) } else { None };
    }
    let opposite = usize::from(layout.time.month + 5) % 12;
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    boxed(layout, months[opposite], "month", 1)
}

fn extra_month(layout: &mut Layout<'_>) -> Option<Shows> {
    layout.time.month += 1;
    Some(Shows::Now)
}

fn too_much_magic(layout: &mut Layout<'_>) -> Option<Shows> {
    let count = layout.dice.between(19, 24);
    boxed(layout, "US Box (West Coast)", "magic", count)
}
