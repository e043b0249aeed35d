//! Bad weather for flying, as a save tells it: who flies, and what becomes of those who leave a base that is attacked.

use std::path::Path;

use serde_json::Value;

use super::words::module;
use super::{done, liege, said, save, told};

/// Fighters strafe Rabaul, whose bombers can go to another base.
const STRAFED: &str = "game: atpo
date: 1943-06
phase: NA.2
control: JP E4229 E4028
control: US E4428
at E4229: chit:large-airbase, jp-b-4-ku
at E4028: chit:large-airbase
at E4428: chit:large-airbase, us-fb-mag12 strafe target=E4229
";

/// Bombers attack the airbase instead.
fn bombed() -> String {
    STRAFED
        .replace("NA.2", "OA.1")
        .replace("us-fb-mag12 strafe target=E4229", "us-b-90 strike target=\"E4229 airbase\"")
}

/// The save of a position in which the module has rolled this for flying in the moderate zone; nothing where it is empty.
fn game(folder: &Path, text: &str, flying: &str) -> String {
    module(folder);
    let path = save(folder, "game.vsav", text).to_str().unwrap().to_owned();
    if flying.is_empty() {
        return path;
    }
    let open = folder.join("open");
    done(&["unpack", &path, "-o", open.to_str().unwrap()]);
    let commands = open.join("savedGame.txt");
    let text = std::fs::read_to_string(&commands).unwrap();
    let property = "GlobalProperty\u{2409};Turn_Phase";
    assert!(text.contains(property), "{text}");
    let weather = format!("GlobalProperty\u{2409};Weather_ModerateAir;{flying};Module\n\t{property}");
    std::fs::write(&commands, text.replacen(property, &weather, 1)).unwrap();
    let packed = folder.join("weather.vsav");
    done(&["pack", open.to_str().unwrap(), "-o", packed.to_str().unwrap()]);
    packed.to_str().unwrap().to_owned()
}

/// The only battle of a save, and its notes.
fn only(game: &str) -> (Value, String) {
    let listed: Value = serde_json::from_str(&told(&["battles", game, "--format", "json"], 0)).unwrap();
    let battle = listed["reports"][0]["battles"][0].clone();
    let notes = battle["notes"].to_string();
    (battle, notes)
}

#[test]
fn who_evacuates_in_inclement_weather_is_previously_committed() {
    let policies = [
        (STRAFED.to_owned(), "strafe-E4229", "evacuate,ride-out"),
        (bombed(), "strike-E4229", "evacuate,ground"),
    ];
    for (text, id, conduct) in policies {
        let policy = format!("attacker=balanced,defender={conduct}");
        for (flying, mark) in [
            ("", "(G4M) is Committed"),
            ("No effect", "(G4M) is Committed"),
            ("Strength halved", "(G4M) is Previously Committed"),
            ("Strength and range halved", "(G4M) is Previously Committed"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let game = game(folder.path(), &text, flying);
            // The face of the bombers that leave, and two more where their base is bombed.
            let faces = if id.starts_with("strike") { "1,3,4" } else { "1" };
            let words = done(&["resolve", &game, id, "--policy", &policy, "--dice", faces]);
            assert!(words.contains("1 against 1") && words.contains(mark), "{id} {flying}: {words}");
            let (battle, notes) = only(&game);
            let is_inclement = flying.contains("halved");
            assert_eq!(battle["inputs"]["inclement"] == true, is_inclement, "{battle:#}");
            assert_eq!(notes.contains("give inclement=yes"), !is_inclement, "{id} {flying}: {notes}");
        }
        let folder = tempfile::tempdir().unwrap();
        let game = game(folder.path(), &text, "");
        let said = done(&["resolve", &game, id, "inclement=yes", "--policy", &policy, "--seed", "1"]);
        assert!(!said.contains("give inclement=yes"), "{said}");
    }
}

#[test]
fn weather_of_a_save_halves_strength_and_range_of_strafers_and_grounds_them() {
    let of = |flying: &str| {
        let folder = tempfile::tempdir().unwrap();
        only(&game(folder.path(), STRAFED, flying))
    };
    let state = |battle: &Value| battle["inputs"]["attack"][0]["state"].to_string();
    let (fair, notes) = of("No effect");
    assert!(!state(&fair).contains("halved") && notes.contains("its range is 6"), "{notes}");
    let (half, notes) = of("Strength halved");
    assert!(state(&half).contains("halved") && notes.contains("its range is 6"), "{notes}");
    let (both, notes) = of("Strength and range halved");
    assert!(state(&both).contains("halved") && notes.contains("its range is 3"), "{notes}");
    let folder = tempfile::tempdir().unwrap();
    let grounded = game(folder.path(), STRAFED, "Grounded");
    for words in [&["strafe-E4229"][..], &["--all"]] {
        let refused = liege(&[&["resolve", &grounded][..], words].concat());
        assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
        assert!(said(&refused).contains("the weather in E4428 grounds aircraft"), "{}", said(&refused));
        assert!(!said(&refused).contains("any more"), "{}", said(&refused));
    }
}

#[test]
fn night_is_of_ships_that_move_and_changes_no_strafing() {
    let folder = tempfile::tempdir().unwrap();
    let game = game(folder.path(), STRAFED, "");
    for value in ["moonlit=yes", "night=yes"] {
        let refused = liege(&["resolve", &game, "strafe-E4229", value, "--seed", "1"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(said(&refused).contains("unknown key"), "{}", said(&refused));
    }
}
