//! Expected losses, their chart, and luck: `chances --chart`, `run --luck`, `resolve --luck`.

use serde_json::Value;

use super::resolve::{BUNA, Case};
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
    assert!(text.contains("expected: attacker's Haguro") && text.contains("damaged 41.7 %"), "{text}");
}

/// Four cruisers against four: results by the hundred.
const CRUISERS: [&str; 6] = [
    "atpo",
    "R14",
    "attack=4 x CA 3-9/2-7 JP",
    "defence=4 x CL 2-8/1-6 US",
    "--policy",
    "attacker=balanced,defender=balanced",
];

#[test]
fn the_thirty_likeliest_results_have_lines_and_one_line_counts_the_others() {
    let words = [&["chances"], &CRUISERS[..]].concat();
    let found = json(&words);
    let results = found["results"].as_array().unwrap();
    assert!(results.len() > 31, "{}", results.len());
    let text = told(&words, 0);
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("attacker ")).collect();
    assert_eq!(lines.len(), 30, "{text}");
    for (line, row) in lines.iter().zip(results) {
        assert!(line.starts_with(row["result"].as_str().unwrap()), "{line} {row}");
    }
    let rest: f64 = results[30..].iter().map(|row| row["p"].as_f64().unwrap()).sum();
    let further = text.lines().find(|line| line.starts_with("further results")).unwrap();
    let share = format!("(together {:.1} %; --format json lists them)", rest * 100.0);
    assert!(further.contains(&format!(" {} ", results.len() - 30)) && further.ends_with(&share), "{further}");
    assert!(text.contains("expected: attacker in all"), "{text}");
    let few = told(&[&["chances"], &MINES[..]].concat(), 0);
    assert!(!few.contains("further results"), "{few}");
}

#[test]
fn large_battles_are_sampled_and_each_result_has_its_interval() {
    let fleets = [
        "attack=4 x CA 3-9/2-7 JP, 4 x DD 0(3)-5/0(2)-4 JP",
        "defence=4 x CL 2-8/1-6 US, 4 x DD 0(2)-5/0(1)-4 US",
    ];
    let words = [&["chances", "atpo", "R14"], &fleets[..], &CRUISERS[4..]].concat();
    let found = json(&words);
    assert_eq!(found["exact"], false);
    let samples = found["samples"].as_u64().unwrap();
    assert!(samples >= 10_000, "{samples}");
    for row in found["results"].as_array().unwrap() {
        let [low, p, high] =
            [&row["interval"][0], &row["p"], &row["interval"][1]].map(|value| value.as_f64().unwrap());
        assert!(low <= p && p <= high && high - low < 0.016, "{row}");
        assert_eq!(row["of"].as_u64(), Some(samples));
    }
    let weight = |row: &Value| row["weight"].as_u64().unwrap_or(0);
    let sum = |list: &Value| list.as_array().unwrap().iter().map(weight).sum::<u64>();
    assert_eq!(sum(&found["results"]), samples);
    assert_eq!(sum(&found["outcomes"]) + weight(&found["outcomes_left_out"]), samples);
    let text = told(&words, 0);
    assert!(text.contains(" %, 95 % interval ") && text.contains("samples"), "{text}");
}

/// Four cruisers engage four: no result has one in ten.
const ENGAGED: &str = "game: atpo
date: 1942-08
at E4525: jp-ca-chokai engage, jp-ca-atago engage, jp-ca-kako engage, jp-ca-aoba engage
at E4525: us-ca-quincy, us-ca-astoria, us-ca-vincennes, us-ca-chicago
";

#[test]
fn a_battle_at_sea_is_listed_with_what_each_side_can_expect_to_lose() {
    let case = Case::of(ENGAGED);
    let listed = case.json("battles", &[], 0);
    let chances = case.json("chances", &["sea-E4525", "--policy", "attacker=balanced,defender=balanced"], 0);
    // Both are sampled, the list less.
    let [units, again] = [&listed[0], &chances].map(|found| found["expected"]["units"].as_array().unwrap());
    assert_eq!((units.len(), again.len()), (8, 8));
    for (one, other) in units.iter().zip(again) {
        assert_eq!(one["unit"], other["unit"]);
        let [lost, also] = [one, other].map(|unit| unit["lost"]["gunnery"].as_f64().unwrap());
        assert!((lost - also).abs() < 0.15, "{one} {other}");
    }
    assert_eq!(listed[0]["chances"].as_array().unwrap().len(), 3, "the likeliest results stay in JSON");
    let text = case.told("battles", &[], 0);
    assert!(text.contains("    no result has 10 % (from samples)\n    attacker: expected loss "), "{text}");
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("expected loss") && line.contains("(worth of ships"))
        .collect();
    assert_eq!(lines.len(), 2, "{text}");
    // Each side with its two units most at risk, those with the larger chance first.
    let units = listed[0]["expected"]["units"].as_array().unwrap();
    let risk = |unit: &Value| -> f64 {
        unit["fates"].as_array().unwrap().iter().map(|fate| fate["p"].as_f64().unwrap()).sum()
    };
    for (line, side) in lines.iter().zip(["attacker", "defender"]) {
        assert!(line.trim_start().starts_with(side), "{line}");
        let own = units.iter().filter(|unit| unit["side"] == side);
        let most = own.max_by(|one, other| risk(one).total_cmp(&risk(other))).unwrap();
        let (_, told) = line.split_once("most at risk: ").unwrap();
        let first = units.iter().find(|unit| told.starts_with(unit["unit"].as_str().unwrap())).unwrap();
        assert!((risk(first) - risk(most)).abs() < 1e-12, "{line}");
        assert_eq!(told.matches(" (").count(), 2, "{line}");
    }
}

#[test]
fn a_result_of_one_in_ten_is_listed_beside_expected_losses() {
    let case = Case::of(
        "game: atpo\ndate: 1942-08\nat E4526: jp-ca-chokai engage, jp-ca-kako engage\nat E4526: us-ca-quincy, us-ca-astoria\n",
    );
    let text = case.told("battles", &[], 0);
    let json = case.json("battles", &[], 0);
    let likely = |row: &&Value| row["p"].as_f64().unwrap() >= 0.1;
    let results = json[0]["chances"].as_array().unwrap();
    assert!(results.iter().any(|row| likely(&row)) && !results.iter().all(|row| likely(&row)), "{json}");
    for row in results {
        let named = text.contains(&format!(
            "{} {:.1} %",
            row["result"].as_str().unwrap(),
            row["p"].as_f64().unwrap() * 100.0
        ));
        assert_eq!(named, likely(&row), "{row}: {text}");
    }
}

/// The chance of a fate of a unit.
fn chance(found: &Value, unit: &str, fate: &str) -> f64 {
    let units = found["expected"]["units"].as_array().unwrap();
    let unit = units.iter().find(|row| row["unit"] == unit).unwrap();
    let fate = unit["fates"].as_array().unwrap().iter().find(|row| row["fate"] == fate);
    fate.map_or(0.0, |fate| fate["p"].as_f64().unwrap())
}

#[test]
fn a_submarine_in_a_strait_has_its_own_prospects() {
    // A natural 1, then two dice of the mines and of one destroyer against Armor 5.
    let found = json(&["chances", "atpo", "R09", "submarine=I-19:SS 3-5/2-5", "escorts=1"]);
    let (doubles, plain, miss) = (4.0 / 36.0, 26.0 / 36.0, 6.0 / 36.0);
    let sunk = (doubles + plain * (doubles + plain) + miss * doubles) / 6.0;
    assert!((chance(&found, "I-19", "sunk") - sunk).abs() < 1e-12, "{found}");
    assert!(
        (chance(&found, "I-19", "damaged") + chance(&found, "I-19", "depleted") - 2.0 * plain * miss / 6.0)
            .abs()
            < 1e-12
    );
    assert_eq!(found["expected"]["sides"][0]["side"], "infiltrating");
}

#[test]
fn a_bombarded_airbase_has_its_own_prospects_and_takes_aircraft_with_it() {
    let found = json(&["chances", "atpo", "R20", "gunnery=14", "target=airbase", "capacity=2"]);
    let results = found["results"].as_array().unwrap();
    let with = |words: &str| -> f64 {
        let rows = results.iter().filter(|row| row["result"].as_str().unwrap().contains(words));
        rows.map(|row| row["p"].as_f64().unwrap()).sum()
    };
    let destroyed = with("destroyed");
    assert!(destroyed > 0.0 && destroyed < 1.0, "{found}");
    assert!((chance(&found, "airbase", "destroyed") - destroyed).abs() < 1e-12, "{found}");
    assert!((chance(&found, "aircraft based there", "2 steps lost") - with("2 air steps")).abs() < 1e-12);
    // 10 on the dice costs one step, 11 two, 12 three.
    let steps = (3.0 + 2.0 * 2.0 + 3.0) / 36.0;
    assert!(close(&found["expected"]["sides"][0]["lost"]["air steps"], steps), "{found}");
    let fort = json(&["chances", "atpo", "R20", "gunnery=14", "target=fortification"]);
    assert_eq!(fort["expected"]["units"].as_array().unwrap().len(), 1);
}

#[test]
fn luck_is_the_chance_to_lose_as_much_or_more() {
    // 8 or more on two dice: 15 of 36. A cruiser is worth twice its guns and its Armor, a hit costs half of that.
    for (dice, lost, due) in [("4,4", 6, 15.0 / 36.0), ("3,4", 0, 1.0)] {
        let found = json(&[&["run"], &MINES[..], &["--dice", dice, "--luck"]].concat());
        let side = &found["luck"]["sides"][0];
        assert_eq!((&side["side"], &side["lost"]), (&"attacker".into(), &lost.into()));
        assert!(close(&side["as_bad_or_worse"], due), "{found}");
        assert_eq!(
            (&found["luck"]["measure"], &found["luck"]["exact"]),
            (&"worth of ships".into(), &true.into())
        );
    }
    let text = told(&[&["run"], &MINES[..], &["--dice", "4,4", "--luck"]].concat(), 0);
    assert!(text.contains("luck: attacker: did this badly or worse in 41.7 % of such battles"), "{text}");
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
    assert!(String::from_utf8_lossy(&shown.stderr).contains("no unit losses are reported"));
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
        ["Chances of port mines (ATPO-R12)", "Exact", "Expected losses", "attacker: Haguro", "41.7 %"]
    {
        assert!(text.contains(words), "{words}");
    }
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let shown = liege(&[&["chances"], &MINES[..], &["--chart", &other]].concat());
    assert_eq!((shown.status.code(), shown.stdout.len()), (Some(2), 0));
    assert!(!folder.path().join("chart.gif").exists());
}
