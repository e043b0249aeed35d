//! Return fire (ATPO-R29, 4.8.7.3): what a bomber with a circled or bracketed quality does to a fighter.

use serde::Serialize;
use serde_json::Value;

use super::aircraft::Aircraft;
use super::combat::keys::LATER_PILOTS;
use super::combat::outcome::FlightOutcome;
use super::combat::shot::{ReturnShot, fires_back};
use super::combat::tables::AirTables;
use super::flight::Flight;
use super::notation::aircraft;
use super::pilots::MissedPilots;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind};
use liege_rules::play::procedure::{ContextError, Outcome, Played, Refusal, Script, ScriptHead, TableTop};

/// ATPO-R29: one die.
pub struct ReturnFire;

const RULE: &str = "4.8.7.3";
const MAGIC_RULE: &str = "17.10.2.1.1";

inputs! {
    /// A fighter has attacked a bomber.
    #[derive(Debug, Clone)]
    pub struct ReturnCase {
        /// its counter, B 20-20[4], or only its quality
        bomber: OneAircraft = "bomber", RULE;
        /// its counter, F 4-6/3, or only its quality
        fighter: OneAircraft = "fighter", RULE;
        /// the attack cost the bomber a step: yes when not given
        hit: Option<bool> = "hit", RULE;
        /// Air Magic, for the bomber or against it
        drm: Option<i32> = "drm" | "modifier", MAGIC_RULE, -9..=9;
        later_pilots: bool = LATER_PILOTS;
    }
}

/// An air unit of which no more than its quality may be known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneAircraft(Aircraft);

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

impl Script for ReturnFire {
    const HEAD: ScriptHead =
        ScriptHead::of("atpo", "ATPO-R29", "return-fire").reads(&["return_fire_trigger"]);
    type Cx = AirTables;
    type Input = ReturnCase;
    type Battle = ReturnCase;
    type State = ReturnFireOutcome;
    type Outcome = ReturnFireOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<AirTables, ContextError> {
        AirTables::load(files, settings, Self::HEAD.choices())
    }

    fn begin(case: ReturnCase, tables: &AirTables) -> Result<(ReturnCase, ReturnFireOutcome), Vec<Refusal>> {
        let (bomber, fighter) = (&case.bomber.0, &case.fighter.0);
        let mut refusals = Vec::new();
        if !fires_back(bomber, !bomber.is_fighter()) {
            let reason = format!("{} is not a bomber with a quality in a circle or in brackets", bomber.name);
            refusals.push(Refusal::new(RULE, reason));
        }
        if !fighter.is_fighter() {
            refusals
                .push(Refusal::new("4.8.2", format!("{} is not a fighter and cannot attack", fighter.name)));
        }
        let outcome = case.outcome((false, false), tables);
        if refusals.is_empty() { Ok((case, outcome)) } else { Err(refusals) }
    }

    fn play<'b>(
        case: &'b ReturnCase,
        tables: &'b AirTables,
        outcome: &mut ReturnFireOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let (dice, log) = at.dice();
        if case.hit == Some(false) && !tables.choices.is("return_fire_trigger", "each_attack") {
            let cause = "the attack cost the bomber no step (choice return_fire_trigger)";
            log.line(|| ("return fire", "none", cause, RULE));
            return Ok(());
        }
        let (bomber, fighter) = (&case.bomber.0, &case.fighter.0);
        let shot = ReturnShot {
            by: &bomber.name,
            at: &fighter.name,
            quality: bomber.quality(bomber.depleted),
            fighter: fighter.quality(fighter.depleted),
            modifier: ("drm", case.drm.unwrap_or_default(), MAGIC_RULE),
        };
        *outcome = case.outcome((true, shot.roll(dice, log)), tables);
        Ok(())
    }

    fn outcome(_: &ReturnCase, outcome: &ReturnFireOutcome) -> ReturnFireOutcome {
        outcome.clone()
    }
}

impl ReturnCase {
    fn outcome(&self, (fires, hit): (bool, bool), tables: &AirTables) -> ReturnFireOutcome {
        let units = std::slice::from_ref(&self.fighter.0);
        let mut flight = Flight::all(units);
        flight.lose(0, u8::from(hit), RULE);
        let missed = MissedPilots::of(&tables.units, self.later_pilots);
        ReturnFireOutcome { fires, hit, fighter: FlightOutcome::of(units, flight.hit(units), missed) }
    }
}

impl Outcome for ReturnFireOutcome {
    fn result(&self) -> String {
        let told = match (self.fires, self.hit) {
            (false, _) => "no return fire",
            (true, false) => "no effect",
            (true, true) => "the fighter loses a step",
        };
        told.to_owned()
    }

    fn deeds(&self) -> Vec<Deed> {
        self.fighter.deeds()
    }
}

impl Field for OneAircraft {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let Some(value) = inputs.value(key) else {
            let missing = KeyFault::new(key, "is missing");
            faults.push(missing.help("a counter such as B 20-20[4], or a quality such as 4"));
            return None;
        };
        // Of a bare quality nothing else is known.
        let counter = |quality: u8| match key {
            "bomber" => format!("the bomber:B 1/({quality})"),
            _ => format!("the fighter:F 1/{quality}"),
        };
        let alone = quality(value).map(|quality| Value::from(counter(quality)));
        let mut units = aircraft(key, "the", alone.as_ref().unwrap_or(value), &[], inputs.nations())
            .map_err(|more| faults.extend(more))
            .ok()?;
        let unit = units.pop().filter(|_| units.is_empty());
        if unit.is_none() {
            faults.push(KeyFault::new(key, "expected one air unit"));
        }
        unit.map(Self)
    }
}

/// A bare quality from 0 to 9.
fn quality(value: &Value) -> Option<u8> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.trim().parse().ok().filter(|quality| *quality <= 9)
}
