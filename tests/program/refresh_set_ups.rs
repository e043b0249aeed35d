//! `refresh` with decks, and with a module whose set-ups are refreshed inside of it.

use std::path::{Path, PathBuf};

use liege::format::Limits;
use liege::format::build_file::Element;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;
use serde_json::Value;

use super::liege;

fn data(name: &str) -> String {
    format!("{}/tests/data/engine/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn said(call: &[&str], status: i32) -> (String, String) {
    let output = liege(call);
    assert_eq!(output.status.code(), Some(status), "{call:?} {output:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn decks_get_the_options_of_the_module_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.vsav");
    let (save, module) = (data("decks.vsav"), data("decks.vmod"));
    let base = ["refresh", &save, "--module", &module, "--side", "umpire", "-o", text(&out)];
    let (told, _) = said(&base, 0);
    assert!(!told.contains("decks:"), "{told}");
    let (told, _) = said(&[&base[..], &["--decks"]].concat(), 0);
    for line in [
        "decks: 1 as the module has them, 3 renewed, 4 of the module missing (--add-decks adds them), 3 \
         unknown",
        "deck \"Draw\" on \"Main\"\n  - it was on \"Main\" at 110, 120\n",
        "  - shuffle option Always → \"Via right-click Menu\"\n",
        "deck \"Old\" on \"Main\" with 2 cards stays; the module has no deck with this name\n",
        "deck \"Bare\" on \"Main\" is not in the save\n",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    let (told, _) = said(&[&base[..], &["--add-decks", "--delete-decks", "--format", "json"]].concat(), 0);
    let report: Value = serde_json::from_str(&told).unwrap();
    let decks = report["reports"][0]["decks"].as_array().unwrap();
    let of = |name: &str| decks.iter().find(|deck| deck["deck"] == name).unwrap();
    assert_eq!((&of("Old")["what"], &of("Old")["cards"]), (&"deleted".into(), &2.into()));
    assert_eq!(of("Open")["what"], "added");
    assert_eq!(of("Moved")["moved_from"], serde_json::json!({"map": "Main", "x": 200, "y": 50}));
    // What is new already stays as it is.
    let again = folder.path().join("again.vsav");
    let call =
        ["refresh", text(&out), "--module", &module, "--side", "umpire", "--decks", "-o", text(&again)];
    let (told, _) = said(&call, 0);
    assert!(told.contains("decks: 8 as the module has them\n"), "{told}");
}

/// A module with two set-ups of one save, one of no file that it has, one of what is no save, and one without a file.
fn with_set_ups(folder: &Path) -> PathBuf {
    let mut file = ModuleFile::read(std::fs::read(data("decks.vmod")).unwrap(), &Limits::default()).unwrap();
    let old = std::fs::read(data("decks.vsav")).unwrap();
    file.archive.insert("early.vsav", old.clone()).unwrap();
    file.archive.insert("late.vsav", old).unwrap();
    file.archive.insert("broken.vsav", b"nothing".to_vec()).unwrap();
    let mut document = (*file.build_file).clone();
    let set_up = |name: &str, entry: &str| {
        Element::new("VASSAL.build.module.PredefinedSetup").with("name", name).with("file", entry)
    };
    let menu = Element::new("VASSAL.build.module.PredefinedSetup")
        .with("name", "Campaign")
        .with("isMenu", "true")
        .with_child(set_up("Early", "early.vsav"))
        .with_child(set_up("Late", "late.vsav"));
    for element in [
        menu,
        set_up("The same", "early.vsav"),
        set_up("Lost", "lost.vsav"),
        set_up("Broken", "broken.vsav"),
        set_up("Empty", "").with("useFile", "false"),
    ] {
        document.root.push(element);
    }
    file.build_file = std::sync::Arc::new(document);
    let path = folder.join("game.vmod");
    std::fs::write(&path, file.write(Timestamp(0)).unwrap()).unwrap();
    path
}

#[test]
fn the_set_ups_inside_a_module_become_those_of_its_counters_and_the_rest_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let module = with_set_ups(folder.path());
    let out = folder.path().join("new.vmod");
    let (told, _) = said(&["refresh", text(&module), "--decks", "--dry-run"], 2);
    assert!(told.contains("(nothing written): 4 set-ups; 2 renewed, 2 left unchanged"), "{told}");
    assert!(!out.exists());
    let (told, complaints) = said(&["refresh", text(&module), "--decks", "-o", text(&out)], 2);
    assert!(told.contains("\"Campaign / Early\" (early.vsav): 5 pieces; 5 as the module has them"), "{told}");
    assert!(complaints.contains("lost.vsav: named by a set-up"), "{complaints}");
    assert!(complaints.contains("broken.vsav"), "{complaints}");
    let read = |path: &Path| ModuleFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap();
    let (before, after) = (read(&module), read(&out));
    let names = |file: &ModuleFile| -> Vec<String> {
        file.archive.entries().iter().map(|entry| entry.name.clone()).collect()
    };
    assert_eq!(names(&after), names(&before));
    for name in names(&before).iter().filter(|name| !["early.vsav", "late.vsav"].contains(&name.as_str())) {
        assert_eq!(
            after.archive.read_entry(name).unwrap(),
            before.archive.read_entry(name).unwrap(),
            "{name} is as it was"
        );
    }
    // The set-up is the save that a call with the module makes.
    let save = folder.path().join("save.vsav");
    let (old, deck_module) = (data("decks.vsav"), data("decks.vmod"));
    let call = ["refresh", &old, "--module", &deck_module, "--side", "umpire", "--decks", "-o", text(&save)];
    said(&call, 0);
    let of = |bytes: Vec<u8>| SaveFile::read(bytes, &Limits::default()).unwrap().text().to_owned();
    let inside = after.archive.read_entry("early.vsav").unwrap();
    assert_eq!(of(inside), of(std::fs::read(&save).unwrap()));
}

#[test]
fn a_module_reports_each_set_up_and_saves_without_a_module_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let module = with_set_ups(folder.path());
    let (told, _) = said(&["refresh", text(&module), "--dry-run", "--format", "json"], 2);
    let report: Value = serde_json::from_str(&told).unwrap();
    let rows = report["reports"][0]["set_ups"].as_array().unwrap();
    let entries: Vec<&str> = rows.iter().map(|row| row["entry"].as_str().unwrap()).collect();
    assert_eq!(entries, ["early.vsav", "late.vsav", "lost.vsav", "broken.vsav"]);
    assert_eq!(rows[0]["set_up"], "Campaign / Early");
    assert_eq!(
        rows[0]["changed"], false,
        "its pieces are as the module has them, and nobody asked for decks"
    );
    assert!(rows[2]["error"].as_str().unwrap().contains("not in the module"));
    let (_, complaint) = said(&["refresh", &data("decks.vsav"), "--dry-run"], 2);
    assert!(complaint.contains("--module"), "{complaint}");
    let out = folder.path().join("new.vsav");
    let (_, complaint) = said(&["refresh", text(&module), "-o", text(&out)], 2);
    assert!(complaint.contains(".vmod"), "{complaint}");
}
