//! How people write a force: `CV, TR (2 INF), 2 FTR`.

use std::fmt;

use serde_json::Value;

use super::{Lot, UnitGroup};
use crate::class::UnitClass;
use liege_rules::data::fault::did_you_mean;
use liege_rules::desk::units::MOST_UNITS;
use liege_rules::play::inputs::KeyFault;

/// Units that one force can count, what they carry included.
const MOST: u32 = MOST_UNITS as u32;

/// Entries of one force; more are no list that anybody keeps.
const MOST_ENTRIES: usize = 200;

impl UnitGroup {
    /// Reads what was typed: `CV, TR (2 INF), 2 FTR`, or a list of such texts or of tables with `class`, `number`,
    /// `power`, `damage`, `ids`, `cargo`. `none` is an empty force.
    ///
    /// # Errors
    /// Everything that is wrong, at the key.
    pub fn read(key: &str, value: &Value) -> Result<Self, Vec<KeyFault>> {
        let fault = |message: String| vec![KeyFault::new(key, message).help(HOW)];
        let group = match value {
            Value::Array(entries) if entries.len() > MOST_ENTRIES => {
                return Err(fault(format!(
                    "expected at most {MOST_ENTRIES} entries, found {}",
                    entries.len()
                )));
            }
            Value::Array(entries) => {
                let read: Result<Vec<Vec<Lot>>, String> = entries.iter().map(entry).collect();
                Self { lots: read.map_err(fault)?.concat() }
            }
            other => Self { lots: entry(other).map_err(fault)? },
        };
        let total = units(&group.lots).filter(|total| *total <= MOST);
        match total {
            None => Err(fault(format!("expected at most {MOST} units"))),
            Some(_) => Ok(group),
        }
    }
}

/// How a force is written.
pub const HOW: &str =
    "write for example CV, TR (2 INF), 2 FTR; CV damaged; IC damage 2; 2 japan SUB; or none";

/// How many units there are, those carried included.
fn units(lots: &[Lot]) -> Option<u32> {
    lots.iter().try_fold(0u32, |sum, lot| sum.checked_add(lot.count)?.checked_add(units(&lot.cargo)?))
}

fn entry(value: &Value) -> Result<Vec<Lot>, String> {
    match value {
        Value::String(text) => lots(text),
        Value::Object(table) => table_lot(table).map(|lot| vec![lot]),
        other => Err(format!("expected a text or a table, found {other}")),
    }
}

/// A lot written as a table.
fn table_lot(table: &serde_json::Map<String, Value>) -> Result<Lot, String> {
    const KNOWN: [&str; 6] = ["class", "number", "power", "damage", "ids", "cargo"];
    if let Some(name) = table.keys().find(|name| !KNOWN.contains(&name.as_str())) {
        return Err(format!("unknown key \"{name}\" of a unit{}", did_you_mean(name, KNOWN)));
    }
    let text = |name: &str| table.get(name).and_then(Value::as_str);
    let class = class(text("class").ok_or("a unit needs a class")?)?;
    let number = |name: &str, unsaid: u32| match table.get(name) {
        None => Ok(unsaid),
        Some(value) => value
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| *number <= MOST)
            .ok_or_else(|| format!("{name}: expected a number up to {MOST}, found {value}")),
    };
    let (count, damage) = (number("number", 1)?, number("damage", 0)?);
    if count == 0 {
        return Err("number: expected at least 1".into());
    }
    let ids: Vec<String> = match table.get("ids") {
        None => Vec::new(),
        Some(Value::Array(ids)) if ids.len() == count as usize => {
            ids.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        Some(_) => return Err(format!("ids: expected one text for each of {count}")),
    };
    let cargo = match table.get("cargo") {
        None => Vec::new(),
        Some(Value::String(text)) => lots(text)?,
        Some(_) => return Err("cargo: expected a text such as 2 INF".into()),
    };
    let cargo = carried(class, cargo)?;
    Ok(Lot { class, count, power: text("power").map(str::to_lowercase), damage, ids, cargo })
}

fn class(word: &str) -> Result<UnitClass, String> {
    UnitClass::find(word).ok_or_else(|| {
        let words: Vec<&str> = UnitClass::all().map(UnitClass::word).collect();
        let near = did_you_mean(&word.to_uppercase(), words.iter().copied());
        format!("unknown class \"{word}\", expected one of {}{near}", words.join(", "))
    })
}

/// Who carries whom: transports land units, carriers aircraft.
fn carried(class: UnitClass, cargo: Vec<Lot>) -> Result<Vec<Lot>, String> {
    let fits = |own: &Lot| match class {
        UnitClass::Tr => own.class.is_land() || own.class == UnitClass::AaGun,
        UnitClass::Cv => own.class.scrambles(),
        _ => false,
    };
    match cargo.iter().find(|own| !fits(own)) {
        Some(own) => Err(format!("{class} carries no {}", own.class)),
        None => Ok(cargo),
    }
}

/// The lots of a text: powers before a colon hold until a semicolon.
fn lots(text: &str) -> Result<Vec<Lot>, String> {
    let mut found = Vec::new();
    let mut parts = text.split(';').map(str::trim).filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_none() && !text.trim().is_empty() {
        return Err(format!("\"{text}\" names no unit"));
    }
    for part in parts {
        let (power, list) = match part.split_once(':') {
            Some((power, list)) => (Some(power.trim().to_lowercase()), list),
            None => (None, part),
        };
        for one in commas(list)? {
            let lot = lot(one)?;
            found.extend(lot.map(|lot| Lot { power: lot.power.clone().or_else(|| power.clone()), ..lot }));
            if found.len() > MOST_ENTRIES {
                return Err(format!("expected at most {MOST_ENTRIES} entries"));
            }
        }
    }
    Ok(found)
}

/// The parts of a list, whose brackets may hold commas.
fn commas(list: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut begins, mut open) = (Vec::new(), 0, false);
    for (at, letter) in list.char_indices() {
        match letter {
            '(' if open => return Err(format!("\"{list}\": a bracket inside a bracket")),
            '(' => open = true,
            ')' if !open => return Err(format!("\"{list}\": expected ( before )")),
            ')' => open = false,
            ',' | '+' if !open => {
                parts.push(list[begins..at].trim());
                begins = at + 1;
            }
            _ => {}
        }
    }
    if open {
        return Err(format!("\"{list}\": expected ) after ("));
    }
    parts.push(list[begins..].trim());
    // A unit was forgotten there, or the list is none.
    match parts.iter().any(|part| part.is_empty()) {
        true if parts.len() == 1 => Err("expected units, found nothing".into()),
        true => Err(format!("\"{list}\": expected a unit on both sides of each comma")),
        false => Ok(parts),
    }
}

/// One lot: `2 CA`, `TR (TANK, INF)`, `CV damaged`, `IC damage 2`; nothing for `none`.
fn lot(text: &str) -> Result<Option<Lot>, String> {
    let (head, cargo) = match text.split_once('(') {
        Some((head, rest)) => (head, Some(rest.trim_end().trim_end_matches(')'))),
        None => (text, None),
    };
    let mut words: Vec<&str> = head.split_whitespace().collect();
    if words.is_empty() {
        return Err(format!("\"{text}\": expected a class before the bracket"));
    }
    if matches!(words.as_slice(), [word] if word.eq_ignore_ascii_case("none") || *word == "-") {
        return match cargo {
            Some(_) => Err(format!("\"{text}\": expected a class before the bracket")),
            None => Ok(None),
        };
    }
    let number = |word: &str| word.parse::<u32>().ok();
    let damage = match words.as_slice() {
        [before @ .., word, hits] if word.eq_ignore_ascii_case("damage") => {
            let hits = number(hits).filter(|hits| *hits <= MOST);
            let hits = hits.ok_or_else(|| format!("\"{text}\": expected a number after damage"))?;
            words = before.to_vec();
            hits
        }
        [before @ .., word] if word.eq_ignore_ascii_case("damaged") => {
            words = before.to_vec();
            1
        }
        _ => 0,
    };
    let count = match words.split_first() {
        Some((first, rest)) if number(first).is_some() => {
            let count = number(first).filter(|count| (1..=MOST).contains(count));
            words = rest.to_vec();
            count.ok_or_else(|| format!("\"{text}\": expected 1 to {MOST} units"))?
        }
        Some((first, _)) if first.starts_with(|c: char| c.is_ascii_digit()) => {
            return Err(format!("\"{text}\": expected a number and a class, such as 2 INF"));
        }
        _ => 1,
    };
    let (power, class) = match (class(&words.join(" ")), words.split_first()) {
        (Ok(class), _) => (None, class),
        (Err(_), Some((power, rest))) if !rest.is_empty() => {
            (Some(power.to_lowercase()), class(&rest.join(" "))?)
        }
        (Err(told), _) => return Err(told),
    };
    let mut aboard = Vec::new();
    for one in cargo.map(commas).transpose()?.unwrap_or_default() {
        aboard.extend(lot(one)?);
    }
    Ok(Some(Lot { power, damage, cargo: carried(class, aboard)?, ..Lot::new(class, count) }))
}

impl fmt::Display for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count > 1 {
            write!(f, "{} ", self.count)?;
        }
        if let Some(power) = &self.power {
            write!(f, "{power} ")?;
        }
        f.write_str(self.class.word())?;
        match self.damage {
            0 => {}
            damage if self.class.is_facility() => write!(f, " damage {damage}")?,
            _ => f.write_str(" damaged")?,
        }
        if !self.cargo.is_empty() {
            let cargo: Vec<String> = self.cargo.iter().map(ToString::to_string).collect();
            write!(f, " ({})", cargo.join(", "))?;
        }
        Ok(())
    }
}

/// As it is typed: `CV, TR (2 INF), 2 us FTR`; `none`.
impl fmt::Display for UnitGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lots.is_empty() {
            return f.write_str("none");
        }
        for (at, lot) in self.lots.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{lot}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> UnitGroup {
        UnitGroup::read("mover", &Value::from(text)).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
    }

    #[test]
    fn a_force_is_read_as_it_is_written() {
        for text in [
            "2 TANK, 3 MECH",
            "CV, TR (2 INF), 2 FTR",
            "TR (TANK, INF)",
            "CV damaged, IC damage 2",
            "japan SUB, 2 us CA, us TR",
            "none",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read("2 cruisers + destroyer").to_string(), "2 CA, DD");
        assert_eq!(read("japan: SUB; us: 2 CA, TR").to_string(), "japan SUB, 2 us CA, us TR");
        assert_eq!(read("an aircraft carrier".trim_start_matches("an ")).to_string(), "CV");
        let table = json!([{"class": "TR", "number": 1, "ids": ["17"], "cargo": "2 INF"}, "2 FTR"]);
        let group = UnitGroup::read("mover", &table).unwrap();
        assert_eq!(
            (group.to_string().as_str(), group.lots()[0].ids.as_slice()),
            ("TR (2 INF), 2 FTR", &["17".to_owned()][..])
        );
    }

    #[test]
    fn what_is_no_force_is_told_with_what_was_expected() {
        for (text, told) in [
            ("2 CAA", "did you mean \"CA\"?"),
            ("0 CA", "expected 1 to 1000 units"),
            ("2CA", "expected a number and a class"),
            ("CA (2 INF)", "CA carries no INF"),
            ("TR (SUB)", "TR carries no SUB"),
            ("TR (2 INF", "expected ) after ("),
            ("TR 2 INF)", "expected ( before )"),
            ("600 CA, 600 DD", "at most 1000 units"),
            ("4000000000 CA, 4000000000 DD", "expected 1 to 1000"),
            ("IC damage x", "a number after damage"),
            ("(INF)", "a class before the bracket"),
        ] {
            let faults = UnitGroup::read("mover", &Value::from(text)).expect_err(text);
            assert!(faults[0].message.contains(told), "{text}: {}", faults[0].message);
        }
        let long = vec!["CA"; 300].join(",");
        assert!(UnitGroup::read("mover", &Value::from(long)).is_err());
        for wrong in [json!([{"clas": "TR"}]), json!([{"class": "TR", "ids": []}]), json!(7), json!([[1]])] {
            assert!(UnitGroup::read("mover", &wrong).is_err(), "{wrong}");
        }
    }
}
