//! The arguments of `data`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::Format;

/// The tables a game consists of: counters, map, order of battle, rules.
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

/// Writes the tables of a game into a folder for --data, which changes nothing until you edit it.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege data export atpo -o my-tables\nA game of your own is copied with what is laid over it: liege data export mygame --data DIR -o COPY"
)]
pub struct DataExport {
    /// The game, in capital or small letters.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The folder to fill; made when there is none.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Write the templates of the counters, too.
    #[arg(long)]
    pub templates: bool,
    /// Write over files that are there; without it nothing is written where one is.
    #[arg(long)]
    pub force: bool,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
