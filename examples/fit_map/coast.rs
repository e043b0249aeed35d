//! Coasts without inner borders, projected, and the names written on the map.

use crate::classify::{Placed, Row};
use crate::fit::Fit;
use crate::grid::Hex;
use crate::raster;
use crate::tables::{self, Fault, Line, Name, Ring};
use std::collections::BTreeMap;
use std::fmt::Write;

type Point = (i32, i32);

/// Joins the rings of neighbouring countries: sides that two rings share fall away.
pub fn merge(rings: &[Ring]) -> Vec<Vec<Point>> {
    let mut edges: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for ring in rings {
        let n = ring.points.len();
        for i in 0..n {
            let (a, b) = (ring.points[i], ring.points[(i + 1) % n]);
            let back = edges.entry(b).or_default();
            if let Some(k) = back.iter().position(|p| *p == a) {
                back.remove(k);
            } else {
                edges.entry(a).or_default().push(b);
            }
        }
    }
    let mut merged = Vec::new();
    while let Some((&start, _)) = edges.iter().find(|(_, out)| !out.is_empty()) {
        let mut ring = Vec::new();
        let mut here = start;
        while let Some(next) = edges.get_mut(&here).and_then(Vec::pop) {
            ring.push(here);
            here = next;
            if here == start {
                break;
            }
        }
        edges.retain(|_, out| !out.is_empty());
        if ring.len() > 2 {
            merged.push(ring);
        }
    }
    merged
}

/// `coast.txt`: lands and lakes in 1/1000 hex width of the common grid.
pub fn text(fit: &Fit, rings: &[Ring], lakes: &[Line]) -> Result<String, Fault> {
    let mut out = String::from(
        "# Lands and lakes in the common grid, 1/1000 hex width, x east, y north; made by fit_map\n",
    );
    for ring in merge(rings) {
        put(&mut out, "land", &raster::project(fit, &ring))?;
    }
    // What lies along hexsides is drawn along them.
    let along = |lake: &&Line| !lakes.iter().any(|l| l.kind == "lakeside" && l.name == lake.name);
    for lake in lakes.iter().filter(|l| l.kind == "lake").filter(along) {
        let shore = rounded(rounded(rounded(tables::points(&lake.points)?)));
        let shape: Vec<(f64, f64)> = shore.into_iter().map(|(lon, lat)| fit.place(lon, lat)).collect();
        put(&mut out, "lake", &shape)?;
    }
    Ok(out)
}

/// A ring with its corners cut (Chaikin).
fn rounded(ring: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let part = |a: (f64, f64), b: (f64, f64)| (a.0 * 0.75 + b.0 * 0.25, a.1 * 0.75 + b.1 * 0.25);
    let next = |i: usize| ring[(i + 1) % ring.len()];
    (0..ring.len()).flat_map(|i| [part(ring[i], next(i)), part(next(i), ring[i])]).collect()
}

fn put(out: &mut String, kind: &str, shape: &[(f64, f64)]) -> Result<(), Fault> {
    let on_map = |&(x, y): &(f64, f64)| (-2.0..70.0).contains(&x) && (-1.0..55.0).contains(&y);
    if !shape.iter().any(on_map) {
        return Ok(());
    }
    writeln!(out, "{kind}")?;
    let points: Vec<String> =
        shape.iter().map(|(x, y)| format!("{:.0},{:.0}", x * 1000.0, y * 1000.0)).collect();
    writeln!(out, "{}", points.join(" "))?;
    Ok(())
}

/// One row of `labels.csv`: what is written or drawn at a point of the common grid.
#[derive(serde::Serialize)]
pub struct Label {
    hex: String,
    kind: String,
    name: String,
    x: String,
    y: String,
}

/// Town names at their true places, kept inside their hex, and names of seas and lands.
pub fn labels(fit: &Fit, placed: &[Placed], names: &[Name], rows: &BTreeMap<Hex, Row>) -> Vec<Label> {
    let mut all = Vec::new();
    for (hex, row) in rows.iter().filter(|(_, r)| !r.name.is_empty()) {
        let Some(first) = placed.iter().find(|p| p.hex == *hex) else {
            continue;
        };
        let (x, y) = hex.centre();
        let (dx, dy) = (first.at.0 - x, first.at.1 - y);
        let keep = 0.33 / dx.hypot(dy).max(0.33);
        let kind = if row.city.is_empty() && row.port.is_empty() && row.resource.is_empty() {
            "island"
        } else {
            "town"
        };
        all.push(label(hex.name(), kind, &row.name, (x + dx * keep, y + dy * keep)));
    }
    for n in names {
        let at = fit.place(n.lon, n.lat);
        all.push(label(Hex::at(at.0, at.1).name(), &n.kind, &n.name, at));
    }
    all
}

fn label(hex: String, kind: &str, name: &str, at: (f64, f64)) -> Label {
    Label { hex, kind: kind.into(), name: name.into(), x: format!("{:.3}", at.0), y: format!("{:.3}", at.1) }
}
