//! Decisions that nobody made: chances assume a policy and say so, a resolution stops with status 1, one line of policies
//! serves many battles, and nothing is resolved that nobody declared.

use serde_json::Value;

use super::liege;
use super::resolve::{BUNA, Case};

/// A battle on land and one at sea.
const BOTH_ARMS: &str = "game: atpo
date: 1942-11
phase: OL.4
control: JP E4229 E4631
at E4632: chit:small-airbase, chit:us-sea-supply, au-hq-ngf, au-inf-7 standby attack E4631, us-inf-32 standby attack E4631
at E4631: jp-snlf-sasebo-5, jp-inf-nankai
at E4526: jp-ca-kako engage, jp-ca-aoba engage
at E4526: us-ca-vincennes, us-ca-chester
";

/// The policy of both sides that README prints.
fn policy_of_the_readme() -> String {
    let readme = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"));
    let command = readme.lines().find(|line| line.starts_with("liege resolve ")).unwrap();
    command.split("--policy ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn the_command_of_the_readme_resolves_the_battle_of_the_tour() {
    let tour = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/oob/atpo/tour/battle.txt"));
    let case = Case::of(tour);
    let policy = policy_of_the_readme();
    // Aircraft meet over the hex; then the defender loses whole stacks, steps, hexes and nothing.
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let (log, after) = (case.path("battle.vlog"), case.path("after.vsav"));
        let outputs = ["--log", log.to_str().unwrap(), "-o", after.to_str().unwrap()];
        let words = [&["land-E4631", "--seed", seed, "--policy", &policy], &outputs[..]].concat();
        let told = case.told("resolve", &words, 0);
        assert!(told.contains("\nresult: ") && log.exists() && after.exists(), "{told}");
    }
}

#[test]
fn chances_without_a_policy_assume_one_and_count_no_open_decision() {
    let case = Case::of(BUNA);
    let told = case.told("chances", &["land-E4631"], 0);
    let first = told.lines().next().unwrap();
    assert!(first.starts_with("assumed: the policy balanced decides for attacker ("), "{first}");
    assert!(first.contains(" and defender ("), "{first}");
    let json = case.json("chances", &["land-E4631"], 0);
    let sides: Vec<&str> = json["assumed_policies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["side"].as_str().unwrap())
        .collect();
    assert_eq!(sides, ["attacker", "defender"]);
    assert!(json["assumed_policies"].as_array().unwrap().iter().all(|row| row["policy"] == "balanced"));
    let outcomes = json["outcomes"].as_array().unwrap();
    assert!(!outcomes.is_empty() && outcomes.iter().all(|row| row.get("open").is_none()), "{json:#}");
    let lost = json["expected"]["sides"][1]["lost"]["steps"].as_f64().unwrap();
    assert!(lost > 0.5, "{json:#}");
    // Whoever gives the same policy gets the same chances, and nothing is assumed.
    let given = case.json("chances", &["land-E4631", "--policy", "attacker=balanced,defender=balanced"], 0);
    assert_eq!(given["results"], json["results"]);
    assert_eq!(given["expected"], json["expected"]);
    assert!(given.get("assumed_policies").is_none());
    // What a policy leaves open is assumed of that side and no other.
    let partly = case.json("chances", &["land-E4631", "--policy", "attacker=balanced,defender=stand"], 0);
    assert_eq!(
        partly["assumed_policies"],
        serde_json::json!([{"side": "defender", "policy": "balanced", "questions": ["loss"]}])
    );
}

#[test]
fn charts_and_lists_say_what_they_assume() {
    let case = Case::of(BUNA);
    let chart = case.path("chances.svg");
    case.told("chances", &["land-E4631", "--chart", chart.to_str().unwrap()], 0);
    let svg = std::fs::read_to_string(chart).unwrap();
    assert!(svg.contains("policy balanced"), "{svg}");
    let rows = case.json("battles", &[], 0);
    assert_eq!(rows[0]["assumed_policies"][0]["policy"], "balanced", "{rows:#}");
    assert!(rows[0]["expected"]["sides"][1]["lost"]["steps"].as_f64().unwrap() > 0.5, "{rows:#}");
    let typed = liege(&["chances", "atpo", "R39", "attack=15", "defence=3"]);
    let typed = String::from_utf8(typed.stdout).unwrap();
    assert!(typed.lines().next().unwrap().contains("policy balanced"), "{typed}");
}

#[test]
fn a_decision_that_nobody_made_is_status_1_and_names_the_words_that_would_make_it() {
    let case = Case::of(BUNA);
    let told = case.told("resolve", &["land-E4631", "--dice", "2"], 1);
    assert!(told.contains("open: the "), "{told}");
    assert!(told.contains("policies that answer it: --policy "), "{told}");
    let json = case.json("resolve", &["land-E4631", "--dice", "2"], 1);
    let words = json["open"]["policies"].as_array().unwrap();
    assert!(words.contains(&Value::from("balanced")), "{json:#}");
    // Each word that is named answers it.
    let (by, label) = (json["open"]["by"].as_str().unwrap(), &json["open"]["label"]);
    for word in words {
        let policy = format!("{by}={}", word.as_str().unwrap());
        let out = liege(&[
            "resolve",
            &case.save,
            "land-E4631",
            "--dice",
            "2",
            "--policy",
            &policy,
            "--format",
            "json",
        ]);
        let next: Value = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(&next["answers"][0]["label"], label, "{policy}: {next:#}");
    }
    let typed = liege(&["run", "atpo", "R39", "attack=4/2, 4/2", "defence=3/2, 1/1", "--dice", "5"]);
    assert_eq!(typed.status.code(), Some(1), "{typed:?}");
}

#[test]
fn words_and_sides_of_other_battles_are_a_note_and_those_of_none_an_error() {
    let case = Case::of(BOTH_ARMS);
    let policy = "attacker=weakest,advance,strongest,day,stay,defender=stand,weakest,withdraw";
    let run = |policy: &str| liege(&["resolve", &case.save, "--all", "--seed", "3", "--policy", policy]);
    let out = run(&format!("{policy},balanced,attacker=balanced"));
    let talk = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(0), "{talk}");
    let one = ["resolve", &case.save, "land-E4631", "--dice", "2", "--policy"];
    let out =
        liege(&[&one[..], &["attacker=weakest,advance,withdraw,defender=stand,weakest,press"]].concat());
    let talk = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(0), "{talk}");
    assert!(talk.contains("note: attacker=withdraw, defender=press: no decision here"), "{talk}");
    // A word of the other side decides nothing either.
    let out = liege(&[&one[..], &["attacker=weakest,stand,advance,defender=stand,weakest"]].concat());
    let talk = String::from_utf8(out.stderr).unwrap();
    assert!(talk.contains("note: attacker=stand: no decision here"), "{talk}");
    for (wrong, told) in [("attacker=weakst", "did you mean"), ("attaker=weakest", "no side \"attaker\"")] {
        let out = liege(&[&one[..], &[wrong]].concat());
        let talk = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{talk}");
        assert!(talk.contains(told), "{talk}");
    }
}

#[test]
fn what_nobody_declared_is_resolved_only_where_that_is_meant() {
    let case = Case::of(BUNA);
    let words = ["land-E4632", "--dice", "3", "--policy", "attacker=balanced,defender=balanced"];
    let after = case.path("after.vsav");
    let output = ["-o", after.to_str().unwrap()];
    let talk = case.refused("resolve", &[&words[..], &output].concat());
    assert!(talk.contains("land-E4632 is not declared"), "{talk}");
    assert!(
        talk.contains("declared, the nearest first: land-E4631") && talk.contains("--possible"),
        "{talk}"
    );
    assert!(!after.exists());
    let told = case.told("resolve", &[&words[..], &output, &["--possible"]].concat(), 0);
    assert!(told.contains("not declared; this battle is only possible"), "{told}");
    assert!(after.exists());
    assert_eq!(case.json("resolve", &[&words[..], &["--possible"]].concat(), 0)["declared"], false);
    // Chances write nothing, and say it.
    assert!(case.told("chances", &["land-E4632"], 0).contains("not declared; this battle is only possible"));
    case.refused("resolve", &["land-E4632", "--template"]);
}

#[test]
fn an_attack_on_land_outside_of_its_steps_is_shown_in_the_report() {
    let words = ["land-E4631", "--dice", "3", "--policy", "attacker=balanced,defender=balanced"];
    for (step, is_told) in [("NA.2", true), ("OL.3", true), ("EN.1", true), ("OL.2", false), ("OL.5", false)]
    {
        let case = Case::of(&BUNA.replace("OL.4", step));
        let told = case.told("resolve", &words, 0);
        assert_eq!(
            told.contains(&format!("note: the position is in {step}, and land units attack")),
            is_told,
            "{told}"
        );
    }
    assert!(!Case::of(BUNA).told("resolve", &words, 0).contains("the position is in"));
}

#[test]
fn a_template_has_the_questions_that_its_battle_can_ask_and_no_others() {
    let case = Case::of(BOTH_ARMS);
    let land = case.told("resolve", &["land-E4631", "--template"], 0);
    for label in ["# loss = ", "# answer = ", "# retreat = ", "# advance = "] {
        assert!(land.contains(label), "{label}: {land}");
    }
    for label in ["intercept", "flies as", "magic", "abort", "failed landing", "spared", "target", "withdraw"]
    {
        assert!(
            !land.contains(&format!("# {label} = ")) && !land.contains(&format!("\"{label}\"")),
            "{label}: {land}"
        );
    }
    assert!(!land.contains("air-stay") && land.contains("32nd Infantry Division"), "{land}");
    // Of several battles each has its own.
    let all = case.told("resolve", &["--all", "--template"], 0);
    let at_sea = all.split("# sea-E4526: ").nth(1).unwrap();
    let at_sea = at_sea.split("# land-").next().unwrap();
    assert!(at_sea.contains("# target = ") && !at_sea.contains("advance"), "{all}");
    // What it shows is what it takes.
    let orders = case.file("orders.toml", &all);
    case.told("resolve", &["--all", "--orders", &orders, "--seed", "1"], 1);
    // Typed-in values are a battle, too.
    let typed = liege(&["run", "atpo", "R39", "attack=4/2, 4/2", "defence=3/2, 1/1", "--template"]);
    let typed = String::from_utf8(typed.stdout).unwrap();
    assert!(typed.contains("# loss = ") && !typed.contains("intercept"), "{typed}");
}
