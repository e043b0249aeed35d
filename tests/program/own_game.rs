//! A game that is data alone: a folder for `--data` with a map of six hexes, two sides, four counters and one limit.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::{liege, told};

const NATIONS: &str = r##"format = 1

[[nation]]
code = "FR"
name = "Frogs"
side = "frogs"
background = "#cfe8c0"
text = "#102010"
accent = "#7a1010"
emblem = "star"

[[nation]]
code = "DU"
name = "Ducks"
side = "ducks"
background = "#f4e3a1"
text = "#201800"
accent = "#5a2408"
emblem = "canton"
"##;

const CHECKS: &str = r#"format = 1

[[check]]
id = "POND-1"
name = "too-many-tadpoles"
rule = "3"
kind = "count"
pieces = "kind=cavalry"
called = "tadpole"
most = 2
"#;

pub(super) const LAND: &str = "id,name,label,nation,kind,size,strength,movement,back_strength,back_movement,steps,zoc,traits,count,source,note
fr-king,King Frog,King,FR,infantry,x,4,2,2,2,2,no,,2,rules,
fr-tadpole,Tadpole,,FR,cavalry,iii,1,3,,,1,no,,4,rules,
du-drake,Drake,Drake,DU,infantry,x,5,2,3,2,2,no,,1,rules,
du-duckling,Duckling,,DU,cavalry,iii,1,4,,,1,no,,4,rules,
";

pub(super) const FAMILIES: &str = r#"format = 1

[[family]]
id = "land"
name = "Animals"
column = [
  { name = "size" },
  { name = "strength", takes = "rating", back = true },
  { name = "movement", takes = "rating", back = true },
  { name = "steps", takes = "number", least = 1, most = 2 },
  { name = "zoc", takes = "yes-no" },
]
"#;

pub(super) const MODULE: &str = r#"format = 1
name = "Pond"

[[side]]
name = "Frogs"
alliance = "frogs"

[[side]]
name = "Ducks"
alliance = "ducks"
"#;

pub(super) const SHEETS: &str = r#"format = 1
hex_width = 120

[[sheet]]
letter = "P"
name = "Pond"
first_row = 1
last_row = 2
rows = "north"
first_column = 0
last_column = 2
columns = "east"
row_offset = 0
column_offset = 0
left = -1
right = 4
bottom = 0
top = 3.4641
width_px = 600
height_px = 416
"#;

const HEXES: &str = "hex,kind,source,note
P0100,land,rules,
P0101,coastal,rules,
P0102,sea,rules,
P0200,sea,rules,
P0201,land,rules,the nest
P0202,land,rules,
";

const SCHEDULE: &str = "id,turn,kind,count,place,nation,available,source,note
fr-king,1900-summer,start,2,P0100,FR,,rules,
fr-tadpole,1900-summer,start,4,P0100,FR,,rules,
du-drake,1900-summer,start,1,P0201,DU,,rules,
du-duckling,1900-autumn,arrival,4,,DU,,rules,
";

pub(super) const PACK: &str = "format = 1\ntitle = \"The pond\"\n\n[pieces]\nmarker = \"LiegeId\"\n";
const START: &str = "game: pond\ntitle: Spring\nat P0100: fr-king, 3 x fr-tadpole\nat P0201: du-drake\n";

/// The folder of the game with some files written otherwise; an empty text leaves the file out.
pub(super) fn pond(others: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("rules/pond/pack.toml", PACK),
        ("rules/pond/nations.toml", NATIONS),
        ("counters/pond/families.toml", FAMILIES),
        ("rules/pond/checks.toml", CHECKS),
        ("counters/pond/land.csv", LAND),
        ("maps/pond/module.toml", MODULE),
        ("maps/pond/sheets.toml", SHEETS),
        ("maps/pond/hexes.csv", HEXES),
        ("oob/pond/schedule.csv", SCHEDULE),
        ("oob/pond/scenarios/start.txt", START),
    ];
    for (path, text) in files.into_iter().chain(others.iter().copied()) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        if text.is_empty() {
            std::fs::remove_file(path).unwrap();
        }
    }
    folder
}

/// The words with the folder.
pub(super) fn with<'w>(data: &'w Path, words: &[&'w str]) -> Vec<&'w str> {
    words.iter().copied().chain(["--data", data.to_str().unwrap()]).collect()
}

/// What a command says on standard error when it cannot do its work.
pub(super) fn refused(data: &Path, words: &[&str]) -> String {
    let output = liege(&with(data, words));
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {talk}");
    talk
}

#[test]
fn every_command_works_for_a_game_that_is_data_alone() {
    let (data, place) = (pond(&[]), tempfile::tempdir().unwrap());
    let path = |name: &str| place.path().join(name).display().to_string();
    let (module, saves, save) = (path("pond.vmod"), path("saves"), path("saves/start.vsav"));
    let run = |words: &[&str], status: i32| told(&with(data.path(), words), status);
    run(&["build", "pond", "-o", &module, "--saves", &saves], 0);

    let found = run(&["check", &save, "--module", &module, "--format", "json"], 1);
    let found: Value = serde_json::from_str(&found).unwrap();
    let finding = &found["reports"][0]["findings"][0];
    assert_eq!((&finding["id"], &found["reports"][0]["game"]), (&"POND-1".into(), &"pond".into()), "{found}");
    assert_eq!(finding["message"], "3 tadpoles in play; at most 2 may be");
    let by_option = run(&["check", &save, "--game", "Pond"], 1);
    assert!(by_option.contains("\nPond, \"Spring\""), "{by_option}");

    let listed = run(&["explain", "--list", "pond"], 0);
    assert!(listed.contains("too-many-tadpoles") && !listed.contains("not checked"), "{listed}");
    assert!(run(&["explain", "POND-1"], 0).contains("more than 2"));
    assert_eq!(run(&["run", "pond"], 0), "pond has no procedures.\n");
    let (counters, picture) = (path("counters"), path("start.png"));
    run(&["counters", "pond", "-o", &counters], 0);
    assert!(Path::new(&counters).join("fr-king-back.png").is_file());
    let listed = run(&["counters", "pond", "--list", "duck"], 0);
    assert_eq!(listed.lines().count(), 2, "{listed}");
    run(&["oob", "pond", "check"], 0);
    assert!(run(&["oob", "pond", "arrivals", "--turn", "1900-autumn"], 0).contains("Duckling"));
    run(&["render", &save, "--module", &module, "-o", &picture], 0);
    assert!(std::fs::metadata(&picture).unwrap().len() > 1000);

    let copy = path("copy");
    run(&["data", "export", "pond", "-o", &copy], 0);
    let (mine, theirs) =
        (data.path().join("rules/pond/checks.toml"), Path::new(&copy).join("rules/pond/checks.toml"));
    assert_eq!(std::fs::read(mine).unwrap(), std::fs::read(theirs).unwrap());
    assert!(!Path::new(&copy).join("replace.txt").exists(), "nothing of ours lies below it");
}

#[test]
fn a_choice_that_only_a_row_reads_is_read_and_may_be_set() {
    let choices = "format = 1\n[[choice]]\nid = \"V1\"\nkey = \"crowds\"\ntopic = \"Crowds\"\ndefault = \"few\"\nwhy = \"ours\"\n\
                   options = [{ value = \"few\", lines = \"1\", meaning = \"two\" }, { value = \"many\", lines = \"1\", meaning = \"any\" }]\n";
    let rows = format!("{CHECKS}choices = {{ crowds = \"few\" }}\n");
    let data = pond(&[("rules/pond/choices.toml", choices), ("rules/pond/checks.toml", &rows)]);
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).display().to_string();
    let (module, saves, save) = (path("pond.vmod"), path("saves"), path("saves/start.vsav"));
    told(&with(data.path(), &["build", "pond", "-o", &module, "--saves", &saves]), 0);
    for (choice, status) in [("crowds=few", 1), ("crowds=many", 0)] {
        let output = liege(&with(data.path(), &["check", &save, "--module", &module, "--choice", choice]));
        let talk = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), talk.contains("warning: ")), (Some(status), false), "{talk}");
    }
}

#[test]
fn faults_of_an_own_game_are_told_with_line_and_nearest_word() {
    let wrong = LAND.replace("fr-tadpole,Tadpole,,FR,", "fr-tadpole,Tadpole,,FX,");
    let talk = refused(pond(&[("counters/pond/land.csv", &wrong)]).path(), &["explain", "--list", "pond"]);
    assert!(talk.contains("counters/pond/land.csv:3: column \"nation\": unknown nation \"FX\""), "{talk}");
    let wrong = CHECKS.replace("cavalry", "cavalri");
    let talk = refused(pond(&[("rules/pond/checks.toml", &wrong)]).path(), &["explain", "--list", "pond"]);
    let told = "rules/pond/checks.toml:8: check POND-1: unknown kind \"cavalri\"; did you mean \"cavalry\"?";
    assert!(talk.contains(told), "{talk}");
    let talk = refused(pond(&[("rules/pond/check.toml", CHECKS)]).path(), &["explain", "--list", "pond"]);
    let told = "rules/pond/check.toml: unexpected file: no part of a game has this name; did you mean \"rules/pond/checks.toml\"?";
    assert!(talk.contains(told), "{talk}");
    let talk =
        refused(pond(&[("rules/pond/checks/POND-2.md", "# x")]).path(), &["explain", "--list", "pond"]);
    assert!(
        talk.contains("rules/pond/checks/POND-2.md: unexpected file: no part of a game has this name"),
        "{talk}"
    );
}

#[test]
fn a_folder_of_a_game_without_a_pack_says_what_is_missing() {
    let talk = refused(pond(&[("rules/pond/pack.toml", "")]).path(), &["counters", "pond", "--list"]);
    assert!(talk.contains("rules/pond/pack.toml: no such file; a game of your own needs it"), "{talk}");
    assert_eq!(talk.matches("pond").count(), talk.matches("pack.toml").count() + 1, "told once: {talk}");
    let talk = refused(pond(&[("rules/Big_Pond/pack.toml", PACK)]).path(), &["counters", "pond", "--list"]);
    assert!(talk.contains("Big_Pond: expected a name of a game in small letters"), "{talk}");
    let talk = refused(pond(&[]).path(), &["counters", "pnd", "--list"]);
    assert!(talk.contains("unknown game \"pnd\"; did you mean \"pond\"?"), "{talk}");
}

#[test]
fn an_exported_game_has_its_own_drawings() {
    let drawn = FAMILIES.replace("name = \"Animals\"", "name = \"Animals\"\ntemplate = \"leaf\"");
    let leaf = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/land.svg")).unwrap();
    let data = pond(&[("counters/pond/families.toml", &drawn), ("templates/leaf.svg", &leaf)]);
    let place = tempfile::tempdir().unwrap();
    for (name, more) in [("plain", &[][..]), ("all", &["--templates"][..])] {
        let copy = place.path().join(name);
        let module = place.path().join(format!("{name}.vmod"));
        told(
            &with(data.path(), &[&["data", "export", "pond", "-o", copy.to_str().unwrap()], more].concat()),
            0,
        );
        assert_eq!(std::fs::read_to_string(copy.join("templates/leaf.svg")).unwrap(), leaf);
        assert_eq!(copy.join("templates/air.svg").exists(), name == "all");
        told(&with(&copy, &["build", "pond", "-o", module.to_str().unwrap()]), 0);
    }
}

#[cfg(unix)]
#[test]
fn a_link_in_the_folder_is_refused() {
    let data = pond(&[]);
    let table = data.path().join("counters/pond/land.csv");
    std::os::unix::fs::symlink(&table, data.path().join("counters/pond/air.csv")).unwrap();
    let talk = refused(data.path(), &["counters", "pond", "--list"]);
    assert!(talk.contains("counters/pond/air.csv: is a link, expected a file"), "{talk}");
}

#[test]
fn a_folder_with_more_bytes_than_allowed_is_refused() {
    let talk = refused(pond(&[]).path(), &["counters", "pond", "--list", "--max-size", "1K"]);
    assert!(talk.contains("holds more than 1024 bytes"), "{talk}");
}

#[test]
fn a_short_id_that_two_games_have_is_asked_back() {
    let data = pond(&[("rules/pond/checks.toml", &CHECKS.replace("POND-1", "POND-S01"))]);
    let talk = refused(data.path(), &["explain", "S01"]);
    assert!(talk.contains("\"S01\" means ATPO-S01 and POND-S01"), "{talk}");
    assert!(told(&with(data.path(), &["explain", "pond-s01"]), 0).contains("too-many-tadpoles"));
}

#[test]
fn an_open_point_of_a_game_without_checks_is_called_by_the_game() {
    let gaps = "id,kind,what,lines,reading\nG901,undefined,Whether ducks fly,,They do\n";
    let data = pond(&[("rules/pond/gaps.csv", gaps), ("rules/pond/checks.toml", "format = 1\n")]);
    let page = told(&with(data.path(), &["explain", "G901"]), 0);
    assert!(page.starts_with("# POND-G901 An open point"), "{page}");
}

#[test]
fn a_row_of_both_tables_of_checks_is_explained_as_checked() {
    let row = "id,name,rule,severity,demand\nPOND-1,too-many-tadpoles,3,illegal,Two tadpoles are enough.\n";
    let checks = CHECKS.replace("name = \"too-many-tadpoles\"\nrule = \"3\"\n", "");
    let data = pond(&[("rules/pond/checks.csv", row), ("rules/pond/checks.toml", &checks)]);
    let page = told(&with(data.path(), &["explain", "POND-1"]), 0);
    assert!(page.contains("more than 2") && !page.contains("Not implemented"), "{page}");
    assert!(!told(&with(data.path(), &["explain", "--list", "pond"]), 0).contains("not checked"));
}

const PROCEDURES: &str = r#"format = 1

[[roll]]
id = "POND-R1"
name = "leap"
rule = "5"
title = "whether a frog leaps the ditch"
dice = "1d6"

[[roll.about]]
text = "{frog}"

[[roll.key]]
name = "frog"
kind = "text"
help = "its name"
needed = true

[[roll.key]]
name = "wet"
kind = "yes-no"
help = "it is wet"

[[roll.refusal]]
when = "contains(frog=duck)"
reason = "{frog} is no frog"

[[roll.modifier]]
label = "modifier: wet"
when = "wet"
add = -1

[[roll.band]]
to = 2
result = "falls"
effects = [{ does = "reduce" }]

[[roll.band]]
from = 3
result = "leaps"

[[roll]]
id = "POND-R2"
name = "weather"
rule = "6"
title = "the weather"
dice = "2d6"
table = { file = "weather.csv" }
"#;

const WEATHER: &str = "from,to,result\n,5,rain\n6,,sun\n";

#[test]
fn its_rolls_are_played_counted_out_and_explained() {
    let rows = [("rules/pond/procedures.toml", PROCEDURES), ("rules/pond/weather.csv", WEATHER)];
    let folder = pond(&rows);
    let data = folder.path();
    let json = |words: &[&str], status: i32| -> Value {
        let words = [words, &["--format", "json"]].concat();
        serde_json::from_str(&told(&with(data, &words), status)).unwrap()
    };
    let leap = json(&["run", "pond", "leap", "frog=King", "wet=yes", "--dice", "3"], 0);
    assert_eq!(
        (leap["result"].as_str(), leap["changes"][0]["subject"].as_str()),
        (Some("falls"), Some("King"))
    );
    assert_eq!(json(&["run", "pond", "leap", "frog=a duck"], 1)["result"], "refused");
    assert_eq!(json(&["run", "pond", "POND-R2", "--dice", "2,3"], 0)["result"], "rain");
    let weather = json(&["chances", "pond", "weather"], 0);
    assert_eq!((&weather["results"][0]["weight"], &weather["results"][0]["of"]), (&13.into(), &18.into()));
    assert_eq!(json(&["run", "pond"], 0)["procedures"][0]["about"], "whether a frog leaps the ditch");
    let page = told(&with(data, &["explain", "POND-R1"]), 0);
    assert!(page.starts_with("# POND-R1: whether a frog leaps the ditch"), "{page}");
    let wrong = PROCEDURES.replace("add = -1", "ad = -1");
    let folder = pond(&[("rules/pond/procedures.toml", &wrong), rows[1]]);
    let refused = refused(folder.path(), &["run", "pond", "leap", "frog=King"]);
    assert!(refused.contains("rules/pond/procedures.toml:31: unknown field `ad`"), "{refused}");
    assert!(refused.contains("did you mean \"add\"?"), "{refused}");
    assert!(!refused.contains("weather.csv"), "a table that the broken rows name is not strange: {refused}");
}

#[test]
fn a_roll_of_the_program_is_replaced_by_the_row_with_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules/atpo/procedures.toml");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let ours =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/procedures.toml")).unwrap();
    std::fs::write(&path, ours.replace("add = -2", "add = -5")).unwrap();
    let words = ["run", "atpo", "R41", "general=Yamashita", "--dice", "6"];
    assert!(told(&words, 0).contains("result: force pool"));
    assert!(told(&with(folder.path(), &words), 0).contains("result: out of the game"));
    let battle = [
        "run",
        "atpo",
        "R39",
        "attack=us-1:6/2,us-2:6/2",
        "defence=jp-1:1/1,Yamashita:1 general JP",
        "--dice",
        "6,6",
        "--policy",
        "attacker=hold",
    ];
    assert!(told(&battle, 0).contains("force pool"));
    assert!(
        told(&with(folder.path(), &battle), 0).contains("out of the game"),
        "a battle rolls by the same row"
    );
}
