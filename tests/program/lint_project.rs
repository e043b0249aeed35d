//! What a project wants of `lint`: `liege.toml`, ignores with their reasons, baselines of known faults.

use std::path::Path;

use serde_json::Value;

use super::example_module::bytes;
use super::{liege, said, told};

/// The page of a check.
fn page(id: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("lint/checks/{id}.md"));
    std::fs::read_to_string(page).unwrap()
}

/// A folder with a project and a module in a folder of it, which has a missing prototype and an unused one.
fn project(settings: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("liege.toml"), settings).unwrap();
    let modules = folder.path().join("modules");
    std::fs::create_dir(&modules).unwrap();
    let module = modules.join("game.vmod");
    std::fs::write(&module, bytes(&page("VASSAL-P01"))).unwrap();
    (folder, module.to_str().unwrap().to_owned())
}

/// What the project refuses, and says by the way.
fn talk(arguments: &[&str], status: i32) -> String {
    let output = liege(arguments);
    assert_eq!(output.status.code(), Some(status), "{}", said(&output));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn faults_that_a_project_ignores_are_counted_and_not_told() {
    let (_folder, module) = project(
        "[lint]\nignore = [\n{ check = \"VASSAL-P01\", component = '*/ Single piece \"Tank\"', reason = \"the trait is to come\" },\n]\n",
    );
    let text = told(&["lint", &module], 0);
    assert!(!text.contains("VASSAL-P01") && text.contains("VASSAL-P03"), "{text}");
    assert!(text.ends_with(": 0 errors, 0 warnings, 1 note; 1 ignored\n"), "{text}");
    let json: Value = serde_json::from_str(&told(&["lint", &module, "--format", "json"], 0)).unwrap();
    assert_eq!(json["reports"][0]["summary"]["ignored"], 1);
}

#[test]
fn an_ignore_that_nothing_is_found_for_is_told_unless_its_check_or_file_was_not_looked_at() {
    let (_folder, module) = project(
        "[lint]\nignore = [\n{ check = \"missing-picture\", entry = \"images/*\", reason = \"old\" },\n{ check = \"P\", file = \"other.vmod\", reason = \"not here\" },\n]\n",
    );
    let notes = talk(&["lint", &module], 1);
    assert!(notes.contains("liege.toml:3: this ignores nothing (missing-picture)"), "{notes}");
    assert!(!notes.contains("liege.toml:4"), "{notes}");
    assert_eq!(talk(&["lint", &module, "--only", "P"], 1), "");
}

#[test]
fn a_project_picks_checks_and_the_call_may_pick_others() {
    let (_folder, module) = project("[lint]\nonly = [\"P03\"]\n");
    assert!(told(&["lint", &module], 0).contains("VASSAL-P03"));
    assert!(told(&["lint", &module, "--only", "P01"], 1).contains("VASSAL-P01"));
}

#[test]
fn what_is_misspelt_or_without_a_reason_is_told_with_its_line() {
    for (settings, expected) in [
        ("[lint]\nonyl = [\"P\"]\n", "liege.toml:2: unknown field `onyl`; did you mean \"only\"?"),
        ("[lnit]\n", "liege.toml:1: unknown field `lnit`"),
        (
            "[lint]\nonly = [\n\"VASAL-P01\",\n]\n",
            "liege.toml:3: no check is called \"VASAL-P01\"; did you mean \"VASSAL-P01\"?",
        ),
        ("[lint]\nignore = [\n{ check = \"P01\" },\n]\n", "liege.toml:3: missing field `reason`"),
        (
            "[lint]\nignore = [\n{ check = \"P01\", reason = \" \" },\n]\n",
            "liege.toml:3: reason: say why it is ignored",
        ),
        ("[lint]\nignore = [\"P01\"]\n", "liege.toml:2: "),
        ("[lint]\nbaseline = \"none.json\"\n", "none.json: "),
    ] {
        let (_folder, module) = project(settings);
        let told = talk(&["lint", &module], 2);
        assert!(told.contains(expected), "{settings}: {told}");
    }
}

#[test]
fn known_faults_are_not_told_again_even_when_they_moved_and_new_ones_are() {
    let (folder, module) = project("[lint]\nbaseline = \"known.json\"\n");
    let known = folder.path().join("known.json");
    let written = talk(&["lint", &module, "--write-baseline", known.to_str().unwrap()], 0);
    assert!(written.contains("2 known faults in "), "{written}");
    let text = told(&["lint", &module], 0);
    assert!(text.ends_with("game.vmod: 0 errors, 0 warnings, 0 notes; 2 known\n"), "{text}");

    let moved = page("VASSAL-P01").replace("name = \"Counters\"", "name = \"Land units\"");
    std::fs::write(&module, bytes(&moved)).unwrap();
    assert_eq!(told(&["lint", &module], 0), text);

    // The slot stands there once more, with the same fault.
    let slot = "[[PieceWindow.PieceSlot]]\nentryName = \"Tank\"\ngpid = \"1\"\n";
    let (before, after) = moved.split_once(slot).unwrap();
    let (own, rest) = after.split_once("\n[[PrototypesContainer]]").unwrap();
    let again = slot.replace("\"1\"", "\"2\"");
    let twice = format!("{before}{slot}{own}{again}{own}\n[[PrototypesContainer]]{rest}");
    std::fs::write(&module, bytes(&twice)).unwrap();
    let text = told(&["lint", &module], 1);
    assert!(text.contains("1 error, 0 warnings, 0 notes; 2 known"), "{text}");
    assert_eq!(text.matches("error[VASSAL-P01").count(), 1, "{text}");
}

#[test]
fn known_faults_that_are_mended_are_told_as_a_note() {
    let (folder, module) = project("");
    let known = folder.path().join("known.json");
    let known = known.to_str().unwrap();
    talk(&["lint", &module, "--write-baseline", known], 0);
    let mended = page("VASSAL-P01").replace("\"Amour\"", "\"Armour\"");
    std::fs::write(&module, bytes(&mended)).unwrap();
    let notes = talk(&["lint", &module, "--baseline", known], 0);
    assert!(notes.contains("2 known faults not found again"), "{notes}");
    // What is not looked for cannot be found again.
    let notes = talk(&["lint", &module, "--baseline", known, "--only", "I"], 0);
    assert_eq!(notes, "");
    std::fs::write(known, "{}").unwrap();
    assert!(talk(&["lint", &module, "--baseline", known], 2).contains("known.json: "));
}

#[test]
fn an_unpacked_module_has_its_project_inside_and_it_is_not_packed() {
    let (folder, module) = project("[lint]\nonly = [\"P03\"]\n");
    let unpacked = folder.path().join("unpacked");
    told(&["unpack", &module, "-o", unpacked.to_str().unwrap()], 0);
    std::fs::write(unpacked.join("liege.toml"), "[lint]\nonly = [\"P01\"]\n").unwrap();
    let text = told(&["lint", unpacked.to_str().unwrap()], 1);
    assert!(text.contains("VASSAL-P01") && !text.contains("VASSAL-P03"), "{text}");
    let packed = folder.path().join("packed.vmod");
    told(&["pack", unpacked.to_str().unwrap(), "-o", packed.to_str().unwrap()], 0);
    assert_eq!(std::fs::read(packed).unwrap(), std::fs::read(module).unwrap());
}
