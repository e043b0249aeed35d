//! The turn log as the turns of powers, and the words of its messages, for checks that follow a turn from order to battle.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::base::Base;
use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::story::Story;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::desk::log::{Enter, Fought, Item, LogEntry, LogEvent, Notice, Order, Reply, UmpireLog};
use liege_rules::desk::units::{UnitRef, Units};
use liege_rules::position::situation::PlaceId;

/// The places of the board are of this kind where they are sea zones.
const SEA: &str = "sea";
/// The column that names the sea zone which contains an island (8-air).
const ISLAND_OF: &str = "island-of";
/// Words that tell of a force without naming a class.
const FORCE_WORDS: [&str; 12] = [
    "fleet", "ship", "ships", "naval", "surface", "air", "aircraft", "plane", "planes", "unit", "units",
    "warships",
];

/// The boxes in which a battle is fought (8, L21).
const BATTLE_BOARD: [&str; 2] = ["Attacker", "Defender"];

/// Fields whose number is a name.
const NAMES: [&str; 7] = ["place", "zone", "item", "power", "to", "turn", "round"];

/// The part of the log that is the turn of one power.
#[derive(Debug, Clone)]
pub struct PowerTurn<'a> {
    /// The boards of the master.
    pub view: &'a Boards,
    /// The turn of the track.
    pub round: u32,
    /// The power.
    pub power: &'a str,
    /// Its alliance.
    pub side: &'a str,
    log: &'a UmpireLog,
    /// Whether no later turn is in the log, so that the save is of this one.
    pub is_last: bool,
    /// What happened, in order.
    pub entries: Vec<&'a LogEntry>,
}

/// The turns of powers of which both the round and the power are written down.
///
/// # Errors
/// The case has no log.
pub fn turns(case: &Case<Boards>) -> Result<Vec<PowerTurn<'_>>, NotGiven> {
    let story = Story::of(case)?;
    let log = case.wants_log()?;
    let last = log.entries.last().map(|entry| entry.n);
    let mut turns = Vec::new();
    for turn in story.turns.iter().filter(|turn| turn.round > 0 && !turn.side.is_empty()) {
        let entries: Vec<&LogEntry> = turn.entries().collect();
        turns.push(PowerTurn {
            view: &case.now,
            round: turn.round,
            power: turn.power,
            side: turn.side,
            log,
            is_last: entries.last().is_some_and(|entry| Some(entry.n) == last),
            entries,
        });
    }
    Ok(turns)
}

impl<'a> PowerTurn<'a> {
    /// Whether no line of these kinds is missing.
    pub fn tells(&self, kinds: &[&str]) -> bool {
        self.log.tells_all(kinds)
    }

    /// The entries with their places in the turn.
    pub fn events(&self) -> impl Iterator<Item = (usize, &'a LogEntry, &'a LogEvent)> + '_ {
        self.entries.iter().enumerate().map(|(at, entry)| (at, *entry, &entry.event))
    }

    /// The orders with their places in the turn.
    pub fn orders(&self) -> impl Iterator<Item = (usize, &'a LogEntry, &'a Order)> + '_ {
        self.events().filter_map(|(at, entry, event)| match event {
            LogEvent::Order(order) => Some((at, entry, order)),
            _ => None,
        })
    }

    /// Groups that come into a place, with their places in the turn.
    pub fn enters(&self) -> impl Iterator<Item = (usize, &'a LogEntry, &'a Enter)> + '_ {
        self.events().filter_map(|(at, entry, event)| match event {
            LogEvent::Enter(enter) => Some((at, entry, enter)),
            _ => None,
        })
    }

    /// Messages by one of these templates, with their places in the turn.
    pub fn messages(
        &self,
        templates: &'static [&'static str],
    ) -> impl Iterator<Item = (usize, &'a LogEntry, &'a Notice)> + '_ {
        self.events().filter_map(move |(at, entry, event)| match event {
            LogEvent::Message(notice) if is_among(&notice.template, templates) => Some((at, entry, notice)),
            _ => None,
        })
    }

    /// Answers to messages by one of these templates, with their places in the turn.
    pub fn answers(
        &self,
        templates: &'static [&'static str],
    ) -> impl Iterator<Item = (usize, &'a LogEntry, &'a Reply)> + '_ {
        self.events().filter_map(move |(at, entry, event)| match event {
            LogEvent::Answer(reply) if is_among(&reply.template, templates) => Some((at, entry, reply)),
            _ => None,
        })
    }

    /// Battles, each at its first line, with their places in the turn.
    pub fn battles(&self) -> Vec<(usize, &'a LogEntry, &'a Fought)> {
        let mut battles: Vec<(usize, &LogEntry, &Fought)> = Vec::new();
        for (at, entry, event) in self.events() {
            let LogEvent::Battle(fought) = event else { continue };
            let is_known = |(_, _, known): &(usize, &LogEntry, &Fought)| {
                fought.number > 0 && known.number == fought.number
            };
            if !battles.iter().any(is_known) {
                battles.push((at, entry, fought));
            }
        }
        battles
    }

    /// Where in the turn a battle ends, where that was written down.
    pub fn end_of(&self, from: usize, battle: &Fought) -> Option<usize> {
        self.events().skip(from + 1).find_map(|(at, _, event)| match event {
            LogEvent::BattleEnd(end)
                if end.number == battle.number
                    && (end.number > 0 || self.same(&end.place, &battle.place)) =>
            {
                Some(at)
            }
            _ => None,
        })
    }

    /// Whether two names mean one place.
    pub fn same(&self, one: &str, other: &str) -> bool {
        is_same(self.view, one, other)
    }

    /// Whether an entry belongs to one of these phases; one of which nobody wrote down the phase belongs to none.
    pub fn is_in(&self, entry: &LogEntry, phases: &[&str]) -> bool {
        let phase = self.view.pack().phase(&entry.phase).map(|(_, phase)| phase.id.as_str());
        !entry.phase.is_empty() && phase.is_some_and(|phase| phases.contains(&phase))
    }

    /// The units of one side in a battle, whether the log has it under its alliance or under powers.
    pub fn units_of(&self, battle: &Fought, side: &str) -> Option<Units> {
        let of_side = battle.units.iter().filter(|(who, _)| self.view.side_of(who) == side);
        let mut lists = of_side.map(|(_, units)| units.0.clone()).peekable();
        lists.peek()?;
        Some(Units(lists.flatten().collect()))
    }

    /// The units of those against whom the turn's power fights.
    pub fn units_against(&self, battle: &Fought) -> Option<Units> {
        let others = battle.units.iter().filter(|(who, _)| {
            let side = self.view.side_of(who);
            !side.is_empty() && side != self.side
        });
        let mut lists = others.map(|(_, units)| units.0.clone()).peekable();
        lists.peek()?;
        Some(Units(lists.flatten().collect()))
    }
}

/// Whether a template is one of these.
fn is_among(template: &str, templates: &[&str]) -> bool {
    templates.iter().any(|one| one.eq_ignore_ascii_case(template))
}

/// Whether a name is nobody's item.
pub fn is_nameless(item: &Item) -> bool {
    item.0.is_empty() || item.0 == "null"
}

/// Whether two names mean one place.
pub fn is_same(view: &Boards, one: &str, other: &str) -> bool {
    match (view.place(one), view.place(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one.trim().eq_ignore_ascii_case(other.trim()),
    }
}

/// Whether two powers are at war in a turn of the track; none where only the players know (G21).
pub fn at_war(view: &Boards, one: &str, other: &str, round: u32) -> Option<bool> {
    let (side, against) = (view.side_of(one), view.side_of(other));
    if side.is_empty() || against.is_empty() || side == against {
        return Some(false);
    }
    Base::of(view.pack()).at_war(view.pack(), one, other, u16::try_from(round).unwrap_or(u16::MAX))
}

/// Whether a place is a sea zone; none where the map does not have it.
pub fn is_sea(view: &Boards, place: &str) -> Option<bool> {
    view.pack().map.place(place).map(|facts| facts.kind == *SEA)
}

/// Whether a place is a territory; not so where the map does not have it.
pub fn is_land(view: &Boards, place: &str) -> bool {
    is_sea(view, place) == Some(false)
}

/// The islands of a sea zone.
pub fn islands_of<'a>(view: &'a Boards, zone: &str) -> Vec<&'a PlaceId> {
    let Some(zone) = view.pack().map.place(zone) else { return Vec::new() };
    let areas = view.pack().map.areas();
    areas
        .filter(|area| area.word(ISLAND_OF) == zone.key && !zone.key.is_empty())
        .map(|area| &area.id)
        .collect()
}

/// Whether the data tell of any island.
pub fn knows_islands(view: &Boards) -> bool {
    view.pack().map.areas().any(|area| !area.word(ISLAND_OF).is_empty())
}

/// The unit of the master, or of the position before it, that a log names by its id.
pub fn piece_of<'a>(case: &'a Case<Boards>, unit: &UnitRef) -> Option<&'a BoardUnit> {
    let id = unit.id.as_deref()?;
    case.now.by_id(id).or_else(|| case.before.as_ref()?.by_id(id))
}

/// The class of a unit; none where nobody knows it.
pub fn class_of(case: &Case<Boards>, unit: &UnitRef) -> Option<UnitClass> {
    UnitClass::find(&unit.class).or_else(|| piece_of(case, unit).map(|piece| piece.class))
}

/// The alliance of a unit, where the log or the master tells.
pub fn side_of<'a>(case: &'a Case<Boards>, unit: &UnitRef) -> Option<&'a str> {
    let told = unit.power.as_deref().map(|power| case.now.side_of(power));
    told.or_else(|| piece_of(case, unit).map(|piece| piece.side.as_str())).filter(|side| !side.is_empty())
}

/// How many units there are of each class, without what they carry; none where a class is not known or nothing is named.
pub fn counts(case: &Case<Boards>, units: &Units) -> Option<BTreeMap<UnitClass, u32>> {
    let mut counts = BTreeMap::new();
    for unit in &units.0 {
        *counts.entry(class_of(case, unit)?).or_default() += unit.number;
    }
    (!counts.is_empty()).then_some(counts)
}

/// The same with what they carry.
pub fn counts_with_cargo(case: &Case<Boards>, units: &Units) -> Option<BTreeMap<UnitClass, u32>> {
    let all = units.0.iter().flat_map(|unit| std::iter::once(unit).chain(&unit.cargo)).cloned().collect();
    counts(case, &Units(all))
}

/// Whether a group is known in all its classes, and each of them is such.
pub fn is_all(case: &Case<Boards>, units: &Units, of: impl Fn(UnitClass) -> bool) -> bool {
    counts(case, units).is_some_and(|counts| counts.keys().all(|class| of(*class)))
}

/// Whether a unit of such a class is known to be in a group.
pub fn is_any(case: &Case<Boards>, units: &Units, of: impl Fn(UnitClass) -> bool) -> bool {
    units.0.iter().filter_map(|unit| class_of(case, unit)).any(of)
}

/// Whether units of the idle side are in a group of the active one: scrambled aircraft.
pub fn is_of_others(case: &Case<Boards>, units: &Units, side: &str) -> bool {
    units.0.iter().any(|unit| side_of(case, unit).is_some_and(|of| of != side))
}

/// Whether a place is a box of the battle board.
pub fn is_battle_board(place: &PlaceId) -> bool {
    place.name().is_some_and(|name| BATTLE_BOARD.contains(&name))
}

/// The units that a shared save shows in battle: in the boxes of the battle board, or on a board of its own.
pub fn in_battle(shared: &Boards) -> impl Iterator<Item = &BoardUnit> {
    shared.units.iter().filter(|unit| is_battle_board(&unit.place) || shared.is_on_board(&unit.place))
}

/// The places that a message names in `place` or `zone`, whether as a list or in one text.
pub fn places_in(view: &Boards, fields: &Map<String, Value>) -> Vec<PlaceId> {
    let mut places = Vec::new();
    let named = ["place", "places", "zone", "zones"].iter().filter_map(|key| fields.get(*key));
    for text in named.flat_map(texts) {
        if let Some(place) = view.place(text.trim()) {
            places.push(place);
            continue;
        }
        let parts = text.split([',', ';', '/', '&']).flat_map(|part| part.split(" and "));
        places.extend(parts.filter_map(|part| view.place(part.trim())));
    }
    places.sort();
    places.dedup();
    places
}

/// Whether a message names a place, or none at all.
pub fn may_mean(view: &Boards, notice: &Notice, place: &str) -> bool {
    let places = places_in(view, &notice.fields);
    places.is_empty() || places.iter().any(|named| is_same(view, &named.to_string(), place))
}

/// Whether a message names a place.
pub fn means(view: &Boards, notice: &Notice, place: &str) -> bool {
    places_in(view, &notice.fields).iter().any(|named| is_same(view, &named.to_string(), place))
}

/// The texts of a value: itself, or those of its list.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(all) => all.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// What of a message tells of a force: classes, numbers and words such as `fleet`, in any of its fields. Names of places
/// and items and the question about scrambling are none.
pub fn force_told(view: &Boards, fields: &Map<String, Value>) -> Vec<String> {
    let mut told = Vec::new();
    for (key, value) in fields {
        force_in(view, key, value, &mut told);
    }
    told
}

fn force_in(view: &Boards, key: &str, value: &Value, told: &mut Vec<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| force_in(view, key, one, told)),
        Value::Object(all) => {
            for (key, one) in all {
                if let Some(class) = UnitClass::find(key) {
                    told.push(class.name().to_owned());
                }
                force_in(view, key, one, told);
            }
        }
        Value::Number(number) if !NAMES.contains(&key) => told.push(format!("{key} {number}")),
        Value::String(text) => told.extend(force_words(view, text)),
        Value::Number(_) | Value::Null | Value::Bool(_) => {}
    }
}

/// The words of a text that tell of a force.
fn force_words(view: &Boards, text: &str) -> Vec<String> {
    if view.place(text.trim()).is_some() {
        return Vec::new();
    }
    let mut left = text.to_lowercase().replace("air base", " ").replace("airbase", " ");
    for area in view.pack().map.areas() {
        left = left.replace(&area.name.to_lowercase(), " ");
    }
    let asks = |sentence: &&str| !sentence.contains("scramble");
    let sentences: Vec<&str> = left.split(['.', '?', '!']).filter(asks).collect();
    let words =
        sentences.iter().flat_map(|sentence| sentence.split(|letter: char| !letter.is_alphanumeric()));
    let tells =
        |word: &&str| FORCE_WORDS.contains(word) || (word.len() > 1 && UnitClass::find(word).is_some());
    words.filter(tells).map(str::to_owned).collect()
}

/// What was bought, placed or chosen, where it is a list of units.
pub fn units_in(value: &Value) -> Option<Units> {
    let list = value.get("units").unwrap_or(value);
    serde_json::from_value::<Units>(list.clone()).ok().filter(|units| !units.is_empty())
}
