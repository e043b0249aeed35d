//! Who is at war with whom at a date (15, 18.2), by the dates of `wars.csv`.

use std::collections::BTreeSet;

use super::super::view::{Alliance, Unit, View};
use super::DeclaredAttack;
use crate::rules::battle::Note;
use crate::rules::fault::DataFault;
use crate::rules::notation::Date;
use crate::rules::table::Table;

/// The table among those of the pack.
pub const FILE: &str = "wars.csv";

const COLUMNS: &[&str] = &["nation", "enemies", "from", "source", "note"];

/// A war: a nation, its enemies, since when.
struct War {
    line: u64,
    nation: String,
    enemies: BTreeSet<String>,
    from: Date,
}

fn read(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Vec<War> {
    let table = Table::read(file, text, COLUMNS, faults);
    let mut wars = Vec::new();
    for row in table.rows() {
        let date = row.text("from").split_once('-').and_then(|(year, month)| {
            let date = Date { year: year.parse().ok()?, month: month.parse().ok()? };
            (1..=12).contains(&date.month).then_some(date)
        });
        let enemies = row.text("enemies").split_whitespace().map(str::to_owned).collect();
        match date {
            Some(from) => {
                wars.push(War { line: row.line(), nation: row.text("nation").to_owned(), enemies, from });
            }
            None => {
                let message = format!("expected a date such as 1941-12, found \"{}\"", row.text("from"));
                faults.push(row.fault("from", message));
            }
        }
    }
    wars
}

/// What is wrong with the table.
pub fn faults(file: &str, text: &str, known: impl Fn(&str) -> bool) -> Vec<DataFault> {
    let mut faults = Vec::new();
    let wars = read(file, text, &mut faults);
    for war in wars {
        for code in war.enemies.iter().chain([&war.nation]).filter(|code| !known(code)) {
            faults.push(DataFault::at(file, war.line, format!("unknown nation \"{code}\"")));
        }
    }
    faults
}

/// Whether two nations are at war; without a date they may be.
fn at_war(view: &View, one: &str, other: &str) -> bool {
    let Some(now) = view.situation.clock.date else { return true };
    let Some(text) = view.situation.pack.tables.get(FILE) else { return true };
    read(FILE, text, &mut Vec::new()).iter().any(|war| {
        let between = |a: &str, b: &str| war.nation == a && war.enemies.contains(b);
        war.from <= now && (between(one, other) || between(other, one))
    })
}

impl DeclaredAttack<'_> {
    /// The nations of the defence: those of its units, of an empty hex that of its owner. A hex of the attacker's own
    /// side has none.
    fn defending_nations(&self) -> BTreeSet<&str> {
        let nations: BTreeSet<&str> = self.defenders.iter().map(|unit| unit.entry.nation.as_str()).collect();
        if nations.is_empty() && self.view.owning_side(self.hex) != Some(self.side) {
            return self.view.owner(self.hex).into_iter().collect();
        }
        nations
    }

    /// Takes away attackers who are at war with none of the defenders.
    pub(super) fn leave_out_neutrals(&mut self) {
        let defending = self.defending_nations();
        let fights = |unit: &&Unit| {
            defending.is_empty()
                || defending.iter().any(|nation| at_war(self.view, &unit.entry.nation, nation))
        };
        let kept: Vec<&Unit> = self.attackers.iter().copied().filter(fights).collect();
        self.attackers = kept;
    }

    /// An attack that begins a war is told; whether it may is for its player to know.
    pub(super) fn note_war(&mut self) {
        let attacking: BTreeSet<&str> =
            self.attackers.iter().map(|unit| unit.entry.nation.as_str()).collect();
        let defending = self.defending_nations();
        let peace = |one: &&str| defending.iter().all(|other| !at_war(self.view, one, other));
        let neutral: Vec<&str> = attacking.into_iter().filter(peace).collect();
        let (Some(date), false) =
            (self.view.situation.clock.date, neutral.is_empty() || defending.is_empty())
        else {
            return;
        };
        let who = match self.side {
            Alliance::Axis => "announces the invasion before",
            Alliance::Allies => "cannot begin a war with Japan, the Soviet Union apart",
        };
        let nations = &self.view.situation.pack.nations;
        let names = |codes: Vec<&str>| -> String {
            let name =
                |code: &str| nations.get(code).map_or_else(|| code.to_owned(), |nation| nation.name.clone());
            codes.into_iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let note = format!(
            "{} and {} are not at war in {:04}-{:02} by our dates: whoever attacks {who} (15)",
            names(neutral),
            names(defending.into_iter().collect()),
            date.year,
            date.month
        );
        self.notes.push(Note::plain(note));
    }
}
