//! What people lay over our data with `--data` and `--choice`: it counts everywhere, and what does not count is told.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use liege::rules::data::{Embedded, Files, Overlay, merge};
use liege::rules::games::GAMES;
use liege::rules::play::choices::Choices;
use tempfile::TempDir;

use super::{liege, save};

const CHOICES: &str = "rules/atpo/choices.toml";

/// Our text of a data file.
fn ours(path: &str) -> String {
    Embedded.text(path).unwrap().to_owned()
}

/// A folder for `--data` with these files.
fn folder(files: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// One of our files with a text replaced, and the line it was on.
fn edited(path: &str, old: &str, new: &str) -> (String, usize) {
    let text = ours(path);
    let at = text.find(old).unwrap_or_else(|| panic!("{path} has no {old:?}"));
    (text.replacen(old, new, 1), 1 + text[..at].matches('\n').count())
}

/// What a command says on standard error and how it ends.
fn said(data: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let all: Vec<&str> = arguments.iter().copied().chain(["--data", data.to_str().unwrap()]).collect();
    let output = liege(&all);
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

const FIGHT: [&str; 7] = ["run", "atpo", "R39", "attack=15", "defence=3", "--dice", "5"];

/// `choices.toml` with another default for a choice.
fn with_default(key: &str, reading: &str) -> String {
    let text = ours(CHOICES);
    let begins = text.find(&format!("key = \"{key}\"")).unwrap();
    let line = begins + text[begins..].find("default = ").unwrap();
    let end = line + text[line..].find('\n').unwrap();
    format!("{}default = \"{reading}\"{}", &text[..line], &text[end..])
}

/// For each choice a question whose answer depends on it: a situation to check or words to run.
enum Question {
    Check(&'static str),
    Run(&'static [&'static str]),
}

const QUESTIONS: &[(&str, Question)] = &[
    (
        "committed_cap",
        Question::Run(&[
            "R27",
            "interceptor=N 4-5/3 JP committed carrier",
            "target=aircraft",
            "phase=air-offensive",
            "carrier-defence=yes",
            "--seed",
            "1",
        ]),
    ),
    ("atp_stack", Question::Check("at W5021: chit:small-airbase, 3 x jp-atp-1")),
    ("b25_after_raid", Question::Check("at E2501: us-b25")),
    ("asw_house", Question::Run(&["R22", "air=FB 3, B 2", "--dice", "3"])),
    ("carrier_raider", Question::Run(&["R06", "us=CV 2 N", "--seed", "1"])),
    (
        "active_sub_intercept",
        Question::Run(&["R10", "submarine=yes", "state=active", "strategic-warfare=yes", "--dice", "3"]),
    ),
    (
        "cv_units",
        Question::Check("at W3031: jp-cv-kaga\nat W3031 aboard jp-cv-kaga: jp-n-ryujo, jp-n-1 reduced"),
    ),
    ("evacuation_mp", Question::Run(&["R17", "cargo=marine", "from=beach", "distance=9", "--seed", "1"])),
    ("exempt_units", Question::Check("at W5021: jp-hq-kwantung, jp-gen-yamashita, 3 x jp-para-1")),
    ("port_counts_stp", Question::Check("at W3825 docked: 12 x jp-stp-1, 5 x jp-dd")),
    ("both_okinawa", Question::Run(&["R07", "date=1945-05", "okinawa=yes", "iwo-jima=yes", "--seed", "1"])),
    ("bomber_defence", Question::Run(&["R39", "attack=15", "defence=6", "defence-air=B 5", "--dice", "5"])),
    (
        "battery_screen",
        Question::Run(&[
            "R13",
            "singapore",
            "ships=BB 5-11, CL 1-7",
            "--policy",
            "attacker=weakest",
            "--seed",
            "1",
        ]),
    ),
    (
        "installation_result",
        Question::Run(&["R20", "gunnery=6", "target=port", "capacity=3", "--dice", "3,4"]),
    ),
    (
        "special_attack_doubles",
        Question::Run(&[
            "R23",
            "midget",
            "submarine=SS 3-5",
            "ships=BB 5-13/3-20, CV 0-20",
            "--policy",
            "attacker=weakest",
            "--dice",
            "1,6,6,1,2",
        ]),
    ),
    ("ss238", Question::Run(&["R23", "ss-238", "submarine=SS 3-5", "date=1943-01", "--dice", "4"])),
    ("strait_hexes", Question::Run(&["R09", "submarine=SS 3-5", "hex=W4430", "--dice", "6"])),
    (
        "sub_first_target",
        Question::Run(&["R21", "submarine=SS 3-5", "ships=CV 0-9, 2 x DD 0-5", "--dice", "3"]),
    ),
    ("sub_screen", Question::Run(&["R21", "submarine=SS 3-5", "ships=CV 0-9, 2 x DD 0-5", "--dice", "2"])),
    (
        "admiral_encounter",
        Question::Run(&[
            "R14",
            "attack=CA 2-9 S1",
            "defence=CA x-10/x-8",
            "rounds=1",
            "--policy",
            "attacker=use",
            "--dice",
            "3,4",
        ]),
    ),
    (
        "damaged_sub_round",
        Question::Run(&[
            "R14",
            "attack=BB 5-11/3-9, CL 2-7/1-5",
            "defence=CA 4-8/1-6, CL x-9",
            "rounds=1",
            "--policy",
            "attacker=weakest",
            "--policy",
            "defender=weakest",
            "--seed",
            "1",
        ]),
    ),
    (
        "screened_fire",
        Question::Run(&[
            "R14",
            "attack=CA 2-9, CA 2-9",
            "defence=CL x-12/x-11",
            "rounds=1",
            "--policy",
            "attacker=screen,weakest",
            "--seed",
            "1",
        ]),
    ),
    (
        "torpedo_users",
        Question::Run(&[
            "R14",
            "attack=CA x(3)-20/x JP",
            "defence=CA x-8/x-6 US",
            "rounds=1",
            "--policy",
            "attacker=strongest",
            "--seed",
            "1",
        ]),
    ),
    (
        "target_scope",
        Question::Run(&[
            "R14",
            "attack=BB 5-11, CA 3-9",
            "defence=BB x-12, CL x-9",
            "rounds=1",
            "--policy",
            "attacker=strongest",
            "--seed",
            "1",
        ]),
    ),
    (
        "bombing_13_90",
        Question::Run(&[
            "R03",
            "bombers=5 x B 18-20 US, 5 x B-29:B 2-20 US",
            "target=home-city",
            "initiative=attacker",
            "--policy",
            "attacker=weakest",
            "--seed",
            "1",
        ]),
    ),
    ("burma_rail_target", Question::Run(&["R37", "bombers=B 30-16", "target=burma-railway", "--seed", "1"])),
    (
        "collateral_ground",
        Question::Run(&["R37", "bombers=B 30-16", "target=airbase", "capacity=9", "--seed", "1"]),
    ),
    ("dei_oil", Question::Run(&["R03", "bombers=B 30-16", "target=dei-oil", "--seed", "1"])),
    (
        "ep_loss_time",
        Question::Run(&["R03", "bombers=B 30-16", "target=home-city", "on-track=40", "--seed", "1"]),
    ),
    (
        "ep_negative",
        Question::Run(&["R03", "bombers=B 90-16", "target=home-city", "next-income=1", "--seed", "1"]),
    ),
    ("launch_check_span", Question::Run(&["R33", "carriers=12 x CV 1", "--seed", "1"])),
    (
        "long_range_drm",
        Question::Run(&["R03", "bombers=B 30-16", "target=home-city", "long-range=yes", "--seed", "1"]),
    ),
    ("max_steps", Question::Run(&["R35", "cargo=infantry", "steps=3", "--seed", "1"])),
    ("naval_phase_commit", Question::Run(&["change-of-base", "unit=F 4-6", "stops=5", "--seed", "1"])),
    (
        "strategic_escort",
        Question::Run(&["R03", "bombers=B 30-16", "escorts=F 4-6", "target=home-city", "--seed", "1"]),
    ),
    ("us_offensive_track", Question::Run(&["R61", "yamamoto", "date=1943-04", "--seed", "1"])),
    ("weather_wet_band", Question::Run(&["R02", "severe", "wet", "--seed", "1"])),
    ("aa_minimum", Question::Run(&["R31", "air=B 1-5", "ships=CA 2-8", "--dice", "1,3"])),
    (
        "aa_roll",
        Question::Run(&[
            "R31",
            "air=army B 2-5",
            "ships=5 x BB 6-13",
            "--policy",
            "attacker=strongest",
            "--dice",
            "1,3",
        ]),
    ),
    (
        "recon_required",
        Question::Run(&[
            "R31",
            "air=B 1-5",
            "ships=CA 2-8",
            "located=no",
            "--policy",
            "attacker=strongest",
            "--seed",
            "1",
        ]),
    ),
    (
        "kamikaze_rule",
        Question::Run(&["R32", "air=B 1-5", "ships=CA 2-8", "--policy", "attacker=strongest", "--seed", "1"]),
    ),
    ("hit_compare", Question::Run(&["R12", "ships=CA 2-8", "port=minor", "--dice", "4,4"])),
    (
        "air_interceptions",
        Question::Run(&[
            "R27",
            "interceptor=F 4-6",
            "target=aircraft",
            "phase=NA.2",
            "intercepted=phase",
            "--seed",
            "1",
        ]),
    ),
    (
        "interceptor_commit",
        Question::Run(&["R27", "interceptor=F 4-6", "target=aircraft", "phase=OL", "--seed", "1"]),
    ),
    ("return_fire_trigger", Question::Run(&["R29", "bomber=4", "fighter=3", "hit=no", "--seed", "1"])),
    ("inclement", Question::Run(&["R10", "weather=monsoon", "severe", "--dice", "3"])),
    ("interception_repeat", Question::Run(&["R10", "tried=phase", "--dice", "3"])),
    (
        "marine_amphib",
        Question::Run(&[
            "R19",
            "attack=4/2 marine, 5 infantry",
            "defence=3",
            "--policy",
            "attacker=weakest,advance",
            "--dice",
            "5",
        ]),
    ),
    ("merchant_1943h2", Question::Run(&["R07", "date=1943-08", "routes=2 US", "--seed", "1"])),
    ("reactive_naval_phase", Question::Run(&["R10", "reactive", "state=unmarked", "--dice", "3"])),
    ("search_group_bonus", Question::Run(&["R10", "--dice", "3"])),
    ("weather_interception", Question::Run(&["R10", "weather=wet", "severe", "--dice", "3"])),
    ("natural_6_automatic", Question::Run(&["R60", "night", "natural-6=yes"])),
    ("night_die", Question::Run(&["R60", "night", "pt-boat=yes", "coastal=yes", "--dice", "4"])),
    (
        "river_drm",
        Question::Run(&[
            "R39",
            "attack=9",
            "defence=6",
            "river=yes",
            "weather=monsoon",
            "attack-weather=fair",
        ]),
    ),
    (
        "unoccupied_fort",
        Question::Run(&["R19", "attack=9", "defence=none", "coastal-fort=yes", "--dice", "5"]),
    ),
    (
        "weather_land_drm",
        Question::Run(&["R39", "attack=9", "defence=6", "weather=monsoon", "zone=severe", "--seed", "1"]),
    ),
];

impl Question {
    /// The words of the command, without settings.
    fn words(&self, folder: &Path) -> Vec<String> {
        match self {
            Self::Check(situation) => {
                let path = folder.join("game.vsav");
                if !path.exists() {
                    save(folder, "game.vsav", &format!("game: atpo\ndate: 1942-08\n{situation}\n"));
                }
                ["check", path.to_str().unwrap(), "--format", "json"].map(str::to_owned).into()
            }
            Self::Run(words) => {
                let all =
                    ["run", "atpo"].into_iter().chain(words.iter().copied()).chain(["--format", "json"]);
                let seeded = words.contains(&"--dice") || words.contains(&"--seed");
                all.chain((!seeded).then_some("--dice=3")).map(str::to_owned).collect()
            }
        }
    }
}

fn answer(words: &[String], more: &[&str]) -> String {
    let all: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let output = liege(&all);
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some_and(|code| code < 2), "{all:?}: {talk}");
    let told = String::from_utf8(output.stdout).unwrap();
    // A report that stopped repeats the choices that were set, which are no answer.
    let Ok(mut json) = serde_json::from_str::<serde_json::Value>(&told) else { return told };
    let reports = json["reports"].as_array_mut().into_iter().flatten();
    let forget = |report: &mut serde_json::Value| report.as_object_mut().map(|keys| keys.remove("choices"));
    reports.for_each(|report| _ = forget(report));
    forget(&mut json);
    json.to_string()
}

#[test]
fn every_choice_that_rules_read_counts_by_option_and_by_data() {
    let asked: BTreeSet<&str> = QUESTIONS.iter().map(|(key, _)| *key).collect();
    // Each other game with choices asks its own questions beside its examples.
    let main = || GAMES[0].choices().iter();
    let read: BTreeSet<&str> = main().map(|acted| acted.key).collect();
    assert_eq!(asked, read, "every choice that rules read has a question here");
    let choices = Choices::load(&Embedded, CHOICES).unwrap();
    for acted in main() {
        let (_, question) = QUESTIONS.iter().find(|(key, _)| *key == acted.key).unwrap();
        let place = tempfile::tempdir().unwrap();
        let words = question.words(place.path());
        let mut answers = BTreeSet::new();
        for reading in acted.readings {
            let set = format!("{}={reading}", acted.key);
            let by_option = answer(&words, &["--choice", &set]);
            assert!(answers.insert(by_option.clone()), "{set} changes nothing:\n{by_option}");
            let otherwise = if choices.get(acted.key) == Some(reading) {
                answer(&words, &[])
            } else {
                let data = folder(&[(CHOICES, with_default(acted.key, reading))]);
                answer(&words, &["--data", data.path().to_str().unwrap()])
            };
            assert_eq!(by_option, otherwise, "{set} by --choice, and as the default");
        }
    }
}

#[test]
fn the_key_of_a_choice_may_be_typed_with_hyphens_and_capitals() {
    let (_, question) = QUESTIONS.iter().find(|(key, _)| *key == "atp_stack").unwrap();
    let place = tempfile::tempdir().unwrap();
    let words = question.words(place.path());
    let typed = answer(&words, &["--choice", "ATP-Stack=counters_le_capacity"]);
    assert_eq!(typed, answer(&words, &["--choice", "atp_stack=counters_le_capacity"]));
    assert_ne!(typed, answer(&words, &[]));
}

#[test]
fn a_choice_that_nothing_reads_gets_a_warning() {
    let by_option = liege(&[&FIGHT[..], &["--choice", "fuel_threshold=over_7"]].concat());
    let talk = String::from_utf8_lossy(&by_option.stderr);
    assert!(
        talk.contains("warning: --choice fuel_threshold=over_7: no check or procedure in this version"),
        "{talk}"
    );
    let elsewhere = liege(&[&FIGHT[..], &["--choice", "atp-stack=counters_le_capacity"]].concat());
    let talk = String::from_utf8_lossy(&elsewhere.stderr);
    assert!(talk.contains("warning: --choice atp_stack: land-combat does not use this choice"), "{talk}");
    let quiet = liege(&[&FIGHT[..], &["--choice", "fuel_threshold=over_7", "--quiet"]].concat());
    assert_eq!(String::from_utf8_lossy(&quiet.stderr), "");

    let (_, line) = edited(CHOICES, "id = \"V04\"", "");
    let data = folder(&[(CHOICES, with_default("fuel_threshold", "over_7"))]);
    let (talk, status) = said(data.path(), &FIGHT);
    let told = format!("warning: {CHOICES}:{}: choice fuel_threshold: no check or procedure", line - 1);
    assert!(talk.contains(&told) && status == Some(0), "{told}\n{talk}");
}

#[test]
fn a_faulty_choice_is_told_with_its_line() {
    let fight = |text: String| said(folder(&[(CHOICES, text)]).path(), &FIGHT);
    let whole =
        |text: String| said(folder(&[(CHOICES, text), ("replace.txt", CHOICES.to_owned())]).path(), &FIGHT);
    let (text, line) = edited(CHOICES, "key = \"atp_stack\"", "key = \"atp_stak\"");
    let (talk, status) = fight(text.clone());
    let told = format!("warning: {CHOICES}:{}: choice atp_stak: no such choice is used", line - 2);
    assert!(talk.contains(&told) && status == Some(0), "{told}\n{talk}");
    let (talk, status) = whole(text);
    let told = format!("{CHOICES}:{}: expected the choice atp_stack, which rules use", line - 2);
    assert!(talk.contains(&told) && talk.contains("\"atp_stak\"") && status == Some(2), "{told}\n{talk}");
    let (talk, status) = fight(with_default("atp_stack", "stack_is_two"));
    assert!(talk.contains("the default \"stack_is_two\" is not one of its options"), "{talk}");
    assert!(talk.contains("did you mean \"stack_is_one\"?") && status == Some(2), "{talk}");
    let (talk, status) = fight(ours(CHOICES).replace("counters_le_capacity", "counters_in_capacity"));
    assert!(talk.contains("no rule uses the option \"counters_in_capacity\""), "{talk}");
    assert!(talk.contains("did you mean \"counters_le_capacity\"?") && status == Some(2), "{talk}");
    assert_eq!(fight("format = 1\n".into()), (String::new(), Some(0)), "our entries stay");
    let (talk, status) = whole("format = 1\n".into());
    assert!(talk.contains("copy the entry from the built-in table") && status == Some(2), "{talk}");
}

/// Every command that reads a game's data, on a save where it needs one.
fn commands(place: &Path) -> Vec<Vec<String>> {
    static SAVE: OnceLock<Vec<u8>> = OnceLock::new();
    let make = || {
        let place = tempfile::tempdir().unwrap();
        std::fs::read(save(place.path(), "game.vsav", "game: atpo\ndate: 1942-08\nat W5021: jp-inf-2\n"))
            .unwrap()
    };
    let game = place.join("game.vsav");
    std::fs::write(&game, SAVE.get_or_init(make)).unwrap();
    let (game, out) = (game.display().to_string(), place.join("out").display().to_string());
    [
        vec!["build", "atpo", "-o", &out],
        vec!["check", &game],
        vec!["counters", "atpo", "-o", &out],
        vec!["oob", "atpo", "list"],
        FIGHT.to_vec(),
        vec!["resolve", &game, "--all"],
        vec!["chances", "atpo", "R39", "attack=15", "defence=3"],
        vec!["battles", &game],
        vec!["explain", "ATPO-S01"],
    ]
    .map(|words| words.into_iter().map(str::to_owned).collect())
    .into()
}

/// What every command says about a folder; all must say the same, end with status 2 and write nothing.
fn refusal(data: &Path) -> String {
    let place = tempfile::tempdir().unwrap();
    let mut all = BTreeSet::new();
    for words in commands(place.path()) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (talk, status) = said(data, &words);
        assert_eq!(status, Some(2), "{words:?}: {talk}");
        all.insert(talk);
    }
    assert!(!place.path().join("out").exists(), "something was written");
    assert_eq!(all.len(), 1, "{all:#?}");
    all.pop_first().unwrap()
}

#[test]
fn a_misspelt_folder_is_refused_by_every_command_alike() {
    let place = tempfile::tempdir().unwrap();
    std::fs::create_dir(place.path().join("my-tables")).unwrap();
    let talk = refusal(&place.path().join("my-tabels"));
    assert!(talk.contains("my-tabels: no such folder; did you mean \"my-tables\"?"), "{talk}");
    let alone = |data: &Path| {
        let (talk, status) = said(data, &FIGHT);
        assert_eq!(status, Some(2), "{talk}");
        talk
    };
    let talk = alone(&place.path().join("my-tables"));
    assert!(talk.contains("my-tables: contains no data"), "{talk}");
    let inner = folder(&[("rule/atpo/choices.toml", ours(CHOICES))]);
    let talk = alone(inner.path());
    assert!(talk.contains("unknown folder \"rule\"; did you mean \"rules\"?"), "{talk}");
    let whole = folder(&[(CHOICES, ours(CHOICES))]);
    let talk = alone(&whole.path().join("rules"));
    assert!(talk.contains("contains no data") && talk.contains("name the folder above it"), "{talk}");
    let talk = alone(&whole.path().join(CHOICES));
    assert!(talk.contains("is a file, expected a folder"), "{talk}");
}

#[test]
fn a_file_that_nothing_reads_is_refused_by_every_command_alike() {
    let data = folder(&[
        ("rules/atpo/choice.toml", ours(CHOICES)),
        ("rules/atop/checks.toml", ours("rules/atpo/checks.toml")),
        ("oob/atpo/scenarios/guadalcanal.csv", "x".into()),
    ]);
    let talk = refusal(data.path());
    for told in [
        "rules/atpo/choice.toml: unexpected file: no part of a game has this name; did you mean \"rules/atpo/choices.toml\"?",
        "rules/atop/checks.toml: unexpected file: no part of a game has this name; did you mean \"rules/atpo/checks.toml\"?",
        "oob/atpo/scenarios/guadalcanal.csv: unexpected file: no part of a game has this name; did you mean",
    ] {
        assert!(talk.contains(told), "{told}\n{talk}");
    }
    let wrong = folder(&[("rules/atpo/crt.csv", ours("rules/atpo/crt.csv").replacen("DEx", "DEy", 1))]);
    let (talk, status) = said(wrong.path(), &FIGHT);
    assert_eq!(status, Some(2));
    assert!(talk.contains("rules/atpo/crt.csv:") && talk.contains("no result \"DEy\""), "{talk}");
}

#[test]
fn a_copy_of_all_our_data_is_accepted_without_a_word() {
    let place = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for top in ["counters", "maps", "oob", "rules"] {
        copy(&root.join(top), &place.path().join(top));
    }
    std::fs::write(place.path().join("rules/atpo/.crt.csv.swp"), "x").unwrap();
    std::fs::write(place.path().join("rules/atpo/choices.toml~"), "x").unwrap();
    let (talk, status) = said(place.path(), &FIGHT);
    assert_eq!((talk.as_str(), status), ("", Some(0)));
    std::fs::write(place.path().join("rules/atpo/checks/ATPO-S01.md"), "mine").unwrap();
    let (talk, status) = said(place.path(), &FIGHT);
    assert_eq!((talk.as_str(), status), ("", Some(0)));
    let page = super::told(&["--data", place.path().to_str().unwrap(), "explain", "S01"], 0);
    assert_eq!(page.trim(), "mine", "a page of one's own takes the place of ours");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}

/// The warning that a file earns; it changes nothing about how a command ends.
fn warning(path: &str, text: String) -> String {
    let (talk, status) = said(folder(&[(path, text)]).path(), &FIGHT);
    assert_eq!(status, Some(0), "{talk}");
    assert_eq!(talk.lines().filter(|line| line.starts_with("warning: ")).count(), 1, "{talk}");
    talk
}

#[test]
fn a_faulty_number_of_the_war_at_sea_is_told_with_its_line() {
    let all: [(&str, &str, &str, &str, &[&str]); 9] = [
        ("naval_interception.toml", "success = 7", "success = \"x\"", "expected i32", &["R10"]),
        ("naval_interception.toml", "success = 7", "succes = 7", "did you mean \"success\"?", &["R10"]),
        (
            "evasion_and_night.toml",
            "\"1942-01\"",
            "\"1942-13\"",
            "expected a month like 1944-02",
            &["R60", "evasion-chits"],
        ),
        (
            "merchant_routes.toml",
            "format = 1",
            "format = 2",
            "expected format = 1, found 2",
            &["R07", "date=1944-01", "routes=1 US"],
        ),
        ("convoy_raids.toml", "carrier = 8", "carrier = -8", "expected u32", &["R06", "us=CA 2"]),
        ("submarine_search.toml", "located = 7", "", "located", &["R22", "air=B 3"]),
        ("naval_transport.toml", "factor = 2", "factor = true", "expected u32", &["R17", "cargo=marine"]),
        (
            "naval_transport.csv",
            "marine,1",
            "marines,1",
            "did you mean \"marine\"?",
            &["R17", "cargo=marine"],
        ),
        ("naval_transport.csv", "marine,1", "marine,x", "x", &["R17", "cargo=marine"]),
    ];
    for (path, old, new, expected, run) in all {
        let path = format!("rules/atpo/{path}");
        let (text, _) = edited(&path, old, new);
        let data = folder(&[(&path, text)]);
        let (talk, status) = said(data.path(), &[&["run", "atpo", "--seed", "1"], run].concat());
        assert!(talk.contains(&path) && talk.contains(expected) && status == Some(2), "{path} {new}: {talk}");
    }
}

#[test]
fn a_row_of_ones_own_tells_what_transport_a_unit_needs() {
    let path = "rules/atpo/naval_transport.csv";
    let data = folder(&[(path, ours(path) + "infantry,2,2,3,own\n")]);
    let data = data.path().to_str().unwrap();
    let told = |words: &[&str]| super::told(&[&["run", "atpo", "R17", "--data", data], words].concat(), 0);
    assert!(told(&["cargo=infantry"]).contains("needs 2 STP"));
    assert!(told(&["cargo=infantry", "amphibious", "hexes=9"]).contains("needs 3 STP"));
}

/// The line after the last one of our file.
fn next_line(path: &str) -> usize {
    ours(path).lines().count() + 1
}

#[test]
fn a_row_that_nothing_reads_gets_a_warning_with_its_line() {
    let checks = "rules/atpo/checks.toml";
    let row = "[[check]]\nid = \"X-1\"\nname = \"x\"\nrule = \"1\"\nkind = \"count\"\n\
               pieces = \"kind=partisan nation=DE\"\nmost = 3\n";
    let talk = warning(checks, ours(checks) + row);
    let line = next_line(checks);
    assert!(talk.contains(&format!("{checks}:{line}: check X-1: its `pieces` select no counter")), "{talk}");

    let terrain = "rules/atpo/terrain.csv";
    let talk = warning(terrain, ours(terrain) + "tundra,1,1,,yes,yes,yes,yes,0,full,large,0,0,0,0,rules,1\n");
    let line = next_line(terrain);
    assert!(
        talk.contains(&format!("{terrain}:{line}: column \"terrain\": nothing uses the terrain \"tundra\"")),
        "{talk}"
    );

    let row = "[[choice]]\nid = \"X\"\nkey = \"night_dice\"\ntopic = \"x\"\ndefault = \"a\"\nwhy = \"x\"\n\
               options = [{ value = \"a\", lines = \"1\", meaning = \"x\" }]\n";
    let talk = warning(CHOICES, ours(CHOICES) + row);
    let line = next_line(CHOICES);
    let told =
        format!("{CHOICES}:{line}: choice night_dice: no such choice is used; did you mean \"night_die\"?");
    assert!(talk.contains(&told), "{talk}");

    let areas = "maps/atpo/areas.csv";
    let talk = warning(areas, ours(areas) + "sea-of-nowhere,Sea of Nowhere,sea-area,1,,3,3,draft,x\n");
    assert!(talk.contains(&format!("{areas}:{}: column \"id\": the area", next_line(areas))), "{talk}");
}

#[test]
fn a_chit_without_a_template_gets_a_warning_with_its_line() {
    let chits = "counters/atpo/chits.csv";
    let talk = warning(chits, ours(chits) + "zeppelin,Zeppelin,ZEP,,,standbyy,,1,draft,x\n");
    let line = next_line(chits);
    let told = format!("{chits}:{line}: column \"kind\": templates/symbols/chit-standbyy.svg");
    assert!(talk.contains(&told), "{talk}");
    assert!(talk.contains("did you mean \"standby\"?"), "{talk}");

    let data = folder(&[(chits, ours(chits) + "zeppelin,Zeppelin,ZEP,,,zeppelin,,1,draft,x\n")]);
    let place = tempfile::tempdir().unwrap();
    for words in commands(place.path()) {
        // These draw for a long time, or have nothing to do, once they have said what is in the data.
        if ["build", "counters", "resolve"].contains(&words[0].as_str()) {
            continue;
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (talk, status) = said(data.path(), &words);
        assert!(
            talk.contains("templates/symbols/chit-zeppelin.svg") && status == Some(0),
            "{words:?}: {talk}"
        );
    }
}

#[test]
fn a_row_of_ones_own_stands_beside_ours_and_uses_our_names_for_selectors() {
    let own = "format = 1\n[[check]]\nid = \"X-1\"\nname = \"naval-folly\"\nrule = \"1\"\nkind = \"count\"\n\
               pieces = \"naval kind=kaiten\"\nmost = 3\n";
    let folder = folder(&[("rules/atpo/checks.toml", own.to_owned())]);
    let output = liege(&["explain", "--list", "atpo", "--data", folder.path().to_str().unwrap()]);
    let listed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let line = |id: &str| listed.lines().find(|line| line.starts_with(id)).unwrap().to_owned();
    assert!(line("X-1").contains("naval-folly"), "{listed}");
    assert!(!line("ATPO-F15").contains("not checked"), "our rows stay: {listed}");
}

#[test]
fn a_check_that_cannot_hold_is_refused_with_its_line() {
    let checks = "rules/atpo/checks.toml";
    let refused = |row: &str, below: usize| {
        let text = ours(checks) + "[[check]]\nid = \"X-1\"\nname = \"x\"\nrule = \"1\"\n" + row;
        let (talk, status) = said(folder(&[(checks, text)]).path(), &FIGHT);
        assert_eq!(status, Some(2), "{row}: {talk}");
        assert!(talk.contains(&format!("{checks}:{}: ", next_line(checks) + below)), "{talk}");
        talk
    };
    let talk = refused("kind = \"count\"\npieces = \"kind=partizan\"\nmost = 1\n", 5);
    assert!(talk.contains("unknown kind \"partizan\"; did you mean \"partisan\"?"), "{talk}");
    let talk = refused("kind = \"count\"\npieces = \"nation=JPN\"\nmost = 1\n", 5);
    assert!(talk.contains("unknown nation \"JPN\""), "{talk}");
    let talk = refused("kind = \"count\"\npieces = \"kind=SS\"\n", 0);
    assert!(talk.contains("expected `most` or `least`"), "{talk}");
    let talk = refused("kind = \"where\"\npieces = \"kind=SS\"\nnever = \"any\"\nbefore = \"1944-13\"\n", 7);
    assert!(talk.contains("`before`: expected a month such as 1944-06"), "{talk}");
    let talk = refused("kind = \"where\"\npieces = \"kind=SS\"\nnever = \"any\"\nmost = 1\n", 7);
    assert!(talk.contains("`most` has no effect in a check of the kind where"), "{talk}");
}

#[test]
fn words_that_one_file_takes_from_another_are_told_when_misspelt() {
    let talk = |path: &str, old: &str, new: &str| {
        let (text, line) = edited(path, old, new);
        let (talk, status) = said(folder(&[(path, text)]).path(), &FIGHT);
        assert_eq!(status, Some(2), "{talk}");
        assert!(talk.contains(&format!("{path}:{line}: ")), "line {line}: {talk}");
        talk
    };
    let pack = "rules/atpo/pack.toml";
    let said = talk(pack, "NL = \"Dutch Force Pool\"", "NL = \"Duch Force Pool\"");
    assert!(said.contains("unknown box \"Duch Force Pool\"; did you mean \"Dutch Force Pool\"?"), "{said}");
    let said = talk(pack, "cargo = \"floatplane\"", "cargo = \"floatplan\"");
    assert!(said.contains("unknown cargo \"floatplan\"; did you mean \"floatplane\"?"), "{said}");
    let said = talk("rules/atpo/supply.toml", "hexes = [\"W5109\"]", "hexes = [\"W9909\"]");
    assert!(said.contains("no sheet prints W9909"), "{said}");
    let said = talk("rules/atpo/supply.toml", "boxes = [\"India Box\"]", "boxes = [\"Indian Box\"]");
    assert!(said.contains("unknown box \"Indian Box\"; did you mean \"India Box\"?"), "{said}");
}

#[test]
fn a_misspelt_word_in_any_row_of_the_pieces_is_told_with_its_line_and_the_nearest() {
    let pack = "rules/atpo/pack.toml";
    let rows = [
        (
            "of = [\"land\", \"special\"]",
            "of = [\"lnad\", \"special\"]",
            "unknown kind or family \"lnad\"; did you mean \"land\"?",
        ),
        (
            "of = [\"ships\", \"stp\"]",
            "of = [\"ships\", \"stpp\"]",
            "unknown kind or family \"stpp\"; did you mean \"stp\"?",
        ),
        (
            "place = [\"transport\"]",
            "place = [\"transports\"]",
            "unknown place of a chit \"transports\"; did you mean \"transport\"?",
        ),
        (
            "layers = [\"Ride\", \"Status\"]",
            "layers = [\"Ridde\", \"Status\"]",
            "unknown Layer \"Ridde\"; did you mean \"Ride\"?",
        ),
        (
            "of = [\"control\"]",
            "of = [\"controll\"]",
            "unknown kind or family \"controll\"; did you mean \"control\"?",
        ),
        (
            "except = [\"floatplane\"",
            "except = [\"floatplan\"",
            "unknown kind or family \"floatplan\"; did you mean \"floatplane\"?",
        ),
        (
            "tally = [\"ep\", \"off\", ",
            "tally = [\"ep\", \"offs\", ",
            "unknown kind \"offs\"; did you mean \"off\"?",
        ),
        ("$sum(AirUnits)$", "$sum(AirUnit)$", "unknown sum \"AirUnit\"; did you mean \"AirUnits\"?"),
        ("gathers = \"Ships\"", "gathers = \"Shipps\"", "unknown sum \"Shipps\"; did you mean \"Ships\"?"),
        ("berth = \"Berth\"", "berth = \"Birth\"", "unknown Layer \"Birth\"; did you mean \"Berth\"?"),
        ("lends = [\"docked\"", "lends = [\"dockd\"", "unknown state \"dockd\"; did you mean \"docked\"?"),
        (
            "standby = \"standby\"",
            "standby = \"standbye\"",
            "unknown state \"standbye\"; did you mean \"standby\"?",
        ),
        (
            "state = \"building\"\n\n",
            "state = \"bulding\"\n\n",
            "unknown state \"bulding\"; did you mean \"building\"?",
        ),
        (
            "stances = [\"docked\"",
            "stances = [\"dokced\"",
            "unknown state \"dokced\"; did you mean \"docked\"?",
        ),
        (
            "of = [\"leaders\"]",
            "of = [\"leader\"]",
            "unknown kind or family \"leader\"; did you mean \"leaders\"?",
        ),
    ];
    for (old, new, told) in rows {
        let (text, line) = edited(pack, old, new);
        let (talk, status) = said(folder(&[(pack, text)]).path(), &FIGHT);
        assert_eq!(status, Some(2), "{new}: {talk}");
        assert!(talk.contains(&format!("{pack}:{line}: {told}")), "{new}, line {line}: {talk}");
    }
}

#[test]
fn layers_overlays_and_keys_that_the_module_cannot_have_are_told_with_their_line() {
    let pack = "rules/atpo/pack.toml";
    let rows = [
        (
            "layer = \"Marker\"",
            "layer = \"Markers\"",
            "`layers` of module.toml has no \"Markers\"; did you mean \"Marker\"?",
        ),
        (
            "overlay = \"aloft\"",
            "overlay = \"alofft\"",
            "templates/overlays/alofft.svg is missing; did you mean \"aloft\"?",
        ),
        (
            "key = \"Ctrl+A\"",
            "key = \"Strg+A\"",
            "expected a key such as Ctrl+P or Ctrl+Shift+P, found \"Strg+A\"",
        ),
        ("size = 9 },", "size = 900 },", "expected a type size from 1 to 99 pixels, found 900"),
        ("berth = \"Berth\"", "berth = \"Ride\"", "`berth` needs a Layer of two levels; \"Ride\" has 3"),
        (
            "gathers = \"Ships\"\n",
            "",
            "[pieces.tray] lacks the Marker of the `window` and the sum that a chit `gathers`",
        ),
    ];
    for (old, new, told) in rows {
        let (text, _) = edited(pack, old, new);
        let (talk, status) = said(folder(&[(pack, text)]).path(), &["build", "atpo", "-o", "-"]);
        assert_eq!(status, Some(2), "{new}: {talk}");
        assert!(talk.contains(told), "{new}: {talk}");
    }
}

#[test]
fn a_battle_of_the_tour_with_the_name_of_another_save_is_told_with_its_line() {
    let path = "maps/atpo/module.toml";
    for taken in ["midway", "midway-answer"] {
        let (text, line) = edited(path, "file = \"midway-strike\"", &format!("file = \"{taken}\""));
        let (talk, status) = said(folder(&[(path, text)]).path(), &["build", "atpo", "-o", "-"]);
        assert_eq!(status, Some(2), "{taken}: {talk}");
        let told =
            format!("{path}:{line}: the tour would write {taken}.vsav twice; give the battle another `file`");
        assert!(talk.contains(&told), "{talk}");
    }
}

#[test]
fn a_level_in_the_form_of_an_older_pack_is_refused_with_the_form_that_is_expected() {
    let pack = "rules/atpo/pack.toml";
    let (text, _) = edited(
        pack,
        "[[pieces.layer]]\nname = \"Face\"",
        "[[pieces.layer]]\nname = \"Old\"\nlevels = [\"none\", \"reduced\"]\n\n[[pieces.layer]]\nname = \"Face\"",
    );
    let (talk, status) = said(folder(&[(pack, text)]).path(), &FIGHT);
    assert_eq!(status, Some(2), "{talk}");
    for told in ["has the form of an older pack.toml", "{ state = \"none\" }", "docs/data.md"] {
        assert!(talk.contains(told), "{told}: {talk}");
    }
}

#[test]
fn a_state_that_the_rules_read_and_no_layer_shows_is_told() {
    let pack = "rules/atpo/pack.toml";
    let (text, _) = edited(pack, "state = \"destroyed\"", "state = \"destroied\"");
    let (talk, status) = said(folder(&[(pack, text)]).path(), &FIGHT);
    assert_eq!(status, Some(2), "{talk}");
    let told = "the rules read the state \"destroyed\", but no Layer shows it; did you mean \"destroied\"?";
    assert!(talk.contains(told), "{talk}");
}

#[test]
fn colours_that_nobody_could_read_are_refused() {
    let nations = "rules/atpo/nations.toml";
    let refused = |old: &str, new: &str| {
        let (text, line) = edited(nations, old, new);
        let (talk, status) = said(folder(&[(nations, text)]).path(), &FIGHT);
        assert_eq!(status, Some(2), "{talk}");
        (talk, line)
    };
    // Japan's field is #f8cd3c.
    let (talk, line) = refused("text = \"#1b1206\"", "text = \"#e0b020\"");
    assert!(
        talk.contains(&format!("{nations}:{line}: text: #e0b020 on the field #f8cd3c of the front")),
        "{talk}"
    );
    let (talk, line) = refused("accent = \"#b0121b\"", "accent = \"#f8d050\"");
    assert!(talk.contains(&format!("{nations}:{line}: accent: #f8d050 on the field")), "{talk}");
    // Light text on a dark field is lost on the lighter field of the reduced face.
    let (text, _) = edited(
        nations,
        "background = \"#f8cd3c\"\ntext = \"#1b1206\"",
        "background = \"#202020\"\ntext = \"#ffffff\"",
    );
    let (talk, status) = said(folder(&[(nations, text)]).path(), &FIGHT);
    assert!(talk.contains("of the reduced face") && status == Some(2), "{talk}");
}

#[test]
fn our_own_data_hold_nothing_that_nobody_reads() {
    assert_eq!(super::data().unused, []);
}

#[test]
fn a_table_of_one_row_adds_a_counter_and_faults_keep_its_line() {
    let land = "counters/atpo/land.csv";
    let head = ours(land).lines().next().unwrap().to_owned();
    let row = "jp-inf-own,Own Regiment,,JP,infantry,iii,1,3,,,1,no,,1,draft,";
    let data = folder(&[(land, format!("{head}\n{row}\n"))]);
    let words = ["counters", "atpo", "--list", "infantry", "--format", "json"];
    let told = |data: &Path| answer(&words.map(str::to_owned), &["--data", data.to_str().unwrap()]);
    let listed: serde_json::Value = serde_json::from_str(&told(data.path())).unwrap();
    let ids: Vec<&str> =
        listed["counters"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"jp-inf-own") && ids.contains(&"jp-inf-2"), "{ids:?}");
    let wrong = folder(&[(land, format!("{head}\n{}\n", row.replace(",infantry,", ",infantri,")))]);
    let (talk, status) = said(wrong.path(), &FIGHT);
    let told = format!("{land}:2: column \"kind\": unknown kind \"infantri\"");
    assert!(talk.contains(&told) && talk.contains("did you mean \"infantry\"?"), "{talk}");
    assert_eq!(status, Some(2));
}

#[test]
fn rows_that_stand_in_our_file_are_told_as_the_programs() {
    let nations = "rules/atpo/nations.toml";
    let data = folder(&[(nations, "format = 1\n\n[[nation]]\ncode = \"DE\"\nremove = true\n".into())]);
    let (talk, status) = said(data.path(), &FIGHT);
    assert!(talk.contains("unknown nation \"DE\"") && status == Some(2), "{talk}");
    let land = "counters/atpo/land.csv";
    let pack = "rules/atpo/pack.toml";
    let no_cavalry = edited(pack, "\"cavalry\", ", "").0;
    let data = folder(&[(pack, no_cavalry), (land, "id,note\njp-inf-2,mine\n".into())]);
    let (talk, status) = said(data.path(), &FIGHT);
    let line = 1 + ours(land).lines().position(|line| line.contains(",cavalry,")).unwrap();
    let told = format!("the program's {land}:{line}: column \"kind\": unknown kind \"cavalry\"");
    assert!(talk.contains(&told) && status == Some(2), "{told}\n{talk}");
}

#[test]
fn a_list_of_tables_that_replace_ours_names_files_that_are_there() {
    let data =
        folder(&[(CHOICES, ours(CHOICES)), ("replace.txt", "# whole\nrules/atpo/choises.toml\n".into())]);
    let (talk, status) = said(data.path(), &FIGHT);
    let told = "replace.txt:2: the folder has no file \"rules/atpo/choises.toml\"; did you mean \"rules/atpo/choices.toml\"?";
    assert!(talk.contains(told) && status == Some(2), "{talk}");
}

#[test]
fn a_set_up_is_one_file() {
    let text = "game: atpo\ntitle: A quiet day\nview: W5021\ndate: 1942-08\nat W5021: jp-inf-2\n";
    let own = [("oob/atpo/scenarios/quiet.txt", text), ("oob/atpo/scenarios/second-day.txt", text)];
    let own = own.map(|(path, text)| {
        (
            path.to_owned(),
            text.replace(
                "title: A quiet day\n",
                if path.contains("second") { "" } else { "title: A quiet day\n" },
            )
            .into_bytes(),
        )
    });
    let data = liege::build::Data::load(GAMES[0], &Overlay::new(own.into(), &Embedded))
        .unwrap_or_else(|e| panic!("{e:?}"));
    let listed: Vec<(&str, &str, &str)> = data
        .layout
        .scenario
        .iter()
        .map(|known| (known.name.as_str(), known.file.as_str(), known.view.as_str()))
        .collect();
    assert_eq!(
        listed[listed.len() - 2..],
        [("A quiet day", "quiet.vsav", "W5021"), ("Second day", "second-day.vsav", "W5021")]
    );
}

#[test]
fn our_own_tables_laid_over_themselves_change_nothing() {
    let plain = |files: &dyn Files| {
        let pack = GAMES[0].pack(&|path| files.text(path).ok().map(str::to_owned));
        let pack = format!("{:?}", pack.unwrap_or_else(|faults| panic!("{faults:?}")));
        // Where in its file a row stands may differ.
        regex::Regex::new(r"span: \d+\.\.\d+").unwrap().replace_all(&pack, "span").into_owned()
    };
    let mut own = std::collections::BTreeMap::new();
    for top in ["counters/atpo", "maps/atpo", "oob/atpo", "rules/atpo"] {
        for path in Embedded.list(top).into_iter().filter(|path| merge::is_merged(path)) {
            // A last line more makes it another file, so that its rows are laid over ours.
            let text = format!("{}\n", ours(&path));
            own.insert(path, text.into_bytes());
        }
    }
    assert!(own.len() > 15, "{:?}", own.keys());
    let over = Overlay::new(own, &Embedded);
    assert_eq!(over.faults, []);
    let (over, ours) = (plain(&over), plain(&Embedded));
    let same = over.bytes().zip(ours.bytes()).take_while(|(one, other)| one == other).count();
    let about =
        |text: &str| String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(80)..][..160]).into_owned();
    assert!(over == ours, "{}\n{}", about(&over), about(&ours));
}

#[test]
fn an_exported_game_laid_over_itself_changes_nothing() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("mine");
    let target = folder.to_str().unwrap();
    let export = ["data", "export", "atpo", "-o", target, "--format", "json"];
    let listed: serde_json::Value = serde_json::from_str(&super::told(&export, 0)).unwrap();
    let files: Vec<&str> =
        listed["files"].as_array().unwrap().iter().map(|path| path.as_str().unwrap()).collect();
    assert!(files.contains(&"counters/atpo/land.csv") && files.contains(&"rules/atpo/crt.csv"), "{files:?}");
    assert!(files.iter().all(|path| folder.join(path).is_file()));
    let (talk, status) = said(&folder, &FIGHT);
    assert_eq!((talk.as_str(), status), ("", Some(0)));
    // What is taken out of a table of ours stays out.
    let land = folder.join("counters/atpo/land.csv");
    let text = std::fs::read_to_string(&land).unwrap();
    let less: String = text
        .lines()
        .filter(|line| !line.starts_with("jp-inf-2,"))
        .fold(String::new(), |all, line| all + line + "\n");
    std::fs::write(&land, less).unwrap();
    let (talk, status) = said(&folder, &FIGHT);
    assert!(talk.contains("\"jp-inf-2\"") && status == Some(2), "{talk}");
    let again = liege(&export);
    let talk = String::from_utf8_lossy(&again.stderr);
    assert!(talk.contains("already exists, and nothing was written") && talk.contains("--force"), "{talk}");
    assert_eq!(again.status.code(), Some(2));
    super::told(&[&export[..], &["--force"]].concat(), 0);
    assert_eq!(std::fs::read_to_string(&land).unwrap(), text);
}

#[test]
fn a_list_that_is_far_too_long_is_refused_before_it_is_read() {
    let entry = |number: usize| format!("[[choice]]\nkey = \"own-{number}\"\nwhy = \"made for this test\"\n");
    let long: String = (0..30_000).map(entry).collect();
    let data = folder(&[(CHOICES, format!("format = 1\n{long}"))]);
    let talk = refusal(data.path());
    assert!(talk.contains("choices.toml: has ") && talk.contains("at most 1048576 of a TOML file"), "{talk}");
}
