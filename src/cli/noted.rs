//! Which of the data files a game reads: its data are read once, with a note of every path that is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use crate::games::{self, Known};
use liege_build::{BuildError, Data};
use liege_rules::data::Files;
use liege_rules::game::Game;

/// Files that note which of them are asked for.
pub struct Noted<'a> {
    files: &'a dyn Files,
    asked: Mutex<BTreeSet<String>>,
}

impl<'a> Noted<'a> {
    /// Nothing asked for yet.
    pub fn new(files: &'a dyn Files) -> Self {
        Self { files, asked: Mutex::default() }
    }

    /// Reads all that a game reads, to its module and its pages.
    pub fn load(&self, game: &dyn Game) -> Result<Data, Vec<BuildError>> {
        // What is wrong in the rows of procedures is told with the rest of the pack.
        let read = |path: &str| self.text(path).ok().map(str::to_owned);
        for entry in game.all_procedures(&read).unwrap_or_default() {
            self.read(&entry.page());
        }
        self.read(&format!("rules/{}/gaps.csv", game.id()));
        Data::load(game, self)
    }

    /// All games at hand.
    pub fn games(&self) -> Vec<Known> {
        games::all(self)
    }

    /// What was asked for.
    pub fn asked(self) -> BTreeSet<String> {
        self.asked.into_inner().unwrap_or_default()
    }
}

impl Files for Noted<'_> {
    fn read(&self, path: &str) -> Option<&[u8]> {
        if let Ok(mut asked) = self.asked.lock() {
            asked.insert(path.to_owned());
        }
        self.files.read(path)
    }

    fn original(&self, path: &str) -> Option<&[u8]> {
        self.files.original(path)
    }

    fn templates(&self) -> BTreeMap<String, String> {
        self.files.templates()
    }

    fn list(&self, dir: &str) -> Vec<String> {
        self.files.list(dir)
    }

    fn folders(&self, dir: &str) -> Vec<String> {
        self.files.folders(dir)
    }
}
