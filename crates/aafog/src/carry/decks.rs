//! Carriers of the moving side, and how many of some aircraft find room on those of a zone (AAF-042).

use super::Carrying;
use super::roster::ids_of;
use crate::boards::BoardUnit;
use crate::class::UnitClass;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// A carrier, or one of several under one counter, with the kinds of what it has aboard.
#[derive(Clone)]
pub(super) struct CarrierDeck<'a> {
    pub unit: &'a BoardUnit,
    hold: Vec<&'a str>,
}

/// How sure it is that a carrier takes an aircraft in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeckRoom {
    /// It is undamaged, and a load of the base game has both.
    Sure,
    /// Only the umpire can say: it is damaged, or no load says anything of such aircraft.
    Doubtful,
}

/// Aircraft by their ids, each with the carrier that takes it in.
pub(super) type Seats = Vec<(PieceIx, String)>;

impl<'a> Carrying<'a> {
    /// The carriers of the side in a zone, one by one.
    pub(super) fn decks_in(&self, place: &PlaceId) -> Vec<CarrierDeck<'_>> {
        let is_deck = |unit: &&BoardUnit| unit.class == UnitClass::Cv && unit.side == self.side;
        let mut decks = Vec::new();
        for unit in self.boards.units.iter().filter(|unit| unit.place == *place).filter(is_deck) {
            for ship in self.roster().singly(&ids_of(unit)).lots() {
                let aboard = ship.cargo.iter().flat_map(|lot| &lot.ids);
                let hold = aboard.filter_map(|id| Some(self.kind(self.roster().unit(id)?))).collect();
                decks.push(CarrierDeck { unit, hold });
            }
        }
        decks
    }

    fn kind(&self, unit: &BoardUnit) -> &str {
        self.boards.situation.pieces[unit.ix].kind()
    }

    /// Aircraft land on the fullest carrier that has room, one after the other; who finds none is left.
    pub(super) fn seat<'d>(
        &'d self,
        ids: &[String],
        decks: &mut [CarrierDeck<'d>],
        room: DeckRoom,
    ) -> (Seats, Vec<String>) {
        let (mut seats, mut left) = (Seats::new(), Vec::new());
        for id in ids {
            let Some(aircraft) = self.roster().unit(id).filter(|unit| unit.class.scrambles()) else {
                left.push(id.clone());
                continue;
            };
            let kind = self.kind(aircraft);
            let free = decks.iter_mut().filter(|deck| self.has_room(deck, kind, room));
            match free.max_by_key(|deck| (deck.hold.len(), std::cmp::Reverse(deck.unit.ix))) {
                Some(deck) => {
                    deck.hold.push(kind);
                    seats.push((deck.unit.ix, id.clone()));
                }
                None => left.push(id.clone()),
            }
        }
        (seats, left)
    }

    fn has_room(&self, deck: &CarrierDeck<'_>, kind: &str, room: DeckRoom) -> bool {
        let full: Vec<&str> = deck.hold.iter().copied().chain([kind]).collect();
        let carrier = self.kind(deck.unit);
        match room {
            DeckRoom::Sure => deck.unit.damage == 0 && self.base.fits(carrier, &full) != Some(false),
            DeckRoom::Doubtful => self.base.may_fit(carrier, &full),
        }
    }
}
