//! The one way from a save to a situation: what these eyes see of a position, told in the pack's terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::assemble::{Raw, assemble, tray_of};
use super::{Clock, Deck, PlaceId, Situation, Spot, Tray, Untold, clock, shown};
use crate::data::catalogue::Source;
use crate::data::word::Word;
use crate::game::pack::{KIND, Level, NUMBER, Pack, Phase};
use crate::position::places::Hex;
use vassal::diagnostic::Place;
use vassal::model::board::OFFBOARD;
use vassal::model::eyes::Eyes;
use vassal::model::module::Module;
use vassal::model::position::{LayerState, Piece, Position};

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
    // An unknown counter in a copy says as little as a mask does in the save that it was made from.
    let known = |piece: &&Piece| eyes.knows(piece, module) && !piece.is_placeholder();
    for piece in position.pieces.iter().filter(known) {
        let number = raws.len();
        let stack = piece.stack.as_deref().map_or(number, |id| *stacks.entry(id).or_insert(number));
        raws.push(raw(pack, piece, stack, &mut told));
    }
    let mut clock = module.map_or_else(Clock::default, |module| clock::shown(position, module, pack));
    clock.phase = phase.map(|phase| phase.id.clone()).or(clock.phase);
    let mut situation = assemble(pack, raws, clock, BTreeMap::new(), told);
    situation.looker = looker(pack, &eyes);
    let own = position.properties.iter().filter(|((container, _), _)| container == "Module");
    situation.globals = own.map(|((_, name), value)| (name.clone(), value.clone())).collect();
    situation.decks = decks(&situation, position, module, &eyes);
    situation.players = position.players.clone();
    let property = |piece: Option<&str>, name: &str| match piece {
        Some(id) => position.piece(id)?.property(name).map(str::to_owned),
        None => situation.globals.get(name).cloned().or_else(|| {
            let first = module?.properties.iter().find(|(known, _)| known == name);
            first.map(|(_, value)| value.clone())
        }),
    };
    let (known, untold) = shown::values(&situation, &property);
    situation.values = known;
    situation.untold.extend(untold);
    situation
}

/// The alliance that looks; none for an umpire and for a side that sees everything, empty for one that plays none.
fn looker(pack: &Pack, eyes: &Eyes) -> Option<String> {
    if *eyes == Eyes::Umpire {
        return None;
    }
    match pack.sides.iter().find(|side| side.name == eyes.side()) {
        Some(side) => (!side.sees_all).then(|| side.alliance.clone()),
        None => Some(String::new()),
    }
}

/// The decks of a position: their known cards, and how many they hold unless their window is closed.
fn decks(
    situation: &Situation,
    position: &Position,
    module: Option<&Module>,
    eyes: &Eyes,
) -> BTreeMap<String, Deck> {
    let by_id = situation.by_id();
    let decks = position.stacks.iter().filter_map(|stack| {
        let cards = stack.pieces.iter().filter_map(|id| by_id.get(id.as_str()).copied());
        let count = eyes.may_look_into(stack.map.as_deref(), module).then_some(stack.pieces.len());
        Some((stack.deck.clone()?, Deck { cards: cards.collect(), count }))
    });
    decks.collect()
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
    if entry.is_none() && !pack.terms.outfit.is_cross(piece.property(KIND)) {
        let reason = match marker {
            Some(id) => format!("no counter of this game has the id \"{id}\""),
            None => format!("it names no counter of this game: it has no Marker {}", pack.terms.marker),
        };
        told.push(Untold::of(&piece.id, name, where_(), reason));
    } else if let PlaceId::Off(_) = at {
        let reason = match map {
            "" => "it is in no window of the module, so nobody sees it",
            _ => "it is in no hex, box or tray known to the game",
        };
        told.push(Untold::of(&piece.id, name, where_(), reason));
    }
    let terms = &pack.terms;
    let window = terms.tray.as_ref().and_then(|tray| piece.property(&tray.window));
    let own = piece
        .layers
        .iter()
        .filter_map(|layer| Some((terms.layer(&layer.name, entry.as_deref())?, layer.level)));
    let layers: Vec<_> = own.collect();
    let mut levels = layers.iter().flat_map(|(layer, _)| &layer.levels);
    let stance_told = levels.any(|level| level.state.as_ref().is_some_and(|state| terms.is_stance(state)));
    let shown: Vec<&Level> = layers.iter().filter_map(|(layer, level)| layer.shown(*level)).collect();
    let state = |level: &&Level| level.state.clone();
    let is_back = |layer: &LayerState| terms.is_back(entry.as_deref(), &layer.name, layer.level);
    let flipped = piece.layers.iter().any(is_back);
    let pointing = |level: &&Level| Some((level.state.clone()?, level.points?));
    let notes = entry.iter().flat_map(|entry| terms.outfit.notes(entry));
    let noted = notes.filter_map(|note| Some((note.word.clone(), piece.property(note.property())?)));
    let noted = noted.filter(|(_, text)| !text.is_empty()).map(|(word, text)| (word, text.to_owned()));
    let notes: BTreeMap<Word, String> = noted.collect();
    let written = piece.property(NUMBER).map(str::trim);
    Raw {
        id: piece.id.clone(),
        name: match &entry {
            Some(entry) if name.is_empty() => entry.name.clone(),
            _ => name.to_owned(),
        },
        entry,
        at,
        stack,
        index: piece.index,
        flipped,
        layers: Some(piece.layers.iter().map(|layer| layer.name.to_string()).collect()),
        states: shown.iter().filter(|level| level.points.is_none()).filter_map(state).collect(),
        stance_told,
        tray: Some(window.unwrap_or(map).to_owned()),
        carrier: None,
        pointing: shown.iter().filter_map(pointing).collect(),
        arrows: BTreeMap::new(),
        number: written.and_then(|text| text.parse().ok()),
        no_number: written.filter(|text| text.parse::<i32>().is_err()).map(str::to_owned),
        notes,
        spot: Some(Spot { map: map.to_owned(), x: piece.x, y: piece.y }),
        source: Source::Rules,
    }
}

/// The map window, the zone and the location of a piece; each empty where there is none.
fn where_it_lies(piece: &Piece) -> [&str; 3] {
    let location = piece.location.as_ref().filter(|name| *name != OFFBOARD);
    [piece.map.as_ref(), piece.zone.as_ref(), location].map(|name| name.map_or("", |name| name))
}

fn place(pack: &Pack, piece: &Piece) -> PlaceId {
    let [map, zone, location] = where_it_lies(piece);
    let names = [location, zone, map];
    if let Some(tray) = tray(pack, &names) {
        return PlaceId::Tray(tray);
    }
    if let Some(hex) = location.parse::<Hex>().ok().filter(|hex| pack.map.grid.has(*hex)) {
        return PlaceId::Hex(hex);
    }
    if let Some(found) = names.iter().find_map(|name| pack.map.place(name)) {
        return found.id.clone();
    }
    PlaceId::Off(names.iter().find(|name| !name.is_empty()).map_or("nowhere", |name| *name).into())
}

fn tray(pack: &Pack, names: &[&str]) -> Option<Tray> {
    let pattern = &pack.terms.tray.as_ref()?.pattern;
    let number = names.iter().find_map(|name| pattern.captures(name)?.get(1)?.as_str().parse().ok())?;
    tray_of(pack, number)
}
