//! What checks and the desk look at: a position as boards with units of both sides, each with its power, place and damage.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::class::UnitClass;
use super::force::{Lot, UnitGroup};
use liege_rules::data::catalogue::Entry;
use liege_rules::game::pack::{Nation, Pack};
use liege_rules::position::situation::{PieceIx, PlaceId, Situation};
use vassal::diagnostic::PieceRef;

/// The note on a ghost: the entry of the ledger that it rests on.
pub const SEEN: &str = "seen";
/// The kind of the counters that stand for more units below them.
const CHIP: &str = "chip";
/// The box of tokens that were used.
const USED_TOKENS: &str = "Tokens used";
/// The state of a ship that was hit and did not sink.
pub const DAMAGED: &str = "damaged";

/// A position in the terms of hidden play.
#[derive(Debug, Clone)]
pub struct Boards {
    /// The position.
    pub situation: Arc<Situation>,
    /// Readings of the rules that differ from their defaults.
    pub choices: BTreeMap<String, String>,
    /// Units, facilities and tokens, in the order of the pieces.
    pub units: Vec<BoardUnit>,
}

impl AsRef<Situation> for Boards {
    fn as_ref(&self) -> &Situation {
        &self.situation
    }
}

/// A unit, facility or token on a board or in a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardUnit {
    /// Its piece.
    pub ix: PieceIx,
    /// The id of the piece.
    pub id: String,
    /// Its class.
    pub class: UnitClass,
    /// Its power.
    pub power: String,
    /// The alliance of its power: `axis` or `allies`.
    pub side: String,
    /// Where it lies.
    pub place: PlaceId,
    /// Its damage: 1 for a damaged ship, the number on a facility.
    pub damage: u32,
    /// The ship that carries it.
    pub carrier: Option<PieceIx>,
    /// How many units it stands for: one, and what the chips below it are worth (G40).
    pub count: u32,
    /// The entry of the ledger that it claims: a ghost that the umpire placed.
    pub claims: Option<String>,
}

/// A counter all of whose units share one fate, as deeds and the list of moves name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeCounter {
    /// Its piece, or the number of one that is made of another.
    pub ix: PieceIx,
    /// What the list calls it.
    pub id: String,
}

impl Boards {
    /// Looks at a position.
    pub fn new(situation: Arc<Situation>, choices: BTreeMap<String, String>) -> Self {
        let units = situation.all().filter_map(|ix| BoardUnit::of(&situation, ix)).collect();
        Self { situation, choices, units }
    }

    /// The pack.
    pub fn pack(&self) -> &Pack {
        &self.situation.pack
    }

    /// Units on the board, neither in a box nor in a room of its side.
    pub fn on_board(&self) -> impl Iterator<Item = &BoardUnit> {
        self.units.iter().filter(|unit| self.is_on_board(&unit.place))
    }

    /// Whether a place is an area of the board.
    pub fn is_on_board(&self, place: &PlaceId) -> bool {
        self.pack().map.areas().any(|area| area.id == *place)
    }

    /// The units of a side on the board.
    pub fn of_side<'a>(&'a self, side: &'a str) -> impl Iterator<Item = &'a BoardUnit> {
        self.on_board().filter(move |unit| unit.side == side)
    }

    /// The units in a place, what is aboard included.
    pub fn at<'a>(&'a self, place: &'a PlaceId) -> impl Iterator<Item = &'a BoardUnit> {
        self.units.iter().filter(move |unit| unit.place == *place)
    }

    /// The unit that a piece is.
    pub fn unit(&self, ix: PieceIx) -> Option<&BoardUnit> {
        self.units.binary_search_by_key(&ix, |unit| unit.ix).ok().map(|at| &self.units[at])
    }

    /// The unit with this id.
    pub fn by_id(&self, id: &str) -> Option<&BoardUnit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// The place that a log or a ledger names; none where the map has no such place.
    pub fn place(&self, name: &str) -> Option<PlaceId> {
        self.pack().map.place(name).map(|facts| facts.id.clone())
    }

    /// A power, or a side that is named instead of one, as a sentence calls it: `the United Kingdom`, `the Axis`.
    pub fn called(&self, who: &str) -> String {
        let pack = self.pack();
        let sides = &pack.sides;
        let side = sides.iter().find(|side| side.alliance.eq_ignore_ascii_case(who));
        match (pack.nations.get(&who.to_lowercase()), side) {
            (Some(power), _) => power.called.clone(),
            (None, Some(side)) => format!("the {}", side.name),
            (None, None) => who.to_owned(),
        }
    }

    /// The alliance of a power, or of a side that is named by its alliance or its name; empty where nobody is meant.
    pub fn side_of<'a>(&'a self, who: &str) -> &'a str {
        let pack = self.pack();
        let named = pack
            .sides
            .iter()
            .find(|side| side.alliance.eq_ignore_ascii_case(who) || side.name.eq_ignore_ascii_case(who));
        match named {
            Some(side) => &side.alliance,
            None => pack.alliance(&who.to_lowercase()),
        }
    }

    /// What people call a power: `United States`.
    pub fn name_of<'a>(&'a self, power: &'a str) -> &'a str {
        self.pack().nations.get(power).map_or(power, |nation| &nation.name)
    }

    /// The power that a player names, by its code, its name or its adjective.
    pub fn power_called(&self, word: &str) -> Option<&str> {
        let is_it = |known: &String| known.eq_ignore_ascii_case(word);
        let means =
            |nation: &Nation| [&nation.name, &nation.adjective].into_iter().chain(&nation.also).any(is_it);
        let nations = &self.pack().nations;
        let found = nations.iter().find(|(code, nation)| code.eq_ignore_ascii_case(word) || means(nation));
        found.map(|(code, _)| code.as_str())
    }

    /// What people call a side: `Allies`.
    pub fn side_name<'a>(&'a self, alliance: &'a str) -> &'a str {
        let named = self.pack().sides.iter().find(|side| side.alliance == alliance);
        named.map_or(alliance, |side| side.name.as_str())
    }

    /// Units as a sentence names them, without their ids: `2 American FTR, Japanese TR (INF)`.
    pub fn in_words(&self, units: &UnitGroup) -> String {
        UnitGroup::of(units.lots().iter().map(|lot| self.lot_in_words(lot)).collect()).to_string()
    }

    fn lot_in_words(&self, lot: &Lot) -> Lot {
        let adjective = |power: &String| {
            self.pack().nations.get(power).map_or_else(|| power.clone(), |nation| nation.adjective.clone())
        };
        let cargo = lot.cargo.iter().map(|own| self.lot_in_words(own)).collect();
        Lot { power: lot.power.as_ref().map(adjective), cargo, ..lot.clone() }
    }

    /// Whether a place is a sea zone.
    pub fn is_sea(&self, place: &PlaceId) -> bool {
        self.pack().map.facts(place).is_some_and(|facts| facts.kind == *"sea")
    }

    /// The alliance that holds a territory; none where nobody is known to.
    pub fn holder(&self, place: &PlaceId) -> Option<&str> {
        let changed = self.situation.control.get(place).map(String::as_str);
        let owner = || self.pack().map.facts(place).map(|facts| facts.word("owner"));
        let side = self.pack().alliance(changed.or_else(owner)?);
        (!side.is_empty()).then_some(side)
    }

    /// The power that holds a territory, by its control marker, else by its owner at the start; empty where nobody does.
    pub fn holding_power(&self, place: &PlaceId) -> &str {
        let start = || self.situation.facts(place).map_or("", |facts| facts.word("owner"));
        self.situation.control.get(place).map_or_else(start, String::as_str)
    }

    /// What a territory is worth, where the map tells.
    pub fn worth(&self, place: &PlaceId) -> Option<i32> {
        self.situation.facts(place)?.number("value")
    }

    /// Aircraft of a side in a territory that an air base there may send up.
    pub fn may_scramble(&self, place: &PlaceId, side: &str) -> Vec<&BoardUnit> {
        let flies = |unit: &&BoardUnit| unit.class.scrambles() && unit.carrier.is_none();
        let there = self.on_board().filter(|unit| unit.place == *place && unit.side == side);
        there.filter(flies).collect()
    }

    /// The turn on the track, where the time marker is seen.
    pub fn turn(&self) -> Option<i32> {
        self.value("turn")
    }

    /// The income of a power on the chart, where its marker is seen.
    pub fn income(&self, power: &str) -> Option<i32> {
        self.value(&format!("{power}-income"))
    }

    /// The money that a power has in hand, where its marker is seen.
    pub fn money(&self, power: &str) -> Option<i32> {
        self.value(&format!("{power}-money"))
    }

    /// All powers, by their codes.
    pub fn powers(&self) -> impl Iterator<Item = &str> {
        self.pack().nations.keys().map(String::as_str)
    }

    /// The names of all areas of the board.
    pub fn areas(&self) -> impl Iterator<Item = String> + '_ {
        self.pack().map.areas().map(|facts| facts.id.to_string())
    }

    /// The unit that lies above a piece in its stack, with nothing but chips between them.
    pub fn unit_above(&self, ix: PieceIx) -> Option<&BoardUnit> {
        let pieces = &self.situation.pieces;
        let chip = &pieces[ix];
        let here = self.situation.here(&chip.at).iter();
        let above = here.filter(|other| {
            let other = &pieces[**other];
            other.stack == chip.stack && other.depth > chip.depth && other.kind() != CHIP
        });
        above.min_by_key(|other| pieces[**other].depth).and_then(|ix| self.unit(*ix))
    }

    /// What the chips are worth above which no unit lies.
    pub fn loose_chips(&self) -> u32 {
        let pieces = self.situation.all().filter(|ix| self.unit_above(*ix).is_none());
        let worth = pieces.filter_map(|ix| chip_worth(self.situation.pieces[ix].entry.as_deref()?));
        worth.fold(0, u32::saturating_add)
    }

    /// How many tokens have not been used.
    pub fn unused_tokens(&self) -> u32 {
        let left = self.units.iter().filter(|unit| self.is_unused_token(unit));
        left.fold(0, |sum, unit| sum.saturating_add(unit.count))
    }

    /// Whether a token has not been used.
    pub fn is_unused_token(&self, unit: &BoardUnit) -> bool {
        unit.class == UnitClass::Kami && unit.place.to_string() != USED_TOKENS
    }

    fn value(&self, word: &str) -> Option<i32> {
        let value = self.situation.values.get(word)?;
        (value.least == value.most).then_some(value.least)
    }

    /// How a finding names a unit of another file than the one that is checked.
    pub fn piece_ref(&self, unit: &BoardUnit) -> PieceRef {
        self.situation.piece_ref(unit.ix)
    }
}

impl BoardUnit {
    fn of(situation: &Situation, ix: PieceIx) -> Option<Self> {
        let piece = &situation.pieces[ix];
        let entry = piece.entry.as_ref()?;
        let class = UnitClass::of_kind(&entry.kind)?;
        let power = piece.nation().to_owned();
        let damage = match piece.number {
            Some(number) => u32::try_from(number).unwrap_or(0),
            None => u32::from(piece.has(DAMAGED)),
        };
        Some(Self {
            ix,
            id: piece.id.clone(),
            class,
            side: situation.pack.alliance(&power).to_owned(),
            power,
            place: piece.at.clone(),
            damage,
            carrier: piece.carried_by,
            count: chips_below(situation, ix).saturating_add(1),
            claims: piece.notes.get(SEEN).cloned(),
        })
    }

    /// How a sentence calls it: `Japanese battleship`.
    pub fn called(&self, pack: &Pack) -> String {
        let adjective = pack.nations.get(&self.power).map_or(self.power.as_str(), |nation| &nation.adjective);
        format!("{adjective} {}", self.class.name())
    }
}

/// What the chips between a unit and the next unit below it are worth (G40).
fn chips_below(situation: &Situation, ix: PieceIx) -> u32 {
    let unit = &situation.pieces[ix];
    let mut below: Vec<_> = situation
        .here(&unit.at)
        .iter()
        .map(|ix| &situation.pieces[*ix])
        .filter(|piece| piece.stack == unit.stack && piece.depth < unit.depth)
        .collect();
    below.sort_by_key(|piece| std::cmp::Reverse(piece.depth));
    let worth = below.iter().map_while(|piece| chip_worth(piece.entry.as_deref()?));
    worth.fold(0, u32::saturating_add)
}

/// How many more units a chip stands for; none for every other counter (G40).
pub fn chip_worth(counter: &Entry) -> Option<u32> {
    let worth = counter.number("worth").filter(|_| counter.kind == *CHIP)?;
    u32::try_from(worth).ok()
}
