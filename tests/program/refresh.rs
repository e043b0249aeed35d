//! `refresh` and `convert --zero-passwords` as a user calls them.

use std::path::{Path, PathBuf};

use liege::format::Limits;
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

fn read(path: &Path) -> SaveFile {
    SaveFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap()
}

#[test]
fn a_save_of_another_version_becomes_one_of_the_module_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.vsav");
    let call = ["refresh", &data("refresh.vsav"), "--module", &data("refresh.vmod"), "-o", text(&out)];
    let output = liege(&call);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    for line in [
        "14 pieces; 2 as the module has them, 10 renewed, 2 left unchanged, without a counter",
        "\"Renamed\" (gpid 98), found by its name",
        "Dynamic Property \"Lost\" is gone; it was \"gone\"",
        "Layer \"Status\" was \"level 4\" and is \"level 2\"",
        "\"Twin\" (gpid 99): 2 different counters in the module have its name",
        "\"Nobody\" (gpid 97): no counter in the module has its number or name",
        "2 pieces left their stack",
    ] {
        assert!(told.replace('\n', " ").contains(line), "{line}\n{told}");
    }
    let save = read(&out);
    let limits = Limits::default();
    assert_eq!(save.module_data(&limits).unwrap().unwrap().version.as_deref(), Some("2"));
    let about = save.save_data(&limits).unwrap().unwrap();
    assert_eq!((about.version.as_deref(), about.description.as_deref()), (Some("2"), Some("An old game")));
    // What is new already stays as it is, and so does its order.
    let again = folder.path().join("again.vsav");
    let call =
        ["refresh", text(&out), "--module", &data("refresh.vmod"), "-o", text(&again), "--format", "json"];
    let output = liege(&call);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pieces = &report["reports"][0]["pieces"];
    assert_eq!((pieces["same"].as_u64(), pieces["renewed"].as_u64()), (Some(12), Some(0)), "{report}");
    assert_eq!(read(&again).text(), save.text());
}

#[test]
fn a_dry_run_tells_and_writes_nothing_and_logs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new.vsav");
    let module = data("refresh.vmod");
    let call = ["refresh", &data("refresh.vsav"), "--module", &module, "-o", text(&out), "--dry-run"];
    let output = liege(&call);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("(nothing written)"));
    assert!(!out.exists());
    let output = liege(&["refresh", &data("steps.vlog"), "--module", &module, "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("is a log"), "logs have steps");
    let output = liege(&["refresh", &data("refresh.vsav"), "--module", &module]);
    assert_eq!(output.status.code(), Some(2), "a save without a name for the new one");
}

#[test]
fn several_saves_go_into_a_folder_and_a_bad_one_stops_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let copy = |name: &str| -> PathBuf {
        let path = folder.path().join(name);
        std::fs::copy(data("refresh.vsav"), &path).unwrap();
        path
    };
    let (one, two) = (copy("one.vsav"), copy("two.vsav"));
    let bad = folder.path().join("bad.vsav");
    std::fs::write(&bad, "nothing").unwrap();
    let out = folder.path().join("out");
    let module = data("refresh.vmod");
    let call = ["refresh", text(&one), text(&bad), text(&two), "--module", &module, "-o", text(&out)];
    let output = liege(&call);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(out.join("one.vsav").exists() && out.join("two.vsav").exists() && !out.join("bad.vsav").exists());
}

/// A save with two players, one of whom masks a piece and hides another.
fn with_passwords(folder: &Path) -> PathBuf {
    let commands = [
        "begin_save",
        "+/1/obs;77,130;back.png;Flip;I;?;player:;Peek\tpiece;;;;Spy/secret1;\tMain;10;10;1;0",
        "+/2/hide;73,130;Invisible;255,255,255;player:;0.5;;false\tpiece;;;;Sub/secret2\tMain;20;10;2;0",
        "+/3/obs;77,130;back.png;Flip;I;?;sides:Axis:Allies;Peek\tpiece;;;;Fleet/Axis;\tMain;30;10;3;0",
        "PLAYER\tsecret1\tAnna\tAxis",
        "PLAYER\tsecret2\tBert\tAllies",
        "end_save",
    ];
    let path = folder.join("game.vsav");
    std::fs::write(&path, commands.join("\u{1b}")).unwrap();
    path
}

#[test]
fn passwords_are_blank_in_a_copy_and_what_they_hid_stays_hidden_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let save = with_passwords(folder.path());
    let out = folder.path().join("open.vsav");
    let output = liege(&["convert", text(&save), "--zero-passwords", "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap().replace('\n', " ");
    assert!(told.contains("2 masked or invisible pieces"), "{told}");
    assert!(told.contains("keeps the last (Allies)"), "{told}");
    let copy = read(&out);
    assert!(!copy.text().contains("secret"), "{}", copy.text());
    assert!(copy.text().contains("PLAYER\t\tAnna\tAxis"), "{}", copy.text());
    assert!(copy.text().contains("/Axis;"), "what a side hides stays the side's: {}", copy.text());
    let seen = |side: &str| {
        let output = liege(&["convert", text(&out), "--to", "csv", "--side", side]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!seen("Nobody").contains("Spy"), "{}", seen("Nobody"));
    let output = liege(&["convert", text(&save), "--zero-passwords", "--to", "csv", "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// A module with a box of this name at a point.
fn with_box(folder: &Path, name: &str, (x, y): (i32, i32)) -> PathBuf {
    let text = format!(
        "```toml\n\"#class\" = \"VASSAL.build.GameModule\"\nname = \"Boxes\"\nversion = \"{x}\"\n\n\
         [[Map]]\nmapName = \"Main\"\n[[Map.BoardPicker]]\n[[Map.BoardPicker.Board]]\nname = \"East\"\n\
         width = 600\nheight = 600\n[[Map.BoardPicker.Board.RegionGrid]]\n\
         [[Map.BoardPicker.Board.RegionGrid.Region]]\nname = \"Harbour\"\noriginx = {x}\noriginy = {y}\n\n\
         [[PredefinedSetup]]\nname = \"Start\"\nuseFile = \"true\"\nfile = \"start.vsav\"\n```\n"
    );
    let path = folder.join(name);
    std::fs::write(&path, crate::example_module::bytes(&text)).unwrap();
    path
}

#[test]
fn what_lies_in_a_box_goes_with_it_where_the_old_module_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let old = with_box(folder.path(), "old.vmod", (100, 100));
    let new = with_box(folder.path(), "new.vmod", (300, 400));
    let save = folder.path().join("game.vsav");
    let commands = [
        "begin_save",
        "+/1/piece;;;;Ship/Main;110;100;1;0",
        "+/2/obs;77,130;back.png;Flip;I;?;sides:Axis;Peek\tpiece;;;;Spy/Axis;\tMain;90;100;98;0",
        "MainBoardPicker\tEast\t0\t0",
        "PLAYER\ttiger\tAnna\tAxis",
        "end_save",
    ];
    std::fs::write(&save, commands.join("\u{1b}")).unwrap();
    let out = folder.path().join("out.vsav");
    let call = |more: &[&str]| {
        let base = ["refresh", text(&save), "--module", text(&new), "-o", text(&out), "--side", "umpire"];
        let output = liege(&[&base[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let told = call(&[]);
    assert!(!told.contains("places:") && read(&out).text().contains("Main;110;100"), "{told}");
    std::fs::remove_file(&out).unwrap();
    let told = call(&["--from", text(&old), "--dry-run"]);
    assert!(told.contains("places: 2 pieces moved with theirs\n"), "{told}");
    assert!(told.contains("place \"Harbour\" on \"Main\": 2 pieces moved with it, "), "{told}");
    assert!(!out.exists());
    let report: Value = serde_json::from_str(&call(&["--from", text(&old), "--format", "json"])).unwrap();
    let followed = &report["reports"][0]["places"]["followed"];
    assert_eq!(followed[0]["to"], serde_json::json!([310, 400]), "{report}");
    let written = read(&out).text().to_owned();
    assert!(written.contains("Main;310;400") && written.contains("Main;290;400"), "{written}");
    // A save that was brought to the module is not moved again.
    let module = data("refresh.vmod");
    let output = liege(&["refresh", &data("refresh.vsav"), "--module", &module, "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let again = ["refresh", text(&out), "--module", &module, "--from", text(&old), "--dry-run"];
    let output = liege(&again);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("was saved with version 2: that of --module, not of --from"), "{error}");
}

#[test]
fn the_set_ups_inside_of_a_module_go_with_its_boxes() {
    let folder = tempfile::tempdir().unwrap();
    let old = with_box(folder.path(), "old.vmod", (100, 100));
    let new = with_box(folder.path(), "new.vmod", (300, 400));
    let commands =
        ["begin_save", "+/1/piece;;;;Ship/Main;110;100;1;0", "MainBoardPicker\tEast\t0\t0", "end_save"];
    let mut file = ModuleFile::read(std::fs::read(&new).unwrap(), &Limits::default()).unwrap();
    file.archive.insert("start.vsav", commands.join("\u{1b}").into_bytes()).unwrap();
    std::fs::write(&new, file.write(Timestamp(0)).unwrap()).unwrap();
    let out = folder.path().join("out.vmod");
    let call = ["refresh", text(&new), "--from", text(&old), "-o", text(&out)];
    let output = liege(&call);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("places: 1 piece moved with theirs\n"), "{told}");
    let file = ModuleFile::read(std::fs::read(&out).unwrap(), &Limits::default()).unwrap();
    let set_up = SaveFile::read(file.archive.read_entry("start.vsav").unwrap(), &Limits::default()).unwrap();
    assert!(set_up.text().contains("Main;310;400"), "{}", set_up.text());
}
