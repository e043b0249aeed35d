//! Sea areas, weather zones and shipping routes.

use super::{AREAS, ROUTES, Row, adjacent, hexes, neighbours, reached, table};
use std::collections::{BTreeMap, BTreeSet};

fn areas() -> BTreeMap<String, Row> {
    table(AREAS).into_iter().map(|r| (r["id"].clone(), r)).collect()
}

#[test]
fn every_hex_with_water_lies_in_an_area_of_the_grid_and_no_other_does() {
    let areas = areas();
    for (hex, row) in hexes() {
        assert_eq!(row["kind"] == "land", row["area"].is_empty(), "{hex}");
        if row["kind"] != "land" {
            assert_eq!(areas[&row["area"]]["kind"], "sea-area", "{hex}");
        }
    }
}

#[test]
fn every_area_is_connected() {
    let hexes = hexes();
    for (id, area) in areas().iter().filter(|(_, a)| a["kind"] == "sea-area") {
        let members: Vec<&String> = hexes.iter().filter(|(_, r)| r["area"] == *id).map(|(h, _)| h).collect();
        let first = members.first().unwrap_or_else(|| panic!("{id} has no hexes"));
        let reach = reached(first, |_, next| hexes[next]["area"] == *id);
        assert_eq!(reach.len(), members.len(), "{id}");
        assert_eq!(area["mp"], "3", "{id}: a sea area costs 3 (3.4)");
    }
}

#[test]
fn the_seas_that_everybody_knows_are_where_they_belong() {
    let hexes = hexes();
    let of = |name: &str| {
        let row = hexes.values().find(|r| r["name"].split(" / ").any(|n| n == name)).unwrap();
        row["area"].clone()
    };
    assert_eq!(of("Surabaya"), "java-sea");
    assert_eq!(of("Tarakan"), "celebes-sea");
    assert_eq!(of("Darwin"), "timor-sea");
    assert_eq!(of("Rabaul"), "bismarck-sea");
    assert_eq!(of("Guadalcanal"), "solomon-islands");
    assert_eq!(of("Truk"), "central-carolines");
    assert_eq!(of("Midway"), "midway-waters");
    assert_eq!(of("Pearl Harbor"), "hawaiian-waters");
    assert_eq!(of("Tokyo"), "honshu-waters");
    assert_eq!(of("Vladivostok"), "northern-sea-of-japan");
    assert_eq!(of("Tientsin"), "gulf-of-pohai");
    assert_eq!(of("Amoy"), "formosa-strait");
    assert_eq!(of("Penang"), "strait-of-malacca");
    assert_eq!(of("Rangoon"), "andaman-sea");
}

#[test]
fn labels_of_areas_stand_on_the_map() {
    for (id, area) in areas() {
        let (x, y): (f64, f64) = (area["x"].parse().unwrap(), area["y"].parse().unwrap());
        assert!((0.0..=67.5).contains(&x) && (0.5..=52.5).contains(&y), "{id} {x} {y}");
    }
}

#[test]
fn areas_without_a_grid_carry_their_numbers_and_adjoin_known_areas() {
    let areas = areas();
    let beside: Vec<&Row> = areas.values().filter(|a| a["kind"] != "sea-area").collect();
    for area in &beside {
        assert!(area["mp"].parse::<i32>().unwrap() > 3, "{area:?}");
        assert!((-3..0).contains(&area["interception"].parse::<i32>().unwrap()), "{area:?}");
        for other in adjoining(area) {
            assert!(areas.contains_key(&other), "{}: {other}", area["id"]);
            if areas[&other]["kind"] != "sea-area" {
                assert!(adjoining(&areas[&other]).contains(&area["id"]), "{} and {other}", area["id"]);
            }
        }
    }
    let flags = |flag: &str| beside.iter().filter(|a| a["note"].contains(flag)).count();
    // 18.1.5.1: two Indian Ocean areas; 2.2: US routes in the plural, one South Pacific route.
    assert_eq!((flags("UK flag"), flags("US flag"), flags("Australian flag")), (2, 2, 1));
    assert_eq!(beside.iter().filter(|a| a["kind"] == "convoy-area").count(), 5);
    assert!(areas.contains_key("gulf-of-panama"));
}

/// The areas that an area without a grid adjoins, as its note says.
fn adjoining(area: &Row) -> Vec<String> {
    let list = area["note"].split("adjoins ").nth(1).unwrap_or_default();
    let list = list.split(';').next().unwrap_or_default();
    list.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn routes_are_chains_of_neighbours() {
    let (hexes, areas, around) = (hexes(), areas(), neighbours());
    let touches = |a: &str, b: &str| {
        hexes.iter().any(|(h, r)| r["area"] == a && around[h].iter().any(|n| hexes[n]["area"] == b))
            || adjoining(&areas[a]).iter().any(|n| n == b)
            || adjoining(&areas[b]).iter().any(|n| n == a)
    };
    let mut kinds = BTreeSet::new();
    for route in table(ROUTES) {
        kinds.insert(route["kind"].clone());
        let points: Vec<&str> = route["points"].split(' ').collect();
        assert!(points.len() > 1, "{}", route["id"]);
        for pair in points.windows(2) {
            let next = match (areas.contains_key(pair[0]), areas.contains_key(pair[1])) {
                (true, true) => touches(pair[0], pair[1]),
                (false, false) => adjacent(pair[0], pair[1]),
                _ => false,
            };
            assert!(next, "{}: {pair:?}", route["id"]);
        }
        for hex in points.iter().filter(|p| !areas.contains_key(**p)) {
            assert_ne!(hexes[*hex]["kind"], "land", "{}: {hex}", route["id"]);
        }
    }
    assert_eq!(kinds, BTreeSet::from(["convoy".to_owned(), "merchant".to_owned()]));
}

#[test]
fn merchant_routes_lead_from_china_and_the_indies_to_japan() {
    let hexes = hexes();
    for route in table(ROUTES).iter().filter(|r| r["kind"] == "merchant") {
        let last = route["points"].split(' ').next_back().unwrap();
        assert_eq!(hexes[last]["territory"], "JP", "{}", route["id"]);
    }
}

#[test]
fn weather_zones_follow_appendix_4() {
    let hexes = hexes();
    let zone = |name: &str| {
        let row = hexes.values().find(|r| r["name"].split(" / ").any(|n| n == name)).unwrap();
        row["weather"].clone()
    };
    for name in
        ["Peking", "Chungking", "Canton", "Mukden", "Tokyo", "Okinawa", "Paramushiro", "Attu", "Kiska"]
    {
        assert_eq!(zone(name), "severe", "{name}");
    }
    for name in [
        "Calcutta",
        "Rangoon",
        "Bangkok",
        "Saigon",
        "Singapore",
        "Batavia",
        "Manila",
        "Darwin",
        "Noumea",
        "Guadalcanal",
        "Truk",
        "Wake",
        "Midway",
        "Pearl Harbor",
    ] {
        assert_eq!(zone(name), "moderate", "{name}");
    }
}

#[test]
fn all_sea_hexes_of_an_area_share_one_weather_zone() {
    let mut zones: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in hexes().values().filter(|r| r["kind"] == "sea") {
        zones.entry(row["area"].clone()).or_default().insert(row["weather"].clone());
    }
    for (area, zones) in zones {
        assert_eq!(zones.len(), 1, "{area}: {zones:?}");
    }
}
