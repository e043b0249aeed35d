//! Expected losses as a report tells them: what can become of each unit, and what its side lacks on the average.

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::telling::ChanceReport;
use super::{number, share};
use crate::play::losses::{LostUnit, UnitProspect};
use crate::play::procedure::{Line, Role};

/// What can become of units that are alike.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedUnit {
    /// Their side.
    pub side: Role,
    /// Their name, without their number where there are several.
    pub unit: String,
    /// How many they are.
    pub count: usize,
    /// What can become of each of them.
    pub fates: Vec<ExpectedFate>,
}

/// A loss with its chance.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedFate {
    /// In a word.
    pub word: &'static str,
    /// Its share of all, to about 15 digits.
    pub p: f64,
    /// Where the true share lies, of samples.
    pub interval: Option<(f64, f64)>,
    /// How much that is by the procedure's measure of losses.
    pub measure: u32,
}

impl ExpectedUnit {
    /// The chance that one of them loses anything.
    #[must_use]
    pub fn risk(&self) -> f64 {
        self.fates.iter().map(|fate| fate.p).sum()
    }

    /// What they lose together on the average, by the procedure's measure.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.count as f64 * self.fates.iter().map(|fate| fate.p * f64::from(fate.measure)).sum::<f64>()
    }
}

/// An average of what is lost: of what, and how much.
type Average = (&'static str, f64);

/// Expected losses in both forms.
pub(super) struct Expected {
    pub(super) json: Value,
    pub(super) lines: Vec<Line>,
    pub(super) units: Vec<ExpectedUnit>,
}

impl ChanceReport<'_> {
    /// What units lose; none where the procedure does not tell it.
    pub(super) fn expected(&self) -> Option<Expected> {
        let units = &self.prospects.units;
        (!units.is_empty()).then(|| {
            let (told, mut lines) = self.told_units(units);
            let sides = sides(units);
            lines.extend(sides.iter().map(|(side, averages)| {
                let parts: Vec<String> =
                    averages.iter().map(|(what, much)| format!("{much:.2} {what}")).collect();
                let value = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
                line(format!("expected: {side} in all"), value, "on the average")
            }));
            let side =
                |(side, averages): &(Role, Vec<Average>)| json!({"side": side, "lost": written(averages)});
            let json = json!({
                "units": units.iter().map(|unit| self.row_of(unit)).collect::<Vec<_>>(),
                "sides": sides.iter().map(side).collect::<Vec<_>>(),
            });
            Expected { json, lines, units: told }
        })
    }

    /// Units with their lines, those beside each other that are alike in one.
    fn told_units(&self, units: &[UnitProspect]) -> (Vec<ExpectedUnit>, Vec<Line>) {
        let stem = |unit: &UnitProspect| unit.unit.split(" #").next().unwrap_or_default().to_owned();
        let same = |one: &UnitProspect, other: &UnitProspect| {
            one.side == other.side && stem(one) == stem(other) && one.fates == other.fates
        };
        let mut told = Vec::new();
        let mut lines = Vec::new();
        for group in units.chunk_by(same) {
            let first = &group[0];
            let fates: Vec<ExpectedFate> = first
                .fates
                .iter()
                .map(|(fate, weight)| {
                    let p = share(weight, &first.total);
                    ExpectedFate { word: fate.word, p, interval: self.interval(p), measure: fate.measure }
                })
                .collect();
            let unit = if group.len() > 1 { stem(first) } else { first.unit.clone() };
            let name = if group.len() > 1 { format!("{} x {unit}, each", group.len()) } else { unit.clone() };
            let parts: Vec<String> =
                fates.iter().map(|fate| format!("{} {:.1} %", fate.word, fate.p * 100.0)).collect();
            let value = if parts.is_empty() { "no loss".to_owned() } else { parts.join(", ") };
            lines.push(line(format!("expected: {}'s {name}", first.side), value, ""));
            told.push(ExpectedUnit { side: first.side, unit, count: group.len(), fates });
        }
        (told, lines)
    }

    fn row_of(&self, unit: &UnitProspect) -> Value {
        let fate = |(fate, weight): &(LostUnit, BigUint)| {
            let p = share(weight, &unit.total);
            let mut row =
                json!({"fate": fate.word, "weight": number(weight), "of": number(&unit.total), "p": p});
            if let Some((low, high)) = self.interval(p) {
                row["interval"] = json!([low, high]);
            }
            row
        };
        let fates: Vec<Value> = unit.fates.iter().map(fate).collect();
        json!({"side": unit.side, "unit": unit.unit, "fates": fates, "lost": written(&averages([unit]))})
    }
}

fn line(label: String, value: String, cause: &str) -> Line {
    Line { label, value, cause: cause.to_owned(), rule: String::new(), roll: None }
}

/// What each side lacks on the average, sides in the order of their units.
fn sides(units: &[UnitProspect]) -> Vec<(Role, Vec<Average>)> {
    let mut sides: Vec<Role> = Vec::new();
    for unit in units {
        if !sides.contains(&unit.side) {
            sides.push(unit.side);
        }
    }
    let of = |side: Role| averages(units.iter().filter(move |unit| unit.side == side));
    sides.into_iter().map(|side| (side, of(side))).collect()
}

/// What is lost of units on the average.
fn averages<'u>(units: impl IntoIterator<Item = &'u UnitProspect>) -> Vec<Average> {
    let mut averages: Vec<Average> = Vec::new();
    for unit in units {
        for (fate, weight) in &unit.fates {
            let p = share(weight, &unit.total);
            for (what, much) in &fate.lost {
                let more = p * f64::from(*much);
                match averages.iter_mut().find(|(known, _)| known == what) {
                    Some((_, sum)) => *sum += more,
                    None => averages.push((what, more)),
                }
            }
        }
    }
    averages
}

fn written(averages: &[Average]) -> Value {
    let all: Map<String, Value> =
        averages.iter().map(|(what, much)| ((*what).to_owned(), json!(much))).collect();
    all.into()
}
