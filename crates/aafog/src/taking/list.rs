//! The list of moves as players write it: one item a line, `1. CV, TR (2 INF): SZ 35 > SZ 20 > SZ 19 > Kiangsu`.

use std::fmt;

use serde_json::Value;

use super::super::boards::Boards;
use super::super::force::{Lot, UnitGroup};
use liege_rules::data::fault::did_you_mean;
use liege_rules::position::situation::PlaceId;

/// Longest list, in bytes.
const LONGEST: usize = 1 << 16;
/// Most items of a list, and most places on a way.
const MOST: usize = 200;
/// How much of a line is repeated where it is wrong.
const SHOWN: usize = 60;

/// What a move is for, as it stands behind its way.
pub const PURPOSES: [&str; 7] =
    ["move", "attack", "blitz", "raid complex", "raid air-base", "raid naval-base", "bombard"];

/// An item of a list as it was written.
#[derive(Debug, Clone)]
pub struct ListLine {
    /// Its number, counted from 1.
    pub number: u32,
    /// The line it stands on, counted from 1.
    pub line: usize,
    /// The units.
    pub lots: Vec<Lot>,
    /// Its way.
    pub path: Vec<PlaceId>,
    /// What it is for, where that is said.
    pub purpose: Option<&'static str>,
}

/// Something that is wrong with a list.
#[derive(Debug, Clone)]
pub struct ListFault {
    /// The line, counted from 1; none where nobody wrote a list.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl ListFault {
    /// A fault of a line.
    pub fn of(line: usize, what: impl Into<String>) -> Self {
        Self { line: Some(line), what: what.into() }
    }
}

impl fmt::Display for ListFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line} of the list: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// Reads a list; lines that begin with `#` and empty ones are passed over. The items that can be read are given beside
/// what is wrong with the others, so that all faults of a list can be told at once.
///
/// # Errors
/// The list is too long to be read at all.
pub fn read(text: &str, boards: &Boards) -> Result<(Vec<ListLine>, Vec<ListFault>), Vec<String>> {
    if text.len() > LONGEST {
        return Err(vec![format!("the list of moves is longer than {LONGEST} bytes")]);
    }
    let lines = (1..).zip(text.lines().map(str::trim));
    let items: Vec<(usize, &str)> =
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    if items.len() > MOST {
        return Err(vec![format!("the list of moves has {} items, expected at most {MOST}", items.len())]);
    }
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for (number, (at, line)) in (1..).zip(items) {
        match item(boards, number, at, line) {
            Ok(item) => read.push(item),
            Err(told) => faults.extend(told.into_iter().map(|told| ListFault::of(at, told))),
        }
    }
    Ok((read, faults))
}

fn item(boards: &Boards, number: u32, at: usize, line: &str) -> Result<ListLine, Vec<String>> {
    let (written, rest) = numbered(line);
    let mut faults = Vec::new();
    if written.is_some_and(|written| written != number) {
        faults.push(format!(
            "it is item {number} of the list but has another number; the list is carried out from top to bottom"
        ));
    }
    let Some((units, way)) = halves(rest) else {
        let shown: String = line.chars().filter(|sign| !sign.is_control()).take(SHOWN).collect();
        faults.push(format!("\"{shown}\": expected units and their path, such as 2 TANK: Siam > Shan State"));
        return Err(faults);
    };
    let (way, purpose) = purpose(way);
    let lots = match UnitGroup::read("units", &Value::from(units)) {
        Ok(group) => group.lots().to_vec(),
        Err(told) => {
            faults.extend(told.into_iter().map(|fault| fault.message));
            Vec::new()
        }
    };
    if lots.is_empty() && faults.is_empty() {
        faults.push("it names no units".into());
    }
    let mut path = Vec::new();
    for name in way.split('>').take(MOST) {
        match place(boards, name.trim()) {
            Ok(place) => path.push(place),
            Err(told) => faults.push(told),
        }
    }
    if path.len() < 2 && faults.is_empty() {
        faults.push("expected a path of at least two places, such as SZ 35 > SZ 20".into());
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(ListLine { number, line: at, lots, path, purpose })
}

/// The number before an item: `1.` or `1)`.
fn numbered(line: &str) -> (Option<u32>, &str) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at(digits);
    match rest.strip_prefix(['.', ')']) {
        Some(rest) => (number.parse().ok(), rest.trim_start()),
        None => (None, line),
    }
}

/// Units and way: the last colon before the way parts them, for powers may have one, too.
fn halves(item: &str) -> Option<(&str, &str)> {
    let arrow = item.find('>').unwrap_or(item.len());
    let colon = item.get(..arrow)?.rfind(':')?;
    Some((item.get(..colon)?.trim(), item.get(colon + 1..)?.trim()))
}

fn purpose(way: &str) -> (&str, Option<&'static str>) {
    let split = way.rsplit_once(',').and_then(|(way, word)| {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        Some((way.trim(), *PURPOSES.iter().find(|known| **known == word)?))
    });
    split.map_or((way, None), |(way, word)| (way, Some(word)))
}

fn place(boards: &Boards, name: &str) -> Result<PlaceId, String> {
    let map = &boards.pack().map;
    let is_it = |known: &str| known.eq_ignore_ascii_case(name);
    let found = map.areas().find(|area| is_it(&area.name) || is_it(&area.key));
    found.map(|area| area.id.clone()).ok_or_else(|| {
        let shown: String = name.chars().filter(|sign| !sign.is_control()).take(SHOWN).collect();
        let near = did_you_mean(&shown, map.areas().map(|area| area.name.as_str()));
        let purpose = match name.contains(',') {
            true => format!("; after a comma comes the purpose: {}", PURPOSES.join(", ")),
            false => String::new(),
        };
        format!("the map has no place \"{shown}\"{near}{purpose}")
    })
}
