//! The tint of the land: terrain colours that run into each other, with soft shaded relief.

use super::{Ground, SheetArt, Terrain};
use resvg::tiny_skia::Pixmap;
use std::collections::BTreeMap;

/// Pixels of the tint for each hex width.
pub const FINE: f32 = 24.0;

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
    let mut colours = vec![[0.0f32; 3]; width * height];
    let mut heights = vec![0.0f32; width * height];
    for v in 0..height {
        for u in 0..width {
            let x = left + (u as f32 + 0.5) / FINE;
            let y = top - (v as f32 + 0.5) / FINE;
            let (colour, rough) = field.at(x, y);
            colours[v * width + u] = colour;
            heights[v * width + u] = rough * ridges(x, y);
        }
    }
    let mut map = Pixmap::new(width as u32, height as u32)?;
    for (i, pixel) in map.data_mut().chunks_exact_mut(4).enumerate() {
        let (u, v) = (i % width, i / width);
        let at = |u: usize, v: usize| heights[v.min(height - 1) * width + u.min(width - 1)];
        let slope = at(u + 1, v + 1) - at(u.saturating_sub(1), v.saturating_sub(1));
        let light = (slope * 95.0).clamp(-34.0, 30.0) + heights[i] * 6.0;
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

    /// Colour and roughness at a point: a mean of the hexes around it, with frayed edges.
    fn at(&self, x: f32, y: f32) -> ([f32; 3], f32) {
        let (x, y) =
            (x + 0.35 * (noise(x * 1.7, y * 1.7) - 0.5), y + 0.35 * (noise(x * 1.7 + 40.0, y * 1.7) - 0.5));
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
        if sum <= 0.0 {
            let (tint, height) = look(Terrain::Clear);
            return (tint, height);
        }
        (colour.map(|c| c / sum), rough / sum)
    }
}

/// Ridged noise from 0 to about 1.
fn ridges(x: f32, y: f32) -> f32 {
    let mut sum = 0.0;
    let (mut size, mut part) = (1.6, 0.5);
    for i in 0..4 {
        let shift = i as f32 * 17.0;
        let n = noise(x * size + shift, y * size - shift);
        sum += part * (1.0 - (2.0 * n - 1.0).abs());
        size *= 2.1;
        part *= 0.5;
    }
    sum
}

/// Smooth noise from 0 to 1 with one knot for each unit.
fn noise(x: f32, y: f32) -> f32 {
    let (i, j) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - i), ease(y - j));
    let (i, j) = (i as i32, j as i32);
    let low = knot(i, j) * (1.0 - u) + knot(i + 1, j) * u;
    let high = knot(i, j + 1) * (1.0 - u) + knot(i + 1, j + 1) * u;
    low * (1.0 - v) + high * v
}

fn knot(i: i32, j: i32) -> f32 {
    let mut h = (i as u32).wrapping_mul(0x9e37_79b1) ^ (j as u32).wrapping_mul(0x85eb_ca77);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297a_2d39);
    h ^= h >> 15;
    (h & 0xffff) as f32 / 65535.0
}
