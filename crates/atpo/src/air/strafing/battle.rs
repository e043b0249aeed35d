//! A strafing attack under way: who strafes which base, who can meet them, and the attacks on what is on the ground.

use crate::air::aircraft::AirWord;
use crate::air::combat::battle::{Dogfight, DogfightState};
use crate::air::flight::Flight;
use crate::air::strike::passage::AirPassage;
use crate::air::strike::plan::{Post, Strike, TARGET, UnitSet, each, has};
use crate::air::strike::state::StrikeState;

/// What was declared.
pub struct StrafingRun {
    /// The way to the base, and the fight over it.
    pub passage: AirPassage,
    /// The same air units, those of the base on the ground.
    pub ground: Dogfight,
}

/// All that changes and still matters, in the order in which it happens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum StrafingState {
    /// The way, what the units of the base do, and the fight over it.
    Meet(Box<StrikeState>),
    /// The attacks on what is on the ground.
    Strafe {
        /// What the fight left of both sides.
        met: Box<StrikeState>,
        /// The attacks.
        ground: DogfightState,
    },
}

impl StrafingRun {
    /// An attack before anything has happened.
    #[must_use]
    pub fn new(passage: AirPassage) -> Self {
        let Strike { sides, over_target, .. } = passage.strike();
        let mut others = sides[1].units.clone();
        for (unit, post) in others.iter_mut().zip(&sides[1].posts) {
            if *post == Post::Based {
                unit.words.insert(AirWord::OnGround);
            }
        }
        let units = [sides[0].units.clone(), others];
        // On the ground nobody has to attack, whatever he came for.
        let on_their_way = units[0].len();
        let ground = Dogfight { units, rounds: Some(1), on_their_way, ..over_target.clone() };
        Self { passage, ground }
    }

    /// Those that came to strafe, or to escort them.
    #[must_use]
    pub fn strafers(&self) -> UnitSet {
        self.passage.strike().sides[0].at(|post| post == Post::Strike)
    }

    /// Who is unaborted over the base and has attacked nobody there, against what is on the ground (4.9.3).
    #[must_use]
    pub fn begin(&self, met: &StrikeState) -> DogfightState {
        let strike = self.passage.strike();
        let came = if met.hex == TARGET { self.strafers() & met.up[0] & !met.fought } else { 0 };
        let lies = strike.based() & !met.up[1] & !met.evacuated;
        let left = &met.flights;
        let part = |flight: &Flight, set: UnitSet, flies: bool| {
            flight.part(|unit| has(set, unit) && if flies { flight.flies(unit) } else { flight.has(unit) })
        };
        DogfightState::strafing([part(&left[0], came, true), part(&left[1], lies, false)])
            .with_magic_used(met.magic_used)
    }

    /// What is left of both sides, with what the attacks on the ground have done so far.
    #[must_use]
    pub fn left(&self, met: &StrikeState, ground: Option<&DogfightState>) -> [Flight; 2] {
        let mut flights = met.folded(self.passage.strike()).flights;
        for (flight, after) in flights.iter_mut().zip(ground.iter().flat_map(|ground| &ground.flights)) {
            flight.take(after);
        }
        flights
    }

    /// The names of units of a side.
    #[must_use]
    pub fn names(&self, side: usize, set: UnitSet) -> Vec<String> {
        let units = &self.passage.strike().sides[side].units;
        each(set).filter_map(|unit| Some(units.get(unit)?.name.clone())).collect()
    }
}
