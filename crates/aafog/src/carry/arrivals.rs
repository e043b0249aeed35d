//! Moves that meet nobody: into territories where nothing is attacked.

use super::Carrying;
use super::outcome::Minutes;
use super::roster::piece_of;
use crate::class::UnitClass;
use crate::force::UnitGroup;
use crate::turn_order::{StepState, TurnStep};
use liege_rules::desk::log::{Enter, LogEvent};
use liege_rules::desk::play::{Happening, ListedOrder, Stride};

impl Carrying<'_> {
    /// The first order that ends in a territory without an attack and whose voyage is over.
    pub(super) fn arriving(&self, steps: &[TurnStep]) -> Option<&liege_rules::desk::play::ListedOrder> {
        let next = steps.iter().find(|step| step.state == StepState::Next);
        let due = |item: u32| self.paper.orders.iter().position(|order| order.item == item);
        let before = next.and_then(|step| due(*step.items.first()?)).unwrap_or(self.paper.orders.len());
        self.paper.orders.iter().take(before + 1).find(|order| {
            let Some(last) = order.path.last() else { return false };
            let is_move = order.purpose == "move" && !self.is_sea(last);
            let sails = steps.iter().any(|step| {
                step.sea
                    && step.items.contains(&order.item)
                    && matches!(step.state, StepState::Next | StepState::Later)
            });
            let done = self.has_happened(
                |one| matches!(one, Happening::Entered { item, place } if *item == order.item && place == last),
            );
            is_move && !sails && !done
        })
    }

    /// The pieces of an order come into their territory.
    pub(super) fn arrive(&self, order: &ListedOrder) -> Stride {
        let place = order.path.last().cloned().unwrap_or_default();
        let units = self.still_going(order);
        let told = self.boards.in_words(&units);
        let mut minutes = Minutes::new(self, format!("item {}: {told} to {place}", order.item));
        minutes.items.push(order.item);
        let last = order.path.len().saturating_sub(1);
        minutes.log(self.entered(order, last, &ashore(&units)));
        self.go_ashore(&units, &place, &mut minutes);
        minutes.happened(Happening::Entered { item: order.item, place });
        minutes.end()
    }

    /// Land units and aircraft come into a territory; what a transport carries leaves it, and the ship stays at sea.
    pub(super) fn go_ashore(&self, units: &UnitGroup, place: &str, minutes: &mut Minutes<'_, '_>) {
        minutes.move_units(&self.roster().all_ids(&ashore(units)), place);
    }

    /// The line of the log for the units of an order that come to the place with this number on its way. A list is of the
    /// Combat Move alone (7, L19), so its items are named there and tell the way; later the line itself tells it, since
    /// the last place that has a line of its own.
    pub(super) fn entered(&self, order: &ListedOrder, at: usize, units: &UnitGroup) -> LogEvent {
        let way = order.path.get(..=at).unwrap_or(&order.path);
        let begun = way.iter().take(at).rposition(|place| self.is_sea(place)).unwrap_or(0);
        let is_told = !self.non_combat() || at - begun < 2;
        LogEvent::Enter(Enter {
            item: self.item(order.item),
            group: units.units(),
            place: way.last().cloned().unwrap_or_default(),
            from: way.get(at.saturating_sub(1)).cloned().unwrap_or_default(),
            ends: Some(at + 1 >= order.path.len()),
            path: if is_told { Vec::new() } else { way.get(begun..).unwrap_or_default().to_vec() },
        })
    }

    /// The units of an order that were neither stopped nor lost on the way.
    fn still_going(&self, order: &ListedOrder) -> UnitGroup {
        let gone: Vec<&str> = self
            .paper
            .happened
            .iter()
            .filter_map(|one| match one {
                Happening::Stopped { item, pieces, .. } | Happening::Gone { item, pieces }
                    if *item == order.item =>
                {
                    Some(pieces)
                }
                _ => None,
            })
            .flat_map(|pieces| pieces.iter().map(|id| piece_of(id)))
            .collect();
        let left: Vec<String> =
            order.pieces.iter().filter(|id| !gone.contains(&piece_of(id))).cloned().collect();
        self.roster().group(&left)
    }
}

/// Who of some units comes into a territory: land units and aircraft, and what transports land there.
fn ashore(units: &UnitGroup) -> UnitGroup {
    let ships = units.part(|class| class == UnitClass::Tr);
    let landed = UnitGroup::of(ships.lots().iter().flat_map(|lot| lot.cargo.clone()).collect());
    units.part(|class| class.is_land() || class.is_air()).and(&landed)
}
