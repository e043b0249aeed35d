//! Facts that a message may name: lists that leave out what its receiver may not know, and reasons that he knows.

use crate::class::UnitClass;
use crate::force::UnitGroup;

/// Surface ships and what is seen with them, as a message may list them: no cargo and no submarine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SurfaceList(pub(super) UnitGroup);

impl SurfaceList {
    /// What of these units may be named.
    #[must_use]
    pub fn of(group: &UnitGroup) -> Self {
        Self(group.outside().part(|class| class.is_surface_ship() || class.is_air()).nameless())
    }
}

/// Units that a side sees by the chart, without cargo.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VisibleList(pub(super) UnitGroup);

impl VisibleList {
    /// What of these units may be named; submarines only where a destroyer of the other side sees them.
    #[must_use]
    pub fn of(group: &UnitGroup, destroyer: bool) -> Self {
        let named = |class: UnitClass| class.is_surface_ship() || class.is_air();
        Self(group.outside().part(|class| named(class) || destroyer && class == UnitClass::Sub).nameless())
    }
}

/// Facilities of one place with their damage.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FacilityList(pub(super) UnitGroup);

impl FacilityList {
    /// The facilities among these units; without air and naval bases where those stay hidden (G19).
    #[must_use]
    pub fn of(group: &UnitGroup, with_bases: bool) -> Self {
        Self(group.part(|class| class.is_facility() && (with_bases || !class.is_base())).nameless())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The facilities.
    #[must_use]
    pub fn group(&self) -> &UnitGroup {
        &self.0
    }
}

/// Which units are called to the battle board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arm {
    /// Aircraft.
    Air,
    /// Ships.
    Sea,
}

impl Arm {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Air => "air",
            Self::Sea => "sea",
        }
    }
}

/// Why an order is not allowed: only what its own side knows anyway.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Forbidden {
    /// The place was attacked before in this power's turn (8, L21).
    AttackedBefore(String),
    /// Warships that the battle there left bar the way (8-naval, L25; G30).
    WarshipsStayed(String),
    /// So many mechanized infantry with fewer tanks (D1, L43).
    MechNeedsTank {
        /// Mechanized infantry of the order.
        mech: u32,
        /// Tanks of the order.
        tanks: u32,
        /// The target.
        place: String,
    },
    /// Units of another class than tank and mechanized infantry (8-land, L29).
    CannotBlitz(UnitClass),
    /// More units than took the place.
    NotSoMany(UnitClass),
    /// A place that the tanks cannot reach.
    NotBeside(String),
    /// Enemies were seen there in this power's turn (9, L35).
    EnemiesKnown(String),
    /// A naval battle was fought where the landing sails from (D3, L51).
    NoBombardment,
    /// A power that the mover is not at war with (G21).
    AtPeace {
        /// The place.
        place: String,
        /// The power.
        power: String,
    },
    /// What is to move stands no longer where the order needs it.
    NotThere {
        /// The items of the list.
        items: Vec<u32>,
        /// Where their units were to come.
        place: String,
        /// Who is left of them, in words; `none` where nobody is.
        units: String,
    },
}

impl Forbidden {
    /// The rule in words, for the side that gave the order.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::AttackedBefore(place) => format!("{place} was attacked before in this turn"),
            Self::WarshipsStayed(zone) => {
                format!(
                    "{zone} was fought over in this turn, and ships cannot pass the warships that stayed there"
                )
            }
            Self::MechNeedsTank { mech, tanks, place } => {
                format!(
                    "mechanized infantry blitz only with one tank each, and {mech} MECH and {tanks} TANK go to {place}"
                )
            }
            Self::CannotBlitz(class) => format!("{class} cannot blitz"),
            Self::NotSoMany(class) => format!("there are not so many {class} that may blitz"),
            Self::NotBeside(place) => format!("{place} is not in reach of a blitz"),
            Self::EnemiesKnown(place) => {
                format!("you saw enemies in {place} in this turn, and no unit enters them knowingly now")
            }
            Self::NoBombardment => "a naval battle was fought there, so that no ship bombards".into(),
            Self::AtPeace { place, power } => {
                format!("you are not at war with {power}, whose units or territory are in {place}")
            }
            Self::NotThere { items, place, units } => {
                let numbers: Vec<String> = items.iter().map(u32::to_string).collect();
                let word = if numbers.len() == 1 { "item" } else { "items" };
                let named = format!("{word} {}", numbers.join(" and "));
                match units.as_str() {
                    "none" => format!("{named}: no unit is left that could come to {place}"),
                    units => format!("{named}: {units} cannot come to {place} any more"),
                }
            }
        }
    }
}
