//! A position as a picture: the boards of one map, its pieces bottom to top, and marks where something matters.
//!
//! Engine classes: `build.module.Map`, `map.StackMetrics`, `map.LayeredPieceCollection`, `counters.Deck`.

mod inline;
pub mod key;
mod paint;
mod pictures;
mod scene;
mod sprite;
mod stack;

use std::collections::{BTreeMap, BTreeSet};

use resvg::tiny_skia::Pixmap;

pub use pictures::{Images, image_size};
pub use scene::{Area, Colour, Mark};

use super::fonts::Fonts;
use crate::model::board::PlacedBoard;
use crate::model::eyes::Eyes;
use crate::model::map::Map;
use crate::model::module::Module;
use crate::model::position::{MapInPlay, Piece, Position, Stack};
use pictures::Pictures;
use scene::{Anchor, Backdrop, Ink, Label, Part, Scene, Sprite};
use sprite::{Drawn, Look, colour};
use stack::Extent;

/// Most pixels of a picture.
const MOST_PIXELS: u64 = 80_000_000;
/// Longest side of a picture in pixels.
const LONGEST_SIDE: u64 = 20_000;
/// Most cards of a deck that are drawn below the uppermost.
const DECK_HEIGHT: usize = 10;
/// Pixels that each card of a deck lies right of and above the one below.
const DECK_STEP: i32 = 2;
const WHITE: Colour = [255, 255, 255, 255];

/// What to draw.
pub struct Request<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its module.
    pub module: &'a Module,
    /// The map window, as saves call it.
    pub map: &'a str,
    /// The part to draw in map pixels; the boards and all pieces when `None`.
    pub area: Option<Area>,
    /// Size relative to VASSAL's 100 %.
    pub scale: f32,
    /// Who looks.
    pub eyes: &'a Eyes,
    /// Circles above everything.
    pub marks: &'a [Mark],
}

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its pixels.
    pub pixels: Pixmap,
    /// Pictures that the module does not have or that cannot be decoded, by name.
    pub missing: Vec<String>,
    /// Pieces drawn.
    pub pieces: usize,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// No such map.
    #[error("no map {wanted:?} in the module, expected one of: {}", known.join(", "))]
    NoMap {
        /// The name given.
        wanted: String,
        /// The maps of the module.
        known: Vec<String>,
    },
    /// Somebody else's window.
    #[error("the map {map:?} is private to {}", owners.join(", "))]
    Private {
        /// The map.
        map: String,
        /// The sides that may look into it.
        owners: Vec<String>,
    },
    /// Nothing to draw.
    #[error("the map {map:?} has no board in play and no pieces")]
    Nothing {
        /// The map.
        map: String,
    },
    /// Too many pixels.
    #[error(
        "the picture would have {width} x {height} pixels, expected at most {LONGEST_SIDE} a side and {MOST_PIXELS} in all"
    )]
    TooLarge {
        /// Width in pixels.
        width: u64,
        /// Height in pixels.
        height: u64,
    },
    /// A scale that is none.
    #[error("cannot draw at scale {0}, expected a number from 0.01 to 20")]
    Scale(f32),
}

/// Draws a position.
///
/// # Errors
/// No such map, nothing on it, or too many pixels.
pub fn draw(request: &Request<'_>, images: &mut dyn Images, fonts: &Fonts) -> Result<Picture, PictureError> {
    if !(0.01..=20.0).contains(&request.scale) {
        return Err(PictureError::Scale(request.scale));
    }
    let (map, in_play) = find_map(request)?;
    let mut pictures = Pictures::new(images, fonts);
    let table = Table { request, map };
    let scene = table.scene(in_play, &mut pictures);
    let area = request
        .area
        .or_else(|| whole(&scene))
        .ok_or_else(|| PictureError::Nothing { map: map.identifier().into() })?;
    let length = |pixels: u32| (f64::from(pixels) * f64::from(request.scale)).round() as u64;
    let (width, height) = (length(area.width), length(area.height));
    let too_large = PictureError::TooLarge { width, height };
    if width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS {
        return Err(too_large);
    }
    let pixels = paint::paint(&scene, area, request.scale, &mut pictures, fonts).ok_or(too_large)?;
    Ok(Picture { pixels, missing: pictures.missing(), pieces: scene.sprites.len() })
}

/// The boards of a map and the room around them, in map pixels; `None` without boards.
pub fn boards_area(in_play: &MapInPlay) -> Option<Area> {
    in_play.layout.boards.iter().filter_map(area_of).reduce(Area::around)
}

fn area_of(board: &PlacedBoard) -> Option<Area> {
    let bounds = board.bounds;
    let length = |pixels: i32| u32::try_from(pixels).ok().filter(|pixels| *pixels > 0);
    Some(Area {
        x: bounds.origin.x,
        y: bounds.origin.y,
        width: length(bounds.size.width)?,
        height: length(bounds.size.height)?,
    })
}

fn find_map<'a>(request: &Request<'a>) -> Result<(&'a Map, &'a MapInPlay), PictureError> {
    let no_map = || PictureError::NoMap {
        wanted: request.map.to_owned(),
        known: request.module.maps.iter().map(|map| map.identifier().to_owned()).collect(),
    };
    let map = request.module.map(request.map).ok_or_else(no_map)?;
    if !request.eyes.may_open(&map.kind) {
        use crate::model::map::MapKind;
        let owners = match &map.kind {
            MapKind::Private(owners) | MapKind::Hand(owners) => owners.sides.clone(),
            _ => Vec::new(),
        };
        return Err(PictureError::Private { map: map.identifier().to_owned(), owners });
    }
    let in_play = request.position.map(map.identifier()).ok_or_else(no_map)?;
    Ok((map, in_play))
}

/// Everything there is: boards, and pieces that lie beside them.
fn whole(scene: &Scene) -> Option<Area> {
    let boards = scene.boards.iter().map(|board| board.area).reduce(Area::around);
    boards.or_else(|| {
        let around = |sprite: &Sprite| Area { x: sprite.x - 60, y: sprite.y - 60, width: 120, height: 120 };
        scene.sprites.iter().map(around).reduce(Area::around)
    })
}

struct Table<'a> {
    request: &'a Request<'a>,
    map: &'a Map,
}

/// Pieces that are drawn together, with the drawing layer and what puts them in order.
struct Pile<'a> {
    layer: usize,
    pieces: Vec<&'a Piece>,
    deck: Option<&'a Stack>,
}

impl Table<'_> {
    fn scene(&self, in_play: &MapInPlay, pictures: &mut Pictures<'_>) -> Scene {
        let background = self.map.background.as_deref().and_then(colour).unwrap_or(WHITE);
        let boards = in_play.layout.boards.iter().filter_map(|placed| {
            let background = placed.board.color.as_deref().and_then(colour).unwrap_or(WHITE);
            let image = placed.board.image.clone();
            Some(Backdrop { area: area_of(placed)?, image, colour: background, turned: placed.reversed })
        });
        let mut scene = Scene { background, boards: boards.collect(), ..Scene::default() };
        for pile in self.piles() {
            scene.sprites.extend(self.sprites(&pile, pictures));
        }
        scene.marks = self.request.marks.to_vec();
        scene
    }

    /// Lone pieces, stacks and decks of the map, lowest first.
    fn piles(&self) -> Vec<Pile<'_>> {
        let position = self.request.position;
        let own = |map: &Option<String>| map.as_deref() == Some(self.map.identifier());
        let by_id: BTreeMap<&str, &Piece> =
            position.pieces.iter().map(|piece| (piece.id.as_str(), piece)).collect();
        let stacked: BTreeSet<&str> =
            position.stacks.iter().flat_map(|stack| &stack.pieces).map(String::as_str).collect();
        let mut piles = Vec::new();
        for piece in position.pieces.iter().filter(|piece| own(&piece.map)) {
            if !stacked.contains(piece.id.as_str()) {
                piles.push(Pile { layer: self.layer_of(piece), pieces: vec![piece], deck: None });
            }
        }
        for stack in position.stacks.iter().filter(|stack| own(&stack.map)) {
            let pieces: Vec<&Piece> =
                stack.pieces.iter().filter_map(|id| by_id.get(id.as_str()).copied()).collect();
            let Some(top) = pieces.last() else {
                continue;
            };
            let deck = stack.deck.is_some().then_some(stack);
            let layer = if deck.is_some() { self.map.layers.order.len() } else { self.layer_of(top) };
            piles.push(Pile { layer, pieces, deck });
        }
        // Within a layer those that never stack came into the game first and lie lowest.
        piles.sort_by_key(|pile| {
            (pile.layer, pile.deck.is_none() && !pile.pieces.iter().all(|piece| piece.no_stack))
        });
        piles
    }

    fn layer_of(&self, piece: &Piece) -> usize {
        self.map.layers.layer_of(piece.property(&self.map.layers.property))
    }

    fn sprites(&self, pile: &Pile<'_>, pictures: &mut Pictures<'_>) -> Vec<Sprite> {
        if let Some(deck) = pile.deck {
            return self.deck(deck, &pile.pieces);
        }
        let drawn: Vec<(&Piece, Drawn)> =
            pile.pieces.iter().filter_map(|piece| Some((*piece, self.drawn(piece, false)?))).collect();
        let extents: Vec<Extent> = drawn.iter().map(|(_, drawn)| extent(drawn, pictures)).collect();
        let (right, up) = self.map.stack_step;
        let mut offsets = stack::offsets(&extents, right, up);
        stack::squeeze(&mut offsets, extents.iter().map(|extent| extent.height).max().unwrap_or(0) / 2);
        let sprite = |((piece, drawn), (dx, dy)): ((&Piece, Drawn), (i32, i32))| Sprite {
            x: piece.x.saturating_add(dx),
            y: piece.y.saturating_add(dy),
            opacity: drawn.opacity,
            parts: drawn.parts,
        };
        let mut sprites: Vec<Sprite> = drawn.into_iter().zip(offsets).map(sprite).collect();
        if let Some(top) = sprites.last_mut().filter(|_| extents.len() > COUNTED_FROM) {
            top.parts.push(number_of_pieces(extents.len()));
        }
        sprites
    }

    /// A deck: some cards below, the uppermost above; when it lies with its backs up nobody sees a face.
    fn deck(&self, deck: &Stack, pieces: &[&Piece]) -> Vec<Sprite> {
        let Some(drawn) = pieces.last().and_then(|top| self.drawn(top, deck.face_down)) else {
            return Vec::new();
        };
        let height = pieces.len().min(DECK_HEIGHT);
        let at = |level: usize| {
            let offset = DECK_STEP * i32::try_from(level).unwrap_or(0);
            (deck.x.saturating_add(offset), deck.y.saturating_sub(offset))
        };
        let card = |level: usize| {
            let (x, y) = at(level);
            Sprite { x, y, opacity: 1.0, parts: drawn.parts.clone() }
        };
        (0..height).map(card).collect()
    }

    fn drawn(&self, piece: &Piece, back: bool) -> Option<Drawn> {
        let property = |key: &str| match key {
            "pieceName" | "PieceName" => Some(piece.name.clone()),
            "BasicName" => Some(piece.basic_name.clone()),
            "LocationName" => piece.location.clone(),
            "CurrentMap" => piece.map.clone(),
            "CurrentZone" => piece.zone.clone(),
            "CurrentBoard" => piece.board.clone(),
            _ => match key.strip_suffix("_Level") {
                Some(name) => piece.layer(name).map(|layer| layer.level.to_string()),
                None => piece.property(key).map(str::to_owned),
            },
        };
        let may_see = |hider: &str| self.request.eyes.may_see(hider);
        sprite::draw(&piece.traits, &Look { may_see: &may_see, property: &property, back })
    }
}

/// Higher stacks say of how many pieces they are: the edges can't be counted.
const COUNTED_FROM: usize = 4;

/// The number of pieces, right of the top piece's lower corner.
fn number_of_pieces(number: usize) -> Part {
    let label = Label {
        text: number.to_string(),
        font_size: 15,
        bold: true,
        colour: WHITE,
        background: Some([34, 48, 58, 255]),
        place: (Anchor::End, Anchor::End),
        just: (Anchor::Start, Anchor::End),
    };
    Part { dx: 0, dy: 0, turn: 0.0, ink: Ink::Label(label) }
}

/// What the pictures of a piece cover together, turned ones by their own sides.
fn extent(drawn: &Drawn, pictures: &mut Pictures<'_>) -> Extent {
    let mut edges: Option<(i32, i32, i32, i32)> = None;
    for part in &drawn.parts {
        let Ink::Image { name, scale } = &part.ink else {
            continue;
        };
        let Some((width, height)) = pictures.size(name) else {
            continue;
        };
        let length = |pixels: u32| (pixels as f32 * scale) as i32;
        let (left, top) = (part.dx - length(width) / 2, part.dy - length(height) / 2);
        let (right, bottom) = (left + length(width), top + length(height));
        edges = Some(match edges {
            None => (left, top, right, bottom),
            Some((l, t, r, b)) => (l.min(left), t.min(top), r.max(right), b.max(bottom)),
        });
    }
    let (left, top, right, bottom) = edges.unwrap_or_default();
    Extent { left, top, width: right - left, height: bottom - top }
}
