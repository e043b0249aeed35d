//! The arguments of `data`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::Format;

/// Exports the tables of a game: counters, map, order of battle, rules.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege data export atpo -o my-tables")]
pub struct Data {
    #[command(subcommand)]
    pub action: DataAction,
}

#[derive(Debug, Subcommand)]
pub enum DataAction {
    Export(DataExport),
}

/// Writes the tables of a game into a folder for --data, to be edited.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege data export atpo -o my-tables\nA game of your own, with its overrides: liege data export mygame --data DIR -o COPY"
)]
pub struct DataExport {
    /// The game, for example atpo.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The folder to fill; created if missing.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Also write the counter templates.
    #[arg(long)]
    pub templates: bool,
    /// Overwrite existing files; without it nothing is written if one exists.
    #[arg(long)]
    pub force: bool,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
