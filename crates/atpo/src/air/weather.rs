//! What weather does to air operations (ATPO-R02, 1.1, 21): the roll for a zone, and air units under its effect.

use serde::Serialize;

use super::aircraft::{AirClass, Aircraft};
use super::dice::two_dice;
use super::effect::{self, AirEffect, FlightWeather, MonthWeather, WeatherNumbers, ZoneWeather};
use super::numbers::{self as every_air, AirNumbers};
use crate::sea::numbers::{self, TopicTables};
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind};
use liege_rules::play::procedure::{
    ContextError, Log, Outcome, Played, Refusal, Script, ScriptHead, TableTop,
};

/// ATPO-R02.
pub struct AirWeather;

/// The tables of the weather.
pub struct WeatherTables {
    of: TopicTables<WeatherNumbers>,
    air: AirNumbers,
}

inputs! {
    /// A zone in a month, and who wants to fly.
    #[derive(Debug, Clone)]
    pub struct FlyingMonth {
        ..zone: ZoneWeather;
        rolled: Option<AirEffect> = effect::ROLLED;
        other: Option<AirEffect> = effect::BASE_EFFECT;
        /// air units that want to fly, as their counters are printed: F 4-6/3 JP, B 5-16[3] US depleted
        air: Flyers = "air" | "aircraft", "1.1";
    }
}

/// Air units that want to fly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flyers(Vec<Aircraft>);

impl Field for Flyers {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let units = inputs.value(key).map(|value| super::aircraft(key, "own", value, &[], inputs.nations()));
        units.unwrap_or_else(|| Ok(Vec::new())).map(Self).map_err(|more| faults.extend(more)).ok()
    }
}

/// An air unit under the effect of the weather.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WeatheredUnit {
    /// Its name.
    pub name: String,
    /// Whether it flies at all.
    pub flies: bool,
    /// Strength, Elite Pilots counted.
    pub strength: u32,
    /// Range, where it was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<u32>,
}

/// What the weather does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct WeatherOutcome {
    /// For the zone.
    pub effect: AirEffect,
    /// For a flight between this zone and the other one that was told.
    pub flight: AirEffect,
    /// Whether inclement weather effects apply in the zone.
    pub inclement: bool,
    /// The air units that were told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub air: Vec<WeatheredUnit>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

const RULE: &str = "21";

impl Script for AirWeather {
    const HEAD: ScriptHead =
        ScriptHead::of("atpo", "ATPO-R02", "air-weather").reads(&["inclement", "weather_wet_band"]);
    type Cx = WeatherTables;
    type Input = FlyingMonth;
    type Battle = FlyingMonth;
    type State = WeatherOutcome;
    type Outcome = WeatherOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<WeatherTables, ContextError> {
        let of = numbers::load(effect::NUMBERS, files, settings, Self::HEAD.choices())?;
        let air = numbers::load(every_air::NUMBERS, files, settings, &[])?.numbers;
        Ok(WeatherTables { of, air })
    }

    fn begin(
        month: FlyingMonth,
        tables: &WeatherTables,
    ) -> Result<(FlyingMonth, WeatherOutcome), Vec<Refusal>> {
        let idle = !tables.of.numbers.has_entry(month.zone);
        if idle && month.rolled.is_some_and(|rolled| rolled != AirEffect::None) {
            let told = format!("{} has no effect on flying", month.zone.words());
            return Err(vec![Refusal::new(RULE, told)]);
        }
        let unrolled = month.outcome(AirEffect::None, tables);
        Ok((month, unrolled))
    }

    fn play<'b>(
        month: &'b FlyingMonth,
        tables: &'b WeatherTables,
        outcome: &mut WeatherOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        *outcome = month.outcome(month.effect(&tables.of, at), tables);
        month.tell(outcome, tables, at.log());
        Ok(())
    }

    fn outcome(_: &FlyingMonth, outcome: &WeatherOutcome) -> WeatherOutcome {
        outcome.clone()
    }
}

impl Outcome for WeatherOutcome {
    fn result(&self) -> String {
        let units: Vec<String> = self.air.iter().map(WeatheredUnit::words).collect();
        let zone = self.effect.words();
        match (units.as_slice(), self.flight == self.effect) {
            ([], true) => zone.into(),
            ([], false) => format!("{zone}; the flight: {}", self.flight.words()),
            (units, _) => format!("{zone}; {}", units.join(", ")),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds.clone()
    }
}

impl FlyingMonth {
    /// What was rolled for the other zone of a flight.
    fn other(&self) -> AirEffect {
        self.other.unwrap_or_default()
    }

    /// What the weather does in the zone: as it was rolled before, without dice, or by two dice.
    fn effect(&self, tables: &TopicTables<WeatherNumbers>, at: &mut TableTop<'_, '_>) -> AirEffect {
        let (dice, log) = at.dice();
        let zone = self.zone.words();
        if let Some(rolled) = self.rolled {
            log.line(|| {
                ("flying", rolled.words(), format!("no dice: rolled before in this month; {zone}"), RULE)
            });
            return rolled;
        }
        let Some(totals) = effect::totals(self.zone, tables) else {
            log.line(|| ("flying", AirEffect::None.words(), format!("no dice: no entry for {zone}"), RULE));
            return AirEffect::None;
        };
        let of = |total: u16| effect::rolled(totals, total);
        log.line(|| {
            let wet = self.zone.severe && self.zone.weather == MonthWeather::Wet;
            let choice = if wet { " (choice weather_wet_band)" } else { "" };
            let [strength, both, grounded] = totals;
            let value = format!("from {strength}, {both}, {grounded}");
            ("flying: halved strength, range too, grounded", value, format!("{zone}{choice}"), RULE)
        });
        let total = two_dice(("flying", RULE), &|total| of(total) as u16, dice, log);
        let effect = of(total);
        log.line(|| {
            let cause = format!("{total}, once for the zone and the month (gap G70)");
            ("flying", effect.words(), cause, RULE)
        });
        effect
    }

    fn outcome(&self, effect: AirEffect, tables: &WeatherTables) -> WeatherOutcome {
        let weather = FlightWeather { there: effect, base: self.other(), zone: Some(self.zone) };
        let by_entry = tables.of.choices.is("inclement", "zone_entry");
        let flight = weather.worse();
        let deed = Deed {
            whom: Whom::Thing(Term::read(
                "air-effect".into(),
                format!("flying in the {} zone", self.zone.name()),
            )),
            act: Act::Mark(Term::new(effect.word(), effect.words())),
            rule: RULE.into(),
        };
        WeatherOutcome {
            effect,
            flight,
            inclement: weather.is_inclement(&tables.of.numbers, by_entry),
            air: self.air.0.iter().map(|air| WeatheredUnit::of(air, flight, tables)).collect(),
            deeds: if effect == AirEffect::None { Vec::new() } else { vec![deed] },
        }
    }

    fn tell(&self, outcome: &WeatherOutcome, tables: &WeatherTables, log: &mut Log) {
        let other = self.other();
        if other != AirEffect::None {
            let cause =
                format!("the worse of {} and {}, once (gap G70)", outcome.effect.words(), other.words());
            log.line(|| ("flight between both zones", outcome.flight.words(), cause, "1.1"));
        }
        log.line(|| {
            let cause = if tables.of.choices.is("inclement", "zone_entry") {
                "if the weather has an entry for the zone (choice inclement)"
            } else {
                "if flying is affected (choice inclement)"
            };
            ("inclement weather effects", if outcome.inclement { "yes" } else { "no" }, cause, "1.1")
        });
        if tables.of.numbers.has_entry(self.zone) {
            let breakthrough = tables.of.numbers.allows_breakthrough(self.zone);
            let value =
                if breakthrough { "slow, no exploitation" } else { "slow, no breakthrough, no exploitation" };
            let cause =
                "without a roll: half movement, rail as ever; attacks and interceptions: ATPO-R39, ATPO-R10";
            log.line(|| ("on land", value, cause, RULE));
        }
        if outcome.flight == AirEffect::Grounded {
            let cause =
                "no missions, interception or reconnaissance; units may leave a lost base in any weather";
            log.line(|| ("air units", "grounded", cause, "4.6.1"));
        }
        for unit in &outcome.air {
            let cause =
                "rounded down, a range of at least 1 (gap G25); everything else is calculated from these";
            log.line(|| (unit.name.as_str(), unit.values(), cause, "1.1"));
        }
    }
}

impl WeatheredUnit {
    fn of(air: &Aircraft, effect: AirEffect, tables: &WeatherTables) -> Self {
        let numbers = &tables.of.numbers;
        let face = air.face();
        let elite = if air.elite { tables.air.elite_strength() } else { 0 };
        let strength = u32::from(face.strength) + u32::from(elite);
        let strength = match air.class {
            // Its number is not combat strength, but points.
            AirClass::Transport => strength,
            _ => numbers.strength(strength, effect),
        };
        let range = face.range.map(|range| numbers.range(range.into(), effect));
        Self { name: air.name.clone(), flies: effect != AirEffect::Grounded, strength, range }
    }

    fn values(&self) -> String {
        match (self.flies, self.range) {
            (false, _) => "grounded".into(),
            (true, Some(range)) => format!("{}-{range}", self.strength),
            (true, None) => format!("strength {}", self.strength),
        }
    }

    fn words(&self) -> String {
        format!("{} {}", self.name, self.values())
    }
}
