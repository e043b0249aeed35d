//! What names on a sheet keep clear of, found by where it lies. All in pixels at scale 1.

use std::collections::BTreeMap;

use super::seats::Spot;
use super::text::Bounds;

/// What stands in the way of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Block {
    /// A hex number.
    Number,
    /// A sign: a town, port, islet, freighter.
    Sign,
    /// A river, railway, route, an edge or a hexside that the rules know.
    Line,
    /// A side of the plain grid.
    Grid,
}

/// One thing in the way: a box, or pieces of a line.
struct Obstacle {
    block: Block,
    shape: Shape,
}

enum Shape {
    Area(Bounds),
    Path(Vec<[Spot; 2]>),
}

/// Width of the cells in which obstacles are looked up.
const CELL: f32 = 90.0;

/// All obstacles of a sheet.
#[derive(Default)]
pub struct Obstacles {
    all: Vec<Obstacle>,
    cells: BTreeMap<(i32, i32), Vec<u32>>,
}

impl Obstacles {
    /// Adds a box.
    pub fn area(&mut self, block: Block, bounds: Bounds) {
        self.add(Obstacle { block, shape: Shape::Area(bounds) }, bounds);
    }

    /// Adds a line.
    pub fn path(&mut self, block: Block, points: &[Spot]) {
        for piece in points.windows(2) {
            let [a, b] = [piece[0], piece[1]];
            let bounds = [a.0.min(b.0), a.1.min(b.1), a.0.max(b.0), a.1.max(b.1)];
            self.add(Obstacle { block, shape: Shape::Path(vec![[a, b]]) }, bounds);
        }
    }

    fn add(&mut self, obstacle: Obstacle, bounds: Bounds) {
        let number = self.all.len() as u32;
        self.all.push(obstacle);
        for cell in cells(bounds) {
            self.cells.entry(cell).or_default().push(number);
        }
    }

    /// How many obstacles of each kind boxes meet: numbers, signs, lines, sides of the grid.
    pub fn met(&self, boxes: &[Bounds]) -> [u16; 4] {
        let mut seen: Vec<u32> = Vec::new();
        for own in boxes {
            let near = cells(*own).filter_map(|cell| self.cells.get(&cell)).flatten();
            seen.extend(near.filter(|number| self.all[**number as usize].meets(own)));
        }
        seen.sort_unstable();
        seen.dedup();
        let mut counts = [0; 4];
        for number in seen {
            counts[self.all[number as usize].block as usize] += 1;
        }
        counts
    }
}

impl Obstacle {
    fn meets(&self, own: &Bounds) -> bool {
        match &self.shape {
            Shape::Area(other) => overlap(own, other, 1.0),
            Shape::Path(pieces) => pieces.iter().any(|piece| crosses(own, *piece)),
        }
    }
}

/// The cells that a box reaches into.
fn cells(bounds: Bounds) -> impl Iterator<Item = (i32, i32)> {
    let [left, top, right, bottom] = bounds.map(|at| (at / CELL).floor() as i32);
    (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y)))
}

/// Whether two boxes come closer than a gap.
pub fn overlap(a: &Bounds, b: &Bounds, gap: f32) -> bool {
    a[0] < b[2] + gap && b[0] < a[2] + gap && a[1] < b[3] + gap && b[1] < a[3] + gap
}

/// The box around boxes.
pub fn around(boxes: &[Bounds]) -> Bounds {
    let none = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    boxes.iter().fold(none, |all, own| {
        [all[0].min(own[0]), all[1].min(own[1]), all[2].max(own[2]), all[3].max(own[3])]
    })
}

/// Whether a piece of line enters a box, by Liang and Barsky.
fn crosses(own: &Bounds, [a, b]: [Spot; 2]) -> bool {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for (step, room) in [(-dx, a.0 - own[0]), (dx, own[2] - a.0), (-dy, a.1 - own[1]), (dy, own[3] - a.1)] {
        if step == 0.0 {
            if room < 0.0 {
                return false;
            }
        } else if step < 0.0 {
            enter = enter.max(room / step);
        } else {
            leave = leave.min(room / step);
        }
    }
    enter <= leave
}
