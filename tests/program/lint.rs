//! `lint` as a user calls it.

use std::path::Path;

use serde_json::Value;

use super::example_module::bytes;
use super::liege;

/// A module with a piece whose prototype and picture are missing.
fn module(folder: &tempfile::TempDir) -> String {
    let module = folder.path().join("game.vmod");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("lint/checks/VASSAL-P01.md");
    // Without its picture.
    let page = std::fs::read_to_string(page).unwrap().replace("With the pictures ", "");
    std::fs::write(&module, bytes(&page)).unwrap();
    module.to_str().unwrap().to_owned()
}

#[test]
fn errors_have_exit_status_1_and_json_has_them_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(&folder);
    let output = liege(&["lint", &module, "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let report = &told["reports"][0];
    let findings = report["findings"].as_array().unwrap();
    let find = |id: &str| findings.iter().find(|one| one["id"] == id).unwrap();
    let prototype = find("VASSAL-P01");
    assert_eq!(prototype["name"], "missing-prototype");
    assert_eq!(prototype["severity"], "error");
    assert_eq!(prototype["place"]["component"], "Game Piece Palette \"Counters\" / Single piece \"Tank\"");
    assert_eq!(prototype["place"]["trait"], "Prototype \"Amour\"");
    assert_eq!(find("VASSAL-I01")["place"]["field"], "imageName");
    assert_eq!(report["summary"]["error"], 2);
}

#[test]
fn checks_are_picked_left_out_and_counted_by_id_name_or_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(&folder);
    let told = |words: &[&str]| {
        let output = liege(&[&["lint", &module][..], words].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, only) = told(&["--only", "P"]);
    assert_eq!(status, Some(1));
    assert!(
        only.contains("error[VASSAL-P01 missing-prototype]")
            && only.contains("game.vmod, Game Piece Palette")
            && only.contains("VASSAL-P03")
            && !only.contains("VASSAL-I01"),
        "{only}"
    );
    let (status, left) = told(&["--ignore", "missing-prototype,I"]);
    assert_eq!(status, Some(0), "{left}");
    assert!(left.contains("0 errors") && left.contains("VASSAL-P03"), "{left}");
    let (_, counts) = told(&["--statistics"]);
    assert!(counts.contains("     1  VASSAL-P01  missing-prototype"), "{counts}");
    let refused = liege(&["lint", &module, "--only", "Z99"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn a_file_that_is_no_module_is_told_and_the_others_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(&folder);
    let other = folder.path().join("notes.txt");
    std::fs::write(&other, "no module").unwrap();
    let output = liege(&["lint", other.to_str().unwrap(), &module]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("VASSAL-P01"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("notes.txt"));
}

#[test]
fn explain_shows_the_page_of_a_lint_and_lists_all() {
    let page = liege(&["explain", "vassal-p01"]);
    assert!(String::from_utf8(page.stdout).unwrap().contains("What VASSAL does"));
    let list = String::from_utf8(liege(&["explain", "--list", "vassal"]).stdout).unwrap();
    assert!(list.contains("VASSAL-P01 missing-prototype"), "{list}");
    let short = liege(&["explain", "S01"]);
    assert!(String::from_utf8(short.stdout).unwrap().contains("ATPO-S01"), "a short id is that of a game");
}

#[test]
fn our_own_modules_have_no_fault() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["atpo", "aafog"] {
        let module = folder.path().join(format!("{game}.vmod"));
        let built = liege(&["build", game, "-o", module.to_str().unwrap(), "-q"]);
        assert!(built.status.success(), "{built:?}");
        let output = liege(&["lint", module.to_str().unwrap()]);
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.lines().last().unwrap().contains(": 0 errors, 0 warnings, 0 notes"), "{told}");
    }
}

/// A save of the module of `refresh.vmod` with a masked piece, one beyond the map and a player.
fn save(folder: &tempfile::TempDir) -> String {
    let commands = [
        "begin_save",
        "+/1/obs;77,130;back.png;Flip;I;?;sides:Axis;Peek\tpiece;;;;Spy/Axis;\tMain;9000;10;98;0",
        "+/2/piece;;;;Tank/Main;9000;20;1;0",
        "+/3/piece;;;;Gun/Main;650;20;2;0",
        "MainBoardPicker\tB\t0\t0",
        "PLAYER\ttiger\tAnna\tAxis",
        "PLAYER\tlion\tBert\tAllies",
        "end_save",
    ];
    let path = folder.path().join("game.vsav");
    std::fs::write(&path, commands.join("\u{1b}")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_save_is_looked_through_by_its_module_as_a_side_sees_it() {
    let folder = tempfile::tempdir().unwrap();
    let save = save(&folder);
    let module = format!("{}/tests/data/engine/refresh.vmod", env!("CARGO_MANIFEST_DIR"));
    let call = |words: &[&str]| {
        let output = liege(&[&["lint", &save][..], words].concat());
        let told = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        (output.status.code(), told)
    };
    let (status, told) = call(&["--module", &module]);
    assert_eq!(status, Some(2), "who looks has to be said: {told}");
    assert!(!told.contains("Spy"), "{told}");
    let (status, told) = call(&["--module", &module, "--side", "umpire"]);
    assert_eq!(status, Some(1), "{told}");
    assert!(
        told.contains("VASSAL-S08 piece-beyond-the-map] ") && told.contains("\"Tank\" at 9000, 20"),
        "{told}"
    );
    assert!(told.contains("\"Spy\"") && told.contains("its number 98"), "{told}");
    assert!(told.contains("VASSAL-S01") && !told.contains("tiger"), "{told}");
    let (_, told) = call(&["--module", &module, "--side", "Allies"]);
    assert!(told.contains("Tank") && !told.contains("Spy") && !told.contains("98"), "{told}");
    let (_, told) = call(&["--side", "umpire"]);
    assert!(told.contains("not checked: VASSAL-S06") && told.contains("its module was not found"), "{told}");
}

#[test]
fn an_extension_finds_its_module_and_a_module_its_extensions() {
    let page = |id: &str| {
        let path = format!("{}/lint/checks/VASSAL-{id}.md", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let extensions = folder.path().join("game_ext");
    std::fs::create_dir(&extensions).unwrap();
    let module = folder.path().join("game.vmod");
    std::fs::write(&module, crate::example_module::bytes(&page("X01"))).unwrap();
    let page_x01 = page("X01");
    let text = crate::example_module::block(&page_x01, "extension").unwrap();
    let set_up = "\n[[ExtensionElement]]\ntarget = \"\"\n[[ExtensionElement.PredefinedSetup]]\n\
                  name = \"Start\"\nfile = \"start.vsav\"\n";
    let document = crate::example_module::document(&format!("{text}{set_up}"));
    let build_file = document.write().into_bytes();
    let mut archive = liege::format::archive::Archive::new();
    archive.insert("buildFile.xml", build_file).unwrap();
    archive.insert("extensiondata", b"<data version=\"1\"><version>1</version></data>".to_vec()).unwrap();
    let start = ["begin_save", "+/1/piece;;;tank.png;Boat/Main;5;5;a1b:9;0", "end_save"].join("\u{1b}");
    archive.insert("start.vsav", start.into_bytes()).unwrap();
    let extension = extensions.join("more.vmdx");
    std::fs::write(&extension, archive.write(liege::format::Timestamp(0)).unwrap()).unwrap();
    let output = liege(&["lint", extension.to_str().unwrap()]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("VASSAL-X01") && !told.contains("VASSAL-X05"), "{told}");
    assert!(told.contains("more.vmdx, start.vsav, \"Boat\"") && told.contains("number a1b:9"), "{told}");
    assert!(!told.contains("VASSAL-S10"), "the module has tank.png: {told}");
    std::fs::copy(&extension, extensions.join("twin.vmdx")).unwrap();
    let output = liege(&["lint", extension.to_str().unwrap(), "--only", "X05"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("its id \"a1b\" is also used by twin.vmdx"), "{told}");
    // Each of several knows all others.
    std::fs::copy(&extension, extensions.join("third.vmdx")).unwrap();
    let output = liege(&["lint", extensions.to_str().unwrap(), "--only", "X05"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(told.matches("is also used by").count(), 6, "{told}");
    assert!(
        told.contains("twin.vmdx, Extension, extensionId: its id \"a1b\" is also used by third.vmdx"),
        "{told}"
    );
    // Away from its module it is looked through alone.
    let alone = folder.path().join("alone");
    std::fs::create_dir(&alone).unwrap();
    let away = alone.join("more.vmdx");
    std::fs::copy(&extension, &away).unwrap();
    let output = liege(&["lint", away.to_str().unwrap()]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("VASSAL-X05: its module was not found"), "{told}");
    let output = liege(&["lint", away.to_str().unwrap(), "--module", module.to_str().unwrap()]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("VASSAL-X01"));
    let output = liege(&["lint", module.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn of_a_folder_all_files_in_it_are_looked_through_and_unpacked_ones_as_one() {
    let page = |id: &str| {
        let path = format!("{}/lint/checks/VASSAL-{id}.md", env!("CARGO_MANIFEST_DIR"));
        crate::example_module::bytes(&std::fs::read_to_string(path).unwrap())
    };
    let folder = tempfile::tempdir().unwrap();
    let deeper = folder.path().join("deeper");
    std::fs::create_dir(&deeper).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no module").unwrap();
    std::fs::write(folder.path().join("one.vmod"), page("P01")).unwrap();
    std::fs::write(deeper.join("two.VMOD"), page("P03")).unwrap();
    let unpacked = folder.path().join("unpacked");
    let one = folder.path().join("one.vmod");
    let output = liege(&["unpack", one.to_str().unwrap(), "-o", unpacked.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = liege(&["lint", folder.path().to_str().unwrap(), "--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let files = told["reports"].as_array().unwrap().iter().map(|report| report["file"].as_str().unwrap());
    let names: Vec<&str> = files.map(|file| file.rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["two.VMOD", "one.vmod", "unpacked"]);
    let empty = tempfile::tempdir().unwrap();
    let output = liege(&["lint", empty.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("has no file ending in .vmod, .vmdx, .vsav, .vlog"), "{told}");
}

#[test]
fn a_saved_game_that_is_called_a_module_and_a_folder_around_a_module_are_refused_with_the_mend() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("game.vmod"), ["begin_save", "end_save"].join("\u{1b}")).unwrap();
    let mut around = liege::format::archive::Archive::new();
    around.insert("Game/buildFile.xml", b"<VASSAL.build.GameModule/>".to_vec()).unwrap();
    std::fs::write(path("around.vmod"), around.write(liege::format::Timestamp(0)).unwrap()).unwrap();
    for (name, words) in [
        ("game.vmod", "named like a module but is a saved game (no build file)"),
        ("around.vmod", "whose files are in the folder \"Game\""),
    ] {
        let output = liege(&["lint", &path(name)]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains(words), "{told}");
    }
}

#[test]
fn a_check_that_finds_many_faults_is_one_line_unless_all_are_asked_for() {
    let slot = |number: usize| {
        format!(
            "[[PieceWindow.PieceSlot]]\nentryName = \"{number}\"\n[[PieceWindow.PieceSlot.trait]]\ntrait = \"Basic piece\"\n"
        )
    };
    let told = |pieces: usize, more: &[&str]| {
        let slots: String = (0..pieces).map(slot).collect();
        let page = format!(
            "```toml\n\"#class\" = \"VASSAL.build.GameModule\"\nname = \"Example\"\n[[PieceWindow]]\nname = \"Counters\"\n{slots}```\n"
        );
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join("game.vmod");
        std::fs::write(&module, crate::example_module::bytes(&page)).unwrap();
        let output = liege(&[&["lint", module.to_str().unwrap()], more].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    let count = |text: &str| text.matches("VASSAL-N02").count();
    assert_eq!(count(&told(10, &[])), 10);
    let folded = told(11, &[]);
    assert!(count(&folded) == 1 && folded.contains("found 11 times, all listed with -v"), "{folded}");
    assert!(folded.contains("11 warnings"), "{folded}");
    assert_eq!(count(&told(11, &["-v"])), 11);
    assert_eq!(count(&told(11, &["--only", "N02"])), 11);
}
