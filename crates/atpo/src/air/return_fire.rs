//! Return fire (ATPO-R29, 4.8.7.3): what a bomber with a circled or bracketed quality does to a fighter.

use serde::Serialize;
use serde_json::Value;

use super::aircraft::Aircraft;
use super::combat::keys as combat;
use super::combat::outcome::FlightOutcome;
use super::combat::shot::{ReturnShot, fires_back};
use super::combat::tables::AirTables;
use super::flight::Flight;
use super::notation::aircraft;
use super::pilots::MissedPilots;
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::Deed;
use liege_rules::dice::Dice;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// ATPO-R29: one die.
pub struct ReturnFire;

const RULE: &str = "4.8.7.3";

/// A fighter has attacked a bomber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnCase {
    bomber: Aircraft,
    fighter: Aircraft,
    hit: bool,
    drm: i32,
    /// Japan has had an air unit of the later quality on a base of the map (4.8.7.1).
    later_pilots: bool,
}

/// What comes of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ReturnFireOutcome {
    /// Whether the bomber fires back at all.
    pub fires: bool,
    /// Whether the fighter loses a step.
    pub hit: bool,
    /// What became of the fighter.
    pub fighter: FlightOutcome,
}

const KEYS: &[Key] = &[
    Key::new("bomber", &[], KeyKind::List, RULE, "its counter, B 20-20[4], or only its quality"),
    Key::new("fighter", &[], KeyKind::List, RULE, "its counter, F 4-6/3, or only its quality"),
    Key::new("hit", &[], KeyKind::YesNo, RULE, "the attack cost the bomber a step: yes when not given"),
    Key::new(
        "drm",
        &["modifier"],
        KeyKind::Number(-9, 9),
        "17.10.2.1.1",
        "Air Magic, for the bomber or against it",
    ),
    combat::LATER_PILOTS,
];

impl Procedure for ReturnFire {
    const ID: &'static str = "ATPO-R29";
    type Cx = AirTables;
    type Input = ReturnCase;
    type Battle = ReturnCase;
    type State = ();
    type Outcome = ReturnFireOutcome;

    fn begin(case: ReturnCase, _: &AirTables) -> Result<(ReturnCase, ()), Vec<Refusal>> {
        let mut refusals = Vec::new();
        if !fires_back(&case.bomber, !case.bomber.is_fighter()) {
            let reason =
                format!("{} is not a bomber with a quality in a circle or in brackets", case.bomber.name);
            refusals.push(Refusal::new(RULE, reason));
        }
        if !case.fighter.is_fighter() {
            refusals.push(Refusal::new(
                "4.8.2",
                format!("{} is not a fighter and cannot attack", case.fighter.name),
            ));
        }
        if refusals.is_empty() { Ok((case, ())) } else { Err(refusals) }
    }

    fn step<'b>(
        case: &'b ReturnCase,
        (): (),
        tables: &'b AirTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), ReturnFireOutcome> {
        if !case.hit && !tables.choices.is("return_fire_trigger", "each_attack") {
            log.line(|| {
                (
                    "return fire",
                    "none",
                    "the attack cost the bomber no step (choice return_fire_trigger)",
                    RULE,
                )
            });
            return Flow::Done(case.outcome((false, false), tables));
        }
        let shot = ReturnShot {
            by: &case.bomber.name,
            at: &case.fighter.name,
            quality: case.bomber.quality(case.bomber.depleted),
            fighter: case.fighter.quality(case.fighter.depleted),
            modifier: ("drm", case.drm, "17.10.2.1.1"),
        };
        let hit = shot.roll(dice, log);
        let outcome = case.outcome((true, hit), tables);
        Flow::Done(outcome)
    }

    fn so_far(case: &ReturnCase, (): &(), tables: &AirTables) -> ReturnFireOutcome {
        case.outcome((false, false), tables)
    }

    fn result(outcome: &ReturnFireOutcome) -> String {
        let told = match (outcome.fires, outcome.hit) {
            (false, _) => "no return fire",
            (true, false) => "no effect",
            (true, true) => "the fighter loses a step",
        };
        told.to_owned()
    }

    fn deeds(outcome: &ReturnFireOutcome) -> Vec<Deed> {
        outcome.fighter.deeds()
    }
}

impl ReturnCase {
    fn outcome(&self, (fires, hit): (bool, bool), tables: &AirTables) -> ReturnFireOutcome {
        let units = std::slice::from_ref(&self.fighter);
        let mut flight = Flight::all(units);
        flight.lose(0, u8::from(hit), "4.8.7.3");
        let missed = MissedPilots::of(&tables.units, self.later_pilots);
        ReturnFireOutcome { fires, hit, fighter: FlightOutcome::of(units, flight.hit(units), missed) }
    }
}

impl Coded for ReturnFire {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "return-fire";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["return_fire_trigger"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirTables, ContextError> {
        AirTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<ReturnCase, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let bomber = one(inputs, "bomber", |quality| format!("B 1/({quality})"), &mut faults);
        let fighter = one(inputs, "fighter", |quality| format!("F 1/{quality}"), &mut faults);
        let hit = inputs.yes_no("hit").unwrap_or(true);
        let drm = inputs.number("drm").and_then(|drm| i32::try_from(drm).ok()).unwrap_or_default();
        match (bomber, fighter) {
            (Some(bomber), Some(fighter)) if faults.is_empty() => {
                Ok(ReturnCase { bomber, fighter, hit, drm, later_pilots: inputs.yes("quality-4") })
            }
            _ => Err(faults),
        }
    }
}

/// The one unit of a key: its counter, or a quality of which nothing else is known.
fn one(
    inputs: &Inputs,
    key: &str,
    counter: fn(u8) -> String,
    faults: &mut Vec<KeyFault>,
) -> Option<Aircraft> {
    let Some(value) = inputs.value(key) else {
        faults.push(
            KeyFault::new(key, "is missing").help("a counter such as B 20-20[4], or a quality such as 4"),
        );
        return None;
    };
    let alone = quality(value).map(|quality| Value::from(format!("the {key}:{}", counter(quality))));
    let mut units = aircraft(key, "the", alone.as_ref().unwrap_or(value), &[], inputs.nations())
        .map_err(|more| faults.extend(more))
        .ok()?;
    let unit = units.pop();
    if unit.is_none() || !units.is_empty() {
        faults.push(KeyFault::new(key, "expected one air unit"));
        return None;
    }
    unit
}

/// A bare quality from 0 to 9.
fn quality(value: &Value) -> Option<u8> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.trim().parse().ok().filter(|quality| *quality <= 9)
}
