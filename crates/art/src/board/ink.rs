//! Everything that is drawn on a sheet, as paths in pixels made once and drawn stripe by stripe.

use super::channels::{Channel, Unopened};
use super::desk::{Desk, Stroked, Way, key};
use super::frame;
use super::land::Land;
use super::legend;
use super::naming::{self, Collisions, Surroundings};
use super::placing::{Choice, Of};
use super::relief;
use super::seats::Seat;
use super::text::{Hand, Hold, Letters, Setting};
use super::ways::{Curve, Tracks};
use super::{Ground, HexArt, Point, SheetArt, SideKind, TownArt};
use std::collections::BTreeMap;

use resvg::tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

/// All paths of a sheet, bottom first.
pub struct Ink {
    waters: Vec<Stroked>,
    lands: Vec<Stroked>,
    /// Opened where land was drawn over them.
    channels: Vec<Channel>,
    all: Vec<Stroked>,
    relief: Option<Pixmap>,
    zoom: f32,
}

impl Ink {
    /// Makes all paths of a sheet.
    pub fn new(sheet: &SheetArt, scale: f32) -> Self {
        let land = Land::of(sheet);
        let mut desk = Desk::new(sheet, scale, &land);
        let (tracks, mut lanes) = (desk.tracks(&land), desk.lanes());
        let freighters = desk.freighters(&lanes);
        let scene = Surroundings { land: &land, tracks: &tracks, lanes: &lanes, freighters: &freighters };
        let names = naming::names(&desk, &scene, &naming::obstacles(&desk, &scene));
        let mut choice = Choice::first(&names);
        choice.improve();
        let areas = choice.places().filter(|(name, _)| name.of == Of::Area).map(|(_, place)| place.freighter);
        let ships = sheet.areas.iter().zip(areas).filter_map(|(area, ship)| Some((area.at, ship?)));
        desk.moor(&mut lanes, &ships.collect::<Vec<_>>());
        let write = |desk: &mut Desk, is: fn(Of) -> bool| {
            choice
                .places()
                .filter(|(name, _)| is(name.of))
                .for_each(|(name, place)| desk.write_name(name, place));
        };
        desk.waters();
        let waters = std::mem::take(&mut desk.all);
        desk.lands();
        let lands = std::mem::take(&mut desk.all);
        let channels = desk.channels(&land);
        desk.shaped_lakes();
        desk.terrain_signs(&land);
        desk.sides_under();
        desk.grid();
        write(&mut desk, |of| of == Of::Wide);
        desk.area_edges();
        desk.routes(&lanes, &freighters);
        desk.sides_over(&tracks);
        desk.zone_edges();
        desk.numbers();
        write(&mut desk, |of| matches!(of, Of::Area | Of::Zone));
        desk.islets(&land);
        for (town, seat) in sheet.towns.iter().zip(desk.seats.clone()) {
            desk.symbols(town, &seat);
        }
        write(&mut desk, |of| of == Of::Town);
        frame::draw(&mut desk);
        legend::draw(&mut desk);
        frame::neat_line(&mut desk);
        let zoom = sheet.hex_px * scale / relief::FINE;
        Self { waters, lands, channels, all: desk.all, relief: relief::paint(sheet), zoom }
    }

    /// How names stand at their first places, and as they are placed.
    pub fn collisions(sheet: &SheetArt) -> [[Collisions; 2]; 2] {
        let land = Land::of(sheet);
        let desk = Desk::new(sheet, 1.0, &land);
        let (tracks, lanes) = (desk.tracks(&land), desk.lanes());
        let freighters = desk.freighters(&lanes);
        let scene = Surroundings { land: &land, tracks: &tracks, lanes: &lanes, freighters: &freighters };
        let names = naming::names(&desk, &scene, &naming::obstacles(&desk, &scene));
        let mut choice = Choice::first(&names);
        let before = naming::collisions(&choice);
        choice.improve();
        [before, naming::collisions(&choice)]
    }

    /// Draws what touches a stripe that begins `top` pixels below the upper edge.
    pub fn draw(&self, map: &mut Pixmap, top: f32) {
        self.draw_paths(&self.waters, map, top);
        let channels: Vec<Unopened<'_>> =
            self.channels.iter().filter_map(|channel| channel.before(map, top)).collect();
        self.draw_paths(&self.lands, map, top);
        channels.iter().for_each(|channel| channel.open(map, top));
        self.draw_paths(&self.all, map, top);
    }

    fn draw_paths(&self, paths: &[Stroked], map: &mut Pixmap, top: f32) {
        let bottom = top + map.height() as f32;
        let move_up = Transform::from_translate(0.0, -top);
        for one in paths {
            let bounds = one.path.bounds();
            if bounds.top() - 24.0 > bottom || bounds.bottom() + 24.0 < top {
                continue;
            }
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            let [r, g, b, a] = one.colour;
            paint.set_color_rgba8(r, g, b, a);
            match &one.way {
                Way::Fill => map.fill_path(&one.path, &paint, FillRule::EvenOdd, move_up, None),
                Way::Union => map.fill_path(&one.path, &paint, FillRule::Winding, move_up, None),
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

impl<'a> Desk<'a> {
    /// A desk with the signs of its towns seated.
    pub fn new(sheet: &'a SheetArt, scale: f32, land: &Land) -> Self {
        let mut desk = Self { sheet, scale, letters: Letters::new(), seats: Vec::new(), all: Vec::new() };
        let is_islet =
            |town: &TownArt| sheet.hexes.iter().any(|hex| hex.islet && key(hex.centre) == key(town.hex));
        desk.seats = sheet.towns.iter().map(|town| Seat::of(town, sheet, land, is_islet(town))).collect();
        desk
    }

    /// Shallows and the water along coasts.
    fn waters(&mut self) {
        let sheet = self.sheet;
        let mut shallow = PathBuilder::new();
        for hex in sheet.hexes.iter().filter(|h| h.ground == Ground::Coast) {
            self.hexagon(&mut shallow, hex.centre);
        }
        self.put(shallow.finish(), Way::Fill, [214, 232, 236, 150]);
        for ring in &sheet.lands {
            let shore = self.rings(std::slice::from_ref(ring));
            for (width, alpha) in [(40.0, 26), (26.0, 34), (13.0, 48)] {
                let way = Way::Line(self.px(width), Vec::new());
                self.put(shore.clone(), way, [232, 243, 243, alpha]);
            }
        }
    }

    /// Land and its coasts.
    fn lands(&mut self) {
        let sheet = self.sheet;
        let land = self.rings(&sheet.lands);
        self.put(land, Way::Relief, [238, 227, 190, 255]);
        let thin = Way::Line(self.px(1.7), Vec::new());
        for piece in sheet.lands.iter().flat_map(|ring| pieces(ring)) {
            let path = self.line(&piece);
            self.put(path, thin.clone(), [58, 84, 104, 255]);
        }
    }

    /// Lakes with a shape of their own.
    fn shaped_lakes(&mut self) {
        let thin = Way::Line(self.px(1.7), Vec::new());
        let lakes = self.rings(&self.sheet.lakes);
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

    /// Rivers and lakes along hexsides, below the grid.
    fn sides_under(&mut self) {
        let winding = |desk: &Self, kind| {
            let mut path = PathBuilder::new();
            for line in desk.wound(kind) {
                for (i, point) in line.into_iter().enumerate() {
                    let (x, y) = desk.at(point);
                    if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
            }
            path.finish()
        };
        let river = winding(self, SideKind::River);
        let casing = Way::Line(self.px(8.0), Vec::new());
        self.put(river.clone(), casing, [240, 240, 224, 150]);
        self.put(river, Way::Line(self.px(4.6), Vec::new()), [44, 104, 150, 255]);
        let casing = self.lakes(1.7);
        self.put(casing, Way::Union, [58, 98, 124, 255]);
        let water = self.lakes(0.0);
        self.put(water, Way::Union, [160, 199, 217, 255]);
    }

    /// Lakes along hexsides: wide and narrow by turns, so many pixels wider.
    fn lakes(&self, wider: f32) -> Option<Path> {
        let mut path = PathBuilder::new();
        for line in self.wound(SideKind::Lake) {
            for pair in line.windows(2) {
                for step in 0..4_u8 {
                    let part = |a: f32, b: f32| a + (b - a) * f32::from(step) / 4.0;
                    let point = (part(pair[0].0, pair[1].0), part(pair[0].1, pair[1].1));
                    let radius = 6.0 + 14.0 * relief::noise(point.0 * 2.3, point.1 * 2.3 + 9.0) + wider;
                    let at = self.at(point);
                    path.push_circle(at.0, at.1, self.px(radius));
                }
            }
        }
        path.finish()
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
    fn sides_over(&mut self, tracks: &Tracks) {
        let sea = self.along(SideKind::Water);
        let (wide, thin) = (self.px(8.4), self.px(4.8));
        self.put(sea.clone(), Way::Line(wide, Vec::new()), [24, 62, 104, 255]);
        self.put(sea, Way::Line(thin, Vec::new()), [248, 250, 250, 255]);
        let border = self.along(SideKind::Border);
        self.put(border.clone(), Way::Line(self.px(7.0), Vec::new()), [176, 64, 48, 46]);
        let dashes = vec![self.px(11.0), self.px(7.5)];
        self.put(border, Way::Line(self.px(2.8), dashes), [158, 42, 34, 230]);
        let blocked = self.along(SideKind::Barrier);
        self.put(blocked.clone(), Way::Line(self.px(9.0), Vec::new()), [70, 44, 28, 255]);
        let ticks = vec![self.px(3.0), self.px(9.0)];
        self.put(blocked, Way::Line(self.px(5.0), ticks), [250, 232, 200, 255]);
        let canal = self.along(SideKind::Canal);
        self.put(canal.clone(), Way::Line(self.px(9.0), Vec::new()), [24, 66, 118, 255]);
        self.put(canal, Way::Line(self.px(4.0), Vec::new()), [220, 238, 246, 255]);
        self.railways(tracks);
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

    /// Railways black with light sleepers, a bar at their ends; ferries as dashes with a boat.
    fn railways(&mut self, tracks: &Tracks) {
        let path = self.bends(&tracks.rails);
        let (wide, thin) = (self.px(5.4), self.px(2.6));
        let dashes = vec![self.px(7.0), self.px(8.0)];
        self.put(path.clone(), Way::Line(wide, Vec::new()), [52, 46, 44, 235]);
        self.put(path, Way::Line(thin, dashes), [244, 238, 220, 255]);
        for end in &tracks.ends {
            let bar = self.through(end);
            self.put(bar, Way::Line(wide, Vec::new()), [52, 46, 44, 255]);
        }
        let ferries = self.bends(&tracks.ferries);
        let dashes = vec![self.px(5.0), self.px(8.0)];
        self.put(ferries, Way::Line(self.px(4.2), dashes), [52, 46, 44, 235]);
        for [from, by, to] in &tracks.ferries {
            let middle = |a: f32, b: f32, c: f32| (a + c + 2.0 * b) / 4.0 * self.scale;
            let boat = (middle(from.0, by.0, to.0), middle(from.1, by.1, to.1));
            self.freighter(boat, 0.9, [52, 46, 44, 255]);
        }
    }

    fn bends(&self, bends: &[Curve]) -> Option<Path> {
        let mut path = PathBuilder::new();
        for bend in bends {
            let [from, by, to] = bend.map(|(x, y)| (x * self.scale, y * self.scale));
            path.move_to(from.0, from.1);
            path.quad_to(by.0, by.1, to.0, to.1);
        }
        path.finish()
    }

    /// Hex numbers at the top of each hex.
    fn numbers(&mut self) {
        for row in rows(self.sheet) {
            self.row_of_numbers(&row);
        }
    }

    fn row_of_numbers(&mut self, row: &[&HexArt]) {
        let how = Setting { size: self.px(20.0), hand: Hand::Plain, spread: 0.0 };
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
