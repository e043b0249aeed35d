//! What hits do to naval units: flipped, sunk, a point of sea transport less (3.11.4.1, 3.11.8).

use std::cmp::Reverse;

use serde::Serialize;

use super::admirals::{self, Blow, LostAdmiral, Officer};
use super::ship::{NavalUnit, ShipBack};
use super::shot::{Added, Hit};
use crate::hit_rule::HitRule;
use crate::terms::FORCE_POOL;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::Dice;
use liege_rules::play::losses::{LostUnit, UnitLoss};
use liege_rules::play::procedure::{Log, Role};
use liege_rules::play::roll::Roll;
use vassal::diagnostic::counted;

/// What is left of some units, and of the Admirals aboard.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Afloat {
    /// For each unit the hits until it is gone.
    left: Vec<u8>,
    /// The same when they came; none for a unit that is not here.
    came: Vec<u8>,
    /// For each unit the rule of its last hit.
    by: Vec<HitRule>,
    /// The Admirals.
    officers: Vec<Officer>,
}

/// An Admiral who can take his D from an enemy's attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard {
    officer: usize,
    value: u8,
}

/// What became of a unit that was hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HullState {
    /// A named ship shows its damaged side.
    Damaged,
    /// A squadron shows its depleted side.
    Depleted,
    /// Sea transport of 2 points has 1 left.
    PointLost,
    /// Sea transport without points.
    Lost,
    /// Any other unit that is gone.
    Sunk,
}

/// A unit that was hit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HitUnit {
    /// Its name.
    pub name: String,
    /// Its piece in the save, when the input gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// What became of it.
    pub state: HullState,
    /// By which rule.
    #[serde(skip)]
    pub rule: HitRule,
}

impl HullState {
    fn word(self) -> &'static str {
        match self {
            Self::Damaged => "damaged",
            Self::Depleted => "depleted",
            Self::PointLost => "loses a point",
            Self::Lost => "lost",
            Self::Sunk => "sunk",
        }
    }

    fn of(unit: &NavalUnit, left: u8) -> Self {
        match (unit.is_transport(), left, unit.named) {
            (true, 0, _) => Self::Lost,
            (true, ..) => Self::PointLost,
            (false, 0, _) => Self::Sunk,
            (false, _, true) => Self::Damaged,
            (false, _, false) => Self::Depleted,
        }
    }
}

impl Afloat {
    /// All units as they come.
    #[must_use]
    pub fn all(units: &[NavalUnit]) -> Self {
        Self::of(units.iter().map(NavalUnit::hits_left).collect(), admirals::aboard(units))
    }

    /// Units with the hits that each can still take, none for those that are not here, and the Admirals aboard.
    #[must_use]
    pub fn of(left: Vec<u8>, officers: Vec<Officer>) -> Self {
        let by = vec![HitRule::default(); left.len()];
        Self { came: left.clone(), left, by, officers }
    }

    /// Whether a unit is there.
    #[must_use]
    pub fn has(&self, unit: usize) -> bool {
        self.left(unit) > 0
    }

    /// The hits until a unit is gone.
    #[must_use]
    pub fn left(&self, unit: usize) -> u8 {
        self.left.get(unit).copied().unwrap_or_default()
    }

    /// Whether a unit was here at all.
    #[must_use]
    pub fn took_part(&self, unit: usize) -> bool {
        self.came.get(unit).is_some_and(|came| *came > 0)
    }

    /// Units as they came and as they are now, with the rule of the last hit of each, and the Admirals.
    #[must_use]
    pub fn after(came: Vec<u8>, left: Vec<u8>, by: Vec<HitRule>, officers: Vec<Officer>) -> Self {
        Self { left, came, by, officers }
    }

    /// The rule by which a unit was hit here; none where it was not.
    #[must_use]
    pub fn hit_by(&self, unit: usize) -> Option<HitRule> {
        let was_hit = self.left(unit) < self.came.get(unit).copied().unwrap_or_default();
        was_hit.then(|| self.by[unit])
    }

    /// The Admirals, those who were eliminated too.
    #[must_use]
    pub fn officers(&self) -> &[Officer] {
        &self.officers
    }

    /// The Admirals who were eliminated.
    #[must_use]
    pub fn lost(&self, units: &[NavalUnit]) -> Vec<LostAdmiral> {
        admirals::lost(&self.officers, units)
    }

    /// The first Admiral aboard a ship that is here and among some, whose D is still to use (3.12.1.4), with its number.
    pub fn guard(&self, units: &[NavalUnit], among: impl Fn(usize) -> bool) -> Option<Guard> {
        self.officers.iter().enumerate().find_map(|(officer, told)| {
            let ship = usize::from(told.aboard?);
            let value = units[usize::from(told.came_with)].admiral?.defence;
            let serves = self.has(ship) && among(ship) && value > 0 && !told.defence_used;
            serves.then_some(Guard { officer, value })
        })
    }

    /// Uses up an Admiral's D: what it adds to the attack that it is for.
    pub fn use_defence(&mut self, guard: Guard) -> Added<'static> {
        self.officers[guard.officer].defence_used = true;
        ("Admiral's D", -i32::from(guard.value), "3.12.1.4")
    }

    /// Armor on the side of a unit that is up.
    #[must_use]
    pub fn armor(&self, units: &[NavalUnit], unit: usize) -> u8 {
        units[unit].face(self.left(unit) < 2).armor
    }

    /// Let a hit fall on a unit by a rule, and roll for an Admiral aboard. Doubles sink all but sea transport.
    pub fn strike(
        &mut self,
        units: &[NavalUnit],
        unit: usize,
        (hit, rule): (Hit, &'static str),
        (table, dice): (&Roll, &mut dyn Dice),
        log: &mut Log,
    ) {
        let (struck, before) = (&units[unit], self.left(unit));
        let after = match hit {
            Hit::Miss => return,
            Hit::Double if !struck.is_transport() => 0,
            Hit::Plain | Hit::Double => before.saturating_sub(1),
        };
        self.left[unit] = after;
        self.by[unit] = HitRule(rule);
        log.line(|| {
            let rule = if struck.is_transport() { TRANSPORT } else { rule };
            (struck.name.clone(), HullState::of(struck, after).word(), why(struck, after, hit), rule)
        });
        let blow = match (after, hit) {
            (0, Hit::Double) if !struck.is_transport() => Blow::SunkByDoubles,
            (0, _) => Blow::Sunk,
            _ => Blow::Damaged,
        };
        let refuge = self.refuge(units, unit);
        admirals::struck(&mut self.officers, (units, unit), blow, refuge, (table, dice), log);
    }

    /// The other surface unit that is hardest to hit.
    fn refuge(&self, units: &[NavalUnit], unit: usize) -> Option<usize> {
        let surface = |at: &usize| self.has(*at) && !units[*at].class.is_submarine();
        let others = (0..units.len()).filter(|at| *at != unit).filter(surface);
        others.min_by_key(|at| (Reverse(self.armor(units, *at)), Reverse(self.left(*at)), *at))
    }

    /// The units that were hit.
    #[must_use]
    pub fn hit(&self, units: &[NavalUnit]) -> Vec<HitUnit> {
        let one = |(at, unit): (usize, &NavalUnit)| {
            Some(HitUnit {
                rule: self.hit_by(at)?,
                name: unit.name.clone(),
                piece: unit.piece.clone(),
                state: HullState::of(unit, self.left(at)),
            })
        };
        units.iter().enumerate().filter_map(one).collect()
    }

    /// Tell what cargo has to be looked at, when sea transport lost points.
    pub fn tell_cargo(&self, units: &[NavalUnit], log: &mut Log) {
        let points = |left: &dyn Fn(usize) -> u8| -> usize {
            (0..units.len())
                .filter(|unit| units[*unit].is_transport())
                .map(|unit| usize::from(left(unit)))
                .sum()
        };
        let (before, after) = (points(&|unit| self.came[unit]), points(&|unit| self.left(unit)));
        if after < before {
            log.line(|| {
                let cause = "its owner eliminates cargo if they carry less than there is aboard";
                ("sea transport", format!("{} left", counted(after, "point")), cause, "3.11.8")
            });
        }
    }

    /// The same with equal units among the first `done` in one order; not those that an Admiral knows.
    #[must_use]
    pub fn in_order(mut self, units: &[NavalUnit], done: usize) -> Self {
        let known = |unit: usize| self.officers.iter().any(|officer| officer.knows(unit));
        let alike = |one: usize, other: usize| {
            self.came[one] == self.came[other]
                && same(&units[one], &units[other])
                && !known(one)
                && !known(other)
        };
        let mut left = self.left.clone();
        let mut ordered = vec![false; done];
        for first in 0..done.min(units.len()) {
            if ordered[first] {
                continue;
            }
            let more = (first + 1..done).filter(|other| !ordered[*other] && alike(first, *other));
            let mut places: Vec<usize> = std::iter::once(first).chain(more).collect();
            places.iter().for_each(|unit| ordered[*unit] = true);
            let mut values: Vec<u8> = places.iter().map(|unit| self.left[*unit]).collect();
            values.sort_unstable();
            while let (Some(unit), Some(least)) = (places.pop(), values.pop()) {
                left[unit] = least;
            }
        }
        self.left = left;
        self
    }
}

/// By what losses at sea are measured.
pub const MEASURE: &str = "worth of ships";

/// What is lost of a unit when it can take so many hits more; none when it was not hit.
#[must_use]
pub fn fate(unit: &NavalUnit, left: u8) -> Option<LostUnit> {
    let hits = unit.hits_left().checked_sub(left).filter(|hits| *hits > 0)?;
    let guns = |damaged: bool| u32::from(unit.face(damaged).gunnery.unwrap_or(0));
    let kept = if left == 0 { 0 } else { guns(true) };
    let points = if unit.is_transport() { u32::from(hits) } else { 0 };
    let gunnery = if unit.is_transport() { 0 } else { guns(unit.damaged).saturating_sub(kept) };
    let lost = [("ships", u32::from(left == 0)), ("gunnery", gunnery), ("transport points", points)];
    Some(LostUnit {
        word: HullState::of(unit, left).word(),
        lost: lost.into_iter().filter(|(_, amount)| *amount > 0).collect(),
        measure: unit.worth_lost(left),
    })
}

/// A side with its units, and those of them that were hit.
pub type Struck<'a> = (Role, &'a [NavalUnit], &'a [HitUnit]);

/// What became of the units of these sides.
#[must_use]
pub fn losses(sides: &[Struck<'_>]) -> Vec<UnitLoss> {
    let mut losses = Vec::new();
    for (side, units, hit) in sides {
        let left = |unit: &NavalUnit| match hit.iter().find(|hit| hit.name == unit.name) {
            None => unit.hits_left(),
            Some(HitUnit { state: HullState::Lost | HullState::Sunk, .. }) => 0,
            Some(_) => 1,
        };
        let first = losses.len();
        for (at, unit) in units.iter().enumerate() {
            losses.push(UnitLoss {
                side: *side,
                unit: unit.name.clone(),
                like: first + units.iter().position(|other| same(unit, other)).unwrap_or(at),
                fate: fate(unit, left(unit)),
            });
        }
    }
    losses
}

/// Whether two units differ in nothing but their names.
fn same(one: &NavalUnit, other: &NavalUnit) -> bool {
    let counter = |unit: &NavalUnit| (unit.class, unit.named, unit.anti_aircraft, unit.front, unit.back);
    let facts = |unit: &NavalUnit| (unit.hits_left(), unit.damaged, unit.admiral, unit.nation);
    one.class == other.class && counter(one) == counter(other) && facts(one) == facts(other)
}

/// Whether some units differ in nothing but their names.
#[must_use]
pub fn any_alike(units: &[NavalUnit]) -> bool {
    units.iter().enumerate().any(|(at, unit)| units[..at].iter().any(|other| same(unit, other)))
}

/// The rule of what a hit does to sea transport.
pub const TRANSPORT: &str = "3.11.8";

fn why(unit: &NavalUnit, left: u8, hit: Hit) -> &'static str {
    match (unit.is_transport(), left, hit) {
        (true, ..) => "a hit costs sea transport one point, regardless of the dice",
        (false, 0, Hit::Double) => "a hit with doubles sinks",
        (false, 0, _) if unit.back == ShipBack::Blank => {
            "its back is blank; the rules leave this open, treated as for land units"
        }
        (false, 0, _) => "it was hit before",
        (false, ..) => "its first hit",
    }
}

/// What was done, in a few words: `Haguro damaged, 2 x entering DD sunk, Admiral of Haguro eliminated`; units of one
/// name are counted.
#[must_use]
pub fn in_words(hit: &[HitUnit], admirals: &[LostAdmiral]) -> String {
    let plain = |unit: &HitUnit| unit.name.split(" #").next().unwrap_or_default().to_owned();
    let mut told: Vec<(String, HullState, usize)> = Vec::new();
    for unit in hit {
        let name = plain(unit);
        match told.iter_mut().find(|(known, state, _)| *known == name && *state == unit.state) {
            Some((.., count)) => *count += 1,
            None => told.push((name, unit.state, 1)),
        }
    }
    let one = |(name, state, count): &(String, HullState, usize)| match count {
        1 => format!("{name} {}", state.word()),
        count => format!("{count} x {name} {}", state.word()),
    };
    let dead = admirals.iter().map(|lost| format!("{} eliminated", lost.name));
    told.iter().map(one).chain(dead).collect::<Vec<_>>().join(", ")
}

/// What is done to the pieces.
#[must_use]
pub fn deeds(hit: &[HitUnit], admirals: &[LostAdmiral]) -> Vec<Deed> {
    let deed = |unit: &HitUnit| {
        let (act, rule) = match unit.state {
            HullState::Damaged | HullState::Depleted => (Act::LoseStep, unit.rule.or("3.11.4.1")),
            HullState::PointLost => (Act::LoseStep, TRANSPORT),
            HullState::Lost => (Act::Eliminate(Some(FORCE_POOL)), TRANSPORT),
            HullState::Sunk => (Act::Eliminate(Some(FORCE_POOL)), unit.rule.or("3.11.4.1")),
        };
        Deed {
            whom: Whom::Unit { name: unit.name.clone(), piece: unit.piece.clone() },
            act,
            rule: rule.into(),
        }
    };
    hit.iter().map(deed).chain(admirals::deeds(admirals)).collect()
}
