//! Supply, zones, intervals, sides and the list of what was not checked.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use liege::diagnostic::{Finding, Severity};
use liege::model::eyes::Eyes;
use liege::model::position::{Piece, Position};
use liege::rules::check::Filter;
use liege::rules::check::case::Case;
use liege::rules::position::places::Hex;
use liege::rules::position::situation::{Clock, PlaceId, Tray, from_save};

use super::{check, check_text, direct, game, ids, layers, of_pieces, pack};

fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

#[test]
fn a_draft_limit_makes_a_load_over_it_suspicious_and_names_what_it_rests_on() {
    let checked = check_text("at E5034 docked: 6 x us-dd, us-ca-portland");
    assert_eq!(ids(&checked), ["ATPO-P01"]);
    assert_eq!(checked.findings[0].severity, Severity::Suspicious);
    assert!(checked.findings[0].message.contains("0 (estimate, 0 to 30)"), "{}", checked.findings[0].message);
    assert!(checked.findings[0].help.as_ref().unwrap().contains("port of E5034"));
}

#[test]
fn checks_that_need_a_phase_are_listed_until_it_is_known() {
    let reasons = |text: &str| -> BTreeMap<String, String> {
        check_text(text).not_checked.into_iter().map(|entry| (entry.id, entry.reason)).collect()
    };
    let without = reasons("at W5022: jp-inf-2");
    assert!(without["ATPO-M01"].contains("--phase"));
    assert_eq!(without["ATPO-N03"], "not implemented; would need the log of the turn");
    let early = reasons("phase: NA.1\nat W5022: jp-inf-2");
    assert!(early["ATPO-M01"].contains("EN.5"));
    assert!(!reasons("phase: EN.5\nat W5022: jp-inf-2").contains_key("ATPO-M01"));
}

#[test]
fn every_demand_is_either_checked_or_listed() {
    let text = "game: atpo\ndate: 1942-08\nphase: EN.5\nat W5022: jp-inf-2";
    let checked = check(direct(&pack(), "test", text));
    assert_eq!(checked.summary.checked + checked.summary.not_checked, 252);
    assert_eq!(checked.summary.not_checked, checked.not_checked.len());
}

#[test]
fn a_filter_knows_ids_short_ids_and_names() {
    let situation =
        Arc::new(direct(&pack(), "x", "game: atpo\nat W3031: jp-inf-2\nat W4533: jp-dd standby active"));
    let open = game().open(&Case::of(situation));
    let run = |only: &str, ignore: &str| {
        let set = |words: &str| words.split_whitespace().map(str::to_owned).collect::<BTreeSet<String>>();
        let checked = open.check(&Filter { only: set(only), ignore: set(ignore) });
        ids(&checked).into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(run("", ""), ["ATPO-M02", "ATPO-S12"]);
    assert_eq!(run("s12", ""), ["ATPO-S12"]);
    assert_eq!(run("land-unit-in-the-sea ATPO-M02", "M02"), ["ATPO-S12"]);
    let unknown = Filter { only: BTreeSet::from(["S99".to_owned(), "S12".to_owned()]), ..Filter::default() };
    assert_eq!(unknown.unknown(&pack()), ["S99"]);
}

#[test]
fn an_enemy_ring_cuts_the_line_of_supply_and_an_own_unit_in_a_hex_of_it_opens_it_again() {
    let ring = |except: &str| -> String {
        let around = pack().map.grid.neighbours(hex("W5021"));
        around.into_iter().filter(|at| *at != hex(except)).map(|at| format!("at {at}: su-inf-1\n")).collect()
    };
    let unsupplied = |text: &str| {
        let checked = check_text(text);
        let of_w5021 = |finding: &&Finding| {
            finding.id == "ATPO-L01" && finding.place.as_ref().is_some_and(|place| place.location == "W5021")
        };
        checked.findings.iter().any(|finding| of_w5021(&finding))
    };
    let alone = "phase: EN.5\nat W5021: jp-inf-2\n";
    assert!(!unsupplied(alone));
    assert!(unsupplied(&format!("{alone}{}at W5022: su-inf-2", ring("W5022"))));
    assert!(unsupplied(&format!("{alone}{}", ring("W5022"))), "an empty source in an enemy zone is closed");
    assert!(!unsupplied(&format!("{alone}{}at W5022: jp-inf-3", ring("W5022"))));
}

#[test]
fn saigon_feeds_japan_only_from_the_summer_of_1941() {
    let unsupplied = |date: &str| {
        let checked =
            check_text(&format!("date: {date}\nphase: EN.5\ncontrol: JP W2713\nat W2713: jp-inf-2"));
        ids(&checked).contains(&"ATPO-L11")
    };
    assert!(unsupplied("1940-08"));
    assert!(!unsupplied("1942-08"));
}

#[test]
fn a_supply_chit_is_a_source_for_its_own_side_only() {
    let alone = "phase: EN.5\ncontrol: JP W3502\nat W3502: jp-inf-2";
    assert_eq!(ids(&check_text(alone)), ["ATPO-L01"]);
    assert_eq!(ids(&check_text(&format!("{alone}\nat W3502: chit:jp-sea-supply"))), [""; 0]);
    assert!(ids(&check_text(&format!("{alone}\nat W3502: chit:us-sea-supply"))).contains(&"ATPO-L01"));
}

#[test]
fn pieces_of_a_tray_are_where_their_task_force_chit_is() {
    let situation = direct(
        &pack(),
        "x",
        "game: atpo\nat W3825 docked: chit:jp-tf-3\nat E2501: chit:us-tf-3\ntray 3: jp-dd, us-dd-1\ntray 4: jp-dd-1",
    );
    let of = |id: &str| {
        let is = |piece: &&liege::rules::position::situation::Piece| {
            piece.entry.as_ref().is_some_and(|entry| entry.id == id)
        };
        situation.pieces.iter().find(is).unwrap()
    };
    assert_eq!((of("jp-dd").at.clone(), of("jp-dd").has("docked")), (PlaceId::Hex(hex("W3825")), true));
    assert_eq!((of("us-dd-1").at.clone(), of("us-dd-1").has("docked")), (PlaceId::Hex(hex("E2501")), false));
    assert_eq!(of("jp-dd-1").at, PlaceId::Tray(Tray { chit: "task-force".into(), number: 4 }));
    assert_eq!(situation.untold.len(), 1);
}

pub(super) fn seen(
    id: &str,
    entry: &str,
    location: &str,
    (stack, order): (&str, usize),
    levels: &[(&str, i32)],
) -> Piece {
    Piece {
        id: id.into(),
        basic_name: entry.into(),
        map: Some("Main Map".into()),
        x: 10,
        y: 20,
        location: Some(location.into()),
        stack: Some(stack.into()),
        index: order,
        layers: layers(levels.iter().copied()),
        markers: BTreeMap::from([("LiegeId".to_owned(), entry.to_owned())]),
        ..Piece::default()
    }
}

#[test]
fn layers_and_chits_of_a_save_tell_the_state_of_a_piece() {
    let pieces = vec![
        seen("1", "jp-cv-kaga", "W3031", ("a", 0), &[("Face", 2), ("Berth", 1), ("Status", 2)]),
        seen("2", "jp-n-kaga", "W3031", ("a", 1), &[("Ride", 2), ("Face", -2)]),
        seen("3", "us-marine-1", "E4525", ("b", 0), &[("Beach", 1), ("Attack", 2)]),
        seen("4", "active", "E4525", ("b", 1), &[]),
        seen("5", "unheard-of", "E4525", ("c", 0), &[]),
    ];
    let situation = of_pieces(pieces, Clock::default());
    let [kaga, group, marine, ..] = &situation.pieces[..] else { panic!("five pieces") };
    assert!(kaga.has("reduced") && kaga.has("standby") && kaga.stance_told);
    assert!(group.has("aboard") && group.carried_by == Some(0));
    assert!(!group.has("reduced"), "an inactive Layer counts as its first level");
    assert!(marine.has("active"), "a chit on top counts as the Layer would");
    assert_eq!(marine.arrows["attack"], PlaceId::Hex(hex("E4524")));
    assert_eq!(situation.untold[0].reason, "no counter of this game has the id \"unheard-of\"");
    let place = situation.place(&PlaceId::Hex(hex("W3031")), &[0]);
    assert_eq!((place.map.as_deref(), place.x, place.y), (Some("Main Map"), Some(10), Some(20)));
}

#[test]
fn what_a_side_may_not_see_is_neither_named_nor_counted() {
    let mut hidden = seen("1", "jp-inf-2", "W3031", ("a", 0), &[("Ride", 1)]);
    hidden.masked_by = Some("Japan".into());
    let mut tray = seen("2", "jp-dd", "TF 3", ("b", 0), &[]);
    // No module says that the window is private: the pack does.
    tray.map = Some("Japanese Task Forces".into());
    let position = Position { pieces: vec![hidden, tray], ..Position::default() };
    let count = |eyes: &Eyes| from_save(&pack(), &position, None, eyes, None).pieces.len();
    let side = |name: &str| count(&Eyes::of_side(name, &position));
    assert_eq!((count(&Eyes::Umpire), count(&Eyes::stranger())), (2, 0));
    assert_eq!(["Japan", "Allies", "Solo"].map(side), [2, 0, 1]);
}

#[test]
fn unknown_words_of_a_situation_are_told_with_the_nearest_known_one() {
    let text =
        "game: atpo\nat W3031: jp-inf-9999, chit:standbyy\nat W9999: jp-dd\nin \"Indian Box\": jp-dd\n";
    let (scenario, _) = liege::rules::position::notation::read("x", text, &pack().terms.words);
    let (_, faults) = liege::rules::position::situation::from_scenario(&pack(), "x", &scenario);
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[1].contains("did you mean \"standby\"?"));
    assert!(told[3].contains("did you mean \"India Box\"?"));
}

#[test]
fn a_draft_coast_makes_a_fault_at_sea_suspicious() {
    let severity = |text: &str| check_text(text).findings[0].severity;
    assert_eq!(severity("at W3031: jp-inf-2"), Severity::Illegal, "open sea all around");
    let coast = pack();
    let near = coast
        .map
        .grid
        .neighbours(hex("W3825"))
        .into_iter()
        .find(|at| coast.map.hex(*at).is_some_and(|facts| *facts.kind == *"sea"));
    assert_eq!(severity(&format!("at {}: jp-inf-2", near.unwrap())), Severity::Suspicious);
}

#[test]
fn a_supply_chit_aboard_a_transport_is_not_ashore() {
    let text = "at E2501: jp-stp-1\nat E2501 aboard jp-stp-1: chit:jp-sea-supply";
    assert_eq!(ids(&check_text(text)), [""; 0]);
}

#[test]
fn a_loose_state_chit_is_reported_after_the_end_of_the_turn() {
    assert_eq!(ids(&check_text("phase: EN.5\nat W3031: chit:standby")), ["ATPO-M01"]);
    let on_ship = check_text("phase: EN.5\nat W3031: jp-dd, chit:standby");
    assert_eq!(on_ship.findings.len(), 1, "{:#?}", on_ship.findings);
}

#[test]
fn a_phase_is_known_by_every_name_that_a_player_would_use() {
    let pack = pack();
    let meant = |text: &str| -> Vec<String> {
        pack.phases_meant(text).into_iter().map(|phase| phase.id.clone()).collect()
    };
    for (text, id) in [
        ("EN.5", "EN.5"),
        ("en5", "EN.5"),
        ("ol-4", "OL.4"),
        ("land combat", "OL.4"),
        ("Supply Step", "EN.2"),
        ("end of turn", "EN.5"),
        ("replenishment", "EN.3"),
        ("first naval", "NA.1"),
        ("second naval movement", "EN.1"),
        ("exploitation", "OL.5"),
        ("Seasonal Turn", "SE"),
        ("lend lease", "SE.3"),
        ("rail", "MV.2"),
    ] {
        assert_eq!(meant(text), [id], "{text}");
    }
    assert!(meant("command status").len() == 1, "EN.4 alone has no more words than these");
    assert!(meant("movement").contains(&"MV".to_owned()));
    assert!(meant("dessert").is_empty() && meant("phase").is_empty());
}
