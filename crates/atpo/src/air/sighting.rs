//! The sighting report of a flotilla that was found (4.4.5): its ships as they are typed in, and what its owner may say.

use serde::Serialize;
use serde_json::Value;

use super::scouting::SightingRow;
use crate::forces::unit::{LONGEST_NAME, entries, multiple, number_word};
use crate::sea::ship::ShipClass;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::Log;

/// Ships of one class in a flotilla.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SightedClass {
    class: ShipClass,
    count: u32,
    /// The names that were told.
    names: Vec<String>,
}

/// A number that the owner must tell, with the least and the most that he may say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SightedNumber {
    /// What is counted: `ships`, `CV`.
    pub what: String,
    /// How many there are.
    pub is: u32,
    /// The least that he may say.
    pub least: u32,
    /// The most.
    pub most: u32,
    /// Names that he owes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

const RULE: &str = "4.4.5";
/// More entries than any flotilla has.
const MOST_ENTRIES: usize = 60;
/// More ships of a class than any game has.
const MOST_SHIPS: u32 = 500;
const HELP: &str = "ships by type: 2 CV, Yamato:BB, 8 DD, 3 STP (points of transport)";

/// The key of a flotilla.
pub(super) const SHIPS: Key = Key::new("ships", &["flotilla-ships"], Flotilla::KIND, RULE, HELP);

/// The ships of a flotilla, by class in the order in which they come; points of sea transport count one ship each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flotilla(pub(super) Vec<SightedClass>);

impl Field for Flotilla {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let ships = inputs.value(key).map_or(Ok(Vec::new()), |value| flotilla(key, value));
        ships.map(Self).map_err(|more| faults.extend(more)).ok()
    }
}

fn flotilla(key: &str, value: &Value) -> Result<Vec<SightedClass>, Vec<KeyFault>> {
    let (mut all, mut faults): (Vec<SightedClass>, Vec<KeyFault>) = (Vec::new(), Vec::new());
    let list = entries(value);
    if list.len() > MOST_ENTRIES {
        return Err(vec![KeyFault::new(key, format!("more than {MOST_ENTRIES} entries"))]);
    }
    for entry in list {
        let text = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        let told = match sighted(&text) {
            Ok(told) => told,
            Err(what) => {
                faults.push(KeyFault::new(key, format!("\"{text}\": {what}")).help(HELP));
                continue;
            }
        };
        match all.iter_mut().find(|own| own.class == told.class) {
            Some(own) => {
                own.count = own.count.saturating_add(told.count).min(MOST_SHIPS);
                own.names.extend(told.names);
            }
            None => all.push(told),
        }
    }
    if all.is_empty() && faults.is_empty() {
        faults.push(KeyFault::new(key, "expected at least one ship").help(HELP));
    }
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

/// `2 CV`, `two DD`, `3 x CA`, `Yamato:BB`, `STP 4`.
fn sighted(text: &str) -> Result<SightedClass, String> {
    if text.len() > LONGEST_NAME {
        return Err(format!("has more than {LONGEST_NAME} letters"));
    }
    let (times, rest) = multiple(text);
    let (name, rest) = rest.split_once(':').map_or(("", rest), |(name, rest)| (name.trim(), rest));
    let mut count = (times > 1).then(|| u32::try_from(times).unwrap_or(u32::MAX));
    let mut class = None;
    for word in rest.split_whitespace() {
        let plain = word.to_lowercase();
        let number = number_word(&plain).and_then(|number| u32::try_from(number).ok());
        match (ShipClass::of(word), number.or_else(|| plain.parse().ok())) {
            (Some(told), _) if class.is_none() => class = Some(told),
            (Some(_), _) => return Err("has two types; put a comma between them".into()),
            (None, Some(number)) if count.is_none() => count = Some(number),
            (None, Some(_)) => return Err("has two numbers".into()),
            _ if matches!(plain.as_str(), "point" | "points" | "ship" | "ships" | "of") => {}
            _ => return Err(format!("\"{word}\" is neither a type of ship nor a number")),
        }
    }
    let class = class.ok_or("has no type such as CV, DD or STP")?;
    let count = count.unwrap_or(1);
    if !(1..=MOST_SHIPS).contains(&count) {
        return Err(format!("expected 1 to {MOST_SHIPS} ships"));
    }
    if !name.is_empty() && (count > 1 || !class.is_named()) {
        return Err("a name belongs to one ship".into());
    }
    let names = if name.is_empty() { Vec::new() } else { vec![name.to_owned()] };
    Ok(SightedClass { class, count, names })
}

impl SightingRow {
    /// What he owes, in words.
    pub(super) fn words(self) -> String {
        let what = if self.by_type { "named and unnamed ships by type" } else { "number of all ships" };
        let error = match self.within {
            0 => ", exactly".to_owned(),
            within => format!(", up to {within} % more or less"),
        };
        let names = if self.names { ", with the names of named ones" } else { "" };
        format!("{what}{error}{names}")
    }

    /// The least and the most that may be told; a fraction goes up or down as the owner likes.
    fn bounds(self, count: u32) -> (u32, u32) {
        let (count, within) = (u64::from(count), u64::from(self.within));
        let least = count * 100u64.saturating_sub(within) / 100;
        let most = (count * (100 + within)).div_ceil(100);
        let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        (number(least), number(most))
    }

    fn number(self, what: String, is: u32, names: &[String]) -> SightedNumber {
        let (least, most) = self.bounds(is);
        SightedNumber { what, is, least, most, names: names.to_vec() }
    }

    /// What the owner of these ships may tell.
    pub(super) fn allowed(self, ships: &[SightedClass]) -> Vec<SightedNumber> {
        if self.by_type {
            let names = |class: &SightedClass| if self.names { class.names.clone() } else { Vec::new() };
            return ships
                .iter()
                .map(|class| self.number(class.class.short().to_owned(), class.count, &names(class)))
                .collect();
        }
        let all = ships.iter().fold(0u32, |sum, class| sum.saturating_add(class.count));
        if ships.is_empty() { Vec::new() } else { vec![self.number("ships".into(), all, &[])] }
    }
}

/// The lines on what the owner may tell.
pub(super) fn tell(row: SightingRow, allowed: &[SightedNumber], log: &mut Log) {
    for number in allowed {
        log.line(|| {
            let SightedNumber { what, is, least, most, names } = number;
            let value = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            let cause = match names.as_slice() {
                [] if row.within == 0 => "exactly".to_owned(),
                [] => format!("there are {is}; the owner may round fractions up or down"),
                names => format!("exactly: {}", names.join(", ")),
            };
            (format!("sighting report: {what}"), value, cause, RULE)
        });
    }
    let free = match (row.by_type, row.names) {
        (false, _) => "neither types nor names have to be revealed, and false ones may be given",
        (true, false) => "names do not have to be revealed, and false ones may be given",
        (true, true) => return,
    };
    log.line(|| ("sighting report: the rest", "free", free, RULE));
}
