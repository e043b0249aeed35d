//! Who goes aboard a ship where its way begins: what the copy that came back has on it and the master has not.

use super::super::boards::BoardUnit;
use super::super::class::UnitClass;
use super::super::loading::share_out;
use super::handback::{Handback, walks};
use super::picked::{Boarded, PickedUnits, Used};
use liege_rules::position::situation::{PieceIx, PlaceId};

impl Handback<'_> {
    /// Who goes aboard these ships where they are: of what the copy has on a ship that goes where they go, as many as are
    /// wanted, or all that it has on them. A ship takes no more than it can carry.
    ///
    /// # Errors
    /// Somebody is wanted who is not there, is too far away, or finds no room.
    pub fn loads(
        &self,
        ships: &[PickedUnits],
        wanted: Option<Vec<UnitClass>>,
        used: &Used,
    ) -> Result<Vec<Boarded>, String> {
        let mut boarding: Vec<(&BoardUnit, u32, PieceIx)> = Vec::new();
        for unit in self.master.units.iter().filter(|unit| self.moves(&unit.power)) {
            let free = used.left(unit.ix, unit.count);
            let Some(ship) = self.boards_in_copy(unit).filter(|_| free > 0) else { continue };
            let goes_along = |own: &PickedUnits| self.place_in_copy(own.ix) == self.place_in_copy(ship);
            let is_on = ships.iter().any(|own| own.ix == ship);
            if is_on || (wanted.is_some() && ships.iter().any(goes_along)) {
                boarding.push((unit, free, ship));
            }
        }
        if let Some(mut wanted) = wanted {
            for (unit, count, _) in &mut boarding {
                let mut found = 0;
                while found < *count
                    && let Some(at) = wanted.iter().position(|class| *class == unit.class)
                {
                    wanted.swap_remove(at);
                    found += 1;
                }
                *count = found;
            }
            boarding.retain(|(_, count, _)| *count > 0);
            if let Some(class) = wanted.first() {
                return Err(format!("no {class} is aboard, and none was loaded in the copy"));
            }
        }
        // The large ones first, so that the small ones find what room is left.
        boarding.sort_by_key(|(unit, ..)| (std::cmp::Reverse(unit.class), unit.ix));
        let mut holds: Vec<(PieceIx, Vec<&str>)> = ships.iter().flat_map(|ship| self.holds(ship)).collect();
        let mut loads: Vec<Boarded> = Vec::new();
        for (unit, count, ship) in boarding {
            for _ in 0..count {
                let onto = self.stow(unit, ship, &mut holds)?;
                match loads.iter_mut().find(|load| (load.ix, load.onto) == (unit.ix, onto)) {
                    Some(load) => load.count += 1,
                    None => loads.push(Boarded { ix: unit.ix, count: 1, onto }),
                }
            }
        }
        Ok(loads)
    }

    /// The ship that takes one more unit: that on which it lies in the copy, else the first with room.
    fn stow<'s>(
        &'s self,
        unit: &BoardUnit,
        ship: PieceIx,
        holds: &mut [(PieceIx, Vec<&'s str>)],
    ) -> Result<PieceIx, String> {
        let kind = self.master.situation.pieces[unit.ix].kind();
        let room = |(own, hold): &(PieceIx, Vec<&str>)| {
            let carrier = self.master.situation.pieces[*own].kind();
            let full: Vec<&str> = hold.iter().copied().chain([kind]).collect();
            self.carries(carrier, kind) && self.base.fits(carrier, &full) != Some(false)
        };
        let first = holds.iter().position(|hold| hold.0 == ship && room(hold));
        let found = first.or_else(|| holds.iter().position(room));
        let (own, hold) = found
            .and_then(|at| holds.get_mut(at))
            .ok_or_else(|| format!("no ship has room for the {} of {}", unit.class, unit.place))?;
        if !self.reaches(unit, *own) {
            let from = &self.master.situation.pieces[*own].at;
            return Err(format!(
                "the {} of {} cannot go aboard in {from}, which does not adjoin it; it goes aboard where the way begins",
                unit.class, unit.place
            ));
        }
        hold.push(kind);
        Ok(*own)
    }

    /// What each of some ships of a counter has aboard.
    fn holds(&self, ship: &PickedUnits) -> Vec<(PieceIx, Vec<&str>)> {
        let kind = |ix: PieceIx| self.master.situation.pieces[ix].kind();
        let shares = self.shares(ship.ix, ship.count, &ship.with);
        let hold = |share: Vec<(PieceIx, u32)>| {
            let each = share.into_iter().flat_map(|(ix, count)| (0..count).map(move |_| ix));
            (ship.ix, each.map(kind).collect())
        };
        shares.into_iter().map(hold).collect()
    }

    /// What each of so many ships of a counter carries of these units, the large ones first.
    pub fn shares(&self, ship: PieceIx, ships: u32, aboard: &[(PieceIx, u32)]) -> Vec<Vec<(PieceIx, u32)>> {
        let kind = |ix: PieceIx| self.master.situation.pieces[ix].kind();
        let mut each: Vec<PieceIx> =
            aboard.iter().flat_map(|(ix, count)| (0..*count).map(move |_| *ix)).collect();
        each.sort_by_key(|ix| (std::cmp::Reverse(self.master.unit(*ix).map(|unit| unit.class)), *ix));
        let kinds: Vec<&str> = each.iter().map(|ix| kind(*ix)).collect();
        let ships = usize::try_from(ships).unwrap_or(1);
        let counted = |share: Vec<usize>| {
            let mut all: Vec<(PieceIx, u32)> = Vec::new();
            for ix in share.into_iter().map(|at| each[at]) {
                match all.iter_mut().find(|(known, _)| *known == ix) {
                    Some((_, count)) => *count += 1,
                    None => all.push((ix, 1)),
                }
            }
            all
        };
        share_out(&self.base, kind(ship), ships, &kinds).into_iter().map(counted).collect()
    }

    fn carries(&self, carrier: &str, cargo: &str) -> bool {
        let carrier = UnitClass::of_kind(carrier);
        let cargo = UnitClass::of_kind(cargo);
        match carrier {
            Some(UnitClass::Tr) => cargo.is_some_and(UnitClass::is_land),
            Some(UnitClass::Cv) => cargo.is_some_and(UnitClass::scrambles),
            _ => false,
        }
    }

    /// The ship on which a unit is in the copy and was not before; none for one that only lies on another ship of the
    /// same fleet there.
    pub fn boards_in_copy(&self, unit: &BoardUnit) -> Option<PieceIx> {
        let ship = self.carrier_in_copy(unit.ix)?;
        let stays = unit.carrier.is_some_and(|own| self.place_in_copy(own) == self.place_in_copy(ship));
        // Aircraft come to a carrier by a move of their own, unless it lies where they are.
        let flies = unit.class.is_air() && unit.place != self.master.situation.pieces[ship].at;
        (!stays && !flies).then_some(ship)
    }

    fn reaches(&self, unit: &BoardUnit, ship: PieceIx) -> bool {
        let from = &self.master.situation.pieces[ship].at;
        unit.place == *from || (walks(unit.class) && self.adjoin(&unit.place, from))
    }

    /// Whether two places adjoin.
    pub fn adjoin(&self, one: &PlaceId, other: &PlaceId) -> bool {
        self.master.pack().map.neighbours(one).contains(other)
    }
}
