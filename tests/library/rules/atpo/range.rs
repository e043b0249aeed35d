//! How far aircraft fly and what keeps them there, as `facts --reach` tells it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fail loudly")]

use std::sync::{Arc, OnceLock};

use liege::rules::check::case::Case;
use liege::rules::data::{Embedded, Files};
use liege::rules::game::Game;
use liege::rules::game::facts::{DerivedValue, ReachOf};
use liege::rules::game::pack::Pack;
use liege::rules::games;
use liege::rules::position::notation;
use liege::rules::position::situation::{Situation, from_scenario};

fn game() -> &'static dyn Game {
    games::GAMES[0]
}

fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
    PACK.get_or_init(|| Arc::new(game().pack(&read).unwrap())).clone()
}

fn situation(text: &str) -> Situation {
    let (scenario, mut faults) =
        notation::read("test", &format!("game: atpo\ndate: 1942-06\n{text}"), &pack().terms.words);
    let (situation, more) = from_scenario(&pack(), "test", &scenario);
    faults.extend(more);
    assert!(faults.is_empty(), "{faults:?}");
    situation
}

/// The values of the reach of a counter, or of a place.
fn reach(text: &str, of: &str, globals: &[(&str, &str)]) -> Vec<DerivedValue> {
    let mut situation = situation(text);
    situation.globals.extend(globals.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let is = |ix: &usize| situation.pieces[*ix].entry.as_ref().is_some_and(|entry| entry.id == of);
    let piece = (0..situation.pieces.len()).find(is);
    let of = piece.map_or_else(|| ReachOf::Place(pack().map.find(of).unwrap()), ReachOf::Piece);
    game().open(&Case::position(situation)).reach(&of)
}

fn value<'f>(facts: &'f [DerivedValue], key: &str) -> Option<&'f DerivedValue> {
    facts.iter().find(|fact| fact.key == key)
}

/// How many hexes a counter reaches.
fn hexes(text: &str, of: &str, globals: &[(&str, &str)]) -> usize {
    value(&reach(text, of, globals), "hexes-in-range").map_or(0, |fact| fact.area.len())
}

const BASE: &str = "control: US E2112\nat E2112: chit:small-airbase, us-b-22, us-f-211\n";

#[test]
fn a_range_is_all_hexes_within_it_from_the_base() {
    // 1 + 3 r (r + 1) hexes lie within r of a hex that no edge cuts.
    assert_eq!(hexes(BASE, "us-b-22", &[]), 1 + 3 * 7 * 8);
    assert_eq!(hexes(BASE, "us-f-211", &[]), 1 + 3 * 3 * 4);
    let facts = reach(BASE, "us-b-22", &[]);
    assert_eq!(value(&facts, "range").unwrap().number.as_ref().unwrap().nominal, 7);
}

#[test]
fn distances_run_over_the_seam_of_the_sheets() {
    let text = "control: US E3034\nat E3034: chit:small-airbase, us-f-211\nat W3132: jp-ca-tone\nat W3126: jp-ca-mogami\n";
    let facts = reach(text, "us-f-211", &[]);
    let area: Vec<String> =
        value(&facts, "hexes-in-range").unwrap().area.iter().map(ToString::to_string).collect();
    assert!(
        area.iter().any(|hex| hex.starts_with('W')) && area.iter().any(|hex| hex.starts_with('E')),
        "{area:?}"
    );
}

#[test]
fn weather_halves_a_range_or_grounds() {
    let halved = [("Weather_ModerateAir", "Strength and range halved")];
    assert_eq!(hexes(BASE, "us-b-22", &halved), 1 + 3 * 3 * 4, "7 / 2 is 3");
    assert_eq!(hexes(BASE, "us-b-22", &[("Weather_ModerateAir", "Strength halved")]), 1 + 3 * 7 * 8);
    assert_eq!(hexes(BASE, "us-b-22", &[("Weather_ModerateAir", "Grounded")]), 0);
    let severe = hexes(BASE, "us-b-22", &[("Weather_SevereAir", "Grounded")]);
    assert!(severe > 0 && severe < 169, "hexes of the other zone are out: {severe}");
}

#[test]
fn out_of_supply_leaves_the_own_hex_and_its_neighbours() {
    assert_eq!(hexes(&BASE.replace("us-b-22", "us-b-22 out-of-supply"), "us-b-22", &[]), 7);
}

#[test]
fn aircraft_of_a_carrier_in_a_sea_without_hexes_fly_there_alone_and_others_do_not_come() {
    let text = "in \"East Pacific\": us-cv-yorktown, jp-ca-tone\nin \"East Pacific\" aboard us-cv-yorktown: us-n-yorktown\nat E2501: us-b-22\n";
    let facts = reach(text, "us-n-yorktown", &[]);
    let ships = value(&facts, "ships-in-range").unwrap();
    assert_eq!(
        (ships.place.as_ref().unwrap().to_string().as_str(), ships.number.as_ref().unwrap().nominal),
        ("East Pacific", 0)
    );
    assert_eq!(hexes(text, "us-n-yorktown", &[]), 0);
    assert!(value(&reach(text, "us-b-22", &[]), "ships-in-range").is_none());
}

#[test]
fn what_keeps_aircraft_on_the_ground_is_told_with_its_rule() {
    let barred = |text: &str, id: &str| {
        let facts = reach(text, "E2015", &[]);
        let situation = situation(text);
        let is = |ix: &usize| situation.pieces[*ix].entry.as_ref().is_some_and(|entry| entry.id == id);
        let kept = facts.iter().filter(|fact| fact.key == "kept-from");
        kept.filter(|fact| fact.pieces.iter().any(&is))
            .map(|fact| fact.rule.to_string())
            .next()
            .unwrap_or_default()
    };
    let near = "at E2015: jp-ca-tone\n";
    assert_eq!(barred(&(BASE.replace("us-b-22", "us-b-22 committed") + near), "us-b-22"), "4.14.1");
    let deck = "at E2015: jp-ca-tone\nat E2014: us-cv-yorktown reduced\nat E2014 aboard us-cv-yorktown: us-n-yorktown\n";
    assert_eq!(barred(deck, "us-n-yorktown"), "4.6.2.3");
    // A draft city and a small airbase hold four at most: of five the lowest in the stack stays.
    let all = ["us-b-22", "us-b-38", "us-b-19", "us-b-43", "us-b-11"];
    let full = format!("control: US E2112\nat E2112: chit:small-airbase, {}\n{near}", all.join(", "));
    let idle: Vec<String> = all.iter().map(|id| barred(&full, id)).collect();
    assert_eq!(idle.iter().filter(|rule| rule.contains("4.6.3.1")).count(), 1, "{idle:?}");
}

#[test]
fn a_change_of_base_is_three_hops_of_twice_the_range_with_carriers_at_its_ends() {
    let far = "control: US E2112\ncontrol: US E2501\nat E2112: chit:small-airbase, us-f-49\n";
    let facts = reach(far, "us-f-49", &[]);
    let hop = |place: &str| {
        let mut bases = facts.iter().filter(|fact| fact.key == "base-in-range");
        bases
            .find(|fact| fact.place.as_ref().unwrap().to_string() == place)
            .map(|fact| fact.number.clone().unwrap().nominal)
    };
    // Range 4, so eight hexes a hop; Pearl Harbor is farther.
    assert_eq!(hop("E2501"), None);
    let long = reach(&far.replace("us-f-49", "us-b-22"), "us-b-22", &[]);
    let base = long
        .iter()
        .find(|fact| fact.key == "base-in-range" && fact.place.as_ref().unwrap().to_string() == "E2501");
    assert!(base.is_some(), "fourteen hexes a hop");
    let box_ = reach("in \"US Box (West Coast)\": us-b-22, us-f-49\n", "us-b-22", &[]);
    let crosses = |facts: &[DerivedValue], place: &str| {
        facts
            .iter()
            .filter(|fact| fact.key == "base-in-range")
            .any(|fact| fact.place.as_ref().unwrap().to_string() == place)
    };
    assert!(crosses(&box_, "E2501") && crosses(&box_, "Panama"));
    let short = reach("in \"US Box (West Coast)\": us-b-22, us-f-49\n", "us-f-49", &[]);
    assert!(!crosses(&short, "E2501") && crosses(&short, "Panama"));
}

#[test]
fn a_ship_tells_its_movement_and_who_reaches_it() {
    let facts = reach(&(BASE.to_owned() + "at E2015: jp-ca-tone\n"), "jp-ca-tone", &[]);
    assert!(value(&facts, "movement").is_some());
    assert!(value(&facts, "sea-reach").unwrap().text.contains("not counted"));
    let by = value(&facts, "reaches").unwrap();
    assert!(by.label.contains("strike") && by.number.as_ref().unwrap().nominal == 4, "{by:?}");
}

#[test]
fn ground_support_is_offered_in_offensives_on_land_alone() {
    let missions = |phase: &str| {
        let facts = reach(&format!("phase: {phase}\n{BASE}"), "us-b-22", &[]);
        value(&facts, "missions").unwrap().text.clone()
    };
    for phase in ["OL.1", "OL.4"] {
        assert!(missions(phase).contains("ground support"), "{phase}: {}", missions(phase));
    }
    for phase in ["SE.7", "SW.1", "NA.2", "OA.1", "OS.2", "MV.2", "EN.1"] {
        assert!(!missions(phase).contains("ground support"), "{phase}: {}", missions(phase));
    }
}

#[test]
fn missions_are_told_that_their_phase_has() {
    let may = |phase: &str| {
        let facts = reach(&format!("phase: {phase}\n{BASE}"), "us-b-22", &[]);
        let told = facts.iter().find(|fact| fact.key == "missions").map(|fact| fact.text.clone());
        let told = told.unwrap_or_default();
        ["asw sweep", "change base", "ground support"].map(|mission| told.contains(mission))
    };
    for (phase, told) in [
        ("NA.2", [true, true, false]),
        ("OA.2", [true, true, false]),
        ("OL.4", [false, false, true]),
        ("OS.2", [false, false, false]),
        ("EN.1", [false; 3]),
        ("SW.4", [false; 3]),
    ] {
        assert_eq!(may(phase), told, "{phase}");
    }
}
