//! What the weather of a zone does to flying: its table, the effect that was rolled, and what is inclement (1.1, 21).

use serde::{Deserialize, Serialize};

use crate::sea::numbers::{Format1, TopicTables};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, KeyValue as _, TypedInput};
use liege_rules::words;

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/weather_effects.toml";

/// `weather_effects.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    severe: ZoneRows,
    moderate: ZoneRows,
    halved: HalvedRow,
}

/// The entries of a zone; weather without one does nothing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneRows {
    wet: Option<WeatherEntry>,
    monsoon: Option<WeatherEntry>,
}

/// The entry of a zone and a weather: the lowest total of each effect on flying.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeatherEntry {
    strength: u16,
    strength_and_range: u16,
    strength_and_range_otherwise: Option<u16>,
    grounded: u16,
    breakthrough: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct HalvedRow {
    divisor: std::num::NonZeroU32,
    least_range: u32,
}

words! {
    /// What the weather of the month does to aircraft in a zone; a later one is worse.
    #[derive(Default, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum AirEffect {
        /// Nothing.
        #[default]
        None = "none" | "no-effect" | "no",
        /// Strength is halved.
        Strength = "strength" | "strength-halved" | "half-strength",
        /// Strength and range are halved.
        StrengthAndRange = "strength-and-range" | "strength-and-range-halved" | "range" | "both",
        /// Nothing flies.
        Grounded = "grounded" | "no-flying",
    }
}

words! {
    /// The weather of a month.
    #[derive(Default)]
    pub enum MonthWeather alone { #[default] Fair = "fair" | "f", Wet = "wet" | "w", Monsoon = "monsoon" | "m" }
}

/// A zone with its weather.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ZoneWeather {
    /// Whether the zone is severe; otherwise it is moderate.
    pub severe: bool,
    /// The weather of the month.
    pub weather: MonthWeather,
}

/// What weather does to a flight between two zones, and whether it is inclement where the flight leads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FlightWeather {
    /// What was rolled for the zone of the mission hex.
    pub there: AirEffect,
    /// What was rolled for the zone of the base.
    pub base: AirEffect,
    /// The zone of the mission hex with its weather, when it was told.
    pub zone: Option<ZoneWeather>,
}

/// The zone of the hex.
pub const ZONE: Key = Key::new(
    "zone",
    &["weather-zone"],
    KeyKind::alone(&[("severe", &[]), ("moderate", &[])]),
    "21",
    "weather zone: severe or moderate",
);
/// The weather of the month.
pub const WEATHER: Key =
    Key::new("weather", &[], MonthWeather::KIND, "1", "weather of the month: fair, wet or monsoon");
/// What was rolled for the zone of the mission hex.
pub const EFFECT: Key = effect_key(
    "what was rolled this month for flying in that zone: none, strength, strength-and-range or grounded",
);
/// What was rolled before for the zone for which the dice are.
pub const ROLLED: Key =
    effect_key("what was rolled for the zone before in this month, so that no dice are rolled again");
/// What was rolled for the other zone of a flight.
pub const BASE_EFFECT: Key = Key::new(
    "base-effect",
    &["other-effect"],
    AirEffect::KIND,
    "1.1",
    "the same for the zone of the base, where that is another; the worse of both counts",
);

const fn effect_key(help: &'static str) -> Key {
    Key::new("effect", &["weather-effect"], AirEffect::KIND, "1.1", help)
}

impl AirEffect {
    /// The effect in words, as the module has them.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::None => "no effect",
            Self::Strength => "strength halved",
            Self::StrengthAndRange => "strength and range halved",
            Self::Grounded => "grounded",
        }
    }

    /// What was rolled for the zone of the mission hex, and for that of the base.
    pub(super) fn of_flight(inputs: &Inputs) -> [Self; 2] {
        ["effect", "base-effect"].map(|key| Self::told(inputs, key))
    }

    /// The effect of a key.
    #[must_use]
    pub fn told(inputs: &Inputs, key: &str) -> Self {
        Self::read(inputs, key).ok().flatten().unwrap_or_default()
    }
}

impl ZoneWeather {
    /// The zone and the weather that were told; none where neither was.
    ///
    /// # Errors
    /// Only one of them was told, and the weather is not fair.
    pub fn told(inputs: &Inputs) -> Result<Option<Self>, KeyFault> {
        let weather = MonthWeather::read(inputs, "weather")?;
        match (inputs.word("zone"), weather) {
            (None, None | Some(MonthWeather::Fair)) => Ok(None),
            (Some(zone), Some(weather)) => Ok(Some(Self { severe: zone == "severe", weather })),
            (None, Some(_)) => {
                let fault = KeyFault::new("zone", "is missing: weather depends on the zone");
                Err(fault.help("severe or moderate"))
            }
            (Some(_), None) => Err(KeyFault::new("weather", "is missing").help("fair, wet or monsoon")),
        }
    }

    /// In words: `wet weather in the severe zone`.
    #[must_use]
    pub fn words(self) -> String {
        format!("{} weather in the {} zone", self.weather.word(), self.name())
    }

    /// The name of the zone.
    pub(super) fn name(self) -> &'static str {
        if self.severe { "severe" } else { "moderate" }
    }
}

/// A zone whose weather must be given.
impl TypedInput for ZoneWeather {
    const KEYS: &'static [Key] = &[ZONE, WEATHER];

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let missing = KeyFault::new("zone", "is missing");
        let zone = Self::told(inputs)
            .and_then(|zone| zone.ok_or(missing.help("severe or moderate, and fair, wet or monsoon")));
        zone.map_err(|fault| faults.push(fault)).ok()
    }
}

impl TypedInput for FlightWeather {
    const KEYS: &'static [Key] = &[ZONE, WEATHER, EFFECT, BASE_EFFECT];

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let zone = ZoneWeather::told(inputs).map_err(|fault| faults.push(fault)).ok()?;
        let [there, base] = AirEffect::of_flight(inputs);
        Some(Self { there, base, zone })
    }
}

impl FlightWeather {
    /// What the flight suffers: the worse of both zones, once (gap G70).
    #[must_use]
    pub fn worse(self) -> AirEffect {
        self.there.max(self.base)
    }

    /// Whether the weather of the mission hex is inclement: by what was rolled there, or by its entry alone.
    #[must_use]
    pub fn is_inclement(self, numbers: &WeatherNumbers, by_entry: bool) -> bool {
        self.there != AirEffect::None || by_entry && self.zone.is_some_and(|zone| numbers.has_entry(zone))
    }
}

impl WeatherNumbers {
    fn entry(&self, zone: ZoneWeather) -> Option<&WeatherEntry> {
        let rows = if zone.severe { &self.severe } else { &self.moderate };
        match zone.weather {
            MonthWeather::Fair => None,
            MonthWeather::Wet => rows.wet.as_ref(),
            MonthWeather::Monsoon => rows.monsoon.as_ref(),
        }
    }

    /// Whether this weather has an entry for the zone.
    #[must_use]
    pub fn has_entry(&self, zone: ZoneWeather) -> bool {
        self.entry(zone).is_some()
    }

    /// Whether the weather lets Breakthroughs happen.
    pub(super) fn allows_breakthrough(&self, zone: ZoneWeather) -> bool {
        self.entry(zone).is_none_or(|entry| entry.breakthrough)
    }

    /// The strength of an air unit under an effect.
    #[must_use]
    pub fn strength(&self, strength: u32, effect: AirEffect) -> u32 {
        if effect == AirEffect::None { strength } else { strength / self.halved.divisor }
    }

    /// The range of an air unit under an effect.
    #[must_use]
    pub fn range(&self, range: u32, effect: AirEffect) -> u32 {
        match effect {
            AirEffect::None | AirEffect::Strength => range,
            _ => (range / self.halved.divisor).max(self.halved.least_range.min(range)),
        }
    }
}

/// From which totals the dice halve strength, halve the range too, and ground; none where the weather has no entry.
pub(super) fn totals(zone: ZoneWeather, tables: &TopicTables<WeatherNumbers>) -> Option<[u16; 3]> {
    let entry = tables.numbers.entry(zone)?;
    let otherwise = tables.choices.is("weather_wet_band", "8/9-11/12");
    let both = entry.strength_and_range_otherwise.filter(|_| otherwise).unwrap_or(entry.strength_and_range);
    Some([entry.strength, both, entry.grounded])
}

/// What a total of the dice does where these totals hold.
pub(super) fn rolled([strength, both, grounded]: [u16; 3], total: u16) -> AirEffect {
    match total {
        total if total >= grounded => AirEffect::Grounded,
        total if total >= both => AirEffect::StrengthAndRange,
        total if total >= strength => AirEffect::Strength,
        _ => AirEffect::None,
    }
}
