//! The signs of towns on a sheet.

use super::desk::{Desk, Way};
use super::seats::{FORT, Seat, Spot};
use super::{CityArt, PortArt, TownArt};

use resvg::tiny_skia::{Path, PathBuilder};

impl Desk<'_> {
    /// The signs of a town: dot, square or star; anchor; oil; fort.
    pub fn symbols(&mut self, town: &TownArt, seat: &Seat) {
        const DARK: [u8; 4] = [40, 32, 30, 255];
        let scaled = |at: Spot| (at.0 * self.scale, at.1 * self.scale);
        let (at, anchor, barrel) = (scaled(seat.dot), seat.anchor.map(scaled), seat.barrel.map(scaled));
        if let Some(islet) = seat.islet.map(scaled) {
            self.islet(islet);
        }
        let line = Way::Line(self.px(2.0), Vec::new());
        if town.fort {
            let star = star(at, self.px(FORT), self.px(15.0), 8);
            self.put(star.clone(), Way::Fill, [150, 52, 40, 255]);
            self.put(star, Way::Line(self.px(1.5), Vec::new()), DARK);
        }
        let fill = match (town.city, town.port) {
            (CityArt::Home | CityArt::Capital, _) => [206, 58, 44, 255],
            (_, PortArt::City | PortArt::Minor | PortArt::Major) => [250, 204, 60, 255],
            (CityArt::City, _) => [252, 250, 244, 255],
            (CityArt::None, _) => [24, 24, 26, 255],
        };
        if town.city == CityArt::Capital {
            let star = star(at, self.px(15.5), self.px(6.6), 5);
            self.put(star.clone(), Way::Fill, fill);
            self.put(star, line.clone(), DARK);
        } else if town.has_dot() {
            self.disc(at, 9.0, Way::Fill, fill);
            self.disc(at, 9.0, line, DARK);
        }
        if let Some((anchor, radius)) = anchor.zip(town.anchor()) {
            self.anchor(anchor, radius - 1.0, town.port == PortArt::Major);
        }
        if let Some(barrel) = barrel {
            self.barrel(barrel);
        }
    }

    fn anchor(&mut self, at: (f32, f32), radius: f32, major: bool) {
        let blue = [24, 66, 118, 255];
        if major {
            self.disc(at, radius, Way::Fill, blue);
        } else {
            self.disc(at, radius, Way::Fill, [246, 244, 234, 235]);
            self.disc(at, radius, Way::Line(self.px(1.8), Vec::new()), blue);
        }
        let r = self.px(radius * 0.62);
        let (x, y) = at;
        let mut path = PathBuilder::new();
        path.move_to(x, y - r);
        path.line_to(x, y + r);
        path.move_to(x - r * 0.55, y - r * 0.45);
        path.line_to(x + r * 0.55, y - r * 0.45);
        path.move_to(x - r * 0.9, y + r * 0.2);
        path.quad_to(x - r * 0.8, y + r, x, y + r);
        path.quad_to(x + r * 0.8, y + r, x + r * 0.9, y + r * 0.2);
        let colour = if major { [250, 246, 232, 255] } else { blue };
        self.put(path.finish(), Way::Line(self.px(2.0), Vec::new()), colour);
    }

    fn barrel(&mut self, (x, y): (f32, f32)) {
        let (w, h) = (self.px(7.0), self.px(10.0));
        let mut path = PathBuilder::new();
        path.move_to(x, y - h);
        path.line_to(x + w * 0.9, y + h);
        path.line_to(x - w * 0.9, y + h);
        path.close();
        path.move_to(x - w * 0.45, y);
        path.line_to(x + w * 0.45, y);
        let derrick = path.finish();
        self.put(derrick.clone(), Way::Fill, [250, 240, 214, 255]);
        self.put(derrick, Way::Line(self.px(2.2), Vec::new()), [30, 26, 24, 255]);
    }
}

/// A star with `points` rays.
fn star(at: (f32, f32), far: f32, near: f32, points: u8) -> Option<Path> {
    let mut path = PathBuilder::new();
    for i in 0..points * 2 {
        let radius = if i % 2 == 0 { far } else { near };
        let angle = std::f32::consts::PI * (f32::from(i) / f32::from(points) - 0.5);
        let (x, y) = (at.0 + radius * angle.cos(), at.1 + radius * angle.sin());
        if i == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    path.close();
    path.finish()
}
