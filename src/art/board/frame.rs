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
