//! `chances --chart`: the likeliest results and the expected losses as a picture.

use std::path::Path;

use crate::cli::{Failure, files};
use liege_art::bars::{Bar, BarChart, BarPanel};
use liege_art::templates;
use liege_rules::play::chances::{ExpectedUnit, Likely, Method, Told};
use liege_rules::play::procedure::AssumedPolicy;

/// How names of charts may end.
const ENDINGS: &[&str] = &["png", "svg"];
/// Results that are drawn.
const MOST_RESULTS: usize = 12;
/// Units that are drawn.
const MOST_UNITS: usize = 40;
/// Pixels of a PNG for each of the drawing.
const SHARPNESS: u32 = 2;

/// Refuses a name that says something else.
pub fn expect_name(path: &Path) -> Result<(), Failure> {
    files::expect_ending(path, "a chart", ENDINGS)
}

/// The chart in the form that the name asks for; PNG where it asks for none.
pub fn drawn(path: &Path, title: &str, about: &str, told: &Told) -> Result<Vec<u8>, Failure> {
    let svg = of(title, about, told).svg();
    if files::ending_of(path).is_some_and(|ending| ending == "svg") {
        return Ok(svg.into_bytes());
    }
    let width = BarChart::width() * SHARPNESS;
    templates::fonts().png(&svg, width).map_err(|error| Failure::about(path, error))
}

fn of(title: &str, about: &str, told: &Told) -> BarChart {
    let method = match told.method {
        Method::Exact => "Exact: every roll was followed.".to_owned(),
        Method::Sampled { samples, seed } => format!(
            "From {samples} samples (seed {seed}); the thin lines are 95 % intervals: 19 of 20 of them \
             contain the true chance."
        ),
    };
    let mut panels = vec![results(&told.results)];
    if !told.expected.is_empty() {
        panels.push(losses(&told.expected));
    }
    let assumed = AssumedPolicy::in_words(&told.assumed).unwrap_or_default();
    let notes = [about.to_owned(), assumed, method].into_iter().filter(|note| !note.is_empty()).collect();
    BarChart { title: title.to_owned(), notes, panels }
}

fn results(results: &[Likely]) -> BarPanel {
    let bar = |likely: &Likely| Bar {
        label: likely.result.clone(),
        parts: vec![(likely.p, 0)],
        interval: likely.interval,
        value: format!("{:.1} %", likely.p * 100.0),
    };
    let (drawn, others) = results.split_at(results.len().min(MOST_RESULTS));
    let rest: f64 = others.iter().map(|likely| likely.p).sum();
    let remark = match others.len() {
        0 => String::new(),
        1 => format!("One more result is not drawn: {:.1} %.", rest * 100.0),
        more => format!("{more} less likely results are not drawn: {:.1} % in total.", rest * 100.0),
    };
    BarPanel {
        title: if others.is_empty() { "Results" } else { "Likeliest results" }.into(),
        axis: "chance in %".into(),
        legend: Vec::new(),
        bars: drawn.iter().map(bar).collect(),
        remark,
    }
}

fn losses(units: &[ExpectedUnit]) -> BarPanel {
    let mut words: Vec<&'static str> = Vec::new();
    for fate in units.iter().flat_map(|unit| &unit.fates) {
        if !words.contains(&fate.word) {
            words.push(fate.word);
        }
    }
    let colour = |word: &str| 1 + words.iter().position(|known| *known == word).unwrap_or(0);
    let bar = |unit: &ExpectedUnit| {
        let name =
            if unit.count > 1 { format!("{} x {}, each", unit.count, unit.unit) } else { unit.unit.clone() };
        let value: Vec<String> =
            unit.fates.iter().map(|fate| format!("{:.1} % {}", fate.p * 100.0, fate.word)).collect();
        Bar {
            label: format!("{}: {name}", unit.side),
            parts: unit.fates.iter().map(|fate| (fate.p, colour(fate.word))).collect(),
            interval: match &*unit.fates {
                [only] => only.interval,
                _ => None,
            },
            value: if value.is_empty() { "no loss".into() } else { value.join(", ") },
        }
    };
    let drawn = units.len().min(MOST_UNITS);
    let remark = match units.len() - drawn {
        0 => String::new(),
        more => format!("{more} more units are not drawn."),
    };
    BarPanel {
        title: "Expected losses".into(),
        axis: "chance in %".into(),
        legend: words.iter().map(|word| ((*word).to_owned(), colour(word))).collect(),
        bars: units[..drawn].iter().map(bar).collect(),
        remark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_chart_of_samples_says_so_and_draws_intervals() {
        let likely = |result: &str, p: f64| Likely {
            result: result.into(),
            p,
            interval: Some((p - 0.01, p + 0.01)),
            row: Value::Null,
        };
        let told = Told {
            exact: false,
            odds: Vec::new(),
            results: (0..20).map(|number| likely(&format!("result {number}"), 0.05)).collect(),
            method: Method::Sampled { samples: 500, seed: 9 },
            expected: Vec::new(),
            measure: None,
            at_least: Default::default(),
            open: None,
            assumed: Vec::new(),
        };
        let svg = of("Chances", "", &told).svg();
        assert!(svg.contains("From 500 samples (seed 9)") && svg.contains("95 % intervals"));
        assert!(svg.contains("8 less likely results are not drawn: 40.0 % in total."));
        assert_eq!(svg.matches("<path").count(), MOST_RESULTS);
    }
}
