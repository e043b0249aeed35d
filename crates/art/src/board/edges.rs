//! Lines between hexes that no table lists: the edges of zones and areas, and routes.

use std::collections::BTreeMap;

use resvg::tiny_skia::{Path, PathBuilder};

use super::desk::{Desk, Way, key};
use super::seats::Spot;
use super::{Ground, HexArt};

pub const ZONE: [u8; 4] = [92, 40, 112, 235];
const AREA: [u8; 4] = [24, 74, 120, 215];
pub const ROUTE: [u8; 4] = [120, 62, 30, 205];

/// Hexes by their place in the common grid, in half columns and rows.
pub struct Neighbours<'a>(BTreeMap<(i32, i32), &'a HexArt>);

impl<'a> Neighbours<'a> {
    pub fn new(hexes: &'a [HexArt]) -> Self {
        Self(hexes.iter().map(|hex| (key(hex.centre), hex)).collect())
    }

    /// All pairs of neighbours, each once.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a HexArt, &'a HexArt)> {
        self.0.iter().flat_map(move |(&(x, y), &hex)| {
            let near = [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1)];
            near.into_iter().filter_map(move |at| Some((hex, *self.0.get(&at)?)))
        })
    }

    /// Whether the edge of an area runs between two hexes.
    pub fn is_edge(&self, a: &HexArt, b: &HexArt) -> bool {
        let water = a.ground != Ground::Land && b.ground != Ground::Land;
        water && a.area != b.area && !a.area.is_empty() && !b.area.is_empty()
    }
}

impl Desk<'_> {
    /// The dotted edges of areas of water.
    pub fn area_edges(&mut self) {
        let near = Neighbours::new(&self.sheet.hexes);
        let mut path = PathBuilder::new();
        for (a, b) in near.pairs() {
            if near.is_edge(a, b) {
                let [from, to] = self.ends(a.centre, b.centre);
                path.move_to(from.0, from.1);
                path.line_to(to.0, to.1);
            }
        }
        self.dots(path.finish());
    }

    /// A path as round dots.
    pub fn dots(&mut self, path: Option<Path>) {
        let gap = vec![0.1, self.px(11.5)];
        self.put(path.clone(), Way::Line(self.px(7.6), gap.clone()), [236, 244, 246, 180]);
        self.put(path, Way::Line(self.px(5.2), gap), AREA);
    }

    /// The edge between zones: a line with teeth towards one of them.
    pub fn zone_edges(&mut self) {
        let near = Neighbours::new(&self.sheet.hexes);
        let (mut line, mut teeth) = (PathBuilder::new(), PathBuilder::new());
        for (a, b) in near.pairs() {
            if a.zone == b.zone || a.zone.is_empty() || b.zone.is_empty() {
                continue;
            }
            let bitten = if a.zone == self.sheet.teeth { a } else { b };
            let [from, to] = self.ends(a.centre, b.centre);
            line.move_to(from.0, from.1);
            line.line_to(to.0, to.1);
            self.tooth(&mut teeth, [from, to], self.at(bitten.centre));
        }
        let line = line.finish();
        self.put(line.clone(), Way::Line(self.px(7.0), Vec::new()), [250, 244, 250, 170]);
        self.put(line, Way::Line(self.px(3.4), Vec::new()), ZONE);
        self.put(teeth.finish(), Way::Fill, ZONE);
    }

    /// A triangle on the middle of a line that points to a place.
    pub fn tooth(&self, path: &mut PathBuilder, [from, to]: [(f32, f32); 2], towards: (f32, f32)) {
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let part =
            |a: (f32, f32), b: (f32, f32), share: f32| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share);
        let (left, right, tip) =
            (part(middle, from, 0.42), part(middle, to, 0.42), part(middle, towards, 0.3));
        path.move_to(left.0, left.1);
        path.line_to(right.0, right.1);
        path.line_to(tip.0, tip.1);
        path.close();
    }

    /// Routes: dashes with a freighter now and then.
    pub fn routes(&mut self, lanes: &[Vec<Spot>], freighters: &[Spot]) {
        for lane in lanes {
            let path = self.through(lane);
            self.route_line(path);
        }
        for (x, y) in freighters {
            self.freighter((x * self.scale, y * self.scale), 1.0, ROUTE);
        }
    }

    /// A path as the line of a route.
    pub fn route_line(&mut self, path: Option<Path>) {
        let dashes = vec![self.px(16.0), self.px(13.0)];
        self.put(path.clone(), Way::Line(self.px(5.4), dashes.clone()), [244, 238, 224, 150]);
        self.put(path, Way::Line(self.px(2.8), dashes), ROUTE);
    }

    /// A piece of the edge between zones, with its teeth upwards.
    pub fn zone_sample(&mut self, from: (f32, f32), to: (f32, f32)) {
        let (mut line, mut teeth) = (PathBuilder::new(), PathBuilder::new());
        line.move_to(from.0, from.1);
        line.line_to(to.0, to.1);
        let middle = ((from.0 + to.0) / 2.0, from.1);
        for half in [[from, middle], [middle, to]] {
            self.tooth(&mut teeth, half, ((half[0].0 + half[1].0) / 2.0, from.1 - self.px(60.0)));
        }
        self.put(line.finish(), Way::Line(self.px(3.4), Vec::new()), ZONE);
        self.put(teeth.finish(), Way::Fill, ZONE);
    }

    /// The side view of a small freighter.
    pub fn freighter(&mut self, (x, y): (f32, f32), size: f32, colour: [u8; 4]) {
        const HULL: [(f32, f32); 14] = [
            (-16.0, 0.0),
            (-9.0, 0.0),
            (-9.0, -5.0),
            (-4.0, -5.0),
            (-4.0, -10.0),
            (1.0, -10.0),
            (1.0, -5.0),
            (5.0, -5.0),
            (5.0, 0.0),
            (10.0, 0.0),
            (11.0, -2.0),
            (17.0, -2.0),
            (13.0, 7.0),
            (-14.0, 7.0),
        ];
        let mut path = PathBuilder::new();
        for (number, (dx, dy)) in HULL.iter().enumerate() {
            let at = (x + self.px(dx * size), y + self.px(dy * size));
            if number == 0 { path.move_to(at.0, at.1) } else { path.line_to(at.0, at.1) }
        }
        path.close();
        let path = path.finish();
        self.put(path.clone(), Way::Line(self.px(3.6), Vec::new()), [246, 242, 230, 220]);
        self.put(path, Way::Fill, colour);
    }
}
