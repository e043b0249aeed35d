//! Multi-zoned grids: polygons with a name and perhaps a grid of their own.

use super::Grid;
use crate::model::geometry::{Point, Rect, bounds_of, polygon_contains};
use crate::model::text;

/// One zone (`Zone`).
#[derive(Debug, Clone, PartialEq)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its corners, board pixels.
    pub path: Vec<Point>,
    /// What a location in it reads like, from `$name$` and `$gridLocation$`.
    pub location_format: String,
    /// Whether the background grid of the multi-zoned grid holds here.
    pub use_parent_grid: bool,
    /// Its own grid.
    pub grid: Option<Grid>,
    /// Names of its properties and their initial values.
    pub properties: Vec<(String, String)>,
}

impl Zone {
    /// Whether the zone contains the board point `p`.
    pub fn contains(&self, p: Point) -> bool {
        polygon_contains(&self.path, p)
    }

    /// Whether its places are those of its grid, and not itself.
    pub fn has_cells(&self) -> bool {
        self.location_format.contains("$gridLocation$")
    }

    /// The rectangle around the zone, board pixels.
    pub fn bounds(&self) -> Rect {
        bounds_of(&self.path)
    }

    /// A point inside the zone that stands for it: the mean of its corners, or
    /// the first corner where the mean is outside (`Zone.getLocation`).
    pub fn middle(&self) -> Option<Point> {
        let count = i64::try_from(self.path.len()).ok().filter(|&n| n > 0)?;
        let mean = |of: fn(&Point) -> i32| {
            let sum: i64 = self.path.iter().map(|p| i64::from(of(p))).sum();
            i32::try_from(sum / count).unwrap_or(0)
        };
        let middle = Point::new(mean(|p| p.x), mean(|p| p.y));
        if self.contains(middle) { Some(middle) } else { self.path.first().copied() }
    }
}

/// A multi-zoned grid (`ZonedGrid`): the first zone that contains a point
/// counts, the background grid elsewhere.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ZonedGrid {
    /// Zones in the order of the build file.
    pub zones: Vec<Zone>,
    /// The grid outside all zones, and inside those that ask for it.
    pub background: Option<Box<Grid>>,
}

/// In how many rows and columns points are spread over a zone that others cover in part.
const SPREAD: i32 = 32;

impl ZonedGrid {
    /// A point that stands for a zone and lies in no zone before it: its middle, or where that is taken the nearest of
    /// some points spread over it. None where other zones cover it.
    pub fn point_of(&self, zone: &Zone) -> Option<Point> {
        let middle = zone.middle()?;
        let is_own = |p: &Point| self.zone_at(*p).is_some_and(|found| std::ptr::eq(found, zone));
        if is_own(&middle) {
            return Some(middle);
        }
        let Rect { origin, size } = zone.bounds();
        let part = |length: i32, number: i32| {
            i32::try_from(i64::from(length) * (2 * i64::from(number) + 1) / (2 * i64::from(SPREAD)))
                .unwrap_or(0)
        };
        let spread = (0..SPREAD).flat_map(|row| (0..SPREAD).map(move |column| (column, row)));
        let points = spread.map(|(x, y)| origin.offset(part(size.width, x), part(size.height, y)));
        let away = |p: &Point| {
            let far = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
            far(p.x, middle.x).saturating_add(far(p.y, middle.y))
        };
        points.filter(is_own).min_by_key(away)
    }

    /// The zone that holds at `p`.
    pub fn zone_at(&self, p: Point) -> Option<&Zone> {
        self.zones.iter().find(|z| z.contains(p))
    }

    /// The grid that holds at `p`.
    pub fn grid_at(&self, p: Point) -> Option<&Grid> {
        match self.zone_at(p) {
            Some(zone) => self.grid_of(zone),
            None => self.background.as_deref(),
        }
    }

    /// The grid in force in `zone`, one of this grid's own.
    pub fn grid_of<'a>(&'a self, zone: &'a Zone) -> Option<&'a Grid> {
        if zone.use_parent_grid { self.background.as_deref() } else { zone.grid.as_ref() }
    }

    /// The location name at `p`, none where no grid or zone names it.
    pub fn location_name(&self, p: Point) -> Option<String> {
        let Some(zone) = self.zone_at(p) else {
            return self.background.as_ref()?.location_name(p);
        };
        let name = text::expand(&zone.location_format, |key| match key {
            "name" => Some(zone.name.clone()),
            "gridLocation" => {
                let grid = self.grid_of(zone);
                Some(grid.and_then(|g| g.location_name(p)).unwrap_or_default())
            }
            _ => None,
        });
        Some(name)
    }
}
