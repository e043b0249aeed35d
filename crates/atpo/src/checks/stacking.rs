//! Stacking: how many land units, headquarters, partisans and submarines may share a place.

use std::collections::BTreeSet;

use super::super::kind::{Kind, Land, Ship};
use super::super::listed::{names, names_by_nation};
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use super::ground::{COMMUNISTS, NATIONALISTS, assault_is_to_come};
use crate::bases::port_wrecks;
use crate::ground::{GroundColumn, HexKind, Island, SideKind};
use crate::part::MonthPart;
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::Severity;

pub(super) const STACKING: &[Check<View>] = &[
    now("ATPO-S01", overstacked_hex),
    now("ATPO-S02", overstacked_small_island),
    now("ATPO-S04", stacked_chinese_units).of("allies"),
    now("ATPO-S09", enemies_share_hex),
    now("ATPO-S14", overstacked_beach),
    now("ATPO-S16", overstacked_after_retreat),
    now("ATPO-S18", submarine_not_alone),
];

const SIDES: [Alliance; 2] = [Alliance::Axis, Alliance::Allies];

fn hexes(view: &View) -> impl Iterator<Item = Hex> {
    view.places().filter_map(PlaceId::hex)
}

fn pieces<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Vec<PieceIx> {
    units.into_iter().map(|unit| unit.ix).collect()
}

fn overstacked_hex(view: &View, report: &mut Report<'_>) {
    overstacked(view, report, false);
}

fn overstacked_small_island(view: &View, report: &mut Report<'_>) {
    overstacked(view, report, true);
}

/// Steps ashore of one party against the limit of the hex; on small islands or anywhere.
fn overstacked(view: &View, report: &mut Report<'_>, islands_only: bool) {
    for hex in hexes(view) {
        let small = view.map().facts(hex).is_some_and(|facts| facts.island == Some(Island::Small));
        if islands_only && !small {
            continue;
        }
        for side in SIDES {
            report.extend(overstack(view, hex, side, |load, limit| {
                let what = if small { "the small island" } else { "the hex" };
                let steps = load.counted(&format!("{} land step", side.word()));
                let help = "move units away, or reduce them, until the hex holds them";
                (format!("{steps} in {hex}; {what} holds {limit}"), help)
            }));
        }
    }
}

/// What is at fault where one party has more steps ashore than a hex holds; `wording` is what it says of load and limit.
fn overstack(
    view: &View,
    hex: Hex,
    side: Alliance,
    wording: impl FnOnce(&Bound, &Bound) -> (String, &'static str),
) -> Option<Found> {
    let units: Vec<&Unit> = view.land_ashore(hex, side).filter(|unit| view.steps(unit).most > 0).collect();
    let load: Bound = units.iter().map(|unit| view.steps(unit)).sum();
    let soviet = !units.is_empty() && units.iter().all(|unit| unit.entry.nation == "SU");
    let limit = step_limit(view, hex, soviet);
    Found::over(&load, &limit, || {
        let (message, help) = wording(&load, &limit);
        Found::at(PlaceId::Hex(hex), pieces(units), message).help(help)
    })
}

/// The party that has declared attacks, if one alone has.
fn attacker(view: &View) -> Option<Alliance> {
    let attacks = |side: Alliance| {
        view.units.iter().any(|unit| unit.side == side && view.states(unit).attack.is_some())
    };
    let [axis, allies] = SIDES.map(attacks);
    match (axis, allies) {
        (true, false) => Some(Alliance::Axis),
        (false, true) => Some(Alliance::Allies),
        _ => None,
    }
}

/// In the combat step the defenders move by retreats alone, while those who advance may be too many until it ends.
fn overstacked_after_retreat(view: &View, report: &mut Report<'_>) {
    let Some(defender) = attacker(view).map(Alliance::enemy) else { return };
    for hex in hexes(view) {
        report.extend(overstack(view, hex, defender, |load, limit| {
            let steps = load.counted(&format!("{} land step", defender.word()));
            let help = "retreating units continue until they are in a hex that can hold them";
            (format!("{steps} of the defending side in {hex}; the hex holds {limit}"), help)
        }));
    }
}

/// Units pinned on a beach with those that attack their own hex, which land there.
fn overstacked_beach(view: &View, report: &mut Report<'_>) {
    for hex in hexes(view) {
        for side in SIDES {
            let lands = |unit: &&Unit| unit.side == side && unit.kind.is_land();
            let (pinned, others): (Vec<&Unit>, Vec<&Unit>) =
                view.in_hex(hex).filter(lands).partition(|unit| view.posture(unit) == Posture::Pinned);
            let wave: Vec<&Unit> =
                others.into_iter().filter(|unit| view.states(unit).attack == Some(hex)).collect();
            if pinned.is_empty() {
                continue;
            }
            let steps = |units: &[&Unit]| units.iter().map(|unit| view.steps(unit)).sum::<Bound>();
            let (first, second) = (steps(&pinned), steps(&wave));
            let soviet = pinned.iter().chain(&wave).all(|unit| unit.entry.nation == "SU");
            let limit = step_limit(view, hex, soviet);
            report.extend(Found::over(&(&first + &second), &limit, || {
                let first = first.counted("step");
                let message = if wave.is_empty() {
                    format!("{first} pinned on the beach of {hex}; the hex holds {limit}")
                } else {
                    format!("{first} pinned on the beach of {hex} and {second} about to land; the hex holds {limit}")
                };
                Found::at(PlaceId::Hex(hex), pieces(pinned.into_iter().chain(wave)), message)
                    .help("only as many may land as fit into the hex with the pinned units")
            }));
        }
    }
}

/// 8 steps, 4 on a small island, and 2 more for a city, 1 for a fort, 2 for Soviet units.
pub(crate) fn step_limit(view: &View, hex: Hex, soviet: bool) -> Bound {
    let place = PlaceId::Hex(hex);
    let map = view.map();
    let Some(facts) = map.facts(hex) else {
        return Bound::about(13, 4..=13, format!("terrain of {hex}"));
    };
    let draft_city = |hex: Hex| {
        map.facts(hex).is_some_and(|facts| facts.city.is_some() && facts.is_draft(GroundColumn::City))
    };
    let small = facts.island == Some(Island::Small);
    let about_island = |nominal: i32| Bound::about(nominal, 4..=8, format!("island size of {hex}"));
    let about_city = |nominal: i32| Bound::about(nominal, 0..=2, format!("city in {hex}"));
    let number = if facts.city.is_some() { 2 } else { 0 };
    let (base, city) = if small && facts.is_draft(GroundColumn::Island) && draft_city(hex) {
        // One guess lowers the limit and another raises it, so neither tells: 8 as in any terrain.
        (about_island(8), about_city(0))
    } else {
        let base = match (small, facts.is_draft(GroundColumn::Island)) {
            (true, true) => about_island(4),
            (true, false) => Bound::exact(4),
            (false, _) => Bound::exact(8),
        };
        // A draft city may be one hex off, not further.
        let near = || draft_city(hex) || map.neighbours(hex).into_iter().any(draft_city);
        let doubtful = facts.is_draft(GroundColumn::City) && near();
        (base, if doubtful { about_city(number) } else { Bound::exact(number) })
    };
    let forts =
        !view.working(&place, "fortification").is_empty() || !view.working(&place, "coastal-fort").is_empty();
    let extra = i32::from(forts || facts.permanent_fort) + if soviet { 2 } else { 0 };
    [base, city, Bound::exact(extra)].into_iter().sum()
}

fn stacked_chinese_units(view: &View, report: &mut Report<'_>) {
    for hex in hexes(view) {
        let ashore = view.land_ashore(hex, Alliance::Allies);
        let units: Vec<&Unit> = ashore.filter(|unit| is_of_china(unit)).collect();
        if is_chinese(view, hex) && units.len() > 1 {
            let message =
                format!("{} in {hex}; in China Chinese units never share a hex", names(view, &units));
            let severity = if is_surely_china(view, hex) { Severity::Illegal } else { Severity::Suspicious };
            let found = Found::at(PlaceId::Hex(hex), pieces(units), message).severity(severity);
            report.add(found.help("move away all but one"));
        }
    }
}

/// Whether it is one of the units that never share a hex of China.
pub(crate) fn is_of_china(unit: &Unit) -> bool {
    matches!(unit.entry.nation.as_str(), NATIONALISTS | COMMUNISTS)
        && unit.kind != Kind::Land(Land::Paratroop)
}

/// Whether a hex is in China.
pub(crate) fn is_chinese(view: &View, hex: Hex) -> bool {
    view.map().facts(hex).is_some_and(|facts| facts.territory == "CN")
}

/// Whether no reading takes a hex out of China: its borders are drafts, but they do not run through the inland nor
/// through the cities of the mainland. Whether Hainan is meant no rule says.
fn is_surely_china(view: &View, hex: Hex) -> bool {
    let map = view.map();
    let named = map.facts(hex).is_some_and(|facts| !facts.is_draft(GroundColumn::Territory));
    let inland = |hex: Hex| map.neighbours(hex).into_iter().all(|near| is_chinese(view, near));
    inland(hex) || (named && joined_by_land(view, hex).into_iter().any(inland))
}

/// The hexes that a land unit reaches from one without leaving its nation.
pub(super) fn joined_by_land(view: &View, start: Hex) -> BTreeSet<Hex> {
    let map = view.map();
    let nation = map.facts(start).map(|facts| &facts.territory);
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(from) = open.pop() {
        for to in map.neighbours(from) {
            let within = map.facts(to).map(|facts| &facts.territory) == nation;
            let joined = within && !map.has_side(from, to, SideKind::AllSea);
            if joined && seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

/// What to do where enemies share a place. Only on a coast has somebody landed, and only in a land Offensive is his assault
/// still to be fought.
fn way_out(view: &View, place: &PlaceId) -> &'static str {
    let coastal = view.ground(place).is_some_and(|facts| facts.kind != HexKind::Land);
    let offensive = view.part().is_none_or(|part| part == MonthPart::LandOffensive);
    match (coastal, offensive) {
        (true, true) => {
            "landing still to be fought: set its units' attack arrow to this hex; failed landing: mark them \
             Pinned on the Beach; otherwise one side retreats"
        }
        (true, false) => "failed landing: mark its units Pinned on the Beach; otherwise one side retreats",
        (false, true) => {
            "drop still to be fought: set its units' attack arrow to this hex; otherwise one side retreats"
        }
        (false, false) => "one side retreats to another hex",
    }
}

fn enemies_share_hex(view: &View, report: &mut Report<'_>) {
    for place in view.places().filter(|place| place.hex().is_some() || view.is_land_box(place)) {
        // A lone HQ, General or Coastwatchers unit is a land unit, too (16.3.6).
        let stands = |unit: &&Unit| unit.kind.is_ground() && view.is_ashore(unit);
        let side = |side: Alliance| {
            view.here(place).filter(|unit| unit.side == side).filter(stands).collect::<Vec<&Unit>>()
        };
        let (axis, allies) = (side(Alliance::Axis), side(Alliance::Allies));
        if axis.is_empty() || allies.is_empty() {
            continue;
        }
        let to_come = |units: &[&Unit]| assault_is_to_come(view, place, units);
        let neutral = allies.iter().all(|unit| view.may_be_neutral(unit));
        let doubtful = neutral || to_come(&axis) || to_come(&allies);
        let severity = if doubtful { Severity::Suspicious } else { Severity::Illegal };
        let message = format!(
            "{} and {} both ashore in {place}",
            names_by_nation(view, &axis),
            names_by_nation(view, &allies)
        );
        let help =
            if neutral { "one side retreats, unless they are not at war" } else { way_out(view, place) };
        let found = Found::at(place.clone(), pieces(axis.into_iter().chain(allies)), message);
        report.add(found.severity(severity).help(help));
    }
}

fn submarine_not_alone(view: &View, report: &mut Report<'_>) {
    for place in view.places() {
        for side in SIDES {
            let at_sea = |unit: &&Unit| {
                let states = view.states(unit);
                unit.side == side
                    && unit.kind.is_naval()
                    && states.posture == Posture::Present
                    && states.posture_told
            };
            let ships: Vec<&Unit> = view.here(place).filter(at_sea).collect();
            let in_box = place.hex().is_none();
            for sub in ships.iter().filter(|unit| is_submarine(unit)) {
                let together = |unit: &&Unit| !in_box || view.piece(unit).stack == view.piece(sub).stack;
                let with: Vec<&Unit> = ships.iter().copied().filter(together).collect();
                // Transport counters are capacity rather than ships, so they may not be meant (3.11.8).
                let warships: Vec<&Unit> =
                    with.iter().copied().filter(|unit| unit.kind != Kind::Stp).collect();
                let apart = warships.len() < 2 || is_kaiten_on_its_submarine(&warships);
                if apart && warships.len() == with.len() {
                    continue;
                }
                let severity = match apart || was_in_port_that_is_lost(view, place, side) {
                    true => Severity::Suspicious,
                    false => Severity::Illegal,
                };
                let others: Vec<&Unit> = with.iter().copied().filter(|unit| unit.ix != sub.ix).collect();
                let sub = &view.piece(sub).name;
                let message = format!("{sub} at sea in {place} with {}", names(view, &others));
                let found = Found::at(place.clone(), pieces(with), message).severity(severity);
                report.add(found.help("put each submarine in its own hex, or dock it"));
                break;
            }
        }
    }
}

/// Whether ships at sea there may be those that lay in a port that was destroyed or that the enemy has taken, which are at
/// sea in its hex together (3.8.2, 4.13.2).
fn was_in_port_that_is_lost(view: &View, place: &PlaceId, side: Alliance) -> bool {
    let Some(hex) = place.hex() else { return false };
    let has_changed_hands =
        || view.first_side(hex) == Some(side) || view.situation.control.contains_key(place);
    let printed = view.map().facts(hex).is_some_and(|facts| facts.port.is_some());
    let is_taken = printed && has_changed_hands() && view.may_be_held_by(hex, side.enemy());
    is_taken || port_wrecks(view, place).1 > 0
}

fn is_submarine(unit: &Unit) -> bool {
    matches!(unit.kind, Kind::Ship(Ship::Submarine | Ship::Kaiten))
}

/// The one pair that may be together (3.16.11).
fn is_kaiten_on_its_submarine(ships: &[&Unit]) -> bool {
    let count = |ship: Ship| ships.iter().filter(|unit| unit.kind == Kind::Ship(ship)).count();
    ships.len() == 2 && count(Ship::Kaiten) == 1 && count(Ship::Submarine) == 1
}
