//! The margin of a sheet: the legend of its signs.

use resvg::tiny_skia::{Path, PathBuilder, Rect};
use serde::{Deserialize, Deserializer};

use super::desk::{Desk, Way};
use super::frame::{INK, LONGEST_SCALE, Scale, bars, paper};
use super::relief;
use super::seats::Seat;
use super::signs::{GROUNDS, PORTS, SIDES, TERRAINS, TOWNS, find};
use super::symbols::sign_colour;
use super::text::{Hand, Hold, Setting};
use super::{CityArt, Ground, PortArt, SideKind, Terrain, TownArt};

/// What the margin of a sheet explains: `[legend]` of `places.toml`. Without it the margin bears the title alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Legend {
    /// Lines below the title.
    pub lines: Vec<String>,
    /// The signs under their headings.
    pub part: Vec<LegendPart>,
    /// The scale at the foot.
    pub scale: Option<Scale>,
}

#[derive(Default, Deserialize)]
struct LegendFile {
    #[serde(default)]
    legend: Legend,
}

impl Legend {
    /// Reads the text of `places.toml`; an empty one explains nothing.
    ///
    /// # Errors
    /// An unknown key or sign, with its line.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str::<LegendFile>(text).map(|file| file.legend)
    }
}

/// Signs under one heading.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegendPart {
    /// The heading.
    pub title: String,
    /// The signs, from above.
    pub entry: Vec<LegendEntry>,
}

/// A line of the legend.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegendEntry {
    /// Signs that are drawn, one over the other.
    #[serde(default)]
    pub signs: Vec<MapSign>,
    /// A text as the map prints it, in place of a sign.
    #[serde(default)]
    pub sample: String,
    /// What it means.
    pub text: String,
}

/// What a legend can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapSign {
    Terrain(Terrain),
    Ground(Ground),
    Town(CityArt),
    Port(PortArt),
    Side(SideKind),
    Resource,
    Fort,
    Islet,
    AreaEdge,
    Route,
    Freighter,
    ZoneEdge,
}

/// Signs that no word of a table has alone.
const SINGLE: &[(&str, MapSign)] = &[
    ("resource", MapSign::Resource),
    ("fort", MapSign::Fort),
    ("islet", MapSign::Islet),
    ("area-edge", MapSign::AreaEdge),
    ("route", MapSign::Route),
    ("freighter", MapSign::Freighter),
    ("zone-edge", MapSign::ZoneEdge),
];

impl MapSign {
    fn of(word: &str) -> Option<Self> {
        let single = || find(SINGLE, word);
        let terrain = || find(TERRAINS, word).map(Self::Terrain);
        let ground = || find(GROUNDS, word).map(Self::Ground);
        let town = || find(TOWNS, word).map(Self::Town);
        let port = || find(PORTS, word).map(Self::Port);
        let side = || find(SIDES, word).map(Self::Side);
        single().or_else(terrain).or_else(ground).or_else(town).or_else(port).or_else(side)
    }

    /// The words of all signs.
    fn words() -> Vec<&'static str> {
        fn names<T>(known: &'static [(&'static str, T)]) -> impl Iterator<Item = &'static str> {
            known.iter().map(|(name, _)| *name)
        }
        let land = names(TERRAINS).chain(names(GROUNDS)).chain(names(TOWNS));
        land.chain(names(PORTS)).chain(names(SIDES)).chain(names(SINGLE)).collect()
    }
}

impl<'de> Deserialize<'de> for MapSign {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::of(&word).ok_or_else(|| {
            let known = Self::words().join(", ");
            serde::de::Error::custom(format!("unknown sign \"{word}\", expected one of {known}"))
        })
    }
}

/// Pixels from one line of the legend to the next, at scale 1.
const LINE: f32 = 94.0;

/// Draws the margin of a sheet that has one, as large as it has room.
pub fn draw(desk: &mut Desk) {
    let wide = desk.px(desk.sheet.margin * desk.sheet.hex_px);
    if wide <= 0.0 {
        return;
    }
    let (_, height) = desk.sheet.size(desk.scale);
    paper(desk, Rect::from_xywh(0.0, 0.0, wide, height as f32));
    let legend = desk.sheet.legend.clone();
    let scale = desk.scale;
    let (across, down) = room(desk, &legend);
    let zoom = ((wide / scale - 2.0 * EDGE) / across).min((height as f32 / scale - 2.0 * EDGE) / down);
    desk.scale *= zoom.clamp(0.5, 1.6);
    let stretch = (height as f32 / desk.scale - 2.0 * EDGE) / down;
    contents(desk, &legend, wide / 2.0, (scale, stretch.clamp(1.0, 1.3)));
    desk.scale = scale;
}

/// Pixels that the margin's border takes on each side.
const EDGE: f32 = 50.0;
/// From one line below the title to the next, between the parts, from a heading to its first line.
const TEXT: f32 = 54.0;
const APART: f32 = 110.0;
const HEADING: f32 = 98.0;

/// How wide and high the legend is at its own size, in pixels at scale 1.
fn room(desk: &Desk, legend: &Legend) -> (f32, f32) {
    let how = Setting { size: 38.0, hand: Hand::Plain, spread: 0.0 };
    let entries = legend.part.iter().flat_map(|part| &part.entry);
    let texts = entries.map(|entry| 150.0 + desk.letters.width(&entry.text, how));
    let lines = legend.lines.iter().map(|line| desk.letters.width(line, how));
    let across = texts.chain(lines).fold(600.0, f32::max);
    let parts = legend.part.iter().map(|part| HEADING + LINE * part.entry.len() as f32 + APART);
    (across, 458.0 + TEXT * legend.lines.len() as f32 + parts.sum::<f32>())
}

/// The legend about a middle; `scale` is that of the map, `stretch` the space between lines.
fn contents(desk: &mut Desk, legend: &Legend, middle: f32, (scale, stretch): (f32, f32)) {
    let left = EDGE * scale + desk.px(10.0);
    let how = Setting { size: desk.px(84.0), hand: Hand::Bold, spread: 0.06 };
    let title = desk.sheet.title.to_uppercase();
    let path = desk.letters.line(&title, (middle, desk.px(150.0)), how, Hold::Middle);
    desk.put(path, Way::Fill, INK);
    for (number, line) in legend.lines.iter().enumerate() {
        small(desk, line, (middle, desk.px(250.0 + TEXT * number as f32)), Hold::Middle);
    }
    let mut y = desk.px(390.0 + TEXT * legend.lines.len() as f32);
    for own in &legend.part {
        y = part(desk, own, (left, y), stretch) + desk.px(APART * stretch);
    }
    if let Some(own) = &legend.scale {
        let hex = desk.sheet.hex_px * scale;
        for bar in bars(own, hex, (left, y - desk.px(20.0)), scale) {
            desk.put(Some(bar.0), bar.1, bar.2);
        }
        let end = left + hex * f32::from(own.hexes.min(LONGEST_SCALE));
        small(desk, "0", (left, y - desk.px(36.0)), Hold::Left);
        small(desk, &own.text, (end, y - desk.px(36.0)), Hold::Middle);
    }
}

fn heading(desk: &mut Desk, text: &str, at: (f32, f32)) -> f32 {
    let how = Setting { size: desk.px(54.0), hand: Hand::Bold, spread: 0.06 };
    let path = desk.letters.line(text, at, how, Hold::Left);
    desk.put(path, Way::Fill, INK);
    at.1 + desk.px(HEADING)
}

fn small(desk: &mut Desk, line: &str, at: (f32, f32), hold: Hold) {
    let how = Setting { size: desk.px(38.0), hand: Hand::Plain, spread: 0.0 };
    let path = desk.letters.line(line, at, how, hold);
    desk.put(path, Way::Fill, INK);
}

/// The words beside a sign.
fn beside(desk: &mut Desk, line: &str, (x, y): (f32, f32)) {
    small(desk, line, (x + desk.px(150.0), y + desk.px(13.0)), Hold::Left);
}

/// The signs of one part, one below the other; gives the line below them.
fn part(desk: &mut Desk, part: &LegendPart, (x, y): (f32, f32), stretch: f32) -> f32 {
    let mut y = heading(desk, &part.title, (x, y));
    for entry in &part.entry {
        entry_at(desk, entry, (x, y));
        beside(desk, &entry.text, (x, y));
        y += desk.px(LINE * stretch);
    }
    y
}

/// The signs of an entry, one over the other, or its sample of what is printed.
fn entry_at(desk: &mut Desk, entry: &LegendEntry, (x, y): (f32, f32)) {
    if !entry.sample.is_empty() {
        small(desk, &entry.sample, (x + desk.px(10.0), y + desk.px(11.0)), Hold::Left);
    }
    let middle = (x + desk.px(55.0), y);
    let mut town = TownArt {
        at: (0.0, 0.0),
        hex: (0.0, 0.0),
        name: String::new(),
        city: CityArt::None,
        port: PortArt::None,
        resource: false,
        fort: false,
    };
    let mut is_town = false;
    for sign in &entry.signs {
        is_town |= matches!(sign, MapSign::Town(_) | MapSign::Port(_) | MapSign::Resource | MapSign::Fort);
        match sign {
            MapSign::Terrain(kind) => terrain(desk, *kind, (x, y)),
            MapSign::Ground(ground) => {
                swatch(desk, ground_colour(*ground), (x, y));
                swatch_edge(desk, (x, y));
            }
            MapSign::Side(kind) => side(desk, *kind, (x, y)),
            MapSign::Town(rank) => town.city = *rank,
            MapSign::Port(size) => town.port = *size,
            MapSign::Resource => town.resource = true,
            MapSign::Fort => town.fort = true,
            MapSign::Islet => desk.islet(middle),
            MapSign::AreaEdge => desk.dots(bar(desk, x, y)),
            MapSign::Route => desk.route_line(bar(desk, x, y)),
            MapSign::Freighter => desk.freighter(middle, 1.6, [120, 62, 30, 205]),
            MapSign::ZoneEdge => desk.zone_sample((x, y), (x + desk.px(110.0), y)),
        }
    }
    if is_town {
        let seat = Seat::in_a_row(&town, (middle.0 / desk.scale, middle.1 / desk.scale));
        desk.symbols(&town, &seat);
    }
}

fn terrain(desk: &mut Desk, terrain: Terrain, (x, y): (f32, f32)) {
    let [r, g, b] = relief::look(terrain).0.map(|c| c as u8);
    swatch(desk, [r, g, b, 255], (x, y));
    let mut signs = PathBuilder::new();
    for seat in 0..4_u8 {
        let at = (x + desk.px(17.0 + 25.0 * f32::from(seat)), y);
        desk.sign(&mut signs, terrain, usize::from(seat), at);
    }
    desk.put(signs.finish(), Way::Line(desk.px(1.7), Vec::new()), sign_colour(terrain));
    swatch_edge(desk, (x, y));
}

fn ground_colour(ground: Ground) -> [u8; 4] {
    match ground {
        Ground::Land => [238, 227, 190, 255],
        Ground::Coast => [190, 216, 226, 255],
        Ground::Sea => [156, 195, 214, 255],
    }
}

fn swatch(desk: &mut Desk, colour: [u8; 4], at: (f32, f32)) {
    desk.put(swatch_box(desk, at), Way::Fill, colour);
}

fn swatch_edge(desk: &mut Desk, at: (f32, f32)) {
    desk.put(swatch_box(desk, at), Way::Line(desk.px(1.6), Vec::new()), [70, 58, 46, 255]);
}

fn swatch_box(desk: &Desk, (x, y): (f32, f32)) -> Option<Path> {
    Rect::from_xywh(x, y - desk.px(24.0), desk.px(110.0), desk.px(48.0)).map(PathBuilder::from_rect)
}

/// A line of a legend: its strokes, bottom first, each with width, dashes and colour.
type Strokes = &'static [(f32, &'static [f32], [u8; 4])];

fn strokes(kind: SideKind) -> Strokes {
    match kind {
        SideKind::River => &[(4.6, &[], [44, 104, 150, 255])],
        SideKind::Lake => &[(25.0, &[], [58, 98, 124, 255]), (21.6, &[], [160, 199, 217, 255])],
        SideKind::Water => &[(8.4, &[], [24, 62, 104, 255]), (4.8, &[], [248, 250, 250, 255])],
        SideKind::Barrier => &[(9.0, &[], [70, 44, 28, 255]), (5.0, &[3.0, 9.0], [250, 232, 200, 255])],
        SideKind::Border => &[(7.0, &[], [176, 64, 48, 46]), (2.8, &[11.0, 7.5], [158, 42, 34, 230])],
        SideKind::Strait => &[(6.0, &[], [112, 38, 96, 230])],
        SideKind::Canal => &[(9.0, &[], [24, 66, 118, 255]), (4.0, &[], [220, 238, 246, 255])],
        SideKind::Rail => &[(5.4, &[], [52, 46, 44, 235]), (2.6, &[7.0, 8.0], [244, 238, 220, 255])],
        SideKind::Ferry => &[(4.2, &[5.0, 8.0], [52, 46, 44, 235])],
    }
}

fn side(desk: &mut Desk, kind: SideKind, (x, y): (f32, f32)) {
    for (width, dashes, colour) in strokes(kind) {
        let dashes = dashes.iter().map(|dash| desk.px(*dash)).collect();
        let path = if kind == SideKind::River { wave(desk, x, y) } else { bar(desk, x, y) };
        desk.put(path, Way::Line(desk.px(*width), dashes), *colour);
    }
    let middle = (x + desk.px(55.0), y);
    match kind {
        SideKind::Strait => {
            desk.disc(middle, 8.5, Way::Fill, [112, 38, 96, 255]);
            desk.disc(middle, 4.0, Way::Fill, [246, 230, 240, 255]);
        }
        SideKind::Ferry => desk.freighter(middle, 0.9, [52, 46, 44, 255]),
        _ => {}
    }
}

/// A line that winds.
fn wave(desk: &Desk, x: f32, y: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(x + desk.px(4.0), y + desk.px(2.0));
    for (number, bend) in [7.0, -9.0, 5.0, -6.0].into_iter().enumerate() {
        let at = x + desk.px(4.0 + 25.5 * number as f32);
        path.quad_to(at + desk.px(13.0), y + desk.px(bend), at + desk.px(25.5), y);
    }
    path.finish()
}

fn bar(desk: &Desk, x: f32, y: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(x + desk.px(4.0), y);
    path.line_to(x + desk.px(106.0), y);
    path.finish()
}
