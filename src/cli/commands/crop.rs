//! The part of a map that `--crop` names: hexes and other places as people write them, in small letters or large.

use std::collections::BTreeMap;

use crate::cli::Failure;
use crate::cli::saves;
use crate::cli::session::Session;
use crate::table::opened::OpenedSave;
use liege_art::position::{self, Caption, Frame};
use liege_rules::data::fault::nearest;
use liege_rules::game::pack::Pack;
use liege_rules::position::places::Hex;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;
use vassal::model::geometry::{Point, Rect, Size};
use vassal::model::position::MapInPlay;

/// Room around the places where no hex tells its size, in map pixels.
const MARGIN: i32 = 120;
/// Room around an area, in map pixels.
const EDGE: i32 = 4;

/// Names that a game has for places of its map, each with the place's name on the grid.
pub type Names = Vec<(String, String)>;

/// The names of the save's game; none where no game of ours is known.
pub fn names(save: &SaveFile, module: Option<&ModuleFile>, session: &Session) -> Names {
    let Ok(Some((_, pack))) = saves::ours(save, module, session) else { return Names::new() };
    of_pack(&pack)
}

/// The names that a pack has for its hexes.
pub fn of_pack(pack: &Pack) -> Names {
    let mut names = Names::new();
    for (hex, facts) in pack.map.hexes().filter(|(_, facts)| !facts.name.is_empty()) {
        names.push((facts.name.clone(), hex.to_string()));
        let parts = facts.name.split('/').map(str::trim).filter(|part| *part != facts.name);
        names.extend(parts.map(|part| (part.to_owned(), hex.to_string())));
    }
    names
}

/// The names at their places on a map; of a place with several names the first.
pub fn captions(game: &OpenedSave, map: &str, names: &Names) -> Vec<Caption> {
    let Some(in_play) = game.position.map(map) else { return Vec::new() };
    let mut left: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, place) in names {
        left.entry(place).or_insert(name);
    }
    let places = in_play.layout.places();
    let named = places.into_iter().filter_map(|(place, at)| {
        Some(Caption { x: at.x, y: at.y, text: (*left.get(place.as_str())?).to_owned() })
    });
    named.collect()
}

/// The rectangle around one or two places: areas as a whole, of all others with room for a hex around them.
pub fn area(crop: &str, in_play: &MapInPlay, names: &Names) -> Result<Frame, Failure> {
    let places = Places::of(in_play, names);
    let both = crop
        .match_indices(',')
        .find_map(|(at, _)| Some((places.find(&crop[..at])?, places.find(&crop[at + 1..])?)));
    let Some((a, b)) = both.or_else(|| places.find(crop).map(|only| (only, only))) else {
        let unknown = crop.split(',').find(|name| places.find(name).is_none()).unwrap_or(crop).trim();
        return Err(places.unknown(unknown));
    };
    let wanted = around(in_play, a).around(around(in_play, b));
    Ok(position::boards_area(in_play).and_then(|boards| boards.common(wanted)).unwrap_or(wanted))
}

/// The places of a map.
struct Places<'a> {
    map: &'a str,
    /// Decks and places of the grids.
    own: Vec<(String, Point)>,
    names: &'a Names,
}

impl<'a> Places<'a> {
    fn of(in_play: &'a MapInPlay, names: &'a Names) -> Self {
        let mut own = in_play.layout.decks.clone();
        own.extend(in_play.layout.places());
        Self { map: &in_play.identifier, own, names }
    }

    /// A place by its name on the grid, by that name in other letters, as a hex in any form, or by the game's name.
    fn find(&self, word: &str) -> Option<Point> {
        let word = word.trim();
        let hex = Hex::tidy(word);
        let exact = |wanted: &str| self.own.iter().find(|(name, _)| name == wanted);
        let alike = |wanted: &str| self.own.iter().find(|(name, _)| same(name, wanted));
        let named = || self.names.iter().find(|(name, _)| same(name, word)).and_then(|(_, at)| exact(at));
        let found = exact(word).or_else(|| alike(word)).or_else(|| alike(&hex)).or_else(named)?;
        Some(found.1)
    }

    fn unknown(&self, word: &str) -> Failure {
        let known = || self.names.iter().map(|(name, _)| name).chain(self.own.iter().map(|(name, _)| name));
        let lower: Vec<String> = known().map(|name| name.to_lowercase()).collect();
        let near = nearest(&word.to_lowercase(), lower.iter().map(String::as_str));
        let near = near.and_then(|near| known().find(|name| name.to_lowercase() == near));
        let near = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
        let failure = Failure::new(format!("--crop: no place {word:?} on the map {:?}{near}", self.map));
        let examples: Vec<&str> = match self.names.first() {
            Some((name, place)) => vec![place, name],
            // Places of the grids come after the decks.
            None => self.own.iter().rev().map(|(name, _)| name.as_str()).take(2).collect(),
        };
        match examples.is_empty() {
            true => failure.help("the boards of this map have no grid with place names"),
            false => {
                failure.help(format!("places of this map have names such as {}", examples.join(" and ")))
            }
        }
    }
}

/// Whether two names differ in their letters' size only.
fn same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other) || one.to_lowercase() == other.to_lowercase()
}

/// What is drawn of one place.
fn around(in_play: &MapInPlay, at: Point) -> Frame {
    let layout = &in_play.layout;
    let zone = layout.zone_at(at).filter(|zone| zone.grid.is_none() && layout.location_name(at) == zone.name);
    let (margin, area) = match (zone, layout.board_at(at)) {
        (Some(zone), Some(board)) if !board.reversed => {
            let Rect { origin, size } = zone.bounds();
            let corner = board.global(origin);
            (EDGE, Rect { origin: corner, size })
        }
        _ => (room(in_play, at), Rect { origin: at, size: Size { width: 0, height: 0 } }),
    };
    let length = |pixels: i32| u32::try_from(pixels.saturating_add(2 * margin)).unwrap_or(1).max(1);
    Frame {
        x: area.origin.x.saturating_sub(margin),
        y: area.origin.y.saturating_sub(margin),
        width: length(area.size.width),
        height: length(area.size.height),
    }
}

fn room(in_play: &MapInPlay, at: Point) -> i32 {
    in_play
        .layout
        .hex_grid_at(at)
        .map_or(MARGIN, |(_, grid)| (grid.dx.max(grid.dy) * 1.5).clamp(30.0, 1000.0) as i32)
}
