//! Where the pieces of an unexpanded stack are drawn.
//!
//! Engine class: `build.module.map.StackMetrics`.

use super::scene::{Colour, Part, Shown};

/// What a piece covers about its own centre, in map pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Left edge, most often negative.
    pub left: i32,
    /// Upper edge, most often negative.
    pub top: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl Extent {
    /// What a picture covers that is drawn so many times its size about this point.
    pub fn of_picture((width, height): (u32, u32), scale: f32, (dx, dy): (i32, i32)) -> Self {
        let length = |pixels: u32| (pixels as f32 * scale) as i32;
        let start = |pixels: u32| (pixels as f32 / -2.0 * scale) as i32;
        Self {
            left: dx.saturating_add(start(width)),
            top: dy.saturating_add(start(height)),
            width: length(width),
            height: length(height),
        }
    }

    /// The smallest one that holds both.
    pub fn around(self, other: Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let end = |start: i32, length: i32| start.saturating_add(length);
        let right = end(self.left, self.width).max(end(other.left, other.width));
        let bottom = end(self.top, self.height).max(end(other.top, other.height));
        Self { left, top, width: right.saturating_sub(left), height: bottom.saturating_sub(top) }
    }

    /// The smallest upright one around it after turning it clockwise about the piece's centre.
    pub fn turned(self, degrees: f32) -> Self {
        if degrees == 0.0 {
            return self;
        }
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        let (left, top) = (f64::from(self.left), f64::from(self.top));
        let (right, bottom) = (left + f64::from(self.width), top + f64::from(self.height));
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let turned = corners.map(|(x, y)| (x * cos - y * sin, x * sin + y * cos));
        // Sines of right angles are not quite 0 and 1.
        let low = |values: [f64; 4]| (values.into_iter().fold(f64::MAX, f64::min) + 1e-6).floor() as i32;
        let high = |values: [f64; 4]| (values.into_iter().fold(f64::MIN, f64::max) - 1e-6).ceil() as i32;
        let (xs, ys) = (turned.map(|corner| corner.0), turned.map(|corner| corner.1));
        let (left, top) = (low(xs), low(ys));
        Self { left, top, width: high(xs).saturating_sub(left), height: high(ys).saturating_sub(top) }
    }

    /// A rectangle in its place.
    pub fn block(self, fill: Option<Colour>, frame: Option<Colour>) -> Part {
        let length = |pixels: i32| u32::try_from(pixels).unwrap_or(0);
        let size = (length(self.width), length(self.height));
        Part::new(self.left, self.top, Shown::Block { size, fill, frame })
    }
}

/// Where each piece of a stack lies, as pixels right of and below the bottom piece, bottom first.
///
/// Each piece is `right` pixels right of and `up` pixels above the one below it, measured at the left and lower
/// edges, so that pieces of different sizes align there.
pub fn offsets(extents: &[Extent], right: i32, up: i32) -> Vec<(i32, i32)> {
    let (right, up) = (i64::from(right), i64::from(up));
    let near = |at: i64| at.clamp(i64::from(i32::MIN / 2), i64::from(i32::MAX / 2)) as i32;
    let mut out: Vec<(i32, i32)> = Vec::with_capacity(extents.len());
    for (index, extent) in extents.iter().enumerate() {
        let Some(below) = index.checked_sub(1) else {
            out.push((0, 0));
            continue;
        };
        let ((x, y), under) = (out[below], extents[below]);
        let less = |under: i32, own: i32| i64::from(under) - i64::from(own);
        let (left, top) = (less(under.left, extent.left), less(under.top, extent.top));
        let across = match right {
            0 => 0,
            1.. => left + right,
            _ => left + less(under.width, extent.width) + right,
        };
        let down = match up {
            0 => 0,
            1.. => top + less(under.height, extent.height) - up,
            _ => top - up,
        };
        out.push((near(i64::from(x) + across), near(i64::from(y) + down)));
    }
    out
}

/// Where each card of a hand lies: in one row, so many pixels apart, as pixels right of the first.
///
/// Engine class: `build.module.map.HandMetrics`.
pub fn in_a_row(extents: &[Extent], gap: i32) -> Vec<(i32, i32)> {
    let mut x = 0_i32;
    let place = |extent: &Extent| {
        let at = (x, 0);
        x = x.saturating_add(extent.width).saturating_add(gap);
        at
    };
    extents.iter().map(place).collect()
}

/// Where the rows of pieces side by side lie about their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// On both sides of it.
    BothWays,
    /// They begin there.
    Right,
    /// They end there.
    Left,
}

/// Where each piece of a stack lies when all are laid side by side, in rows that grow upwards from the stack's place, so
/// that what stands below it stays readable: as pixels right of and below that place, bottom piece first, row by row.
/// Beside another pile the rows are short and go away from it.
pub fn side_by_side(extents: &[Extent], rows_go: Rows) -> Vec<(i32, i32)> {
    /// Between two of the smallest pieces, in pixels; and how far signs of a larger one may reach over its neighbour.
    const GAP: i32 = 8;
    const OVER: i32 = 16;
    let wide = if rows_go == Rows::BothWays { 2 } else { 1 };
    let columns = (1..=extents.len()).find(|columns| columns * columns >= wide * extents.len());
    let columns = columns.unwrap_or(extents.len().max(1));
    let rows = extents.len().div_ceil(columns);
    let step = |length: fn(&Extent) -> i32| {
        let bounds = |all: fn(i32, i32) -> i32| extents.iter().map(length).reduce(all).unwrap_or(0);
        bounds(i32::min).saturating_add(GAP).max(bounds(i32::max).saturating_sub(OVER))
    };
    let (across, down) = (step(|own| own.width), step(|own| own.height));
    let times = |length: i32, count: usize| length.saturating_mul(i32::try_from(count).unwrap_or(i32::MAX));
    let left = match rows_go {
        Rows::BothWays => times(across, columns - 1) / 2,
        Rows::Right => 0,
        Rows::Left => times(across, columns - 1),
    };
    let place = |index: usize| {
        let x = times(across, index % columns).saturating_sub(left);
        (x, -times(down, rows - 1 - index / columns))
    };
    (0..extents.len()).map(place).collect()
}

/// Lowers a tall stack until no piece lies further from the bottom one than this many pixels across or down,
/// so that it hides no neighbour; a low stack stays as it is.
pub fn squeeze(offsets: &mut [(i32, i32)], most: i32) {
    let reach =
        offsets.iter().map(|(dx, dy)| dx.saturating_abs().max(dy.saturating_abs())).max().unwrap_or(0);
    if reach > most {
        let shorter = |length: i32| {
            let exact = i64::from(length) * i64::from(most) / i64::from(reach);
            i32::try_from(exact).unwrap_or(0)
        };
        for (dx, dy) in offsets {
            (*dx, *dy) = (shorter(*dx), shorter(*dy));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_side_by_side_lie_apart_in_rows_above_their_place() {
        let counter = Extent { left: -20, top: -20, width: 40, height: 40 };
        let places = side_by_side(&[counter; 5], Rows::BothWays);
        assert_eq!(places, [(-72, -48), (-24, -48), (24, -48), (72, -48), (-72, 0)]);
        assert_eq!(side_by_side(&[counter; 2], Rows::Right), [(0, 0), (48, 0)]);
        let large = Extent { left: -50, top: -50, width: 100, height: 100 };
        assert_eq!(side_by_side(&[counter, large], Rows::Left), [(-84, 0), (0, 0)]);
        assert_eq!(side_by_side(&[], Rows::BothWays), []);
    }

    #[test]
    fn cards_of_a_hand_lie_in_one_row() {
        let narrow = Extent { left: -10, top: -20, width: 20, height: 40 };
        let wide = Extent { left: -40, top: -20, width: 80, height: 40 };
        assert_eq!(in_a_row(&[narrow, wide, narrow], 12), [(0, 0), (32, 0), (124, 0)]);
    }

    #[test]
    fn a_turned_extent_covers_its_corners() {
        let flat = Extent { left: -20, top: -10, width: 40, height: 20 };
        assert_eq!(flat.turned(90.0), Extent { left: -10, top: -20, width: 20, height: 40 });
        assert_eq!(flat.turned(45.0).width, 44);
    }

    #[test]
    fn equal_pieces_step_up_and_to_the_right() {
        let counter = Extent { left: -25, top: -25, width: 50, height: 50 };
        assert_eq!(offsets(&[counter; 3], 2, 4), [(0, 0), (2, -4), (4, -8)]);
        assert_eq!(offsets(&[counter; 2], 0, 0), [(0, 0), (0, 0)]);
    }

    #[test]
    fn a_small_piece_aligns_with_the_lower_left_corner_below_it() {
        let large = Extent { left: -25, top: -25, width: 50, height: 50 };
        let small = Extent { left: -10, top: -10, width: 20, height: 20 };
        assert_eq!(offsets(&[large, small], 2, 4), [(0, 0), (-13, 11)]);
    }

    #[test]
    fn a_tall_stack_is_lowered_and_a_low_one_left_alone() {
        let counter = Extent { left: -25, top: -25, width: 50, height: 50 };
        let mut tall = offsets(&[counter; 21], 2, 4);
        squeeze(&mut tall, 40);
        assert_eq!(tall.last(), Some(&(20, -40)));
        assert!(tall.windows(2).all(|pair| pair[0].1 > pair[1].1), "each piece still shows its edge");
        let mut low = offsets(&[counter; 3], 2, 4);
        squeeze(&mut low, 40);
        assert_eq!(low, [(0, 0), (2, -4), (4, -8)]);
    }
}
