//! What a side hides is neither named nor counted for another, and passwords are never shown.

use super::corpus;

fn inspect(extra: &[&str]) -> std::process::Output {
    let scratch = tempfile::tempdir().unwrap();
    let (save, module) = (scratch.path().join("game.vsav"), scratch.path().join("small.vmod"));
    std::fs::write(&save, corpus::save(&corpus::COMMANDS)).unwrap();
    std::fs::write(&module, corpus::module()).unwrap();
    corpus::liege().arg("inspect").arg(&save).args(extra).output()
}

#[test]
fn what_is_hidden_is_counted_and_neither_named_nor_located() {
    let output = inspect(&[]);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("1 in 0 stacks") && told.contains("1 piece hidden, shown with --side"), "{told}");
    assert!(told.contains("Main: 1 piece") && !told.contains("Spy"), "{told}");
    let json = String::from_utf8(inspect(&["--format", "json"]).stdout).unwrap();
    assert!(
        json.contains("\"hidden\": 1") && !json.contains("Spy") && json.contains("\"pieces\": 1"),
        "{json}"
    );
    // A side is not told how much others hide.
    for side in ["A", "B", "umpire"] {
        let json = String::from_utf8(inspect(&["--side", side, "--format", "json"]).stdout).unwrap();
        assert!(!json.contains("hidden"), "{json}");
    }
}

#[test]
fn without_the_module_no_window_is_taken_for_open() {
    let scratch = tempfile::tempdir().unwrap();
    let save = scratch.path().join("game.vsav");
    let told = |commands: &[&str], extra: &[&str]| {
        std::fs::write(&save, corpus::save(commands)).unwrap();
        let output = corpus::liege().arg("inspect").arg(&save).args(extra).output();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let table = "+/1/piece;;;;Tank/Main;150;150;;0";
    let both = [table, "+/2/piece;;;;Spy/Hand;50;50;;0"];
    let shown = told(&both, &[]);
    assert!(shown.contains("2 in 0 stacks") && shown.contains("which windows are private"), "{shown}");
    assert!(!shown.contains("Hand: ") && !shown.contains("Main: "), "{shown}");
    let json: serde_json::Value = serde_json::from_str(&told(&both, &["--format", "json"])).unwrap();
    assert_eq!(json["reports"][0]["maps"][0]["pieces"], serde_json::Value::Null);
    assert!(told(&both, &["--side", "umpire"]).contains("Hand: 1 piece"));
    assert!(told(&[table], &[]).contains("Main: 1 piece"));
}

#[test]
fn a_window_of_another_side_is_not_told_to_be_empty() {
    let scratch = tempfile::tempdir().unwrap();
    let (save, module) = (scratch.path().join("game.vsav"), scratch.path().join("small.vmod"));
    let hand = r#"<VASSAL.build.module.PrivateMap mapName="Hand" side="A"/></VASSAL.build.GameModule>"#;
    let build_file = corpus::BUILD_FILE.replace("</VASSAL.build.GameModule>", hand);
    let entries = [("buildFile.xml", build_file.as_bytes()), ("moduledata", corpus::MODULE_DATA.as_bytes())];
    std::fs::write(&module, corpus::archive(&entries)).unwrap();
    std::fs::write(&save, corpus::save(&["+/1/piece;;;;Card/Hand;50;50;;0"])).unwrap();
    let told = |extra: &[&str]| {
        let output = corpus::liege().arg("inspect").arg(&save).args(extra).output();
        String::from_utf8(output.stdout).unwrap()
    };
    for looker in [&[][..], &["--side", "umpire"]] {
        let shown = told(looker);
        assert_eq!(shown.contains("Hand: a private window"), looker.is_empty(), "{shown}");
        assert_eq!(shown.contains("Hand: 1 piece"), !looker.is_empty(), "{shown}");
    }
    let json: serde_json::Value = serde_json::from_str(&told(&["--format", "json"])).unwrap();
    let hand = &json["reports"][0]["maps"][1];
    assert_eq!((hand["pieces"].is_null(), hand["private"].as_bool()), (true, Some(true)));
}

#[test]
fn other_commands_ask_who_looks() {
    let scratch = tempfile::tempdir().unwrap();
    let (save, module) = (scratch.path().join("game.vsav"), scratch.path().join("small.vmod"));
    std::fs::write(&save, corpus::save(&corpus::COMMANDS)).unwrap();
    std::fs::write(&module, corpus::module()).unwrap();
    let told = corpus::failure(&["convert".as_ref(), save.as_os_str(), "--to".as_ref(), "csv".as_ref()]);
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

#[test]
fn inspect_goes_on_after_a_bad_file() {
    let scratch = tempfile::tempdir().unwrap();
    let path = |name: &str| scratch.path().join(name);
    std::fs::write(path("bad.vsav"), b"no save").unwrap();
    std::fs::write(path("small.vmod"), corpus::module()).unwrap();
    let run = |extra: &[&str]| {
        corpus::liege().arg("inspect").args([path("bad.vsav"), path("small.vmod")]).args(extra).output()
    };
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(2));
    let (told, talk) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(told.contains("Small 1.0"), "{told}");
    assert!(talk.starts_with("error: ") && talk.contains("bad.vsav"), "{talk}");
    let output = run(&["--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let reports = &json["reports"];
    assert!(reports[0]["error"].as_str().unwrap().contains("bad.vsav"), "{json}");
    assert_eq!((reports[1]["name"].as_str(), reports.as_array().unwrap().len()), (Some("Small"), 2));
}

#[test]
fn names_of_players_are_read_through_their_entities() {
    let scratch = tempfile::tempdir().unwrap();
    let save = scratch.path().join("game.vsav");
    std::fs::write(&save, corpus::save(&["PLAYER\tpw\tJos&#233; &amp; Co\tA"])).unwrap();
    let output = corpus::liege().arg("inspect").arg(&save).output();
    assert!(String::from_utf8(output.stdout).unwrap().contains("player       José & Co (A)"));
}
