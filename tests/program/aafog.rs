//! `docs/aafog.md`: its files and calls come to what the page says, from values of one's own to a map of one's own.

use std::path::Path;

use super::{liege, told};

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/aafog.md"));

/// The files of the page below a heading, by their paths in the folder `game`.
fn files(heading: &str) -> Vec<(&'static str, String)> {
    let (_, part) = PAGE.split_once(&format!("\n## {heading}\n")).unwrap();
    let part = part.split_once("\n## ").map_or(part, |(part, _)| part);
    let mut lines = part.lines();
    let mut files = Vec::new();
    while let Some(line) = lines.next() {
        let Some(path) = line.strip_prefix("`game/").and_then(|rest| rest.strip_suffix("`:")) else {
            continue;
        };
        let own = lines.by_ref().skip_while(|line| !line.starts_with("```")).skip(1);
        let text = own.take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        files.push((path, text));
    }
    files
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Builds the module with the folder; what is said, and how it ends.
fn build(folder: &Path) -> (String, Option<i32>) {
    let (module, saves) = (folder.join("fog.vmod"), folder.display().to_string());
    let data = folder.join("game").display().to_string();
    let words = ["build", "aafog", "--data", &data, "-o", module.to_str().unwrap(), "--saves", &saves];
    let output = liege(&words);
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn values_of_ones_own_stand_on_the_counters_and_their_faults_have_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let files = files("An example");
    assert_eq!(
        files.iter().map(|(path, _)| *path).collect::<Vec<_>>(),
        ["counters/aafog/ships.csv", "rules/aafog/base.toml"]
    );
    for (path, text) in &files {
        write(&folder.path().join("game"), path, text);
    }
    let (said, status) = build(folder.path());
    assert_eq!(status, Some(0), "{said}");
    assert!(!said.contains("warning"), "{said}");
    let data = folder.path().join("game").display().to_string();
    let listed = told(&["counters", "aafog", "--data", &data, "--list", "us-sub"], 0);
    assert!(listed.contains("us-sub"), "{listed}");
    let base = files[1].1.replace("between = [\"us\", \"germany\"]", "between = [\"us\", \"german\"]");
    write(&folder.path().join("game"), "rules/aafog/base.toml", &base);
    let (said, status) = build(folder.path());
    let told = "rules/aafog/base.toml:11: unknown power \"german\"; did you mean \"germany\"?";
    assert!(status == Some(2) && said.contains(told), "{said}");
}

#[test]
fn a_map_of_ones_own_takes_the_place_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files("Your own map") {
        write(&folder.path().join("game"), path, &text);
    }
    let ours = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/aafog/module.toml"));
    let (module, _) = ours.split_once("[[scenario]]").unwrap();
    write(&folder.path().join("game"), "maps/aafog/module.toml", module);
    let (said, status) = build(folder.path());
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("with 1 scenario"), "{said}");
    let save = folder.path().join("start.vsav").display().to_string();
    let data = folder.path().join("game").display().to_string();
    let inspected = told(&["inspect", &save, "--side", "umpire", "--data", &data], 0);
    assert!(inspected.contains("13 in 7 stacks"), "{inspected}");
    let checked = told(&["check", &save, "--side", "umpire", "--data", &data], 0);
    assert!(checked.contains("The atoll") && !checked.contains("untold"), "{checked}");
}
