//! The one way from a save to a situation: what these eyes see of a position, told in the pack's terms.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::assemble::{Raw, assemble, untold};
use super::{Clock, Mark, PlaceId, Situation, Spot, TRAY_WINDOW, Untold, clock};
use crate::diagnostic::Place;
use crate::model::eyes::Eyes;
use crate::model::module::Module;
use crate::model::position::{LayerState, Piece, Position};
use crate::rules::catalogue::Source;
use crate::rules::pack::{Pack, Phase};
use crate::rules::places::Hex;

/// The situation that a save shows to these eyes: what they do not see is neither named nor counted.
///
/// The clock is that of the turn trackers, as far as they tell; a `phase` that somebody names goes before. The module
/// says what is a private window, and so does the pack. Without a module no tracker tells the time.
pub fn from_save(
    pack: &Arc<Pack>,
    position: &Position,
    module: Option<&Module>,
    eyes: &Eyes,
    phase: Option<&Phase>,
) -> Situation {
    let eyes = eyes.clone().without(pack.closed_to(eyes.side()));
    let mut told = Vec::new();
    let mut stacks: BTreeMap<&str, usize> = BTreeMap::new();
    let mut raws = Vec::new();
    for piece in position.pieces.iter().filter(|piece| eyes.knows(piece, module)) {
        let number = raws.len();
        let stack = piece.stack.as_deref().map_or(number, |id| *stacks.entry(id).or_insert(number));
        raws.push(raw(pack, piece, stack, &mut told));
    }
    let mut clock = module.map_or_else(Clock::default, |module| clock::shown(position, module, pack));
    clock.phase = phase.map(|phase| phase.id.clone()).or(clock.phase);
    let mut situation = assemble(pack, raws, clock, BTreeMap::new(), told);
    let own = position.properties.iter().filter(|((container, _), _)| container == "Module");
    situation.globals = own.map(|((_, name), value)| (name.clone(), value.clone())).collect();
    situation
}

/// Its name; a piece that names its counter goes by its plain one, as its states are told apart from it.
fn name<'p>(pack: &Pack, piece: &'p Piece) -> &'p str {
    if piece.markers.contains_key(&pack.terms.marker) { &piece.basic_name } else { &piece.true_name }
}

fn raw(pack: &Pack, piece: &Piece, stack: usize, told: &mut Vec<Untold>) -> Raw {
    let name = name(pack, piece);
    let [map, _, location] = where_it_lies(piece);
    let at = place(pack, piece);
    let where_ = || Place {
        map: Some(map.to_owned()),
        location: if location.is_empty() { map } else { location }.to_owned(),
        x: Some(piece.x),
        y: Some(piece.y),
    };
    let marker = piece.property(&pack.terms.marker);
    let entry = marker.and_then(|id| pack.catalogue.get(id)).cloned();
    if entry.is_none() {
        let reason = match marker {
            Some(id) => format!("no counter of this game has the id \"{id}\""),
            None => format!("it names no counter of this game: it has no Marker {}", pack.terms.marker),
        };
        told.push(untold(&piece.id, name, where_(), reason));
    } else if let PlaceId::Off(_) = at {
        told.push(untold(&piece.id, name, where_(), "it lies on no hex, box or tray that the game knows"));
    }
    let marks = marks(pack, &piece.layers);
    let said = |name: &str| piece.layer(name).is_some();
    let posture_layers = pack.terms.layers.iter().filter(|layer| {
        layer
            .levels
            .iter()
            .any(|mark| matches!(mark, Mark::Docked | Mark::Aboard | Mark::Aloft | Mark::Pinned))
    });
    Raw {
        id: piece.id.clone(),
        name: match &entry {
            Some(entry) if name.is_empty() => entry.name.clone(),
            _ => name.to_owned(),
        },
        entry,
        at,
        stack,
        depth: piece.index,
        marks,
        told: posture_layers.into_iter().any(|layer| said(&layer.name)),
        tray: Some(piece.property(TRAY_WINDOW).unwrap_or(map).to_owned()),
        carrier: None,
        attack: None,
        spot: Some(Spot { map: map.to_owned(), x: piece.x, y: piece.y }),
        source: Source::Rules,
    }
}

/// The meaning of each Layer's level; an inactive Layer counts as its first level.
fn marks(pack: &Pack, layers: &[LayerState]) -> BTreeSet<Mark> {
    let known = |name: &String| pack.terms.layers.iter().find(|layer| layer.name == *name);
    layers
        .iter()
        .filter_map(|layer| {
            let index = usize::try_from(layer.level).unwrap_or(1).max(1) - 1;
            known(&layer.name)?.levels.get(index).copied()
        })
        .filter(|mark| *mark != Mark::Nothing)
        .collect()
}

/// The map window, the zone and the location of a piece; each empty where there is none.
fn where_it_lies(piece: &Piece) -> [&str; 3] {
    [&piece.map, &piece.zone, &piece.location].map(|name| name.as_deref().unwrap_or_default())
}

fn place(pack: &Pack, piece: &Piece) -> PlaceId {
    let [map, zone, location] = where_it_lies(piece);
    let names = [location, zone, map];
    if let Some(number) = tray(pack, &names) {
        return PlaceId::Tray(number);
    }
    if let Some(hex) = location.parse::<Hex>().ok().filter(|hex| pack.map.grid.has(*hex)) {
        return PlaceId::Hex(hex);
    }
    if let Some(found) = names.iter().find_map(|name| pack.map.place(name)) {
        return found.id.clone();
    }
    PlaceId::Off(names.iter().find(|name| !name.is_empty()).map_or("nowhere", |name| *name).into())
}

fn tray(pack: &Pack, names: &[&str]) -> Option<u16> {
    let regex = pack.terms.tray.as_ref()?;
    names.iter().find_map(|name| regex.captures(name)?.get(1)?.as_str().parse().ok())
}
