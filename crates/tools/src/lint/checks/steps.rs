//! The steps of a log: pieces and windows that are not there, steps taken back that nobody made.

use std::collections::BTreeMap;

use super::super::words::quoted;
use super::super::{Table, Told};
use vassal::model::log::Wrong;

/// The steps with one fault of each thing: the first, and how many there are.
fn by_thing(
    table: &Table<'_>,
    thing: impl Fn(&Wrong) -> Option<String>,
) -> impl Iterator<Item = (String, String)> {
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (step, wrong) in table.wrong_steps() {
        if let Some(thing) = thing(wrong) {
            found.entry(thing).or_insert((*step, 0)).1 += 1;
        }
    }
    let mut found: Vec<(usize, String, usize)> =
        found.into_iter().map(|(thing, (step, count))| (step, thing, count)).collect();
    found.sort();
    found.into_iter().map(|(step, thing, count)| {
        let more = if count > 1 { format!(" ({count} times in all)") } else { String::new() };
        (format!("step {step}{more}"), thing)
    })
}

/// A step changes or moves what is not there.
pub fn absent_piece(table: &Table<'_>, told: &mut Told<'_>) {
    let thing = |wrong: &Wrong| match wrong {
        Wrong::Absent { id } => Some(id.clone()),
        _ => None,
    };
    for (steps, id) in by_thing(table, thing) {
        told.of_save(format!("{steps} changes or moves {id}, which is not there"), None);
    }
}

/// A step moves a piece into a window that the module does not have.
pub fn absent_window(table: &Table<'_>, told: &mut Told<'_>) {
    let thing = |wrong: &Wrong| match wrong {
        Wrong::Window { map, .. } => Some(map.clone()),
        _ => None,
    };
    for (steps, map) in by_thing(table, thing) {
        told.of_save(
            format!("{steps} moves a piece to the map {}, which the module does not have", quoted(&map)),
            None,
        );
    }
}

/// A step takes back one, and there is none left.
pub fn nothing_to_undo(table: &Table<'_>, told: &mut Told<'_>) {
    let thing = |wrong: &Wrong| (*wrong == Wrong::NothingToUndo).then(String::new);
    for (steps, _) in by_thing(table, thing) {
        told.of_save(format!("{steps} undoes a step, but none is left to undo"), None);
    }
}
