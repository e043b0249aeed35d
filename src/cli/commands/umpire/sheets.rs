//! Sheets: what a side is told, as a text to read out or to send.

use std::collections::BTreeMap;

use super::folder::{Desk, SHEETS};
use crate::cli::Failure;
use crate::table::Table;
use liege_rules::desk::log::LogEvent;
use liege_rules::desk::play::Stride;

/// The sheets of what was told now: name of the file and text, one for each side that is told something.
pub fn sheets(desk: &Desk, master: &Table, stride: &Stride) -> Vec<(String, String)> {
    let mut by_side: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for letter in &stride.letters {
        let to = letter.power.as_ref().map(|power| format!(" (to {})", power_name(master, power)));
        let to = to.unwrap_or_default();
        by_side.entry(&letter.to).or_default().push(format!("{}{to}: {}", letter.template, letter.text));
    }
    let head = heading(desk, master, stride);
    let sheet = |(side, lines): (&str, Vec<String>)| {
        let text = format!("{head}To {}:\n{}\n", named(master, side), lines.join("\n"));
        (format!("{side}-{:04}.txt", told_before(desk, master, side) + 1), text)
    };
    by_side.into_iter().map(sheet).collect()
}

/// How many messages a side got before: a number of its own, from which it cannot tell what others were told.
fn told_before(desk: &Desk, master: &Table, side: &str) -> usize {
    let is_own = |to: &str| to == side || master.pack.alliance(to) == side;
    let entries = desk.state.log.entries.iter();
    entries.filter(|entry| matches!(&entry.event, LogEvent::Message(notice) if is_own(&notice.to))).count()
}

/// `tuesday, turn 4, United States: Conduct Combat`.
fn heading(desk: &Desk, master: &Table, stride: &Stride) -> String {
    let round = master.game.hidden().and_then(|hidden| hidden.round(&master.situation));
    let turn = round.map(|round| format!(", turn {round}")).unwrap_or_default();
    let phase = master.pack.phase(&stride.phase).map_or("", |(_, phase)| phase.name.as_str());
    format!("{}{turn}, {}: {phase}\n", desk.name, power_name(master, &stride.paper.power))
}

/// What a power is called.
pub fn power_name<'m>(master: &'m Table, power: &'m str) -> &'m str {
    master.pack.nations.get(power).map_or(power, |nation| nation.name.as_str())
}

/// What a side is called.
pub fn named<'m>(master: &'m Table, alliance: &'m str) -> &'m str {
    let side = master.pack.sides.iter().find(|side| side.alliance == alliance);
    side.map_or(alliance, |side| side.name.as_str())
}

/// Writes the sheets; they are private until the umpire sends them.
pub fn write(desk: &Desk, sheets: &[(String, String)]) -> Result<(), Failure> {
    if sheets.is_empty() {
        return Ok(());
    }
    let folder = desk.path(SHEETS);
    crate::cli::files::make_folder(&folder)?;
    for (name, text) in sheets {
        crate::cli::files::write_private(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}
