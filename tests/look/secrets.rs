//! What a side hides is neither named nor counted for another, and passwords are never shown.

use crate::corpus;

fn inspect(extra: &[&str]) -> std::process::Output {
    let scratch = tempfile::tempdir().unwrap();
    let (save, module) = (scratch.path().join("game.vsav"), scratch.path().join("small.vmod"));
    std::fs::write(&save, corpus::save(&corpus::COMMANDS)).unwrap();
    std::fs::write(&module, corpus::module()).unwrap();
    corpus::liege().arg("inspect").arg(&save).args(extra).output().unwrap()
}

#[test]
fn a_save_with_secrets_asks_who_looks() {
    let output = inspect(&[]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("--side") && told.contains("umpire") && told.contains(", A, B"), "{told}");
}

#[test]
fn each_side_counts_what_it_may_see() {
    let pieces = |side: &str| {
        let output = inspect(&["--side", side, "--format", "json"]);
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        told["reports"][0]["pieces"].as_u64().unwrap()
    };
    assert_eq!((pieces("A"), pieces("B"), pieces("umpire")), (2, 1, 2));
}

#[test]
fn passwords_are_never_shown() {
    for format in ["text", "json"] {
        let output = inspect(&["--side", "umpire", "--format", format]);
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("Anna") && !told.contains("password"), "{told}");
    }
}

#[test]
fn an_unknown_side_is_answered_with_the_known_ones() {
    let output = inspect(&["--side", "Mars"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains(", A, B"));
}
