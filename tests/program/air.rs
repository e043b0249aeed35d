//! War in the air at the command line: who reaches what, in words and pictures, what a side does not see of strikes, and strikes asked one by one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::words::module;
use super::{data, done, liege, liege_with, said, save, squeezed, told, within};

/// Off Midway a carrier lies open, two forces are hidden, and so is one of two submarines.
const OFF_MIDWAY: &str = "game: atpo
date: 1942-06
phase: NA.2
control: US E2112
at E2112: chit:us-sea-supply, chit:small-airbase, us-f-221 strafe target=E1914, us-b-22 asw-sweep target=E2013, us-fp-pby2 reconnaissance target=E1914
at E1912: us-cv-enterprise, us-cv-yorktown reduced
at E1912 aboard us-cv-enterprise: us-n-enterprise strike target=E1914
at E1912 aboard us-cv-yorktown: us-n-yorktown
at E1914: jp-tf-1 hidden, jp-cv-soryu
at E1914 aboard jp-cv-soryu: jp-n-soryu
tray jp-tf-1: jp-cv-akagi, jp-adm-nagumo
tray jp-tf-1 aboard jp-cv-akagi: jp-n-akagi patrol
at E2013: jp-ss-1, jp-ss-2 hidden
at E2015: jp-tf-2 hidden
tray jp-tf-2: jp-cv-kaga, jp-dd-5
tray jp-tf-2 aboard jp-cv-kaga: jp-n-kaga intercept target=E1914
";
/// What the other side must not hear of.
const HIDDEN: [&str; 4] = ["Akagi", "Kaga", "Nagumo", "2nd Submarine Squadron"];
/// The battles that the marks declare.
const BATTLES: [&str; 4] = ["strike-E1914", "strafe-E1914", "recon-E1914", "asw-E2013"];
/// Policies for the strike; the others ask nothing, or are refused.
const POLICY: &str = "attacker=balanced,defender=guard,balanced";

/// The same for the Allies, with other forces under the masks and in the trays.
fn other_secrets() -> String {
    let lines = OFF_MIDWAY
        .lines()
        .filter(|line| !line.starts_with("tray jp-tf-1 a") && !line.starts_with("tray jp-tf-2 a"));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    let text = text.replace("tray jp-tf-1: jp-cv-akagi, jp-adm-nagumo", "tray jp-tf-1: jp-dd-7");
    text.replace("tray jp-tf-2: jp-cv-kaga, jp-dd-5", "tray jp-tf-2: jp-ca-tone")
        .replace("jp-ss-2 hidden", "jp-ss-3 hidden")
}

/// Writes the position beside a module with blank boards.
fn game(folder: &Path, text: &str) -> PathBuf {
    module(folder);
    save(folder, "game.vsav", text)
}

/// The facts of a reach, as JSON.
fn reach(game: &Path, side: &str, of: &str) -> Vec<Value> {
    let out = told(&["facts", game.to_str().unwrap(), "--side", side, "--reach", of, "--format", "json"], 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    report["reports"][0]["facts"].as_array().unwrap().clone()
}

/// The first fact with this key.
fn fact<'f>(facts: &'f [Value], key: &str) -> &'f Value {
    facts.iter().find(|fact| fact["key"] == key).unwrap_or_else(|| panic!("no {key} in {facts:#?}"))
}

#[test]
fn the_reach_of_an_air_unit_is_told_in_words_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), OFF_MIDWAY);
    let words = done(&["facts", game.to_str().unwrap(), "--side", "Allies", "--reach", "us-n-enterprise"]);
    for line in [
        "  Range of Enterprise air group: 4 (estimate, 3 to 5) (4.2)\n    this depends on draft values: \
         range of Enterprise air group\n",
        "  Missions it may fly: strike, intercept, escort, patrol, reconnaissance, asw sweep, strafe, change base (4.3)\n",
        "  Hexes within range: 61 (4.2)\n",
        "  Enemy ships: Soryu; hexes away: 2 of 4 (estimate, 3 to 5) (4.2)\n",
    ] {
        assert!(words.contains(line), "{line} in {words}");
    }
    let facts = reach(&game, "Allies", "us-n-enterprise");
    let range = &fact(&facts, "range")["number"];
    assert_eq!((&range["value"], &range["least"], &range["most"]), (&4.into(), &3.into(), &5.into()));
    let hexes = fact(&facts, "hexes-in-range");
    assert_eq!(hexes["area"].as_array().unwrap().len(), 61);
    assert_eq!(hexes["number"]["value"], 61);
    let ships = fact(&facts, "ships-in-range");
    assert_eq!(
        (&ships["place"], &ships["number"]["value"], &ships["limit"]["value"]),
        (&"E1914".into(), &2.into(), &4.into())
    );
    assert_eq!(ships["pieces"][0]["name"], "Soryu");
}

#[test]
fn who_reaches_a_place_and_who_is_kept_from_it_is_told_with_the_rule() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), OFF_MIDWAY);
    let facts = reach(&game, "Allies", "E1914");
    let base = fact(&facts, "reaches");
    assert_eq!(
        base["label"],
        "Allied Enterprise air group aboard Enterprise can strike, intercept, reconnoitre; hexes away"
    );
    assert_eq!(
        (&base["number"]["value"], base["path"].to_string()),
        (&2.into(), "[\"E1912\",\"E1914\"]".into())
    );
    let kept = fact(&facts, "kept-from");
    assert_eq!(
        (&kept["label"], &kept["rule"]),
        (&"Allied Yorktown air group cannot reach E1914".into(), &"4.6.2.3".into())
    );
    let words = done(&["facts", game.to_str().unwrap(), "--side", "Allies", "--reach", "E1914"]);
    assert_eq!(words.matches("(4.6.2.3)").count(), 1, "{words}");
    assert!(words.contains("  Allied Yorktown air group cannot reach E1914: "), "{words}");
    let own = reach(&game, "Allies", "us-n-yorktown");
    assert_eq!(
        (&fact(&own, "missions")["value"], &fact(&own, "grounded")["label"]),
        (&"change base".into(), &"Few missions possible".into())
    );
    let ship = reach(&game, "Allies", "us-cv-enterprise");
    assert_eq!(fact(&ship, "movement")["number"]["value"], 44);
    assert!(fact(&ship, "sea-reach")["value"].as_str().unwrap().starts_with("not counted: "));
}

#[test]
fn every_key_of_a_reach_stands_in_the_page_of_the_json() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).unwrap();
    let row = page.lines().find(|line| line.starts_with("| `facts`")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), OFF_MIDWAY);
    let mut seen = BTreeSet::new();
    for of in
        ["us-n-enterprise", "us-n-yorktown", "us-b-22", "us-cv-enterprise", "jp-n-akagi", "E1914", "E2501"]
    {
        for fact in reach(&game, "umpire", of) {
            let (key, rule) =
                (fact["key"].as_str().unwrap().to_owned(), fact["rule"].as_str().unwrap().to_owned());
            assert!(row.contains(&format!("`{key}`")), "{key}");
            assert!(rule.starts_with(|c: char| c.is_ascii_digit()), "{key}: {rule}");
            seen.extend([key]);
        }
    }
    assert!(seen.len() >= 11, "{seen:?}");
}

#[test]
fn what_reaches_nothing_or_is_called_like_another_is_refused_with_a_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), OFF_MIDWAY);
    for command in [&["facts"][..], &["render", "-o", "x.png"]] {
        let refused = |of: &str| {
            let output =
                liege(&[command, &[game.to_str().unwrap(), "--side", "Allies", "--reach", of]].concat());
            assert_eq!(output.status.code(), Some(2));
            said(&output)
        };
        let talk = refused("us-n-enterprize");
        assert!(talk.contains("no place and no piece in play is called \"us-n-enterprize\""), "{talk}");
        // What a side does not see is not there for it.
        let talk = refused("jp-n-akagi");
        assert!(talk.contains("is called \"jp-n-akagi\"") && !talk.contains("Akagi"), "{talk}");
    }
}

#[test]
fn a_picture_shades_the_range_and_rings_what_lies_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), OFF_MIDWAY);
    let png = folder.path().join("reach.png");
    let drawn = |crop: &str, more: &[&str]| {
        let fixed = ["render", game.to_str().unwrap(), "-o", png.to_str().unwrap(), "--side", "Allies"];
        done(&[&fixed[..], &["--scale", "0.3", "--crop", crop], more].concat());
        image::open(&png).unwrap().into_rgb8()
    };
    // The key stands beside the map and is not counted.
    let counted = |crop: &str, is: fn([u8; 3]) -> bool| {
        let (plain, picture) = (drawn(crop, &[]), drawn(crop, &["--reach", "us-n-enterprise"]));
        assert!(picture.width() > plain.width(), "{crop}: the key is missing");
        let map = picture.enumerate_pixels().filter(|(x, y, _)| *x < plain.width() && *y < plain.height());
        let (all, own) = (plain.pixels().len(), map.filter(|(.., pixel)| is(pixel.0)).count());
        own as f64 / all as f64
    };
    let is_blue = |[red, _, blue]: [u8; 3]| blue > 100 && i32::from(blue) - i32::from(red) > 20;
    assert!(counted("E1910,E2109", is_blue) > 0.3, "most of it lies in range");
    assert!(counted("E1306,E1405", is_blue) < 0.01, "none of it lies in range");
    let is_red = |[red, green, blue]: [u8; 3]| red > 180 && green < 60 && blue < 60;
    assert!(counted("E1814,E2013", is_red) > 0.002, "Soryu bears a ring");
    assert!(counted("E1306,E1405", is_red) < 0.0005, "nothing is there to be ringed");
}

/// All that a side gets of a game about its battles in the air.
fn all_of(game: &Path, side: &str) -> Vec<String> {
    let game = game.to_str().unwrap();
    let mut calls = vec![vec!["battles", game], vec!["battles", game, "--possible"], vec!["check", game]];
    for battle in BATTLES {
        let policy: &[&str] = if battle == "strike-E1914" { &["--policy", POLICY] } else { &[] };
        for fixed in [&["chances", game, battle][..], &["resolve", game, battle, "--seed", "3"]] {
            calls.push([fixed, policy].concat());
        }
        calls.push(vec!["resolve", game, battle, "--template"]);
        calls.push(vec!["resolve", game, battle, "--seed", "3"]);
    }
    for of in ["us-n-enterprise", "E1914", "E2015", "E2013", "us-cv-enterprise"] {
        calls.push(vec!["facts", game, "--reach", of]);
    }
    let both = |call: &Vec<&str>| {
        ["text", "json"].map(|format| {
            let templates = call.contains(&"--template");
            let form: &[&str] = if templates { &[] } else { &["--format", format] };
            said(&liege(&[call, &["--side", side][..], form].concat()))
        })
    };
    calls.iter().flat_map(both).collect()
}

#[test]
fn no_hidden_piece_changes_what_the_other_side_gets_of_battles_in_the_air() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let games = [game(one.path(), OFF_MIDWAY), game(other.path(), &other_secrets())];
    let [seen, same] = [0, 1].map(|number: usize| {
        let own = games[number].parent().unwrap().to_str().unwrap();
        let all = all_of(&games[number], "Allies");
        all.into_iter().map(|text| text.replace(own, "")).collect::<Vec<String>>()
    });
    for (text, other) in seen.iter().zip(&same) {
        assert_eq!(text, other);
        for name in HIDDEN {
            assert!(!text.contains(name), "{name} in {text}");
        }
    }
    for battle in BATTLES {
        assert!(seen[0].contains(battle), "{battle} in {}", seen[0]);
    }
    // Who sees it hears of it.
    let whole = all_of(&games[0], "umpire").concat();
    for name in HIDDEN {
        assert!(whole.contains(name), "{name}");
    }
    let pictures = [0, 1].map(|number: usize| {
        let typed = "render game.vsav -o reach.png --side Allies --scale 0.3 --crop E1816,E2109 --reach us-n-enterprise";
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let output = within(games[number].parent().unwrap(), &words);
        assert!(output.status.success(), "{}", said(&output));
        (said(&output), std::fs::read(games[number].with_file_name("reach.png")).unwrap())
    });
    assert_eq!(pictures[0].0, pictures[1].0);
    assert!(pictures[0].1 == pictures[1].1, "the pictures differ");
}

/// Writes the save of the tour's strike.
fn strike(folder: &Path) -> String {
    let text = data().scenario_text("tour/midway-strike.txt").unwrap();
    save(folder, "strike.vsav", text).display().to_string()
}

#[test]
fn a_strike_is_asked_one_by_one_and_its_answers_fight_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let (game, orders) = (strike(folder.path()), folder.path().join("mine.toml").display().to_string());
    let fixed = ["resolve", &game, "strike-E1914", "located=yes", "--side", "umpire", "--seed", "6"];
    let asked = liege_with(
        &[&fixed[..], &["--policy", "attacker=carriers,balanced", "--ask", "--orders-out", &orders]].concat(),
        "what?\nfly\n1\n1\n1\n1\n1\n",
    );
    assert_eq!(asked.status.code(), Some(0), "{}", said(&asked));
    let talk = String::from_utf8(asked.stderr).unwrap();
    assert!(talk.contains("the defender decides \"intercept\" for Kaga air group"), "{talk}");
    assert!(talk.contains("   1  fly  - ") && talk.contains("   2  stay  - "), "{talk}");
    assert!(talk.contains("expected a number from 1 to 2"), "{talk}");
    let result = String::from_utf8(asked.stdout).unwrap();
    assert!(result.contains("\nresult: ") && !result.contains("open:"), "{result}");
    let again = told(&[&fixed[..], &["--orders", &orders]].concat(), 0);
    assert_eq!(squeezed(&again), squeezed(&result));
}

#[test]
fn a_strike_goes_on_from_its_report_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let (game, report) = (strike(folder.path()), folder.path().join("open.json").display().to_string());
    let fixed = ["resolve", &game, "strike-E1914", "located=yes", "--seed", "6", "--format", "json"];
    let policies = ["--policy", "attacker=carriers,balanced,defender=guard,balanced"];
    let whole: Value =
        serde_json::from_str(&told(&[&fixed[..], &policies, &["--side", "umpire"]].concat(), 0)).unwrap();
    let open =
        told(&[&fixed[..], &["--policy", "attacker=carriers,balanced", "--side", "umpire"]].concat(), 1);
    std::fs::write(&report, &open).unwrap();
    let open: Value = serde_json::from_str(&open).unwrap();
    assert_eq!(
        (&open["open"]["by"], &open["open"]["label"], &open["open"]["about"]),
        (&"defender".into(), &"intercept".into(), &"Kaga air group".into())
    );
    let goes_on = ["resolve", &game, "--continue", &report, "--format", "json"];
    let ended: Value =
        serde_json::from_str(&told(&[&goes_on[..], &policies, &["--side", "umpire"]].concat(), 0)).unwrap();
    for key in ["result", "dice", "answers", "changes"] {
        assert_eq!(ended[key], whole[key], "{key}");
    }
    // A side that sees other pieces has other values.
    let refused = liege(&[&goes_on[..], &policies, &["--side", "Japan"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("continue with the save, the side and the options it was made with"),
        "{}",
        said(&refused)
    );
}

/// An attack over a border, with a bomber behind it and fighters in range on both sides.
const BORDER: &str = "game: atpo
date: 1942-02
phase: OL.1
control: JP W4418
control: CN W4318
at W4318: cn-inf-10
at W4418: jp-armor-1 standby attack W4318
at W4418: chit:small-airbase, jp-b-4-ku ground-support target=W4318, jp-f-tainan intercept target=W4318
at W4317: chit:small-airbase, cn-f-avg
";

#[test]
fn a_battle_on_land_begins_in_the_air_and_goes_on_from_its_report() {
    let folder = tempfile::tempdir().unwrap();
    let game = save(folder.path(), "border.vsav", BORDER).display().to_string();
    let listed = done(&["battles", &game]);
    assert!(listed.contains("land-W4318") && listed.contains("give the survivors"), "{listed}");
    let policies = ["--policy", "attacker=balanced,weakest,hold,defender=aggressive,weakest,stand"];
    let ended_with = |status: i32, words: &[&str]| -> Value {
        serde_json::from_str(&told(&[words, &["--format", "json"]].concat(), status)).unwrap()
    };
    let json = |words: &[&str]| ended_with(0, words);
    let fixed = ["resolve", &game, "land-W4318", "--seed", "3"];
    let whole = json(&[&fixed[..], &policies].concat());
    let labels: Vec<&str> =
        whole["steps"].as_array().unwrap().iter().filter_map(|line| line["label"].as_str()).collect();
    let at = |label: &str| labels.iter().position(|own| *own == label);
    let (met, left, land) = (at("intercept"), at("attacker over the hex"), at("attack strength"));
    assert!(met.is_some() && met < left && left < land, "{labels:?}");
    // The defender has said nothing yet: the report goes to him and on to the same end.
    let open = ended_with(1, &[&fixed[..], &["--policy", "attacker=balanced,weakest,hold"]].concat());
    assert_eq!((&open["open"]["by"], &open["open"]["label"]), (&"defender".into(), &"intercept".into()));
    let report = folder.path().join("open.json").display().to_string();
    std::fs::write(&report, open.to_string()).unwrap();
    let ended = json(&[&["resolve", &game, "--continue", &report][..], &policies].concat());
    for key in ["result", "dice", "answers", "changes"] {
        assert_eq!(ended[key], whole[key], "{key}");
    }
    let after = folder.path().join("after.vsav").display().to_string();
    done(&[&["resolve", &game, "--all", "--seed", "3", "-o", &after][..], &policies].concat());
    assert!(!done(&["battles", &after]).contains("land-W4318"));
    let chances = json(&[&["chances", &game, "land-W4318"][..], &policies].concat());
    assert!(chances["results"].as_array().is_some_and(|rows| rows.len() > 1), "{chances}");
}

/// Bombers at the airbase and at the ships in its port.
const PORT_AND_BASE: &str = "game: atpo
date: 1943-06
phase: OA.2
control: JP E4229
control: US E4428
at E4229: chit:large-airbase
at E4229 docked: jp-ca-chokai, jp-dd-1
at E4428: chit:large-airbase, us-b-22 strike target=\"E4229 port\", us-b-38 strike target=\"E4229 airbase\"
";

#[test]
fn strikes_at_a_port_and_at_its_airbase_are_both_fought() {
    let folder = tempfile::tempdir().unwrap();
    let game = save(folder.path(), "rabaul.vsav", PORT_AND_BASE).display().to_string();
    let policies = ["--policy", "attacker=balanced,defender=guard,balanced", "--seed", "3"];
    let all = done(&[&["resolve", &game, "--all"][..], &policies].concat());
    assert_eq!(all.matches("\nresult: ").count(), 2, "{all}");
    assert!(all.starts_with("strike-E4229: ") && all.contains("\nstrike-E4229-2: "), "{all}");
    let (port, base) = all.split_once("\nstrike-E4229-2: ").unwrap();
    assert!(!port.contains("result: airbase") && base.contains("result: airbase"), "{all}");
    // In another Phase the second is told to be none.
    let other =
        save(folder.path(), "other.vsav", &PORT_AND_BASE.replace("OA.2", "NA.2")).display().to_string();
    let all = told(&[&["resolve", &other, "--all"][..], &policies].concat(), 1);
    assert!(all.contains("installations are bombed only in an Air Offensive"), "{all}");
}

#[test]
fn a_strike_that_nobody_can_fly_is_refused_with_the_reason_alone_and_among_all() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game: atpo\ndate: 1943-02\nphase: NA.2\ncontrol: US E2112\n\
        at E2112: chit:small-airbase, us-b-22 strike target=E4229\n";
    let game = game(folder.path(), text);
    let game = game.to_str().unwrap();
    for words in [&["strike-E4229"][..], &["--all"]] {
        let refused = liege(&[&["resolve", game, "--seed", "1"][..], words].concat());
        assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
        assert!(said(&refused).contains("E4229 is 28 hexes away"), "{}", said(&refused));
        assert!(!said(&refused).contains("any more"), "{}", said(&refused));
    }
}

#[test]
fn an_escort_with_another_target_is_told_beside_the_strike() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game: atpo\ndate: 1942-06\nphase: NA.2\ncontrol: US E2112\nat E2015: jp-cv-soryu\n\
        at E2112: chit:large-airbase, us-b-22 strike target=E2015, us-f-221 escort target=E2016\n";
    let notes = |text: &str| done(&["battles", game(folder.path(), text).to_str().unwrap()]);
    let astray = notes(text);
    let told = "has nothing to escort: the target of its mission is E2016, where no other air mission goes";
    assert!(astray.contains(told), "{astray}");
    let nowhere = notes(&text.replace("E2016", "Atlantis"));
    assert!(nowhere.contains("is \"Atlantis\", which is not a place on the map"), "{nowhere}");
    let with = notes(&text.replace("E2016", "E2015"));
    assert!(!with.contains("nothing to escort"), "{with}");
}

#[test]
fn an_open_question_says_for_whom_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), OFF_MIDWAY);
    let open =
        ["resolve", game.to_str().unwrap(), "strike-E1914", "--side", "umpire", "located=yes", "--seed", "1"];
    let words = told(&open, 1);
    assert!(words.contains("open: the defender decides \"intercept\" for Akagi air group ("), "{words}");
}

#[test]
fn chances_as_json_have_a_line_for_each_result() {
    let out = done(&["chances", "atpo", "R39", "attack=15", "defence=3", "--format", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    let results = json["results"].as_array().unwrap();
    assert_eq!(json["reports"][0]["results"], json["results"]);
    let lines = out.lines().filter(|line| line.trim_start().starts_with("{\"result\":")).count();
    let outcomes = json["outcomes"].as_array().unwrap();
    assert_eq!(lines, results.len() + outcomes.len(), "{out}");
}
