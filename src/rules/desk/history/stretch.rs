//! Two neighbouring issues of a game: what was in each, and the way of a unit by the entries of the log between them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Riddle, Unaccounted};
use crate::rules::desk::commitment::{LeafContent, Leaves, UnitLine};
use crate::rules::desk::log::{LogEntry, LogEvent};
use crate::rules::desk::units::{UnitRef, Units};

/// What the names of leaves begin with that hold units of a power outside of the board.
pub const OFF_BOARD: &str = "pool/";

/// A unit, and the leaf in which it is.
pub type PlacedUnit<'a> = (&'a str, &'a UnitLine);

/// Units by their pieces, those of one piece in the order of their numbers.
pub type Pieces<'a> = BTreeMap<&'a str, Vec<PlacedUnit<'a>>>;

/// A unit that left its piece, or came to one.
pub struct Loose<'a> {
    /// The leaf in which it was last.
    pub place: &'a str,
    /// The unit.
    pub unit: &'a UnitLine,
    /// Whether chips stand for it.
    is_chip: bool,
}

/// A loss of the log that no unit was held against yet.
struct OpenLoss<'a> {
    unit: &'a UnitRef,
    left: u32,
}

/// Two neighbouring issues, and what the log has between them.
pub struct Stretch<'s, 'a> {
    entries: &'a [LogEntry],
    had: &'s Pieces<'s>,
    has: &'s Pieces<'s>,
    losses: Vec<OpenLoss<'a>>,
    /// What the log does not account for.
    pub found: Vec<Unaccounted>,
}

impl<'s, 'a> Stretch<'s, 'a> {
    /// The units of both issues by their pieces, and the entries between.
    pub fn new(entries: &'a [LogEntry], had: &'s Pieces<'s>, has: &'s Pieces<'s>) -> Self {
        Self { entries, had, has, losses: losses(entries), found: Vec::new() }
    }

    /// Whether the log has a unit placed there.
    pub fn is_placed(&self, unit: &UnitLine, place: &str) -> bool {
        self.entries.iter().any(|entry| mobilizes(entry, unit, place))
    }

    /// Notes a change without a word in the log.
    pub fn tell(&mut self, place: &str, unit: &UnitLine, what: Riddle) {
        self.found.push(Unaccounted { unit: unit.clone(), place: place.to_owned(), what });
    }

    /// Judges each unit whose piece is in both issues; what is over of a piece is returned, as left and as come.
    pub fn pair(&mut self) -> (Vec<Loose<'s>>, Vec<Loose<'s>>) {
        let (mut left, mut come) = (Vec::new(), Vec::new());
        let (had, has) = (self.had, self.has);
        let none = Vec::new();
        for piece in had.keys().chain(has.keys()).copied().collect::<BTreeSet<&str>>() {
            let (was, is) = (had.get(piece).unwrap_or(&none), has.get(piece).unwrap_or(&none));
            let is_chip =
                was.len() > 1 || is.len() > 1 || was.iter().chain(is).any(|(_, unit)| is_chip(unit));
            for (before, after) in was.iter().zip(is) {
                self.compare(*before, *after);
            }
            let loose = |(place, unit): &PlacedUnit<'s>| Loose { place, unit, is_chip };
            left.extend(was.iter().skip(is.len()).map(loose));
            come.extend(is.iter().skip(was.len()).map(loose));
        }
        (left, come)
    }

    /// One unit at both issues.
    fn compare(&mut self, (from, was): PlacedUnit<'s>, (to, is): PlacedUnit<'s>) {
        if was.class != is.class {
            return self.tell(to, is, Riddle::Class { was: was.class.clone() });
        }
        if was.power != is.power && !self.was_captured(to, &is.power) {
            return self.tell(to, is, Riddle::Owner { was: was.power.clone() });
        }
        let (before, now) = (damage(was), damage(is));
        let is_off = to.starts_with(OFF_BOARD);
        if !is_off && now <= before && self.losses.iter().any(|loss| loss.unit.id.as_ref() == Some(&is.uid)) {
            return self.tell(to, is, Riddle::Survival);
        }
        let lost = from != to && is_off && self.take_loss(was);
        if !lost && from != to && !self.reaches(from, was, to, Some(is)) {
            return self.tell(to, is, Riddle::Way { from: from.to_owned() });
        }
        if now > before && !self.was_fought_over(from, was, to, is) {
            self.tell(to, is, Riddle::Harm);
        }
    }

    /// Units of chips go over to other pieces of their class, lost ones among them, and what is captured gets another
    /// piece, that of its new owner.
    pub fn match_loose(&mut self, left: &mut Vec<Loose<'s>>, come: &mut Vec<Loose<'s>>) {
        come.retain(|new| {
            let is_it = |old: &Loose<'s>| self.goes_over(old, new) || self.is_captured(old, new);
            let found = left.iter().position(is_it);
            let found = found.or_else(|| left.iter().position(|old| self.is_lost_as(old, new)));
            found.map(|at| left.swap_remove(at)).is_none()
        });
    }

    fn goes_over(&self, old: &Loose<'_>, new: &Loose<'_>) -> bool {
        is_part(old, new) && self.reaches(old.place, old.unit, new.place, Some(new.unit))
    }

    fn is_lost_as(&mut self, old: &Loose<'_>, new: &Loose<'_>) -> bool {
        let is_off = new.place.starts_with(OFF_BOARD);
        is_part(old, new) && is_off && (self.take_loss(new.unit) || self.take_loss(old.unit))
    }

    fn is_captured(&self, old: &Loose<'_>, new: &Loose<'_>) -> bool {
        let same = old.unit.class == new.unit.class && is_same(old.place, new.place);
        same && self.was_captured(new.place, &new.unit.power)
    }

    /// A unit that is gone was lost, or went down with its ship.
    pub fn end(&mut self, gone: &Loose<'s>) {
        let sunk = gone.unit.carrier.as_deref().is_some_and(|ship| {
            let ship = self.has.get(piece_of(ship)).and_then(|units| units.first());
            ship.is_none_or(|(place, _)| place.starts_with(OFF_BOARD))
        });
        if !sunk && !self.take_loss(gone.unit) {
            self.tell(gone.place, gone.unit, Riddle::End);
        }
    }

    /// Holds a unit against a loss of the log: one that names it, else one of its class.
    fn take_loss(&mut self, unit: &UnitLine) -> bool {
        let fits = |loss: &&mut OpenLoss<'_>, named: bool| {
            // What went down with a ship is a loss of its own.
            loss.left > 0 && loss.unit.id.is_some() == named && is_named(loss.unit, unit, "")
        };
        for named in [true, false] {
            if let Some(loss) = self.losses.iter_mut().find(|loss| fits(loss, named)) {
                loss.left -= 1;
                return true;
            }
        }
        false
    }

    fn was_captured(&self, place: &str, by: &str) -> bool {
        self.entries.iter().any(|entry| match &entry.event {
            LogEvent::Capture { place: taken, to, .. } => is_same(taken, place) && is_same(to, by),
            _ => false,
        })
    }

    fn was_fought_over(&self, from: &str, was: &UnitLine, to: &str, is: &UnitLine) -> bool {
        self.entries.iter().any(|entry| match &entry.event {
            LogEvent::Battle(fought) | LogEvent::BattleEnd(fought) => {
                fought.place.is_empty()
                    || self.reaches(from, was, &fought.place, Some(is))
                    || fought.place == to
            }
            LogEvent::Casualty(fate) => is_meant(&fate.unit, is, ""),
            _ => false,
        })
    }

    /// Whether the log can have taken a unit from one place to another: by moves that name it, its class or the ship that
    /// it is aboard, in their order.
    fn reaches(&self, from: &str, was: &UnitLine, to: &str, is: Option<&UnitLine>) -> bool {
        if is_same(from, to) {
            return true;
        }
        let mut travellers = vec![was];
        // The log has a unit that came to another piece by its new id, too.
        travellers.extend(is);
        for carrier in [was.carrier.as_deref(), is.and_then(|is| is.carrier.as_deref())].into_iter().flatten()
        {
            let ships =
                [self.had, self.has].into_iter().filter_map(|all| all.get(piece_of(carrier))?.first());
            travellers.extend(ships.map(|(_, ship)| *ship));
        }
        let mut seen: BTreeSet<String> = BTreeSet::from([from.to_lowercase()]);
        for entry in self.entries {
            let is_named = |units: &Units| {
                travellers.iter().any(|unit| units.0.iter().any(|named| is_meant(named, unit, &entry.power)))
            };
            // Who is listed as cargo and was not aboard has come aboard where the way of the ship begins.
            let ship = |named: &UnitRef| {
                let cargo = &named.cargo;
                let is_it =
                    |unit: &&UnitLine| cargo.iter().any(|aboard| is_meant(aboard, unit, &entry.power));
                was.carrier.is_none() && std::iter::once(was).chain(is).any(|unit| is_it(&unit))
            };
            if let LogEvent::Order(order) = &entry.event
                && order.units.0.iter().any(ship)
            {
                seen.extend(order.path.iter().map(|place| place.to_lowercase()));
            }
            match Leg::of(entry, was, &is_named) {
                Leg::None => {}
                Leg::Anywhere => return true,
                Leg::Along(path) => {
                    let begun = path.iter().position(|place| seen.contains(&place.to_lowercase()));
                    let rest = begun.map(|at| path.iter().skip(at)).into_iter().flatten();
                    seen.extend(rest.map(|place| place.to_lowercase()));
                }
                Leg::To(place) => _ = seen.insert(place.to_lowercase()),
                Leg::Board(place) => {
                    // Whoever fights lies at the battle board, and goes back to the place of the battle.
                    let off = format!("{OFF_BOARD}{}", was.power).to_lowercase();
                    let here = place.to_lowercase();
                    if seen.contains(&off) || seen.contains(&here) {
                        seen.extend([off, here]);
                    }
                }
            }
        }
        seen.contains(&to.to_lowercase())
    }
}

/// Where an entry of the log can have taken a unit.
enum Leg<'a> {
    /// Nowhere.
    None,
    /// The log does not say where.
    Anywhere,
    /// From any of these places to any behind it.
    Along(Vec<&'a str>),
    /// To a place.
    To(&'a str),
    /// To the battle board, and back.
    Board(&'a str),
}

impl<'a> Leg<'a> {
    fn of(entry: &'a LogEntry, unit: &UnitLine, is_named: &dyn Fn(&Units) -> bool) -> Self {
        let to = |place: &'a str| if place.is_empty() { Self::Anywhere } else { Self::To(place) };
        match &entry.event {
            LogEvent::Order(order) if is_named(&order.units) => match order.path.as_slice() {
                [] => Self::Anywhere,
                path => Self::Along(path.iter().map(String::as_str).collect()),
            },
            LogEvent::Enter(enter) if is_named(&enter.group) => match enter.from.as_str() {
                "" => Self::To(&enter.place),
                from => Self::Along(vec![from, &enter.place]),
            },
            LogEvent::Retreat(fate) if is_named(&Units(vec![fate.unit.clone()])) => to(&fate.to),
            LogEvent::Mobilize(goods) if mobilizes(entry, unit, &goods.place) => to(&goods.place),
            LogEvent::Battle(fought) | LogEvent::BattleEnd(fought) => Self::Board(&fought.place),
            _ => Self::None,
        }
    }
}

/// The losses of a stretch, with what went down with them.
fn losses(entries: &[LogEntry]) -> Vec<OpenLoss<'_>> {
    let mut all = Vec::new();
    for entry in entries {
        if let LogEvent::Casualty(fate) = &entry.event {
            let lost = std::iter::once(&fate.unit).chain(&fate.unit.cargo);
            all.extend(lost.map(|unit| OpenLoss { unit, left: unit.number }));
        }
    }
    all
}

/// Whether an entry places units of this class and power there; what does not say where or what may be any.
fn mobilizes(entry: &LogEntry, unit: &UnitLine, place: &str) -> bool {
    let LogEvent::Mobilize(goods) = &entry.event else { return false };
    let here = goods.place.is_empty() || is_same(&goods.place, place);
    let named = |units: &Units| units.0.iter().any(|named| is_meant(named, unit, &entry.power));
    let whose = entry.power.is_empty() || is_same(&entry.power, &unit.power);
    here && units_in(&goods.what).map_or(whose, |units| named(&units))
}

/// Units that were bought or placed; none where the log tells something else.
pub fn units_in(what: &Value) -> Option<Units> {
    let list = what.get("units").unwrap_or(what);
    serde_json::from_value::<Units>(list.clone()).ok().filter(|units| !units.is_empty())
}

/// Whether words of the log can mean a unit; `power` is whose turn it is, empty where any power may be meant.
fn is_meant(named: &UnitRef, unit: &UnitLine, power: &str) -> bool {
    is_named(named, unit, power) || named.cargo.iter().any(|aboard| is_meant(aboard, unit, power))
}

/// The same for a unit itself, whatever it carries.
fn is_named(named: &UnitRef, unit: &UnitLine, power: &str) -> bool {
    match &named.id {
        Some(id) => *id == unit.uid || id == piece_of(&unit.uid),
        None => {
            let power = named.power.as_deref().unwrap_or(power);
            is_same(&named.class, &unit.class) && (power.is_empty() || is_same(power, &unit.power))
        }
    }
}

/// The units of an issue by their pieces, those of one piece in the order of their numbers.
pub fn by_piece(leaves: &Leaves) -> Pieces<'_> {
    let mut all = Pieces::new();
    for (place, content) in leaves.iter() {
        let LeafContent::Place(units) = content else { continue };
        for unit in units {
            all.entry(piece_of(&unit.uid)).or_default().push((place, unit));
        }
    }
    for units in all.values_mut() {
        units.sort_by_key(|(_, unit)| (unit.uid.len(), &unit.uid));
    }
    all
}

/// The piece of a unit: `7` for `7#2`.
fn piece_of(uid: &str) -> &str {
    match uid.rsplit_once('#') {
        Some((piece, number)) if !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit()) => {
            piece
        }
        _ => uid,
    }
}

fn is_chip(unit: &UnitLine) -> bool {
    piece_of(&unit.uid) != unit.uid
}

/// Whether a unit that left its piece may be one that came to another: chips stand for one of them.
fn is_part(old: &Loose<'_>, new: &Loose<'_>) -> bool {
    let alike = old.unit.power == new.unit.power && old.unit.class == new.unit.class;
    alike && (old.is_chip || new.is_chip)
}

/// Damage as a number; 0 where the line has something else.
fn damage(unit: &UnitLine) -> u64 {
    unit.damage.parse().unwrap_or(0)
}

/// A power and a class in small letters.
pub fn corps(power: &str, class: &str) -> (String, String) {
    (power.to_lowercase(), class.to_lowercase())
}

fn is_same(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}
