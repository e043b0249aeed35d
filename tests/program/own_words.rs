//! A game that is data alone has words of its own for what lies in boxes, trays, on counters and beside the map.

use std::path::Path;

use liege::format::Limits;
use liege::format::module_file::ModuleFile;
use tempfile::TempDir;

use super::own_game::{FAMILIES, LAND, MODULE, PACK, SHEETS, pond, refused, with};
use super::told;

/// What a built module says in its build file.
fn module_text(data: &Path) -> String {
    let place = tempfile::tempdir().unwrap();
    let module = place.path().join("pond.vmod").display().to_string();
    told(&with(data, &["build", "pond", "-o", &module]), 0);
    let file = ModuleFile::read(std::fs::read(module).unwrap(), &Limits::default()).unwrap();
    file.build_file.write()
}

const POOLS: &str = r#"
[[pool]]
id = "swallowed"
command = "Feed to the pike"
key = "Ctrl+Y"
of = ["cavalry"]
called = ["belly", "bellies"]
at = { FR = "Old Pike", "*" = "Young Pike" }
joins = true
rule = "6.2"

[[pool]]
id = "spawn"
of = ["infantry"]
at = { "*" = "Spawn" }
"#;

const BELLIES: &str = r#"
[[window]]
name = "Below"
button = "Below"
columns = 3
box_width = 400
box_height = 206
boxes = ["Old Pike", "Young Pike", "Spawn"]
"#;

fn with_pools(pools: &str, others: &[(&str, &str)]) -> TempDir {
    let (pack, module) = (format!("{PACK}{pools}"), format!("{MODULE}{BELLIES}"));
    let own = [("rules/pond/pack.toml", pack.as_str()), ("maps/pond/module.toml", module.as_str())];
    pond(&own.into_iter().chain(others.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn boxes_of_removed_pieces_are_rows_with_a_command_a_key_and_owners() {
    let text = module_text(with_pools(POOLS, &[]).path());
    for (command, place) in [
        ("sendto;Feed to the pike;89,130;Below;", "$SwallowedX$;$SwallowedY$;;Z;Old Pike;"),
        ("sendto;Feed to the pike;89,130;Below;", "$SwallowedX$;$SwallowedY$;;Z;Young Pike;"),
        ("sendto;Send to spawn;", "$SpawnX$;$SpawnY$;;Z;Spawn;"),
    ] {
        let found = text.lines().any(|line| line.contains(command) && line.contains(place));
        assert!(found, "{command} … {place}");
    }
    // Hidden or not, all are told that it went.
    assert!(text.contains(r#"(menuCommand.startsWith("Send")||menuCommand=="Feed to the pike")"#));
    assert!(!text.contains("force pool"));
    let slot = |name: &str| {
        let line = text.lines().find(|line| line.contains(&format!("entryName=\"{name}\"")));
        line.unwrap_or_else(|| panic!("no piece {name}")).to_owned()
    };
    assert!(slot("Tadpole").contains("To Old Pike") && !slot("Tadpole").contains("To Spawn"));
    assert!(slot("Duckling").contains("To Young Pike"));
    assert!(slot("King Frog").contains("To Spawn") && !slot("King Frog").contains("Pike"));
}

#[test]
fn the_order_of_battle_speaks_of_a_games_own_pools() {
    let schedule = "id,turn,kind,count,place,nation,available,source,note\n\
                    fr-king,1900-summer,start,2,P0100,FR,,rules,\n\
                    fr-tadpole,1900-autumn,swallowed,4,,FR,,rules,\n\
                    du-drake,1900-summer,start,1,P0201,DU,,rules,\n\
                    du-duckling,1900-summer,start,4,P0201,DU,,rules,\n";
    let data = with_pools(POOLS, &[("oob/pond/schedule.csv", schedule)]);
    let turn = ["oob", "pond", "arrivals", "--turn", "1900-autumn"];
    let text = told(&with(data.path(), &turn), 0);
    assert!(text.starts_with("autumn 1900 join the bellies:\n  4 x Tadpole"), "{text}");
    let json = told(&with(data.path(), &[&turn[..], &["--format", "json"]].concat()), 0);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["reports"][0]["swallowed"][0]["kind"], "swallowed", "{json}");
    assert!(json["reports"][0].get("spawn").is_none(), "nothing joins it: {json}");

    let wrong = schedule.replace("swallowed", "swalowed");
    let talk = refused(with_pools(POOLS, &[("oob/pond/schedule.csv", &wrong)]).path(), &turn);
    let words = "schedule.csv:3: column \"kind\": expected one of start, arrival, swallowed, remove, cbr, \
                 found \"swalowed\"; did you mean \"swallowed\"?";
    assert!(talk.contains(words), "{talk}");
}

#[test]
fn pools_that_a_module_could_not_tell_apart_are_refused_with_their_line() {
    let list = ["counters", "pond", "--list"];
    let told = |from: &str, to: &str| refused(with_pools(&POOLS.replace(from, to), &[]).path(), &list);
    let talk = told("\"*\" = \"Spawn\"", "\"*\" = \"Old Pike\"");
    assert!(talk.contains("the box \"Old Pike\" is in two pools; only one is allowed"), "{talk}");
    let talk = told("\"*\" = \"Spawn\"", "\"*\" = \"Spown\"");
    assert!(talk.contains("unknown box \"Spown\"; did you mean \"Spawn\"?"), "{talk}");
    let talk = told("id = \"spawn\"", "id = \"spawn\"\nkey = \"Ctrl+Y\"");
    assert!(talk.contains("pack.toml:18: two pools have this key"), "{talk}");
}

const RAFTS: &str = r#"
[pieces.tray]
pattern = '^Raft (\d+)$'
chit = "raft"
window = "RaftWindow"
to = ["land"]
gathers = "Riders"
alone = ["cavalry"]
called = "log raft"
verb = "Floats"
open = { menu = "Look aboard", key = "Ctrl+U" }
gather = { menu = "Call the riders", key = "Ctrl+L" }

[[pieces.prototype]]
name = "Animal"
of = ["land"]
trail = true

[[pieces.prototype]]
name = "Raft"
of = ["chits"]

[[pieces.stratum]]
layer = "Water"
of = ["land", "chits"]
units = true

[[pieces.sum]]
property = "Riders"
called = "riders"
of = ["land"]
"#;

const RAFT_WINDOW: &str = r#"
[[window]]
name = "Rafts"
button = "Rafts"
side = "Frogs"
nations = ["FR"]
columns = 2
box_width = 500
box_height = 370
trays = [1, 2]
tray = "Raft"
"#;

/// Chits of which one has a drawing of the game's own and one its colours.
const CHITS: &str = r##"
[[family]]
id = "chits"
chits = true
sign = [
  { of = { kind = ["raft"] }, template = "raft" },
  { of = { kind = ["mud"] }, colours = ["#6b4a2b", "#ffffff"] },
]
"##;

const CHIT_ROWS: &str = "id,name,label,back_id,nation,kind,count,source,note
fr-raft-1,First raft,Raft 1,,FR,raft,1,rules,
fr-raft-2,Second raft,Raft 2,,FR,raft,1,rules,
mud,Mud,MUD,,,mud,4,rules,
";

const RAFT: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#123456"/><text x="50" y="60">{{label}}</text></svg>"##;

const AT_SEA: &str = r#"format = 1

[[check]]
id = "POND-2"
name = "king-on-the-water"
rule = "4"
kind = "where"
pieces = "kind=infantry"
never = "kind=sea"
"#;

/// The pond with rafts; some of its texts written otherwise.
fn with_rafts(others: &[(&str, &str)]) -> TempDir {
    let pack = format!("{PACK}{RAFTS}");
    let module = MODULE.replace("name = \"Pond\"", "name = \"Pond\"\nlayers = [\"Water\"]") + RAFT_WINDOW;
    let families = format!("{FAMILIES}{CHITS}");
    let start = "game: pond\ntitle: Spring\nat P0102: fr-raft-1\ntray fr-raft-1: fr-king\n";
    let own = [
        ("rules/pond/pack.toml", pack.as_str()),
        ("rules/pond/checks.toml", AT_SEA),
        ("maps/pond/module.toml", &module),
        ("counters/pond/families.toml", &families),
        ("counters/pond/land.csv", LAND),
        ("counters/pond/chits.csv", CHIT_ROWS),
        ("templates/raft.svg", RAFT),
        ("oob/pond/schedule.csv", ""),
        ("oob/pond/scenarios/start.txt", start),
    ];
    pond(&own.into_iter().chain(others.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn a_tray_and_its_chit_are_called_as_the_game_says() {
    let data = with_rafts(&[]);
    let text = module_text(data.path());
    for part in [
        "macro;Open tray;Look aboard;85,130;",
        "macro;Gather riders;Call the riders;76,130;",
        "globalkey;Detach from log raft;75,130;",
        "The window that a log raft is gathered into",
        "LogRaftTray",
        "name=\"Floats\"",
        "FloatsWith",
        "Kind != \"cavalry\"",
        "menuCommand.startsWith(\"Call\")",
    ] {
        assert!(text.contains(part), "{part}");
    }
    for word in ["task force", "TaskForce", "Ships", "ships", "Sails"] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn what_lies_in_a_tray_is_where_its_chit_is() {
    let (data, place) = (with_rafts(&[]), tempfile::tempdir().unwrap());
    let path = |name: &str| place.path().join(name).display().to_string();
    told(&with(data.path(), &["build", "pond", "-o", &path("pond.vmod"), "--saves", &path("saves")]), 0);
    let found = told(&with(data.path(), &["check", &path("saves/start.vsav"), "--side", "Frogs"]), 1);
    assert!(found.contains("king-on-the-water") && found.contains("P0102"), "{found}");
    let wrong = "game: pond\nat P0102: fr-raft-1\ntray 1x: fr-king\n";
    let data = with_rafts(&[("oob/pond/scenarios/start.txt", wrong)]);
    let talk = refused(data.path(), &["counters", "pond", "--list"]);
    assert!(
        talk.contains("expected the number of a tray or the id of its raft chit, found \"1x\""),
        "{talk}"
    );
}

/// How many pixels of a picture have a colour.
fn pixels(path: &Path, colour: [u8; 3]) -> usize {
    let picture = image::open(path).unwrap().to_rgb8();
    picture.pixels().filter(|pixel| pixel.0 == colour).count()
}

#[test]
fn a_chit_has_the_drawing_and_the_colours_of_its_sign() {
    let (data, place) = (with_rafts(&[]), tempfile::tempdir().unwrap());
    told(&with(data.path(), &["counters", "pond", "-o", place.path().to_str().unwrap()]), 0);
    let seen = |name: &str, colour| pixels(&place.path().join(format!("{name}.png")), colour);
    assert!(seen("fr-raft-1", [0x12, 0x34, 0x56]) > 1000);
    assert!(seen("mud", [0x6b, 0x4a, 0x2b]) > 1000);
}

#[test]
fn signs_that_cannot_be_meant_are_refused_and_those_nobody_has_are_told() {
    let list = ["counters", "pond", "--list"];
    let families = |from: &str, to: &str| format!("{FAMILIES}{}", CHITS.replace(from, to));
    let told = |from: &str, to: &str| {
        refused(with_rafts(&[("counters/pond/families.toml", &families(from, to))]).path(), &list)
    };
    let talk = told("template = \"raft\"", "template = \"rafft\"");
    assert!(talk.contains("families.toml:14: chits: unknown template \"rafft\""), "{talk}");
    assert!(!talk.contains("chits.csv"), "told once, not for each counter: {talk}");
    let talk = told("#ffffff", "#6b4a2c");
    assert!(talk.contains("chits: sign: colours: #6b4a2c on #6b4a2b has a contrast of 1.0 to 1"), "{talk}");
    let talk = told("of = { kind = [\"mud\"]", "of = { kynd = [\"mud\"]");
    assert!(talk.contains("sign: of: unknown column \"kynd\"; did you mean \"kind\"?"), "{talk}");
    let idle = with_rafts(&[("counters/pond/families.toml", &families("[\"mud\"]", "[\"moss\"]"))]);
    let output = super::liege(&with(idle.path(), &list));
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{talk}");
    assert!(talk.contains("families.toml:14: chits: no counter has the sign of kind moss"), "{talk}");
}

const LEGEND: &str = r#"format = 1

[hexes]
kinds = ["land", "coastal", "sea"]

[draw.hexes]
kind = { coastal = "coast" }

[legend]
lines = ["The pond"]
scale = { hexes = 3, text = "9 ells" }

[[legend.part]]
title = "Shores"
entry = [
  { signs = ["coast"], text = "Reeds" },
  { signs = ["town", "fort"], text = "Den" },
  { sample = "W 3", text = "Depth" },
]
"#;

/// The picture of the pond, with a margin of nine hexes and this text of `places.toml`.
fn board(places: &str) -> image::RgbImage {
    let sheets = SHEETS
        .replace("left = -1\n", "left = -10\nmargin = 9\n")
        .replace("width_px = 600", "width_px = 1680")
        .replace("bottom = 0", "bottom = -6")
        .replace("height_px = 416", "height_px = 1136");
    let data = pond(&[("maps/pond/places.toml", places), ("maps/pond/sheets.toml", &sheets)]);
    let place = tempfile::tempdir().unwrap();
    let (module, folder) = (place.path().join("pond.vmod"), place.path().join("pond"));
    let (module, folder) = (module.to_str().unwrap(), folder.to_str().unwrap());
    told(&with(data.path(), &["build", "pond", "-o", module]), 0);
    told(&["unpack", module, "-o", folder], 0);
    let images =
        std::fs::read_dir(Path::new(folder).join("images")).unwrap().map(|file| file.unwrap().path());
    let mut boards = images.filter_map(|path| Some(image::open(path).ok()?.to_rgb8()));
    boards.find(|picture| picture.width() == 1680).unwrap()
}

/// The columns in which two pictures differ.
fn differing(a: &image::RgbImage, b: &image::RgbImage) -> Vec<u32> {
    assert_eq!(a.dimensions(), b.dimensions());
    (0..a.width()).filter(|x| (0..a.height()).any(|y| a.get_pixel(*x, y) != b.get_pixel(*x, y))).collect()
}

#[test]
fn the_margin_of_a_map_explains_what_the_game_says_it_does() {
    let plain = board(LEGEND);
    for (from, to) in [("The pond", "The ponds"), ("scale = { hexes = 3, text = \"9 ells\" }\n", "")] {
        let other = differing(&plain, &board(&LEGEND.replace(from, to)));
        assert!(!other.is_empty() && other.iter().all(|x| *x < 9 * 120), "{from}: {other:?}");
    }
    let data = pond(&[("maps/pond/places.toml", &LEGEND.replace("[\"coast\"]", "[\"reeds\"]"))]);
    let place = tempfile::tempdir().unwrap();
    let module = place.path().join("pond.vmod").display().to_string();
    let talk = refused(data.path(), &["build", "pond", "-o", &module]);
    assert!(talk.contains("unknown sign \"reeds\", expected one of clear, "), "{talk}");
    assert!(!place.path().join("pond.vmod").exists());
}
