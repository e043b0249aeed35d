//! Two neighbouring issues of a game: what was in each, and the way of a unit by the entries of the log between them.

use std::collections::{BTreeMap, BTreeSet};

use super::naming::{OFF_BOARD, is_chip, is_meant, is_same, mobilizes, piece_of};
use super::way::{Journal, Traveller, Whereabouts};
use super::{Riddle, Unaccounted};
use crate::desk::commitment::{LeafContent, Leaves, UnitLine};
use crate::desk::log::{LogEntry, LogEvent};
use crate::desk::units::UnitRef;

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
    journal: Journal<'a>,
    had: &'s Pieces<'s>,
    has: &'s Pieces<'s>,
    losses: Vec<OpenLoss<'a>>,
    /// What the log does not account for.
    pub found: Vec<Unaccounted>,
}

impl<'s, 'a> Stretch<'s, 'a> {
    /// The units of both issues by their pieces, and the log.
    pub fn new(journal: Journal<'a>, had: &'s Pieces<'s>, has: &'s Pieces<'s>) -> Self {
        Self { journal, had, has, losses: losses(journal.entries()), found: Vec::new() }
    }

    /// Whether the log has a unit placed there.
    pub fn is_placed(&self, unit: &UnitLine, place: &str) -> bool {
        self.journal.entries().iter().any(|entry| mobilizes(entry, unit, place))
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
        let is_alone = !is_chip(was) && !is_chip(is);
        if is_alone
            && !is_off
            && now <= before
            && self.losses.iter().any(|loss| loss.unit.id.as_ref() == Some(&is.uid))
        {
            return self.tell(to, is, Riddle::Survival);
        }
        let lost = from != to && is_off && self.take_loss(was);
        if !lost && !self.reaches(from, was, to, is) {
            return self.tell(to, is, Riddle::Way { from: from.to_owned() });
        }
        if now > before && !self.was_fought_over(from, was, to, is) {
            self.tell(to, is, Riddle::Harm);
        }
    }

    /// Units of chips go over to other pieces of their class, lost ones among them.
    pub fn match_loose(&mut self, left: &mut Vec<Loose<'s>>, come: &mut Vec<Loose<'s>>) {
        come.retain(|new| {
            let found = left.iter().position(|old| self.goes_over(old, new));
            let found = found.or_else(|| left.iter().position(|old| self.is_lost_as(old, new)));
            found.map(|at| left.swap_remove(at)).is_none()
        });
    }

    fn goes_over(&self, old: &Loose<'_>, new: &Loose<'_>) -> bool {
        is_part(old, new) && self.reaches(old.place, old.unit, new.place, new.unit)
    }

    fn is_lost_as(&mut self, old: &Loose<'_>, new: &Loose<'_>) -> bool {
        let is_off = new.place.starts_with(OFF_BOARD);
        is_part(old, new) && is_off && (self.take_loss(new.unit) || self.take_loss(old.unit))
    }

    /// What stands in a captured place and was uncovered there is the captor's from then on, as another piece.
    pub fn match_captured(&self, left: &mut Vec<Loose<'s>>, come: &mut Vec<Loose<'s>>) {
        come.retain(|new| {
            let is_it = |old: &Loose<'s>| {
                old.unit.class == new.unit.class
                    && is_same(old.place, new.place)
                    && self.was_captured(new.place, &new.unit.power)
                    && self.was_uncovered(old)
            };
            let found = left.iter().position(is_it);
            found.map(|at| left.swap_remove(at)).is_none()
        });
    }

    fn was_uncovered(&self, facility: &Loose<'_>) -> bool {
        self.journal.told.iter().any(|entry| match &entry.event {
            LogEvent::Reveal(seen) if is_same(&seen.place, facility.place) => {
                seen.facilities.0.iter().any(|named| {
                    let alike = named.class.is_empty() || is_same(&named.class, &facility.unit.class);
                    alike && is_meant(named, facility.unit, "")
                })
            }
            _ => false,
        })
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
            loss.left > 0 && loss.unit.id.is_some() == named && is_meant(loss.unit, unit, "")
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
        self.journal.entries().iter().any(|entry| match &entry.event {
            LogEvent::Capture { place: taken, to, .. } => is_same(taken, place) && is_same(to, by),
            _ => false,
        })
    }

    fn was_fought_over(&self, from: &str, was: &UnitLine, to: &str, is: &UnitLine) -> bool {
        self.journal.entries().iter().any(|entry| match &entry.event {
            LogEvent::Battle(fought) | LogEvent::BattleEnd(fought) => {
                fought.place.is_empty()
                    || fought.place == to
                    || self.whereabouts(from, was, is).can_have_been(&fought.place)
            }
            LogEvent::Casualty(fate) => is_meant(&fate.unit, is, ""),
            _ => false,
        })
    }

    /// Whether the log can have taken a unit from one place to another, by itself or with the ship that it is aboard.
    fn reaches(&self, from: &str, was: &UnitLine, to: &str, is: &UnitLine) -> bool {
        self.whereabouts(from, was, is).can_be(to)
    }

    fn whereabouts(&self, from: &str, was: &UnitLine, is: &UnitLine) -> Whereabouts {
        let carriers = [was, is].into_iter().filter_map(|unit| unit.carrier.as_deref());
        let ship = |all: &Pieces<'s>, carrier: &str| Some(all.get(piece_of(carrier))?.first()?.1);
        let ships = carriers
            .flat_map(|carrier| [self.had, self.has].into_iter().filter_map(move |all| ship(all, carrier)));
        let later = Some(is).filter(|is| is.uid != was.uid);
        self.journal.follow(from, &Traveller { unit: was, later, ships: ships.collect() })
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
