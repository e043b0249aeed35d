//! The fog-of-war variant of 1940: its pack, its board, its module, its set-ups, what the base game says, and meetings.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

mod base;
mod chart;
mod checks;
mod facts;
mod frame;
mod gaps;
mod leaks;
mod legal;
mod messages;
mod moves;
mod pack;
mod pages;
mod played;
mod sea;

use std::sync::{Arc, OnceLock};

use liege::build::scenario::Table;
use liege::build::{Data, Plan};
use liege::format::timestamp::Timestamp;
use liege::model::eyes::Eyes;
use liege::model::module::Module;
use liege::model::position::Position;
use liege::rules::aafog::Aafog;
use liege::rules::aafog::chart::{FILE as CHART, SightChart};
use liege::rules::aafog::force::UnitGroup;
use liege::rules::aafog::messages::{FILE as MESSAGES, MessageTexts};
use liege::rules::aafog::sea_entry::SeaRules;
use liege::rules::data::{Embedded, Files as _};
use liege::rules::game::pack::Pack;
use liege::rules::position::notation;
use liege::rules::position::situation::{Situation, from_save, from_scenario};
use serde_json::Value;

/// The data of the game and the planned module, made once.
fn built() -> &'static (Data, Plan, Module) {
    static BUILT: OnceLock<(Data, Plan, Module)> = OnceLock::new();
    BUILT.get_or_init(|| {
        let data = Data::load(&Aafog, &Embedded).unwrap_or_else(|faults| panic!("{faults:?}"));
        let plan = data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:?}"));
        let module = plan.module();
        (data, plan, module)
    })
}

fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    PACK.get_or_init(|| built().0.pack.clone()).clone()
}

/// A situation straight from its text.
fn told(text: &str) -> Situation {
    let (scenario, faults) = notation::read("x", text, &pack().terms.words);
    assert_eq!(faults, []);
    let (situation, faults) = from_scenario(&pack(), "x", &scenario);
    assert_eq!(faults, []);
    situation
}

/// The position that a text makes in a save.
fn placed(text: &str) -> Position {
    let (data, plan, module) = built();
    let table = Table::new(data, plan).unwrap();
    let commands = table.save("x", text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    Position::read(&commands, Some(module)).0
}

/// What the umpire sees of a position.
fn seen(position: &Position) -> Situation {
    from_save(&pack(), position, Some(&built().2), &Eyes::Umpire, None)
}

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
mod told_kinds;
