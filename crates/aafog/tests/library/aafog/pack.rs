//! The tables of the pack agree with each other and, where it lies beside the package, with the catalogue; every set-up
//! lies in its save as its text says.

use std::collections::{BTreeMap, BTreeSet};

use liege::diagnostic::Severity;
use liege::rules::position::notation;
use liege::rules::position::places::PlaceId;
use liege::rules::position::situation::{Situation, from_scenario};

use super::{built, pack, placed, seen, told};
use crate::beside::beside;
use crate::tables::text;

/// The rows of a table of the pack, each cell by its heading.
fn table(path: &str) -> Vec<BTreeMap<String, String>> {
    let text = text(path);
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

fn list<'t>(row: &'t toml::Value, key: &str) -> Vec<&'t str> {
    row[key].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn every_demand_has_a_name_that_reads_as_a_fault() {
    let demands = &pack().demands;
    let ids: Vec<&str> = demands.iter().map(|demand| demand.id.as_str()).collect();
    let expected: Vec<String> = (1..=72).map(|number| format!("AAF-{number:03}")).collect();
    assert_eq!(ids, expected);
    let names: BTreeSet<&str> = demands.iter().map(|demand| demand.name.as_str()).collect();
    assert_eq!(names.len(), demands.len());
    for demand in demands {
        let name = &demand.name;
        assert!(
            name.len() <= 45 && name.contains('-') && !name.contains(|c: char| c.is_ascii_digit()),
            "{name}"
        );
        let is_told = demand.demand.ends_with('.') || pack().pages.contains_key(&demand.id);
        assert!(is_told && !demand.needs.is_empty(), "{}", demand.id);
    }
    let refining: BTreeSet<&str> = demands
        .iter()
        .filter(|demand| demand.refines.contains(&"AAF-005".to_owned()))
        .map(|demand| demand.id.as_str())
        .collect();
    let expected =
        ["010", "013", "014", "015", "016", "032", "046", "049", "064"].map(|id| format!("AAF-{id}"));
    assert_eq!(refining, expected.iter().map(String::as_str).collect());
}

#[test]
fn rules_and_severities_are_those_of_the_catalogue() {
    let Some(folder) = beside("LIEGE_CATALOGUE", "spec/aafog") else { return };
    let Ok(text) = std::fs::read_to_string(folder.join("invariants.toml")) else { return };
    let catalogue: toml::Table = text.parse().unwrap();
    let rows = catalogue["invariant"].as_array().unwrap();
    assert_eq!(rows.len(), pack().demands.len());
    for (row, demand) in rows.iter().zip(&pack().demands) {
        let severity = match row["severity"].as_str().unwrap() {
            "illegal" => Severity::Illegal,
            _ => Severity::Suspicious,
        };
        let told = (row["id"].as_str().unwrap(), row["rule"].as_str().unwrap(), Some(severity));
        assert_eq!(told, (demand.id.as_str(), demand.rule.as_str(), demand.severity));
        assert_eq!(row["needs"].as_str().unwrap(), demand.needs);
    }
}

#[test]
fn every_meeting_of_the_chart_has_one_row() {
    let rows = table("rules/aafog/meetings.csv");
    let pairs: BTreeSet<(&str, &str)> =
        rows.iter().map(|row| (row["mover"].as_str(), row["occupant"].as_str())).collect();
    let movers: BTreeSet<&str> = pairs.iter().map(|(mover, _)| *mover).collect();
    let occupants: BTreeSet<&str> = pairs.iter().map(|(_, occupant)| *occupant).collect();
    assert_eq!((movers.len(), occupants.len(), pairs.len(), rows.len()), (12, 12, 144, 144));
    for row in &rows {
        let source = row["source"].as_str();
        let known = ["text", "derived", "proposed", "n/a"].contains(&source) || source.starts_with("chart C");
        assert!(known, "{row:?}");
        assert_eq!(source == "n/a", row["line"].is_empty(), "{row:?}");
    }
    assert_eq!(table("rules/aafog/chart.csv").len(), 15);
    assert_eq!(table("rules/aafog/turn_track.csv").len(), 15);
}

#[test]
fn a_message_has_the_fields_that_it_allows_and_no_other() {
    let file: toml::Table = text("rules/aafog/messages.toml").parse().unwrap();
    let messages = file["message"].as_array().unwrap();
    assert_eq!(messages.len(), 20);
    for (number, message) in (1..).zip(messages) {
        assert_eq!(message["id"].as_str().unwrap(), format!("M{number:02}"));
        let text = message["text"].as_str().unwrap();
        let fields: BTreeSet<&str> =
            text.split('{').skip(1).map(|rest| rest.split_once('}').unwrap().0).collect();
        assert_eq!(fields, list(message, "allowed").into_iter().collect(), "{text}");
        assert!(!list(message, "forbidden").is_empty());
    }
}

/// An area: its name, whether it is an island, its outline.
type Area = (String, bool, Vec<(f64, f64)>);

/// Whether a point lies inside an outline.
fn contains(outline: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = edges
        .filter(|((x1, y1), (x2, y2))| (*y1 > y) != (*y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1);
    crossed.count() % 2 == 1
}

#[test]
fn every_point_of_the_board_belongs_to_one_territory_or_sea_zone() {
    let areas: Vec<Area> = table("maps/aafog/areas.csv")
        .into_iter()
        .map(|row| {
            let point = |pair: &str| {
                let (x, y) = pair.split_once(',').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            };
            let outline = row["outline"].split_whitespace().map(point).collect();
            (row["name"].clone(), !row["island-of"].is_empty(), outline)
        })
        .collect();
    // Between the pixels, so that no point lies on a corner.
    for (x, y) in
        (0..80).flat_map(|x| (0..50).map(move |y| (f64::from(x) * 30.0 + 7.5, f64::from(y) * 30.0 + 7.3)))
    {
        let here: Vec<&str> = areas
            .iter()
            .filter(|(_, island, outline)| !island && contains(outline, (x, y)))
            .map(|(name, _, _)| name.as_str())
            .collect();
        assert_eq!(here.len(), 1, "{x},{y}: {here:?}");
        for (name, _, outline) in areas.iter().filter(|(_, island, _)| *island) {
            let zone = ["SZ 201", "SZ 206", "SZ 35"];
            assert!(!contains(outline, (x, y)) || zone.contains(&here[0]), "{name} lies in {here:?}");
        }
    }
}

#[test]
fn places_that_the_text_names_adjoin_as_it_tells() {
    let map = &pack().map;
    let id = |name: &str| map.place(name).unwrap_or_else(|| panic!("{name}")).id.clone();
    let adjoin = [
        ("Siam", "Shan State", "land"),
        ("Shan State", "Malaya", "land"),
        ("Shan State", "Burma", "land"),
        ("SZ 35", "Philippines", "coast"),
        ("SZ 35", "SZ 20", "sea"),
        ("SZ 20", "SZ 19", "sea"),
        ("SZ 19", "Kiangsu", "coast"),
        ("Kiangsu", "Anhwe", "land"),
    ];
    let borders = table("maps/aafog/borders.csv");
    let key = |name: &str| name.to_lowercase().replace(' ', "-");
    for (from, to, word) in adjoin {
        let row = borders.iter().find(|row| {
            let ends = [row["from"].as_str(), row["to"].as_str()];
            ends.contains(&key(from).as_str()) && ends.contains(&key(to).as_str())
        });
        assert_eq!(row.map(|row| row["words"].as_str()), Some(word), "{from} and {to}");
    }
    let word = |name: &str, column: &str| map.facts(&id(name)).unwrap().word(column).to_owned();
    assert_eq!(word("Philippines", "victory-city"), "Manila");
    assert_eq!((word("SZ 35", "kamikaze"), word("Philippines", "island-of")), ("yes".into(), "sz-35".into()));
    for row in &borders {
        let kind = |end: &str| map.place(&row[end]).unwrap().kind.to_string();
        let expected = match (kind("from").as_str(), kind("to").as_str()) {
            ("land", "land") => "land",
            ("sea", "sea") => "sea",
            _ => "coast",
        };
        assert_eq!(row["words"], expected, "{row:?}");
    }
}

/// A counter, its place, what carries it, its number, its states and notes.
type Lying = (String, PlaceId, Option<String>, Option<i32>, String);

/// What a situation says of its pieces, in one order, but for the control chits that a text need not name.
fn pieces(situation: &Situation) -> Vec<Lying> {
    let piece = |piece: &liege::rules::position::situation::Piece| {
        let id = |piece: &liege::rules::position::situation::Piece| piece.entry.as_ref().unwrap().id.clone();
        let carrier = piece.carried_by.map(|ix| id(&situation.pieces[ix]));
        (id(piece), piece.at.clone(), carrier, piece.number, format!("{:?} {:?}", piece.states, piece.notes))
    };
    let is_named = |piece: &&liege::rules::position::situation::Piece| piece.kind() != "control";
    let mut all: Vec<_> = situation.pieces.iter().filter(is_named).map(piece).collect();
    all.sort();
    all
}

#[test]
fn a_set_up_lies_in_its_save_as_its_text_says() {
    let expected = [("opening.txt", 134), ("blitz.txt", 11), ("amphibious.txt", 11), ("choices.txt", 19)];
    for (name, count) in expected {
        let text = text(&format!("oob/aafog/scenarios/{name}"));
        let (scenario, _) = notation::read(name, &text, &pack().terms.words);
        let (from_text, faults) = from_scenario(&pack(), name, &scenario);
        assert_eq!(faults, [], "{name}");
        let from_save = seen(&placed(&text));
        assert_eq!((from_save.untold.as_slice(), from_text.untold.as_slice()), (&[][..], &[][..]), "{name}");
        assert_eq!(pieces(&from_text), pieces(&from_save), "{name}");
        assert_eq!(from_text.control, from_save.control, "{name}");
        assert_eq!(from_text.values, from_save.values, "{name}");
        assert_eq!(from_save.pieces.len(), count, "{name}");
    }
}

#[test]
fn every_power_begins_with_all_arms_an_industry_and_the_income_of_its_territories() {
    let opening = told(&text("oob/aafog/scenarios/opening.txt"));
    for nation in pack().nations.keys() {
        let own = |family: &str| {
            let is_own = |piece: &&liege::rules::position::situation::Piece| {
                piece.nation() == nation && piece.entry.as_ref().is_some_and(|entry| entry.family == *family)
            };
            opening.pieces.iter().filter(is_own).count()
        };
        assert!(own("ships") >= 3 && own("aircraft") >= 2 && own("land") >= 4, "{nation}");
        assert!(
            opening.pieces.iter().any(|piece| piece.nation() == nation && piece.kind() == "ic"),
            "{nation}"
        );
        let of_map: i32 = table("maps/aafog/areas.csv")
            .iter()
            .filter(|row| row["owner"] == *nation)
            .map(|row| row["value"].parse::<i32>().unwrap())
            .sum();
        let value = |word: &str| opening.values.get(format!("{nation}-{word}").as_str()).unwrap().nominal;
        assert_eq!((value("income"), value("money")), (of_map, of_map), "{nation}");
    }
}

#[test]
fn numbers_and_notes_are_the_same_in_a_text_and_in_its_save() {
    let text = "game: aafog\nat \"Siam\": japan-ic number=3, 2 x us-ca seen=12 sighted=\"turn 3\", japan-tank\n\
                at \"Malaya\": uk-airbase sighted=now\nin \"Japan money\": japan-money\nvalues: japan-money 8\n";
    let (from_text, from_save) = (told(text), seen(&placed(text)));
    assert_eq!(pieces(&from_text), pieces(&from_save));
    let numbers: Vec<Option<i32>> = from_text.pieces.iter().map(|piece| piece.number).collect();
    assert_eq!(numbers, [Some(3), None, None, None, Some(0), Some(8)]);
    assert_eq!(from_text.pieces[1].notes.get("seen").map(String::as_str), Some("12"));
    let bare = "game: aafog\nat \"Siam\": japan-tank number=3, chip-1 seen=2\n";
    let (scenario, _) = notation::read("x", bare, &pack().terms.words);
    let (_, faults) = from_scenario(&pack(), "x", &scenario);
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["x:2: \"japan-tank\" has no number", "x:2: \"chip-1\" has no seen"]);
}

#[test]
fn the_id_of_a_piece_tells_nothing_of_the_pieces_of_others() {
    let own = "at \"SZ 20\": chip-1, us-dd, 3 x us-tr\nat \"Malaya\": 2 x uk-inf, chip-1, uk-inf\n";
    let others = "at \"SZ 20\": chip-1, japan-sub, 2 x japan-tr\nat \"Siam\": 4 x japan-inf\n";
    let ids = |text: &str| -> Vec<String> {
        placed(&format!("game: aafog\n{text}")).pieces.iter().map(|piece| piece.id.clone()).collect()
    };
    let alone: BTreeSet<String> = ids(own).into_iter().collect();
    let both = ids(&format!("{others}{own}"));
    let together: BTreeSet<String> = both.iter().cloned().collect();
    assert_eq!((alone.len(), together.len(), both.len()), (9, 17, 17), "no two pieces have one id");
    assert!(alone.is_subset(&together), "{alone:?} {together:?}");
    assert_eq!(both, ids(&format!("{others}{own}")));
    let numbers: Vec<u64> = both.iter().map(|id| id.parse().unwrap()).collect();
    assert!(numbers.iter().all(|number| *number > 1 << 44) && !numbers.is_sorted(), "{numbers:?}");
}

#[test]
fn a_ghost_is_veiled_and_a_guess_is_not() {
    let position =
        placed("game: aafog\nat \"Siam\": us-ca seen=12 sighted=\"turn 3\"\nat \"SZ 20\": us-dd\n");
    let veil = |name: &str| {
        let piece = position.pieces.iter().find(|piece| piece.true_name.contains(name)).unwrap();
        piece.layers.iter().find(|layer| layer.name == "Seen").map(|layer| layer.image.clone()).unwrap()
    };
    assert_eq!((veil("Cruiser").as_str(), veil("Destroyer").as_str()), ("state-ghost.png", ""));
}

#[test]
fn palettes_have_every_class_of_every_power_and_every_counter() {
    let module = &built().2;
    let slots: BTreeSet<&str> = module.slots.iter().map(|slot| slot.gpid.as_str()).collect();
    assert_eq!(slots.len(), pack().catalogue.entries().count());
    let classes = [
        "sub",
        "dd",
        "bb",
        "ca",
        "cv",
        "tr",
        "bmb",
        "ftr",
        "tac",
        "inf",
        "art",
        "mech",
        "tank",
        "aagun",
        "ic",
        "airbase",
        "navalbase",
    ];
    for nation in pack().nations.keys() {
        for class in classes {
            let entry = pack().catalogue.get(&format!("{nation}-{class}")).cloned();
            assert_eq!(entry.map(|entry| entry.kind.to_string()).as_deref(), Some(class), "{nation}");
        }
    }
    assert_eq!(module.sides, ["Axis", "Allies", "Umpire"]);
    let windows: Vec<&str> = module.maps.iter().map(|map| map.identifier()).collect();
    let expected = [
        "Board",
        "Battle board",
        "IPC chart",
        "Turn track",
        "Casualties",
        "Token box",
        "Axis room",
        "Allied room",
        "Umpire",
    ];
    assert_eq!(windows, expected);
    let masks = module.slots.iter().filter(|slot| format!("{slot:?}").contains("Hidden ")).count();
    assert_eq!(masks, 0, "who hides a fleet has it on another board");
}

#[test]
fn counters_print_what_the_text_tells_and_nothing_of_the_base_game() {
    let known = |id: &str| {
        let pack = pack();
        let entry = pack.catalogue.get(id).unwrap();
        ["attack", "defence", "move", "cost"].map(|column| entry.number(column))
    };
    for nation in pack().nations.keys() {
        assert_eq!(known(&format!("{nation}-cv")), [Some(0), None, None, None]);
        assert_eq!(known(&format!("{nation}-bb")), [None, Some(4), None, None]);
        assert_eq!(known(&format!("{nation}-ftr")), [None, None, Some(4), None]);
        for class in ["sub", "dd", "ca", "tr", "bmb", "tac", "inf", "art", "mech", "tank"] {
            assert_eq!(known(&format!("{nation}-{class}")), [None; 4]);
        }
    }
}
