//! Battles on land with aircraft, at the command line: asked one by one, and each depth of interception and its answer.

use std::path::Path;

use serde_json::Value;

use super::{liege, liege_with, said, save, squeezed, told};

/// An attack over a border with bombers behind it, and two fighters of each side in range.
const BORDER: &str = "game: atpo
date: 1942-02
phase: OL.4
control: JP W4418
control: CN W4318 W4317
at W4318: cn-inf-10
at W4418: jp-armor-1 standby attack W4318
at W4418: chit:large-airbase, jp-b-4-ku ground-support target=W4318
at W4417: chit:large-airbase, jp-f-tainan intercept target=W4318, jp-f-11 intercept target=W4318
at W4317: chit:large-airbase, cn-f-avg, cn-f-5
";

fn border(folder: &Path) -> String {
    save(folder, "border.vsav", BORDER).display().to_string()
}

#[test]
fn a_battle_on_land_with_aircraft_is_asked_one_by_one_and_its_orders_fight_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let (game, orders) = (border(folder.path()), folder.path().join("mine.toml").display().to_string());
    let fixed = ["resolve", &game, "land-W4318", "--seed", "12"];
    let typed = "who?\nfly\n".to_owned() + &"1\n".repeat(80);
    let asked = liege_with(&[&fixed[..], &["--ask", "--orders-out", &orders]].concat(), &typed);
    assert_eq!(asked.status.code(), Some(0), "{}", said(&asked));
    let talk = String::from_utf8(asked.stderr).unwrap();
    let at = |words: &str| talk.find(words).unwrap_or_else(|| panic!("no {words:?} in {talk}"));
    let (met, countered) =
        (at("the defender decides \"intercept\" for"), at("the attacker decides \"counter-intercept\""));
    let aimed = at("decides \"target\" for");
    assert!(met < countered && countered < aimed, "{talk}");
    assert!(talk.contains("expected a number from 1 to 2"), "{talk}");
    let result = String::from_utf8(asked.stdout).unwrap();
    assert!(result.contains("\nresult: ") && !result.contains("open:"), "{result}");
    let written = std::fs::read_to_string(&orders).unwrap();
    for part in [
        "[land-W4318.attacker]",
        "[land-W4318.defender]",
        "intercept",
        "counter-intercept",
        "target",
        "advance",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
    assert_eq!(squeezed(&told(&[&fixed[..], &["--orders", &orders]].concat(), 0)), squeezed(&result));
}

/// The same with typed values: on each side two fighters that may meet each other over the hex.
const LADDER: [&str; 8] = [
    "run",
    "atpo",
    "R39",
    "attack=9",
    "defence=5",
    "attack-air=Flyers:B 4-9 x US",
    "interceptors=Tony:F 4-6/2 x JP, Oscar:F 3-6/2 x JP",
    "counter=Mustang:F 4-9/3 x US, Warhawk:F 3-6/2 x US",
];

/// What decides once all are in the air.
const THEN: [&str; 2] = [
    "--policy",
    "attacker=fighters,balanced,air-stay,weakest,hold,defender=fighters,balanced,air-stay,weakest,stand",
];

/// The answers of each depth: of the defender's fighters in turn, then of the attacker's; and how many fly of each.
const DEPTHS: [(&[&str], &[&str], [usize; 2]); 5] = [
    (&["stay", "stay"], &[], [0, 0]),
    (&["fly", "stay"], &["stay", "stay"], [1, 0]),
    (&["fly", "stay", "stay"], &["fly", "stay"], [1, 1]),
    (&["fly", "stay", "fly"], &["fly", "stay", "stay"], [2, 1]),
    (&["fly", "stay", "fly"], &["fly", "stay", "fly"], [2, 2]),
];

/// Resolves with these answers, and looks at whether they were asked for and who flew: who did is Committed, or gone.
fn climbs(folder: &Path, call: &[&str], names: [[&str; 2]; 2]) {
    for (theirs, own, flown) in DEPTHS {
        let list = |label: &str, answers: &[&str]| match answers {
            [] => String::new(),
            answers => format!("{label} = {answers:?}\n"),
        };
        let text = list("intercept", theirs);
        let text = format!("[defender]\n{text}[attacker]\n{}", list("counter-intercept", own));
        let orders = folder.join("chain.toml");
        std::fs::write(&orders, text).unwrap();
        let more = ["--orders", orders.to_str().unwrap(), "--seed", "4", "--format", "json"];
        let report: Value = serde_json::from_str(&told(&[call, &THEN, &more].concat(), 0)).unwrap();
        let report = if report["reports"].is_array() { &report["reports"][0] } else { &report };
        assert!(report["open"].is_null(), "{report:#}");
        let asked = |label: &str| -> Vec<&str> {
            let own = report["answers"].as_array().unwrap().iter().filter(|answer| answer["label"] == label);
            own.map(|answer| answer["answer"].as_str().unwrap()).collect()
        };
        assert_eq!((asked("intercept"), asked("counter-intercept")), (theirs.to_vec(), own.to_vec()));
        let changes = report["changes"].to_string();
        let flew = |names: [&str; 2]| names.iter().filter(|name| changes.contains(**name)).count();
        assert_eq!(names.map(flew), flown, "{changes}");
    }
}

#[test]
fn each_depth_of_counter_interception_is_answered_from_keys() {
    let folder = tempfile::tempdir().unwrap();
    climbs(folder.path(), &LADDER, [["Tony", "Oscar"], ["Mustang", "Warhawk"]]);
}

#[test]
fn each_depth_of_counter_interception_is_answered_from_a_save() {
    let folder = tempfile::tempdir().unwrap();
    let game = border(folder.path());
    let names = [["American Volunteer Group", "5th Pursuit Group"], ["Tainan Air Group", "11th Sentai"]];
    climbs(folder.path(), &["resolve", &game, "land-W4318"], names);
}

#[test]
fn a_save_tells_who_meets_interceptors_before_they_arrive() {
    let folder = tempfile::tempdir().unwrap();
    let game = border(folder.path());
    let listed = told(&["battles", &game, "--format", "json"], 0);
    assert!(listed.contains("early"), "{listed}");
    // Both reach the field from which the enemy flies: of each it may be said.
    let open = liege(&["resolve", &game, "land-W4318", "--policy", "defender=fly", "--seed", "4"]);
    let talk = said(&open) + &String::from_utf8_lossy(&open.stdout);
    assert!(talk.contains("early"), "{talk}");
    let early = [
        "--policy",
        "attacker=early,fighters,balanced,air-stay,weakest,hold,defender=fly,fighters,balanced,air-stay,weakest,stand",
    ];
    let report = told(&[&["resolve", &game, "land-W4318", "--seed", "4"][..], &early].concat(), 0);
    assert!(report.contains("\nresult: ") && !report.contains("open:"), "{report}");
}

#[test]
fn what_nothing_in_a_battle_would_read_is_refused_with_what_to_do() {
    for (more, key, help) in [
        (&["interceptors=F 4-6/2 JP"][..], "interceptors", "attack-air"),
        (&["air-magic=2"], "air-magic", "air-combat=yes"),
        (&["flown-over=3"], "flown-over", "unknown key"),
        (&["air-combat=no", "attack-air=B four"], "attack-air", "B four"),
        (&["air-combat=no", "attack-air=B 4", "interceptors=Tony"], "interceptors", "Tony"),
    ] {
        let out = liege(&[&["run", "atpo", "R39", "attack=9", "defence=5"][..], more].concat());
        let talk = said(&out);
        assert_eq!(out.status.code(), Some(2), "{talk}");
        assert!(talk.contains(key) && talk.contains(help), "{more:?}: {talk}");
    }
}
