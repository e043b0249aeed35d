//! The large tables of a game: read as text, or in the binary form that is made beforehand of those that come with the
//! program.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::demand::Demand;
use super::demands;
use super::parts::{Nation, Phase};
use super::pools::Pool;
use super::{ModuleFile, nations, places};
use crate::check::kinds::CheckRow;
use crate::data::catalogue::families::Family;
use crate::data::catalogue::{Catalogue, CatalogueWords, Entry};
use crate::data::fault::DataFault;
use crate::data::read::Read;
use crate::data::schedule::{self, Schedule};
use crate::data::word;
use crate::play::choices::{Choice, Choices};
use crate::position::places::Places;

/// Where the binary form of a game's tables stands among the data files. It begins with the stamp of what it was made of.
pub fn stored_path(game: &str) -> String {
    format!("rules/{game}/tables.bin")
}

/// What most of a game's data consist of.
pub(super) struct PackTables {
    pub(super) nations: BTreeMap<String, Nation>,
    pub(super) catalogue: Catalogue,
    /// Without the boxes of the module's windows.
    pub(super) map: Places,
    pub(super) schedule: Schedule,
    /// Without those of rows of data.
    pub(super) demands: Vec<Demand>,
}

/// What is stored with these tables, and whose texts are read before or after them.
#[derive(Default)]
pub(super) struct StoredBeside {
    /// What `module.toml` says of the module.
    pub(super) module: Option<ModuleFile>,
    pub(super) choices: Option<Choices>,
    /// The checks that are rows of data.
    pub(super) rows: Option<Vec<CheckRow>>,
}

/// How many bytes the stamp has.
const STAMP: usize = 8;

/// The same in a binary form, families and choices each with its line, of which their own form tells nothing.
#[derive(Serialize, Deserialize)]
struct StoredTables {
    module: ModuleFile,
    nations: BTreeMap<String, Nation>,
    families: Vec<(Family, u64)>,
    entries: Vec<Entry>,
    map: Places,
    schedule: Schedule,
    demands: Vec<Demand>,
    choices: Vec<(Choice, u64)>,
    rows: Vec<CheckRow>,
}

impl PackTables {
    /// Reads their texts, which may use the phases, pools and kinds of `pack.toml`.
    pub(super) fn read(
        game: &str,
        (phases, pools, kinds): (&[Phase], &[Pool], &BTreeMap<String, Vec<String>>),
        read: Read<'_>,
        faults: &mut Vec<DataFault>,
    ) -> Self {
        let nations = nations(game, read, faults);
        let codes: BTreeSet<&str> = nations.keys().map(String::as_str).collect();
        let path = schedule::path(game);
        let joined = pools.iter().filter(|pool| pool.joins).map(|pool| pool.id.as_str());
        let joined: Vec<&str> = joined.collect();
        let schedule = read(&path).map(|text| Schedule::read(&path, &text, &joined, &codes, faults));
        Self {
            schedule: schedule.unwrap_or_default(),
            map: places(game, &nations, read, faults),
            catalogue: catalogue(game, read, &nations, kinds, faults),
            demands: demands::demands(game, phases, read, faults),
            nations,
        }
    }

    /// Reads their binary form; none of bytes that are something else.
    pub(super) fn of_stored(bytes: &[u8]) -> Option<(Self, StoredBeside)> {
        let bytes = bytes.get(STAMP..)?;
        let (stored, rest) = word::shared(|| postcard::take_from_bytes::<StoredTables>(bytes)).ok()?;
        if !rest.is_empty() {
            return None;
        }
        let families = stored.families.into_iter().map(|(family, line)| Family { line, ..family });
        let choices = stored.choices.into_iter().map(|(choice, line)| Choice { line, ..choice });
        let beside = StoredBeside {
            module: Some(stored.module),
            choices: Some(Choices::of(choices.collect())),
            rows: Some(stored.rows),
        };
        let tables = Self {
            nations: stored.nations,
            catalogue: Catalogue::of(families.collect(), stored.entries),
            map: stored.map,
            schedule: stored.schedule,
            demands: stored.demands,
        };
        Some((tables, beside))
    }

    /// Their binary form behind a stamp.
    ///
    /// # Errors
    /// They have no such form.
    pub(super) fn store(
        self,
        (module, choices, rows): (ModuleFile, &Choices, Vec<CheckRow>),
        stamp: u64,
    ) -> Result<Vec<u8>, postcard::Error> {
        let families = self.catalogue.families().iter().map(|family| (family.clone(), family.line));
        let stored = StoredTables {
            module,
            nations: self.nations,
            families: families.collect(),
            entries: self.catalogue.entries().map(|entry| Entry::clone(entry)).collect(),
            map: self.map,
            schedule: self.schedule,
            demands: self.demands,
            choices: choices.all().map(|choice| (choice.clone(), choice.line)).collect(),
            rows,
        };
        Ok([stamp.to_le_bytes().to_vec(), postcard::to_stdvec(&stored)?].concat())
    }
}

pub(super) fn catalogue(
    game: &str,
    read: Read<'_>,
    nations: &BTreeMap<String, Nation>,
    kinds: &BTreeMap<String, Vec<String>>,
    faults: &mut Vec<DataFault>,
) -> Catalogue {
    let words = CatalogueWords { nations: nations.keys().map(String::as_str).collect(), kinds: Some(kinds) };
    Catalogue::load(game, read, &words, faults)
}
