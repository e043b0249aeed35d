//! Battles at sea from saves: several who react to one move, one after the other and all at once, who sees enough, and
//! values that mean nothing.

use std::path::Path;

use serde_json::Value;

use super::resolve::Case;
use super::words::module;
use super::{liege, said, told};

/// Two who react to one force that sails.
pub const BOTH: &str = "game: atpo
date: 1942-08
phase: NA.1
at E4525: us-ca-quincy sail, us-dd-2 sail, us-dd-3 sail
at E4526: jp-ss-1 intercept target=E4525
at E4425: jp-ca-chokai intercept target=E4525, jp-dd-5 intercept target=E4525
";

/// The policies of both sides.
pub const BALANCED: &str = "attacker=balanced,defender=balanced";

pub fn kind(battle: &Value) -> &Value {
    &battle["inputs"]["kind"]
}

pub fn find<'v>(all: &'v Value, id: &str) -> &'v Value {
    let of = |key: &str| all.as_array().unwrap().iter().find(move |one| one[key] == id);
    of("id").or_else(|| of("battle")).unwrap_or_else(|| panic!("{id}: {all}"))
}

/// The ids of demands that a save breaks.
pub fn illegal(save: &Path) -> Vec<String> {
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
            told.contains("Japan does not see all that intercept-E4525 meets")
                && told.contains("--side umpire"),
            "{told}"
        );
    }
    assert!(!save.exists() && !log.exists());
    // What it sees is told, with a word on what it does not.
    let trial = liege(&[&["resolve", &case.save][..], &fixed, &["--side", "Japan"]].concat());
    let (result, talk) = (said(&trial), String::from_utf8(trial.stderr.clone()).unwrap());
    assert_eq!(trial.status.code(), Some(0), "{result}");
    assert!(talk.contains("only what Japan sees is counted") && !result.contains("Astoria"), "{result}");
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
    assert!(refused.contains("W9999") && refused.contains("a place on the map"), "{all}");
}

/// Resolves all battles of a save; the result, what was said beside it, and the status.
pub fn resolve_all(case: &Case, seed: &str) -> (Value, String, Option<i32>) {
    let after = case.path("after.vsav");
    let words = ["--all", "--seed", seed, "--policy", BALANCED, "--side", "umpire", "--format", "json"];
    let output = liege(&[&["resolve", &case.save][..], &words, &["-o", after.to_str().unwrap()]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), told, output.status.code())
}

/// How often a line of a report has this label in all reports of a call.
pub fn lines(all: &Value, label: &str) -> usize {
    let reports = all["reports"].as_array().unwrap().iter();
    let lines = reports.flat_map(|report| report["steps"].as_array().unwrap());
    lines.filter(|line| line["label"] == label).count()
}

/// Ships that enter a port in which an enemy is docked.
pub const DOCKED: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4229
at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229, us-dd-3 enter-port target=E4229
at E4229 docked: jp-ca-aoba intercept target=E4229, jp-dd-5 intercept target=E4229
";

pub fn told_json(words: &[&str]) -> Value {
    serde_json::from_str(&told(&[words, &["--format", "json"]].concat(), 0)).unwrap()
}

#[test]
fn values_that_mean_nothing_in_an_interception_of_a_save_are_refused() {
    let case = Case::of(BOTH);
    let ships = ["intercept-E4525", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    let refused = |words: &[&str]| case.refused("resolve", &[&ships[..], words].concat());
    for (words, said) in [
        (
            &["sea-area=yes"][..],
            "sea-area: says that they meet in a large sea area, but coastal=yes is given",
        ),
        (&["coastal=yes", "sea-area=yes"], "sea-area: says"),
        (&["int=-2"], "int: applies to a large sea area"),
        (&["same-area=yes", "kind=active"], "same-area: applies to a large sea area"),
        (&["mines=uk"], "mines: says whose the mines are, but no ships pass any"),
        (&["magic-side=attacker"], "magic-side: says who plays a Magic chit, but none is given"),
        (&["near-japan=yes"], "near-japan: counts for an Evasion chit, but there is none"),
        (&["us-gunnery=2", "gunnery=3"], "gunnery: counts for an Evasion chit"),
        (&["strategic-warfare=yes"], "strategic-warfare: says that these ships are Active"),
        (&["destroyed=yes"], "destroyed: applies to a fortress"),
        (&["hex=E4525"], "hex: names a port or a fortress"),
        (&["effect=strength"], "effect: applies to attacking aircraft"),
        (&["air-magic=2"], "air-magic: applies to attacking aircraft"),
    ] {
        let told = refused(words);
        assert!(told.contains(said), "{words:?}: {told}");
    }
    // Under --all, too, where no battle uses it.
    let all = ["--all", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    let told = case.refused("resolve", &[&all[..], &["near-japan=yes"]].concat());
    assert!(told.contains("near-japan"), "{told}");
    // With what they belong to they count.
    for words in [
        &["int=-2", "coastal=no"][..],
        &["evasion-chits=1", "us-gunnery=2", "gunnery=3"],
        &["coastal-fort=yes", "mines=us"],
        &["strategic-warfare=no", "int=0"],
    ] {
        case.told("resolve", &[&ships[..], words].concat(), 0);
    }
    case.told(
        "resolve",
        &[&all[..1], &all[3..], &["--seed", "2", "evasion-chits=1", "us-gunnery=2", "gunnery=3"]].concat(),
        0,
    );
    // A chit that its rule bars is refused.
    let barred = [&ships[..], &["evasion-chits=1", "near-japan=yes"]].concat();
    assert!(case.told("resolve", &barred, 1).contains("within one hex of a Japanese home coastal hex"));
    // Nobody rolls where the docked meet who enters.
    let docked = Case::of(DOCKED);
    let words = ["intercept-E4229", "--seed", "1", "--policy", BALANCED, "--side", "umpire"];
    for idle in ["weather=wet", "air=yes", "within=1", "night-chits=1"] {
        let told = docked.refused("resolve", &[&words[..], &[idle]].concat());
        assert!(told.contains("counts for a die roll"), "{idle}: {told}");
    }
    let notes =
        find(&docked.json("battles", &["--side", "umpire"], 0), "intercept-E4229")["notes"].to_string();
    assert!(!notes.contains("weather=") && notes.contains("evasion-chits="), "{notes}");
}

/// Ships of the US that sail, with a task force of Japan in reach of a reaction.
const UNSEEN: &str = "game: atpo
date: 1942-08
phase: NA.1
control: JP E4229
at E4230: us-ca-quincy enter-port target=E4229, us-dd-2 enter-port target=E4229
at E4130: jp-tf-1
tray jp-tf-1: jp-ca-kako intercept target=E4230, jp-ca-furutaka intercept target=E4230, jp-dd-4 intercept target=E4230
";

#[test]
fn nothing_is_written_while_a_closed_tray_may_react() {
    for text in [UNSEEN, &UNSEEN.replace(" intercept target=E4230", "")] {
        let case = Case::of(text);
        let out = case.path("half.vsav");
        let words = ["mines-E4229", "--seed", "1", "--policy", BALANCED, "--side", "Allies"];
        let told = case.refused("resolve", &[&words[..], &["-o", out.to_str().unwrap()]].concat());
        assert!(
            told.contains("Allies cannot see whether units in a closed tray near it react to mines-E4229")
                && told.contains("--side umpire")
                && told.contains("--no-reaction"),
            "{told}"
        );
        assert!(!told.contains("Kako") && !out.exists(), "{told}");
        let trial = liege(&[&["resolve", &case.save][..], &words].concat());
        let talk = String::from_utf8(trial.stderr.clone()).unwrap();
        assert_eq!(trial.status.code(), Some(0), "{talk}");
        assert!(talk.contains("units in a closed tray of the other side may react"), "{talk}");
        assert!(!said(&trial).contains("Kako"));
        // Asked, the other side has said that nobody reacts.
        let out = case.path("agreed.vsav");
        case.told("resolve", &[&words[..], &["--no-reaction", "-o", out.to_str().unwrap()]].concat(), 0);
        assert!(out.exists());
    }
    // Out of reach, or where those in it may not react, it makes no difference.
    for (from, to) in [("at E4130: jp-tf-1", "at W2112: jp-tf-1"), ("at E4230: us", "at E4229: us")] {
        let case = Case::of(&UNSEEN.replace(from, to));
        let out = case.path("whole.vsav");
        let words = ["mines-E4229", "--seed", "1", "--policy", BALANCED, "--side", "Allies"];
        case.told("resolve", &[&words[..], &["-o", out.to_str().unwrap()]].concat(), 0);
        assert!(out.exists(), "{to}");
    }
}

#[test]
fn nothing_is_written_from_the_copy_of_a_side() {
    let case = Case::of(TRAY);
    let (copy, out) = (case.path("copy.vsav"), case.path("out.vsav"));
    let (copy, out) = (copy.to_str().unwrap(), out.to_str().unwrap());
    let module = module(case.path("copy.vsav").parent().unwrap());
    told(&["view", &case.save, "--side", "Japan", "-o", copy, "-q", "--module", module.to_str().unwrap()], 0);
    let words = ["intercept-E4525", "--seed", "1", "--policy", BALANCED, "-q"];
    for side in [&["--side", "umpire"][..], &["--side", "Japan"], &[]] {
        let output = liege(&[&["resolve", copy, "-o", out][..], &words, side].concat());
        let talk = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{talk}");
        assert!(talk.contains("the save is a copy for Japan") && !Path::new(out).exists(), "{talk}");
    }
    told(&[&["resolve", copy][..], &words].concat(), 0);
}

#[test]
fn what_is_aboard_a_ship_in_a_tray_points_from_where_its_chit_lies() {
    let case = Case::of(
        "game: atpo
date: 1942-02
at E2720: us-tf-1, jp-snlf-kure-3
tray 1: us-stp-1
tray 1 aboard us-stp-1: us-marine-1 attack E2720
",
    );
    find(&case.json("battles", &["--side", "umpire"], 0), "land-E2720");
}
