//! A scene to pixels.

mod areas;
mod boards;
mod grids;
mod trails;

use std::fmt::Write;

use resvg::tiny_skia::{
    Color, FilterQuality, Paint, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke, Transform,
};

use super::line::{self, Course};
use super::mark;
use super::pictures::Pictures;
use super::scene::{
    Backdrop, Colour, Frame, Line, MOVED_SIZE, Mark, Part, Scene, Shade, Shown, Sprite, Writing,
};
use super::shade::{self, ShadedSpots};
use super::writing::{ASCENT, DESCENT};
use crate::fonts::Fonts;
use crate::template::escaped;

/// The side of the grey square that stands for a missing picture.
const PLACEHOLDER: f32 = 48.0;
/// Most pixels of a label; the rest of its size is stretched.
const MOST_LABEL_PIXELS: f32 = 4_000_000.0;
/// What labels are called among the pictures that would take too much work.
const LABELS: &str = "labels";
const GREY: Colour = [150, 150, 150, 255];
/// Our sign of a piece that has moved: a dark tab along the piece's edge.
const MOVED: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="48"><path d="M0 2h3q6 1 6 6v32q0 5-6 6h-3z" fill="#000"/><text transform="translate(7 43) rotate(-90)" font-family="Fira Sans Condensed" font-weight="bold" font-size="9" fill="#fff" textLength="38">MOVED</text></svg>"##;

/// Paints the part of a scene inside `area` so many times its size.
pub fn paint(
    scene: &Scene,
    area: Frame,
    scale: f32,
    pictures: &mut Pictures<'_>,
    fonts: &Fonts,
) -> Option<Pixmap> {
    let length = |pixels: u32| ((pixels as f32 * scale).round() as u32).max(1);
    let mut canvas = Canvas { pixels: Pixmap::new(length(area.width), length(area.height))?, area, scale };
    canvas.pixels.fill(color(scene.background));
    for board in &scene.boards {
        canvas.board(board, pictures);
        for grid in &board.grids {
            canvas.grid(board, grid, pictures);
        }
    }
    canvas.shadings(scene, false, pictures);
    let lines: Vec<Course> = scene.lines.iter().map(|line| canvas.line(line)).collect();
    let shades: Vec<ShadedSpots> = scene.shades.iter().map(|shade| canvas.shade(shade)).collect();
    shade::draw(&mut canvas.pixels, &shades);
    line::draw(&mut canvas.pixels, &lines, scale);
    for sprite in &scene.sprites {
        canvas.sprite(sprite, pictures);
    }
    for caption in &scene.captions {
        let at = canvas.at(caption.x, caption.y);
        mark::caption(&mut canvas.pixels, &caption.text, at, scale, fonts);
    }
    canvas.shadings(scene, true, pictures);
    line::draw_above(&mut canvas.pixels, &lines, scale);
    let spots: Vec<(f32, f32, &Mark)> = scene
        .marks
        .iter()
        .map(|mark| {
            let (x, y) = canvas.at(mark.x, mark.y);
            (x, y, mark)
        })
        .collect();
    mark::draw(&mut canvas.pixels, &spots, scale, fonts);
    Some(canvas.pixels)
}

fn color([red, green, blue, alpha]: Colour) -> Color {
    Color::from_rgba8(red, green, blue, alpha)
}

fn css([red, green, blue, alpha]: Colour) -> String {
    format!("rgba({red},{green},{blue},{})", f32::from(alpha) / 255.0)
}

struct Canvas {
    pixels: Pixmap,
    area: Frame,
    scale: f32,
}

impl Canvas {
    /// Map pixels to pixels of the picture.
    fn at(&self, x: i32, y: i32) -> (f32, f32) {
        let offset = |at: i32, from: i32| (i64::from(at) - i64::from(from)) as f32 * self.scale;
        (offset(x, self.area.x), offset(y, self.area.y))
    }

    fn shade(&self, shade: &Shade) -> ShadedSpots {
        let spots = shade.spots.iter().map(|(x, y)| self.at(*x, *y)).collect();
        ShadedSpots { spots, radius: shade.radius as f32 * self.scale, colour: shade.colour }
    }

    fn line(&self, line: &Line) -> Course {
        let places = line.places.iter().map(|(x, y)| self.at(*x, *y));
        Course { places: places.collect(), colour: line.colour }
    }

    fn fill(&mut self, area: Frame, colour: Colour) {
        let (x, y) = self.at(area.x, area.y);
        let (width, height) = (area.width as f32 * self.scale, area.height as f32 * self.scale);
        if let Some(rectangle) = Rect::from_xywh(x, y, width, height) {
            let mut paint = Paint::default();
            paint.set_color(color(colour));
            self.pixels.fill_rect(rectangle, &paint, Transform::identity(), None);
        }
    }

    /// Board pixels to pixels of the picture.
    fn on_board(&self, board: &Backdrop) -> Transform {
        let (x, y) = self.at(board.area.x, board.area.y);
        let upright = Transform::from_translate(x, y).pre_scale(self.scale, self.scale);
        if board.turned { turned(upright, (board.area.width, board.area.height)) } else { upright }
    }

    fn sprite(&mut self, sprite: &Sprite, pictures: &mut Pictures<'_>) {
        for part in &sprite.parts {
            match &part.ink {
                Shown::Image(name) if self.is_far(sprite, part, pictures.size(name)) => {}
                Shown::Image(name) => match pictures.scaled(name, part.scale * self.scale) {
                    Some((picture, stretch)) if pictures.may_paint(name, self.painted(&picture, stretch)) => {
                        let at = (part.dx as f32, part.dy as f32);
                        self.picture(sprite, part.turn, at, &picture, stretch);
                    }
                    _ => self.placeholder(sprite),
                },
                Shown::Writing(Writing { width, height, .. })
                    if self.is_far(sprite, part, Some((*width as u32, *height as u32))) => {}
                Shown::Writing(writing) => self.writing(sprite, part, writing, pictures),
                Shown::Block { size, fill, frame } => self.block(sprite, part, *size, (*fill, *frame)),
                Shown::Trail(trail) => self.trail(trail, sprite.opacity),
                Shown::Around { region, colour } => self.around(region, *colour, sprite.opacity),
                Shown::Moved => {
                    let size = (MOVED_SIZE.0 as f32, MOVED_SIZE.1 as f32);
                    self.svg(sprite, part, MOVED, size, pictures);
                }
            }
        }
    }

    /// Whether a part of this size lies beside the picture, however it is turned.
    fn is_far(&self, sprite: &Sprite, part: &Part, size: Option<(u32, u32)>) -> bool {
        let Some((width, height)) = size else { return false };
        let across = (f64::from(width) + f64::from(height) + 2.0) * f64::from(part.scale);
        let reach = across + f64::from(part.dx).abs() + f64::from(part.dy).abs();
        let misses = |at: i32, from: i32, length: u32| {
            let at = f64::from(at) - f64::from(from);
            at + reach < 0.0 || at - reach > f64::from(length)
        };
        misses(sprite.x, self.area.x, self.area.width) || misses(sprite.y, self.area.y, self.area.height)
    }

    /// Most pixels of the map that a picture covers, stretched so many times.
    fn painted(&self, picture: &Pixmap, stretch: f32) -> u64 {
        let area = |pixels: &Pixmap| f64::from(pixels.width()) * f64::from(pixels.height());
        (area(picture) * f64::from(stretch) * f64::from(stretch)).min(area(&self.pixels)) as u64
    }

    /// Draws a picture, stretched so many times, whose centre lies so far from the centre of the piece, in map pixels.
    fn picture(&mut self, sprite: &Sprite, turn: f32, (x, y): (f32, f32), picture: &Pixmap, stretch: f32) {
        let (left, top) = self.at(sprite.x, sprite.y);
        let half = |pixels: u32| half((pixels as f32 * stretch).round() as u32, self.scale);
        let (x, y) = (x * self.scale - half(picture.width()), y * self.scale - half(picture.height()));
        let upright = turn == 0.0;
        let transform = if upright {
            Transform::from_translate((left + x).round(), (top + y).round())
        } else {
            Transform::from_translate(left, top).pre_concat(Transform::from_rotate(turn)).pre_translate(x, y)
        };
        let as_it_is = upright && stretch == 1.0;
        let transform = transform.pre_scale(stretch, stretch);
        let quality = if as_it_is { FilterQuality::Nearest } else { FilterQuality::Bilinear };
        let paint = PixmapPaint { opacity: sprite.opacity, quality, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, picture.as_ref(), &paint, transform, None);
    }

    fn placeholder(&mut self, sprite: &Sprite) {
        let side = PLACEHOLDER as u32;
        let half = (side / 2) as i32;
        let (x, y) = (sprite.x.saturating_sub(half), sprite.y.saturating_sub(half));
        let area = Frame { x, y, width: side, height: side };
        self.fill(area, [60, 60, 60, 255]);
        self.fill(
            Frame { x: x.saturating_add(2), y: y.saturating_add(2), width: side - 4, height: side - 4 },
            GREY,
        );
    }

    fn block(
        &mut self,
        sprite: &Sprite,
        part: &Part,
        (width, height): (u32, u32),
        (fill, frame): (Option<Colour>, Option<Colour>),
    ) {
        let (left, top) = self.at(sprite.x, sprite.y);
        let scale = part.scale * self.scale;
        let (x, y) = (part.dx as f32 * self.scale, part.dy as f32 * self.scale);
        let transform = Transform::from_translate(left, top).pre_concat(Transform::from_rotate(part.turn));
        let Some(area) = Rect::from_xywh(x, y, width as f32 * scale, height as f32 * scale) else {
            return;
        };
        // The colour behind an invisible piece is solid (`Hideable`).
        let paint = |colour: Colour| {
            let mut paint = Paint::default();
            paint.set_color(color(colour));
            paint
        };
        if let Some(fill) = fill {
            self.pixels.fill_rect(area, &paint(fill), transform, None);
        }
        if let Some(frame) = frame {
            // Java's frames lie on the pixels right of and below their edges.
            let path = PathBuilder::from_rect(area);
            let stroke = Stroke { width: 1.0, ..Stroke::default() };
            self.pixels.stroke_path(&path, &paint(frame), &stroke, transform.post_translate(0.5, 0.5), None);
        }
    }

    fn writing(&mut self, sprite: &Sprite, part: &Part, writing: &Writing, pictures: &mut Pictures<'_>) {
        self.svg(sprite, part, &written(writing), (writing.width, writing.height), pictures);
        for inlay in &writing.inlays {
            let Some((width, _)) = pictures.size(&inlay.name) else {
                continue;
            };
            let scale = part.scale * inlay.width as f32 / width.max(1) as f32;
            if let Some((picture, stretch)) = pictures.scaled(&inlay.name, scale * self.scale) {
                let centre =
                    |from: i32, at: f32, length: u32| from as f32 + (at + length as f32 / 2.0) * part.scale;
                let (x, y) = (centre(part.dx, inlay.x, inlay.width), centre(part.dy, inlay.y, inlay.height));
                if pictures.may_paint(&inlay.name, self.painted(&picture, stretch)) {
                    self.picture(sprite, part.turn, (x, y), &picture, stretch);
                }
            }
        }
    }

    /// Draws an SVG of this size with its upper left corner at the place of a part.
    fn svg(
        &mut self,
        sprite: &Sprite,
        part: &Part,
        svg: &str,
        (width, height): (f32, f32),
        pictures: &mut Pictures<'_>,
    ) {
        let scale = part.scale * self.scale;
        let drawn_at = scale.min((MOST_LABEL_PIXELS / (width * height)).sqrt());
        let Some(picture) = pictures.label(LABELS, svg, (width * drawn_at).ceil() as u32) else {
            return;
        };
        if !pictures.may_paint(LABELS, self.painted(&picture, scale / drawn_at)) {
            return;
        }
        let x = part.dx as f32 + width * part.scale / 2.0;
        let y = part.dy as f32 + height * part.scale / 2.0;
        self.picture(sprite, part.turn, (x, y), &picture, scale / drawn_at);
    }
}

/// Turned by 180 degrees where it lies.
fn turned(upright: Transform, (width, height): (u32, u32)) -> Transform {
    upright.pre_translate(width as f32, height as f32).pre_scale(-1.0, -1.0)
}

/// Half a length in whole map pixels, as the engine halves it.
fn half(pixels: u32, scale: f32) -> f32 {
    if scale == 1.0 { (pixels / 2) as f32 } else { pixels as f32 / 2.0 }
}

/// A label as SVG.
fn written(writing: &Writing) -> String {
    let (width, height) = (writing.width, writing.height);
    let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"#);
    if let Some(colour) = writing.background {
        let _ = write!(svg, r#"<rect width="100%" height="100%" fill="{}"/>"#, css(colour));
    }
    for word in &writing.words {
        let style = &word.style;
        if let Some(colour) = style.background {
            let (top, high) = (word.base - style.size * ASCENT, style.size * (ASCENT + DESCENT));
            let _ = write!(
                svg,
                r#"<rect x="{}" y="{top}" width="{}" height="{high}" fill="{}"/>"#,
                word.x,
                word.width,
                css(colour)
            );
        }
        // There is no slanted font, so that its letters are leant over.
        let slant = if style.italic { " skewX(-12)" } else { "" };
        let _ = write!(
            svg,
            r#"<text transform="translate({} {}){slant}" xml:space="preserve" font-family="DejaVu Sans" font-size="{}" font-weight="{}" text-decoration="{}" fill="{}">{}</text>"#,
            word.x,
            word.base,
            style.size,
            if style.bold { "bold" } else { "normal" },
            if style.underlined { "underline" } else { "none" },
            css(style.colour),
            escaped(&word.words),
        );
    }
    svg + "</svg>"
}
