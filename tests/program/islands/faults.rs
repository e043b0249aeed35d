//! Planted faults: each found by exactly its check, and the legal position beside it by none.

use std::sync::Arc;

use liege::model::change::{Change, Destination, Order, apply};
use liege::model::eyes::Eyes;
use liege::model::geometry::Point;
use liege::model::position::Position;
use liege::rules::check::case::Case;
use liege::rules::check::{Checked, Filter};
use liege::rules::game::Game;
use liege::rules::game::data_game::DataGame;
use liege::rules::position::situation::Situation;
use serde_json::Value;

use super::pack::{built, json, module, pack, position, read, seen, situation, write};

/// What the game's checks say of a situation, as every command asks them.
fn checked(case: &Case<Arc<Situation>>) -> Checked {
    DataGame::new("islands").open(case).check(&Filter::default())
}

/// The ids of the findings of a situation and their messages.
fn found(name: &str, text: &str) -> Vec<(String, String)> {
    let checked = checked(&Case::of(Arc::new(situation(name, text))));
    checked.findings.into_iter().map(|finding| (finding.id, finding.message)).collect()
}

/// A check, a position that breaks it with what is said of it, and one beside it that does not.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    (
        "C01",
        "date: 1704-05\nphase: SA\nat \"Tallow\": 4 x le-watch, le-salters",
        "5 companies of one flag on Tallow; an island feeds 4",
        "date: 1704-05\nphase: SA\nat \"Tallow\": 4 x le-watch, le-guns, le-ostrey, co-gullmen",
    ),
    (
        "C01",
        "date: 1704-05\nphase: SA\nat \"Cinder\": 2 x fort",
        "2 forts in Cinder; at most 1 may be there",
        "date: 1704-05\nphase: SA\nat \"Cinder\": fort\nat \"Tallow\": fort",
    ),
    (
        "C02",
        "date: 1704-05\nin \"The Crown holds\": 3 x card-fair-wind, card-storm",
        "4 cards in The Crown holds; a hand holds 3",
        "date: 1704-05\nin \"The Crown holds\": 3 x card-fair-wind\nin \"Played cards\": 2 x card-storm, card-mutiny, card-salt-tax",
    ),
    (
        "H01",
        "date: 1704-05\nphase: SA\nat \"Dunmere\": cr-guns, cr-harrow\nat \"Tallow\": cr-watch",
        "1 battery on Dunmere without a company of its flag to serve it",
        "date: 1704-05\nphase: SA\nat \"Dunmere\": cr-guns, cr-watch",
    ),
    (
        "H01",
        "date: 1704-05\nphase: SA\nat \"Dunmere\": cr-guns, le-watch",
        "1 battery on Dunmere without a company of its flag to serve it",
        "date: 1704-05\nphase: SA\nat \"South Passage\": cr-sovereign\nat \"South Passage\" aboard cr-sovereign: cr-guns",
    ),
    (
        "H02",
        "date: 1704-05\nphase: FE\nat \"Ember Key\": co-hands, cr-watch\nin \"Stores 9\": cr-stores, le-stores, co-stores",
        "companies of two flags on Ember Key after the raids",
        "date: 1704-05\nphase: RA\nat \"Ember Key\": co-hands, cr-watch",
    ),
    (
        "V01",
        "date: 1704-05\nphase: FE\nin \"Stores 1\": le-stores\nin \"Stores 0\": cr-stores, co-stores\n\
         at \"Tallow\": 4 x le-watch\nat \"Saltmarsh\": le-salters",
        "the League has 5 companies and stores for 4",
        "date: 1704-05\nphase: FE\nin \"Stores 2\": le-stores\nin \"Stores 0\": cr-stores, co-stores\n\
         at \"Tallow\": 4 x le-watch\nat \"Saltmarsh\": le-salters",
    ),
    (
        "W01",
        "date: 1704-05\nat \"Tallow\": le-galley",
        "1 boat on Tallow and not at anchor",
        "date: 1704-05\nat \"Tallow\" anchored: le-galley\nat \"Kestrel Sea\": le-galley",
    ),
    (
        "W01",
        "date: 1704-05\nat \"Gull Rock\" anchored: 2 x co-sloop",
        "2 boats at anchor in Gull Rock, which has no anchorage",
        "date: 1704-05\nat \"Black Sands\" anchored: 2 x co-sloop",
    ),
    (
        "W02",
        "date: 1704-05\nat \"Dunmere\" anchored: co-sloop",
        "1 boat at anchor at Dunmere, where another flag flies",
        "date: 1704-05\nat \"Dunmere\": co-flag\nat \"Dunmere\" anchored: co-sloop",
    ),
    (
        "W03",
        "date: 1704-05\nat \"Kestrel Sea\": le-sloop, le-salters",
        "Salters in Kestrel Sea and not aboard a boat",
        "date: 1704-05\nat \"Kestrel Sea\": le-sloop\nat \"Kestrel Sea\" aboard le-sloop: le-salters, le-ostrey, le-guns",
    ),
    (
        "W04",
        "date: 1704-12\nat \"Storm Deep\": co-fire-ship",
        "Fire-ship in play in December 1704; not before January 1705",
        "date: 1705-01\nat \"Storm Deep\": co-fire-ship",
    ),
    (
        "W05",
        "date: 1704-10\nat \"North Deep\": le-galley",
        "League Galley in North Deep: the deep is too rough for oars since the storms of autumn 1704",
        "date: 1704-09\nat \"North Deep\": le-galley",
    ),
];

#[test]
fn each_planted_fault_is_found_by_its_check_alone_and_its_neighbour_by_none() {
    for (number, (check, illegal, says, legal)) in FAULTS.iter().enumerate() {
        let expected = vec![(format!("ISLES-{check}"), (*says).to_owned())];
        assert_eq!(found(&format!("illegal-{number}"), illegal), expected, "{illegal}");
        assert_eq!(found(&format!("legal-{number}"), legal), [], "{check} is silent: {legal}");
    }
}

#[test]
fn what_cannot_be_carried_there_is_told_and_counts_where_it_lies() {
    let text = "date: 1704-05\nphase: SA\nat \"Kestrel Sea\": le-galley\n\
                at \"Kestrel Sea\" aboard le-galley: le-guns, le-salters";
    let sea = situation("galley", text);
    let carried =
        |name: &str| sea.pieces.iter().find(|piece| piece.name == name).unwrap().carried_by.is_some();
    assert!(carried("Salters") && !carried("Quay Guns"), "a galley carries companies, no battery");
    assert_eq!(sea.untold.len(), 1);
    assert_eq!(sea.untold[0].piece.name, "Quay Guns");
}

/// The set-up after these changes, which name pieces by what they are called and where they lie.
struct Edited(liege::format::command::Command);

impl Edited {
    fn set_up(name: &str) -> Self {
        Self(read(&built(&format!("{name}.vsav"))))
    }

    fn position(&self) -> Position {
        Position::read(&self.0, Some(module())).0
    }

    fn piece(&self, name: &str, place: &str) -> (String, String, Point) {
        let position = self.position();
        let is = |piece: &&liege::model::position::Piece| {
            piece.basic_name == name && piece.location.as_deref() == Some(place)
        };
        let piece = position.pieces.iter().find(is).unwrap_or_else(|| panic!("no {name} in {place}"));
        (piece.id.clone(), piece.map.clone().unwrap(), Point::new(piece.x, piece.y))
    }

    fn apply(mut self, change: Change) -> Self {
        apply(&mut self.0, Some(module()), &[change]).unwrap();
        self
    }

    /// Moves a piece to where another one lies.
    fn moved(self, name: &str, from: &str, (other, place): (&str, &str)) -> Self {
        let (piece, ..) = self.piece(name, from);
        let (_, map, at) = self.piece(other, place);
        self.apply(Change::Move { piece, to: Destination { map, at, order: Order::Top } })
    }

    fn layer(self, name: &str, place: &str, layer: &str, level: i32) -> Self {
        let (piece, ..) = self.piece(name, place);
        self.apply(Change::SetLayer { piece, layer: layer.into(), level })
    }

    /// What the checks that compare say of it, in a phase after one of the set-up.
    fn since(&self, set_up: &str, (was, is): (&str, &str)) -> Vec<(String, String)> {
        let before = position(&built(&format!("{set_up}.vsav")));
        let at = |position: &Position, phase: &str| {
            let mut situation = seen(position, &Eyes::Umpire);
            situation.clock.phase = Some(phase.into());
            Arc::new(situation)
        };
        let case = Case { before: Some(at(&before, was)), ..Case::of(at(&self.position(), is)) };
        let changes = |id: &str| id.starts_with("ISLES-X");
        let checked = checked(&case);
        assert!(!checked.not_checked.iter().any(|one| changes(&one.id)), "{:?}", checked.not_checked);
        let findings = checked.findings.into_iter().filter(|finding| changes(&finding.id));
        findings.map(|finding| (finding.id, finding.message)).collect()
    }
}

#[test]
fn stores_grow_by_the_harvest_alone_and_shrink_at_any_time() {
    let (up, down) = (("Stores of the Crown", "Stores 7"), ("Stores of the Corsairs", "Stores 5"));
    let grown = || Edited::set_up("lanterns").moved("Stores of the League", "Stores 6", up);
    let says = "league-stores went up from 6 to 7; possible only in SE.1 Harvest";
    assert_eq!(grown().since("lanterns", ("SE.2", "RA")), [("ISLES-X01".to_owned(), says.to_owned())]);
    assert_eq!(grown().since("lanterns", ("SE.1", "SE.2")), [], "the harvest lies between");
    let eaten = Edited::set_up("lanterns").moved("Stores of the League", "Stores 6", down);
    assert_eq!(eaten.since("lanterns", ("RA", "FE")), []);
}

#[test]
fn what_is_worn_is_refitted_in_the_refit_alone() {
    let refitted = || Edited::set_up("storms").layer("Salters", "Tallow", "Face", 1);
    let says = "Salters in Tallow is no longer worn; possible only in SE.3 Refit";
    assert_eq!(refitted().since("storms", ("FO", "FE")), [("ISLES-X02".to_owned(), says.to_owned())]);
    assert_eq!(refitted().since("storms", ("SE.1", "SE.3")), []);
    let worn = Edited::set_up("lanterns").layer("Salters", "Tallow", "Face", 2);
    assert_eq!(worn.since("lanterns", ("FO", "FE")), []);
}

#[test]
fn a_fort_stays_where_it_is() {
    let carted = Edited::set_up("lanterns").moved("Fort", "Highmoor", ("Crown flag", "Dunmere"));
    let says = "Fort moved from Highmoor to Dunmere; this is never allowed";
    assert_eq!(carted.since("lanterns", ("FO", "FE")), [("ISLES-X03".to_owned(), says.to_owned())]);
    let marched = Edited::set_up("lanterns").moved("2nd Fencibles", "Highmoor", ("Crown flag", "Dunmere"));
    assert_eq!(marched.since("lanterns", ("FO", "FE")), []);
}

#[test]
fn the_command_compares_two_saves_as_the_library_does() {
    let edited = Edited::set_up("lanterns").moved("Fort", "Highmoor", ("Crown flag", "Dunmere"));
    let (after, before) = (write("carted", &edited.0), built("lanterns.vsav"));
    let report = json(&["check", &after, "--previous", &before, "--side", "umpire"], 1);
    let report = &report["reports"][0];
    let ids: Vec<&Value> = report["findings"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!(
        (ids, &report["summary"]["not_checked"]),
        (vec![&Value::from("ISLES-X03")], &1.into()),
        "{report}"
    );
}

#[test]
fn every_check_of_the_pack_has_a_planted_fault() {
    let compared = ["X01", "X02", "X03"];
    let planted: Vec<&str> = FAULTS.iter().map(|(check, ..)| *check).chain(compared).collect();
    for row in &pack().rows {
        let short = row.demand.id.trim_start_matches("ISLES-").to_owned();
        assert!(planted.contains(&short.as_str()), "{short} is never broken");
    }
}

#[test]
fn a_copy_is_held_against_what_its_side_may_see() {
    let master = built("lanterns.vsav");
    let edited = |name: &str, piece: &str, from: &str| {
        write(name, &Edited::set_up("lanterns").moved(piece, from, ("Crown flag", "Dunmere")).0)
    };
    let found = |copy: &str, status: i32| {
        let copy = format!("League={copy}");
        let report = json(&["check", &master, "--copy", &copy, "--side", "umpire"], status);
        let findings = report["reports"][0]["findings"].as_array().unwrap().clone();
        findings.iter().map(|one| (one["id"].clone(), one["message"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(found(&master, 0), []);
    let says = "copy of League: 2nd Fencibles in Dunmere, expected in Highmoor";
    let marched = edited("copy-marched", "2nd Fencibles", "Highmoor");
    assert_eq!(found(&marched, 1), [("ISLES-Y01".into(), says.into())]);
}
