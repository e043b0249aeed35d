//! Which issues of an opened game rest on more than the umpire's word: on a record that a player kept.

use std::collections::{BTreeMap, BTreeSet};

use liege_rules::desk::digest::GameTag;
use liege_rules::desk::record::Record;

/// For each issue the lowest issue, itself or a later one, whose record from outside of the folder fixes its root: a root
/// is made of the root before it, so that one record vouches for all issues before that were opened.
pub fn vouched(
    tag: &GameTag,
    outside: &[Record],
    opened: &BTreeSet<u32>,
    numbers: &[u32],
) -> BTreeMap<u32, u32> {
    let kept: BTreeSet<u32> =
        outside.iter().filter(|record| record.tag == *tag).map(|record| record.issue).collect();
    let mut vouched: BTreeMap<u32, u32> = BTreeMap::new();
    for number in numbers.iter().rev().copied() {
        let next = number.saturating_add(1);
        let by_next = vouched.get(&next).copied().filter(|by| *by == next || opened.contains(&next));
        let by = if kept.contains(&number) { Some(number) } else { by_next };
        vouched.extend(by.map(|by| (number, by)));
    }
    vouched
}

#[cfg(test)]
mod tests {
    use super::*;
    use liege_rules::desk::digest::Digest32;
    use liege_rules::desk::record::IssueTime;

    #[test]
    fn a_record_vouches_for_the_issues_before_it_as_far_as_they_were_opened() {
        let tag = GameTag::new("my-game").unwrap();
        let record = |issue: u32| Record {
            tag: tag.clone(),
            issue,
            time: IssueTime::default(),
            previous: Digest32::ZERO,
            root: Digest32::ZERO,
            names: None,
        };
        let by = |kept: &[u32], opened: &[u32]| {
            let outside: Vec<Record> = kept.iter().map(|issue| record(*issue)).collect();
            let opened = opened.iter().copied().collect();
            vouched(&tag, &outside, &opened, &[0, 1, 2, 3]).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(by(&[], &[0, 1, 2, 3]), []);
        assert_eq!(by(&[2], &[0, 1, 2, 3]), [(0, 2), (1, 2), (2, 2)]);
        assert_eq!(by(&[0, 3], &[0, 1, 2, 3]), [(0, 0), (1, 3), (2, 3), (3, 3)]);
        assert_eq!(by(&[3], &[0, 1, 3]), [(2, 3), (3, 3)], "issue 2 was not opened");
        let other = Record { tag: GameTag::new("other").unwrap(), ..record(3) };
        assert_eq!(vouched(&tag, &[other], &BTreeSet::from([0, 1]), &[0, 1]), BTreeMap::new());
    }
}
