//! The turn tracker: what we read from the engine's states, and what we write.

use liege::build::tracker::TurnTrack;
use liege::rules::position::notation::Date;
use liege::rules::position::situation::Clock;
use liege::rules::position::situation::clock::told;

use super::{all, built, engine, one};

fn clock(state: &str) -> Clock {
    let (data, _, module) = built();
    told(&module.trackers[0], state, &data.pack)
}

#[test]
fn states_of_the_engine_tell_year_month_and_phase() {
    let (data, ..) = built();
    let lines = engine("atpo-turns.jsonl");
    assert!(lines.len() > 20);
    for line in lines {
        let clock = clock(line["state"].as_str().unwrap());
        let date = clock.date.unwrap();
        assert_eq!(date.year.to_string(), line["year"].as_str().unwrap());
        assert_eq!(data.layout.months()[usize::from(date.month) - 1], line["month"].as_str().unwrap());
        let (_, phase) = data.pack.phase(&clock.phase.unwrap()).unwrap();
        assert_eq!(phase.name, line["phase"].as_str().unwrap());
    }
}

#[test]
fn the_tracker_reads_as_the_engine_shows_it() {
    let (.., module) = built();
    for line in engine("atpo-turns.jsonl") {
        let season =
            |name: &str| (name == "Turn_Season").then(|| line["season"].as_str().unwrap().to_owned());
        let shown = module.trackers[0].words(line["state"].as_str().unwrap(), season);
        assert_eq!(Some(shown.as_str()), line["text"].as_str());
    }
}

#[test]
fn every_date_and_step_comes_back_from_the_state_that_is_written() {
    let (data, ..) = built();
    let track = TurnTrack::new(data).unwrap();
    for month in 1..=12 {
        for phase in data.pack.phases.iter().filter(|phase| phase.id.contains('.')) {
            // The seasonal turn comes before the first month of its season.
            if phase.id.starts_with("SE") && month % 3 != 1 {
                continue;
            }
            let date = Date { year: 1943, month };
            let read = clock(&track.state(date, &phase.id).unwrap());
            assert_eq!(read, Clock { date: Some(date), phase: Some(phase.id.clone()) });
        }
    }
}

#[test]
fn a_level_that_is_not_there_is_the_last_as_in_the_engine() {
    let date = Date { year: 1943, month: 5 };
    let state = TurnTrack::new(&built().0).unwrap().state(date, "WX.1").unwrap();
    let beyond = state.replacen("0|", "7|", 1);
    assert_ne!(beyond, state);
    assert_eq!(clock(&beyond), clock(&state));
}

#[test]
fn a_group_of_phases_begins_with_its_first_step() {
    let track = TurnTrack::new(&built().0).unwrap();
    let at = |phase: &str| clock(&track.state(Date { year: 1942, month: 7 }, phase).unwrap()).phase.unwrap();
    assert_eq!(at("NA"), "NA.1");
    assert_eq!(at("SE"), "SE.1");
}

#[test]
fn the_states_we_write_are_the_engines() {
    let track = TurnTrack::new(&built().0).unwrap();
    let lines = engine("atpo-turns.jsonl");
    let line =
        lines.iter().find(|line| line["phase"] == "Weather determination" && line["month"] == "October");
    let date = Date { year: 1942, month: 10 };
    let ours = track.state(date, "WX.1").unwrap();
    // The engine remembers the last step of the seasonal turn, a fresh state its first.
    assert_eq!(ours, line.unwrap()["state"].as_str().unwrap());
}

#[test]
fn the_properties_of_the_turn_have_the_agreed_names() {
    let levels: Vec<&str> = ["CounterTurnLevel", "ListTurnLevel"]
        .into_iter()
        .flat_map(all)
        .filter_map(|level| level.attr("property"))
        .collect();
    assert!(levels.contains(&"Turn_Year") && levels.contains(&"Turn_Season"), "{levels:?}");
    for name in ["Turn_Month", "Turn_Phase"] {
        let property = one("GlobalProperty", "name", name);
        let setter = property.children("ChangePropertyButton").next().unwrap();
        let fired = all("TurnGlobalHotkey")[0].attr("hotkey");
        assert_eq!(setter.attr("hotkey"), fired, "{name} follows the tracker");
    }
}

#[test]
fn before_the_monthly_turns_a_season_has_the_turn_of_its_middle_month() {
    let track = TurnTrack::new(&built().0).unwrap();
    let early = clock(&track.state(Date { year: 1937, month: 7 }, "WX.1").unwrap());
    assert_eq!(early.date, Some(Date { year: 1937, month: 8 }));
    let seasonal = clock(&track.state(Date { year: 1937, month: 7 }, "SE.1").unwrap());
    assert_eq!(seasonal.date, Some(Date { year: 1937, month: 7 }));
    let monthly = clock(&track.state(Date { year: 1941, month: 12 }, "WX.1").unwrap());
    assert_eq!(monthly.date, Some(Date { year: 1941, month: 12 }));
}

#[test]
fn the_tracker_of_another_module_is_read_by_the_names_that_the_pack_gives() {
    let (data, _, module) = built();
    let (mut pack, mut tracker) = ((*data.pack).clone(), module.trackers[0].clone());
    for level in &mut tracker.levels {
        level.property = level.property.replace("Turn_Year", "Game_Year").replace("Turn_Season", "Half");
        if level.property == "Half" {
            level.list = vec!["First".into(), "Second".into()];
        }
    }
    let state = TurnTrack::new(data).unwrap().state(Date { year: 1943, month: 5 }, "WX.1").unwrap();
    assert_eq!(told(&tracker, &state, &pack).date, None, "nobody says what the year is called");
    pack.clock.year = vec!["Game_Year".into()];
    pack.clock.season = vec!["Half".into()];
    // The second season of two begins in July, and the month is its second.
    assert_eq!(told(&tracker, &state, &pack).date, Some(Date { year: 1943, month: 8 }));
}
