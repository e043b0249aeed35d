//! The tint of the land: terrain colours that run into each other, with soft shaded relief.

use super::{Ground, SheetArt, Terrain};
use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;
use std::collections::BTreeMap;

/// Pixels of the tint for each hex width.
pub const FINE: f32 = 30.0;

/// Colour of a terrain and the height of its relief.
pub fn look(terrain: Terrain) -> ([f32; 3], f32) {
    match terrain {
        Terrain::Clear => ([238.0, 227.0, 190.0], 0.05),
        Terrain::Desert => ([243.0, 220.0, 158.0], 0.10),
        Terrain::Forest => ([196.0, 209.0, 152.0], 0.14),
        Terrain::Jungle => ([152.0, 187.0, 122.0], 0.14),
        Terrain::JungleMountain => ([140.0, 160.0, 100.0], 0.85),
        Terrain::Marsh => ([178.0, 205.0, 180.0], 0.0),
        Terrain::Mountain => ([208.0, 182.0, 140.0], 1.0),
    }
}

/// Paints the tint of the whole sheet, `FINE` pixels a hex.
pub fn paint(sheet: &SheetArt) -> Option<Pixmap> {
    let [left, right, bottom, top] = sheet.edges;
    let width = ((right - left) * FINE).ceil().clamp(1.0, 8000.0) as usize;
    let height = ((top - bottom) * FINE).ceil().clamp(1.0, 8000.0) as usize;
    let field = Field::new(sheet);
    let row = |v: usize| -> Vec<([f32; 3], f32)> {
        let y = top - (v as f32 + 0.5) / FINE;
        let pixel = |u: usize| {
            let x = left + (u as f32 + 0.5) / FINE;
            let (colour, rough) = field.at(x, y)?;
            Some((colour, if rough > 0.02 { rough * ridges(x, y) } else { 0.0 }))
        };
        // The open sea shows no land, so it costs nothing.
        (0..width).map(|u| pixel(u).unwrap_or((look(Terrain::Clear).0, 0.0))).collect()
    };
    let rows: Vec<Vec<([f32; 3], f32)>> = (0..height).into_par_iter().map(row).collect();
    let (colours, heights): (Vec<[f32; 3]>, Vec<f32>) = rows.into_iter().flatten().unzip();
    let mut map = Pixmap::new(width as u32, height as u32)?;
    for (i, pixel) in map.data_mut().chunks_exact_mut(4).enumerate() {
        let (u, v) = (i % width, i / width);
        let at = |u: usize, v: usize| heights[v.min(height - 1) * width + u.min(width - 1)];
        let slope = at(u + 1, v + 1) - at(u.saturating_sub(1), v.saturating_sub(1));
        // Light from the north-west; heights are a little paler, as on hypsometric maps.
        let light = (slope * 130.0).clamp(-46.0, 30.0) + (heights[i] - 0.25) * 16.0;
        for (channel, base) in pixel.iter_mut().zip(colours[i]) {
            *channel = (base + light).clamp(0.0, 255.0) as u8;
        }
        pixel[3] = 255;
    }
    Some(map)
}

/// Terrain by grid cell, to find the hexes near a point.
struct Field {
    hexes: BTreeMap<(i32, i32), Terrain>,
}

const ROW: f32 = 0.866_025_4;

impl Field {
    fn new(sheet: &SheetArt) -> Self {
        let key = |(x, y): (f32, f32)| ((y / ROW).round() as i32, x.floor() as i32);
        let land = sheet.hexes.iter().filter(|h| h.ground != Ground::Sea);
        Self { hexes: land.map(|h| (key(h.centre), h.terrain)).collect() }
    }

    /// Colour and roughness at a point: a mean of the hexes around it, with frayed edges; none far from land.
    fn at(&self, x: f32, y: f32) -> Option<([f32; 3], f32)> {
        let (x, y) =
            (x + 0.45 * (noise(x * 1.7, y * 1.7) - 0.5), y + 0.45 * (noise(x * 1.7 + 40.0, y * 1.7) - 0.5));
        let row = (y / ROW).round() as i32;
        let (mut colour, mut rough, mut sum) = ([0.0; 3], 0.0, 0.0);
        for r in row - 1..=row + 1 {
            let shift = if r % 2 == 0 { 0.5 } else { 0.0 };
            let near = (x - shift).round() as i32;
            for c in near - 1..=near + 1 {
                let Some(terrain) = self.hexes.get(&(r, c)) else {
                    continue;
                };
                let (dx, dy) = (c as f32 + shift - x, r as f32 * ROW - y);
                let weight = (-(dx * dx + dy * dy) * 7.0).exp();
                let (tint, height) = look(*terrain);
                for (out, part) in colour.iter_mut().zip(tint) {
                    *out += part * weight;
                }
                rough += height * weight;
                sum += weight;
            }
        }
        (sum > 0.0).then(|| (colour.map(|c| c / sum), rough / sum))
    }
}

/// Ridges and valleys from 0 to about 1: ridged noise whose coordinates are themselves bent by noise.
fn ridges(x: f32, y: f32) -> f32 {
    let (bend_x, bend_y) = (noise(x * 0.9 + 11.0, y * 0.9), noise(x * 0.9, y * 0.9 + 37.0));
    let (x, y) = (x + 0.55 * (bend_x - 0.5), y + 0.55 * (bend_y - 0.5));
    // Ranges run from the south-west to the north-east rather than along the grid.
    let (along, across) = (0.8 * x + 0.6 * y, 0.8 * y - 0.6 * x);
    let (mut sum, mut size, mut part, mut above) = (0.0, 1.15, 0.55, 1.0);
    for octave in 0..5 {
        let shift = octave as f32 * 17.3;
        let n = noise(along * size * 0.8 + shift, across * size * 1.15 - shift);
        let ridge = (1.0 - (2.0 * n - 1.0).abs()).powi(2);
        // Fine ridges only stand on coarse ones, so that valleys stay smooth.
        sum += part * ridge * above;
        above = ridge.clamp(0.25, 1.0);
        size *= 2.07;
        part *= 0.55;
    }
    sum
}

/// Gradient noise from 0 to 1 with one knot for each unit.
pub fn noise(x: f32, y: f32) -> f32 {
    let (i, j) = (x.floor(), y.floor());
    let (fx, fy) = (x - i, y - j);
    let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (u, v) = (ease(fx), ease(fy));
    let (i, j) = (i as i32, j as i32);
    let pull = |di: i32, dj: i32| {
        let (gx, gy) = slope(i + di, j + dj);
        gx * (fx - di as f32) + gy * (fy - dj as f32)
    };
    let low = pull(0, 0) * (1.0 - u) + pull(1, 0) * u;
    let high = pull(0, 1) * (1.0 - u) + pull(1, 1) * u;
    (0.5 + 0.72 * (low * (1.0 - v) + high * v)).clamp(0.0, 1.0)
}

/// The direction in which the noise rises at a knot.
fn slope(i: i32, j: i32) -> (f32, f32) {
    let mut h = (i as u32).wrapping_mul(0x9e37_79b1) ^ (j as u32).wrapping_mul(0x85eb_ca77);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297a_2d39);
    h ^= h >> 15;
    const D: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const DIRECTIONS: [(f32, f32); 8] =
        [(1.0, 0.0), (D, D), (0.0, 1.0), (-D, D), (-1.0, 0.0), (-D, -D), (0.0, -1.0), (D, -D)];
    DIRECTIONS[(h & 7) as usize]
}
