//! The arguments of the command that holds an umpire's papers against each other.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::Format;

/// Finds out whether an umpire was honest: an opened place against the record in your copy, records against each other.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege verify sz-20.json axis.vsav
         liege verify issue-0.json issue-1.json allies.vsav
The first holds what the umpire opened against the record in the notes of a copy; the second asks whether the records
of one game, in files or in copies of either side, form one chain (docs/commitments.md).
Exit status: 0 proven, 1 contradicted, 2 could not be tried.")]
pub struct Verify {
    /// Openings, records, and copies (saves) with a record in their notes, in any order; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
