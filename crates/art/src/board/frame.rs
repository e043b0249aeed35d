//! The frame of a sheet: paper and its border, the title and the scale along the right edge.

use resvg::tiny_skia::{Path, PathBuilder, Rect, Transform};
use serde::Deserialize;

use super::desk::{Desk, Way};
use super::text::{Hand, Hold, Setting};

/// How far hexes are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// How many hexes it shows.
    pub hexes: u8,
    /// What they come to, such as `500 miles`.
    pub text: String,
}

pub const INK: [u8; 4] = [44, 36, 30, 255];
const PAPER: [u8; 4] = [242, 234, 212, 255];

/// Hexes that a scale may show at most.
pub const LONGEST_SCALE: u8 = 20;

/// How far the lines around the hexes lie inside of the edge, in pixels at scale 1, how wide they are and their colour.
const NEAT: [(f32, f32, [u8; 4]); 2] = [(5.5, 3.4, [70, 58, 46, 255]), (11.0, 1.4, [70, 58, 46, 255])];
/// How far the paper around them reaches.
const NEAT_PAPER: f32 = 11.0;

/// Two lines around the hexes, open where another sheet goes on; beside a margin or a frame they lie on its paper, else
/// on a strip of paper along the edge of the picture, which tips of hexes may reach into.
pub fn neat_line(desk: &mut Desk) {
    let sheet = desk.sheet;
    let (width, height) = sheet.size(desk.scale);
    let [margin, frame] = [sheet.margin, sheet.frame].map(|hexes| desk.px(hexes * sheet.hex_px));
    let (left, right) = (margin, width as f32 - frame);
    let strip = desk.px(NEAT_PAPER);
    let beyond = strip * 3.0;
    // Where a line so far inside of its strip runs: left, right, bottom, top.
    let edges = |far: f32| {
        let aside = |own: f32| if own > 0.0 { far - strip } else { far };
        let [left, right] = [left + aside(margin), right - aside(frame)];
        let closed = [left, right, height as f32 - far, far];
        let open = [-beyond, width as f32 + beyond, height as f32 + beyond, -beyond];
        std::array::from_fn::<f32, 4, _>(|edge| if sheet.joined[edge] { open[edge] } else { closed[edge] })
    };
    let [inner_left, inner_right, bottom, top] = edges(strip);
    let [outer_left, outer_right] = [left.min(inner_left), right.max(inner_right)];
    let strips = [
        (outer_left, -beyond, inner_left, height as f32 + beyond),
        (inner_right, -beyond, outer_right, height as f32 + beyond),
        (outer_left, bottom, outer_right, height as f32 + beyond),
        (outer_left, -beyond, outer_right, top),
    ];
    for (left, top, right, bottom) in strips {
        desk.put(Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect), Way::Fill, PAPER);
    }
    for (far, wide, colour) in NEAT {
        let [left, right, bottom, top] = edges(desk.px(far));
        let line = Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect);
        desk.put(line, Way::Line(desk.px(wide), Vec::new()), colour);
    }
}

/// Draws the frame at the right edge of a sheet that has one, with the title and the scale along it.
pub fn draw(desk: &mut Desk) {
    let wide = desk.px(desk.sheet.frame * desk.sheet.hex_px);
    if wide <= 0.0 {
        return;
    }
    let (width, height) = desk.sheet.size(desk.scale);
    let (width, height) = (width as f32, height as f32);
    paper(desk, Rect::from_xywh(width - wide, 0.0, wide, height));
    // Written as if the frame lay level, then turned to be read from the right.
    let turn = |path: Option<Path>| {
        path.and_then(|path| path.transform(Transform::from_row(0.0, 1.0, -1.0, 0.0, width, 0.0)))
    };
    let base = wide / 2.0 + desk.px(24.0);
    let how = Setting { size: desk.px(70.0), hand: Hand::Bold, spread: 0.3 };
    let title = desk.letters.line(&desk.sheet.title.to_uppercase(), (height / 2.0, base), how, Hold::Middle);
    desk.put(turn(title), Way::Fill, INK);
    if let Some(own) = desk.sheet.legend.scale.clone() {
        let (x, hex) = (desk.px(160.0), desk.px(desk.sheet.hex_px));
        let y = wide / 2.0 + desk.px(4.0);
        for (path, way, colour) in bars(&own, hex, (x, y), desk.scale) {
            desk.put(turn(Some(path)), way, colour);
        }
        let how = Setting { size: desk.px(40.0), hand: Hand::Plain, spread: 0.0 };
        let end = x + hex * f32::from(own.hexes.min(LONGEST_SCALE));
        for (text, x) in [("0", x), (own.text.as_str(), end)] {
            let path = desk.letters.line(text, (x, y - desk.px(16.0)), how, Hold::Middle);
            desk.put(turn(path), Way::Fill, INK);
        }
    }
}

/// Paper with a double line around it.
pub fn paper(desk: &mut Desk, rect: Option<Rect>) {
    desk.put(rect.map(PathBuilder::from_rect), Way::Fill, PAPER);
    let edge = desk.px(20.0);
    let frame = rect.and_then(|rect| rect.inset(edge, edge)).map(PathBuilder::from_rect);
    desk.put(frame.clone(), Way::Line(desk.px(6.0), Vec::new()), [70, 58, 46, 255]);
    desk.put(frame, Way::Line(desk.px(1.6), Vec::new()), [222, 200, 150, 255]);
}

/// The bars of a scale, each as long as a hex is wide.
pub fn bars(scale: &Scale, hex: f32, (x, y): (f32, f32), zoom: f32) -> Vec<(Path, Way, [u8; 4])> {
    let mut all = Vec::new();
    for part in 0..scale.hexes.min(LONGEST_SCALE) {
        let rect = Rect::from_xywh(x + hex * f32::from(part), y, hex, 18.0 * zoom);
        let Some(path) = rect.map(PathBuilder::from_rect) else {
            continue;
        };
        all.push((path.clone(), Way::Fill, if part % 2 == 0 { INK } else { PAPER }));
        all.push((path, Way::Line(2.0 * zoom, Vec::new()), INK));
    }
    all
}
