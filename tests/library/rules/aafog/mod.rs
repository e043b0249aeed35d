//! The second game: hidden boards with an umpire.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

mod chart;
mod checks;
mod leaks;
mod messages;
mod pages;

use liege::rules::aafog::chart::{FILE as CHART, SightChart};
use liege::rules::aafog::force::UnitGroup;
use liege::rules::aafog::messages::{FILE as MESSAGES, MessageTexts};
use liege::rules::aafog::sea_entry::SeaRules;
use liege::rules::data::{Embedded, Files as _};
use serde_json::Value;

/// The tables as they are shipped, under the default readings.
fn rules() -> SeaRules {
    let mut faults = Vec::new();
    let chart = SightChart::read(CHART, Embedded.text(CHART).unwrap(), &mut faults);
    let texts = MessageTexts::read(MESSAGES, Embedded.text(MESSAGES).unwrap(), &mut faults);
    assert!(faults.is_empty(), "{faults:?}");
    SeaRules { chart, texts, ..SeaRules::default() }
}

/// A force as it is typed.
fn group(text: &str) -> UnitGroup {
    UnitGroup::read("units", &Value::from(text)).unwrap()
}
