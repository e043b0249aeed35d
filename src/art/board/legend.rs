//! The title of a sheet and the legend of its symbols.

use super::ink::{Desk, Way};
use super::relief;
use super::text::{Hold, Setting};
use super::{CityArt, PortArt, Terrain, TownArt};
use resvg::tiny_skia::PathBuilder;

const INK: [u8; 4] = [44, 36, 30, 255];

/// Draws the title, and the legend where the sheet has one.
pub fn draw(desk: &mut Desk) {
    let (width, height) = desk.sheet.size(desk.scale);
    let (width, height) = (width as f32, height as f32);
    let wide = desk.px(830.0);
    let tall = desk.px(if desk.sheet.legend { 640.0 } else { 150.0 });
    let edge = desk.px(34.0);
    let left = if desk.sheet.legend { edge } else { width - edge - wide };
    let top = height - edge - tall;
    desk.panel((left, top), (wide, tall));
    let how = Setting { size: desk.px(54.0), bold: true, slant: 0.0, spread: 0.08 };
    let title = desk.sheet.title.to_uppercase();
    let middle = left + wide / 2.0;
    let path = desk.letters.line(&title, (middle, top + desk.px(78.0)), how, Hold::Middle);
    desk.put(path, Way::Fill, INK);
    let line = format!("Hexes are named {} and four digits", desk.sheet.letter);
    small(desk, &line, (middle, top + desk.px(120.0)), Hold::Middle);
    if desk.sheet.legend {
        let rows = top + desk.px(180.0);
        towns(desk, left + desk.px(60.0), rows);
        sides(desk, left + desk.px(400.0), rows);
    }
}

fn small(desk: &mut Desk, line: &str, at: (f32, f32), hold: Hold) {
    let how = Setting { size: desk.px(25.0), bold: false, slant: 0.0, spread: 0.0 };
    let path = desk.letters.line(line, at, how, hold);
    desk.put(path, Way::Fill, INK);
}

fn towns(desk: &mut Desk, x: f32, y: f32) {
    use CityArt::{Capital, City, Home, None as Nothing};
    let entries = [
        ("Capital", Capital, PortArt::None, false, false),
        ("Home city", Home, PortArt::None, false, false),
        ("City", City, PortArt::None, false, false),
        ("City port (5 ships)", City, PortArt::City, false, false),
        ("Minor port (15)", City, PortArt::Minor, false, false),
        ("Major port (30)", City, PortArt::Major, false, false),
        ("Resource", Nothing, PortArt::None, true, false),
        ("Permanent fort", City, PortArt::None, false, true),
    ];
    for (i, (name, city, port, resource, fort)) in entries.into_iter().enumerate() {
        let at = (x, y + desk.px(49.0 * i as f32));
        let town = TownArt { at: (0.0, 0.0), name: String::new(), city, port, resource, fort };
        desk.symbols(&town, at);
        small(desk, name, (at.0 + desk.px(40.0), at.1 + desk.px(9.0)), Hold::Left);
    }
    let at = (x, y + desk.px(49.0 * 8.0));
    desk.disc(at, 6.0, Way::Fill, [24, 24, 26, 255]);
    let beside = (at.0 + desk.px(40.0), at.1 + desk.px(9.0));
    small(desk, "Small island", beside, Hold::Left);
}

fn sides(desk: &mut Desk, x: f32, y: f32) {
    let entries: [(&str, [u8; 4], f32, bool); 5] = [
        ("River", [72, 120, 158, 255], 7.0, false),
        ("Border", [158, 42, 34, 230], 2.8, true),
        ("All-sea hexside", [42, 96, 140, 210], 6.5, false),
        ("Railway", [52, 46, 44, 235], 5.4, false),
        ("Closed strait", [112, 38, 96, 230], 6.0, false),
    ];
    for (i, (name, colour, width, dashed)) in entries.into_iter().enumerate() {
        let line = y + desk.px(49.0 * i as f32);
        let stroke = |desk: &mut Desk, width: f32, dash: Vec<f32>, colour| {
            let mut path = PathBuilder::new();
            path.move_to(x - desk.px(30.0), line);
            path.line_to(x + desk.px(30.0), line);
            let way = Way::Line(desk.px(width), dash);
            desk.put(path.finish(), way, colour);
        };
        let dash = if dashed { vec![desk.px(11.0), desk.px(7.5)] } else { Vec::new() };
        stroke(desk, width, dash, colour);
        match i {
            0 => stroke(desk, 4.2, Vec::new(), [126, 178, 208, 255]),
            2 => stroke(desk, 3.2, Vec::new(), [190, 222, 234, 255]),
            3 => {
                let sleepers = vec![desk.px(7.0), desk.px(8.0)];
                stroke(desk, 2.6, sleepers, [244, 238, 220, 255]);
            }
            4 => {
                desk.disc((x, line), 8.5, Way::Fill, [112, 38, 96, 255]);
                desk.disc((x, line), 4.0, Way::Fill, [246, 230, 240, 255]);
            }
            _ => {}
        }
        small(desk, name, (x + desk.px(46.0), line + desk.px(9.0)), Hold::Left);
    }
    terrain(desk, x, y + desk.px(49.0 * 5.0));
}

fn terrain(desk: &mut Desk, x: f32, y: f32) {
    let entries = [
        ("Clear", Terrain::Clear),
        ("Desert", Terrain::Desert),
        ("Forest", Terrain::Forest),
        ("Jungle", Terrain::Jungle),
        ("Jungle-mountain", Terrain::JungleMountain),
        ("Marsh", Terrain::Marsh),
        ("Mountain", Terrain::Mountain),
    ];
    for (i, (name, terrain)) in entries.into_iter().enumerate() {
        let [r, g, b] = relief::look(terrain).0.map(|c| c as u8);
        let colour = [r, g, b, 255];
        let (column, row) = (i / 4, i % 4);
        let at = (x + desk.px(155.0 * column as f32), y + desk.px(47.0 * row as f32));
        desk.disc(at, 15.0, Way::Fill, colour);
        desk.disc(at, 15.0, Way::Line(desk.px(1.6), Vec::new()), [70, 58, 46, 255]);
        small(desk, name, (at.0 + desk.px(24.0), at.1 + desk.px(9.0)), Hold::Left);
    }
}
