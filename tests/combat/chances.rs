//! Exact chances: weights add up, agree with a hand count, and cover every seeded result.

use std::collections::BTreeSet;

use super::{chances_of, procedure};
use liege::rules::chances::Limits;
use liege::rules::data::Embedded;
use liege::rules::dice::Seeded;
use liege::rules::inputs::pairs;
use liege::rules::procedure::{Nobody, Orders, Request};

#[test]
fn one_to_one_without_modifiers_is_the_column_by_hand() {
    // Rows 1 to 6 of column 1-1: xx, xx, D1x, D1, D2x, D2.
    let json = chances_of("R39", &["attack=5", "defence=5"]);
    assert_eq!(json["exact"], true);
    let rows: Vec<String> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            format!(
                "{} {}/{}",
                row["result"].as_str().unwrap(),
                row["weight"],
                row["of"]
            )
        })
        .collect();
    assert_eq!(rows, ["xx 2/6", "D1 1/6", "D1x 1/6", "D2 1/6", "D2x 1/6"]);
}

#[test]
fn weights_add_up_to_the_total_when_drops_and_generals_roll_too() {
    let words = [
        "attack=4 infantry, 1 para drop",
        "defence=2/1 infantry, general Ushijima 1 JP",
        "retreat=0",
    ];
    let json = chances_of("R39", &words);
    let rows = json["outcomes"].as_array().unwrap();
    let sum: u64 = rows.iter().map(|row| row["weight"].as_u64().unwrap()).sum();
    assert_eq!(Some(sum), rows[0]["of"].as_u64());
}

#[test]
fn every_seeded_result_occurs_in_the_distribution() {
    let words = [
        "attack=2 x 4/2 marine",
        "defence=3-1, 2/1",
        "amphibious=yes",
        "retreat=2",
    ];
    let table = pairs(&words).unwrap();
    let request = Request {
        files: &Embedded,
        settings: &[],
        table: &table,
    };
    let known: BTreeSet<String> = chances_of("R39", &words)["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["result"].as_str().unwrap().to_owned())
        .collect();
    for seed in 0..200 {
        let report = procedure("R39")
            .run(&request, &mut Seeded::new(seed), &mut Nobody)
            .unwrap();
        assert!(known.contains(&report.result), "{}", report.result);
    }
}

#[test]
fn beyond_the_limit_of_steps_chances_are_samples_and_say_so() {
    let table = pairs(&["attack=5", "defence=5"]).unwrap();
    let request = Request {
        files: &Embedded,
        settings: &[],
        table: &table,
    };
    let limits = Limits {
        steps: 3,
        samples: 500,
        seed: 9,
    };
    let json = procedure("R39")
        .chances(&request, &mut Nobody, &limits)
        .unwrap()
        .json;
    assert_eq!(json["exact"], false);
    assert_eq!(
        (json["samples"].as_u64(), json["seed"].as_u64()),
        (Some(500), Some(9))
    );
    let first = &json["results"][0];
    let (low, high) = (
        first["interval"][0].as_f64().unwrap(),
        first["interval"][1].as_f64().unwrap(),
    );
    assert!(low < 1.0 / 3.0 && high > 0.3, "{first}");
}

#[test]
fn policies_turn_open_questions_into_outcomes() {
    let table = pairs(&["attack=4/2, 4/2, 2/1", "defence=3/2, 1/1"]).unwrap();
    let request = Request {
        files: &Embedded,
        settings: &[],
        table: &table,
    };
    let mut orders = Orders::default();
    orders.policy("attacker", "weakest,advance");
    orders.policy("defender", "retreat,weakest");
    let json = procedure("R39")
        .chances(&request, &mut orders, &Limits::default())
        .unwrap()
        .json;
    assert!(
        json["outcomes"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row.get("open").is_none()),
        "{json:#}"
    );
}
