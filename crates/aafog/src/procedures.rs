//! The game's procedures that are code.

use super::copying::ProduceCopy;
use super::entering::EnterZone;
use super::income::CollectIncome;
use super::interception::Intercept;
use super::proving::ProveOpening;
use super::returning::TakeCopyBack;
use super::territory::AttackTerritory;
use super::turn::OrderOfTurn;
use liege_rules::play::procedure::{AnyProcedure, entry, entry_under, script};

/// All of them.
pub static PROCEDURES: &[AnyProcedure] = &[
    entry::<OrderOfTurn>(),
    entry::<EnterZone>(),
    entry::<AttackTerritory>(),
    entry_under::<EnterZone>("AAF-P04", "bump", &[("non-combat", true)]),
    script::<Intercept>(),
    entry::<CollectIncome>(),
    entry::<ProduceCopy>(),
    entry::<TakeCopyBack>(),
    entry::<ProveOpening>(),
];
