//! Aircraft and their bases at the command line: bases that are taken, destroyed or strafed while aircraft are on the ground.

use std::path::Path;

use serde_json::Value;

use super::{done, save, told};

/// Rabaul with more bombers and fighters than it has room for, the last uppermost.
const RABAUL: &str = "game: atpo
date: 1942-02
phase: OL.4
control: JP E4230
control: US E4229
at E4229: chit:small-airbase, us-b-90, us-f-49, us-f-24
";

fn game(folder: &Path, text: &str) -> String {
    save(folder, "game.vsav", text).display().to_string()
}

/// The chances of a battle, as JSON.
fn chances(game: &str, battle: &str, policy: &str) -> Value {
    let out = told(&["chances", game, battle, "--policy", policy, "--format", "json"], 0);
    serde_json::from_str(&out).unwrap()
}

#[test]
fn who_has_no_room_at_a_base_that_is_taken_is_lost_and_the_others_go_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let attacked = RABAUL.replace("US E4229", "US E4229 E4427")
        + "at E4427: chit:large-airbase\nat E4229: us-marine-rgt-1\nat E4230: jp-inf-5 standby attack E4229, jp-inf-18 standby attack E4229\n";
    let taken = game(folder.path(), &attacked);
    let policy = ["--policy", "attacker=balanced,advance,defender=balanced,stand"];
    let words = done(&[&["resolve", &taken, "land-E4229", "--dice", "6"][..], &policy].concat());
    let below = "90th Bomb Group (B-24) is eliminated and goes to the US Force Pool (4.6.3.1)";
    assert!(words.contains(below), "{words}");
    goes_elsewhere(&words);
    // Whose attack fails takes nothing.
    let held = done(
        &[&["resolve", &taken, "land-E4229", "--dice", "1"][..], &policy, &["--policy", "attacker=weakest"]]
            .concat(),
    );
    assert!(!held.contains("4.6.3.1") && !held.contains("4.6.1.2"), "{held}");
}

/// Whether both fighters go to other bases, one to each, that are empty and closer to the West Coast.
fn goes_elsewhere(words: &str) {
    for (based, base) in [("49th Fighter Group (P-40)", "E4130"), ("24th Pursuit Group (P-40)", "E4333")] {
        let goes =
            format!("{based} goes to {base}, an empty base closer to its supply within twice its range");
        assert!(words.contains(&goes), "{goes} in {words}");
    }
}

#[test]
fn a_base_is_taken_by_a_drop_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let dropped = RABAUL.to_owned()
        + "at E4230: chit:large-airbase, chit:jp-sea-supply, jp-atp-1 transport target=E4229\n\
           at E4230 aboard jp-atp-1: jp-para-1\n";
    let dropped = game(folder.path(), &dropped);
    let words = done(&[
        "resolve",
        &dropped,
        "drop-E4229",
        "--policy",
        "attacker=balanced,defender=stay,idle",
        "--dice",
        "6",
    ]);
    assert!(words.contains("90th Bomb Group (B-24) is eliminated"), "{words}");
    goes_elsewhere(&words);
}

/// A crowded base of Japan, bombers and battleships of the US before it.
const CROWDED: &str = "game: atpo
date: 1943-06
phase: OA.1
control: JP E4229
control: US E4427
at E4229: chit:small-airbase, jp-b-4-ku, jp-f-tainan, jp-f-24
at E4427: chit:large-airbase, us-b-90 strike target=\"E4229 airbase\", us-b-11 strike target=\"E4229 airbase\"
";

#[test]
fn chances_count_those_who_are_lost_since_their_base_has_no_room() {
    let folder = tempfile::tempdir().unwrap();
    let bombed = game(folder.path(), CROWDED);
    let policy = "attacker=balanced,defender=idle,ground,weakest";
    let strike = chances(&bombed, "strike-E4229", policy).to_string();
    assert!(strike.contains("4th Air Group (G4M)"), "{strike}");
    let words = done(&["chances", &bombed, "strike-E4229", "--policy", policy]);
    let own = words.lines().find(|line| line.contains("4th Air Group (G4M)")).unwrap_or_default();
    let other = words.lines().find(|line| line.contains("24th Sentai")).unwrap_or_default();
    assert!(!own.is_empty() && own != other, "{words}");
    let shelled = CROWDED.replace("OA.1", "OS.2").replace("strike target=\"E4229 airbase\"", "")
        + "at E4229: us-bb-washington active bombardment target=\"E4229 airbase\"\n";
    let shelled = game(folder.path(), &shelled);
    let words = done(&["chances", &shelled, "bombard-E4229-airbase"]);
    assert!(words.contains("4th Air Group (G4M)"), "{words}");
}

/// Two fighters strafe Rabaul, one escorts them, one may meet interceptors; Japan has fighters there and at Buka.
const STRAFED: &str = "game: atpo
date: 1943-06
phase: NA.2
control: JP E4229 E4330
control: US E4428 E4429
at E4229: chit:small-airbase, jp-b-4-ku, jp-f-tainan, jp-f-24
at E4330: chit:large-airbase, jp-f-11
at E4428: chit:large-airbase, us-fb-mag12 strafe target=E4229, us-fb-475 strafe target=\"E4229 airbase\"
at E4429: chit:large-airbase, us-f-49 escort target=E4229, us-f-24 intercept target=E4229
";

#[test]
fn a_strafing_has_escorts_and_counter_interceptors_of_the_save() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), STRAFED);
    let listed: Value = serde_json::from_str(&told(&["battles", &game, "--format", "json"], 0)).unwrap();
    let battles = listed["reports"][0]["battles"].as_array().unwrap();
    let strafings: Vec<&Value> =
        battles.iter().filter(|battle| battle["id"].as_str().unwrap().starts_with("strafe")).collect();
    assert_eq!(strafings.len(), 1, "{listed:#}");
    let policy = ["--policy", "attacker=fly,balanced,defender=fly,intercept,balanced", "--seed", "4"];
    let words = done(&[&["resolve", &game, "strafe-E4229"][..], &policy].concat());
    assert!(!words.contains("open:"), "{words}");
    // Who lies lowest is idle, and everybody else of the base fights.
    assert!(words.contains("ride-out") && words.contains("intercept"), "{words}");
    // All that flew have their missions behind them.
    for name in ["475th", "49th Fighter Group (P-40) has carried out"] {
        assert!(words.contains(name), "{name} in {words}");
    }
}
