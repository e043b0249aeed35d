//! The Turn Track and the tracks of points: what lies there fits the month.

use liege::rules::data::schedule::Season;

use super::layout::{At, Layout};
use super::world::is_at_war;

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Lays chits on the tracks.
pub fn lay(layout: &mut Layout<'_>) {
    if layout.dice.in_hundred(50) {
        turn(layout);
    }
    if layout.dice.in_hundred(50) {
        points(layout);
    }
    if layout.dice.in_hundred(30) {
        offensives(layout);
    }
    if layout.dice.in_hundred(40) {
        intelligence(layout);
    }
    if layout.dice.in_hundred(30) {
        victory(layout);
    }
    if layout.dice.in_hundred(20) {
        for place in ["Indian Ocean Convoys (South)", "Indian Ocean Convoys (West)"] {
            lay_in(layout, place, "route-open", None);
        }
    }
    if layout.dice.in_hundred(15) {
        wars(layout);
    }
}

/// A chit in a box, with its number if it has one.
pub fn lay_in(layout: &mut Layout<'_>, place: &str, id: &str, number: Option<usize>) {
    if let Some(mut chit) = layout.take(id) {
        chit.states.extend(number.map(|number| format!("number={number}")));
        layout.put(At::in_box(place), "", vec![chit]);
    }
}

fn turn(layout: &mut Layout<'_>) {
    let month = MONTHS[usize::from(layout.time.month) - 1];
    lay_in(layout, month, "month", None);
    lay_in(layout, &layout.time.year.to_string(), "year", None);
}

/// A power has at most 20 points in reserve and loses no more than its income (2); before war the US has none (14.4),
/// and by 1943 Japan has an income of 100 (15.2).
fn points(layout: &mut Layout<'_>) {
    for power in ["jp", "us", "uk"] {
        let place = format!("{} EP", if power == "jp" { "Japan".into() } else { power.to_uppercase() });
        let least = if power == "jp" && layout.time.since(1943, 1) { 100 } else { 0 };
        let income = layout.dice.between(least, 120);
        let (reserve, loss) = (layout.dice.between(0, 20), layout.dice.between(0, income));
        let idle = power == "us" && !is_at_war("US", &layout.time);
        let points = if idle { 0 } else { layout.dice.between(0, 90) };
        for (what, number) in [("ep", points), ("reserve", reserve), ("income", income), ("loss", loss)] {
            lay_in(layout, &place, &format!("{power}-{what}"), Some(number));
        }
    }
}

/// The Initiative is with the side that has more (14.9).
fn offensives(layout: &mut Layout<'_>) {
    let [japan, us, uk] = [12, 8, 4].map(|most| layout.dice.between(0, most));
    lay_in(layout, "Japan Offensives", "jp-off", Some(japan));
    lay_in(layout, "US Offensives", "us-off", Some(us));
    lay_in(layout, "Western Allies Offensives", "uk-off", Some(uk));
    let first = if japan >= us + uk { "Japan Offensives" } else { "Western Allies Offensives" };
    lay_in(layout, first, "initiative", None);
}

/// A Seasonal Magic chit from 1942 on, a Yearly one beside it in Winter, a Change JN-25 chit from 1943 on for the next
/// season, and a Fuel Oil chit from 1944 on (17.4, 17.10).
fn intelligence(layout: &mut Layout<'_>) {
    let season = layout.time.season().season;
    if layout.time.since(1942, 1) {
        let most = if season == Season::Winter { 2 } else { 1 };
        for _ in 0..layout.dice.between(0, most) {
            lay_in(layout, season.name(), "magic", None);
        }
    }
    if layout.time.since(1943, 1) && layout.dice.in_hundred(50) {
        let next = Season::ALL[(season as usize + 1) % 4];
        lay_in(layout, next.name(), "jn25", None);
    }
    if layout.time.since(1944, 1) && layout.dice.in_hundred(50) {
        let month = layout.dice.one(&MONTHS).copied().unwrap_or("Jan");
        lay_in(layout, month, "fuel-oil", None);
    }
}

/// The Allies win until August 1945, one month less for each marker of theirs (15.2.2) and one more for each Atrocity
/// (17.4.1); nobody holds a Japanese city, so the Surrender Number is 100 (15.2.1).
fn victory(layout: &mut Layout<'_>) {
    let less = layout.dice.between(0, 2);
    let pieces = layout.lines.iter().flat_map(|line| &line.pieces);
    let more = pieces.filter(|piece| *piece.entry.kind == *"atrocity").count();
    for _ in 0..less {
        lay_in(layout, "Aug", if layout.time.since(1943, 1) { "casualty" } else { "progress" }, None);
    }
    lay_in(layout, MONTHS[7 + more - less], "victory-limit", None);
    lay_in(layout, "Japan EP", "surrender", Some(100));
}

/// Control chits of the nations at war with Japan (18.2), now and then with the USSR before its time.
fn wars(layout: &mut Layout<'_>) {
    let early = is_at_war("US", &layout.time) && layout.dice.in_hundred(30);
    for nation in ["US", "PH", "UK", "AU", "NL", "FR", "SU", "MN"] {
        if is_at_war(nation, &layout.time) || (early && matches!(nation, "SU" | "MN")) {
            lay_in(layout, "At War", &format!("{}-control", nation.to_lowercase()), None);
        }
    }
}
