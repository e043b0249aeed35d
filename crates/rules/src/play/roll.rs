//! A procedure that is data: dice and modifiers come to a band or a cell of a table, and effects follow from it.
//!
//! Rows `[[roll]]` of `rules/<game>/procedures.toml`, read by [`read_all`]. One throw and no decision: what has more
//! is a battle.
//!
//! All such rows are in one file, so that a new one is one heading. A row keeps its own texts (`Text`, borrowed or
//! owned), so that nothing read from a file outlives its game; its conditions use the grammar of selectors
//! (`kinds::parse`).

mod file;
mod play;
mod read;
mod tell;
mod when;

use std::sync::Arc;

use crate::data::fault::DataFault;
use crate::data::read::Read;
use crate::play::dice::{Die, Throw};
use crate::play::inputs::{GameWords, Inputs, Key, KeyFault, Text};
use crate::play::procedure::AnyProcedure;

pub use play::{Fact, RollOutcome};
pub use read::{path, read_all};

use crate::data::sentence::Sentence;
use when::When;

/// One such procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// Its id: `XX-R41`.
    pub id: String,
    /// Its name in kebab-case.
    pub name: String,
    /// The paragraphs of the rules.
    pub rule: Text,
    /// The line of its file on which it begins.
    pub line: u64,
    /// What it is, in a few words.
    pub title: String,
    /// The keys of its input.
    pub keys: Vec<Key>,
    /// What their names may be called, too.
    alike: GameWords,
    /// When a key must be told.
    needs: Vec<Need>,
    /// Values of keys that are not told.
    defaults: Vec<(String, serde_json::Value)>,
    count: u8,
    die: Die,
    /// What is rolled for, when faces do not fit.
    what: String,
    /// Why it is rolled.
    says: Sentence,
    /// What the report calls that which is rolled about: the first whose condition holds.
    about: Vec<(When, Sentence)>,
    modifiers: Vec<RowModifier>,
    refusals: Vec<Against>,
    bands: Vec<Band>,
    /// What comes without a throw: the first whose condition holds.
    sure: Vec<Band>,
    table: Option<Grid>,
    /// Names of values that the outcome repeats.
    facts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Need {
    key: String,
    when: When,
    says: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct RowModifier {
    when: When,
    add: i64,
    /// The number that it is taken times.
    per: Option<Repeat>,
    label: String,
    says: Sentence,
    rule: Text,
}

/// How often a modifier counts: a number, less some, in groups of which only full ones count.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Repeat {
    key: String,
    after: i64,
    each: i64,
}

impl Repeat {
    fn times(&self, number: i64) -> i64 {
        let counted = number.saturating_sub(self.after);
        if self.after == 0 { counted / self.each } else { counted.max(0) / self.each }
    }
}

/// What the rules forbid.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Against {
    when: When,
    reason: Sentence,
    rule: Text,
}

/// Totals from one to another, both included; open at an end that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Totals {
    from: Option<i64>,
    to: Option<i64>,
}

impl Totals {
    /// How far a total lies from them.
    fn distance(self, total: i64) -> u64 {
        let below = self.from.map_or(0, |from| from.saturating_sub(total).max(0));
        let above = self.to.map_or(0, |to| total.saturating_sub(to).max(0));
        below.max(above).unsigned_abs()
    }

    /// Whether each of them is one of these others.
    fn are_all_in(&self, others: &[Self]) -> bool {
        let mut next = self.from.unwrap_or(i64::MIN);
        let last = self.to.unwrap_or(i64::MAX);
        loop {
            let holding = others.iter().filter(|other| other.distance(next) == 0);
            match holding.map(|other| other.to.unwrap_or(i64::MAX)).max() {
                None => return false,
                Some(end) if end >= last => return true,
                Some(end) => next = end + 1,
            }
        }
    }
}

/// Totals, or the text of a cell, with what they mean.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Band {
    when: When,
    totals: Totals,
    /// The text of the cell that it is about, where there is a table.
    cell: Option<String>,
    result: Sentence,
    /// Why, behind the total.
    says: Option<Sentence>,
    facts: Vec<(String, Fact)>,
    effects: Vec<Effect>,
    rule: Text,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Effect {
    whom: Subject,
    does: Does,
    times: u8,
    rule: Text,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Subject {
    /// What is rolled about.
    About,
    Unit(Sentence),
    Thing(Sentence),
}

/// What happens, as [`crate::play::deeds::Act`] has it, before the values are known.
type Does = crate::play::deeds::Act;

/// A table of results by total and by the word of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Grid {
    /// The key whose word is the column; without one there is one column.
    key: Option<String>,
    columns: Vec<String>,
    rows: Vec<GridRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct GridRow {
    totals: Totals,
    cells: Vec<String>,
}

impl Roll {
    fn throw(&self) -> Throw {
        Throw::of(self.count, self.die)
    }

    /// As players write it: `2d6`.
    fn dice(&self) -> String {
        format!("{}d{}", self.count, self.die.0)
    }

    /// Reads typed-in values; what is not told gets its default.
    ///
    /// # Errors
    /// Everything that is wrong or missing.
    pub fn inputs(
        &self,
        table: &serde_json::Map<String, serde_json::Value>,
    ) -> Result<Inputs, Vec<KeyFault>> {
        let mut said = Inputs::read(table, &self.keys, &self.alike)?;
        for (key, value) in &self.defaults {
            said.preset(key, value.clone());
        }
        let missing = |need: &&Need| when::said(&said, &need.key).is_none() && need.when.holds(&said, None);
        let missing: Vec<KeyFault> = self.needs.iter().filter(missing).map(Need::fault).collect();
        if missing.is_empty() { Ok(said) } else { Err(missing) }
    }

    /// The states that its results give.
    pub fn marks(&self) -> impl Iterator<Item = &str> {
        let effects = self.bands.iter().chain(&self.sure).flat_map(|band| &band.effects);
        effects.filter_map(|effect| match &effect.does {
            crate::play::deeds::Act::Mark(state) => Some(state.word()),
            _ => None,
        })
    }
}

impl Need {
    fn fault(&self) -> KeyFault {
        let more = if self.says.is_empty() { String::new() } else { format!(": {}", self.says) };
        KeyFault::new(&self.key, format!("is missing{more}"))
    }
}

/// The rolls of a game as procedures; `coded` are those that the game has as code.
///
/// # Errors
/// Everything that is wrong in its file and the tables that the file names, and a roll with the id or name of one that
/// is code, which nobody would ever reach.
pub fn entries(
    game: &str,
    coded: &[AnyProcedure],
    read: Read<'_>,
) -> Result<Vec<AnyProcedure>, Vec<DataFault>> {
    let mut faults = Vec::new();
    let rolls = read_all(game, read, &mut faults);
    for roll in &rolls {
        let same = |word: &&String| {
            coded
                .iter()
                .any(|entry| [&entry.id, &entry.name].iter().any(|own| own.eq_ignore_ascii_case(word)))
        };
        if let Some(word) = [&roll.id, &roll.name].into_iter().find(same) {
            let told = format!("\"{word}\" is a built-in procedure; give the roll another id and name");
            faults.push(DataFault::at(&path(game), roll.line, told));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(rolls.into_iter().map(|roll| play::entry(game, Arc::new(roll))).collect())
}
