//! Cell names, snapping and enumeration agree with the engine.

use super::support::data;
use liege::model::attributes::Attributes;
use liege::model::geometry::{Point, Size};
use liege::model::grid::{Grid, HexGrid, Numbering, Region, RegionGrid, Rows, SquareGrid};
use serde_json::Value;

struct Case {
    grid: Grid,
    size: Size,
    points: Vec<Value>,
}

fn cases() -> Vec<Case> {
    data("grid.jsonl").lines().map(case).collect()
}

fn case(line: &str) -> Case {
    let value: Value = serde_json::from_str(line).unwrap();
    let pairs = |key: &str| {
        let object = value[key].as_object().unwrap();
        let pairs = object.iter().map(|(k, v)| (k.as_str(), v.as_str().unwrap()));
        Attributes::new(key, pairs.collect())
    };
    let number = |key: &str| value[key].as_i64().unwrap() as i32;
    let size = Size { width: number("w"), height: number("h") };
    let mut problems = Vec::new();
    let numbering = Some(Numbering::read(&pairs("numbering"), Rows::Straight, &mut problems));
    let grid = match value["type"].as_str().unwrap() {
        "HexGrid" => Grid::Hex(HexGrid::read(&pairs("grid"), size, numbering, &mut problems)),
        _ => Grid::Square(SquareGrid::read(&pairs("grid"), size, numbering, &mut problems)),
    };
    assert_eq!(problems, []);
    Case { grid, size, points: value["points"].as_array().unwrap().clone() }
}

#[test]
fn every_engine_point_has_the_same_cell_name_and_snap() {
    let mut count = 0;
    for case in cases() {
        for point in &case.points {
            let n = |i: usize| point[i].as_i64().unwrap() as i32;
            let p = Point::new(n(0), n(1));
            let counted = match &case.grid {
                Grid::Hex(g) => g.column_and_row(p, g.numbering.as_ref().unwrap()),
                Grid::Square(g) => g.column_and_row(p, g.numbering.as_ref().unwrap()),
                _ => unreachable!(),
            };
            assert_eq!(counted, (n(2), n(3)), "{p:?} {:?}", case.grid);
            assert_eq!(case.grid.location_name(p).as_deref(), point[4].as_str(), "{p:?} {:?}", case.grid);
            assert_eq!(case.grid.snap(p, false, false), Point::new(n(5), n(6)), "{p:?} {:?}", case.grid);
            assert_eq!(case.grid.snap(p, false, true), Point::new(n(7), n(8)), "{p:?} {:?}", case.grid);
            count += 1;
        }
    }
    assert_eq!(count, 9_600);
}

#[test]
fn of_two_regions_as_near_the_engines_is_taken() {
    let mut count = 0;
    for line in data("engine/region-ties.jsonl").lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let point = |v: &Value| {
            let n = |i: usize| v[i].as_i64().unwrap() as i32;
            Point::new(n(0), n(1))
        };
        let origins = value["regions"].as_array().unwrap().iter().map(point);
        let regions = origins.enumerate().map(|(i, origin)| Region { name: format!("R{i}"), origin });
        let grid = RegionGrid::new(regions.collect(), true);
        for tie in value["points"].as_array().unwrap() {
            let name = grid.location_name(point(tie));
            assert_eq!(name.as_deref(), tie[2].as_str(), "{tie} of {}", value["grid"]);
            count += 1;
        }
    }
    assert_eq!(count, 567);
}

#[test]
fn every_enumerated_place_has_its_own_name_and_is_found_by_it() {
    for case in cases() {
        let places = case.grid.places(case.size);
        assert!(!places.is_empty());
        for (name, p) in places.iter().step_by(397) {
            assert_eq!(case.grid.location_name(*p).as_ref(), Some(name));
            let found = case.grid.centre_of(name, case.size).unwrap();
            assert_eq!(case.grid.location_name(found).as_ref(), Some(name));
        }
    }
}

#[test]
fn hex_neighbours_are_one_hex_away_and_see_each_other() {
    for case in cases() {
        let Grid::Hex(grid) = &case.grid else {
            continue;
        };
        for point in case.points.iter().step_by(11) {
            let p = Point::new(point[7].as_i64().unwrap() as i32, point[8].as_i64().unwrap() as i32);
            for neighbour in grid.neighbours(p) {
                assert_eq!(grid.distance(p, neighbour), 1, "{p:?} {neighbour:?} {grid:?}");
                assert!(grid.neighbours(neighbour).contains(&grid.center_at(p)));
            }
        }
    }
}
