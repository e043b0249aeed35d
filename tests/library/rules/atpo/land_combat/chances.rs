//! Exact chances: weights add up, agree with a hand count, and cover every seeded result.

use std::collections::BTreeSet;

use super::{chances_of, procedure};
use crate::rules::atpo::call::words_of_atpo;
use liege::rules::atpo::forces::{ATTACKER, DEFENDER};
use liege::rules::data::Embedded;
use liege::rules::play::chances::Limits;
use liege::rules::play::dice::Seeded;
use liege::rules::play::inputs::pairs;
use liege::rules::play::procedure::{Nobody, Policies, Request};

#[test]
fn one_to_one_without_modifiers_is_the_column_by_hand() {
    // Rows 1 to 6 of column 1-1: xx, xx, D1x, D1, D2x, D2.
    let json = chances_of("R39", &["attack=5", "defence=5"]);
    assert_eq!(json["exact"], true);
    let rows: Vec<String> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| format!("{} {}/{}", row["result"].as_str().unwrap(), row["weight"], row["of"]))
        .collect();
    assert_eq!(rows, ["xx 2/6", "D1 1/6", "D1x 1/6", "D2 1/6", "D2x 1/6"]);
}

#[test]
fn weights_add_up_to_the_total_when_drops_and_generals_roll_too() {
    let words =
        ["attack=4 infantry, 1 para drop", "defence=2/1 infantry, general Ushijima 1 JP", "retreat=0"];
    let json = chances_of("R39", &words);
    let rows = json["outcomes"].as_array().unwrap();
    let sum: u64 = rows.iter().map(|row| row["weight"].as_u64().unwrap()).sum();
    assert_eq!(Some(sum), rows[0]["of"].as_u64());
}

#[test]
fn every_seeded_result_occurs_in_the_distribution() {
    let words = ["attack=2 x 4/2 marine", "defence=3-1, 2/1", "amphibious=yes", "retreat=2"];
    let table = pairs(&words).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let known: BTreeSet<String> = chances_of("R39", &words)["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["result"].as_str().unwrap().to_owned())
        .collect();
    for seed in 0..200 {
        let report = procedure("R39").run(&request, &mut Seeded::new(seed), &mut Nobody).unwrap();
        assert!(known.contains(&report.result), "{}", report.result);
    }
}

#[test]
fn beyond_the_limit_of_steps_chances_are_samples_and_say_so() {
    let table = pairs(&["attack=5", "defence=5"]).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let limits = Limits { steps: 3, samples: 500, seed: 9, ..Limits::default() };
    let report = procedure("R39").chances(&request, &Policies::default(), &limits).unwrap();
    let json = &report.json;
    assert_eq!(json["exact"], false);
    assert_eq!((json["samples"].as_u64(), json["seed"].as_u64()), (Some(500), Some(9)));
    let said = &report.lines[0].cause;
    assert!(said.contains("95 % interval") && said.contains("from 500 samples"), "{said}");
    let first = &json["results"][0];
    let (low, high) = (first["interval"][0].as_f64().unwrap(), first["interval"][1].as_f64().unwrap());
    assert!(low < 1.0 / 3.0 && high > 0.3, "{first}");
}

#[test]
fn policies_turn_open_questions_into_outcomes() {
    let table = pairs(&["attack=4/2, 4/2, 2/1", "defence=3/2, 1/1"]).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let mut policies = Policies::default();
    policies.policy(ATTACKER, "weakest,advance");
    policies.policy(DEFENDER, "retreat,weakest");
    let json = procedure("R39").chances(&request, &policies, &Limits::default()).unwrap().json;
    assert!(json["outcomes"].as_array().unwrap().iter().all(|row| row.get("open").is_none()), "{json:#}");
}

/// Rows as `result weight/of`.
fn rows(json: &serde_json::Value) -> Vec<String> {
    let digits = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let results = json["results"].as_array().unwrap();
    results
        .iter()
        .map(|row| {
            format!("{} {}/{}", row["result"].as_str().unwrap(), digits(&row["weight"]), digits(&row["of"]))
        })
        .collect()
}

#[test]
fn many_equal_drops_have_exact_chances() {
    // Odds of 6-1 whatever drops. One of twenty is intact but for (2/3)^20 = 2^20 / 3^20: then +1.
    let json = chances_of("R39", &["attack=20 x 1 paratroop drop, 9 x 5", "defence=5/2"]);
    assert_eq!((&json["exact"], &json["equal_units_merged"]), (&true.into(), &true.into()));
    let (all, none) = (3u64.pow(20), 2u64.pow(20));
    let expected = [
        format!("DE {}/{}", 4 * (all - none) + 3 * none, 6 * all),
        format!("D3x {all}/{}", 6 * all),
        format!("DEx {all}/{}", 6 * all),
        format!("D2x {none}/{}", 6 * all),
    ];
    assert_eq!(rows(&json), expected);
}

#[test]
fn taking_equal_units_for_one_another_changes_no_chance() {
    use liege::rules::atpo::land_combat::LandCombat;
    use liege::rules::play::chances::{Merge, exact};
    use liege::rules::play::inputs::Inputs;
    use liege::rules::play::procedure::{Coded, Procedure};
    let words = [
        "attack=3 x 1 paratroop drop JP, 2 x 3/2 infantry JP, 1/1 infantry JP",
        "defence=2 x 2/2 infantry CN, 2 x general 1 JP",
        "retreat=W1:1 closer, W2:1 closer, W3:2 closer",
        "air-superiority=defender",
    ];
    let inputs = Inputs::read(&pairs(&words).unwrap(), LandCombat::KEYS, &words_of_atpo()).unwrap();
    let cx = LandCombat::context(&Embedded, &[]).unwrap();
    let (battle, state) = LandCombat::begin(LandCombat::read(&inputs).unwrap(), &cx).unwrap();
    for policy in ["weakest,advance", "strongest,hold", "spread,advance"] {
        let found = [Merge::Equal, Merge::Alike].map(|merge| {
            let mut policies = Policies::default();
            policies.policy(ATTACKER, policy);
            policies.policy(DEFENDER, "retreat,together,weakest");
            exact::<LandCombat>(&battle, &state, &cx, &policies, &Limits::default(), merge).unwrap().0
        });
        assert_eq!(found[0].total, found[1].total);
        assert_eq!(found[0].results::<LandCombat>(), found[1].results::<LandCombat>(), "{policy}");
        assert!(found[1].weights.len() < found[0].weights.len(), "{policy}");
    }
}

#[test]
fn different_units_beyond_the_memory_are_samples_with_their_intervals() {
    let drops: Vec<String> = (0..40).map(|n| format!("p{n}:1 paratroop drop @W{}", 4000 + n)).collect();
    let attack = format!("attack={}", drops.join(", "));
    let words = [attack.as_str(), "defence=9/2"];
    let table = pairs(&words).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let limits = Limits { samples: 200, ..Limits::default() };
    let json = procedure("R39").chances(&request, &Policies::default(), &limits).unwrap().json;
    assert_eq!(json["exact"], false);
    assert_eq!((json["samples"].as_u64(), json["seed"].as_u64()), (Some(200), Some(1)));
    assert!(json["results"][0]["interval"].is_array());
}

#[test]
fn outcomes_without_room_are_counted_by_their_results() {
    let table = pairs(&["attack=4/2, 1 para drop, 1 para drop @W4000", "defence=3/2, 1/1"]).unwrap();
    let request = Request { files: &Embedded, settings: &[], table: &table };
    let chances = |memory| {
        let limits = Limits { memory, ..Limits::default() };
        procedure("R39").chances(&request, &Policies::default(), &limits).unwrap().json
    };
    let (whole, small) = (chances(20_000_000), chances(70_000));
    assert_eq!(rows(&whole), rows(&small));
    assert_eq!(small["exact"], true);
    assert!(whole["outcomes_left_out"].is_null());
    let listed: u64 =
        small["outcomes"].as_array().unwrap().iter().map(|row| row["weight"].as_u64().unwrap()).sum();
    let left = &small["outcomes_left_out"];
    assert_eq!(Some(listed + left["weight"].as_u64().unwrap()), left["of"].as_u64());
}
