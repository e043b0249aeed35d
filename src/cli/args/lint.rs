//! The arguments of `lint`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{Format, SideArg};

/// Finds the faults of modules, extensions, saves and logs of any game before players do.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: liege lint my-game.vmod\nExit status: 0 no errors, 1 errors.")]
pub struct Lint {
    /// Modules, extensions, saves and logs; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The module of saves and logs; otherwise it is looked for beside each.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// Only these checks, by id, name or the beginning of an id.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Leave out these checks, by id, name or the beginning of an id.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Tell how many faults each check found instead of the faults.
    #[arg(long)]
    pub statistics: bool,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
