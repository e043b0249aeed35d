//! An air-naval attack as it was declared: who attacks whom, under which circumstances.

use super::kamikaze_rule::KamikazeRule;
use super::numbers::AirSeaTables;
use crate::air::aircraft::{AirWord, Aircraft};
use crate::sea::damage::{self, Afloat};
use crate::sea::ship::{NavalUnit, ShipClass};
use liege_rules::play::procedure::Role;

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
    /// Japan has had an air unit of the later quality on a base of the map (4.8.7.1).
    pub later_pilots: bool,
    /// How those who fly as Kamikazes attack; none where nobody does.
    pub kamikaze: Option<KamikazeRule>,
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
    pub(super) fn alike(&self, one: usize, other: usize) -> bool {
        self.air[one].is_like(&self.air[other])
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
