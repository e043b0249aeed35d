//! Whether a hex lies in the home country of a nation (11.6.10).

use std::collections::BTreeSet;

use super::super::view::View;
use super::barrier;
use crate::ground::City;
use liege_rules::position::places::Hex;

/// The hex is joined to a home city by land of the nation's own territory. The map data have no other borders of a
/// home country, and colonies of the same owner are not joined to one.
pub(super) fn is_home(view: &View, nation: &str, hex: Hex) -> bool {
    let map = view.map();
    let owner = if nation == "CC" { "CN" } else { nation };
    let own = |hex: Hex| map.facts(hex).filter(|facts| facts.territory == owner);
    let mut seen = BTreeSet::from([hex]);
    let mut open = vec![hex];
    while let Some(from) = open.pop() {
        let Some(facts) = own(from) else { continue };
        if matches!(facts.city, Some(City::Home | City::Capital)) {
            return true;
        }
        let next = map.neighbours(from).into_iter().filter(|to| barrier(view, from, *to).is_none());
        open.extend(next.filter(|to| seen.insert(*to)));
    }
    false
}
