//! A game that is data alone: its pack and the checks that are rows of it.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::check::case::Case;
use crate::check::{self, Checked, Filter};
use crate::data::fault::DataFault;
use crate::data::read::Read;
use crate::game::pack::Pack;
use crate::game::{Game, Questions};
use crate::play::battle::{Battle, PlannedChange};
use crate::play::choices::Acted;
use crate::play::deeds::Deed;
use crate::play::inputs::KeyFault;
use crate::play::procedure::AnyProcedure;
use crate::position::situation::Situation;

/// A game without code.
#[derive(Debug, Clone)]
pub struct DataGame {
    id: String,
}

impl DataGame {
    /// The game with this id.
    pub fn new(id: &str) -> Self {
        Self { id: id.into() }
    }
}

impl Game for DataGame {
    fn id(&self) -> &str {
        &self.id
    }

    fn faults(&self, _pack: &Pack, _read: Read<'_>) -> Vec<DataFault> {
        Vec::new()
    }

    fn unused(&self, _read: Read<'_>) -> Vec<DataFault> {
        Vec::new()
    }

    fn choices(&self) -> &'static [Acted] {
        &[]
    }

    fn procedures(&self) -> &[AnyProcedure] {
        &[]
    }

    fn open(&self, case: &Case<Arc<Situation>>) -> Box<dyn Questions> {
        Box::new(DataCase(case.clone()))
    }

    fn lay(&self, battle: &Battle, _said: &Map<String, Value>) -> Result<Battle, Vec<KeyFault>> {
        Ok(battle.clone())
    }
}

/// A case of a game whose checks are rows and which has no battles.
struct DataCase(Case<Arc<Situation>>);

impl Questions for DataCase {
    fn check(&self, wanted: &Filter) -> Checked {
        check::run(&[], &self.0, wanted)
    }

    fn battles(&self) -> Vec<Battle> {
        Vec::new()
    }

    fn possible_battles(&self) -> Vec<Battle> {
        Vec::new()
    }

    fn battle(&self, _id: &str) -> Option<Battle> {
        None
    }

    fn changes(&self, _battle: &Battle, _deeds: &[Deed]) -> Vec<PlannedChange> {
        Vec::new()
    }
}
