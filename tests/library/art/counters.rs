//! The counters of a game are complete, drawable and readable.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test reads files and stops at the first fault"
)]

mod drawings;
mod readable;

use std::collections::{BTreeMap, BTreeSet};

use liege::art::counter::{CounterArt, Styles};
use liege::art::templates;
use liege::rules::data::{Embedded, Files};

use crate::tables::{all, rows, text};

fn art() -> CounterArt {
    let styles = Styles::from_toml(&text("rules/atpo/nations.toml")).unwrap();
    CounterArt::new(&Embedded.templates(), styles, templates::fonts()).unwrap()
}

#[test]
fn ids_are_unique_over_all_families() {
    let mut seen = BTreeSet::new();
    for (_, row) in all() {
        assert!(seen.insert(row["id"].clone()), "the id {} occurs twice", row["id"]);
    }
}

#[test]
fn every_row_says_where_its_values_come_from() {
    for (_, row) in all() {
        assert!(["rules", "history", "draft"].contains(&row["source"].as_str()), "{}", row["id"]);
        assert!(!row["note"].is_empty(), "{} has no note", row["id"]);
        assert!(row["count"].parse::<u8>().is_ok_and(|count| count > 0), "{} has no count", row["id"]);
    }
}

#[test]
fn every_unit_kind_has_a_counter() {
    let wanted: BTreeMap<&str, &str> = BTreeMap::from([
        (
            "land",
            "infantry cavalry marine snlf armor mechanized motorized artillery flak engineer commando paratroop siberian home-guard",
        ),
        ("air", "F FB B N floatplane kamikaze ohka b25"),
        ("ships", "BB BBCV CB CA CV CVL CL DD DE CVE SS AC kaiten"),
        ("leaders", "hq general admiral"),
        ("transport", "stp atp"),
        ("special", "partisan coastwatchers"),
        (
            "chits",
            "standby active committed previously-committed current out-of-supply destroyed pinned under-construction dirt-airstrip small-airbase large-airbase fortification coastal-fort harbor-enlargement burma-railway mulberry radar rocket-site task-force control sea-supply air-supply elite evasion night magic jn25 midget ss238 a-bomb firebombed atrocity casualty progress fuel-oil route-open off ep month year air-effect rail-transit naval-mine",
        ),
    ]);
    for (name, kinds) in wanted {
        let present: BTreeSet<String> = rows(name).iter().map(|row| row["kind"].clone()).collect();
        for kind in kinds.split_whitespace() {
            assert!(present.contains(kind), "{name}.csv has no {kind}");
        }
    }
}

#[test]
fn the_back_of_a_chit_is_a_chit_of_the_table() {
    let chits = rows("chits");
    let ids: BTreeSet<&str> = chits.iter().map(|row| row["id"].as_str()).collect();
    for row in &chits {
        assert!(row["back_id"].is_empty() || ids.contains(row["back_id"].as_str()), "{}", row["id"]);
    }
}

#[test]
fn no_carrier_air_group_is_too_strong_for_its_ship() {
    let capacity: BTreeMap<String, u32> = rows("ships")
        .iter()
        .filter_map(|row| Some((row["id"].clone(), row["capacity"].parse().ok()?)))
        .collect();
    for air in rows("air").iter().filter(|row| row["kind"] == "N") {
        let (nation, name) = air["id"].split_once("-n-").unwrap();
        for kind in ["cv", "cvl"] {
            if let Some(capacity) = capacity.get(&format!("{nation}-{kind}-{name}")) {
                assert!(air["strength"].parse::<u32>().unwrap() <= *capacity, "{}", air["id"]);
            }
        }
    }
}

#[test]
fn every_face_and_overlay_is_drawn_with_ink() {
    let art = art();
    // One row of each look: every kind of every nation.
    let mut looks = BTreeSet::new();
    for (family, row) in all() {
        let faces = art.faces(&family, &row).unwrap();
        assert!(!faces.front.contains("{{"), "{} has an unfilled slot", row["id"]);
        if looks.insert((family.clone(), row["kind"].clone(), row["nation"].clone())) {
            for svg in std::iter::once(&faces.front).chain(&faces.back) {
                assert!(art.png(svg, 75).unwrap().len() > 500, "{} is blank", row["id"]);
            }
        }
    }
    for name in art.overlay_names() {
        let overlay = art.overlay(name).unwrap();
        assert!((1.0..2.0).contains(&overlay.ratio), "{name}");
        assert!(art.png(overlay.svg, 93).unwrap().len() > 200, "{name}");
    }
}

#[test]
fn no_two_rows_have_the_same_front() {
    let art = art();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (family, row) in all() {
        let other = seen.insert(art.faces(&family, &row).unwrap().front, row["id"].clone());
        assert_eq!(other, None, "{} looks like it", row["id"]);
    }
}

#[test]
fn two_step_units_have_two_different_faces() {
    let art = art();
    for (family, row) in all() {
        if row.get("steps").is_some_and(|steps| steps == "2") {
            let faces = art.faces(&family, &row).unwrap();
            assert!(faces.back.is_some_and(|back| back != faces.front), "{}", row["id"]);
        }
    }
}

#[test]
fn the_guadalcanal_scenario_uses_counters_that_exist_and_no_more_than_there_are() {
    let counts: BTreeMap<String, u32> =
        all().into_iter().map(|(_, row)| (row["id"].clone(), row["count"].parse().unwrap())).collect();
    let mut used: BTreeMap<String, u32> = BTreeMap::new();
    for line in text("oob/atpo/scenarios/guadalcanal.txt").lines() {
        let place = line.starts_with("at ") || line.starts_with("in ");
        let Some((_, pieces)) = line.split_once(':').filter(|_| place) else { continue };
        for piece in pieces.split(',') {
            let words: Vec<&str> = piece.split_whitespace().collect();
            let (number, id) = match words.as_slice() {
                [number, "x", id, ..] => (number.parse().unwrap(), *id),
                [id, ..] => (1, *id),
                [] => continue,
            };
            *used.entry(id.trim_start_matches("chit:").into()).or_default() += number;
        }
    }
    for (id, number) in &used {
        let count = counts.get(id).unwrap_or_else(|| panic!("no counter {id}"));
        assert!(number <= count, "{id} is used {number} times, there are {count}");
    }
    assert!(used.values().sum::<u32>() >= 60);
}
