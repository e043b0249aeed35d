//! Taking a side's copy back (AAF-P08) as a procedure: what becomes of one change that the side made in it.

use serde::Serialize;

use super::copying::PHASES;
use super::subject::{CopySubject, POWERS, alliance_of, read as read_subject};
use super::view_rows::{SOURCES, one_of, unknown_subject, words};
use liege_rules::data::fault::DataFault;
use liege_rules::data::table::{Row, Table};
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, WordRows};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// The table.
pub const FILE: &str = "rules/aafog/returns.csv";

/// AAF-P08: a copy comes back.
pub struct TakeCopyBack;

/// A change in a copy that came back.
#[derive(Debug, Clone)]
pub struct ReturnedChange {
    subject: CopySubject,
    whose: &'static str,
    side: String,
    change: String,
    phase: String,
    listed: String,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ReturnOutcome {
    /// The row that decides.
    pub row: String,
    /// What becomes of the change.
    pub fate: ReturnFate,
    /// The side that gave the copy back, which alone is told.
    pub side: String,
}

/// What becomes of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReturnFate {
    /// The master takes it over.
    Applied,
    /// It is a guess of the side's, kept for it.
    MockUp,
    /// It is not taken over.
    LeftOut,
}

const FATES: &[(&str, ReturnFate)] =
    &[("applied", ReturnFate::Applied), ("mock-up", ReturnFate::MockUp), ("left-out", ReturnFate::LeftOut)];

/// The table of changes; the first row that fits counts.
#[derive(Debug, Clone, Default)]
pub struct ReturnTable(Vec<ReturnRow>);

/// A row.
#[derive(Debug, Clone)]
struct ReturnRow {
    id: String,
    whose: String,
    what: Vec<String>,
    change: Vec<String>,
    phase: Vec<String>,
    listed: String,
    fate: ReturnFate,
    meaning: String,
    source: String,
    rule: String,
}

const COLUMNS: [&str; 10] =
    ["row", "whose", "what", "change", "phase", "listed", "fate", "meaning", "source", "rule"];
/// Whose a piece is, seen from the power whose turn it is: its own, another's of the side, the enemy's.
const OWNERS: [&str; 5] = ["own", "partner", "enemy", "nobody", "any"];
const CHANGES: WordRows = &[
    ("moved", &["move"]),
    ("added", &["new"]),
    ("removed", &["gone", "taken"]),
    ("changed", &["damaged", "repaired", "marked"]),
];
const SIDES: WordRows = &[("axis", &[]), ("allies", &["allied"])];

const KEYS: &[Key] = &[
    Key::new("piece", &[], KeyKind::List, "1", "what was changed: us CV, money, orders, control, ghost"),
    Key::new("power", &["of"], KeyKind::word(POWERS), "1", "whose it is, where piece does not say so"),
    Key::new("change", &[], KeyKind::word(CHANGES), "4", "what was done: moved, added, removed, changed"),
    Key::new("side", &["from"], KeyKind::word(SIDES), "1", "whose copy came back"),
    Key::new("turn-of", &["active"], KeyKind::word(POWERS), "6", "the power whose turn it is"),
    Key::new("phase", &[], KeyKind::word(PHASES), "6", "the phase of its turn"),
    Key::new("listed", &["in-list"], KeyKind::YesNo, "7", "whether the written list has the move"),
];

impl Procedure for TakeCopyBack {
    const ID: &'static str = "AAF-P08";
    type Cx = ReturnTable;
    type Input = ReturnedChange;
    type Battle = ReturnedChange;
    type State = ();
    type Outcome = ReturnOutcome;

    fn begin(change: ReturnedChange, _: &ReturnTable) -> Result<(ReturnedChange, ()), Vec<Refusal>> {
        Ok((change, ()))
    }

    fn step<'b>(
        change: &'b ReturnedChange,
        (): (),
        table: &'b ReturnTable,
        _: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), ReturnOutcome> {
        if let Some(row) = table.row(change) {
            log.line(|| {
                let rule = match row.source.as_str() {
                    "text" => row.rule.clone(),
                    source => format!("{} ({source})", row.rule),
                };
                ("row", row.id.clone(), row.meaning.clone(), rule)
            });
        }
        let outcome = table.outcome(change);
        log.line(|| {
            let told = match outcome.fate {
                ReturnFate::LeftOut => "the other side learns nothing of it",
                ReturnFate::MockUp => "no message",
                ReturnFate::Applied => "in the order of the list",
            };
            ("the change", Self::result(&outcome), told, "4; 6 (L13, L17)")
        });
        Flow::Done(outcome)
    }

    fn so_far(change: &ReturnedChange, (): &(), table: &ReturnTable) -> ReturnOutcome {
        table.outcome(change)
    }

    fn result(outcome: &ReturnOutcome) -> String {
        match outcome.fate {
            ReturnFate::Applied => "applied to the master".into(),
            ReturnFate::MockUp => "kept as a guess of the side".into(),
            ReturnFate::LeftOut => format!("left out, and reported only to the {}", outcome.side),
        }
    }
}

impl ReturnTable {
    /// Reads the table, which ends with rows for whatever else is the side's own.
    pub fn read(text: &str, faults: &mut Vec<DataFault>) -> Self {
        let mut table = Self::default();
        for row in Table::read(FILE, text, &COLUMNS, faults).rows() {
            table.0.extend(ReturnRow::read(&row, faults));
        }
        let whole = |row: &&ReturnRow| {
            let cells = [&row.what, &row.change, &row.phase];
            row.listed == "any" && cells.into_iter().all(|cell| cell.iter().any(|word| word == "any"))
        };
        let rest: Vec<&str> = table.0.iter().filter(whole).map(|row| row.whose.as_str()).collect();
        for whose in ["own", "partner", "enemy"] {
            if faults.is_empty() && !rest.contains(&whose) {
                let told = format!("expected a row for every change of what is {whose}");
                faults.push(DataFault::at(FILE, 0, told));
            }
        }
        table
    }

    fn row(&self, change: &ReturnedChange) -> Option<&ReturnRow> {
        self.0.iter().find(|row| row.fits(change))
    }

    fn outcome(&self, change: &ReturnedChange) -> ReturnOutcome {
        let row = self.row(change);
        ReturnOutcome {
            row: row.map(|row| row.id.clone()).unwrap_or_default(),
            fate: row.map_or(ReturnFate::LeftOut, |row| row.fate),
            side: change.side.clone(),
        }
    }
}

impl ReturnRow {
    fn read(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Option<Self> {
        let cell = |column: &str| words(row.text(column));
        let (what, change, phase) = (cell("what"), cell("change"), cell("phase"));
        faults.extend(unknown_subject(row, "what", &what));
        for (column, found, known) in [("change", &change, CHANGES), ("phase", &phase, PHASES)] {
            let all: Vec<&str> = known.iter().map(|(word, _)| *word).chain(["any"]).collect();
            if let Some(word) = found.iter().find(|word| !all.contains(&word.as_str())) {
                faults.push(row.unknown(column, word, &all));
            }
        }
        Some(Self {
            id: row.required("row", faults),
            whose: one_of(row, "whose", &OWNERS, faults),
            what,
            change,
            phase,
            listed: one_of(row, "listed", &["yes", "no", "any"], faults),
            fate: row.one_of("fate", FATES, faults)?,
            meaning: row.required("meaning", faults),
            source: one_of(row, "source", &SOURCES, faults),
            rule: row.required("rule", faults),
        })
    }

    fn fits(&self, change: &ReturnedChange) -> bool {
        let among = |cell: &[String], word: &str| cell.iter().any(|one| one == word || one == "any");
        (self.whose == "any" || self.whose == change.whose)
            && self.what.iter().any(|word| change.subject.is(word))
            && among(&self.change, &change.change)
            && among(&self.phase, &change.phase)
            && (self.listed == "any" || self.listed == change.listed)
    }
}

/// Whose a piece is for the power whose turn it is.
fn owner(power: Option<&str>, side: &str, active: &str) -> &'static str {
    match power {
        None => "nobody",
        Some(power) if alliance_of(power) != side => "enemy",
        Some(power) if power == active => "own",
        Some(_) => "partner",
    }
}

impl Coded for TakeCopyBack {
    const GAME: &'static str = "aafog";
    const NAME: &'static str = "taking-a-copy-back";
    const KEYS: &'static [Key] = KEYS;

    fn context(files: &dyn Files, _: &[Setting]) -> Result<ReturnTable, ContextError> {
        let mut faults = Vec::new();
        let table = ReturnTable::read(files.text(FILE)?, &mut faults);
        match DataError::of(&faults) {
            Some(error) => Err(error.into()),
            None => Ok(table),
        }
    }

    fn read(inputs: &Inputs) -> Result<ReturnedChange, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let subject = read_subject(inputs, &mut faults);
        let mut needed = |key: &str, help: &str| {
            let word = inputs.word(key).unwrap_or_default().to_owned();
            if word.is_empty() {
                faults.push(KeyFault::new(key, "is missing").help(help));
            }
            word
        };
        let change = needed("change", "moved, added, removed or changed");
        let side = needed("side", "axis or allies");
        let active = needed("turn-of", "the power whose turn it is");
        let phase = needed("phase", "RD, PU, CM, CC, NC, MO or CI");
        let Some((subject, power)) = subject else { return Err(faults) };
        let whose = owner(power, &side, &active);
        let is_unit = matches!(subject, CopySubject::Unit(_));
        let listed = inputs.yes_no("listed");
        if whose == "own" && is_unit && change == "moved" && phase == "CM" && listed.is_none() {
            let help = "yes where the written list of the turn has the move, else no";
            faults.push(KeyFault::new("listed", "is missing").help(help));
        }
        let listed = match listed {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let change = ReturnedChange { subject, whose, side, change, phase, listed: listed.into() };
        if faults.is_empty() { Ok(change) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use liege_testing::Shipped;

    #[test]
    fn faults_of_the_table_are_told_with_their_line() {
        let text = Shipped.text(FILE).unwrap();
        let told = |text: &str| {
            let mut faults = Vec::new();
            ReturnTable::read(text, &mut faults);
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(told(text), "");
        assert!(told(&text.replacen("enemy,any", "foe,any", 1)).contains("returns.csv:3: column \"whose\""));
        assert!(told(&text.replacen(",moved,CM", ",sailed,CM", 1)).contains("column \"change\""));
        assert!(told(&text.replacen(",applied,", ",taken,", 1)).contains("column \"fate\""));
        let short: String = text.lines().take(15).map(|line| format!("{line}\n")).collect();
        assert!(told(&short).contains("every change of what is own"));
    }
}
