//! Facts that the rules state about single hexes, and who holds what when a scenario starts.

use super::{hexes, neighbours, reached, table};
use std::collections::BTreeSet;

const NAMED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/atpo-named-hexes.csv"));

#[test]
fn every_fact_that_the_rules_state_about_a_hex_holds() {
    let hexes = hexes();
    let facts = table(NAMED);
    for fact in &facts {
        let (hex, field, value) = (&fact["hex"], &fact["field"], &fact["value"]);
        let found = &hexes[hex][field];
        let holds = if field == "name" { found.contains(value.as_str()) } else { found == value };
        assert!(holds, "{hex}: {field} is \"{found}\", {} wants \"{value}\"", fact["rule"]);
    }
    let named: BTreeSet<&String> = facts.iter().map(|f| &f["hex"]).collect();
    // 58 numbers are printed; W0327 and W3628 are read with the letter E, W4420 as W4430.
    assert_eq!(named.len(), 57);
}

#[test]
fn the_garrison_line_is_a_chain_of_manchukuo_hexes_at_the_soviet_border() {
    let hexes = hexes();
    let around = neighbours();
    let border = |hex: &str| {
        hexes[hex]["territory"] == "MK" && around[hex].iter().any(|n| hexes[n]["territory"] == "SU")
    };
    let line = reached("W5719", |_, next| border(next));
    assert!(border("W5719") && line.contains("W5227"), "{line:?}");
    assert!(line.len() >= 10, "rule 17.5 wants room for ten garrisons: {line:?}");
    for hex in &line {
        assert_eq!(hexes[hex]["owner_1937"], "JP", "{hex}");
        assert_eq!(hexes[hex]["owner_1941"], "JP", "{hex}");
    }
}

#[test]
fn soviet_land_stays_soviet_up_to_vladivostok() {
    let hexes = hexes();
    let (hex, row) = hexes.iter().find(|(_, r)| r["name"].contains("Vladivostok")).unwrap();
    assert_eq!((row["territory"].as_str(), row["owner_1937"].as_str()), ("SU", "SU"), "{hex}");
    assert_eq!(row["kind"], "coastal");
}

#[test]
fn japan_holds_no_chinese_hex_in_july_1937() {
    for row in hexes().values().filter(|r| r["territory"] == "CN") {
        assert_eq!(row["owner_1937"], "CN", "{}", row["hex"]);
    }
}

#[test]
fn the_front_of_december_1941_runs_where_history_put_it() {
    let hexes = hexes();
    let owner = |name: &str| {
        let row = hexes.values().find(|r| r["name"].split(" / ").any(|n| n == name));
        row.unwrap_or_else(|| panic!("no hex holds {name}"))["owner_1941"].clone()
    };
    for name in [
        "Peking",
        "Tientsin",
        "Paotow",
        "Taiyuan",
        "Tsinan",
        "Suchow",
        "Kaifeng",
        "Nanking",
        "Shanghai",
        "Hangchow",
        "Hankow",
        "Ichang",
        "Nanchang",
        "Amoy",
        "Canton",
        "Hoihow",
        "Hanoi",
        "Saigon",
        "Phnom Penh",
        "Mukden",
    ] {
        assert_eq!(owner(name), "JP", "{name}");
    }
    for name in [
        "Loyang",
        "Sian",
        "Yenan",
        "Lanchow",
        "Chungking",
        "Chengtu",
        "Kunming",
        "Changsha",
        "Hengyang",
        "Kweilin",
        "Nanning",
        "Foochow",
    ] {
        assert_eq!(owner(name), "CN", "{name}");
    }
    for (name, nation) in [
        ("Hong Kong", "UK"),
        ("Singapore", "UK"),
        ("Rangoon", "UK"),
        ("Manila", "US"),
        ("Guam", "US"),
        ("Batavia", "NL"),
        ("Bangkok", "TH"),
        ("Noumea", "FR"),
        ("Urga", "MN"),
        ("Palau", "JP"),
    ] {
        assert_eq!(owner(name), nation, "{name}");
    }
}

#[test]
fn possessions_of_appendix_1_belong_to_their_owners() {
    let hexes = hexes();
    let belongs = |name: &str, territories: &[&str]| {
        let row = hexes.values().find(|r| r["name"].split(" / ").any(|n| n == name)).unwrap();
        assert!(territories.contains(&row["territory"].as_str()), "{name} belongs to {}", row["territory"]);
    };
    let commonwealth = ["UK", "AU", "NZ", "IN"];
    for name in
        ["Rabaul", "Port Moresby", "Rangoon", "Tulagi", "Tarawa", "Funafuti", "Kuching", "Darwin", "Penang"]
    {
        belongs(name, &commonwealth);
    }
    for name in ["Balikpapan", "Makassar", "Hollandia", "Halmahera", "Batavia", "Palembang"] {
        belongs(name, &["NL"]);
    }
    for name in ["Saipan", "Kwajalein", "Ponape", "Toyohara", "Keijo", "Takao", "Etorofu", "Chichi Jima"] {
        belongs(name, &["JP"]);
    }
    for name in ["Attu", "Pearl Harbor", "Canton Island", "Midway"] {
        belongs(name, &["US"]);
    }
    belongs("Hoihow", &["CN"]);
    for name in ["Petropavlovsk", "Okha"] {
        belongs(name, &["SU"]);
    }
    belongs("Espiritu Santo", &["FR"]);
    belongs("Manila", &["PH"]);
}

#[test]
fn no_home_city_with_a_resource_lies_in_a_desert() {
    for row in hexes().values().filter(|r| r["resource"] == "yes") {
        assert_ne!(row["terrain"], "desert", "{}", row["name"]);
    }
}
