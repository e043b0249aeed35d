//! Where games become alike: what a tool may ask of any of them.

pub mod data_game;
pub mod facts;
pub mod pack;
pub mod unused;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::check::case::{Case, SpentPiece};
use crate::check::{self, Checked, Filter, Meta};
use crate::data::fault::DataFault;
use crate::data::read::Read;
use crate::desk::hidden::HiddenPlay;
use crate::game::facts::{DerivedValue, ReachOf};
use crate::game::pack::Pack;
use crate::play::battle::{Battle, PlannedChange, Settled};
use crate::play::choices::Acted;
use crate::play::deeds::Deed;
use crate::play::inputs::KeyFault;
use crate::play::procedure::AnyProcedure;
use crate::play::roll;
use crate::position::situation::{PlaceId, Situation};

/// A game with a rule pack.
pub trait Game: Sync {
    /// Its id, such as the name of its data folders.
    fn id(&self) -> &str;
    /// Reads its data; on any fault the list of all of them.
    ///
    /// # Errors
    /// Everything that is wrong in its files.
    fn pack(&self, read: Read<'_>) -> Result<Pack, Vec<DataFault>> {
        let pack = Pack::load(self.id(), read)?;
        let faults = self.faults(&pack, read);
        if faults.is_empty() { Ok(pack) } else { Err(faults) }
    }
    /// What is wrong with the tables that only this game reads.
    fn faults(&self, pack: &Pack, read: Read<'_>) -> Vec<DataFault>;
    /// Rows of the tables that only this game reads which nothing ever looks up.
    fn unused(&self, read: Read<'_>) -> Vec<DataFault>;
    /// The choices that its checks and procedures read.
    fn choices(&self) -> &'static [Acted];
    /// Every check, guard and demand, by id, with its page where one exists.
    fn metas(&self, pack: &Pack) -> Vec<Meta> {
        check::metas(pack)
    }
    /// Its procedures that are code.
    fn procedures(&self) -> &[AnyProcedure];
    /// All its procedures: those that are code, then those that are rows of `procedures.toml`.
    ///
    /// # Errors
    /// Everything that is wrong in those rows and their tables.
    fn all_procedures(&self, read: Read<'_>) -> Result<Vec<AnyProcedure>, Vec<DataFault>> {
        let mut all = self.procedures().to_vec();
        all.extend(roll::entries(self.id(), &all, read)?);
        Ok(all)
    }
    /// Tells a case in the game's own terms, once for all that is asked of it.
    fn open(&self, case: &Case<Arc<Situation>>) -> Box<dyn Questions>;
    /// What it tells an umpire's desk; none of a game without hidden boards.
    fn hidden(&self) -> Option<&dyn HiddenPlay> {
        None
    }
    /// A battle with values that a player gives beside the save; those that contradict it become notes.
    ///
    /// # Errors
    /// Every value that its procedure does not know or that the battle does not use.
    fn lay(&self, battle: &Battle, said: &Map<String, Value>) -> Result<Battle, Vec<KeyFault>>;

    /// Battles in the order in which the rules fight them, where one has to be fought before another.
    fn in_order(&self, battles: Vec<Battle>) -> Vec<Battle> {
        battles
    }

    /// What a battle has made by its deeds of another of the same position; none where that one is still to be fought, or
    /// where the position alone tells that it is not there any more.
    fn settles(&self, fought: &Battle, deeds: &[Deed], other: &Battle) -> Option<Settled> {
        let _ = (fought, deeds, other);
        None
    }
}

/// What may be asked of a case that a game has opened.
pub trait Questions {
    /// Checks the position.
    fn check(&self, wanted: &Filter) -> Checked;
    /// The battles that marks in the position declare, by place.
    fn battles(&self) -> Vec<Battle>;
    /// The battles that could be fought where none is declared, by place, whoever's turn it is.
    fn possible_battles(&self) -> Vec<Battle>;
    /// The battle with this id, declared or possible, without computing all others.
    fn battle(&self, id: &str) -> Option<Battle>;
    /// The values that players would count by hand, of a place or of the whole position; none of a game whose rules
    /// derive none that a save shows.
    fn facts(&self, at: Option<&PlaceId>) -> Vec<DerivedValue> {
        let _ = at;
        Vec::new()
    }
    /// What a piece reaches, or what reaches a place; none of a game whose rules derive none that a save shows.
    fn reach(&self, of: &ReachOf) -> Vec<DerivedValue> {
        let _ = of;
        Vec::new()
    }
    /// What a side still decides before the deeds of a battle are laid on the board, as a battle whose deeds follow
    /// those; its procedure throws no dice. None where nothing is left to decide.
    fn follow_up(&self, battle: &Battle, deeds: &[Deed]) -> Option<Battle> {
        let _ = (battle, deeds);
        None
    }
    /// The pieces, by their ids, that a battle has used up for the rest of its Step, whatever mark the save has of it; none
    /// of a game without such pieces.
    fn spent(&self, battle: &Battle, deeds: &[Deed]) -> BTreeMap<String, SpentPiece> {
        let _ = (battle, deeds);
        BTreeMap::new()
    }
    /// The places from which the other party may still react to those who move in a battle, whoever is seen there; none of
    /// a game or a battle without reactions.
    fn reactors(&self, battle: &Battle) -> BTreeSet<PlaceId> {
        let _ = battle;
        BTreeSet::new()
    }
    /// The edits of the save that the deeds of the battle's procedure ask for, in the order in which players make them.
    fn changes(&self, battle: &Battle, deeds: &[Deed]) -> Vec<PlannedChange>;
}
