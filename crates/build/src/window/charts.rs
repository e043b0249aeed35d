//! The charts of a module and the words of its weather, as `module.toml` says them.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The words of the weather.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weather {
    /// The table with the letters by month and roll, below `rules/<game>/`.
    pub track: String,
    /// The names of the two buttons: the roll for the month, the roll for flying.
    pub rolls: [String; 2],
    /// The kinds of weather, the best first.
    pub state: Vec<WeatherState>,
    /// What weather does to flying, nothing first.
    pub air: Vec<String>,
    /// The zones.
    pub zone: Vec<WeatherZone>,
}

/// A kind of weather.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherState {
    /// Its letter on the track.
    pub letter: String,
    /// Its name.
    pub name: String,
}

/// A weather zone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherZone {
    /// Its name, part of the property's name too.
    pub name: String,
    /// By kind of weather, the least roll of two dice for each effect on flying but the first.
    #[serde(default)]
    pub air: BTreeMap<String, Vec<u8>>,
}

/// A chart: one tab with tables one below the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// The text on its tab.
    pub name: String,
    /// Its tables.
    pub table: Vec<ChartTable>,
}

/// A table of a chart.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartTable {
    /// Its heading.
    pub title: String,
    /// The paragraphs it comes from.
    pub rule: String,
    /// Its file below `rules/<game>/`, first line the heads of the columns; none for the sequence of play.
    pub file: Option<String>,
    /// The columns to show; all when empty.
    #[serde(default)]
    pub columns: Vec<ChartColumn>,
    /// Lines below it.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Colours behind cells: the text of a cell and the colour.
    #[serde(default)]
    pub tints: Vec<[String; 2]>,
    /// The symbol beside its heading.
    #[serde(default)]
    pub symbol: String,
}

/// A column of a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartColumn {
    /// Its head in the file.
    pub of: String,
    /// Its head in the chart.
    pub head: String,
}
