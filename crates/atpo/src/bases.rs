//! How many ships a port and how many aircraft a base can take (3.9, 4.6 and the play aid), with draft facts as intervals.

use super::view::View;
use crate::ground::{City, Ground, GroundColumn, Port, box_port};
use liege_rules::check::bound::Bound;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Ships that a port of this kind can take; `None` when there is no limit.
fn ships(port: Option<Port>) -> Option<i32> {
    match port {
        None => Some(0),
        Some(Port::City) => Some(5),
        Some(Port::Minor) => Some(15),
        Some(Port::Major) => Some(30),
        Some(Port::Unlimited) => None,
    }
}

/// The hex of the only capital whose port is a major one (3.9.1).
const TOKYO: &str = "W4533";

/// The printed port of a hex: a capital's counts as minor, Tokyo's as major, unless printed without limit (3.9.1).
pub fn printed_port(place: &PlaceId, facts: &Ground) -> Option<Port> {
    match (facts.port, facts.city) {
        (Some(Port::Unlimited), _) => Some(Port::Unlimited),
        (Some(_), Some(City::Capital)) if place.to_string() == TOKYO => Some(Port::Major),
        (Some(_), Some(City::Capital)) => Some(Port::Minor),
        (port, _) => port,
    }
}

/// Whether a capital's port other than Tokyo's counts as minor although the map shows more.
pub fn is_capital_port(place: &PlaceId, facts: &Ground) -> bool {
    facts.city == Some(City::Capital)
        && facts.port.is_some_and(|port| port != Port::Unlimited)
        && place.to_string() != TOKYO
}

/// The ships that may be docked at a place; `None` when there is no limit.
pub fn port_capacity(view: &View, place: &PlaceId) -> Option<Bound> {
    let facts = match place {
        PlaceId::Hex(_) => view.ground(place),
        PlaceId::Named(_) => {
            let port = box_port(&view.situation.pack.map, place);
            return ships(port).map(Bound::exact);
        }
        _ => return None,
    };
    let what = || format!("port of {place}");
    let Some(facts) = facts else { return Some(Bound::about(LARGEST, 0..=LARGEST, what())) };
    let enlarged = is_enlarged(view, place);
    let port = if enlarged { Some(Port::Major) } else { printed_port(place, facts) };
    let full = ships(port)?;
    let full = if facts.is_draft(GroundColumn::Port) && !enlarged {
        Bound::about(full, 0..=LARGEST, what())
    } else {
        Bound::exact(full)
    };
    Some(after_damage(view, place, port, full))
}

/// Whether a finished enlargement makes a major port of a place; a destroyed one is damage to that port (14.6.1.4).
pub fn is_enlarged(view: &View, place: &PlaceId) -> bool {
    !view.finished(place, ENLARGEMENT).is_empty()
}

/// The chit of a port that was made larger.
const ENLARGEMENT: &str = "harbor-enlargement";

/// The ships that the largest port with a limit takes.
const LARGEST: i32 = 30;

/// A destroyed major port takes 15 ships, destroyed again or a smaller one none (4.13.2). Where the hex holds other
/// installations the chit may lie on one of them.
fn after_damage(view: &View, place: &PlaceId, port: Option<Port>, full: Bound) -> Bound {
    let (surely, perhaps) = port_wrecks(view, place);
    let left = |wrecks: usize| match (wrecks, port) {
        (0, _) => i32::MAX,
        (1, Some(Port::Major)) => 15,
        _ => 0,
    };
    let (best, worst) = (left(surely), left(perhaps));
    let range = full.least.min(worst)..=full.most.min(best);
    let damaged = Bound::about(full.nominal.min(best), range, format!("installations destroyed in {place}"));
    if perhaps == 0 { full } else { damaged }
}

/// The ships that a port takes when it is destroyed once more: a major one that is whole is a minor one then (4.13.2).
pub fn port_destroyed_again(view: &View, place: &PlaceId) -> i32 {
    let printed = view.ground(place).and_then(|facts| printed_port(place, facts));
    let is_major = is_enlarged(view, place) || printed == Some(Port::Major);
    let is_whole = port_wrecks(view, place).0 == 0;
    if is_major && is_whole { ships(Some(Port::Minor)).unwrap_or(0) } else { 0 }
}

/// How often the port of a hex is surely destroyed, and how often it may be: a Destroyed Installation chit that lies on
/// no installation chit may mean any installation of the hex.
pub fn port_wrecks(view: &View, place: &PlaceId) -> (usize, usize) {
    let all = INSTALLATIONS.iter().flat_map(|kind| view.chits(place, kind));
    let (marked, sound): (Vec<PieceIx>, Vec<PieceIx>) = all.partition(|ix| view.states[*ix].destroyed);
    let lent = marked.iter().filter(|ix| is_under_chit(view, **ix)).count();
    let loose = view.chits(place, "destroyed").len().saturating_sub(lent);
    let other = view.ground(place).map_or(loose, |facts| {
        let printed = usize::from(facts.resource) + usize::from(facts.permanent_fort);
        if facts.is_draft(GroundColumn::Fort) { loose } else { printed + sound.len() }
    });
    // An enlargement is the port itself.
    let enlargement = |ix: &&PieceIx| view.situation.pieces[**ix].is_chit(ENLARGEMENT);
    let known = marked.iter().filter(enlargement).count();
    (loose.saturating_sub(other) + known, loose + known)
}

/// Whether a Destroyed Installation chit on a piece is about it.
fn is_under_chit(view: &View, ix: PieceIx) -> bool {
    let chits = view.chits(&view.situation.pieces[ix].at, "destroyed").into_iter();
    chits.map(|chit| &view.situation.pieces[chit]).any(|chit| chit.lent_to == Some(ix))
}

/// Installations that are chits.
pub const INSTALLATIONS: &[&str] = &[
    "small-airbase",
    "large-airbase",
    "dirt-airstrip",
    "fortification",
    "coastal-fort",
    ENLARGEMENT,
    "burma-railway",
    "mulberry",
    "radar",
    "rocket-site",
];

/// Air units of one kind that a place can base: city 1, resource 1, small airbase 1, large 2, major port 2 in place of
/// its city's 1 (4.6.1 and the play aid), dirt strips apart; an area of the sea none. `None` for any other box, which has
/// no limit.
pub fn air_capacity(view: &View, place: &PlaceId) -> Option<Bound> {
    if view.is_sea_area(place) {
        return Some(Bound::exact(0));
    }
    if !matches!(place, PlaceId::Hex(_)) {
        return None;
    }
    let count = |kind: &str| i32::try_from(view.working(place, kind).len()).unwrap_or(i32::MAX / 4);
    let chits = Bound::exact(count("small-airbase").saturating_add(2 * count("large-airbase").min(1000)));
    let what = || format!("bases of {place}");
    let printed = view.ground(place).map_or_else(
        || Bound::about(4, 0..=4, what()),
        |facts| {
            let enlarged = !view.working(place, ENLARGEMENT).is_empty();
            let major = enlarged || printed_port(place, facts) == Some(Port::Major);
            let city = i32::from(facts.city.is_some() || facts.port == Some(Port::City));
            let number = i32::from(facts.resource) + if major { 2 } else { city };
            let doubtful = facts.is_draft(GroundColumn::City) && !view.is_surely_sea(place);
            if doubtful { Bound::about(number, 0..=3, what()) } else { Bound::exact(number) }
        },
    );
    Some(&printed + &chits)
}
