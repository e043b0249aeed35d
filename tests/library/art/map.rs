//! The sheets of the map: where names and signs stand.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may fail loudly; it reads the tables of the map itself"
)]

use liege::art::board::{Collisions, SheetArt, collisions, tables};

fn sheets() -> Vec<SheetArt> {
    let read = |name: &str| {
        std::fs::read_to_string(format!("{}/maps/atpo/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
    };
    let [sheets, places, hexes, hexsides] =
        ["sheets.toml", "places.toml", "hexes.csv", "hexsides.csv"].map(read);
    let [labels, coast, areas, routes] = ["labels.csv", "coast.txt", "areas.csv", "routes.csv"].map(read);
    tables::sheets(&tables::Texts {
        sheets: &sheets,
        places: &places,
        hexes: &hexes,
        hexsides: &hexsides,
        labels: &labels,
        coast: &coast,
        areas: &areas,
        routes: &routes,
    })
    .unwrap()
}

#[test]
fn the_names_of_towns_and_ports_touch_nothing() {
    for sheet in sheets() {
        let [_, [towns, _]] = collisions(&sheet);
        assert_eq!(towns, Collisions { names: towns.names, ..Collisions::default() }, "{}", sheet.title);
        assert!(towns.names >= 60, "{}", sheet.title);
    }
}

#[test]
fn the_names_of_seas_lands_and_zones_touch_no_number_sign_or_name() {
    for sheet in sheets() {
        let [_, [_, others]] = collisions(&sheet);
        let free = Collisions { names: others.names, on_lines: others.on_lines, ..Collisions::default() };
        assert_eq!(others, free, "{}", sheet.title);
        assert!(others.names >= 60, "{}", sheet.title);
    }
}

#[test]
fn names_stand_worse_where_they_are_not_placed() {
    for sheet in sheets() {
        let [[towns, _], _] = collisions(&sheet);
        assert!(towns.on_numbers > 0 && towns.on_lines > 0, "{towns:?}");
    }
}
