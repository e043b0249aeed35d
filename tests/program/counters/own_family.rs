//! A family of counters that a user's own data add: its columns, its faults, its faces.

use std::path::Path;

use tempfile::TempDir;

use crate::call::Call;

const FAMILY: &str = r#"format = 1

[[family]]
id = "trains"
name = "Trains"
title = "Armored trains"
column = [
  { name = "gauge", words = ["broad", "narrow"] },
  { name = "guns", takes = "rating", back = true },
  { name = "armor", takes = "rating", back = true },
  { name = "speed", takes = "rating" },
  { name = "cars", takes = "number", least = 1, most = 40 },
  { name = "flak", takes = "yes-no" },
]
"#;

const HEADINGS: &str =
    "id,name,label,nation,kind,gauge,guns,back_guns,armor,back_armor,speed,cars,flak,count,source,note\n";
const ROWS: &str = "su-train-1,Baltiets,Baltiets,SU,armored train,broad,6,3,4,2,9,8,yes,1,history,
jp-train-1,Type 94,,JP,infantry,narrow,3,,2,,8,8,no,2,draft,
";

/// A folder for `--data` with the family, its table, and other files.
fn data(family: &str, rows: &str, others: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{HEADINGS}{rows}");
    let files = [("counters/atpo/families.toml", family), ("counters/atpo/trains.csv", &table)];
    for (path, text) in files.into_iter().chain(others.iter().copied()) {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Draws the trains into a folder.
fn drawn(data: &Path) -> TempDir {
    let out = tempfile::tempdir().unwrap();
    let (folder, data) = (out.path().to_str().unwrap(), data.to_str().unwrap());
    let only = ["--only", "su-train-1", "--only", "jp-train-1"];
    let words = ["counters", "atpo", "-o", folder, "--data", data].into_iter().chain(only);
    Call::of(words).succeeds();
    out
}

/// What a command says about data that are wrong.
fn outcry(data: &TempDir) -> String {
    let words = ["counters", "atpo", "--list", "train", "--data", data.path().to_str().unwrap()];
    let output = Call::of(words).output();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    said
}

#[test]
fn a_family_of_ones_own_is_listed_and_drawn_with_both_faces() {
    let data = data(FAMILY, ROWS, &[]);
    let words = ["counters", "atpo", "--list", "trains", "--data", data.path().to_str().unwrap()];
    let output = Call::of(words).output();
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = |id: &str| listed.lines().find(|line| line.starts_with(id)).map(str::to_owned);
    assert!(
        row("su-train-1").is_some_and(|row| row.contains("armored train") && row.contains("trains")),
        "{listed}"
    );
    let out = drawn(data.path());
    let mut names: Vec<String> = std::fs::read_dir(out.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["contact_trains.png", "jp-train-1.png", "su-train-1-back.png", "su-train-1.png"]);
    let picture = |name: &str| image::open(out.path().join(name)).unwrap().to_rgba8();
    assert_ne!(picture("su-train-1.png"), picture("su-train-1-back.png"));
}

#[test]
fn the_cells_of_an_own_family_are_told_with_line_column_and_nearest_word() {
    let rows =
        ROWS.replace("broad,6", "brood,strong").replace("narrow,3,,2,,8,8,no", "narrow,3,,2,,8,80,never");
    let said = outcry(&data(FAMILY, &rows, &[]));
    for told in [
        "counters/atpo/trains.csv:2: column \"gauge\": expected one of broad, narrow, found \"brood\"; did you mean \"broad\"?",
        "counters/atpo/trains.csv:2: column \"guns\": expected a number such as 4, (4) or 1/2, or a capital letter such as X, found \"strong\"",
        "counters/atpo/trains.csv:3: column \"cars\": expected 1 to 40, found 80",
        "counters/atpo/trains.csv:3: column \"flak\": expected yes or no, found \"never\"",
    ] {
        assert!(said.contains(told), "{told:?} is not in\n{said}");
    }
}

#[test]
fn the_list_of_families_is_checked_with_its_lines() {
    let wrong = FAMILY.replace("takes = \"yes-no\"", "takes = \"yes\"");
    let said = outcry(&data(&wrong, ROWS, &[]));
    assert!(said.contains("families.toml:13: unknown variant `yes`, expected one of"), "{said}");
    let wrong = FAMILY.replace("title =", "template = \"plan\"\ntitle =");
    let said = outcry(&data(&wrong, ROWS, &[]));
    let told =
        "counters/atpo/families.toml:3: trains: unknown template \"plan\", expected one of land, air, ship,";
    assert!(said.contains(told) && said.contains("did you mean \"plain\"?"), "{said}");
    let wrong = FAMILY.replace("title =", "slots = { frist = \"guns\", second = \"armour\" }\ntitle =");
    let said = outcry(&data(&wrong, ROWS, &[]));
    let told =
        "counters/atpo/families.toml:3: slots: second: unknown column \"armour\"; did you mean \"armor\"?";
    assert!(said.contains(told), "{said}");
    let wrong = FAMILY.replace("title =", "slots = { frist = \"guns\" }\ntitle =");
    let said = outcry(&data(&wrong, ROWS, &[]));
    assert!(
        said.contains("trains: slots: the template plain has no slot \"frist\", expected one of"),
        "{said}"
    );
    assert!(said.contains("did you mean \"first\"?"), "{said}");
}

#[test]
fn a_table_that_no_family_lists_is_told_with_those_that_there_are() {
    let said = outcry(&data(FAMILY, ROWS, &[("counters/atpo/train.csv", HEADINGS)]));
    assert!(said.contains("counters/atpo/train.csv: unknown table, expected one of land.csv,"), "{said}");
    assert!(said.contains("trains.csv; did you mean \"trains\"?"), "{said}");
    let said = outcry(&data(FAMILY, ROWS, &[("counters/pond/ducks.csv", HEADINGS)]));
    let told = "counters/pond/ducks.csv: unknown table; counters/pond/families.toml would list the counter \
                tables, but is missing";
    assert!(said.contains(told), "{said}");
}

#[test]
fn the_rules_of_a_game_say_which_of_its_columns_they_need() {
    let land = "format = 1\n[[family]]\nid = \"special\"\nremove = true\n[[family]]\nid = \"transport\"\ncolumn = [{ name = \"points\", takes = \"rating\" }, { name = \"movement\", takes = \"rating\" }]\n";
    let folder = data(land, "", &[]);
    std::fs::remove_file(folder.path().join("counters/atpo/trains.csv")).unwrap();
    let said = outcry(&folder);
    assert!(said.contains("families.toml: the rules need a family \"special\""), "{said}");
    let told =
        "families.toml:5: transport: the rules need a column \"points\" that takes a rating on both faces";
    assert!(said.contains(told), "{said}");
}

#[test]
fn a_template_of_ones_own_draws_a_family_and_a_slot_takes_the_column_it_names() {
    let family = FAMILY.replace("title =", "template = \"train\"\nslots = { colour = \"gauge\" }\ntitle =");
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">
<rect width="100" height="100" fill="{{#colour}}#ff00ff{{/colour}}{{^colour}}#00ffff{{/colour}}"/>
<text x="10" y="60" font-size="30">{{guns}} {{cars}}</text></svg>"##;
    let out = drawn(data(&family, ROWS, &[("templates/train.svg", svg)]).path());
    let picture = image::open(out.path().join("su-train-1.png")).unwrap().to_rgba8();
    assert!(picture.pixels().any(|pixel| pixel.0 == [255, 0, 255, 255]));
    let wrong = family.replace("colour", "color");
    let said = outcry(&data(&wrong, ROWS, &[("templates/train.svg", svg)]));
    assert!(said.contains("the template train has no slot \"color\""), "{said}");
    assert!(said.contains("did you mean \"colour\"?"), "{said}");
}
