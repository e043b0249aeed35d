//! How many hexes aircraft fly from one place to another: over both sheets, and what is said of places without hexes.

use super::super::view::View;
use super::base::AirBase;
use super::rows;
use liege_rules::play::procedure::Refusal;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// The hexes from a base to a place (4.2). Borders of sea areas and of neutral nations have no effect (4.1.1.1).
///
/// # Errors
/// Why aircraft do not come there at all: 4.1.1.2 of sea areas without hexes, and boxes that no hex adjoins.
pub fn hexes_between(view: &View, base: &AirBase, to: &PlaceId) -> Result<u32, Refusal> {
    if base.at == *to {
        return Ok(0);
    }
    if view.is_sea_area(&base.at) && base.afloat {
        let reason = format!("aircraft of ships in {} fly only within that area", base.at);
        return Err(Refusal::new("4.1.1.2", reason));
    }
    if view.is_sea_area(to) {
        return into_area(view, base, to);
    }
    let (from, into) = (ends(view, &base.at), ends(view, to));
    let ways = from.iter().flat_map(|(from, before)| {
        into.iter().filter_map(move |(to, after)| {
            view.map().distance(*from, *to).map(|hexes| hexes.saturating_add(before + after))
        })
    });
    let nowhere = |place: &PlaceId| format!("no hex adjoins {place}");
    ways.min().ok_or_else(|| {
        let lost = if from.is_empty() { &base.at } else { to };
        Refusal::new("4.2", nowhere(lost))
    })
}

/// From land into a sea area without hexes: nobody but from the box that the rule names.
fn into_area(view: &View, base: &AirBase, to: &PlaceId) -> Result<u32, Refusal> {
    let pack = &view.situation.pack;
    let is = |word: &str, place: &PlaceId| rows::place(pack, word).as_ref() == Some(place);
    let open = |row: &rows::OpenAreaRow| is(&row.area, to) && is(&row.from, &base.at);
    if !base.afloat && view.range_rows().sea_area.iter().any(open) {
        return Ok(0);
    }
    let who = if base.afloat { "of ships outside it" } else { "based on land" };
    Err(Refusal::new("4.1.1.2", format!("aircraft {who} cannot fly in {to}, a sea area without hexes")))
}

/// The hexes where a flight from or to a place begins on the map, with what is flown before: the hex itself, or the hexes
/// that a box adjoins, one hex away.
fn ends(view: &View, place: &PlaceId) -> Vec<(Hex, u32)> {
    if let Some(hex) = place.hex() {
        return vec![(hex, 0)];
    }
    let pack = &view.situation.pack;
    let rows = view.range_rows().box_as_hex.iter();
    let row = rows.filter(|row| rows::place(pack, &row.id).as_ref() == Some(place));
    row.flat_map(|row| row.adjoining().map(|hex| (hex, 1))).collect()
}

/// The hexes of a straight way from one hex to another, both ends included; where several are as short, one of them.
pub fn line(view: &View, from: Hex, to: Hex) -> Vec<Hex> {
    let mut way = vec![from];
    let away = |hex: Hex| view.map().distance(hex, to).unwrap_or(u32::MAX);
    while let Some(last) = way.last().copied().filter(|last| *last != to) {
        let next = view.map().neighbours(last).into_iter().min_by_key(|hex| away(*hex));
        match next.filter(|next| away(*next) < away(last)) {
            Some(next) => way.push(next),
            None => break,
        }
    }
    way
}
