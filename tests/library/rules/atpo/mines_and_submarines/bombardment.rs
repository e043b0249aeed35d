//! Bombardment by ships (ATPO-R20): every cell of the Bombing Table, what targets take, what a success does.

use super::{Call, call, changes, result, values};

/// A strength that just earns each column.
const COLUMNS: [(&str, u32); 10] = [
    ("2-5", 2),
    ("6", 6),
    ("7-11", 7),
    ("12-16", 12),
    ("17-24", 17),
    ("25-39", 25),
    ("40-59", 40),
    ("60-89", 60),
    ("90-119", 90),
    ("120+", 120),
];

const TABLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/bombing.csv"));
const CHART: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/atpo/charts/bombing.csv"));

#[test]
fn every_cell_of_the_bombing_table_is_read() {
    for line in TABLE.lines().skip(1).filter(|line| !line.starts_with("13")) {
        let cells: Vec<&str> = line.split(',').collect();
        let total: u8 = cells[0].parse().unwrap();
        let faces = [total / 2, total - total / 2];
        for (index, (name, strength)) in COLUMNS.iter().enumerate() {
            for strength in [*strength, COLUMNS.get(index + 1).map_or(1000, |(_, next)| next - 1)] {
                let gunnery = format!("gunnery={strength}");
                // A target of 0: every number destroys it, a dash or a lone star does not.
                let report = call("R20", &[&gunnery, "target=port"]).run(&faces);
                assert_eq!(values(&report, "table"), [cells[index + 1]], "{strength}, {total}");
                let number = cells[index + 1].trim_end_matches('*').parse::<u32>().is_ok();
                assert_eq!(report.result, if number { "destroyed" } else { "no effect" }, "{name}, {total}");
            }
        }
    }
}

#[test]
fn the_chart_shows_the_table_of_the_procedure() {
    assert_eq!(TABLE, CHART);
}

#[test]
fn each_target_takes_what_its_row_says() {
    for (target, base, fort) in [
        ("airstrip", 0, 2),
        ("airbase", 0, 2),
        ("coastal-fort", 1, 0),
        ("fortification", 2, 0),
        ("permanent-fort", 4, 0),
        ("port", 0, 2),
        ("major-port", 0, 2),
        ("mulberry", 2, 2),
        ("radar", 4, 2),
        ("rocket-site", 1, 2),
        ("burma-railway", 1, 2),
    ] {
        for (fortified, capacity) in [("no", 0), ("yes", 0), ("no", 3), ("yes", 3)] {
            let (target, fortified) = (format!("target={target}"), format!("fortified={fortified}"));
            let capacity_told = format!("capacity={capacity}");
            let report = call("R20", &["gunnery=60", &target, &fortified, &capacity_told]).run(&[1, 1]);
            let needed = base + capacity + if fortified.ends_with("yes") { fort } else { 0 };
            let line = report.lines.iter().find(|line| line.label.starts_with("target: ")).unwrap();
            assert_eq!(line.value, needed.to_string(), "{target} {fortified} {capacity}");
        }
    }
}

#[test]
fn the_number_must_reach_the_target() {
    // Column 12-16, 7: 4.
    for (capacity, told) in [("capacity=4", "destroyed"), ("capacity=5", "no effect")] {
        assert_eq!(result("R20", &["gunnery=14", "port", capacity], &[3, 4]), told);
        assert_eq!(result("R20", &["gunnery=14", "target=port", capacity], &[3, 4]), told);
    }
    let words = ["gunnery=14", "port", "capacity=5"];
    let total = Call { choices: &["installation_result=dice_total"], ..call("R20", &words) };
    assert_eq!(total.run(&[3, 4]).result, "destroyed");
    assert_eq!(total.run(&[1, 3]).result, "no effect");
}

#[test]
fn ships_add_their_gunnery_as_it_is_and_those_without_take_no_part() {
    let words = ["ships=A:BB 5-13/3-10 damaged, B:CA 2-8, C:DD 0(3)-5, D:DE x-4", "port"];
    let report = call("R20", &words).run(&[4, 4]);
    assert_eq!(values(&report, "gunnery"), ["5"]);
    assert_eq!([values(&report, "C"), values(&report, "D")], [["takes no part"], ["takes no part"]]);
    let weak = call("R20", &["ships=CL 1-7", "port"]).run(&[]);
    assert_eq!((weak.result.as_str(), weak.refused[0].rule.as_str()), ("refused", "3.15"));
    for words in
        [&["port"][..], &["gunnery=9"], &["gunnery=9", "ships=CA 2-8", "port"], &["gunnery=9", "harbour"]]
    {
        assert!(call("R20", words).tried(&[3, 4]).is_err(), "{words:?}");
    }
}

#[test]
fn a_destroyed_airbase_costs_steps_by_the_dice_and_a_major_port_becomes_minor() {
    for (faces, told) in [
        ([4, 5], "destroyed"),
        ([4, 6], "destroyed, 1 air step lost"),
        ([5, 6], "destroyed, 2 air steps lost"),
        ([6, 6], "destroyed, 3 air steps lost"),
    ] {
        for target in ["target=airbase", "target=airstrip"] {
            assert_eq!(result("R20", &["gunnery=14", target], &faces), told);
        }
        assert_eq!(result("R20", &["gunnery=14", "target=port"], &faces), "destroyed");
    }
    let report = call("R20", &["gunnery=14", "target=airbase"]).run(&[6, 6]);
    assert_eq!(changes(&report), ["airbase mark", "air unit steps based there value"]);
    let strip = call("R20", &["gunnery=14", "target=airstrip"]).run(&[4, 5]);
    assert_eq!(changes(&strip), ["airstrip destroy"], "it leaves the map");
    let major = call("R20", &["gunnery=14", "target=major-port"]).run(&[6, 6]);
    assert_eq!(major.result, "now a minor port");
    assert_eq!(major.deeds[0].act.to().as_deref(), Some("Minor Port"));
    assert_eq!(result("R20", &["gunnery=14", "target=airbase", "capacity=9"], &[6, 6]), "no effect");
}

#[test]
fn chances_of_a_bombardment_are_exact() {
    // Column 12-16 against 4: 7 to 12 but no other row, 21 of 36.
    let (rows, of) = call("R20", &["gunnery=14", "target=port", "capacity=4"]).weights();
    assert_eq!((rows, of), (vec![("destroyed".into(), 21), ("no effect".into(), 15)], 36));
}
