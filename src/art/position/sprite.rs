//! A piece as its traits draw it, for somebody who may or may not look under masks.
//!
//! Engine classes: `counters.BasicPiece`, `Embellishment`, `Labeler`, `FreeRotator`, `Obscurable`, `Hideable`.

use super::scene::{Anchor, Colour, Ink, Label, Part};
use crate::format::piece::{PieceText, TraitText};
use crate::format::sequence;
use crate::format::traits::{Fields, Layer, Plain, Trait};
use crate::model::text::{expand, without_tags};

const BLACK: Colour = [0, 0, 0, 255];
/// How solid a hidden piece looks to its owner, where its trait does not say.
const HIDDEN: f32 = 0.3;
/// Most parts of one piece.
const MOST_PARTS: usize = 500;

/// What the drawing of a piece asks about the world around it.
pub struct Look<'a> {
    /// Whether the looker may see what this player or side has masked or hidden.
    pub may_see: &'a dyn Fn(&str) -> bool,
    /// The value of a property of the piece, its place or the game.
    pub property: &'a dyn Fn(&str) -> Option<String>,
    /// The piece lies in a deck with its back up: only a mask's back is seen.
    pub back: bool,
}

/// What a piece shows: its parts, innermost first, and how solid it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Pictures and texts.
    pub parts: Vec<Part>,
    /// 1 is solid.
    pub opacity: f32,
}

/// Draws a piece; `None` when the looker does not see it at all.
pub fn draw(text: &PieceText, look: &Look<'_>) -> Option<Drawn> {
    let mut drawn = Drawn { parts: Vec::new(), opacity: 1.0 };
    for part in text.traits.iter().rev().take(MOST_PARTS) {
        match Trait::decode(part) {
            Trait::BasicPiece(_) => push_image(&mut drawn, &field_of_basic(part), (0, 0), 1.0),
            Trait::Layer(layer) => draw_layer(&mut drawn, &layer, look),
            Trait::Label(label) => drawn.parts.extend(label_part(&label, look)),
            Trait::Mask(mask) => draw_mask(&mut drawn, &mask, look),
            Trait::Invisible(cloak) => {
                if let Some(by) = cloak.hidden_by() {
                    if !(look.may_see)(&by) {
                        return None;
                    }
                    drawn.opacity =
                        cloak.fields.get("transparency").parse().unwrap_or(HIDDEN).clamp(0.1, 1.0);
                }
            }
            Trait::Verbatim(text) => turn(&mut drawn, &text),
            _ => {}
        }
    }
    Some(drawn)
}

fn field_of_basic(part: &TraitText) -> String {
    Fields::decode(&part.type_text).map(|fields| fields.get("imageName").to_owned()).unwrap_or_default()
}

fn push_image(drawn: &mut Drawn, name: &str, (dx, dy): (i32, i32), scale: f32) {
    if !name.is_empty() {
        let ink = Ink::Image { name: name.to_owned(), scale };
        drawn.parts.push(Part { dx, dy, turn: 0.0, ink });
    }
}

fn draw_layer(drawn: &mut Drawn, layer: &Layer, look: &Look<'_>) {
    // The property knows what a followed property makes of the level.
    let level = match layer.name() {
        "" => None,
        name => (look.property)(&format!("{name}_Level")).and_then(|level| level.parse().ok()),
    };
    let level: i32 = level.unwrap_or_else(|| layer.level());
    let Some(index) = usize::try_from(level).ok().and_then(|level| level.checked_sub(1)) else {
        return;
    };
    let number = |field: &str| layer.fields.get(field).parse().unwrap_or(0);
    let scale = layer.fields.get("scale").parse().ok().filter(|scale: &f32| (0.01..=20.0).contains(scale));
    if let Some(name) = layer.images().get(index) {
        push_image(drawn, name, (number("xOff"), number("yOff")), scale.unwrap_or(1.0));
    }
}

fn draw_mask(drawn: &mut Drawn, mask: &Plain, look: &Look<'_>) {
    let style = mask.fields.get("displayStyle");
    let back = mask.fields.get("imageName");
    let hider = mask.hidden_by();
    if hider.is_none() && !look.back {
        return;
    }
    if look.back || hider.is_some_and(|by| !(look.may_see)(&by)) {
        drawn.parts.clear();
        push_image(drawn, back, (0, 0), 1.0);
    } else if let Some(front) = style.strip_prefix('G') {
        push_image(drawn, front, (0, 0), 1.0);
    } else if !back.is_empty() {
        let ink = Ink::Inset { name: back.to_owned() };
        drawn.parts.push(Part { dx: 0, dy: 0, turn: 0.0, ink });
    }
}

/// Turns everything inside a rotator: an angle of its own, or one of equal steps clockwise.
fn turn(drawn: &mut Drawn, text: &TraitText) {
    let Some(definition) = text.type_text.strip_prefix("rotate;") else {
        return;
    };
    let state = text.state_text.split(';').next().unwrap_or_default();
    let steps: f32 =
        sequence::decode(definition, ';').first().and_then(|steps| steps.parse().ok()).unwrap_or(1.0);
    let state: f32 = state.parse().unwrap_or(0.0);
    let angle = if steps == 1.0 { -state } else { 360.0 * state / steps.max(1.0) };
    if angle.is_finite() {
        for part in &mut drawn.parts {
            part.turn = (part.turn + angle) % 360.0;
        }
    }
}

fn label_part(label: &Plain, look: &Look<'_>) -> Option<Part> {
    let text = without_tags(&expand(&label.state, |key| (look.property)(key)));
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let field = |name: &str| label.fields.get(name);
    let number = |name: &str| field(name).parse().unwrap_or(0);
    let anchor = |name: &str| match field(name) {
        "l" | "t" => Anchor::Start,
        "r" | "b" => Anchor::End,
        _ => Anchor::Middle,
    };
    let label = Label {
        text: text.chars().take(200).collect(),
        font_size: field("fontSize").parse().unwrap_or(10),
        bold: matches!(field("fontStyle"), "1" | "3"),
        colour: colour(field("textFg")).unwrap_or(BLACK),
        background: colour(field("textBg")),
        place: (anchor("horizontalPos"), anchor("verticalPos")),
        just: (anchor("horizontalJust"), anchor("verticalJust")),
    };
    let (dx, dy) = (number("horizontalOffset"), number("verticalOffset"));
    Some(Part { dx, dy, turn: 0.0, ink: Ink::Label(label) })
}

/// A colour as traits and boards write it: `r,g,b` or `r,g,b,a`.
pub fn colour(text: &str) -> Option<Colour> {
    let mut parts = text.split(',').map(|part| part.trim().parse::<u8>().ok());
    let mut next = || parts.next().flatten();
    Some([next()?, next()?, next()?, next().unwrap_or(255)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(traits: &[(&str, &str)], may_see: bool) -> Option<Drawn> {
        let traits = traits.iter().map(|(definition, state)| TraitText::new(*definition, *state)).collect();
        let look = Look { may_see: &|_| may_see, property: &|_| None, back: false };
        draw(&PieceText { traits }, &look)
    }

    fn images(drawn: &Drawn) -> Vec<&str> {
        let name = |part: &Part| match &part.ink {
            Ink::Image { name, .. } => Some(name.clone()),
            _ => None,
        };
        assert!(drawn.parts.iter().all(|part| part.turn.is_finite()));
        drawn.parts.iter().filter_map(name).map(|name| Box::leak(name.into_boxed_str()) as &str).collect()
    }

    const PIECE: (&str, &str) = ("piece;;;tank.png;Tank", "Main;1;2;;0");

    fn layer(state: &'static str) -> (&'static str, &'static str) {
        ("emb2;;0;;;0;;;0;;;;1;false;7;-8;a.png,b.png;,;true;Face;;;false;;1;1;true;;;;;1.0;;true", state)
    }

    #[test]
    fn an_active_layer_lies_on_the_piece() {
        let seen = drawn(&[layer("2"), PIECE], true).unwrap();
        assert_eq!(images(&seen), ["tank.png", "b.png"]);
        assert_eq!((seen.parts[1].dx, seen.parts[1].dy), (7, -8));
        assert_eq!(images(&drawn(&[layer("-2"), PIECE], true).unwrap()), ["tank.png"]);
    }

    #[test]
    fn a_mask_shows_its_back_to_others() {
        let masked = [("obs;77,130;back.png;Mask;I;?;side:", "Japan"), layer("1"), PIECE];
        assert_eq!(images(&drawn(&masked, false).unwrap()), ["back.png"]);
        assert_eq!(images(&drawn(&masked, true).unwrap()), ["tank.png", "a.png"]);
    }

    #[test]
    fn an_invisible_piece_is_not_seen_by_others() {
        let hidden = [("hide;73,130;Invisible;;side:;0.5", "Japan"), PIECE];
        assert_eq!(drawn(&hidden, false), None);
        assert_eq!(drawn(&hidden, true).unwrap().opacity, 0.5);
    }

    #[test]
    fn a_rotator_turns_what_is_inside_it() {
        let turned = drawn(&[layer("1"), ("rotate;6;a;b;c;d;;;;;;;;true", "2"), PIECE], true).unwrap();
        assert_eq!((turned.parts[0].turn, turned.parts[1].turn), (120.0, 0.0));
        let free = drawn(&[("rotate;1;a;b", "-30.0"), PIECE], true).unwrap();
        assert_eq!(free.parts[0].turn, 30.0);
    }
}
