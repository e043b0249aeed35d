//! Areas of Effect and Map Shadings: what of a map they cover.
//!
//! Engine classes: `counters.AreaOfEffect`, `build.module.map.MapShader`.

use super::scene::{Region, ShadingInk, Weave, colour};
use super::{Request, area_of};
use vassal::model::board::Layout;
use vassal::model::geometry::Point;
use vassal::model::map::Map;
use vassal::model::position::MapInPlay;
use vassal::model::shading::{Pattern, Shading};

/// Most cells and discs of one shading.
const MOST_CELLS: usize = 200_000;
/// The largest disc in map pixels.
const LARGEST: i32 = 20_000;

/// What lies within so many cells of a place, or so many pixels where no hexes or squares hold.
pub fn region(layout: &Layout, at: Point, radius: i32) -> Region {
    let cells = layout.board_at(at).and_then(|placed| {
        let origin = placed.bounds.origin;
        let cells = placed.board.grid.as_ref()?.cells_around(at.relative_to(origin), radius)?;
        let placed = |cell: Vec<Point>| cell.into_iter().map(|p| p.offset(origin.x, origin.y)).collect();
        Some(cells.into_iter().map(placed).collect())
    });
    match cells {
        Some(cells) => Region { cells, discs: Vec::new() },
        None => Region { cells: Vec::new(), discs: vec![(at, radius.clamp(0, LARGEST))] },
    }
}

/// The Map Shadings that are on when the game is opened. What the looker does not see shades nothing.
pub fn shadings(request: &Request<'_>, map: &Map, in_play: &MapInPlay) -> Vec<ShadingInk> {
    let on = map.shadings.iter().filter(|shading| shading.is_on);
    on.map(|shading| ink(request, in_play, shading)).collect()
}

fn ink(request: &Request<'_>, in_play: &MapInPlay, shading: &Shading) -> ShadingInk {
    let boards = shading.is_background.then(|| {
        let shaded = in_play.layout.boards.iter().filter(|placed| shading.boards.holds(&placed.board.name));
        shaded.filter_map(area_of).collect()
    });
    let opacity = |percent: u8| f32::from(percent) / 100.0;
    let border = shading.border.as_ref().and_then(|(text, percent)| {
        let [red, green, blue, _] = colour(text)?;
        Some([red, green, blue, (opacity(*percent) * 255.0) as u8])
    });
    ShadingInk {
        boards,
        region: shaded(request, in_play, &shading.name),
        weave: match &shading.pattern {
            Pattern::Dots(number, text) => Weave::Dots(*number, colour(text).unwrap_or([0, 0, 0, 255])),
            Pattern::Picture(name) => Weave::Picture(name.clone()),
        },
        opacity: opacity(shading.opacity),
        border,
        is_above: shading.is_above,
    }
}

/// The areas of all pieces of a map that a shading shows.
fn shaded(request: &Request<'_>, in_play: &MapInPlay, shader: &str) -> Region {
    let here = |map: &Option<String>| map.as_deref() == Some(in_play.identifier.as_str());
    let mut all = Region::default();
    for piece in request.position.pieces.iter().filter(|piece| here(&piece.map)) {
        let mut own = piece.effects.iter().filter(|own| own.shader.as_deref() == Some(shader)).peekable();
        if own.peek().is_none() || !request.eyes.knows(piece, Some(request.module)) {
            continue;
        }
        for effect in own {
            let region = region(&in_play.layout, Point::new(piece.x, piece.y), effect.radius);
            all.cells.extend(region.cells);
            all.discs.extend(region.discs);
        }
        if all.cells.len() + all.discs.len() > MOST_CELLS {
            break;
        }
    }
    all
}
