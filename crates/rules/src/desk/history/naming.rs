//! How the words of a turn log name units, pieces and places.

use serde_json::Value;

use crate::desk::commitment::UnitLine;
use crate::desk::log::{LogEntry, LogEvent};
use crate::desk::units::{UnitRef, Units};

/// What the names of leaves begin with that hold units of a power outside of the board.
pub const OFF_BOARD: &str = "pool/";

/// Whether an entry places units of this class and power there; what does not say where or what may be any.
pub fn mobilizes(entry: &LogEntry, unit: &UnitLine, place: &str) -> bool {
    let LogEvent::Mobilize(goods) = &entry.event else { return false };
    let here = goods.place.is_empty() || is_same(&goods.place, place);
    let named = |units: &Units| units.0.iter().any(|named| is_meant(named, unit, &entry.power));
    let whose = entry.power.is_empty() || is_same(&entry.power, &unit.power);
    here && units_in(&goods.what).map_or(whose, |units| named(&units))
}

/// Units that were bought or placed; none where the log tells something else.
pub fn units_in(what: &Value) -> Option<Units> {
    let list = what.get("units").unwrap_or(what);
    serde_json::from_value::<Units>(list.clone()).ok().filter(|units| !units.is_empty())
}

/// The piece of a unit: `7` for `7#2`.
pub fn piece_of(uid: &str) -> &str {
    match uid.rsplit_once('#') {
        Some((piece, number)) if !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit()) => {
            piece
        }
        _ => uid,
    }
}

/// Whether chips stand for a unit.
pub fn is_chip(unit: &UnitLine) -> bool {
    piece_of(&unit.uid) != unit.uid
}

/// Whether two names are one but for capitals.
pub fn is_same(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}

/// Whether words of the log mean a unit itself, and not what it carries.
pub fn is_meant(named: &UnitRef, unit: &UnitLine, power: &str) -> bool {
    match &named.id {
        Some(id) => {
            let alike = is_chip(unit) && piece_of(id) == piece_of(&unit.uid);
            *id == unit.uid || id == piece_of(&unit.uid) || alike
        }
        None => {
            let power = named.power.as_deref().unwrap_or(power);
            is_same(&named.class, &unit.class) && (power.is_empty() || is_same(power, &unit.power))
        }
    }
}
