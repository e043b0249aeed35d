//! A piece as its traits draw it, for somebody who may or may not look under masks.
//!
//! Engine classes: `counters.BasicPiece`, `Embellishment`, `Footprint`, `FreeRotator`, `Hideable`, `MovementMarkable`.

mod label;
mod mask;

use super::scene::{Colour, MOVED_SIZE, Part, Region, Shown, Trail, colour};
use super::stack::Extent;
use super::writing::Ruler;
use vassal::format::piece::TraitText;
use vassal::format::sequence;
use vassal::format::traits::{Fields, Layer, Plain, Trait};
use vassal::model::geometry::Point;
use vassal::model::position::{Effect, Piece};

/// How solid a hidden piece looks to its owner, where its trait does not say.
const HIDDEN: f32 = 0.3;
/// The colour of an Area of Effect that names none.
const GREY: Colour = [128, 128, 128, 255];
/// Most parts of one piece.
const MOST_PARTS: usize = 500;
/// The pictures that the engine itself has for a piece that has moved.
const OWN_MOVED: [&str; 2] = ["moved.gif", "moved.svg"];

/// Which side of a card is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// As its own Mask says: the card lies in no deck.
    Own,
    /// Its front is up for everybody.
    Up,
    /// Its back is up for everybody.
    Down,
}

/// Who looks at a piece, and how it lies.
pub struct Look<'a> {
    /// Whether the looker may see what this player or side has masked or hidden.
    pub may_see: &'a dyn Fn(&str, &[String]) -> bool,
    /// The looker sees everything, also what its owner would have to look at on purpose.
    pub umpire: bool,
    /// Which side of it is up.
    pub face: Face,
    /// The id of the map where it lies.
    pub map: &'a str,
    /// What lies within so many cells or pixels of a place of the map.
    pub around: &'a dyn Fn(Point, i32) -> Region,
}

/// What a piece shows: its parts, innermost first, and how solid it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Pictures and texts.
    pub parts: Vec<Part>,
    /// 1 is solid.
    pub opacity: f32,
    /// What it covers about its own centre, without what its layers and labels let stand out; none without pictures.
    pub shape: Option<Extent>,
    /// The same before it was turned.
    pub upright: Option<Extent>,
}

/// Draws a piece; `None` when the looker does not see it at all.
pub fn draw(piece: &Piece, look: &Look<'_>, ruler: &mut dyn Ruler) -> Option<Drawn> {
    let drawn = Drawn { opacity: 1.0, ..Drawn::default() };
    let traits: Vec<Trait> = piece.traits.traits.iter().take(MOST_PARTS).map(known).collect();
    let layers = traits.iter().filter(|one| matches!(one, Trait::Layer(_))).count();
    let mut artist = Artist { piece, look, ruler, drawn, layers, masked: false };
    for (place, (part, text)) in traits.iter().zip(&piece.traits.traits).enumerate().rev() {
        match part {
            Trait::BasicPiece(_) => artist.basic(text),
            Trait::Layer(layer) => artist.layer(layer),
            Trait::Label(label) => artist.label(label, place),
            Trait::Mask(mask) => artist.mask(mask),
            Trait::Invisible(cloak) => artist.cloak(cloak)?,
            Trait::Verbatim(text) => artist.other(text, place),
            _ => {}
        }
    }
    Some(artist.drawn)
}

/// A trait; a Layer of the old form as one of the new.
fn known(text: &TraitText) -> Trait {
    match Trait::decode(text) {
        Trait::Verbatim(text) => Layer::of_old(&text).map_or(Trait::Verbatim(text), Trait::Layer),
        known => known,
    }
}

struct Artist<'a> {
    piece: &'a Piece,
    look: &'a Look<'a>,
    ruler: &'a mut dyn Ruler,
    drawn: Drawn,
    /// Layers that are not drawn yet; the position lists them outermost first.
    layers: usize,
    /// The looker sees the back of a mask and may know nothing of what is under it.
    masked: bool,
}

impl Artist<'_> {
    fn basic(&mut self, text: &TraitText) {
        let name = Fields::decode(&text.type_text).map(|fields| fields.get("imageName").to_owned());
        self.image(&name.unwrap_or_default(), (0, 0), 1.0);
    }

    /// Lays a picture on the piece; a blank name is none.
    fn image(&mut self, name: &str, (dx, dy): (i32, i32), scale: f32) {
        if name.trim().is_empty() {
            return;
        }
        self.drawn.parts.push(Part { scale, ..Part::new(dx, dy, Shown::Image(name.to_owned())) });
        // What is missing is told when it is drawn: a mask may yet take this picture away.
        if let Some(size) = self.ruler.picture_if_any(name) {
            self.cover(Extent::of_picture(size, scale, (dx, dy)));
        }
    }

    fn cover(&mut self, extent: Extent) {
        let with = |own: Option<Extent>| Some(own.map_or(extent, |own| own.around(extent)));
        self.drawn.shape = with(self.drawn.shape);
        self.drawn.upright = with(self.drawn.upright);
    }

    fn layer(&mut self, layer: &Layer) {
        self.layers = self.layers.saturating_sub(1);
        let state = self.piece.layers.get(self.layers);
        let level = state.map_or_else(|| layer.level(), |state| state.level);
        let Some(index) = usize::try_from(level).ok().and_then(|level| level.checked_sub(1)) else {
            return;
        };
        let number = |field: &str| layer.fields.get(field).parse().unwrap_or(0);
        let scale =
            layer.fields.get("scale").parse().ok().filter(|scale: &f32| (0.01..=20.0).contains(scale));
        if let Some(name) = layer.images().get(index) {
            self.image(name, (number("xOff"), number("yOff")), scale.unwrap_or(1.0));
        }
    }

    fn cloak(&mut self, cloak: &Plain) -> Option<()> {
        let Some(by) = cloak.hidden_by() else {
            return Some(());
        };
        if !(self.look.may_see)(&by, &cloak.shown_to()) {
            return None;
        }
        self.drawn.opacity = cloak.fields.get("transparency").parse().unwrap_or(HIDDEN).clamp(0.1, 1.0);
        if let (Some(fill), Some(shape)) = (colour(cloak.fields.get("bgColor")), self.drawn.shape) {
            self.drawn.parts.insert(0, shape.block(Some(fill), None));
        }
        Some(())
    }

    fn other(&mut self, text: &TraitText, place: usize) {
        if text.type_text.starts_with("rotate;") {
            self.turn(text);
        } else if let Some(shape) = outline(&text.type_text) {
            (self.drawn.shape, self.drawn.upright) = (Some(shape), Some(shape));
        } else if text.type_text.starts_with("footprint;") {
            let trail = Trail::read(text, (self.piece.x, self.piece.y), self.look.map);
            self.drawn.parts.extend(trail.map(|trail| Part::new(0, 0, Shown::Trail(trail))));
        } else if text.type_text.starts_with("markmoved;") && text.state_text == "true" {
            self.moved(text);
        } else if let Some(effect) = self.piece.effects.iter().find(|effect| effect.place == place) {
            self.effect(effect, text);
        }
    }

    /// An Area of Effect under what is drawn after it, unless a Map Shading shows it.
    fn effect(&mut self, effect: &Effect, text: &TraitText) {
        let Some(fields) = Fields::decode(&text.type_text).filter(|_| effect.shader.is_none()) else {
            return;
        };
        let [red, green, blue, _] = colour(fields.get("transparencyColor")).unwrap_or(GREY);
        let solid: u16 = fields.get("transparencyLevel").parse().unwrap_or(30).min(100);
        let alpha = u8::try_from(solid * 255 / 100).unwrap_or(u8::MAX);
        let region = (self.look.around)(Point::new(self.piece.x, self.piece.y), effect.radius);
        let ink = Shown::Around { region, colour: [red, green, blue, alpha] };
        // The engine draws the area before the piece inside the trait.
        self.drawn.parts.insert(0, Part::new(0, 0, ink));
    }

    /// The sign of a piece that has moved.
    fn moved(&mut self, text: &TraitText) {
        let Some(fields) = Fields::decode(&text.type_text) else {
            return;
        };
        let number = |name: &str| fields.get(name).parse().unwrap_or(0i32);
        let (x, y) = (number("xOffset"), number("yOffset"));
        let name = fields.get("icon").trim_start_matches("/images/");
        if name.trim().is_empty() {
            return;
        }
        let half = |(width, height): (u32, u32)| (width as i32 / 2, height as i32 / 2);
        let own = OWN_MOVED.contains(&name.to_ascii_lowercase().as_str());
        match self.ruler.picture_if_any(name) {
            None if own => self.drawn.parts.push(Part::new(x, y, Shown::Moved)),
            size => {
                let (dx, dy) = half(size.unwrap_or(MOVED_SIZE));
                let ink = Shown::Image(name.to_owned());
                self.drawn.parts.push(Part::new(x.saturating_add(dx), y.saturating_add(dy), ink));
            }
        }
    }

    /// Turns everything inside a rotator: an angle of its own, or one of equal steps clockwise.
    fn turn(&mut self, text: &TraitText) {
        let Some(definition) = text.type_text.strip_prefix("rotate;") else {
            return;
        };
        let state = text.state_text.split(';').next().unwrap_or_default();
        let steps: f32 =
            sequence::decode(definition, ';').first().and_then(|steps| steps.parse().ok()).unwrap_or(1.0);
        let state: f32 = state.parse().unwrap_or(0.0);
        let degrees = if steps <= 1.0 { -state } else { state * 360.0 / steps };
        if degrees.is_finite() {
            for part in &mut self.drawn.parts {
                part.turn += degrees % 360.0;
            }
            self.drawn.shape = self.drawn.shape.map(|shape| shape.turned(degrees % 360.0));
        }
    }
}

/// The shape that a Non-Rectangular trait gives its piece; what is no such trait or has no points gives none.
fn outline(definition: &str) -> Option<Extent> {
    let (scale, path) = match definition.strip_prefix("nonRect2;") {
        Some(rest) => {
            let (scale, path) = rest.split_once(';')?;
            (scale.parse().ok().filter(|scale: &f64| scale.is_finite())?, path)
        }
        None => (1.0, definition.strip_prefix("nonRect;")?),
    };
    // The name of the picture that the shape was taken from stands at the end.
    let tokens =
        path.trim_start_matches('d').split([' ', ',']).take_while(|token| !matches!(*token, "N" | "n"));
    let numbers: Vec<f64> =
        tokens.filter_map(|token| token.parse().ok()).map(|number: f64| number * scale).collect();
    let reach = |first: usize| {
        let values = || numbers.iter().skip(first).step_by(2).copied();
        (values().fold(f64::MAX, f64::min).floor() as i32, values().fold(f64::MIN, f64::max).ceil() as i32)
    };
    let ((left, right), (top, bottom)) = (reach(0), reach(1));
    let extent = Extent { left, top, width: right.saturating_sub(left), height: bottom.saturating_sub(top) };
    (numbers.len() > 1).then_some(extent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vassal::format::piece::PieceText;

    struct Even;

    impl Ruler for Even {
        fn picture(&mut self, name: &str) -> Option<(u32, u32)> {
            (name != "lost.png").then_some(if name == "back.png" { (20, 20) } else { (40, 30) })
        }

        fn words(&mut self, words: &str, _: bool) -> f32 {
            words.chars().count() as f32
        }
    }

    fn look(traits: &[(&str, &str)], labels: &[&str], may_see: bool, face: Face) -> Option<Drawn> {
        let traits = traits.iter().map(|(definition, state)| TraitText::new(*definition, *state)).collect();
        let label_texts = labels.iter().map(ToString::to_string).enumerate().collect();
        let piece = Piece { traits: PieceText { traits }.into(), label_texts, ..Piece::default() };
        let around = |_: Point, _: i32| Region::default();
        let look = Look { may_see: &|_, _| may_see, umpire: false, face, map: "Map0", around: &around };
        draw(&piece, &look, &mut Even)
    }

    fn drawn(traits: &[(&str, &str)], may_see: bool) -> Option<Drawn> {
        look(traits, &[], may_see, Face::Own)
    }

    fn images(drawn: &Drawn) -> Vec<&str> {
        let name = |part: &'_ Part| match &part.ink {
            Shown::Image(name) => Some(name.clone()),
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
        assert_eq!(images(&drawn(&masked, true).unwrap()), ["tank.png", "a.png", "back.png"]);
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

    #[test]
    fn a_picture_without_name_is_none() {
        assert_eq!(images(&drawn(&[("piece;;; ;Tank", "Main;1;2;;0")], true).unwrap()), [] as [&str; 0]);
        let blank = "emb2;;0;;;0;;;0;;;;1;false;7;-8; ,b.png,;,;true;Face;;;false;;1;1;true;;;;;1.0;;true";
        assert_eq!(images(&drawn(&[(blank, "1"), PIECE], true).unwrap()), ["tank.png"]);
    }

    #[test]
    fn a_trail_under_a_mask_tells_nobody_else_where_the_piece_was() {
        let trail = ("footprint;84,130;Trail;false;false;12", "true;Map0;1;1,2;true");
        let masked = [("obs;77,130;back.png;Mask;I;?;side:", "Japan"), trail, PIECE];
        let trails = |may_see: bool| {
            let parts = drawn(&masked, may_see).unwrap().parts;
            parts.iter().filter(|part| matches!(part.ink, Shown::Trail(_))).count()
        };
        assert_eq!(trails(false), 0);
        assert_eq!(trails(true), 1);
    }

    #[test]
    fn each_style_of_a_mask_shows_its_owner_what_he_hides() {
        let masked = |style: &str| {
            let mask = format!("obs;77,130;back.png;Mask;{style};?;side:");
            let drawn = drawn(&[(Box::leak(mask.into_boxed_str()), "Japan"), PIECE], true).unwrap();
            let part = |part: &Part| match &part.ink {
                Shown::Image(name) => (name.clone(), part.dx, part.dy, part.scale),
                _ => unreachable!("only pictures here"),
            };
            drawn.parts.iter().map(part).collect::<Vec<_>>()
        };
        let image = |name: &str, dx, dy, scale| (name.to_owned(), dx, dy, scale);
        let whole = image("tank.png", 0, 0, 1.0);
        assert_eq!(masked("I"), [whole.clone(), image("back.png", -15, -10, 0.5)]);
        assert_eq!(masked("B"), [image("back.png", 0, 0, 1.0), image("tank.png", 0, 0, 0.5)]);
        assert_eq!(masked("2"), [image("back.png", 0, 0, 1.0), image("tank.png", 8, 4, 0.8)]);
        assert_eq!(masked("P"), [image("back.png", 0, 0, 1.0)]);
        assert_eq!(masked("Gfront.png"), [whole, image("front.png", 0, 0, 1.0)]);
    }

    #[test]
    fn a_card_of_a_deck_lies_as_its_deck() {
        let card = [("obs;77,130;back.png;Mask;I;?;side:", "Japan"), PIECE];
        assert_eq!(images(&look(&card, &[], false, Face::Up).unwrap()), ["tank.png"]);
        assert_eq!(images(&look(&card, &[], true, Face::Down).unwrap()), ["back.png"]);
    }

    #[test]
    fn a_label_lies_about_the_shape_below_it() {
        let at = |places: &str, key: &str, text: &str| {
            let label = format!("label;{key};Change;10;;0,0,0;{places};$pieceName$;Dialog;0;0;Text;;false");
            let seen = look(&[(&label, "x"), PIECE], &[text], true, Face::Own).unwrap();
            let part = seen.parts.iter().find(|part| matches!(part.ink, Shown::Writing(_)));
            (part.map(|part| (part.dx, part.dy)), seen.shape.unwrap())
        };
        let tank = Extent { left: -20, top: -15, width: 40, height: 30 };
        assert_eq!(at("t;0;c;0;b;c", "76,130", "ab"), (Some((-10, -27)), tank));
        assert_eq!(at("b;-2;r;3;t;l", "76,130", "ab"), (Some((23, 13)), tank));
        assert_eq!(at("c;0;c;0;c;r", "76,130", "ab"), (Some((-20, -6)), tank));
        let wider = Extent { left: -20, top: -27, width: 40, height: 42 };
        assert_eq!(at("t;0;c;0;b;c", "", "ab"), (Some((-10, -27)), wider));
    }

    #[test]
    fn a_piece_has_the_shape_that_its_trait_gives_it() {
        let shape = |definition: &str| drawn(&[(definition, ""), PIECE], true).unwrap().shape;
        let wide = Some(Extent { left: -30, top: -5, width: 50, height: 15 });
        assert_eq!(shape("nonRect2;1.0;dM -30.0 -5.0 L 20.0 -5.0 L 20.0 10.0 Z N tank 7.png"), wide);
        assert_eq!(shape("nonRect;M,-30,-5,L,20,-5,L,20,10,Z"), wide);
        assert_eq!(shape("nonRect2;2.0;dM -15.0 -2.5 L 10.0 5.0"), wide);
        let tank = Some(Extent { left: -20, top: -15, width: 40, height: 30 });
        assert_eq!((shape("nonRect2;1.0;d"), shape("nonRect;")), (tank, tank));
    }

    #[test]
    fn a_piece_that_has_moved_shows_its_sign() {
        let marked = |icon: &str, state: &'static str| {
            let mark = format!("markmoved;{icon};20;-15;Mark Moved;77,130;;false;;;;");
            drawn(&[(&mark, state), PIECE], true).unwrap().parts.split_off(1)
        };
        let sign = Part::new(40, 0, Shown::Image("gone.png".into()));
        assert_eq!(marked("gone.png", "true"), [sign]);
        assert_eq!(marked("gone.png", "false"), []);
        assert_eq!(marked("", "true"), []);
    }
}
