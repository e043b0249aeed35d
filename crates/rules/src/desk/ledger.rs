//! What one side was shown, entry by entry, as the umpire keeps it: a CSV file that only grows.

use crate::data::fault::DataFault;
use crate::data::table::{Row, Table};

/// More entries than any game has.
pub const MOST_ENTRIES: usize = 100_000;

/// The columns of the file, in order (catalogue 6.8.3).
pub const COLUMNS: [&str; 13] = [
    "entry",
    "issue",
    "round",
    "power",
    "phase",
    "place",
    "side_seen",
    "class",
    "number",
    "damage",
    "source",
    "withheld",
    "ends",
];

/// What one side was shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The entries in the order of their numbers.
    pub entries: Vec<LedgerEntry>,
}

/// One thing that a side was shown, or one that was kept from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Its number, counted up from 1.
    pub entry: u32,
    /// The issue of copies in which it first appears.
    pub issue: u32,
    /// The turn of the track.
    pub round: u32,
    /// The power whose turn it was.
    pub power: String,
    /// The phase of that turn, by its id.
    pub phase: String,
    /// Where; empty for what has no place.
    pub place: String,
    /// Whose units were seen: a power, or a side where the power was not told.
    pub side_seen: String,
    /// The class of the units, or what else was shown; empty where a place was seen to be empty.
    pub class: String,
    /// How many.
    pub number: u32,
    /// Their damage as it was seen.
    pub damage: u32,
    /// How it came to be known: `setup`, a row of the chart, a message, a battle, `capture`, `raid`, `technology`,
    /// `public`.
    pub source: String,
    /// What was there and not shown; for the umpire alone.
    pub withheld: String,
    /// The earlier entries that this one replaces.
    pub ends: Vec<u32>,
}

impl Ledger {
    /// Reads a ledger; faults name the line.
    pub fn read(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Self {
        let table = Table::read(file, text, &COLUMNS, faults);
        let mut entries: Vec<LedgerEntry> = Vec::new();
        for row in table.rows().take(MOST_ENTRIES + 1) {
            let entry = LedgerEntry::read(&row, faults);
            if entries.last().is_some_and(|last| last.entry >= entry.entry) {
                faults.push(row.fault("entry", "expected a number higher than on the line before"));
            }
            entries.push(entry);
        }
        if entries.len() > MOST_ENTRIES {
            faults.push(DataFault::at(file, 0, format!("expected at most {MOST_ENTRIES} entries")));
        }
        Self { entries }
    }

    /// The file's text; reading it gives the same ledger.
    pub fn write(&self) -> String {
        let mut text = COLUMNS.join(",") + "\n";
        for entry in &self.entries {
            let ends: Vec<String> = entry.ends.iter().map(u32::to_string).collect();
            let cells = [
                entry.entry.to_string(),
                entry.issue.to_string(),
                entry.round.to_string(),
                entry.power.clone(),
                entry.phase.clone(),
                entry.place.clone(),
                entry.side_seen.clone(),
                entry.class.clone(),
                entry.number.to_string(),
                entry.damage.to_string(),
                entry.source.clone(),
                entry.withheld.clone(),
                ends.join(" "),
            ];
            let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        text
    }

    /// The entry with this number.
    pub fn entry(&self, number: u32) -> Option<&LedgerEntry> {
        self.entries.binary_search_by_key(&number, |entry| entry.entry).ok().map(|at| &self.entries[at])
    }

    /// The entries that no later one replaced by the time of an issue.
    pub fn standing(&self, issue: u32) -> impl Iterator<Item = &LedgerEntry> {
        let given = move |entry: &&LedgerEntry| entry.issue <= issue;
        let ended: std::collections::BTreeSet<u32> =
            self.entries.iter().filter(given).flat_map(|entry| entry.ends.iter().copied()).collect();
        self.entries.iter().filter(given).filter(move |entry| !ended.contains(&entry.entry))
    }
}

impl LedgerEntry {
    fn read(row: &Row<'_>, faults: &mut Vec<DataFault>) -> Self {
        let mut number = |column: &str| whole(row, column, faults);
        let [entry, issue, round, count, damage] =
            ["entry", "issue", "round", "number", "damage"].map(&mut number);
        if entry == 0 {
            faults.push(row.fault("entry", "expected a number from 1"));
        }
        let text = |column: &str| row.text(column).to_owned();
        let ended = row.text("ends").split_whitespace().map(|word| word.parse().ok());
        let ends: Option<Vec<u32>> = ended.collect();
        if ends.as_ref().is_none_or(|ends| ends.iter().any(|ended| *ended >= entry)) {
            faults.push(row.fault("ends", "expected numbers of earlier entries separated by spaces"));
        }
        Self {
            entry,
            issue,
            round,
            power: text("power"),
            phase: text("phase"),
            place: text("place"),
            side_seen: text("side_seen"),
            class: text("class"),
            number: count,
            damage,
            source: text("source"),
            withheld: text("withheld"),
            ends: ends.unwrap_or_default(),
        }
    }
}

/// A number from 0; 0 where the cell is empty.
fn whole(row: &Row<'_>, column: &str, faults: &mut Vec<DataFault>) -> u32 {
    match row.text(column) {
        "" => 0,
        text => text.parse().unwrap_or_else(|_| {
            faults.push(row.fault(column, format!("expected a number from 0, found \"{text}\"")));
            0
        }),
    }
}

/// A cell as CSV writes it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) || cell.trim() != cell {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends\n";

    fn read(lines: &str) -> (Ledger, Vec<String>) {
        let mut faults = Vec::new();
        let ledger = Ledger::read("axis.csv", &format!("{HEAD}{lines}"), &mut faults);
        (ledger, faults.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_ledger_is_written_as_it_was_read() {
        let lines = "1,0,1,,,SZ 20,us,CV,1,0,setup,,\n4,2,1,us,CC,\"Bay, Inner\",us,BB,2,1,C6,\"SUB \"\"7\"\"\",1 3\n";
        let (ledger, faults) = read(lines);
        assert_eq!(faults, [""; 0]);
        assert_eq!((ledger.entries[1].place.as_str(), &ledger.entries[1].ends), ("Bay, Inner", &vec![1, 3]));
        assert_eq!(ledger.write(), format!("{HEAD}{lines}"));
    }

    #[test]
    fn what_a_later_entry_ends_no_longer_stands_from_its_issue_on() {
        let (ledger, _) = read("1,0,1,,,SZ 20,us,CV,1,0,setup,,\n2,3,1,us,CC,SZ 20,us,BB,2,1,C6,,1\n");
        let standing = |issue| ledger.standing(issue).map(|entry| entry.entry).collect::<Vec<_>>();
        assert_eq!([standing(0), standing(2), standing(3)], [vec![1], vec![1], vec![2]]);
        assert_eq!(ledger.entry(2).map(|entry| entry.class.as_str()), Some("BB"));
        assert_eq!(ledger.entry(3), None);
    }

    #[test]
    fn faults_name_line_and_column() {
        let (_, faults) = read("2,0,1,,,SZ 20,us,CV,x,0,setup,,2\n1,0,1,,,,,,,,setup,,\n");
        assert_eq!(
            faults,
            [
                "axis.csv:2: column \"number\": expected a number from 0, found \"x\"",
                "axis.csv:2: column \"ends\": expected numbers of earlier entries separated by spaces",
                "axis.csv:3: column \"entry\": expected a number higher than on the line before",
            ]
        );
    }
}
