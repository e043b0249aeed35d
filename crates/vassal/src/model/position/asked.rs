//! What pieces were asked for so far while others counted them, and where all pieces are.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use foldhash::fast::RandomState;

use super::filter::Filters;
use crate::model::traits::{LayerForms, Part};

/// What pieces were asked for so far, and how much that may go on.
#[derive(Default)]
pub(super) struct Totals {
    /// Traits of pieces, with the values and levels that they have in the game.
    pub settled: RefCell<HashMap<usize, Rc<Vec<Part>>, RandomState>>,
    /// Pieces whose values and levels are being found out.
    pub begun: RefCell<BTreeSet<usize>>,
    pub depth: Cell<usize>,
    pub filters: RefCell<Filters>,
    pub forms: LayerForms,
    pub lists: OnceCell<Lists>,
}

/// Where the pieces of a game are.
pub(super) struct Lists {
    pub maps: BTreeMap<String, Vec<usize>>,
    /// By map and name of the place.
    pub locations: BTreeMap<(String, String), Vec<usize>>,
    /// By map and name of the zone, which is empty outside of all.
    pub zones: BTreeMap<(String, String), Vec<usize>>,
}
