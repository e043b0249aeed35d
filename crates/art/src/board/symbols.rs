//! Small signs on the land, so that each hex shows its terrain without colour too, and the dots of islets.

use resvg::tiny_skia::PathBuilder;

use super::desk::{Desk, Way, key};
use super::land::Land;
use super::seats::ISLET;
use super::{Ground, HexArt, Point, Terrain};

/// Where signs stand in a hex, in hex widths from its centre: clear of its number and of most towns.
const SEATS: [Point; 7] =
    [(-0.33, 0.16), (0.33, 0.14), (-0.37, -0.13), (0.36, -0.17), (-0.16, -0.34), (0.17, -0.36), (0.0, -0.46)];

impl Desk<'_> {
    /// The signs of all hexes that are not clear.
    pub fn terrain_signs(&mut self, land: &Land) {
        for terrain in [
            Terrain::Desert,
            Terrain::Forest,
            Terrain::Jungle,
            Terrain::JungleMountain,
            Terrain::Marsh,
            Terrain::Mountain,
        ] {
            let sheet = self.sheet;
            let of_kind = |hex: &&HexArt| hex.terrain == terrain && hex.ground != Ground::Sea;
            for hex in sheet.hexes.iter().filter(of_kind) {
                let mut path = PathBuilder::new();
                for (number, (dx, dy)) in SEATS.iter().enumerate() {
                    let point = (hex.centre.0 + dx, hex.centre.1 + dy);
                    if land.has(point) {
                        self.sign(&mut path, terrain, number, self.at(point));
                    }
                }
                self.put(path.finish(), Way::Line(self.px(1.7), Vec::new()), sign_colour(terrain));
            }
        }
    }

    /// One sign about a pixel; the number of its seat tells which of two a mixed terrain shows.
    pub fn sign(&self, path: &mut PathBuilder, terrain: Terrain, seat: usize, (x, y): (f32, f32)) {
        let px = |length: f32| self.px(length);
        let mut line = |points: &[(f32, f32)]| {
            for (number, (dx, dy)) in points.iter().enumerate() {
                let at = (x + px(*dx), y + px(*dy));
                if number == 0 { path.move_to(at.0, at.1) } else { path.line_to(at.0, at.1) }
            }
        };
        match terrain {
            Terrain::Clear => {}
            Terrain::Mountain => {
                line(&[(-9.0, 5.0), (-1.0, -7.0), (7.0, 5.0)]);
                line(&[(-1.0, -7.0), (1.0, -1.0), (-1.0, 3.0)]);
            }
            Terrain::JungleMountain if seat.is_multiple_of(2) => {
                line(&[(-9.0, 5.0), (-1.0, -7.0), (7.0, 5.0)]);
                line(&[(-1.0, -7.0), (1.0, -1.0), (-1.0, 3.0)]);
            }
            Terrain::Jungle | Terrain::JungleMountain => {
                line(&[(0.0, 7.0), (0.0, -3.0), (-6.0, -6.0)]);
                line(&[(0.0, -3.0), (6.0, -6.0)]);
                line(&[(-6.0, -1.0), (0.0, -3.0), (6.0, -1.0)]);
            }
            Terrain::Forest => {
                line(&[(0.0, 7.0), (0.0, 3.0)]);
                line(&[(-5.0, 3.0), (0.0, -7.0), (5.0, 3.0), (-5.0, 3.0)]);
            }
            Terrain::Marsh => {
                line(&[(-7.0, 4.0), (7.0, 4.0)]);
                line(&[(-3.0, 4.0), (-4.0, -3.0)]);
                line(&[(0.0, 4.0), (0.0, -5.0)]);
                line(&[(3.0, 4.0), (4.0, -3.0)]);
            }
            Terrain::Desert => {
                for (dx, dy) in [(-6.0, 2.0), (0.0, -3.0), (6.0, 2.0)] {
                    line(&[(dx, dy), (dx + 0.6, dy)]);
                }
            }
        }
    }

    /// A dot on the land of every islet without a town, ringed so that it shows on land and sea.
    pub fn islets(&mut self, land: &Land) {
        for at in self.bare_islets(land) {
            let at = (at.0 * self.scale, at.1 * self.scale);
            self.islet(at);
        }
    }

    /// Where the dots of islets without a town stand, in pixels at scale 1.
    pub fn bare_islets(&self, land: &Land) -> Vec<(f32, f32)> {
        let sheet = self.sheet;
        let bare =
            |hex: &&HexArt| hex.islet && !sheet.towns.iter().any(|town| key(town.hex) == key(hex.centre));
        let middle = |hex: &HexArt| sheet.pixel(land.middle(hex.centre).unwrap_or(hex.centre));
        sheet.hexes.iter().filter(bare).map(middle).collect()
    }

    /// The dot of an islet.
    pub fn islet(&mut self, at: (f32, f32)) {
        self.disc(at, ISLET, Way::Fill, [250, 246, 230, 235]);
        self.disc(at, 5.6, Way::Fill, [24, 24, 26, 255]);
    }
}

/// The colour of a sign, a darker shade of its terrain's tint.
pub fn sign_colour(terrain: Terrain) -> [u8; 4] {
    match terrain {
        Terrain::Desert => [150, 110, 40, 170],
        Terrain::Mountain => [104, 72, 40, 165],
        Terrain::Marsh => [40, 96, 90, 190],
        _ => [34, 84, 40, 165],
    }
}
