//! The set-ups are legal and agree with the order of battle, and the order of battle with the counters.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test that cannot go on should stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use liege::rules::check::Filter;
use liege::rules::check::case::Case;
use liege::rules::game::Game;
use liege::rules::game::pack::Pack;
use liege::rules::games;
use liege::rules::position::notation;
use liege::rules::position::places::Hex;
use liege::rules::position::situation::{Piece, Situation, from_scenario};

const SCENARIOS: [&str; 4] = ["july-1937", "december-1941", "midway", "guadalcanal"];
const FAMILIES: [&str; 6] = ["land", "air", "ships", "leaders", "transport", "special"];

type Row = BTreeMap<String, String>;

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

fn rows(path: &str) -> Vec<Row> {
    let text = read(path).unwrap_or_else(|| panic!("no {path}"));
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

fn scenario(name: &str) -> String {
    read(&format!("oob/atpo/scenarios/{name}.txt")).unwrap()
}

fn game() -> &'static dyn Game {
    games::GAMES[0]
}

fn pack() -> Arc<Pack> {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    PACK.get_or_init(|| Arc::new(game().pack(&read).unwrap())).clone()
}

/// The counters that are no chits, and how many there are of each.
fn units() -> BTreeMap<String, i32> {
    let files = FAMILIES.iter().flat_map(|family| rows(&format!("counters/atpo/{family}.csv")));
    files.map(|row| (row["id"].clone(), row["count"].parse().unwrap())).collect()
}

fn schedule() -> Vec<Row> {
    rows("oob/atpo/schedule.csv")
}

/// The first and the last month of a turn, counted from the year 0.
fn months(turn: &str) -> (u32, u32) {
    let (year, part) = turn.split_once('-').unwrap();
    let start = year.parse::<u32>().unwrap() * 12;
    match ["winter", "spring", "summer", "autumn"].iter().zip(0..).find(|(name, _)| **name == part) {
        Some((_, season)) => (start + season * 3 + 1, start + season * 3 + 3),
        None => (start + part.parse::<u32>().unwrap(), start + part.parse::<u32>().unwrap()),
    }
}

fn number(row: &Row) -> i32 {
    row["count"].parse().unwrap()
}

fn brings(row: &Row) -> bool {
    ["start", "arrival", "force-pool"].contains(&row["kind"].as_str())
}

/// The rows of each counter in the order of time; what leaves goes before what comes.
fn lives(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut lives: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row["kind"] != "cbr") {
        lives.entry(&row["id"]).or_default().push(row);
    }
    for life in lives.values_mut() {
        life.sort_by_key(|row| (months(&row["turn"]).0, row["kind"] != "remove"));
    }
    lives
}

/// What a scenario places on the map, by counter, and its month.
fn placed(name: &str) -> (BTreeMap<String, i32>, u32) {
    let (scenario, faults) = notation::read(name, &scenario(name), &pack().terms.words);
    assert_eq!(faults, [], "{name}");
    let mut used = BTreeMap::new();
    for piece in scenario.placements.iter().flat_map(|line| &line.pieces) {
        *used.entry(piece.id.clone()).or_default() += i32::from(piece.count);
    }
    let date = scenario.date.unwrap();
    (used, u32::from(date.year) * 12 + u32::from(date.month))
}

#[test]
fn every_scenario_is_legal_without_a_single_finding_in_every_phase_of_a_turn() {
    for name in SCENARIOS {
        for phase in &pack().phases {
            let situation = situation(name, &phase.id);
            let checked = game().open(&Case::position(situation)).check(&Filter::default());
            // In the last month of a season fleets go home in EN.1, or are marked Out of Supply (3.7.1).
            let is_last = ["december-1941", "midway"].contains(&name);
            let late = is_last && ["EN.2", "EN.3", "EN.4", "EN.5"].contains(&&*phase.id);
            let found: BTreeSet<&str> = checked.findings.iter().map(|finding| finding.id.as_str()).collect();
            let expected: BTreeSet<&str> = late.then_some("ATPO-L07").into_iter().collect();
            assert_eq!(found, expected, "{name} in {}: {:#?}", phase.id, checked.findings);
        }
    }
}

#[test]
fn every_scenario_of_the_module_has_a_text() {
    let module: toml::Table = read("maps/atpo/module.toml").unwrap().parse().unwrap();
    let texts: Vec<String> = module["scenario"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["text"].as_str().unwrap().trim_end_matches(".txt").to_owned())
        .collect();
    assert_eq!(texts, SCENARIOS);
}

#[test]
fn each_major_nation_stands_on_the_map() {
    let nations: [(&str, &str); 4] = [
        ("july-1937", "JP CN CC SU MN US UK AU NZ IN NL FR TH MK PH"),
        ("december-1941", "JP CN CC SU MN US UK AU NZ IN NL TH MK PH"),
        ("midway", "JP CN CC SU MN US UK AU NZ IN FR TH MK"),
        ("guadalcanal", "JP CN CC SU MN US UK AU NZ IN TH MK"),
    ];
    let units = units();
    for (name, wanted) in nations {
        let used = placed(name).0;
        let found: BTreeSet<&str> =
            used.keys().filter(|id| units.contains_key(*id)).filter_map(|id| id.split('-').next()).collect();
        for nation in wanted.split(' ') {
            assert!(found.contains(nation.to_lowercase().as_str()), "{name} has nothing of {nation}");
        }
    }
}

/// The situation of a set-up in a phase.
fn situation(name: &str, phase: &str) -> Situation {
    let text = scenario(name).replace("phase: NA.1", &format!("phase: {phase}"));
    let (read, mut faults) = notation::read(name, &text, &pack().terms.words);
    let (situation, more) = from_scenario(&pack(), name, &read);
    faults.extend(more);
    assert_eq!(faults, [], "{name}");
    situation
}

#[test]
fn the_events_of_december_1941_can_happen() {
    let situation = situation("december-1941", "NA.1");
    for (place, ships) in [
        ("E2501", "us-bb-arizona us-bb-oklahoma us-bb-west-virginia us-bb-california"),
        ("E2103", "jp-cv-akagi jp-cv-kaga jp-cv-soryu jp-cv-hiryu jp-cv-shokaku jp-cv-zuikaku"),
        ("W2112", "uk-bb-prince-of-wales uk-bb-repulse"),
    ] {
        let hex: Hex = place.parse().unwrap();
        for ship in ships.split(' ') {
            let is = |piece: &&Piece| piece.entry.as_ref().is_some_and(|entry| entry.id == ship);
            let found = situation.pieces.iter().find(is).unwrap();
            assert_eq!(found.at.hex(), Some(hex), "{ship}");
        }
    }
}

/// How far Naval-Air units of 1942 fly, in hexes: American ones, Japanese ones.
const NAVAL_AIR: (u32, u32) = (4, 5);

#[test]
fn the_carriers_of_june_1942_reach_each_other_and_midway() {
    let situation = situation("midway", "NA.1");
    let of = |id: &str| {
        let is = |piece: &Piece| piece.entry.as_ref().is_some_and(|entry| entry.id == id);
        situation.pieces.iter().position(is).unwrap_or_else(|| panic!("{id} is not there"))
    };
    let at = |id: &str| situation.pieces[of(id)].at.hex().unwrap_or_else(|| panic!("{id} is in no hex"));
    let carrier = |id: &str| situation.pieces[of(id)].carried_by;
    let away = |from: Hex, to: Hex| pack().map.grid.distance(from, to).unwrap();
    let midway: Hex = "E2112".parse().unwrap();
    for japanese in ["akagi", "kaga", "soryu", "hiryu"] {
        let (ship, group) = (format!("jp-cv-{japanese}"), format!("jp-n-{japanese}"));
        assert_eq!(carrier(&group), Some(of(&ship)), "{japanese}");
        assert!((2..=NAVAL_AIR.1).contains(&away(at(&ship), midway)), "{japanese}");
        for american in ["enterprise", "hornet", "yorktown"] {
            let (target, group) = (format!("us-cv-{american}"), format!("us-n-{american}"));
            assert_eq!(carrier(&group), Some(of(&target)), "{american}");
            assert!(away(at(&ship), at(&target)) <= NAVAL_AIR.0, "{american} and {japanese}");
        }
    }
    for (troops, place) in [("jp-inf-ichiki", midway), ("jp-inf-guard-unit", "E0117".parse().unwrap())] {
        assert!((3..=7).contains(&away(at(troops), place)), "{troops}");
    }
}

#[test]
fn the_positions_of_the_tour_at_midway_are_legal_and_have_the_ships_of_the_set_up() {
    let set_up = placed("midway").0;
    for name in ["midway-strike", "midway-answer"] {
        let text = read(&format!("oob/atpo/tour/{name}.txt")).unwrap();
        let (told, mut faults) = notation::read(name, &text, &pack().terms.words);
        let (position, more) = from_scenario(&pack(), name, &told);
        faults.extend(more);
        assert_eq!(faults, [], "{name}");
        let here = told.placements.iter().flat_map(|line| &line.pieces);
        let strange: Vec<&str> =
            here.map(|piece| piece.id.as_str()).filter(|id| !set_up.contains_key(*id)).collect();
        assert!(strange.is_empty(), "{name}: {strange:?}");
        let checked = game().open(&Case::position(position)).check(&Filter::default());
        assert!(checked.findings.is_empty(), "{name}: {:#?}", checked.findings);
    }
}

#[test]
fn forces_lie_in_trays_and_no_stack_of_the_map_is_a_tower() {
    for name in SCENARIOS {
        let situation = situation(name, "NA.1");
        assert_eq!(situation.untold, [], "{name}");
        let mut stacks: BTreeMap<Hex, usize> = BTreeMap::new();
        for piece in situation.pieces.iter().filter(|piece| piece.tray.is_none()) {
            if let Some(hex) = piece.at.hex() {
                *stacks.entry(hex).or_default() += 1;
            }
        }
        let tall: Vec<_> = stacks.iter().filter(|(_, pieces)| **pieces > 18).collect();
        assert!(tall.is_empty(), "{name}: {tall:?}");
    }
}

#[test]
fn forces_that_nobody_had_seen_are_hidden() {
    for (name, chits) in [
        ("december-1941", "jp-tf-1 jp-tf-3 jp-ss-1 us-tf-3 us-tf-8"),
        ("midway", "jp-tf-1 jp-tf-2 jp-tf-3 jp-tf-5 jp-tf-6 jp-tf-7 jp-tf-8 us-tf-6 us-tf-7 us-tf-8"),
        ("guadalcanal", "us-tf-1 us-tf-2"),
    ] {
        let read = notation::read(name, &scenario(name), &pack().terms.words).0;
        for id in chits.split(' ') {
            let mut pieces = read.placements.iter().flat_map(|line| &line.pieces);
            assert!(pieces.any(|placed| placed.id == id && placed.hidden), "{name}: {id}");
        }
    }
}

#[test]
fn a_scenario_places_only_what_has_come_by_then() {
    let (rows, units) = (schedule(), units());
    for name in SCENARIOS {
        let (used, now) = placed(name);
        for (id, number) in used.iter().filter(|(id, _)| units.contains_key(*id)) {
            let come: i32 = rows
                .iter()
                .filter(|row| row["id"] == *id && row["kind"] != "cbr" && months(&row["turn"]).0 <= now)
                .map(|row| if brings(row) { self::number(row) } else { -self::number(row) })
                .sum();
            assert!(*number <= come, "{name} places {number} of {id}, {come} have come");
        }
    }
}

#[test]
fn the_game_of_1937_starts_with_what_the_schedule_starts_with() {
    let mut starts: BTreeMap<String, i32> = BTreeMap::new();
    for row in schedule().iter().filter(|row| row["kind"] == "start") {
        *starts.entry(row["id"].clone()).or_default() += number(row);
    }
    let (mut used, units) = (placed("july-1937").0, units());
    used.retain(|id, _| units.contains_key(id));
    assert_eq!(used, starts);
}

#[test]
fn the_schedule_brings_every_counter_exactly_as_often_as_it_exists() {
    let rows = schedule();
    let lives = lives(&rows);
    for (id, count) in units() {
        let life = lives.get(id.as_str()).unwrap_or_else(|| panic!("no row brings {id}"));
        let brought: i32 = life.iter().filter(|row| brings(row)).map(|row| number(row)).sum();
        assert_eq!(brought, count, "{id}");
        let mut here = 0;
        for row in life {
            here += if brings(row) { number(row) } else { -number(row) };
            assert!(here >= 0, "{id} leaves in {} before it has come", row["turn"]);
        }
    }
}

#[test]
fn nothing_arrives_before_it_was_commissioned_or_raised() {
    for row in schedule().iter().filter(|row| brings(row) && !row["available"].is_empty()) {
        // What waits in a force pool takes up to four seasons to build.
        let delay = if row["kind"] == "force-pool" { 12 } else { 0 };
        let comes = months(&row["turn"]).1 + delay;
        assert!(comes >= months(&row["available"]).0, "{} in {}", row["id"], row["turn"]);
    }
}

#[test]
fn every_named_ship_has_the_month_of_its_commissioning() {
    let ships = rows("counters/atpo/ships.csv");
    let named: BTreeSet<&str> =
        ships.iter().filter(|row| row["named"] == "yes").map(|row| row["id"].as_str()).collect();
    for row in schedule().iter().filter(|row| brings(row) && named.contains(row["id"].as_str())) {
        assert!(!row["available"].is_empty(), "{}", row["id"]);
    }
}

#[test]
fn places_of_the_schedule_are_hexes_or_boxes_of_the_map() {
    let pack = pack();
    for row in schedule().iter().filter(|row| !row["place"].is_empty()) {
        let place = &row["place"];
        let known = match place.parse::<Hex>() {
            Ok(hex) => pack.map.grid.has(hex),
            Err(_) => pack.map.place(place).is_some(),
        };
        assert!(known, "{}: there is no {place}", row["id"]);
    }
}

#[test]
fn what_the_rules_state_is_in_the_schedule_with_them_as_its_source() {
    let rows = schedule();
    for wanted in self::rows("tests/data/oob/rules.csv") {
        let same = |row: &&Row| ["id", "turn", "kind", "count"].iter().all(|key| row[*key] == wanted[*key]);
        let found = rows.iter().find(same).unwrap_or_else(|| panic!("no row for {wanted:?}"));
        assert_eq!(found["source"], "rules", "{wanted:?}");
        assert!(found["note"].contains(&wanted["rule"]), "{wanted:?}: {}", found["note"]);
    }
}
