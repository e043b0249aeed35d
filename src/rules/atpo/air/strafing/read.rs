//! Reads a strafing attack from typed-in values, and what the rules have against it.

use super::battle::{StrafedPlace, StrafingRun};
use crate::rules::atpo::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::rules::atpo::air::combat::battle::Dogfight;
use crate::rules::atpo::air::combat::read::{magic_refused, of_one_nation, squadrons, told};
use crate::rules::atpo::air::combat::tables::AirTables;
use crate::rules::atpo::air::interception::case::AirPhase;
use crate::rules::atpo::air::interception::keys::PHASES;
use crate::rules::inputs::{Inputs, KeyFault};
use crate::rules::procedure::Refusal;

/// What may be said of strafers and of fighters from other bases.
const FLYING: &[AirWord] = &[AirWord::AsFighter, AirWord::Carrier, AirWord::Halved];
/// What may be said of units of the base.
const BASED: &[AirWord] = &[
    AirWord::Overstacked,
    AirWord::Committed,
    AirWord::PreviouslyCommitted,
    AirWord::Unsupplied,
    AirWord::Halved,
];

/// Read a strafing attack.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn raid(inputs: &Inputs) -> Result<StrafingRun, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let strafers = squadrons(inputs, ("attack", "attack-nation"), ("attacker", FLYING), &mut faults);
    let mut others = squadrons(inputs, ("defence", "defence-nation"), ("defender", BASED), &mut faults);
    let helpers = squadrons(inputs, ("interceptors", "defence-nation"), ("helping", FLYING), &mut faults);
    faults.extend(of_one_nation([&strafers, &others]).or_else(|| of_one_nation([&strafers, &helpers])));
    for (key, units) in [("attack", &strafers), ("defence", &others)] {
        if units.is_empty() && faults.is_empty() {
            faults.push(KeyFault::new(key, "is missing").help("air units such as F 4-6/3 JP"));
        }
    }
    if let Some(twice) = helpers.iter().find(|unit| others.iter().any(|other| other.name == unit.name)) {
        let what = format!("{} is the name of a based unit, too", twice.name);
        faults.push(KeyFault::new("interceptors", what));
    }
    let based = others.len();
    others.extend(helpers);
    let place = match inputs.word("place") {
        Some("carrier") => StrafedPlace::Carrier,
        Some("nation-box") => StrafedPlace::NationBox,
        _ => StrafedPlace::Base,
    };
    let phase = PHASES.iter().find(|(word, _)| inputs.word("phase") == Some(word));
    let in_the_air = [as_fighters(&strafers), over_the_base(&others, based)];
    let on_ground = [as_fighters(&strafers), grounded(&others)];
    let fight = Dogfight { may_hold: true, ..told(inputs, Dogfight::of(in_the_air), &mut faults) };
    let ground = Dogfight { units: on_ground, rounds: Some(1), ..fight.clone() };
    let raid = StrafingRun {
        based,
        phase: phase.map_or(AirPhase::AirMovement, |(_, phase)| *phase),
        place,
        strafed: inputs.yes("strafed"),
        flown_over: inputs.number("flown-over").and_then(|hexes| u8::try_from(hexes).ok()),
        refuge: inputs.yes_no("refuge").unwrap_or(true),
        surprised: inputs.yes("under-sneak-attack") || fight.sneak,
        inclement: inputs.yes("inclement"),
        weather_entry: inputs.yes("weather-entry"),
        fight,
        ground,
    };
    // What can never be is refused without a question for more of it.
    let may_be = barred(&raid).is_empty();
    if may_be && raid.flown_over.is_none() && raid.refuge && !raid.surprised {
        let missing = KeyFault::new("flown-over", "is missing");
        faults.push(missing.help("the land hexes that the strafers flew over; or refuge=no"));
    }
    if faults.is_empty() { Ok(raid) } else { Err(faults) }
}

/// Strafers fly as fighters.
fn as_fighters(units: &[Aircraft]) -> Vec<Aircraft> {
    let fighter = |unit: &Aircraft| {
        let mut unit = unit.clone();
        if unit.is_both() {
            unit.words.insert(AirWord::AsFighter);
        }
        unit
    };
    units.iter().map(fighter).collect()
}

/// Who takes off fights as a fighter, those of the base over it.
fn over_the_base(units: &[Aircraft], based: usize) -> Vec<Aircraft> {
    let mut units = as_fighters(units);
    for unit in units.iter_mut().take(based).filter(|unit| !unit.is(AirWord::Overstacked)) {
        unit.words.insert(AirWord::OwnBase);
    }
    units
}

fn grounded(units: &[Aircraft]) -> Vec<Aircraft> {
    let ground = |unit: &Aircraft| {
        let mut unit = unit.clone();
        unit.words.insert(AirWord::OnGround);
        unit
    };
    units.iter().map(ground).collect()
}

/// What the rules forbid about it.
pub(super) fn against(raid: &StrafingRun, tables: &AirTables) -> Vec<Refusal> {
    let mut refusals = barred(raid);
    refusals.extend(magic_refused(&raid.fight, tables));
    refusals
}

/// What they forbid whatever was flown over and played.
fn barred(raid: &StrafingRun) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |rule: &str, reason: String| refusals.push(Refusal::new(rule, reason));
    if raid.phase != AirPhase::AirMovement {
        refuse("4.9", "bases are strafed in the Air Movement Steps of the Naval and Air Phase alone".into());
    }
    match raid.place {
        StrafedPlace::Carrier => refuse("4.9", "an aircraft carrier is never strafed".into()),
        StrafedPlace::NationBox => refuse("4.9.3", "what is based in a nation box is not strafed".into()),
        StrafedPlace::Base => {}
    }
    if raid.strafed {
        refuse("4.9", "a hex is strafed once in a phase".into());
    }
    let [strafers, others] = &raid.fight.units;
    for unit in strafers.iter().chain(&others[raid.based..]).filter(|unit| !unit.is_fighter()) {
        refuse("4.9", format!("{} cannot fly as a fighter", unit.name));
    }
    for unit in others[..raid.based].iter().filter(|unit| unit.class == AirClass::Transport) {
        refuse("4.3.5", format!("{} is air transport, no air unit that is strafed", unit.name));
    }
    refusals
}
