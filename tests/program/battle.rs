//! `battles`, `resolve` and `chances` on saves.

use std::path::Path;

use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::change::play;
use liege::model::position::Position;
use serde_json::Value;

use super::resolve::{BUNA, Case};
use super::{liege, plan, save, told};

const POLICIES: [&str; 4] =
    ["--policy", "attacker=strongest,together,advance", "--policy", "defender=retreat,together,weakest"];

fn read(path: &Path) -> SaveFile {
    SaveFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap()
}

/// What of a position a player sees: pieces by id with place, stack order and layers.
fn seen(position: &Position) -> Vec<String> {
    let mut pieces: Vec<String> = position
        .pieces
        .iter()
        .map(|piece| {
            let layers: Vec<_> = piece.layers.iter().map(|layer| (&layer.name, layer.level)).collect();
            format!(
                "{} {} {:?} {:?} {} {layers:?}",
                piece.id, piece.true_name, piece.map, piece.location, piece.index
            )
        })
        .collect();
    pieces.sort();
    pieces
}

#[test]
fn direction_marks_declare_a_battle() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let text = told(&["battles", path.to_str().unwrap(), "--format", "json"], 0);
    let told: Value = serde_json::from_str(&text).unwrap();
    let battles = &told["reports"][0]["battles"];
    assert_eq!(battles.as_array().unwrap().len(), 1);
    assert_eq!(battles[0]["id"], "land-E4631");
    assert_eq!(battles[0]["procedure"], "ATPO-R39");
}

/// Ships that share a port which falls, with two submarines among them.
const VLADIVOSTOK: &str = "game: atpo
date: 1942-04
phase: OL.3
at W5228 docked: su-dd-1, su-ss-1, su-ss-1
at W5228: su-inf-26c
at W5227: jp-inf-109 attack W5228, jp-inf-114 attack W5228, jp-inf-15 attack W5228
";

#[test]
fn a_port_whose_defenders_are_gone_is_the_attackers_even_where_none_advances() {
    let case = Case::of(VLADIVOSTOK);
    let all =
        ["land-W5228", "--side", "umpire", "--policy", "attacker=hold,balanced,defender=stand,balanced"];
    let mut taken = 0;
    for face in ["1", "2", "3", "4", "5", "6"] {
        let text = case.told("resolve", &[&all[..], &["--dice", face]].concat(), 0);
        if text.contains("the port in W5228 is captured (11.6.9)") {
            taken += 1;
            assert!(text.contains("W5228 is now under Japanese control (11.6.9)"), "{text}");
        }
    }
    assert!(taken > 0);
}

#[test]
fn log_and_save_end_in_the_same_position_for_every_face() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let (log, after) = (folder.path().join("buna.vlog"), folder.path().join("after.vsav"));
    let module = plan().module();
    let mut ends = Vec::new();
    for face in ["1", "2", "3", "4", "5", "6"] {
        let mut arguments = vec!["resolve", path.to_str().unwrap(), "land-E4631", "--dice", face];
        arguments.extend(POLICIES);
        arguments.extend(["--log", log.to_str().unwrap(), "-o", after.to_str().unwrap()]);
        told(&arguments, 0);
        let (played, problems) = play(&read(&log).commands().unwrap(), Some(&module));
        assert!(problems.is_empty(), "{problems:?}");
        let (written, _) = Position::read(&read(&after).commands().unwrap(), Some(&module));
        assert_eq!(seen(&played), seen(&written), "the die shows {face}");
        assert!(played.chat.iter().any(|line| line.contains("result")), "{:?}", played.chat);
        // VASSAL greys what begins with a dash.
        assert!(played.chat.iter().all(|line| line.starts_with("* ")), "{:?}", played.chat);
        assert_eq!(played.public_notes, written.public_notes);
        ends.push(seen(&written));
    }
    ends.dedup();
    assert!(ends.len() > 2, "different faces must end in different positions");
}

#[test]
fn the_input_is_never_changed_and_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let before = std::fs::read(&path).unwrap();
    let own = path.to_str().unwrap();
    told(&["resolve", own, "land-E4631", "--dice", "4", "-o", own], 2);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn an_open_decision_is_told_and_a_file_asked_for_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let after = folder.path().join("after.vsav");
    let resolve = ["resolve", path.to_str().unwrap(), "land-E4631", "--dice", "2"];
    assert!(told(&resolve, 1).contains("open: the attacker decides"));
    let output = liege(&[&resolve[..], &["-o", after.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("open: the attacker decides"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a player still has to decide something"));
    assert!(!after.exists());
}

#[test]
fn too_few_dice_are_an_error_that_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let after = folder.path().join("after.vsav");
    told(&["resolve", path.to_str().unwrap(), "land-E4631", "--dice", "", "-o", after.to_str().unwrap()], 2);
    told(&["resolve", path.to_str().unwrap(), "land-E9999", "--dice", "3"], 2);
    assert!(!after.exists());
}

#[test]
fn chances_of_a_battle_are_fractions_that_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let mut arguments = vec!["chances", path.to_str().unwrap(), "land-E4631", "--format", "json"];
    arguments.extend(POLICIES);
    let json: Value = serde_json::from_str(&told(&arguments, 0)).unwrap();
    assert_eq!(json["exact"], true);
    let results = json["results"].as_array().unwrap();
    let of = results[0]["of"].as_u64().unwrap();
    let total: u64 = results.iter().map(|result| result["weight"].as_u64().unwrap()).sum();
    assert_eq!(total, of);
}

#[test]
fn of_two_products_neither_is_written_when_one_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let log = folder.path().join("buna.vlog");
    let nowhere = folder.path().join("missing/after.vsav");
    for output in [nowhere.to_str().unwrap(), log.to_str().unwrap()] {
        let mut arguments = vec!["resolve", path.to_str().unwrap(), "land-E4631", "--dice", "4"];
        arguments.extend(POLICIES);
        arguments.extend(["--log", log.to_str().unwrap(), "-o", output]);
        told(&arguments, 2);
        assert!(!log.exists());
    }
}

#[test]
fn a_policy_that_nobody_knows_is_refused_with_the_words_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let resolve = |policy| {
        let output = liege(&["resolve", path.to_str().unwrap(), "--all", "--dice", "4", "--policy", policy]);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let unknown = resolve("attacker=weakest-first");
    assert!(unknown.contains("no policy \"weakest-first\""), "{unknown}");
    assert!(unknown.contains("strongest"), "{unknown}");
    let nobody = resolve("japan=weakest");
    assert!(nobody.contains("sides: attacker, defender"), "{nobody}");
}
