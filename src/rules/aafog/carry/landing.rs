//! Aircraft that end their move over a zone land on the carriers there when a non-combat move is over (AAF-042).

use super::Carrying;
use super::outcome::Minutes;
use super::roster::ids_of;
use crate::rules::aafog::boards::BoardUnit;
use crate::rules::aafog::class::UnitClass;
use crate::rules::aafog::force::UnitGroup;
use crate::rules::desk::play::{BoardDeed, Stride};

/// A carrier, or one of several under one counter, with the kinds of what it has aboard.
struct OpenDeck<'a> {
    unit: &'a BoardUnit,
    hold: Vec<&'a str>,
}

impl Carrying<'_> {
    /// The list is done. After a non-combat move who can land has landed.
    pub(super) fn done(&self) -> Stride {
        let mut minutes = Minutes::new(self, "nothing is left of the list".into());
        minutes.stride.phase = String::new();
        minutes.stride.done = true;
        if self.non_combat() {
            let is_aloft = |unit: &&BoardUnit| {
                unit.class.is_air()
                    && unit.carrier.is_none()
                    && self.boards.is_sea(&unit.place)
                    && self.has_moved(unit)
            };
            let mut decks = self.decks();
            for unit in self.boards.on_board().filter(is_aloft) {
                self.land(unit, &mut decks, &mut minutes);
            }
        }
        minutes.end()
    }

    /// Whether a unit is of the power whose turn it is, or of another one that moves with it.
    fn has_moved(&self, unit: &BoardUnit) -> bool {
        let listed = || self.paper.orders.iter().any(|order| order.pieces.contains(&unit.id));
        unit.power == self.paper.power || listed()
    }

    /// The carriers of the side that are not damaged, one by one.
    fn decks(&self) -> Vec<OpenDeck<'_>> {
        let is_deck =
            |unit: &&BoardUnit| unit.class == UnitClass::Cv && unit.side == self.side && unit.damage == 0;
        let mut decks = Vec::new();
        for unit in self.boards.on_board().filter(is_deck) {
            for ship in self.roster().singly(&ids_of(unit)).lots() {
                let aboard = ship.cargo.iter().flat_map(|lot| &lot.ids);
                let hold = aboard.filter_map(|id| Some(self.kind(self.roster().unit(id)?))).collect();
                decks.push(OpenDeck { unit, hold });
            }
        }
        decks
    }

    fn kind(&self, unit: &BoardUnit) -> &str {
        self.boards.situation.pieces[unit.ix].kind()
    }

    /// The units of a counter land on carriers in their zone that have room; the umpire is told of those that cannot.
    fn land<'a>(
        &'a self,
        aircraft: &'a BoardUnit,
        decks: &mut [OpenDeck<'a>],
        minutes: &mut Minutes<'_, '_>,
    ) {
        let kind = self.kind(aircraft);
        let mut aboard: Vec<(&BoardUnit, Vec<String>)> = Vec::new();
        let mut aloft = Vec::new();
        for id in ids_of(aircraft) {
            let room = |deck: &&mut OpenDeck<'a>| {
                let full: Vec<&str> = deck.hold.iter().copied().chain([kind]).collect();
                deck.unit.place == aircraft.place
                    && aircraft.class.scrambles()
                    && self.base.fits(self.kind(deck.unit), &full) != Some(false)
            };
            let Some(deck) = decks.iter_mut().find(room) else {
                aloft.push(id);
                continue;
            };
            deck.hold.push(kind);
            match aboard.iter_mut().find(|(unit, _)| unit.ix == deck.unit.ix) {
                Some((_, ids)) => ids.push(id),
                None => aboard.push((deck.unit, vec![id])),
            }
        }
        for (carrier, ids) in aboard {
            for counter in minutes.counters(&ids) {
                minutes.deed(BoardDeed::Load { piece: counter.ix, onto: carrier.ix });
            }
        }
        if !aloft.is_empty() {
            let units = UnitGroup::of(self.roster().seen(&aloft)).nameless();
            let told =
                format!("{units} in {} find no carrier with room: they are lost (AAF-042)", aircraft.place);
            minutes.stride.remarks.push(told);
        }
    }
}
