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
    let table = include_str!("../../rules/atpo/crt.csv");
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let row: i32 = cells[0].parse().unwrap();
        for (index, (odds, attack, defence)) in COLUMNS.iter().enumerate() {
            let words = [
                format!("attack={attack}"),
                format!("defence={defence}"),
                format!("drm={}", row - 3),
            ];
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let report = fight(&words, &[3]);
            assert_eq!(report.result, cells[index + 1], "row {row}, column {odds}");
            assert_eq!(value(&report, "odds"), *odds);
        }
    }
}

#[test]
fn rolls_off_the_table_use_its_first_or_last_row() {
    assert_eq!(
        fight(&["attack=1", "defence=2", "drm=-9"], &[1]).result,
        "AE"
    );
    assert_eq!(
        fight(&["attack=1", "defence=2", "drm=9"], &[6]).result,
        "D3"
    );
}

#[test]
fn odds_round_for_the_defender_and_stop_at_both_ends() {
    for (attack, defence, odds) in [
        (10, 4, "2-1"),
        (15, 3, "4-1"),
        (17, 3, "4-1"),
        (90, 3, "6-1"),
        (1, 9, "1-2"),
        (29, 20, "1-1"),
    ] {
        let words = [format!("attack={attack}"), format!("defence={defence}")];
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(
            value(&fight(&words, &[3]), "odds"),
            odds,
            "{attack} against {defence}"
        );
    }
}
