//! A position as a picture: the boards of one map, its pieces bottom to top, and marks where something matters.
//!
//! Engine classes: `build.module.Map`, `map.StackMetrics`, `map.LayeredPieceCollection`, `counters.Deck`.
//!
//! Each step knows less than the one before: `table` puts pieces in drawing order, `sprite` and `html` turn traits
//! and labels into parts, `scene` has only shapes and picture names, `paint` makes pixels. Of a large board only the
//! rows drawn are decoded (`rows`). Pictures of one call (`Drawer`) share decoded pictures, labels and reduced
//! boards. Bytes of XML, decoded and painted pixels and texts come out of one `Budget` of about three seconds for
//! each drawing (`pictures`); what exceeds it is drawn as missing and named. `art::vector` counts what an SVG
//! amounts to, with all references followed, before anything is drawn.

mod crisp;
mod decoding;
mod effect;
mod grid;
mod html;
mod inline;
pub mod key;
mod letters;
mod line;
mod mark;
mod means;
mod paint;
mod pictures;
mod rows;
mod scaling;
mod scene;
mod shade;
mod sprite;
mod stack;
mod table;
mod trail;
mod writing;

use resvg::tiny_skia::Pixmap;

pub use decoding::{has_pixels, image_size};
pub use pictures::Images;
pub use scene::{Caption, Colour, Frame, Line, Mark, Shade};

use super::fonts::Fonts;
use pictures::Pictures;
use scene::{Scene, Shown, Sprite};
use table::MapTable;
use vassal::model::board::PlacedBoard;
use vassal::model::eyes::Eyes;
use vassal::model::map::{Map, MapKind};
use vassal::model::module::Module;
use vassal::model::position::{MapInPlay, Position};

/// Most pixels of a picture.
const MOST_PIXELS: u64 = 80_000_000;
/// Most pixels of one whose scale nobody asked for.
pub const MOST_UNASKED: u64 = 40_000_000;
/// Longest side of a picture in pixels.
const LONGEST_SIDE: u64 = 20_000;
/// The scales at which a picture can be drawn.
const SCALES: std::ops::RangeInclusive<f32> = 0.01..=20.0;
/// How far from the map a piece may lie and still be in its picture, in map pixels.
const FARTHEST: i32 = 300;

/// What to draw.
pub struct Request<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its module.
    pub module: &'a Module,
    /// The map window, as saves call it.
    pub map: &'a str,
    /// The part to draw in map pixels; the map with its edge and all pieces when `None`.
    pub area: Option<Frame>,
    /// Size relative to VASSAL's 100 %; where none is given, that size or the largest that a picture may have.
    pub scale: Option<f32>,
    /// Who looks.
    pub eyes: &'a Eyes,
    /// Shaded parts of the map, below everything else.
    pub shades: &'a [Shade],
    /// Lines below the pieces, with their ends above them.
    pub lines: &'a [Line],
    /// Names of places; those that a pile lies on are written below it.
    pub captions: &'a [Caption],
    /// Circles above everything.
    pub marks: &'a [Mark],
    /// Whether the pieces of a stack lie side by side, so that all can be seen.
    pub spread: bool,
}

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its pixels.
    pub pixels: Pixmap,
    /// Size relative to VASSAL's 100 %.
    pub scale: f32,
    /// The largest such size in which it can be drawn.
    pub largest: f32,
    /// Pictures of pieces that the module does not have or that cannot be decoded, by name.
    pub missing: Vec<String>,
    /// Pictures among them, and of boards, that would take too much work or memory; `labels` for texts.
    pub too_much: Vec<String>,
    /// Boards that are not drawn for the same reason, and their pictures.
    pub missing_boards: Vec<(String, String)>,
    /// Pieces, stacks and decks that lie too far from the map to be in its picture.
    pub far: usize,
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
        "the picture would have {width} x {height} pixels, expected at most {LONGEST_SIDE} on a side and \
         {MOST_PIXELS} in total"
    )]
    TooLarge {
        /// Width in pixels.
        width: u64,
        /// Height in pixels.
        height: u64,
        /// The largest scale at which it would not have too many.
        largest: f32,
    },
    /// A scale that is none.
    #[error("cannot draw at scale {0}, expected a number from 0.01 to 20")]
    Scale(f32),
}

/// Draws a position.
///
/// # Errors
/// No such map, nothing on it, or too many pixels at the scale given.
pub fn draw(request: &Request<'_>, images: &mut dyn Images, fonts: &Fonts) -> Result<Picture, PictureError> {
    Drawer::new(images, fonts).draw(request)
}

/// Draws one picture after the other, for which the module's pictures are decoded once.
pub struct Drawer<'a> {
    pictures: Pictures<'a>,
    fonts: &'a Fonts,
}

impl<'a> Drawer<'a> {
    /// Nothing decoded yet.
    pub fn new(images: &'a mut dyn Images, fonts: &'a Fonts) -> Self {
        Self { pictures: Pictures::new(images, fonts), fonts }
    }

    /// Draws a position.
    ///
    /// # Errors
    /// No such map, nothing on it, or too many pixels at the scale given.
    pub fn draw(&mut self, request: &Request<'_>) -> Result<Picture, PictureError> {
        self.pictures.begin();
        drawn(request, &mut self.pictures, self.fonts)
    }
}

fn drawn(request: &Request<'_>, pictures: &mut Pictures<'_>, fonts: &Fonts) -> Result<Picture, PictureError> {
    if let Some(scale) = request.scale.filter(|scale| !SCALES.contains(scale)) {
        return Err(PictureError::Scale(scale));
    }
    let (map, in_play) = find_map(request)?;
    let table = MapTable { request, map, in_play };
    let scene = table.scene(pictures);
    let bounds = sprites_bounds(&scene, pictures);
    let (whole, far) = match (&map.kind, map_area(map, in_play)) {
        // The window of a hand grows with its cards.
        (MapKind::Hand(_), Some(area)) => (Some(bounds.iter().copied().fold(area, reaching)), 0),
        (_, area) => whole(area, &bounds),
    };
    let area =
        request.area.or(whole).ok_or_else(|| PictureError::Nothing { map: map.identifier().into() })?;
    let scale = request.scale.unwrap_or_else(|| largest_scale(area, MOST_UNASKED).min(1.0));
    let length = |pixels: u32| (f64::from(pixels) * f64::from(scale)).round() as u64;
    let (width, height) = (length(area.width), length(area.height));
    let largest = largest_scale(area, MOST_PIXELS);
    let too_large = PictureError::TooLarge { width, height, largest };
    if width > LONGEST_SIDE || height > LONGEST_SIDE || width * height > MOST_PIXELS {
        return Err(too_large);
    }
    let pixels = paint::paint(&scene, area, scale, pictures, fonts).ok_or(too_large)?;
    let missing_boards = missing_boards(in_play, pictures);
    let board = |name: &String| missing_boards.iter().any(|(_, picture)| picture == name);
    let missing = pictures.missing().into_iter().filter(|name| !board(name)).collect();
    let too_much = pictures.too_much();
    Ok(Picture {
        pixels,
        scale,
        largest,
        missing,
        too_much,
        missing_boards,
        far: if request.area.is_some() { 0 } else { far },
    })
}

/// The largest scale, in hundredths, at which a picture of an area is not too large.
fn largest_scale(area: Frame, most: u64) -> f32 {
    let (width, height) = (f64::from(area.width.max(1)), f64::from(area.height.max(1)));
    let by_side = LONGEST_SIDE as f64 / width.max(height);
    let by_pixels = (most as f64 / (width * height)).sqrt();
    let hundredths = (by_side.min(by_pixels) * 100.0).floor() / 100.0;
    (hundredths as f32).clamp(*SCALES.start(), *SCALES.end())
}

/// Boards in play whose pictures could not be drawn.
fn missing_boards(in_play: &MapInPlay, pictures: &mut Pictures<'_>) -> Vec<(String, String)> {
    let pictured = in_play.layout.boards.iter().filter_map(|placed| {
        let image = placed.board.image.clone()?;
        Some((placed.board.name.clone(), image))
    });
    let mut missing: Vec<_> = pictured.filter(|(_, image)| pictures.size(image).is_none()).collect();
    missing.sort();
    missing.dedup();
    missing
}

/// The boards of a map and the room around them, in map pixels; `None` without boards.
pub fn boards_area(in_play: &MapInPlay) -> Option<Frame> {
    in_play.layout.boards.iter().filter_map(area_of).reduce(Frame::around)
}

fn area_of(board: &PlacedBoard) -> Option<Frame> {
    let bounds = board.bounds;
    let length = |pixels: i32| u32::try_from(pixels).ok().filter(|pixels| *pixels > 0);
    Some(Frame {
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
        let owners = match &map.kind {
            MapKind::Private(owners) | MapKind::Hand(owners) => owners.sides.clone(),
            _ => Vec::new(),
        };
        return Err(PictureError::Private { map: map.identifier().to_owned(), owners });
    }
    let in_play = request.position.map(map.identifier()).ok_or_else(no_map)?;
    Ok((map, in_play))
}

/// The map with the empty room around its boards, from its upper left corner; `None` without boards.
fn map_area(map: &Map, in_play: &MapInPlay) -> Option<Frame> {
    let boards = boards_area(in_play)?;
    let room = |pixels: i32| u32::try_from(pixels).unwrap_or(0);
    let width = boards.width.saturating_add(room(map.edge.width));
    let height = boards.height.saturating_add(room(map.edge.height));
    Some(Frame { width, height, ..boards }.around(Frame { x: 0, y: 0, width: 1, height: 1 }))
}

/// An area that reaches right and down to the end of another.
fn reaching(area: Frame, other: Frame) -> Frame {
    let both = area.around(other);
    let cut = |start: i32, both: i32| start.saturating_sub(both).unsigned_abs();
    let (width, height) = (both.width - cut(area.x, both.x), both.height - cut(area.y, both.y));
    Frame { width, height, ..area }
}

/// The map and the pieces around it; how many lie beyond and are not in the picture.
///
/// A piece that lies on the map is cut at its edge, as in the engine's window. Where more lie far away than near, the
/// module keeps a store of pieces out of sight.
fn whole(map: Option<Frame>, sprites: &[Frame]) -> (Option<Frame>, usize) {
    let Some(map) = map else {
        return (sprites.iter().copied().reduce(Frame::around), 0);
    };
    let reach = Frame {
        x: map.x.saturating_sub(FARTHEST),
        y: map.y.saturating_sub(FARTHEST),
        width: map.width.saturating_add(2 * FARTHEST.unsigned_abs()),
        height: map.height.saturating_add(2 * FARTHEST.unsigned_abs()),
    };
    let beyond = sprites.iter().copied().filter(|sprite| map.common(sprite.middle()).is_none());
    let (near, far): (Vec<Frame>, Vec<Frame>) =
        beyond.partition(|sprite| sprite.common(reach) == Some(*sprite));
    if far.len() > near.len() {
        return (Some(map), near.len() + far.len());
    }
    (Some(near.into_iter().fold(map, Frame::around)), far.len())
}

/// What each sprite covers, as far as its own pictures and texts reach.
fn sprites_bounds(scene: &Scene, pictures: &mut Pictures<'_>) -> Vec<Frame> {
    let bounds = |sprite: &Sprite| {
        let parts = sprite.parts.iter().filter_map(|part| {
            let extent = match &part.ink {
                Shown::Image(name) => {
                    stack::Extent::of_picture(pictures.size(name)?, part.scale, (part.dx, part.dy))
                }
                Shown::Writing(writing) => corner(part, (writing.width as i32, writing.height as i32)),
                Shown::Block { size, .. } => corner(part, (size.0 as i32, size.1 as i32)),
                // What lies around the piece does not make the picture larger.
                Shown::Trail(_) | Shown::Around { .. } => return None,
                Shown::Moved => corner(part, (scene::MOVED_SIZE.0 as i32, scene::MOVED_SIZE.1 as i32)),
            };
            Some(extent.turned(part.turn))
        });
        let extent = parts.reduce(stack::Extent::around)?;
        let length = |pixels: i32| u32::try_from(pixels).unwrap_or(0);
        Some(Frame {
            x: sprite.x.saturating_add(extent.left),
            y: sprite.y.saturating_add(extent.top),
            width: length(extent.width),
            height: length(extent.height),
        })
    };
    scene.sprites.iter().filter_map(bounds).collect()
}

fn corner(part: &scene::Part, (width, height): (i32, i32)) -> stack::Extent {
    let length = |pixels: i32| (pixels as f32 * part.scale) as i32;
    stack::Extent { left: part.dx, top: part.dy, width: length(width), height: length(height) }
}
