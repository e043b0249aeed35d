//! Channels through drawn land along hexsides of water, so that the picture says what the table says.

use std::collections::BTreeMap;

use resvg::tiny_skia::{FillRule, IntRect, Mask, Path, PathBuilder, Pixmap, PremultipliedColorU8, Transform};

use super::desk::Desk;
use super::land::Land;
use super::relief::noise;
use super::{Point, SideKind};

/// Half the width of a channel in pixels at scale 1: at its narrowest, and how much more at its widest.
const NARROW: f32 = 12.0;
const WIDER: f32 = 9.0;

/// Width of the line of its shores in pixels at scale 1, and their colour.
const LINE: f32 = 1.7;
const SHORE: [u8; 3] = [58, 84, 104];

/// Rounds of water along a side, which make its shores uneven.
const ROUNDS: u8 = 12;
/// How many of them a channel takes from its end to its full width.
const TAPER: u8 = 5;

/// A channel in pixels of the sheet.
pub struct Channel {
    water: Path,
    /// The water and the line of its shores.
    shores: Path,
}

/// A channel with what lay there before the land was drawn.
pub struct Unopened<'a> {
    channel: &'a Channel,
    place: IntRect,
    before: Pixmap,
}

impl Desk<'_> {
    /// The channels of a sheet.
    pub fn channels(&self, land: &Land) -> Vec<Channel> {
        let corner = |(x, y): Point| ((x * 100.0).round() as i32, (y * 100.0).round() as i32);
        let mut corners: BTreeMap<(i32, i32), usize> = BTreeMap::new();
        for side in self.sheet.sides.iter().filter(|side| side.kind == SideKind::Water) {
            side.ends().iter().for_each(|end| *corners.entry(corner(*end)).or_default() += 1);
        }
        let channel = |side: &[Point; 2]| {
            let is_last = side.map(|end| corners.get(&corner(end)).is_none_or(|sides| *sides < 2));
            let water = self.rounds(*side, is_last, 0.0)?;
            Some(Channel { water, shores: self.rounds(*side, is_last, LINE)? })
        };
        land.cut.iter().filter_map(channel).collect()
    }

    /// Rounds from end to end of a hexside, so many pixels wider, small ones towards an end beyond which no water goes on.
    fn rounds(&self, [from, to]: [Point; 2], is_last: [bool; 2], wider: f32) -> Option<Path> {
        let mut path = PathBuilder::new();
        for step in 0..=ROUNDS {
            let part = |a: f32, b: f32| a + (b - a) * f32::from(step) / f32::from(ROUNDS);
            let point = (part(from.0, to.0), part(from.1, to.1));
            let far = [step, ROUNDS - step].into_iter().zip(is_last).filter(|(_, last)| *last);
            let far = far.map(|(far, _)| far).min().unwrap_or(TAPER).min(TAPER);
            let share = 0.5 + 0.5 * f32::from(far) / f32::from(TAPER);
            let radius = share * (NARROW + WIDER * noise(point.0 * 3.1 + 5.0, point.1 * 3.1)) + wider;
            let at = self.at(point);
            path.push_circle(at.0, at.1, self.px(radius));
        }
        path.finish()
    }
}

impl Channel {
    /// What lies where the channel meets a stripe, taken before its land is drawn; none where it does not meet it.
    pub fn before(&self, stripe: &Pixmap, top: f32) -> Option<Unopened<'_>> {
        let bounds = self.shores.bounds();
        let pixel = |length: f32, most: u32| length.clamp(0.0, most as f32) as i32;
        let (width, height) = (stripe.width(), stripe.height());
        let left = pixel(bounds.left().floor(), width);
        let right = pixel(bounds.right().ceil(), width);
        let upper = pixel((bounds.top() - top).floor(), height);
        let lower = pixel((bounds.bottom() - top).ceil(), height);
        let place = IntRect::from_ltrb(left, upper, right, lower)?;
        Some(Unopened { channel: self, place, before: stripe.clone_rect(place)? })
    }
}

impl Unopened<'_> {
    /// Opens the channel: what was there before the land is there again, with shores where it has land beside it.
    pub fn open(&self, stripe: &mut Pixmap, top: f32) {
        let (left, upper) = (self.place.x() as f32, self.place.y() as f32);
        let cover = |path: &Path| {
            let mut mask = Mask::new(self.place.width(), self.place.height())?;
            let moved = Transform::from_translate(-left, -top - upper);
            mask.fill_path(path, FillRule::Winding, true, moved);
            Some(mask)
        };
        let (Some(water), Some(shores)) = (cover(&self.channel.water), cover(&self.channel.shores)) else {
            return;
        };
        let (width, across) = (stripe.width() as usize, self.place.width() as usize);
        let [x, y] = [self.place.x(), self.place.y()].map(|at| usize::try_from(at).unwrap_or(0));
        let rows = self.before.pixels().chunks(across).zip(water.data().chunks(across));
        let all = stripe.pixels_mut();
        for (row, ((before, water), shores)) in rows.zip(shores.data().chunks(across)).enumerate() {
            let start = (y + row) * width + x;
            let Some(now) = all.get_mut(start..start + across) else { continue };
            for (((now, before), water), shore) in now.iter_mut().zip(before).zip(water).zip(shores) {
                // What the land did not change is water already and has no shore.
                if now == before || *shore == 0 {
                    continue;
                }
                let lined = mixed([now.red(), now.green(), now.blue()], SHORE, *shore);
                let [red, green, blue] = mixed(lined, [before.red(), before.green(), before.blue()], *water);
                *now = PremultipliedColorU8::from_rgba(red, green, blue, u8::MAX).unwrap_or(*now);
            }
        }
    }
}

/// A colour covered by another so many parts of 255.
fn mixed(below: [u8; 3], above: [u8; 3], cover: u8) -> [u8; 3] {
    let cover = u32::from(cover);
    std::array::from_fn(|channel| {
        let sum = u32::from(below[channel]) * (255 - cover) + u32::from(above[channel]) * cover;
        ((sum + 127) / 255) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::super::{HexArt, Legend, SheetArt, SideArt, SideKind, Terrain, render};
    use crate::board::Ground;

    const WEST: (f32, f32) = (2.0, 2.0);
    const EAST: (f32, f32) = (3.0, 2.0);

    /// A sheet that is land from edge to edge, with a side of this kind in the middle.
    fn sheet(kind: SideKind) -> SheetArt {
        let hex = |name: &str, centre| HexArt {
            name: name.to_owned(),
            centre,
            ground: Ground::Coast,
            terrain: Terrain::Clear,
            islet: false,
            zone: String::new(),
            area: String::new(),
        };
        SheetArt {
            letter: "W".into(),
            title: String::new(),
            teeth: String::new(),
            zone_label: String::new(),
            legend: Legend::default(),
            margin: 0.0,
            frame: 0.0,
            edges: [0.0, 5.0, 0.0, 4.0],
            joined: [true; 4],
            hex_px: 120.0,
            hexes: vec![hex("W0202", WEST), hex("W0203", EAST)],
            sides: vec![SideArt { a: WEST, b: EAST, kind }],
            towns: Vec::new(),
            names: Vec::new(),
            areas: Vec::new(),
            routes: Vec::new(),
            lands: vec![vec![(-1.0, -1.0), (6.0, -1.0), (6.0, 5.0), (-1.0, 5.0)]],
            lakes: Vec::new(),
        }
    }

    /// Whether water is drawn so many pixels east of the side's middle.
    fn is_water(sheet: &SheetArt, aside: i32) -> bool {
        let picture = render(sheet, 1.0);
        let [red, _, blue] = picture.get_pixel((300 + aside) as u32, 240).0;
        blue > red
    }

    #[test]
    fn water_lies_on_both_sides_of_a_side_of_water_that_runs_through_land() {
        let water = sheet(SideKind::Water);
        assert!([-8, 8].iter().all(|aside| is_water(&water, *aside)));
        assert!(![-30, 30].iter().any(|aside| is_water(&water, *aside)));
        let border = sheet(SideKind::Border);
        assert!(![-8, 8].iter().any(|aside| is_water(&border, *aside)));
    }
}
