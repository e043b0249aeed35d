//! Aircraft of the carriers of both forces as they were declared: on which ships they are, and their strikes (3.8.5).

pub(super) mod read;

use crate::air::aircraft::{AirClass, Aircraft};
use crate::air::strike::StrikeMission;
use crate::air::strike::part::AircraftLeft;
use crate::air::strike::plan::{Post, Strike, StrikeTables};
use crate::sea::combat::battle::{Engagement, SideIx};
use crate::sea::ship::NavalUnit;
use liege_rules::play::procedure::{Procedure, Refusal};

/// The rule that lets them attack.
pub(super) const RULE: &str = "3.8.5";

/// Aircraft as typed in.
#[derive(Debug, Clone)]
pub struct AircraftInput {
    /// The strike of each search group, by day and by moonlight.
    by_group: Vec<[<StrikeMission as Procedure>::Input; 2]>,
    /// Whether weather keeps them on deck.
    grounded: bool,
    /// Whether it is the Naval and Air Phase.
    in_phase: bool,
}

impl AircraftInput {
    /// What the rules forbid about those that attack, with the ship of each.
    fn against(&self, homes: &[Option<usize>]) -> Vec<Refusal> {
        let mut refusals = Vec::new();
        if !self.in_phase {
            let reason = "aircraft of carriers attack whom they have found in the Naval and Air Phase; in another \
                          Phase they fly a strike of their own (ATPO-STRIKE)";
            refusals.push(Refusal::new(RULE, reason));
        }
        let Some([day, _]) = self.by_group.first() else { return refusals };
        let own = &day.sides[0];
        let strikers = own.units.iter().zip(homes).zip(&own.posts).filter(|(_, post)| **post == Post::Strike);
        for ((unit, home), _) in strikers {
            let reason = match home {
                _ if unit.class != AirClass::NavalAir => "is not a Naval-Air unit",
                None => "is on no carrier that searches: @NAME of one of them",
                Some(_) => continue,
            };
            refusals.push(Refusal::new(RULE, format!("{} {reason}", unit.name)));
        }
        refusals
    }
}

/// Aircraft of the carriers of both forces.
pub struct CarrierAircraft {
    /// The strike of each search group, by day and by moonlight; both have all air units.
    strikes: Vec<[Strike; 2]>,
    /// By side, for each unit the ship that it is on; none of units that come from elsewhere.
    pub homes: [Vec<Option<usize>>; 2],
    /// Whether weather keeps them on deck.
    pub grounded: bool,
}

impl CarrierAircraft {
    /// What was typed in, unless the rules forbid it.
    ///
    /// # Errors
    /// All that they forbid.
    pub fn of(
        input: AircraftInput,
        engagement: &Engagement,
        tables: &StrikeTables,
    ) -> Result<Self, Vec<Refusal>> {
        let sides = input.by_group.first().map(|strikes| &strikes[0].sides);
        let homes = [0, 1].map(|side: SideIx| {
            let units = sides.map(|sides| sides[side].units.as_slice()).unwrap_or_default();
            units.iter().map(|unit| home(unit, &engagement.fleets[side].units)).collect::<Vec<_>>()
        });
        let refusals = input.against(&homes[0]);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let begun = |input| StrikeMission::begin(input, tables).map(|(strike, _)| strike);
        let mut strikes = Vec::new();
        for [day, moonlight] in input.by_group {
            strikes.push([begun(day)?, begun(moonlight)?]);
        }
        Ok(Self { strikes, homes, grounded: input.grounded })
    }

    /// The strike of a search group, by its number, by day or by moonlight.
    pub fn strike(&self, group: usize, moonlit: bool) -> Option<&Strike> {
        Some(&self.strikes.get(group.checked_sub(1)?)?[usize::from(moonlit)])
    }

    /// One of the strikes, for what all of them have.
    pub fn any(&self) -> &Strike {
        &self.strikes[0][0]
    }

    /// All as they come.
    #[must_use]
    pub fn all(&self) -> AircraftLeft {
        AircraftLeft::all(self.any())
    }

    /// The ship on which a unit is now: its own, or the one where it landed.
    pub fn ship(&self, left: &AircraftLeft, side: SideIx, unit: usize, ships: &[NavalUnit]) -> Option<usize> {
        let landed = left.landed.iter().find(|(landed, _)| side == 1 && usize::from(*landed) == unit);
        match landed {
            Some((_, place)) => {
                let name = &self.any().places[usize::from(*place)].name;
                ships.iter().position(|ship| ship.name.eq_ignore_ascii_case(name))
            }
            None => self.homes[side][unit],
        }
    }
}

/// The ship that a unit is on, if it is a carrier.
fn home(unit: &Aircraft, ships: &[NavalUnit]) -> Option<usize> {
    let name = unit.home.as_deref()?;
    ships.iter().position(|ship| ship.class.carries_aircraft() && ship.name.eq_ignore_ascii_case(name))
}
