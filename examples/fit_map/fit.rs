//! Latitude and longitude to the common grid: a smooth base and a local correction.

use crate::grid::Hex;
use crate::tables::{Control, Fault, east};

/// Share of the hex, from its centre, in which a control point has to end.
const INSIDE: f64 = 0.80;
/// The same for points of small weight.
const BARELY: f64 = 0.93;
/// Reach of the layers of the correction in hex widths.
const REACH: [f64; 3] = [6.0, 2.5, 1.7];

/// One bump of the correction.
struct Bump {
    at: (f64, f64),
    push: (f64, f64),
    reach: f64,
}

/// The fitted map.
pub struct Fit {
    base: [[f64; TERMS]; 2],
    bumps: Vec<Bump>,
}

const TERMS: usize = 6;

fn terms(lon: f64, lat: f64) -> [f64; TERMS] {
    let (u, v) = ((lon - 140.0) / 40.0, (lat - 20.0) / 30.0);
    [1.0, u, v, u * v, u * u, v * v]
}

impl Fit {
    /// Fits the base by weighted least squares, then adds the correction.
    pub fn new(controls: &[Control]) -> Result<Self, Fault> {
        let mut matrix = vec![vec![0.0; TERMS]; TERMS];
        let mut sums = vec![vec![0.0; TERMS]; 2];
        for c in controls {
            let (x, y) = hex(c)?.centre();
            let t = terms(east(c.lon), c.lat);
            for i in 0..TERMS {
                for j in 0..TERMS {
                    matrix[i][j] += c.weight * t[i] * t[j];
                }
                sums[0][i] += c.weight * t[i] * x;
                sums[1][i] += c.weight * t[i] * y;
            }
        }
        for (i, row) in matrix.iter_mut().enumerate().skip(3) {
            row[i] += 0.02;
        }
        let mut base = [[0.0; TERMS]; 2];
        for (out, sum) in base.iter_mut().zip(&sums) {
            let solved = solve(matrix.clone(), sum.clone());
            out.copy_from_slice(&solved);
        }
        let mut fit = Self { base, bumps: Vec::new() };
        for reach in [REACH[0], REACH[1]] {
            fit.correct(controls, reach)?;
        }
        for _ in 0..4 {
            fit.correct(controls, REACH[1])?;
        }
        for _ in 0..6 {
            fit.correct(controls, REACH[2])?;
        }
        Ok(fit)
    }

    /// One layer of bumps that pushes the points that are still outside into their hexes.
    fn correct(&mut self, controls: &[Control], reach: f64) -> Result<(), Fault> {
        let mut at = Vec::new();
        let mut push = Vec::new();
        let mut ridge = Vec::new();
        for c in controls {
            let here = self.place(c.lon, c.lat);
            at.push(self.base_place(c.lon, c.lat));
            let inside = if c.weight >= 1.0 { INSIDE } else { BARELY };
            push.push(shortfall(hex(c)?, here, inside));
            ridge.push(if c.weight >= 1.0 { 0.05 } else { 0.4 });
        }
        let n = at.len();
        let mut matrix = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..n {
                matrix[i][j] = kernel(at[i], at[j], reach);
            }
            matrix[i][i] += ridge[i];
        }
        let dx = solve(matrix.clone(), push.iter().map(|p| p.0).collect());
        let dy = solve(matrix, push.iter().map(|p| p.1).collect());
        for i in 0..n {
            self.bumps.push(Bump { at: at[i], push: (dx[i], dy[i]), reach });
        }
        Ok(())
    }

    /// Base alone: (x, y) in hex widths.
    pub fn base_place(&self, lon: f64, lat: f64) -> (f64, f64) {
        let t = terms(east(lon), lat);
        let dot = |row: &[f64; TERMS]| row.iter().zip(&t).map(|(a, b)| a * b).sum::<f64>();
        (dot(&self.base[0]), dot(&self.base[1]))
    }

    /// Base and correction: (x, y) in hex widths.
    pub fn place(&self, lon: f64, lat: f64) -> (f64, f64) {
        let base = self.base_place(lon, lat);
        let (mut x, mut y) = base;
        for bump in &self.bumps {
            let k = kernel(bump.at, base, bump.reach);
            x += bump.push.0 * k;
            y += bump.push.1 * k;
        }
        (x, y)
    }

    /// Least and greatest area of one square degree on the map, relative to a plain cylinder.
    pub fn stretch(&self) -> (f64, f64) {
        let (mut least, mut most) = (f64::MAX, f64::MIN);
        for lon in 90..200 {
            for lat in -22..54 {
                let (lon, lat) = (f64::from(lon), f64::from(lat));
                let (a, b, c) =
                    (self.place(lon, lat), self.place(lon + 0.5, lat), self.place(lon, lat + 0.5));
                let area = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
                least = least.min(area / 0.25 / 0.4);
                most = most.max(area / 0.25 / 0.4);
            }
        }
        (least, most)
    }
}

/// The hex of a control point.
pub fn hex(c: &Control) -> Result<Hex, Fault> {
    Hex::parse(&c.hex).ok_or_else(|| format!("control point {}: odd hex {}", c.name, c.hex).into())
}

/// How deep a point lies in a hex: 0 at the centre, 1 at the edge.
pub fn depth(hex: Hex, at: (f64, f64)) -> f64 {
    let (x, y) = hex.centre();
    let (dx, dy) = (at.0 - x, at.1 - y);
    [0.0f64, 60.0, 120.0]
        .iter()
        .map(|a| (dx * a.to_radians().cos() + dy * a.to_radians().sin()).abs() * 2.0)
        .fold(0.0, f64::max)
}

fn shortfall(hex: Hex, at: (f64, f64), inside: f64) -> (f64, f64) {
    let d = depth(hex, at);
    if d <= inside {
        return (0.0, 0.0);
    }
    let (x, y) = hex.centre();
    let keep = (inside - 0.05) / d;
    ((x - at.0) * (1.0 - keep), (y - at.1) * (1.0 - keep))
}

fn kernel(a: (f64, f64), b: (f64, f64), reach: f64) -> f64 {
    let far = (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2);
    (-far / (2.0 * reach * reach)).exp()
}

/// Gauss elimination with pivots.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|&p, &q| a[p][i].abs().total_cmp(&a[q][i].abs())).unwrap_or(i);
        a.swap(i, pivot);
        b.swap(i, pivot);
        for j in i + 1..n {
            let f = a[j][i] / a[i][i];
            for k in i..n {
                let above = a[i][k];
                a[j][k] -= f * above;
            }
            b[j] -= f * b[i];
        }
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            b[i] -= a[i][k] * b[k];
        }
        b[i] /= a[i][i];
    }
    b
}
