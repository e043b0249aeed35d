//! How often the lines of a path may cross each other: the renderer keeps those of a row in order, and each crossing
//! costs it an exchange.

use resvg::tiny_skia::Point;

/// The picture is taken as so many cells a side; lines can cross only where they have one in common.
const CELLS: usize = 64;
/// A line that has more of them is taken to cross all others.
const FEW: usize = 64;
/// A path with fewer lines needs no cells: each of them may cross each other.
const NO_CELLS: usize = 32;

/// The lines of a path by the cells through which they may go.
pub struct Crossings {
    cells: Vec<u32>,
    /// Pixels of a cell across and down.
    cell: (f32, f32),
    size: (f32, f32),
    /// How far from its middle a line reaches.
    margin: f32,
    lines: u64,
    long: u64,
}

impl Crossings {
    /// Of about so many lines, on a picture so wide and high.
    pub fn new(count: usize, (width, height): (f32, f32), margin: f32) -> Self {
        let cells = if count > NO_CELLS { vec![0; CELLS * CELLS] } else { Vec::new() };
        let side = |length: f32| (length / CELLS as f32).max(f32::MIN_POSITIVE);
        let cell = (side(width), side(height));
        Self { cells, cell, size: (width, height), margin, lines: 0, long: 0 }
    }

    /// Takes in a line, or a curve that becomes so many.
    pub fn add(&mut self, from: Point, to: Point, lines: u32) {
        let is_beside = |one: f32, other: f32, length: f32| {
            one.max(other) + self.margin < 0.0 || one.min(other) - self.margin > length
        };
        // What lies beside the picture is not drawn.
        if is_beside(from.x, to.x, self.size.0) || is_beside(from.y, to.y, self.size.1) {
            return;
        }
        self.lines = self.lines.saturating_add(lines.into());
        if self.cells.is_empty() {
            return;
        }
        let range = |one: f32, other: f32, cell: f32| {
            // What reaches beyond the picture is moved to its edge; a number that is none becomes zero.
            let place = |at: f32| ((at / cell) as usize).min(CELLS - 1);
            place(one.min(other) - self.margin)..=place(one.max(other) + self.margin)
        };
        let (across, down) = (range(from.x, to.x, self.cell.0), range(from.y, to.y, self.cell.1));
        let count = |range: &std::ops::RangeInclusive<usize>| range.end().saturating_sub(*range.start()) + 1;
        let cells = count(&across) * count(&down);
        if cells > FEW {
            self.long = self.long.saturating_add(lines.into());
            return;
        }
        for row in down {
            for cell in &mut self.cells[row * CELLS..][across.clone()] {
                *cell = cell.saturating_add(lines);
            }
        }
    }

    /// The most that there can be.
    pub fn most(&self) -> u64 {
        if self.cells.is_empty() {
            return self.lines.saturating_mul(self.lines) / 2;
        }
        let within = self.cells.iter().map(|lines| u64::from(*lines).saturating_mul(u64::from(*lines)) / 2);
        within.fold(self.long.saturating_mul(self.lines), u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The crossings of a line through points of 1,000 by 1,000 pixels.
    fn most(points: impl Iterator<Item = (f32, f32)>) -> u64 {
        let points: Vec<Point> = points.map(|(x, y)| Point::from_xy(x, y)).collect();
        let mut crossings = Crossings::new(points.len(), (1_000.0, 1_000.0), 0.0);
        points.windows(2).for_each(|two| crossings.add(two[0], two[1], 1));
        crossings.most()
    }

    #[test]
    fn a_coast_hardly_crosses_itself_and_a_star_or_a_narrow_zigzag_does_everywhere() {
        let turn = |at: u32| (f64::from(at) / 10_000.0 * std::f64::consts::TAU).sin_cos();
        let coast = (0..10_000).map(turn).map(|(x, y)| (500.0 + 400.0 * x as f32, 500.0 + 400.0 * y as f32));
        assert!(most(coast) < 1_000_000);
        let star = (0..10_000).map(|at| if at % 2 == 0 { (0.0, at as f32 / 10.0) } else { (1_000.0, 500.0) });
        assert!(most(star) > 40_000_000);
        let narrow = (0..10_000).map(|at| ((at * 7_919 % 10_000) as f32 / 10_000.0, (at % 2 * 3) as f32));
        assert!(most(narrow) > 40_000_000);
        let nowhere = [(0.0, f32::NAN), (f32::INFINITY, 1e30), (f32::NEG_INFINITY, -1.0)];
        assert!(most(nowhere.into_iter().cycle().take(100)) < 10_000);
    }
}
