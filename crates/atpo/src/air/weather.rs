//! What weather does to air operations (ATPO-R02, 1.1, 21): the roll for a zone, and air units under its effect.

use serde::Serialize;

use super::aircraft::{AirClass, Aircraft};
use super::dice::two_dice;
use super::effect::{self, AirEffect, FlightWeather, MonthWeather, WeatherNumbers, ZoneWeather};
use super::numbers::{self as every_air, AirNumbers};
use crate::sea::numbers::{self, TopicTables};
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::{Act, Deed, Term, Whom};
use liege_rules::dice::Dice;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// ATPO-R02.
pub struct AirWeather;

/// The tables of the weather.
pub struct WeatherTables {
    of: TopicTables<WeatherNumbers>,
    air: AirNumbers,
}

/// A zone in a month, and who wants to fly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlyingMonth {
    zone: ZoneWeather,
    /// What was rolled before in this month.
    rolled: Option<AirEffect>,
    /// What was rolled for another zone of the flight.
    other: AirEffect,
    air: Vec<Aircraft>,
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

const KEYS: &[Key] = &[
    effect::ZONE,
    effect::WEATHER,
    effect::ROLLED,
    effect::BASE_EFFECT,
    Key::new(
        "air",
        &["aircraft"],
        KeyKind::List,
        "1.1",
        "air units that want to fly, as their counters are printed: F 4-6/3 JP, B 5-16[3] US depleted",
    ),
];

impl Coded for AirWeather {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-weather";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["inclement", "weather_wet_band"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<WeatherTables, ContextError> {
        let of = numbers::load(effect::NUMBERS, files, settings, Self::CHOICES)?;
        let air = numbers::load(every_air::NUMBERS, files, settings, &[])?.numbers;
        Ok(WeatherTables { of, air })
    }

    fn read(inputs: &Inputs) -> Result<FlyingMonth, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let zone = ZoneWeather::told(inputs).unwrap_or_else(|fault| {
            faults.push(fault);
            None
        });
        if zone.is_none() && faults.is_empty() {
            faults.push(
                KeyFault::new("zone", "is missing").help("severe or moderate, and fair, wet or monsoon"),
            );
        }
        let air = inputs
            .value("air")
            .map_or(Ok(Vec::new()), |value| super::aircraft("air", "own", value, &[], inputs.nations()));
        let air = air.unwrap_or_else(|more| {
            faults.extend(more);
            Vec::new()
        });
        let [rolled, other] = ["effect", "base-effect"].map(|key| AirEffect::told(inputs, key));
        match zone {
            Some(zone) if faults.is_empty() => {
                Ok(FlyingMonth { zone, rolled, other: other.unwrap_or_default(), air })
            }
            _ => Err(faults),
        }
    }
}

impl Procedure for AirWeather {
    const ID: &'static str = "ATPO-R02";
    type Cx = WeatherTables;
    type Input = FlyingMonth;
    type Battle = FlyingMonth;
    type State = ();
    type Outcome = WeatherOutcome;

    fn begin(month: FlyingMonth, tables: &WeatherTables) -> Result<(FlyingMonth, ()), Vec<Refusal>> {
        let idle = !tables.of.numbers.has_entry(month.zone);
        if idle && month.rolled.is_some_and(|rolled| rolled != AirEffect::None) {
            let told = format!("{} has no effect on flying", month.zone.words());
            return Err(vec![Refusal::new(RULE, told)]);
        }
        Ok((month, ()))
    }

    fn step<'b>(
        month: &'b FlyingMonth,
        (): (),
        tables: &'b WeatherTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), WeatherOutcome> {
        let effect = month.effect(&tables.of, dice, log);
        let outcome = month.outcome(effect, tables);
        month.tell(&outcome, tables, log);
        Flow::Done(outcome)
    }

    fn so_far(month: &FlyingMonth, (): &(), tables: &WeatherTables) -> WeatherOutcome {
        month.outcome(AirEffect::None, tables)
    }

    fn result(outcome: &WeatherOutcome) -> String {
        let units: Vec<String> = outcome.air.iter().map(WeatheredUnit::words).collect();
        let zone = outcome.effect.words();
        match (units.as_slice(), outcome.flight == outcome.effect) {
            ([], true) => zone.into(),
            ([], false) => format!("{zone}; the flight: {}", outcome.flight.words()),
            (units, _) => format!("{zone}; {}", units.join(", ")),
        }
    }

    fn deeds(outcome: &WeatherOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

impl FlyingMonth {
    /// What the weather does in the zone: as it was rolled before, without dice, or by two dice.
    fn effect(&self, tables: &TopicTables<WeatherNumbers>, dice: &mut dyn Dice, log: &mut Log) -> AirEffect {
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
        let weather = FlightWeather { there: effect, base: self.other, zone: Some(self.zone) };
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
            air: self.air.iter().map(|air| WeatheredUnit::of(air, flight, tables)).collect(),
            deeds: if effect == AirEffect::None { Vec::new() } else { vec![deed] },
        }
    }

    fn tell(&self, outcome: &WeatherOutcome, tables: &WeatherTables, log: &mut Log) {
        if self.other != AirEffect::None {
            let cause =
                format!("the worse of {} and {}, once (gap G70)", outcome.effect.words(), self.other.words());
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
