//! Logs: their start is never shown in silence, and any of their steps can be.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use super::corpus;

/// The log of the small module: the tank moves to 350, 250, then the board's name is said, then the tank goes.
fn log() -> Vec<u8> {
    let steps = [
        "LOG\tM/1/Main/350/250/null/Main/150/150/null/x\u{1b}LOG\tCHAT* moved".replace('\u{1b}', "\\\u{1b}"),
        "LOG\tCHAT* Sea".to_owned(),
        "LOG\t-/1".to_owned(),
    ];
    let all: Vec<&str> =
        corpus::COMMANDS.iter().take(4).copied().chain(steps.iter().map(String::as_str)).collect();
    corpus::save(&all)
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        std::fs::write(folder.path("game.vlog"), log()).unwrap();
        std::fs::write(folder.path("small.vmod"), corpus::module()).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        corpus::liege().within(self.0.path()).args(arguments).output()
    }

    fn talk(&self, arguments: &[&str], status: i32) -> String {
        let output = self.run(arguments);
        let talk = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {talk}");
        talk
    }

    fn rows(&self, at: &[&str]) -> Value {
        let output = self.run(&[&["convert", "game.vlog", "--to", "json"], at].concat());
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        told["reports"][0]["pieces"].clone()
    }
}

#[test]
fn every_command_says_that_it_takes_the_start_of_a_log() {
    let folder = Folder::new();
    for arguments in [
        &["inspect", "game.vlog"][..],
        &["convert", "game.vlog", "--to", "csv"],
        &["render", "game.vlog", "-o", "game.png"],
    ] {
        let talk = folder.talk(arguments, 0);
        assert!(
            talk.contains("game.vlog: using the start of the log; --end") && talk.contains("3 steps"),
            "{talk}"
        );
        assert_eq!(
            folder.talk(&[arguments, &["--end"]].concat(), 0).matches("the start of the log").count(),
            0
        );
        assert_eq!(folder.talk(&[arguments, &["--quiet"]].concat(), 0).matches("note").count(), 0);
    }
}

#[test]
fn each_step_of_a_log_can_be_looked_at() {
    let folder = Folder::new();
    let place = |at: &[&str]| {
        let rows = folder.rows(at);
        rows[0]["location"].as_str().map(str::to_owned)
    };
    assert_eq!(place(&[]).as_deref(), Some("C02"));
    assert_eq!(place(&["--step", "0"]).as_deref(), Some("C02"));
    assert_eq!(place(&["--step", "1"]).as_deref(), Some("E03"));
    assert_eq!(place(&["--step", "2"]).as_deref(), Some("E03"));
    assert_eq!((place(&["--step", "3"]), place(&["--end"])), (None, None));
    let told = folder.run(&["convert", "game.vlog", "--to", "json", "--step", "2"]).stdout;
    let told: Value = serde_json::from_slice(&told).unwrap();
    assert_eq!(told["reports"][0]["at_step"], 2);
    let talk = folder.talk(&["convert", "game.vlog", "--to", "json", "--step", "4"], 2);
    assert!(talk.contains("--step 4") && talk.contains("3 steps"), "{talk}");
    folder.talk(&["inspect", "game.vlog", "--step", "1", "--end"], 2);
}

#[test]
fn inspect_tells_the_step_and_how_many_there_are() {
    let folder = Folder::new();
    for (at, step, words) in [
        (&[][..], 0, "shown at the start"),
        (&["--step", "2"], 2, "shown after step 2"),
        (&["--end"], 3, "shown after the last"),
    ] {
        let told = |extra: &[&str]| folder.run(&[&["inspect", "game.vlog"], at, extra].concat()).stdout;
        let json: Value = serde_json::from_slice(&told(&["--format", "json"])).unwrap();
        let report = json["reports"][0].clone();
        assert_eq!((report["at_step"].as_u64(), report["log_steps"].as_u64()), (Some(step), Some(3)));
        let text = String::from_utf8(told(&[])).unwrap();
        assert!(text.contains("steps        3, ") && text.contains(words), "{text}");
    }
}

#[test]
fn a_save_has_no_steps_to_play() {
    let folder = Folder::new();
    std::fs::write(folder.path("game.vsav"), corpus::save(&corpus::COMMANDS[..4])).unwrap();
    let talk = folder.talk(&["inspect", "game.vsav", "--step", "1"], 2);
    assert!(talk.contains("no steps to play"), "{talk}");
    assert_eq!(folder.talk(&["inspect", "game.vsav", "--end"], 0), "");
}

#[test]
fn the_end_of_a_log_becomes_a_save() {
    let folder = Folder::new();
    folder.talk(&["convert", "game.vlog", "--to", "plain", "--step", "1", "-o", "after.vsav"], 0);
    assert_eq!(folder.talk(&["inspect", "after.vsav"], 0), "");
    let told = folder.run(&["convert", "after.vsav", "--to", "json"]).stdout;
    let rows: Value = serde_json::from_slice(&told).unwrap();
    let rows = rows["reports"][0]["pieces"].clone();
    assert_eq!(rows, folder.rows(&["--step", "1"]));
    folder.talk(&["convert", "game.vlog", "--to", "plain", "-o", "whole.vlog"], 0);
    assert!(folder.talk(&["inspect", "whole.vlog"], 0).contains("3 steps"));
}

#[test]
fn every_real_log_comes_to_its_end() {
    let logs = corpus::files()
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "vlog" || end == "log"));
    for path in logs {
        for at in [&["--end"][..], &["--step", "1"]] {
            let output = corpus::liege().arg("inspect").arg(&path).args(at).output();
            assert_eq!(output.status.code(), Some(0), "{}", name(&path));
        }
    }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}
