//! The records of one game held against each other: one story for all sides, each issue behind the one before.

use std::collections::BTreeMap;
use std::fmt;

use super::digest::Digest32;
use super::record::Record;

/// What came of holding records against each other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chain {
    /// What contradicts what, in the order of the issues.
    pub faults: Vec<ChainFault>,
    /// How many issues were held against the one before.
    pub linked: usize,
    /// Issues of which no record is there, as stretches from first to last; whatever hangs on them is not checked.
    pub missing: Vec<(u32, u32)>,
}

/// Two records that cannot both be true, by their places in the list that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainFault {
    /// The issue.
    pub issue: u32,
    /// A record.
    pub one: usize,
    /// Another; the same where a record contradicts itself.
    pub other: usize,
    /// What is wrong.
    pub what: Break,
}

/// How records contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Break {
    /// They are of different games.
    Game,
    /// They are of one issue and have different roots.
    Root,
    /// They are of one issue and name different roots before it.
    Previous,
    /// They have different names of leaves.
    Names,
    /// They are of one issue and tell another time.
    Time,
    /// The first issue names a root before it.
    First,
    /// An issue does not name the root of the one before.
    Link,
}

impl Break {
    /// One word for programs, which stays as it is.
    pub fn code(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Root => "root",
            Self::Previous => "previous",
            Self::Names => "names",
            Self::Time => "time",
            Self::First => "first",
            Self::Link => "link",
        }
    }
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Game => "the records are of different games",
            Self::Root => {
                "the records of one issue have different roots: the sides were told different things"
            }
            Self::Previous => "the records of one issue name different roots before it",
            Self::Names => "the records fix different names of places and texts, which never change",
            Self::Time => "the records of one issue have different rounds, powers or phases",
            Self::First => "the first issue names a root before it, but only zeros are possible there",
            Self::Link => "the record does not name the root of the issue before",
        })
    }
}

/// Holds records against each other. Of each issue the first record given is the one that the others are held against.
pub fn check(records: &[Record]) -> Chain {
    let mut chain = Chain::default();
    let Some(first) = records.first() else { return chain };
    let mut by_issue: BTreeMap<u32, usize> = BTreeMap::new();
    let named = records.iter().position(|record| record.tag == first.tag && record.names.is_some());
    for (at, record) in records.iter().enumerate() {
        let mut fault = |other, what| {
            chain.faults.push(ChainFault { issue: record.issue, one: at, other, what });
        };
        if record.tag != first.tag {
            fault(0, Break::Game);
            continue;
        }
        if let Some(named) = named
            && record
                .names
                .is_some_and(|names| records.get(named).is_some_and(|one| one.names != Some(names)))
        {
            fault(named, Break::Names);
        }
        let known = *by_issue.entry(record.issue).or_insert(at);
        let Some(one) = records.get(known) else { continue };
        if one.root != record.root {
            fault(known, Break::Root);
        }
        if one.previous != record.previous {
            fault(known, Break::Previous);
        }
        if one.time != record.time {
            fault(known, Break::Time);
        }
    }
    link(records, &by_issue, &mut chain);
    chain.faults.sort_by_key(|fault| (fault.issue, fault.what, fault.one));
    chain
}

/// Holds each issue against the one before, and notes which are missing.
fn link(records: &[Record], by_issue: &BTreeMap<u32, usize>, chain: &mut Chain) {
    let mut before: Option<(u32, usize)> = None;
    for (issue, at) in by_issue {
        let fault = |other, what| ChainFault { issue: *issue, one: *at, other, what };
        let Some(record) = records.get(*at) else { continue };
        let due = match before {
            _ if *issue == 0 => {
                if record.previous != Digest32::ZERO {
                    chain.faults.push(fault(*at, Break::First));
                }
                None
            }
            Some((last, place)) if last + 1 == *issue => Some(place),
            Some((last, _)) => {
                chain.missing.push((last + 1, issue - 1));
                None
            }
            None => {
                chain.missing.push((0, issue - 1));
                None
            }
        };
        if let Some(place) = due {
            chain.linked += 1;
            if records.get(place).is_some_and(|last| last.root != record.previous) {
                chain.faults.push(fault(place, Break::Link));
            }
        }
        before = Some((*issue, *at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::digest::GameTag;
    use crate::desk::record::IssueTime;

    fn record(issue: u32) -> Record {
        let root = |issue: u32| Digest32([issue as u8 + 1; 32]);
        Record {
            tag: GameTag::new("my-game").unwrap(),
            issue,
            time: IssueTime { round: Some(issue), ..IssueTime::default() },
            previous: issue.checked_sub(1).map_or(Digest32::ZERO, root),
            root: root(issue),
            names: Some(Digest32([77; 32])),
        }
    }

    fn codes(records: &[Record]) -> Vec<(u32, &'static str)> {
        check(records).faults.iter().map(|fault| (fault.issue, fault.what.code())).collect()
    }

    #[test]
    fn records_of_an_honest_game_form_one_chain() {
        let chain = check(&[record(2), record(0), record(1), record(1)]);
        assert_eq!(chain, Chain { linked: 2, ..Chain::default() });
    }

    #[test]
    fn what_hangs_on_a_missing_issue_is_not_checked() {
        let mut late = record(7);
        late.previous = Digest32::ZERO;
        let chain = check(&[record(2), record(3), late]);
        assert_eq!((chain.linked, chain.missing), (1, vec![(0, 1), (4, 6)]));
        assert!(chain.faults.is_empty());
        assert_eq!(check(&[]), Chain::default());
        assert_eq!(check(&[record(0), Record { issue: u32::MAX, ..record(1) }]).missing, [(1, u32::MAX - 1)]);
    }

    #[test]
    fn two_stories_are_told_from_each_other() {
        let other = Record { root: Digest32([9; 32]), ..record(1) };
        assert_eq!(codes(&[record(0), record(1), other]), [(1, "root")]);
        let other = Record { previous: Digest32([9; 32]), ..record(1) };
        assert_eq!(codes(&[record(0), record(1), other.clone()]), [(1, "previous")]);
        assert_eq!(codes(&[record(0), other]), [(1, "link")]);
        let other = Record { time: IssueTime::default(), ..record(1) };
        assert_eq!(codes(&[record(1), other]), [(1, "time")]);
        let other = Record { names: Some(Digest32([9; 32])), ..record(1) };
        assert_eq!(codes(&[record(0), other]), [(1, "names")]);
        let unnamed = Record { names: None, ..record(1) };
        assert_eq!(codes(&[unnamed, record(0)]), [], "what a record does not say is no contradiction");
    }

    #[test]
    fn the_first_issue_has_nothing_before_it_and_other_games_no_place_in_the_chain() {
        let other = Record { previous: Digest32([9; 32]), ..record(0) };
        assert_eq!(codes(&[other]), [(0, "first")]);
        let other = Record { tag: GameTag::new("other").unwrap(), ..record(1) };
        assert_eq!(codes(&[record(0), other, record(1)]), [(1, "game")]);
    }
}
