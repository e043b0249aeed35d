//! Lines, dots and numbers of a board's grids, each where its zones let it be seen.

use resvg::tiny_skia::{
    FillRule, Mask, Paint, Path, PathBuilder, Point as TinyPoint, Rect, Stroke, Transform,
};

use super::{Canvas, LABELS, color};
use crate::position::pictures::Pictures;
use crate::position::scene::{Backdrop, Frame, GridInk, GridNumber};
use crate::position::writing::DESCENT;
use vassal::model::geometry::Point;

impl Canvas {
    /// Paints what is seen of a grid.
    pub(super) fn grid(&mut self, board: &Backdrop, grid: &GridInk, pictures: &mut Pictures<'_>) {
        let is_whole = grid.inside.is_none() && grid.outside.is_empty();
        let mask = if is_whole && board.area.common(self.area) == Some(self.area) {
            None
        } else {
            let Some(mask) = self.seen_of(board, grid) else { return };
            Some(mask)
        };
        let transform = self.on_board(board);
        if let Some(colour) = grid.colour {
            let mut paint = Paint::default();
            paint.set_color(color(colour));
            let mut lines = PathBuilder::new();
            for (from, to) in &grid.lines {
                lines.move_to(from.x as f32, from.y as f32);
                lines.line_to(to.x as f32, to.y as f32);
            }
            if let Some(path) = lines.finish().and_then(|path| path.transform(transform)) {
                let stroke = Stroke { width: 1.0, ..Stroke::default() };
                let to = Transform::from_translate(0.5, 0.5);
                self.pixels.stroke_path(&path, &paint, &stroke, to, mask.as_ref());
            }
            for dot in &grid.dots {
                let mut corner = TinyPoint::from_xy(dot.x as f32, dot.y as f32);
                transform.map_point(&mut corner);
                if let Some(square) = Rect::from_xywh(corner.x, corner.y, 2.0, 2.0) {
                    self.pixels.fill_rect(square, &paint, Transform::identity(), mask.as_ref());
                }
            }
        }
        let local = |at: i32, length: u32, whole: u32| {
            if board.turned { (whole as i32).saturating_sub(at).saturating_sub(length as i32) } else { at }
        };
        for number in &grid.numbers {
            let x = board.area.x.saturating_add(local(number.at.x, number.width, board.area.width));
            let y = board.area.y.saturating_add(local(number.at.y, number.height, board.area.height));
            let place = Frame { x, y, width: number.width, height: number.height };
            let middle = place.middle();
            let middle = self.at(middle.x, middle.y);
            if place.common(self.area) == Some(place) && is_seen(mask.as_ref(), middle) {
                self.number(number, (x, y), pictures);
            }
        }
    }

    /// Paints the number of a cell with its upper left corner at a place.
    fn number(&mut self, number: &GridNumber, (x, y): (i32, i32), pictures: &mut Pictures<'_>) {
        let size = number.size * self.scale;
        let Some(letters) = pictures.number_path(LABELS, &number.text, size) else {
            return;
        };
        let (x, y) = self.at(x, y);
        let base = (number.height as f32 - number.size * DESCENT) * self.scale;
        let mut paint = Paint::default();
        paint.set_color(color(number.colour));
        let place = Transform::from_translate(x.round(), y.round() + base);
        self.pixels.fill_path(&letters, &paint, FillRule::Winding, place, None);
    }

    /// Where a grid may be seen: on its board, in or outside its zones.
    fn seen_of(&self, board: &Backdrop, grid: &GridInk) -> Option<Mask> {
        let transform = self.on_board(board);
        let mut mask = Mask::new(self.pixels.width(), self.pixels.height())?;
        for polygon in &grid.outside {
            fill(&mut mask, polygon, transform);
        }
        if !grid.outside.is_empty() {
            mask.invert();
        }
        let (width, height) = (board.area.width as i32, board.area.height as i32);
        let whole = [(0, 0), (width, 0), (width, height), (0, height)].map(|(x, y)| Point::new(x, y));
        let shape = path_of(grid.inside.as_deref().unwrap_or(&whole))?;
        if grid.outside.is_empty() {
            mask.fill_path(&shape, FillRule::EvenOdd, false, transform);
        } else {
            mask.intersect_path(&shape, FillRule::EvenOdd, false, transform);
        }
        Some(mask)
    }
}

fn path_of(polygon: &[Point]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, corner) in polygon.iter().enumerate() {
        let (x, y) = (corner.x as f32, corner.y as f32);
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
    path.finish()
}

fn fill(mask: &mut Mask, polygon: &[Point], transform: Transform) {
    if let Some(path) = path_of(polygon) {
        mask.fill_path(&path, FillRule::EvenOdd, false, transform);
    }
}

fn is_seen(mask: Option<&Mask>, (x, y): (f32, f32)) -> bool {
    let Some(mask) = mask else { return true };
    let (x, y) = (x.max(0.0) as u32, y.max(0.0) as u32);
    let at = u64::from(y) * u64::from(mask.width()) + u64::from(x);
    x < mask.width()
        && usize::try_from(at).ok().and_then(|at| mask.data().get(at)).is_some_and(|seen| *seen > 127)
}
