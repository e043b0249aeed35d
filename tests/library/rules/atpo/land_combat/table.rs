//! The combat results table through the whole procedure: every cell, odds at their borders, rows off the table.

use super::{fight, value};

/// Strengths that just earn each column.
const COLUMNS: [(&str, u32, u32); 8] = [
    ("1-2", 1, 2),
    ("2-3", 2, 3),
    ("1-1", 5, 5),
    ("3-2", 3, 2),
    ("2-1", 4, 2),
    ("3-1", 6, 2),
    ("4-1", 8, 2),
    ("6-1", 12, 2),
];

#[test]
fn every_cell_of_the_table_comes_up_once() {
    let table = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/crt.csv"));
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let row: i32 = cells[0].parse().unwrap();
        for (index, (odds, attack, defence)) in COLUMNS.iter().enumerate() {
            let words =
                [format!("attack={attack}"), format!("defence={defence}"), format!("drm={}", row - 3)];
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let report = fight(&words, &[3]);
            assert_eq!(report.result, cells[index + 1], "row {row}, column {odds}");
            assert_eq!(value(&report, "odds"), *odds);
        }
    }
}

#[test]
fn rolls_off_the_table_use_its_first_or_last_row() {
    assert_eq!(fight(&["attack=1", "defence=2", "drm=-9"], &[1]).result, "AE");
    assert_eq!(fight(&["attack=1", "defence=2", "drm=9"], &[6]).result, "D3");
}

#[test]
fn odds_round_for_the_defender_and_stop_at_both_ends() {
    for (attack, defence, odds) in
        [(10, 4, "2-1"), (15, 3, "4-1"), (17, 3, "4-1"), (90, 3, "6-1"), (1, 9, "1-2"), (29, 20, "1-1")]
    {
        let words = [format!("attack={attack}"), format!("defence={defence}")];
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(value(&fight(&words, &[3]), "odds"), odds, "{attack} against {defence}");
    }
}

#[test]
fn the_chart_of_modifiers_has_the_numbers_of_the_procedure() {
    let numbers: toml::Table =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/crt.toml")).parse().unwrap();
    let drm = |key: &str| format!("{:+}", numbers["drm"][key].as_integer().unwrap());
    let chart = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/charts/land-drm.csv"));
    let mut reader = csv::Reader::from_reader(chart.as_bytes());
    let rows: Vec<(String, String)> = reader.deserialize().map(|row| row.unwrap()).collect();
    let shown = |case: &str| -> String {
        rows.iter().find(|(told, _)| told.contains(case)).unwrap_or_else(|| panic!("{case}")).1.clone()
    };
    assert_eq!(shown("Attacker has air superiority"), drm("attacker_air_superiority"));
    assert_eq!(shown("Defender has air superiority"), drm("defender_air_superiority"));
    assert_eq!(shown("winter"), drm("weather"));
    assert_eq!(shown("jungle-mountain"), "-1 / -2");
    assert_eq!(shown("Undepleted"), drm("undepleted_paratroop"));
    assert_eq!(shown("Defender out of supply"), drm("defender_out_of_supply"));
    assert_eq!(shown("Attacker out of supply"), drm("attacker_out_of_supply"));
    assert_eq!(shown("across a river"), drm("river"));
    let monsoon = format!("{} / {} instead", drm("river_only_defenders_monsoon"), drm("river_all_monsoon"));
    assert_eq!(shown("the defenders' hex / all hexes"), monsoon);
    assert_eq!(shown("From the sea"), drm("amphibious"));
    assert_eq!(shown("Marines"), format!("{} besides", drm("marine_amphibious")));
    assert_eq!(shown("Soviet armor"), drm("soviet_armor"));
    assert_eq!(shown("Sneak attack"), format!("{} / {}", drm("sneak_first"), drm("sneak_second")));
}
