//! A force under fire by mines and batteries, and what it loses.

use serde::Serialize;

use super::admirals::LostAdmiral;
use super::damage::{self, Afloat, HitUnit};
use super::magic;
use super::ship::NavalUnit;
use liege_rules::play::deeds::Deed;
use liege_rules::play::procedure::Outcome;

/// A force, and the Naval Magic chit of whose fire it is under.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnderFire {
    /// Whether the chit is used up.
    pub magic_used: bool,
    /// What is left of the ships.
    pub afloat: Afloat,
}

/// What it lost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SeaLosses {
    /// The units that were hit.
    pub hit: Vec<HitUnit>,
    /// Admirals who were eliminated.
    pub admirals: Vec<LostAdmiral>,
    /// Whether Naval Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

impl UnderFire {
    /// What these ships lost.
    pub(super) fn losses(&self, ships: &[NavalUnit]) -> SeaLosses {
        let Self { afloat, magic_used } = self;
        SeaLosses { hit: afloat.hit(ships), admirals: afloat.lost(ships), magic_used: *magic_used }
    }
}

impl Outcome for SeaLosses {
    fn result(&self) -> String {
        if self.hit.is_empty() { "no hit".into() } else { damage::in_words(&self.hit, &self.admirals) }
    }

    fn deeds(&self) -> Vec<Deed> {
        let mut deeds = damage::deeds(&self.hit, &self.admirals);
        deeds.extend(magic::spent(self.magic_used));
        deeds
    }
}
