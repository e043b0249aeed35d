//! The picture of one map sheet: coasts, terrain, hex grid, numbers, towns and railways.
//!
//! Everything is given in the *common grid*: x in hex widths eastwards, y in hex widths northwards.
//! The build layer fills [`SheetArt`] from its tables; [`tables`] does so from the texts of `maps/<game>/`.

mod channels;
mod desk;
mod edges;
mod frame;
mod ink;
mod land;
mod legend;
mod naming;
mod obstacles;
mod placing;
mod relief;
pub mod scan;
mod seats;
mod signs;
mod symbols;
pub mod tables;
pub(crate) mod text;
mod towns;
mod waters;
mod ways;

use ink::Ink;
pub use legend::Legend;
pub use naming::Collisions;
use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap};

/// A point of the common grid: x east, y north, in hex widths.
pub type Point = (f32, f32);

/// Whether a hex holds land, sea or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Land only.
    Land,
    /// Land and sea.
    Coast,
    /// Sea only.
    Sea,
}

/// Terrain as it is tinted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "signs of the drawing")]
pub enum Terrain {
    Clear,
    Desert,
    Forest,
    Jungle,
    JungleMountain,
    Marsh,
    Mountain,
}

/// One printed hex.
#[derive(Clone, Debug)]
pub struct HexArt {
    /// Its name with the letter of its sheet, such as `W4533`; the digits are printed in it.
    pub name: String,
    /// Its centre.
    pub centre: Point,
    /// Land or sea.
    pub ground: Ground,
    /// Terrain of its land.
    pub terrain: Terrain,
    /// Whether it takes the dot of an islet.
    pub islet: bool,
    /// Id of its zone, empty for none.
    pub zone: String,
    /// Id of its area, empty for none.
    pub area: String,
}

/// What runs along or across a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "signs of the drawing")]
pub enum SideKind {
    Barrier,
    Border,
    Canal,
    Ferry,
    Lake,
    Rail,
    River,
    Strait,
    Water,
}

/// One hexside, by the centres of its two hexes.
#[derive(Clone, Copy, Debug)]
pub struct SideArt {
    /// Centre of the first hex.
    pub a: Point,
    /// Centre of the second hex.
    pub b: Point,
    /// What it is.
    pub kind: SideKind,
}

impl SideArt {
    /// Both of its ends.
    fn ends(&self) -> [Point; 2] {
        let (a, b) = (self.a, self.b);
        let (x, y) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        let (dx, dy) = ((b.0 - a.0) * 0.288_675, (b.1 - a.1) * 0.288_675);
        [(x - dy, y + dx), (x + dy, y - dx)]
    }
}

/// Rank of a town.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "signs of the drawing")]
pub enum CityArt {
    None,
    City,
    Home,
    Capital,
}

/// Size of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "signs of the drawing")]
pub enum PortArt {
    None,
    City,
    Minor,
    Major,
}

/// A town, port, oilfield or named islet.
#[derive(Clone, Debug)]
pub struct TownArt {
    /// Its true place.
    pub at: Point,
    /// The centre of its hex.
    pub hex: Point,
    /// Its name; empty where the next sheet writes it.
    pub name: String,
    /// Its rank.
    pub city: CityArt,
    /// Its port.
    pub port: PortArt,
    /// Whether it has the resource symbol.
    pub resource: bool,
    /// Whether it is a permanent fortification.
    pub fort: bool,
}

/// The name of an area.
#[derive(Clone, Debug)]
pub struct AreaArt {
    /// Its id; hexes that belong to it have the same.
    pub id: String,
    /// Its middle.
    pub at: Point,
    /// Its letters.
    pub name: String,
    /// What is printed below its name; empty for nothing.
    pub printed: String,
    /// Whether it has the sign of a freighter.
    pub freighter: bool,
}

/// A route of ships from hex to hex.
#[derive(Clone, Debug)]
pub struct RouteArt {
    /// The centres of its hexes.
    pub points: Vec<Point>,
    /// Its name.
    pub name: String,
}

/// How a name across the map is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "sizes of lettering, large to small")]
pub enum NameKind {
    Ocean,
    Sea,
    Land,
    Isle,
    Group,
}

/// A name across the map.
#[derive(Clone, Debug)]
pub struct NameArt {
    /// Its middle.
    pub at: Point,
    /// Its letters.
    pub text: String,
    /// Its size and slant.
    pub kind: NameKind,
}

/// Everything that one sheet shows.
#[derive(Clone, Debug)]
pub struct SheetArt {
    /// Letter of the sheet.
    pub letter: String,
    /// Title in its corner.
    pub title: String,
    /// The zone towards which the edge between zones has teeth.
    pub teeth: String,
    /// What stands behind the name of a zone at its edge; empty for nothing.
    pub zone_label: String,
    /// What the margin explains.
    pub legend: Legend,
    /// Hex widths at the left edge that hold the legend instead of hexes; 0 for none.
    pub margin: f32,
    /// Hex widths at the right edge that hold a frame instead of hexes; 0 for none.
    pub frame: f32,
    /// Edges of the picture in the common grid: left, right, bottom, top.
    pub edges: [f32; 4],
    /// Which of these edges another sheet goes on beyond.
    pub joined: [bool; 4],
    /// Pixels of one hex width at scale 1.
    pub hex_px: f32,
    /// All hexes of the sheet; a margin from the next sheet makes the tints meet.
    pub hexes: Vec<HexArt>,
    /// All hexsides.
    pub sides: Vec<SideArt>,
    /// All towns.
    pub towns: Vec<TownArt>,
    /// Names of seas and lands.
    pub names: Vec<NameArt>,
    /// Areas.
    pub areas: Vec<AreaArt>,
    /// Routes.
    pub routes: Vec<RouteArt>,
    /// Rings of land, filled by the even-odd rule.
    pub lands: Vec<Vec<Point>>,
    /// Rings of lakes.
    pub lakes: Vec<Vec<Point>>,
}

impl SheetArt {
    /// Size of the picture in pixels at a scale: width, height.
    pub fn size(&self, scale: f32) -> (u32, u32) {
        let [left, right, bottom, top] = self.edges;
        let px = |hexes: f32| (hexes * self.hex_px * scale).round().clamp(1.0, 32_000.0) as u32;
        (px(right - left), px(top - bottom))
    }

    /// Where a point of the common grid lies on the picture, in pixels at scale 1.
    pub fn pixel(&self, at: Point) -> (f32, f32) {
        ((at.0 - self.edges[0]) * self.hex_px, (self.edges[3] - at.1) * self.hex_px)
    }

    /// Where the centre of a hex such as `W4533` lies, in pixels at scale 1; none when it is not of this sheet.
    pub fn hex_centre(&self, name: &str) -> Option<(f32, f32)> {
        let hex = self.hexes.iter().find(|h| h.name == name)?;
        hex.name.starts_with(&self.letter).then(|| self.pixel(hex.centre))
    }
}

/// Height of the stripes that are drawn at the same time.
const STRIPE: u32 = 420;

/// Draws the sheet; `scale` 1 gives `hex_px` pixels for each hex width.
pub fn render(sheet: &SheetArt, scale: f32) -> image::RgbImage {
    let (width, height) = sheet.size(scale);
    let ink = Ink::new(sheet, scale);
    let tops: Vec<u32> = (0..height).step_by(STRIPE as usize).collect();
    let stripes: Vec<Vec<u8>> =
        tops.par_iter().map(|&top| stripe(&ink, width, STRIPE.min(height - top), top)).collect();
    let bytes: Vec<u8> = stripes.concat();
    image::RgbImage::from_raw(width, height, bytes).unwrap_or_default()
}

/// How the names of a sheet stand, those of towns and the others: at their first places, and as they are placed.
pub fn collisions(sheet: &SheetArt) -> [[Collisions; 2]; 2] {
    Ink::collisions(sheet)
}

/// Draws one stripe and gives its bytes.
fn stripe(ink: &Ink, width: u32, height: u32, top: u32) -> Vec<u8> {
    let Some(mut map) = Pixmap::new(width, height) else {
        return Vec::new();
    };
    map.fill(Color::from_rgba8(0x9c, 0xc3, 0xd6, 255));
    ink.draw(&mut map, top as f32);
    map.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect()
}
