//! The weather zones of places, and what a save tells of the weather in them (1.1, 21).

use super::air::effect::AirEffect;
use super::field::Field;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::PlaceId;

/// The module's properties are called this and the name of the zone, then `Air` for what the weather does to flying.
const PROPERTY: &str = "Weather_";
/// What the property about flying ends with.
const AIR: &str = "Air";
/// The chit that lies in a zone where weather hinders flying.
const CHIT: &str = "air-effect";

/// All effects, which a property tells by their words.
const EFFECTS: [AirEffect; 4] =
    [AirEffect::None, AirEffect::Strength, AirEffect::StrengthAndRange, AirEffect::Grounded];

/// The weather zone of a hex.
pub fn zone(field: &Field, hex: Hex) -> Option<&str> {
    field.map().facts(hex).map(|facts| facts.weather.as_str()).filter(|zone| !zone.is_empty())
}

/// The ground weather of a zone as a property of the module tells it, in small letters.
pub fn ground(field: &Field, zone: &str) -> Option<String> {
    property(field, zone, "")
}

/// Whether a ground weather of a zone has an entry for flying, whatever was rolled (21).
pub fn has_entry(zone: &str, weather: &str) -> bool {
    match weather {
        "monsoon" => true,
        "wet" => zone.eq_ignore_ascii_case("severe"),
        _ => false,
    }
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
    let told = flying(field, zone(field, place.hex()?)?)?;
    EFFECTS.into_iter().find(|effect| effect.words() == told)
}

/// Whether a chit says that weather hinders flying at a place, where nothing tells how.
pub fn has_unknown_effect(field: &Field, place: &PlaceId) -> bool {
    let zone = place.hex().and_then(|hex| zone(field, hex));
    air_effect(field, place).is_none() && zone.is_some_and(|zone| has_chit(field, zone))
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
