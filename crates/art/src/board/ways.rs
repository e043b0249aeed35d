//! Lines over the map as they run on the ground: railways over land, rivers and lakes that wind, routes side by side.

use std::collections::BTreeMap;

use super::desk::{Desk, key};
use super::land::Land;
use super::relief::noise;
use super::seats::Spot;
use super::{Point, RouteArt, SideArt, SideKind};

/// A bend: from, the point that it is drawn to, to; in pixels at scale 1.
pub type Curve = [Spot; 3];

/// Railways and ferries of a sheet.
#[derive(Default)]
pub struct Tracks {
    pub rails: Vec<Curve>,
    pub ferries: Vec<Curve>,
    /// Short bars across the ends of lines.
    pub ends: Vec<[Spot; 2]>,
}

/// A hex that a railway runs through.
struct Stop {
    centre: Point,
    crossings: Vec<Spot>,
    at: Spot,
    is_town: bool,
}

impl Desk<'_> {
    /// Railways from town to town, else over land; those that leave the map run to its edge.
    pub fn tracks(&self, land: &Land) -> Tracks {
        let stops = self.stops(land);
        let mut tracks = Tracks::default();
        for side in &self.sheet.sides {
            let list = match side.kind {
                SideKind::Rail => &mut tracks.rails,
                SideKind::Ferry => &mut tracks.ferries,
                _ => continue,
            };
            let town = |hex: Point| self.seat_in(hex).unwrap_or(self.sheet.pixel(hex));
            let stop = |hex: Point| stops.get(&key(hex)).map_or_else(|| town(hex), |stop| stop.at);
            list.push([stop(side.a), self.crossing(side, land), stop(side.b)]);
        }
        let centres: BTreeMap<(i32, i32), Point> =
            self.sheet.hexes.iter().map(|hex| (key(hex.centre), hex.centre)).collect();
        for stop in stops.values().filter(|stop| stop.crossings.len() == 1 && !stop.is_town) {
            match self.outwards(stop.centre, &centres) {
                Some(out) => {
                    let to = (stop.at.0 + out.0 * 130.0, stop.at.1 + out.1 * 130.0);
                    tracks.rails.push([stop.at, ((stop.at.0 + to.0) / 2.0, (stop.at.1 + to.1) / 2.0), to]);
                }
                None => tracks.ends.push(across(stop.crossings[0], stop.at)),
            }
        }
        tracks
    }

    /// Where the signs of a hex's town stand.
    fn seat_in(&self, hex: Point) -> Option<Spot> {
        let town = self.sheet.towns.iter().position(|town| key(town.hex) == key(hex))?;
        self.seats.get(town).map(|seat| seat.dot)
    }

    fn stops(&self, land: &Land) -> BTreeMap<(i32, i32), Stop> {
        let mut stops: BTreeMap<(i32, i32), Stop> = BTreeMap::new();
        for side in self.sheet.sides.iter().filter(|side| side.kind == SideKind::Rail) {
            let crossing = self.crossing(side, land);
            for centre in [side.a, side.b] {
                let new = || Stop { centre, crossings: Vec::new(), at: (0.0, 0.0), is_town: false };
                stops.entry(key(centre)).or_insert_with(new).crossings.push(crossing);
            }
        }
        for stop in stops.values_mut() {
            let town = self.seat_in(stop.centre);
            stop.is_town = town.is_some();
            stop.at = town.unwrap_or_else(|| self.on_land(stop, land));
        }
        stops
    }

    /// The middle between the sides that a railway crosses, or the land next to it.
    fn on_land(&self, stop: &Stop, land: &Land) -> Spot {
        let centre = self.sheet.pixel(stop.centre);
        let wish = match stop.crossings.as_slice() {
            [a, b] => ((a.0 + b.0 + centre.0) / 3.0, (a.1 + b.1 + centre.1) / 3.0),
            _ => centre,
        };
        let wish = self.point(wish);
        if land.has(wish) {
            return self.sheet.pixel(wish);
        }
        // Not on whatever islet is nearest to the middle, but on the land that the line comes over.
        let near = stop.crossings.first().map_or(wish, |crossing| self.point(*crossing));
        self.sheet.pixel(land.nearest(stop.centre, near).unwrap_or(wish))
    }

    /// Where a line crosses a hexside: its middle, or the land on it next to that.
    fn crossing(&self, side: &SideArt, land: &Land) -> Spot {
        let [from, to] = side.ends();
        let at = |share: f32| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
        let shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];
        let dry = shares.iter().map(|share| at(*share)).find(|point| land.has(*point));
        self.sheet.pixel(dry.unwrap_or(at(0.5)))
    }

    /// The direction in which a hex at the edge has no neighbour; none inside the map.
    fn outwards(&self, centre: Point, hexes: &BTreeMap<(i32, i32), Point>) -> Option<Spot> {
        let (x, y) = key(centre);
        let near = [(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
        let missing = near.iter().filter(|(dx, dy)| !hexes.contains_key(&(x + dx, y + dy)));
        let sum = missing.fold((0.0, 0.0), |sum, (dx, dy)| (sum.0 + *dx as f32, sum.1 - *dy as f32 * 1.732));
        let length = f32::hypot(sum.0, sum.1);
        (length > 0.1).then(|| (sum.0 / length, sum.1 / length))
    }

    /// The point of the common grid at a pixel of scale 1.
    pub fn point(&self, (x, y): Spot) -> Point {
        (x / self.sheet.hex_px + self.sheet.edges[0], self.sheet.edges[3] - y / self.sheet.hex_px)
    }

    /// Every side of a kind as a line that winds about it, in points of the common grid.
    pub fn wound(&self, kind: SideKind) -> Vec<Vec<Point>> {
        const STEPS: u8 = 8;
        let of_kind = self.sheet.sides.iter().filter(|side| side.kind == kind);
        let wind = |side: &SideArt| {
            let [from, to] = side.ends();
            let at = |step: u8| {
                let share = f32::from(step) / f32::from(STEPS);
                bent((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share))
            };
            (0..=STEPS).map(at).collect()
        };
        of_kind.map(wind).collect()
    }

    /// The routes in pixels at scale 1, those that share a way beside each other.
    pub fn lanes(&self) -> Vec<Vec<Spot>> {
        const APART: f32 = 8.0;
        let routes: Vec<&RouteArt> =
            self.sheet.routes.iter().filter(|route| route.points.len() > 1).collect();
        let mut users: BTreeMap<[(i32, i32); 2], Vec<usize>> = BTreeMap::new();
        for (number, route) in routes.iter().enumerate() {
            for pair in route.points.windows(2) {
                let list = users.entry(leg(pair[0], pair[1])).or_default();
                if !list.contains(&number) {
                    list.push(number);
                }
            }
        }
        let shift = |number: usize, pair: &[Point]| {
            let legs = leg(pair[0], pair[1]);
            let list = &users[&legs];
            let place = list.iter().position(|user| *user == number).unwrap_or(0) as f32;
            let off = APART * (place - (list.len() as f32 - 1.0) / 2.0);
            let (dx, dy) = ((legs[1].0 - legs[0].0) as f32 / 2.0, (legs[1].1 - legs[0].1) as f32 * 0.866);
            let length = dx.hypot(dy).max(0.01);
            // Across the leg, downwards being positive.
            (off * dy / length, off * dx / length)
        };
        let lane = |(number, route): (usize, &&RouteArt)| {
            let shifts: Vec<Spot> = route.points.windows(2).map(|pair| shift(number, pair)).collect();
            let at = |(i, point): (usize, &Point)| {
                let (before, after) = (shifts[i.saturating_sub(1)], shifts[i.min(shifts.len() - 1)]);
                let (x, y) = self.sheet.pixel(*point);
                (x + (before.0 + after.0) / 2.0, y + (before.1 + after.1) / 2.0)
            };
            route.points.iter().enumerate().map(at).collect()
        };
        routes.iter().enumerate().map(lane).collect()
    }

    /// Moves the ends of routes at an area to the freighter that stands with its name.
    pub fn moor(&self, lanes: &mut [Vec<Spot>], ships: &[(Point, Spot)]) {
        for (area, ship) in ships {
            let at = self.sheet.pixel(*area);
            let here = |end: &Spot| (end.0 - at.0).hypot(end.1 - at.1) < 1.0;
            for lane in lanes.iter_mut() {
                lane.first_mut().filter(|end| here(end)).into_iter().for_each(|end| *end = *ship);
                lane.last_mut().filter(|end| here(end)).into_iter().for_each(|end| *end = *ship);
            }
        }
    }

    /// Where freighters stand on the routes, none close to another.
    pub fn freighters(&self, lanes: &[Vec<Spot>]) -> Vec<Spot> {
        let mut all: Vec<Spot> = Vec::new();
        for at in lanes.iter().flat_map(|lane| lane.iter().skip(3).step_by(7)) {
            if all.iter().all(|other| (other.0 - at.0).hypot(other.1 - at.1) > 150.0) {
                all.push(*at);
            }
        }
        all
    }
}

/// The two hexes of a leg, always in the same order.
fn leg(a: Point, b: Point) -> [(i32, i32); 2] {
    let mut both = [key(a), key(b)];
    both.sort_unstable();
    both
}

/// A point moved as all points about it are, so that lines that meet still do.
fn bent((x, y): Point) -> Point {
    const FINE: f32 = 5.3;
    const FAR: f32 = 0.24;
    let pull = |shift: f32| FAR * (noise(x * FINE + shift, y * FINE - shift) - 0.5);
    (x + pull(0.0), y + pull(71.3))
}

/// A bar across the end of a line.
fn across(from: Spot, to: Spot) -> [Spot; 2] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let half = 7.0 / dx.hypot(dy).max(0.01);
    [(to.0 - dy * half, to.1 + dx * half), (to.0 + dy * half, to.1 - dx * half)]
}
