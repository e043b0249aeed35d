//! Of several outputs all are written or none, and what was there before stays.

use std::path::Path;

use super::{done, liege, save};

const BATTLE: &str = "game: atpo
date: 1942-11
phase: OL.4
control: JP E4229 E4631
at E4632: chit:small-airbase, chit:us-sea-supply, au-hq-ngf, au-inf-7 standby attack E4631
at E4631: jp-snlf-sasebo-5
";

/// The battle of it with all that is decided and rolled.
const LAND: [&str; 7] = [
    "land-E4631",
    "--seed",
    "7",
    "--policy",
    "attacker=strongest,together,advance",
    "--policy",
    "defender=retreat,together,weakest",
];

/// Names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Runs a command that writes a log and a save, told with `{}` where the save is read.
fn run(command: &[&str], from: &Path, log: &Path, to: &Path) -> (Option<i32>, String) {
    let from = from.to_str().unwrap();
    let mut arguments: Vec<&str> =
        command.iter().map(|word| if *word == "{}" { from } else { *word }).collect();
    arguments.extend(["--log", log.to_str().unwrap(), "-o", to.to_str().unwrap()]);
    let output = liege(&arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_log_beside_a_save_that_cannot_be_written_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let from = save(folder.path(), "game.vsav", BATTLE);
    let (log, inside) = (folder.path().join("x.vlog"), folder.path().join("folder"));
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(inside.join("kept"), b"kept").unwrap();
    let resolve = [&["resolve", "{}"][..], &LAND].concat();
    let commands: [&[&str]; 2] = [&["oob", "apply", "{}", "--turn", "1942-autumn"], &resolve];
    for command in commands {
        for to in [inside.clone(), folder.path().join("no/such/folder.vsav"), "/dev/null".into()] {
            let (status, talk) = run(command, &from, &log, &to);
            assert_eq!(status, Some(2), "{command:?} to {}: {talk}", to.display());
            assert!(talk.contains(&to.display().to_string()), "{talk}");
            assert_eq!(names(folder.path()), ["folder", "game.vsav"], "{command:?} to {}", to.display());
        }
        std::fs::write(&log, b"an older log").unwrap();
        run(command, &from, &log, &inside);
        assert_eq!(std::fs::read(&log).unwrap(), b"an older log");
        let same = folder.path().join("folder/../x.vlog");
        let (status, talk) = run(command, &from, &log, &same);
        assert_eq!(status, Some(2), "{talk}");
        assert!(talk.contains("same file"), "{talk}");
        let (status, talk) = run(command, &from, &log, &folder.path().join("after.vsav"));
        assert!(status == Some(0) || status == Some(1), "{talk}");
        assert_eq!(names(folder.path()), ["after.vsav", "folder", "game.vsav", "x.vlog"]);
        assert_ne!(std::fs::read(&log).unwrap(), b"an older log", "it was replaced");
        for name in ["after.vsav", "x.vlog"] {
            std::fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
}

/// Kills a command that writes `to` a hundred times, from a start that has read nothing to an end that has written all.
fn kill_while_writing(command: &[&str], to: &Path) {
    let run = || {
        let mut process = std::process::Command::new(assert_cmd::cargo::cargo_bin!("liege"));
        process.arg("-q").args(command).arg("-o").arg(to);
        process
    };
    assert!(matches!(run().status().unwrap().code(), Some(0 | 1)), "{command:?}");
    let new = std::fs::read(to).unwrap();
    let old = vec![b'x'; new.len() / 2];
    let mut seen = [0, 0];
    for time in 0..100_u64 {
        std::fs::write(to, &old).unwrap();
        let mut child = run().spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_micros(time * 1_500));
        let _ = child.kill();
        let _ = child.wait();
        let found = std::fs::read(to).unwrap();
        assert!(found == old || found == new, "{command:?} after {time}: {} bytes", found.len());
        seen[usize::from(found == new)] += 1;
    }
    assert!(seen[0] > 0, "{command:?} {seen:?}: no run was killed before it had written");
}

#[test]
fn whoever_is_killed_while_writing_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let from = save(folder.path(), "game.vsav", BATTLE);
    let text = folder.path().join("text");
    let [save, text] = [&from, &text].map(|path| path.to_str().unwrap());
    done(&["unpack", save, "-o", text]);
    kill_while_writing(&["convert", save, "--to", "plain"], &folder.path().join("copy.vsav"));
    kill_while_writing(&["pack", text], &folder.path().join("packed.vsav"));
    kill_while_writing(&["convert", save, "--to", "json"], &folder.path().join("copy.json"));
    let resolve = [&["resolve", save][..], &LAND].concat();
    kill_while_writing(&resolve, &folder.path().join("after.vsav"));
}

/// A name as a marker has it.
#[cfg(unix)]
fn marked(name: &str) -> serde_json::Value {
    serde_json::json!({"Unix": name.as_bytes()})
}

#[cfg(unix)]
#[test]
fn the_next_command_finishes_several_outputs_of_one_that_was_killed_between_them() {
    let folder = tempfile::tempdir().unwrap();
    let from = save(folder.path(), "game.vsav", BATTLE);
    let whole = std::fs::canonicalize(folder.path()).unwrap();
    // The log has its name, the save has not.
    std::fs::write(whole.join("x.vlog"), b"new log").unwrap();
    std::fs::write(whole.join("after.vsav"), b"old save").unwrap();
    std::fs::write(whole.join(".liege-bbbbbb"), b"new save").unwrap();
    let naming = |staged: &str, name: &str| serde_json::json!({"folder": whole, "staged": marked(staged), "name": marked(name), "aside": null});
    let marker =
        serde_json::json!([naming(".liege-aaaaaa", "x.vlog"), naming(".liege-bbbbbb", "after.vsav")]);
    std::fs::write(whole.join(".liege-unfinished"), marker.to_string()).unwrap();
    let talk = done(&["inspect", from.to_str().unwrap()]);
    assert!(
        talk.contains("an earlier command was stopped; finished") && talk.contains("after.vsav"),
        "{talk}"
    );
    assert_eq!(std::fs::read(whole.join("after.vsav")).unwrap(), b"new save");
    assert_eq!(std::fs::read(whole.join("x.vlog")).unwrap(), b"new log");
    assert_eq!(names(folder.path()), ["after.vsav", "game.vsav", "x.vlog"]);
    let talk = done(&["inspect", from.to_str().unwrap()]);
    assert!(!talk.contains("finished"), "{talk}");
}

#[test]
fn a_log_and_a_save_of_a_command_that_is_killed_are_both_old_or_both_new() {
    let folder = tempfile::tempdir().unwrap();
    let from = save(folder.path(), "game.vsav", BATTLE);
    let (log, to) = (folder.path().join("x.vlog"), folder.path().join("after.vsav"));
    let marker = folder.path().join(".liege-unfinished");
    let mut killed_between = 0;
    for time in 0..20_u64 {
        [&log, &to].iter().for_each(|path| std::fs::write(path, b"old").unwrap());
        let mut process = std::process::Command::new(assert_cmd::cargo::cargo_bin!("liege"));
        process.args(["-q", "resolve", from.to_str().unwrap()]).args(LAND);
        process.arg("--log").arg(&log).arg("-o").arg(&to).stdout(std::process::Stdio::null());
        let mut child = process.spawn().unwrap();
        // The marker is there from before the first name is given until after the last.
        while !marker.exists() && child.try_wait().unwrap().is_none() {
            std::hint::spin_loop();
        }
        std::thread::sleep(std::time::Duration::from_micros(time * 50));
        let _ = child.kill();
        let _ = child.wait();
        killed_between += usize::from(marker.exists());
        done(&["inspect", from.to_str().unwrap()]);
        let are_old = [&log, &to].map(|path| std::fs::read(path).unwrap() == b"old");
        assert_eq!(are_old[0], are_old[1], "killed {time} times 50 microseconds behind the marker");
        assert!(!marker.exists());
    }
    assert!(killed_between > 0, "no run was killed while the outputs took their names");
}
