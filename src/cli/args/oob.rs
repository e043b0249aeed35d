//! The arguments of `oob`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::{Format, SideArg, whole};
use liege_rules::data::schedule::Turn;

/// Works with a game's order of battle: what starts, arrives, joins force pools and leaves, and when.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege oob atpo arrivals --turn 1942-summer\n         liege oob atpo check\n         liege oob atpo export -o oob.xlsx\n         liege oob apply game.vsav --turn 1942-summer -o next.vsav"
)]
pub struct Oob {
    /// The game; `apply` takes it from the save.
    #[arg(value_name = "GAME")]
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

/// Lists the schedule in chronological order.
#[derive(Debug, Default, ClapArgs)]
#[command(
    override_usage = "liege oob <GAME> list [OPTIONS]",
    after_help = "Example: liege oob atpo list --nation JP --year 1942"
)]
pub struct OobList {
    /// Only counters of this nation, by its code.
    #[arg(long, value_name = "CODE")]
    pub nation: Option<String>,
    /// Only this year.
    #[arg(long, value_name = "YEAR", value_parser = whole::<u16>, allow_negative_numbers = true)]
    pub year: Option<u16>,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Lists a turn's arrivals, what joins the force pools and what leaves.
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "liege oob <GAME> arrivals [OPTIONS] --turn <TURN>",
    after_help = "Example: liege oob atpo arrivals --turn 1942-summer"
)]
pub struct OobArrivals {
    /// A season or a month, for example 1942-summer or 1942-08.
    #[arg(long, value_name = "TURN")]
    pub turn: Turn,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Finds faults in the schedule: duplicates, arrivals too early, counters without a row, rows without a counter.
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "liege oob <GAME> check [OPTIONS]",
    after_help = "Example: liege oob atpo check --data my-tables"
)]
pub struct OobCheck {
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Exports the schedule as CSV, or with the counters as a spreadsheet.
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "liege oob <GAME> export [OPTIONS] --output <FILE>",
    after_help = "Example: liege oob atpo export -o oob.xlsx"
)]
pub struct OobExport {
    /// The file to write: .csv for the schedule, .xlsx for a spreadsheet that also has the counters; - is standard
    /// output, as CSV.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Imports a schedule from a spreadsheet or CSV, and writes the tables for --data.
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "liege oob <GAME> import [OPTIONS] --output <DIR> <FILE>",
    after_help = "Example: liege oob atpo import oob.xlsx -o my-tables"
)]
pub struct OobImport {
    /// A file ending in .csv or .xlsx; - is standard input, as CSV.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The folder for the tables; created if missing.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}

/// Moves a turn's pieces in a save to arrivals, force pools or the Turn Track.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege oob apply game.vsav --turn 1942-summer --log arrivals.vlog -o next.vsav"
)]
pub struct OobApply {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// A season or a month, for example 1942-summer or 1942-08.
    #[arg(long, value_name = "TURN")]
    pub turn: Turn,
    /// Write a log that plays the moves; - is standard output.
    #[arg(long, value_name = "VLOG")]
    pub log: Option<PathBuf>,
    /// Write the resulting save; - is standard output.
    #[arg(short, long, value_name = "SAVE")]
    pub output: Option<PathBuf>,
    /// The module of the save; otherwise it is searched for beside the save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The game, if the save does not show it.
    #[arg(long = "game", value_name = "GAME")]
    pub of_game: Option<String>,
    #[command(flatten)]
    pub side: SideArg,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
