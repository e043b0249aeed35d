//! What a game's data say that nothing ever reads: not wrong, but surely not what its author meant.

use std::collections::BTreeSet;

use crate::check::kinds::{self, CheckRow};
use crate::data::fault::{DataFault, did_you_mean, line_that};
use crate::data::read::Read;
use crate::data::table::Table;
use crate::game::pack::{Pack, choices_path};
use crate::play::choices::{Acted, Choices};
use crate::position::places::PlaceTakes;

/// Rows of the files that every game has; `acted` are the choices that the game's code reads, `ours` reads the files that
/// come with the program.
pub fn of(pack: &Pack, acted: &[Acted], read: Read<'_>, ours: Read<'_>) -> Vec<DataFault> {
    let mut unused = kinds::unused(&kinds::path(&pack.game), &pack.rows, &pack.catalogue);
    unused.extend(nations(pack, read));
    unused.extend(areas(pack, read));
    unused.extend(choices(pack, acted, ours));
    unused
}

/// Nations without a counter and without a place of the map.
fn nations(pack: &Pack, read: Read<'_>) -> Vec<DataFault> {
    // A game that is begun has its nations before its counters.
    if pack.catalogue.entries().next().is_none() {
        return Vec::new();
    }
    let mut used: BTreeSet<&str> = pack.catalogue.entries().map(|entry| entry.nation.as_str()).collect();
    for place in pack.map.all() {
        used.extend(place.words_that_are(PlaceTakes::Nation));
    }
    let path = format!("rules/{}/nations.toml", pack.game);
    let text = read(&path).unwrap_or_default();
    let idle = pack.nations.keys().filter(|code| !used.contains(code.as_str()));
    idle.map(|code| {
        let begins = |line: &str| line.starts_with("code") && line.contains(&format!("\"{code}\""));
        let line = line_that(&text, begins);
        let told = format!("the nation {code} has no counters and no places; give it some or remove it");
        DataFault::at(&path, line, told)
    })
    .collect()
}

/// Areas that are names for hexes, where no hex bears the name.
fn areas(pack: &Pack, read: Read<'_>) -> Vec<DataFault> {
    let path = format!("maps/{}/areas.csv", pack.game);
    let used: BTreeSet<&str> =
        pack.map.hexes().flat_map(|(_, facts)| facts.words_that_are(PlaceTakes::Area)).collect();
    let text = read(&path).unwrap_or_default();
    let table = Table::read(&path, &text, &[], &mut Vec::new());
    let of_hexes = |id: &str| pack.map.area(id).is_some_and(|area| area.of_hexes);
    let idle = table.rows().filter(|row| of_hexes(row.text("id")) && !used.contains(row.text("id")));
    idle.map(|row| row.fault("id", format!("the area \"{}\" contains no hex", row.text("id")))).collect()
}

/// Choices that nobody knows, and defaults that were changed where neither code nor a row of a check reads them.
fn choices(pack: &Pack, acted: &[Acted], ours: Read<'_>) -> Vec<DataFault> {
    let path = choices_path(&pack.game);
    let ours = ours(&path).map(|text| Choices::read(&path, &text, &mut Vec::new())).unwrap_or_default();
    let by_rows: BTreeSet<&str> = pack.rows.iter().flat_map(CheckRow::choices).collect();
    let is_read = |key: &str| by_rows.contains(key) || acted.iter().any(|acted| acted.key == key);
    let told = pack.choices.all().filter(|choice| !is_read(&choice.key)).filter_map(|choice| {
        let key = &choice.key;
        let message = match ours.known(key) {
            Some(own) if own.default == choice.default => return None,
            Some(_) => format!(
                "choice {key}: no check or procedure in this version uses it, so its default has no effect"
            ),
            None => {
                let near = did_you_mean(key, ours.all().map(|choice| choice.key.as_str()));
                format!("choice {key}: no such choice is used{near}")
            }
        };
        Some(DataFault::at(&path, choice.line, message))
    });
    told.collect()
}
