//! Battles at sea from saves: several who react to one move, one after the other and all at once, and who sees enough.

use std::path::Path;

use serde_json::Value;

use super::resolve::Case;
use super::{liege, said, told};

/// Two who react to one force that sails.
const BOTH: &str = "game: atpo
date: 1942-08
phase: NA.1
at E4525: us-ca-quincy sail, us-dd-2 sail, us-dd-3 sail
at E4526: jp-ss-1 intercept target=E4525
at E4425: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525
";

/// The policies of both sides.
const BALANCED: &str = "attacker=balanced,defender=balanced";

fn kind(battle: &Value) -> &Value {
    &battle["inputs"]["kind"]
}

fn find<'v>(all: &'v Value, id: &str) -> &'v Value {
    let of = |key: &str| all.as_array().unwrap().iter().find(move |one| one[key] == id);
    of("id").or_else(|| of("battle")).unwrap_or_else(|| panic!("{id}: {all}"))
}

/// The ids of demands that a save breaks.
fn illegal(save: &Path) -> Vec<String> {
    let output = liege(&["check", save.to_str().unwrap(), "-q", "--side", "umpire", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["reports"][0]["findings"].as_array().unwrap().clone();
    let of_severity = findings.iter().filter(|finding| finding["severity"] == "illegal");
    of_severity.map(|finding| finding["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn both_reactions_to_one_move_are_reactions_one_after_the_other_and_together() {
    let case = Case::of(BOTH);
    let side = ["--side", "umpire"];
    let after = case.path("after.vsav");
    for first in ["intercept-E4525", "intercept-E4525-2"] {
        let out = ["--dice", "1", "-o", after.to_str().unwrap()];
        case.told(
            "resolve",
            &[&[first, "weather=wet", "zone=severe", "--policy", BALANCED][..], &side, &out].concat(),
            0,
        );
        let left =
            told(&["battles", after.to_str().unwrap(), "-q", "--side", "umpire", "--format", "json"], 0);
        let left: Value = serde_json::from_str(&left).unwrap();
        let left = &left["reports"][0]["battles"];
        assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
        assert_eq!(kind(&left[0]), "reactive", "{first}: {left}");
    }
    // Two submarines, or one and ships, never come into one hex.
    let boats = BOTH.replace("jp-ca-chokai intercept target=E4525, jp-dd-5", "jp-ss-3");
    for text in [BOTH, &boats] {
        let case = Case::of(text);
        let before = illegal(Path::new(&case.save));
        for seed in ["1", "2", "3", "4", "5", "6"] {
            let words = ["--all", "--seed", seed, "--policy", BALANCED, "-o", after.to_str().unwrap()];
            let output =
                liege(&[&["resolve", &case.save, "-q", "--format", "json"][..], &words, &side].concat());
            let all: Value = serde_json::from_slice(&output.stdout).unwrap();
            let second = find(&all["reports"], "intercept-E4525-2");
            let refused = second["refused"][0]["rule"] == "3.16.2";
            assert!(refused || kind(second) == "reactive", "seed {seed}: {second}");
            assert_eq!(illegal(&after), before, "seed {seed}");
        }
    }
}

#[test]
fn an_admiral_is_aboard_no_ship_in_port_while_his_ships_are_at_sea() {
    let text = "game: atpo\ndate: 1942-08\nphase: NA.1\nat E4426: us-ca-quincy\n\
        at E4525: jp-ca-chokai, jp-dd-5, jp-adm-mikawa\nat E4525 docked: jp-ca-aoba intercept target=E4426\n";
    let leads = |text: &str| {
        let case = Case::of(text);
        let all = case.json("battles", &["--side", "umpire"], 0);
        all[0]["inputs"]["attack"][0].get("admiral").is_some()
    };
    assert!(!leads(text));
    assert!(leads(&text.replace("jp-ca-chokai, ", "")));
}

/// An enemy task force in the hex whose ships lie in a tray.
const TRAY: &str = "game: atpo
date: 1942-08
phase: NA.1
at E4525: us-tf-1, us-ca-quincy
tray us-tf-1: us-ca-astoria, us-dd-3
at E4425: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525
";

#[test]
fn what_comes_of_half_the_truth_is_written_nowhere() {
    let case = Case::of(TRAY);
    let fixed = ["intercept-E4525", "--seed", "1", "--policy", BALANCED];
    let (save, log) = (case.path("half.vsav"), case.path("half.vlog"));
    for out in [["-o", save.to_str().unwrap()], ["--log", log.to_str().unwrap()]] {
        let told = case.refused("resolve", &[&fixed[..], &["--side", "Japan"], &out].concat());
        assert!(
            told.contains("Japan does not know all that intercept-E4525 meets")
                && told.contains("--side umpire"),
            "{told}"
        );
    }
    assert!(!save.exists() && !log.exists());
    // What it sees is told, with a word on what it does not.
    let trial = liege(&[&["resolve", &case.save][..], &fixed, &["--side", "Japan"]].concat());
    let (result, talk) = (said(&trial), String::from_utf8(trial.stderr.clone()).unwrap());
    assert_eq!(trial.status.code(), Some(0), "{result}");
    assert!(talk.contains("only what Japan knows counts") && !result.contains("Astoria"), "{result}");
    let whole = [&fixed[..], &["--side", "umpire", "-o", save.to_str().unwrap()]].concat();
    assert!(case.told("resolve", &whole, 0).contains("Astoria"));
    assert!(save.exists());
    // What is hidden elsewhere, or nowhere to be seen, makes no difference.
    let elsewhere = Case::of(
        &TRAY.replace("at E4525: us-tf-1, us-ca-quincy", "at E4525: us-ca-quincy\nat E4826: us-tf-1"),
    );
    let away = elsewhere.path("away.vsav");
    elsewhere.told("resolve", &[&fixed[..], &["--side", "Japan", "-o", away.to_str().unwrap()]].concat(), 0);
    assert!(away.exists());
    // Where nothing is hidden, every side sees all.
    let open = Case::of(BOTH);
    let (words, out) = (["intercept-E4525", "--dice", "1", "--side", "Japan"], open.path("open.vsav"));
    open.told(
        "resolve",
        &[&words[..], &["weather=wet", "zone=severe", "-o", out.to_str().unwrap()]].concat(),
        0,
    );
    assert!(out.exists());
}

#[test]
fn a_mission_to_a_hex_off_the_map_says_so() {
    let case = Case::of(&BOTH.replace("target=E4525", "target=W9999"));
    let all = case.json("battles", &[], 0);
    let refused = all[0]["refused"].to_string();
    assert!(refused.contains("W9999") && refused.contains("of the map"), "{all}");
}

/// Ships on their way to a port, with two who look for them where they are and two who are docked where they go.
const ENTRY: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4229
at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229, us-dd-3 enter-port target=E4229
at E4229 docked: jp-ca-aoba intercept target=E4229, jp-dd-5 intercept target=E4229
at E4130: jp-ca-kako intercept target=E4230, jp-ca-furutaka intercept target=E4230
";

#[test]
fn ships_are_met_on_their_way_to_a_port_before_they_are_met_in_it() {
    let case = Case::of(ENTRY);
    let after = case.path("after.vsav");
    for seed in ["1", "2", "3"] {
        let words = ["--all", "--seed", seed, "--policy", BALANCED, "-o", after.to_str().unwrap()];
        let told = ["resolve", &case.save, "-q", "--format", "json", "--side", "umpire"];
        let all: Value = serde_json::from_slice(&liege(&[&told[..], &words].concat()).stdout).unwrap();
        let all = &all["reports"];
        let place = |id: &str| all.as_array().unwrap().iter().position(|one| one["battle"] == id);
        let (way, port) = (place("intercept-E4230"), place("intercept-E4229"));
        assert!(way.is_some() && way < port, "seed {seed}: {all}");
        assert_eq!(kind(find(all, "intercept-E4230")), "reactive", "seed {seed}");
    }
}

#[test]
fn the_docked_meet_who_enters_their_port_beside_those_who_look_for_them_outside() {
    let case = Case::of(&ENTRY.replace("intercept target=E4230", "intercept target=E4229"));
    let all = case.json("battles", &["--side", "umpire"], 0);
    let (outside, port) = (find(&all, "intercept-E4229"), find(&all, "intercept-E4229-2"));
    assert_eq!((outside["inputs"].get("automatic"), kind(outside)), (None, &Value::from("reactive")));
    assert_eq!(
        (&port["inputs"]["automatic"], kind(port)),
        (&Value::from("docked"), &Value::from("reactive"))
    );
}

#[test]
fn who_has_entered_a_port_lies_beside_no_submarine_at_sea_there() {
    let quiet = ENTRY.lines().take(5).collect::<Vec<_>>().join("\n") + "\nat E4229: us-ss-1\n";
    let case = Case::of(&quiet);
    let before = illegal(Path::new(&case.save));
    let after = case.path("after.vsav");
    let words = ["mines-E4229", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    case.told("resolve", &[&words[..], &["-o", after.to_str().unwrap()]].concat(), 0);
    assert_eq!(illegal(&after), before);
}
