//! The rolls of `docs/own-game.md`, read from the page itself.

use liege::rules::play::dice::Seeded;
use liege::rules::play::procedure::{AnyProcedure, Ending};
use serde_json::json;

use super::{Files, chances, entries, given, run};

const PAGE: &str = include_str!("../../../../docs/own-game.md");

/// The files that the page shows: a path in a line of its own, then a block.
fn files() -> Files {
    let mut files = Files::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        let Some(path) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) else { continue };
        let block = lines.by_ref().skip_while(|line| !line.starts_with("```")).skip(1);
        let text: String = block.take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        files.insert(path.to_owned(), text);
    }
    files
}

fn procedure(word: &str) -> AnyProcedure {
    let all = entries("isles", &files()).unwrap();
    all.into_iter().find(|entry| entry.is_called(word)).unwrap()
}

/// The words of a command line, with quotes taken off.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

#[test]
fn every_command_of_the_page_comes_to_the_result_below_it() {
    let mut ran = 0;
    for (at, _) in PAGE.match_indices("\nliege run isles ") {
        let (line, rest) = PAGE[at + 1..].split_once('\n').unwrap();
        let expected = rest.split('`').find(|text| !text.trim().is_empty()).unwrap();
        let words = words(line);
        let dice = words.iter().position(|word| word == "--dice").unwrap();
        let faces: Vec<u8> = words[dice + 1].split(',').map(|face| face.parse().unwrap()).collect();
        let values: Vec<&str> = words[4..dice].iter().map(String::as_str).collect();
        let report = given(&procedure(&words[3]), &values, &faces).unwrap();
        assert_eq!(report.result, expected, "{line}");
        ran += 1;
    }
    assert_eq!(ran, 2);
}

#[test]
fn a_report_tells_dice_modifiers_and_result_with_cause_and_rule() {
    let values = ["unit=1st Guards", "terrain=jungle", "beside=1"];
    let report = given(&procedure("attrition"), &values, &[4]).unwrap();
    let told: Vec<String> = report
        .lines
        .iter()
        .map(|line| format!("{} | {} | {} | {}", line.label, line.value, line.cause, line.rule))
        .collect();
    assert_eq!(
        told,
        [
            "1st Guards: die | 4 | 1d6, out of supply for the second month | 13.6",
            "modifier: terrain | -1 | jungle | 13.6",
            "modifier: crowding | -1 | 1 for each of 1 beside it | 13.6",
            "1st Guards | one step | total 2; 2 to 3 | 13.6",
        ]
    );
    assert_eq!(report.lines[0].roll.as_ref().map(|roll| roll.face), Some(4));
    let changes = json!([{"subject": "1st Guards", "change": "reduce", "rule": "13.6"}]);
    assert_eq!((&report.json["changes"], &report.json["dice"]), (&changes, &json!([4])));
    let twice = given(&procedure("attrition"), &values, &[1]).unwrap();
    assert_eq!((twice.result.as_str(), twice.deeds.len()), ("two steps", 2));
}

#[test]
fn several_dice_are_told_one_by_one_and_added_up() {
    let report = given(&procedure("event"), &["season=wet"], &[6, 3]).unwrap();
    let told: Vec<(&str, &str)> =
        report.lines.iter().map(|line| (line.label.as_str(), line.value.as_str())).collect();
    let expected =
        [("die", "6"), ("die", "3"), ("dice", "9"), ("modifier: wet season", "+1"), ("result", "a storm")];
    assert_eq!(told, expected);
    assert_eq!(report.lines[4].cause, "total 10; row 10 or more, column wet");
    let value = json!([{"subject": "food", "change": "value", "to": "-2", "rule": "17.4"}]);
    assert_eq!(report.json["changes"], value);
    assert_eq!(given(&procedure("event"), &["season=dry"], &[2, 4]).unwrap().result, "no effect");
    assert_eq!(given(&procedure("event"), &["season=dry"], &[1, 1]).unwrap().result, "drought");
}

#[test]
fn chances_are_exact_and_agree_with_every_roll() {
    let guards = chances(&procedure("attrition"), &["unit=1st Guards", "commando=yes"]);
    assert_eq!(guards["exact"], json!(true));
    assert_eq!(
        (&guards["results"][0]["result"], &guards["results"][0]["weight"]),
        (&json!("none"), &json!(1))
    );
    let event = chances(&procedure("event"), &["season=dry"]);
    let weight = |result: &str| {
        let rows = event["results"].as_array().unwrap();
        let row = rows.iter().find(|row| row["result"] == result).unwrap();
        row["weight"].as_u64().unwrap() * 36 / row["of"].as_u64().unwrap()
    };
    let mut rolled = std::collections::BTreeMap::<String, u64>::new();
    for (one, two) in (1..=6).flat_map(|one| (1..=6).map(move |two| (one, two))) {
        let result = given(&procedure("event"), &["season=dry"], &[one, two]).unwrap().result;
        *rolled.entry(result).or_default() += 1;
    }
    assert_eq!(rolled["a good harvest"], 6);
    for (result, ways) in rolled {
        assert_eq!(weight(&result), ways, "{result}");
    }
}

#[test]
fn a_seed_gives_the_same_roll_again() {
    let once = run(&procedure("event"), &["season=dry"], &mut Seeded::new(7)).unwrap();
    let again = run(&procedure("event"), &["season=dry"], &mut Seeded::new(7)).unwrap();
    assert_eq!(once.json, again.json);
    assert_eq!(once.json["seed"], json!(7));
}

#[test]
fn what_the_rules_forbid_is_a_refusal_and_what_is_missing_an_error() {
    let refused = given(&procedure("attrition"), &["unit=1st Guards", "port=yes"], &[]).unwrap();
    assert_eq!(refused.status, Ending::Refused);
    let reasons = json!([{"reason": "1st Guards can be supplied through the port", "rule": "13.2"}]);
    assert_eq!(refused.json["refused"], reasons);
    let told = |word: &str, values: &[&str]| given(&procedure(word), values, &[3]).unwrap_err().to_string();
    assert_eq!(told("attrition", &[]), "unit: is missing");
    assert_eq!(told("event", &[]), "season: is missing");
    assert_eq!(
        told("event", &["season=dri"]),
        "season: expected one of dry, wet, not \"dri\" (the season that begins)"
    );
    assert_eq!(told("event", &["seson=dry"]), "seson: unknown key (did you mean `season`?)");
    assert!(told("event", &["season=dry"]).contains("no die is left for the roll \"event\""));
}

#[test]
fn a_roll_without_a_page_is_told_in_words() {
    let words = procedure("attrition").data.unwrap().words;
    for part in [
        "# ISLES-R01: what a month without supply costs a unit\n\nRule 13.6.\n",
        "1. 1d6, out of supply for the second month\n",
        "- -1 for each of `beside`, modifier: crowding",
        "- 1 or less: two steps: reduce 2 times. [13.6]\n",
        "- `terrain` (clear, jungle, mountain): terrain of its place [13.6]\n",
    ] {
        assert!(words.contains(part), "{part} in\n{words}");
    }
    assert!(procedure("event").data.unwrap().words.contains("| 3 or less | drought | storm |"));
}
