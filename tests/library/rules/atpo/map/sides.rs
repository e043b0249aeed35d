//! Hexsides: what parts lands, what joins them, and where railways run.

use super::{HEXSIDES, hexes, reached, table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

type Kinds = BTreeMap<(String, String), BTreeSet<String>>;

const LINES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/sources/lines.csv"));

fn kinds() -> &'static Kinds {
    static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
        let mut kinds = Kinds::new();
        for side in table(HEXSIDES) {
            for (a, b) in [("hex", "neighbour"), ("neighbour", "hex")] {
                kinds.entry((side[a].clone(), side[b].clone())).or_default().insert(side["kind"].clone());
            }
        }
        kinds
    });
    &KINDS
}

fn has(kinds: &Kinds, a: &str, b: &str, kind: &str) -> bool {
    kinds.get(&(a.to_owned(), b.to_owned())).is_some_and(|k| k.contains(kind))
}

fn hex_of(name: &str) -> String {
    let found = hexes().iter().find(|(_, r)| r["name"].split(" / ").any(|n| n == name));
    found.unwrap_or_else(|| panic!("no hex holds {name}")).0.clone()
}

/// The hexes that land units reach from a town, with or without ferries.
fn on_foot(from: &str, ferries: bool) -> BTreeSet<String> {
    let (hexes, kinds) = (hexes(), kinds());
    reached(&hex_of(from), |a, b| {
        let barred = ["all-sea", "lake", "impassable"].iter().any(|kind| has(kinds, a, b, kind));
        hexes[b]["kind"] != "sea" && (!barred || ferries && has(kinds, a, b, "ferry"))
    })
}

#[test]
fn sides_are_of_the_known_kinds() {
    let known = ["all-sea", "lake", "impassable", "river", "rail", "ferry", "border", "strait", "canal"];
    for side in table(HEXSIDES) {
        assert!(known.contains(&side["kind"].as_str()), "{side:?}");
    }
}

#[test]
fn islands_cannot_be_reached_on_foot() {
    for (from, to) in [
        ("Fusan", "Sasebo"),
        ("Osaka", "Sapporo"),
        ("Osaka", "Sasebo"),
        ("Sapporo", "Toyohara"),
        ("Nikolayevsk", "Okha"),
        ("Amoy", "Takao"),
        ("Canton", "Hoihow"),
        ("Singapore", "Medan"),
        ("Palembang", "Batavia"),
        ("Surabaya", "Denpasar"),
        ("Balikpapan", "Makassar"),
        ("Manila", "Davao"),
        ("Lae", "Rabaul"),
        ("Cooktown", "Port Moresby"),
        ("Guadalcanal", "Munda"),
    ] {
        assert!(!on_foot(from, false).contains(&hex_of(to)), "{from} to {to}");
    }
}

#[test]
fn the_mainland_hangs_together() {
    let reach = on_foot("Peking", false);
    for name in [
        "Canton",
        "Hong Kong",
        "Singapore",
        "Saigon",
        "Rangoon",
        "Calcutta",
        "Chungking",
        "Urga",
        "Mukden",
        "Fusan",
        "Vladivostok",
        "Irkutsk",
        "Hami",
        "Bangkok",
    ] {
        assert!(reach.contains(&hex_of(name)), "{name}");
    }
    assert!(on_foot("Darwin", false).contains(&hex_of("Rockhampton")));
    assert!(on_foot("Port Moresby", false).contains(&hex_of("Hollandia")));
}

#[test]
fn ferries_join_the_japanese_home_islands() {
    let kinds = kinds();
    assert!(has(kinds, "W5032", "W5033", "ferry"));
    let reach = on_foot("Tokyo", true);
    for name in ["Sapporo", "Sasebo", "Kagoshima", "Toyohara"] {
        assert!(reach.contains(&hex_of(name)), "{name}");
    }
    for ((a, b), _) in kinds.iter().filter(|(_, k)| k.contains("ferry")) {
        assert!(has(kinds, a, b, "all-sea"), "the ferry {a} {b} bridges nothing");
    }
}

#[test]
fn all_five_straits_are_water_that_parts_lands() {
    let kinds = kinds();
    let straits: Vec<_> = table(HEXSIDES).into_iter().filter(|s| s["kind"] == "strait").collect();
    for name in ["Bungo Channel", "Korea Strait", "Naruto Strait", "Soya Strait", "Tsugaru Strait"] {
        assert!(straits.iter().any(|s| s["name"].starts_with(name)), "{name}");
    }
    for s in &straits {
        assert!(has(kinds, &s["hex"], &s["neighbour"], "all-sea"), "{s:?}");
    }
}

#[test]
fn railways_run_through_the_hexes_of_their_towns() {
    let kinds = kinds();
    let mut towns = 0;
    for line in table(LINES).iter().filter(|l| l["kind"] == "rail") {
        for name in line["points"].split(';').filter(|p| !p.contains(|c: char| c.is_ascii_digit())) {
            let hex = hex_of(name);
            let touched = kinds.iter().any(|((a, _), k)| *a == hex && k.contains("rail"));
            assert!(touched, "no railway reaches {name} in {hex}");
            towns += 1;
        }
    }
    assert!(towns > 90, "{towns}");
}

#[test]
fn railways_join_the_towns_of_their_networks() {
    let kinds = kinds();
    for (from, to) in [
        ("Peking", "Canton"),
        ("Peking", "Vladivostok"),
        ("Shanghai", "Irkutsk"),
        ("Mukden", "Fusan"),
        ("Tokyo", "Aomori"),
        ("Tokyo", "Kure"),
        ("Singapore", "Bangkok"),
        ("Bangkok", "Phnom Penh"),
        ("Hanoi", "Saigon"),
        ("Rangoon", "Myitkyina"),
        ("Calcutta", "Ledo"),
        ("Batavia", "Surabaya"),
        ("Townsville", "Cloncurry"),
    ] {
        let reach = reached(&hex_of(from), |a, b| has(kinds, a, b, "rail"));
        assert!(reach.contains(&hex_of(to)), "{from} to {to}");
    }
}

#[test]
fn no_railway_or_river_runs_through_the_sea() {
    for ((a, b), k) in kinds() {
        let wet = k.contains("all-sea");
        assert!(!(wet && (k.contains("rail") || k.contains("river"))), "{a} {b}: {k:?}");
    }
}

#[test]
fn borders_lie_between_territories() {
    let hexes = hexes();
    for side in table(HEXSIDES).iter().filter(|s| s["kind"] == "border") {
        let (a, b) = (&hexes[&side["hex"]]["territory"], &hexes[&side["neighbour"]]["territory"]);
        assert_ne!(a, b, "{side:?}");
        assert_eq!(
            side["name"].split('-').collect::<BTreeSet<_>>(),
            BTreeSet::from([a.as_str(), b.as_str()])
        );
    }
}

#[test]
fn the_himalaya_bars_the_way_from_india_to_tibet() {
    let (hexes, kinds) = (hexes(), kinds());
    let frontier =
        kinds.iter().filter(|((a, b), _)| hexes[a]["territory"] == "IN" && hexes[b]["territory"] == "CN");
    let mut count = 0;
    for ((a, b), k) in frontier {
        assert!(k.contains("impassable"), "{a} {b}");
        count += 1;
    }
    assert!(count > 10, "{count}");
    assert!(on_foot("Calcutta", false).contains("W4003"), "an India hex must stay joined to India");
}

#[test]
fn lakes_bar_sides_between_land_hexes() {
    let hexes = hexes();
    let lakes: Vec<_> = table(HEXSIDES).into_iter().filter(|s| s["kind"] == "lake").collect();
    for name in ["Baikal", "Khanka", "Tonle Sap", "Poyang", "Dongting"] {
        assert!(lakes.iter().any(|s| s["name"] == name), "{name}");
    }
    for s in &lakes {
        assert!(hexes[&s["hex"]]["kind"] != "sea" && hexes[&s["neighbour"]]["kind"] != "sea", "{s:?}");
    }
}
