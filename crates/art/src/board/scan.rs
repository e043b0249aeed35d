//! A scanned map in the place of a drawn sheet: four hexes whose centres are known straighten it onto the grid.
//!
//! The scan is bent to our grid, not the grid to the scan: pieces, zones and checks keep the same pixels whatever
//! picture is below.

use image::{Rgb, RgbImage};
use rayon::prelude::*;

use super::SheetArt;

/// Pixels from the left and from the top.
pub type Pixel = (f64, f64);

/// A pixel of the sheet and the one of the scan that shows the same place.
type Pair = (Pixel, Pixel);

/// A scan and the pixels of four hexes on it.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The picture.
    pub picture: RgbImage,
    /// Hex and the pixel of its centre, from the left and from the top.
    pub corners: [(String, Pixel); 4],
}

/// Why a scan can't take the place of a sheet.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScanError {
    /// A corner is no hex of the sheet.
    #[error("the sheet {sheet} has no hex {hex:?}; name four of its hexes near its corners")]
    NoHex {
        /// Letter of the sheet.
        sheet: String,
        /// As given.
        hex: String,
    },
    /// A corner lies outside the picture.
    #[error("hex {hex} is given at {x},{y}, but the scan has {width} x {height} pixels")]
    Outside {
        /// The hex.
        hex: String,
        /// From the left.
        x: f64,
        /// From the top.
        y: f64,
        /// Of the scan.
        width: u32,
        /// Of the scan.
        height: u32,
    },
    /// Three corners lie on a line, or the scan would be mirrored.
    #[error("the four hexes do not span the map: give one near each corner, with its pixel on the scan")]
    Flat,
}

/// Colour where the scan ends.
const PAPER: Rgb<u8> = Rgb([242, 234, 212]);

impl Scan {
    /// The scan bent so that its four hexes lie where the sheet's grid has them; the size is that of the sheet.
    ///
    /// # Errors
    /// A corner that is no hex of the sheet or lies outside the scan; corners that span no area.
    pub fn straighten(&self, sheet: &SheetArt) -> Result<RgbImage, ScanError> {
        let bend = self.bend(sheet)?;
        let (out_width, out_height) = sheet.size(1.0);
        let row = |y: u32| -> Vec<u8> {
            let pixel = |x: u32| sample(&self.picture, bend.of((f64::from(x) + 0.5, f64::from(y) + 0.5))).0;
            (0..out_width).flat_map(pixel).collect()
        };
        let bytes: Vec<u8> = (0..out_height).into_par_iter().flat_map_iter(row).collect();
        Ok(RgbImage::from_raw(out_width, out_height, bytes).unwrap_or_default())
    }

    /// Whether the scan fits a sheet.
    ///
    /// # Errors
    /// As [`Scan::straighten`].
    pub fn check(&self, sheet: &SheetArt) -> Result<(), ScanError> {
        self.bend(sheet).map(drop)
    }

    fn bend(&self, sheet: &SheetArt) -> Result<Bend, ScanError> {
        let (width, height) = self.picture.dimensions();
        let mut pairs: [Pair; 4] = Default::default();
        for (pair, (hex, (x, y))) in pairs.iter_mut().zip(&self.corners) {
            let centre = sheet
                .hex_centre(hex)
                .ok_or_else(|| ScanError::NoHex { sheet: sheet.letter.clone(), hex: hex.clone() })?;
            if !(0.0..f64::from(width)).contains(x) || !(0.0..f64::from(height)).contains(y) {
                return Err(ScanError::Outside { hex: hex.clone(), x: *x, y: *y, width, height });
            }
            *pair = ((f64::from(centre.0), f64::from(centre.1)), (*x, *y));
        }
        Bend::through(&pairs).ok_or(ScanError::Flat)
    }
}

/// A projective map of the plane.
struct Bend([f64; 8]);

impl Bend {
    /// The one through four pairs of points; none when three of a side lie on a line or the orientation turns.
    fn through(pairs: &[Pair; 4]) -> Option<Self> {
        let mut rows = [[0.0_f64; 9]; 8];
        for (index, ((x, y), (u, v))) in pairs.iter().enumerate() {
            rows[2 * index] = [*x, *y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, *u];
            rows[2 * index + 1] = [0.0, 0.0, 0.0, *x, *y, 1.0, -v * x, -v * y, *v];
        }
        for column in 0..8 {
            let pivot =
                (column..8).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
            if rows[pivot][column].abs() < 1e-9 {
                return None;
            }
            rows.swap(column, pivot);
            let head = rows[column];
            for (number, row) in rows.iter_mut().enumerate() {
                if number != column {
                    let share = row[column] / head[column];
                    for (cell, above) in row.iter_mut().zip(head) {
                        *cell -= share * above;
                    }
                }
            }
        }
        let mut solved = [0.0; 8];
        for (index, value) in solved.iter_mut().enumerate() {
            *value = rows[index][8] / rows[index][index];
        }
        let bend = Self(solved);
        pairs.iter().all(|(from, _)| bend.keeps_orientation(*from)).then_some(bend)
    }

    fn of(&self, (x, y): Pixel) -> Pixel {
        let [a, b, c, d, e, f, g, h] = self.0;
        let depth = g * x + h * y + 1.0;
        ((a * x + b * y + c) / depth, (d * x + e * y + f) / depth)
    }

    fn keeps_orientation(&self, (x, y): Pixel) -> bool {
        let (here, right, below) = (self.of((x, y)), self.of((x + 1.0, y)), self.of((x, y + 1.0)));
        let turn = (right.0 - here.0) * (below.1 - here.1) - (right.1 - here.1) * (below.0 - here.0);
        let depth = self.0[6] * x + self.0[7] * y + 1.0;
        turn > 1e-6 && depth > 1e-6
    }
}

/// The colour at a point of a picture, between its four nearest pixels.
fn sample(picture: &RgbImage, (x, y): Pixel) -> Rgb<u8> {
    let (width, height) = picture.dimensions();
    let (x, y) = (x - 0.5, y - 0.5);
    let inside = x > -1.0 && y > -1.0 && x < f64::from(width) && y < f64::from(height);
    if !inside {
        return PAPER;
    }
    let pixel = |x: f64, y: f64| {
        let column = (x.max(0.0) as u32).min(width - 1);
        let row = (y.max(0.0) as u32).min(height - 1);
        picture.get_pixel(column, row).0
    };
    let (left, top) = (x.floor(), y.floor());
    let (right, down) = (x - left, y - top);
    let corners = [
        (pixel(left, top), (1.0 - right) * (1.0 - down)),
        (pixel(left + 1.0, top), right * (1.0 - down)),
        (pixel(left, top + 1.0), (1.0 - right) * down),
        (pixel(left + 1.0, top + 1.0), right * down),
    ];
    let mix = |channel: usize| {
        corners.iter().map(|(colour, share)| f64::from(colour[channel]) * share).sum::<f64>().round() as u8
    };
    Rgb([mix(0), mix(1), mix(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Pixel; 4] = [(0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (100.0, 100.0)];

    #[test]
    fn four_points_land_where_they_are_said_to_lie() {
        let scanned = [(10.0, 20.0), (215.0, 12.0), (4.0, 190.0), (230.0, 205.0)];
        let mut pairs: [Pair; 4] = Default::default();
        for (pair, ends) in pairs.iter_mut().zip(SQUARE.into_iter().zip(scanned)) {
            *pair = ends;
        }
        let bend = Bend::through(&pairs).unwrap();
        for (from, to) in pairs {
            let found = bend.of(from);
            assert!((found.0 - to.0).abs() < 1e-6 && (found.1 - to.1).abs() < 1e-6, "{found:?} {to:?}");
        }
    }

    #[test]
    fn points_on_a_line_and_mirrored_scans_are_refused() {
        let pairs = |to: [Pixel; 4]| {
            let mut pairs: [Pair; 4] = Default::default();
            for (pair, ends) in pairs.iter_mut().zip(SQUARE.into_iter().zip(to)) {
                *pair = ends;
            }
            Bend::through(&pairs)
        };
        assert!(pairs([(0.0, 0.0), (50.0, 50.0), (20.0, 20.0), (90.0, 90.0)]).is_none());
        assert!(pairs([(100.0, 0.0), (0.0, 0.0), (100.0, 100.0), (0.0, 100.0)]).is_none());
    }
}
