//! What the weather of a zone does to flying: its table, the effect that was rolled, and what is inclement (1.1, 21).

use serde::{Deserialize, Serialize};

use crate::sea::numbers::{Format1, TopicTables};
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind, WordRows};

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

/// What the weather of the month does to aircraft in a zone; a later one is worse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AirEffect {
    /// Nothing.
    #[default]
    None,
    /// Strength is halved.
    Strength,
    /// Strength and range are halved.
    StrengthAndRange,
    /// Nothing flies.
    Grounded,
}

/// The weather of a month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MonthWeather {
    #[default]
    Fair,
    Wet,
    Monsoon,
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

const WEATHER_WORDS: WordRows = &[("fair", &["f"]), ("wet", &["w"]), ("monsoon", &["m"])];
const EFFECT_WORDS: WordRows = &[
    ("none", &["no-effect", "no"]),
    ("strength", &["strength-halved", "half-strength"]),
    ("strength-and-range", &["strength-and-range-halved", "range", "both"]),
    ("grounded", &["no-flying"]),
];

/// The zone of the hex.
pub const ZONE: Key = Key::new(
    "zone",
    &["weather-zone"],
    KeyKind::alone(&[("severe", &[]), ("moderate", &[])]),
    "21",
    "weather zone: severe or moderate",
);
/// The weather of the month.
pub const WEATHER: Key = Key::new(
    "weather",
    &[],
    KeyKind::alone(WEATHER_WORDS),
    "1",
    "weather of the month: fair, wet or monsoon",
);
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
    KeyKind::word(EFFECT_WORDS),
    "1.1",
    "the same for the zone of the base, where that is another; the worse of both counts",
);

const fn effect_key(help: &'static str) -> Key {
    Key::new("effect", &["weather-effect"], KeyKind::word(EFFECT_WORDS), "1.1", help)
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

    /// Its word among the values of keys.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Strength => "strength",
            Self::StrengthAndRange => "strength-and-range",
            Self::Grounded => "grounded",
        }
    }

    /// The effect that a key tells.
    #[must_use]
    pub fn told(inputs: &Inputs, key: &str) -> Option<Self> {
        const ALL: [AirEffect; 4] =
            [AirEffect::None, AirEffect::Strength, AirEffect::StrengthAndRange, AirEffect::Grounded];
        let word = inputs.word(key)?;
        ALL.into_iter().find(|effect| effect.word() == word)
    }
}

impl ZoneWeather {
    /// The zone and the weather that were told; none where neither was.
    ///
    /// # Errors
    /// Only one of them was told, and the weather is not fair.
    pub fn told(inputs: &Inputs) -> Result<Option<Self>, KeyFault> {
        let weather = match inputs.word("weather") {
            None => None,
            Some("wet") => Some(MonthWeather::Wet),
            Some("monsoon") => Some(MonthWeather::Monsoon),
            Some(_) => Some(MonthWeather::Fair),
        };
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

impl MonthWeather {
    fn word(self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::Wet => "wet",
            Self::Monsoon => "monsoon",
        }
    }
}

impl FlightWeather {
    /// What was told of it.
    pub fn told(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Self {
        let zone = ZoneWeather::told(inputs).unwrap_or_else(|fault| {
            faults.push(fault);
            None
        });
        let [there, base] = ["effect", "base-effect"].map(|key| AirEffect::told(inputs, key));
        Self { there: there.unwrap_or_default(), base: base.unwrap_or_default(), zone }
    }

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
