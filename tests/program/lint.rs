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
fn our_own_module_has_no_fault() {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("atpo.vmod");
    let built = liege(&["build", "atpo", "-o", module.to_str().unwrap(), "-q"]);
    assert!(built.status.success(), "{built:?}");
    let output = liege(&["lint", module.to_str().unwrap()]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.lines().last().unwrap().contains(": 0 errors, 0 warnings"), "{told}");
}
