//! Several files in one call: each becomes a file of its name, and one that cannot be read does not stop the rest.

use std::path::{Path, PathBuf};

use super::logs::fought;
use super::{liege, told};

/// Two saves with their module beside them, and a file that is none.
fn games(folder: &Path) -> [String; 3] {
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mini");
    std::fs::copy(mini.join("mini.vmod"), folder.join("mini.vmod")).unwrap();
    let names = ["before.vsav", "after.vsav", "broken.vsav"].map(|name| folder.join(name));
    for name in &names[..2] {
        std::fs::copy(mini.join("mini.vsav"), name).unwrap();
    }
    std::fs::write(&names[2], "no save").unwrap();
    names.map(|name| name.to_str().unwrap().to_owned())
}

fn stem(path: &str) -> String {
    Path::new(path).file_stem().unwrap().to_str().unwrap().to_owned()
}

fn listed(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// Calls with both saves and the broken file; the last is told, the others become files of these endings.
fn made(words: &[&str], ending: &str) -> PathBuf {
    let folder = tempfile::tempdir().unwrap();
    let [before, after, broken] = games(folder.path());
    let out = folder.path().join("out");
    let mut call = vec![words[0], &before, &broken, &after, "-o", out.to_str().unwrap()];
    call.extend(&words[1..]);
    let run = liege(&call);
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("broken.vsav"), "{said}");
    let mut expected = [&before, &after].map(|save| format!("{}{ending}", stem(save)));
    expected.sort();
    assert_eq!(listed(&out), expected, "{said}");
    drop(folder.keep());
    out
}

#[test]
fn each_of_several_files_becomes_one_of_its_name() {
    for (words, ending) in [
        (&["convert", "--to", "csv", "--side", "umpire"][..], ".csv"),
        (&["convert", "--to", "plain"][..], ".vsav"),
        (&["unpack"][..], ".vsav"),
        (&["render", "--side", "umpire"][..], ".png"),
    ] {
        let out = made(words, ending);
        for name in listed(&out) {
            let path = out.join(name);
            let bytes = if path.is_dir() { listed(&path).len() } else { std::fs::read(&path).unwrap().len() };
            assert!(bytes > 0, "{}", path.display());
        }
        std::fs::remove_dir_all(out.parent().unwrap()).unwrap();
    }
}

#[test]
fn several_logs_are_told_one_after_the_other_or_as_pages() {
    let folder = tempfile::tempdir().unwrap();
    let [_, log, _] = fought(folder.path());
    let copy = folder.path().join("copy.vlog");
    std::fs::copy(&log, &copy).unwrap();
    let copy = copy.to_str().unwrap();
    let one = told(&["transcript", &log, "--side", "umpire"], 0);
    let both = told(&["transcript", &log, copy, "--side", "umpire"], 0);
    assert!(both.starts_with(&one) && both.len() > 2 * one.len() - 20, "{both}");
    let report = told(&["transcript", &log, copy, "--side", "umpire", "--format", "json"], 0);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["reports"].as_array().unwrap().len(), 2);
    // One that is none has a report that says so, and the other is told.
    let broken = folder.path().join("broken.vlog");
    std::fs::write(&broken, "no log").unwrap();
    let broken = broken.to_str().unwrap();
    let some = told(&["transcript", broken, &log, "--side", "umpire", "--format", "json"], 2);
    let some: serde_json::Value = serde_json::from_str(&some).unwrap();
    assert!(some["reports"][0]["error"].is_string(), "{some}");
    assert_eq!(some["reports"][1]["steps"], report["reports"][0]["steps"]);
    assert!(told(&["transcript", broken, &log, "--side", "umpire"], 2).ends_with(&one));
    let pages = folder.path().join("pages");
    let pages = pages.to_str().unwrap();
    told(&["transcript", &log, copy, "--side", "umpire", "--format", "html", "-o", pages], 0);
    assert_eq!(listed(Path::new(pages)).len(), 2);
}

#[test]
fn several_files_want_a_folder_and_names_that_differ() {
    let folder = tempfile::tempdir().unwrap();
    let [before, after, _] = games(folder.path());
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let twin = inner.join(Path::new(&before).file_name().unwrap());
    std::fs::copy(&before, &twin).unwrap();
    let out = folder.path().join("out");
    let (out, twin) = (out.to_str().unwrap(), twin.to_str().unwrap());
    for (call, why) in [
        (vec!["render", &before, &after, "-o", "map.png"], "expected a folder"),
        (vec!["unpack", &before, twin, "-o", out], "would both become"),
        (vec!["convert", &before, &after, "--to", "xz"], "name a folder with -o"),
        (vec!["unpack", &before, "-", "-o", out], "has no name by which to write"),
    ] {
        let run = liege(&call);
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{call:?}: {said}");
        assert!(!Path::new(out).exists() && !Path::new("map.png").exists());
    }
}
