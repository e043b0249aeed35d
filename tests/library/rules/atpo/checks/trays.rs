//! Task forces in their trays: what the engine gathers is legal, and every force is where its own chit is.

use std::collections::BTreeMap;

use liege::model::position::Piece;
use liege::rules::position::notation::Date;
use liege::rules::position::situation::{Clock, PlaceId, Situation};
use serde_json::Value;

use super::{check, direct, ids, layers, of_pieces, pack, read};

/// What VASSAL saved of a carrier force that was gathered from its hex, sailed, and lost one carrier to *Detach*.
fn gathered() -> Vec<Piece> {
    let text = read("tests/data/engine/atpo-gathered.jsonl").unwrap();
    let piece = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
        let number = |value: &Value| i32::try_from(value.as_i64().unwrap()).unwrap();
        let mut markers = BTreeMap::from([("LiegeId".to_owned(), text("counter"))]);
        markers.extend(line["window"].as_str().map(|window| ("TrayWindow".to_owned(), window.to_owned())));
        // The engine counts levels from 0.
        let levels = line["layers"].as_array().unwrap().iter();
        Piece {
            id: text("id"),
            basic_name: text("counter"),
            map: Some(text("map")),
            x: number(&line["x"]),
            y: number(&line["y"]),
            zone: Some(text("zone")),
            location: Some(text("location")),
            stack: Some(text("stack")),
            index: usize::try_from(number(&line["index"])).unwrap(),
            layers: layers(levels.map(|at| (at[0].as_str().unwrap(), number(&at[1]) + 1))),
            markers,
            ..Piece::default()
        }
    };
    text.lines().map(piece).collect()
}

fn carried(situation: &Situation) -> Vec<(&str, &str)> {
    let name = |ix: usize| situation.pieces[ix].name.as_str();
    let aboard = |ix: usize| {
        let piece = &situation.pieces[ix];
        piece.has("aboard").then(|| (name(ix), piece.carried_by.map_or("", name)))
    };
    situation.all().filter_map(aboard).collect()
}

#[test]
fn a_force_that_the_engine_gathered_is_whole_and_legal() {
    let clock = Clock { date: Some(Date { year: 1941, month: 12 }), phase: Some("NA.1".into()) };
    let situation = of_pieces(gathered(), clock);
    let hex = PlaceId::Hex("E2203".parse().unwrap());
    assert_eq!(situation.pieces.len(), 23);
    assert!(situation.pieces.iter().all(|piece| piece.at == hex), "all are where the chit is");
    let own = ["akagi", "kaga", "soryu", "hiryu", "shokaku", "zuikaku"];
    let mut wanted: Vec<(String, String)> =
        own.iter().map(|ship| (format!("jp-n-{ship}"), format!("jp-cv-{ship}"))).collect();
    let mut found: Vec<(String, String)> =
        carried(&situation).into_iter().map(|(cargo, ship)| (cargo.to_owned(), ship.to_owned())).collect();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "every air group is aboard its own carrier");
    assert_eq!(ids(&check(situation)), [""; 0]);
}

const TWO_FORCES: &str = "game: atpo\ndate: 1942-08\nat E4625: us-tf-1\nat E2501: uk-tf-1\n\
    tray us-tf-1: us-dd, au-ca-australia, us-cv-wasp\ntray us-tf-1 aboard us-cv-wasp: us-n-wasp\ntray uk-tf-1: au-ca-canberra";

#[test]
fn allied_trays_of_one_number_are_told_apart_by_their_chits() {
    let situation = direct(&pack(), "x", TWO_FORCES);
    assert_eq!(situation.untold, []);
    let at = |id: &str| {
        let is = |piece: &&liege::rules::position::situation::Piece| {
            piece.entry.as_ref().is_some_and(|entry| entry.id == id)
        };
        situation.pieces.iter().find(is).unwrap().at.to_string()
    };
    let ships = ["us-dd", "au-ca-australia", "us-n-wasp", "au-ca-canberra"];
    assert_eq!(ships.map(at), ["E4625", "E4625", "E4625", "E2501"]);
}

#[test]
fn in_a_save_the_window_tells_whose_tray_it_is() {
    let seen = |id: &str, map: &str, location: &str, window: Option<&str>| Piece {
        id: id.into(),
        map: Some(map.into()),
        location: Some(location.into()),
        markers: [("LiegeId", Some(id)), ("TrayWindow", window)]
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?.to_owned())))
            .collect(),
        ..Piece::default()
    };
    let (us, uk) = ("US Task Forces", "British Task Forces");
    let pieces = vec![
        seen("us-tf-1", "Main Map", "E4625", Some(us)),
        seen("uk-tf-1", "Main Map", "E2501", Some(uk)),
        seen("au-ca-australia", us, "TF 1", None),
        seen("au-ca-canberra", uk, "TF 1", None),
    ];
    let situation = of_pieces(pieces, Clock::default());
    let at: Vec<String> = situation.pieces[2..].iter().map(|piece| piece.at.to_string()).collect();
    assert_eq!(at, ["E4625", "E2501"]);
}

#[test]
fn a_tray_without_a_chit_is_told() {
    let text = "game: atpo\ntray jp-tf-9: jp-dd\ntray jp-dd: jp-dd";
    let (scenario, _) = liege::rules::position::notation::read("x", text, &pack().terms.words);
    let (_, faults) = liege::rules::position::situation::from_scenario(&pack(), "x", &scenario);
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("no task-force chit \"jp-tf-9\" has a tray"), "{told:?}");
}
