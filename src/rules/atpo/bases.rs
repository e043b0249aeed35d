//! How many ships a port and how many aircraft a base can take (3.9, 4.6 and the play aid), with draft facts as intervals.

use super::view::View;
use crate::rules::bound::Bound;
use crate::rules::hexmap::{City, HexFacts, Port};
use crate::rules::situation::PlaceId;

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
pub fn printed_port(place: &PlaceId, facts: &HexFacts) -> Option<Port> {
    match (facts.port, facts.city) {
        (Some(Port::Unlimited), _) => Some(Port::Unlimited),
        (Some(_), Some(City::Capital)) if place.to_string() == TOKYO => Some(Port::Major),
        (Some(_), Some(City::Capital)) => Some(Port::Minor),
        (port, _) => port,
    }
}

/// Whether a capital's port other than Tokyo's counts as minor although the map shows more.
pub fn is_capital_port(place: &PlaceId, facts: &HexFacts) -> bool {
    facts.city == Some(City::Capital)
        && facts.port.is_some_and(|port| port != Port::Unlimited)
        && place.to_string() != TOKYO
}

/// The ships that may be docked at a place; `None` when there is no limit.
pub fn port_capacity(view: &View, place: &PlaceId) -> Option<Bound> {
    let facts = match place {
        PlaceId::Hex(_) => view.situation.facts(place),
        PlaceId::Box(name) => {
            let port = view.situation.pack.map.place(name).and_then(|place| place.port);
            return ships(port).map(Bound::exact);
        }
        _ => return None,
    };
    let Some(facts) = facts else { return Some(Bound::between(0, 30, format!("port of {place}"))) };
    let enlarged = !view.working(place, "harbor-enlargement").is_empty();
    let port = if enlarged { Some(Port::Major) } else { printed_port(place, facts) };
    let full = match ships(port)? {
        _ if facts.source.is_draft() && !enlarged => Bound::between(0, 30, format!("port of {place}")),
        ships => Bound::exact(ships),
    };
    Some(after_damage(view, place, port, full))
}

/// A destroyed major port takes 15 ships, destroyed again or a smaller one none (4.13.2). Where the hex holds other
/// installations the chit may lie on one of them.
fn after_damage(view: &View, place: &PlaceId, port: Option<Port>, full: Bound) -> Bound {
    let wrecks = port_wrecks(view, place);
    if wrecks == 0 {
        return full;
    }
    let left = if port == Some(Port::Major) && wrecks == 1 { 15 } else { 0 };
    let damaged = full.min(&Bound::exact(left));
    if may_be_other(view, place) {
        full.either(&damaged, format!("what is destroyed in {place}"))
    } else {
        damaged
    }
}

/// Destroyed Installation chits that do not lie on an installation chit.
pub fn port_wrecks(view: &View, place: &PlaceId) -> usize {
    let chits = view.chits(place, "destroyed");
    let marked = INSTALLATIONS.iter().flat_map(|kind| view.chits(place, kind));
    chits.len().saturating_sub(marked.filter(|ix| view.situation.pieces[*ix].destroyed).count())
}

/// Whether a Destroyed Installation chit of a hex may mean a city or resource rather than the port.
pub fn may_be_other(view: &View, place: &PlaceId) -> bool {
    view.situation.facts(place).is_none_or(|facts| facts.resource || facts.source.is_draft())
}

/// Installations that are chits.
pub const INSTALLATIONS: &[&str] = &[
    "small-airbase",
    "large-airbase",
    "dirt-airstrip",
    "fortification",
    "coastal-fort",
    "harbor-enlargement",
    "burma-railway",
    "mulberry",
    "radar",
    "rocket-site",
];

/// Air units of one kind that a hex can base: city 1, resource 1, small airbase 1, large 2, major port 2 in place of its
/// city's 1 (4.6.1 and the play aid); dirt strips apart. `None` for a box, which has no limit.
pub fn air_capacity(view: &View, place: &PlaceId) -> Option<Bound> {
    if !matches!(place, PlaceId::Hex(_)) {
        return None;
    }
    let count = |kind: &str| i32::try_from(view.working(place, kind).len()).unwrap_or(i32::MAX / 4);
    let chits = Bound::exact(count("small-airbase").saturating_add(2 * count("large-airbase").min(1000)));
    let printed = view.situation.facts(place).map_or_else(
        || Bound::between(0, 4, format!("bases of {place}")),
        |facts| {
            let enlarged = !view.working(place, "harbor-enlargement").is_empty();
            let major = enlarged || printed_port(place, facts) == Some(Port::Major);
            let city = i32::from(facts.city.is_some() || facts.port == Some(Port::City));
            let number = i32::from(facts.resource) + if major { 2 } else { city };
            let open_sea = facts.kind == crate::rules::hexmap::HexKind::Sea;
            let doubtful = facts.source.is_draft() && !open_sea;
            if doubtful {
                Bound::between(0, number.max(3), format!("bases of {place}"))
            } else {
                Bound::exact(number)
            }
        },
    );
    Some(&printed + &chits)
}
