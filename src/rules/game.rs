//! Where games become alike: what a tool may ask of any of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::battle::{Battle, PlannedChange};
use super::check::{Checked, Filter, Meta};
use super::choices::Acted;
use super::deeds::Deed;
use super::fault::DataFault;
use super::inputs::Fault;
use super::pack::{Pack, Read};
use super::procedure::Entry;
use super::roll;
use super::situation::Situation;

/// What is known when a position is checked.
#[derive(Debug, Clone)]
pub struct Given {
    /// The position.
    pub now: Arc<Situation>,
    /// An earlier position of the same month.
    pub before: Option<Arc<Situation>>,
    /// Choices between readings of the rules that differ from their defaults.
    pub choices: BTreeMap<String, String>,
}

impl Given {
    /// Only a position.
    pub fn position(now: Situation) -> Self {
        Self { now: Arc::new(now), before: None, choices: BTreeMap::new() }
    }
}

/// A game with a rule pack.
pub trait Game: Sync {
    /// Its id, such as the name of its data folders.
    fn id(&self) -> &'static str;
    /// Reads its data; on any fault the list of all of them.
    fn pack(&self, read: Read<'_>) -> Result<Pack, Vec<DataFault>>;
    /// What is wrong with the tables that only this game reads.
    fn faults(&self, pack: &Pack, read: Read<'_>) -> Vec<DataFault>;
    /// Rows of the tables that only this game reads which nothing ever looks up.
    fn unused(&self, read: Read<'_>) -> Vec<DataFault>;
    /// The choices that its checks and procedures read.
    fn choices(&self) -> &'static [Acted];
    /// Every check, guard and demand, by id, with its page where one exists.
    fn metas(&self, pack: &Pack) -> Vec<Meta>;
    /// Its procedures that are code.
    fn procedures(&self) -> &'static [Entry];
    /// All its procedures: those that are code, then those that are rows of `procedures.toml`.
    ///
    /// # Errors
    /// Everything that is wrong in those rows and their tables.
    fn all_procedures(&self, read: Read<'_>) -> Result<Vec<Entry>, Vec<DataFault>> {
        let mut all = self.procedures().to_vec();
        all.extend(roll::entries(self.id(), read)?);
        Ok(all)
    }
    /// Checks a position.
    fn check(&self, given: &Given, wanted: &Filter) -> Checked;
    /// The battles that marks in the position declare, by place.
    fn battles(&self, given: &Given) -> Vec<Battle>;
    /// The battles that could be fought where none is declared, by place, whoever's turn it is.
    fn possible_battles(&self, given: &Given) -> Vec<Battle>;
    /// A battle with values that a player gives beside the save; those that contradict it become notes.
    ///
    /// # Errors
    /// Every value that its procedure does not know or that the battle does not use.
    fn lay(&self, battle: &Battle, said: &Map<String, Value>) -> Result<Battle, Vec<Fault>>;
    /// The edits of the save that the deeds of the battle's procedure ask for, in the order in which players make them.
    fn changes(&self, given: &Given, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange>;
}
