//! The arguments of the commands that know a game's rules.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::{AskArgs, DecisionArgs, DiceArgs, Format, GameArgs, LogPoint, SideArg, whole};

/// Finds what the rules forbid in a save, and says what was not checked.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Example: liege check game.vsav --phase EN.5
         liege check game.vsav --previous earlier.vsav --turn-log turn.vlog
         liege check game.vsav --side umpire --copy Japan=japan.vsav
         liege check tuesday
         liege check game.vsav --format html > findings.html
The module is looked for beside the save; without one the built-in pack is used. Of an umpire's desk (a folder that
umpire new made) the master is checked with all that the desk has: copies, ledgers, log, records; and where it has
changed since the last copies, these are checked with the master that they were made from.")]
pub struct Check {
    /// Saves, logs or the folder of an umpire's desk, each checked by itself; - is standard input.
    #[arg(required = true, value_name = "SAVE")]
    pub saves: Vec<PathBuf>,
    /// The module of the saves; otherwise it is looked for beside each save.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<PathBuf>,
    /// The game, where the save does not tell it.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The phase the save was made in, by its id or name, for example EN.5 or "land combat".
    #[arg(long, value_name = "ID")]
    pub phase: Option<String>,
    /// An earlier save of the same game, for checks that compare.
    #[arg(long, value_name = "SAVE")]
    pub previous: Option<PathBuf>,
    /// The log of the turn that led to the save, or the turn log that an umpire keeps, for checks that follow what was done.
    #[arg(long, value_name = "LOG")]
    pub turn_log: Option<PathBuf>,
    /// The copy of the save that a side was given, for checks that hold it against what the side may see.
    #[arg(long = "copy", value_name = "SIDE=SAVE", value_parser = of_side)]
    pub copies: Vec<OfSide>,
    /// The copy that a side was given before that one, for checks of what it could learn from both.
    #[arg(long = "earlier-copy", value_name = "SIDE=SAVE", value_parser = of_side)]
    pub earlier: Vec<OfSide>,
    /// The copy that a side gave back after it worked in that of --copy, for checks of what it changed; one that came back
    /// before it, as the notes of both or the turn log show, tells which guesses of enemies are the side's own.
    #[arg(long, value_name = "SIDE=SAVE", value_parser = of_side)]
    pub returned: Vec<OfSide>,
    /// The save that lies open to all sides: the battle that is fought, charts and the turn.
    #[arg(long, value_name = "SAVE")]
    pub shared: Option<PathBuf>,
    /// What a side was shown, as the umpire wrote it down.
    #[arg(long = "ledger", value_name = "SIDE=FILE", value_parser = of_side)]
    pub ledgers: Vec<OfSide>,
    /// What the umpire published of an issue, for checks of his commitments: a record, or a copy whose notes have one.
    #[arg(long = "record", value_name = "FILE")]
    pub records: Vec<PathBuf>,
    /// What the umpire opened of an issue: a place or a text with what proves it.
    #[arg(long = "opening", value_name = "FILE")]
    pub openings: Vec<PathBuf>,
    #[command(flatten)]
    pub side: SideArg,
    #[command(flatten)]
    pub at: LogPoint,
    /// Choose an interpretation where the rules are ambiguous.
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    /// Only these checks, by id or name, as `explain --list` lists them.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Leave out these checks, by id or name.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Print text to read, a page for browsers, or a form for programs (docs/json.md) [default: as the name of the output
    /// ends, else text].
    #[arg(long, value_name = "FORM", ignore_case = true)]
    pub format: Option<CheckFormat>,
    /// Write the result to this file (.txt, .json, .sarif or .html) instead of printing it.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// In which form findings are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// Lines to read
    Text,
    /// One object with the reports, for programs
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// A page for browsers
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

/// Shows the page of a check, a procedure or a lint.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege explain ATPO-S01\n         liege explain --list atpo\n         liege explain --list vassal"
)]
pub struct Explain {
    /// A check, procedure, choice or open point of the rules, by id or name: ATPO-S01, S01, overstacked-hex, V26 or G72; a
    /// lint, by its whole id or name.
    #[arg(required_unless_present = "list", value_name = "ID")]
    pub id: Option<String>,
    /// List all checks, procedures, choices and open points of the game; of `vassal` the checks of lint; without a game the
    /// games.
    #[arg(long, value_name = "GAME", conflicts_with = "id", num_args = 0..=1, default_missing_value = "")]
    pub list: Option<String>,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Lists the battles declared in a save, with odds, the likeliest results and what each side can expect to lose.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege battles game.vsav --possible\nUnits declare an attack by their direction mark (right-click a unit in VASSAL: Attack)."
)]
pub struct Battles {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Also list those that could be declared: attacks on neighbouring hexes, between nations at war.
    #[arg(long)]
    pub possible: bool,
    #[command(flatten)]
    pub game: GameArgs,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Tells what players would otherwise count: steps, loads and limits, lift, zones of control, lines of supply.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege facts game.vsav --at W4533\nWithout --at it prints a summary; -v lists every place that holds units. The checks use the same numbers."
)]
pub struct Facts {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Only of this hex, area or box.
    #[arg(long = "at", value_name = "PLACE")]
    pub place: Option<String>,
    /// What a piece reaches, or what reaches a place: a name, an id of the counter, a hex, an area or a box.
    #[arg(long, value_name = "PIECE|PLACE", conflicts_with = "place")]
    pub reach: Option<String>,
    #[command(flatten)]
    pub game: GameArgs,
    /// Print text to read, or JSON for programs (docs/json.md).
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
KEY=VALUE tells what the save does not show, such as magic=-1; land-E4631.magic=-1 is for one of several battles.
--all passes over a battle that lacks a value and says at the end which remain.
Exit status 1 when the rules refuse a battle, one is passed over, or a decision stays open; what is refused or passed over keeps
none of the others from being resolved and written. With --log or -o an open decision is status 2, and nothing is written.")]
pub struct Resolve {
    /// The save; - is standard input.
    #[arg(value_name = "SAVE")]
    pub save: PathBuf,
    /// Battle ids as `battles` lists them, and values that the save does not show.
    #[arg(value_name = "BATTLE|KEY=VALUE")]
    pub words: Vec<String>,
    /// Resolve every declared battle in the order of the rules; one that lacks a value or is refused keeps none of the others.
    #[arg(long)]
    pub all: bool,
    /// Resolve a battle, too, that nobody has declared and that only could be fought.
    #[arg(long, conflicts_with = "all")]
    pub possible: bool,
    /// Values from a JSON or TOML file; a table with the id of a battle is for that one.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Write the log that plays the result; - is standard output.
    #[arg(long, value_name = "VLOG")]
    pub log: Option<PathBuf>,
    /// Write the save it ends in; - is standard output.
    #[arg(short, long, value_name = "SAVE")]
    pub output: Option<PathBuf>,
    /// The other side has said that nobody of its own reacts: write although a tray that is closed to --side may.
    #[arg(long)]
    pub no_reaction: bool,
    /// Print an orders file with every decision of these battles, to fill in, and stop; the schema with --format json.
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
    /// Tell how lucky each side was: the chance to lose as much as it did, or more; policies answer for both sides.
    #[arg(long)]
    pub luck: bool,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Runs a procedure on values typed in, without a save.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege run atpo R39 attack=15 defence=3 terrain=clear --dice 5\nThe keys are on the procedure's page: liege explain ATPO-R39"
)]
pub struct Run {
    /// The game, in capital or small letters.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The procedure, by id or name; without it those of the game are listed.
    #[arg(value_name = "PROCEDURE")]
    pub procedure: Option<String>,
    /// Values as key=value.
    #[arg(value_name = "KEY=VALUE")]
    pub values: Vec<String>,
    /// Values from a JSON or TOML file.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// Print an orders file with every decision of the procedure, to fill in, and stop; the schema with --format json.
    #[arg(long, visible_alias = "orders-template")]
    pub template: bool,
    /// Choose an interpretation where the rules are ambiguous.
    #[arg(long = "choice", value_name = "KEY=VALUE")]
    pub choices: Vec<String>,
    #[command(flatten)]
    pub dice: DiceArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    #[command(flatten)]
    pub ask: AskArgs,
    /// Tell how lucky each side was: the chance to lose as much as it did, or more; policies answer for both sides.
    #[arg(long)]
    pub luck: bool,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}

/// Gives the exact distribution of outcomes, with the arguments of `run` or of `resolve`; what no policy decides, `balanced`
/// does, which the first line says.
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example: liege chances atpo R39 attack=15 defence=3\n         liege chances game.vsav land-E4631 weather=wet --policy attacker=weakest,advance,balanced,defender=stand,balanced\n         liege chances atpo R14 \"attack=2 x CA 3-9/2-7, 6 x DD 0(3)-5/0(2)-4\" \"defence=8 x CL 1-7/0-6\" --policy attacker=balanced,defender=balanced --chart chances.png\nEvery roll is followed, so that policies decide; an orders file may hold policies and answers for units by name. The thirty likeliest results have a line each; --format json lists all."
)]
pub struct Chances {
    /// A game, or a save.
    #[arg(value_name = "GAME|SAVE")]
    pub subject: String,
    /// A procedure of the game, or a battle of the save, declared or possible.
    #[arg(value_name = "PROCEDURE|BATTLE")]
    pub what: String,
    /// Values of the procedure, or what the save does not show.
    #[arg(value_name = "KEY=VALUE")]
    pub values: Vec<String>,
    /// Values from a JSON or TOML file.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Draw the likeliest results and the expected losses, as PNG or SVG.
    #[arg(long, value_name = "PNG|SVG")]
    pub chart: Option<PathBuf>,
    /// The seed of the samples, when the exact count would be too large.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Print text to read, or JSON for programs (docs/json.md).
    #[arg(long, value_name = "FORM", default_value = "text", ignore_case = true)]
    pub format: Format,
}
