//! Orders and policies: files, templates, answers for units by name, and what is refused.

use serde_json::Value;

use super::resolve::{BOTH, BUNA, Case, PAIR};
use super::{liege, told};

#[test]
fn chances_refuse_answers_that_are_used_up_and_follow_policies() {
    let case = Case::of(BUNA);
    let answers = case.file("answers.toml", "[attacker]\nloss = \"7th Australian Division\"\n");
    let talk = case.refused("chances", &["land-E4631", "--orders", &answers]);
    assert!(talk.contains("attacker loss") && talk.contains("--policy"), "{talk}");
    let counts = case.file("counts.toml", "[attacker.unit.\"7th Australian Division\"]\nloss = 1\n");
    case.refused("chances", &["land-E4631", "--orders", &counts]);
    let talk = liege(&["chances", "atpo", "R39", "attack=4/2, 4/2", "defence=3/2", "--orders", &answers]);
    assert_eq!(talk.status.code(), Some(2));

    let policies = case.file(
        "policies.toml",
        "format = 1\n[attacker]\npolicy = [\"strongest\", \"advance\"]\n[defender]\npolicy = \"stand,weakest\"\n",
    );
    let json = case.json("chances", &["land-E4631", "--orders", &policies], 0);
    let rows = json["outcomes"].as_array().unwrap();
    assert!(rows.iter().all(|row| row.get("open").is_none()), "{json:#}");
}

#[test]
fn one_policy_names_both_sides() {
    let case = Case::of(BUNA);
    let joined = ["land-E4631", "--dice", "2", "--policy", BOTH];
    let apart =
        ["land-E4631", "--dice", "2", "--policy", "attacker=weakest,advance", "--policy", "defender=stand"];
    assert_eq!(case.told("resolve", &joined, 0), case.told("resolve", &apart, 0));
    assert!(!case.told("resolve", &joined, 0).contains("open:"));
    for wrong in ["weakest", "attacker=", "attacker=weakest,defendr=stand", "=stand"] {
        case.refused("resolve", &["land-E4631", "--dice", "2", "--policy", wrong]);
    }
}

#[test]
fn orders_name_units_and_labels_or_are_refused_with_those_there_are() {
    let case = Case::of(BUNA);
    let orders = case.file(
        "orders.toml",
        "format = 1\n[attacker.unit.\"32nd infantry division\"]\nloss = 1\nadvance = \"yes\"\n\
         [attacker.unit.\"7th Australian Division\"]\nadvance = \"no\"\n[defender]\npolicy = \"stand\"\n",
    );
    let json = case.json("resolve", &["land-E4631", "magic=-1", "--dice", "4", "--orders", &orders], 0);
    assert!(json.get("open").is_none(), "{json:#}");
    let planned = json["planned"].to_string();
    assert!(planned.contains("32nd Infantry Division loses a step"), "{planned}");
    assert!(planned.contains("32nd Infantry Division advances"), "{planned}");
    assert!(!planned.contains("7th Australian Division advances"), "{planned}");

    for (text, expected) in [
        ("[attacker]\nlosses = \"x\"\n", "did you mean \"loss\"?"),
        (
            "[attacker]\nretreat = \"W4433\"\n",
            "expected one of loss, spared, advance, advance unit, failed landing, counter-intercept, flies as",
        ),
        ("[defendr]\nanswer = \"x\"\n", "did you mean \"defender\"?"),
        (
            "[attacker.unit.\"7th Austrlian Division\"]\nloss = 1\n",
            "did you mean \"7th Australian Division\"?",
        ),
        ("[attacker.unit.\"7th Australian Division\"]\nloss = \"one\"\n", "how many times"),
        (
            "[attacker.unit.\"7th Australian Division\"]\n\"failed landing\" = \"stay\"\n",
            "expected one of loss",
        ),
        ("[attacker.unit.\"7th Australian Division\"]\nadvance = \"perhaps\"\n", "yes or no"),
        ("[attacker]\nloss = 3\n", "expected a text"),
        ("[attacker]\npolicy = \"weekest\"\n", "did you mean \"weakest\"?"),
        ("attacker = \"x\"\n", "expected a table"),
        ("format = 2\n", "unknown format 2"),
        ("[attacker\n", "wrong.toml:1"),
    ] {
        let wrong = case.file("wrong.toml", text);
        let talk = case.refused("resolve", &["land-E4631", "--dice", "4", "--orders", &wrong]);
        assert!(talk.contains(expected), "{text}: {talk}");
    }
    let illegal = case.file("illegal.toml", "[attacker]\nloss = \"Home Fleet\"\n");
    let talk = case.refused("resolve", &["land-E4631", "magic=-1", "--dice", "4", "--orders", &illegal]);
    assert!(talk.contains("is not one of 7th Australian Division, 32nd Infantry Division"), "{talk}");
}

#[test]
fn each_battle_can_have_orders_of_its_own() {
    let case = Case::of(PAIR);
    let orders = case.file(
        "orders.json",
        r#"{"attacker": {"advance": "none", "policy": "weakest"}, "land-W4416": {"attacker": {"advance": "all"}}}"#,
    );
    let json = case.json("resolve", &["--all", "--dice", "6,6", "--orders", &orders], 0);
    let advances = |row: &Value| row["planned"].to_string().contains("advances");
    assert!(!advances(&json[0]) && advances(&json[1]), "{json:#}");
}

#[test]
fn the_template_is_an_orders_file_and_its_lines_are_orders() {
    let case = Case::of(BUNA);
    let template = case.told("resolve", &["land-E4631", "--template"], 0);
    let plain = case.file("plain.toml", &template);
    case.told("resolve", &["land-E4631", "--dice", "4", "--orders", &plain], 1);
    let schema = case.json("resolve", &["land-E4631", "--template"], 0);
    for (side, label) in [("attacker", "loss"), ("defender", "answer"), ("defender", "retreat")] {
        assert!(template.contains(label), "{template}");
        assert!(schema["properties"][side]["properties"][label].is_object(), "{schema:#}");
    }
    for unit in ["7th Australian Division", "32nd Infantry Division", "5th Sasebo SNLF"] {
        assert!(template.contains(unit), "{template}");
    }
    // Every line that is taken in is read; only what the battle itself decides must be filled in.
    let (head, body) = template.split_once("format = 1").unwrap();
    assert!(head.lines().all(|line| line.starts_with('#')));
    let filled: String = body
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(order) if order.contains(" = ") || order.starts_with('[') => format!("{order}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    let filled = case.file("filled.toml", &filled);
    let output = liege(&["resolve", &case.save, "-q", "land-E4631", "--dice", "4", "--orders", &filled]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let typed = told(&["run", "atpo", "R39", "--template"], 0);
    assert!(typed.contains("[defender.unit.\"NAME OF A UNIT\"]"), "{typed}");
}

#[test]
fn orders_that_nobody_asked_for_are_told() {
    let case = Case::of(BUNA);
    let orders =
        case.file("orders.toml", "[attacker]\n\"failed landing\" = \"stay\"\npolicy = \"weakest,hold\"\n");
    let output = liege(&["resolve", &case.save, "land-E4631", "--dice", "6", "--orders", &orders]);
    assert_eq!(output.status.code(), Some(0));
    let talk = String::from_utf8(output.stderr).unwrap();
    assert!(talk.contains("unused orders: attacker failed landing: stay"), "{talk}");
}
