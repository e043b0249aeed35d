//! The margins of a sheet: the legend of its signs at the left, a frame at the right.

use resvg::tiny_skia::{PathBuilder, Rect};

use super::desk::{Desk, Way};
use super::relief;
use super::symbols::sign_colour;
use super::text::{Hold, Setting};
use super::{CityArt, PortArt, Terrain, TownArt};

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
    let lines =
        ["Hexes are named by the letter of their", "sheet and four digits: the row, then", "the column."];
    for (number, line) in lines.into_iter().enumerate() {
        small(desk, line, (middle, desk.px(300.0 + 54.0 * number as f32)), Hold::Middle);
    }
    let mut y = desk.px(620.0);
    for part in [terrain, towns, sides, seas] {
        y = part(desk, left, y) + desk.px(110.0);
    }
    miles(desk, left, y);
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

fn terrain(desk: &mut Desk, x: f32, y: f32) -> f32 {
    let mut y = heading(desk, "Terrain", (x, y));
    let entries = [
        ("Clear", Terrain::Clear),
        ("Desert", Terrain::Desert),
        ("Forest", Terrain::Forest),
        ("Jungle", Terrain::Jungle),
        ("Jungle-mountain", Terrain::JungleMountain),
        ("Marsh", Terrain::Marsh),
        ("Mountain", Terrain::Mountain),
    ];
    for (name, terrain) in entries {
        let [r, g, b] = relief::look(terrain).0.map(|c| c as u8);
        let box_of = Rect::from_xywh(x, y - desk.px(24.0), desk.px(110.0), desk.px(48.0));
        let path = box_of.map(PathBuilder::from_rect);
        desk.put(path.clone(), Way::Fill, [r, g, b, 255]);
        let mut signs = PathBuilder::new();
        for seat in 0..4_u8 {
            let at = (x + desk.px(17.0 + 25.0 * f32::from(seat)), y);
            desk.sign(&mut signs, terrain, usize::from(seat), at);
        }
        desk.put(signs.finish(), Way::Line(desk.px(1.7), Vec::new()), sign_colour(terrain));
        desk.put(path, Way::Line(desk.px(1.6), Vec::new()), [70, 58, 46, 255]);
        beside(desk, name, (x, y));
        y += desk.px(LINE);
    }
    for (name, colour) in [("Coastal hex", [190, 216, 226, 255]), ("Sea hex", [156, 195, 214, 255])] {
        let box_of = Rect::from_xywh(x, y - desk.px(24.0), desk.px(110.0), desk.px(48.0));
        let path = box_of.map(PathBuilder::from_rect);
        desk.put(path.clone(), Way::Fill, colour);
        desk.put(path, Way::Line(desk.px(1.6), Vec::new()), [70, 58, 46, 255]);
        beside(desk, name, (x, y));
        y += desk.px(LINE);
    }
    y
}

fn towns(desk: &mut Desk, x: f32, y: f32) -> f32 {
    use CityArt::{Capital, City, Home, None as Nothing};
    let mut y = heading(desk, "Cities and ports", (x, y));
    let entries = [
        ("Capital", Capital, PortArt::None, false, false),
        ("Home city", Home, PortArt::None, false, false),
        ("City", City, PortArt::None, false, false),
        ("City port: 5 ships", City, PortArt::City, false, false),
        ("Minor port: 15 ships", City, PortArt::Minor, false, false),
        ("Major port: 30 ships", City, PortArt::Major, false, false),
        ("Resource", Nothing, PortArt::None, true, false),
        ("Permanent fortification", City, PortArt::None, false, true),
    ];
    for (name, city, port, resource, fort) in entries {
        let town = TownArt { at: (0.0, 0.0), name: String::new(), city, port, resource, fort };
        desk.symbols(&town, (x + desk.px(55.0), y));
        beside(desk, name, (x, y));
        y += desk.px(LINE);
    }
    let at = (x + desk.px(55.0), y);
    desk.disc(at, 8.0, Way::Fill, [250, 246, 230, 235]);
    desk.disc(at, 5.6, Way::Fill, [24, 24, 26, 255]);
    beside(desk, "Small island", (x, y));
    y + desk.px(LINE)
}

/// A line of a legend: its strokes, bottom first, each with width, dashes and colour.
type Strokes = &'static [(f32, &'static [f32], [u8; 4])];

const SIDES: [(&str, Strokes); 9] = [
    ("River", &[(7.0, &[], [72, 120, 158, 255]), (4.2, &[], [126, 178, 208, 255])]),
    ("Lake hexside", &[(13.0, &[], [58, 98, 124, 255]), (9.6, &[], [160, 199, 217, 255])]),
    ("All-sea hexside", &[(6.5, &[], [42, 96, 140, 210]), (3.2, &[], [190, 222, 234, 255])]),
    ("Impassable hexside", &[(9.0, &[], [70, 44, 28, 255]), (5.0, &[3.0, 9.0], [250, 232, 200, 255])]),
    ("Border", &[(7.0, &[], [176, 64, 48, 46]), (2.8, &[11.0, 7.5], [158, 42, 34, 230])]),
    ("Closed strait", &[(6.0, &[], [112, 38, 96, 230])]),
    ("Canal", &[(9.0, &[], [24, 66, 118, 255]), (4.0, &[], [220, 238, 246, 255])]),
    ("Railway", &[(5.4, &[], [52, 46, 44, 235]), (2.6, &[7.0, 8.0], [244, 238, 220, 255])]),
    ("Ferry", &[(4.2, &[5.0, 8.0], [52, 46, 44, 235])]),
];

fn sides(desk: &mut Desk, x: f32, y: f32) -> f32 {
    let mut y = heading(desk, "Hexsides and lines", (x, y));
    for (name, strokes) in SIDES {
        for (width, dashes, colour) in strokes {
            let dashes = dashes.iter().map(|dash| desk.px(*dash)).collect();
            let way = Way::Line(desk.px(*width), dashes);
            desk.put(bar(desk, x, y), way, *colour);
        }
        let middle = (x + desk.px(55.0), y);
        match name {
            "Closed strait" => {
                desk.disc(middle, 8.5, Way::Fill, [112, 38, 96, 255]);
                desk.disc(middle, 4.0, Way::Fill, [246, 230, 240, 255]);
            }
            "Ferry" => desk.freighter(middle, 0.9, [52, 46, 44, 255]),
            _ => {}
        }
        beside(desk, name, (x, y));
        y += desk.px(LINE);
    }
    y
}

fn seas(desk: &mut Desk, x: f32, y: f32) -> f32 {
    let mut y = heading(desk, "Seas and weather", (x, y));
    let path = bar(desk, x, y);
    desk.dots(path);
    beside(desk, "Edge of a sea area", (x, y));
    y += desk.px(LINE);
    desk.route_line(bar(desk, x, y));
    beside(desk, "Merchant or convoy route", (x, y));
    y += desk.px(LINE);
    desk.freighter((x + desk.px(55.0), y), 1.6, [120, 62, 30, 205]);
    beside(desk, "Convoy route sea area", (x, y));
    y += desk.px(LINE);
    small(desk, "MP 4", (x + desk.px(10.0), y + desk.px(11.0)), Hold::Left);
    beside(desk, "Movement points to enter", (x, y));
    y += desk.px(LINE);
    small(desk, "INT -1", (x + desk.px(10.0), y + desk.px(11.0)), Hold::Left);
    beside(desk, "Interception modifier", (x, y));
    y += desk.px(LINE);
    desk.weather_sample((x, y), (x + desk.px(110.0), y));
    beside(desk, "Weather zones, severe above", (x, y));
    y + desk.px(LINE)
}

/// A scale of statute miles: a hex is about a hundred.
fn miles(desk: &mut Desk, x: f32, y: f32) {
    let hex = desk.px(desk.sheet.hex_px);
    for part in 0..5_u8 {
        let rect = Rect::from_xywh(x + hex * f32::from(part), y, hex, desk.px(18.0));
        let path = rect.map(PathBuilder::from_rect);
        let fill = if part % 2 == 0 { INK } else { PAPER };
        desk.put(path.clone(), Way::Fill, fill);
        desk.put(path, Way::Line(desk.px(2.0), Vec::new()), INK);
    }
    small(desk, "0", (x, y - desk.px(16.0)), Hold::Left);
    small(desk, "500 miles", (x + hex * 5.0, y - desk.px(16.0)), Hold::Middle);
}

fn bar(desk: &Desk, x: f32, y: f32) -> Option<resvg::tiny_skia::Path> {
    let mut path = PathBuilder::new();
    path.move_to(x + desk.px(4.0), y);
    path.line_to(x + desk.px(106.0), y);
    path.finish()
}
