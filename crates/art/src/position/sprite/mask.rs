//! Masks on a piece: its back for others, and what its owner sees.
//!
//! Engine class: `counters.Obscurable`.

use super::{Artist, Drawn, Face};
use crate::position::scene::{Part, Shown};
use vassal::format::traits::Plain;

impl Artist<'_> {
    /// Lays a mask on what is drawn so far.
    pub(super) fn mask(&mut self, mask: &Plain) {
        let back = mask.fields.get("imageName").to_owned();
        let hider = mask.hidden_by();
        match (self.look.face, hider) {
            (Face::Up, _) | (Face::Own, None) => {}
            (Face::Own, Some(by)) if (self.look.may_see)(&by, &mask.shown_to()) => self.own_mask(mask, &back),
            _ => {
                self.masked = true;
                self.only(&back);
            }
        }
    }

    /// Nothing but this picture is left.
    fn only(&mut self, back: &str) {
        self.drawn = Drawn { opacity: self.drawn.opacity, ..Drawn::default() };
        self.image(back, (0, 0), 1.0);
    }

    /// What the owner of a mask sees.
    fn own_mask(&mut self, mask: &Plain, back: &str) {
        let inside = std::mem::take(&mut self.drawn.parts);
        let shape = self.drawn.shape.unwrap_or_default();
        let (width, height) = self.ruler.picture(back).unwrap_or_default();
        let (width, height) = (width as i32, height as i32);
        let mut style = mask.fields.get("displayStyle").chars();
        match style.next() {
            Some('B') => {
                self.only(back);
                self.drawn.parts.extend(inside.into_iter().map(|part| smaller(part, 0.5, (0, 0))));
            }
            Some('2') => {
                self.only(back);
                let step = |back: i32, own: i32| (-0.4 * (back - own) as f32) as i32;
                let to = (step(width, shape.width), step(height, shape.height));
                self.drawn.parts.extend(inside.into_iter().map(|part| smaller(part, 0.8, to)));
            }
            Some('P') if !self.look.umpire => self.only(back),
            Some('G') => {
                self.drawn.parts = inside;
                self.image(style.as_str(), (0, 0), 1.0);
            }
            _ => {
                self.drawn.parts = inside;
                if !back.trim().is_empty() {
                    let step = |own: i32, back: i32| -((own as f32 / 2.0 - back as f32 * 0.25) as i32);
                    let corner = (step(shape.width, width), step(shape.height, height));
                    let ink = Shown::Image(back.to_owned());
                    self.drawn.parts.push(Part { scale: 0.5, ..Part::new(corner.0, corner.1, ink) });
                }
            }
        }
    }
}

/// A part so many times its size about the centre of the piece, moved.
fn smaller(part: Part, times: f32, (dx, dy): (i32, i32)) -> Part {
    let shrunk = |at: i32| (at as f32 * times) as i32;
    Part {
        dx: shrunk(part.dx).saturating_add(dx),
        dy: shrunk(part.dy).saturating_add(dy),
        scale: part.scale * times,
        ..part
    }
}
