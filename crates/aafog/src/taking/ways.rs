//! Whether the units of an item can go its way: steps that adjoin, ships by sea, land units over land or ashore.

use super::super::boards::BoardUnit;
use super::handback::{Handback, walks};
use super::inferred;
use super::list::ListFault;
use super::picked::MoveItem;
use liege_rules::position::situation::PlaceId;

/// Everything that is wrong with the way of an item, in words.
pub fn faults(hand: &Handback<'_>, item: &MoveItem) -> Vec<ListFault> {
    if item.only_boards {
        return Vec::new();
    }
    let mut told: Vec<String> = hand.gaps(&item.path).collect();
    let units: Vec<&BoardUnit> = item.counters().filter_map(|ix| hand.master.unit(ix)).collect();
    if told.is_empty() {
        let mut wrong: Vec<String> = units.iter().filter_map(|unit| wrong_step(hand, item, unit)).collect();
        wrong.dedup();
        told.extend(wrong);
    }
    told.extend(wrong_purpose(hand, item, &units));
    let fault = |told: String| match item.line {
        Some(line) => ListFault::of(line, told),
        None => ListFault { line: None, what: format!("{}: {told}", inferred::label(hand, item)) },
    };
    told.into_iter().map(fault).collect()
}

fn steps(path: &[PlaceId]) -> impl Iterator<Item = (&PlaceId, &PlaceId)> {
    path.iter().zip(path.iter().skip(1))
}

/// The first step that a unit cannot take; they all adjoin.
fn wrong_step(hand: &Handback<'_>, item: &MoveItem, unit: &BoardUnit) -> Option<String> {
    let map = &hand.master.pack().map;
    let is_sea = |place: &PlaceId| hand.master.is_sea(place);
    let last = item.path.len().saturating_sub(1);
    for (at, (from, to)) in steps(&item.path).enumerate() {
        let may = match () {
            () if unit.class.is_air() => true,
            () if unit.class.is_ship() => match is_sea(to) {
                true => is_sea(from) && map.has_edge(from, to, "sea"),
                // The fleet stops at the shore; who is aboard goes on.
                false => is_sea(from) && at + 1 == last,
            },
            () if is_sea(to) => false,
            // From aboard a ship where the way begins.
            () if is_sea(from) => at == 0 && unit.carrier.is_some(),
            () => map.has_edge(from, to, "land"),
        };
        if !may {
            let how = if is_sea(to) && walks(unit.class) {
                "; it goes aboard where the way of a ship begins: TR (INF): SZ 35 > SZ 20"
            } else {
                ""
            };
            return Some(format!("{} cannot go from {from} to {to}{how}", unit.class));
        }
    }
    None
}

fn wrong_purpose(hand: &Handback<'_>, item: &MoveItem, units: &[&BoardUnit]) -> Option<String> {
    let purpose = item.purpose.as_str();
    if hand.asked.phase == "NC" && purpose != "move" {
        return Some(format!("no {purpose} in Non-Combat Move"));
    }
    let end = item.path.last()?;
    if hand.master.is_sea(end) {
        let ashore = purpose.starts_with("raid") || ["bombard", "blitz"].contains(&purpose);
        return ashore.then(|| format!("{end} is a sea zone, expected a territory to {purpose}"));
    }
    let ships = units.iter().any(|unit| unit.class.is_ship());
    let aboard = !item.loads.is_empty() || item.pieces.iter().any(|ship| !ship.with.is_empty());
    let ashore = units.iter().any(|unit| !unit.class.is_ship());
    match purpose {
        _ if purpose.starts_with("raid") && !units.iter().all(|unit| unit.class.is_air()) => {
            Some("only aircraft raid".into())
        }
        "bombard" if !ships => Some("only ships bombard".into()),
        "blitz" if !units.iter().all(|unit| walks(unit.class)) => Some("only land units blitz".into()),
        "bombard" => None,
        _ if ships && !aboard && !ashore => Some(format!(
            "no unit aboard goes ashore in {end}; ships that fire at it have \", bombard\" after their path"
        )),
        _ => None,
    }
}
