//! The arguments of the command that holds an umpire's papers against each other.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::Format;

/// Verifies that an umpire was honest: an opened place against the record in your copy, records against each other, a whole published game.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example: liege verify sz-20.json axis.vsav
         liege verify issue-0.json issue-1.json allies.vsav
         liege verify tuesday-opened axis-0.vsav axis-1.vsav --module fog.vmod
The first checks an opening against the record in the notes of a copy; the second checks that the records of one game,
in files or in copies of either side, form one chain (docs/commitments.md). The third checks the folder that the umpire
published at the end of the game: every root, the master and ledgers of each issue, your copies as they follow from them,
and each unit from issue to issue by the turn log. The umpire's own records prove nothing: give at least the copy of the
last issue. -v lists every check.
Exit codes: 0 everything is proven, 1 contradicted or an issue not checked, 2 an opening without its record, or a file
that cannot be read.")]
pub struct Verify {
    /// Openings, records, copies (saves) with a record in their notes, and the folder of a published game, in any order; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The module of the game, to make the copies of a published game again.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
