//! An air-naval attack under way: who attacks whom under which circumstances, and what changes from step to step.

use super::flak::{self, Flak};
use super::kamikaze::KamikazeRule;
use super::numbers::AirSeaTables;
use crate::rules::atpo::air::aircraft::{AirWord, Aircraft};
use crate::rules::atpo::air::flight::Flight;
use crate::rules::atpo::sea::damage::{self, Afloat};
use crate::rules::atpo::sea::ship::{NavalUnit, ShipClass};
use crate::rules::procedure::Role;

/// Where the ships are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchorage {
    /// At sea, not in a coastal hex.
    #[default]
    OpenSea,
    /// At sea in a coastal hex.
    Coast,
    /// Docked in a friendly minor port.
    MinorPort,
    /// Docked in a friendly major, enlarged or fortified port.
    MajorPort,
}

impl Anchorage {
    /// Whether they are docked.
    #[must_use]
    pub fn is_port(self) -> bool {
        matches!(self, Self::MinorPort | Self::MajorPort)
    }

    /// Whether the hex is coastal; a port lies in one (gap G74).
    #[must_use]
    pub fn is_coastal(self) -> bool {
        self != Self::OpenSea
    }
}

/// Who attacks whom.
#[derive(Debug, Clone)]
pub struct AirAttack {
    /// The air units; fighters among them do not attack, unless they fly as Kamikazes.
    pub air: Vec<Aircraft>,
    /// All enemy ships of the hex.
    pub ships: Vec<NavalUnit>,
    /// For each ship whether it may be attacked; all count for the anti-aircraft value.
    pub open: Vec<bool>,
    /// Where the ships are.
    pub anchorage: Anchorage,
    /// At night, by moonlight (17.3.1).
    pub moonlit: bool,
    /// In the first Naval and Air Phase of a Sneak Attack (17.1.4).
    pub surprise: bool,
    /// The month, such as `1944-06`.
    pub date: Option<String>,
    /// A Magic chit for the air: whose, and its number.
    pub magic: Option<(Role, u8)>,
    /// How those who fly as Kamikazes attack; none where nobody does.
    pub kamikaze: Option<KamikazeRule>,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirAttackStage {
    /// The anti-aircraft value is told.
    Start,
    /// Which air unit attacks next.
    Pick,
    /// Which ship it attacks.
    Aim(u8),
    /// Whether Magic is used for its attack on this ship.
    Magic(u8, u8),
    /// It attacks this ship; with Magic or without.
    Fire(u8, u8, bool),
    /// It is done.
    Leave(u8),
    /// What anti-aircraft fire has hit loses its steps.
    Flak,
    /// It is over.
    End,
}

/// All that changes in an attack and still matters; it grows with each step.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AirAttackState {
    /// Air units that are done with.
    pub(super) done: u8,
    /// Attacks that the one under way has made.
    pub(super) made: u8,
    /// What comes next.
    pub(super) stage: AirAttackStage,
    /// Air units that have yet to attack.
    pub(super) waiting: Vec<bool>,
    /// Hits by anti-aircraft fire that have not taken effect, no more than the unit has steps.
    pub(super) hits: Vec<u8>,
    /// The anti-aircraft fire of the location.
    pub(super) flak: Flak,
    /// Magic was used.
    pub(super) magic_used: bool,
    /// The air units.
    pub(super) flight: Flight,
    /// The ships.
    pub(super) afloat: Afloat,
}

impl AirAttack {
    /// Whether a unit flies as a Kamikaze, and how that attacks.
    #[must_use]
    pub fn kamikaze(&self, unit: usize) -> Option<&KamikazeRule> {
        self.kamikaze.as_ref().filter(|_| self.air[unit].is(AirWord::Kamikaze))
    }

    /// Whether a unit is Japan's, as it says or as the ships of another nation before it tell.
    #[must_use]
    pub fn is_japanese(&self, unit: usize) -> bool {
        let foreign = |ship: &NavalUnit| ship.nation.is_some_and(|code| code != "JP");
        self.air[unit].nation.map_or_else(|| self.ships.iter().any(foreign), |code| code == "JP")
    }

    /// Whether two air units differ in nothing but their names.
    fn alike(&self, one: usize, other: usize) -> bool {
        let plain = |unit: usize| Aircraft { name: String::new(), piece: None, ..self.air[unit].clone() };
        plain(one) == plain(other)
    }

    /// Whether some units of either side differ in nothing but their names.
    #[must_use]
    pub fn has_alike(&self) -> bool {
        let twin = |unit: usize| (0..unit).any(|other| self.alike(unit, other));
        damage::any_alike(&self.ships) || (0..self.air.len()).any(twin)
    }

    /// Armor of a ship as it is now, a battleship's less by what a coastal hex takes from it.
    #[must_use]
    pub fn armor(&self, afloat: &Afloat, ship: usize, tables: &AirSeaTables) -> u8 {
        let armor = afloat.armor(&self.ships, ship);
        let battleship = self.ships[ship].class == ShipClass::Battleship;
        let less = if battleship && self.anchorage.is_coastal() {
            tables.numbers.modifier.coastal_battleship
        } else {
            0
        };
        armor.saturating_add_signed(less)
    }
}

impl AirAttackState {
    /// What is left of both sides meets; the anti-aircraft value is reckoned here, once (gap G74). Units that fly as
    /// bombers or as Kamikazes attack.
    #[must_use]
    pub fn with(flight: Flight, afloat: Afloat, attack: &AirAttack, tables: &AirSeaTables) -> Self {
        let attacks =
            |unit: usize| flight.flies(unit) && (flight.bombs(unit) || attack.kamikaze(unit).is_some());
        Self {
            done: 0,
            made: 0,
            stage: AirAttackStage::Start,
            waiting: (0..attack.air.len()).map(attacks).collect(),
            hits: vec![0; attack.air.len()],
            flak: flak::value(attack, &afloat, tables),
            magic_used: false,
            flight,
            afloat,
        }
    }

    /// What is left of the air units.
    #[must_use]
    pub fn flight(&self) -> &Flight {
        &self.flight
    }

    /// What is left of the ships.
    #[must_use]
    pub fn afloat(&self) -> &Afloat {
        &self.afloat
    }

    /// Whether Magic was used.
    #[must_use]
    pub fn magic_used(&self) -> bool {
        self.magic_used
    }

    /// Magic was used before this attack, or not.
    pub fn spend_magic(&mut self, used: bool) {
        self.magic_used |= used;
    }

    /// The same at another stage.
    pub(super) fn at(mut self, stage: AirAttackStage) -> Self {
        self.stage = stage;
        self
    }

    /// How often a unit attacks with what is left of it (4.10.3, 4.10.6, 16.4.2).
    pub(super) fn attacks(&self, attack: &AirAttack, unit: usize, tables: &AirSeaTables) -> u8 {
        let strength = self.flight.strength(&attack.air, unit, &tables.air);
        let numbers = &tables.numbers;
        match attack.kamikaze(unit) {
            _ if !attack.air[unit].is_army() => strength,
            None => (strength / numbers.attacks.army_divisor.max(1)).min(numbers.attacks.army_most),
            Some(rule) if rule.army_halved => strength / numbers.kamikaze_variant.army_divisor.max(1),
            Some(_) => strength,
        }
    }

    /// Ships that may be attacked now.
    pub(super) fn targets(&self, attack: &AirAttack) -> Vec<usize> {
        let open = |ship: &usize| self.afloat.has(*ship) && attack.open.get(*ship).is_some_and(|open| *open);
        (0..attack.ships.len()).filter(open).collect()
    }

    /// The air units that have yet to attack.
    pub(super) fn waiting(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.waiting.len()).filter(|unit| self.waiting[*unit])
    }

    /// The same with equal units in one order: ships unless one is aimed at, and air units that are done.
    #[must_use]
    pub(super) fn in_order(mut self, attack: &AirAttack) -> Self {
        if matches!(self.stage, AirAttackStage::Magic(..) | AirAttackStage::Fire(..)) {
            return self;
        }
        // Ships behind one that may not be attacked keep their places.
        let open = attack.open.iter().position(|open| !open).unwrap_or(attack.ships.len());
        self.afloat = self.afloat.in_order(&attack.ships, open);
        let done = |unit: &usize| !self.waiting[*unit] && self.flight.took_part(*unit);
        let done: Vec<usize> = (0..self.waiting.len()).filter(done).collect();
        let alike = |one: usize, other: usize| {
            self.flight.left(one) == self.flight.left(other) && attack.alike(one, other)
        };
        let mut hits = self.hits.clone();
        for (at, first) in done.iter().enumerate() {
            if done[..at].iter().any(|other| alike(*first, *other)) {
                continue;
            }
            let places: Vec<usize> = done.iter().copied().filter(|unit| alike(*first, *unit)).collect();
            let mut sorted: Vec<u8> = places.iter().map(|unit| self.hits[*unit]).collect();
            sorted.sort_unstable();
            places.into_iter().zip(sorted).for_each(|(unit, told)| hits[unit] = told);
        }
        self.hits = hits;
        self
    }
}
