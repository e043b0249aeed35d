//! What a strategic target is, by the rows of Table 1 (2.1.2), and what that does to strength and column.

use serde_json::Value;

use super::numbers::RaidTables;
use super::raid::{AimEffect, FixedColumn, RaidAim};
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind, WordRows, nearest_key};
use liege_rules::play::procedure::Refusal;

/// Words for the rows of Table 1 that a target can be; a city with a resource has a row of its own.
pub(super) const TARGETS: WordRows = &[
    ("home-city", &["home", "us-city", "japanese-city"]),
    ("city", &["foreign-city", "no-home-city"]),
    ("resource", &["resources"]),
    ("dei-oil", &["refinery", "oil-refinery", "dei-refinery"]),
    ("rail", &["rail-capacity"]),
    ("capital", &[]),
    ("unconquered-capital", &["non-conquered-capital"]),
];

/// The rows of Table 1 that hold for a target, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetKinds(Vec<&'static str>);

/// What else holds for a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetState {
    pub(super) night: bool,
    /// Bombed with success in an earlier month of the season.
    pub(super) bombed_before: bool,
    /// A chit *Firebombed* lies on it.
    pub(super) firebombed: bool,
    /// It is in the Japanese Home Islands.
    pub(super) in_japan: bool,
}

/// The kinds told: between commas, or joined by `and`.
impl Field for TargetKinds {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        const HELP: &str =
            "such as home-city, city, resource, rail, dei-oil, unconquered-capital, or several with commas";
        let text = match inputs.value(key) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
            _ => String::new(),
        };
        let plain = text.to_lowercase().replace([' ', '_'], "-");
        let parts = plain.split([',', ';', '+']).flat_map(|part| part.split("-and-"));
        let mut kinds: Vec<&'static str> = Vec::new();
        for part in parts.map(|part| part.trim_matches('-')).filter(|part| !part.is_empty()) {
            let known = TARGETS.iter().find(|(word, more)| *word == part || more.contains(&part));
            match known {
                Some((word, _)) if kinds.contains(word) => {}
                Some((word, _)) => kinds.push(word),
                None => {
                    let fault = KeyFault::new(key, format!("unknown target \"{part}\""));
                    let near = nearest_key(part, TARGETS.iter().map(|(word, _)| *word));
                    faults
                        .push(fault.help(near.map_or(HELP.into(), |near| format!("did you mean `{near}`?"))));
                    return Some(Self(kinds));
                }
            }
        }
        let kinds = Self(kinds);
        let fault = |what: &str| KeyFault::new(key, what).help(HELP);
        if kinds.0.is_empty() {
            faults.push(fault("is missing"));
        } else if kinds.has("rail") && kinds.0.len() > 1 {
            faults.push(fault("a Rail Capacity is a separate target with its own roll"));
        } else if kinds.has("city") && kinds.has("home-city") {
            faults.push(fault("a city is either a home city or not"));
        }
        Some(kinds)
    }
}

impl TargetKinds {
    pub(super) fn has(&self, kind: &str) -> bool {
        self.0.contains(&kind)
    }

    /// Whether a target of Japan is one of its home cities, as far as the words tell: a capital alone is one it conquered.
    pub(super) fn is_home_city(&self) -> bool {
        (self.has("home-city") || self.has("unconquered-capital")) && !self.has("capital")
    }

    /// Whether it is a city: a capital is its nation's home city.
    fn is_city(&self) -> bool {
        ["city", "home-city", "capital", "unconquered-capital"].iter().any(|kind| self.has(kind))
    }

    /// The rows of the table: a resource in a city is one row with it, and a refinery stands instead of a lone resource.
    fn rows(&self) -> Vec<&'static str> {
        let row = |kind: &&'static str| match *kind {
            "resource" if self.is_city() => Some("city-and-resource"),
            "resource" if self.has("dei-oil") => None,
            kind => Some(kind),
        };
        self.0.iter().filter_map(row).collect()
    }

    /// What it does to strength and column.
    pub(super) fn aim(
        &self,
        place: Option<&str>,
        state: TargetState,
        tables: &RaidTables,
    ) -> Result<RaidAim, Vec<Refusal>> {
        let mut refusals = Vec::new();
        let effects = self.effects(state, tables, &mut refusals);
        let columns = &tables.rules.columns;
        let fixed = match () {
            () if state.night => Some((&columns.night, "night bombing", "2.1.2")),
            () if self.has("dei-oil") && tables.choices.is("dei_oil", "fixed_2_5") => {
                Some((&columns.dei_oil, "a refinery of the DEI (choice dei_oil)", "2.1"))
            }
            () => None,
        };
        let fixed = fixed
            .map(|(name, cause, rule)| tables.column(name).map(|column| FixedColumn { column, cause, rule }));
        let fixed = fixed.transpose().map_err(|refusal| refusals.push(refusal)).unwrap_or_default();
        let kinds = || self.0.iter().map(|kind| in_words(kind)).collect::<Vec<_>>().join(" and ");
        let name = place.map_or_else(|| format!("the {}", kinds()), str::to_owned);
        if refusals.is_empty() {
            Ok(RaidAim { name, effects, fixed, is_rail: self.has("rail"), in_japan: state.in_japan })
        } else {
            Err(refusals)
        }
    }

    /// The rows of the table that hold, and what earlier bombing does.
    fn effects(
        &self,
        state: TargetState,
        tables: &RaidTables,
        refusals: &mut Vec<Refusal>,
    ) -> Vec<AimEffect> {
        let mut effects = Vec::new();
        for row in self.rows() {
            let effect = match tables.rules.effect(row) {
                Ok(effect) => effect,
                Err(refusal) => {
                    refusals.push(refusal);
                    continue;
                }
            };
            let cause = match row {
                "dei-oil" => "Table 1, instead of the row of a resource (gap G75; choice dei_oil)",
                _ => "Table 1",
            };
            let does =
                |halves, shift| AimEffect { label: in_words(row), shift, halves, cause: cause.to_owned() };
            effects.extend(effect.half.then(|| does(true, 0)));
            effects.extend((!effect.half || effect.shift != 0).then(|| does(false, effect.shift)));
        }
        if state.bombed_before {
            let cause = match state.firebombed {
                true => "a city that was fire-bombed is never bombed in vain (2.1.4)",
                false => "with success in an earlier month of this season",
            };
            let (label, cause) = ("bombed before".to_owned(), cause.to_owned());
            effects.push(AimEffect { label, shift: 0, halves: !state.firebombed, cause });
        }
        effects
    }
}

/// A kind of target as it stands in a sentence.
fn in_words(kind: &str) -> String {
    match kind {
        "dei-oil" => "refinery of the DEI".to_owned(),
        "rail" => "Rail Capacity".to_owned(),
        kind => kind.replace('-', " "),
    }
}
