//! Who comes to the battle board, and where those go who are lost there (8).

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::boards::{BoardUnit, Boards};
use super::super::super::class::UnitClass;
use super::super::stage::{for_the_umpire, may_know};
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{Fought, LogEvent, UnitFate};
use liege_rules::desk::units::Units;
use liege_rules::position::situation::PlaceId;

/// How many units of a class an alliance has somewhere.
type Strength<'a> = BTreeMap<(&'a str, UnitClass), u32>;

/// AAF-025.
pub fn stranger_at_the_board(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for_the_umpire(case)?;
    let shared = case.wants_shared()?;
    let fights = |unit: &&BoardUnit| unit.class.is_ship() || unit.class.is_air() || unit.class.is_land();
    let mut brought = Strength::new();
    for unit in turns::in_battle(shared).filter(fights) {
        *brought.entry((unit.side.as_str(), unit.class)).or_default() += unit.count;
    }
    if brought.is_empty() {
        return Ok(());
    }
    let strangers: Vec<(&str, UnitClass)> = if case.papers.log.is_some() {
        let turns = turns::turns(case)?;
        let open = |turn: &&PowerTurn<'_>| turn.is_last;
        let Some((turn, at, battle)) = turns.iter().find(open).and_then(|turn| open_battle(turn)) else {
            return Ok(());
        };
        let due = due(case, turn, at, battle);
        brought
            .into_iter()
            .filter(|(who, count)| due.get(who).is_some_and(|due| count > due))
            .map(|(who, _)| who)
            .collect()
    } else {
        let places: Vec<PlaceId> = case.now.pack().map.areas().map(|area| area.id.clone()).collect();
        let fits = |place: &PlaceId| {
            ["axis", "allies"].iter().any(|defender| is_battle_of(&case.now, place, defender, &brought))
        };
        if places.iter().any(fits) {
            return Ok(());
        }
        let message = "no place of the master has the units of either side that lie at the battle board";
        report.add(Found::new(None, Vec::new(), message));
        return Ok(());
    };
    for (side, class) in strangers {
        let at_board = |unit: &&BoardUnit| unit.side == side && unit.class == class;
        let absent = turns::in_battle(shared).filter(at_board).map(|unit| shared.piece_ref(unit)).collect();
        let message = format!("more of {side} are at the battle board than the battle has: {}", class.name());
        let found = Found { absent, ..Found::new(None, Vec::new(), message) };
        report.add(found.help("only the units of the place and its attackers come to the board"));
    }
    Ok(())
}

/// The battle that is fought now: the last one, if nothing says that it is over.
fn open_battle<'a>(turn: &'a PowerTurn<'a>) -> Option<(&'a PowerTurn<'a>, usize, &'a Fought)> {
    let (at, _, battle) = turn.battles().into_iter().next_back()?;
    turn.end_of(at, battle).is_none().then_some((turn, at, battle))
}

/// How many units of each side may be at the board in a battle; a side or class that is not in it does not limit
/// anything where it is not known.
fn due<'a>(case: &'a Case<Boards>, turn: &PowerTurn<'a>, at: usize, battle: &Fought) -> Strength<'a> {
    let mut due = Strength::new();
    for side in ["axis", "allies"] {
        let listed = turn.units_of(battle, side).map(|units| turns::counts(case, &units));
        // Units of which nobody knows the class may be any, and in a log with gaps any may have come.
        if listed == Some(None) || (listed.is_none() && !turn.tells(&["enter"])) {
            continue;
        }
        let listed = listed.flatten();
        let attacks = side == turn.side;
        let (entered, unknown) =
            if attacks { entered(case, turn, at, &battle.place) } else { (BTreeMap::new(), false) };
        if attacks && listed.is_none() && (unknown || entered.is_empty()) {
            continue;
        }
        let here = here(&case.now, side, &battle.place, attacks);
        for class in UnitClass::all() {
            let listed = listed.as_ref().and_then(|listed| listed.get(&class)).copied().unwrap_or(0);
            let entered = entered.get(&class).copied().unwrap_or(0);
            let here = here.get(&class).copied().unwrap_or(0);
            due.insert((side, class), listed.max(here + entered));
        }
    }
    due
}

/// The units that came into the place in this turn, and whether some are not known.
fn entered(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    until: usize,
    place: &str,
) -> (BTreeMap<UnitClass, u32>, bool) {
    let groups = turn.enters().filter(|(at, _, enter)| *at < until && turn.same(&enter.place, place));
    let mut all = BTreeMap::new();
    let mut unknown = false;
    for (_, _, enter) in groups {
        match turns::counts_with_cargo(case, &enter.group) {
            Some(counts) => {
                counts.into_iter().for_each(|(class, count)| *all.entry(class).or_default() += count)
            }
            None => unknown = true,
        }
    }
    (all, unknown)
}

/// What the master has of a side in a place, with aircraft of the islands of a sea zone and, for an attacker, the ships
/// beside a territory and what they carry.
fn here(view: &Boards, side: &str, place: &str, attacks: bool) -> BTreeMap<UnitClass, u32> {
    let Some(place) = view.place(place) else { return BTreeMap::new() };
    let islands = turns::islands_of(view, &place.to_string());
    let beside = view.pack().map.neighbours(&place);
    let is_land = turns::is_land(view, &place.to_string());
    let counts = |unit: &&BoardUnit| {
        unit.place == place
            || (unit.class.scrambles() && islands.contains(&&unit.place))
            || (is_land && attacks && beside.contains(&unit.place))
    };
    let mut all = BTreeMap::new();
    for unit in view.of_side(side).filter(counts) {
        *all.entry(unit.class).or_default() += unit.count;
    }
    all
}

/// Whether a battle in a place, defended by a side, may have these units at the board.
fn is_battle_of(view: &Boards, place: &PlaceId, defender: &str, brought: &Strength<'_>) -> bool {
    let there = here(view, defender, &place.to_string(), false);
    let all = |side: &str, class| {
        view.of_side(side).filter(|unit| unit.class == class).map(|unit| unit.count).sum::<u32>()
    };
    let at_sea = turns::is_sea(view, &place.to_string()) == Some(true);
    brought.iter().all(|((side, class), count)| {
        let most = if *side == defender { there.get(class).copied().unwrap_or(0) } else { all(side, *class) };
        *count <= most && !(at_sea && class.is_land())
    })
}

/// AAF-026.
pub fn casualty_left(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        for (at, entry, event) in turn.events() {
            let LogEvent::Casualty(fate) = event else { continue };
            // Losses go home when the battle is over.
            if !is_over(case, &turn, at, fate) {
                continue;
            }
            if let Some(unit) = left_by_id(case, &turn, at, fate).filter(|unit| may_know(case, &unit.side)) {
                let message = format!(
                    "line {}: {} was lost but is still in {}",
                    entry.n,
                    unit.called(case.now.pack()),
                    unit.place
                );
                let found = Found::at(unit.place.clone(), vec![unit.ix], message);
                report.add(found.help("casualties go to the box of their owner"));
            }
        }
        // In a log with gaps others may have come since.
        if turn.is_last && turn.tells(&["enter", "retreat", "mobilize"]) {
            left_by_number(case, &turn, report);
        }
    }
    Ok(())
}

/// Whether the battle of a loss has ended, or the log goes on elsewhere.
fn is_over(case: &Case<Boards>, turn: &PowerTurn<'_>, at: usize, fate: &UnitFate) -> bool {
    let lost = turn.entries.get(at).map_or(0, |entry| entry.n);
    let mut entries = case.papers.log.iter().flat_map(|log| &log.entries).filter(|entry| entry.n > lost);
    entries.any(|entry| match &entry.event {
        LogEvent::BattleEnd(end) => fate.battle.is_none_or(|number| number == end.number),
        LogEvent::Enter(_) | LogEvent::Battle(_) | LogEvent::Mobilize(_) | LogEvent::Income { .. } => true,
        _ => false,
    })
}

/// The piece of a casualty, if it is still on the board and was not bought again since.
fn left_by_id<'a>(
    case: &'a Case<Boards>,
    turn: &PowerTurn<'_>,
    at: usize,
    fate: &UnitFate,
) -> Option<&'a BoardUnit> {
    let unit = case.now.by_id(fate.unit.id.as_deref()?)?;
    // One of several that a counter with chips stands for may be gone.
    let had = case.before.as_ref().and_then(|before| before.by_id(&unit.id)).map_or(1, |unit| unit.count);
    if unit.count > 1 || had > unit.count {
        return None;
    }
    // Who writes damage beside a loss may mean a ship that was hit and survives.
    let survives = fate.unit.damage > 0 && unit.damage > 0;
    let is_new = case.papers.log.iter().flat_map(|log| &log.entries).any(|later| {
        let lost = turn.entries.get(at).map_or(0, |entry| entry.n);
        later.n > lost && matches!(later.event, LogEvent::Mobilize(_))
    });
    (case.now.is_on_board(&unit.place) && !survives && !is_new).then_some(unit)
}

/// Losses that are told by class: after the last battle its place has no more of it than were there and are not lost.
fn left_by_number(case: &Case<Boards>, turn: &PowerTurn<'_>, report: &mut Report<'_>) {
    let Some((at, entry, battle)) = turn.battles().into_iter().next_back() else { return };
    let (Some(end), Some(place)) = (turn.end_of(at, battle), case.now.place(&battle.place)) else { return };
    let comes_later = turn.events().skip(at + 1).any(|(_, _, event)| match event {
        LogEvent::Enter(enter) => turn.same(&enter.place, &battle.place),
        LogEvent::Retreat(fate) => fate.to.is_empty() || turn.same(&fate.to, &battle.place),
        LogEvent::Mobilize(_) => true,
        _ => false,
    });
    if comes_later || battle.number == 0 {
        return;
    }
    let lost: Vec<&UnitFate> = turn
        .events()
        .skip(at)
        .take(end.saturating_sub(at) + 2)
        .filter_map(|(_, _, event)| match event {
            LogEvent::Casualty(fate)
                if fate.battle == Some(battle.number) && fate.unit.id.is_none() && fate.unit.damage == 0 =>
            {
                Some(fate)
            }
            _ => None,
        })
        .collect();
    for side in ["axis", "allies"].into_iter().filter(|side| may_know(case, side)) {
        let Some(counts) = turn.units_of(battle, side).and_then(|units| turns::counts(case, &units)) else {
            continue;
        };
        let named = battle.units.keys().map(String::as_str);
        let powers: BTreeSet<&str> = named.filter(|who| case.now.pack().nations.contains_key(*who)).collect();
        for (class, there) in counts.into_iter().filter(|(class, _)| *class != UnitClass::Sub) {
            let of_class = lost.iter().filter(|fate| {
                turns::class_of(case, &fate.unit) == Some(class)
                    && turns::side_of(case, &fate.unit) == Some(side)
            });
            let gone: u32 = of_class.map(|fate| fate.unit.number).sum();
            let left: Vec<&BoardUnit> = case
                .now
                .of_side(side)
                .filter(|unit| {
                    unit.class == class && unit.place == place && (unit.carrier.is_none() || class.is_air())
                })
                .collect();
            let count: u32 = left.iter().map(|unit| unit.count).sum();
            // Units of a power that had no part in the battle may lie beside it (G21).
            let owners: BTreeSet<&str> = left.iter().map(|unit| unit.power.as_str()).collect();
            let fights = |power: &&str| match side == turn.side {
                true => power.eq_ignore_ascii_case(turn.power),
                false => turns::at_war(&case.now, turn.power, power, turn.round) == Some(true),
            };
            if !owners.iter().all(|power| powers.contains(power) || (powers.is_empty() && fights(power))) {
                continue;
            }
            if gone > 0 && count > there.saturating_sub(gone) && count <= there {
                let message = format!(
                    "line {}: of {there} {} {gone} were lost in {}, but {count} are there",
                    entry.n,
                    Units(vec![liege_rules::desk::units::UnitRef::of(class.word(), 1)]),
                    battle.place
                );
                let pieces = left.iter().map(|unit| unit.ix).collect();
                report.add(
                    Found::at(place.clone(), pieces, message).help("casualties go to the box of their owner"),
                );
            }
        }
    }
}
