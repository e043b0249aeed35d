//! The large tables of a game: read as text, or in the binary form that is made beforehand of those that come with the
//! program.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::demand::Demand;
use super::demands::{self, choices};
use super::parts::{Nation, Phase};
use super::pools::Pool;
use super::{ModuleFile, module, nations, places};
use crate::rules::catalogue::families::Family;
use crate::rules::catalogue::{Catalogue, CatalogueWords, Entry};
use crate::rules::choices::{Choice, Choices};
use crate::rules::data::Files;
use crate::rules::fault::DataFault;
use crate::rules::kinds::CheckRow;
use crate::rules::places::Places;
use crate::rules::read::Read;
use crate::rules::schedule::{self, Schedule};
use crate::rules::word;
use crate::shipped::stamp;

/// Where the binary form of a game's tables stands among the data files. It begins with the stamp of what it was made of.
pub fn stored_path(game: &str) -> String {
    format!("rules/{game}/tables.bin")
}

/// The stamp of a game's data files; of others than these the build of a release does not take the binary form.
pub(super) fn stamp(game: &str, files: &dyn Files) -> u64 {
    let paths = stamp::FOLDERS.iter().flat_map(|folder| files.list(&format!("{folder}/{game}")));
    let paths: Vec<String> = paths.filter(|path| stamp::counts(path)).collect();
    stamp::of(paths.iter().map(|path| (path.as_str(), files.read(path).unwrap_or_default())))
}

/// What most of a game's data consist of.
#[derive(Default)]
pub(super) struct PackTables {
    /// What `module.toml` says of the module.
    pub(super) module: ModuleFile,
    pub(super) nations: BTreeMap<String, Nation>,
    pub(super) catalogue: Catalogue,
    /// Without the boxes of the module's windows.
    pub(super) map: Places,
    pub(super) schedule: Schedule,
    /// Without those of rows of data.
    pub(super) demands: Vec<Demand>,
    pub(super) choices: Choices,
    /// The checks that are rows of data, where they were stored.
    pub(super) rows: Option<Vec<CheckRow>>,
}

/// How many bytes the stamp has.
const STAMP: usize = 8;

/// The same in an order that a binary form can have; lines of a file are no part of what stands in it.
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
        let module = module(game, read, faults);
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
            choices: choices(game, read, faults),
            rows: None,
            module,
            nations,
        }
    }

    /// Reads their binary form; none of bytes that are something else.
    pub(super) fn of_stored(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.get(STAMP..)?;
        let stored: StoredTables = word::shared(|| postcard::from_bytes(bytes)).ok()?;
        let families = stored.families.into_iter().map(|(family, line)| Family { line, ..family });
        let choices = stored.choices.into_iter().map(|(choice, line)| Choice { line, ..choice });
        Some(Self {
            module: stored.module,
            nations: stored.nations,
            catalogue: Catalogue::of(families.collect(), stored.entries),
            map: stored.map,
            schedule: stored.schedule,
            demands: stored.demands,
            choices: Choices::of(choices.collect()),
            rows: Some(stored.rows),
        })
    }

    /// Their binary form with these checks, behind a stamp; none of what has no such form.
    pub(super) fn store(self, rows: Vec<CheckRow>, stamp: u64) -> Option<Vec<u8>> {
        let families = self.catalogue.families().iter().map(|family| (family.clone(), family.line));
        let stored = StoredTables {
            module: self.module,
            nations: self.nations,
            families: families.collect(),
            entries: self.catalogue.entries().map(|entry| Entry::clone(entry)).collect(),
            map: self.map,
            schedule: self.schedule,
            demands: self.demands,
            choices: self.choices.all().map(|choice| (choice.clone(), choice.line)).collect(),
            rows,
        };
        Some([stamp.to_le_bytes().to_vec(), postcard::to_stdvec(&stored).ok()?].concat())
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
