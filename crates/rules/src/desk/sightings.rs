//! What came into a side's ledger from one issue to the next, held against the turn log: each entry is brought by a
//! line of the log, and none goes away again (catalogue 6.8.3).

use std::collections::BTreeSet;
use std::fmt;

use super::ledger::{Ledger, LedgerEntry};
use super::log::{LogEntry, LogEvent, UmpireLog};

/// An entry of a ledger with which something is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddEntry {
    /// Its number.
    pub entry: u32,
    /// Where it is about; empty where that is not known.
    pub place: String,
    /// What is wrong.
    pub what: Oddity,
}

/// What is wrong with an entry of a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oddity {
    /// It is new, and no line of the log brings it.
    Unannounced,
    /// It is new, and says of itself that it is of another issue.
    Misdated {
        /// The issue in which it is new.
        new_in: u32,
    },
    /// It was in the ledger at the issue before.
    Gone,
    /// It was another at the issue before.
    Changed,
    /// A line of the log brings it, and the ledger does not have it.
    Unwritten,
}

impl Oddity {
    /// One word for programs, which stays as it is.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unannounced => "unannounced",
            Self::Misdated { .. } => "misdated",
            Self::Gone => "gone",
            Self::Changed => "changed",
            Self::Unwritten => "unwritten",
        }
    }

    /// Whether it is wrong whatever the log may leave out.
    pub fn is_certain(self) -> bool {
        matches!(self, Self::Gone | Self::Changed | Self::Unwritten)
    }
}

impl fmt::Display for OddEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}", self.entry)?;
        if !self.place.is_empty() {
            write!(f, " about {}", self.place)?;
        }
        f.write_str(match self.what {
            Oddity::Unannounced => " is new, but the turn log has no sighting for it",
            Oddity::Misdated { new_in } => return write!(f, " is new in issue {new_in}, but names another"),
            Oddity::Gone => " was in the previous ledger, but is gone",
            Oddity::Changed => " differs from the previous ledger",
            Oddity::Unwritten => " comes from a sighting in the turn log, but is missing from the ledger",
        })
    }
}

/// The ledger of a side at two issues, or at its beginning and the first issue.
#[derive(Debug, Clone, Copy)]
pub struct LedgerGrowth<'a> {
    /// The side, as the log names it.
    pub side: &'a str,
    /// The issue before; none for the beginning of the game.
    pub first: Option<u32>,
    /// The issue.
    pub second: u32,
    /// What the side knew at the issue before.
    pub before: &'a Ledger,
    /// What it knows at the issue.
    pub after: &'a Ledger,
}

impl<'a> LedgerGrowth<'a> {
    /// Entries that went away or became others, whatever happened.
    pub fn lost(&self) -> Vec<OddEntry> {
        let odd = |had: &LedgerEntry| match self.after.entry(had.entry) {
            None => Some(odd(had, Oddity::Gone)),
            Some(has) if has != had => Some(odd(had, Oddity::Changed)),
            Some(_) => None,
        };
        self.before.entries.iter().filter_map(odd).collect()
    }

    /// Entries that are new.
    pub fn new_entries(&self) -> impl Iterator<Item = &'a LedgerEntry> {
        let before = self.before;
        self.after.entries.iter().filter(move |entry| before.entry(entry.entry).is_none())
    }

    /// New entries that the log does not bring, and what it brings that is not there.
    ///
    /// # Errors
    /// The log does not tell one of the two issues, by its number.
    pub fn against(&self, log: &UmpireLog) -> Result<Vec<OddEntry>, u32> {
        let brought = self.brought(log)?;
        let mut found = Vec::new();
        for new in self.new_entries() {
            if !brought.contains(&new.entry) {
                found.push(odd(new, Oddity::Unannounced));
            } else if new.issue != self.second {
                found.push(odd(new, Oddity::Misdated { new_in: self.second }));
            }
        }
        let unwritten = brought.iter().filter(|entry| self.after.entry(**entry).is_none());
        let unwritten =
            unwritten.map(|entry| OddEntry { entry: *entry, place: String::new(), what: Oddity::Unwritten });
        found.extend(unwritten);
        Ok(found)
    }

    /// The entries that the log brings between the two issues, by their numbers.
    fn brought(&self, log: &UmpireLog) -> Result<BTreeSet<u32>, u32> {
        let at = |issue: u32| log.position_of_issue(issue).ok_or(issue);
        let from = self.first.map_or(Ok(0), at)?;
        let stretch = log.entries.get(from..at(self.second)?).ok_or(self.second)?;
        let sighting = |entry: &LogEntry| match &entry.event {
            // A line without a number says that something was seen, and not what.
            LogEvent::Sighting { side, entry } if side.eq_ignore_ascii_case(self.side) && *entry > 0 => {
                Some(*entry)
            }
            _ => None,
        };
        Ok(stretch.iter().filter_map(sighting).collect())
    }
}

fn odd(entry: &LedgerEntry, what: Oddity) -> OddEntry {
    OddEntry { entry: entry.entry, place: entry.place.clone(), what }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &str =
        "entry,issue,round,power,phase,place,side_seen,class,number,damage,source,withheld,ends\n";

    /// `ENTRY ISSUE CLASS` a line, all of them about SZ 20.
    fn ledger(text: &str) -> Ledger {
        let lines = text.split(';').map(str::trim).filter(|line| !line.is_empty()).map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            format!("{},{},1,us,CC,SZ 20,us,{},1,0,C4,,\n", words[0], words[1], words[2])
        });
        let mut faults = Vec::new();
        let ledger =
            Ledger::read("axis.csv", &format!("{COLUMNS}{}", lines.collect::<String>()), &mut faults);
        assert_eq!(faults, []);
        ledger
    }

    fn log(sightings: &[(&str, u32)]) -> UmpireLog {
        let mut text = "{\"schema\":\"liege-halves-log-1\",\"game\":\"Tuesday\",\"lacks\":[\"roll\"]}\n\
            {\"n\":1,\"kind\":\"issue\",\"number\":3}\n"
            .to_owned();
        for (n, (side, entry)) in (2..).zip(sightings) {
            text += &format!("{{\"n\":{n},\"kind\":\"sighting\",\"side\":\"{side}\",\"entry\":{entry}}}\n");
        }
        text += "{\"n\":90,\"kind\":\"issue\",\"number\":4}\n\
            {\"n\":91,\"kind\":\"sighting\",\"side\":\"axis\",\"entry\":7}\n";
        let mut faults = Vec::new();
        let log = UmpireLog::read("log", &text, &mut faults);
        assert_eq!(faults, []);
        log
    }

    fn told(before: &str, after: &str, sightings: &[(&str, u32)]) -> Vec<(u32, &'static str)> {
        let (before, after) = (ledger(before), ledger(after));
        let growth = LedgerGrowth { side: "axis", first: Some(3), second: 4, before: &before, after: &after };
        let found = growth.lost().into_iter().chain(growth.against(&log(sightings)).unwrap());
        found.map(|odd| (odd.entry, odd.what.code())).collect()
    }

    #[test]
    fn a_new_entry_needs_its_line_between_the_two_issues() {
        let (had, has) = ("1 0 CV", "1 0 CV; 7 4 BB");
        assert_eq!(told(had, has, &[("axis", 7)]), []);
        assert_eq!(told(had, has, &[("Axis", 7)]), []);
        for other in [&[][..], &[("allies", 7)], &[("axis", 0)]] {
            assert_eq!(told(had, has, other), [(7, "unannounced")], "{other:?}");
        }
        assert_eq!(told(had, "1 0 CV; 7 2 BB", &[("axis", 7)]), [(7, "misdated")]);
        assert_eq!(told(had, had, &[]), []);
    }

    #[test]
    fn no_entry_goes_away_or_becomes_another() {
        assert_eq!(told("1 0 CV; 2 3 BB", "1 0 CV", &[]), [(2, "gone")]);
        assert_eq!(told("1 0 CV; 2 3 BB", "1 0 CV; 2 3 CA", &[]), [(2, "changed")]);
        assert_eq!(told("1 0 CV", "1 0 CV", &[("axis", 2)]), [(2, "unwritten")]);
    }

    #[test]
    fn an_issue_that_the_log_does_not_tell_is_named() {
        let one = ledger("1 0 CV");
        let growth = |first, second| LedgerGrowth { side: "axis", first, second, before: &one, after: &one };
        assert_eq!(growth(Some(2), 3).against(&log(&[])), Err(2));
        assert_eq!(growth(Some(4), 5).against(&log(&[])), Err(5));
        assert_eq!(growth(Some(4), 3).against(&log(&[])), Err(3), "their order is the wrong way round");
        assert_eq!(growth(None, 3).against(&log(&[])), Ok(Vec::new()));
    }
}
