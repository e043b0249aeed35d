//! Who is at war with whom by history (15, 18.2): the dates of `wars.csv`.

use std::collections::BTreeSet;

use liege_rules::data::fault::DataFault;
use liege_rules::data::table::Table;
use liege_rules::position::notation::Date;

/// The table among those of the pack.
pub const FILE: &str = "wars.csv";

const COLUMNS: &[&str] = &["nation", "enemies", "from", "source", "note"];

/// A war: a nation, its enemies, since when.
pub struct War {
    line: u64,
    nation: String,
    enemies: BTreeSet<String>,
    from: Date,
}

/// The wars of the table.
pub fn read(file: &str, text: &str, faults: &mut Vec<DataFault>) -> Vec<War> {
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

impl War {
    /// Whether it is a war between these two that has begun by this month.
    pub fn is_between(&self, one: &str, other: &str, now: Date) -> bool {
        let between = |a: &str, b: &str| self.nation == a && self.enemies.contains(b);
        self.from <= now && (between(one, other) || between(other, one))
    }
}
