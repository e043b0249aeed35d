//! Who may look for the enemy from the air, at sea and on land: eligible air units in range, and their numbers (4.4, 4.5).

use serde::Deserialize;

use super::aircraft::{AirClass, AirWord, Aircraft};
use super::effect::{self, AirEffect, FlightWeather, WeatherNumbers};
use crate::magic::HelpedNations;
use crate::sea::numbers::{self, Format1, TopicTables};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, KeyValue as _};
use liege_rules::play::procedure::{ContextError, Refusal};
use liege_rules::words;

/// The most air units that search for ships after the first.
pub const MOST_SCOUTS: usize = 24;

/// Path of their numbers.
pub const NUMBERS: &str = "rules/atpo/reconnaissance.toml";

/// `reconnaissance.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReconNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    pub(super) sea: SeaReconRows,
    pub(super) sighting: [SightingRow; 6],
    pub(super) land: LandReconRows,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeaReconRows {
    row: Vec<SeaReconRow>,
    beyond: BeyondRow,
    pub(super) modifier: SeaReconModifiers,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeaReconRow {
    most: u32,
    need: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct BeyondRow {
    need: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeaReconModifiers {
    pub(super) further_air: i32,
    pub(super) on_the_spot: i32,
    pub(super) coastal: i32,
    pub(super) located: i32,
}

/// What a face of the sighting report owes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SightingRow {
    /// How far numbers may be off, in percent.
    pub(super) within: u32,
    pub(super) by_type: bool,
    pub(super) names: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LandReconRows {
    pub(super) need: i32,
    pub(super) modifier: LandReconModifiers,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LandReconModifiers {
    pub(super) jungle_mountain: i32,
    pub(super) jungle: i32,
    pub(super) forest: i32,
    pub(super) mountain: i32,
    pub(super) inclement: i32,
    pub(super) city_or_resource: i32,
    pub(super) fighter: i32,
    pub(super) enemy_fighter: i32,
}

impl SeaReconRows {
    /// What the dice must come to at this distance.
    pub(super) fn need(&self, hexes: u32) -> i32 {
        let rows = self.row.iter().filter(|row| hexes <= row.most);
        rows.min_by_key(|row| row.most).map_or(self.beyond.need, |row| row.need)
    }
}

/// The tables of reconnaissance, with the choices that it declares.
pub struct ReconTables {
    pub(super) of: TopicTables<ReconNumbers>,
    pub(super) weather: WeatherNumbers,
    helped: HelpedNations,
}

impl ReconTables {
    /// Whether ships must be located before they are attacked (choice `recon_required`).
    #[must_use]
    pub fn needs_search(&self) -> bool {
        self.of.choices.is("recon_required", "required")
    }

    pub(super) fn load(
        files: &dyn Files,
        settings: &[Setting],
        choices: &[&str],
    ) -> Result<Self, ContextError> {
        let of = numbers::load(NUMBERS, files, settings, choices)?;
        let weather = numbers::load(effect::NUMBERS, files, settings, &[])?.numbers;
        Ok(Self { of, weather, helped: HelpedNations::load(files)? })
    }

    /// What an Air Magic chit with this number does to the dice of an air unit that searches: a bonus for those whom it
    /// helps, and a penalty for Japan; nothing without a chit.
    pub(super) fn magic(&self, air: &Aircraft, chit: u8) -> i8 {
        let value = i8::try_from(chit).unwrap_or(i8::MAX);
        if air.nation == Some("JP") { -value } else { value }
    }

    /// Air Magic is for searches of US, UK and Commonwealth aircraft, and against those of Japan.
    pub fn magic_refused(&self, air: &Aircraft, chit: u8) -> Option<Refusal> {
        let nation = air.nation.filter(|nation| *nation != "JP" && !self.helped.helps(Some(nation)))?;
        let reason = format!(
            "Air Magic is for US, UK and Commonwealth units or against Japan, and {} is of {nation}",
            air.name
        );
        (chit > 0).then(|| Refusal::new(MAGIC_RULE, reason))
    }
}

/// What is added to the roll of a search, and why.
pub(super) struct SearchModifier {
    pub(super) label: &'static str,
    pub(super) value: i32,
    pub(super) cause: &'static str,
    pub(super) rule: &'static str,
}

/// An Air Magic chit that does this to the dice; 0 where there is none.
pub(super) fn of_magic(value: i8) -> SearchModifier {
    let (label, cause) = ("Air Magic", "announced before the roll");
    SearchModifier { label, value: value.into(), cause, rule: MAGIC_RULE }
}

const MAGIC_RULE: &str = "17.10.2.1.1";

/// An Air Magic chit for the roll.
pub(super) const MAGIC: Key = Key::new(
    "magic",
    &["air-magic"],
    KeyKind::Number(1, 9),
    MAGIC_RULE,
    "the number of an Air Magic chit: a bonus for US, UK or Commonwealth aircraft, a penalty for Japanese ones",
);

words! {
    /// The Phase of a search.
    pub enum SearchPhase {
        NavalAndAir = "naval-and-air" | "naval" | "na",
        Offensive = "offensive",
        End = "end",
        Other = "other" | "weather" | "strategic-warfare" | "movement",
    }
}

/// The Phase of a search.
pub(super) const PHASE: Key = Key::new(
    "phase",
    &[],
    SearchPhase::KIND,
    "4.4, 4.5",
    "the Phase: naval-and-air, offensive, end or other; checked if given",
);

/// The one air unit of a key.
pub(super) fn scout(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Aircraft> {
    const TAKES: &[AirWord] =
        &[AirWord::Committed, AirWord::PreviouslyCommitted, AirWord::Unsupplied, AirWord::Carrier];
    let value = inputs.value("air")?;
    let mut units = super::aircraft("air", "own", value, TAKES, inputs.nations()).unwrap_or_else(|more| {
        faults.extend(more);
        Vec::new()
    });
    let unit = units.pop();
    let fault = KeyFault::new("air", "expected one air unit").help("the one that searches: F 4-6/3 JP");
    match (&unit, units.is_empty(), faults.is_empty()) {
        (_, false, _) | (None, _, true) => faults.push(fault),
        _ => {}
    }
    unit
}

/// Why an air unit may not search, by the paragraph on who may; `hexes` is the distance from its base.
pub(super) fn against(
    air: &Aircraft,
    (hexes, flight): (Option<u32>, FlightWeather),
    weather: &WeatherNumbers,
    rule: &'static str,
) -> Vec<Refusal> {
    let name = &air.name;
    let effect = flight.worse();
    let range = air.face().range.map(|range| weather.range(range.into(), effect));
    let beyond = hexes.zip(range).filter(|(hexes, range)| hexes > range);
    let is_committed = air.is(AirWord::Committed) || air.is(AirWord::PreviouslyCommitted);
    // X-7/0, as a bomber without strength.
    let is_b25 = air.class == AirClass::B25 || air.class == AirClass::Bomber && air.face().strength == 0;
    let limits = [
        (air.class == AirClass::Transport, rule, format!("{name}: air transport does not search")),
        (is_b25, "16.14.1", format!("{name}: the B-25 does not fly reconnaissance")),
        (is_committed, rule, format!("{name}: only an uncommitted air unit searches")),
        (air.is(AirWord::Unsupplied), "4.4", format!("{name}: only an air unit in supply searches")),
        (effect == AirEffect::Grounded, "1.1", format!("{name}: the weather grounds it (gap G70)")),
    ];
    let mut told: Vec<Refusal> = limits
        .into_iter()
        .filter(|(holds, ..)| *holds)
        .map(|(_, rule, reason)| Refusal::new(rule, reason))
        .collect();
    if let Some((hexes, range)) = beyond {
        told.push(Refusal::new(rule, format!("{name}: {hexes} hexes are beyond its range of {range}")));
    }
    told
}
