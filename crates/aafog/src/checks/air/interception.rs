//! Interceptions of passing aircraft, and who takes their place (8-air).

use std::collections::BTreeMap;

use super::super::super::boards::Boards;
use super::super::super::class::UnitClass;
use super::super::turns::{self, PowerTurn};
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{DieRoll, Enter, Fought, LogEntry, LogEvent};
use vassal::diagnostic::{Severity, one};

/// A fight of scrambled aircraft with passing ones.
const INTERCEPTION: &str = "interception";
/// A normal battle that scrambled aircraft began.
const SCRAMBLE: &str = "scramble";
/// Messages about something in the mover's way.
const OBSTACLES: &[&str] = &["M02", "M17", "M20"];

/// AAF-054.
pub fn not_one_salvo(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        for (at, _, battle) in turn
            .battles()
            .into_iter()
            .filter(|(.., battle)| battle.cause == INTERCEPTION && battle.number > 0)
        {
            let rolls: Vec<(&LogEntry, &DieRoll)> = turn
                .events()
                .filter_map(|(_, entry, event)| match event {
                    LogEvent::Roll(roll) if roll.battle == Some(battle.number) => Some((entry, roll)),
                    _ => None,
                })
                .collect();
            let place = case.now.place(&battle.place);
            for (severity, message) in
                salvo_faults(case, &turn, battle, &rolls).into_iter().chain(held_up(case, &turn, at, battle))
            {
                report.add(Found::new(place.clone(), Vec::new(), message).severity(severity));
            }
        }
    }
    Ok(())
}

/// Dice that are none of the one salvo.
fn salvo_faults(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    battle: &Fought,
    rolls: &[(&LogEntry, &DieRoll)],
) -> Vec<(Severity, String)> {
    let mut faults = Vec::new();
    let class = |roll: &DieRoll| roll.unit.as_ref().and_then(|unit| turns::class_of(case, unit));
    if let Some((entry, _)) = rolls.iter().find(|(_, roll)| class(roll) == Some(UnitClass::Tac)) {
        faults.push((
            Severity::Illegal,
            format!("line {}: a tactical bomber rolls in the interception in {}", entry.n, battle.place),
        ));
    }
    let second = rolls.iter().find(|(_, roll)| {
        let digits = roll.purpose.to_lowercase();
        let number = digits.split_once("salvo").and_then(|(_, rest)| rest.trim().parse::<u32>().ok());
        number.is_some_and(|number| number > 1)
    });
    let twice = || {
        let mut dice: BTreeMap<(&str, UnitClass), u32> = BTreeMap::new();
        rolls.iter().find(|(_, roll)| {
            let Some(unit) = &roll.unit else { return false };
            let told = turns::side_of(case, unit).zip(class(roll));
            // Tactical bombers have no die at all.
            let Some((side, class)) = told.filter(|(_, class)| *class != UnitClass::Tac) else {
                return false;
            };
            let thrown = dice.entry((side, class)).or_default();
            *thrown += 1;
            let there = turn.units_of(battle, side).and_then(|units| turns::counts(case, &units));
            there.is_some_and(|there| *thrown > there.get(&class).copied().unwrap_or(0))
        })
    };
    if let Some((entry, _)) = second.or_else(twice) {
        faults.push((
            Severity::Illegal,
            format!("line {}: more than one salvo in the interception in {}", entry.n, battle.place),
        ));
    }
    faults
}

/// Passing aircraft that survive and do not go on.
fn held_up(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    at: usize,
    battle: &Fought,
) -> Option<(Severity, String)> {
    let told = |n: u32| {
        format!("line {n}: passing aircraft that survive the interception in {} do not fly on", battle.place)
    };
    let retreat = turn.events().skip(at).find_map(|(_, entry, event)| match event {
        LogEvent::Retreat(fate)
            if fate.battle == Some(battle.number) && turns::side_of(case, &fate.unit) == Some(turn.side) =>
        {
            Some(entry.n)
        }
        _ => None,
    });
    if let Some(n) = retreat {
        return Some((Severity::Suspicious, told(n)));
    }
    let (_, entry, enter) = turn
        .enters()
        .filter(|(when, _, enter)| *when < at && turn.same(&enter.place, &battle.place))
        .last()?;
    let order = turn
        .orders()
        .map(|(_, _, order)| order)
        .find(|order| order.item == enter.item && !turns::is_nameless(&enter.item))?;
    let here = order.path.iter().position(|place| turn.same(place, &battle.place))?;
    let beyond = order.path.len() > here + 1;
    let went = turn.enters().any(|(when, _, later)| when > at && later.item == enter.item);
    let hindered = turn.messages(OBSTACLES).any(|(when, ..)| when > at);
    let lost = turn.events().skip(at).any(|(_, _, event)| matches!(event, LogEvent::Casualty(_)));
    let over = turn.end_of(at, battle).is_some_and(|end| turn.entries.len() > end + 1);
    (turn.tells(&["enter", "message", "casualty"]) && over && beyond && !went && !hindered && !lost)
        .then(|| (Severity::Suspicious, told(entry.n)))
}

/// AAF-055.
pub fn beside_a_fleet(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    for turn in turns::turns(case)? {
        for (at, entry, battle) in turn.battles() {
            let entered: Vec<&Enter> = turn
                .enters()
                .filter(|(when, _, enter)| *when < at && turn.same(&enter.place, &battle.place))
                .map(|(_, _, enter)| enter)
                .filter(|enter| !turns::is_of_others(case, &enter.group, turn.side))
                .collect();
            let why = match battle.cause.as_str() {
                INTERCEPTION => absorbed(case, &turn, battle, &entered),
                SCRAMBLE => drawn_in(case, &turn, battle, &entered),
                _ => None,
            };
            if let Some(why) = why {
                let message = format!("line {}: {}: {why}", entry.n, battle.place);
                report.add(Found::new(case.now.place(&battle.place), Vec::new(), message));
            }
        }
    }
    Ok(())
}

/// Why passing aircraft may not be intercepted: ships have entered or aircraft end there. Submarines alone may count or
/// not (G32).
fn absorbed(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    battle: &Fought,
    entered: &[&Enter],
) -> Option<String> {
    let ships = entered.iter().find(|enter| turns::is_any(case, &enter.group, UnitClass::is_surface_ship));
    let ending = entered
        .iter()
        .find(|enter| enter.ends == Some(true) && turns::is_any(case, &enter.group, UnitClass::is_air));
    let fights = turn
        .units_of(battle, turn.side)
        .is_some_and(|units| turns::is_any(case, &units, UnitClass::is_surface_ship));
    let what = match (ships, ending) {
        _ if fights => "ships fight in an interception".to_owned(),
        (Some(ships), _) => format!("passing aircraft are intercepted, but {} entered the zone", ships.group),
        (None, Some(ending)) => {
            format!("passing aircraft are intercepted, but {} end their move there", ending.group)
        }
        (None, None) => return None,
    };
    Some(what)
}

/// Why a battle of scrambled aircraft with ships draws passing aircraft in.
fn drawn_in(
    case: &Case<Boards>,
    turn: &PowerTurn<'_>,
    battle: &Fought,
    entered: &[&Enter],
) -> Option<String> {
    let fighting = turns::counts(case, &turn.units_of(battle, turn.side)?)?;
    let passes =
        |enter: &&&Enter| enter.ends == Some(false) && turns::is_all(case, &enter.group, UnitClass::is_air);
    let others = entered.iter().filter(|enter| !passes(enter));
    let others: Vec<_> =
        others.map(|enter| turns::counts_with_cargo(case, &enter.group)).collect::<Option<_>>()?;
    let staying = |class: UnitClass| others.iter().filter_map(|counts| counts.get(&class)).sum::<u32>();
    let passing = |class: UnitClass| {
        entered.iter().filter(passes).any(|enter| turns::is_any(case, &enter.group, |of| of == class))
    };
    let drawn = fighting
        .iter()
        .find(|(class, number)| class.is_air() && **number > staying(**class) && passing(**class))?;
    (!others.is_empty()).then(|| format!("{} that only passes fights beside the fleet", one(drawn.0.name())))
}
