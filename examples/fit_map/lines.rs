//! Hexsides: all-sea sides, borders, railways and rivers, and what the rules state.

use crate::classify::{Placed, Row};
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

/// Kind of a fixed side that takes an all-sea side away.
const OPEN: &str = "open";

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
    placed: &[Placed],
    lines: &[Line],
    fixed: &[FixedSide],
) -> Result<Vec<Side>, Fault> {
    let mut all = BTreeMap::new();
    let mut put = |s: Side| all.insert((s.hex.clone(), s.neighbour.clone(), s.kind.clone()), s);
    let mut barred = BTreeSet::new();
    for s in between(raster, rows) {
        if s.kind == "all-sea" {
            barred.insert((s.hex.clone(), s.neighbour.clone()));
        }
        put(s);
    }
    for line in lines {
        let kind = match line.kind.as_str() {
            "river" => "river",
            "lakeside" => "lake",
            "impassable" => "impassable",
            _ => continue,
        };
        let sides = match line.points.split_once(' ') {
            Some((a, b)) if [a, b].iter().all(|code| code.len() == 2 && !code.contains('.')) => {
                frontier(rows, (a, b), line)
            }
            _ => river(&projected(fit, &line.points)?, line),
        };
        for found in sides {
            if dry(&found, rows) && !barred.contains(&(found.hex.clone(), found.neighbour.clone())) {
                put(Side { kind: kind.into(), ..found });
            }
        }
    }
    let walls = all.values().filter(|s| matches!(s.kind.as_str(), "all-sea" | "lake" | "impassable"));
    barred = walls.map(|s| (s.hex.clone(), s.neighbour.clone())).collect();
    for f in fixed.iter().filter(|f| f.kind == OPEN) {
        barred.remove(&(f.hex.clone(), f.neighbour.clone()));
    }
    let ground = Ground { rows, placed, barred };
    for line in lines.iter().filter(|l| l.kind == "rail") {
        for s in rail(fit, line, &ground)? {
            all.insert((s.hex.clone(), s.neighbour.clone(), s.kind.clone()), s);
        }
    }
    for f in fixed {
        let (Some(a), Some(b)) = (Hex::parse(&f.hex), Hex::parse(&f.neighbour)) else {
            return Err(format!("odd hexside {} {}", f.hex, f.neighbour).into());
        };
        if !a.neighbours().contains(&b) {
            return Err(format!("{} and {} share no side", f.hex, f.neighbour).into());
        }
        if f.kind == OPEN {
            all.retain(|key, _| (&key.0, &key.1, key.2.as_str()) != (&f.hex, &f.neighbour, "all-sea"));
        } else {
            let s = side(a, b, &f.kind, &f.name, &f.source);
            all.insert((s.hex.clone(), s.neighbour.clone(), s.kind.clone()), s);
        }
    }
    Ok(all.into_values().collect())
}

/// All sides between the territories of two nations.
fn frontier(rows: &Rows, (a, b): (&str, &str), line: &Line) -> Vec<Side> {
    let mut found = Vec::new();
    for (&hex, row) in rows.iter().filter(|(_, row)| row.territory == a) {
        let far = |other: &Hex| rows.get(other).is_some_and(|r| r.territory == b && r.hex != row.hex);
        let others = hex.neighbours().into_iter().filter(far);
        found.extend(others.map(|other| side(hex, other, &line.kind, &line.name, &line.source)));
    }
    found
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

/// Sides crossed by a railway that runs through the hexes of its towns; other points only guide it.
fn rail(fit: &Fit, line: &Line, facts: &Ground) -> Result<Vec<Side>, Fault> {
    let stops = stops(fit, line, facts.placed)?;
    let mut path: Vec<(Hex, bool)> = Vec::new();
    for pair in stops.windows(2) {
        let ((from, at, town), (to, end, next)) = (pair[0], pair[1]);
        let Some(way) = facts.overland(from, to, at, end) else {
            println!("railway {} is broken between {} and {}", line.name, from.name(), to.name());
            continue;
        };
        if path.last().is_none_or(|(hex, _)| *hex != from) {
            path.push((from, town));
        }
        let last = way.len().saturating_sub(1);
        path.extend(way.into_iter().enumerate().skip(1).map(|(i, hex)| (hex, i == last && next)));
    }
    shorten(&mut path, facts);
    let pairs = path.windows(2).filter(|w| w[0].0.neighbours().contains(&w[1].0));
    Ok(pairs.map(|w| side(w[0].0, w[1].0, "rail", &line.name, &line.source)).collect())
}

/// A point of a railway: its hex and place; true where a town names it.
type Stop = (Hex, (f64, f64), bool);

/// The points of a railway.
fn stops(fit: &Fit, line: &Line, placed: &[Placed]) -> Result<Vec<Stop>, Fault> {
    let mut stops = Vec::new();
    for word in line.points.split(';') {
        if let Some(town) = placed.iter().find(|p| p.city.name == word.trim()) {
            stops.push((town.hex, town.at, true));
            continue;
        }
        let at = tables::points(word).map_err(|_| format!("{}: no town or point: {word}", line.name))?;
        let at = fit.place(at[0].0, at[0].1);
        stops.push((Hex::at(at.0, at.1), at, false));
    }
    Ok(stops)
}

/// Takes out detours around the points that only guide a railway.
fn shorten(path: &mut Vec<(Hex, bool)>, facts: &Ground) {
    let mut i = 1;
    while i + 1 < path.len() {
        let (before, after) = (path[i - 1].0, path[i + 1].0);
        let back = before == after;
        if !path[i].1 && (back || facts.passable(before, after)) {
            path.remove(i);
            if back {
                path.remove(i);
            }
            i = i.saturating_sub(1).max(1);
        } else {
            i += 1;
        }
    }
}

/// Where a railway can run.
struct Ground<'a> {
    rows: &'a Rows,
    placed: &'a [Placed],
    barred: BTreeSet<(String, String)>,
}

impl Ground<'_> {
    fn passable(&self, a: Hex, b: Hex) -> bool {
        let s = side(a, b, "rail", "", "");
        a.neighbours().contains(&b) && dry(&s, self.rows) && !self.barred.contains(&(s.hex, s.neighbour))
    }

    /// The way between two hexes that stays closest to a straight line.
    fn overland(&self, from: Hex, to: Hex, a: (f64, f64), b: (f64, f64)) -> Option<Vec<Hex>> {
        let mut best: BTreeMap<Hex, (f64, Hex)> = BTreeMap::from([(from, (0.0, from))]);
        let mut open = vec![from];
        while let Some(hex) = open.pop() {
            let cost = best[&hex].0;
            for next in hex.neighbours().into_iter().filter(|n| self.passable(hex, *n)) {
                let away = if next == to { 0.0 } else { off(next.centre(), a, b) };
                let sum = cost + 1.0 + 1.5 * away.powi(2);
                if away < 3.0 && best.get(&next).is_none_or(|(old, _)| sum < old - 1e-9) {
                    best.insert(next, (sum, hex));
                    open.push(next);
                }
            }
        }
        traced(&best, from, to)
    }
}

/// The way to a hex, by the hex that each was reached from; none when it was not reached.
pub fn traced(reached: &BTreeMap<Hex, (f64, Hex)>, from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let mut way = vec![to];
    while way.last() != Some(&from) {
        way.push(reached.get(way.last()?)?.1);
    }
    way.reverse();
    Some(way)
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
