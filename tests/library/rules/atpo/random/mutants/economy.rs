//! Points, wars and garrisons against the rules.

use liege::rules::atpo::ground::{City, HexKind};
use liege::rules::position::places::Hex;

use super::hand::{boxed, copies, down, number, one_of, quiet_land, some, without};
use super::{Mutator, Shows, always, mutator};
use crate::positions::{At, Layout, Time};

pub const ALL: &[Mutator] = &[
    mutator("ATPO-X01", always, reserve),
    mutator("ATPO-X02", always, below_zero),
    mutator("ATPO-X03", |time| !time.since(1941, 12), us_points),
    mutator("ATPO-X05", |time| time.within("SE.3", "SE.3"), closed_route),
    mutator("ATPO-X08", first_month, initiative),
    mutator("ATPO-X09", |time| time.since(1944, 1), unguarded),
    mutator("ATPO-X10", |time| !time.since(1945, 8), thin_border),
    mutator("ATPO-X11", always, half_a_war),
    mutator("ATPO-X12", |time| time.since(1941, 7), french_again),
    mutator("ATPO-X13", |time| time.since(1943, 1), income),
    mutator("ATPO-X17", |time| time.since(1942, 1), b25_again),
    mutator("ATPO-X22", |time| time.within("SW.5", "EN.5"), losses),
    mutator("ATPO-X23", always, limit),
    mutator("ATPO-X24", |time| time.within("SW.5", "SW.7"), surrender),
    mutator("ATPO-X28", |time| !time.since(1941, 12) && time.within("SE.3", "SE.3"), barred),
];

fn first_month(time: &Time) -> bool {
    time.month % 3 == 1 && time.within("WX.1", "NA.3") || time.within("SE.7", "SE.7")
}

/// A power and its box.
fn power(layout: &mut Layout<'_>) -> Option<(&'static str, &'static str)> {
    layout.dice.one(&[("jp", "Japan EP"), ("us", "US EP"), ("uk", "UK EP")]).copied()
}

/// A number from one to another, as the tracks show it.
fn points(layout: &mut Layout<'_>, least: usize, most: usize) -> i32 {
    i32::try_from(layout.dice.between(least, most)).unwrap_or(0)
}

fn reserve(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["ep-reserve"]);
    let ((power, place), shown) = (power(layout)?, points(layout, 21, 60));
    for other in ["jp", "us", "uk"] {
        number(layout, place, &format!("{other}-reserve"), if other == power { shown } else { 5 });
    }
    Some(Shows::Now)
}

fn below_zero(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["ep", "ep-loss"]);
    let ((power, place), debt) = (power(layout)?, points(layout, 1, 30));
    number(layout, place, &format!("{power}-ep"), -debt);
    number(layout, place, &format!("{power}-loss"), 0);
    Some(Shows::Now)
}

fn us_points(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["ep", "control"]);
    let shown = points(layout, 1, 60);
    number(layout, "US EP", "us-ep", shown);
    Some(Shows::Now)
}

fn closed_route(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["route-open"]);
    let shown = points(layout, 1, 20);
    number(layout, "UK EP", "uk-lend-au", shown);
    Some(Shows::Now)
}

fn initiative(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["off", "initiative"]);
    let japan_leads = layout.dice.in_hundred(50);
    let (less, more) = (points(layout, 0, 4), points(layout, 10, 14));
    number(layout, "Japan Offensives", "jp-off", if japan_leads { more } else { less });
    number(layout, "US Offensives", "us-off", if japan_leads { less } else { more });
    number(layout, "Western Allies Offensives", "uk-off", 0);
    let wrong = if japan_leads { "Western Allies Offensives" } else { "Japan Offensives" };
    boxed(layout, wrong, "initiative", 1)
}

fn unguarded(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["F", "firebombed"]);
    let home = |city: Option<City>| matches!(city, Some(City::Home | City::Capital));
    let hex = quiet_land(layout, "JP", |facts| facts.territory == "JP" && home(facts.city))?;
    let chit = copies(layout, "firebombed", 1);
    down(layout, hex, "", chit)
}

/// Six to nine hexes of the border with a division each.
fn thin_border(layout: &mut Layout<'_>) -> Option<Shows> {
    layout.lines.clear();
    let count = layout.dice.between(6, 9);
    for _ in 0..count {
        let world = layout.world;
        let guarded: Vec<Hex> = layout.lines.iter().filter_map(|line| line.at.hex()).collect();
        let border: Vec<Hex> = world
            .land
            .iter()
            .copied()
            .filter(|hex| world.facts(*hex).territory == "MK" && !guarded.contains(hex))
            .filter(|hex| world.near(*hex, 1, |facts| facts.territory == "SU"))
            .collect();
        let hex = layout.dice.one(&border).copied()?;
        let unit = some(layout, "land", &["infantry"], "JP", 1)?;
        if unit[0].entry.number("strength") != Some(3) {
            return None;
        }
        layout.put(At::Hex(hex), "", unit);
    }
    Some(Shows::Now)
}

fn half_a_war(layout: &mut Layout<'_>) -> Option<Shows> {
    layout.lines.retain(|line| line.at != At::in_box("At War"));
    let id = one_of(layout, &["uk-control", "au-control", "nl-control", "ph-control", "su-control"]);
    boxed(layout, "At War", id, 1)
}

fn french_again(layout: &mut Layout<'_>) -> Option<Shows> {
    layout.lines.clear();
    let hex = quiet_land(layout, "JP", |facts| facts.territory == "FR" && facts.kind != HexKind::Sea)?;
    layout.control.insert(hex, "FR".into());
    Some(Shows::Now)
}

fn income(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["ep-income"]);
    let shown = points(layout, 10, 99);
    number(layout, "Japan EP", "jp-income", shown);
    Some(Shows::Now)
}

fn b25_again(layout: &mut Layout<'_>) -> Option<Shows> {
    let nation = one_of(layout, &["US", "AU", "UK", "CN"]);
    let hex = quiet_land(layout, nation, |_| true)?;
    let unit = copies(layout, "us-b25", 1);
    down(layout, hex, "", unit)
}

fn losses(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["ep-income", "ep-loss"]);
    let ((own, _), loss, income) = (power(layout)?, points(layout, 60, 120), points(layout, 0, 59));
    for (other, place) in [("jp", "Japan EP"), ("us", "US EP"), ("uk", "UK EP")] {
        number(layout, place, &format!("{other}-income"), income);
        number(layout, place, &format!("{other}-loss"), if other == own { loss } else { 0 });
    }
    Some(Shows::Now)
}

fn limit(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["victory-limit", "atrocity", "casualty", "progress"]);
    let place = one_of(layout, &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Sep", "Oct", "Nov"]);
    boxed(layout, place, "victory-limit", 1)
}

fn surrender(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["surrender"]);
    let shown = points(layout, 1, 54);
    number(layout, "Japan EP", "surrender", shown);
    Some(Shows::Now)
}

fn barred(layout: &mut Layout<'_>) -> Option<Shows> {
    without(layout, &["control"]);
    let id = one_of(layout, &["us-lend-su", "us-lend-uk"]);
    let shown = points(layout, 1, 20);
    number(layout, "US EP", id, shown);
    Some(Shows::Now)
}
