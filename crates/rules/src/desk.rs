//! The papers of an umpire who runs a game with hidden play: what each side was shown, what was done, and the proofs.
//!
//! Commitments know no game: leaves come as names with lines or texts, and hash tags contain the game's id. The
//! record fixes the names of the leaves with a separate hash, outside the root, because the catalogue's root has no
//! room for them and whoever chose the names at an opening could show one place's leaf as another's. `any_game`
//! takes the leaves of a game that is only a module from the module alone: names that depended on a position would
//! reveal it.

pub mod any_game;
pub mod audit;
pub mod chain;
pub mod commitment;
pub mod digest;
pub mod hidden;
pub mod history;
pub mod key;
pub mod ledger;
pub mod log;
pub mod opened;
pub mod opening;
pub mod paper;
pub mod play;
pub mod proof;
pub mod record;
pub mod sightings;
pub mod units;

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::Ledger;
use log::UmpireLog;
use opening::Opening;
use record::Record;

/// The papers that lie beside the positions of a game.
#[derive(Debug, Clone, Default)]
pub struct Papers {
    /// What each side was shown, by its alliance.
    pub ledgers: BTreeMap<String, Arc<Ledger>>,
    /// What was ordered, told, answered, rolled and fought.
    pub log: Option<Arc<UmpireLog>>,
    /// What was published of the issues.
    pub records: Vec<Record>,
    /// What was opened of them.
    pub openings: Vec<Arc<Opening>>,
}
