//! A strafing attack under way: who strafes which base, what its units do about it, and the fights that follow.

use serde::Serialize;

use crate::rules::atpo::air::aircraft::{AirWord, Aircraft};
use crate::rules::atpo::air::combat::battle::{Dogfight, DogfightState};
use crate::rules::atpo::air::flight::Flight;
use crate::rules::atpo::air::interception::case::AirPhase;

/// Where the attacked units are based.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrafedPlace {
    /// An airbase or airstrip.
    Base,
    /// An aircraft carrier.
    Carrier,
    /// A nation box.
    NationBox,
}

/// What was declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrafingRun {
    /// The strafers and who is with them, against the units that are based there and who flies in to help them.
    pub fight: Dogfight,
    /// The strafers against the same units on the ground.
    pub ground: Dogfight,
    /// How many of the defender's units, from the first on, are based there.
    pub based: usize,
    /// When.
    pub phase: AirPhase,
    /// Where.
    pub place: StrafedPlace,
    /// It was strafed in this phase before.
    pub strafed: bool,
    /// Land hexes of the defender that the nearest strafer flew over, the base included; where it was told.
    pub flown_over: Option<u8>,
    /// Another base has room within reach.
    pub refuge: bool,
    /// The defender's nation is subject to the Sneak Attack Bonus.
    pub surprised: bool,
    /// The way of an evacuation touches a zone with an air effect.
    pub inclement: bool,
    /// The weather has an entry for such a zone, whatever was rolled.
    pub weather_entry: bool,
}

/// What a based unit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BaseReply {
    /// It was not asked yet.
    Open,
    /// It rides it out, on the ground.
    RideOut,
    /// It tries to evacuate.
    Evacuate,
    /// It has evacuated.
    Away,
    /// It has tried in vain.
    Stuck,
    /// It has tried in vain and takes off to fight, without the bonus of its base.
    Last,
    /// It takes off to fight.
    Intercept,
}

impl BaseReply {
    /// Whether a unit that replied so is in the air to fight.
    #[must_use]
    pub fn fights(self) -> bool {
        matches!(self, Self::Intercept | Self::Last)
    }

    /// As orders write it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Intercept | Self::Last => "intercept",
            Self::Evacuate => "evacuate",
            _ => "ride-out",
        }
    }
}

/// All that changes and still matters, in the order in which it happens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum StrafingState {
    /// What each based unit does, from this one on.
    Reply {
        /// The unit.
        from: usize,
        /// What the units do.
        replies: Vec<BaseReply>,
    },
    /// The fight in the air.
    Fight {
        /// What the units do.
        replies: Vec<BaseReply>,
        /// The fight.
        fight: DogfightState,
    },
    /// The attacks on what is on the ground.
    Strafe {
        /// What the units do.
        replies: Vec<BaseReply>,
        /// What the fight left of both sides.
        flights: [Flight; 2],
        /// The attacks.
        ground: DogfightState,
    },
}

impl StrafingRun {
    /// A unit of the defender.
    #[must_use]
    pub fn unit(&self, unit: usize) -> &Aircraft {
        &self.fight.units[1][unit]
    }

    /// Whether a unit is over-stacked on the base.
    #[must_use]
    pub fn is_overstacked(&self, unit: usize) -> bool {
        self.unit(unit).is(AirWord::Overstacked)
    }

    /// What was left of both sides before anything happened.
    #[must_use]
    pub fn all(&self) -> [Flight; 2] {
        [Flight::all(&self.fight.units[0]), Flight::all(&self.fight.units[1])]
    }

    /// The same with the result of a fight in it.
    #[must_use]
    pub fn after(&self, mut flights: [Flight; 2], fight: &DogfightState) -> [Flight; 2] {
        for (flight, after) in flights.iter_mut().zip(&fight.flights) {
            flight.take(after);
        }
        flights
    }
}
