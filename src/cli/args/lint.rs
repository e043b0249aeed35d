//! The arguments of `lint`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::SideArg;

/// Finds faults in modules, extensions, saves and logs of any game.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Example: liege lint my-game.vmod
         liege lint my-game.vmod --write-baseline known.json
         liege lint my-game.vmod --baseline known.json
         liege lint my-game.vmod --diff
         liege lint my-game.vmod --fix -o fixed.vmod
         liege lint modules/ --statistics
More than 10 faults of one check in a file are printed as one line with their number; -v and --only list all.
A file liege.toml beside the module or in a parent folder configures a project (docs/continuous-integration.md).
What only an extension in the folder my-game_ext uses counts as used. Predefined set-ups in a module are checked as saves.
Exit codes: 0 no errors, 1 errors; with --diff only: 0 nothing to fix, 1 something to fix.")]
pub struct Lint {
    /// Modules, extensions, saves and logs, or folders with such files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The module of saves, logs and extensions; otherwise it is searched for beside each.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    /// Run only these checks, by id, name or the beginning of an id.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Skip these checks, by id, name or the beginning of an id.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Report only faults that are not in this file, written by --write-baseline.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all faults to this file as known, and report none.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub write_baseline: Option<PathBuf>,
    /// Fix what is safe to fix (piece numbers, as VASSAL's editor does), and report the rest.
    #[arg(long)]
    pub fix: bool,
    /// Show what would be fixed, as a diff of the text written by `unpack`; with --fix, before writing.
    #[arg(long)]
    pub diff: bool,
    /// Write the fixed module here instead of overwriting the file; - is standard output.
    #[arg(short, long, value_name = "FILE", requires = "fix")]
    pub output: Option<PathBuf>,
    /// Print the number of faults of each check instead of the faults.
    #[arg(long)]
    pub statistics: bool,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: LintFormat,
}

/// How faults are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LintFormat {
    /// Plain text
    Text,
    /// JSON, for programs
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// A web page
    Html,
    /// GitHub workflow commands, which annotate the files
    Github,
    /// JUnit XML, for CI servers
    Junit,
}
