//! The way from a save to a situation: neutral facts of every piece, told in the pack's terms.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::assemble::{Raw, assemble, untold};
use super::{Clock, Mark, PlaceId, Situation, Spot, TRAY_WINDOW, Untold};
use crate::diagnostic::Place;
use crate::model::position::{self, Position};
use crate::rules::catalogue::Source;
use crate::rules::hexmap::Hex;
use crate::rules::pack::Pack;

/// What a save shows of one piece, without any game's meaning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// The piece's id.
    pub id: String,
    /// The piece's name.
    pub name: String,
    /// The map window; empty when it is on none.
    pub map: String,
    /// Pixels from the map's left edge.
    pub x: i32,
    /// Pixels from the map's top edge.
    pub y: i32,
    /// The board it is on.
    pub board: String,
    /// The zone it is in.
    pub zone: String,
    /// The location name that the grid gives.
    pub location: String,
    /// The id of its stack or deck; `None` when it lies alone.
    pub stack: Option<String>,
    /// Its place in the stack, 0 at the bottom.
    pub order: usize,
    /// Layers by name with their level, negative when inactive.
    pub layers: Vec<(String, i32)>,
    /// Markers and properties of the piece.
    pub markers: BTreeMap<String, String>,
    /// The side or player that masked it.
    pub masked_by: Option<String>,
    /// The side or player that made it invisible.
    pub hidden_by: Option<String>,
    /// The image it shows.
    pub image: String,
}

impl From<&position::Piece> for Seen {
    fn from(piece: &position::Piece) -> Self {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let mut markers = piece.properties.clone();
        markers.extend(piece.markers.clone());
        Self {
            id: piece.id.clone(),
            name: if piece.basic_name.is_empty() {
                piece.true_name.clone()
            } else {
                piece.basic_name.clone()
            },
            map: text(&piece.map),
            x: piece.x,
            y: piece.y,
            board: text(&piece.board),
            zone: text(&piece.zone),
            location: text(&piece.location),
            stack: piece.stack.clone(),
            order: piece.index,
            layers: piece.layers.iter().map(|layer| (layer.name.clone(), layer.level)).collect(),
            markers,
            masked_by: piece.masked_by.clone(),
            hidden_by: piece.hidden_by.clone(),
            image: piece.image.clone(),
        }
    }
}

/// The pieces of a save that lie on a map, as facts without a game's meaning.
pub fn seen(position: &Position) -> Vec<Seen> {
    position.pieces.iter().filter(|piece| piece.map.is_some()).map(Seen::from).collect()
}

/// Who looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// An umpire, who sees all.
    All,
    /// A side: what another hides from it is neither named nor counted.
    Side(String),
}

/// Whether a position has secrets, so that the tool must ask who looks.
pub fn needs_side(seen: &[Seen]) -> bool {
    seen.iter().any(|piece| piece.masked_by.is_some() || piece.hidden_by.is_some())
}

/// The situation of the pieces of a save.
pub fn from_seen(pack: &Arc<Pack>, seen: &[Seen], clock: Clock, sight: &Sight) -> Situation {
    let mut untold = Vec::new();
    let mut stacks: BTreeMap<&str, usize> = BTreeMap::new();
    let mut raws = Vec::new();
    for (number, piece) in seen.iter().enumerate() {
        if is_secret(pack, piece, sight) {
            continue;
        }
        let stack = match piece.stack.as_deref() {
            Some(id) => *stacks.entry(id).or_insert(number),
            None => number,
        };
        raws.push(raw(pack, piece, stack, &mut untold));
    }
    assemble(pack, raws, clock, BTreeMap::new(), untold)
}

fn is_secret(pack: &Pack, piece: &Seen, sight: &Sight) -> bool {
    let Sight::Side(side) = sight else {
        return false;
    };
    let owned = |owner: &String| owner == side || owner.strip_prefix("side:") == Some(side.as_str());
    let hidden = [&piece.masked_by, &piece.hidden_by].into_iter().flatten().any(|owner| !owned(owner));
    let all_seeing = pack.sides.iter().any(|known| known.name == *side && known.alliance.is_empty());
    hidden || (!all_seeing && pack.terms.private.get(&piece.map).is_some_and(|owner| owner != side))
}

fn raw(pack: &Pack, piece: &Seen, stack: usize, told: &mut Vec<Untold>) -> Raw {
    let at = place(pack, piece);
    let where_ = || Place {
        map: Some(piece.map.clone()),
        location: if piece.location.is_empty() { piece.map.clone() } else { piece.location.clone() },
        x: Some(piece.x),
        y: Some(piece.y),
    };
    let marker = piece.markers.get(&pack.terms.marker);
    let entry = marker.and_then(|id| pack.catalogue.get(id)).cloned();
    if entry.is_none() {
        let reason = match marker {
            Some(id) => format!("no counter of this game has the id \"{id}\""),
            None => format!("it names no counter of this game: it has no Marker {}", pack.terms.marker),
        };
        told.push(untold(&piece.id, &piece.name, where_(), reason));
    } else if let PlaceId::Off(_) = at {
        told.push(untold(
            &piece.id,
            &piece.name,
            where_(),
            "it lies on no hex, box or tray that the game knows",
        ));
    }
    let marks = marks(pack, &piece.layers);
    let said = |name: &str| piece.layers.iter().any(|(layer, _)| layer == name);
    let posture_layers = pack.terms.layers.iter().filter(|layer| {
        layer
            .levels
            .iter()
            .any(|mark| matches!(mark, Mark::Docked | Mark::Aboard | Mark::Aloft | Mark::Pinned))
    });
    Raw {
        id: piece.id.clone(),
        name: if piece.name.is_empty() {
            entry.as_ref().map_or(String::new(), |e| e.name.clone())
        } else {
            piece.name.clone()
        },
        entry,
        at,
        stack,
        depth: piece.order,
        marks,
        told: posture_layers.into_iter().any(|layer| said(&layer.name)),
        tray: Some(piece.markers.get(TRAY_WINDOW).unwrap_or(&piece.map).clone()),
        carrier: None,
        attack: None,
        spot: Some(Spot { map: piece.map.clone(), x: piece.x, y: piece.y }),
        source: Source::Rules,
    }
}

/// The meaning of each Layer's level; an inactive Layer counts as its first level.
fn marks(pack: &Pack, layers: &[(String, i32)]) -> BTreeSet<Mark> {
    let known = |name: &String| pack.terms.layers.iter().find(|layer| layer.name == *name);
    layers
        .iter()
        .filter_map(|(name, level)| {
            let index = usize::try_from(*level).unwrap_or(1).max(1) - 1;
            known(name)?.levels.get(index).copied()
        })
        .filter(|mark| *mark != Mark::Nothing)
        .collect()
}

fn place(pack: &Pack, piece: &Seen) -> PlaceId {
    let names = [&piece.location, &piece.zone, &piece.map];
    if let Some(number) = tray(pack, &names) {
        return PlaceId::Tray(number);
    }
    if let Some(hex) = piece.location.parse::<Hex>().ok().filter(|hex| pack.map.has(*hex)) {
        return PlaceId::Hex(hex);
    }
    if let Some(found) = names.iter().find_map(|name| pack.map.place(name)) {
        return PlaceId::Box(found.name.clone());
    }
    PlaceId::Off(
        names.iter().find(|name| !name.is_empty()).map_or("nowhere", |name| name.as_str()).to_owned(),
    )
}

fn tray(pack: &Pack, names: &[&String]) -> Option<u16> {
    let regex = pack.terms.tray.as_ref()?;
    names.iter().find_map(|name| regex.captures(name)?.get(1)?.as_str().parse().ok())
}
