//! Chances as a report tells them, in lines and as JSON, whatever their procedure: compiled once for all of them.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::{Likely, Merge, Method, Told, number, share, wilson};
use crate::play::losses::Prospects;
use crate::play::procedure::{Line, Question};

/// So many results have a line each, the likeliest; a reader has no use for thousands.
const RESULT_LINES: usize = 30;

/// The result of samples without end.
const NO_END: &str = "no end";

/// An outcome without the types of its procedure.
pub(super) struct ToldOutcome<'c> {
    pub(super) result: String,
    pub(super) facts: Value,
    pub(super) open: Option<&'c Question>,
    pub(super) weight: &'c BigUint,
}

/// Chances without the types of their procedure.
pub(super) struct ChanceReport<'c> {
    pub(super) outcomes: Vec<ToldOutcome<'c>>,
    /// The odds of the outcomes.
    pub(super) odds: Vec<String>,
    pub(super) measure: Option<&'static str>,
    pub(super) rest: &'c BTreeMap<String, BigUint>,
    pub(super) rest_open: Option<&'c Question>,
    pub(super) endless: u32,
    pub(super) total: &'c BigUint,
    pub(super) method: Method,
    pub(super) merge: Merge,
    pub(super) prospects: &'c Prospects,
}

impl ChanceReport<'_> {
    /// As [`super::Chances::write`].
    pub(super) fn write(&self, json: &mut Value) -> (Vec<Line>, Told) {
        self.write_method(json);
        let results = self.results();
        let likely: Vec<Likely> =
            results.iter().map(|(result, weight)| self.likely(result, weight)).collect();
        json["results"] = likely.iter().map(|likely| likely.row.clone()).collect();
        self.write_outcomes(json);
        let mut lines = self.result_lines(&results);
        let mut told = Told {
            exact: self.method == Method::Exact,
            results: likely,
            method: self.method,
            expected: Vec::new(),
            measure: self.measure,
            at_least: self.prospects.at_least(),
            open: self.outcomes.iter().find_map(|outcome| outcome.open).or(self.rest_open).cloned(),
            assumed: Vec::new(),
            odds: each_once(&self.odds),
        };
        if let Some(expected) = self.expected() {
            json["expected"] = expected.json;
            lines.extend(expected.lines);
            told.expected = expected.units;
        }
        (lines, told)
    }

    fn write_method(&self, json: &mut Value) {
        json["exact"] = (self.method == Method::Exact).into();
        if let Method::Sampled { samples, seed } = self.method {
            json["samples"] = samples.into();
            json["seed"] = seed.into();
        }
        if self.merge == Merge::Alike {
            json["equal_units_merged"] = true.into();
        }
        if self.endless > 0 {
            json["endless"] = self.endless.into();
        }
    }

    /// The short results with their weights, likeliest first.
    fn results(&self) -> Vec<(String, BigUint)> {
        let mut weights = self.rest.clone();
        for outcome in &self.outcomes {
            *weights.entry(outcome.result.clone()).or_default() += outcome.weight;
        }
        let mut results: Vec<(String, BigUint)> = weights.into_iter().collect();
        if self.endless > 0 {
            results.push((NO_END.to_owned(), self.endless.into()));
        }
        results.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        results
    }

    fn likely(&self, result: &str, weight: &BigUint) -> Likely {
        let p = share(weight, self.total);
        let row = self.row(json!({"result": result}), weight);
        Likely { result: result.to_owned(), p, interval: self.interval(p), row }
    }

    fn write_outcomes(&self, json: &mut Value) {
        let row = |outcome: &ToldOutcome<'_>| {
            let mut row = json!({"result": outcome.result, "outcome": outcome.facts});
            if let Some(question) = outcome.open {
                row["open"] = json!(question);
            }
            self.row(row, outcome.weight)
        };
        json["outcomes"] = self.outcomes.iter().map(row).collect();
        if !self.rest.is_empty() {
            let weight = self.rest.values().fold(BigUint::default(), |sum, weight| sum + weight);
            json["outcomes_left_out"] = self.row(json!({}), &weight);
        }
    }

    fn row(&self, mut row: Value, weight: &BigUint) -> Value {
        row["weight"] = number(weight);
        row["of"] = number(self.total);
        let p = share(weight, self.total);
        row["p"] = p.into();
        if let Some((low, high)) = self.interval(p) {
            row["interval"] = json!([low, high]);
        }
        row
    }

    /// The interval of a share of samples, where they are samples.
    pub(super) fn interval(&self, p: f64) -> Option<(f64, f64)> {
        match self.method {
            Method::Exact => None,
            Method::Sampled { samples, .. } => Some(wilson(p, samples.into())),
        }
    }

    /// A line for each of the likeliest results, and one for all others.
    fn result_lines(&self, results: &[(String, BigUint)]) -> Vec<Line> {
        let (told, further) = results.split_at(results.len().min(RESULT_LINES));
        let mut lines: Vec<Line> =
            told.iter().map(|(result, weight)| self.line(result.clone(), weight)).collect();
        if !further.is_empty() {
            let weight = further.iter().fold(BigUint::default(), |sum, (_, weight)| sum + weight);
            let percent = share(&weight, self.total) * 100.0;
            lines.push(Line {
                label: "further results".to_owned(),
                value: further.len().to_string(),
                cause: format!("together {percent:.1} %; --format json lists them"),
                rule: String::new(),
                roll: None,
            });
        }
        lines
    }

    fn line(&self, result: String, weight: &BigUint) -> Line {
        let percent = share(weight, self.total) * 100.0;
        let cause = match self.method {
            Method::Exact => format!("{percent:.1} %"),
            Method::Sampled { samples, .. } => {
                let (low, high) = wilson(percent / 100.0, samples.into());
                let (low, high) = (low * 100.0, high * 100.0);
                format!("{percent:.1} %, 95 % interval {low:.1} to {high:.1} %, from {samples} samples")
            }
        };
        let line = |value, cause| Line { label: result, value, cause, rule: String::new(), roll: None };
        if *self.total > BigUint::from(LARGEST_TOTAL) {
            return line(format!("{percent:.2} %"), String::new());
        }
        line(format!("{weight}/{}", self.total), cause)
    }
}

/// Fractions of larger totals say nothing to a reader, who gets the percentage; JSON has them all.
const LARGEST_TOTAL: u32 = 999_999;

fn each_once(odds: &[String]) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for odds in odds {
        if !once.contains(odds) {
            once.push(odds.clone());
        }
    }
    once
}
