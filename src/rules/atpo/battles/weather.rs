//! The weather of a month where its track leaves no choice (21): ground weather is on no piece of the save.

use super::super::view::View;
use crate::rules::notation::Date;
use crate::rules::table::Table;

const COLUMNS: &[&str] = &["season", "month", "d1", "d2", "d3", "d4", "d5", "d6", "source"];

/// The word of the only weather that a month can have; none when the die decides or the month is not known.
pub(super) fn certain(view: &View) -> Option<&'static str> {
    let date = view.situation.clock.date?;
    let text = view.situation.pack.tables.get("weather_track.csv")?;
    let table = Table::read("weather_track.csv", text, COLUMNS, &mut Vec::new());
    let row = table.rows().nth(usize::from(track_month(date)).checked_sub(1)?)?;
    let mut letters: Vec<&str> = COLUMNS[2..8].iter().map(|column| row.text(column)).collect();
    letters.dedup();
    match letters.as_slice() {
        ["F"] => Some("fair"),
        ["W"] => Some("wet"),
        ["M"] => Some("monsoon"),
        _ => None,
    }
}

/// Before October 1941 a turn is a season and has the weather of its middle month (0.2).
fn track_month(date: Date) -> u8 {
    let seasonal = (1937, 7) <= (date.year, date.month) && (date.year, date.month) < (1941, 10);
    if seasonal { (date.month - 1) / 3 * 3 + 2 } else { date.month }
}
