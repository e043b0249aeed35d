//! Search groups as they are typed (3.8.9).

use serde_json::Value;

use crate::sea::typed::{self, TypedPart};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, Listed};

/// How search groups are typed.
const GROUP_LIST: &str = "how many search groups, or each of them: 3 ships speed 33, 4 ships speed 28 docked moved 12; words de, stp";

pub(super) const GROUPS: Key = Key::new("groups", &["search-groups"], KeyKind::List, "3.8.9", GROUP_LIST);

/// A search group as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchGroup {
    /// Its number, from 1, as typed.
    pub(in super::super) number: usize,
    /// What the report calls it.
    pub(in super::super) called: String,
    pub(super) ships: Option<u32>,
    pub(super) speed: Option<u32>,
    pub(super) only_stp: bool,
    /// No surface ship with a gunnery rating.
    pub(super) only_de: bool,
    /// Whether it was in port, where other groups were not.
    pub(super) in_port: bool,
    /// MPs that it moved, where other groups moved others.
    pub(super) moved: Option<u32>,
}

/// A number of groups, or each group; the fastest rolls first. One where nothing is given.
impl Listed for SearchGroup {
    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Vec<Self>> {
        let groups = inputs.value(key).map_or_else(|| Ok(plain(1)), groups);
        let mut groups = groups.map_err(|more| faults.extend(more)).unwrap_or_default();
        let several = groups.len() > 1;
        for group in &mut groups {
            group.called = if several { format!("group {}", group.number) } else { "interceptor".into() };
        }
        Some(groups)
    }
}

fn plain(count: usize) -> Vec<SearchGroup> {
    (1..=count).map(|number| SearchGroup { number, ..SearchGroup::default() }).collect()
}

fn groups(value: &Value) -> Result<Vec<SearchGroup>, Vec<KeyFault>> {
    const MOST: usize = 20;
    let many = || vec![KeyFault::new("groups", format!("expected 1 to {MOST} groups")).help(GROUP_LIST)];
    let parts = typed::parts("groups", value)?;
    if let [TypedPart { words, .. }] = &parts[..]
        && let [word] = &words[..]
        && !value.is_array()
        && let Ok(count) = word.parse::<u32>()
    {
        return if (1..=MOST).contains(&(count as usize)) { Ok(plain(count as usize)) } else { Err(many()) };
    }
    if parts.is_empty() || parts.len() > MOST {
        return Err(many());
    }
    let mut faults = Vec::new();
    let read = (1..).zip(&parts).map(|(number, part)| group(number, part));
    let mut all: Vec<SearchGroup> =
        read.filter_map(|group| group.map_err(|fault| faults.push(fault)).ok()).collect();
    let speeds = all.iter().filter(|group| group.speed.is_some()).count();
    if speeds > 0 && speeds < all.len() {
        faults.push(KeyFault::new("groups", "the speed of one group is missing: the fastest rolls first"));
    }
    all.sort_by_key(|group| std::cmp::Reverse(group.speed));
    if faults.is_empty() { Ok(all) } else { Err(faults) }
}

fn group(number: usize, part: &TypedPart) -> Result<SearchGroup, KeyFault> {
    let mut group = SearchGroup { number, ..SearchGroup::default() };
    let (mut speed_next, mut moved_next) = (false, false);
    for word in &part.words {
        match (word.as_str(), typed::number(word, 999)) {
            ("ships" | "ship" | "units" | "unit" | "surface" | "mp" | "at-sea", None) => {}
            ("speed", None) => speed_next = true,
            ("moved", None) => moved_next = true,
            ("docked" | "in-port", None) => group.in_port = true,
            ("stp" | "stps", None) => group.only_stp = true,
            ("de" | "des", None) => group.only_de = true,
            (_, Some(number)) if moved_next && group.moved.is_none() => {
                (group.moved, moved_next) = (Some(number), false);
            }
            (_, Some(number)) if speed_next && group.speed.is_none() => {
                (group.speed, speed_next) = (Some(number), false);
            }
            (_, Some(number)) if group.ships.is_none() && number > 0 => group.ships = Some(number),
            _ => return Err(part.fault("groups", &format!("\"{word}\" is not understood")).help(GROUP_LIST)),
        }
    }
    for (open, word) in [(speed_next, "speed"), (moved_next, "moved")] {
        if open {
            return Err(part.fault("groups", &format!("{word} has no number")).help(GROUP_LIST));
        }
    }
    Ok(group)
}
