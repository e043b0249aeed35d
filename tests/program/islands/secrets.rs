//! Three sides: what one may not see is neither named nor counted for it, and what it does not see is not taken for
//! absent.

use std::sync::Arc;

use liege::model::eyes::Eyes;
use liege::model::position::Position;
use liege::rules::check::case::Case;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;
use liege::rules::game::data_game::DataGame;
use serde_json::Value;

use super::pack::{DATA, built, json, placed, run, seen};
use crate::liege;

/// The sides of the set-up of 1704, with what each may not know and how many pieces it sees.
const SIDES: &[(&str, &[&str], u64)] = &[
    ("Crown", &["Red Madder", "Gull Men", "Merry Widow", "Tamsin", "False Lights", "Mutiny", "Storm\""], 63),
    ("League", &["Red Madder", "Gull Men", "Merry Widow", "Tamsin", "Good Harvest", "Mutiny", "Storm\""], 63),
    ("Corsairs", &["False Lights", "Good Harvest"], 69),
];

#[test]
fn no_command_shows_a_side_what_it_may_not_see() {
    let save = built("lanterns.vsav");
    let place = tempfile::tempdir().unwrap();
    let page = place.path().join("battles.html").display().to_string();
    for (side, secrets, pieces) in SIDES {
        let outputs = [
            run(&["check", &save, "--side", side, "--verbose"], 0),
            run(&["check", &save, "--side", side, "--format", "json"], 0),
            run(&["inspect", &save, "--side", side, "--format", "json"], 0),
            run(&["inspect", &save, "--side", side, "--verbose"], 0),
            run(&["convert", &save, "--side", side, "--to", "csv"], 0),
            run(&["convert", &save, "--side", side, "--to", "json"], 0),
            run(&["battles", &save, "--side", side, "--possible"], 0),
            run(&["render", &save, "--side", side, "-o", &page.replace("html", "png")], 0),
        ];
        for output in outputs {
            let told = secrets.iter().find(|secret| output.contains(*secret));
            assert_eq!(told, None, "{side}: {output}");
        }
        let inspected = json(&["inspect", &save, "--side", side], 0);
        assert_eq!(inspected["pieces"], *pieces, "{side}");
    }
    let all = run(&["convert", &save, "--side", "umpire", "--to", "csv"], 0);
    assert!(
        SIDES
            .iter()
            .flat_map(|(_, secrets, _)| *secrets)
            .all(|secret| all.contains(secret.trim_matches('"')))
    );
}

#[test]
fn who_does_not_say_who_looks_is_asked() {
    let (save, place) = (built("lanterns.vsav"), tempfile::tempdir().unwrap());
    let picture = place.path().join("x.png").display().to_string();
    let commands: [&[&str]; 4] = [
        &["check", &save],
        &["battles", &save],
        &["convert", &save, "--to", "csv"],
        &["render", &save, "-o", &picture],
    ];
    for words in commands {
        let output = liege(&[words, &["--data", DATA]].concat());
        let talk = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {talk}");
        assert!(
            talk.contains("add --side with one of: umpire (sees all), Crown, League, Corsairs, Solo"),
            "{talk}"
        );
        assert!(output.stdout.is_empty() && !talk.contains("Madder"), "{words:?}");
    }
    let open = json(&["inspect", &save], 0);
    assert_eq!(open["pieces"], 61, "inspect shows what is open to all: {open}");
}

fn checked(position: &Position, eyes: &Eyes) -> Checked {
    let case = Case::of(Arc::new(seen(position, eyes)));
    DataGame::new("islands").open(&case).check(&Filter::default())
}

fn ids(checked: &Checked) -> Vec<&str> {
    checked.findings.iter().map(|finding| finding.id.as_str()).collect()
}

fn side(name: &str, position: &Position) -> Eyes {
    Eyes::of_side(name, position)
}

#[test]
fn a_fault_of_hidden_pieces_is_found_for_their_owner_alone() {
    let text = "date: 1704-05\nphase: SA\nat \"Kestrel Sea\": co-gullmen hidden\n\
                in \"The League holds\": 3 x card-fair-wind, card-storm";
    let position = placed("hidden-faults", text);
    assert_eq!(ids(&checked(&position, &Eyes::Umpire)), ["ISLES-C02", "ISLES-W03"]);
    assert_eq!(ids(&checked(&position, &side("Corsairs", &position))), ["ISLES-W03"]);
    assert_eq!(ids(&checked(&position, &side("League", &position))), ["ISLES-C02"]);
    assert_eq!(ids(&checked(&position, &side("Crown", &position))), [""; 0]);
}

#[test]
fn a_companion_that_others_may_hide_is_not_missed() {
    let text = "date: 1704-05\nphase: SA\nat \"Three Teeth\": co-guns, co-hands hidden";
    let served = placed("served", text);
    for eyes in [Eyes::Umpire, side("Crown", &served), side("Corsairs", &served)] {
        assert_eq!(ids(&checked(&served, &eyes)), [""; 0], "{eyes:?}");
    }
    // The same without the company looks the same to the others, and so do the checks.
    let alone = placed("alone", "date: 1704-05\nphase: SA\nat \"Three Teeth\": co-guns");
    assert_eq!(ids(&checked(&alone, &side("Crown", &alone))), [""; 0]);
    assert_eq!(ids(&checked(&alone, &side("Corsairs", &alone))), ["ISLES-H01"]);
    assert_eq!(ids(&checked(&alone, &Eyes::Umpire)), ["ISLES-H01"]);
    // Of its own pieces a side knows whether a companion is there.
    let own = placed("own", "date: 1704-05\nphase: SA\nat \"Dunmere\": cr-guns");
    assert_eq!(ids(&checked(&own, &side("Crown", &own))), ["ISLES-H01"]);
}

#[test]
fn a_sum_over_pieces_that_others_may_hide_is_left_to_the_umpire() {
    let text = "date: 1704-05\nphase: FE\nin \"Stores 0\": cr-stores, le-stores, co-stores\n\
                at \"Dunmere\": 3 x cr-watch, cr-fencibles-1\nat \"Black Sands\": 4 x co-hands hidden";
    let position = placed("sums", text);
    assert_eq!(ids(&checked(&position, &Eyes::Umpire)), ["ISLES-V01", "ISLES-V01"]);
    let crown = checked(&position, &side("Crown", &position));
    let own = crown.findings.iter().map(|finding| finding.message.as_str());
    assert_eq!(own.collect::<Vec<_>>(), ["the Crown has 4 companies and stores for 3"]);
    let reasons: Vec<&str> =
        crown.not_checked.iter().filter(|one| one.id == "ISLES-V01").map(|one| one.reason.as_str()).collect();
    assert_eq!(reasons, ["counts pieces that this side may not see; the umpire can check it"], "told once");
}

#[test]
fn who_sees_everything_checks_everything() {
    let save = built("storms.vsav");
    let of = |side: &str| json(&["check", &save, "--side", side], 0)["reports"][0]["not_checked"].clone();
    assert_eq!(of("Solo"), of("umpire"));
    let crown = of("Crown");
    let is_sum = |one: &Value| one["id"] == "ISLES-V01";
    assert!(crown.as_array().unwrap().iter().any(is_sum), "{crown}");
}
