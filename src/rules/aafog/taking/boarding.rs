//! Who goes aboard a ship where its way begins: what the copy that came back has on it and the master has not.

use std::collections::{BTreeMap, BTreeSet};

use super::super::boards::BoardUnit;
use super::super::class::UnitClass;
use super::handback::{Handback, walks};
use crate::rules::situation::{PieceIx, PlaceId};

impl Handback<'_> {
    /// Who goes aboard these ships where they are: of what the copy has on a ship that goes where they go, as many as are
    /// wanted, or all that it has on them. A ship takes no more than it can carry.
    ///
    /// # Errors
    /// Somebody is wanted who is not there, is too far away, or finds no room.
    pub fn loads(
        &self,
        ships: &[PieceIx],
        wanted: Option<Vec<UnitClass>>,
        used: &BTreeSet<PieceIx>,
    ) -> Result<Vec<(PieceIx, PieceIx)>, String> {
        let mut boarding: Vec<(&BoardUnit, PieceIx)> = Vec::new();
        for unit in
            self.master.units.iter().filter(|unit| self.moves(&unit.power) && !used.contains(&unit.ix))
        {
            let Some(ship) = self.boards_in_copy(unit) else { continue };
            let goes_along = |own: &PieceIx| self.place_in_copy(*own) == self.place_in_copy(ship);
            if ships.contains(&ship) || (wanted.is_some() && ships.iter().any(goes_along)) {
                boarding.push((unit, ship));
            }
        }
        if let Some(mut wanted) = wanted {
            boarding.retain(|(unit, _)| {
                let at = wanted.iter().position(|class| *class == unit.class);
                unit.count == 1 && at.map(|at| wanted.swap_remove(at)).is_some()
            });
            if let Some(class) = wanted.first() {
                return Err(format!("no {class} is aboard, and none was taken aboard in the copy"));
            }
        }
        // The large ones first, so that the small ones find what room is left.
        boarding.sort_by_key(|(unit, _)| (std::cmp::Reverse(unit.class), unit.ix));
        let mut holds: BTreeMap<PieceIx, Vec<&str>> =
            ships.iter().map(|ship| (*ship, self.kinds_aboard(*ship))).collect();
        let mut loads = Vec::new();
        for (unit, ship) in boarding {
            let kind = self.master.situation.pieces[unit.ix].kind();
            let room = |own: &PieceIx| {
                let carrier = self.master.situation.pieces[*own].kind();
                let mut hold = holds.get(own).cloned().unwrap_or_default();
                hold.push(kind);
                self.carries(carrier, kind) && self.base.fits(carrier, &hold) != Some(false)
            };
            let order = std::iter::once(ship).filter(|ship| ships.contains(ship));
            let own = order.chain(ships.iter().copied()).find(room);
            let own =
                own.ok_or_else(|| format!("no ship has room for the {} of {}", unit.class, unit.place))?;
            if !self.reaches(unit, own) {
                let from = &self.master.situation.pieces[own].at;
                return Err(format!(
                    "the {} of {} cannot go aboard in {from}, which does not adjoin it; it goes aboard where the way begins",
                    unit.class, unit.place
                ));
            }
            holds.entry(own).or_default().push(kind);
            loads.push((unit.ix, own));
        }
        Ok(loads)
    }

    fn kinds_aboard(&self, ship: PieceIx) -> Vec<&str> {
        self.master.situation.aboard(ship).map(|ix| self.master.situation.pieces[ix].kind()).collect()
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
