//! Several files in one call: each becomes a file of its name, and one that cannot be read does not stop the rest.

use std::path::{Path, PathBuf};

use liege::format::Limits;
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;

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

/// Adds a step to a log, in which Anna rolls.
fn add_roll(log: &str) {
    let mut save = SaveFile::read(std::fs::read(log).unwrap(), &Limits::default()).unwrap();
    let mut commands = save.commands().unwrap();
    let roll = Leaf::Chat("** 2d6 = 3,5 *** &lt;Anna&gt;".to_owned()).encode().unwrap();
    let step = Leaf::Log(Box::new(Command::leaf(roll))).encode().unwrap();
    commands.children_mut().push(Command::leaf(step));
    save.set_commands(&commands).unwrap();
    std::fs::write(log, save.write(Timestamp(0)).unwrap()).unwrap();
}

#[test]
fn several_logs_become_one_file_where_its_name_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let [_, log, _] = fought(folder.path());
    add_roll(&log);
    let copy = folder.path().join("copy.vlog");
    std::fs::copy(&log, &copy).unwrap();
    let broken = folder.path().join("broken.vlog");
    std::fs::write(&broken, "no log").unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (copy, broken) = (path("copy.vlog"), path("broken.vlog"));
    let shown = told(&["transcript", &log, &copy, "--side", "umpire"], 0);
    let written = |name: &str, logs: &[&str], status: i32| {
        let mut call = vec!["transcript"];
        call.extend(logs);
        let to = path(name);
        call.extend(["--side", "umpire", "-o", &to]);
        told(&call, status);
        std::fs::read_to_string(to).unwrap()
    };
    let between = "Between the end of";
    let text = written("game.txt", &[&log, &copy], 0);
    // On a terminal lines are broken.
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&text), words(&shown));
    assert!(text.contains(between), "{text}");
    let page = written("game.html", &[&log, &copy], 0);
    assert_eq!(page.matches("<h1>").count(), 1);
    assert_eq!((page.matches(between).count(), page.matches("Dice of all 2 logs").count()), (1, 1));
    assert_eq!(page.matches("<h2>buna.vlog</h2>").count() + page.matches("<h2>copy.vlog</h2>").count(), 2);
    assert!(page.find("<h2>buna.vlog").unwrap() < page.find(between).unwrap(), "in their order");
    assert!(page.find(between).unwrap() < page.find("<h2>copy.vlog").unwrap());
    let markdown = written("game.md", &[&log, &copy], 0);
    assert_eq!(markdown.matches("\n# ").count() + usize::from(markdown.starts_with("# ")), 2, "{markdown}");
    assert!(markdown.contains("\n## Between the end of") && markdown.contains("\n## Dice of all 2 logs"));
    let report: serde_json::Value = serde_json::from_str(&written("game.json", &[&log, &copy], 0)).unwrap();
    assert_eq!(report["reports"].as_array().unwrap().len(), 2);
    assert_eq!(report["together"]["logs"], 2);
    assert_eq!(report["together"]["dice"][0]["rolls"], 2, "{}", report["together"]);
    // A log that cannot be told does not stop the rest.
    let some = written("some.html", &[&broken, &log], 2);
    assert!(some.contains("<h2>buna.vlog</h2>") && !some.contains("broken.vlog</h2>"));
    // A folder of that name gets a page for each.
    std::fs::create_dir(path("pages.html")).unwrap();
    told(&["transcript", &log, &copy, "--side", "umpire", "-o", &path("pages.html")], 0);
    assert_eq!(listed(&folder.path().join("pages.html")), ["buna.html", "copy.html"]);
    let same = liege(&["transcript", &log, &copy, "--side", "umpire", "--format", "text", "-o", &copy]);
    assert_eq!(same.status.code(), Some(2));
    assert_eq!(std::fs::read(&copy).unwrap(), std::fs::read(&log).unwrap(), "no log is written over");
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
        (vec!["unpack", &before, "-", "-o", out], "has no name for its output"),
    ] {
        let run = liege(&call);
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains(why), "{call:?}: {said}");
        assert!(!Path::new(out).exists() && !Path::new("map.png").exists());
    }
}
