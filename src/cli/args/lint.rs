//! The arguments of `lint`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::SideArg;

/// Finds the faults of modules, extensions, saves and logs of any game before players do.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Example: liege lint my-game.vmod
         liege lint my-game.vmod --write-baseline known.json
         liege lint my-game.vmod --baseline known.json
         liege lint my-game.vmod --diff
         liege lint my-game.vmod --fix -o mended.vmod
         liege lint modules/ --statistics
A check that finds more than 10 faults in a file is one line with their number; -v and --only list all.
A file liege.toml beside the module or in a folder above it says what a project wants (docs/continuous-integration.md).
Exit status: 0 no errors, 1 errors; of --diff alone 0 nothing to mend, 1 something.")]
pub struct Lint {
    /// Modules, extensions, saves and logs, or folders with such files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The module of saves, logs and extensions; otherwise it is looked for beside each.
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
    /// Tell only faults that this file, written with --write-baseline, does not know.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all faults into this file as known ones, and tell none.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub write_baseline: Option<PathBuf>,
    /// Mend what is safe to mend, numbers of pieces as VASSAL's editor mends them, and tell what is left.
    #[arg(long)]
    pub fix: bool,
    /// Show what would be mended as a diff of the text that `unpack` makes; with --fix before it is written.
    #[arg(long)]
    pub diff: bool,
    /// Write the mended module here instead of over the file; - is standard output.
    #[arg(short, long, value_name = "FILE", requires = "fix")]
    pub output: Option<PathBuf>,
    /// Tell how many faults each check found instead of the faults.
    #[arg(long)]
    pub statistics: bool,
    /// Print text to read, a page for browsers, or a form for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: LintFormat,
}

/// In which form faults are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LintFormat {
    /// Lines to read
    Text,
    /// One object with the reports, for programs
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// A page for browsers
    Html,
    /// Workflow commands of GitHub, which show faults beside the files
    Github,
    /// A report of JUnit, for test servers
    Junit,
}
