//! The arguments of `oob`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::{Format, SideArg};
use crate::rules::schedule::Turn;

/// The order of battle: what starts, arrives, joins force pools and leaves, and when.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege oob atpo arrivals --turn 1942-summer\n         liege oob atpo check\n         liege oob atpo export -o oob.xlsx\n         liege oob apply game.vsav --turn 1942-08 -o next.vsav"
)]
pub struct Oob {
    /// The game; `apply` takes it from the save.
    pub game: Option<String>,
    #[command(subcommand)]
    pub action: Option<OobAction>,
}

#[derive(Debug, Subcommand)]
pub enum OobAction {
    List(OobList),
    Arrivals(OobArrivals),
    Check(OobCheck),
    Export(OobExport),
    Import(OobImport),
    Apply(OobApply),
}

/// Lists the schedule in the order of time.
#[derive(Debug, Default, ClapArgs)]
#[command(after_help = "Example: liege oob atpo list --nation JP --year 1942")]
pub struct OobList {
    /// Only counters of this nation, by its code.
    #[arg(long)]
    pub nation: Option<String>,
    /// Only this year.
    #[arg(long)]
    pub year: Option<u16>,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Says what arrives in a turn, what joins the force pools and what leaves.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege oob atpo arrivals --turn 1942-08")]
pub struct OobArrivals {
    /// A season or a month, for example 1942-summer or 1942-08.
    #[arg(long)]
    pub turn: Turn,
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Finds faults of the schedule: doubles, arrivals too early, counters in no row, rows without a counter.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege oob atpo check --data my-tables")]
pub struct OobCheck {
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Writes the schedule as CSV, or with the counters as a spreadsheet.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege oob atpo export -o oob.xlsx")]
pub struct OobExport {
    /// A file ending in .csv or .xlsx.
    #[arg(short, long)]
    pub output: PathBuf,
}

/// Reads a schedule from a spreadsheet or CSV and writes the tables for --data.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege oob atpo import oob.xlsx -o my-tables")]
pub struct OobImport {
    /// A file ending in .csv or .xlsx.
    pub file: PathBuf,
    /// The folder of tables, made when it does not exist.
    #[arg(short, long)]
    pub output: PathBuf,
}

/// Moves a turn's pieces from where they wait to the arrivals, the force pools or the Turn Track.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege oob apply game.vsav --turn 1942-summer --log arrivals.vlog -o next.vsav"
)]
pub struct OobApply {
    pub save: PathBuf,
    /// A season or a month, for example 1942-summer or 1942-08.
    #[arg(long)]
    pub turn: Turn,
    /// Write the log that plays the moves.
    #[arg(long, value_name = "VLOG")]
    pub log: Option<PathBuf>,
    /// Write the save it ends in.
    #[arg(short, long, value_name = "SAVE")]
    pub output: Option<PathBuf>,
    #[arg(long)]
    pub module: Option<PathBuf>,
    /// The game, where the save does not tell it.
    #[arg(long = "game", value_name = "GAME")]
    pub of_game: Option<String>,
    #[command(flatten)]
    pub side: SideArg,
    #[arg(long, default_value = "text")]
    pub format: Format,
}
