//! A position in ATPO's own terms: units with side and kind, and who holds which hex.

mod holders;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::air::effect::WeatherNumbers;
use super::air::numbers::{self, AirNumbers};
use super::ground::{Ground, GroundColumn, GroundMap, HexKind};
use super::kind::{Kind, Land, Ship};
use super::range::rows::RangeRows;
use super::ratings::{KnownRatings, Ratings};
use super::states::{Posture, States, Status};
use super::supply::net::Net;
use super::supply::rows::SupplyRows;
use super::wars::{self, War};
use crate::part::MonthPart;
use liege_rules::check::bound::Bound;
use liege_rules::data::catalogue::{Entry, Faces, Rating};
use liege_rules::game::pack::Pack;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{Piece, PieceIx, PlaceId, Situation};
use vassal::diagnostic::Severity;

/// The table of the pack with what weather does to flying.
const EFFECTS: &str = "weather_effects.toml";

/// The two parties of the war.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alliance {
    /// Japan, its allies and the German raiders.
    Axis,
    /// Everybody at war with Japan.
    Allies,
}

impl Alliance {
    /// The other party.
    pub fn enemy(self) -> Self {
        match self {
            Self::Axis => Self::Allies,
            Self::Allies => Self::Axis,
        }
    }

    /// The party of an alliance as `nations.toml` names it.
    pub fn of(alliance: &str) -> Option<Self> {
        match alliance {
            "axis" => Some(Self::Axis),
            "allies" => Some(Self::Allies),
            _ => None,
        }
    }

    /// The party's adjective, for messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Axis => "Axis",
            Self::Allies => "Allied",
        }
    }
}

/// A fighting piece.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its piece.
    pub ix: PieceIx,
    /// Its party.
    pub side: Alliance,
    /// Its kind.
    pub kind: Kind,
    /// What the catalogue says about it.
    pub entry: Arc<Entry>,
    /// What its counter prints.
    pub ratings: Arc<Ratings>,
}

impl Unit {
    /// Whether it is an aircraft carrier, the battleships that are half carriers among them (4.10.7).
    pub fn is_carrier(&self) -> bool {
        self.kind == Kind::Ship(Ship::Carrier) || self.is_hybrid()
    }

    /// Whether it is a battleship that is half a carrier.
    pub fn is_hybrid(&self) -> bool {
        self.entry.kind == "BBCV"
    }
}

/// A position in ATPO's terms, without what is traced over it.
pub struct Field {
    /// The position.
    pub situation: Arc<Situation>,
    /// All units whose nation and kind are known, in the order of the pieces.
    pub units: Vec<Unit>,
    /// The states of all pieces, in the order of the pieces.
    pub states: Vec<States>,
    /// Choices that differ from their defaults.
    pub choices: BTreeMap<String, String>,
    at: BTreeMap<PlaceId, Vec<usize>>,
    asked: RefCell<BTreeSet<&'static str>>,
    typed: Arc<TypedData>,
}

/// The data in ATPO's own types.
struct TypedData {
    map: GroundMap,
    net: Net,
    supply: SupplyRows,
    range: RangeRows,
    weather: Option<WeatherNumbers>,
    air: Option<AirNumbers>,
    ratings: KnownRatings,
    wars: Vec<War>,
}

impl TypedData {
    fn of(pack: &Pack) -> Self {
        let wars = pack.tables.get(wars::FILE).map_or("", String::as_str);
        let map = GroundMap::of(&pack.map);
        Self {
            net: Net::of(&map),
            supply: SupplyRows::of(pack),
            range: RangeRows::of(pack),
            weather: pack.tables.get(EFFECTS).and_then(|text| toml::from_str(text).ok()),
            air: pack.tables.get(numbers::FILE).and_then(|text| toml::from_str(text).ok()),
            map,
            ratings: KnownRatings::default(),
            wars: wars::read(wars::FILE, wars, &mut Vec::new()),
        }
    }
}

impl Field {
    /// Looks at a position.
    pub fn new(situation: Arc<Situation>, choices: BTreeMap<String, String>) -> Self {
        let typed = situation.pack.typed.get_or_make(|| TypedData::of(&situation.pack));
        let units: Vec<Unit> = situation
            .in_play()
            .filter_map(|ix| {
                let entry = situation.pieces[ix].entry.clone()?;
                let side = Alliance::of(situation.alliance(ix))?;
                let ratings = typed.ratings.of(&entry)?;
                Some(Unit { ix, side, kind: Kind::of(&entry)?, entry, ratings })
            })
            .collect();
        let states = situation.pieces.iter().map(States::of).collect();
        let mut at: BTreeMap<PlaceId, Vec<usize>> = BTreeMap::new();
        for (index, unit) in units.iter().enumerate() {
            at.entry(situation.pieces[unit.ix].at.clone()).or_default().push(index);
        }
        Self { situation, units, states, choices, at, asked: RefCell::default(), typed }
    }

    /// The hexes of the map and what lies between them.
    pub fn map(&self) -> &GroundMap {
        &self.typed.map
    }

    /// The same hexes, numbered, with the steps between them.
    pub fn net(&self) -> &Net {
        &self.typed.net
    }

    /// The sources of supply that are listed.
    pub fn supply_rows(&self) -> &SupplyRows {
        &self.typed.supply
    }

    /// The numbers that rule how far aircraft fly.
    pub fn range_rows(&self) -> &RangeRows {
        &self.typed.range
    }

    /// What Elite Pilots add to the strength of their unit (16.16.1.1); nothing of a pack whose file has faults, which its
    /// loader tells.
    pub fn elite_strength(&self) -> i32 {
        self.typed.air.as_ref().map_or(0, |row| row.elite_strength().into())
    }

    /// What weather does to flying; none of a pack whose file has faults, which its loader tells.
    pub fn weather_numbers(&self) -> Option<&WeatherNumbers> {
        self.typed.weather.as_ref()
    }

    /// The wars that history dates.
    pub fn wars(&self) -> &[War] {
        &self.typed.wars
    }

    /// What the map data say about a hex; `None` for every other place.
    pub fn ground(&self, place: &PlaceId) -> Option<&Ground> {
        self.typed.map.facts(place.hex()?)
    }

    /// The piece of a unit.
    pub fn piece(&self, unit: &Unit) -> &Piece {
        &self.situation.pieces[unit.ix]
    }

    /// The states of a unit.
    pub fn states(&self, unit: &Unit) -> &States {
        &self.states[unit.ix]
    }

    /// How a unit is at its place.
    pub fn posture(&self, unit: &Unit) -> Posture {
        self.states(unit).posture
    }

    /// Whether a unit carries this state chit.
    pub fn has(&self, unit: &Unit, status: Status) -> bool {
        self.states(unit).has(status)
    }

    /// Whether the reduced face of a unit is up.
    pub fn is_reduced(&self, unit: &Unit) -> bool {
        self.states(unit).reduced
    }

    /// In which part of the month the save is, where it tells its step.
    pub fn part(&self) -> Option<MonthPart> {
        self.situation.clock.phase.as_deref().filter(|step| !step.is_empty()).map(MonthPart::of)
    }

    /// The kind of a piece; none of chits.
    pub fn kind_of(&self, ix: PieceIx) -> Option<Kind> {
        self.situation.pieces[ix].entry.as_ref().and_then(|entry| Kind::of(entry))
    }

    /// Whether units of a party may be there that the looker does not see.
    pub fn may_hide(&self, side: Alliance) -> bool {
        self.situation.looker.as_deref().is_some_and(|looker| Alliance::of(looker) != Some(side))
    }

    /// The places that hold units, in a fixed order.
    pub fn places(&self) -> impl Iterator<Item = &PlaceId> {
        self.at.keys()
    }

    /// The units of a place.
    pub fn here(&self, place: &PlaceId) -> impl Iterator<Item = &Unit> {
        self.at.get(place).into_iter().flatten().map(|index| &self.units[*index])
    }

    /// Whether a place is a part of the sea without hexes (3.2).
    pub fn is_sea_area(&self, place: &PlaceId) -> bool {
        matches!(self.box_kind(place), Some("sea-area" | "large-area" | "convoy-area"))
    }

    /// Whether a place is sea and nothing else, by the data as they are: a hex or a part of the sea without hexes.
    pub fn is_open_sea(&self, place: &PlaceId) -> bool {
        let sea = |facts: &Ground| facts.kind == HexKind::Sea;
        self.is_sea_area(place) || self.ground(place).is_some_and(sea)
    }

    /// Whether a place is land off the hexes: a nation box, the Maldives, Panama.
    pub fn is_land_box(&self, place: &PlaceId) -> bool {
        matches!(self.box_kind(place), Some("nation-box" | "box"))
    }

    /// Whether a place counts as one hex: a hex, or the India Box (22).
    pub fn is_as_a_hex(&self, place: &PlaceId) -> bool {
        match place {
            PlaceId::Hex(_) => true,
            PlaceId::Named(_) => {
                self.situation.pack.map.facts(place).is_some_and(|place| place.key == "india-box")
            }
            PlaceId::Tray(_) | PlaceId::Off(_) => false,
        }
    }

    fn box_kind(&self, place: &PlaceId) -> Option<&str> {
        place.name()?;
        self.situation.pack.map.facts(place).map(|place| &*place.kind)
    }

    /// The units of a hex.
    pub fn in_hex(&self, hex: Hex) -> impl Iterator<Item = &Unit> {
        self.at.get(&PlaceId::Hex(hex)).into_iter().flatten().map(|index| &self.units[*index])
    }

    /// The reading that holds for a choice: the players' own, else the default of `choices.toml`.
    pub fn choice(&self, key: &'static str) -> &str {
        self.asked.borrow_mut().insert(key);
        let default = || self.situation.pack.choices.get(key);
        self.choices.get(key).map(String::as_str).or_else(default).unwrap_or_default()
    }

    /// The choices that were asked for since the last call.
    pub fn take_asked(&self) -> BTreeSet<&'static str> {
        self.asked.take()
    }

    /// Whether a unit stands on land at its place, neither cargo nor pinned on the beach, nor about to land there: a
    /// unit that attacks its own hex does not hold it.
    pub fn is_ashore(&self, unit: &Unit) -> bool {
        let (piece, states) = (self.piece(unit), self.states(unit));
        if states.attack.is_some_and(|hex| piece.at == PlaceId::Hex(hex)) {
            return false;
        }
        let at_sea = || self.naval_here(&piece.at, unit.side);
        states.posture == Posture::Present
            && (states.posture_told || !at_sea())
            && !self.is_on_beach_with_troops(unit)
    }

    /// Whether an HQ or a General shares the beach with the troops of his side: he bears no mark of his own, and is pinned
    /// or about to land with them (3.14.8).
    pub fn is_on_beach_with_troops(&self, unit: &Unit) -> bool {
        let place = &self.piece(unit).at;
        let leads = matches!(unit.kind, Kind::Hq | Kind::General) && self.posture(unit) == Posture::Present;
        let mut lands = false;
        for troops in
            self.here(place).filter(|other| leads && other.side == unit.side && other.kind.is_land())
        {
            let states = self.states(troops);
            let about_to_land = states.attack.is_some_and(|hex| *place == PlaceId::Hex(hex));
            match states.posture {
                Posture::Pinned => lands = true,
                Posture::Present if !about_to_land => return false,
                _ => lands |= about_to_land,
            }
        }
        lands
    }

    /// Whether ships of a side are at a place, so that a save that does not tell may mean cargo.
    fn naval_here(&self, place: &PlaceId, side: Alliance) -> bool {
        self.here(place).any(|unit| unit.side == side && unit.kind.is_naval())
    }

    /// Combat land units of a side standing in a hex.
    pub fn land_ashore(&self, hex: Hex, side: Alliance) -> impl Iterator<Item = &Unit> {
        self.in_hex(hex).filter(move |unit| self.stands(unit, side))
    }

    /// Combat land units of a side standing at a place.
    pub fn land_at(&self, place: &PlaceId, side: Alliance) -> impl Iterator<Item = &Unit> {
        self.here(place).filter(move |unit| self.stands(unit, side))
    }

    fn stands(&self, unit: &Unit, side: Alliance) -> bool {
        unit.side == side && unit.kind.is_land() && self.is_ashore(unit)
    }

    /// Whether a unit may be neutral to the other party: French units in the East were Vichy's, and no rule says when
    /// they fight Japan (13.2.1, 15.1.1).
    pub fn may_be_neutral(&self, unit: &Unit) -> bool {
        unit.entry.nation == "FR"
    }

    /// Chits of a kind at a place.
    pub fn chits(&self, place: &PlaceId, kind: &str) -> Vec<PieceIx> {
        let here = self.situation.here(place);
        here.iter().copied().filter(|ix| self.situation.pieces[*ix].is_chit(kind)).collect()
    }

    /// Finished installations of a kind at a place, working or destroyed.
    pub fn finished(&self, place: &PlaceId, kind: &str) -> Vec<PieceIx> {
        self.chits(place, kind).into_iter().filter(|ix| !self.states[*ix].building).collect()
    }

    /// Finished and working installations of a kind at a place.
    pub fn working(&self, place: &PlaceId, kind: &str) -> Vec<PieceIx> {
        self.finished(place, kind).into_iter().filter(|ix| !self.states[*ix].destroyed).collect()
    }

    /// Whether a place is sea under every reading.
    pub fn is_surely_sea(&self, place: &PlaceId) -> bool {
        self.is_surely(place, HexKind::Sea)
    }

    /// Whether a place is land or sea alone under every reading: a draft coast may be one hex off.
    fn is_surely(&self, place: &PlaceId, kind: HexKind) -> bool {
        let map = &self.typed.map;
        let Some((hex, facts)) = place.hex().and_then(|hex| Some((hex, map.facts(hex)?))) else {
            return false;
        };
        let alike = |hex: Hex| map.facts(hex).map_or(kind == HexKind::Sea, |facts| facts.kind == kind);
        let around = || map.neighbours(hex).into_iter().all(alike);
        facts.kind == kind && (!facts.is_draft(GroundColumn::Kind) || around())
    }

    /// The severity of a fault that rests on one value of a place, or on its being inland or open sea.
    pub fn by_source(&self, place: &PlaceId, column: GroundColumn) -> Severity {
        let draft = self.ground(place).is_none_or(|facts| facts.is_draft(column));
        let inland = || column == GroundColumn::Kind && self.is_surely(place, HexKind::Land);
        if draft && !self.is_surely_sea(place) && !inland() {
            Severity::Suspicious
        } else {
            Severity::Illegal
        }
    }

    /// Steps that a land unit counts to stacking (4.12.4, 11.1.2): none for paratroops, one when reduced. A counter
    /// with two faces has two steps and no unit has more (14.6.3), so they are no estimate whatever its ratings are.
    pub fn steps(&self, unit: &Unit) -> Bound {
        let Ratings::Land(land) = &*unit.ratings else { return Bound::exact(0) };
        if unit.kind == Kind::Land(Land::Paratroop) {
            return Bound::exact(0);
        }
        match land.steps {
            _ if self.is_reduced(unit) => Bound::exact(1),
            Some(steps) => Bound::exact(steps),
            None => Bound::about(1, 1..=2, format!("steps of {}", unit.entry.name)),
        }
    }

    /// Points of sea or air transport on the face that is up: the rules give them (3.13, 4.12.1), whatever the
    /// counter's movement rests on.
    pub fn points(&self, unit: &Unit) -> Bound {
        let Ratings::Transport(transport) = &*unit.ratings else { return Bound::exact(0) };
        let number = self.face(unit, &transport.points).and_then(Rating::number);
        number.map_or_else(|| Bound::about(2, 1..=2, format!("points of {}", unit.entry.name)), Bound::exact)
    }

    /// What is printed on the face that is up.
    fn face<'f>(&self, unit: &Unit, faces: &'f Faces) -> Option<&'f Rating> {
        let back = faces.back.as_ref().filter(|_| self.is_reduced(unit));
        back.or(faces.front.as_ref())
    }

    /// A rating on the face that is up; a draft value may be one off, an unknown one anything up to `most`.
    pub fn rating(&self, unit: &Unit, faces: &Faces, what: &str, most: i32) -> Bound {
        let why = || format!("{what} of {}", unit.entry.name);
        match self.face(unit, faces).map(|value| value.number().unwrap_or(0)) {
            Some(number) if unit.entry.source.is_draft() => {
                Bound::about(number, (number - 1).max(0)..=number.saturating_add(1), why())
            }
            Some(number) => Bound::exact(number),
            None => Bound::about(0, 0..=most, why()),
        }
    }
}
