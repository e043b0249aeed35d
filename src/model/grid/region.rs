//! Irregular grids: named points, each standing for the area nearest to it.

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
    /// Whether pieces snap at all.
    pub snap_to: bool,
}

impl RegionGrid {
    /// The grid of `regions`; of those at one point the last counts, as in the
    /// engine.
    pub fn new(regions: Vec<Region>, snap_to: bool) -> Self {
        let mut at = std::collections::BTreeMap::new();
        for (i, region) in regions.iter().enumerate() {
            at.insert(region.origin, i);
        }
        let mut index = 0;
        let mut kept = regions;
        kept.retain(|region| {
            let keep = at.get(&region.origin) == Some(&index);
            index += 1;
            keep
        });
        Self { regions: kept, snap_to }
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
        self.regions.iter().min_by_key(|r| r.origin.distance_squared(p))
    }
}
