//! Anti-aircraft fire: the value of a location, reckoned once, and which rolls it answers (4.10.5).

use super::battle::{AirAttack, Anchorage};
use super::numbers::{AirSeaTables, FlakNumbers};
use crate::sea::damage::Afloat;
use crate::sea::ship::{NavalUnit, ShipBack, ShipClass};
use liege_rules::play::procedure::Log;
use vassal::diagnostic::counted;

/// The anti-aircraft fire of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flak {
    /// The value.
    pub value: i32,
    /// Whether a destroyer, or a cruiser that counts as one, is there.
    pub destroyers: bool,
}

/// A part of the value: what it is, how much, and why.
type FlakPart = (String, i32, &'static str, &'static str);

/// Rules of the value and of what is added to it.
const RULE: &str = "4.10.5";
const ADDED: &str = "4.10.5.1";

/// The value of a location.
pub(super) fn value(attack: &AirAttack, afloat: &Afloat, tables: &AirSeaTables) -> Flak {
    let numbers = &tables.numbers.anti_aircraft;
    let sum: i32 = parts(attack, afloat, numbers).iter().map(|(_, part, ..)| part).sum();
    let least = if tables.reads("aa_minimum", "always_two") { numbers.least } else { 0 };
    let destroyers = present(attack, afloat).any(|(_, unit)| is_destroyer(unit, numbers));
    Flak { value: sum.min(numbers.most).max(least), destroyers }
}

/// Tells the value with its parts.
pub(super) fn tell(attack: &AirAttack, afloat: &Afloat, flak: Flak, tables: &AirSeaTables, log: &mut Log) {
    let numbers = &tables.numbers.anti_aircraft;
    let parts = parts(attack, afloat, numbers);
    let sum: i32 = parts.iter().map(|(_, part, ..)| part).sum();
    for (label, part, cause, rule) in parts {
        log.line(|| (format!("anti-aircraft: {label}"), format!("{part:+}"), cause, rule));
    }
    let bound = match sum {
        sum if sum > flak.value => format!("{sum}, and never more than {}; ", flak.value),
        sum if sum < flak.value => format!("{sum}, and never less than {} (choice aa_minimum); ", flak.value),
        _ => String::new(),
    };
    let once = "calculated once, before the first roll (proposed, gap G74)";
    log.line(|| ("anti-aircraft value", flak.value.to_string(), format!("{bound}{once}"), RULE));
}

impl Flak {
    /// Whether a roll is answered: two dice that show this, and come to this total with what is added.
    pub(super) fn hits(self, attack: &AirAttack, tables: &AirSeaTables, dice: u8, total: i32) -> bool {
        let seen = if tables.reads("aa_roll", "modified") { total } else { dice.into() };
        let always = dice == tables.numbers.anti_aircraft.always && (self.value >= 1 || self.destroyers);
        let within = if attack.moonlit { seen < self.value } else { seen <= self.value };
        always || within
    }
}

fn present<'a>(attack: &'a AirAttack, afloat: &'a Afloat) -> impl Iterator<Item = (usize, &'a NavalUnit)> {
    attack.ships.iter().enumerate().filter(|(at, _)| afloat.has(*at))
}

fn is_destroyer(unit: &NavalUnit, numbers: &FlakNumbers) -> bool {
    let named = |code: &str| numbers.cruisers.iter().any(|nation| nation == code);
    let cruiser = unit.class == ShipClass::LightCruiser && unit.anti_aircraft;
    unit.class == ShipClass::Destroyer || cruiser && unit.nation.is_none_or(named)
}

/// Whether its damaged side is up.
fn is_damaged(unit: &NavalUnit, left: u8) -> bool {
    !unit.is_transport() && unit.back != ShipBack::Blank && left < 2
}

fn is_named_carrier(unit: &NavalUnit) -> bool {
    let carriers = [ShipClass::Carrier, ShipClass::LightCarrier, ShipClass::BattleshipCarrier];
    unit.named && carriers.contains(&unit.class)
}

/// The parts that are not 0.
fn parts(attack: &AirAttack, afloat: &Afloat, numbers: &FlakNumbers) -> Vec<FlakPart> {
    let here: Vec<(usize, &NavalUnit)> = present(attack, afloat).collect();
    let damaged = |at: usize, unit: &NavalUnit| is_damaged(unit, afloat.left(at));
    let guns =
        |(at, unit): &(usize, &NavalUnit)| u32::from(unit.face(damaged(*at, unit)).gunnery.unwrap_or(0));
    let gunnery: u32 = here.iter().map(guns).sum();
    let from_guns = i32::try_from(gunnery / numbers.gunnery.max(1)).unwrap_or(i32::MAX);
    let destroyers = here.iter().filter(|(_, unit)| is_destroyer(unit, numbers)).count();
    let others = here.len() - destroyers;
    let screened = destroyers > 0 && destroyers >= others;
    let carrier = here.iter().any(|(at, unit)| is_named_carrier(unit) && !damaged(*at, unit));
    let from_us = us_ships(attack, &here, numbers);
    let mut parts: Vec<FlakPart> = vec![(
        format!("gunnery {gunnery}"),
        from_guns,
        "a point for each full ten of all ships in the location",
        RULE,
    )];
    match attack.anchorage {
        Anchorage::MajorPort => {
            parts.push(("port".into(), numbers.major_port, "major, enlarged or fortified", ADDED));
        }
        Anchorage::MinorPort => parts.push(("port".into(), numbers.minor_port, "minor", ADDED)),
        Anchorage::OpenSea | Anchorage::Coast => {}
    }
    if screened {
        let against = format!("{} to {}", counted(destroyers, "destroyer"), counted(others, "other counter"));
        parts.push((against, numbers.screen, "at least as many destroyers as all others together", ADDED));
    } else if carrier {
        parts.push(("carrier".into(), numbers.screen, "an undamaged named carrier", ADDED));
    }
    parts.push(("US ships".into(), from_us, "at least half of the counters, from 1944 on", ADDED));
    parts.retain(|(_, part, ..)| *part != 0);
    parts
}

fn us_ships(attack: &AirAttack, here: &[(usize, &NavalUnit)], numbers: &FlakNumbers) -> i32 {
    let own = here.iter().filter(|(_, unit)| unit.nation == Some("US")).count();
    let half = own > 0 && own * 100 >= here.len() * numbers.us_share_percent;
    let late = attack.date.as_deref().is_some_and(|date| date >= numbers.us_from.text());
    if half && late { numbers.us_ships } else { 0 }
}
