//! What is left of a side's air units while they fly: steps, aborts, and what each of them flies as.

use serde::Serialize;

use super::aircraft::{AirWord, Aircraft};
use super::numbers::AirNumbers;
use crate::hit_rule::HitRule;
use liege_rules::play::losses::{LostUnit, UnitLoss};
use liege_rules::play::procedure::Role;

/// One air unit in the air.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wing {
    /// Steps until it is gone; none for a unit that is not here.
    left: u8,
    /// The same when it came.
    came: u8,
    /// It takes no part in what follows (4.8.7).
    pub aborted: bool,
    /// It flies as a bomber, as its type or its owner says (4.8.3).
    pub bombs: bool,
    /// Nobody has still to say so: its type does, or its owner did, for the whole of its mission (4.3.2).
    pub declared: bool,
    /// It tried to evacuate its base in vain, and has no bonus over it (4.9.1.1).
    pub unsettled: bool,
    /// The rule by which it lost a step last.
    by: HitRule,
}

impl Wing {
    /// Steps until it was gone when it came.
    #[must_use]
    pub fn came(self) -> u8 {
        self.came
    }
}

/// The air units of one side, in the order of its list; links of a battle hand it on.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flight {
    wings: Vec<Wing>,
}

/// What became of an air unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WingState {
    /// It shows its depleted side.
    Depleted,
    /// It is gone.
    Eliminated,
    /// It was aborted and lost nothing.
    Aborted,
}

/// An air unit to which something happened.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HitAircraft {
    /// Its name.
    pub name: String,
    /// Its piece in the save, when the input gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// What became of it.
    pub state: WingState,
    /// By which rule it lost steps.
    #[serde(skip)]
    pub rule: HitRule,
}

impl WingState {
    /// In a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Depleted => "depleted",
            Self::Eliminated => "eliminated",
            Self::Aborted => "aborted",
        }
    }
}

impl Flight {
    /// All units as they come.
    #[must_use]
    pub fn all(units: &[Aircraft]) -> Self {
        Self::of(units, |_| true)
    }

    /// Those of some units that are here.
    #[must_use]
    pub fn of(units: &[Aircraft], here: impl Fn(usize) -> bool) -> Self {
        let wing = |(at, unit): (usize, &Aircraft)| {
            let steps = if here(at) { unit.steps_left() } else { 0 };
            let told = unit.is(AirWord::AsBomber) || unit.is(AirWord::AsFighter);
            let declared = told || !unit.may_choose();
            Wing {
                left: steps,
                came: steps,
                aborted: false,
                bombs: !unit.is_fighter(),
                declared,
                unsettled: false,
                by: HitRule::default(),
            }
        };
        Self { wings: units.iter().enumerate().map(wing).collect() }
    }

    /// Some of those that are left, as a link takes them.
    #[must_use]
    pub fn part(&self, only: impl Fn(usize) -> bool) -> Self {
        let wing = |(at, wing): (usize, &Wing)| {
            let left = if only(at) { wing.left } else { 0 };
            Wing { left, came: left, ..*wing }
        };
        Self { wings: self.wings.iter().enumerate().map(wing).collect() }
    }

    /// What a link left of those that took part in it.
    pub fn take(&mut self, after: &Self) {
        for (own, told) in self.wings.iter_mut().zip(&after.wings).filter(|(_, told)| told.came > 0) {
            *own = Wing { came: own.came, ..*told };
        }
    }

    /// What is known of the first units.
    #[must_use]
    pub fn head(&self, units: usize) -> Self {
        Self { wings: self.wings.iter().take(units).copied().collect() }
    }

    /// How many units the list has, those that are not here too.
    #[must_use]
    pub fn len(&self) -> usize {
        self.wings.len()
    }

    /// Whether the list has no unit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.wings.is_empty()
    }

    /// Steps until a unit is gone; none for one that is not here.
    #[must_use]
    pub fn left(&self, unit: usize) -> u8 {
        self.wings.get(unit).map_or(0, |wing| wing.left)
    }

    /// Whether a unit was here at all.
    #[must_use]
    pub fn took_part(&self, unit: usize) -> bool {
        self.wings.get(unit).is_some_and(|wing| wing.came > 0)
    }

    /// Whether a unit is here, aborted or not.
    #[must_use]
    pub fn has(&self, unit: usize) -> bool {
        self.left(unit) > 0
    }

    /// Whether a unit is here and unaborted.
    #[must_use]
    pub fn flies(&self, unit: usize) -> bool {
        self.wings.get(unit).is_some_and(|wing| wing.left > 0 && !wing.aborted)
    }

    /// Whether a unit flies as a bomber.
    #[must_use]
    pub fn bombs(&self, unit: usize) -> bool {
        self.wings.get(unit).is_some_and(|wing| wing.bombs)
    }

    /// Whether a unit's depleted side is up.
    #[must_use]
    pub fn is_depleted(&self, units: &[Aircraft], unit: usize) -> bool {
        units[unit].depleted || self.left(unit) < units[unit].steps_left()
    }

    /// Those that are here and unaborted.
    pub fn flying(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.wings.len()).filter(|unit| self.flies(*unit))
    }

    /// What its owner says that a unit flies as.
    pub fn declare(&mut self, unit: usize, bombs: bool) {
        if let Some(wing) = self.wings.get_mut(unit) {
            (wing.bombs, wing.declared) = (bombs, true);
        }
    }

    /// Whether nobody has still to say what a unit flies as.
    #[must_use]
    pub fn is_declared(&self, unit: usize) -> bool {
        self.wings.get(unit).is_none_or(|wing| wing.declared)
    }

    /// Puts what is known of one unit into the place of another that equals it.
    pub fn put(&mut self, unit: usize, wing: Option<Wing>) {
        if let (Some(place), Some(wing)) = (self.wings.get_mut(unit), wing) {
            *place = wing;
        }
    }

    /// One unit in the air.
    #[must_use]
    pub fn wing(&self, unit: usize) -> Option<Wing> {
        self.wings.get(unit).copied()
    }

    /// A unit tried to evacuate its base in vain.
    pub fn unsettle(&mut self, unit: usize) {
        if let Some(wing) = self.wings.get_mut(unit) {
            wing.unsettled = true;
        }
    }

    /// Whether a unit tried to evacuate its base in vain.
    #[must_use]
    pub fn is_unsettled(&self, unit: usize) -> bool {
        self.wings.get(unit).is_some_and(|wing| wing.unsettled)
    }

    /// A unit loses steps by a rule, at most those that it has.
    pub fn lose(&mut self, unit: usize, steps: u8, rule: impl Into<HitRule>) {
        if let Some(wing) = self.wings.get_mut(unit).filter(|_| steps > 0) {
            wing.left = wing.left.saturating_sub(steps);
            wing.by = rule.into();
        }
    }

    /// By which rule a unit lost a step last.
    #[must_use]
    pub fn lost_by(&self, unit: usize) -> HitRule {
        self.wings.get(unit).map_or(HitRule::default(), |wing| wing.by)
    }

    /// A unit is aborted.
    pub fn abort(&mut self, unit: usize) {
        if let Some(wing) = self.wings.get_mut(unit) {
            wing.aborted = true;
        }
    }

    /// One entry of the list has what another suffered that stood for it.
    pub fn stand_in(&mut self, from: usize, unit: usize) {
        if let (Some(told), true) = (self.wing(from), unit < self.wings.len()) {
            self.wings[unit] = told;
        }
    }

    /// An entry of the list is not there.
    pub fn leave_out(&mut self, unit: usize) {
        if let Some(wing) = self.wings.get_mut(unit) {
            (wing.left, wing.came) = (0, 0);
        }
    }

    /// Quality on the side that is up; 0 where none is printed.
    #[must_use]
    pub fn quality(&self, units: &[Aircraft], unit: usize) -> u8 {
        units[unit].quality(self.is_depleted(units, unit))
    }

    /// Strength on the side that is up, Elite Pilots counted, halved by weather where it says so (16.16.1.1, 1.1).
    #[must_use]
    pub fn strength(&self, units: &[Aircraft], unit: usize, numbers: &AirNumbers) -> u8 {
        let (air, face) = (&units[unit], units[unit].face_of(self.is_depleted(units, unit)));
        let elite = if air.elite { numbers.elite_strength() } else { 0 };
        let strength = face.strength.saturating_add(elite);
        if air.is(AirWord::Halved) { strength / 2 } else { strength }
    }

    /// The units to which something happened.
    #[must_use]
    pub fn hit(&self, units: &[Aircraft]) -> Vec<HitAircraft> {
        let state = |wing: &Wing| match (wing.left, wing.came) {
            (left, came) if left == came => (came > 0 && wing.aborted).then_some(WingState::Aborted),
            (0, _) => Some(WingState::Eliminated),
            _ => Some(WingState::Depleted),
        };
        let one = |(unit, wing): (&Aircraft, &Wing)| {
            let (name, piece) = (unit.name.clone(), unit.piece.clone());
            Some(HitAircraft { name, piece, state: state(wing)?, rule: wing.by })
        };
        units.iter().zip(&self.wings).filter_map(one).collect()
    }
}

/// What a loss of steps is called.
pub const AIR_STEPS: &str = "air steps";

/// By what losses in the air are measured.
pub const MEASURE: &str = "strength of air units";

/// A side with its units, and those of them to which something happened.
pub type Flown<'a> = (Role, &'a [Aircraft], &'a [HitAircraft]);

/// What became of the units of these sides.
#[must_use]
pub fn losses(sides: &[Flown<'_>]) -> Vec<UnitLoss> {
    let mut losses = Vec::new();
    for (side, units, hit) in sides {
        let first = losses.len();
        for (at, unit) in units.iter().enumerate() {
            losses.push(UnitLoss {
                side: *side,
                unit: unit.name.clone(),
                like: first + units.iter().position(|other| other.is_like(unit)).unwrap_or(at),
                fate: hit.iter().find(|hit| hit.name == unit.name).and_then(|hit| fate(unit, hit.state)),
            });
        }
    }
    losses
}

/// What is lost of a unit; nothing of one that was only aborted.
fn fate(unit: &Aircraft, state: WingState) -> Option<LostUnit> {
    let before = u32::from(unit.face().strength);
    let after = match state {
        WingState::Aborted => return None,
        WingState::Depleted => u32::from(unit.face_of(true).strength),
        WingState::Eliminated => 0,
    };
    let steps = if after == 0 { u32::from(unit.steps_left()) } else { 1 };
    let strength = before.saturating_sub(after);
    let lost = [(AIR_STEPS, steps), ("air strength", strength)];
    Some(LostUnit {
        word: state.word(),
        lost: lost.into_iter().filter(|(_, amount)| *amount > 0).collect(),
        measure: strength,
    })
}
