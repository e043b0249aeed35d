//! The map data of ATPO holds what the rules state about single hexes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod named;
mod seas;
mod sides;

use liege::art::board;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

type Row = BTreeMap<String, String>;

const PLACES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/places.toml"));
const SHEETS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/sheets.toml"));
const HEXES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/hexes.csv"));
const HEXSIDES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/hexsides.csv"));
const LABELS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/labels.csv"));
const COAST: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/coast.txt"));

const AREAS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/areas.csv"));
const ROUTES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/atpo/routes.csv"));

fn table(text: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().unwrap().clone();
    let row = |r: Result<csv::StringRecord, csv::Error>| {
        let record = r.unwrap();
        let cells = head.iter().zip(record.iter());
        cells.map(|(k, v)| (k.into(), v.into())).collect()
    };
    reader.records().map(row).collect()
}

/// The rows of `hexes.csv` by hex.
fn hexes() -> &'static BTreeMap<String, Row> {
    static HEX_ROWS: LazyLock<BTreeMap<String, Row>> =
        LazyLock::new(|| table(HEXES).into_iter().map(|r| (r["hex"].clone(), r)).collect());
    &HEX_ROWS
}

fn sheets(hexes: &str) -> Result<Vec<board::SheetArt>, board::tables::Fault> {
    board::tables::sheets(&board::tables::Texts {
        sheets: SHEETS,
        places: PLACES,
        hexes,
        hexsides: HEXSIDES,
        labels: LABELS,
        coast: COAST,
        areas: AREAS,
        routes: ROUTES,
    })
}

/// Whether two hexes share a side.
fn adjacent(a: &str, b: &str) -> bool {
    let grid = grid();
    let (p, q) = (grid.centre(a).unwrap(), grid.centre(b).unwrap());
    ((p.0 - q.0).hypot(p.1 - q.1) - 1.0).abs() < 1e-3
}

/// The neighbours of every hex.
fn neighbours() -> &'static BTreeMap<String, Vec<String>> {
    static AROUND: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
        let place = |hex: &str| {
            let (x, y) = grid().centre(hex).unwrap();
            ((x * 2.0).round() as i32, (y / 0.866_025).round() as i32)
        };
        let by_place: BTreeMap<(i32, i32), &String> = hexes().keys().map(|hex| (place(hex), hex)).collect();
        let steps = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
        let around = |&(x, y): &(i32, i32)| {
            steps
                .iter()
                .filter_map(|(dx, dy)| by_place.get(&(x + dx, y + dy)).map(|h| (*h).clone()))
                .collect()
        };
        by_place.iter().map(|(at, hex)| ((*hex).clone(), around(at))).collect()
    });
    &AROUND
}

/// The hexes that can be reached from one over steps that `goes` allows.
fn reached(from: &str, goes: impl Fn(&str, &str) -> bool) -> BTreeSet<String> {
    let neighbours = neighbours();
    let mut found = BTreeSet::from([from.to_owned()]);
    let mut open = vec![from.to_owned()];
    while let Some(hex) = open.pop() {
        for next in &neighbours[&hex] {
            if !found.contains(next) && goes(&hex, next) {
                found.insert(next.clone());
                open.push(next.clone());
            }
        }
    }
    found
}

fn grid() -> &'static board::tables::Sheets {
    static GRID: LazyLock<board::tables::Sheets> = LazyLock::new(|| toml::from_str(SHEETS).unwrap());
    &GRID
}

#[test]
fn every_hex_of_both_sheets_has_one_row() {
    assert_eq!(table(HEXES).len(), 60 * 34 * 2);
    assert_eq!(hexes().len(), 60 * 34 * 2);
}

#[test]
fn towns_and_islands_stand_in_the_hexes_that_the_rules_give() {
    let hexes = hexes();
    for (hex, name) in [
        ("W4533", "Tokyo"),
        ("E2501", "Pearl Harbor"),
        ("W3021", "Manila"),
        ("W2112", "Singapore"),
        ("W2713", "Saigon"),
        ("W5022", "Mukden"),
        ("E4229", "Rabaul"),
        ("W3733", "Iwo Jima"),
        ("W3825", "Okinawa"),
        ("E0327", "Paramushiro"),
        ("E3628", "Truk"),
        ("W5420", "Nomonhan"),
        ("E2112", "Midway"),
        ("E2720", "Wake"),
    ] {
        assert!(hexes[hex]["name"].contains(name), "{hex} is not {name}");
        assert_ne!(hexes[hex]["kind"], "sea", "{hex}");
    }
    assert_eq!(hexes["W4533"]["port"], "major");
    assert_eq!(hexes["W2112"]["fort"], "permanent");
    assert_eq!(hexes["W3021"]["fort"], "permanent");
    assert_eq!(hexes["W3621"]["territory"], "JP");
}

#[test]
fn rule_18_1_2_hexes_are_not_coastal() {
    let hexes = hexes();
    for hex in ["W2018", "W5021"] {
        assert_eq!(hexes[hex]["kind"], "land", "{hex}");
    }
}

#[test]
fn rule_18_1_3_hexes_are_no_islands() {
    let hexes = hexes();
    for hex in ["W0718", "W1532", "W1822", "W2022", "E4431", "E4630", "W5032", "E5232", "W5433"] {
        assert_eq!(hexes[hex]["kind"], "coastal", "{hex}");
        assert_eq!(hexes[hex]["island"], "", "{hex}");
    }
}

#[test]
fn hexsides_that_the_rules_name_are_there() {
    let sides = table(HEXSIDES);
    for (hex, neighbour, kind) in [
        ("E4632", "E4732", "all-sea"),
        ("W4427", "W4428", "strait"),
        ("W4328", "W4428", "strait"),
        ("W5032", "W5033", "strait"),
        ("E0734", "W5433", "strait"),
        ("W2609", "W2709", "rail"),
        ("W3507", "W3508", "rail"),
        ("W5232", "W5332", "rail"),
    ] {
        let row = sides.iter().find(|r| r["hex"] == hex && r["neighbour"] == neighbour && r["kind"] == kind);
        assert_eq!(row.unwrap()["source"], "rules", "{hex} {neighbour} {kind}");
    }
}

#[test]
fn terrain_that_the_rules_name_is_there() {
    let hexes = hexes();
    for (hex, terrain) in [("W2609", "jungle"), ("W3507", "jungle-mountain"), ("W5332", "mountain")] {
        assert_eq!(hexes[hex]["terrain"], terrain, "{hex}");
    }
}

#[test]
fn india_hexes_are_land_held_by_the_united_kingdom() {
    let hexes = hexes();
    for hex in ["W3301", "W3400", "W3401", "W3502", "W3601", "W3602", "W3703", "W3803", "W3903", "W4003"] {
        assert_ne!(hexes[hex]["kind"], "sea", "{hex}");
        assert_eq!(hexes[hex]["owner_1941"], "UK", "{hex}");
    }
}

#[test]
fn islands_that_matter_are_coastal_however_small() {
    let rows = table(HEXES);
    for name in [
        "Midway",
        "Wake",
        "Truk",
        "Iwo Jima",
        "Guam",
        "Guadalcanal",
        "Tarawa",
        "Kwajalein",
        "Palau",
        "Saipan",
        "Eniwetok",
        "Ulithi",
        "Marcus",
    ] {
        let row = rows.iter().find(|r| r["name"].contains(name)).unwrap();
        assert_eq!(row["kind"], "coastal", "{name}");
    }
}

#[test]
fn hexsides_join_neighbours_that_hold_land() {
    let hexes = hexes();
    for side in table(HEXSIDES) {
        let (a, b) = (&side["hex"], &side["neighbour"]);
        assert!(adjacent(a, b), "{a} {b}");
        assert!(a < b, "{a} {b}");
        for hex in [a, b] {
            let sea = hexes[hex]["kind"] == "sea";
            assert!(!sea || side["source"] == "rules", "{a} {b}: {hex} is sea");
        }
    }
}

#[test]
fn cells_hold_only_the_words_of_the_format() {
    let allowed: [(&str, &[&str]); 6] = [
        ("weather", &["severe", "moderate"]),
        ("kind", &["land", "coastal", "sea"]),
        ("island", &["", "small", "yes"]),
        ("city", &["", "home", "capital", "city"]),
        ("port", &["", "city", "minor", "major", "unlimited"]),
        ("source", &["rules", "history", "draft"]),
    ];
    for row in table(HEXES) {
        for (column, words) in allowed {
            assert!(words.contains(&row[column].as_str()), "{row:?}");
        }
        let sea = row["kind"] == "sea";
        assert_eq!(sea, row["terrain"].is_empty(), "{row:?}");
        assert_eq!(sea, row["owner_1941"].is_empty(), "{row:?}");
        assert!(row["port"].is_empty() || row["kind"] == "coastal", "{row:?}");
    }
}

#[test]
fn the_sheets_meet_at_the_seam() {
    let grid = grid();
    let (west, east) = (grid.centre("W5433").unwrap(), grid.centre("E0734").unwrap());
    assert_eq!((west.0, east.0), (33.5, 34.5));
    assert_eq!(west.1, east.1);
    let sheets = sheets(HEXES).unwrap();
    assert_eq!(sheets[0].edges[1], sheets[1].edges[0]);
    assert_eq!(sheets[0].size(1.0).1, sheets[1].size(1.0).1);
    let margin = sheets[0].margin * sheets[0].hex_px;
    let frame = sheets[1].frame * sheets[1].hex_px;
    assert_eq!(sheets[0].size(1.0).0 + frame as u32, sheets[1].size(1.0).0 + margin as u32);
    let tokyo = sheets[0].hex_centre("W4533").unwrap();
    assert!((tokyo.0 - margin - 33.5 * 120.0).abs() < 0.1, "{tokyo:?}");
    // The margin of the western sheet holds eastern hexes, whose digits repeat.
    assert!(sheets[0].hex_centre("E4533").is_none());
    assert!(sheets[1].hex_centre("E4533").is_some());
}

#[test]
fn a_small_picture_shows_land_and_sea() {
    let sheet = &sheets(HEXES).unwrap()[0];
    let picture = board::render(sheet, 0.1);
    assert_eq!((picture.width(), picture.height()), sheet.size(0.1));
    let colours: BTreeSet<[u8; 3]> = picture.pixels().map(|p| p.0).collect();
    assert!(colours.len() > 500);
}

#[test]
fn a_hex_off_the_sheets_is_refused_with_its_name() {
    let odd = "hex,kind,terrain,island,city,resource,port,fort\nX9999,sea,,,,,,\n";
    assert!(sheets(odd).unwrap_err().to_string().contains("X9999"));
}

#[test]
fn the_legend_covers_no_hex() {
    let sheets = sheets(HEXES).unwrap();
    assert!(sheets[0].margin > 0.0, "the western sheet bears the legend");
    for sheet in sheets.iter().filter(|sheet| sheet.margin > 0.0) {
        let margin = sheet.margin * sheet.hex_px;
        let own = sheet.hexes.iter().filter(|hex| hex.name.starts_with(&sheet.letter));
        let first = own.map(|hex| sheet.pixel(hex.centre).0 - sheet.hex_px / 2.0).fold(f32::MAX, f32::min);
        assert!(first > margin - 1.0, "{} {first} {margin}", sheet.letter);
    }
}

#[test]
fn the_frame_of_the_eastern_sheet_covers_no_hex() {
    let sheets = sheets(HEXES).unwrap();
    let east = &sheets[1];
    assert!(east.frame > 0.0, "the eastern sheet has a frame at its edge");
    let edge = east.size(1.0).0 as f32 - east.frame * east.hex_px;
    let own = east.hexes.iter().filter(|hex| hex.name.starts_with(&east.letter));
    let last = own.map(|hex| east.pixel(hex.centre).0 + east.hex_px / 2.0).fold(0.0, f32::max);
    assert!(last < edge + 1.0, "{last} {edge}");
}

#[test]
fn a_scan_is_bent_so_that_its_hexes_lie_on_the_grid() {
    let mut sheet = sheets(HEXES).unwrap().remove(0);
    sheet.hex_px = 12.0;
    // A scan twice as large, shifted and turned a little, with one hex marked that is no corner.
    let lies = |hex: &str| {
        let (x, y) = sheet.hex_centre(hex).unwrap();
        let (x, y) = (f64::from(x), f64::from(y));
        (40.0 + 2.0 * x - 0.05 * y, 20.0 + 0.05 * x + 2.0 * y)
    };
    let mut picture = image::RgbImage::from_pixel(1200, 1400, image::Rgb([90, 90, 90]));
    let (x, y) = lies("W4533");
    for (dx, dy) in (-6..=6).flat_map(|dx| (-6..=6).map(move |dy| (dx, dy))) {
        picture.put_pixel((x as i32 + dx) as u32, (y as i32 + dy) as u32, image::Rgb([250, 0, 0]));
    }
    let corners = ["W6000", "W6033", "W0100", "W0133"].map(|hex| (hex.to_owned(), lies(hex)));
    let bent = board::scan::Scan { picture, corners }.straighten(&sheet).unwrap();
    assert_eq!(bent.dimensions(), sheet.size(1.0));
    let at = |hex: &str| {
        let (x, y) = sheet.hex_centre(hex).unwrap();
        bent.get_pixel(x as u32, y as u32).0
    };
    assert_eq!(at("W4533"), [250, 0, 0], "Tokyo lies where the grid has it");
    assert_eq!(at("W4532"), [90, 90, 90]);
    assert_eq!(at("W4433"), [90, 90, 90]);
}
