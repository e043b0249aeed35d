//! Sea areas grown from typed lines over the hexes with water, and the weather zone of every hex.

use crate::classify::{self, Row};
use crate::fit::Fit;
use crate::grid::{COLUMNS, Hex, ROW, ROWS};
use crate::lines;
use crate::raster;
use crate::tables::{Fault, SeaArea};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// What a step from one coastal hex to the next costs more, in hex widths: a coast parts more than it joins.
const ALONG_COAST: f64 = 1.5;

type Rows = BTreeMap<Hex, Row>;

/// One row of `areas.csv`.
#[derive(serde::Serialize)]
pub struct Entry {
    id: String,
    name: String,
    kind: String,
    mp: String,
    interception: String,
    x: String,
    y: String,
    source: String,
    note: String,
}

/// Gives every hex with water its area: areas grow from their lines, nearest hex first, and so stay connected.
pub fn fill(fit: &Fit, rows: &mut Rows, areas: &[SeaArea]) -> Result<(), Fault> {
    let mut open = BinaryHeap::new();
    let mut shapes = Vec::new();
    for (number, area) in areas.iter().enumerate().filter(|(_, a)| a.kind == "sea-area") {
        let shape = lines::projected(fit, &area.points)?;
        let wet = |hex: &Hex| rows.get(hex).is_some_and(|row| row.kind != "land");
        let starts: BTreeSet<Hex> = shape.iter().map(|p| Hex::at(p.0, p.1)).filter(wet).collect();
        if starts.is_empty() {
            return Err(format!("{}: no point of its line lies in water", area.id).into());
        }
        open.extend(starts.into_iter().map(|hex| Reverse((0_u64, number, hex))));
        shapes.push((number, shape));
    }
    let shapes: BTreeMap<usize, raster::Shape> = shapes.into_iter().collect();
    while let Some(Reverse((_, number, hex))) = open.pop() {
        let Some(row) = rows.get_mut(&hex).filter(|row| row.kind != "land" && row.area.is_empty()) else {
            continue;
        };
        row.area.clone_from(&areas[number].id);
        let coastal = row.kind == "coastal";
        for next in hex.neighbours() {
            let Some(far) = rows.get(&next).filter(|row| row.kind != "land" && row.area.is_empty()) else {
                continue;
            };
            let along = if coastal && far.kind == "coastal" { ALONG_COAST } else { 0.0 };
            let distance = lines::distance(next.centre(), &shapes[&number]) + along;
            open.push(Reverse(((distance * 1e6) as u64, number, next)));
        }
    }
    for row in rows.values().filter(|row| row.kind != "land" && row.area.is_empty()) {
        println!("water without an area: {}", row.hex);
    }
    Ok(())
}

/// Weather zones: sea and islands take the zone of their area, other land that of the region it lies in.
pub fn weather(rows: &mut Rows, areas: &[SeaArea], regions: &[classify::Area]) {
    let zones: BTreeMap<&str, &str> = areas.iter().map(|a| (a.id.as_str(), a.zone.as_str())).collect();
    for (hex, row) in rows.iter_mut() {
        let by_sea = row.kind == "sea" || !row.island.is_empty();
        let region = || regions.iter().rev().find(|a| a.is("weather") && a.holds(hex.centre()));
        row.weather = match zones.get(row.area.as_str()).filter(|_| by_sea) {
            Some(zone) => (*zone).into(),
            None => region().map_or("moderate", classify::Area::value).into(),
        };
    }
}

/// Prints how many areas there are and how many hexes the smallest and largest hold.
pub fn report(rows: &Rows) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows.values().filter(|row| !row.area.is_empty()) {
        *counts.entry(&row.area).or_insert(0) += 1;
    }
    let mut sizes: Vec<usize> = counts.values().copied().collect();
    sizes.sort_unstable();
    println!("sea areas: {}, of {:?} to {:?} hexes", sizes.len(), sizes.first(), sizes.last());
}

/// The rows of `areas.csv`; a label stands where its area is widest, those of areas off the map at the edge.
pub fn table(fit: &Fit, rows: &Rows, areas: &[SeaArea]) -> Result<Vec<Entry>, Fault> {
    let mut entries = Vec::new();
    for area in areas {
        let (x, y) = match area.kind.as_str() {
            "sea-area" => widest(rows, &area.id).centre(),
            _ => edge(*lines::projected(fit, &area.points)?.first().ok_or("area without a point")?),
        };
        entries.push(Entry {
            id: area.id.clone(),
            name: area.name.clone(),
            kind: area.kind.clone(),
            mp: area.mp.clone(),
            interception: area.interception.clone(),
            x: format!("{x:.3}"),
            y: format!("{y:.3}"),
            source: area.source.clone(),
            note: area.note.clone(),
        });
    }
    Ok(entries)
}

/// The hex of an area that lies farthest from its borders and coasts, the most central of several.
fn widest(rows: &Rows, id: &str) -> Hex {
    let all: Vec<Hex> = rows.iter().filter(|(_, r)| r.area == id).map(|(h, _)| *h).collect();
    let count = all.len().max(1) as f64;
    let sum = all.iter().fold((0.0, 0.0), |s, h| (s.0 + h.centre().0, s.1 + h.centre().1));
    let middle = (sum.0 / count, sum.1 / count);
    let mut left: BTreeSet<Hex> = all.iter().copied().filter(|h| rows[h].kind == "sea").collect();
    let mut last: Vec<Hex> = if left.is_empty() { all } else { left.iter().copied().collect() };
    while !left.is_empty() {
        last = left.iter().copied().collect();
        left = last.iter().copied().filter(|h| h.neighbours().iter().all(|n| left.contains(n))).collect();
    }
    let far = |h: &Hex| lines::gap(h.centre(), middle);
    last.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(Hex { row: 1, column: 0 })
}

/// The nearest place on the map to a point that may lie beside it.
fn edge((x, y): (f64, f64)) -> (f64, f64) {
    let (first, last) = (f64::from(*ROWS.start()) * ROW, f64::from(*ROWS.end()) * ROW);
    let (left, right) = (f64::from(*COLUMNS.start()), f64::from(*COLUMNS.end()));
    (x.clamp(left + 0.5, right), y.clamp(first + 0.5, last - 0.5))
}
