//! Everything that is drawn on a sheet, as paths in pixels made once and drawn stripe by stripe.

use super::desk::{Desk, Stroked, Way, key};
use super::legend;
use super::relief;
use super::symbols::{Land, inside};
use super::text::{Hold, Letters, Setting};
use super::{Ground, HexArt, NameKind, Point, SheetArt, SideKind};
use std::collections::BTreeMap;

use resvg::tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

/// All paths of a sheet, bottom first.
pub struct Ink {
    all: Vec<Stroked>,
    relief: Option<Pixmap>,
    zoom: f32,
}

impl Ink {
    /// Makes all paths of a sheet.
    pub fn new(sheet: &SheetArt, scale: f32) -> Self {
        let mut desk = Desk { sheet, scale, letters: Letters::new(), all: Vec::new() };
        let land = Land::of(sheet);
        desk.ground();
        desk.terrain_signs(&land);
        desk.sides_under();
        desk.grid();
        desk.names();
        desk.area_edges();
        desk.routes();
        desk.sides_over();
        desk.zone_edges();
        desk.numbers();
        desk.islets(&land);
        // Names of towns at the edge reach into the frame.
        legend::frame(&mut desk);
        for town in &sheet.towns {
            desk.town(town);
        }
        legend::draw(&mut desk);
        Self { all: desk.all, relief: relief::paint(sheet), zoom: sheet.hex_px * scale / relief::FINE }
    }

    /// Draws what touches a stripe that begins `top` pixels below the upper edge.
    pub fn draw(&self, map: &mut Pixmap, top: f32) {
        let bottom = top + map.height() as f32;
        let move_up = Transform::from_translate(0.0, -top);
        for one in &self.all {
            let bounds = one.path.bounds();
            if bounds.top() - 24.0 > bottom || bounds.bottom() + 24.0 < top {
                continue;
            }
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            let [r, g, b, a] = one.colour;
            paint.set_color_rgba8(r, g, b, a);
            match &one.way {
                Way::Fill => map.fill_path(&one.path, &paint, FillRule::EvenOdd, move_up, None),
                Way::Relief => {
                    if let Some(tint) = &self.relief {
                        paint.shader = self.tint(tint);
                    }
                    map.fill_path(&one.path, &paint, FillRule::EvenOdd, move_up, None);
                }
                Way::Line(width, dash) => {
                    let stroke = Stroke {
                        width: *width,
                        line_cap: LineCap::Round,
                        line_join: LineJoin::Round,
                        dash: StrokeDash::new(dash.clone(), 0.0),
                        ..Stroke::default()
                    };
                    map.stroke_path(&one.path, &paint, &stroke, move_up, None);
                }
            }
        }
    }

    fn tint<'a>(&self, tint: &'a Pixmap) -> Shader<'a> {
        let zoom = Transform::from_scale(self.zoom, self.zoom);
        Pattern::new(tint.as_ref(), SpreadMode::Pad, FilterQuality::Bilinear, 1.0, zoom)
    }
}

impl Desk<'_> {
    /// Sea, shallows and land.
    fn ground(&mut self) {
        let sheet = self.sheet;
        let mut shallow = PathBuilder::new();
        for hex in sheet.hexes.iter().filter(|h| h.ground == Ground::Coast) {
            self.hexagon(&mut shallow, hex.centre);
        }
        self.put(shallow.finish(), Way::Fill, [214, 232, 236, 150]);
        let land = self.rings(&sheet.lands);
        for ring in &sheet.lands {
            let shore = self.rings(std::slice::from_ref(ring));
            for (width, alpha) in [(40.0, 26), (26.0, 34), (13.0, 48)] {
                let way = Way::Line(self.px(width), Vec::new());
                self.put(shore.clone(), way, [232, 243, 243, alpha]);
            }
        }
        self.put(land, Way::Relief, [238, 227, 190, 255]);
        let thin = Way::Line(self.px(1.7), Vec::new());
        for piece in sheet.lands.iter().flat_map(|ring| pieces(ring)) {
            let path = self.line(&piece);
            self.put(path, thin.clone(), [58, 84, 104, 255]);
        }
        let lakes = self.rings(&sheet.lakes);
        self.put(lakes.clone(), Way::Fill, [160, 199, 217, 255]);
        self.put(lakes, thin, [58, 98, 124, 220]);
    }

    fn along(&self, kind: SideKind) -> Option<Path> {
        let mut path = PathBuilder::new();
        for side in self.sheet.sides.iter().filter(|s| s.kind == kind) {
            let [from, to] = self.ends(side.a, side.b);
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
        }
        path.finish()
    }

    /// Rivers, below the grid.
    fn sides_under(&mut self) {
        let river = self.along(SideKind::River);
        let (wide, thin) = (self.px(7.0), self.px(4.2));
        self.put(river.clone(), Way::Line(wide, Vec::new()), [72, 120, 158, 255]);
        self.put(river, Way::Line(thin, Vec::new()), [126, 178, 208, 255]);
    }

    fn grid(&mut self) {
        for row in rows(self.sheet) {
            let mut path = PathBuilder::new();
            for hex in row {
                self.hexagon(&mut path, hex.centre);
            }
            let line = Way::Line(self.px(1.1), Vec::new());
            self.put(path.finish(), line, [50, 66, 78, 92]);
        }
    }

    /// Borders, sides of water, railways and straits, above the grid.
    fn sides_over(&mut self) {
        let sea = self.along(SideKind::Water);
        let (wide, thin) = (self.px(6.5), self.px(3.2));
        self.put(sea.clone(), Way::Line(wide, Vec::new()), [42, 96, 140, 210]);
        self.put(sea, Way::Line(thin, Vec::new()), [190, 222, 234, 255]);
        let border = self.along(SideKind::Border);
        self.put(border.clone(), Way::Line(self.px(7.0), Vec::new()), [176, 64, 48, 46]);
        let dashes = vec![self.px(11.0), self.px(7.5)];
        self.put(border, Way::Line(self.px(2.8), dashes), [158, 42, 34, 230]);
        let lake = self.along(SideKind::Lake);
        self.put(lake.clone(), Way::Line(self.px(13.0), Vec::new()), [58, 98, 124, 255]);
        self.put(lake, Way::Line(self.px(9.6), Vec::new()), [160, 199, 217, 255]);
        let blocked = self.along(SideKind::Barrier);
        self.put(blocked.clone(), Way::Line(self.px(9.0), Vec::new()), [70, 44, 28, 255]);
        let ticks = vec![self.px(3.0), self.px(9.0)];
        self.put(blocked, Way::Line(self.px(5.0), ticks), [250, 232, 200, 255]);
        let canal = self.along(SideKind::Canal);
        self.put(canal.clone(), Way::Line(self.px(9.0), Vec::new()), [24, 66, 118, 255]);
        self.put(canal, Way::Line(self.px(4.0), Vec::new()), [220, 238, 246, 255]);
        self.railways();
        let mines: Vec<(f32, f32)> = (self.sheet.sides.iter())
            .filter(|s| s.kind == SideKind::Strait)
            .map(|s| self.at(((s.a.0 + s.b.0) / 2.0, (s.a.1 + s.b.1) / 2.0)))
            .collect();
        let strait = self.along(SideKind::Strait);
        self.put(strait, Way::Line(self.px(6.0), Vec::new()), [112, 38, 96, 230]);
        for at in mines {
            self.disc(at, 8.5, Way::Fill, [112, 38, 96, 255]);
            self.disc(at, 4.0, Way::Fill, [246, 230, 240, 255]);
        }
    }

    /// Railways from town to town, black with light sleepers; ferries as dashes with a boat.
    fn railways(&mut self) {
        let stops = self.stops();
        let (mut rails, mut ferries, mut boats) = (PathBuilder::new(), PathBuilder::new(), Vec::new());
        for side in &self.sheet.sides {
            let path = match side.kind {
                SideKind::Rail => &mut rails,
                SideKind::Ferry => &mut ferries,
                _ => continue,
            };
            let stop = |hex: Point| self.at(stops.get(&key(hex)).copied().unwrap_or(hex));
            let (from, to) = (stop(side.a), stop(side.b));
            let middle = self.at(((side.a.0 + side.b.0) / 2.0, (side.a.1 + side.b.1) / 2.0));
            path.move_to(from.0, from.1);
            // Over the hexside that the rules mean, however far off the towns lie.
            path.quad_to(middle.0, middle.1, to.0, to.1);
            if side.kind == SideKind::Ferry {
                boats.push(((from.0 + to.0 + 2.0 * middle.0) / 4.0, (from.1 + to.1 + 2.0 * middle.1) / 4.0));
            }
        }
        let path = rails.finish();
        let (wide, thin) = (self.px(5.4), self.px(2.6));
        let dashes = vec![self.px(7.0), self.px(8.0)];
        self.put(path.clone(), Way::Line(wide, Vec::new()), [52, 46, 44, 235]);
        self.put(path, Way::Line(thin, dashes), [244, 238, 220, 255]);
        let dashes = vec![self.px(5.0), self.px(8.0)];
        self.put(ferries.finish(), Way::Line(self.px(4.2), dashes), [52, 46, 44, 235]);
        for at in boats {
            self.freighter(at, 0.9, [52, 46, 44, 255]);
        }
    }

    /// Where railways pass in each hex: its town, else the middle between the sides they cross.
    fn stops(&self) -> BTreeMap<(i32, i32), Point> {
        let mut crossed: BTreeMap<(i32, i32), (Point, Vec<Point>)> = BTreeMap::new();
        for side in self.sheet.sides.iter().filter(|side| side.kind == SideKind::Rail) {
            let middle = ((side.a.0 + side.b.0) / 2.0, (side.a.1 + side.b.1) / 2.0);
            for hex in [side.a, side.b] {
                crossed.entry(key(hex)).or_insert((hex, Vec::new())).1.push(middle);
            }
        }
        let stop = |(centre, middles): &(Point, Vec<Point>)| {
            let town = self.sheet.towns.iter().find(|town| inside(town.at, *centre));
            if let Some(town) = town {
                return town.at;
            }
            match middles.as_slice() {
                [a, b] => ((a.0 + b.0 + centre.0) / 3.0, (a.1 + b.1 + centre.1) / 3.0),
                _ => *centre,
            }
        };
        crossed.iter().map(|(at, crossing)| (*at, stop(crossing))).collect()
    }

    /// Hex numbers at the top of each hex.
    fn numbers(&mut self) {
        for row in rows(self.sheet) {
            self.row_of_numbers(&row);
        }
    }

    fn row_of_numbers(&mut self, row: &[&HexArt]) {
        let how = Setting { size: self.px(18.5), bold: false, slant: 0.0, spread: 0.0 };
        let (mut sea, mut land) = (PathBuilder::new(), PathBuilder::new());
        for hex in row {
            let (x, y) = self.at(hex.centre);
            let at = (x, y - self.px(38.0));
            let path = if hex.ground == Ground::Sea { &mut sea } else { &mut land };
            self.letters.add(path, hex.name.get(1..).unwrap_or_default(), at, how, Hold::Middle);
        }
        self.put(sea.finish(), Way::Fill, [40, 78, 108, 190]);
        let land = land.finish();
        let halo = Way::Line(self.px(2.6), Vec::new());
        self.put(land.clone(), halo, [248, 244, 226, 130]);
        self.put(land, Way::Fill, [52, 46, 40, 225]);
    }

    /// Names of seas and lands.
    fn names(&mut self) {
        for name in &self.sheet.names {
            let (size, bold, slant, spread, colour) = match name.kind {
                NameKind::Ocean => (120.0, false, 0.2, 0.75, [46, 96, 134, 120]),
                NameKind::Sea => (40.0, false, 0.2, 0.22, [40, 92, 132, 190]),
                NameKind::Land => (46.0, true, 0.0, 0.30, [104, 74, 48, 125]),
                NameKind::Isle => (24.0, true, 0.0, 0.12, [104, 74, 48, 190]),
                NameKind::Group => (29.0, false, 0.2, 0.16, [40, 92, 132, 215]),
            };
            let how = Setting { size: self.px(size), bold, slant, spread };
            let at = self.at(name.at);
            let path = self.letters.line(&name.text, at, how, Hold::Middle);
            self.put(path, Way::Fill, colour);
        }
    }
}

/// A closed ring as short lines, so that a stripe can skip those that it does not meet.
fn pieces(ring: &[Point]) -> Vec<Vec<Point>> {
    let mut closed = ring.to_vec();
    closed.extend(ring.first());
    let starts = (0..closed.len()).step_by(48);
    starts.map(|i| closed[i..closed.len().min(i + 49)].to_vec()).filter(|piece| piece.len() > 1).collect()
}

/// The hexes of a sheet by row, so that a stripe can skip the rows it does not meet.
fn rows(sheet: &SheetArt) -> Vec<Vec<&HexArt>> {
    let mut rows: BTreeMap<i32, Vec<&HexArt>> = BTreeMap::new();
    for hex in &sheet.hexes {
        let row = (hex.centre.1 * 8.0).round() as i32;
        rows.entry(row).or_default().push(hex);
    }
    rows.into_values().collect()
}
