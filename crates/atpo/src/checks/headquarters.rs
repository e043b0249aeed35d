//! Headquarters: those of one nation that stand side by side, where they may not operate.

use std::collections::BTreeMap;

use super::super::kind::Kind;
use super::super::listed::names;
use super::super::states::Status;
use super::super::view::{Unit, View};
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

pub(super) const HEADQUARTERS: &[Check<View>] =
    &[now("ATPO-S07", headquarters_activated_beside_another), now("ATPO-S08", adjacent_headquarters_at_rest)];

/// The HQs that may operate side by side (7.1.6).
const NEIGHBOURS: [[&str; 2]; 2] = [["cn-hq-5", "cn-hq-6"], ["uk-hq-burma", "uk-hq-india"]];

/// The HQs of one nation in two hexes side by side.
struct Adjacent<'a> {
    here: (Hex, &'a [&'a Unit]),
    there: (Hex, &'a [&'a Unit]),
}

/// HQs ashore by hex and nation.
fn ashore(view: &View) -> BTreeMap<(Hex, &str), Vec<&Unit>> {
    let mut all: BTreeMap<(Hex, &str), Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind == Kind::Hq && view.is_ashore(unit)) {
        if let Some(hex) = view.piece(unit).at.hex() {
            all.entry((hex, &unit.entry.nation)).or_default().push(unit);
        }
    }
    all
}

/// Each two hexes side by side with HQs of one nation that hinder one another.
fn adjacent<'a>(view: &View, ashore: &'a BTreeMap<(Hex, &str), Vec<&'a Unit>>) -> Vec<Adjacent<'a>> {
    let mut found = Vec::new();
    for ((hex, nation), here) in ashore {
        for near in view.map().neighbours(*hex).into_iter().filter(|near| near > hex) {
            let Some(there) = ashore.get(&(near, nation)) else { continue };
            let excepted = |pair: &[&str; 2]| {
                here.iter().chain(there).all(|unit| pair.contains(&unit.entry.id.as_str()))
            };
            if !NEIGHBOURS.iter().any(excepted) {
                found.push(Adjacent { here: (*hex, here), there: (near, there) });
            }
        }
    }
    found
}

fn is_activated(view: &View, unit: &Unit) -> bool {
    view.states(unit).used || view.has(unit, Status::Active)
}

/// An HQ that has operated may have moved beside the other one since, so this is never more than suspicious.
fn headquarters_activated_beside_another(view: &View, report: &mut Report<'_>) {
    for Adjacent { here, there } in adjacent(view, &ashore(view)) {
        for ((hex, own), (near, others)) in [(here, there), (there, here)] {
            let used: Vec<&Unit> = own.iter().copied().filter(|unit| is_activated(view, unit)).collect();
            if used.is_empty() {
                continue;
            }
            let message = format!(
                "{} in {hex}: activated next to {} in {near}, an HQ of its nation",
                names(view, &used),
                names(view, others)
            );
            let pieces = used.iter().chain(others).map(|unit| unit.ix).collect();
            report.add(
                Found::at(PlaceId::Hex(hex), pieces, message)
                    .help("legal only if it moved there after operating"),
            );
        }
    }
}

fn adjacent_headquarters_at_rest(view: &View, report: &mut Report<'_>) {
    for Adjacent { here: (hex, own), there: (near, others) } in adjacent(view, &ashore(view)) {
        if own.iter().chain(others).any(|unit| is_activated(view, unit)) {
            continue;
        }
        let message = format!(
            "{} in {hex} and {} in {near}: adjacent HQs of one nation",
            names(view, own),
            names(view, others)
        );
        let pieces = own.iter().chain(others).map(|unit| unit.ix).collect();
        report.add(
            Found::at(PlaceId::Hex(hex), pieces, message)
                .help("neither can operate until they are no longer adjacent"),
        );
    }
}
