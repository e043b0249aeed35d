//! Expected losses, their chart, and luck: `chances --chart`, `run --luck`, `resolve --luck`.

use serde_json::Value;

use super::resolve::BUNA;
use super::{liege, save, told};

const MINES: [&str; 4] = ["atpo", "R12", "ships=Haguro:CA 2-8/1-6", "port=minor"];

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&told(&[arguments, &["--format", "json"]].concat(), 0)).unwrap()
}

fn close(value: &Value, due: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - due).abs() < 1e-12)
}

#[test]
fn each_ship_has_the_losses_that_its_dice_promise() {
    // Two escorts help by 2: 10 or more on two dice hits the cruiser, 7 or more each destroyer.
    let found = json(&["chances", "atpo", "R12", "ships=Haguro:CA 2-8/1-6, 2 x DD 0-5/0-4", "port=minor"]);
    let units = found["expected"]["units"].as_array().unwrap();
    assert_eq!(units.len(), 3);
    assert_eq!((&units[0]["unit"], &units[0]["fates"][0]["fate"]), (&"Haguro".into(), &"damaged".into()));
    assert!(close(&units[0]["fates"][0]["p"], 6.0 / 36.0), "{found}");
    assert!(close(&units[0]["lost"]["gunnery"], 1.0 / 6.0));
    for destroyer in &units[1..] {
        assert!(close(&destroyer["fates"][0]["p"], 21.0 / 36.0), "{destroyer}");
    }
    let side = &found["expected"]["sides"][0];
    assert!(close(&side["lost"]["gunnery"], 1.0 / 6.0), "{side}");
    let text = told(&[&["chances"], &MINES[..]].concat(), 0);
    assert!(text.contains("expected: entering's Haguro") && text.contains("damaged 41.7 %"), "{text}");
}

#[test]
fn luck_is_the_chance_to_lose_as_much_or_more() {
    // 8 or more on two dice: 15 of 36. A cruiser is worth twice its guns and its Armor, a hit costs half of that.
    for (dice, lost, due) in [("4,4", 6, 15.0 / 36.0), ("3,4", 0, 1.0)] {
        let found = json(&[&["run"], &MINES[..], &["--dice", dice, "--luck"]].concat());
        let side = &found["luck"]["sides"][0];
        assert_eq!((&side["side"], &side["lost"]), (&"entering".into(), &lost.into()));
        assert!(close(&side["as_bad_or_worse"], due), "{found}");
        assert_eq!(
            (&found["luck"]["measure"], &found["luck"]["exact"]),
            (&"worth of ships".into(), &true.into())
        );
    }
    let text = told(&[&["run"], &MINES[..], &["--dice", "4,4", "--luck"]].concat(), 0);
    assert!(text.contains("luck: entering: as bad or worse in 41.7 % of such battles"), "{text}");
    let without = json(&[&["run"], &MINES[..], &["--dice", "4,4"]].concat());
    assert!(without.get("luck").is_none());
}

#[test]
fn a_battle_on_land_has_its_luck_in_steps() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let policies =
        ["--policy", "attacker=strongest,together,advance", "--policy", "defender=retreat,together,weakest"];
    let mut arguments = vec!["resolve", path.to_str().unwrap(), "land-E4631", "--seed", "3", "--luck"];
    arguments.extend(policies);
    let found = json(&arguments);
    let sides = found["luck"]["sides"].as_array().unwrap();
    assert_eq!((sides.len(), &found["luck"]["measure"]), (2, &"steps".into()));
    let mut chances = vec!["chances", path.to_str().unwrap(), "land-E4631"];
    chances.extend(policies);
    let chances = json(&chances);
    for side in sides {
        let name = side["side"].as_str().unwrap();
        let lost = side["lost"].as_u64().unwrap();
        let steps = |row: &Value| -> u64 {
            let units = row["outcome"]["units"].as_array().unwrap().iter();
            units.filter(|unit| unit["side"] == name).map(|unit| unit["steps_lost"].as_u64().unwrap()).sum()
        };
        let outcomes = chances["outcomes"].as_array().unwrap().iter();
        let worse: f64 =
            outcomes.filter(|row| steps(row) >= lost).map(|row| row["p"].as_f64().unwrap()).sum();
        assert!((side["as_bad_or_worse"].as_f64().unwrap() - worse).abs() < 1e-9, "{side} {worse}");
    }
}

#[test]
fn luck_without_losses_or_policies_is_refused_with_a_way_out() {
    let nobody = ["run", "atpo", "R22", "air=FB 3, B 2", "submarine=I-19", "--seed", "1", "--luck"];
    let shown = liege(&nobody);
    assert_eq!(shown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&shown.stderr).contains("no losses of units are told"));
}

#[test]
fn a_chart_is_written_as_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (svg, png, other) = (at("chart.svg"), at("chart.png"), at("chart.gif"));
    for path in [&svg, &png] {
        told(&[&["chances"], &MINES[..], &["--chart", path]].concat(), 0);
    }
    let text = std::fs::read_to_string(&svg).unwrap();
    for words in
        ["Chances of port mines (ATPO-R12)", "Exact", "Expected losses", "entering: Haguro", "41.7 %"]
    {
        assert!(text.contains(words), "{words}");
    }
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let shown = liege(&[&["chances"], &MINES[..], &["--chart", &other]].concat());
    assert_eq!((shown.status.code(), shown.stdout.len()), (Some(2), 0));
    assert!(!folder.path().join("chart.gif").exists());
}
