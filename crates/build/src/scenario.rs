//! A situation as a save: every piece of the notation on its map, in its stack, with its Layers set.

mod boxes;
mod piece;
mod signs;
mod state;
mod told;

use std::collections::{BTreeMap, BTreeSet};

use liege_rules::data::catalogue::{Entry, Source};
use liege_rules::position::notation::{self, Date, Placed, Placement, Scenario, Stance, WrittenPlace};
use liege_rules::position::places::{Hex, PlaceId};
use liege_rules::position::situation::complete;
use vassal::format::command::Command;
use vassal::format::piece::PieceText;
use vassal::model::change::{DeckPlaced, Destination};
use vassal::model::geometry::Point;
use vassal::model::module::Module;
use vassal::model::problem::Problem;
use vassal::model::scenario as model;

use super::components::stacks_of;
use super::drops::Drops;
use super::order_of_battle::{self};
use super::pieces::ID_MARKER;
use super::sheet::{VIEW, place_centres, view};
use super::tracker::TurnTrack;
use super::trays::tray_places;
use super::window::Window;
use super::{BuildError, Data, Plan};
use state::{layer, marker};
pub use state::{set_level, set_property};

/// Pieces that lie on one spot, bottom first.
struct Pile {
    map: String,
    at: (i32, i32),
    pieces: Vec<PieceText>,
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
            let places = tray_places(&panel.panel(), index);
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
            errors.push(BuildError::new(file, format!("{nation} has no control chit")));
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
        let root = &self.plan.document.root;
        let fresh = model::Scenario {
            startup_keys: root.children("StartupGlobalKeyCommand").count(),
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
