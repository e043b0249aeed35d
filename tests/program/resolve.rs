//! `resolve`, `chances` and `battles` on saves: values that the save does not show, refusals, odds, ids.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use liege::format::Limits;
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::save_file::SaveFile;
use liege::model::change::{Change, Step, apply_steps, play};
use liege::model::position::Position;
use serde_json::Value;

use super::{liege, plan, save, told};

/// An attack of two divisions on two weak units.
pub const BUNA: &str = "game: atpo
date: 1942-11
phase: OL.4
control: JP E4229 E4631
at E4632: chit:small-airbase, chit:us-sea-supply, au-hq-ngf, au-inf-7 standby attack E4631, us-inf-32 standby attack E4631
at E4631: jp-snlf-sasebo-5, jp-inf-nankai
at E4631 aloft: us-b-3
";

/// Two attacks that a six wins, each with a control chit to lay.
pub const PAIR: &str = "game: atpo
date: 1942-02
phase: OL.4
at W4318: cn-inf-10 reduced
at W4418: jp-armor-1 attack W4318, jp-armor-2 attack W4318, jp-inf-2 attack W4318
at W4416: cn-inf-18 reduced
at W4417: jp-inf-3 attack W4416, jp-inf-4 attack W4416, jp-inf-5 attack W4416
";

/// A policy for both sides.
pub const BOTH: &str = "attacker=weakest,advance,defender=stand";

/// A save in a folder of its own.
pub struct Case {
    folder: tempfile::TempDir,
    /// Its path.
    pub save: String,
}

impl Case {
    pub fn of(situation: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let save = save(folder.path(), "game.vsav", situation).to_str().unwrap().to_owned();
        Self { folder, save }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name).to_str().unwrap().to_owned()
    }

    /// The result of a call on the save; `words` come after it.
    pub fn told(&self, command: &str, words: &[&str], status: i32) -> String {
        told(&[&[command, &self.save, "-q"], words].concat(), status)
    }

    /// What a call tells in JSON: the battles, the reports when there are several, or the one report; a template's
    /// schema.
    pub fn json(&self, command: &str, words: &[&str], status: i32) -> Value {
        let words = [words, &["--format", "json"]].concat();
        let mut told: Value = serde_json::from_str(&self.told(command, &words, status)).unwrap();
        match told["reports"].as_array_mut().map(Vec::as_mut_slice) {
            None => told,
            Some([one]) if command == "battles" => one["battles"].take(),
            Some([one]) => one.take(),
            Some(_) => told["reports"].take(),
        }
    }

    /// The complaint of a call that cannot do its work.
    pub fn refused(&self, command: &str, words: &[&str]) -> String {
        let output = liege(&[&[command, &self.save, "-q"], words].concat());
        let talk = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {talk}");
        assert!(output.stdout.is_empty() || !words.contains(&"--dice"), "{words:?} printed a result");
        talk
    }
}

fn commands(path: &Path) -> Command {
    let bytes = std::fs::read(path).unwrap();
    SaveFile::read(&bytes, &Limits::default()).unwrap().commands().unwrap()
}

/// The ids that the steps of a log bring into the game.
fn new_ids(log: &Path) -> BTreeSet<String> {
    let tree = commands(log);
    let mut ids = BTreeSet::new();
    for command in tree.walk() {
        if let Leaf::Log(step) = Leaf::decode(command.own()) {
            for command in step.walk() {
                if let Leaf::AddPiece { id: Some(id), .. } = Leaf::decode(command.own()) {
                    assert!(ids.insert(id.into()), "an id twice in one log");
                }
            }
        }
    }
    ids
}

fn resolve_into(case: &Case, battle: &str, face: &str, log: &str) -> PathBuf {
    let path = case.path(log);
    let words = [battle, "--dice", face, "--policy", BOTH, "--log", path.to_str().unwrap()];
    case.told("resolve", &words, 0);
    path
}

#[test]
fn two_logs_made_from_one_save_share_no_id_and_play_one_after_the_other() {
    let case = Case::of(PAIR);
    let (first, second) =
        (resolve_into(&case, "land-W4318", "6", "a.vlog"), resolve_into(&case, "land-W4416", "6", "b.vlog"));
    let (a, b) = (new_ids(&first), new_ids(&second));
    assert!(a.len() >= 2 && b.len() >= 2, "each lays a chit in a stack of its own: {a:?} {b:?}");
    assert!(a.is_disjoint(&b), "{a:?} {b:?}");

    // The steps of the second log after those of the first, as Load Continuation plays them.
    let mut both = commands(&first);
    let more = commands(&second);
    both.children_mut()
        .extend(more.children().iter().filter(|command| command.own().starts_with("LOG\t")).cloned());
    let module = plan().module();
    let (played, problems) = play(&both, Some(&module));
    assert!(problems.is_empty(), "{problems:?}");
    let there: BTreeSet<String> = played
        .pieces
        .iter()
        .map(|piece| piece.id.clone())
        .chain(played.stacks.iter().map(|stack| stack.id.clone()))
        .collect();
    assert!(a.union(&b).all(|id| there.contains(id)), "{there:?}");
    let chits: Vec<_> =
        played.pieces.iter().filter(|piece| piece.true_name.contains("Japanese control")).collect();
    assert_eq!(chits.len(), 2);
}

#[test]
fn ids_derive_from_save_battle_and_dice_and_are_the_same_in_log_and_save() {
    let case = Case::of(PAIR);
    let log = resolve_into(&case, "land-W4318", "6", "a.vlog");
    let again = resolve_into(&case, "land-W4318", "6", "again.vlog");
    assert_eq!(std::fs::read(&log).unwrap(), std::fs::read(&again).unwrap());
    let other = resolve_into(&case, "land-W4318", "5", "other.vlog");
    assert!(new_ids(&log).is_disjoint(&new_ids(&other)));
    let after = case.path("after.vsav");
    let words = ["land-W4318", "--dice", "6", "--policy", BOTH, "-o", after.to_str().unwrap()];
    case.told("resolve", &words, 0);
    let (position, _) = Position::read(&commands(&after), None);
    let there: BTreeSet<String> = position
        .pieces
        .iter()
        .map(|piece| piece.id.clone())
        .chain(position.stacks.iter().map(|stack| stack.id.clone()))
        .collect();
    assert!(new_ids(&log).is_subset(&there));
}

#[test]
fn changes_without_a_battle_draw_their_ids_from_what_they_are() {
    let case = Case::of(PAIR);
    let before = commands(Path::new(&case.save));
    let module = plan().module();
    let (position, _) = Position::read(&before, Some(&module));
    let piece = position.pieces.iter().find(|piece| piece.true_name.contains("2nd Tank")).unwrap();
    let moved = |place: &str| {
        let map = position.maps.iter().find(|map| map.layout.centre_of(place).is_some()).unwrap();
        let at = map.layout.centre_of(place).unwrap();
        let to = liege::model::change::Destination {
            map: map.identifier.clone(),
            at,
            order: liege::model::change::Order::Top,
        };
        let step = Step { changes: vec![Change::Move { piece: piece.id.clone(), to }], ..Step::default() };
        let mut after = before.clone();
        apply_steps(&mut after, Some(&module), &[step]).unwrap();
        let stacks = |commands: &Command| -> BTreeSet<String> {
            Position::read(commands, Some(&module)).0.stacks.into_iter().map(|stack| stack.id).collect()
        };
        &stacks(&after) - &stacks(&before)
    };
    let (one, other) = (moved("W4518"), moved("W4519"));
    assert_eq!((one.len(), other.len()), (1, 1));
    assert!(one.is_disjoint(&other));
}

#[test]
fn a_word_that_is_no_battle_and_no_value_is_refused_even_while_a_decision_is_open() {
    let case = Case::of(BUNA);
    for word in ["weather", "monsoon", "land-E4613"] {
        let talk = case.refused("resolve", &["land-E4631", word, "--dice", "4"]);
        assert!(talk.contains(&format!("no battle is called \"{word}\"")), "{talk}");
    }
    assert!(case.refused("resolve", &["land-E4613", "--dice", "4"]).contains("did you mean \"land-E4631\"?"));
    let twice = case.refused("resolve", &["land-E4631", "LAND-e4631", "--dice", "4"]);
    assert!(twice.contains("named twice"), "{twice}");
    let both = case.refused("resolve", &["--all", "land-E4631", "--dice", "4"]);
    assert!(both.contains("--all"), "{both}");
    case.refused("resolve", &["weather=wet", "--dice", "4"]);
    case.refused("chances", &["land-E4631", "wet"]);
}

#[test]
fn values_beside_the_save_are_applied_recorded_and_no_longer_asked_for() {
    let case = Case::of(BUNA);
    for (command, more) in [
        ("resolve", vec!["--dice", "2", "--policy", "attacker=balanced,defender=balanced"]),
        ("chances", vec![]),
    ] {
        let plain = case.json(command, &[&["land-E4631"], &more[..]].concat(), 0);
        assert!(plain["inputs"]["weather"].is_null(), "{plain:#}");
        assert!(plain["notes"].to_string().contains("assuming fair ground weather"));
        let words = [&["land-E4631", "Weather=Monsoon", "magic=-1", "inclement=yes"], &more[..]].concat();
        let json = case.json(command, &words, 0);
        assert_eq!((&json["inputs"]["weather"], &json["inputs"]["magic"]), (&"monsoon".into(), &(-1).into()));
        assert_eq!(json["given"]["inclement"], true);
        let notes = json["notes"].to_string();
        assert!(!notes.contains("weather") && !notes.contains("Magic"), "{notes}");
        assert!(notes.contains("earlier attack"), "{notes}");
        assert_ne!(json["result"], plain["result"].as_str().unwrap_or("-"), "{command}");
    }
    let words = ["land-E4631", "monsoon=yes", "--dice", "4"];
    let text = case.told("resolve", &words, 1);
    assert!(text.contains("given: weather=monsoon"), "{text}");
    let again = case.told("resolve", &["land-E4631", "attacked-before=yes", "--dice", "4"], 1);
    assert!(again.contains("only once in an offensive"), "{again}");
}

#[test]
fn values_come_from_a_file_too_and_a_typed_one_goes_before_it() {
    let case = Case::of(BUNA);
    let toml = case.file("values.toml", "weather = \"wet\"\nmagic = 2\n\n[land-E4631]\ninclement = true\n");
    let words = ["land-E4631", "weather=monsoon", "--input", &toml, "--dice", "4"];
    let json = case.json("resolve", &words, 1);
    assert_eq!(json["given"]["weather"], "monsoon");
    assert_eq!((&json["given"]["magic"], &json["given"]["inclement"]), (&2.into(), &true.into()));
    let wrong = case.file("wrong.toml", "[land-E4613]\nmagic = 2\n");
    assert!(
        case.refused("resolve", &["land-E4631", "--input", &wrong]).contains("did you mean \"land-E4631\"?")
    );
    let broken = case.file("broken.toml", "magic = 2\nweather = \n");
    assert!(case.refused("chances", &["land-E4631", "--input", &broken]).contains("broken.toml:2"));
}

#[test]
fn values_that_the_battle_does_not_use_or_know_are_refused() {
    let case = Case::of(BUNA);
    for (word, expected) in [
        ("wether=wet", "did you mean `weather`?"),
        ("weather=snow", "expected"),
        ("attack=20", "is known from the units in the save"),
        ("defence-steps=3", "is known from the units in the save"),
        ("admiral=2", "has no use in land-E4631"),
        ("sneak=first", "has no use in land-E4631"),
        ("land-E4631.second-wave=yes", "has no use in land-E4631"),
    ] {
        for command in ["resolve", "chances"] {
            let talk = case.refused(command, &["land-E4631", word]);
            assert!(talk.contains(expected), "{command} {word}: {talk}");
        }
    }
    let other = case.refused("resolve", &["land-E4631", "land-E4632.magic=1"]);
    assert!(other.contains("no battle to be resolved is called \"land-E4632\""), "{other}");
    let twice = case.refused("resolve", &["land-E4631", "monsoon=yes", "weather=wet"]);
    assert!(twice.contains("given twice"), "{twice}");
}

#[test]
fn each_kind_of_attack_takes_only_what_it_uses() {
    // Two Japanese attacks on inland China: no guns, no coast, no neutral, no Soviet armor.
    let inland = Case::of(PAIR);
    for word in
        ["dd=2", "gunnery=9", "coastal-fort=yes", "port=yes", "sneak=first", "date=1944-02", "garrison=no"]
    {
        for command in ["resolve", "chances"] {
            let talk = inland.refused(command, &["land-W4318", word]);
            assert!(talk.contains("has no use in land-W4318"), "{command} {word}: {talk}");
        }
    }
    let coast = Case::of(BUNA);
    coast.json("chances", &["land-E4631", "gunnery=9", "defence-dd=1"], 0);
    coast.refused("chances", &["land-E4631", "attack-zoc=yes"]);
}

#[test]
fn a_battle_keeps_its_id_when_the_other_attack_on_its_hex_is_over() {
    // The beachhead attacks its hex again, and the garrison beside it attacks the beachhead.
    let case = Case::of(
        "game: atpo
date: 1944-02
phase: OL.4
control: JP W3521 W3621
at W3521: jp-inf-2 attack W3621
at W3621 pinned: us-marine-1 attack W3621, us-marine-2 attack W3621
",
    );
    let listed = case.json("battles", &[], 0);
    let ids: Vec<&str> = listed.as_array().unwrap().iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(ids, ["land-W3621", "land-W3621-2"]);
    let json = case.json("resolve", &["--all", "--dice", "1,5", "--policy", BOTH], 0);
    let ids: Vec<&str> = json.as_array().unwrap().iter().filter_map(|row| row["battle"].as_str()).collect();
    assert_eq!(ids, ["land-W3621", "land-W3621-2"]);
    assert_eq!(json[1]["refused"], Value::Null, "{}", json[1]);
}

#[test]
fn an_attack_on_ones_own_hex_begins_no_war_with_oneself() {
    let case = Case::of(
        "game: atpo
date: 1942-02
phase: OL.4
at W4418: jp-inf-2 attack W4417
at W4417: jp-inf-3
",
    );
    let told = case.told("battles", &[], 0);
    assert!(told.contains("refused") && !told.contains("at war"), "{told}");
}

#[test]
fn a_value_against_the_save_is_taken_and_told() {
    let case = Case::of(BUNA);
    let words = ["land-E4631", "terrain=clear", "defence-supply=in", "--dice", "4"];
    let json = case.json("resolve", &words, 1);
    assert_eq!(json["inputs"]["terrain"], "clear");
    assert!(json["notes"].to_string().contains("terrain=clear is given; without it terrain=jungle holds"));
    let labels: Vec<&str> =
        json["steps"].as_array().unwrap().iter().filter_map(|step| step["label"].as_str()).collect();
    assert!(!labels.contains(&"modifier: defender's supply"), "the marks of the units give way: {labels:?}");
    let same = case.json("resolve", &["land-E4631", "terrain=jungle", "--dice", "4"], 1);
    assert!(!same["notes"].to_string().contains("is given; without it"));
}

#[test]
fn of_several_battles_each_takes_its_own_values() {
    let case = Case::of(PAIR);
    let words = ["--all", "land-W4416.drm=2", "inclement=yes", "--dice", "6,6", "--policy", BOTH];
    let json = case.json("resolve", &words, 0);
    assert_eq!(json[0]["battle"], "land-W4318");
    assert_eq!((&json[0]["given"]["drm"], &json[1]["given"]["drm"]), (&Value::Null, &2.into()));
    assert_eq!(
        (&json[0]["given"]["inclement"], &json[1]["given"]["inclement"]),
        (&true.into(), &true.into())
    );
    assert_eq!((&json[0]["dice"], &json[1]["dice"]), (&serde_json::json!([6]), &serde_json::json!([6])));
    case.refused("resolve", &["--all", "admiral=1"]);
    case.refused("resolve", &["--all", "--dice", "6,6,6", "--policy", BOTH]);
}

/// The save with global properties of the module set.
fn with_weather(case: &Case, values: &[(&str, &str)]) {
    let path = PathBuf::from(&case.save);
    let bytes = std::fs::read(&path).unwrap();
    let mut file = SaveFile::read(&bytes, &Limits::default()).unwrap();
    let changes = values.iter().map(|(name, value)| Change::SetGlobal {
        container: "Module".into(),
        name: (*name).into(),
        value: (*value).into(),
    });
    let mut commands = file.commands().unwrap();
    liege::model::change::apply(&mut commands, None, &changes.collect::<Vec<_>>()).unwrap();
    file.set_commands(&commands).unwrap();
    std::fs::write(&path, file.write(super::DAY).unwrap()).unwrap();
}

#[test]
fn the_weather_that_the_module_tells_is_read_in_the_zone_of_the_hex() {
    let case = Case::of(BUNA);
    with_weather(
        &case,
        &[
            ("Weather_Severe", "Fair"),
            ("Weather_Moderate", "Wet"),
            ("Weather_ModerateAir", "strength halved"),
        ],
    );
    let json = case.json("chances", &["land-E4631"], 0);
    let inputs = &json["inputs"];
    assert_eq!((&inputs["weather"], &inputs["zone"]), (&"wet".into(), &"moderate".into()));
    assert_eq!(inputs["inclement"], true);
    let notes = json["notes"].to_string();
    assert!(!notes.contains("not in the save: fair weather") && !notes.contains("inclement"), "{notes}");
    let given = case.json("chances", &["land-E4631", "weather=fair"], 0);
    assert!(given["notes"].to_string().contains("weather=fair is given; without it weather=wet holds"));
}

#[test]
fn a_weather_that_the_month_cannot_have_is_told() {
    let case = Case::of(BUNA);
    with_weather(&case, &[("Weather_Severe", "Monsoon"), ("Weather_Moderate", "Monsoon")]);
    let json = case.json("chances", &["land-E4631"], 0);
    assert_eq!(json["inputs"]["weather"], "monsoon");
    assert!(json["notes"].to_string().contains("allows only fair or wet"), "{json:#}");
}

#[test]
fn chances_take_every_battle_that_resolve_takes() {
    let case = Case::of(BUNA);
    let possible = case.json("battles", &["--possible"], 0);
    for battle in possible.as_array().unwrap() {
        let id = battle["id"].as_str().unwrap();
        case.told("chances", &[id], 0);
        let policy = "attacker=balanced,defender=balanced";
        case.told("resolve", &[id, "--seed", "1", "--possible", "--policy", policy], 0);
    }
    assert!(possible.as_array().unwrap().iter().any(|battle| battle["declared"] == false));
}

#[test]
fn battles_show_odds_and_the_three_likeliest_results_and_each_note_once() {
    let case = Case::of(PAIR);
    let json = case.json("battles", &["--possible"], 0);
    let first = &json[0];
    assert_eq!((&first["id"], &first["declared"]), (&"land-W4318".into(), &true.into()));
    assert_eq!(first["odds"], "4-1");
    assert_eq!(first["chances"].as_array().unwrap().len(), 3);
    assert_eq!(first["chances"][0]["result"], "DE");
    assert_eq!((&first["chances"][0]["weight"], &first["chances"][0]["of"]), (&3.into(), &6.into()));
    let text = case.told("battles", &["--possible"], 0);
    assert!(text.contains("from W4418  (declared)\n    odds 4-1: DE 50.0 %, "), "{text}");
    assert!(text.contains("(possible)"), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("note")).collect();
    let mut texts: Vec<&str> =
        lines.iter().filter_map(|line| line.split_once("): ")).map(|(_, text)| text).collect();
    assert!(texts.len() > 3);
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), lines.len(), "{text}");
}

#[test]
fn one_refused_battle_does_not_keep_the_others_from_being_written() {
    let third = format!("{PAIR}at W4116: jp-inf-7 attack W4117\n");
    let case = Case::of(&third);
    let (log, after) = (case.path("all.vlog"), case.path("after.vsav"));
    let words = [
        "--all",
        "--seed",
        "5",
        "--policy",
        BOTH,
        "--log",
        log.to_str().unwrap(),
        "-o",
        after.to_str().unwrap(),
    ];
    let json = case.json("resolve", &words, 1);
    let results: Vec<(&str, bool)> = json
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["battle"].as_str().unwrap(), row["result"] == "refused"))
        .collect();
    assert_eq!(results, [("land-W4117", true), ("land-W4318", false), ("land-W4416", false)]);
    assert!(log.exists() && after.exists());
    let (position, _) = Position::read(&commands(&after), None);
    assert!(!position.public_notes.contains("W4117") && position.public_notes.contains("W4416"));

    let alone = case.path("alone.vsav");
    let text = case.told("resolve", &["land-W4117", "-o", alone.to_str().unwrap()], 1);
    assert!(text.contains("result: refused") && !alone.exists());
}

#[test]
fn an_attack_on_ones_own_stack_is_refused_and_never_offered() {
    let own = "game: atpo\ndate: 1942-02\nphase: OL.4\nat W4318: jp-inf-9, chit:fortification\n\
               at W4418: jp-inf-2 attack W4318\nat W4417: jp-inf-3\n";
    let case = Case::of(own);
    let json = case.json("battles", &["--possible"], 0);
    assert_eq!(json.as_array().unwrap().len(), 1, "{json:#}");
    assert!(json[0]["refused"][0]["reason"].as_str().unwrap().contains("own side"));
    assert!(case.told("resolve", &["land-W4318", "--dice", "3"], 1).contains("own side"));
    let case = Case::of(&own.replace(" attack W4318", ""));
    assert_eq!(case.json("battles", &["--possible"], 0), serde_json::json!([]));
}

#[test]
fn nations_at_peace_are_offered_no_attack_and_a_declared_one_is_told() {
    let border = "game: atpo\nphase: OL.4\nat W5228: su-sib-12\nat W5227: jp-inf-2, jp-inf-3\n";
    let dated = |date: &str| border.replace("phase", &format!("date: {date}\nphase"));
    let peace = Case::of(&dated("1939-08"));
    assert_eq!(peace.json("battles", &["--possible"], 0), serde_json::json!([]));
    peace.refused("chances", &["land-W5228"]);
    let war = Case::of(&dated("1945-08"));
    assert_eq!(war.json("battles", &["--possible"], 0).as_array().unwrap().len(), 2);
    let declared = Case::of(&dated("1939-08").replace("jp-inf-2,", "jp-inf-2 attack W5228,"));
    let json = declared.json("battles", &[], 0);
    assert!(json[0]["notes"].to_string().contains("are not at war in 1939-08"), "{json:#}");
}

#[test]
fn a_counter_named_in_the_stack_and_as_cargo_is_written_once() {
    let text = "game: atpo\ndate: 1942-08\nphase: OL.4\n\
                at E2720: us-marine-1, us-stp-1, us-marine-2\nat E2720 docked: us-stp-1\n\
                at E2720 aboard us-stp-1: us-marine-1 attack E2720, us-para-503\nat E2720: jp-snlf-kure-3\n";
    let case = Case::of(text);
    let (position, _) = Position::read(&commands(Path::new(&case.save)), None);
    let count = |id: &str| {
        let of = |piece: &&liege::model::position::Piece| {
            piece.markers.get("LiegeId").is_some_and(|found| found == id)
        };
        position.pieces.iter().filter(of).count()
    };
    assert_eq!((count("us-marine-1"), count("us-marine-2"), count("us-para-503")), (1, 1, 1));
    assert_eq!(count("us-stp-1"), 2);
    let level = |name: &str| {
        let marine = position.pieces.iter().find(|piece| piece.true_name.contains("1st Marine")).unwrap();
        marine.layers.iter().find(|layer| layer.name == name).unwrap().level
    };
    assert_eq!(level("Ride"), 2, "it is aboard");
    assert!(level("Attack") > 1, "and keeps what either line says");
}

#[test]
fn points_that_a_raid_costs_are_on_the_chit_of_who_pays() {
    let case = Case::of(
        "game: atpo\ndate: 1942-02\nphase: SW.3\nin \"East Pacific\": jp-ca-tone\nin \"US EP\": us-loss number=4\n",
    );
    let after = case.path("after.vsav");
    let words = ["raid-east-pacific", "--possible", "--phase", "SW.3", "-o", after.to_str().unwrap()];
    let told = case.told("resolve", &words, 0);
    assert!(told.contains("US Strategic Losses go from 4 to 6"), "{told}");
    let (position, _) = Position::read(&commands(&after), Some(&plan().module()));
    let is_losses = |piece: &&liege::model::position::Piece| piece.property("LiegeId") == Some("us-loss");
    let losses = position.pieces.iter().find(is_losses).unwrap();
    assert_eq!(losses.property("Number"), Some("6"));
}

#[test]
fn a_battle_that_wants_a_value_keeps_none_of_the_others_from_the_list() {
    let game = "game: atpo\ndate: 1942-08\nphase: OS.2\ncontrol: JP E4229\n\
        at E4229: chit:small-airbase, chit:fortification\nat E4229: us-bb-washington active bombardment\n\
        at E4525: jp-ca-chokai engage\nat E4525: us-ca-quincy\n";
    let case = Case::of(game);
    let list = told(&["battles", &case.save], 0);
    assert!(list.contains("sea-E4525") && list.contains("no chances: values are missing"), "{list}");
    assert!(list.contains("give target=… (") && list.contains("target: is missing"), "{list}");
}

/// A battle on land, and guns at a hex with two targets, of which none is named.
const UNNAMED: &str = "game: atpo
date: 1942-11
phase: OS.2
control: JP E4229 E4631
at E4229: chit:radar, chit:jp-coastal-fort
at E4229: us-ca-quincy standby bombardment
at E4525: us-ca-vincennes engage
at E4525: jp-dd-5
";

#[test]
fn all_passes_over_a_battle_that_lacks_a_value_and_says_what_remains() {
    let case = Case::of(UNNAMED);
    let after = case.path("after.vsav");
    let policy = "attacker=balanced,defender=balanced";
    let words = ["resolve", &case.save, "--all", "--seed", "2", "--policy", policy];
    let output = liege(&[&words[..], &["-o", after.to_str().unwrap()]].concat());
    let (text, talk) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{text}{talk}");
    assert!(talk.contains("bombard-E4229 is skipped: target: is missing"), "{talk}");
    assert!(talk.contains("1 of 2 battles remains: bombard-E4229"), "{talk}");
    assert!(text.contains("skipped: target: is missing") && after.exists(), "{text}");
    let json = case.json("resolve", &["--all", "--seed", "2", "--policy", policy], 1);
    let refused: Vec<bool> = json.as_array().unwrap().iter().map(|row| row["result"] == "refused").collect();
    assert_eq!(refused, [false, true]);
    // Alone it is a fault of the call, as before; with the value nothing remains.
    case.refused("resolve", &["bombard-E4229", "--seed", "2"]);
    let whole = liege(&[&words[..], &["bombard-E4229.target=radar"]].concat());
    assert_eq!(whole.status.code(), Some(0), "{}", String::from_utf8_lossy(&whole.stderr));
}

/// Ships that are to bombard and those that meet them before.
const MET_BEFORE: &str = "game: atpo
date: 1942-10
phase: OS.2
control: US E4525
at E4525: chit:small-airbase, chit:fortification
at E4525: jp-bb-kongo active bombardment target=\"E4525 airbase\", jp-bb-haruna standby bombardment target=\"E4525 airbase\"
at E4526: us-bb-washington standby intercept target=E4525, us-dd-2 standby intercept target=E4525
";

#[test]
fn all_fights_whoever_meets_ships_before_what_they_came_for() {
    let case = Case::of(MET_BEFORE);
    let policy = "attacker=balanced,defender=balanced";
    let output =
        liege(&["resolve", &case.save, "--all", "--seed", "4", "--policy", policy, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let ids: Vec<&str> =
        json["reports"].as_array().unwrap().iter().map(|report| report["battle"].as_str().unwrap()).collect();
    assert_eq!(ids, ["intercept-E4525", "bombard-E4525-airbase"]);
}

#[test]
fn units_of_which_orders_tell_and_nobody_asks_are_told() {
    let case = Case::of(UNNAMED);
    let orders = case.file("orders.toml", "[attacker.unit.\"Vincennes\"]\ntarget = \"Mutsuki class destroyers\"\nwithdraw = \"no\"\n[attacker.unit.\"Chokai\"]\nscreen = \"yes\"\n");
    let policy = "attacker=balanced,defender=balanced";
    let words = ["resolve", &case.save, "sea-E4525", "--seed", "2", "--policy", policy, "--orders", &orders];
    let output = liege(&words);
    let talk = String::from_utf8(output.stderr).unwrap();
    assert!(talk.contains("Chokai"), "{talk}");
}

#[test]
fn a_depleted_tokyo_express_keeps_one_point_and_the_save_after_it_is_legal() {
    let case = Case::of(
        "game: atpo\ndate: 1942-10\nphase: NA.1\ncontrol: UK W2112\nat W2112: jp-dd-5 enter-port\n\
         at W2112 aboard jp-dd-5: jp-adm-tanaka, jp-snlf-kure-3, jp-inf-3\n",
    );
    let after = case.path("after.vsav");
    let after = after.to_str().unwrap();
    // The mines hit without sinking, and Tanaka lives.
    let policy = ["--policy", "attacker=weakest"];
    let words =
        [&["resolve", &case.save, "mines-W2112", "--dice", "4,4,6", "-o", after], &policy[..]].concat();
    let text = told(&words, 0);
    assert!(text.contains("Mutsuki class destroyers are hit and flipped"), "{text}");
    assert!(text.contains("3rd Kure SNLF is eliminated"), "{text}");
    let checked = String::from_utf8(liege(&["check", after]).stdout).unwrap();
    assert!(!checked.contains("illegal  ATPO-C15") && !checked.contains("wrong-tokyo-express"), "{checked}");
    let facts = told(&["facts", after, "--at", "W2112"], 0);
    assert!(!facts.contains("Kure"), "{facts}");
}
