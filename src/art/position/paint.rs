//! A scene to pixels.

use std::collections::BTreeMap;

use resvg::tiny_skia::{Color, FilterQuality, Paint, Pixmap, PixmapPaint, Rect, Transform};

use super::pictures::Pictures;
use super::scene::{Anchor, Area, Backdrop, Colour, Ink, Label, Mark, Part, Scene, Sprite};
use crate::art::fonts::{Fonts, text_width};

/// The side of the grey square that stands for a missing picture.
const PLACEHOLDER: f32 = 48.0;
const GREY: Colour = [150, 150, 150, 255];
/// The radius of a mark in pixels of the picture.
const MARK_RADIUS: f32 = 56.0;

/// Paints the part of a scene inside `area` so many times its size.
pub fn paint(
    scene: &Scene,
    area: Area,
    scale: f32,
    pictures: &mut Pictures<'_>,
    fonts: &Fonts,
) -> Option<Pixmap> {
    let length = |pixels: u32| ((pixels as f32 * scale).round() as u32).max(1);
    let mut canvas = Canvas {
        pixels: Pixmap::new(length(area.width), length(area.height))?,
        area,
        scale,
        fonts,
        labels: BTreeMap::new(),
    };
    canvas.pixels.fill(color(scene.background));
    for board in &scene.boards {
        canvas.board(board, pictures);
    }
    for sprite in &scene.sprites {
        canvas.sprite(sprite, pictures);
    }
    for mark in &scene.marks {
        canvas.mark(mark);
    }
    Some(canvas.pixels)
}

fn color([red, green, blue, alpha]: Colour) -> Color {
    Color::from_rgba8(red, green, blue, alpha)
}

fn css([red, green, blue, alpha]: Colour) -> String {
    format!("rgba({red},{green},{blue},{})", f32::from(alpha) / 255.0)
}

fn escaped(text: &str) -> String {
    let printable = |c: &char| !c.is_control();
    let text: String = text.chars().filter(printable).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

struct Canvas<'a> {
    pixels: Pixmap,
    area: Area,
    scale: f32,
    fonts: &'a Fonts,
    labels: BTreeMap<String, Option<Pixmap>>,
}

/// Half the width and half the height of what a piece shows so far, in map pixels.
type Extent = (f32, f32);

impl Canvas<'_> {
    /// Map pixels to pixels of the picture.
    fn at(&self, x: i32, y: i32) -> (f32, f32) {
        let offset = |at: i32, from: i32| (i64::from(at) - i64::from(from)) as f32 * self.scale;
        (offset(x, self.area.x), offset(y, self.area.y))
    }

    fn fill(&mut self, area: Area, colour: Colour) {
        let (x, y) = self.at(area.x, area.y);
        let (width, height) = (area.width as f32 * self.scale, area.height as f32 * self.scale);
        if let Some(rectangle) = Rect::from_xywh(x, y, width, height) {
            let mut paint = Paint::default();
            paint.set_color(color(colour));
            self.pixels.fill_rect(rectangle, &paint, Transform::identity(), None);
        }
    }

    fn board(&mut self, board: &Backdrop, pictures: &mut Pictures<'_>) {
        let Some(seen) = board.area.common(self.area) else {
            return;
        };
        let Some(name) = &board.image else {
            self.fill(seen, board.colour);
            return;
        };
        // On a turned board the part seen lies at the other end of the picture.
        let from = |at: i32, length: u32, start: i32, whole: u32| {
            let near = at - start;
            if board.turned { whole as i32 - near - length as i32 } else { near }
        };
        let part = Area {
            x: from(seen.x, seen.width, board.area.x, board.area.width),
            y: from(seen.y, seen.height, board.area.y, board.area.height),
            ..seen
        };
        let length = |pixels: u32| ((pixels as f32 * self.scale).round() as u32).max(1);
        let (width, height) = (length(seen.width), length(seen.height));
        let Some(picture) = pictures.part(name, part, width, height) else {
            self.fill(seen, GREY);
            return;
        };
        let (x, y) = self.at(seen.x, seen.y);
        let mut transform = Transform::from_translate(x.round(), y.round());
        if board.turned {
            transform = transform.pre_translate(width as f32, height as f32).pre_scale(-1.0, -1.0);
        }
        self.pixels.draw_pixmap(0, 0, picture.as_ref(), &PixmapPaint::default(), transform, None);
    }

    fn sprite(&mut self, sprite: &Sprite, pictures: &mut Pictures<'_>) {
        let mut extent = (0.0, 0.0);
        for part in &sprite.parts {
            match &part.ink {
                Ink::Image { name, scale } => {
                    let size = pictures.size(name).unwrap_or((PLACEHOLDER as u32, PLACEHOLDER as u32));
                    let half = |pixels: u32| pixels as f32 * scale / 2.0;
                    let reach = |offset: i32, pixels: u32| offset.unsigned_abs() as f32 + half(pixels);
                    let (x, y) = (part.dx as f32, part.dy as f32);
                    match pictures.scaled(name, scale * self.scale) {
                        Some(picture) => self.picture(sprite, part, (x, y), picture),
                        None => self.placeholder(sprite),
                    }
                    extent = larger(extent, (reach(part.dx, size.0), reach(part.dy, size.1)));
                }
                Ink::Inset { name } => {
                    let size = pictures.size(name).unwrap_or_default();
                    let centre = (size.0 as f32 / 4.0 - extent.0, size.1 as f32 / 4.0 - extent.1);
                    if let Some(picture) = pictures.scaled(name, self.scale / 2.0) {
                        self.picture(sprite, part, centre, picture);
                    }
                }
                Ink::Label(label) => self.label(sprite, part, label, extent),
            }
        }
    }

    /// Draws a picture whose centre lies so far from the centre of the piece, in map pixels.
    fn picture(&mut self, sprite: &Sprite, part: &Part, (x, y): (f32, f32), picture: &Pixmap) {
        let (left, top) = self.at(sprite.x, sprite.y);
        let (x, y) =
            (x * self.scale - picture.width() as f32 / 2.0, y * self.scale - picture.height() as f32 / 2.0);
        let upright = part.turn == 0.0;
        let transform = if upright {
            Transform::from_translate((left + x).round(), (top + y).round())
        } else {
            Transform::from_translate(left, top)
                .pre_concat(Transform::from_rotate(part.turn))
                .pre_translate(x, y)
        };
        let quality = if upright { FilterQuality::Nearest } else { FilterQuality::Bilinear };
        let paint = PixmapPaint { opacity: sprite.opacity, quality, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, picture.as_ref(), &paint, transform, None);
    }

    fn placeholder(&mut self, sprite: &Sprite) {
        let side = PLACEHOLDER as u32;
        let half = (side / 2) as i32;
        let area = Area { x: sprite.x - half, y: sprite.y - half, width: side, height: side };
        self.fill(area, [60, 60, 60, 255]);
        self.fill(Area { x: area.x + 2, y: area.y + 2, width: side - 4, height: side - 4 }, GREY);
    }

    fn label(&mut self, sprite: &Sprite, part: &Part, label: &Label, extent: Extent) {
        let font_size = label.font_size.clamp(1, 200) as f32;
        let (width, height) = (text_width(&label.text, font_size) + 2.0, font_size * 1.25);
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect width="100%" height="100%" fill="{}"/><text x="1" y="{}" font-family="DejaVu Sans" font-size="{font_size}" font-weight="{}" textLength="{}" lengthAdjust="spacingAndGlyphs" fill="{}">{}</text></svg>"#,
            label.background.map_or_else(|| "none".to_owned(), css),
            font_size,
            if label.bold { "bold" } else { "normal" },
            width - 2.0,
            css(label.colour),
            escaped(&label.text),
        );
        let pixels = ((width * self.scale).ceil() as u32).clamp(1, 4000);
        let (fonts, scale) = (self.fonts, self.scale);
        let drawn =
            self.labels.entry(format!("{scale}{svg}")).or_insert_with(|| fonts.draw(&svg, pixels).ok());
        let Some(picture) = drawn.clone() else {
            return;
        };
        let place = |anchor: Anchor, extent: f32| match anchor {
            Anchor::Start => -extent,
            Anchor::Middle => 0.0,
            Anchor::End => extent,
        };
        let just = |anchor: Anchor, length: f32| match anchor {
            Anchor::Start => length / 2.0,
            Anchor::Middle => 0.0,
            Anchor::End => -length / 2.0,
        };
        let x = part.dx as f32 + place(label.place.0, extent.0) + just(label.just.0, width);
        let y = part.dy as f32 + place(label.place.1, extent.1) + just(label.just.1, height);
        self.picture(sprite, part, (x, y), &picture);
    }

    fn mark(&mut self, mark: &Mark) {
        let (x, y) = self.at(mark.x, mark.y);
        let side = MARK_RADIUS * 2.0 + 28.0;
        let centre = side / 2.0;
        let colour = css(mark.colour);
        let badge = (centre + MARK_RADIUS * 0.72, centre - MARK_RADIUS * 0.72);
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"><circle cx="{centre}" cy="{centre}" r="{MARK_RADIUS}" fill="none" stroke="white" stroke-width="7" opacity="0.8"/><circle cx="{centre}" cy="{centre}" r="{MARK_RADIUS}" fill="none" stroke="{colour}" stroke-width="4"/><circle cx="{}" cy="{}" r="13" fill="{colour}" stroke="white" stroke-width="2"/><text x="{}" y="{}" font-family="DejaVu Sans" font-weight="bold" font-size="15" fill="white" text-anchor="middle">{}</text></svg>"#,
            badge.0,
            badge.1,
            badge.0,
            badge.1 + 5.5,
            escaped(&mark.label),
        );
        if let Ok(picture) = self.fonts.draw(&svg, side as u32) {
            let half = picture.width() as f32 / 2.0;
            let transform = Transform::from_translate((x - half).round(), (y - half).round());
            self.pixels.draw_pixmap(0, 0, picture.as_ref(), &PixmapPaint::default(), transform, None);
        }
    }
}

fn larger(a: Extent, b: Extent) -> Extent {
    (a.0.max(b.0), a.1.max(b.1))
}
