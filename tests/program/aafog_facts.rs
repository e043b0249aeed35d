//! `facts` of the fog-of-war variant: for the umpire, for a side, of a copy with its ghosts, and with a base game's limits.

use serde_json::Value;

use super::umpire::{Club, START};
use super::{done, told};

/// The facts of a save: place, key, value.
fn facts(save: &str, module: &str, more: &[&str]) -> Vec<String> {
    let text = told(&[&["facts", save, "--module", module, "--format", "json"], more].concat(), 0);
    let json: Value = serde_json::from_str(&text).unwrap();
    let word = |value: &Value| value.as_str().unwrap_or("all").to_owned();
    let one =
        |fact: &Value| format!("{} {}: {}", word(&fact["place"]), word(&fact["key"]), word(&fact["value"]));
    json["reports"][0]["facts"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn a_side_counts_its_own_and_what_lies_open() {
    let club = Club::new();
    let (master, module) = (club.save("master.vsav", START), club.name("fog.vmod"));
    let [umpire, axis, allies] =
        ["umpire", "Axis", "Allies"].map(|side| facts(&master, &module, &["--side", side]));
    let has = |all: &[String], line: &str| all.iter().any(|fact| fact == line);
    for open in ["all turn: 1 of 11", "all period: July to December 1940", "all income: 26"] {
        assert!([&umpire, &axis, &allies].iter().all(|all| has(all, open)), "{open}");
    }
    for (line, of_axis) in [
        ("all money: 26", true),
        ("Siam units: 2", true),
        ("SZ 20 units: 2", true),
        ("SZ 35 units: 5", false),
        ("SZ 35 load: 1 of 2", false),
        ("Philippines damage: 2", false),
    ] {
        assert!(has(&umpire, line), "{line}: {umpire:?}");
        assert_eq!([has(&axis, line), has(&allies, line)], [of_axis, !of_axis], "{line}");
    }
}

/// D01: what a copy shows of others bears the age of its sighting, and counts as no unit.
#[test]
fn a_copy_tells_what_was_seen_and_when() {
    let club = Club::new();
    let (game, _) = club.later("tuesday", START, &["--power", "us", "--phase", "CM"]);
    let (copy, module) = (game.join("issues/001/axis.vsav"), club.name("fog.vmod"));
    let seen = facts(copy.to_str().unwrap(), &module, &["--side", "Axis", "--at", "SZ 35"]);
    assert_eq!(seen.iter().filter(|fact| fact.contains("sighting: 1")).count(), 4, "{seen:?}");
    assert!(!seen.iter().any(|fact| fact.contains("units") || fact.contains("load")), "{seen:?}");
    let text =
        done(&["facts", copy.to_str().unwrap(), "--module", &module, "--side", "Axis", "--at", "SZ 35"]);
    assert!(text.contains("American cruiser with damage 1, seen in turn 0: 1 (6)"), "{text}");
    assert!(!text.contains("infantry"), "cargo was never seen: {text}");
}

#[test]
fn limits_are_those_of_the_base_game() {
    let club = Club::new();
    let rules = club.path("data/rules/aafog");
    std::fs::create_dir_all(&rules).unwrap();
    let base = "format = 1\n[kamikaze]\ntokens = 6\n[works_until]\nairbase = 3\n[scramble]\nmost = 3\nrange = 1\n\
        [[load]]\ncarrier = \"tr\"\nholds = [\"inf\", \"inf\", \"inf\"]\n";
    std::fs::write(rules.join("base.toml"), base).unwrap();
    let text = format!("{START}in \"Kamikaze tokens\": 2 x japan-kami\nat \"Philippines\": us-ftr, us-tac\n");
    let (master, module, data) = (club.save("master.vsav", &text), club.name("fog.vmod"), club.name("data"));
    let all = facts(&master, &module, &["--side", "umpire", "--data", &data]);
    for line in [
        "all tokens: 2 of 6",
        "Philippines damage: 2 of 3",
        "Philippines scramble: 2 of 3",
        "SZ 35 load: 1 of 3",
    ] {
        assert!(all.iter().any(|fact| fact == line), "{line}: {all:?}");
    }
}
