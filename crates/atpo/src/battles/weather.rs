//! The weather of an attack: as the module's properties tell it, or as the month leaves no choice (21).

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::view::View;
use super::super::weather;
use super::DeclaredAttack;
use liege_rules::data::table::Table;
use liege_rules::play::battle::Note;
use liege_rules::position::notation::Date;
use liege_rules::position::places::Hex;

const COLUMNS: &[&str] = &["season", "month", "d1", "d2", "d3", "d4", "d5", "d6", "source"];

/// The words of the module for no effect on flying.
const NO_EFFECT: &str = "no effect";

impl DeclaredAttack<'_> {
    /// Weather of the hex, its zone, the attackers' weather where it differs, and what flying suffers.
    pub(super) fn weather_inputs(&mut self, inputs: &mut Map<String, Value>) {
        let zone = weather::zone(self.view, self.hex);
        if let Some(zone) = zone {
            inputs.insert("zone".into(), zone.into());
        }
        let told = zone.and_then(|zone| weather::ground(self.view, zone));
        match (told, certain(self.view)) {
            (Some(told), _) => {
                let zone = zone.unwrap_or_default();
                let note = format!("weather: {told} in the {zone} zone, as the save says");
                self.notes.push(Note::until(&["weather"], note));
                self.note_impossible(&told);
                if let Some(word) = self.attackers_weather(&told) {
                    inputs.insert("attack-weather".into(), word.into());
                }
                inputs.insert("weather".into(), told.into());
            }
            (None, Some(word)) => {
                inputs.insert("weather".into(), word.into());
                let note = format!("weather: {word}, the only one possible in this month (21)");
                self.notes.push(Note::until(&["weather"], note));
            }
            (None, None) => self.notes.push(Note::until(
                &["weather"],
                "assuming fair ground weather; change it with weather=wet, winter or monsoon (21)",
            )),
        }
        match zone.and_then(|zone| weather::flying(self.view, zone)) {
            Some(effect) => {
                inputs.insert("inclement".into(), (effect != NO_EFFECT).into());
                let note = format!("flying in this weather: {effect}, as the save says (4.11.3.1)");
                self.notes.push(Note::until(&["inclement"], note));
            }
            None => self.notes.push(Note::until(
                &["inclement"],
                "assuming no inclement weather for flying; change it with inclement=yes (4.11.3.1)",
            )),
        }
    }

    /// A weather that no roll of this month gives: perhaps nobody has rolled yet.
    fn note_impossible(&mut self, told: &str) {
        let possible = letters(self.view);
        let Some(possible) = possible.filter(|words| !words.contains(&told)) else { return };
        let words: Vec<&str> = possible.into_iter().collect();
        self.notes.push(Note::until(
            &["weather"],
            format!(
                "the Turn Track allows only {} in this month: roll the weather in the module, or give \
                 weather={} (21)",
                words.join(" or "),
                words.first().copied().unwrap_or_default()
            ),
        ));
    }

    /// The weather of the attackers' hexes where it is not that of the defenders.
    fn attackers_weather(&self, here: &str) -> Option<String> {
        let hexes: BTreeSet<Hex> = self.attackers.iter().filter_map(|unit| self.at(unit)).collect();
        let of = |hex: Hex| weather::ground(self.view, weather::zone(self.view, hex)?);
        let words: BTreeSet<String> = hexes.into_iter().filter_map(of).collect();
        match words.len() {
            0 => None,
            1 => words.into_iter().next().filter(|word| word != here),
            _ => Some("mixed".into()),
        }
    }
}

/// The word of the only weather that a month can have; none when the die decides or the month is not known.
fn certain(view: &View) -> Option<&'static str> {
    letters(view).filter(|words| words.len() == 1).and_then(|words| words.into_iter().next())
}

/// The weather that the rolls of the month can give.
fn letters(view: &View) -> Option<BTreeSet<&'static str>> {
    let date = view.situation.clock.date?;
    let text = view.situation.pack.tables.get("weather_track.csv")?;
    let table = Table::read("weather_track.csv", text, COLUMNS, &mut Vec::new());
    let row = table.rows().nth(usize::from(track_month(date)).checked_sub(1)?)?;
    let word = |column: &&str| match row.text(column) {
        "F" => Some("fair"),
        "W" => Some("wet"),
        "M" => Some("monsoon"),
        _ => None,
    };
    COLUMNS[2..8].iter().map(word).collect()
}

/// Before October 1941 a turn is a season and has the weather of its middle month (0.2).
fn track_month(date: Date) -> u8 {
    let seasonal = (1937, 7) <= (date.year, date.month) && (date.year, date.month) < (1941, 10);
    if seasonal { (date.month - 1) / 3 * 3 + 2 } else { date.month }
}
