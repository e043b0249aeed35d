//! Retreats: which hexes are open, and which mixes of hexes and step losses satisfy a result (11.6.7).

use serde::Serialize;
use serde_json::Value;

use crate::forces::unit::LONGEST_NAME;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::position::places::Hex;
use vassal::diagnostic::counted;

/// Where the defenders can go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Retreat {
    /// So many hexes, without saying where.
    Hexes(u8),
    /// These places.
    Places(Vec<Place>),
}

/// A hex that defenders may come to on their retreat.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Its name.
    pub hex: String,
    /// Hexes away from the combat hex: 1 to 3, or more where an overstacked unit goes on.
    pub distance: u8,
    /// In an enemy zone of control.
    pub zoc: bool,
    /// Held by a friendly land unit or fortification, which inhibits that zone (11.3.1.2).
    pub held: bool,
    /// Adjacent to an attacking unit.
    pub beside: bool,
    /// Nearer to the supply source than the combat hex.
    pub closer: bool,
    /// In supply.
    pub supplied: bool,
    /// The retreating stack would overstack there.
    pub full: bool,
}

/// The places at `distance` that the rules leave open, in their order of preference removed: only equal ones stay.
///
/// Not into a zone of control that no friend inhibits; nearer to supply, unless the unit is out of supply, which
/// must take a supplied hex where there is one; not beside an attacker unless there is no other way; not where it
/// would overstack, unless there is nowhere else, and then it goes further.
#[must_use]
pub fn open(places: &[Place], distance: u8, out_of_supply: bool) -> Vec<&Place> {
    let enterable = |place: &&Place| !place.zoc || place.held;
    let for_supply = |place: &&Place| out_of_supply || place.closer;
    let at = |distance: u8| {
        let here: Vec<&Place> = places
            .iter()
            .filter(|place| place.distance == distance)
            .filter(enterable)
            .filter(for_supply)
            .collect();
        let here = prefer(here, |place| !out_of_supply || place.supplied);
        prefer(here, |place| !place.beside)
    };
    let roomy = |here: &[&Place]| here.iter().any(|place| !place.full);
    let here = at(distance);
    if here.is_empty() || roomy(&here) {
        return here.into_iter().filter(|place| !place.full).collect();
    }
    let further = (distance.saturating_add(1)..=distance.saturating_add(3)).map(at).find(|here| roomy(here));
    further.unwrap_or_default().into_iter().filter(|place| !place.full).collect()
}

fn prefer(places: Vec<&Place>, wanted: impl Fn(&Place) -> bool) -> Vec<&Place> {
    let better: Vec<&Place> = places.iter().copied().filter(|place| wanted(place)).collect();
    if better.is_empty() { places } else { better }
}

impl Retreat {
    /// Whether a retreat of so many hexes is possible.
    #[must_use]
    pub fn reaches(&self, hexes: u8, out_of_supply: bool) -> bool {
        match self {
            Self::Hexes(most) => hexes <= *most,
            Self::Places(places) => !open(places, hexes, out_of_supply).is_empty(),
        }
    }

    /// The names of its places in order, each once.
    fn names(&self) -> Vec<&str> {
        let Self::Places(places) = self else { return Vec::new() };
        let mut names: Vec<&str> = places.iter().map(|place| place.hex.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The number of one of its places: its rank among their names.
    #[must_use]
    pub fn number(&self, hex: &str) -> Option<u8> {
        self.names().binary_search(&hex).ok().and_then(|rank| rank.try_into().ok())
    }

    /// The name of the place with this number.
    #[must_use]
    pub fn hex(&self, number: u8) -> Option<String> {
        self.names().get(usize::from(number)).map(|name| (*name).to_owned())
    }
}

/// One legal way to satisfy a result: hexes for the stack and steps from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Mix {
    /// Hexes the whole stack retreats.
    pub hexes: u8,
    /// Steps it loses.
    pub steps: u8,
    /// Nothing of it is left.
    pub eliminated: bool,
}

impl Mix {
    /// In words, as it stands in orders: `retreat 1, lose 1 step`.
    #[must_use]
    pub fn answer(&self) -> String {
        let steps = counted(self.steps.into(), "step");
        match (self.hexes, self.steps) {
            _ if self.eliminated => "eliminated".into(),
            (0, _) => format!("lose {steps}"),
            (hexes, 0) => format!("retreat {hexes}"),
            (hexes, _) => format!("retreat {hexes}, lose {steps}"),
        }
    }

    /// Its hexes and steps, those that there are: `1 hex + 2 steps`.
    #[must_use]
    pub fn counted(&self) -> String {
        let hexes = counted(self.hexes.into(), "hex");
        let steps = counted(self.steps.into(), "step");
        match (self.hexes, self.steps) {
            (_, 0) => hexes,
            (0, _) => steps,
            _ => format!("{hexes} + {steps}"),
        }
    }
}

/// The legal mixes for a result of `points`, most hexes first. `steps` are those of the stack, when known.
/// Mixes that leave nothing are one: `eliminated`.
#[must_use]
pub fn mixes(points: u8, steps: Option<u16>, retreat: &Retreat, out_of_supply: bool) -> Vec<Mix> {
    let mut mixes: Vec<Mix> = Vec::new();
    let mut dead = None;
    for hexes in (0..=points).rev() {
        if hexes > 0 && !retreat.reaches(hexes, out_of_supply) {
            continue;
        }
        let lost = points - hexes;
        let eliminated = steps.is_some_and(|steps| steps <= u16::from(lost));
        if eliminated {
            dead.get_or_insert(Mix { hexes: 0, steps: lost, eliminated });
        } else {
            mixes.push(Mix { hexes, steps: lost, eliminated });
        }
    }
    mixes.extend(dead);
    mixes
}

/// Read `retreat` and `surrounded`: a number of hexes, or places such as `W4433:1 closer, W4432:2 closer zoc held`.
///
/// # Errors
/// Every place that cannot be read; both keys when they contradict each other.
pub fn read(inputs: &Inputs) -> Result<Retreat, Vec<KeyFault>> {
    let told = inputs.value("retreat").map(hexes).transpose()?;
    let contradiction = |message: &str| Err(vec![KeyFault::new("surrounded", message)]);
    match (inputs.yes_no("surrounded"), told) {
        (Some(true), None | Some(Retreat::Hexes(0))) => Ok(Retreat::Hexes(0)),
        (Some(true), Some(_)) => contradiction("is yes, but `retreat` gives hexes where the stack can go"),
        (Some(false), Some(Retreat::Hexes(0))) => contradiction("is no, but `retreat` leaves no hex"),
        (_, told) => Ok(told.unwrap_or(Retreat::Hexes(3))),
    }
}

/// More places than there are hexes within reach of a retreat.
const MOST_PLACES: usize = 200;

fn hexes(value: &Value) -> Result<Retreat, Vec<KeyFault>> {
    let texts: Vec<String> = match value {
        Value::Array(list) => {
            list.iter().map(|entry| entry.as_str().unwrap_or_default().to_owned()).collect()
        }
        other => vec![other.as_str().map_or_else(|| other.to_string(), str::to_owned)],
    };
    if let [one] = texts.as_slice() {
        match one.to_lowercase().as_str() {
            "none" | "no" => return Ok(Retreat::Hexes(0)),
            "yes" | "any" => return Ok(Retreat::Hexes(3)),
            text => {
                if let Ok(hexes) = text.parse::<u8>() {
                    return Ok(Retreat::Hexes(hexes.min(3)));
                }
            }
        }
    }
    let mut places = Vec::new();
    let mut faults = Vec::new();
    for text in texts.iter().flat_map(|text| text.split([',', ';'])).filter(|text| !text.trim().is_empty()) {
        match place(text) {
            Ok(place) => places.push(place),
            Err(fault) => faults.push(fault),
        }
        if places.len() + faults.len() > MOST_PLACES {
            return Err(vec![KeyFault::new("retreat", format!("more than {MOST_PLACES} places"))]);
        }
    }
    if faults.is_empty() { Ok(Retreat::Places(places)) } else { Err(faults) }
}

fn place(text: &str) -> Result<Place, KeyFault> {
    let mut words = text.split_whitespace();
    let mut head = words.next().unwrap_or_default().to_owned();
    if head.len() == 1 {
        head.push_str(words.next().unwrap_or_default());
    }
    let fault = |message: String| {
        KeyFault::new("retreat", message)
            .help("write 2, or HEX:DISTANCE and words: closer, supplied, zoc, held, beside, full")
    };
    if head.len() > LONGEST_NAME {
        return Err(fault(format!("the name of a place has more than {LONGEST_NAME} letters")));
    }
    let (hex, distance) = head
        .split_once(':')
        .ok_or_else(|| fault(format!("\"{head}\" is neither 0 to 3 nor HEX:DISTANCE")))?;
    let distance = distance.parse().ok().filter(|distance| (1..=6).contains(distance));
    let distance = distance.ok_or_else(|| fault(format!("\"{head}\": expected a distance from 1 to 6")))?;
    let mut place = Place {
        hex: Hex::tidy(hex),
        distance,
        zoc: false,
        held: false,
        beside: false,
        closer: false,
        supplied: false,
        full: false,
    };
    for word in words {
        match word {
            "zoc" => place.zoc = true,
            "held" => place.held = true,
            "beside" => place.beside = true,
            "closer" => place.closer = true,
            "supplied" => place.supplied = true,
            "full" => place.full = true,
            other => return Err(fault(format!("\"{hex}\": unknown word \"{other}\""))),
        }
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<Place> {
        text.split(',').map(|text| place(text).unwrap()).collect()
    }

    fn names(text: &str, distance: u8, out_of_supply: bool) -> Vec<String> {
        open(&places(text), distance, out_of_supply).iter().map(|place| place.hex.clone()).collect()
    }

    #[test]
    fn a_zone_of_control_bars_unless_a_friend_holds_the_hex() {
        assert_eq!(names("A:1 closer zoc, B:1 closer, C:1 closer zoc held", 1, false), ["B", "C"]);
    }

    #[test]
    fn a_hex_beside_an_attacker_is_the_last_resort() {
        assert_eq!(names("A:1 closer beside, B:1 closer", 1, false), ["B"]);
        assert_eq!(names("A:1 closer beside", 1, false), ["A"]);
    }

    #[test]
    fn a_supplied_unit_goes_nearer_its_source_and_an_unsupplied_one_into_supply() {
        assert_eq!(names("A:1, B:1 closer", 1, false), ["B"]);
        assert!(names("A:1", 1, false).is_empty());
        assert_eq!(names("A:1, B:1 supplied", 1, true), ["B"]);
        assert_eq!(names("A:1", 1, true), ["A"]);
    }

    #[test]
    fn an_overstacked_unit_goes_on() {
        assert_eq!(names("A:1 closer full, B:2 closer", 1, false), ["B"]);
        assert_eq!(names("A:1 closer full, C:1 closer, B:2 closer", 1, false), ["C"]);
        assert!(names("A:1 closer full", 1, false).is_empty());
    }

    #[test]
    fn mixes_of_hexes_and_steps() {
        let words = |points, steps, hexes| {
            mixes(points, steps, &Retreat::Hexes(hexes), false)
                .iter()
                .map(Mix::answer)
                .collect::<Vec<_>>()
                .join(" | ")
        };
        assert_eq!(words(2, Some(4), 3), "retreat 2 | retreat 1, lose 1 step | lose 2 steps");
        assert_eq!(words(1, Some(2), 0), "lose 1 step");
        assert_eq!(words(3, Some(2), 3), "retreat 3 | retreat 2, lose 1 step | eliminated");
        assert_eq!(words(3, Some(1), 0), "eliminated");
        assert_eq!(words(3, None, 1), "retreat 1, lose 2 steps | lose 3 steps");
    }
}
