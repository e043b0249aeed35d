//! The charts window: tables of the rules as pictures in tabs.

use std::collections::BTreeMap;

use liege_art::chart::{Chart as Drawn, Table};
use liege_rules::data::cells::CsvRecords;
use liege_rules::data::fault::DataFault;
use liege_rules::game::pack::Pack;
use vassal::format::build_file::Element;

use super::element::{component, with};
use super::window::{Chart, ChartTable, Layout};
use super::{BuildError, Read};

/// The tables of all charts as text, by path; on a missing file the list of all of them.
pub fn read_tables(
    game: &str,
    layout: &Layout,
    read: Read<'_>,
    faults: &mut Vec<DataFault>,
) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let weather = layout.weather.iter().map(|weather| weather.track.as_str());
    let charts = layout.chart.iter().flat_map(|chart| &chart.table).filter_map(|table| table.file.as_deref());
    for file in weather.chain(charts) {
        let path = format!("rules/{game}/{file}");
        match read(&path) {
            Some(text) => drop(files.insert(file.to_owned(), text)),
            None => {
                faults.push(DataFault::at(&path, 0, "this file is named in module.toml, but missing"));
            }
        }
    }
    files
}

/// The name of a chart's picture.
pub fn image(chart: &Chart) -> String {
    format!("chart-{}.png", chart.name.to_lowercase().replace(' ', "-"))
}

/// A chart as it is drawn.
fn drawn(
    chart: &Chart,
    files: &BTreeMap<String, String>,
    symbols: &BTreeMap<String, String>,
    pack: &Pack,
) -> Result<Drawn, BuildError> {
    let tables = chart.table.iter().map(|table| {
        let drawn = match &table.file {
            Some(file) => of_file(table, file, files.get(file).map_or("", String::as_str))?,
            None => sequence_of_play(table, pack),
        };
        let symbol = symbols.get(&format!("symbols/{}", table.symbol)).cloned().unwrap_or_default();
        Ok(Table { symbol, ..drawn })
    });
    Ok(Drawn { tables: tables.collect::<Result<_, BuildError>>()?, at_least: 0 })
}

/// All charts as they are drawn, equally wide: VASSAL opens their window as wide as the first.
pub fn all_drawn(
    charts: &[Chart],
    files: &BTreeMap<String, String>,
    symbols: &BTreeMap<String, String>,
    pack: &Pack,
) -> Result<Vec<Drawn>, BuildError> {
    let all = charts.iter().map(|chart| drawn(chart, files, symbols, pack));
    let mut all = all.collect::<Result<Vec<Drawn>, BuildError>>()?;
    let widest = all.iter().map(|chart| chart.size().0).max().unwrap_or(0);
    all.iter_mut().for_each(|chart| chart.at_least = widest);
    Ok(all)
}

fn of_file(table: &ChartTable, file: &str, text: &str) -> Result<Table, BuildError> {
    let fault = |error: &dyn ToString| BuildError::new(file, error.to_string());
    let mut records = CsvRecords::of(text);
    let head = records.next().unwrap_or_default();
    let all = head.len();
    let mut shown = Vec::new();
    for column in &table.columns {
        let at = head.iter().position(|known| *known == column.of);
        shown.push(at.ok_or_else(|| {
            fault(&format!("has no column \"{}\", expected one of: {}", column.of, head.join(", ")))
        })?);
    }
    let heads = if table.columns.is_empty() {
        shown = (0..head.len()).collect();
        head
    } else {
        table.columns.iter().map(|column| column.head.clone()).collect()
    };
    let mut rows = Vec::new();
    for record in records {
        if record.len() != all {
            let row = record.first().map_or("", String::as_str);
            let told = format!("row \"{row}\" has {} cells, expected {all}", record.len());
            return Err(fault(&told));
        }
        rows.push(shown.iter().map(|at| record.get(*at).cloned().unwrap_or_default()).collect());
    }
    let ChartTable { title, rule, notes, tints, .. } = table.clone();
    Ok(Table { title, rule, head: heads, rows, notes, tints, symbol: String::new() })
}

/// The steps of the pack in order, below the names of their phases.
fn sequence_of_play(table: &ChartTable, pack: &Pack) -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for phase in &pack.phases {
        match rows.last_mut() {
            Some(row) if phase.is_step() => {
                let line = &mut row[1];
                if !line.is_empty() {
                    line.push('\n');
                }
                line.push_str(&format!("{} {}", phase.id, phase.name));
            }
            _ => rows.push(vec![phase.name.clone(), String::new()]),
        }
    }
    let ChartTable { title, rule, notes, tints, .. } = table.clone();
    let head = vec!["phase".into(), "steps".into()];
    Table { title, rule, head, rows, notes, tints, symbol: String::new() }
}

/// The charts window, when there are charts.
pub fn window(charts: &[Chart]) -> Option<Element> {
    if charts.is_empty() {
        return None;
    }
    let tabs = charts.iter().map(|chart| {
        let attributes =
            [("chartName", chart.name.as_str()), ("description", ""), ("fileName", &image(chart))];
        component("widget.Chart", &attributes)
    });
    let all = with(component("widget.TabWidget", &[("entryName", "Charts")]), tabs);
    let window = component(
        "module.ChartWindow",
        &[
            ("hotkey", "75,650"),
            ("icon", "/images/chart.gif"),
            ("name", "Charts"),
            ("text", "Charts"),
            ("tooltip", "The tables of the rules"),
        ],
    );
    Some(with(window, [all]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_a_comma_too_many_is_told() {
        let table: ChartTable =
            toml::from_str("title = \"Air\"\nrule = \"4.1\"\nfile = \"air.csv\"").unwrap();
        let told = of_file(&table, "air.csv", "defence,value\nMany ships, or a carrier,+1\n").unwrap_err();
        assert!(told.to_string().contains("row \"Many ships\" has 3 cells, expected 2"), "{told}");
        let whole = of_file(&table, "air.csv", "defence,value\n\"Many ships, or a carrier\",+1\n").unwrap();
        assert_eq!(whole.rows, [["Many ships, or a carrier", "+1"]]);
    }
}
