//! Faults in the data of a game, as a user meets them: file, line, column, what was expected, all at once.

use std::path::Path;

use tempfile::TempDir;

use crate::call::Call;
use crate::tables::text;

/// A folder for `--data` with these files.
fn data(files: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// What a command says about its data; it must write nothing.
fn outcry(command: &str, data: &Path) -> String {
    let out = tempfile::tempdir().unwrap();
    let target = out.path().join("out");
    let arguments = [command, "atpo", "-o", target.to_str().unwrap(), "--data", data.to_str().unwrap()];
    let output = Call::of(arguments).output();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0, "something was written");
    assert!(output.stdout.is_empty());
    said
}

fn counters(files: &[(&str, String)]) -> String {
    outcry("counters", data(files).path())
}

/// One of our files with a line replaced.
fn edited(path: &str, old: &str, new: &str) -> (String, usize) {
    let text = text(path);
    let line = text.lines().position(|line| line.contains(old)).unwrap() + 1;
    (text.replacen(old, new, 1), line)
}

const SPECIAL: &str = "counters/atpo/special.csv";
const HEAD: &str = "id,name,label,nation,kind,strength,movement,count,source,note";

fn special(rows: &str) -> Vec<(&'static str, String)> {
    let kept = text(SPECIAL);
    let kept = kept.lines().skip(1).collect::<Vec<_>>().join("\n");
    vec![(SPECIAL, format!("{HEAD}\n{rows}\n{kept}\n"))]
}

#[test]
fn an_unknown_nation_is_told_with_the_nearest_one() {
    let said = counters(&special("x-partisan,X,X,JPN,partisan,X,1,1,draft,x"));
    let told =
        "counters/atpo/special.csv:2: column \"nation\": unknown nation \"JPN\", expected one of AU, CC,";
    assert!(said.contains(told), "{said}");
    assert!(said.contains("did you mean \"JP\"?"), "{said}");
}

#[test]
fn an_unknown_kind_is_told_with_the_nearest_one() {
    let said = counters(&special("x-partisan,X,X,SU,partizan,X,1,1,draft,x"));
    let told = "special.csv:2: column \"kind\": unknown kind \"partizan\", expected one of partisan, coastwatchers; \
                did you mean \"partisan\"?";
    assert!(said.contains(told), "{said}");
}

#[test]
fn a_hex_off_the_map_is_told() {
    let said = counters(&[("maps/atpo/labels.csv", "hex,kind,name,x,y\nW9901,town,Nowhere,1,1\n".into())]);
    assert!(said.contains("maps/atpo/labels.csv:2: column \"hex\": no sheet prints W9901"), "{said}");
    let scenario = "game: atpo\ndate: 1942-08\nat E9999: jp-inf-2\n";
    let said = counters(&[("oob/atpo/scenarios/guadalcanal.txt", scenario.into())]);
    assert!(said.contains("scenarios/guadalcanal.txt:3: no sheet of the map prints E9999"), "{said}");
}

#[test]
fn an_id_that_another_file_has_is_told_with_both_places() {
    let said = counters(&special("jp-cv-akagi,X,X,SU,partisan,X,1,1,draft,x"));
    let (_, line) = edited("counters/atpo/ships.csv", "jp-cv-akagi,", "");
    let told = format!(
        "counters/atpo/special.csv:2: column \"id\": \"jp-cv-akagi\" is used twice; ids are unique over all \
         families, but counters/atpo/ships.csv:{line} also has it"
    );
    assert!(said.contains(&told), "{said}");
}

#[test]
fn what_is_no_number_is_told() {
    let said = counters(&special("x-partisan,X,X,SU,partisan,strong,1,many,draft,x"));
    assert!(
        said.contains("special.csv:2: column \"count\": expected a whole number, found \"many\""),
        "{said}"
    );
    let told = "special.csv:2: column \"strength\": expected a number such as 4, (4) or 1/2, or a capital letter \
                such as X, found \"strong\"";
    assert!(said.contains(told), "{said}");
    let said = counters(&special("x-partisan,X,X,SU,partisan,X,1,100000,draft,x"));
    assert!(said.contains("special.csv:2: column \"count\": expected 1 to 999, found 100000"), "{said}");
}

#[test]
fn a_wrong_heading_is_told_once() {
    let table = text(SPECIAL).replacen("nation", "natoin", 1);
    let said = counters(&[(SPECIAL, table)]);
    assert!(said.contains("special.csv:1: unknown column \"natoin\"; did you mean \"nation\"?"), "{said}");
    // The column that is missing keeps our values.
    assert_eq!(said.matches("special.csv").count(), 1, "{said}");
}

#[test]
fn a_missing_template_is_told_where_it_is_asked_for() {
    let (nations, line) =
        edited("rules/atpo/nations.toml", "emblem = \"star-disc\"", "emblem = \"star-dics\"");
    let said = counters(&[("rules/atpo/nations.toml", nations)]);
    let told = format!(
        "rules/atpo/nations.toml:{line}: emblem: the template templates/emblems/star-dics.svg is missing; \
         did you mean \"star-disc\"?"
    );
    assert!(said.contains(&told), "{said}");
    let (pack, _) = edited("rules/atpo/pack.toml", "special = [", "special = [\"guerrilla\", ");
    let mut files = special("x-guerrilla,X,X,SU,guerrilla,X,1,1,draft,x");
    files.push(("rules/atpo/pack.toml", pack));
    let said = counters(&files);
    let told = "special.csv:2: column \"kind\": the template templates/symbols/land-guerrilla.svg is missing";
    assert!(said.contains(told), "{said}");
}

#[test]
fn a_template_of_the_users_own_is_drawn() {
    let (pack, _) = edited("rules/atpo/pack.toml", "special = [", "special = [\"guerrilla\", ");
    let mut files = special("x-guerrilla,X,X,SU,guerrilla,X,1,1,draft,x");
    files.push(("rules/atpo/pack.toml", pack));
    let symbol = "<svg viewBox=\"0 0 60 40\"><path d=\"M0 0H60V40Z\" fill=\"#ff00ff\"/></svg>";
    files.push(("templates/symbols/land-guerrilla.svg", symbol.into()));
    let (folder, out) = (data(&files), tempfile::tempdir().unwrap());
    let arguments = [
        "counters",
        "atpo",
        "-o",
        out.path().to_str().unwrap(),
        "--only",
        "x-guerrilla",
        "--data",
        folder.path().to_str().unwrap(),
    ];
    Call::of(arguments).succeeds();
    let picture = image::open(out.path().join("x-guerrilla.png")).unwrap().to_rgba8();
    assert!(picture.pixels().any(|pixel| pixel.0 == [255, 0, 255, 255]));
}

#[test]
fn a_colour_that_is_none_is_told() {
    let (nations, line) = edited("rules/atpo/nations.toml", "accent = \"#b0121b\"", "accent = \"red\"");
    let said = counters(&[("rules/atpo/nations.toml", nations)]);
    let told = format!("nations.toml:{line}: accent: expected a colour such as #a0b1c2, found \"red\"");
    assert!(said.contains(&told), "{said}");
}

#[test]
fn files_that_nobody_would_read_are_told() {
    let said = counters(&[("counters/atpo/ship.csv", HEAD.into())]);
    assert!(said.contains("counters/atpo/ship.csv: unknown table, expected one of land.csv,"), "{said}");
    assert!(said.contains("did you mean \"ships\"?"), "{said}");
    let folder = data(&[]);
    std::fs::create_dir_all(folder.path().join("counters/atpo")).unwrap();
    std::fs::write(folder.path().join(SPECIAL), b"id,name\nx,Z\xfcrich\n").unwrap();
    let said = outcry("counters", folder.path());
    assert!(said.contains("special.csv:2: expected text in UTF-8"), "{said}");
}

#[test]
fn faults_of_all_files_are_told_in_one_run_of_any_command() {
    let (hexes, hex_line) = edited("maps/atpo/hexes.csv", "W4533,", "W9933,");
    let (pack, _) = edited("rules/atpo/pack.toml", "format = 1", "format = 2");
    let mut files = special("x-1,X,X,JPN,partisan,X,1,1,draft,x\nx-1,X,X,SU,partisan,X,1,x,draft,x");
    files.push(("maps/atpo/hexes.csv", hexes));
    files.push(("rules/atpo/pack.toml", pack));
    files.push(("rules/atpo/checks.toml", "format = 1\n[[check]]\nid = 3\n".into()));
    files.push((
        "oob/atpo/scenarios/guadalcanal.txt",
        "game: atpo\ndate: 1942-08\nat W4533: jp-inf-222\n".into(),
    ));
    let folder = data(&files);
    for command in ["counters", "build"] {
        let said = outcry(command, folder.path());
        for told in [
            "counters/atpo/special.csv:2: column \"nation\": unknown nation \"JPN\"",
            "counters/atpo/special.csv:3: column \"count\": expected a whole number, found \"x\"",
            "counters/atpo/special.csv:3: column \"id\": \"x-1\" is used twice",
            &format!("maps/atpo/hexes.csv:{hex_line}: column \"hex\": no sheet prints W9933"),
            "rules/atpo/pack.toml:1: expected format = 1, found 2",
            "rules/atpo/checks.toml:3: invalid type",
            "oob/atpo/scenarios/guadalcanal.txt:3: unknown piece \"jp-inf-222\"",
        ] {
            assert!(said.contains(told), "{command} does not say {told:?} but\n{said}");
        }
    }
}

#[test]
fn a_pack_that_does_not_read_hides_no_other_fault() {
    let mut files = special("x-1,X,X,JPN,partisan,X,1,1,draft,x");
    files.push(("rules/atpo/pack.toml", "format = 1\nnot toml".into()));
    let said = counters(&files);
    assert!(said.contains("rules/atpo/pack.toml:2: "), "{said}");
    assert!(said.contains("special.csv:2: column \"nation\": unknown nation \"JPN\""), "{said}");
}
