//! Shipping routes: typed points joined over water, typed sea areas taken as they are.

use crate::classify::Row;
use crate::fit::Fit;
use crate::grid::Hex;
use crate::lines;
use crate::tables::{self, Fault, RouteLine};
use std::collections::BTreeMap;

type Rows = BTreeMap<Hex, Row>;

/// One row of `routes.csv`.
#[derive(serde::Serialize)]
pub struct Entry {
    id: String,
    name: String,
    kind: String,
    points: String,
    source: String,
    note: String,
}

/// The rows of `routes.csv`.
pub fn table(fit: &Fit, rows: &Rows, drawn: &[RouteLine]) -> Result<Vec<Entry>, Fault> {
    let mut entries = Vec::new();
    for line in drawn {
        let typed = line.points.contains(|c: char| c.is_ascii_digit());
        let points = if typed { hexes(fit, rows, line)? } else { line.points.clone() };
        entries.push(Entry {
            id: line.id.clone(),
            name: line.name.clone(),
            kind: line.kind.clone(),
            points,
            source: line.source.clone(),
            note: line.note.clone(),
        });
    }
    Ok(entries)
}

/// A chain of adjacent hexes with water through the points of a line.
fn hexes(fit: &Fit, rows: &Rows, line: &RouteLine) -> Result<String, Fault> {
    let points: Vec<(f64, f64)> =
        tables::points(&line.points)?.iter().map(|&(lon, lat)| fit.place(lon, lat)).collect();
    let mut chain: Vec<Hex> = Vec::new();
    for pair in points.windows(2) {
        let (from, to) = (Hex::at(pair[0].0, pair[0].1), Hex::at(pair[1].0, pair[1].1));
        let way = voyage(rows, from, to, (pair[0], pair[1]))
            .ok_or_else(|| format!("{}: no water between {} and {}", line.id, from.name(), to.name()))?;
        chain.extend(way.into_iter().skip(usize::from(!chain.is_empty())));
    }
    let names: Vec<String> = chain.into_iter().map(Hex::name).collect();
    Ok(names.join(" "))
}

/// The way over water closest to a straight line; coasts cost more, steps from coast to coast most.
fn voyage(rows: &Rows, from: Hex, to: Hex, (a, b): ((f64, f64), (f64, f64))) -> Option<Vec<Hex>> {
    let wet = |hex: &Hex| rows.get(hex).filter(|row| row.kind != "land");
    let mut best: BTreeMap<Hex, (f64, Hex)> = BTreeMap::from([(from, (0.0, from))]);
    let mut open = vec![from];
    while let Some(hex) = open.pop() {
        let (cost, coast) = (best[&hex].0, wet(&hex)?.kind == "coastal");
        for next in hex.neighbours() {
            let Some(row) = wet(&next) else { continue };
            let away = lines::distance(next.centre(), &[a, b]);
            let shore = match (coast, row.kind == "coastal") {
                (true, true) => 3.0,
                (false, true) => 0.8,
                _ => 0.0,
            };
            let sum = cost + 1.0 + shore + 0.4 * away.powi(2);
            if away < 4.0 && best.get(&next).is_none_or(|(old, _)| sum < old - 1e-9) {
                best.insert(next, (sum, hex));
                open.push(next);
            }
        }
    }
    lines::traced(&best, from, to)
}
