//! A situation as a save: every piece of the notation on its map, in its stack, with its Layers set.

mod signs;

use std::collections::{BTreeMap, BTreeSet};

use crate::format::command::Command;
use crate::format::piece::{PieceText, TraitText};
use crate::format::sequence;
use crate::format::traits::{Layer, Trait};
use crate::model::change::{DeckPlaced, Destination};
use crate::model::geometry::Point;
use crate::model::module::Module;
use crate::model::problem::Problem;
use crate::model::scenario as model;
use crate::rules::catalogue::{Entry, Source};
use crate::rules::notation::{self, Date, Placed, Placement, Scenario, Stance, WrittenPlace};
use crate::rules::pack::{NUMBER, Pointing};
use crate::rules::places::{Hex, PlaceId};
use crate::rules::situation::complete;
use crate::rules::values;
use crate::rules::word::Word;

use super::components::stacks_of;
use super::drops::{Drops, RowKey, SPACING, in_rows, row_key};
use super::order_of_battle::{self, Waiting};
use super::pieces::ID_MARKER;
use super::sheet::{VIEW, place_centres, view};
use super::tracker::TurnTrack;
use super::tracks;
use super::trays::TRAY_SPACING;
use super::window::Window;
use super::{BuildError, Data, Plan, Slot};

/// Pieces that lie on one spot, bottom first.
struct Pile {
    map: String,
    at: (i32, i32),
    pieces: Vec<PieceText>,
}

/// What shows the states of a piece.
#[derive(Default)]
struct Shown<'t> {
    /// Layers with their levels.
    levels: Vec<(&'t str, i32)>,
    /// The Layer of the stance that a whole line is in.
    stance: Option<&'t str>,
    /// States that lie on it as chits.
    further: Vec<&'t Word>,
}

/// What placing needs to know of the module.
pub struct Table<'a> {
    data: &'a Data,
    plan: &'a Plan,
    module: Module,
    /// The centre of every hex and the point of every area on the main map, in pixels.
    centres: BTreeMap<PlaceId, (i32, i32)>,
    /// Where counters lie in the boxes.
    drops: Drops,
}

impl<'a> Table<'a> {
    /// The table of a planned module.
    pub fn new(data: &'a Data, plan: &'a Plan) -> Result<Self, Vec<BuildError>> {
        let drops = Drops::new(&data.layout, &data.pack);
        Ok(Table { data, plan, module: plan.module(), centres: place_centres(data)?, drops })
    }

    /// The commands of the save of a situation, with all faults of its text.
    pub fn save(&self, file: &str, text: &str) -> Result<Command, Vec<BuildError>> {
        let (mut scenario, faults) = notation::read(file, text, &self.data.pack.terms.words);
        scenario.join_cargo(|placed| self.data.pack.is_single(placed));
        let mut errors: Vec<BuildError> = faults.iter().map(|fault| BuildError::new(file, fault)).collect();
        let mut waiting = Vec::new();
        if scenario.fill {
            let fill = order_of_battle::fill(&self.data.layout, &self.data.pack, &scenario);
            scenario.placements.extend(fill.placements);
            waiting = fill.waiting;
        }
        let faults = complete(&self.data.pack, file, &mut scenario);
        errors.extend(faults.iter().map(|fault| BuildError::new(file, fault)));
        let decks = self.decks(file, &mut scenario, &mut errors);
        let mut piles = self.piles(file, &scenario, &mut errors);
        self.show_values(file, &scenario, &mut piles, &mut errors);
        self.along_tracks(&mut piles);
        self.wait(&waiting, &mut piles, &mut errors);
        if let Some(now) = scenario.date.filter(|_| scenario.fill) {
            self.mark_removals(now, &mut piles);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        self.commands(file, &scenario, piles, decks).map_err(|error| vec![BuildError::new(file, error)])
    }

    /// The decks with the cards in them, bottom first.
    fn decks(&self, file: &str, scenario: &mut Scenario, errors: &mut Vec<BuildError>) -> Vec<DeckPlaced> {
        let layout = &self.data.layout;
        let is_in = |line: &Placement, name: &str| line.spot == WrittenPlace::Box(name.to_owned());
        let is_dealt = |line: &mut Placement| layout.deck.iter().any(|deck| is_in(line, &deck.name));
        let lines: Vec<Placement> = scenario.placements.extract_if(.., is_dealt).collect();
        let mut decks = Vec::new();
        for deck in &layout.deck {
            let Some((x, y)) = deck.at(layout) else { continue };
            let mut cards = Vec::new();
            for line in lines.iter().filter(|line| is_in(line, &deck.name)) {
                for piece in &line.pieces {
                    self.add(file, None, line, piece, &mut cards, errors);
                }
            }
            let at =
                Destination { map: deck.window.clone(), at: Point::new(x, y), order: Default::default() };
            match deck.type_text() {
                Ok(type_text) => decks.push(DeckPlaced {
                    name: deck.name.clone(),
                    type_text,
                    face_down: deck.face_down,
                    at,
                    cards,
                }),
                Err(error) => errors.push(BuildError::new(&deck.name, error)),
            }
        }
        decks
    }

    /// Gathers what lies together: one pile per hex, one per line elsewhere.
    fn piles(&self, file: &str, scenario: &Scenario, errors: &mut Vec<BuildError>) -> Vec<Pile> {
        let mut piles: Vec<Pile> = Vec::new();
        let mut by_hex: BTreeMap<Hex, Vec<&Placement>> = BTreeMap::new();
        let mut by_box: BTreeMap<&str, Vec<&Placement>> = BTreeMap::new();
        let mut by_tray: BTreeMap<(&str, usize), Vec<&Placement>> = BTreeMap::new();
        let held = self.held_boxes(file, scenario, errors);
        for placement in held.iter().chain(&scenario.placements) {
            match &placement.spot {
                WrittenPlace::Hex(hex) => by_hex.entry(*hex).or_default().push(placement),
                WrittenPlace::Box(name) => {
                    let name = self.data.pack.map.place(name).map_or(name, |place| &place.name);
                    by_box.entry(name).or_default().push(placement);
                }
                WrittenPlace::Tray(_) | WrittenPlace::Force(_) => match self.tray_of(placement) {
                    Ok((window, index)) => by_tray.entry((&window.name, index)).or_default().push(placement),
                    Err(reason) => {
                        errors.push(BuildError::new(file, format!("line {}: {reason}", placement.line)));
                    }
                },
            }
        }
        for ((window, index), placements) in by_tray {
            let Some(panel) = self.data.layout.window.iter().find(|known| known.name == window) else {
                continue;
            };
            let at = panel.titles().get(index).and_then(|title| self.place_of_chit(scenario, panel, title));
            let mut pieces = Vec::new();
            self.stack(file, at.as_ref(), &placements, &mut pieces, errors);
            // As a chit's *Gather* lays them out: each ship in a place of its own with what it carries.
            let mut groups: Vec<Vec<PieceText>> = Vec::new();
            for mut piece in pieces {
                match groups.last_mut() {
                    Some(group) if self.lies_on_another(&mut piece) => group.push(piece),
                    _ => groups.push(vec![piece]),
                }
            }
            let places = panel.panel().places(index, TRAY_SPACING);
            let at = places.iter().cycle().map(|place| in_window(panel, *place));
            piles.extend(groups.into_iter().zip(at).map(|(pieces, at)| Pile {
                map: window.to_owned(),
                at,
                pieces,
            }));
        }
        for (name, placements) in by_box {
            let area = self.data.pack.map.place(name).map(|area| &area.id);
            if let Some(&at) = area.and_then(|area| self.centres.get(area)) {
                let mut pieces = Vec::new();
                self.stack(file, area, &placements, &mut pieces, errors);
                piles.extend(self.apart(at, pieces));
                continue;
            }
            self.lay_out(file, name, &placements, &mut piles, errors);
        }
        let mut controls: BTreeMap<Hex, &str> = BTreeMap::new();
        for held in &scenario.control {
            for place in &held.places {
                if let WrittenPlace::Hex(hex) = place {
                    controls.insert(*hex, &held.nation);
                    by_hex.entry(*hex).or_default();
                }
            }
        }
        for (hex, placements) in by_hex {
            let Some(&at) = self.centres.get(&PlaceId::Hex(hex)) else {
                errors.push(BuildError::new(file, format!("the hex {hex} is not on the map")));
                continue;
            };
            let mut pieces = Vec::new();
            if let Some(nation) = controls.get(&hex) {
                let slot =
                    self.control_chit(file, nation, errors).and_then(|chit| self.plan.slots.get(&chit.id));
                pieces.extend(slot.map(|slot| self.expanded(&slot.piece)));
            }
            self.stack(file, Some(&PlaceId::Hex(hex)), &placements, &mut pieces, errors);
            piles.push(Pile { map: self.data.layout.main_map.clone(), at, pieces });
        }
        piles
    }

    /// Puts the pieces that come later into the boxes of their seasons, told where they go from there.
    fn wait(&self, waiting: &[Waiting], piles: &mut Vec<Pile>, errors: &mut Vec<BuildError>) {
        let layout = &self.data.layout;
        let Some(own) = &layout.order_of_battle else { return };
        let (map_property, box_property) = order_of_battle::TARGET_PROPERTIES;
        for piece in waiting {
            let target = layout.find_box(&piece.target).map(|(window, _)| window.name.as_str());
            let (Some(slot), Some(map)) = (self.plan.slots.get(&piece.id), target) else {
                errors.push(BuildError::new(&piece.id, format!("no window has a box \"{}\"", piece.target)));
                continue;
            };
            let mut made = self.expanded(&slot.piece);
            set_property(&mut made, order_of_battle::SEASON_PROPERTY, &piece.season.to_string());
            set_property(&mut made, map_property, map);
            set_property(&mut made, box_property, &piece.target);
            let [x, y] = order_of_battle::OFFSET_PROPERTIES;
            set_property(&mut made, x, &piece.offset.0.to_string());
            set_property(&mut made, y, &piece.offset.1.to_string());
            let at = (piece.at.0 as i32, piece.at.1 as i32);
            piles.push(Pile { map: own.window.clone(), at, pieces: vec![made] });
        }
    }

    /// Sets the numbers of the pieces that show the known values of a text.
    fn show_values(&self, file: &str, scenario: &Scenario, piles: &mut [Pile], errors: &mut Vec<BuildError>) {
        let pack = &self.data.pack;
        for named in scenario.values.iter().filter(|named| named.least == named.most) {
            let Some(value) = pack.values.iter().find(|value| value.word == named.word) else { continue };
            let values::Shown::OfPiece { chit, property } = &value.shown else { continue };
            let is_sign = |piece: &&mut PieceText| {
                let entry = marker(piece, ID_MARKER).and_then(|id| pack.catalogue.get(&id));
                entry.is_some_and(|entry| value.is_sign(entry))
            };
            for piece in piles.iter_mut().flat_map(|pile| &mut pile.pieces).filter(is_sign) {
                if !set_property(piece, property, &named.least.to_string()) {
                    let told = format!("line {}: \"{chit}\" has no number \"{property}\" to set", named.line);
                    errors.push(BuildError::new(file, told));
                }
            }
        }
    }

    /// Lays the chits of record tracks on their numbers.
    fn along_tracks(&self, piles: &mut [Pile]) {
        for pile in piles {
            let [piece] = pile.pieces.as_slice() else { continue };
            let entry = marker(piece, ID_MARKER).and_then(|id| self.data.pack.catalogue.get(&id));
            let number = property(piece, NUMBER).and_then(|text| text.parse().ok());
            let (Some(entry), Some(number)) = (entry, number) else { continue };
            if let Some((window, at)) = tracks::spot(&self.data.layout, entry, number, SPACING)
                && window.name == pile.map
            {
                pile.at = in_window(window, at);
            }
        }
    }

    /// Tells pieces in which season they leave the game, those on the main map before others.
    fn mark_removals(&self, now: Date, piles: &mut [Pile]) {
        let mut removals = order_of_battle::removals(&self.data.pack, now);
        let main = &self.data.layout.main_map;
        for on_main in [true, false] {
            for piece in piles
                .iter_mut()
                .filter(|pile| (pile.map == *main) == on_main)
                .flat_map(|pile| &mut pile.pieces)
            {
                let Some(seasons) = marker(piece, ID_MARKER).and_then(|id| removals.get_mut(id.as_str()))
                else {
                    continue;
                };
                if !seasons.is_empty() {
                    let season = seasons.remove(0).to_string();
                    set_property(piece, order_of_battle::REMOVAL_PROPERTY, &season);
                }
            }
        }
    }

    /// The control chits of areas and boxes as lines of the text.
    fn held_boxes(&self, file: &str, scenario: &Scenario, errors: &mut Vec<BuildError>) -> Vec<Placement> {
        let mut lines = Vec::new();
        for held in &scenario.control {
            for spot in held.places.iter().filter(|place| matches!(place, WrittenPlace::Box(_))) {
                let Some(chit) = self.control_chit(file, &held.nation, errors) else { continue };
                lines.push(Placement {
                    line: held.line,
                    spot: spot.clone(),
                    stance: Stance::Present,
                    pieces: vec![Placed::new(&chit.id, true, 1)],
                    source: Source::Rules,
                });
            }
        }
        lines
    }

    /// The control chit of a nation; without one there is an error.
    fn control_chit(&self, file: &str, nation: &str, errors: &mut Vec<BuildError>) -> Option<&Entry> {
        let pack = &self.data.pack;
        let kind = pack.terms.control.as_deref();
        let chit = kind.and_then(|kind| pack.entry(kind, true, Some(nation)));
        let chit = chit.filter(|entry| entry.nation == nation && self.plan.slots.contains_key(&entry.id));
        if chit.is_none() {
            errors.push(BuildError::new(file, format!("there is no control chit of {nation}")));
        }
        chit.map(|entry| &**entry)
    }

    /// The pieces of a hex or tray in the order of a stack: cargo directly above what carries it.
    fn stack(
        &self,
        file: &str,
        at: Option<&PlaceId>,
        placements: &[&Placement],
        pieces: &mut Vec<PieceText>,
        errors: &mut Vec<BuildError>,
    ) {
        // A carrier can be named in two lines; its cargo lies on the first.
        let mut loaded = BTreeSet::new();
        for placement in placements {
            if matches!(placement.stance, Stance::Aboard(_)) {
                continue;
            }
            for placed in &placement.pieces {
                self.add(file, at, placement, placed, pieces, errors);
                for (cargo, carried) in cargo_of(&placed.id, placements, &mut loaded) {
                    self.add(file, at, cargo, carried, pieces, errors);
                }
            }
        }
        let in_tray = |line: &&Placement| matches!(line.spot, WrittenPlace::Tray(_) | WrittenPlace::Force(_));
        let of_map = at.filter(|_| !placements.iter().any(in_tray));
        let place = of_map.map_or_else(|| "the tray".to_owned(), PlaceId::to_string);
        self.strays(file, &place, placements, errors);
    }

    /// Lays out the pieces of a box: each counter on its own place, what is aboard on top of what carries it.
    fn lay_out(
        &self,
        file: &str,
        name: &str,
        placements: &[&Placement],
        piles: &mut Vec<Pile>,
        errors: &mut Vec<BuildError>,
    ) {
        let Some((window, index)) = self.data.layout.find_box(name) else {
            let lines = placements.iter().map(|placement| format!("line {}", placement.line));
            let lines = lines.collect::<Vec<_>>().join(", ");
            errors.push(BuildError::new(file, format!("{lines}: no window has a box \"{name}\"")));
            return;
        };
        let mut lying: Vec<(RowKey<'_>, Vec<PieceText>)> = Vec::new();
        let mut loaded = BTreeSet::new();
        for placement in placements.iter().filter(|one| !matches!(one.stance, Stance::Aboard(_))) {
            for placed in &placement.pieces {
                let mut pieces = Vec::new();
                self.add(file, None, placement, placed, &mut pieces, errors);
                for (cargo, carried) in cargo_of(&placed.id, placements, &mut loaded) {
                    self.add(file, None, cargo, carried, &mut pieces, errors);
                }
                let entry = self.data.pack.entry(&placed.id, placed.chit, None);
                let key = entry.map(|entry| row_key(&self.data.pack, entry)).unwrap_or_default();
                lying.push((key, pieces));
            }
        }
        self.strays(file, name, placements, errors);
        // Copies of one counter share its place.
        let mut keys: Vec<RowKey<'_>> = lying.iter().map(|(key, _)| *key).collect();
        keys.sort();
        keys.dedup();
        let own = |key: &RowKey<'_>| self.drops.at(&self.data.layout, name, key.5);
        let (fixed, others): (Vec<RowKey<'_>>, Vec<RowKey<'_>>) =
            keys.into_iter().partition(|key| own(key).is_some());
        let taken: BTreeSet<(u32, u32)> = fixed.iter().filter_map(own).collect();
        let panel = window.panel();
        let places = panel.places(index, SPACING);
        let free: Vec<(u32, u32)> = places.into_iter().filter(|place| !taken.contains(place)).collect();
        let numbers = in_rows(&others, panel.places_across(index, SPACING));
        for (key, pieces) in lying {
            let number = others.binary_search(&key).ok().and_then(|place| numbers.get(place)).copied();
            // A full box is filled from its beginning again.
            let next = || free.get(number.unwrap_or_default() % free.len().max(1)).copied();
            let Some(at) = own(&key).or_else(next) else { continue };
            piles.push(Pile { map: window.name.clone(), at: in_window(window, at), pieces });
        }
    }

    /// Tells what is aboard a piece that is not in the same place.
    fn strays(&self, file: &str, place: &str, placements: &[&Placement], errors: &mut Vec<BuildError>) {
        let present = |id: &str| {
            placements
                .iter()
                .filter(|placement| !matches!(placement.stance, Stance::Aboard(_)))
                .any(|placement| placement.pieces.iter().any(|placed| placed.id == id))
        };
        for placement in placements {
            if let Stance::Aboard(carrier) = &placement.stance
                && !present(carrier)
            {
                let reason = format!("line {}: \"{carrier}\" is not in {place}", placement.line);
                errors.push(BuildError::new(file, reason));
            }
        }
    }

    /// The window and tray of a line, with why there is none.
    fn tray_of(&self, placement: &Placement) -> Result<(&Window, usize), String> {
        let windows = &self.data.layout.window;
        let index = |window: &Window, name: &str| window.titles().iter().position(|title| title == name);
        match &placement.spot {
            WrittenPlace::Hex(_) | WrittenPlace::Box(_) => Err("this is no tray".to_owned()),
            WrittenPlace::Force(id) => {
                let chit = self.data.pack.entry(id, true, None);
                let window = chit.and_then(|chit| self.data.layout.tray_window(&chit.nation));
                windows
                    .iter()
                    .filter(|known| Some(known.name.as_str()) == window)
                    .find_map(|window| Some((window, index(window, &chit?.label)?)))
                    .ok_or_else(|| format!("no window has a tray of \"{id}\""))
            }
            // Trays of the same number belong to different nations; the first piece decides.
            WrittenPlace::Tray(number) => {
                let first = placement.pieces.first();
                let entry = first.and_then(|placed| self.data.pack.entry(&placed.id, placed.chit, None));
                let nation = entry.map_or("", |entry| entry.nation.as_str());
                windows
                    .iter()
                    .filter(|window| window.nations.iter().any(|known| known == nation))
                    .find_map(|window| Some((window, index(window, &window.tray_name(*number))?)))
                    .ok_or_else(|| format!("no window has a tray {number} of {nation}"))
            }
        }
    }

    /// Where the chit of a tray lies, so that marks of what is in the tray point from there.
    fn place_of_chit(&self, scenario: &Scenario, window: &Window, title: &str) -> Option<PlaceId> {
        let pack = &self.data.pack;
        let is_chit = |placed: &Placed| {
            let entry = pack.entry(&placed.id, placed.chit, None);
            entry.is_some_and(|entry| {
                entry.label == title
                    && pack.terms.is_tray_chit(entry)
                    && self.data.layout.tray_window(&entry.nation) == Some(window.name.as_str())
            })
        };
        let line = scenario.placements.iter().find(|line| line.pieces.iter().any(is_chit))?;
        match &line.spot {
            WrittenPlace::Hex(hex) => Some(PlaceId::Hex(*hex)),
            WrittenPlace::Box(name) => pack.map.place(name).map(|place| place.id.clone()),
            WrittenPlace::Tray(_) | WrittenPlace::Force(_) => None,
        }
    }

    fn add(
        &self,
        file: &str,
        at: Option<&PlaceId>,
        placement: &Placement,
        placed: &Placed,
        pieces: &mut Vec<PieceText>,
        errors: &mut Vec<BuildError>,
    ) {
        let line = placement.line;
        let mut fail = |reason: String| errors.push(BuildError::new(file, format!("line {line}: {reason}")));
        let entry = self.data.pack.entry(&placed.id, placed.chit, None);
        let Some(slot) = entry.and_then(|entry| self.plan.slots.get(&entry.id)) else {
            fail(format!("no counter is called \"{}\"", placed.id));
            return;
        };
        let mut piece = self.expanded(&slot.piece);
        let aboard = placed.aboard.clone().map(Stance::Aboard);
        let stance = aboard.as_ref().unwrap_or(&placement.stance);
        let shown = self.shown(entry.map(AsRef::as_ref), at, stance, placed);
        for (layer, level) in shown.levels {
            // Of a line in port some may have no berth of their own.
            let of_line = shown.stance == Some(layer) && self.is_shown_by_another(placement, placed, layer);
            if !set_level(&mut piece, layer, level) && !of_line {
                fail(format!("\"{}\" has no {layer} to set", placed.id));
            }
        }
        if !self.write_on(&mut piece, placed) {
            fail(format!("\"{}\" bears nothing of what is written on it", placed.id));
        }
        if placed.hidden {
            let side = entry.and_then(|entry| self.data.side_of(&entry.nation));
            if !side.is_some_and(|side| hide(&mut piece, side)) {
                fail(format!("\"{}\" cannot be hidden", placed.id));
            }
        }
        let mut chits = Vec::new();
        for state in shown.further {
            match self.state_chit(state) {
                Some(slot) => chits.push(self.expanded(&slot.piece)),
                None => fail(format!("there is no chit for a second state of \"{}\"", placed.id)),
            }
        }
        for _ in 0..placed.count {
            pieces.push(piece.clone());
            pieces.extend(chits.iter().cloned());
        }
    }

    /// The chit that says a state when it lies on a piece.
    fn state_chit(&self, state: &Word) -> Option<&Slot> {
        let pack = &self.data.pack;
        let says = |kind: &str| pack.terms.chits.get(kind) == Some(state);
        let mut chits = pack.catalogue.entries().filter(|entry| says(&entry.kind));
        self.plan.slots.get(&chits.next()?.id)
    }

    /// Whether another piece of a line has a Layer.
    fn is_shown_by_another(&self, placement: &Placement, placed: &Placed, layer: &str) -> bool {
        placement.pieces.iter().filter(|other| other.id != placed.id).any(|other| {
            let entry = self.data.pack.entry(&other.id, other.chit, None);
            let slot = entry.and_then(|entry| self.plan.slots.get(&entry.id));
            slot.is_some_and(|slot| self::layer(&mut self.expanded(&slot.piece), layer).is_some())
        })
    }

    /// What shows the states of a piece: a Layer shows one of its states, the first of its levels that holds; chits on
    /// top say the others.
    fn shown<'t>(
        &'t self,
        entry: Option<&Entry>,
        at: Option<&PlaceId>,
        stance: &'t Stance,
        placed: &'t Placed,
    ) -> Shown<'t> {
        let (terms, map) = (&self.data.pack.terms, &self.data.pack.map);
        let mut shown = Shown::default();
        let said = match stance {
            Stance::Present => None,
            Stance::In(word) => Some(word),
            Stance::Aboard(_) => terms.words.aboard.as_ref(),
        };
        shown.stance =
            said.filter(|word| !terms.is_ride(word)).and_then(|word| Some(terms.layer_of(word)?.0));
        for layer in terms.layers_of(entry) {
            let mut taken = shown.levels.iter().any(|(name, _)| *name == layer.name);
            for (level, row) in (1..).zip(&layer.levels) {
                let Some(state) = &row.state else { continue };
                let own = |word: &Word| terms.own_word(entry, word) == *state;
                let points = |target: &WrittenPlace| match (row.points, target, at) {
                    (Some(Pointing::Here), WrittenPlace::Hex(to), Some(PlaceId::Hex(from))) => from == to,
                    (Some(Pointing::Here), WrittenPlace::Box(to), Some(from)) => {
                        map.place(to).is_some_and(|to| to.id == *from)
                    }
                    (Some(Pointing::To(way)), WrittenPlace::Hex(to), Some(PlaceId::Hex(from))) => {
                        map.grid.neighbour(*from, way) == Some(*to)
                    }
                    _ => false,
                };
                let holds = said == Some(state)
                    || row.points.is_none() && placed.states.iter().any(own)
                    || placed.arrows.get(state).is_some_and(points);
                match holds {
                    true if taken => shown.further.push(state),
                    true => {
                        shown.levels.push((&layer.name, level));
                        taken = true;
                    }
                    false => {}
                }
            }
        }
        let no_layer = |state: &&Word| terms.layer_of(state).is_none();
        shown.further.extend(placed.states.iter().filter(no_layer));
        shown
    }

    /// Whether a piece of a stack goes where the one below it goes: it is aboard, or a chit.
    fn lies_on_another(&self, piece: &mut PieceText) -> bool {
        let terms = &self.data.pack.terms;
        let chits = self.data.pack.catalogue.chits();
        let ride = terms.ride.as_ref().and_then(|ride| terms.layer_of(&ride.aboard));
        ride.is_some_and(|(name, level)| layer(piece, name).is_some_and(|(ride, _)| ride.level() == level))
            || marker(piece, "Family").is_some_and(|name| chits.is_some_and(|family| family.name == name))
    }

    /// The nation of each piece of a pile; a piece of none goes with the next one above it that has one.
    fn owners(&self, pieces: &[PieceText]) -> Vec<String> {
        let mut above = String::new();
        let mut owners: Vec<String> = pieces
            .iter()
            .rev()
            .map(|piece| {
                let entry = marker(piece, ID_MARKER).and_then(|id| self.data.pack.catalogue.get(&id));
                if let Some(entry) = entry.filter(|entry| !entry.nation.is_empty()) {
                    above.clone_from(&entry.nation);
                }
                above.clone()
            })
            .collect();
        owners.reverse();
        owners
    }

    fn expanded(&self, piece: &PieceText) -> PieceText {
        let mut problems: Vec<Problem> = Vec::new();
        self.module.prototypes.expand(piece, &mut problems)
    }

    /// The commands of the save.
    fn commands(
        &self,
        file: &str,
        scenario: &Scenario,
        piles: Vec<Pile>,
        decks: Vec<DeckPlaced>,
    ) -> Result<Command, String> {
        let years = self.data.layout.turn.iter().flat_map(|turn| turn.years.first());
        let first = years.copied().next().unwrap_or(1);
        let date = scenario.date.unwrap_or(Date { year: first, month: 1 });
        let phase = scenario.phase.as_deref().unwrap_or_default();
        let track = TurnTrack::new(self.data);
        let turn = track.as_ref().map(|track| track.state(date, phase)).transpose();
        let turn = turn.map_err(|error| error.to_string())?.map(|turn| ("TurnTracker0".to_owned(), turn));
        let told = track.iter().flat_map(|track| track.told(date, phase));
        let known = self.data.layout.scenario.iter().find(|known| known.text == file);
        // What the module does not list says itself where it opens.
        let opens = known.map(|known| known.view.as_str()).or(scenario.view.as_deref());
        let view = opens.map(|place| view(self.data, &self.centres, place));
        let view = VIEW.into_iter().zip(view.into_iter().flatten()).map(|((name, _), value)| (name, value));
        let values = scenario.values.iter().filter(|named| named.least == named.most).filter_map(|named| {
            let value = self.data.pack.values.iter().find(|value| value.word == named.word)?;
            Some((value.global()?, named.least.to_string()))
        });
        let pieces = piles.into_iter().flat_map(|pile| {
            let (x, y) = pile.at;
            let owners = self.owners(&pile.pieces);
            let to = Destination { map: pile.map, at: Point::new(x, y), order: Default::default() };
            let pieces = pile.pieces.into_iter().zip(owners);
            pieces.map(move |(traits, owner)| model::Placed { traits, to: to.clone(), owner })
        });
        let fresh = model::Scenario {
            pieces: pieces.collect(),
            turns: turn.into_iter().collect(),
            decks,
            properties: told
                .chain(view)
                .chain(values)
                .map(|(name, value)| (("Module".to_owned(), name.to_owned()), value))
                .collect(),
            ..model::Scenario::default()
        };
        let (commands, problems) = fresh.write(&self.module).map_err(|error| error.to_string())?;
        match problems.first() {
            Some(problem) => Err(problem.to_string()),
            None => Ok(commands),
        }
    }
}

/// A point of a window's board as a point of its map, which has room around the board.
fn in_window(window: &Window, (x, y): (u32, u32)) -> (i32, i32) {
    let (beside, above) = stacks_of(window).room();
    ((beside + x) as i32, (above + y) as i32)
}

/// The Layer of this name, with its text.
fn layer<'p>(piece: &'p mut PieceText, name: &str) -> Option<(Layer, &'p mut TraitText)> {
    piece.traits.iter_mut().find_map(|text| match Trait::decode(text) {
        Trait::Layer(layer) if layer.name() == name => Some((layer, text)),
        _ => None,
    })
}

/// The value of a Marker of a piece.
fn marker(piece: &PieceText, name: &str) -> Option<String> {
    piece.traits.iter().find_map(|text| match Trait::decode(text) {
        Trait::Marker(marker) => marker.get(name).map(str::to_owned),
        _ => None,
    })
}

/// The value of a Dynamic Property of a piece.
fn property(piece: &PieceText, key: &str) -> Option<String> {
    piece.traits.iter().find_map(|text| match Trait::decode(text) {
        Trait::DynamicProperty(own) if own.fields.get("key") == key => Some(text.state_text.to_string()),
        _ => None,
    })
}

/// Sets a Dynamic Property of a piece; false when it has none of that name.
pub fn set_property(piece: &mut PieceText, key: &str, value: &str) -> bool {
    let mut found = false;
    for text in &mut piece.traits {
        if let Trait::DynamicProperty(property) = Trait::decode(text)
            && property.fields.get("key") == key
        {
            text.state_text = value.into();
            found = true;
        }
    }
    found
}

/// Hides a piece for a side, as its Mask does; false when it has none.
fn hide(piece: &mut PieceText, side: &str) -> bool {
    // Nobody else may take the mask off (engine: Obscurable, ObscurableOptions).
    const OPTIONS: &str = "false|0";
    let masks = |text: &&mut TraitText| matches!(Trait::decode(text), Trait::Mask(_));
    let Some(text) = piece.traits.iter_mut().find(masks) else { return false };
    match sequence::join([side, OPTIONS], ';') {
        Ok(state) => {
            text.state_text = state.into();
            true
        }
        Err(_) => false,
    }
}

/// Turns a Layer; false when the piece has none of that name.
pub fn set_level(piece: &mut PieceText, name: &str, level: i32) -> bool {
    let Some((mut layer, text)) = layer(piece, name) else { return false };
    layer.set_level(level);
    match layer.encode() {
        Ok(changed) => {
            *text = changed;
            true
        }
        Err(_) => false,
    }
}

/// What is aboard a carrier in the same place, on top of it; a carrier named in two lines carries it on the first.
fn cargo_of<'p>(
    carrier: &str,
    placements: &[&'p Placement],
    loaded: &mut BTreeSet<usize>,
) -> Vec<(&'p Placement, &'p Placed)> {
    let aboard = Stance::Aboard(carrier.to_owned());
    let lines = placements.iter().enumerate();
    let lines = lines.filter(|(number, cargo)| cargo.stance == aboard && loaded.insert(*number));
    lines.flat_map(|(_, cargo)| cargo.pieces.iter().map(|carried| (*cargo, carried))).collect()
}
