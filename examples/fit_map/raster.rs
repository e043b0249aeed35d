//! The lands as pixels of the common grid, with the country and landmass of each.

use crate::coast;
use crate::fit::Fit;
use crate::grid::Hex;
use crate::tables::Ring;
use std::collections::BTreeMap;

/// Pixels per hex width.
pub const SCALE: f64 = 32.0;
const WIDTH: usize = 70 * SCALE as usize;
const HEIGHT: usize = 54 * SCALE as usize;

/// Rasters of the whole map; 0 is sea or nothing.
pub struct Raster {
    /// Country of each pixel, as an index into `countries` plus one.
    pub country: Vec<u8>,
    /// Names of countries.
    pub countries: Vec<String>,
    /// Landmass of each pixel.
    pub mass: Vec<u32>,
}

/// A ring in grid coordinates.
pub type Shape = Vec<(f64, f64)>;

/// Projects one ring of points in 1/100 degree.
pub fn project(fit: &Fit, points: &[(i32, i32)]) -> Shape {
    points.iter().map(|&(x, y)| fit.place(f64::from(x) / 100.0, f64::from(y) / 100.0)).collect()
}

/// Calls `paint` with the index of each pixel inside the rings (even-odd).
pub fn fill(rings: &[Shape], mut paint: impl FnMut(usize)) {
    let mut spans: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for ring in rings {
        for i in 0..ring.len() {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            let (low, high) = if a.1 < b.1 { (a, b) } else { (b, a) };
            let first = (low.1 * SCALE - 0.5).ceil().max(0.0) as usize;
            let end = (high.1 * SCALE - 0.5).ceil().clamp(0.0, HEIGHT as f64) as usize;
            for line in first..end {
                let y = (line as f64 + 0.5) / SCALE;
                let x = low.0 + (high.0 - low.0) * (y - low.1) / (high.1 - low.1);
                spans.entry(line).or_default().push((x + 1.0) * SCALE);
            }
        }
    }
    for (line, mut cuts) in spans {
        cuts.sort_by(f64::total_cmp);
        for pair in cuts.chunks_exact(2) {
            let first = (pair[0] - 0.5).ceil().max(0.0) as usize;
            let end = (pair[1] - 0.5).ceil().clamp(0.0, WIDTH as f64) as usize;
            for column in first..end {
                paint(line * WIDTH + column);
            }
        }
    }
}

/// Position of a pixel in hex widths.
pub fn point(pixel: usize) -> (f64, f64) {
    (((pixel % WIDTH) as f64 + 0.5) / SCALE - 1.0, ((pixel / WIDTH) as f64 + 0.5) / SCALE)
}

/// Pixel at a position, if inside.
pub fn pixel(x: f64, y: f64) -> Option<usize> {
    let (u, v) = (((x + 1.0) * SCALE).floor(), (y * SCALE).floor());
    let inside = u >= 0.0 && v >= 0.0 && u < WIDTH as f64 && v < HEIGHT as f64;
    inside.then(|| v as usize * WIDTH + u as usize)
}

impl Raster {
    /// Paints all lands and labels the landmasses.
    pub fn new(fit: &Fit, rings: &[Ring]) -> Self {
        let mut by_country: BTreeMap<&str, Vec<Shape>> = BTreeMap::new();
        for ring in rings {
            by_country.entry(&ring.country).or_default().push(project(fit, &ring.points));
        }
        let mut country = vec![0u8; WIDTH * HEIGHT];
        let mut countries = Vec::new();
        for (name, shapes) in by_country {
            countries.push(name.to_owned());
            let code = countries.len() as u8;
            fill(&shapes, |p| country[p] = code);
        }
        let mass = masses(fit, rings, &country);
        Self { country, countries, mass }
    }

    /// Pixels of every hex on the map.
    pub fn by_hex(&self) -> BTreeMap<Hex, Vec<usize>> {
        let mut all: BTreeMap<Hex, Vec<usize>> = BTreeMap::new();
        for p in 0..self.country.len() {
            let (x, y) = point(p);
            let hex = Hex::at(x, y);
            if hex.on_map() {
                all.entry(hex).or_default().push(p);
            }
        }
        all
    }

    /// Whether a landmass lies on both sides of a line at a point of it, `(dx, dy)` being its unit normal.
    pub fn land_across(&self, land: u32, (x, y): (f64, f64), (dx, dy): (f64, f64)) -> bool {
        let step = 1.5 / SCALE;
        let mass = |sign: f64| pixel(x + sign * dx * step, y + sign * dy * step).map_or(0, |p| self.mass[p]);
        mass(1.0) == land && mass(-1.0) == land
    }
}

/// Numbers the landmasses by their outlines, so that narrow straits part them too; the largest comes first.
fn masses(fit: &Fit, rings: &[Ring], country: &[u8]) -> Vec<u32> {
    let outlines = coast::merge(rings);
    let mut sized: Vec<(i64, Shape)> = outlines.iter().map(|o| (area(o), project(fit, o))).collect();
    sized.sort_by_key(|(size, _)| std::cmp::Reverse(size.abs()));
    let outer = sized.first().map_or(0, |(size, _)| size.signum());
    let mut mass = vec![0u32; country.len()];
    for (number, (_, shape)) in (1..).zip(sized.iter().filter(|(size, _)| size.signum() == outer)) {
        fill(std::slice::from_ref(shape), |p| {
            if country[p] != 0 {
                mass[p] = number;
            }
        });
    }
    mass
}

/// Twice the area of an outline, with the sign of its direction: lakes and seas inside run the other way.
fn area(outline: &[(i32, i32)]) -> i64 {
    let next = outline.iter().cycle().skip(1);
    outline
        .iter()
        .zip(next)
        .map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1))
        .sum()
}
