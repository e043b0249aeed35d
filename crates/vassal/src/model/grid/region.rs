//! Irregular grids: named points, each standing for the area nearest to it.

use std::collections::BTreeMap;

use crate::model::geometry::Point;

/// One named place of an irregular grid (`Region`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its name, which is also its location name.
    pub name: String,
    /// Where pieces snap to, board pixels.
    pub origin: Point,
}

/// An irregular grid (`RegionGrid`). Two regions never share an origin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RegionGrid {
    regions: Vec<Region>,
    /// Indices of `regions` as the engine goes through them, which decides between two as near.
    order: Vec<usize>,
    /// Whether pieces snap at all.
    pub snap_to: bool,
}

impl RegionGrid {
    /// The grid of `regions`; of those at one point the last counts, as in the
    /// engine.
    pub fn new(regions: Vec<Region>, snap_to: bool) -> Self {
        let mut last = BTreeMap::new();
        for (i, region) in regions.iter().enumerate() {
            last.insert(region.origin, i);
        }
        let order = hash_order(regions.iter().map(|region| region.origin));
        let mut kept: Vec<usize> = last.values().copied().collect();
        kept.sort_unstable();
        let place = |origin: &Point| kept.binary_search(&last[origin]).ok();
        Self {
            order: order.iter().filter_map(place).collect(),
            regions: kept.iter().map(|&i| regions[i].clone()).collect(),
            snap_to,
        }
    }

    /// All regions, in the order of the build file.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The name of the nearest region, however far.
    pub fn location_name(&self, p: Point) -> Option<String> {
        self.nearest(p).map(|r| r.name.clone())
    }

    /// Where a piece dropped at `p` comes to rest, board pixels.
    pub fn snap(&self, p: Point, force: bool) -> Point {
        if !self.snap_to && !force {
            return p;
        }
        self.nearest(p).map_or(p, |r| r.origin)
    }

    fn nearest(&self, p: Point) -> Option<&Region> {
        self.order.iter().map(|&i| &self.regions[i]).min_by_key(|r| r.origin.distance_squared(p))
    }
}

/// The order in which the engine's table of origins, Java's `HashMap`, yields them: by bucket, in a bucket by age.
/// Exact as long as no bucket of a table of 64 or more grows beyond eight.
fn hash_order(origins: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut table: Vec<Vec<Point>> = vec![Vec::new(); 16];
    let mut count = 0;
    for origin in origins {
        let mask = table.len() - 1;
        let bucket = &mut table[hash(origin) as usize & mask];
        if bucket.contains(&origin) {
            continue;
        }
        bucket.push(origin);
        count += 1;
        let crowded = bucket.len() > 8 && table.len() < 64;
        if crowded {
            table = doubled(&table);
        }
        if count > table.len() / 4 * 3 {
            table = doubled(&table);
        }
    }
    table.concat()
}

fn doubled(table: &[Vec<Point>]) -> Vec<Vec<Point>> {
    let mut larger = vec![Vec::new(); table.len() * 2];
    let mask = larger.len() - 1;
    for &origin in table.iter().flatten() {
        larger[hash(origin) as usize & mask].push(origin);
    }
    larger
}

/// Java's hash of a point, spread as its `HashMap` does.
fn hash(p: Point) -> u32 {
    let bits = f64::from(p.x).to_bits() ^ f64::from(p.y).to_bits().wrapping_mul(31);
    let folded = (bits ^ (bits >> 32)) as u32;
    folded ^ (folded >> 16)
}
