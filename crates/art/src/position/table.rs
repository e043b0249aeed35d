//! What lies on a map, as sprites in drawing order.

use std::collections::{BTreeMap, BTreeSet};

use super::effect;
use super::grid;
use super::html::Style;
use super::pictures::Pictures;
use super::scene::{Backdrop, Caption, Colour, Frame, Part, Scene, Shown, Sprite, colour};
use super::sprite::{self, Drawn, Face, Look};
use super::stack::{self, Extent};
use super::writing::lay_out;
use super::{Request, area_of};
use vassal::model::eyes::Eyes;
use vassal::model::geometry::Point;
use vassal::model::map::Map;
use vassal::model::position::{MapInPlay, Piece, Stack};

const WHITE: Colour = [255, 255, 255, 255];
const BLACK: Colour = [0, 0, 0, 255];
/// Pixels that each card of a deck lies right of and above the one below.
const DECK_STEP: i32 = 2;
/// Most cards of a deck that are drawn, whatever the deck says.
const MOST_CARDS: usize = 1_000;
/// Higher stacks say of how many pieces they are: the edges can't be counted.
const COUNTED_FROM: usize = 4;
/// Stacks whose pieces lie further apart are meant to be seen whole and are not lowered.
const NARROW: i32 = 6;
/// A name is covered by a pile that lies so near to its place, in map pixels.
const UNDER: u32 = 30;
/// The Marker with the side whose a piece is.
const SIDE: &str = "Side";
/// Pixels between the stacks of two sides in one place.
const SIDES_APART: i32 = 2;

/// A map as somebody sees it.
pub struct MapTable<'a> {
    /// What is to be drawn.
    pub request: &'a Request<'a>,
    /// The map.
    pub map: &'a Map,
    /// What lies on it.
    pub in_play: &'a MapInPlay,
}

/// Pieces that are drawn together, with the drawing layer and what puts them in order.
struct Pile<'a> {
    layer: usize,
    order: usize,
    pieces: Vec<&'a Piece>,
    deck: Option<&'a Stack>,
}

/// A piece with what is seen of it.
type DrawnPiece<'p> = (&'p Piece, Drawn);

impl Pile<'_> {
    fn place(&self) -> Option<(i32, i32)> {
        self.pieces.first().map(|piece| (piece.x, piece.y))
    }
}

impl MapTable<'_> {
    /// Boards and pieces, lowest first.
    pub fn scene(&self, pictures: &mut Pictures<'_>) -> Scene {
        let background = self.map.background.as_deref().and_then(colour).unwrap_or(WHITE);
        let mut cells_left = grid::MOST_OF_ALL;
        let boards = self.in_play.layout.boards.iter().filter_map(|placed| {
            let colour = placed.board.color.as_deref().and_then(colour);
            let image = placed.board.image.clone();
            let (area, grid) = (area_of(placed)?, placed.board.grid.as_ref());
            let seen = self.request.area.map_or(Some(area), |asked| asked.common(area));
            let grids = grid.zip(seen).map(|(grid, seen)| {
                let seen = on_board(seen, area, placed.reversed);
                grid::inks(grid, placed.bounds.size, seen, &mut *pictures, &mut cells_left)
            });
            let grids = grids.unwrap_or_default();
            Some(Backdrop { area, image, colour, turned: placed.reversed, grids })
        });
        let boards = boards.collect();
        let mut scene = Scene { background, boards, ..Scene::default() };
        let piles = self.piles();
        let places: Vec<(i32, i32)> = piles.iter().filter_map(Pile::place).collect();
        for pile in &piles {
            scene.sprites.extend(self.sprites(pile, &places, pictures));
        }
        scene.shadings = effect::shadings(self.request, self.map, self.in_play);
        scene.shades = self.request.shades.to_vec();
        scene.lines = self.request.lines.to_vec();
        scene.marks = self.request.marks.to_vec();
        let covered = |name: &&Caption| {
            places.iter().any(|(x, y)| x.abs_diff(name.x) < UNDER && y.abs_diff(name.y) < UNDER)
        };
        scene.captions = self.request.captions.iter().filter(covered).cloned().collect();
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
                let layer = self.layer_of(piece, piece.no_stack);
                piles.push(Pile { layer, order: piece.order, pieces: vec![piece], deck: None });
            }
        }
        for stack in position.stacks.iter().filter(|stack| own(&stack.map)) {
            let pieces: Vec<&Piece> =
                stack.pieces.iter().filter_map(|id| by_id.get(id.as_str()).copied()).collect();
            let deck = stack.deck.is_some().then_some(stack);
            let layer = match (pieces.iter().rev().find(|piece| self.sees(piece)), deck) {
                (_, Some(_)) => self.layer_of_decks(),
                (Some(top), None) => self.layer_of(top, false),
                (None, None) => continue,
            };
            piles.push(Pile { layer, order: stack.order, pieces, deck });
        }
        piles.sort_by_key(|pile| (pile.layer, pile.order));
        piles
    }

    fn sees(&self, piece: &Piece) -> bool {
        piece.hidden_by.as_ref().is_none_or(|by| self.request.eyes.may_see_among(by, &piece.shown_to))
    }

    /// Without layers of its own a map has two: what never stacks, and above it all else.
    fn layer_of(&self, piece: &Piece, no_stack: bool) -> usize {
        let layers = &self.map.layers;
        if layers.order.is_empty() && layers.property.is_empty() {
            return usize::from(!no_stack);
        }
        layers.layer_of(piece.drawing_layer.as_deref())
    }

    fn layer_of_decks(&self) -> usize {
        self.map.layers.order.len()
    }

    /// The pieces of a pile; `places` are those of all piles.
    fn sprites(&self, pile: &Pile<'_>, places: &[(i32, i32)], pictures: &mut Pictures<'_>) -> Vec<Sprite> {
        if let Some(deck) = pile.deck {
            return self.deck(deck, &pile.pieces, pictures);
        }
        let mut drawn: Vec<DrawnPiece<'_>> = Vec::new();
        for piece in &pile.pieces {
            drawn.extend(self.drawn(piece, Face::Own, pictures).map(|drawn| (*piece, drawn)));
        }
        if self.request.spread || self.map.row_gap.is_some() {
            return self.stacked(pile, drawn, places, pictures);
        }
        let sides = by_sides(drawn, &|piece| self.side_of(piece));
        // Who stands against whom is seen: each side has a stack of its own beside the other's.
        let widest =
            sides.iter().flatten().filter_map(|(_, drawn)| drawn.upright).map(|shape| shape.width).max();
        let step = widest.unwrap_or(0).saturating_add(SIDES_APART);
        let left = step.saturating_mul(i32::try_from(sides.len()).unwrap_or(1) - 1) / 2;
        let mut sprites = Vec::new();
        for (number, of_side) in (0..).zip(sides) {
            let own = self.stacked(pile, of_side, places, pictures).into_iter();
            let right = step.saturating_mul(number).saturating_sub(left);
            sprites.extend(own.map(|sprite| Sprite { x: sprite.x.saturating_add(right), ..sprite }));
        }
        sprites
    }

    /// The side whose a piece is; none of one that the looker does not know.
    fn side_of<'p>(&self, piece: &'p Piece) -> Option<&'p str> {
        let known = self.request.eyes.knows(piece, Some(self.request.module));
        let side = piece.markers.get(SIDE).filter(|side| known && !side.is_empty());
        side.map(String::as_str)
    }

    /// Pieces of a pile, one on the other or as they are spread.
    fn stacked(
        &self,
        pile: &Pile<'_>,
        drawn: Vec<DrawnPiece<'_>>,
        places: &[(i32, i32)],
        pictures: &mut Pictures<'_>,
    ) -> Vec<Sprite> {
        let extents: Vec<Extent> = drawn.iter().map(|(_, drawn)| drawn.upright.unwrap_or_default()).collect();
        let (right, up) = self.map.stack_step;
        let highest = extents.iter().map(|extent| extent.height).max().unwrap_or(0);
        // A hand shows all its cards as it is.
        let spread = self.request.spread || self.map.row_gap.is_some();
        let mut offsets = match (self.map.row_gap, pile.place()) {
            (Some(gap), _) => stack::in_a_row(&extents, gap),
            (None, Some(at)) if spread => stack::side_by_side(&extents, rows(at, places, highest)),
            _ => stack::offsets(&extents, right, up),
        };
        let narrow = -NARROW..=NARROW;
        if !spread && narrow.contains(&right) && narrow.contains(&up) {
            stack::squeeze(&mut offsets, highest / 2);
        }
        let blank = self.blank().filter(|_| !spread);
        let top = drawn.len().saturating_sub(1);
        let mut sprites: Vec<Sprite> = Vec::new();
        for (level, ((piece, drawn), (dx, dy))) in drawn.into_iter().zip(offsets).enumerate() {
            let parts = match (blank, drawn.shape) {
                (Some(_), Some(shape)) if level < top => vec![shape.block(blank, Some(BLACK))],
                _ => drawn.parts,
            };
            let (x, y) = (piece.x.saturating_add(dx), piece.y.saturating_add(dy));
            sprites.push(Sprite { x, y, opacity: drawn.opacity, parts });
        }
        if let Some((top, extent)) =
            sprites.last_mut().zip(extents.last()).filter(|_| !spread && extents.len() > COUNTED_FROM)
        {
            top.parts.extend(number_of_pieces(extents.len(), *extent, pictures));
        }
        sprites
    }

    /// What the module shows of pieces below the top of a stack, where it does not show the pieces.
    fn blank(&self) -> Option<Colour> {
        self.map.blank.as_deref().and_then(colour)
    }

    /// A deck: the uppermost card above the others, all with the same side up; an empty one is a frame.
    fn deck(&self, deck: &Stack, pieces: &[&Piece], pictures: &mut Pictures<'_>) -> Vec<Sprite> {
        let look = &deck.deck_look;
        let Some((top, below)) = pieces.split_last() else {
            let frame = look.frame.as_deref().and_then(colour);
            let (width, height) = (look.size.width.max(0), look.size.height.max(0));
            let shape = Extent { left: -width / 2, top: -height / 2, width, height };
            let parts = frame.map(|frame| shape.block(None, Some(frame)));
            return vec![Sprite { x: deck.x, y: deck.y, opacity: 1.0, parts: parts.into_iter().collect() }];
        };
        let face = if deck.face_down { Face::Down } else { Face::Up };
        let Some(top) = self.drawn(top, face, pictures) else {
            return Vec::new();
        };
        let most = usize::try_from(look.most_cards).unwrap_or(0).min(MOST_CARDS);
        let first = pieces.len().saturating_sub(most);
        let sprite = |level: i32, parts: Vec<Part>| {
            let step = DECK_STEP.saturating_mul(level);
            Sprite { x: deck.x.saturating_add(step), y: deck.y.saturating_sub(step), opacity: 1.0, parts }
        };
        let mut sprites = Vec::new();
        for (level, card) in below.iter().skip(first).enumerate() {
            let level = i32::try_from(level).unwrap_or(0);
            let parts = match (self.blank(), top.shape) {
                (Some(blank), Some(shape)) => vec![shape.block(Some(blank), Some(BLACK))],
                (Some(_), None) => Vec::new(),
                (None, _) if deck.face_down => top.parts.clone(),
                (None, _) => self.drawn(card, Face::Own, pictures).map(|card| card.parts).unwrap_or_default(),
            };
            sprites.push(sprite(level, parts));
        }
        let height = i32::try_from(pieces.len().min(most)).unwrap_or(0);
        sprites.push(sprite(height - 1, top.parts));
        sprites
    }

    fn drawn(&self, piece: &Piece, face: Face, pictures: &mut Pictures<'_>) -> Option<Drawn> {
        let may_see = |hider: &str, sides: &[String]| self.request.eyes.may_see_among(hider, sides);
        let umpire = matches!(self.request.eyes, Eyes::Umpire);
        let around = |at: Point, radius: i32| effect::region(&self.in_play.layout, at, radius);
        let look = Look { may_see: &may_see, umpire, face, map: &self.map.id, around: &around };
        sprite::draw(piece, &look, pictures)
    }
}

/// A part of the map in the pixels of a board that holds it.
fn on_board(part: Frame, board: Frame, is_turned: bool) -> Frame {
    let from = |at: i32, length: u32, start: i32, whole: u32| {
        let near = at.saturating_sub(start);
        if is_turned { (whole as i32).saturating_sub(near).saturating_sub(length as i32) } else { near }
    };
    Frame {
        x: from(part.x, part.width, board.x, board.width),
        y: from(part.y, part.height, board.y, board.height),
        ..part
    }
}

/// The pieces of a stack by the sides whose they are, the side of the lowest first; what is nobody's lies with what is
/// below it.
fn by_sides<'p>(
    drawn: Vec<DrawnPiece<'p>>,
    side_of: &dyn Fn(&'p Piece) -> Option<&'p str>,
) -> Vec<Vec<DrawnPiece<'p>>> {
    let mut sides: Vec<(Option<&str>, Vec<DrawnPiece<'_>>)> = Vec::new();
    let mut last = 0;
    for (piece, drawn) in drawn {
        let side = side_of(piece);
        let known = sides.iter().position(|(own, _)| side.is_some() && *own == side);
        // What lies lowest and is nobody's goes with the first that is somebody's.
        let first = sides.iter().position(|(own, _)| own.is_none());
        last = match (side, known.or(first)) {
            (None, _) => last.min(sides.len()),
            (Some(_), Some(known)) => known,
            (Some(_), None) => sides.len(),
        };
        if last == sides.len() {
            sides.push((side, Vec::new()));
        }
        sides[last].0 = sides[last].0.or(side);
        sides[last].1.push((piece, drawn));
    }
    sides.into_iter().map(|(_, pieces)| pieces).collect()
}

/// Where rows of pieces go from a place: away from another pile that is as close as those of one area.
fn rows((x, y): (i32, i32), places: &[(i32, i32)], height: i32) -> stack::Rows {
    let near = 1..height.saturating_mul(2);
    let level = places.iter().filter(|(_, other)| other.abs_diff(y) < height.unsigned_abs());
    let mut gaps = level.map(|(other, _)| x.saturating_sub(*other));
    match gaps.find(|gap| near.contains(&gap.saturating_abs())) {
        Some(1..) => stack::Rows::Right,
        Some(_) => stack::Rows::Left,
        None => stack::Rows::BothWays,
    }
}

/// The number of pieces, right of the top piece's lower corner.
fn number_of_pieces(number: usize, shape: Extent, pictures: &mut Pictures<'_>) -> Option<Part> {
    let style =
        Style { size: 15.0, bold: true, italic: false, underlined: false, colour: WHITE, background: None };
    let writing = lay_out(&number.to_string(), style, Some([34, 48, 58, 255]), pictures)?;
    let x = shape.left.saturating_add(shape.width);
    let y = shape.top.saturating_add(shape.height).saturating_sub(writing.height as i32);
    Some(Part::new(x, y, Shown::Writing(writing)))
}
