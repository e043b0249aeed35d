//! The way back: where the defender's units land whose carrier was damaged or sunk meanwhile (4.6.3).

use super::links::{StrikeFlow, StrikeLink, ask};
use super::plan::{LandingPlace, Strike, has, only};
use super::prompts::LAND;
use super::state::{StrikeStage, StrikeState};
use liege_rules::play::procedure::{Flow, Log};

/// Where a unit lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lands {
    /// On its damaged carrier.
    Home,
    /// In this place.
    Place(u8),
    /// Nowhere.
    Nowhere,
}

impl<'b> StrikeLink<'b> {
    /// The next unit lands whose carrier was hit while it was in the air; one that was aboard goes down with its carrier.
    pub fn land(self, from: usize, log: &mut Log) -> StrikeFlow<'b> {
        let (strike, mut state) = (self.strike, self.state);
        let hit = |unit: usize| strike.home_ship(unit).filter(|home| state.is_hit(strike, *home));
        let waits = |unit: &usize| state.flights[1].has(*unit) && hit(*unit).is_some();
        let Some(unit) = (from..strike.sides[1].units.len()).find(waits) else {
            return Flow::Next(state.at(StrikeStage::End));
        };
        let air = &strike.sides[1].units[unit];
        let home = air.home.as_deref().unwrap_or("its carrier");
        let sunk = hit(unit).is_some_and(|home| !state.afloat.has(home));
        if !has(state.up[1], unit) {
            if sunk {
                log.line(|| (air.name.clone(), "lost", format!("aboard {home}, which sinks"), "4.6.2.3"));
                state.ditched |= only(unit);
            }
            return Flow::Next(state.at(StrikeStage::Land(unit + 1)));
        }
        log.line(|| {
            let (value, cause) = match sunk {
                true => ("sunk", "units in the air land elsewhere, or are lost"),
                false => ("damaged", "units in the air may still land on it"),
            };
            (format!("{home}, base of {}", air.name), value, cause, "4.6.2.3")
        });
        let mut list = Vec::new();
        list.extend((!sunk).then_some(("its carrier", "home", Lands::Home)));
        let places = (0u8..).zip(&strike.places);
        let mut places: Vec<(u8, &LandingPlace)> =
            places.filter(|(number, place)| state.has_room(strike, unit, *number, place)).collect();
        // Whoever over-stacks a base is idle there.
        places.sort_by_key(|(number, place)| state.is_full(*number, place));
        list.extend(
            places
                .into_iter()
                .map(|(number, place)| (place.name.as_str(), place.word(), Lands::Place(number))),
        );
        list.extend(sunk.then_some(("nowhere", "ditch", Lands::Nowhere)));
        ask(&LAND, 1, &air.name, list, move |lands| {
            let mut then = state.clone();
            match lands {
                Lands::Home => {}
                Lands::Nowhere => then.ditched |= only(unit),
                Lands::Place(number) => then.landed.push((u8::try_from(unit).unwrap_or(u8::MAX), *number)),
            }
            then.at(StrikeStage::Land(unit + 1))
        })
    }
}

impl StrikeState {
    /// Whether a ship was hit in this battle.
    fn is_hit(&self, strike: &Strike, ship: usize) -> bool {
        self.afloat.left(ship) < strike.ships[ship].hits_left()
    }

    /// The units that have landed in a place.
    fn landed_in(&self, number: u8) -> impl Iterator<Item = usize> {
        self.landed.iter().filter(move |(_, at)| *at == number).map(|(unit, _)| usize::from(*unit))
    }

    /// Whether one more unit over-stacks a base.
    fn is_full(&self, number: u8, place: &LandingPlace) -> bool {
        let spare = place.spare.and_then(|spare| usize::try_from(spare).ok());
        spare.is_some_and(|spare| self.landed_in(number).count() >= spare)
    }

    /// Whether a place takes one more unit: a carrier by the printed strengths (4.6.2.1), a base by its units.
    fn has_room(&self, strike: &Strike, unit: usize, number: u8, place: &LandingPlace) -> bool {
        let strength = |unit: usize| {
            let (flight, units) = (&self.flights[1], &strike.sides[1].units);
            u32::from(units[unit].face_of(flight.is_depleted(units, unit)).strength)
        };
        let there = || self.landed_in(number);
        let ship = strike.ships.iter().position(|ship| ship.name.eq_ignore_ascii_case(&place.name));
        let afloat = ship.is_none_or(|ship| self.afloat.has(ship));
        match place.deck {
            true => afloat && there().map(strength).sum::<u32>() + strength(unit) <= place.room,
            false => u32::try_from(there().count()).is_ok_and(|count| count < place.room),
        }
    }
}
