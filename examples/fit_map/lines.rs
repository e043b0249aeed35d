//! Hexsides: all-sea sides, borders, railways and rivers, and what the rules state.

use crate::classify::Row;
use crate::fit::Fit;
use crate::grid::{Corner, Hex};
use crate::raster::{Raster, Shape};
use crate::tables::{self, Fault, FixedSide, Line};
use std::collections::{BTreeMap, BTreeSet};

/// One row of `hexsides.csv`.
#[derive(serde::Serialize, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    pub hex: String,
    pub neighbour: String,
    pub kind: String,
    pub name: String,
    pub source: String,
}

type Rows = BTreeMap<Hex, Row>;

fn side(a: Hex, b: Hex, kind: &str, name: &str, source: &str) -> Side {
    let (a, b) = (a.name(), b.name());
    let (hex, neighbour) = if a < b { (a, b) } else { (b, a) };
    Side { hex, neighbour, kind: kind.into(), name: name.into(), source: source.into() }
}

/// All hexsides, sorted.
pub fn sides(
    fit: &Fit,
    raster: &Raster,
    rows: &Rows,
    lines: &[Line],
    fixed: &[FixedSide],
) -> Result<Vec<Side>, Fault> {
    let mut all = BTreeMap::new();
    let mut put = |s: Side| {
        all.insert((s.hex.clone(), s.neighbour.clone(), s.kind.clone()), s);
    };
    let mut sea = BTreeSet::new();
    for s in between(raster, rows) {
        if s.kind == "all-sea" {
            sea.insert((s.hex.clone(), s.neighbour.clone()));
        }
        put(s);
    }
    for line in lines {
        let shape = projected(fit, &line.points)?;
        let found = match line.kind.as_str() {
            "rail" => rail(&shape, line),
            "river" => river(&shape, line),
            _ => Vec::new(),
        };
        for s in found {
            if dry(&s, rows) && !sea.contains(&(s.hex.clone(), s.neighbour.clone())) {
                put(s);
            }
        }
    }
    for f in fixed {
        let (Some(a), Some(b)) = (Hex::parse(&f.hex), Hex::parse(&f.neighbour)) else {
            return Err(format!("odd hexside {} {}", f.hex, f.neighbour).into());
        };
        if !a.neighbours().contains(&b) {
            return Err(format!("{} and {} share no side", f.hex, f.neighbour).into());
        }
        put(side(a, b, &f.kind, &f.name, &f.source));
    }
    Ok(all.into_values().collect())
}

/// Projects a typed line, with points between its corners.
pub fn projected(fit: &Fit, text: &str) -> Result<Shape, Fault> {
    let points = tables::points(text)?;
    let mut shape = Vec::new();
    for pair in points.windows(2) {
        for k in 0..6 {
            let t = f64::from(k) / 6.0;
            let (a, b) = (pair[0], pair[1]);
            shape.push(fit.place(a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t));
        }
    }
    if let Some(&(lon, lat)) = points.last() {
        shape.push(fit.place(lon, lat));
    }
    Ok(shape)
}

fn dry(s: &Side, rows: &Rows) -> bool {
    [&s.hex, &s.neighbour]
        .iter()
        .all(|name| Hex::parse(name).and_then(|h| rows.get(&h)).is_some_and(|r| r.kind != "sea"))
}

/// All-sea sides and borders between hexes with land.
fn between(raster: &Raster, rows: &Rows) -> Vec<Side> {
    let mut found = Vec::new();
    for (&hex, row) in rows.iter().filter(|(_, r)| r.kind != "sea") {
        for (i, other) in hex.neighbours().into_iter().enumerate().take(3) {
            let Some(far) = rows.get(&other).filter(|r| r.kind != "sea") else {
                continue;
            };
            let (a, b) = hex.side(i);
            let (a, b) = (a.point(), b.point());
            let (here, there) = (hex.centre(), other.centre());
            let normal = (there.0 - here.0, there.1 - here.1);
            let touched = (1..=39)
                .filter(|k| {
                    let t = f64::from(*k) / 40.0;
                    raster.land_across(row.land, (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t), normal)
                })
                .count();
            if touched < 2 || row.land != far.land {
                found.push(side(hex, other, "all-sea", "", "draft"));
            } else if row.territory != far.territory {
                let name = format!("{}-{}", row.territory, far.territory);
                found.push(side(hex, other, "border", &name, "draft"));
            }
        }
    }
    found
}

/// Sides crossed by a railway; hexes that it only clips at a corner are left out.
fn rail(shape: &[(f64, f64)], line: &Line) -> Vec<Side> {
    let mut path: Vec<(Hex, f64)> = Vec::new();
    for pair in shape.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let steps = ((b.0 - a.0).hypot(b.1 - a.1) / 0.02).ceil().max(1.0);
        for k in 0..steps as u32 {
            let t = f64::from(k) / steps;
            let hex = Hex::at(a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
            match path.last_mut() {
                Some((last, run)) if *last == hex => *run += 0.02,
                _ => path.push((hex, 0.02)),
            }
        }
    }
    let mut i = 1;
    while i + 1 < path.len() {
        let (before, after) = (path[i - 1].0, path[i + 1].0);
        if path[i].1 < 0.5 && (before == after || before.neighbours().contains(&after)) {
            path.remove(i);
            if before == after {
                path.remove(i);
            }
            i = i.saturating_sub(1).max(1);
        } else {
            i += 1;
        }
    }
    path.windows(2)
        .filter(|w| w[0].0 != w[1].0)
        .map(|w| side(w[0].0, w[1].0, "rail", &line.name, &line.source))
        .collect()
}

/// Sides along which a river runs: the cheapest path over corners close to it.
fn river(shape: &[(f64, f64)], line: &Line) -> Vec<Side> {
    let mut edges: BTreeMap<Corner, Vec<(Corner, Hex, Hex)>> = BTreeMap::new();
    for &(x, y) in shape {
        let middle = Hex::at(x, y);
        for hex in std::iter::once(middle).chain(middle.neighbours()) {
            for (i, other) in hex.neighbours().into_iter().enumerate() {
                let (a, b) = hex.side(i);
                let list = edges.entry(a).or_default();
                if !list.iter().any(|e| e.0 == b) {
                    list.push((b, hex, other));
                    edges.entry(b).or_default().push((a, hex, other));
                }
            }
        }
    }
    let nearest =
        |p: (f64, f64)| edges.keys().copied().min_by(|a, b| gap(a.point(), p).total_cmp(&gap(b.point(), p)));
    let mut walk: Vec<Corner> = Vec::new();
    let stops: Vec<(f64, f64)> = shape.iter().copied().step_by(6).collect();
    for pair in stops.windows(2) {
        let (Some(from), Some(to)) = (nearest(pair[0]), nearest(pair[1])) else {
            return Vec::new();
        };
        for corner in cheapest(&edges, from, to, pair[0], pair[1]) {
            let back = walk.len() >= 2 && walk[walk.len() - 2] == corner;
            if back {
                walk.pop();
            } else if walk.last() != Some(&corner) {
                walk.push(corner);
            }
        }
    }
    walk.windows(2)
        .filter_map(|w| edges[&w[0]].iter().find(|e| e.0 == w[1]))
        .map(|(_, a, b)| side(*a, *b, "river", &line.name, &line.source))
        .collect()
}

/// Distance of two points.
pub fn gap(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Distance of a point from a piece of line.
fn off(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let t = along.clamp(0.0, 1.0);
    gap(p, (a.0 + dx * t, a.1 + dy * t))
}

/// Distance of a point from a line of any length.
pub fn distance(p: (f64, f64), shape: &[(f64, f64)]) -> f64 {
    let pieces = shape.windows(2).map(|w| off(p, w[0], w[1]));
    pieces.chain(shape.iter().map(|q| gap(p, *q))).fold(f64::MAX, f64::min)
}

fn cheapest(
    edges: &BTreeMap<Corner, Vec<(Corner, Hex, Hex)>>,
    from: Corner,
    to: Corner,
    a: (f64, f64),
    b: (f64, f64),
) -> Vec<Corner> {
    let mut best: BTreeMap<Corner, (f64, Corner)> = BTreeMap::from([(from, (0.0, from))]);
    let mut open = vec![from];
    while let Some(corner) = open.pop() {
        let cost = best[&corner].0;
        for &(next, _, _) in &edges[&corner] {
            let middle =
                ((corner.point().0 + next.point().0) / 2.0, (corner.point().1 + next.point().1) / 2.0);
            let sum = cost + 0.3 + 2.0 * off(middle, a, b).powi(2);
            if best.get(&next).is_none_or(|(old, _)| sum < old - 1e-9) {
                best.insert(next, (sum, corner));
                open.push(next);
            }
        }
    }
    let mut path = vec![to];
    let mut here = to;
    while here != from {
        match best.get(&here) {
            Some(&(_, before)) => here = before,
            None => return Vec::new(),
        }
        path.push(here);
    }
    path.reverse();
    path
}
