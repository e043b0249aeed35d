//! The arguments of the commands that know a game's rules.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{AskArgs, DecisionArgs, DiceArgs, Format, GameArgs, LogPoint, SideArg, whole};

/// Finds rule violations in a save, and reports what was not checked.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Example: liege check game.vsav --phase EN.5
         liege check game.vsav --previous earlier.vsav --turn-log turn.vlog
         liege check game.vsav --side umpire --copy Japan=japan.vsav
         liege check tuesday
         liege check game.vsav --format html > findings.html
The module is searched for beside the save; without it the built-in one is used. For an umpire's desk (a folder made by
umpire new) the master is checked with the desk's copies, ledgers, log and records; if it has changed since the last copies,
those are checked against the master they were made from.
Illegal findings hold whatever the estimated values really are; suspicious ones depend on estimates, which they name.
Exit codes: 0 nothing illegal, 1 something illegal, 2 the command failed.")]
pub struct Check {
    /// Saves, logs or the folder of an umpire's desk, each checked separately; - is standard input.
    #[arg(required = true, value_name = "SAVE")]
    pub saves: Vec<PathBuf>,
    /// The module of the saves; otherwise it is searched for beside each save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The game, if the save does not show it.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The phase of the save, by id or name, for example EN.5 or "land combat".
    #[arg(long, value_name = "ID")]
    pub phase: Option<String>,
    /// An earlier save of the same game, for checks of what changed.
    #[arg(long, value_name = "SAVE")]
    pub previous: Option<PathBuf>,
    /// The log of the turn that led to the save, or an umpire's turn log, for checks of actions.
    #[arg(long, value_name = "LOG")]
    pub turn_log: Option<PathBuf>,
    /// The copy of the save issued to a side, to check that it contains only what the side may see.
    #[arg(long = "copy", value_name = "SIDE=SAVE", value_parser = of_side)]
    pub copies: Vec<OfSide>,
    /// The copy issued to a side before that one, to check what the side could learn from both.
    #[arg(long = "earlier-copy", value_name = "SIDE=SAVE", value_parser = of_side)]
    pub earlier: Vec<OfSide>,
    /// The copy that a side returned after working in that of --copy, to check what it changed. An earlier one, as its notes
    /// or the turn log show, tells which guesses about enemies are the side's own.
    #[arg(long, value_name = "SIDE=SAVE", value_parser = of_side)]
    pub returned: Vec<OfSide>,
    /// The save that all sides may see: the current battle, charts and the turn.
    #[arg(long, value_name = "SAVE")]
    pub shared: Option<PathBuf>,
    /// The umpire's ledger of what a side has been shown.
    #[arg(long = "ledger", value_name = "SIDE=FILE", value_parser = of_side)]
    pub ledgers: Vec<OfSide>,
    /// A record the umpire published, or a copy with one in its notes, to check commitments.
    #[arg(long = "record", value_name = "FILE")]
    pub records: Vec<PathBuf>,
    /// An opening by the umpire: a place or text with its proof.
    #[arg(long = "opening", value_name = "FILE")]
    pub openings: Vec<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// Choose an interpretation where the rules are ambiguous (`explain --list` has the keys).
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    /// Run only these checks, by id or name; `explain --list` lists them.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Skip these checks, by id or name.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// The output format (docs/json.md) [default: as the extension of -o says, else text].
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub format: Option<CheckFormat>,
    /// Write the result to this file (.txt, .json, .sarif or .html) instead of printing it.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// Plain text
    Text,
    /// JSON, for programs
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// A web page
    Html,
}

/// A file that belongs to one side.
#[derive(Clone, Debug)]
pub struct OfSide {
    /// The side.
    pub side: String,
    /// The file.
    pub file: PathBuf,
}

fn of_side(text: &str) -> Result<OfSide, String> {
    match text.split_once('=') {
        Some((side, file)) if !side.is_empty() && !file.is_empty() => {
            Ok(OfSide { side: side.to_owned(), file: file.into() })
        }
        _ => Err("expected SIDE=FILE, such as Japan=japan.vsav".into()),
    }
}

/// Shows the page of a check, procedure, choice or lint.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege explain ATPO-S01\n         liege explain --list atpo\n         liege explain --list vassal"
)]
pub struct Explain {
    /// A check, procedure, choice or open point of the rules, by id or name: ATPO-S01, S01, overstacked-hex, V26 or G72; a
    /// lint, by its full id or name.
    #[arg(required_unless_present = "list", value_name = "ID")]
    pub id: Option<String>,
    /// List the checks, procedures, choices and open points of a game, or with `vassal` the lints; without a value, list the
    /// games.
    #[arg(long, value_name = "GAME", conflicts_with = "id", num_args = 0..=1, default_missing_value = "")]
    pub list: Option<String>,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Lists the battles declared in a save, with odds, likely results and expected losses.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege battles game.vsav --possible\nPlayers declare battles in VASSAL by right-clicking units: Attack and a direction on land, Mission for ships (docs/sea.md) and aircraft (docs/air.md)."
)]
pub struct Battles {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Also list battles that could be declared: attacks on adjacent hexes, between nations at war.
    #[arg(long)]
    pub possible: bool,
    #[command(flatten)]
    pub game: GameArgs,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Counts what players would otherwise count by hand: steps, loads and limits, lift, zones of control, supply lines.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege facts game.vsav --at W4533\nWithout --at it prints a summary; -v lists every place with units. The checks use the same numbers."
)]
pub struct Facts {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Only this hex, area or box.
    #[arg(long = "at", value_name = "PLACE")]
    pub place: Option<String>,
    /// List what a piece can reach, or what can reach a place. Takes a name, a counter id, a hex, an area or a box.
    #[arg(long, value_name = "PIECE|PLACE", conflicts_with = "place")]
    pub reach: Option<String>,
    #[command(flatten)]
    pub game: GameArgs,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Resolves declared battles and writes the result as a log, a save or both.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Example: liege resolve game.vsav land-E4631 --policy attacker=weakest,advance,balanced,defender=stand,balanced --log battle.vlog -o after.vsav
         liege resolve game.vsav --all weather=wet --orders orders.toml --seed 7 -o after.vsav
         liege resolve game.vsav land-E4631 --template > orders.toml
         liege resolve game.vsav sea-E4525 --ask --seed 7 -o after.vsav
         liege resolve game.vsav --continue open.json --orders orders.toml -o after.vsav
KEY=VALUE gives what the save does not show, such as magic=-1; land-E4631.magic=-1 applies to one of several battles. A value that
contradicts the save is used, with a note.
The log is for a live game: File, Load Continuation, then step through it. Logs of different battles made from one save can be
played one after the other.
Exit code 1 when a battle was refused or skipped, or a decision is open; the other battles are still resolved and written. With
--log or -o an open decision is exit code 2, and nothing is written.")]
pub struct Resolve {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Battle ids as listed by `battles`, and values that the save does not show.
    #[arg(value_name = "BATTLE|KEY=VALUE")]
    pub words: Vec<String>,
    /// Resolve every declared battle in the order of the rules; battles that cannot be resolved are skipped and listed at the end.
    #[arg(long)]
    pub all: bool,
    /// Also resolve a battle that has not been declared but could be.
    #[arg(long, conflicts_with = "all")]
    pub possible: bool,
    /// Values from a JSON or TOML file; a table named after a battle applies to that battle.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Write a log that plays the result; - is standard output.
    #[arg(long, value_name = "VLOG")]
    pub log: Option<PathBuf>,
    /// Write the resulting save; - is standard output.
    #[arg(short, long, value_name = "SAVE")]
    pub output: Option<PathBuf>,
    /// The other side has said that it does not react: write the result although units hidden from --side could react.
    #[arg(long)]
    pub no_reaction: bool,
    /// Print an orders file with every decision of these battles, to be filled in, and stop; with --format json, its schema.
    #[arg(long, visible_alias = "orders-template")]
    pub template: bool,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    #[command(flatten)]
    pub ask: AskArgs,
    /// Report each side's luck: the chance of losing at least as much as it did; policies decide for both sides.
    #[arg(long)]
    pub luck: bool,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Runs a procedure on values you type in, without a save.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege run atpo R39 attack=15 defence=3 terrain=clear --dice 5\nThe keys are on the procedure's page: liege explain ATPO-R39"
)]
pub struct Run {
    /// The game, for example atpo.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The procedure, by id or name; without it the procedures of the game are listed.
    #[arg(value_name = "PROCEDURE")]
    pub procedure: Option<String>,
    /// Values as key=value.
    #[arg(value_name = "KEY=VALUE")]
    pub values: Vec<String>,
    /// Values from a JSON or TOML file.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Print an orders file with every decision of the procedure, to be filled in, and stop; with --format json, its schema.
    #[arg(long, visible_alias = "orders-template")]
    pub template: bool,
    /// Choose an interpretation where the rules are ambiguous (`explain --list` has the keys).
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    #[command(flatten)]
    pub ask: AskArgs,
    /// Report each side's luck: the chance of losing at least as much as it did; policies decide for both sides.
    #[arg(long)]
    pub luck: bool,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Computes the exact distribution of results, with the arguments of `run` or `resolve`; the policy `balanced` makes the
/// decisions that no other policy makes.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege chances atpo R39 attack=15 defence=3\n         liege chances game.vsav land-E4631 weather=wet --policy attacker=weakest,advance,balanced,defender=stand,balanced\n         liege chances atpo R14 \"attack=2 x CA 3-9/2-7, 6 x DD 0(3)-5/0(2)-4\" \"defence=8 x CL 1-7/0-6\" --policy attacker=balanced,defender=balanced --chart chances.png\nPolicies make the decisions, since every roll is followed; an orders file may contain policies and answers for named units. Battles too large for exact chances are sampled, which the output says. The thirty likeliest results are printed; --format json lists all."
)]
pub struct Chances {
    /// A game, or a save.
    #[arg(value_name = "GAME|SAVE")]
    pub subject: String,
    /// A procedure of the game, or a battle in the save, declared or possible.
    #[arg(value_name = "PROCEDURE|BATTLE")]
    pub what: String,
    /// Values for the procedure, or what the save does not show.
    #[arg(value_name = "KEY=VALUE")]
    pub values: Vec<String>,
    /// Values from a JSON or TOML file.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Draw a chart of the likeliest results and expected losses, as PNG or SVG.
    #[arg(long, value_name = "PNG|SVG")]
    pub chart: Option<PathBuf>,
    /// The seed for samples, where exact chances would take too long.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// The output format (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
