//! The weather zones of places, and what a save tells of the weather in them (1.1, 21).

use super::field::Field;
use crate::rules::places::Hex;
use crate::rules::situation::PlaceId;

/// The module's properties are called this and the name of the zone, then `Air` for what the weather does to flying.
const PROPERTY: &str = "Weather_";
/// What the property about flying ends with.
const AIR: &str = "Air";
/// The chit that lies in a zone where weather hinders flying.
const CHIT: &str = "air-effect";

/// What the weather of a zone does to flying (21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirEffect {
    /// Nothing.
    None,
    /// Strength is halved.
    Strength,
    /// Strength and range are halved.
    StrengthAndRange,
    /// Nobody flies.
    Grounded,
    /// A chit says that there is an effect, and nothing says which.
    Unknown,
}

/// The words of the module.
const EFFECTS: &[(&str, AirEffect)] = &[
    ("no effect", AirEffect::None),
    ("strength halved", AirEffect::Strength),
    ("strength and range halved", AirEffect::StrengthAndRange),
    ("grounded", AirEffect::Grounded),
];

impl AirEffect {
    /// Its words.
    pub fn words(self) -> &'static str {
        let found = EFFECTS.iter().find(|(_, effect)| *effect == self);
        found.map_or("an effect that the save does not tell", |(words, _)| words)
    }
}

/// The weather zone of a hex.
pub fn zone(field: &Field, hex: Hex) -> Option<&str> {
    field.map().facts(hex).map(|facts| facts.weather.as_str()).filter(|zone| !zone.is_empty())
}

/// The ground weather of a zone as a property of the module tells it, in small letters.
pub fn ground(field: &Field, zone: &str) -> Option<String> {
    property(field, zone, "")
}

/// The words of the module about flying in a zone, in small letters.
pub fn flying(field: &Field, zone: &str) -> Option<String> {
    property(field, zone, AIR)
}

fn property(field: &Field, zone: &str, about: &str) -> Option<String> {
    let wanted = format!("{PROPERTY}{zone}{about}");
    let found = field.situation.globals.iter().find(|(name, _)| name.eq_ignore_ascii_case(&wanted));
    found.map(|(_, value)| value.trim().to_lowercase()).filter(|value| !value.is_empty())
}

/// What the weather at a place does to flying; none where the save does not tell, and of a place without a zone.
pub fn air_effect(field: &Field, place: &PlaceId) -> Option<AirEffect> {
    let zone = zone(field, place.hex()?)?;
    let told = flying(field, zone);
    let known = told.and_then(|told| EFFECTS.iter().find(|(words, _)| *words == told));
    known.map(|(_, effect)| *effect).or_else(|| has_chit(field, zone).then_some(AirEffect::Unknown))
}

/// Whether the chit of an air effect lies in a zone.
fn has_chit(field: &Field, zone_of_place: &str) -> bool {
    let situation = &field.situation;
    let lies = |ix: usize| {
        let hex = situation.pieces[ix].at.hex();
        situation.pieces[ix].is_chit(CHIT) && hex.and_then(|hex| zone(field, hex)) == Some(zone_of_place)
    };
    situation.in_play().any(lies)
}
