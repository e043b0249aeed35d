//! The margins of a sheet: the legend of its signs at the left, a frame at the right.

use resvg::tiny_skia::{Path, PathBuilder, Rect};
use serde::{Deserialize, Deserializer};

use super::desk::{Desk, Way};
use super::relief;
use super::signs::{GROUNDS, PORTS, SIDES, TERRAINS, TOWNS, find};
use super::symbols::sign_colour;
use super::text::{Hold, Setting};
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

/// How far hexes are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// How many hexes it shows.
    pub hexes: u8,
    /// What they come to, such as `500 miles`.
    pub text: String,
}

/// Hexes that a scale may show at most.
const LONGEST_SCALE: u8 = 20;

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

const INK: [u8; 4] = [44, 36, 30, 255];
const PAPER: [u8; 4] = [242, 234, 212, 255];

/// Pixels from one line of the legend to the next, at scale 1.
const LINE: f32 = 94.0;

/// Draws the margin of a sheet that has one.
pub fn draw(desk: &mut Desk) {
    let wide = desk.px(desk.sheet.margin * desk.sheet.hex_px);
    if wide <= 0.0 {
        return;
    }
    let (_, height) = desk.sheet.size(desk.scale);
    let rect = Rect::from_xywh(0.0, 0.0, wide, height as f32);
    paper(desk, rect);
    let left = desk.px(50.0);
    let middle = wide / 2.0;
    let how = Setting { size: desk.px(84.0), bold: true, slant: 0.0, spread: 0.06 };
    let title = desk.sheet.title.to_uppercase();
    let path = desk.letters.line(&title, (middle, desk.px(190.0)), how, Hold::Middle);
    desk.put(path, Way::Fill, INK);
    let legend = desk.sheet.legend.clone();
    for (number, line) in legend.lines.iter().enumerate() {
        small(desk, line, (middle, desk.px(300.0 + 54.0 * number as f32)), Hold::Middle);
    }
    let mut y = desk.px(458.0 + 54.0 * legend.lines.len() as f32);
    for own in &legend.part {
        y = part(desk, own, left, y) + desk.px(110.0);
    }
    if let Some(own) = &legend.scale {
        scale(desk, own, left, y);
    }
}

/// Draws the frame at the right edge of a sheet that has one.
pub fn frame(desk: &mut Desk) {
    let wide = desk.px(desk.sheet.frame * desk.sheet.hex_px);
    if wide <= 0.0 {
        return;
    }
    let (width, height) = desk.sheet.size(desk.scale);
    paper(desk, Rect::from_xywh(width as f32 - wide, 0.0, wide, height as f32));
}

/// Paper with a double line around it.
fn paper(desk: &mut Desk, rect: Option<Rect>) {
    desk.put(rect.map(PathBuilder::from_rect), Way::Fill, PAPER);
    let edge = desk.px(20.0);
    let frame = rect.and_then(|rect| rect.inset(edge, edge)).map(PathBuilder::from_rect);
    desk.put(frame.clone(), Way::Line(desk.px(6.0), Vec::new()), [70, 58, 46, 255]);
    desk.put(frame, Way::Line(desk.px(1.6), Vec::new()), [222, 200, 150, 255]);
}

fn heading(desk: &mut Desk, text: &str, at: (f32, f32)) -> f32 {
    let how = Setting { size: desk.px(54.0), bold: true, slant: 0.0, spread: 0.06 };
    let path = desk.letters.line(text, at, how, Hold::Left);
    desk.put(path, Way::Fill, INK);
    at.1 + desk.px(98.0)
}

fn small(desk: &mut Desk, line: &str, at: (f32, f32), hold: Hold) {
    let how = Setting { size: desk.px(38.0), bold: false, slant: 0.0, spread: 0.0 };
    let path = desk.letters.line(line, at, how, hold);
    desk.put(path, Way::Fill, INK);
}

/// The words beside a sign.
fn beside(desk: &mut Desk, line: &str, (x, y): (f32, f32)) {
    small(desk, line, (x + desk.px(150.0), y + desk.px(13.0)), Hold::Left);
}

/// The signs of one part, one below the other; gives the line below them.
fn part(desk: &mut Desk, part: &LegendPart, x: f32, y: f32) -> f32 {
    let mut y = heading(desk, &part.title, (x, y));
    for entry in &part.entry {
        entry_at(desk, entry, (x, y));
        beside(desk, &entry.text, (x, y));
        y += desk.px(LINE);
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
        desk.symbols(&town, middle);
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
        SideKind::River => &[(7.0, &[], [72, 120, 158, 255]), (4.2, &[], [126, 178, 208, 255])],
        SideKind::Lake => &[(13.0, &[], [58, 98, 124, 255]), (9.6, &[], [160, 199, 217, 255])],
        SideKind::Water => &[(6.5, &[], [42, 96, 140, 210]), (3.2, &[], [190, 222, 234, 255])],
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
        desk.put(bar(desk, x, y), Way::Line(desk.px(*width), dashes), *colour);
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

/// A scale: bars as long as a hex is wide, and what they come to.
fn scale(desk: &mut Desk, scale: &Scale, x: f32, y: f32) {
    let hex = desk.px(desk.sheet.hex_px);
    for part in 0..scale.hexes.min(LONGEST_SCALE) {
        let rect = Rect::from_xywh(x + hex * f32::from(part), y, hex, desk.px(18.0));
        let path = rect.map(PathBuilder::from_rect);
        let fill = if part % 2 == 0 { INK } else { PAPER };
        desk.put(path.clone(), Way::Fill, fill);
        desk.put(path, Way::Line(desk.px(2.0), Vec::new()), INK);
    }
    let end = x + hex * f32::from(scale.hexes.min(LONGEST_SCALE));
    small(desk, "0", (x, y - desk.px(16.0)), Hold::Left);
    small(desk, &scale.text, (end, y - desk.px(16.0)), Hold::Middle);
}

fn bar(desk: &Desk, x: f32, y: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(x + desk.px(4.0), y);
    path.line_to(x + desk.px(106.0), y);
    path.finish()
}
